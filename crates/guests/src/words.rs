//! The words of a name, folded so that ways of writing them are one.

use anatomy::Side;

/// The words of a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Words {
    pub(crate) side: Option<Side>,
    /// In the name's order, sides left out.
    pub(crate) words: Vec<String>,
}

impl Words {
    pub(crate) fn of(text: &str) -> Words {
        let mut out = Words::default();
        let mut words: Vec<String> = split(text).collect();
        // What a collection puts before every name.
        if words.len() > 2
            && ["vh", "sbu"].contains(&words[0].as_str())
            && ["m", "f"].contains(&words[1].as_str())
        {
            words.drain(..2);
        }
        for word in words {
            let side = match word.as_str() {
                "left" | "l" | "sinister" | "sinistra" | "sinistrum" | "sin" => Some(Side::Left),
                "right" | "r" | "dexter" | "dextra" | "dextrum" | "dext" => Some(Side::Right),
                _ => None,
            };
            match side {
                Some(side) if out.side.is_none() => out.side = Some(side),
                Some(_) => {}
                None if STOP.contains(&word.as_str()) => {}
                None => out.words.push(fold_word(&word)),
            }
        }
        out
    }
}

const STOP: [&str; 11] = [
    "of",
    "the",
    "and",
    "a",
    "an",
    "to",
    "part",
    "seg",
    "mask",
    "label",
    "segmentation",
];
/// The words of a name in lower case, split where letters, digits and other signs meet as names are written
/// ("C6/C7", "kidney_capsule_L", "LeftKidney").
pub(super) fn split(text: &str) -> impl Iterator<Item = String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    for c in text.chars() {
        let camel = before.is_lowercase() && c.is_uppercase();
        if !c.is_alphanumeric() {
            words.push(String::new());
        } else {
            if camel || words.is_empty() {
                words.push(String::new());
            }
            if let Some(word) = words.last_mut() {
                word.extend(c.to_lowercase());
            }
        }
        before = c;
    }
    words.into_iter().filter(|w| !w.is_empty())
}

pub(super) fn without_brackets(text: &str) -> String {
    let mut depth = 0;
    text.chars()
        .filter(|c| {
            match c {
                '(' | '[' => depth += 1,
                ')' | ']' => depth -= 1,
                _ => return depth <= 0,
            }
            false
        })
        .collect()
}

const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

pub(super) fn fold_word(word: &str) -> String {
    if let Some(n) = ORDINALS.iter().position(|o| *o == word) {
        return (n + 1).to_string();
    }
    let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    if !digits.is_empty()
        && digits.bytes().all(|b| b.is_ascii_digit())
        && ["st", "nd", "rd", "th", "d"].contains(&&word[digits.len()..])
    {
        return digits.trim_start_matches('0').to_owned();
    }
    let mut word = match word {
        "vertebrae" => "vertebra".to_owned(),
        "disk" | "disks" => "disc".to_owned(),
        "bronchi" => "bronchus".to_owned(),
        "suprarenal" => "adrenal".to_owned(),
        "gallbladder" => "gall bladder".to_owned(),
        _ => word.to_owned(),
    };
    for (british, american) in [
        ("oe", "e"),
        ("ae", "e"),
        ("grey", "gray"),
        ("fibre", "fiber"),
        ("centre", "center"),
        ("tumour", "tumor"),
    ] {
        word = word.replace(british, american);
    }
    if word.len() > 3
        && word.ends_with('s')
        && !word.ends_with("ss")
        && !word.ends_with("us")
        && !word.ends_with("is")
    {
        word.pop();
    }
    word
}
