//! Trains a head on the frozen vectors by any of the paper's methods, and predicts with it.

use burn::module::Module as _;
use burn::optim::grad_clipping::GradientClippingConfig;
use burn::optim::{AdamWConfig, GradientsParams};
use burn::tensor::Tensor;

use super::encode::Vectors;
use super::names::Labelled;
use super::net::{Network, NetworkInputs, half_box};
use super::settings::{Input, Method, Settings};
use super::{sod, triplet};
use crate::corpus::hash;
use crate::embed::WIDTH;
use crate::loss::{SCALE_MM, Temperatures, binary_cross_entropy};

/// A text to learn from or to measure on.
#[derive(Debug, Clone)]
pub struct Example<'a> {
    /// Its vectors; in each epoch one of them is drawn.
    pub vectors: Vec<&'a Vectors>,
    /// ln(1 + count) of each glossary class.
    pub counts: Vec<f32>,
    /// How its words name each organ: [`MENTION_BLOCKS`](grounding::features::MENTION_BLOCKS) numbers, in blocks.
    pub mentions: Vec<f32>,
    /// Its organs.
    pub organs: Vec<usize>,
    /// How much it counts.
    pub weight: f32,
}

/// What a network answers for one text.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    /// A point, mm.
    Point([f32; 3]),
    /// Evidence for each organ.
    Organs(Vec<f32>),
    /// A vector to compare by.
    Vector(Vec<f32>),
}

impl Answer {
    /// The numbers to compare texts by: the point, the probability of each organ, or the vector itself.
    pub fn into_vector(self) -> Vec<f32> {
        match self {
            Self::Point(p) => p.to_vec(),
            Self::Organs(evidence) => evidence
                .into_iter()
                .map(|logit| 1.0 / (1.0 + (-logit).exp()))
                .collect(),
            Self::Vector(v) => v,
        }
    }
}

/// A trained network.
pub struct Trained {
    network: Network,
    settings: Settings,
    labelled: Labelled,
    /// Power that the weights of the places are raised to.
    pub sharpness: f32,
}

