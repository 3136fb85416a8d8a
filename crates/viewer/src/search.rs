//! Structures by what people call them.

use anatomy::{Catalogue, Structure, StructureIndex};
use grounding::NameMatch;
use language::say;

use crate::structure_in_language;

/// Most structures that the word list adds to a search.
const MOST_BY_WORDS: usize = 16;
/// Letters from which on something in the middle of a word answers: "undo" is no part of "fundus".
const MIDDLE: usize = 4;

/// How well a name answers what was typed, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answers {
    /// It is what was typed.
    Whole,
    /// It begins with it, or its words do in their order: "left lobe of liver" for "left liv".
    Beginning,
    /// One of its words begins with it: "left kidney" for "kidney"; or its words do in their order from a later one on: "left lobe of liver" for
    /// "lobe liv".
    Word,
    /// It has it somewhere.
    Within,
}

/// Small words that people type and names leave out, in all languages of the window.
const SMALL_WORDS: [&str; 20] = [
    "the", "a", "an", "of", "der", "die", "das", "des", "dem", "den", "le", "la", "les", "l", "du",
    "de", "d", "el", "los", "las",
];

/// Whether the words that were typed, at least two, are beginnings of words of a name in its order, and whether its first word is the first of them:
/// "tail of the panc" of "tail of pancreas".
fn begins_in_order(name: &str, query: &str) -> Option<Answers> {
    fn words(text: &str) -> impl Iterator<Item = &str> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words.filter(|word| !word.is_empty() && !SMALL_WORDS.contains(word))
    }
    // Every name is asked at every letter: most questions are of one word.
    if query.chars().all(char::is_alphanumeric) {
        return None;
    }
    let (mut left, mut typed) = (words(name).enumerate(), 0);
    let mut first = None;
    for word in words(query) {
        let (at, _) = left.find(|(_, of_name)| of_name.starts_with(word))?;
        first.get_or_insert(at);
        typed += 1;
    }
    let answer = match first? {
        0 => Answers::Beginning,
        _ => Answers::Word,
    };
    (typed > 1).then_some(answer)
}

/// How well a name answers a query in lower case; nothing when it does not.
pub fn answers(name: &str, query: &str) -> Option<Answers> {
    let name = name.to_lowercase();
    let at_word = || {
        let mut found = name.match_indices(query);
        found.any(|(at, _)| !name[..at].ends_with(char::is_alphanumeric))
    };
    if name == query {
        return Some(Answers::Whole);
    }
    if name.starts_with(query) {
        return Some(Answers::Beginning);
    }
    begins_in_order(&name, query)
        .or_else(|| at_word().then_some(Answers::Word))
        .or_else(|| {
            let within = query.chars().count() > MIDDLE && name.contains(query);
            within.then_some(Answers::Within)
        })
}

/// How well a structure answers, by its name or another one: another name that is typed to its end counts as much as its own, one that is
/// not stands behind its own.
fn structure_answers(structure: &Structure, query: &str) -> Option<(Answers, bool)> {
    let here = structure_in_language(structure);
    let own = [Some(&structure.name), here.as_ref()];
    let own = own.into_iter().flatten();
    let own = own.filter_map(|name| answers(name, query)).min();
    let own = own.map(|answer| (answer, false));
    let others = [&structure.id, &structure.latin];
    let others = others.into_iter().chain(&structure.synonyms);
    let other = others.filter_map(|name| answers(name, query)).min();
    let other = other.map(|answer| match answer {
        Answers::Whole => (Answers::Whole, false),
        answer => (answer.max(Answers::Word), true),
    });
    own.into_iter().chain(other).min()
}

/// The structures that a search finds by name (in English or the language of the window), id, Latin or synonym: what it names before what it stands in, and the shorter names
/// before the longer.
pub fn find_structures(catalogue: &Catalogue, query: &str) -> Vec<StructureIndex> {
    let query = query.trim().to_lowercase();
    let mut found: Vec<((Answers, bool), usize, &str, StructureIndex)> = catalogue
        .indices()
        .filter_map(|index| {
            let structure = catalogue.get(index);
            let rank = structure_answers(structure, &query)?;
            Some((rank, structure.name.len(), structure.name.as_str(), index))
        })
        .collect();
    found.sort();
    let mut found: Vec<StructureIndex> = found.into_iter().map(|(.., index)| index).collect();
    if !query.is_empty() {
        // Abbreviations, adjectives and misspellings, by the word list that reads the texts. Its structures are those of the
        // built-in catalogue, whose rows keep their places in every atlas.
        for name in terms(&query) {
            if name.structure.usize() < catalogue.structures().len()
                && !found.contains(&name.structure)
            {
                found.push(name.structure);
            }
        }
    }
    found
}

