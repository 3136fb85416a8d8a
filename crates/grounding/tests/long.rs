//! Long texts of every awkward shape are read to their end. Work that grows with the square of the length would take minutes for each
//! (400 kB of names without a full stop once took 15 s, 1 MB over a minute), and the suite is stopped.

mod support;

use grounding::TextInput;
use support::TINY;

/// Bytes of each text.
const LENGTH: usize = 1_000_000;

/// A phrase again and again.
fn repeated(phrase: &str) -> String {
    phrase.repeat(LENGTH / phrase.len())
}

fn read(what: &str, text: &str) {
    let found = TINY.ground(&[TextInput::new(text)]).unwrap().remove(0);
    assert!(found.point_mm.iter().all(|v| v.is_finite()), "{what}");
}

#[test]
fn names_without_a_sentence_end() {
    for (what, phrase) in [
        ("one organ", "liver "),
        (
            "prose",
            "the left kidney and the right lung show a mass of the upper lobe at the level of L3 with segments V and VIII of the liver ",
        ),
        ("vertebrae", "T12 L1 L2 "),
        ("commas", "liver, "),
        ("sides", "left and right "),
        (
            "nested",
            "the wall of the wall of the left main bronchus of the left lung ",
        ),
        ("abbreviations", "CT of the RA and LA with MI and PE "),
    ] {
        read(what, &repeated(phrase));
    }
}

#[test]
fn words_and_marks_without_an_end() {
    for (what, phrase) in [
        ("one word", "a"),
        ("one long name", "hepato"),
        ("commas alone", ","),
        ("full stops", ". "),
        ("initials", "A. "),
        ("stops in a word", "e.g."),
        ("numbers", "1.2.3 "),
        ("line ends", "\n"),
        ("accents", "é̀ "),
        ("misspelt", "a  panceras – oesofagus "),
    ] {
        read(what, &repeated(phrase));
    }
    for (what, head, phrase) in [
        ("brackets after a stop", "Liver.", "("),
        ("spaces after a stop", "Liver.", " "),
        ("marks on a stop", "Liver.", "\u{301}"),
    ] {
        read(what, &format!("{head}{}", repeated(phrase)));
    }
}
