//! Organs that words name only to say where something lies: beside, behind or between them. What lies there may be of another organ ("a mass of the
//! pancreas abutting the vein"), or of none ("a node between the aorta and the cava").

use super::relation::relation_at;
use super::table::PositionTable;
use super::words::{Gap, Words};

/// Words between a relation and the organ that it is to: "behind the upper part of the bladder" is too far.
const REACH: usize = 4;

/// Words between a thing and where it lies, and those of the thing itself: "a node of 2 cm that is seen just behind …".
const THING_REACH: usize = 8;

/// How something lies from an organ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// Between two.
    Between,
    /// At its back.
    Behind,
    /// At its front.
    Before,
    /// At its top.
    Above,
    /// At its lower end.
    Below,
    /// Beside it, on whichever side.
    Beside,
}

/// A relation that words state to an organ, or to two.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stated {
    pub way: Way,
    /// The word that it begins with.
    pub at: usize,
    /// The first words of the organs.
    pub ends: Vec<usize>,
}

/// A relation that begins at a word, and how many words it has.
fn way_at(words: [&str; 3]) -> Option<(Way, usize)> {
    Some(match words {
        ["between", ..] => (Way::Between, 1),
        ["behind", ..] => (Way::Behind, 1),
        ["posterior" | "dorsal", "to", _] => (Way::Behind, 2),
        ["in", "front", "of"] => (Way::Before, 3),
        ["anterior" | "ventral", "to", _] => (Way::Before, 2),
        ["above", ..] => (Way::Above, 1),
        ["superior" | "cranial", "to", _] => (Way::Above, 2),
        ["below" | "beneath" | "under" | "underneath", ..] => (Way::Below, 1),
        ["inferior" | "caudal", "to", _] => (Way::Below, 2),
        ["lateral" | "medial", "to", _] => (Way::Beside, 2),
        ["overlying" | "overlies" | "overlie", ..] => (Way::Beside, 1),
        ["projecting" | "projects" | "projected", "over", _]
        | ["superimposed", "on" | "over", _] => (Way::Beside, 2),
        _ => (Way::Beside, relation_at(words)?.1),
    })
}

/// The relations that words state, in order; `named`: whether a word belongs to the name of an organ.
pub(super) fn stated(words: &Words<'_>, named: &dyn Fn(usize) -> bool) -> Vec<Stated> {
    let first = |from: usize, to: usize| {
        (from..to.min(words.list.len()))
            .take_while(|i| words.gap(*i) < Gap::Comma)
            .find(|i| named(*i))
    };
    let mut found = Vec::new();
    let mut at = 0;
    while at < words.list.len() {
        let Some((way, length)) = way_at([0, 1, 2].map(|n| words.lower(at + n))) else {
            at += 1;
            continue;
        };
        let from = at + length;
        let ends = if way == Way::Between {
            let and = (from + 1..from + 7)
                .take_while(|i| words.gap(*i) < Gap::Comma)
                .find(|i| words.lower(*i) == "and");
            and.and_then(|and| Some(vec![first(from, and)?, first(and + 1, and + 1 + REACH)?]))
        } else {
            first(from, from + REACH).map(|end| vec![end])
        };
        match ends {
            Some(ends) => {
                let last = ends.iter().copied().max().unwrap_or(from);
                found.push(Stated { way, at, ends });
                at = last + 1;
            }
            None => at = from,
        }
    }
    found
}

