//! A text as its words, sentence by sentence.

/// The words of each sentence of a text in small letters. A sentence ends at a full stop, a colon, a semicolon, a question or exclamation mark before a
/// blank, and at an empty line, so that "Methods: a cohort study" are two; hyphens part words ("case-control", "58-year-old").
pub(super) fn sentences(lower: &str) -> Vec<Vec<&str>> {
    let mut all: Vec<Vec<&str>> = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    let mut start: Option<usize> = None;
    let mut letters = lower.char_indices().peekable();
    while let Some((at, letter)) = letters.next() {
        if letter.is_alphanumeric() {
            start.get_or_insert(at);
            continue;
        }
        words.extend(start.take().and_then(|start| lower.get(start..at)));
        let next = letters.peek().map(|(_, next)| *next);
        let ends = match letter {
            '.' | ':' | ';' | '?' | '!' => next.is_none_or(char::is_whitespace),
            '\n' => next == Some('\n'),
            _ => false,
        };
        if ends && !words.is_empty() {
            all.push(std::mem::take(&mut words));
        }
    }
    words.extend(start.and_then(|start| lower.get(start..)));
    if !words.is_empty() {
        all.push(words);
    }
    all
}

/// Whether a word is a number: digits, or a small one that is written out.
pub(super) fn is_number(word: &str) -> bool {
    const WRITTEN: [&str; 12] = [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        "twenty",
    ];
    let digits = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    digits || WRITTEN.contains(&word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_end_at_stops_and_colons_and_words_at_hyphens() {
        let text = "methods: a case-control study of 2.5 mg;\n\nover 58-year-old men. größe";
        let told: Vec<String> = sentences(text)
            .iter()
            .map(|words| words.join(" "))
            .collect();
        let expected = [
            "methods",
            "a case control study of 2 5 mg",
            "over 58 year old men",
            "größe",
        ];
        assert_eq!(told, expected);
        assert!(sentences(" . ").is_empty());
        assert!(is_number("40") && is_number("three") && !is_number("") && !is_number("4th"));
    }
}
