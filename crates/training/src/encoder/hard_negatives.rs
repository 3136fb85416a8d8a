//! Hard negatives: a tagged text with subject and landmark exchanged, denied, or with its organ's name masked. The words are nearly the same, and the
//! answer is another, or must be told by what is left.

use std::ops::Range;

use grounding::{Gazetteer, Mention, MentionKind, Tag};

use super::example::{Example, nowhere};
use super::tags::Span;

/// Longer texts are not denied by a word in front, bytes.
const MOST_DENIED_BYTES: usize = 120;
/// So much must be left beside a masked name, bytes.
const LEAST_LEFT_BYTES: usize = 60;
/// A name of more structures is none to answer with.
const MOST_STRUCTURES: usize = 3;

/// One of the texts that can be made, by `chance`; nothing where the text is not tagged or lends itself to none.
pub(super) fn hard_negative(example: &Example, chance: u64) -> Option<Example> {
    let makers: [fn(&Example, u64) -> Option<Example>; 3] = [swapped, denied, masked];
    let first = (chance % 3) as usize;
    (0..3).find_map(|n| makers[(first + n) % 3](example, chance / 3))
}

/// The kinds of [`of_each`].
pub(super) const KINDS: [&str; 3] = ["exchanged", "denied", "masked"];

/// All texts of each kind that can be made of these.
pub(super) fn of_each(examples: &[Example]) -> [Vec<Example>; 3] {
    let all = |make: fn(&Example, u64) -> Option<Example>| {
        let numbered = examples.iter().zip(0..);
        numbered.filter_map(|(e, n)| make(e, n)).collect()
    };
    [all(swapped), all(denied), all(masked)]
}

/// The one name of an organ in words of this tag; nothing where there are more.
fn only_name(example: &Example, mentions: &[Mention], tag: Tag) -> Option<Mention> {
    let spans = example.spans.as_ref()?;
    let within = |m: &Mention| {
        let mut own = spans.iter().filter(|span| span.tag == tag);
        own.any(|span| span.bytes.start <= m.start && m.end <= span.bytes.end)
    };
    let mut named = mentions.iter().filter(|m| within(m));
    let first = named.next()?;
    let is_one = named.all(|m| m.range() == first.range());
    let is_plain = first.kind == MentionKind::Name
        && (1..=MOST_STRUCTURES).contains(&first.structures.len())
        && example.untagged.is_empty();
    (is_one && is_plain).then(|| first.clone())
}

fn rows(mention: &Mention) -> Vec<usize> {
    mention.structures.iter().map(|row| row.usize()).collect()
}

/// The text with other words at some places, which do not overlap and lie within tags or outside of them.
fn replaced(example: &Example, mut places: Vec<(Range<usize>, &str)>) -> Example {
    places.sort_by_key(|(bytes, _)| bytes.start);
    let (mut text, mut from) = (String::new(), 0);
    for (bytes, words) in &places {
        text.push_str(&example.text[from..bytes.start]);
        text.push_str(words);
        from = bytes.end;
    }
    text.push_str(&example.text[from..]);
    let moved = |at: usize| {
        let before = places.iter().filter(|(bytes, _)| bytes.end <= at);
        let by: isize = before
            .map(|(bytes, words)| words.len() as isize - bytes.len() as isize)
            .sum();
        at.saturating_add_signed(by)
    };
    let spans = example.spans.iter().flatten().map(|span| Span {
        bytes: moved(span.bytes.start)..moved(span.bytes.end),
        tag: span.tag,
    });
    Example {
        spans: Some(spans.collect()),
        text,
        accepted: example.accepted.clone(),
        excluded: example.excluded.clone(),
        ..Example::default()
    }
}

/// Subject and landmark exchanged: the landmark is now what the text is about.
fn swapped(example: &Example, _: u64) -> Option<Example> {
    // A side belongs to one of the two, and nobody has said to which.
    let spans = example.spans.as_ref()?;
    if spans.iter().any(|span| span.tag == Tag::Side) {
        return None;
    }
    let mentions = Gazetteer::builtin().find(&example.text);
    let subject = only_name(example, &mentions, Tag::Finding)?;
    let landmark = only_name(example, &mentions, Tag::Landmark)?;
    let (about, beside) = (rows(&subject), rows(&landmark));
    let is_about = about.iter().any(|row| example.accepted.contains(row));
    if !is_about || beside.iter().any(|row| example.accepted.contains(row)) {
        return None;
    }
    let words = |mention: &Mention| example.text[mention.range()].to_owned();
    let (first, second) = (words(&subject), words(&landmark));
    let mut other = replaced(
        example,
        vec![
            (subject.range(), second.as_str()),
            (landmark.range(), first.as_str()),
        ],
    );
    other.excluded = about;
    other.accepted = beside;
    Some(other)
}

