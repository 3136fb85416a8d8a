//! Trains the hidden layer and the two heads on embedded texts.

use burn::module::Module;
use burn::nn::{Dropout, DropoutConfig, Linear, LinearConfig};
use burn::optim::grad_clipping::GradientClippingConfig;
use burn::optim::{AdamWConfig, GradientsParams};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor};

use crate::corpus::{Kind, Split, hash};
use crate::embed::{Embedded, WIDTH};
use crate::loss::{OrganPoints, SCALE_MM, Temperatures, binary_cross_entropy};
use crate::network::{HALF_BOX_MM, Heads};

/// Settings of a training run.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Width of the hidden layer.
    pub hidden: usize,
    /// Share of hidden values dropped while training.
    pub dropout: f64,
    /// Temperatures of the Soft Organ Distance.
    pub temperatures: Temperatures,
    /// Weight of the Soft Organ Distance beside the cross-entropy.
    pub distance_weight: f64,
    /// Learning rate at the start; it falls to a tenth along a half cosine.
    pub learning_rate: f64,
    /// Texts of a batch.
    pub batch: usize,
    /// Passes over the training texts.
    pub epochs: usize,
    /// Seed of initialisation, order and dropping.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hidden: 384,
            dropout: 0.3,
            temperatures: Temperatures {
                point: 0.05,
                organ: 0.2,
            },
            distance_weight: 4.0,
            learning_rate: 2e-3,
            batch: 256,
            epochs: 12,
            seed: 1,
        }
    }
}

impl Settings {
    /// Settings that a search tries.
    pub fn candidates() -> Vec<Self> {
        let base = Self::default();
        vec![
            base.clone(),
            Self {
                hidden: 768,
                dropout: 0.5,
                ..base.clone()
            },
            Self {
                temperatures: Temperatures {
                    point: 0.02,
                    organ: 0.1,
                },
                ..base.clone()
            },
            Self {
                temperatures: Temperatures {
                    point: 0.2,
                    organ: 1.0,
                },
                ..base
            },
        ]
    }
}

/// Hidden layer, point head and structure head.
#[derive(Module, Debug)]
pub struct Network {
    hidden: Linear,
    dropout: Dropout,
    structure: Linear,
    point: Linear,
}

impl Network {
    fn new(settings: &Settings, classes: usize, device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(WIDTH + classes, settings.hidden).init(device),
            dropout: DropoutConfig::new(settings.dropout).init(),
            structure: LinearConfig::new(settings.hidden, classes).init(device),
            point: LinearConfig::new(settings.hidden, 3).init(device),
        }
    }

    /// Logits [B, classes] and points [B, 3] in units of [`SCALE_MM`] for features [B, width + classes].
    fn forward(&self, features: Tensor<2>, half_box: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
        let hidden = self.dropout.forward(relu(self.hidden.forward(features)));
        let logits = self.structure.forward(hidden.clone());
        let point = self.point.forward(hidden).tanh() * half_box;
        (logits, point)
    }

    /// The weights as plain numbers. `scale` is what unit vectors were multiplied by in training.
    fn heads(&self, settings: &Settings, classes: usize, scale: f32) -> Heads {
        let values = |t: Tensor<2>| t.into_data().iter::<f32>().collect::<Vec<f32>>();
        let bias = |l: &Linear| {
            l.bias
                .as_ref()
                .map(|b| b.val().into_data().iter::<f32>().collect::<Vec<f32>>())
                .unwrap_or_default()
        };
        let mut hidden_weight = values(self.hidden.weight.val());
        hidden_weight[..WIDTH * settings.hidden]
            .iter_mut()
            .for_each(|w| *w *= scale);
        Heads {
            embedding: WIDTH,
            classes,
            hidden: settings.hidden,
            hidden_weight,
            hidden_bias: bias(&self.hidden),
            point_weight: values(self.point.weight.val()),
            point_bias: bias(&self.point),
            structure_weight: values(self.structure.weight.val()),
            structure_bias: bias(&self.structure),
        }
    }
}

/// How much a text counts.
fn weight(kind: Kind) -> f32 {
    match kind {
        Kind::Document => 1.0,
        Kind::Title | Kind::Passage | Kind::Term => 0.5,
        Kind::Sentence => 0.25,
    }
}

/// How often the glossary counts of a text are hidden, so that its words must carry the place. Sentences and passages
/// are labelled by the very words that the glossary counts, so theirs are hidden most often.
fn hidden_mentions(kind: Kind) -> f32 {
    match kind {
        Kind::Document => 0.1,
        Kind::Title | Kind::Term => 0.3,
        Kind::Sentence | Kind::Passage => 0.5,
    }
}

/// Unit vectors of 384 numbers have entries of about 0.05; this brings them to about 1.
const FEATURE_SCALE: f32 = 19.6;

/// What a run reached on the development documents.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Score {
    /// Share of documents whose best class in the torso is one of theirs.
    pub first: f64,
    /// Mean distance from the point head's own point to the nearest sampled point of a right organ, in cm.
    pub distance_cm: f64,
}

impl Score {
    /// One number to choose by: a point of `first` is worth a millimetre of distance.
    pub fn value(&self) -> f64 {
        self.first - self.distance_cm * 0.1
    }
}

