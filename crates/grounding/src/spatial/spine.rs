//! Which vertebra or disc a text of the spine means by the levels that it names: by themselves, between two, below or above one.

use std::ops::Range;

use anatomy::{Catalogue, StructureIndex};

use super::levels::{ABOVE, BELOW, Level, Numbered, level_at, levels};
use super::words::{Gap, Words};

/// A vertebra or disc that a text means.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Meant {
    pub structure: StructureIndex,
    /// The levels that say it.
    pub by: Vec<StructureIndex>,
    /// The bytes of those.
    pub bytes: Range<usize>,
}

/// Regions of the spine from above, and their vertebrae.
const REGIONS: [(char, usize); 4] = [('C', 7), ('T', 12), ('L', 5), ('S', 1)];

/// Place of a vertebra from the top: C1 is 0, S1 is 24.
fn row(name: &str) -> Option<usize> {
    let mut first = 0;
    for (letter, count) in REGIONS {
        if let Some(number) = name.strip_prefix(letter) {
            let number: usize = number.parse().ok()?;
            return (1..=count).contains(&number).then(|| first + number - 1);
        }
        first += count;
    }
    None
}

/// The name of the vertebra in a place from the top.
fn name(row: usize) -> Option<String> {
    let mut first = 0;
    for (letter, count) in REGIONS {
        if row < first + count {
            return Some(format!("{letter}{}", row - first + 1));
        }
        first += count;
    }
    None
}

fn vertebra(catalogue: &Catalogue, row: usize) -> Option<StructureIndex> {
    let name = name(row)?;
    if name == "S1" {
        return catalogue.index_of("sacrum");
    }
    catalogue.index_of(&format!("vertebra_{name}"))
}

/// The disc under the vertebra in a place from the top.
fn disc(catalogue: &Catalogue, row: usize) -> Option<StructureIndex> {
    catalogue.index_of(&format!("disc_{}_{}", name(row)?, name(row + 1)?))
}

/// What lies between two vertebrae: the disc, one vertebra, or the one in the middle.
fn between(catalogue: &Catalogue, a: usize, b: usize) -> Option<StructureIndex> {
    let (upper, lower) = (a.min(b), a.max(b));
    if upper + 1 == lower {
        disc(catalogue, upper)
    } else {
        vertebra(catalogue, usize::midpoint(upper, lower)).filter(|_| upper < lower)
    }
}

/// The disc between the levels "L4/L5", "L5-S1", "L2-3" at a word.
fn disc_at(catalogue: &Catalogue, words: &Words<'_>, i: usize) -> Option<StructureIndex> {
    let (upper, length) = level_at(words, i)?;
    let next = words.list.get(i + length).filter(|w| w.gap == Gap::Space)?;
    // Only a hyphen or a slash joins two levels to a disc.
    if length > 1 || next.start != words.list[i].end + 1 {
        return None;
    }
    let lower = if next.text.parse::<u8>().is_ok() {
        format!("{}{}", &upper[..1], next.text)
    } else {
        level_at(words, i + length)?.0
    };
    catalogue.index_of(&format!("disc_{upper}_{lower}"))
}

/// The nearest of some words before another that is no article, "to" or "body".
fn before(words: &Words<'_>, i: usize) -> Option<usize> {
    const PASSED: [&str; 7] = ["the", "to", "body", "of", "vertebra", "bodies", "vertebrae"];
    let mut at = i;
    while at > 0 && at + 4 > i && words.gap(at) == Gap::Space {
        at -= 1;
        if !PASSED.contains(&words.lower(at)) {
            return Some(at);
        }
    }
    None
}

/// Counts up to the longest way that is counted.
const COUNTS: [&str; 6] = ["one", "two", "three", "four", "five", "six"];

/// "two" in "two levels below", before the word that says up or down.
fn counted(words: &Words<'_>, direction: usize) -> Option<usize> {
    let near = (direction.saturating_sub(4)..direction).rev();
    near.take_while(|i| words.gap(i + 1) == Gap::Space)
        .find_map(|i| {
            let word = words.lower(i);
            let number = COUNTS.iter().position(|count| *count == word);
            number
                .map(|n| n + 1)
                .or_else(|| word.parse().ok().filter(|n| (1..=6).contains(n)))
        })
}

/// The same; 1 where nothing is counted.
fn steps(words: &Words<'_>, direction: usize) -> usize {
    counted(words, direction).unwrap_or(1)
}

/// "the vertebra above it", "one disc space higher", "two levels too low": behind what was named, up is negative.
fn shift(words: &Words<'_>, named: usize) -> Option<(isize, usize)> {
    const COUNTED: [&str; 10] = [
        "vertebra",
        "vertebrae",
        "level",
        "levels",
        "disc",
        "disk",
        "space",
        "body",
        "segment",
        "bone",
    ];
    let clause_end = words.list.len().min(named + 40);
    (named + 1..clause_end).find_map(|i| {
        let end = words.gap(i + 1) >= Gap::Comma;
        let that = ["it", "this", "that"].contains(&words.lower(i + 1));
        let too = words.lower(i - 1) == "too";
        let down = match words.lower(i) {
            "higher" | "up" if end => -1,
            "lower" | "down" if end => 1,
            "high" if too => -1,
            "low" if too => 1,
            "above" if that || end => -1,
            "below" | "beneath" | "under" if that || end => 1,
            _ => return None,
        };
        let noun = (i.saturating_sub(4)..i).any(|j| j > named && COUNTED.contains(&words.lower(j)));
        let far = isize::try_from(steps(words, i)).ok()?;
        noun.then_some((down * far, i))
    })
}

