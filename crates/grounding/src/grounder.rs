//! Texts in, places out: the one object the rest of the program asks.

use std::borrow::Cow;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use anatomy::{Atlas, Catalogue, Sex, StructureIndex};

use crate::bodies::{Beside, BodyChoice, Her, Placing, Torso, said_sex};

use crate::engine::{Encoder, EngineChoice, EngineReport, RowOutput};
use crate::features::{Features, Featurizer, MENTION_BLOCKS, TextInput, scanned};
use crate::female::HerReading;
use crate::locate::{self, Placed};
use crate::model::{Model, ModelInfo};
use crate::names::{Mended, is_few_words, weigh};
use crate::outside;
use crate::passage::Passage;
use crate::past;
use crate::told;
use crate::{
    Evidence, Grounding, GroundingError, Mention, MentionKind, OUTSIDE, PlacedIn,
    SentenceGrounding, Tag, TagSpan,
};

/// Grounds texts with one model on one engine in one atlas. Can be shared between threads.
pub struct Grounder {
    pub(crate) model: Model,
    pub(crate) encoder: Encoder,
    /// See [`Grounder::encoder_32_bits`].
    with_32_bits: OnceLock<Option<Encoder>>,
    home: Torso,
    placed_in: PlacedIn,
    /// The female torso, where there is one.
    beside: Option<Beside>,
}

impl Grounder {
    /// Loads a model folder.
    ///
    /// # Errors
    /// When a file of the folder is missing, damaged or does not fit, or the chosen engine cannot be used.
    pub fn open(
        model_dir: &Path,
        atlas: Arc<Atlas>,
        choice: EngineChoice,
    ) -> Result<Self, GroundingError> {
        let model = Model::open(model_dir)?;
        let encoder = Encoder::open(&model, choice)?;
        tracing::info!(
            "model {}, engine {} ({})",
            model.info.name,
            encoder.report().name,
            encoder.report().reason
        );
        Ok(Self {
            model,
            encoder,
            with_32_bits: OnceLock::new(),
            placed_in: PlacedIn::of(&atlas),
            home: Torso::new(atlas, Sex::Male),
            beside: None,
        })
    }

    /// Places texts about organs that only a woman has in the female torso of a folder, rather than beside what they would lie next to
    /// in the male one. It is read when the first such text comes.
    #[must_use]
    pub fn with_female(mut self, folder: &Path) -> Self {
        self.beside = folder.is_dir().then(|| Beside::new(folder));
        self.placed_in.hers = PlacedIn::sum_said_in(folder);
        self
    }

    /// Places all texts in the male torso.
    #[must_use]
    pub fn without_female(mut self) -> Self {
        self.beside = None;
        self.placed_in.hers.clear();
        self
    }

    /// Takes no more than so many cores, for one that shares a machine with others of its kind.
    #[must_use]
    pub fn on_cores(mut self, cores: usize) -> Self {
        self.encoder.limit_cores(cores);
        self
    }

    /// The built-in engine with products of 32 bits, read when it is first asked for; another engine as it is. What a single word weighs is a small difference of
    /// large numbers, whose order would hang on how the processor rounds.
    pub(crate) fn encoder_32_bits(&self) -> &Encoder {
        let read = self.with_32_bits.get_or_init(|| {
            let opened = self.encoder.open_32_bits(&self.model);
            opened.unwrap_or_else(|error| {
                tracing::warn!("words are weighed with products of 8 bits: {error}");
                None
            })
        });
        read.as_ref().unwrap_or(&self.encoder)
    }

    /// The engine in use and why.
    pub fn engine(&self) -> &EngineReport {
        self.encoder.report()
    }

    /// The model.
    pub fn model(&self) -> &ModelInfo {
        &self.model.info
    }

    /// The whole model and the engine that runs it, to be measured apart.
    pub fn parts(&self) -> (&Model, &Encoder) {
        (&self.model, &self.encoder)
    }

    /// The atlas in whose frame the points are.
    pub fn atlas(&self) -> &Arc<Atlas> {
        &self.home.atlas
    }

    /// The same as it is kept with what is placed in it, and in the female torso beside it.
    pub fn placed_in(&self) -> &PlacedIn {
        &self.placed_in
    }

