//! What sources leave in titles and abstracts that nobody reads: tags, invisible characters, ligatures, notices of copyright.

use std::borrow::Cow;

/// Tags that databases leave in titles and abstracts.
const TAGS: &[&str] = &[
    "i",
    "b",
    "u",
    "em",
    "strong",
    "sub",
    "sup",
    "sc",
    "p",
    "inf",
    "span",
    "jats:p",
    "jats:title",
    "jats:italic",
    "jats:bold",
    "jats:sub",
    "jats:sup",
    "jats:sec",
];

/// What stands for an abstract that there is not, in lower case.
const NO_ABSTRACT: &[&str] = &[
    "[no abstract available]",
    "no abstract available",
    "no abstract available.",
    "n/a",
    "[no abstract]",
];

/// Longest notice of copyright at the end of an abstract, in bytes.
const NOTICE: usize = 300;

/// Before `words` are raised behind `text`: 10⁹ is not 109.
pub(crate) fn raise(text: &mut String, words: &str) {
    let is_power = words
        .trim_start()
        .starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '−'));
    if is_power && text.ends_with(|c: char| c.is_ascii_digit()) {
        text.push('^');
    }
}

/// A title or a text as people read it.
pub(crate) fn cleaned(text: &str) -> Cow<'_, str> {
    let text = visible(text);
    match without_tags(&text) {
        Some(plain) => Cow::Owned(plain),
        None => text,
    }
}

/// An abstract without what is none.
pub(crate) fn cleaned_abstract(text: &str) -> String {
    let text = cleaned(text);
    let text = text.trim();
    if NO_ABSTRACT.contains(&text.to_lowercase().as_str()) {
        return String::new();
    }
    without_notice(text).trim_end().to_owned()
}

/// A text on one line: single spaces, no control characters.
pub(crate) fn one_line(text: &str) -> String {
    let visible = text.replace(|c: char| c.is_control(), " ");
    visible.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Without characters that are not seen, with plain spaces, and with letters for ligatures.
fn visible(text: &str) -> Cow<'_, str> {
    let is_odd = |c: char| matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}' | '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202a}'..='\u{202f}' | '\u{205f}' | '\u{2066}'..='\u{2069}' | '\u{fb00}'..='\u{fb06}');
    if !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' => out.push(' '),
            '\u{fb00}' => out.push_str("ff"),
            '\u{fb01}' => out.push_str("fi"),
            '\u{fb02}' => out.push_str("fl"),
            '\u{fb03}' => out.push_str("ffi"),
            '\u{fb04}' => out.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => out.push_str("st"),
            // What joins or parts letters, and what turns the direction of writing.
            c if is_odd(c) => {}
            c => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// Without the tags of [`TAGS`]; nothing if there is none.
fn without_tags(text: &str) -> Option<String> {
    if !text.contains('<') {
        return None;
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut found = false;
    while let Some(at) = rest.find('<') {
        let (before, tag) = rest.split_at(at);
        out.push_str(before);
        let end = tag.find('>').filter(|end| *end < 64);
        let inner = end.map(|end| {
            tag[1..end]
                .trim_start_matches('/')
                .trim_end_matches('/')
                .trim()
        });
        // "a<b and c>d" has no tag; attributes have an equals sign.
        let name = inner.and_then(|inner| {
            let (name, rest) = inner
                .split_once(char::is_whitespace)
                .unwrap_or((inner, "="));
            rest.contains('=').then(|| name.to_ascii_lowercase())
        });
        match (end, name) {
            (Some(end), Some(name)) if TAGS.contains(&name.as_str()) => {
                found = true;
                let raises = name.ends_with("sup") && !tag.starts_with("</");
                rest = &tag[end + 1..];
                if raises {
                    raise(&mut out, rest);
                }
            }
            _ => {
                out.push('<');
                rest = &tag[1..];
            }
        }
    }
    out.push_str(rest);
    found.then_some(out)
}

/// Without the notice of copyright that databases put behind an abstract.
fn without_notice(text: &str) -> &str {
    let from = text.floor_char_boundary(text.len().saturating_sub(NOTICE));
    let tail = &text[from..];
    let starts = [
        "© ",
        "©",
        "Copyright ©",
        "Copyright (c)",
        "Copyright 19",
        "Copyright 20",
        "(c) 19",
        "(c) 20",
    ];
    let begins = starts.iter().filter_map(|start| tail.find(start)).min();
    let Some(at) = begins.map(|at| from + at) else {
        return text;
    };
    let before = text[..at].trim_end();
    // A sentence of its own, behind a text.
    let ends = before.ends_with(['.', '!', '?', ')', ']', '\n']);
    if ends && before.len() > 40 {
        before
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_invisible_characters_go() {
        for (raw, plain) in [
            (
                "Na<sup>+</sup> and 10<sup>9</sup>/L in <i>rats</i>",
                "Na+ and 10^9/L in rats",
            ),
            ("a<b and c>d", "a<b and c>d"),
            ("p < 0.05 <in> x", "p < 0.05 <in> x"),
            (
                "re\u{ad}gis\u{ad}tered\u{a0}5 o\u{fb03}ce",
                "registered 5 office",
            ),
            ("plain", "plain"),
        ] {
            assert_eq!(cleaned(raw), plain);
        }
    }

    #[test]
    fn what_is_no_abstract_is_empty_and_notices_go() {
        assert_eq!(cleaned_abstract("[No abstract available]"), "");
        let text = "The liver was examined in forty patients of two hospitals.";
        for notice in [
            " © 2019 The Authors. All rights reserved.",
            " Copyright © 2001 by Someone.",
            "",
        ] {
            assert_eq!(cleaned_abstract(&format!("{text}{notice}")), text);
        }
        for kept in [
            "The mark © was printed.",
            "She takes (a) one gram of it in the morning. (b) Two at noon. (c) 2 tablets at night.",
        ] {
            assert_eq!(cleaned_abstract(kept), kept);
        }
    }
}
