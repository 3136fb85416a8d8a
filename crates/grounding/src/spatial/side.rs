//! Left, right or both: the side that the words say of a mention, and whether they say it at all.

use std::ops::Range;

use anatomy::Side;

use super::words::{Gap, Words};

/// Words between a side and its organ that are not counted.
const CONNECTORS: [&str; 9] = ["of", "the", "a", "an", "in", "its", "his", "her", "at"];

/// Words that end the search for a side before a mention: what stands before them is about something else.
const BREAKS: [&str; 22] = [
    "with", "by", "was", "were", "is", "are", "but", "while", "whereas", "showed", "than", "for",
    "after", "before", "to", "from", "that", "which", "through", "because", "during", "touches",
];

/// What takes a side for itself: "right femoral artery", "left lateral position", "right iliac fossa".
const FOREIGN: [&str; 38] = [
    "arm",
    "arms",
    "hand",
    "leg",
    "foot",
    "eye",
    "ear",
    "breast",
    "shoulder",
    "thoracotomy",
    "incision",
    "approach",
    "subcostal",
    "decubitus",
    "position",
    "flank",
    "fossa",
    "quadrant",
    "femoral",
    "radial",
    "brachial",
    "lateral decubitus",
    "handed",
    "shift",
    "shunt",
    "ovary",
    "hemisphere",
    "heart",
    "gastric",
    "gastroepiploic",
    "coronary",
    "neck",
    "side of the neck",
    "groin",
    "axilla",
    "iliac fossa",
    "hip",
    "thigh",
];

/// Words after "left" that show that it is the past tense of "leave".
const LEFT_OBJECT: [&str; 19] = [
    "the",
    "a",
    "an",
    "in",
    "against",
    "behind",
    "untreated",
    "alone",
    "open",
    "without",
    "untouched",
    "over",
    "partly",
    "his",
    "her",
    "our",
    "hospital",
    "home",
    "as",
];

/// Words before "left" that show the same ("was left", "he left").
const LEFT_SUBJECT: [&str; 16] = [
    "was", "were", "is", "are", "been", "be", "being", "had", "has", "have", "he", "she", "they",
    "who", "patient", "patients",
];

/// The side that one word says.
fn side_word(word: &str) -> Option<Side> {
    match word {
        "left" | "sinister" | "sinistra" | "sinistrum" => Some(Side::Left),
        "right" | "dexter" | "dextra" | "dextrum" => Some(Side::Right),
        "bilateral" | "bilaterally" | "both" => Some(Side::Both),
        _ => None,
    }
}

/// The side that the word at an index says, with abbreviations directly before a mention ("L kidney", "Rt. lung").
fn side_at(words: &Words<'_>, i: usize, short: bool) -> Option<Side> {
    let word = words.list.get(i)?;
    if short {
        match word.text {
            "L" | "Lt" | "LT" | "lt" => return Some(Side::Left),
            "R" | "Rt" | "RT" | "rt" => return Some(Side::Right),
            _ => {}
        }
    }
    let side = side_word(&word.lower)?;
    directional(words, i).then_some(side)
}

/// Shorthand in which a side is a letter.
const LEFT_LETTERS: [&str; 11] = [
    "L", "Lt", "LT", "lt", "LLQ", "LUQ", "LIF", "LUL", "LLL", "LLZ", "LUZ",
];

/// The same of the other side.
const RIGHT_LETTERS: [&str; 12] = [
    "R", "Rt", "RT", "rt", "RLQ", "RUQ", "RIF", "RUL", "RML", "RLL", "RLZ", "RUZ",
];

