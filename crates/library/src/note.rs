//! Clinical notes as they are pasted: numbers, punctuation and hashtags that find nothing are left out of the words that are looked for.

use std::collections::BTreeSet;

use anatomy::Catalogue;
use grounding::{Gazetteer, MentionKind};

/// Letters of an abbreviation, at most.
const LONGEST: usize = 6;

/// The words of a note by which papers are looked for: without stand-alone numbers, punctuation and the `#` of hashtags; numbers that are part of a name
/// stay (COVID-19, T2, C1), as do words with a hyphen (CT-scan). Behind them stand the names of the structures that its abbreviations mean (IVC).
///
/// The rules are those of a recommender of papers for radiologists, whose notes are full of measurements and tags.
pub fn note_words(note: &str) -> String {
    let kept = |c: char| c.is_alphanumeric() || "-'’".contains(c);
    let pieces = note.split(|c: char| !kept(c));
    let words = pieces.map(|piece| piece.trim_matches(|c: char| !c.is_alphanumeric()));
    let words = words.filter(|word| word.contains(char::is_alphabetic));
    let mut words: Vec<String> = words.map(str::to_owned).collect();
    words.extend(spelt_out(note));
    words.join(" ")
}

/// A note as the model reads it: sentences, numbers ("segment 7") and what is said to be absent tell it where, so that it loses nothing but the `#`
/// of hashtags.
pub fn note_for_model(note: &str) -> String {
    note.replace('#', "")
}

/// Names of the structures that the abbreviations of a text mean, each once.
fn spelt_out(text: &str) -> BTreeSet<String> {
    let catalogue = Catalogue::builtin();
    let mentions = Gazetteer::builtin().find(text).into_iter();
    let short = mentions.filter(|mention| {
        let named = text.get(mention.range()).unwrap_or_default();
        let capitals = named.chars().filter(|c| c.is_uppercase()).count();
        let plain = named.chars().all(|c| c.is_uppercase() || c.is_numeric());
        mention.kind == MentionKind::Name && plain && (2..=LONGEST).contains(&capitals)
    });
    let structures = short.flat_map(|mention| mention.structures.to_vec());
    structures
        .map(|structure| catalogue.get(structure).name.to_lowercase())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_that_stand_alone_and_punctuation_are_left_out() {
        for (note, words) in [
            (
                "45 yo, #cough & fever (38.5): COVID-19?",
                "yo cough fever COVID-19",
            ),
            (
                "T2 lesion 3.5 x 2 cm at C1; CT-scan: 120/80, 10-15 -",
                "T2 lesion x cm at C1 CT-scan",
            ),
            ("#pleural_effusion", "pleural effusion"),
            ("Crohn's 'disease'", "Crohn's disease"),
            ("12 - 7.", ""),
        ] {
            assert_eq!(note_words(note), words);
        }
    }

    #[test]
    fn an_abbreviation_of_a_structure_brings_its_name() {
        let words = note_words("Thrombus of the IVC.");
        assert_eq!(words, "Thrombus of the IVC inferior vena cava");
        assert_eq!(note_for_model("#effusion, 3 cm."), "effusion, 3 cm.");
    }
}