/// What lies so many places from what was named.
fn shifted(
    catalogue: &Catalogue,
    words: &Words<'_>,
    base: &Meant,
    last: usize,
) -> Option<StructureIndex> {
    let (far, at) = shift(words, last)?;
    let said = |start: &str| {
        (at.saturating_sub(4)..at).any(|i| i > last && words.lower(i).starts_with(start))
    };
    let id = &catalogue.get(base.structure).id;
    let own = match id.strip_prefix("disc_") {
        Some(both) => row(both.split('_').next()?)?,
        None if id == "sacrum" => row("S1")?,
        None => row(id.strip_prefix("vertebra_")?)?,
    };
    let is_disc = id.starts_with("disc_");
    let to_disc = said("disc") || said("disk") || said("space");
    let to_bone = said("vertebra") || said("body") || said("bone");
    // The disc of a row lies under its vertebra.
    let far = match (is_disc, is_disc && !to_bone || to_disc) {
        (false, true) if far > 0 => far - 1,
        (true, false) if far < 0 => far + 1,
        _ => far,
    };
    let place = own.checked_add_signed(far)?;
    if is_disc && !to_bone || to_disc {
        disc(catalogue, place)
    } else {
        vertebra(catalogue, place)
    }
}

/// Whether the sentence around a word speaks of a disc.
fn says_disc(words: &Words<'_>, i: usize) -> bool {
    let mut clause = words.clause(i);
    clause.any(|i| {
        let word = words.lower(i);
        word.starts_with("disc") || word.starts_with("disk") || word == "interspace"
    })
}

/// What the levels at the beginning of a list mean, and how many of them say it.
fn meant(
    catalogue: &Catalogue,
    words: &Words<'_>,
    list: &[Level],
) -> Option<(StructureIndex, usize)> {
    let level = list.first()?;
    let direction = before(words, level.word);
    let before = direction.map_or("", |i| words.lower(i));
    if let Some(named) = disc_at(catalogue, words, level.word) {
        let joined = list.get(1).is_some_and(|next| next.word == level.word + 1);
        // "One level below L3/4".
        let far = direction.and_then(|i| counted(words, i)).unwrap_or(0);
        let row = row(&level.name).and_then(|own| match before {
            down if BELOW.contains(&down) => Some(own + far),
            up if ABOVE.contains(&up) => own.checked_sub(far),
            _ => Some(own),
        });
        let beside = row.filter(|_| far > 0).and_then(|row| disc(catalogue, row));
        return Some((beside.unwrap_or(named), 1 + usize::from(joined)));
    }
    let far = direction.map_or(1, |i| steps(words, i));
    let Some(own) = row(&level.name) else {
        return Some((level.vertebra, 1));
    };
    if before == "between"
        && let Some(next) = list.get(1).filter(|next| next.word <= level.word + 6)
        && words.clause(level.word).contains(&next.word)
        && let Some(found) = row(&next.name).and_then(|other| between(catalogue, own, other))
    {
        return Some((found, 2));
    }
    let is_disc = says_disc(words, level.word);
    let neighbour = if BELOW.contains(&before) {
        let under = (!is_disc).then(|| vertebra(catalogue, own + far));
        under.unwrap_or_else(|| disc(catalogue, own + far - 1))
    } else if ABOVE.contains(&before) {
        own.checked_sub(far).and_then(|over| {
            let bone = (!is_disc).then(|| vertebra(catalogue, over));
            bone.unwrap_or_else(|| disc(catalogue, over))
        })
    } else {
        None
    };
    Some((neighbour.unwrap_or(level.vertebra), 1))
}

/// The vertebrae and discs that a text of the spine is about, in order.
pub(super) fn spine(catalogue: &Catalogue, words: &Words<'_>, numbered: &Numbered) -> Vec<Meant> {
    let all = levels(catalogue, words, numbered, 0..words.list.len());
    let mut list = &all[..];
    let mut found = Vec::new();
    while let Some((structure, count)) = meant(catalogue, words, list) {
        let (by, rest) = list.split_at(count.max(1));
        let last = by[by.len() - 1].word;
        found.push(Meant {
            structure,
            by: by
                .iter()
                .map(|level| level.vertebra)
                .chain(disc_at(catalogue, words, by[0].word))
                .collect(),
            bytes: words.list[by[0].word].start..words.list[last].end,
        });
        list = rest;
    }
    if let [base] = &mut found[..]
        && let Some(level) = all.last()
        && let Some(structure) = shifted(catalogue, words, base, level.word)
    {
        base.structure = structure;
    }
    found
}