/// By which organs words place a thing that is none itself, and how it lies from them: one organ, or two between which it lies ("behind the bladder, in
/// front of the rectum"). `absent`: whether a word is said of what is absent, normal, past or another's.
pub(super) fn of_a_thing(
    words: &Words<'_>,
    stated: &[Stated],
    absent: &dyn Fn(usize) -> bool,
) -> Option<(Way, Vec<usize>)> {
    let first = stated.first()?;
    let clause = words.clause(first.at);
    let thing = (clause.start..first.at)
        .rev()
        .take(THING_REACH)
        .find(|i| PositionTable::builtin().is_thing(words.lower(*i)))?;
    let ends: Vec<usize> = stated.iter().flat_map(|s| s.ends.clone()).collect();
    if absent(thing) || ends.iter().any(|end| absent(*end)) {
        return None;
    }
    match ends.len() {
        1 => Some((first.way, ends)),
        2 => Some((Way::Between, ends)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORGANS: [&str; 5] = ["aorta", "cava", "bladder", "rectum", "sacrum"];

    fn read(text: &str) -> Vec<(Way, Vec<String>)> {
        let words = Words::new(text, 0..text.len());
        let named = |i: usize| ORGANS.contains(&words.lower(i));
        let word = |i: &usize| words.lower(*i).to_owned();
        let stated = stated(&words, &named).into_iter();
        stated
            .map(|s| (s.way, s.ends.iter().map(word).collect()))
            .collect()
    }

    fn placed(text: &str) -> Option<(Way, Vec<String>)> {
        let words = Words::new(text, 0..text.len());
        let named = |i: usize| ORGANS.contains(&words.lower(i));
        let stated = stated(&words, &named);
        let absent = |i: usize| words.lower(i) == "cyst";
        let (way, ends) = of_a_thing(&words, &stated, &absent)?;
        let word = |i: &usize| words.lower(*i).to_owned();
        Some((way, ends.iter().map(word).collect()))
    }

    fn one(way: Way, organs: &[&str]) -> (Way, Vec<String>) {
        (way, organs.iter().map(|o| (*o).to_owned()).collect())
    }

    #[test]
    fn relations_are_read_with_the_organs_that_they_are_to() {
        let cases: [(&str, Way, &[&str]); 10] = [
            (
                "between the aorta and the cava",
                Way::Between,
                &["aorta", "cava"],
            ),
            ("just behind the bladder", Way::Behind, &["bladder"]),
            ("posterior to the bladder", Way::Behind, &["bladder"]),
            ("in front of the sacrum", Way::Before, &["sacrum"]),
            ("beside the aorta", Way::Beside, &["aorta"]),
            ("abutting the aorta", Way::Beside, &["aorta"]),
            ("lateral to the aorta", Way::Beside, &["aorta"]),
            ("projecting over the sacrum", Way::Beside, &["sacrum"]),
            ("above the bladder", Way::Above, &["bladder"]),
            ("underneath the bladder", Way::Below, &["bladder"]),
        ];
        for (text, way, organs) in cases {
            assert_eq!(read(text), [one(way, organs)], "{text}");
        }
        for text in [
            "behind, the bladder",
            "behind it all lies the old bladder",
            "between the aorta, the cava and the bladder",
            "between the aorta and nothing",
            "in the bladder",
        ] {
            assert!(read(text).is_empty(), "{text}");
        }
        assert_eq!(
            read("behind the bladder and in front of the rectum"),
            [
                one(Way::Behind, &["bladder"]),
                one(Way::Before, &["rectum"])
            ]
        );
    }

    #[test]
    fn a_thing_is_placed_by_one_organ_or_between_two() {
        let cases: [(&str, Way, &[&str]); 4] = [
            (
                "A node between the aorta and the cava",
                Way::Between,
                &["aorta", "cava"],
            ),
            (
                "Fluid is seen just behind the bladder.",
                Way::Behind,
                &["bladder"],
            ),
            (
                "A collection in front of the sacrum, 3 cm",
                Way::Before,
                &["sacrum"],
            ),
            (
                "A mass behind the bladder and in front of the rectum",
                Way::Between,
                &["bladder", "rectum"],
            ),
        ];
        for (text, way, organs) in cases {
            assert_eq!(placed(text), Some(one(way, organs)), "{text}");
        }
        for text in [
            // No thing, none in its clause, or one that is not there.
            "The difference between the aorta and the cava",
            "A mass. We looked behind the bladder.",
            "A cyst behind the bladder",
            // No relation, and more organs than two.
            "A mass of the bladder",
            "A mass above the sacrum, behind the bladder, beside the aorta",
        ] {
            assert_eq!(placed(text), None, "{text}");
        }
    }
}
