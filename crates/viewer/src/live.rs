//! The live text: what is typed and where it lands, which of its words speak for that, and the variants of it that are kept side by side.

use grounding::{Attribution, Grounding, SentenceGrounding};
use serde::{Deserialize, Serialize};

use crate::StagedGrounding;

/// Variants that are kept at most: more letters on one body could not be told apart.
pub const MAX_VARIANTS: usize = 6;

/// Bytes of the text of a variant that is kept with a library, and sentences of it, at most.
const MOST_TEXT: usize = 1 << 20;
const MOST_SENTENCES: usize = 10_000;

/// A text that is being typed, and where it lands.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveText {
    /// What has been typed.
    pub text: String,
    /// Raised with every change; an answer to an older text is dropped.
    pub generation: u64,
    /// An answer is awaited.
    pub pending: bool,
    /// Where it lands.
    pub grounding: Option<StagedGrounding>,
    /// Which of its words speak for that.
    pub why: LiveWhy,
    /// It is kept as a variant as soon as it has been placed.
    pub(crate) keeping: bool,
    /// What has been kept of it, oldest first.
    pub variants: Vec<Variant>,
}

/// Which words of the live text speak for a structure; whether that is shown is one switch with that of the open document.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct LiveWhy {
    /// The structure that is asked about (catalogue id, as the model knows it); where the text lands when absent.
    pub structure: Option<String>,
    /// Raised with every question; answers to older ones are dropped.
    pub generation: u64,
    /// An answer is awaited.
    pub pending: bool,
    /// The answer; nothing once the text is another one.
    pub found: Option<Attribution>,
}

/// A text that was kept, with its place.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Variant {
    /// Its letter, which it keeps when others are taken away.
    pub letter: char,
    /// As it was typed.
    pub text: String,
    /// Where it lands.
    pub grounding: StagedGrounding,
}

/// A variant as it is kept with a library.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptVariant {
    letter: char,
    text: String,
    /// Where it lands in the home body.
    home: Grounding,
}

impl KeptVariant {
    /// All that can be kept of a text's variants.
    pub(crate) fn all(live: &LiveText) -> Vec<Self> {
        let variants = live.variants.iter().map(|kept| Self {
            letter: kept.letter,
            text: kept.text.clone(),
            home: Grounding {
                embedding: Vec::new(),
                ..kept.grounding.home.clone()
            },
        });
        variants.filter(Self::is_sound).collect()
    }

    /// Whether its letter is one, its sentences lie in its text, and all its numbers are numbers: as JSON others could not be read again.
    fn is_sound(&self) -> bool {
        let home = &self.home;
        let mut points = home
            .places
            .iter()
            .map(|place| (place.point_mm, place.weight));
        let mut sentences = home.sentences.iter().map(|own| (own.point_mm, own.p));
        let mut evidence = home.structures.iter().chain(&home.elsewhere);
        let finite = |(point, share): (PointMm, f32)| {
            share.is_finite() && point.iter().all(|mm| mm.is_finite())
        };
        let in_text = |start: usize, end: usize| self.text.get(start..end).is_some();
        let lies = |own: &SentenceGrounding| {
            let mut spans = own.tags.iter().map(|span| (span.start, span.end));
            let mut normal = own.normal.iter().map(|bytes| (bytes.start, bytes.end));
            in_text(own.start, own.end)
                && spans.all(|(start, end)| in_text(start, end))
                && normal.all(|(start, end)| in_text(start, end))
        };
        self.text.len() <= MOST_TEXT
            && home.sentences.len() <= MOST_SENTENCES
            && home.sentences.iter().all(lies)
            && self.letter.is_ascii_uppercase()
            && finite((home.point_mm, home.distance_mm))
            && home.outside_p.is_finite()
            && home.covariance_mm2.iter().all(|mm2| mm2.is_finite())
            && points.all(finite)
            && sentences.all(finite)
            && evidence.all(|known| known.p.is_finite())
    }
}

/// A point of the home body, LPS mm.
type PointMm = [f32; 3];

/// What has become of a text that was to be kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Keep {
    /// It is kept now, as this one.
    As(usize),
    /// It was kept before, as this one.
    Already(usize),
    /// There is no room.
    Full,
    /// It follows when the text has been placed.
    Follows,
    /// Nothing has been typed.
    NoText,
    /// The text has no place.
    NoPlace,
}

impl LiveText {
    /// The letter of a variant; that of the first one where it is not there.
    pub fn letter_of(&self, variant: usize) -> char {
        self.variants.get(variant).map_or('A', |kept| kept.letter)
    }

