//! Why a text belongs where it was put: how much each word speaks for an organ.
//!
//! A word's weight is the fall of the organ's logit when the word is left out (occlusion, Zeiler and Fergus 2014; for words
//! Li, Monroe and Jurafsky 2016). The network pools the states of its tokens by weights that it is given, so a text without
//! one of its words is one more row of the same pass: every word of a document costs one pass of the encoder and some
//! hundreds of cheap rows. That leaves what a word does to the states of its neighbours out of account; the words that weigh
//! most are therefore masked in earnest, each in a pass of its own. A mention of an organ that the word is part of goes with
//! it, found anew in the text without the word.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use anatomy::Catalogue;
use serde::{Deserialize, Serialize};
use unicode_segmentation::UnicodeSegmentation;

use crate::features::{MENTION_BLOCKS, block_of};
use crate::note;
use crate::{Features, Featurizer, Gazetteer, Grounder, GroundingError, TextInput};

/// Bytes on each side of a word in which mentions are looked for anew: the longest term is shorter.
const REACH: usize = 120;

/// Tokens that may be read once more to mask the weightiest words in earnest: a bound on time that does not depend on the clock.
const MASKED_TOKENS: usize = 1024;

/// Most words that are masked in earnest.
const MASKED_WORDS: usize = 20;

/// How much a word speaks for an organ.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WordWeight {
    /// Whether the bytes are those of the title.
    pub in_title: bool,
    /// First byte of the word, in the title or the text as handed over.
    pub start: usize,
    /// Byte after its last.
    pub end: usize,
    /// Fall of the organ's logit without the word: above 0 the word speaks for the organ, below 0 against it.
    pub weight: f32,
}

/// The words of a document or sentence and what they say about one organ.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Attribution {
    /// Catalogue id of the structure that was asked about.
    pub structure: String,
    /// Name of the class (organ) that the network judges for it: a part shares the class of its organ.
    pub class: String,
    /// The class's logit with all words.
    pub logit: f32,
    /// The words, in order of the title and then the text; those beyond the token limit are left out, and of a note that lies by its headings all others.
    pub words: Vec<WordWeight>,
}

impl Attribution {
    /// The largest weight, either way; what colours are scaled by.
    pub fn largest(&self) -> f32 {
        let weights = self.words.iter().map(|w| w.weight.abs());
        weights.fold(0.0, f32::max)
    }
}

/// A word that the network reads.
struct Word {
    in_title: bool,
    /// Bytes in the trimmed title or the text.
    bytes: Range<usize>,
    tokens: Vec<usize>,
}

/// One question about one text: which words speak for a class in one of its rows.
pub struct Explainer<'g> {
    grounder: &'g Grounder,
    /// Title (trimmed) and text.
    passages: [&'g str; 2],
    title_start: usize,
    features: Features,
    /// The row that is explained: 0 for the document.
    row: usize,
    /// Bytes of each passage that belong to the row.
    clip: [Range<usize>; 2],
    class: usize,
    words: Vec<Word>,
}

impl<'g> Explainer<'g> {
    /// Prepares the question for the whole text or one of its sentences (in the order of
    /// [`Grounding::sentences`](crate::Grounding::sentences)) and a structure of the built-in catalogue.
    ///
    /// # Errors
    /// When the tokenizer refuses the text, the sentence is not there, or no class of the model stands for the structure.
    pub fn new(
        grounder: &'g Grounder,
        input: &TextInput<'g>,
        sentence: Option<usize>,
        structure: &str,
    ) -> Result<Self, GroundingError> {
        let model = &grounder.model;
        let class = Catalogue::builtin()
            .index_of(structure)
            .and_then(|index| Gazetteer::builtin().class_of(index))
            .and_then(|class| model.gazetteer_class.iter().position(|&g| g == class))
            .ok_or_else(|| {
                GroundingError::Labels(format!("the model has no class for {structure:?}"))
            })?;
        let features = Featurizer::new(&model.tokenizer).features(input)?;
        let features = grounder.for_model(features);
        let row = sentence.map_or(0, |s| s + 1);
        if row >= features.rows.len() {
            return Err(GroundingError::Labels(format!(
                "the text has no sentence {row}: {} were read",
                features.sentences.len()
            )));
        }
        let given = input.title.unwrap_or("");
        // A title that opens the text is read there only, and has then no bytes of its own.
        let title_bytes = features.text_start.saturating_sub(2);
        let title = &given.trim()[..title_bytes];
        let clip = match sentence {
            None => [0..title.len(), 0..input.text.len()],
            Some(s) => [0..0, features.sentences[s].clone()],
        };
        let mut explainer = Self {
            grounder,
            passages: [title, input.text],
            title_start: given.len() - given.trim_start().len(),
            row,
            clip,
            class,
            words: Vec::new(),
            features,
        };
        explainer.words = explainer.read_words();
        Ok(explainer)
    }

