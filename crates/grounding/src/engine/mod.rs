//! One [`Encoder`] over two engines: ONNX Runtime, when a library of it is found on the machine, and tract, which is
//! part of the program. Which one answers, and why, is told by [`EngineReport`].

mod builtin;
mod graph;
mod logits;
mod network;
mod onnx_runtime;
mod operators;
mod product;
mod rewrite;
mod simd;

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

pub use network::{EngineReport, OnEveryThread};
pub use product::only_32_bits;

use network::Network;

use crate::features::InputTensors;
use crate::model::{EMBEDDING, Model};
use crate::tags::Tag;
use crate::token_tags::TokenTags;
use crate::{Features, GroundingError};

/// Which engine to use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EngineChoice {
    /// ONNX Runtime when it is found (with CUDA when that works), else the built-in engine.
    #[default]
    Auto,
    /// ONNX Runtime or an error.
    OnnxRuntime,
    /// The built-in engine.
    BuiltIn,
}

/// What the network says about one row (a document or a sentence) of a text.
#[derive(Debug, Clone, PartialEq)]
pub struct RowOutput {
    /// Place in torso millimetres (LPS).
    pub point_mm: [f32; 3],
    /// Evidence of each class, 0 to 1.
    pub evidence: Vec<f32>,
    /// Probability that the text is about nothing in this torso, 0 to 1.
    pub outside: f32,
    /// Pooled vector of length 1.
    pub embedding: Vec<f32>,
    /// Probabilities that the row is about each structure of [`Model::answers`] and, last, about nowhere in this torso; they sum to
    /// 1. Empty when the model does not say.
    pub about: Vec<f32>,
    /// What each token of the whole text stands for; only in the first row of a text.
    pub tags: TokenTags,
}

/// The network of a model on one engine.
pub struct Encoder {
    network: Box<dyn Network>,
    report: EngineReport,
    /// Batches that run at the same time.
    workers: usize,
    /// Most texts of a batch.
    batch_texts: usize,
    classes: usize,
    /// Answers of `about`, and of `tags` for a token; 0 without them.
    answers: usize,
    tagged: usize,
}

/// Name of the engine that is part of the program.
const BUILT_IN: &str = "built-in (tract)";

/// The same with products of 8 bits.
const BUILT_IN_8_BITS: &str = "built-in (tract, 8 bits)";

/// Most padded tokens of a batch: bounds memory, and keeps a batch short enough to be cancelled after.
const BATCH_TOKENS: usize = 4096;

