//! Numbered places: vertebrae and discs, ribs, and the segments of the liver.

use std::ops::Range;

use anatomy::{Catalogue, Side, StructureIndex};

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

/// The rib that a text of the ribs is about: "left sixth rib", "fifth intercostal space"; of several ("ribs 6 to 8", "the 7th, 8th and 9th ribs") the
/// middle one. Beside it the side of the rib that it is told by, where that is said ("below the left fifth").
pub(crate) fn rib_number(
    words: &Words<'_>,
    mention: &Range<usize>,
) -> Option<(usize, Option<Side>)> {
    if let Some(found) = rib_beside(words, mention.end) {
        return Some(found);
    }
    // A number may be part of the name: "ribs 4" of "ribs 4 to 7", "9th ribs" of "7th, 8th and 9th ribs".
    let own = mention
        .clone()
        .find(|i| rib_numeral(words.lower(*i)).is_some());
    let found = match own {
        Some(own) if own + 1 < mention.end => ribs_before(words, own + 1),
        Some(own) => ribs_behind(words, own),
        None => {
            let behind = ribs_behind(words, mention.end);
            let before = ribs_before(words, mention.start);
            // "The sixth rib" before "the rib, 7 mm".
            if before.is_empty() { behind } else { before }
        }
    };
    let middle = found.get((found.len().max(1) - 1) / 2);
    middle.map(|number| (*number, None))
}

/// Words of a list of numbers.
const AND: [&str; 4] = ["and", "or", "&", "plus"];
const TO: [&str; 4] = ["to", "through", "thru", "until"];

/// Numbers in words, from one.
const COUNTED: [&str; 12] = [
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
];

/// The number of a rib: "8", "8th", "eighth", "eight".
fn rib_numeral(word: &str) -> Option<usize> {
    let counted = COUNTED.iter().position(|counted| *counted == word);
    let number = ordinal(word).or_else(|| word.parse().ok());
    let number = number.or(counted.map(|n| n + 1));
    number.filter(|n| (1..=12).contains(n))
}

/// Adds a number to a list; the end of a range with all between.
fn listed(found: &mut Vec<usize>, number: usize, is_end: bool) {
    match found.last().copied() {
        Some(last) if is_end && last < number => found.extend(last + 1..=number),
        _ => found.push(number),
    }
}

/// The numbers behind the ribs: "ribs 6 to 8", "ribs 7, 8 and 9", "ribs 4-7".
fn ribs_behind(words: &Words<'_>, end: usize) -> Vec<usize> {
    let mut found = Vec::new();
    // "to" stands before the next one, or a hyphen, which leaves no word.
    let mut is_end = false;
    for i in end..words.list.len() {
        let (word, gap) = (words.lower(i), words.gap(i));
        let goes_on = match gap {
            Gap::Space => true,
            Gap::Comma | Gap::Bracket => !found.is_empty(),
            Gap::Colon | Gap::Stop => false,
        };
        if !goes_on {
            break;
        }
        match rib_numeral(word) {
            Some(number) => {
                let hyphen =
                    gap == Gap::Space && i > end && rib_numeral(words.lower(i - 1)).is_some();
                listed(&mut found, number, is_end || hyphen);
                is_end = false;
            }
            None if TO.contains(&word) && !found.is_empty() => is_end = true,
            None if AND.contains(&word) && !found.is_empty() => {}
            None if i == end && ["number", "numbers", "no", "nos", "nr"].contains(&word) => {}
            None => break,
        }
    }
    found
}

/// The numbers before the ribs, as ordinals: "sixth to eighth ribs", "7th, 8th and 9th left ribs", "6-8th ribs".
fn ribs_before(words: &Words<'_>, start: usize) -> Vec<usize> {
    let near = start.saturating_sub(2)..start;
    let Some(last) = near.rev().find(|i| ordinal(words.lower(*i)).is_some()) else {
        return Vec::new();
    };
    let mut first = last;
    while first > 0 {
        let (before, gap) = (first - 1, words.gap(first));
        let word = words.lower(before);
        let is_part = rib_numeral(word).is_some() || AND.contains(&word) || TO.contains(&word);
        if !is_part || matches!(gap, Gap::Colon | Gap::Stop | Gap::Bracket) {
            break;
        }
        first = before;
    }
    let mut found = Vec::new();
    let mut is_end = false;
    for i in first..=last {
        let word = words.lower(i);
        match rib_numeral(word) {
            Some(number) => {
                let hyphen = i > first
                    && words.gap(i) == Gap::Space
                    && rib_numeral(words.lower(i - 1)).is_some();
                listed(&mut found, number, is_end || hyphen);
                is_end = false;
            }
            None => is_end = TO.contains(&word),
        }
    }
    found
}