    /// The words of the row that have tokens.
    fn read_words(&self) -> Vec<Word> {
        let offsets = &self.features.offsets;
        let mut words = Vec::new();
        // Words and tokens both come in order, so that each word takes the next tokens.
        let mut next = 0;
        for (passage, shift) in [(0, 0), (1, self.features.text_start)] {
            let clip = self.clip[passage].clone();
            let last = offsets.iter().map(|o| o.end).max().unwrap_or(0);
            let end = clip.end.min(last.saturating_sub(shift));
            let text = &self.passages[passage];
            let read = text.get(clip.start..end.max(clip.start)).unwrap_or("");
            for (at, word) in read.unicode_word_indices() {
                let bytes = clip.start + at..clip.start + at + word.len();
                let joined = bytes.start + shift..bytes.end + shift;
                while offsets
                    .get(next)
                    .is_some_and(|o| o.is_empty() || o.end <= joined.start)
                {
                    next += 1;
                }
                let first = next;
                while offsets
                    .get(next)
                    .is_some_and(|o| !o.is_empty() && o.start < joined.end)
                {
                    next += 1;
                }
                if first < next {
                    words.push(Word {
                        in_title: passage == 0,
                        bytes,
                        tokens: (first..next).collect(),
                    });
                }
            }
        }
        words
    }

    /// Number of words.
    pub fn words(&self) -> usize {
        self.words.len()
    }

    /// A word as it stands in the text.
    pub fn word(&self, word: usize) -> &str {
        let word = &self.words[word];
        &self.passages[usize::from(!word.in_title)][word.bytes.clone()]
    }

    /// The logit of the class with all words, and the weight of each word by leaving it out of the pooling: one pass.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn pooled(&self) -> Result<(f32, Vec<f32>), GroundingError> {
        let base = &self.features.rows[self.row];
        let mut rows = vec![base.clone()];
        let mut mentions = vec![self.features.mentions[self.row].clone()];
        for (at, word) in self.words.iter().enumerate() {
            let kept = base.iter().filter(|t| !word.tokens.contains(t));
            rows.push(kept.copied().collect());
            mentions.push(self.mentions_without(&[at]));
        }
        let text = self.variant(self.features.ids.clone(), rows, mentions);
        let logits = self
            .grounder
            .encoder_32_bits()
            .class_logits(&text, self.class)?;
        let whole = logits[0];
        Ok((whole, logits[1..].iter().map(|l| whole - l).collect()))
    }

    /// The logit of the class when all words of a set are masked, for each set: a pass for each. Nothing when cancelled.
    ///
    /// # Errors
    /// When the engine fails.
    pub fn masked(
        &self,
        sets: &[Vec<usize>],
        cancel: &AtomicBool,
    ) -> Result<Option<Vec<f32>>, GroundingError> {
        let mask = self.grounder.model.tokenizer.mask();
        let texts: Vec<Features> = sets
            .iter()
            .map(|set| {
                let mut ids = self.features.ids.clone();
                for token in set.iter().flat_map(|&word| &self.words[word].tokens) {
                    ids[*token] = mask;
                }
                let row = self.features.rows[self.row].clone();
                self.variant(ids, vec![row], vec![self.mentions_without(set)])
            })
            .collect();
        self.grounder
            .encoder_32_bits()
            .class_logits_of_each(&texts, self.class, cancel)
    }

    /// The same text with other tokens and rows.
    fn variant(&self, ids: Vec<u32>, rows: Vec<Vec<usize>>, mentions: Vec<Vec<f32>>) -> Features {
        Features {
            ids,
            rows,
            mentions,
            offsets: Vec::new(),
            text_start: 0,
            sentences: Vec::new(),
            text_mentions: Vec::new(),
            opening: 0..0,
            title_mentions: Vec::new(),
            truncated: false,
        }
    }

    /// What the words of the row name, for the model's classes, when some of them are not there.
    fn mentions_without(&self, words: &[usize]) -> Vec<f32> {
        let gazetteer = Gazetteer::builtin();
        let known = gazetteer.classes().len();
        let mut change = vec![0.0f32; MENTION_BLOCKS * known];
        for (passage, in_title) in [(0, true), (1, false)] {
            let gone: Vec<&Range<usize>> = words
                .iter()
                .map(|&w| &self.words[w])
                .filter(|w| w.in_title == in_title)
                .map(|w| &w.bytes)
                .collect();
            let (Some(first), Some(last)) = (
                gone.iter().map(|b| b.start).min(),
                gone.iter().map(|b| b.end).max(),
            ) else {
                continue;
            };
            let (text, clip) = (self.passages[passage], &self.clip[passage]);
            let from = text.ceil_char_boundary(first.saturating_sub(REACH).max(clip.start));
            let to = text.floor_char_boundary((last + REACH).min(clip.end));
            let with = &text[from..to];
            let mut without = String::with_capacity(with.len());
            let mut at = from;
            let mut gone = gone;
            gone.sort_unstable_by_key(|b| b.start);
            for bytes in gone {
                without.push_str(&text[at..bytes.start]);
                // As long as the word, and part of no term.
                without.extend(std::iter::repeat_n('#', bytes.len()));
                at = bytes.end;
            }
            without.push_str(&text[at..to]);
            for (sign, text) in [(-1.0, with), (1.0, without.as_str())] {
                for mention in gazetteer.find(text) {
                    change[block_of(mention.kind) * known + mention.class] += sign;
                    if passage == 0 || self.features.opening.contains(&(from + mention.start)) {
                        change[2 * known + mention.class] += sign;
                    }
                }
            }
        }
        let base = &self.features.mentions[self.row];
        let classes = &self.grounder.model.gazetteer_class;
        let mut blocks = base.clone();
        for (at, value) in blocks.iter_mut().enumerate() {
            let (block, class) = (at / classes.len(), classes[at % classes.len()]);
            let change = change[block * known + class];
            if block < 2 && change != 0.0 {
                *value = (value.exp_m1().round() + change).max(0.0).ln_1p();
            } else if block == 2 && change != 0.0 && self.row == 0 {
                // Only the last mention takes the class out of the title; sentences have no title.
                *value = f32::from(u8::from(self.mentions_in_title(class) + change >= 1.0));
            }
        }
        blocks
    }

    /// How often the title mentions a class of the gazetteer.
    fn mentions_in_title(&self, class: usize) -> f32 {
        let Features {
            title_mentions,
            text_mentions,
            opening,
            ..
        } = &self.features;
        let opened = text_mentions.iter().filter(|m| opening.contains(&m.start));
        let all = title_mentions.iter().chain(opened);
        all.filter(|m| m.class == class).count() as f32
    }

    /// All weights: by pooling, the weightiest by masking; nothing when cancelled.
    fn explain(&self, cancel: &AtomicBool) -> Result<Option<(f32, Vec<f32>)>, GroundingError> {
        let (logit, mut weights) = self.pooled()?;
        let most = (MASKED_TOKENS / self.features.ids.len().max(1)).min(MASKED_WORDS);
        let mut heavy: Vec<usize> = (0..weights.len()).collect();
        heavy.sort_by(|a, b| weights[*b].abs().total_cmp(&weights[*a].abs()));
        heavy.truncate(most);
        if cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let sets: Vec<Vec<usize>> = heavy.iter().map(|w| vec![*w]).collect();
        let Some(masked) = self.masked(&sets, cancel)? else {
            return Ok(None);
        };
        for (word, without) in heavy.into_iter().zip(masked) {
            weights[word] = logit - without;
        }
        Ok(Some((logit, weights)))
    }
}

