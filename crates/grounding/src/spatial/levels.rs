//! Numbered places: vertebrae and discs, ribs, and the segments of the liver.

use std::ops::Range;

use anatomy::{Catalogue, StructureIndex};

use super::words::{Gap, Words};

/// Names of the numbers 1 to 12.
const ORDINALS: [&str; 12] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
];

/// Words before a level that mean what lies under it.
pub(super) const BELOW: [&str; 6] = [
    "below",
    "beneath",
    "under",
    "underneath",
    "caudal",
    "inferior",
];

/// Words before a level that mean what lies over it.
pub(super) const ABOVE: [&str; 5] = ["above", "over", "cephalad", "cranial", "superior"];

/// A level of the spine that a text names.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Level {
    /// The vertebra, or the sacrum.
    pub vertebra: StructureIndex,
    /// "T12", "S1".
    pub name: String,
    /// First word.
    pub word: usize,
    /// Whether the words around it make it the height of something else ("at the level of", "from … to").
    pub of_something: bool,
}

/// The words of a text at which a numbered place begins, in order: looked for once, and asked for around each mention.
#[derive(Debug, Default)]
pub(crate) struct Numbered {
    levels: Vec<usize>,
    segments: Vec<usize>,
}

impl Numbered {
    pub fn new(words: &Words<'_>) -> Self {
        let all = 0..words.list.len();
        Self {
            levels: all
                .clone()
                .filter(|i| level_at(words, *i).is_some())
                .collect(),
            segments: all.filter(|i| says_segment(words, *i)).collect(),
        }
    }
}

/// Those of some indices that lie in a range.
fn within(indices: &[usize], range: &Range<usize>) -> impl Iterator<Item = usize> {
    let from = indices.partition_point(|i| *i < range.start);
    let to = indices.partition_point(|i| *i < range.end);
    indices[from..to.max(from)].iter().copied()
}

/// The levels of the spine in a range of words.
pub(crate) fn levels(
    catalogue: &Catalogue,
    words: &Words<'_>,
    numbered: &Numbered,
    range: Range<usize>,
) -> Vec<Level> {
    let mut found: Vec<Level> = Vec::new();
    for i in within(&numbered.levels, &range) {
        let Some((name, length)) = level_at(words, i) else {
            continue;
        };
        let id = if name.starts_with('S') {
            "sacrum".to_owned()
        } else {
            format!("vertebra_{name}")
        };
        let Some(vertebra) = catalogue.index_of(&id) else {
            continue;
        };
        let from = i.saturating_sub(5).max(range.start);
        let before = |word: &str| (from..i).any(|j| words.lower(j) == word);
        let directly = i > range.start && words.lower(i - 1) == "at";
        let sure = !name.starts_with('T') || name.len() > 2 || name.as_str() > "T4" || length > 1;
        let linked = found
            .last()
            .is_some_and(|l| l.of_something && i - l.word <= 3);
        found.push(Level {
            vertebra,
            of_something: before("level")
                || before("opposite")
                || words.lower(i + length) == "level"
                || (directly && sure)
                || (before("from") && (i..(i + 4).min(range.end)).any(|j| words.lower(j) == "to"))
                || (before("at") && length > 1)
                || linked,
            name,
            word: i,
        });
    }
    found
}

/// The number that an ordinal says: "twelfth", "12th".
fn ordinal(word: &str) -> Option<usize> {
    if let Some(n) = ORDINALS.iter().position(|o| *o == word) {
        return Some(n + 1);
    }
    let number = ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|end| word.strip_suffix(end))?;
    number.parse().ok().filter(|n| (1..=12).contains(n))
}

/// Whether a word behind "twelfth thoracic" is what is counted.
fn is_counted(word: &str) -> bool {
    word.starts_with("vertebra") || ["body", "bodies", "bone", "bones", "level"].contains(&word)
}

/// The region's letter of a counted vertebra: of "twelfth thoracic vertebra", at its first word.
fn region_at(words: &Words<'_>, i: usize) -> Option<char> {
    let letter = match words.lower(i + 1) {
        "cervical" => 'C',
        "thoracic" | "dorsal" => 'T',
        "lumbar" => 'L',
        "sacral" => 'S',
        _ => return None,
    };
    is_counted(words.lower(i + 2)).then_some(letter)
}

/// "T12", "L4", "twelfth thoracic vertebra" at a word, also the first of two ("the fourth and fifth lumbar vertebrae"): its name and how
/// many words it has.
pub(super) fn level_at(words: &Words<'_>, i: usize) -> Option<(String, usize)> {
    let word = words.list.get(i)?;
    if let Some(n) = ordinal(&word.lower) {
        if let Some(letter) = region_at(words, i) {
            return Some((format!("{letter}{n}"), 3));
        }
        let joined = ["and", "or", "to"].contains(&words.lower(i + 1));
        ordinal(words.lower(i + 2)).filter(|_| joined)?;
        let letter = region_at(words, i + 2)?;
        return Some((format!("{letter}{n}"), 1));
    }
    let (letter, number) = word.text.split_at_checked(1)?;
    let letter = match letter {
        "Th" | "T" | "D" => "T",
        "C" | "L" | "S" => letter,
        _ => return None,
    };
    let number: u8 = number.strip_prefix('h').unwrap_or(number).parse().ok()?;
    let most = match letter {
        "C" => 7,
        "T" => 12,
        _ => 5,
    };
    (1..=most)
        .contains(&number)
        .then(|| (format!("{letter}{number}"), 1))
}