impl Encoder {
    /// Loads the network of a model.
    ///
    /// # Errors
    /// [`GroundingError::Engine`] when the chosen engine is not there; [`GroundingError::Model`] when it refuses the graph.
    pub fn open(model: &Model, choice: EngineChoice) -> Result<Self, GroundingError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let classes = model.classes.len();
        let (answers, tagged) = if model.reads() {
            (model.answers.len() + 1, Tag::ANSWERS)
        } else {
            (0, 0)
        };
        let missing = match choice {
            EngineChoice::BuiltIn => "chosen by the caller".to_owned(),
            EngineChoice::Auto | EngineChoice::OnnxRuntime => {
                match onnx_runtime::OnnxRuntime::open(model, cores, false) {
                    Ok((network, report)) => {
                        // On a processor, texts side by side in one tensor only push each other out of the cache.
                        let cuda = report.name.ends_with("CUDA");
                        return Ok(Self {
                            workers: network.workers(),
                            batch_texts: if cuda { 16 } else { 1 },
                            network: Box::new(network),
                            report,
                            classes,
                            answers,
                            tagged,
                        });
                    }
                    Err(e) if choice == EngineChoice::OnnxRuntime => return Err(e),
                    Err(e) => e.to_string(),
                }
            }
        };
        let network = builtin::BuiltIn::open(model, true)?;
        let report = EngineReport {
            name: if network.has_whole_numbers() {
                BUILT_IN_8_BITS
            } else {
                BUILT_IN
            }
            .to_owned(),
            reason: missing,
        };
        // The built-in engine computes a batch on one core, so it gets as many batches as there are cores.
        Ok(Self {
            network: Box::new(network),
            report,
            workers: cores,
            batch_texts: 1,
            classes,
            answers,
            tagged,
        })
    }

    /// Takes no more than so many cores, where it computes texts side by side.
    pub(crate) fn limit_cores(&mut self, cores: usize) {
        self.workers = self.workers.min(cores.max(1));
    }

    /// The same engine as it is without any care of ours: the graph as it is in the file, one text at a time, with the
    /// threads that the engine takes by itself. What the speed is measured against.
    ///
    /// # Errors
    /// As for [`Encoder::open`].
    pub fn open_plain(&self, model: &Model) -> Result<Self, GroundingError> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let network: Box<dyn Network> = if self.report.name.starts_with("ONNX Runtime") {
            Box::new(onnx_runtime::OnnxRuntime::open(model, cores, true)?.0)
        } else {
            Box::new(builtin::BuiltIn::open_plain(model)?)
        };
        Ok(Self {
            network,
            report: self.report.clone(),
            workers: 1,
            batch_texts: 1,
            classes: self.classes,
            answers: self.answers,
            tagged: self.tagged,
        })
    }

    /// The same engine with products of 32-bit floats, where it has products of 8 bits; nothing elsewhere.
    ///
    /// # Errors
    /// As for [`Encoder::open`].
    pub fn open_32_bits(&self, model: &Model) -> Result<Option<Self>, GroundingError> {
        if self.report.name != BUILT_IN_8_BITS {
            return Ok(None);
        }
        Ok(Some(Self {
            network: Box::new(builtin::BuiltIn::open(model, false)?),
            report: EngineReport {
                name: BUILT_IN.to_owned(),
                ..self.report.clone()
            },
            ..*self
        }))
    }

    /// The engine in use and why.
    pub fn report(&self) -> &EngineReport {
        &self.report
    }

    /// Runs the network on one padded batch: for each text, its rows.
    ///
    /// # Errors
    /// [`GroundingError::Inference`] when the engine fails or gives something else than numbers of the right shape.
    pub fn run(
        &self,
        features: &[&Features],
        min_tokens: usize,
    ) -> Result<Vec<Vec<RowOutput>>, GroundingError> {
        let batch = InputTensors::new(features, self.classes, min_tokens);
        let outputs = self.network.run(&batch)?;
        let cells = batch.texts * batch.rows;
        let token_answers = batch.texts * batch.tokens * self.tagged;
        for (name, values, wanted) in [
            ("point", &outputs.point, cells * 3),
            ("logits", &outputs.logits, cells * self.classes),
            ("outside", &outputs.outside, cells),
            ("embedding", &outputs.embedding, cells * EMBEDDING),
            ("about", &outputs.about, cells * self.answers),
            ("tags", &outputs.tags, token_answers),
        ] {
            if values.len() != wanted {
                return Err(GroundingError::Inference(format!(
                    "output {name:?} has {} values instead of {wanted}",
                    values.len(),
                )));
            }
        }
        let tags = |text: usize, tokens: usize| {
            let first = text * batch.tokens * self.tagged;
            TokenTags::from_logits(&outputs.tags[first..first + tokens * self.tagged])
        };
        let row = |i: usize| RowOutput {
            point_mm: std::array::from_fn(|axis| outputs.point[i * 3 + axis]),
            evidence: outputs.logits[i * self.classes..(i + 1) * self.classes]
                .iter()
                .map(|l| logistic(*l))
                .collect(),
            outside: logistic(outputs.outside[i]),
            embedding: outputs.embedding[i * EMBEDDING..(i + 1) * EMBEDDING].to_vec(),
            about: softmax(&outputs.about[i * self.answers..(i + 1) * self.answers]),
            tags: TokenTags::default(),
        };
        let texts: Vec<Vec<RowOutput>> = features
            .iter()
            .enumerate()
            .map(|(b, f)| {
                let rows = (0..f.rows.len()).map(|p| row(b * batch.rows + p));
                let mut rows: Vec<RowOutput> = rows.collect();
                if let Some(whole) = rows.first_mut() {
                    whole.tags = tags(b, f.ids.len());
                }
                rows
            })
            .collect();
        let finite = |r: &RowOutput| {
            let tags = r.tags.0.iter().flatten();
            let values = r.point_mm.iter().chain(&r.evidence).chain([&r.outside]);
            let mut values = values.chain(&r.about).chain(tags);
            values.all(|v| v.is_finite())
        };
        if !texts.iter().flatten().all(finite) {
            return Err(GroundingError::Inference(
                "the network gave values that are not numbers".to_owned(),
            ));
        }
        Ok(texts)
    }

    /// Runs the network on many texts, batched by length; `on_result` gets the position of each text and its rows, on the
    /// calling thread, in no fixed order. Returning false stops.
    pub fn run_each(
        &self,
        features: &[Features],
        on_result: &mut dyn FnMut(usize, Result<Vec<RowOutput>, GroundingError>) -> bool,
    ) {
        let batches = self.batches(features);
        let run = |batch: &[usize]| {
            let members: Vec<&Features> = batch.iter().map(|&i| &features[i]).collect();
            self.run(&members, 0)
        };
        let workers = self.workers.min(batches.len());
        if workers <= 1 {
            for batch in &batches {
                if !deliver(batch, run(batch), on_result) {
                    return;
                }
            }
            return;
        }
        let next = AtomicUsize::new(0);
        let (sender, receiver) = std::sync::mpsc::sync_channel(workers * 2);
        let receiver = Mutex::new(receiver);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                let (sender, next, batches, run) = (sender.clone(), &next, &batches, &run);
                scope.spawn(move || {
                    while let Some(batch) = batches.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if sender.send((batch, run(batch))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let receiver = receiver
                .into_inner()
                .unwrap_or_else(PoisonError::into_inner);
            for (batch, result) in &receiver {
                if !deliver(batch, result, on_result) {
                    next.store(batches.len(), Ordering::Relaxed);
                    break;
                }
            }
            // Workers that are still sending see the closed channel and end.
            drop(receiver);
        });
    }

    /// Texts of like length together, the longest batches first.
    fn batches(&self, features: &[Features]) -> Vec<Vec<usize>> {
        let mut order: Vec<usize> = (0..features.len()).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(features[i].ids.len()));
        let mut batches: Vec<Vec<usize>> = Vec::new();
        let mut longest = 0;
        for i in order {
            match batches.last_mut() {
                Some(batch)
                    if batch.len() < self.batch_texts
                        && (batch.len() + 1) * longest <= BATCH_TOKENS =>
                {
                    batch.push(i)
                }
                _ => {
                    longest = features[i].ids.len();
                    batches.push(vec![i]);
                }
            }
        }
        batches
    }
}