/// What one sentence finds, denied: the text is about nothing.
fn denied(example: &Example, chance: u64) -> Option<Example> {
    let spans = example.spans.as_ref()?;
    let text = example.text.as_str();
    let is_plain = |span: &Span| matches!(span.tag, Tag::Finding | Tag::Side | Tag::Landmark);
    let end = text.trim_end_matches('.');
    let is_one = !end.contains(['.', ';', ':', '\n', '?']) && text.len() <= MOST_DENIED_BYTES;
    let start = spans.iter().map(|span| span.bytes.start).min()?;
    let leads = matches!(&text[..start], "" | "A " | "An " | "Some ");
    let begins = spans.iter().find(|span| span.bytes.start == start)?;
    let is_found = matches!(begins.tag, Tag::Finding | Tag::Side);
    if !is_one || !leads || !is_found || !spans.iter().all(is_plain) {
        return None;
    }
    if example.accepted == [nowhere()] || !example.untagged.is_empty() {
        return None;
    }
    // An abbreviation keeps its capitals.
    let mut letters = text[start..].chars();
    let first = letters.next().filter(char::is_ascii)?;
    let keeps = letters.next().is_none_or(|c| !c.is_lowercase());
    let lower = if keeps {
        first
    } else {
        first.to_ascii_lowercase()
    };
    let word = ["No ", "No evidence of ", "No sign of ", "Without "][(chance % 4) as usize];
    let begun = format!("{word}{lower}");
    let mut other = replaced(example, vec![(0..start, word)]);
    other.text.replace_range(..begun.len(), &begun);
    for span in other.spans.iter_mut().flatten() {
        if span.tag == Tag::Finding {
            span.tag = Tag::Excluded;
        }
    }
    other.excluded.clone_from(&example.accepted);
    other.accepted = vec![nowhere()];
    Some(other)
}

/// The name of what a text is about, masked: what is left of a longer text still says it.
fn masked(example: &Example, _: u64) -> Option<Example> {
    let mentions = Gazetteer::builtin().find(&example.text);
    let subject = only_name(example, &mentions, Tag::Finding)?;
    let is_about = rows(&subject)
        .iter()
        .any(|row| example.accepted.contains(row));
    if !is_about || example.text.len() < LEAST_LEFT_BYTES + subject.range().len() {
        return None;
    }
    Some(replaced(example, vec![(subject.range(), "[MASK]")]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoder::tags;
    use anatomy::Catalogue;

    fn row(id: &str) -> usize {
        Catalogue::builtin().index_of(id).unwrap().usize()
    }

    fn example(tagged: &str, accepted: &str, excluded: &[&str]) -> Example {
        let (text, spans) = tags::parse(tagged).unwrap();
        Example {
            text,
            spans: Some(spans),
            accepted: vec![row(accepted)],
            excluded: excluded.iter().map(|id| row(id)).collect(),
            ..Example::default()
        }
    }

    fn words(example: &Example, tag: Tag) -> Vec<&str> {
        let spans = example.spans.iter().flatten().filter(|s| s.tag == tag);
        spans.map(|s| &example.text[s.bytes.clone()]).collect()
    }

    #[test]
    fn subject_and_landmark_change_places_with_their_answers() {
        let text = "{f:Mass} of the {f:pancreas} just behind the {l:stomach wall}, soft";
        let other = swapped(&example(text, "pancreas", &["stomach"]), 0).unwrap();
        assert_eq!(
            other.text,
            "Mass of the stomach just behind the pancreas wall, soft"
        );
        assert_eq!(other.accepted, [row("stomach")]);
        assert_eq!(other.excluded, [row("pancreas")]);
        assert_eq!(words(&other, Tag::Finding), ["Mass", "stomach"]);
        assert_eq!(words(&other, Tag::Landmark), ["pancreas wall"]);
        let sided = "{f:Mass} of the {f:pancreas} {s:left} of the {l:stomach}";
        assert!(swapped(&example(sided, "pancreas", &[]), 0).is_none());
        let two = "{f:Mass} of {f:pancreas} and {f:spleen} by the {l:stomach}";
        assert!(swapped(&example(two, "pancreas", &[]), 0).is_none());
    }

    #[test]
    fn what_is_found_is_denied_by_a_word_in_front() {
        let found = example(
            "A {f:large stone} in the {f:gallbladder}.",
            "gallbladder",
            &[],
        );
        let other = denied(&found, 1).unwrap();
        assert_eq!(other.text, "No evidence of large stone in the gallbladder.");
        assert_eq!(words(&other, Tag::Excluded), ["large stone", "gallbladder"]);
        assert_eq!(other.accepted, [nowhere()]);
        assert_eq!(other.excluded, [row("gallbladder")]);
        let short = example("{f:AAA} of {f:5 cm}", "abdominal_aorta", &[]);
        assert_eq!(denied(&short, 0).unwrap().text, "No AAA of 5 cm");
        let normal = example(
            "{f:Stone} in the {f:gallbladder}, {n:liver fine}",
            "liver",
            &[],
        );
        assert!(denied(&normal, 0).is_none());
        let two = example("{f:Stones}. {f:Gallbladder} thick.", "gallbladder", &[]);
        assert!(denied(&two, 0).is_none());
    }

    #[test]
    fn a_name_is_masked_where_enough_is_left() {
        let plain = "{f:Stones} lie in the {f:gallbladder}, with pain under the ribs after every fatty meal at night";
        let other = masked(&example(plain, "gallbladder", &[]), 0).unwrap();
        assert!(other.text.starts_with("Stones lie in the [MASK], with"));
        assert_eq!(words(&other, Tag::Finding), ["Stones", "[MASK]"]);
        assert_eq!(other.accepted, [row("gallbladder")]);
        assert!(
            masked(
                &example("{f:Stones} in {f:gallbladder}", "gallbladder", &[]),
                0
            )
            .is_none()
        );
    }
}