    /// What speaks for each text being about nothing in this torso, before it is weighed: the logits of the network's output `outside`,
    /// of the evidence for the best organ of this body, and of being about nowhere (0 where the model does not say).
    ///
    /// # Errors
    /// The first failure of the tokenizer or the network.
    pub fn outside_signs(&self, texts: &[TextInput<'_>]) -> Result<Vec<[f32; 3]>, GroundingError> {
        let featurizer = Featurizer::new(&self.model.tokenizer);
        let features = texts.iter().map(|input| featurizer.features(input));
        let features: Vec<Features> = features
            .map(|f| f.map(|f| self.for_model(f)))
            .collect::<Result<_, _>>()?;
        let mut signs = vec![[0.0; 3]; features.len()];
        let mut failed = Ok(());
        self.encoder.run_each(&features, &mut |i, rows| {
            match rows {
                Ok(rows) => {
                    let weighed = self.weighed(&texts[i], &features[i], &rows);
                    signs[i] = outside::signs(&self.model, &weighed.unwrap_or(rows)[0]);
                }
                Err(error) => failed = Err(error),
            }
            failed.is_ok()
        });
        failed.map(|()| signs)
    }

    /// A text of a few words with misspelt ones put right; nothing for others.
    pub(crate) fn mended(&self, input: &TextInput<'_>) -> Option<Mended> {
        let finder = self.model.names.as_deref()?;
        let ordinary = |word: &str| self.model.tokenizer.is_word(word);
        let few = is_few_words(input);
        few.then(|| finder.spelling().mend(input.text, &ordinary))?
    }

    /// The rows of a text of a few words with what names say of them.
    fn weighed(
        &self,
        input: &TextInput<'_>,
        features: &Features,
        rows: &[RowOutput],
    ) -> Option<Vec<RowOutput>> {
        let finder = self.model.names.as_deref()?;
        weigh(&self.model, finder, input, features, rows)
    }

    /// Mentions in the order of the model's classes.
    pub(crate) fn for_model(&self, mut features: Features) -> Features {
        for row in &mut features.mentions {
            let known = row.len() / MENTION_BLOCKS;
            *row = row
                .chunks(known.max(1))
                .flat_map(|block| self.model.gazetteer_class.iter().map(|&g| block[g]))
                .collect();
        }
        features
    }

    /// Logs that a text was not read to its end.
    fn tell_truncated(&self, input: &TextInput<'_>, features: &Features) {
        if features.truncated {
            tracing::debug!(
                "only the first {} tokens of {} were read",
                self.model.tokenizer.max_tokens(),
                input.id.unwrap_or("a text")
            );
        }
    }

    pub(crate) fn grounding(
        &self,
        input: &TextInput<'_>,
        features: &Features,
        rows: &[RowOutput],
    ) -> Grounding {
        self.tell_truncated(input, features);
        let weighed = self.weighed(input, features, rows);
        let rows = weighed.as_deref().unwrap_or(rows);
        let title = input.title.map(str::trim).unwrap_or("");
        let tags = &rows[0].tags;
        let spans = tags.spans(features, input.text);
        let meant = |mentions: &[Mention], shift: usize| -> Vec<f32> {
            let bytes = |m: &Mention| m.start + shift..m.end + shift;
            let each = mentions.iter().map(|m| tags.meant(features, &bytes(m)));
            each.collect()
        };
        let shift = features.text_start;
        // A title that the text begins with is not read before it.
        let title_at = if shift > 0 {
            0
        } else {
            input.text.len() - input.text.trim_start().len()
        };
        let in_title = meant(&features.title_mentions, title_at);
        let mut in_text = meant(&features.text_mentions, shift);
        let as_found = past::as_found(features, &spans, input.text, &mut in_text);
        let read_as = as_found.as_deref().unwrap_or(&spans);
        let title = Passage {
            text: title,
            bytes: (0, scanned(title).len()),
            mentions: &features.title_mentions,
            meant: &in_title,
            tags: &[],
            title: true,
        };
        let text = |start: usize, end: usize| Passage {
            text: input.text,
            bytes: (start, end),
            mentions: &features.text_mentions,
            meant: &in_text,
            tags: read_as,
            title: false,
        };
        let excluded = excluded(features, &spans);
        let home = self.home.locator(&self.model, &excluded, None);
        let passages = [title, text(0, scanned(input.text).len())];
        let reading = locate::hers(&home, &rows[0], &passages);
        let placing = Placing {
            home,
            her: self.her(&reading, input.text),
        };
        let catalogue = home.atlas.catalogue();
        let each = features.sentences.iter().zip(&rows[1..]);
        let (sentences, placed): (Vec<SentenceGrounding>, Vec<Placed>) = each
            .map(|(bytes, row)| {
                let mut placed = placing.sentence(row, &[text(bytes.start, bytes.end)]);
                let place = &mut placed.place;
                let mut sentence = SentenceGrounding {
                    text: input.text[bytes.clone()].to_owned(),
                    start: bytes.start,
                    end: bytes.end,
                    point_mm: placing.home_point(place),
                    structure: catalogue.get(place.structure).id.clone(),
                    ..SentenceGrounding::default()
                };
                sentence.set_spans(&spans);
                if sentence.is_beside() {
                    place.p = 0.0;
                }
                // "Consent was obtained" is about no organ.
                let is_about = place.outside_p <= OUTSIDE;
                sentence.p = if is_about { place.p } else { 0.0 };
                (sentence, placed)
            })
            .unzip();
        let (whole, subjects) = placing.text(&reading, &rows[0], &passages, &placed);
        let past_p = as_found.as_ref().map(|_| whole.p);
        let outside_p = told::told(whole.outside_p, past_p, features, &spans, input.text);
        let placed_in = (outside_p <= OUTSIDE).then_some(whole.structure);
        Grounding {
            point_mm: whole.point_mm,
            structure: catalogue.get(whole.structure).id.clone(),
            distance_mm: whole.distance_mm,
            region: whole.region,
            side: whole.side,
            structures: whole.evidence,
            outside_p,
            elsewhere: self.elsewhere(&rows[0], placing.structures()),
            covariance_mm2: subjects.covariance_mm2,
            places: subjects.places,
            excluded: elsewhere_than(placed_in, &excluded, catalogue),
            by_headings: Vec::new(),
            sentences,
            model: self.model.info.version.clone(),
            engine: self.encoder.report().name.clone(),
            atlas: Some(self.placed_in.in_body(placing.her.is_some())),
            embedding: match &self.model.finding {
                Some(map) => map.apply(&rows[0].embedding),
                None => rows[0].embedding.clone(),
            },
        }
    }

    /// The female torso, when a text is about an organ that only it has (and not about a man).
    fn her(&self, reading: &HerReading, text: &str) -> Option<&Her> {
        let hers = reading.p > OUTSIDE && said_sex(text) != Some(Sex::Male);
        hers.then(|| self.female_torso()).flatten()
    }

    /// The female torso, where there is one; read when it is first asked for.
    pub fn female_atlas(&self) -> Option<&Arc<Atlas>> {
        self.female_torso().map(|her| &her.torso.atlas)
    }

    /// A grounding as it is told to others: in the frame of the body that is chosen, and whose that is. All places are otherwise kept in
    /// the frame of the male torso.
    pub fn told<'a>(
        &self,
        grounding: &'a Grounding,
        text: &str,
        choice: BodyChoice,
    ) -> (Sex, Cow<'a, Grounding>) {
        let catalogue = self.atlas().catalogue();
        let row = catalogue.index_of(&grounding.structure);
        let own = row.and_then(|row| catalogue.get(row).sex);
        let sex = match choice {
            BodyChoice::Male => Sex::Male,
            BodyChoice::Female => own.unwrap_or(Sex::Female),
            BodyChoice::Auto => own.or_else(|| said_sex(text)).unwrap_or(Sex::Male),
        };
        let her = match sex {
            Sex::Male => None,
            Sex::Female => self.female_torso(),
        };
        match her {
            Some(her) => (Sex::Female, Cow::Owned(her.told(grounding))),
            None => (Sex::Male, Cow::Borrowed(grounding)),
        }
    }