impl Trained {
    /// What it was trained with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Answers for some texts (their first vectors).
    pub fn answer(&self, texts: &[Example<'_>]) -> Vec<Answer> {
        let device = crate::device();
        let half_box = half_box(&device);
        let mut answers = Vec::with_capacity(texts.len());
        for chunk in texts.chunks(256) {
            let inputs: Vec<(&Vectors, &[f32])> = chunk
                .iter()
                .map(|t| (t.vectors[0], t.counts.as_slice()))
                .collect();
            let mut out = self.network.forward(
                NetworkInputs::new(&inputs, self.settings.input, &device),
                self.settings.input,
            );
            if matches!(self.settings.method, Method::Sod | Method::Mse) {
                if self.settings.places > 0 {
                    out = out * self.sharpness;
                }
                out = self
                    .network
                    .point(out, self.settings.places, half_box.clone());
            }
            if let Some(naming) = &self.network.naming {
                let mentions: Vec<&[f32]> = chunk.iter().map(|t| t.mentions.as_slice()).collect();
                out = self.labelled.of_organs(naming, out, &mentions, &device);
            }
            let width = out.dims()[1];
            let values: Vec<f32> = out.into_data().iter::<f32>().collect();
            answers.extend(
                values
                    .chunks_exact(width)
                    .map(|v| match self.settings.method {
                        Method::Sod | Method::Mse => {
                            Answer::Point(std::array::from_fn(|a| v[a] * SCALE_MM))
                        }
                        Method::Cls | Method::Names => Answer::Organs(v.to_vec()),
                        Method::Siamese(_) => Answer::Vector(v.to_vec()),
                    }),
            );
        }
        answers
    }
}

/// Trains, asking `judge` after every epoch how good the network is (on development texts); the best epoch's network is
/// returned with its score. `points_mm` holds points of every organ.
#[expect(
    clippy::too_many_lines,
    reason = "one experiment, from its data to its table"
)]
pub fn train(
    texts: &[Example<'_>],
    points_mm: &[Vec<[f32; 3]>],
    settings: &Settings,
    judge: &mut dyn FnMut(&Trained) -> f64,
) -> (Trained, f64) {
    let device = crate::device().autodiff();
    device.seed(settings.seed);
    let organs = points_mm.len();
    let counts = texts.first().map_or(0, |t| t.counts.len());
    let inputs = match settings.input {
        Input::Mean => WIDTH,
        Input::Sentences => 2 * WIDTH,
        Input::Counts => 2 * WIDTH + counts,
    };
    let outputs = match settings.method {
        Method::Cls | Method::Names => organs,
        Method::Siamese(width) => width,
        Method::Sod | Method::Mse if settings.places > 0 => settings.places,
        Method::Sod | Method::Mse => 3,
    };
    let draw = |key: &str, i: usize| hash("draw", &format!("{} {key} {i}", settings.seed));
    let start: Vec<[f32; 3]> = (0..settings.places.max(1))
        .map(|i| points_mm[i % organs][draw("place", i) as usize % points_mm[i % organs].len()])
        .collect();
    let mut network = Network::new(settings, inputs, outputs, &start, &device);
    let labels = texts.iter().map(|t| t.organs.as_slice());
    let labelled = Labelled::new(labels, organs, settings.merged);
    let mut optimizer = AdamWConfig::new()
        .with_weight_decay(1e-2)
        .with_grad_clipping(Some(GradientClippingConfig::Norm(2.0)))
        .init();
    let half_box = half_box(&device);
    let steps = (texts.len().div_ceil(settings.batch) * settings.epochs).max(1);
    let mut step = 0;
    let mut best: Option<(Trained, f64)> = None;
    for epoch in 0..settings.epochs {
        let order: Vec<(u64, &Example<'_>)> = texts
            .iter()
            .enumerate()
            .map(|(i, t)| (draw("order", epoch * texts.len() + i), t))
            .collect();
        for batch in batches(order, settings) {
            let matrix = |values: &[f32], columns: usize| {
                Tensor::<1>::from_floats(values, &device).reshape([values.len() / columns, columns])
            };
            let chosen: Vec<(&Vectors, &[f32])> = batch
                .iter()
                .map(|(key, t)| {
                    (
                        t.vectors[(key >> 20) as usize % t.vectors.len()],
                        t.counts.as_slice(),
                    )
                })
                .collect();
            let out = network.forward(
                NetworkInputs::new(&chosen, settings.input, &device),
                settings.input,
            );
            let mut targets = vec![0.0f32; batch.len() * organs];
            for (i, (_, t)) in batch.iter().enumerate() {
                t.organs.iter().for_each(|o| targets[i * organs + o] = 1.0);
            }
            let weights: Vec<f32> = batch.iter().map(|(_, t)| t.weight).collect();
            // N points of each target organ, drawn anew for every text.
            let drawn = || -> Vec<Vec<Vec<[f32; 3]>>> {
                batch
                    .iter()
                    .map(|(key, t)| {
                        t.organs
                            .iter()
                            .map(|&o| {
                                let pool = &points_mm[o];
                                let first = key.rotate_left(32 + o as u32) as usize % pool.len();
                                // A stride prime to the size of the pool visits each point once before any again.
                                (0..settings.points)
                                    .map(|i| pool[(first + i * 379) % pool.len()])
                                    .collect()
                            })
                            .collect()
                    })
                    .collect()
            };
            let per_text = match settings.method {
                Method::Cls => binary_cross_entropy(out, matrix(&targets, organs)),
                Method::Names => {
                    let mentions: Vec<&[f32]> =
                        batch.iter().map(|(_, t)| t.mentions.as_slice()).collect();
                    let logits = match &network.naming {
                        Some(n) => labelled.of_labels(n, out, &mentions, batch[0].0, &device),
                        None => out,
                    };
                    binary_cross_entropy(logits, matrix(&targets, organs))
                }
                Method::Sod => {
                    let point = network.point(out, settings.places, half_box.clone());
                    let temperatures = Temperatures {
                        point: settings.gamma_p,
                        organ: settings.gamma_o,
                    };
                    sod::loss(point, &drawn(), temperatures, &device)
                }
                Method::Mse => {
                    let point = network.point(out, settings.places, half_box.clone());
                    let means: Vec<f32> = drawn()
                        .iter()
                        .flat_map(|d| mean(d).map(|v| v / SCALE_MM))
                        .collect();
                    (point - matrix(&means, 3)).square().sum_dim(1)
                }
                Method::Siamese(_) => {
                    let sets: Vec<&[usize]> =
                        batch.iter().map(|(_, t)| t.organs.as_slice()).collect();
                    triplet::loss(out, &sets, settings.triplets, &device)
                }
            };
            let total: f32 = weights.iter().sum();
            let loss = (per_text * matrix(&weights, 1)).sum().div_scalar(total);
            let gradients = GradientsParams::from_grads(loss.backward(), &network);
            // Groups of like texts may need a batch more.
            let progress = (step as f64 / steps as f64).min(1.0);
            let rate =
                settings.rate * (0.1 + 0.45 * (1.0 + (std::f64::consts::PI * progress).cos()));
            network = optimizer.step(rate, network, gradients);
            step += 1;
        }
        // The first epochs are never the best ones and judging costs time.
        if epoch + 1 < settings.epochs && epoch * 3 < settings.epochs {
            continue;
        }
        let trained = Trained {
            network: network.valid(),
            settings: settings.clone(),
            labelled: labelled.clone(),
            sharpness: 1.0,
        };
        let score = judge(&trained);
        if best.as_ref().is_none_or(|(_, b)| score > *b) {
            best = Some((trained, score));
        }
    }
    best.unwrap_or_else(|| {
        (
            Trained {
                network: network.valid(),
                settings: settings.clone(),
                labelled: labelled.clone(),
                sharpness: 1.0,
            },
            f64::NEG_INFINITY,
        )
    })
}

/// The batches of an epoch, of texts with the numbers drawn for them.
fn batches<'t, 'a>(
    mut order: Vec<(u64, &'t Example<'a>)>,
    settings: &Settings,
) -> Vec<Vec<(u64, &'t Example<'a>)>> {
    if settings.triplets.alike > 0 {
        let keys: Vec<u64> = order.iter().map(|(key, _)| *key).collect();
        let sets: Vec<&[usize]> = order.iter().map(|(_, t)| t.organs.as_slice()).collect();
        return triplet::batches(&keys, &sets, settings.batch, settings.triplets.alike)
            .into_iter()
            .map(|batch| batch.into_iter().map(|i| order[i]).collect())
            .collect();
    }
    // Texts of like length share a batch, so that little is padded; the batches come in random order.
    order.sort_by_key(|(key, t)| (t.vectors[0].rows() > 6, *key));
    let mut batches: Vec<Vec<(u64, &'t Example<'a>)>> = order
        .chunks(settings.batch)
        .map(|batch| batch.to_vec())
        .collect();
    batches.sort_by_key(|b| b[0].0.rotate_left(17));
    batches
}

/// Mean of the points of some organs.
fn mean(organs: &[Vec<[f32; 3]>]) -> [f32; 3] {
    let n = organs.iter().map(Vec::len).sum::<usize>().max(1) as f32;
    std::array::from_fn(|a| organs.iter().flatten().map(|p| p[a]).sum::<f32>() / n)
}

#[cfg(test)]
mod tests {
    use super::super::recall::Recall;
    use super::super::settings::{Mining, Triplets};
    use super::*;

    /// Three organs far apart; a text's vectors say in one of their sentences which organ it is about.
    fn texts() -> (Vec<Vectors>, Vec<Vec<usize>>) {
        (0..90)
            .map(|i| {
                let organ = i % 3;
                let row = |salt: usize, organ: Option<usize>| -> Vec<f32> {
                    let mut row: Vec<f32> = (0..WIDTH)
                        .map(|d| {
                            ((hash("row", &format!("{i} {salt} {d}")) % 200) as f32 - 100.0)
                                / 6000.0
                        })
                        .collect();
                    if let Some(o) = organ {
                        row[o * 7] += 0.8;
                    }
                    row
                };
                let rows: Vec<Vec<f32>> = (0..6)
                    .map(|r| row(r, (r == 2 + i % 4).then_some(organ)))
                    .collect();
                (Vectors::new(&rows), vec![organ])
            })
            .unzip()
    }

    fn examples<'a>(vectors: &'a [Vectors], organs: &[Vec<usize>]) -> Vec<Example<'a>> {
        let example = |(vectors, organs): (&'a Vectors, &Vec<usize>)| Example {
            vectors: vec![vectors],
            counts: Vec::new(),
            mentions: Vec::new(),
            organs: organs.clone(),
            weight: 1.0,
        };
        vectors.iter().zip(organs).map(example).collect()
    }

    fn points() -> Vec<Vec<[f32; 3]>> {
        [
            [-100.0, 0.0, 200.0],
            [100.0, 20.0, 0.0],
            [0.0, 50.0, -250.0],
        ]
        .iter()
        .map(|c: &[f32; 3]| {
            (0..20)
                .map(|i| [c[0] + i as f32, c[1], c[2] - i as f32])
                .collect()
        })
        .collect()
    }

    #[test]
    fn every_method_learns_what_the_sentences_say() {
        let (vectors, organs) = texts();
        let examples = examples(&vectors, &organs);
        let points = points();
        let base = Settings {
            hidden: 32,
            sentences: 24,
            epochs: 80,
            batch: 30,
            points: 10,
            rate: 5e-3,
            ..Settings::default()
        };
        for (method, places) in [
            (Method::Cls, 0),
            (Method::Sod, 0),
            (Method::Sod, 12),
            (Method::Mse, 0),
        ] {
            let settings = Settings {
                method,
                places,
                ..base.clone()
            };
            // The last epoch counts as the best.
            let mut epoch = 0.0;
            let (trained, score) = train(&examples[..60], &points, &settings, &mut |_| {
                epoch += 1.0;
                epoch
            });
            assert!(score > 1.0);
            let right = trained
                .answer(&examples[..60])
                .iter()
                .zip(&organs[..60])
                .filter(|(answer, organs)| {
                    let found = match answer {
                        Answer::Organs(evidence) => {
                            (0..3).max_by(|&a, &b| evidence[a].total_cmp(&evidence[b]))
                        }
                        Answer::Point(p) => (0..3).min_by(|&a, &b| {
                            let d = |o: usize| -> f32 {
                                (0..3).map(|x| (points[o][10][x] - p[x]).powi(2)).sum()
                            };
                            d(a).total_cmp(&d(b))
                        }),
                        Answer::Vector(_) => None,
                    };
                    found == Some(organs[0])
                })
                .count();
            assert!(
                right >= 54,
                "{method:?} with {places} places: {right} of 60"
            );
        }
    }

    #[test]
    fn siamese_networks_learn_in_groups_of_like_texts() {
        let (vectors, organs) = texts();
        let examples = examples(&vectors[..60], &organs[..60]);
        for mining in [Mining::SemiHard, Mining::All] {
            let settings = Settings {
                method: Method::Siamese(3),
                triplets: Triplets {
                    mining,
                    margin: 1.0,
                    alike: 4,
                },
                hidden: 32,
                sentences: 24,
                epochs: 80,
                batch: 30,
                ..Settings::default()
            };
            let mut epoch = 0.0;
            let (trained, _) = train(&examples, &points(), &settings, &mut |_| {
                epoch += 1.0;
                epoch
            });
            let answers = trained.answer(&examples).into_iter();
            let placed: Vec<Vec<f32>> = answers.map(Answer::into_vector).collect();
            // One in three by chance.
            let right = Recall::new(&placed, &organs[..60]).shares()[0].0;
            assert!(right >= 60.0, "{mining:?}: {right:.0} %");
        }
    }

    #[test]
    fn another_seed_gives_another_network() {
        let (vectors, organs) = texts();
        let examples = examples(&vectors[..12], &organs);
        // That the same seed gives the same network cannot be asserted here: the random numbers of a device are shared by the
        // process, in which other tests train.
        let settings = |seed| Settings {
            hidden: 8,
            sentences: 8,
            epochs: 2,
            dropout: 0.0,
            points: 5,
            seed,
            ..Settings::default()
        };
        let run = |seed| {
            train(&examples, &points(), &settings(seed), &mut |_| 0.0)
                .0
                .answer(&examples)
        };
        assert_ne!(run(1), run(2));
    }
}
