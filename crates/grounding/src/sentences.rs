//! Splits a text into sentences, as byte ranges into the text itself.
//!
//! The boundaries are those of Unicode UAX #29 (`unicode-segmentation`). That algorithm knows nothing of
//! abbreviations, so a boundary behind "e.g.", "Fig." or an initial is taken back here. Medical texts also
//! come hard-wrapped at 70 or 80 columns (PubMed exports, PDF text): a line end within a paragraph is a space,
//! unless it follows a short line (a heading or list item) or the end of a sentence.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

/// Texts of more bytes are long: reports and abstracts rather than notes and sentences.
pub const LONG_BYTES: usize = 400;

/// Words that are written with a full stop inside a sentence (lower case, without their last stop).
///
/// Units such as "mg." are left out on purpose: at the end of a sentence they are more common than within one.
const ABBREVIATIONS: &[&str] = &[
    "al", "approx", "art", "assoc", "ave", "ca", "cf", "ch", "dept", "dr", "e.g", "ed", "eds",
    "eg", "eq", "eqs", "esp", "et", "etc", "ex", "fig", "figs", "i.e", "ie", "incl", "jr", "lat",
    "lig", "ligg", "m", "max", "min", "mm", "mr", "mrs", "ms", "mt", "n", "nn", "no", "nos", "op",
    "p", "pp", "prev", "prof", "pt", "pts", "r", "rr", "ref", "refs", "resp", "rev", "sect", "sp",
    "spp", "sr", "ss", "st", "subsp", "suppl", "tab", "v", "var", "vol", "vols", "vs", "viz", "vv",
    "w", "yrs", "b.i.d", "t.i.d", "q.i.d", "p.o", "i.v", "i.m", "s.c", "a.m", "p.m", "ph.d", "m.d",
    "u.s", "u.k",
];

/// Abbreviations that also end sentences: they are followed by a new sentence when the next word starts with a capital.
const MAY_END: &[&str] = &[
    "al", "etc", "jr", "sr", "a.m", "p.m", "ph.d", "m.d", "u.s", "u.k", "b.i.d", "t.i.d", "q.i.d",
    "p.o", "i.v", "i.m", "s.c", "mm", "min", "yrs", "max", "no", "art", "m",
];

/// A line shorter than this many bytes does not flow into the next one, so that headings stay on their own.
const WRAPPED_LINE: usize = 45;

/// Byte ranges of the sentences of `text`, in order, trimmed of white space, never empty.
///
/// Every range lies on character boundaries. Only white space lies between two sentences.
pub fn split(text: &str) -> Vec<Range<usize>> {
    let flowing = join_wrapped_lines(text);
    let mut sentences: Vec<Range<usize>> = Vec::new();
    let mut open: Option<usize> = None;
    for (start, piece) in flowing.split_sentence_bound_indices() {
        let begin = open.take().unwrap_or(start);
        let end = start + piece.len();
        if end < flowing.len() && goes_on(&flowing[begin..end], &flowing[end..]) {
            open = Some(begin);
        } else {
            push_trimmed(text, begin..end, &mut sentences);
        }
    }
    sentences
}