/// Whether a text says a side of anything, of a mention or not: left, right.
pub(super) fn sides_said(words: &Words<'_>) -> [bool; 2] {
    let mut said = [false; 2];
    for (i, word) in words.list.iter().enumerate() {
        let side = side_at(words, i, false);
        said[0] |= side == Some(Side::Left)
            || LEFT_LETTERS.contains(&word.text)
            || word.lower.starts_with("left-");
        said[1] |= side == Some(Side::Right)
            || RIGHT_LETTERS.contains(&word.text)
            || word.lower.starts_with("right-");
    }
    let others: Vec<Side> = (0..words.list.len())
        .filter_map(|i| other_at(words, i))
        .collect();
    said[0] |= others.contains(&Side::Left);
    said[1] |= others.contains(&Side::Right);
    said
}

/// Words that say that all is well with what they stand beside.
const WELL: [&str; 16] = [
    "no",
    "not",
    "normal",
    "fine",
    "clear",
    "healthy",
    "intact",
    "unremarkable",
    "sound",
    "ok",
    "spared",
    "clean",
    "good",
    "without",
    "unaffected",
    "nad",
];

/// The side of which a text says "the other one" when it comes to what it is about: "They took my right kidney. Now the other one hurts."
pub(super) fn other_meant(words: &Words<'_>) -> Option<Side> {
    let (at, side) = (0..words.list.len())
        .filter(|i| stands_alone(words, *i))
        .filter_map(|i| Some((i, other_at(words, i)?)))
        .next_back()?;
    let joins = |i: usize| ["but", "and", "while"].contains(&words.lower(i));
    let mut behind =
        (at + 1..words.clause(at).end).take_while(|i| words.gap(*i) < Gap::Comma && !joins(*i));
    let is_well = behind.any(|i| WELL.contains(&words.lower(i)));
    let later = (at + 1..words.list.len()).any(|i| side_at(words, i, true).is_some());
    (!is_well && !later).then_some(side)
}

/// Whether "other" at a word is what a text goes on to speak of: "the other one is …", "my other shoulder", and not "higher than the other",
/// "rides over its neighbour".
fn stands_alone(words: &Words<'_>, i: usize) -> bool {
    let lower = |back: usize| i.checked_sub(back).map_or("", |i| words.lower(i));
    if ["than", "to", "over", "with"].contains(&lower(2)) {
        return false;
    }
    match words.lower(i) {
        "other" | "opposite" | "contralateral" => {
            let own = ["my", "his", "her", "your", "their"].contains(&lower(1));
            let one = ["one", "side", "s", "is", "was", "has", "had"].contains(&words.lower(i + 1));
            own || one || words.gap(i + 1) >= Gap::Comma
        }
        "across" => true,
        // "Its neighbour", "so it must be its twin".
        _ => (i > 0 && words.gap(i - 1) >= Gap::Comma) || ["be", "is", "was"].contains(&lower(2)),
    }
}

/// Words between a side and "the other", at most.
const OTHER_REACH: usize = 60;

/// "the other side", "its fellow", "the contralateral lung" at a word: the side opposite to the last one that was said before.
fn other_at(words: &Words<'_>, i: usize) -> Option<Side> {
    let before = i.checked_sub(1).map_or("", |i| words.lower(i));
    let definite = [
        "the", "his", "her", "my", "your", "our", "its", "their", "s",
    ]
    .contains(&before);
    let other = match words.lower(i) {
        "contralateral" => true,
        "other" | "opposite" => definite,
        "fellow" | "counterpart" | "twin" | "partner" | "neighbour" | "neighbor" => before == "its",
        "across" => words.lower(i + 1) == "from" && before == "one",
        _ => false,
    };
    if !other {
        return None;
    }
    let last = (i.saturating_sub(OTHER_REACH)..i)
        .rev()
        .find_map(|j| side_at(words, j, true));
    match last? {
        Side::Left => Some(Side::Right),
        Side::Right => Some(Side::Left),
        _ => None,
    }
}