    /// The female torso, read when it is first asked for.
    pub(crate) fn female_torso(&self) -> Option<&Her> {
        self.beside.as_ref()?.her(&self.home.atlas)
    }

    /// Evidence for classes without a structure in a body, largest first; `structures`: what each class is there.
    fn elsewhere(&self, row: &RowOutput, structures: &[Vec<StructureIndex>]) -> Vec<Evidence> {
        let model = &self.model;
        let mut found: Vec<Evidence> = model
            .classes
            .iter()
            .zip(structures)
            .zip(&row.evidence)
            .filter(|((_, structures), p)| structures.is_empty() && **p >= ELSEWHERE_EVIDENCE)
            .map(|((class, _), &p)| Evidence {
                id: class.name.clone(),
                p,
            })
            .collect();
        found.sort_by(|a, b| b.p.total_cmp(&a.p));
        found
    }
}

/// Ids of these structures, without the one that a text is placed in and the pair of which that is a half: there it is not said to find nothing, as what
/// is named as sound in one sentence may be what another is about.
pub(crate) fn elsewhere_than(
    placed_in: Option<StructureIndex>,
    excluded: &[StructureIndex],
    catalogue: &Catalogue,
) -> Vec<String> {
    let pair = placed_in.and_then(|structure| catalogue.pair(structure));
    let is_there = |s: &&StructureIndex| placed_in == Some(**s) || pair == Some(**s);
    let elsewhere = excluded.iter().filter(|s| !is_there(s));
    elsewhere.map(|s| catalogue.get(*s).id.clone()).collect()
}

/// The structures that only stand in stretches tagged as excluded or normal.
fn excluded(features: &Features, spans: &[TagSpan]) -> Vec<StructureIndex> {
    let tag_of = |mention: &Mention| {
        let touched = |s: &&TagSpan| s.start < mention.end && mention.start < s.end;
        spans.iter().find(touched).map(|s| s.tag)
    };
    let (mut found, mut otherwise) = (Vec::new(), Vec::new());
    for mention in &features.text_mentions {
        let list = match tag_of(mention) {
            Some(Tag::Excluded | Tag::Normal) if mention.kind == MentionKind::Name => &mut found,
            Some(Tag::Excluded | Tag::Normal) => continue,
            _ => &mut otherwise,
        };
        list.extend(mention.structures.iter().copied());
    }
    for list in [&mut found, &mut otherwise] {
        list.sort_unstable();
        list.dedup();
    }
    found.retain(|s| otherwise.binary_search(s).is_err());
    found
}

/// Evidence for an organ that this body has not is told of from here on.
const ELSEWHERE_EVIDENCE: f32 = 0.3;