/// Terms of the word list that have what was typed, or are like it, each with its structure.
pub fn terms(query: &str) -> Vec<NameMatch> {
    grounding::Gazetteer::builtin().search(query.trim(), MOST_BY_WORDS)
}

/// How the word list knows a structure by what was typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listed {
    /// By a name of it, of its disease or of a procedure: it is meant.
    Name,
    /// By an adjective ("hepatocellular") or the stem of a word ("pancreatitis"), which may be about it and means as often what is said there.
    Stem,
}

/// Endings of adjectives.
const ADJECTIVES: [&str; 7] = ["al", "ar", "ary", "iac", "ian", "ic", "ous"];

/// The structures of which what was typed is a whole name by the word list, also misspelt ("kidny stone"), or one word that is an adjective of it or has
/// the stem of a name ("pancreatitis"); of "diabetes" the list has "diabetes insipidus" alone, which was not typed.
pub fn listed_structures(query: &str) -> Vec<(StructureIndex, Listed)> {
    /// Letters from which on a word that is like another one is that one misspelt rather than another ("fever" and FEVAR), and by how many it may be
    /// longer or shorter.
    const LONG: usize = 8;
    const SPARE: usize = 2;
    /// Letters of an adjective, at least: an ear is none.
    const ADJECTIVE: usize = 5;
    let query = query.trim();
    let is_word = !query.contains(char::is_whitespace);
    let found = terms(query).into_iter().map(|found| {
        let name = found.name.trim_end_matches('*').to_lowercase();
        (found, name)
    });
    let found: Vec<(NameMatch, String)> = found.collect();
    let is_known = found.iter().any(|(_, name)| beyond(name, query).is_some());
    let listed = found.into_iter().filter_map(|(found, name)| {
        let as_long = name.len().abs_diff(query.len()) <= SPARE;
        // Nothing is misspelt that is a name or has a stem as it was typed: "hepatitis" is no "hepaticostomy".
        let is_misspelt = !is_known && as_long && query.len() >= LONG;
        let rest = beyond(&name, query);
        let is_longer = rest.is_some_and(|rest| !matches!(rest, "" | "s" | "es"));
        // Abbreviations are in capitals, and end as no adjective does.
        let ends = |ending: &&str| found.name.ends_with(*ending);
        let is_adjective = is_word && name.len() >= ADJECTIVE && ADJECTIVES.iter().any(ends);
        let how = match is_longer || is_adjective {
            true => Listed::Stem,
            false => Listed::Name,
        };
        (rest.is_some() || is_misspelt).then_some((found.structure, how))
    });
    listed.collect()
}

/// What was typed beyond a name: nothing more, or of one word its ending.
fn beyond<'a>(name: &str, query: &'a str) -> Option<&'a str> {
    let rest = query.strip_prefix(name)?;
    let is_stem = name.len() > 3 && !query.contains(char::is_whitespace);
    (rest.is_empty() || is_stem).then_some(rest)
}

/// A point in words: how far it lies from the middle of the body, in whole millimetres. The frame is LPS: x to the patient's left, y to posterior, z to
/// superior, from the centre of the atlas.
pub fn place_in_words(point_mm: [f32; 3]) -> String {
    let parts: Vec<String> = (0..)
        .zip(point_mm)
        .filter_map(|(axis, mm)| axis_in_words(axis, mm))
        .collect();
    match parts.is_empty() {
        true => say!("place-in-middle"),
        false => say!("place-from-middle", parts = parts.join(", ")),
    }
}

