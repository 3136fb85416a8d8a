//! What a text was found to be about: the result that is shown, stored and exported.

use std::ops::Range;

use anatomy::Side;
use serde::{Deserialize, Serialize};

use crate::sentences::LONG_BYTES;
use crate::{PlacedIn, Tag, TagSpan, relatives};

/// A text with a larger [`Grounding::outside_p`] is taken to be about nothing in this torso.
pub const OUTSIDE: f32 = 0.5;

/// A point nearer than this to a right structure counts as a hit, mm.
pub const HIT_MM: f32 = 10.0;

/// Where in the torso a text belongs, with the evidence for it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Grounding {
    /// Point of the whole text, LPS mm.
    pub point_mm: [f32; 3],
    /// Catalogue id of the structure with the best evidence; a pair ("lung") where nothing says which half is meant, or where both are.
    pub structure: String,
    /// Distance from the point to that structure in mm; 0 inside it.
    pub distance_mm: f32,
    /// Where in the structure the words say it is ("lower third of the oesophagus"), when they say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// On which side of the body it is; nothing for an organ that has no twin on the other side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideReading>,
    /// Evidence for each structure, largest first.
    pub structures: Vec<Evidence>,
    /// Probability that the text is about nothing in this torso, shifted so that [`OUTSIDE`] is the limit that 95 % of the
    /// development texts about an organ of it stay below.
    pub outside_p: f32,
    /// Evidence for organs and parts of the body that this atlas has not ("brain", "limbs"), largest first: names of classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<Evidence>,
    /// Covariance of the places that the text may mean around `point_mm`, mm²: xx, xy, xz, yy, yz, zz. The ellipsoid of
    /// 2.5 standard deviations (square 6.25, chi-squared with three degrees of freedom) holds 90 % of them.
    #[serde(default, rename = "spread_mm2")]
    pub covariance_mm2: [f32; 6],
    /// The places of a text, the shown one first: the halves of a pair where both or either may be meant, and a place for each further
    /// subject; one alone when there is a single subject on one side.
    #[serde(default)]
    pub places: Vec<PlaceShare>,
    /// The same for each sentence.
    pub sentences: Vec<SentenceGrounding>,
    /// Catalogue ids of structures that the text names only to say that nothing is there, or that it is normal; never the one that it is placed in, or the
    /// pair of which that is a half.
    #[serde(default)]
    pub excluded: Vec<String>,
    /// Of a clinical note that lies where it does by what stands under a few of its headings (the diagnosis, what was done): these pieces, most important
    /// first, bytes of the text. Empty for any other text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub by_headings: Vec<Range<usize>>,
    /// Version of the grounding model, see [`crate::ModelInfo::version`].
    pub model: String,
    /// Name of the inference engine.
    pub engine: String,
    /// The atlas that the places lie in; nothing where that was not kept, as it once was not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub atlas: Option<PlacedIn>,
    /// Unit vector of the text (384 numbers) by which similar texts are found; kept by the store, not part of the JSON form.
    #[serde(skip)]
    pub embedding: Vec<f32>,
}

/// What a text tells of that has no place for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TellsOnly {
    /// Of what is absent or normal.
    OfAbsence,
    /// Of a patient's relatives.
    OfRelatives,
}

impl Grounding {
    /// Whether the text is taken to be about nothing in this torso.
    pub fn is_outside(&self) -> bool {
        self.outside_p > OUTSIDE
    }

    /// Why a text is about no place that tells of some: all of it is a relative's, or absent or normal. A family is a patient's where a relative or
    /// a family's history is named, in a short text: "a multigene family" is none.
    pub fn tells_only(&self) -> Option<TellsOnly> {
        let spans = self.sentences.iter().flat_map(SentenceGrounding::spans);
        let any = |tags: &[Tag]| spans.clone().any(|span| tags.contains(&span.tag));
        let is_short = self.sentences.last().is_some_and(|s| s.end <= LONG_BYTES);
        let names_one = || self.sentences.iter().any(|s| relatives::names_one(&s.text));
        if !self.is_outside() || any(&[Tag::Finding, Tag::Uncertain]) {
            None
        } else if any(&[Tag::Family]) && is_short && names_one() {
            Some(TellsOnly::OfRelatives)
        } else {
            any(&[Tag::Excluded, Tag::Normal]).then_some(TellsOnly::OfAbsence)
        }
    }

    /// A text that is likely about nothing here has as little evidence for what is here.
    pub(crate) fn doubted(mut self) -> Self {
        if self.is_outside() {
            for evidence in &mut self.structures {
                evidence.p *= 1.0 - self.outside_p;
            }
        }
        self
    }

