//! Negation: one condition in each sentence of a clinical report, and whether the sentence says that it is absent.

use std::ops::Range;

use grounding::{Grounder, Grounding, GroundingError, Tag, TextInput};
use serde::Serialize;

/// Sentences grounded at a time.
const BATCH: usize = 64;

/// A sentence with its condition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// The condition, whose words stand in the sentence.
    pub condition: String,
    /// The sentence.
    pub sentence: String,
    /// Whether the sentence says that the condition is absent.
    pub negated: bool,
}

/// Reads the table of the NegEx test set: a head line, then number, condition, sentence, negation (`Negated` or `Affirmed`), and more
/// columns that are not looked at.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse(table: &str) -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    for (n, line) in table.lines().enumerate().skip(1) {
        let fault = |reason: String| format!("line {}: {reason}", n + 1);
        let fields: Vec<&str> = line.split('\t').collect();
        let [_, condition, sentence, negation, ..] = fields[..] else {
            return Err(fault(format!(
                "{} columns, at least 4 are needed",
                fields.len()
            )));
        };
        items.push(Item {
            condition: condition.trim().to_owned(),
            sentence: sentence.to_owned(),
            negated: match negation {
                "Negated" => true,
                "Affirmed" => false,
                other => return Err(fault(format!("negation {other:?}"))),
            },
        });
    }
    Ok(items)
}

/// What was found.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Report {
    /// Sentences.
    pub n: usize,
    /// Those whose condition is said to be absent.
    pub negated: usize,
    /// Of those that were read as absent, the share that is.
    pub precision: f64,
    /// Of those that are absent, the share that was read so.
    pub recall: f64,
    /// The harmonic mean of the two.
    pub f: f64,
}

/// Where the condition stands in its sentence, whatever the spaces: in capitals, if it does somewhere; else by its first words; else
/// anywhere.
fn places_of(item: &Item) -> Vec<Range<usize>> {
    let words: Vec<String> = item
        .condition
        .split_whitespace()
        .map(regex::escape)
        .collect();
    let found = (1..=words.len()).rev().find_map(|count| {
        let pattern = format!("(?i){}", words[..count].join(r"\s+"));
        let expression = regex::Regex::new(&pattern).ok()?;
        let all: Vec<_> = expression.find_iter(&item.sentence).collect();
        let in_capitals = |found: &&regex::Match<'_>| !found.as_str().contains(char::is_lowercase);
        let capitals: Vec<_> = all
            .iter()
            .filter(in_capitals)
            .map(regex::Match::range)
            .collect();
        let places = match capitals.is_empty() {
            true => all.iter().map(regex::Match::range).collect(),
            false => capitals,
        };
        Some(places).filter(|places: &Vec<_>| !places.is_empty())
    });
    found.unwrap_or_else(|| std::iter::once(0..item.sentence.len()).collect())
}

/// Whether a sentence is read as saying that its condition is absent: where it stands, most of its letters that carry a tag other than of a
/// side carry [`Tag::Excluded`]. What the condition itself denies ("no acute disease") is not absent but the condition.
pub fn is_excluded(item: &Item, grounding: &Grounding) -> bool {
    let denial = ["no", "not", "without", "negative"];
    let condition = item.condition.to_lowercase();
    if condition
        .split_whitespace()
        .any(|word| denial.contains(&word))
    {
        return false;
    }
    places_of(item).into_iter().any(|place| {
        let (mut excluded, mut tagged) = (0, 0);
        let tags = grounding.sentences.iter().flat_map(|s| &s.tags);
        for tag in tags.filter(|tag| tag.tag != Tag::Side) {
            let end = tag.end.min(place.end);
            let shared = end.saturating_sub(tag.start.max(place.start));
            tagged += shared;
            if tag.tag == Tag::Excluded {
                excluded += shared;
            }
        }
        excluded * 2 > tagged
    })
}

/// Reads the sentences and compares.
///
/// # Errors
/// The first failure of the grounder.
pub fn evaluate(grounder: &Grounder, items: &[Item]) -> Result<Report, GroundingError> {
    let (mut hit, mut said, mut are) = (0usize, 0usize, 0usize);
    for batch in items.chunks(BATCH) {
        let texts: Vec<TextInput> = batch.iter().map(|i| TextInput::new(&i.sentence)).collect();
        for (item, grounding) in batch.iter().zip(grounder.ground(&texts)?) {
            let read = is_excluded(item, &grounding);
            hit += usize::from(read && item.negated);
            said += usize::from(read);
            are += usize::from(item.negated);
        }
    }
    let share = |of: usize| hit as f64 / of.max(1) as f64;
    Ok(Report {
        n: items.len(),
        negated: are,
        precision: share(said),
        recall: share(are),
        f: 2.0 * hit as f64 / (said + are).max(1) as f64,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use grounding::{SentenceGrounding, TagSpan};

    #[test]
    fn a_condition_is_excluded_when_most_of_its_tagged_letters_are() {
        let table = "number\tcondition\tsentence\tnegation\n\
            1\tpleural effusion\tThere is no PLEURAL EFFUSION but a nodule.\tNegated\n\
            2\tnodule\tThere is no PLEURAL EFFUSION but a nodule.\tAffirmed\n";
        let items = parse(table).unwrap();
        let tag = |start, end, tag| TagSpan { start, end, tag };
        let grounding = Grounding {
            sentences: vec![SentenceGrounding {
                tags: vec![tag(12, 28, Tag::Excluded), tag(35, 41, Tag::Finding)],
                ..SentenceGrounding::default()
            }],
            ..Grounding::default()
        };
        assert!(is_excluded(&items[0], &grounding));
        assert!(!is_excluded(&items[1], &grounding));
        assert!(
            !is_excluded(&items[0], &Grounding::default()),
            "nothing is tagged"
        );
        assert_eq!(
            parse("head\n1\ta\tb\tPerhaps").unwrap_err(),
            "line 2: negation \"Perhaps\""
        );
    }
}