/// How far something lies from the middle of the body along one axis (0 to the patient's left, 1 to posterior, 2 to superior), in whole millimetres;
/// nothing in the middle.
pub fn axis_in_words(axis: usize, mm: f32) -> Option<String> {
    let mm = mm.round();
    let far = language::decimal(f64::from(mm.abs()), 0);
    let words = match (axis, mm > 0.0) {
        (0, true) => say!("place-left", mm = far),
        (0, false) => say!("place-right", mm = far),
        (1, true) => say!("place-behind", mm = far),
        (1, false) => say!("place-in-front", mm = far),
        (_, true) => say!("place-above", mm = far),
        (_, false) => say!("place-below", mm = far),
    };
    (mm != 0.0).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_is_begun_in_its_middle_stands_behind_one_that_begins_so() {
        for (name, answer) in [
            ("Head of pancreas", Some(Answers::Beginning)),
            ("The head of the pancreas", Some(Answers::Beginning)),
            ("Neck and head of pancreas", Some(Answers::Word)),
            ("Pancreas, head", None),
            ("Headpan", None),
        ] {
            assert_eq!(answers(name, "head pan"), answer, "{name}");
        }
    }

    #[test]
    fn a_part_of_a_name_is_not_that_name_and_an_adjective_is_told_from_a_name() {
        let catalogue = Catalogue::builtin();
        for (query, id, how) in [
            ("pneumonia", "lung", Some(Listed::Name)),
            ("hepatocellular", "liver", Some(Listed::Stem)),
            ("hepatocelular", "liver", Some(Listed::Stem)),
            ("hepatitis", "liver", Some(Listed::Stem)),
            ("hepatitis", "bile_duct", None),
            ("duodenal", "duodenum", Some(Listed::Stem)),
            ("duodenal", "colon", None),
            ("pancreatitis", "pancreas", Some(Listed::Stem)),
            ("nephrectomy", "kidney", Some(Listed::Stem)),
            ("kidneys", "kidney", Some(Listed::Name)),
            ("hepatocellular carcinoma", "liver", None),
            ("kidny stone", "kidney", Some(Listed::Name)),
            ("kidney stones", "kidney", Some(Listed::Name)),
            ("fever", "aorta", None),
            ("diabetes", "kidney", None),
            ("hypertension", "portal_vein", None),
            ("radius", "prostate", None),
        ] {
            let structure = catalogue.index_of(id).expect("it is there");
            let found = listed_structures(query);
            let found = found.iter().find(|(found, _)| *found == structure);
            assert_eq!(found.map(|(_, how)| *how), how, "{query}");
        }
    }

    #[test]
    fn a_point_is_told_from_the_middle() {
        for (point, words) in [
            (
                [12.2, -56.0, 110.4],
                "12 mm left, 56 mm in front, 110 mm above, from the middle",
            ),
            ([0.5, 0.0, -0.4], "1 mm left, from the middle"),
            ([-3.0, 0.2, 0.0], "3 mm right, from the middle"),
            ([0.1, 0.0, -0.4], "in the middle of the body"),
        ] {
            assert_eq!(place_in_words(point), words);
        }
    }

    #[test]
    fn structures_are_found_by_name_and_by_abbreviation() {
        let catalogue = Catalogue::builtin();
        let first = |query: &str| {
            let found = find_structures(catalogue, query);
            found.first().map(|index| catalogue.get(*index).id.as_str())
        };
        assert_eq!(first("liver"), Some("liver"));
        let kidneys = find_structures(catalogue, "kidney");
        let kidneys = kidneys
            .iter()
            .map(|index| catalogue.get(*index).id.as_str());
        let kidneys: Vec<&str> = kidneys.take(3).collect();
        assert_eq!(
            kidneys,
            ["kidney", "left_kidney", "right_kidney"],
            "before the renal pelvis, which is called kidney pelvis too"
        );
        assert_eq!(first(" Spleen "), Some("spleen"));
        assert_eq!(first("tail of the panc"), Some("tail_of_pancreas"));
        assert_eq!(first("head pan"), Some("head_of_pancreas"));
        let found = find_structures(catalogue, "susp liga");
        let place = |id: &str| found.iter().position(|it| catalogue.get(*it).id == id);
        let begins = place("left_suspensory_ligaments_of_breast");
        let within = place("left_suspensory_ligament_of_ovary");
        assert!(begins.is_some() && begins < within, "the shorter name");
        assert!(
            find_structures(catalogue, "IVC")
                .iter()
                .any(|index| catalogue.get(*index).id == "inferior_vena_cava"),
            "an abbreviation is known"
        );
        assert_eq!(find_structures(catalogue, "qqqq"), []);
    }
}