/// Whether "left" and "right" at an index are sides, and not a verb, a claim or an adverb.
fn directional(words: &Words<'_>, i: usize) -> bool {
    let (before, word) = (if i > 0 { words.lower(i - 1) } else { "" }, words.lower(i));
    let (after, joined) = (words.lower(i + 1), words.gap(i + 1) == Gap::Space);
    match word {
        "left" => {
            let object = joined && LEFT_OBJECT.contains(&after);
            let noun = ["the", "on"].contains(&before);
            let verb = LEFT_SUBJECT.contains(&before) && !is_organ_like(after);
            let to_right = joined && after == "to" && words.lower(i + 2) == "right";
            !(to_right || (!noun && object) || (verb && !noun))
        }
        "right" => {
            let adverb = joined
                && ["after", "away", "before", "now"].contains(&after)
                && ["immediately", "", "and", "was"].contains(&before);
            let claim = joined && after == "to" && before != "on";
            !(adverb || claim || before == "all" || before == "immediately")
        }
        _ => true,
    }
}

/// Whether a word after "was left" still reads as what the side belongs to ("was left sided").
fn is_organ_like(word: &str) -> bool {
    ["sided", "lateral", "kidney", "lung", "testis", "lobe"].contains(&word)
}

/// "left", "right" or "bilateral" at a mention: in its own words, among the words before it, or in "… on the left" and
/// "… (left)" after it. The nearest decides; "left and right" is both; "contralateral" is none.
///
/// `others` says whether a word belongs to another mention.
pub(crate) fn side_cue(
    words: &Words<'_>,
    mention: Range<usize>,
    others: &dyn Fn(usize) -> bool,
) -> Option<Side> {
    let own = words.within(&mention);
    for i in own.clone() {
        if let Some(side) = side_word(words.lower(i)) {
            return Some(side);
        }
    }
    before(words, own.start)
        .or_else(|| after(words, own.end, others))
        .or_else(|| moved(words, own.end))
}

/// What lies elsewhere than it grew.
const MOVED: [&str; 14] = [
    "graft",
    "grafted",
    "allograft",
    "transplant",
    "transplanted",
    "transplantation",
    "ectopic",
    "ectopia",
    "implanted",
    "placed",
    "donor",
    "donated",
    "cadaveric",
    "wandering",
];

/// The side of the region into which a graft was put: "renal allograft in the left iliac fossa". The right or left kidney that one grew with is elsewhere.
fn moved(words: &Words<'_>, end: usize) -> Option<Side> {
    let clause = words.clause(end.saturating_sub(1));
    let is_moved = |i: usize| MOVED.contains(&words.lower(i));
    let near = end.saturating_sub(5).max(clause.start)..(end + 8).min(clause.end);
    if !near.clone().any(is_moved) {
        return None;
    }
    let last = (end + 14).min(clause.end);
    let place = (end..last).find(|i| ["in", "into", "to", "at"].contains(&words.lower(*i)))?;
    let mut behind = place + 1..last.min(place + 4);
    behind.find_map(|i| {
        side_word(words.lower(i))
            .filter(|_| FOREIGN.contains(&words.lower(i + 1)) || words.lower(i + 1) == "iliac")
    })
}

fn before(words: &Words<'_>, mention: usize) -> Option<Side> {
    let mut content = 0;
    let mut i = mention;
    for _ in 0..8 {
        if i == 0 || content >= 3 || matches!(words.gap(i), Gap::Stop | Gap::Colon | Gap::Bracket) {
            return None;
        }
        i -= 1;
        let word = words.lower(i);
        // Abbreviations count only where nothing but position words lies between.
        if let Some(side) = side_at(words, i, content == 0 && i + 1 == mention) {
            if ["handed", "hand"].contains(&words.lower(i + 1)) {
                return None;
            }
            // "shifted to the right, effusion of …": what the side belonged to ended there.
            let turned = i > 1 && words.lower(i - 2) == "to" && words.lower(i - 1) == "the";
            if turned && words.gap(i + 1) > Gap::Space {
                return None;
            }
            // "left and right", "the right nor the left": the other side stands right before the joining word.
            let the = usize::from(i > 0 && words.lower(i - 1) == "the");
            let other = i
                .checked_sub(2 + the)
                .filter(|j| ["and", "or", "nor"].contains(&words.lower(j + 1)))
                .and_then(|j| side_word(words.lower(j)));
            return Some(if other.is_some_and(|o| o != side) {
                Side::Both
            } else {
                side
            });
        }
        if let Some(side) = other_at(words, i) {
            return Some(side);
        }
        if ["contralateral", "ipsilateral", "opposite", "left"].contains(&word)
            || BREAKS.contains(&word)
            || FOREIGN.contains(&word)
        {
            return None;
        }
        if !CONNECTORS.contains(&word) {
            content += 1;
        }
    }
    None
}