/// The rib that a text of the ribs is about: "left sixth rib", "ribs 7, 8 and 9", "fifth intercostal space".
pub(crate) fn rib_number(words: &Words<'_>, mention: &Range<usize>) -> Option<usize> {
    let numeral = |i: usize| {
        let digits = words
            .lower(i)
            .trim_end_matches(['s', 't', 'n', 'd', 'r', 'h']);
        digits
            .parse::<usize>()
            .ok()
            .filter(|n| (1..=12).contains(n))
    };
    if let Some(number) = rib_beside(words, mention.end) {
        return Some(number);
    }
    let before = (mention.start.saturating_sub(2)..mention.start).rev();
    before
        .chain(mention.clone())
        .find_map(|i| ordinal(words.lower(i)))
        .or_else(|| {
            (mention.start.checked_sub(1))
                .filter(|i| words.lower(*i).len() > 2)
                .and_then(numeral)
        })
        .or_else(|| numeral(mention.end).filter(|_| words.gap(mention.end) == Gap::Space))
}

/// "the rib directly below the left fifth": behind the rib, its neighbour and where it lies from there.
fn rib_beside(words: &Words<'_>, end: usize) -> Option<usize> {
    let direction = (end..end + 3)
        .take_while(|i| words.gap(*i) == Gap::Space)
        .find(|i| BELOW.contains(&words.lower(*i)) || ABOVE.contains(&words.lower(*i)))?;
    let neighbour = (direction + 1..direction + 5)
        .take_while(|i| words.gap(*i) == Gap::Space)
        .take_while(|i| {
            *i == direction + 1 || {
                ["the", "to", "left", "right", "number"].contains(&words.lower(i - 1))
            }
        })
        .find_map(|i| ordinal(words.lower(i)))?;
    let number = if BELOW.contains(&words.lower(direction)) {
        neighbour + 1
    } else {
        neighbour - 1
    };
    (1..=12).contains(&number).then_some(number)
}

/// Segments of the liver named in a range of words ("segment VII", "segments 5 and 8", "segment IVa"): bit n for
/// segment n, and the words.
pub(crate) fn liver_segments(
    words: &Words<'_>,
    numbered: &Numbered,
    range: Range<usize>,
) -> Option<(u16, String)> {
    let (mut bits, mut said) = (0u16, Vec::new());
    for segment in within(&numbered.segments, &range) {
        let mut i = segment + 1;
        while i < range.end {
            let word = words.lower(i);
            match segment_number(word) {
                Some(n) => {
                    bits |= 1 << n;
                    said.push(words.list[i].text);
                }
                None if ["and", "or", "to"].contains(&word) && !said.is_empty() => {}
                None => break,
            }
            i += 1;
        }
    }
    (bits != 0).then(|| (bits, format!("segment {}", said.join(", "))))
}

/// Whether numbers behind this word are those of segments.
fn says_segment(words: &Words<'_>, i: usize) -> bool {
    ["segment", "segments", "couinaud"].contains(&words.lower(i))
}

fn segment_number(word: &str) -> Option<u16> {
    let bare = word.trim_end_matches(['a', 'b']);
    let n = match bare {
        "i" => 1,
        "ii" => 2,
        "iii" => 3,
        "iv" => 4,
        "v" => 5,
        "vi" => 6,
        "vii" => 7,
        "viii" => 8,
        digit => digit.parse().ok()?,
    };
    (1..=8).contains(&n).then_some(n)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Words<'_> {
        Words::new(text, 0..text.len())
    }

    #[test]
    fn levels_are_read() {
        let c = Catalogue::builtin();
        for (text, names, of_something) in [
            ("the aorta at the level of T12", vec!["T12"], true),
            ("the cord from T5 to T7", vec!["T5", "T7"], true),
            ("at the twelfth thoracic vertebra", vec!["T12"], true),
            ("fracture of L1", vec!["L1"], false),
            ("T4 levels and thyroid function", vec!["T4"], false),
            ("tumour of T13", vec![], false),
        ] {
            let w = words(text);
            let found = levels(c, &w, &Numbered::new(&w), 0..w.list.len());
            let got: Vec<&str> = found.iter().map(|l| l.name.as_str()).collect();
            assert_eq!(got, names, "{text}");
            assert_eq!(found.iter().any(|l| l.of_something), of_something, "{text}");
        }
    }

    #[test]
    fn ribs_and_segments_are_read() {
        let rib = |text: &str, own: Range<usize>| rib_number(&words(text), &own);
        assert_eq!(rib("the left sixth rib", 3..4), Some(6));
        assert_eq!(rib("ribs 7, 8", 0..1), Some(7));
        assert_eq!(rib("a rib", 1..2), None);
        assert_eq!(rib("the rib directly below the left fifth", 1..2), Some(6));
        assert_eq!(rib("the rib above the 4th", 1..2), Some(3));
        assert_eq!(rib("the sixth rib, above the liver", 2..3), Some(6));
        let segments = |text: &str| {
            let w = words(text);
            liver_segments(&w, &Numbered::new(&w), 0..w.list.len()).map(|s| s.0)
        };
        assert_eq!(
            segments("segments V and VIII of the liver"),
            Some(1 << 5 | 1 << 8)
        );
        assert_eq!(segments("segment 4b"), Some(1 << 4));
        assert_eq!(segments("a segment of the liver"), None);
    }
}