impl Grounder {
    /// How much each word of a text, or of one of its sentences, speaks for a structure; for the one that the text or
    /// sentence was put into when none is named (that costs one more pass). Nothing when cancelled.
    ///
    /// # Errors
    /// When the tokenizer or the network fails, the sentence is not there, or no class of the model stands for the structure.
    pub fn explain(
        &self,
        input: &TextInput<'_>,
        sentence: Option<usize>,
        structure: Option<&str>,
        cancel: &AtomicBool,
    ) -> Result<Option<Attribution>, GroundingError> {
        let structure = match structure {
            Some(id) => id.to_owned(),
            None => {
                let grounding = self.ground(std::slice::from_ref(input))?.remove(0);
                match sentence {
                    None => grounding.structure,
                    Some(s) => grounding
                        .sentences
                        .get(s)
                        .map(|s| s.structure.clone())
                        .ok_or_else(|| {
                            GroundingError::Labels(format!("the text has no sentence {}", s + 1))
                        })?,
                }
            }
        };
        // Where a note lies because of its core, the words of that speak for it.
        let core = note::core(input.text).filter(|_| sentence.is_none());
        let core = core.filter(|core| self.lies_in(&core.input(input), &structure));
        let read = core.as_ref().map_or(*input, |core| core.input(input));
        let explainer = Explainer::new(self, &read, sentence, &structure)?;
        let Some((logit, weights)) = explainer.explain(cancel)? else {
            return Ok(None);
        };
        let words = explainer.words.iter().zip(weights).map(|(word, weight)| {
            let start = match (&core, word.in_title) {
                (_, true) => word.bytes.start + explainer.title_start,
                (Some(core), false) => core.original(word.bytes.start),
                (None, false) => word.bytes.start,
            };
            WordWeight {
                in_title: word.in_title,
                start,
                end: start + word.bytes.len(),
                weight,
            }
        });
        let mut words: Vec<WordWeight> = words.collect();
        // The pieces of a core stand in another order than in the note.
        words.sort_by_key(|word| (!word.in_title, word.start));
        Ok(Some(Attribution {
            class: self.model.classes[explainer.class].name.clone(),
            logit,
            words,
            structure,
        }))
    }

    /// Whether a text is placed in a structure, in a part of it or in what it is a part of.
    fn lies_in(&self, input: &TextInput<'_>, structure: &str) -> bool {
        let catalogue = Catalogue::builtin();
        let found = self.ground(std::slice::from_ref(input));
        let found = found.ok().and_then(|mut found| found.pop());
        let rows = found.filter(|found| !found.is_outside()).and_then(|found| {
            let own = catalogue.index_of(&found.structure)?;
            Some((own, catalogue.index_of(structure)?))
        });
        rows.is_some_and(|(own, asked)| {
            catalogue.is_part_of(own, asked) || catalogue.is_part_of(asked, own)
        })
    }
}
