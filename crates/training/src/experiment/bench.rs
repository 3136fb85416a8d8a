//! Texts and organs of one experiment, made ready for training and measured.

use anyhow::{Result, ensure};
use evaluation::metrics::Score;
use grounding::Gazetteer;
use serde::{Deserialize, Serialize};

use super::data::{Role, Text};
use super::encode::Store;
use super::fit::{self, Answer, Example, Trained};
use super::organs::Organs;
use super::runs::Runs;
use super::settings::{Input, Method, SHARPNESS, Settings};
use crate::corpus::{Split, hash};
use crate::loss::SCALE_MM;

/// Where the targets of training come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Labels {
    /// MeSH headings of documents; headings themselves as short texts.
    Headings,
    /// Organs whose names and adjectives occur in the text.
    Names,
    /// Those, and the organs of diseases and procedures that occur.
    Glossary,
    /// Of those, the organs in the title or found at least half as often as the one found most often.
    Salient,
}

/// The organs of a text that the glossary finds.
pub fn found(organs: &Organs<'_>, text: &Text, labels: Labels) -> Vec<usize> {
    let related = labels != Labels::Names;
    let count = |o: usize| text.mentions(organs.classes[o], related);
    let most = (0..organs.len()).map(count).max().unwrap_or(0);
    (0..organs.len())
        .filter(|&o| match labels {
            Labels::Salient => {
                count(o) > 0 && (2 * count(o) >= most || text.in_title.contains(&organs.classes[o]))
            }
            _ => count(o) > 0,
        })
        .collect()
}

/// The points of a run on the test documents, and how it went.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Run {
    /// One for each test document, mm.
    pub points: Vec<[f32; 3]>,
    /// Inside-organ ratio on the development documents, per cent.
    pub dev_ior: f64,
    /// Nearest-voxel distance on them, cm.
    pub dev_nvd_cm: f64,
    /// Texts trained on.
    pub texts: usize,
    /// Time taken.
    pub seconds: f64,
}

/// Texts and organs.
pub struct Bench<'a> {
    /// The texts.
    pub store: &'a Store,
    /// The organs.
    pub organs: &'a Organs<'a>,
    /// Test documents about any of the organs, with those organs.
    pub test: Vec<(usize, Vec<usize>)>,
    /// Development documents likewise.
    pub dev: Vec<(usize, Vec<usize>)>,
}

impl<'a> Bench<'a> {
    /// All documents of the store that are about any of the organs.
    pub fn new(store: &'a Store, organs: &'a Organs<'a>) -> Self {
        let documents = |split: Split| {
            store
                .texts
                .iter()
                .enumerate()
                .filter(|(_, t)| t.role == Role::Document && t.split == split)
                .map(|(i, t)| (i, organs.of_classes(&t.classes)))
                .filter(|(_, o)| !o.is_empty())
                .collect()
        };
        Self {
            store,
            organs,
            test: documents(Split::Test),
            dev: documents(Split::Dev),
        }
    }

    fn counts(&self, text: &Text, thinned: bool) -> Vec<f32> {
        let mut counts = vec![0.0; Gazetteer::builtin().classes().len()];
        for (class, names, related) in &text.named {
            let kept = (0..names + related)
                .filter(|i| {
                    !thinned || hash("thin", &format!("{} {class} {i}", text.id)).is_multiple_of(2)
                })
                .count();
            counts[*class] = (kept as f32).ln_1p();
        }
        counts
    }

    /// How the words of a text name each organ, see [`grounding::features::mention_blocks`].
    fn mentions(&self, text: &Text) -> Vec<f32> {
        let classes = &self.organs.classes;
        let own = |c: &usize| text.named.iter().find(|(class, ..)| class == c);
        let names = classes.iter().map(|c| own(c).map_or(0, |n| n.1));
        let related = classes.iter().map(|c| own(c).map_or(0, |n| n.2));
        let titled = classes.iter().map(|c| text.in_title.contains(c));
        names
            .chain(related)
            .map(|count| (count as f32).ln_1p())
            .chain(titled.map(|t| f32::from(u8::from(t))))
            .collect()
    }