    /// The letter of the next one: behind all that stand, or the first that is free again.
    fn next_letter(&self) -> char {
        let taken = |letter: &char| self.variants.iter().any(|kept| kept.letter == *letter);
        let last = self.variants.iter().map(|kept| kept.letter).max();
        let behind = ('A'..='Z').find(|letter| last.is_none_or(|last| *letter > last));
        behind
            .or_else(|| ('A'..='Z').find(|letter| !taken(letter)))
            .unwrap_or('Z')
    }

    /// The variant that says what is typed now.
    pub fn kept_as(&self) -> Option<usize> {
        let text = self.text.trim();
        self.variants
            .iter()
            .position(|kept| kept.text.trim() == text)
    }

    /// Whether another variant can be kept.
    pub fn has_room(&self) -> bool {
        self.variants.len() < MAX_VARIANTS
    }

    /// How far a variant's place is from that of the first one, mm on the stage; nothing of the first itself, and where either has no place.
    pub fn from_first_mm(&self, variant: usize) -> Option<f32> {
        let place = |variant: usize| self.variants.get(variant)?.grounding.place();
        let (first, this) = (place(0)?, place(variant).filter(|_| variant > 0)?);
        Some(first.distance_mm(this))
    }

    /// Whether a variant is about another structure than the first one, or only one of the two about any.
    pub fn differs_from_first(&self, variant: usize) -> bool {
        let structure = |variant: &Variant| {
            let home = &variant.grounding.home;
            (!home.is_outside()).then(|| home.structure.clone())
        };
        let (first, this) = (self.variants.first(), self.variants.get(variant));
        first.map(structure) != this.map(structure)
    }

    /// A few words by which a variant is told from the first one: its beginning or, where they begin alike, the words from which on they differ.
    pub fn told_apart(&self, variant: usize) -> String {
        /// More are never shown.
        const MOST: usize = 40;
        let words = |variant: usize| {
            let kept = self.variants.get(variant);
            kept.map_or("", |kept| kept.text.as_str())
                .split_whitespace()
        };
        let alike = words(0).zip(words(variant));
        let alike = alike.take_while(|(a, b)| a == b).count();
        // Of a few words the beginning says as much.
        let (sign, from) = match alike {
            // One word before tells what the new one belongs to, or what was left out.
            3.. if variant > 0 => match words(variant).nth(alike) {
                Some(_) => ("… ", alike - 1),
                None => ("… ", alike - 2),
            },
            _ => ("", 0),
        };
        let told: Vec<&str> = words(variant).skip(from).take(MOST).collect();
        format!("{sign}{}", told.join(" "))
    }

    /// Keeps what is typed, with its place.
    pub(crate) fn keep(&mut self) -> Keep {
        self.keeping = false;
        if self.text.trim().is_empty() {
            return Keep::NoText;
        }
        if let Some(known) = self.kept_as() {
            return Keep::Already(known);
        }
        if !self.has_room() {
            return Keep::Full;
        }
        if self.pending {
            self.keeping = true;
            return Keep::Follows;
        }
        let Some(grounding) = self.grounding.clone() else {
            return Keep::NoPlace;
        };
        let (letter, text) = (self.next_letter(), self.text.clone());
        self.variants.push(Variant {
            letter,
            text,
            grounding,
        });
        Keep::As(self.variants.len() - 1)
    }

    /// Takes in variants that were kept with a library, unless there are none.
    pub(crate) fn restore(&mut self, kept: Vec<KeptVariant>) {
        let mut variants: Vec<Variant> = Vec::new();
        for kept in kept.into_iter().filter(KeptVariant::is_sound) {
            let known = variants.iter().any(|other| other.letter == kept.letter);
            if variants.len() < MAX_VARIANTS && !known {
                variants.push(Variant {
                    letter: kept.letter,
                    text: kept.text,
                    grounding: StagedGrounding::new(kept.home, None),
                });
            }
        }
        if !variants.is_empty() {
            self.variants = variants;
        }
    }

    /// Takes a variant's text back, with the place that it has; answers to what was typed before are dropped.
    pub(crate) fn take_back(&mut self, variant: usize) -> bool {
        let Some(kept) = self.variants.get(variant) else {
            return false;
        };
        self.text.clone_from(&kept.text);
        self.grounding = Some(kept.grounding.clone());
        self.generation += 1;
        self.pending = false;
        self.keeping = false;
        true
    }
}

impl LiveWhy {
    /// What was asked is of no use any more. Returns whether it was still being answered.
    pub(crate) fn forget(&mut self) -> bool {
        self.generation += 1;
        self.found = None;
        std::mem::take(&mut self.pending)
    }

    /// Takes an answer in, unless a newer question was asked.
    pub(crate) fn take(&mut self, generation: u64, found: Option<Attribution>) {
        if self.generation == generation {
            self.pending = false;
            self.found = found;
        }
    }
}
