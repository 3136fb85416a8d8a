//! Where a text lies that tells of nothing but what is past.

use std::sync::LazyLock;

use regex::Regex;

use crate::features::Features;
use crate::sentences::LONG_BYTES;
use crate::{Gazetteer, Grounding, Mention, MentionKind, Tag, TagSpan};

/// Words of what is past and can still be seen.
static STILL_SEEN: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)\b(?:old|healed|remote|chronic|residual|long-?standing|calcified)\b")
        .expect("the pattern is tested")
});

/// Words with which a note begins that tells of something past, and nothing of what it was.
static CUE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:known|past|prior|previous|remote)\s+)?(?:(?:medical|surg(?:ical)?)\s+)?(?:history(?: of)?|hx(?: of)?|h/o|p[ms]s?hx?|past surg|s/p|st\.? ?p\.?|status post|prev(?:ious(?:ly)?)?|prior|former(?:ly)?|background|known to have had|(?:s?he|i|patient|pt) (?:has |have )?(?:previously )?had)\b[\s:.,-]*")
        .expect("the pattern is tested")
});

/// The tagged stretches of a short text that names nothing but what is past (and what is absent or normal), with what is past as found: where nothing else is
/// told, that is what the text is about, and `meant` (how far each mention is) says so. Nothing for other texts.
pub(crate) fn as_found(
    features: &Features,
    spans: &[TagSpan],
    text: &str,
    meant: &mut [f32],
) -> Option<Vec<TagSpan>> {
    let named = &features.text_mentions;
    let is_past = |mention: &Mention| {
        let mut touched = spans.iter();
        let touched = touched.find(|s| s.start < mention.end && mention.start < s.end);
        touched.is_some_and(|s| matches!(s.tag, Tag::History | Tag::Excluded | Tag::Normal))
    };
    let mut tags = spans.iter().map(|s| s.tag);
    let others = [Tag::Finding, Tag::Uncertain, Tag::Family];
    let is_past_alone = text.len() <= LONG_BYTES
        && tags.clone().any(|tag| tag == Tag::History)
        && !tags.any(|tag| others.contains(&tag))
        && named.iter().all(is_past);
    is_past_alone.then(|| {
        let mut spans = spans.to_vec();
        let past = spans.iter_mut().filter(|s| s.tag == Tag::History);
        past.for_each(|s| s.tag = Tag::Finding);
        for (meant, mention) in meant.iter_mut().zip(named) {
            let mut found = spans.iter().filter(|s| s.tag == Tag::Finding);
            if found.any(|s| s.start < mention.end && mention.start < s.end) {
                *meant = 1.0;
            }
        }
        spans
    })
}

/// A text that tells only of what is past is taken for one about nothing with at most this probability, where it names something in this torso and the network
/// finds evidence for that: it has learnt that what is past is beside the point, but all 60 such texts of three strangers belong where it was.
const PAST: f32 = 0.45;

/// Evidence for a place that is enough where something in this torso is named. Where nothing is, no evidence is: of 2,500 real titles and sentences with words of the
/// past, most that would then have a place have none ("He has had a girlfriend in the past").
const ENOUGH: f32 = 0.5;

/// How likely a text is about nothing in this torso, at most, that is read as what it tells of the past, with so much evidence for its place.
pub(crate) fn most(features: &Features, p: f32) -> f32 {
    let gazetteer = Gazetteer::builtin();
    let named = &features.text_mentions;
    let is_here = |m: &Mention| {
        !m.structures.is_empty()
            || !gazetteer.structures_of(m.class).is_empty()
            || !gazetteer.female_structures_of(m.class).is_empty()
    };
    let is_elsewhere = |m: &Mention| m.kind == MentionKind::Name && !is_here(m);
    let names_here = named.iter().any(is_here) && !named.iter().any(is_elsewhere);
    if p >= ENOUGH && names_here { PAST } else { 1.0 }
}

/// The texts by which one lies that tells of nothing but what is past, the first that has a place. A note of one sentence ("Hx of lateral MI 2019") lies where it would without the words
/// that say so. Of more sentences, where nothing else is found, one that can still be seen, an "old fracture of the clavicle", is the subject, by itself.
pub(crate) fn alone(found: &Grounding) -> Vec<String> {
    if let [only] = &found.sentences[..] {
        let cue = CUE.find(&only.text);
        let rest = cue.and_then(|cue| only.text.get(cue.end()..));
        let rest = rest.filter(|rest| rest.contains(char::is_alphanumeric));
        return rest.map(str::to_owned).into_iter().collect();
    }
    let past = found.sentences.iter().filter(|s| s.is_past());
    let seen = past.filter(|s| STILL_SEEN.is_match(&s.text));
    seen.map(|s| s.text.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_note_of_the_past_begins_with_is_cut_off() {
        let rest = |text: &str| CUE.find(text).map(|cue| text[cue.end()..].to_owned());
        for (text, left) in [
            ("Hx of lateral MI 2019", "lateral MI 2019"),
            ("PMHx: TAVI 2021", "TAVI 2021"),
            ("PSHx: lap chole 2003", "lap chole 2003"),
            ("Prev. L4/5 microdiscectomy", "L4/5 microdiscectomy"),
            ("S/p mechanical MVR", "mechanical MVR"),
            ("st. p. left lower lobectomy", "left lower lobectomy"),
            ("Past medical history: asthma", "asthma"),
            ("Previously fit", "fit"),
            ("Known to have had an infarction", "an infarction"),
            ("She previously had a microdiscectomy", "a microdiscectomy"),
            ("Past surg: ORIF L clavicle", "ORIF L clavicle"),
        ] {
            assert_eq!(rest(text).as_deref(), Some(left), "{text}");
        }
        for text in ["Previa at 30 weeks", "A history of pain", "Old lateral MI"] {
            assert_eq!(rest(text), None, "{text}");
        }
    }
}