/// The logit of a probability, not beyond those of one in a hundred thousand.
pub(crate) fn logit(p: f32) -> f32 {
    let p = p.clamp(1e-5, 1.0 - 1e-5);
    (p / (1.0 - p)).ln()
}

/// The logistic function: from a logit to a probability.
pub(crate) fn logistic(logit: f32) -> f32 {
    1.0 / (1.0 + (-logit).exp())
}

/// Probabilities from the logits of answers that exclude each other.
fn softmax(logits: &[f32]) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::MIN, f32::max);
    let p: Vec<f32> = logits.iter().map(|l| (l - most).exp()).collect();
    let sum: f32 = p.iter().sum();
    p.into_iter().map(|p| p / sum).collect()
}

fn deliver(
    batch: &[usize],
    result: Result<Vec<Vec<RowOutput>>, GroundingError>,
    on_result: &mut dyn FnMut(usize, Result<Vec<RowOutput>, GroundingError>) -> bool,
) -> bool {
    match result {
        Ok(texts) => batch
            .iter()
            .zip(texts)
            .all(|(i, rows)| on_result(*i, Ok(rows))),
        Err(e) => {
            let reason = e.to_string();
            batch
                .iter()
                .all(|i| on_result(*i, Err(GroundingError::Inference(reason.clone()))))
        }
    }
}