/// "the rib directly below the left fifth": behind the rib, its neighbour and where it lies from there; with the side that is said of the neighbour.
fn rib_beside(words: &Words<'_>, end: usize) -> Option<(usize, Option<Side>)> {
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
        .find(|i| ordinal(words.lower(*i)).is_some())?;
    let side = (direction + 1..neighbour).find_map(|i| match words.lower(i) {
        "left" => Some(Side::Left),
        "right" => Some(Side::Right),
        _ => None,
    });
    let neighbour = ordinal(words.lower(neighbour))?;
    let number = if BELOW.contains(&words.lower(direction)) {
        neighbour + 1
    } else {
        neighbour - 1
    };
    (1..=12).contains(&number).then_some((number, side))
}

/// Segments of the liver named in a range of words ("segment VII", "segments 5 and 8", "segment IVa"): bit n for
/// segment n, and the words. `is_meant`: whether words of the text are what it is about.
pub(crate) fn liver_segments(
    words: &Words<'_>,
    numbered: &Numbered,
    range: Range<usize>,
    is_meant: &dyn Fn(Range<usize>) -> bool,
) -> Option<(u16, String)> {
    let (mut bits, mut said) = (0u16, Vec::new());
    for segment in within(&numbered.segments, &range) {
        let mut i = segment + 1;
        let mut of_this = Vec::new();
        while i < range.end {
            let word = words.lower(i);
            match segment_number(word) {
                Some(n) => of_this.push((n, words.list[i].text)),
                None if ["and", "or", "to"].contains(&word) && !of_this.is_empty() => {}
                None => break,
            }
            i += 1;
        }
        if !of_this.is_empty() && is_meant(segment..i) {
            bits |= of_this.iter().fold(0, |bits, (n, _)| bits | 1 << n);
            said.extend(of_this.iter().map(|(_, word)| *word));
        }
    }
    (bits != 0).then(|| (bits, format!("segment {}", said.join(", "))))
}

/// Whether numbers behind this word are those of segments.
fn says_segment(words: &Words<'_>, i: usize) -> bool {
    ["segment", "segments", "seg", "segs", "couinaud"].contains(&words.lower(i))
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
        let rib = |text: &str, own: Range<usize>| rib_number(&words(text), &own).map(|r| r.0);
        assert_eq!(rib("the left sixth rib", 3..4), Some(6));
        assert_eq!(rib("ribs 7, 8", 0..1), Some(7));
        assert_eq!(rib("ribs 6 to 8", 0..1), Some(7));
        assert_eq!(rib("ribs 4-7 on the right", 0..1), Some(5));
        assert_eq!(rib("ribs 3, 4, 5, 6 and 7", 0..1), Some(5));
        assert_eq!(rib("the sixth to eighth ribs", 4..5), Some(7));
        assert_eq!(rib("the 7th, 8th and 9th left ribs", 6..7), Some(8));
        assert_eq!(rib("broken 5-7th ribs", 3..4), Some(6));
        assert_eq!(rib("ribs. 8 days later", 0..1), None);
        assert_eq!(rib("three ribs", 1..2), None);
        assert_eq!(rib("ribs five to eight, left", 0..1), Some(6));
        assert_eq!(
            rib("ribs 4 to 7", 0..2),
            Some(5),
            "with a number in the name"
        );
        assert_eq!(rib("the 7th, 8th and 9th ribs", 4..6), Some(8));
        assert_eq!(rib("a rib", 1..2), None);
        assert_eq!(rib("the rib directly below the left fifth", 1..2), Some(6));
        assert_eq!(rib("the rib above the 4th", 1..2), Some(3));
        let beside = rib_number(&words("the rib just below the left fifth"), &(1..2));
        assert_eq!(beside, Some((6, Some(Side::Left))));
        assert_eq!(rib("the sixth rib, above the liver", 2..3), Some(6));
        let segments = |text: &str| {
            let w = words(text);
            liver_segments(&w, &Numbered::new(&w), 0..w.list.len(), &|_| true).map(|s| s.0)
        };
        assert_eq!(
            segments("segments V and VIII of the liver"),
            Some(1 << 5 | 1 << 8)
        );
        assert_eq!(segments("segment 4b"), Some(1 << 4));
        assert_eq!(segments("a segment of the liver"), None);
        let w = words("No lesion in segment VI, one in segment II");
        let meant = |term: Range<usize>| term.start > 4;
        let named = liver_segments(&w, &Numbered::new(&w), 0..w.list.len(), &meant);
        assert_eq!(named, Some((1 << 2, "segment II".to_owned())));
    }
}