fn after(words: &Words<'_>, end: usize, others: &dyn Fn(usize) -> bool) -> Option<Side> {
    for i in end..(end + 7).min(words.list.len()) {
        if words.gap(i) == Gap::Stop || (others(i) && i > end) {
            return None;
        }
        if ["but", "whereas", "while", "and"].contains(&words.lower(i)) {
            return None;
        }
        if words.lower(i) == "bilaterally" {
            return Some(Side::Both);
        }
        // "Effusion left." in the style of reports.
        if i <= end + 1
            && (end..=i).all(|at| words.gap(at) == Gap::Space)
            && words.gap(i + 1) > Gap::Space
            && let Some(side) = side_word(words.lower(i))
        {
            return Some(side);
        }
        // "the kidney on the left", "the ureter (right)", "Kidney, left: 10 cm", "…, the right."
        let on = words.lower(i) == "on";
        let apposed = words.gap(i) > Gap::Space && i <= end + 4;
        if !on && !apposed {
            continue;
        }
        let mut at = if on { i + 1 } else { i };
        if words.lower(at) == "the" {
            at += 1;
        }
        let Some(side) = side_word(words.lower(at)) else {
            continue;
        };
        let next = words.lower(at + 1);
        let free = words.gap(at + 1) > Gap::Space
            || [
                "side", "with", "after", "in", "was", "were", "is", "are", "that", "which", "and",
            ]
            .contains(&next)
            || (words.list.get(at + 1)).is_some_and(|w| w.text.starts_with(char::is_numeric))
            || next.ends_with("ed");
        if free && !(others(at + 1)) {
            return Some(side);
        }
    }
    None
}

/// Words that say that there is nothing to see.
const NEGATIONS: [&str; 7] = [
    "no",
    "not",
    "without",
    "unlike",
    "normal",
    "unremarkable",
    "healthy",
];

/// The same, after the mention.
const SPARED: [&str; 10] = [
    "normal",
    "unremarkable",
    "clear",
    "intact",
    "spared",
    "healthy",
    "absent",
    "uninvolved",
    "unaffected",
    "avoided",
];