    /// Whether a text tells of something past, and otherwise only of what is absent, normal or another's: one of several sentences that is refused, or of
    /// one, whose title says no more.
    pub(crate) fn tells_only_of_past(&self, title: Option<&str>) -> bool {
        let beside = |s: &SentenceGrounding| s.tags.is_empty() || s.is_beside();
        let says_no_more = |s: &SentenceGrounding| {
            title.is_none_or(|title| s.text.trim_start().starts_with(title.trim()))
        };
        if let [only] = &self.sentences[..] {
            // Also with something that is absent: "PMH: cholecystectomy, nil else".
            let is = |tag| only.tags.iter().any(|span| span.tag == tag);
            let beside = [Tag::Finding, Tag::Uncertain, Tag::Family];
            return says_no_more(only) && is(Tag::History) && !beside.into_iter().any(is);
        }
        self.is_outside()
            && self.sentences.iter().any(SentenceGrounding::is_past)
            && self.sentences.iter().all(beside)
    }

    /// Speaks of the bytes of another text: the one that was changed before it was read.
    pub(crate) fn turn_back(&mut self, text: &str, original: &dyn Fn(usize) -> usize) {
        for sentence in &mut self.sentences {
            for at in [&mut sentence.start, &mut sentence.end] {
                *at = original(*at);
            }
            sentence.text = text
                .get(sentence.start..sentence.end)
                .unwrap_or(text)
                .to_owned();
            for span in &mut sentence.tags {
                (span.start, span.end) = (original(span.start), original(span.end));
            }
            for bytes in &mut sentence.normal {
                *bytes = original(bytes.start)..original(bytes.end);
            }
        }
    }

    /// The probability that the structure of the place is shown with.
    pub fn shown_p(&self) -> Option<f32> {
        let own = self.structures.iter().find(|e| e.id == self.structure);
        own.map(|e| e.p)
    }
}

/// The side of a paired organ, or of a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideReading {
    /// Left or right; both when the words name both, or when nothing says which.
    pub side: Side,
    /// Whether the words say so. Otherwise the network took the side for likely, or, where it is `Both`, nothing says it.
    pub stated: bool,
}

impl SideReading {
    /// Whether the same place on the other side may be meant as well: the words name both sides, or do not say which.
    pub fn is_either(self) -> bool {
        !self.stated || self.side == Side::Both
    }

    /// Whether nothing says which side, so that the pair is shown.
    pub fn is_open(self) -> bool {
        !self.stated && self.side == Side::Both
    }
}

/// One of the places of a text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlaceShare {
    /// Catalogue id.
    pub structure: String,
    /// Point in it, LPS mm.
    pub point_mm: [f32; 3],
    /// Its share of the text; the shares of a text sum to 1.
    pub weight: f32,
}

/// How strongly a text speaks of a structure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Catalogue id; in [`Grounding::elsewhere`] the name of a class.
    pub id: String,
    /// Probability, 0 to 1; each structure is judged by itself, so that they need not sum to 1.
    pub p: f32,
}

/// Where one sentence of a text belongs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SentenceGrounding {
    /// The sentence.
    pub text: String,
    /// Its first byte in the text.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// Its point, LPS mm.
    pub point_mm: [f32; 3],
    /// Catalogue id of its structure with the best evidence.
    pub structure: String,
    /// That evidence; 0 for a sentence that only tells what is absent, normal, past or somebody else's.
    pub p: f32,
    /// What its words stand for, in order (bytes of the text); what is normal stands in `normal`.
    #[serde(default)]
    pub tags: Vec<TagSpan>,
    /// The stretches that are said to be normal, in order (bytes of the text).
    #[serde(default)]
    pub normal: Vec<Range<usize>>,
}

impl SentenceGrounding {
    /// What its words stand for, what is normal among it, in order.
    pub fn spans(&self) -> Vec<TagSpan> {
        let normal = self.normal.iter().map(|bytes| TagSpan {
            start: bytes.start,
            end: bytes.end,
            tag: Tag::Normal,
        });
        let mut spans: Vec<TagSpan> = self.tags.iter().copied().chain(normal).collect();
        spans.sort_by_key(|span| span.start);
        spans
    }

    /// Whether it only tells what is absent, normal, past or somebody else's: the text is then not about a place because of it.
    pub fn is_beside(&self) -> bool {
        let is = |tags: &[Tag]| self.tags.iter().any(|span| tags.contains(&span.tag));
        let beside = is(&[Tag::Excluded, Tag::History, Tag::Family]) || !self.normal.is_empty();
        beside && !is(&[Tag::Finding, Tag::Uncertain])
    }

    /// Whether it tells of something past, and of nothing that is absent or another's.
    pub(crate) fn is_past(&self) -> bool {
        let is = |tag| self.tags.iter().any(|span| span.tag == tag);
        is(Tag::History) && !is(Tag::Excluded) && !is(Tag::Family) && self.is_beside()
    }

