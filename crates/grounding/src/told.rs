//! How likely a text is about nothing in this torso by what its words stand for, beside what the network says.

use std::sync::LazyLock;

use regex::Regex;

use crate::features::Features;
use crate::sentences::LONG_BYTES;
use crate::{Mention, MentionKind, Tag, TagSpan, past, relatives, research};

/// Words with which a text begins that tells what is absent.
static BEGINS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?i)^\W*(?:no|non|nil|without|den(?:ies|ied)|neg(?:ative)? for|absence of|free of)\b",
    )
    .expect("the pattern is tested")
});

/// How likely a text is about nothing, at least, of which [`least`] says so: of 26 short texts for choosing (`reading.tsv`, develop) in which only what
/// is absent or a relative's is tagged, 24 belong nowhere.
const DENIED: f32 = 0.9;

/// The probability that a text is about nothing in this torso, by what its words stand for beside what the network says (`p`); `past`: the evidence for the place
/// of a text that is read as what it tells of the past.
pub(crate) fn told(
    p: f32,
    past: Option<f32>,
    features: &Features,
    spans: &[TagSpan],
    text: &str,
) -> f32 {
    let p = p.max(least(features, spans, text));
    past.map_or(p, |evidence| p.min(past::most(features, evidence)))
}

/// How likely a text is about nothing in this torso, at least, by what its words stand for: a short one that tells of a relative alone ("Family history of
/// inferior MI"), or one of one sentence that names nothing but what is absent or normal, for all that its words are those of an organ.
fn least(features: &Features, spans: &[TagSpan], text: &str) -> f32 {
    let is_titled = features.text_start > 0 && !features.title_mentions.is_empty();
    let named = &features.text_mentions;
    let tagged = |tag: Tag| spans.iter().any(|s| s.tag == tag);
    let finds = tagged(Tag::Finding) || tagged(Tag::Uncertain);
    if text.len() > LONG_BYTES || is_titled || named.is_empty() || finds {
        return 0.0;
    }
    let tells = |mention: &Mention, tags: &[Tag]| {
        let mut touched = spans.iter();
        let touched = touched.find(|s| s.start < mention.end && mention.start < s.end);
        touched.is_some_and(|s| tags.contains(&s.tag))
    };
    let all = |tags: &[Tag]| named.iter().all(|mention| tells(mention, tags));
    let denies = || {
        let absent = tagged(Tag::Excluded) && all(&[Tag::Excluded, Tag::Normal]);
        let by_name = named.iter().any(|m| m.kind == MentionKind::Name);
        features.sentences.len() == 1 && absent && (by_name || BEGINS.is_match(text))
    };
    // With an operation on a relative, and what the patient has not.
    let others = [Tag::Family, Tag::History, Tag::Excluded, Tag::Normal];
    let is_told = |m: &Mention| {
        let tag = spans.iter().find(|s| s.start < m.end && m.start < s.end);
        let bytes = m.start..m.end;
        tag.is_none() && relatives::is_told_of_one(text, &features.sentences, &bytes)
    };
    let of_others = || named.iter().all(|m| tells(m, &others) || is_told(m));
    let is_family = tagged(Tag::Family) && relatives::names_one(text);
    // "Screening of relatives of patients with an aneurysm" is a title.
    let is_others = is_family && !research::may_tell_of_a_study(text) && of_others();
    if is_others || denies() { DENIED } else { 0.0 }
}