/// Whether the clause says that nothing is there: such a mention is worth less than one of which something is said.
pub(crate) fn is_negated(words: &Words<'_>, mention: Range<usize>) -> bool {
    let own = words.within(&mention);
    let ends = |i: usize| {
        words.gap(i) >= Gap::Comma
            || ["but", "whereas", "while", "although", "however", "and"].contains(&words.lower(i))
    };
    let mut i = own.start;
    for _ in 0..6 {
        if i == 0 || words.gap(i) >= Gap::Comma {
            break;
        }
        i -= 1;
        if NEGATIONS.contains(&words.lower(i)) {
            return true;
        }
        if ends(i) {
            break;
        }
    }
    for i in own.end..(own.end + 7).min(words.list.len()) {
        if ends(i) {
            break;
        }
        if SPARED.contains(&words.lower(i)) && words.lower(i - 1) != "not" {
            return true;
        }
        if words.lower(i) == "not" && ["involved", "affected"].contains(&words.lower(i + 1)) {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cue(text: &str, word: &str) -> Option<Side> {
        let start = text.rfind(word).unwrap();
        let words = Words::new(text, 0..text.len());
        side_cue(&words, start..start + word.len(), &|_| false)
    }

    #[test]
    fn sides_are_read_next_to_the_mention() {
        let (l, r, b) = (Some(Side::Left), Some(Side::Right), Some(Side::Both));
        for (text, word, side) in [
            ("a mass in the left kidney", "kidney", l),
            ("right-sided pleural effusion", "pleural", r),
            ("both kidneys were small", "kidneys", b),
            ("left and right lungs", "lungs", b),
            ("the right ventricle and left atrium", "left atrium", l),
            ("left kidney and right ureter", "ureter", r),
            ("the kidney on the left was absent", "kidney", l),
            ("kidney (right)", "kidney", r),
            ("Kidney, left: 10.5 cm", "Kidney", l),
            ("Rt. kidney: two cysts", "kidney", r),
            ("L kidney 11 cm", "kidney", l),
            ("the upper ureter on the left was kinked", "ureter", l),
            ("collapse of the lung on the right with shift", "lung", r),
            ("adrenal glands were enlarged bilaterally", "adrenal", b),
            ("Neither the right nor the left kidney", "kidney", b),
            ("Not the right but the left kidney", "kidney", l),
            (
                "immediately right after the operation, the left lung",
                "lung",
                l,
            ),
            ("the left arm was weak; kidney normal", "kidney", None),
            ("the kidney was left in place", "kidney", None),
            ("the patient left the hospital; kidney", "kidney", None),
            ("the contralateral kidney", "kidney", None),
            ("a left nephrectomy; the contralateral kidney", "kidney", r),
            ("The right kidney is small. The other kidney", "kidney", l),
            (
                "I write with my right hand; in my other shoulder",
                "shoulder",
                l,
            ),
            ("left lung mass, other kidney cysts", "kidney", None),
            ("the opposite kidney", "kidney", None),
            ("the right femoral artery and kidney", "kidney", None),
            ("had the right to refuse a kidney", "kidney", None),
            ("a kidney", "kidney", None),
            ("pleural effusion left, two broken ribs", "effusion", l),
            ("renal allograft in the left iliac fossa", "renal", l),
            (
                "the transplanted kidney lies in the right flank",
                "kidney",
                r,
            ),
            (
                "pain in the left iliac fossa, kidney normal",
                "kidney",
                None,
            ),
            (
                "kidney stones, pain in the left iliac fossa",
                "kidney",
                None,
            ),
            ("Pleural effusion right.", "leural", r),
            (
                "shift of the mediastinum to the right, pleural effusion",
                "pleural",
                None,
            ),
            ("a right, enlarged kidney", "kidney", r),
            ("On the right, the kidney is small", "kidney", r),
            ("the left, shrunken kidney", "kidney", l),
        ] {
            assert_eq!(cue(text, word), side, "{text}");
        }
    }

    #[test]
    fn the_other_side_is_said_too() {
        for (text, said) in [
            (
                "The left kidney is normal; a stone on the other side.",
                [true, true],
            ),
            ("Right kidney removed. Its fellow is large.", [true, true]),
            ("The right lung is clear, no other finding.", [false, true]),
            ("The other side is normal.", [false, false]),
        ] {
            assert_eq!(sides_said(&Words::new(text, 0..text.len())), said, "{text}");
        }
    }

    #[test]
    fn nothing_to_see_is_recognised() {
        for (text, word, negated) in [
            (
                "no mass in the left kidney, but the right is full",
                "kidney",
                true,
            ),
            ("the left lung is clear, whereas", "lung", true),
            ("a mass in the left lung", "lung", false),
            ("not the right but the left kidney", "kidney", false),
            ("Inferior STEMI, RV not involved", "RV", true),
            ("Inferior STEMI, RV not spared", "RV", false),
        ] {
            let start = text.find(word).unwrap();
            let words = Words::new(text, 0..text.len());
            assert_eq!(
                is_negated(&words, start..start + word.len()),
                negated,
                "{text}"
            );
        }
    }
}