    /// Takes the stretches of a text that begin in this sentence, instead of what it had.
    pub fn set_spans(&mut self, spans: &[TagSpan]) {
        let own = spans
            .iter()
            .filter(|s| (self.start..self.end).contains(&s.start));
        let (normal, tags): (Vec<TagSpan>, _) = own.copied().partition(|s| s.tag == Tag::Normal);
        self.normal = normal.iter().map(|s| s.start..s.end).collect();
        self.tags = tags;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_only_excludes_says_so() {
        let text = |outside_p: f32, tags: &[&[Tag]]| {
            let sentence = |(at, tags): (usize, &&[Tag])| {
                let span = |tag: &Tag| TagSpan {
                    start: at,
                    end: at + 1,
                    tag: *tag,
                };
                let mut sentence = SentenceGrounding {
                    start: at,
                    end: at + 1,
                    ..SentenceGrounding::default()
                };
                sentence.set_spans(&tags.iter().map(span).collect::<Vec<_>>());
                sentence
            };
            Grounding {
                outside_p,
                sentences: tags.iter().enumerate().map(sentence).collect(),
                ..Grounding::default()
            }
        };
        let only = |outside_p: f32, tags: &[&[Tag]]| {
            text(outside_p, tags).tells_only() == Some(TellsOnly::OfAbsence)
        };
        assert!(only(0.9, &[&[Tag::Excluded]]));
        assert!(only(
            0.9,
            &[&[Tag::Normal], &[], &[Tag::Excluded, Tag::Side]]
        ));
        // It lies somewhere.
        assert!(!only(0.1, &[&[Tag::Excluded]]));
        // Something is found, or may be.
        assert!(!only(0.9, &[&[Tag::Excluded], &[Tag::Finding]]));
        assert!(!only(0.9, &[&[Tag::Normal, Tag::Uncertain]]));
        // Nothing is denied.
        assert!(!only(0.9, &[&[Tag::Landmark], &[]]));
        assert!(!only(0.9, &[]));
        // A relative has it; what the patient has not stands beside it.
        let related = |outside_p: f32, tags: &[&[Tag]], words: &str| {
            let mut related = text(outside_p, tags);
            words.clone_into(&mut related.sentences[0].text);
            related
        };
        let family = |outside_p: f32, tags: &[&[Tag]]| {
            let related = related(outside_p, tags, "Her aunt had a stroke");
            related.tells_only() == Some(TellsOnly::OfRelatives)
        };
        assert!(family(0.9, &[&[Tag::Family], &[Tag::Excluded]]));
        assert!(!family(0.9, &[&[Tag::Family], &[Tag::Finding]]));
        assert!(!family(0.1, &[&[Tag::Family]]));
        let genes = related(0.9, &[&[Tag::Family]], "Two of the gene family");
        assert_eq!(genes.tells_only(), None);
        let mut long = related(0.9, &[&[Tag::Family], &[]], "Her aunt had a stroke");
        long.sentences[1].end = LONG_BYTES + 1;
        assert_eq!(long.tells_only(), None);
    }

    #[test]
    fn what_is_normal_stands_apart_and_comes_back_in_its_place() {
        let span = |start, end, tag| TagSpan { start, end, tag };
        let spans = [
            span(0, 3, Tag::Normal),
            span(4, 9, Tag::Excluded),
            span(12, 15, Tag::Normal),
            span(30, 34, Tag::Finding),
        ];
        let mut sentence = SentenceGrounding {
            start: 0,
            end: 20,
            ..SentenceGrounding::default()
        };
        sentence.set_spans(&spans);
        assert!(sentence.is_beside());
        assert_eq!(sentence.tags, [span(4, 9, Tag::Excluded)]);
        assert_eq!(sentence.normal, [0..3, 12..15]);
        assert_eq!(
            sentence.spans(),
            spans[..3],
            "the last is another sentence's"
        );
        let json = serde_json::to_value(&sentence).unwrap();
        assert_eq!(json["normal"][1]["start"], 12);
        assert_eq!(json["tags"][0]["tag"], "excluded");
    }

    #[test]
    fn lists_are_there_where_they_are_empty() {
        let sentence = serde_json::to_value(SentenceGrounding::default()).unwrap();
        assert!(sentence["tags"].is_array() && sentence["normal"].is_array());
        let whole = serde_json::to_value(Grounding::default()).unwrap();
        assert!(whole["excluded"].is_array());
        // Those of older libraries have them only where something is in them.
        let mut old = sentence;
        old.as_object_mut().unwrap().remove("tags");
        let read: SentenceGrounding = serde_json::from_value(old).unwrap();
        assert_eq!(read, SentenceGrounding::default());
    }
}
