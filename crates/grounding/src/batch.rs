//! Many texts at a time: batched by length, and then again what lies where a part of it does (what is past, what a note's headings tell).

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use anatomy::{Sex, StructureIndex};

use crate::bodies::said_sex;
use crate::features::{Featurizer, TextInput};
use crate::grounder::{Grounder, elsewhere_than};
use crate::names::Mended;
use crate::note::{self, Core};
use crate::past;
use crate::sentences::LONG_BYTES;
use crate::{Grounding, GroundingError, OUTSIDE, SentenceGrounding};

/// Texts that are prepared and sorted by length at a time.
const CHUNK: usize = 256;

impl Grounder {
    /// Grounds texts, batched by length; one result for each, in order.
    ///
    /// # Errors
    /// The first failure of the tokenizer or the network, see [`Self::ground_apart`] for all that do not fail.
    pub fn ground(&self, texts: &[TextInput<'_>]) -> Result<Vec<Grounding>, GroundingError> {
        self.ground_apart(texts).into_iter().collect()
    }

    /// Grounds texts, batched by length; for each, in order, its place or why it has none. A text that fails does not stop
    /// the others.
    pub fn ground_apart(&self, texts: &[TextInput<'_>]) -> Vec<Result<Grounding, GroundingError>> {
        let left_out = || Err(GroundingError::Inference("a text was left out".to_owned()));
        let mut results: Vec<_> = texts.iter().map(|_| left_out()).collect();
        self.ground_each(texts, &AtomicBool::new(false), &mut |i, grounding| {
            results[i] = grounding;
        });
        results
    }

    /// Grounds texts and hands each over as soon as it is done, in no fixed order, on the calling thread. Ends early when
    /// `cancel` is set. A text that fails is handed over with the failure of the tokenizer or the network and does not stop
    /// the others.
    pub fn ground_each(
        &self,
        texts: &[TextInput<'_>],
        cancel: &AtomicBool,
        on_result: &mut dyn FnMut(usize, Result<Grounding, GroundingError>),
    ) {
        self.ground_whole(texts, true, cancel, on_result);
    }

    /// The same, with or without reading notes by their headings.
    fn ground_whole(
        &self,
        texts: &[TextInput<'_>],
        by_headings: bool,
        cancel: &AtomicBool,
        on_result: &mut dyn FnMut(usize, Result<Grounding, GroundingError>),
    ) {
        let featurizer = Featurizer::new(&self.model.tokenizer);
        for (chunk, inputs) in texts.chunks(CHUNK).enumerate() {
            let mended: Vec<Option<Mended>> = inputs.iter().map(|i| self.mended(i)).collect();
            let read = |i: usize| match &mended[i] {
                Some(Mended { text, .. }) => TextInput { text, ..inputs[i] },
                None => inputs[i],
            };
            let mut members = Vec::with_capacity(inputs.len());
            let mut features = Vec::with_capacity(inputs.len());
            for i in 0..inputs.len() {
                if cancel.load(Ordering::Relaxed) {
                    return;
                }
                match featurizer.features(&read(i)).map(|f| self.for_model(f)) {
                    Ok(f) => {
                        members.push(i);
                        features.push(f);
                    }
                    Err(error) => on_result(chunk * CHUNK + i, Err(error)),
                }
            }
            let mut past_alone = Vec::new();
            let mut notes = Vec::new();
            self.encoder.run_each(&features, &mut |position, rows| {
                if cancel.load(Ordering::Relaxed) {
                    return false;
                }
                let i = members[position];
                let found = rows.map(|rows| {
                    let found = self.grounding(&read(i), &features[position], &rows);
                    let mut found = found.doubted();
                    if let Some(mended) = &mended[i] {
                        found.turn_back(inputs[i].text, &|at| mended.original(at));
                    }
                    found
                });
                let is_short = inputs[i].text.len() <= LONG_BYTES;
                match found {
                    Ok(found) if is_short && found.tells_only_of_past(inputs[i].title) => {
                        past_alone.push((i, found));
                    }
                    Ok(found) => match by_headings.then(|| note::core(inputs[i].text)).flatten() {
                        Some(core) => notes.push((i, core, found)),
                        None => on_result(chunk * CHUNK + i, Ok(found)),
                    },
                    Err(error) => on_result(chunk * CHUNK + i, Err(error)),
                }
                true
            });
            if cancel.load(Ordering::Relaxed) {
                return;
            }
            for (i, found) in past_alone {
                on_result(chunk * CHUNK + i, Ok(self.by_what_is_past(found)));
            }
            self.by_headings(inputs, &notes, cancel, &mut |i, found| {
                on_result(chunk * CHUNK + i, found);
            });
        }
    }

    /// Places notes by what their headings say they are about ([`note::core`]), each with what was found of the whole of it.
    fn by_headings(
        &self,
        inputs: &[TextInput<'_>],
        notes: &[(usize, Core, Grounding)],
        cancel: &AtomicBool,
        on_result: &mut dyn FnMut(usize, Result<Grounding, GroundingError>),
    ) {
        let cores = notes.iter().map(|(i, core, _)| core.input(&inputs[*i]));
        let cores: Vec<TextInput<'_>> = cores.collect();
        self.ground_whole(&cores, false, cancel, &mut |n, core| {
            let (i, of, whole) = &notes[n];
            let is_man = said_sex(inputs[*i].text) == Some(Sex::Male);
            on_result(
                *i,
                core.map(|core| self.of_note(of, whole.clone(), core, is_man)),
            );
        });
    }

    /// A note lies where its core does, or, where the whole of it says more of that organ (a side, a part), where that lies; a man's not where only a woman has
    /// anything, or the core by itself is about nothing. How likely it is about nothing in this torso is the mean of both.
    fn of_note(&self, of: &Core, whole: Grounding, core: Grounding, is_man: bool) -> Grounding {
        let half = f32::midpoint(whole.outside_p, core.outside_p);
        // A check of somebody who is well names much that nothing is found in.
        let least = if of.is_well() { core.outside_p } else { 0.0 };
        let outside_p = half.max(least);
        let catalogue = self.atlas().catalogue();
        let row = |id: &String| catalogue.index_of(id);
        let (within, placed) = (row(&whole.structure), row(&core.structure));
        let says_more =
            |(part, of)| part != of && !whole.is_outside() && catalogue.is_part_of(part, of);
        let says_more = within.zip(placed).is_some_and(says_more);
        let is_hers = placed.is_some_and(|row| catalogue.get(row).sex == Some(Sex::Female));
        // A core that is about nothing here has no place to give to a note that is about something.
        let is_nowhere = core.is_outside() && outside_p <= OUTSIDE;
        if says_more || is_nowhere || is_man && is_hers {
            return doubted_by(whole, outside_p);
        }
        let excluded: Vec<StructureIndex> = whole.excluded.iter().filter_map(row).collect();
        let placed = placed.filter(|_| outside_p <= OUTSIDE);
        let pieces = placed.map_or_else(Vec::new, |_| of.pieces());
        let (sentences, excluded) = match of.is_other {
            true => (unread(whole.sentences, &pieces, &core), Vec::new()),
            false => (whole.sentences, excluded),
        };
        Grounding {
            excluded: elsewhere_than(placed, &excluded, catalogue),
            by_headings: pieces,
            sentences,
            embedding: whole.embedding,
            ..doubted_by(core, outside_p)
        }
    }

    /// What is past is no subject beside a finding; a text that tells of nothing else lies where [`past::alone`] says.
    fn by_what_is_past(&self, found: Grounding) -> Grounding {
        let alone = past::alone(&found).into_iter();
        let mut alone = alone.filter_map(|text| self.ground(&[TextInput::new(&text)]).ok()?.pop());
        match alone.find(|alone| !alone.is_outside()) {
            Some(alone) => Grounding {
                sentences: found.sentences,
                excluded: found.excluded,
                embedding: found.embedding,
                ..alone
            },
            None => found,
        }
    }
}

/// The sentences of a note in a language that the network has not learnt: nothing is shown of what it makes of them, but that those in which a piece of the core
/// begins are about the note's place.
fn unread(
    mut sentences: Vec<SentenceGrounding>,
    pieces: &[Range<usize>],
    core: &Grounding,
) -> Vec<SentenceGrounding> {
    for sentence in &mut sentences {
        let bytes = sentence.start..sentence.end;
        sentence.set_spans(&[]);
        sentence.p = 0.0;
        if pieces.iter().any(|piece| bytes.contains(&piece.start)) {
            sentence.structure.clone_from(&core.structure);
            sentence.point_mm = core.point_mm;
            sentence.p = core.shown_p().unwrap_or_default();
        }
    }
    sentences
}

/// A grounding with another probability of being about nothing in this torso.
fn doubted_by(mut of: Grounding, outside_p: f32) -> Grounding {
    if of.is_outside() {
        let kept = (1.0 - of.outside_p).max(f32::EPSILON);
        of.structures.iter_mut().for_each(|e| e.p /= kept);
    }
    of.outside_p = outside_p;
    of.doubted()
}