/// The text with the line ends inside a paragraph replaced by a space; of the same length, so that byte positions stay.
fn join_wrapped_lines(text: &str) -> String {
    if !text.contains('\n') {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    let mut lines = text.split_inclusive('\n').peekable();
    while let Some(line) = lines.next() {
        let body = line.trim_end_matches(['\n', '\r']);
        let ending = &line[body.len()..];
        out.push_str(body);
        let wrapped = lines
            .peek()
            .is_some_and(|next| flows_into(body.trim(), next.trim()));
        if wrapped {
            out.extend(ending.chars().map(|_| ' '))
        } else {
            out.push_str(ending)
        }
    }
    out
}

/// Whether a line that ends at a line break goes on in the next line.
fn flows_into(line: &str, next: &str) -> bool {
    let (Some(last), Some(first)) = (line.chars().last(), next.chars().next()) else {
        return false;
    };
    if first.is_lowercase() {
        return !matches!(last, '.' | '!' | '?');
    }
    if matches!(first, '-' | '*' | '•' | '#' | '|') || line.starts_with(['#', '|']) {
        return false;
    }
    // The sentence rules see a space here and decide by themselves whether a full stop ends the sentence.
    line.len() >= WRAPPED_LINE
}

/// Whether the boundary after `before` is none, because it follows an abbreviation or an initial.
fn goes_on(before: &str, after: &str) -> bool {
    if before.ends_with(['\n', '\r']) || after.starts_with(['\n', '\r']) {
        return false;
    }
    let Some(next) = after.chars().find(|c| !c.is_whitespace()) else {
        return false;
    };
    let before = before.trim_end();
    if before.ends_with(['!', '?']) {
        return false;
    }
    let Some(stem) = before.strip_suffix('.') else {
        return false;
    };
    let word = stem
        .rsplit(|c: char| c.is_whitespace() || matches!(c, '(' | '[' | ',' | ';' | '/' | '"' | '“'))
        .next()
        .unwrap_or("");
    let lower = word.to_lowercase();
    if MAY_END.contains(&lower.as_str()) {
        // "et al. (2004)" and "no. 5" go on, "et al. The liver" does not.
        return !next.is_uppercase()
            && (lower != "mm" && lower != "min" && lower != "yrs" && lower != "max"
                || next.is_lowercase());
    }
    if ABBREVIATIONS.contains(&lower.as_str()) {
        return true;
    }
    // An initial ("J. Smith"), but not the letter at the end of "vitamin C." or "hepatitis B.".
    let mut letters = word.chars();
    let single = letters.next().is_some_and(char::is_uppercase) && letters.next().is_none();
    single
        && (starts_with_initial(after.trim_start()) || is_initial(&stem[..stem.len() - word.len()]))
}

/// Whether the text begins with a capital and a full stop ("R. Smith").
fn starts_with_initial(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next().is_some_and(char::is_uppercase) && chars.next() == Some('.')
}

/// Whether a single capital letter after `before` is the initial of a name: it opens the sentence or follows another initial or a capitalised word.
fn is_initial(before: &str) -> bool {
    let Some(previous) = before.split_whitespace().next_back() else {
        return true;
    };
    if ["by", "of", "and", "from", "with", "to"].contains(&previous) {
        return true;
    }
    let mut chars = previous
        .trim_matches(|c: char| !c.is_alphanumeric())
        .chars();
    match (chars.next(), chars.next()) {
        (Some(first), None) => first.is_uppercase() && previous.ends_with('.'),
        (Some(first), Some(_)) => first.is_uppercase() && !is_lettered_term(previous),
        _ => false,
    }
}

/// Words that are followed by a letter that is no initial.
fn is_lettered_term(word: &str) -> bool {
    let word = word
        .trim_matches(|c: char| !c.is_alphanumeric())
        .to_lowercase();
    [
        "vitamin",
        "hepatitis",
        "type",
        "group",
        "grade",
        "stage",
        "class",
        "table",
        "figure",
        "fig",
        "panel",
        "child",
        "influenza",
        "factor",
        "immunoglobulin",
    ]
    .contains(&word.as_str())
}

fn push_trimmed(text: &str, range: Range<usize>, sentences: &mut Vec<Range<usize>>) {
    let piece = &text[range.clone()];
    let start = range.start + (piece.len() - piece.trim_start().len());
    let trimmed = piece.trim();
    if trimmed.is_empty() {
        return;
    }
    // A piece without a letter or digit ("...", "--") belongs to the sentence before it.
    if !trimmed.chars().any(char::is_alphanumeric)
        && let Some(last) = sentences.last_mut()
    {
        last.end = start + trimmed.len();
        return;
    }
    sentences.push(start..start + trimmed.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentences(text: &str) -> Vec<&str> {
        split(text).into_iter().map(|r| &text[r]).collect()
    }

    #[test]
    fn plain_sentences() {
        assert_eq!(
            sentences("The liver is large. The spleen is small! Is it?  Yes."),
            [
                "The liver is large.",
                "The spleen is small!",
                "Is it?",
                "Yes."
            ]
        );
        assert!(split("").is_empty());
        assert!(split(" \n\t ").is_empty());
    }

    #[test]
    fn abbreviations_do_not_end_a_sentence() {
        for text in [
            "Some viscera, e.g. Liver and spleen, were spared.",
            "The duct (Fig. 3) was wide.",
            "Dr. Smith removed the gallbladder.",
            "Surgery vs. Medical care was compared.",
            "It weighed approx. 1500 g in men.",
            "Described by Couinaud et al. (1957) in detail.",
            "The work of J. R. Smith on the ileum.",
            "Escherichia coli and Enterococcus spp. Isolates were found.",
            "Branch of the a. hepatica, i.e. Of the coeliac trunk.",
            "See Figs. 2 and 3 and Prof. Müller's note.",
        ] {
            assert_eq!(sentences(text), [text]);
        }
    }

    #[test]
    fn decimals_and_versions_stay_whole() {
        let text = "The mean was 3.5 mm (P<.05). The next was 0.7 cm.";
        assert_eq!(
            sentences(text),
            ["The mean was 3.5 mm (P<.05).", "The next was 0.7 cm."]
        );
    }

    #[test]
    fn sentences_that_end_in_a_letter_or_abbreviation() {
        assert_eq!(
            sentences("He had hepatitis B. The liver was cirrhotic."),
            ["He had hepatitis B.", "The liver was cirrhotic."]
        );
        assert_eq!(
            sentences("As shown by Smith et al. The kidney was spared."),
            ["As shown by Smith et al.", "The kidney was spared."]
        );
        assert_eq!(
            sentences("It measured 5 mm. The duct was normal."),
            ["It measured 5 mm.", "The duct was normal."]
        );
        assert_eq!(
            sentences("Bowel, stomach, etc. The rest was normal."),
            ["Bowel, stomach, etc.", "The rest was normal."]
        );
    }

    #[test]
    fn wrapped_lines_flow_and_headings_do_not() {
        let text = "RESULTS\nThe right upper lobe of the lung showed a cavity that was\nseen again after six weeks of treatment with the usual drugs.\nIt healed.\n\nCONCLUSION\nGood.";
        assert_eq!(
            sentences(text),
            [
                "RESULTS",
                "The right upper lobe of the lung showed a cavity that was\nseen again after six weeks of treatment with the usual drugs.",
                "It healed.",
                "CONCLUSION",
                "Good."
            ]
        );
    }

    #[test]
    fn windows_line_ends_keep_byte_positions() {
        let text = "The right upper lobe of the lung showed a cavity that was\r\nseen again. Über den Magen.";
        let ranges = split(text);
        assert_eq!(ranges.len(), 2);
        assert_eq!(&text[ranges[1].clone()], "Über den Magen.");
    }

    #[test]
    fn ranges_cover_all_but_white_space() {
        let text = "A. First, 2.5 mg b.i.d. was given... – Then?\n• liver\n• spleen\n\n\u{a0}Ende „gut“. 最後の文。次の文。";
        let ranges = split(text);
        let mut at = 0;
        for r in &ranges {
            assert!(
                text[at..r.start].chars().all(char::is_whitespace),
                "gap before {r:?}: {:?}",
                &text[at..r.start]
            );
            assert!(
                r.start < r.end && text.is_char_boundary(r.start) && text.is_char_boundary(r.end)
            );
            at = r.end;
        }
        assert!(text[at..].trim().is_empty());
        assert!(ranges.len() >= 5);
    }
}