    /// Texts to measure on, read as they are.
    pub fn clean(&self, documents: &[(usize, Vec<usize>)]) -> Vec<Example<'a>> {
        documents
            .iter()
            .map(|(i, organs)| Example {
                vectors: vec![&self.store.vectors[*i][0]],
                counts: self.counts(&self.store.texts[*i], false),
                mentions: self.mentions(&self.store.texts[*i]),
                organs: organs.clone(),
                weight: 1.0,
            })
            .collect()
    }

    /// Texts to train on: with labels from headings, documents and terms; otherwise documents and unlabelled texts.
    /// `masked` reads them in their masked copies.
    pub fn training(&self, labels: Labels, masked: bool) -> Vec<Example<'a>> {
        let mut examples = Vec::new();
        for (text, vectors) in self.store.texts.iter().zip(&self.store.vectors) {
            let organs = match (text.role, labels) {
                _ if text.split != Split::Train => continue,
                (Role::Document | Role::Term, Labels::Headings) => {
                    self.organs.of_classes(&text.classes)
                }
                (Role::Unlabelled, Labels::Headings) | (Role::Term, _) => continue,
                (Role::Document | Role::Unlabelled, _) => found(self.organs, text, labels),
            };
            let vectors: Vec<_> = if masked {
                vectors[1..].iter().collect()
            } else {
                vec![&vectors[0]]
            };
            if organs.is_empty() || vectors.is_empty() {
                continue;
            }
            examples.push(Example {
                vectors,
                counts: self.counts(text, masked),
                mentions: self.mentions(text),
                organs,
                weight: if text.role == Role::Document {
                    1.0
                } else {
                    0.5
                },
            });
        }
        examples
    }

    /// Distance of each point to the nearest right organ, mm.
    pub fn distances(&self, documents: &[(usize, Vec<usize>)], points: &[[f32; 3]]) -> Vec<f32> {
        documents
            .iter()
            .zip(points)
            .map(|((_, organs), p)| self.organs.distance_mm(organs, *p).unwrap_or(f32::INFINITY))
            .collect()
    }

    /// The points that a network gives some documents; a classifier's is a random point of its best organ, from `pools`, or the
    /// point of least expected distance.
    pub fn points(
        &self,
        trained: &Trained,
        documents: &[(usize, Vec<usize>)],
        pools: &[Vec<[f32; 3]>],
    ) -> Vec<[f32; 3]> {
        trained
            .answer(&self.clean(documents))
            .iter()
            .zip(documents)
            .map(|(answer, (i, _))| match answer {
                Answer::Point(p) => *p,
                Answer::Organs(evidence) if trained.settings().least_distance => {
                    let odds = evidence.iter().map(|logit| 1.0 / (1.0 + (-logit).exp()));
                    self.organs.least_distance(&odds.collect::<Vec<f32>>())
                }
                Answer::Organs(evidence) => {
                    let best = (0..evidence.len())
                        .max_by(|&a, &b| evidence[a].total_cmp(&evidence[b]))
                        .unwrap_or(0);
                    let draw = hash("voxel", &self.store.texts[*i].id);
                    pools[best][draw as usize % pools[best].len()]
                }
                Answer::Vector(_) => [0.0; 3],
            })
            .collect()
    }

    /// Trains and predicts, or reads the result of the same run before. `key` says what is not in the settings.
    ///
    /// # Errors
    /// When the result cannot be kept.
    pub fn run(
        &self,
        runs: &mut Runs,
        key: &str,
        training: &[Example<'_>],
        pools: &[Vec<[f32; 3]>],
        settings: &Settings,
        test: &[(usize, Vec<usize>)],
    ) -> Result<Run> {
        let key = self.key(key, training, test)?;
        runs.cached(&key, settings, || {
            let started = std::time::Instant::now();
            let (trained, dev) = self.train(training, pools, settings);
            Ok(Run {
                points: self.points(&trained, test, pools),
                dev_ior: dev.ior,
                dev_nvd_cm: dev.nvd_cm,
                texts: training.len(),
                seconds: started.elapsed().as_secs_f64(),
            })
        })
    }

    /// Like [`Bench::run`], for a classifier: the probability of each organ for each of some documents.
    ///
    /// # Errors
    /// When the result cannot be kept.
    pub fn run_probabilities(
        &self,
        runs: &mut Runs,
        key: &str,
        training: &[Example<'_>],
        pools: &[Vec<[f32; 3]>],
        settings: &Settings,
        test: &[(usize, Vec<usize>)],
    ) -> Result<Vec<Vec<f32>>> {
        let key = self.key(&format!("probabilities of {key}"), training, test)?;
        runs.cached(&key, settings, || {
            let (trained, _) = self.train(training, pools, settings);
            let answers = trained.answer(&self.clean(test));
            Ok(answers.into_iter().map(Answer::into_vector).collect())
        })
    }

    /// The points of least expected distance by the probabilities of each text's organs, when each is weighted by how near a
    /// point (of a network trained with the Soft Organ Distance at `gamma_o`) comes to the organ.
    pub fn by_point_and_probabilities(
        &self,
        points: &[[f32; 3]],
        probabilities: &[Vec<f32>],
        gamma_o: f64,
    ) -> Vec<[f32; 3]> {
        let temperature_mm = gamma_o as f32 * SCALE_MM;
        let place = |(point, p): (&[f32; 3], &Vec<f32>)| {
            self.organs
                .least_distance(&self.organs.near(*point, p, temperature_mm))
        };
        points.iter().zip(probabilities).map(place).collect()
    }

    /// What a run depends on, beside its settings.
    fn key(
        &self,
        key: &str,
        training: &[Example<'_>],
        test: &[(usize, Vec<usize>)],
    ) -> Result<String> {
        let readings: usize = training.iter().map(|t| t.vectors.len()).sum();
        ensure!(
            readings > 0,
            "{key}: no training texts; masked copies are made by `training experiment embed`"
        );
        Ok(format!(
            "{key}, {} training texts in {readings} readings, {} organs, {} development and {} test documents",
            training.len(),
            self.organs.len(),
            self.dev.len(),
            test.len()
        ))
    }

    /// Trains; the epoch (and sharpness) that is best on the development documents, with its score on them.
    fn train(
        &self,
        training: &[Example<'_>],
        pools: &[Vec<[f32; 3]>],
        settings: &Settings,
    ) -> (Trained, Score) {
        let dev = &self.dev;
        let mut at_best = (f64::NEG_INFINITY, Score::default());
        let mut judge = |trained: &Trained| {
            let score = Score::from_distances(
                &self.distances(dev, &self.points(trained, dev, &self.organs.points)),
            );
            // A centimetre is worth ten points of the ratio.
            let value = score.ior - 10.0 * score.nvd_cm;
            if value > at_best.0 {
                at_best = (value, score);
            }
            value
        };
        let (mut trained, mut best) = fit::train(training, pools, settings, &mut judge);
        if settings.sharpen {
            let mut kept = trained.sharpness;
            for sharpness in SHARPNESS {
                trained.sharpness = sharpness;
                let value = judge(&trained);
                if value > best {
                    (best, kept) = (value, sharpness);
                }
            }
            trained.sharpness = kept;
        }
        (trained, at_best.1)
    }

    /// Text counts for the head of a table.
    pub fn counts_line(&self) -> String {
        let one = |d: &[(usize, Vec<usize>)]| d.iter().filter(|(_, o)| o.len() == 1).count();
        format!(
            "{} organs; {} development documents ({} about exactly one organ), {} test documents ({})",
            self.organs.len(),
            self.dev.len(),
            one(&self.dev),
            self.test.len(),
            one(&self.test)
        )
    }
}

/// Whether a run reads masked copies, in words.
fn reading(input: Input) -> &'static str {
    match input {
        Input::Mean => "mean vector alone",
        Input::Sentences => "mean, title and sentence vectors",
        Input::Counts => "vectors and glossary counts",
    }
}

/// A line of Markdown that says how a method of a table was trained, by the last of its runs.
pub fn run_line(name: &str, settings: &Settings, last: &Run) -> String {
    format!(
        "* {name}: reads {}{}; {} training texts; last seed on the development documents IOR {:.1} %, NVD {:.2} cm; {:.0} s\n",
        reading(settings.input),
        if settings.method == Method::Names {
            " and how the glossary names each organ"
        } else {
            ""
        },
        last.texts,
        last.dev_ior,
        last.dev_nvd_cm,
        last.seconds
    )
}