/// Trains and returns the heads of the epoch that was best on the development documents, with that score.
///
/// `points_mm` holds, for each class, the same number of points of its voxels; empty for a class that this body has not got.
pub fn train(
    texts: &[Embedded],
    points_mm: &[Vec<[f32; 3]>],
    settings: &Settings,
) -> (Heads, Score) {
    let classes = points_mm.len();
    let device = Device::flex().autodiff();
    device.seed(settings.seed);
    let per_class = points_mm.iter().map(Vec::len).max().unwrap_or(0);
    let padded: Vec<Vec<[f32; 3]>> = points_mm
        .iter()
        .map(|p| {
            if p.is_empty() {
                vec![[0.0; 3]; per_class]
            } else {
                p.clone()
            }
        })
        .collect();
    let organs = OrganPoints::new(&padded, &device);
    let half_box = Tensor::<2>::from_floats([HALF_BOX_MM.map(|h| h / SCALE_MM)], &device);

    let training: Vec<&Embedded> = texts
        .iter()
        .filter(|t| t.row.split == Split::Train)
        .collect();
    let steps = training.len().div_ceil(settings.batch) * settings.epochs;
    let mut network = Network::new(settings, classes, &device);
    let mut optimizer = AdamWConfig::new()
        .with_weight_decay(1e-2)
        .with_grad_clipping(Some(GradientClippingConfig::Norm(2.0)))
        .init();
    let mut best: Option<(Heads, Score)> = None;
    let mut step = 0;
    for epoch in 0..settings.epochs {
        let mut order: Vec<(u64, &Embedded)> = training
            .iter()
            .enumerate()
            .map(|(i, t)| (hash("epoch", &format!("{} {epoch} {i}", settings.seed)), *t))
            .collect();
        order.sort_by_key(|(key, _)| *key);
        let mut sum = 0.0;
        for batch in order.chunks(settings.batch) {
            let mut features = Vec::with_capacity(batch.len() * (WIDTH + classes));
            let (mut targets, mut present, mut weights) = (
                vec![0.0f32; batch.len() * classes],
                vec![0.0f32; batch.len() * classes],
                Vec::new(),
            );
            for (i, (key, text)) in batch.iter().enumerate() {
                features.extend(text.vector.iter().map(|v| v * FEATURE_SCALE));
                let draw = (key.rotate_left(32) % 1000) as f32 / 1000.0;
                let seen = if draw < hidden_mentions(text.row.kind) {
                    0.0
                } else {
                    1.0
                };
                features.extend(text.mentions.iter().map(|m| m * seen));
                for &class in &text.row.classes {
                    targets[i * classes + class] = 1.0;
                    if !points_mm[class].is_empty() {
                        present[i * classes + class] = 1.0;
                    }
                }
                weights.push(weight(text.row.kind));
            }
            let matrix = |values: &[f32], columns: usize| {
                Tensor::<1>::from_floats(values, &device).reshape([values.len() / columns, columns])
            };
            let (logits, points) =
                network.forward(matrix(&features, WIDTH + classes), half_box.clone());
            let evidence = binary_cross_entropy(logits, matrix(&targets, classes));
            let distance = organs.loss(points, matrix(&present, classes), settings.temperatures);
            let total: f32 = weights.iter().sum();
            let loss = ((evidence + distance * settings.distance_weight) * matrix(&weights, 1))
                .sum()
                .div_scalar(total);
            sum += f64::from(loss.clone().into_scalar::<f32>());
            let gradients = GradientsParams::from_grads(loss.backward(), &network);
            let progress = step as f64 / steps as f64;
            let rate = settings.learning_rate
                * (0.1 + 0.45 * (1.0 + (std::f64::consts::PI * progress).cos()));
            network = optimizer.step(rate, network, gradients);
            step += 1;
        }
        let heads = network.heads(settings, classes, FEATURE_SCALE);
        let score = score(texts, points_mm, &heads);
        eprintln!(
            "epoch {}: loss {:.4}, development: first class right {:.2} %, distance {:.2} cm",
            epoch + 1,
            sum / order.len().div_ceil(settings.batch) as f64,
            100.0 * score.first,
            score.distance_cm
        );
        if best.as_ref().is_none_or(|(_, b)| score.value() > b.value()) {
            best = Some((heads, score));
        }
    }
    best.unwrap_or_else(|| {
        (
            Heads::untrained(WIDTH, classes, settings.hidden),
            Score::default(),
        )
    })
}

/// Scores heads on the development documents that are about an organ of this body.
pub fn score(texts: &[Embedded], points_mm: &[Vec<[f32; 3]>], heads: &Heads) -> Score {
    let (mut count, mut right, mut distance) = (0.0, 0.0, 0.0);
    for text in texts
        .iter()
        .filter(|t| t.row.split == Split::Dev && t.row.kind == Kind::Document)
    {
        let wanted: Vec<usize> = text
            .row
            .classes
            .iter()
            .copied()
            .filter(|&c| !points_mm[c].is_empty())
            .collect();
        if wanted.is_empty() {
            continue;
        }
        let (point, logits) = heads.apply(&text.vector, &text.mentions);
        let first = (0..logits.len())
            .filter(|&c| !points_mm[c].is_empty())
            .max_by(|&a, &b| logits[a].total_cmp(&logits[b]));
        count += 1.0;
        right += f64::from(u8::from(first.is_some_and(|c| wanted.contains(&c))));
        let nearest = wanted
            .iter()
            .flat_map(|&c| &points_mm[c])
            .map(|p| (0..3).map(|a| (p[a] - point[a]).powi(2)).sum::<f32>())
            .fold(f32::INFINITY, f32::min);
        distance += f64::from(nearest.sqrt()) / 10.0;
    }
    if count == 0.0 {
        Score::default()
    } else {
        Score {
            first: right / count,
            distance_cm: distance / count,
        }
    }
}