/// What is injected into an epidural space for the sake of the spine, or collects there; what numbs acts on cord and roots.
const INJECTED_OR_COLLECTED: [&str; 11] = [
    "steroid",
    "radicul",
    "sciatic",
    "herniat",
    "abscess",
    "haematoma",
    "hematoma",
    "phlegmon",
    "empyema",
    "lipomatosis",
    "metasta",
];

/// Words between that and "epidural" at most.
const NEAR: usize = 6;

/// What says that an epidural space is one around the cord, which ends in L1.
const AT_CORD: [&str; 5] = ["cervical", "thoracic", "conus", "cord", "myelopath"];

/// The epidural spaces that are said to hold something of the spine: the bone or disc around one below the end of the cord, or nothing for one beside the
/// cord. Those without a level or part of the spine are left out, and those whose bytes are `beside` what the text is about.
pub(super) fn epidural<'a>(
    catalogue: &'a Catalogue,
    words: &'a Words<'_>,
    numbered: &'a Numbered,
    beside: impl Fn(&Range<usize>) -> bool + 'a,
) -> impl Iterator<Item = Option<StructureIndex>> + 'a {
    let begins = |i: usize, with: &[&str]| with.iter().any(|w| words.lower(i).starts_with(w));
    let is_space = move |i: usize| {
        let word = &words.list[i];
        begins(i, &["epidural", "extradural", "peridural"]) && !beside(&(word.start..word.end))
    };
    let spaces = (0..words.list.len()).filter(move |i| is_space(*i));
    spaces.filter_map(move |space| {
        let clause = words.clause(space);
        let near = space.saturating_sub(NEAR).max(clause.start)..(space + NEAR + 1).min(clause.end);
        let mut holds = near.filter(|i| begins(*i, &INJECTED_OR_COLLECTED));
        holds.next()?;
        let levels = levels(catalogue, words, numbered, clause.clone());
        let is_low = |level: &Level| row(&level.name).is_some_and(|own| row("L1") < Some(own));
        if !levels.iter().all(is_low) || clause.clone().any(|i| begins(i, &AT_CORD)) {
            return Some(None);
        }
        if let Some((structure, _)) = meant(catalogue, words, &levels) {
            return Some(Some(structure));
        }
        let before = (space.saturating_sub(3).max(clause.start)..space).rev();
        let part = before.filter(|i| words.gap(i + 1) == Gap::Space);
        let mut part = part.filter_map(|i| match words.lower(i) {
            "lumbar" | "lumbosacral" => Some("lumbar_vertebrae"),
            "caudal" | "sacral" => Some("sacrum"),
            _ => None,
        });
        Some(Some(catalogue.index_of(part.next()?)?))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_mean_a_vertebra_or_a_disc() {
        let c = Catalogue::builtin();
        for (text, ids) in [
            ("L4/L5 herniation", &["disc_L4_L5"][..]),
            ("the L2-3 space", &["disc_L2_L3"]),
            ("L5-S1", &["disc_L5_S1"]),
            ("T11, T12", &["vertebra_T11", "vertebra_T12"]),
            ("the body between L3 and L5 has collapsed", &["vertebra_L4"]),
            ("the cushion between L3 and L4", &["disc_L3_L4"]),
            ("a fracture of the bone just below T12", &["vertebra_L1"]),
            ("the disc below L4", &["disc_L4_L5"]),
            ("the disc one level below L3/4", &["disc_L4_L5"]),
            ("the disc two levels above L4-L5", &["disc_L2_L3"]),
            ("pain below L4/5", &["disc_L4_L5"]),
            ("the disc above the L5 body", &["disc_L4_L5"]),
            ("the vertebra immediately above L1", &["vertebra_T12"]),
            ("the disc under L5", &["disc_L5_S1"]),
            (
                "the disc between the sixth and seventh cervical vertebrae",
                &["disc_C6_C7"],
            ),
            ("the 4th lumbar vertebra", &["vertebra_L4"]),
            (
                "The collapsed vertebra is three below T2.",
                &["vertebra_T5"],
            ),
            (
                "Planned for L2, they are one vertebra too low.",
                &["vertebra_L3"],
            ),
            (
                "Consent says T10/11 but it is one disc space higher.",
                &["disc_T9_T10"],
            ),
            ("Not T9, but the vertebra above it.", &["vertebra_T8"]),
            (
                "The L2/L3 disc is normal, the body below it is not.",
                &["vertebra_L3"],
            ),
            ("L2 is normal, the disc below it is not.", &["disc_L2_L3"]),
            (
                "The L2/L3 disc is normal, the vertebra above it is not.",
                &["vertebra_L2"],
            ),
            ("Two levels below T12 it is narrow.", &["vertebra_L2"]),
            (
                "the eleventh and twelfth thoracic bodies",
                &["vertebra_T11", "vertebra_T12"],
            ),
        ] {
            let words = Words::new(text, 0..text.len());
            let found = spine(c, &words, &Numbered::new(&words));
            let found: Vec<&str> = found
                .iter()
                .map(|meant| c.get(meant.structure).id.as_str())
                .collect();
            assert_eq!(found, ids, "{text}");
        }
    }
}
