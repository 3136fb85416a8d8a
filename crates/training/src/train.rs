//! Trains the hidden layer and the two heads on embedded texts.

use burn::module::Module;
use burn::nn::{Dropout, DropoutConfig, Linear, LinearConfig};
use burn::optim::grad_clipping::GradientClippingConfig;
use burn::optim::{AdamWConfig, GradientsParams};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor};

use crate::corpus::{Kind, Split, hash};
use crate::embed::{Embedded, WIDTH};
use crate::evaluate::auc;
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
    /// Seeds of initialisation, order and dropping: one hidden layer is trained with each, and their mean is the result.
    pub seeds: Vec<u64>,
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
            seeds: vec![1, 2, 3],
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
                dropout: 0.5,
                ..base.clone()
            },
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

/// Hidden layer, point head and answers (the classes and, last, "outside").
#[derive(Module, Debug)]
pub struct Network {
    hidden: Linear,
    dropout: Dropout,
    answer: Linear,
    point: Linear,
}

impl Network {
    fn new(settings: &Settings, classes: usize, device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(WIDTH + classes, settings.hidden).init(device),
            dropout: DropoutConfig::new(settings.dropout).init(),
            answer: LinearConfig::new(settings.hidden, classes + 1).init(device),
            point: LinearConfig::new(settings.hidden, 3).init(device),
        }
    }

    /// Logits [B, classes + 1] and points [B, 3] in units of [`SCALE_MM`] for features [B, width + classes].
    fn forward(&self, features: Tensor<2>, half_box: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
        let hidden = self.dropout.forward(relu(self.hidden.forward(features)));
        let logits = self.answer.forward(hidden.clone());
        let point = self.point.forward(hidden).tanh() * half_box;
        (logits, point)
    }

    /// The weights as plain numbers. `scale` is what unit vectors were multiplied by in training.
    fn heads(&self, settings: &Settings, classes: usize, scale: f32) -> Heads {
        let mut hidden_weight = values(&self.hidden);
        hidden_weight[..WIDTH * settings.hidden]
            .iter_mut()
            .for_each(|w| *w *= scale);
        Heads {
            embedding: WIDTH,
            classes,
            hidden: settings.hidden,
            hidden_weight,
            hidden_bias: bias(&self.hidden),
            point_weight: values(&self.point),
            point_bias: bias(&self.point),
            answer_weight: values(&self.answer),
            answer_bias: bias(&self.answer),
        }
    }
}

fn values(linear: &Linear) -> Vec<f32> {
    linear.weight.val().into_data().iter::<f32>().collect()
}

fn bias(linear: &Linear) -> Vec<f32> {
    let bias = linear.bias.as_ref();
    bias.map(|b| b.val().into_data().iter::<f32>().collect())
        .unwrap_or_default()
}

/// How much a text counts.
fn weight(kind: Kind) -> f32 {
    match kind {
        Kind::Document | Kind::Elsewhere => 1.0,
        Kind::Title | Kind::Passage | Kind::Term => 0.5,
        Kind::Sentence => 0.25,
    }
}

/// How often the glossary counts of a text are hidden, so that its words must carry the place. Sentences and passages
/// are labelled by the very words that the glossary counts, so theirs are hidden most often.
fn hidden_mentions(kind: Kind) -> f32 {
    match kind {
        Kind::Document | Kind::Elsewhere => 0.1,
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
    /// Area under the ROC curve of "outside": documents and texts without a class of this body against the others.
    pub outside: f64,
}

impl Score {
    /// One number to choose by: a point of `first` is worth a millimetre of distance, or a point of `outside`.
    pub fn value(&self) -> f64 {
        self.first + self.outside - self.distance_cm * 0.1
    }
}

/// The targets of a text: its classes, and last whether it is about none that this body has.
fn targets(text: &Embedded, points_mm: &[Vec<[f32; 3]>], into: &mut [f32]) {
    for &class in &text.row.classes {
        into[class] = 1.0;
    }
    let inside = text.row.classes.iter().any(|&c| !points_mm[c].is_empty());
    if let Some(last) = into.last_mut() {
        *last = f32::from(u8::from(!inside));
    }
}

/// Trains and returns the heads, with their score on the development documents.
///
/// `points_mm` holds, for each class, the same number of points of its voxels; empty for a class that this body has not got.
pub fn train(
    texts: &[Embedded],
    points_mm: &[Vec<[f32; 3]>],
    settings: &Settings,
) -> (Heads, Score) {
    let classes = points_mm.len();
    let members: Vec<Heads> = settings
        .seeds
        .iter()
        .map(|&seed| {
            let heads = train_hidden(texts, points_mm, settings, seed);
            let score = score(texts, points_mm, &heads);
            eprintln!("seed {seed}: {score:?}");
            heads
        })
        .collect();
    let mut heads =
        Heads::mean(&members).unwrap_or_else(|| Heads::untrained(WIDTH, classes, settings.hidden));
    calibrate(texts, points_mm, &mut heads);
    let score = score(texts, points_mm, &heads);
    (heads, score)
}

/// The learning rate of a step: from `start` to a tenth of it along a half cosine.
fn rate(start: f64, step: usize, steps: usize) -> f64 {
    let progress = step as f64 / steps as f64;
    start * (0.1 + 0.45 * (1.0 + (std::f64::consts::PI * progress).cos()))
}

fn matrix(values: &[f32], columns: usize, device: &Device) -> Tensor<2> {
    Tensor::<1>::from_floats(values, device).reshape([values.len() / columns, columns])
}

/// Trains one hidden layer with its heads.
fn train_hidden(
    texts: &[Embedded],
    points_mm: &[Vec<[f32; 3]>],
    settings: &Settings,
    seed: u64,
) -> Heads {
    let classes = points_mm.len();
    let answers = classes + 1;
    let device = crate::device().autodiff();
    device.seed(seed);
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
    let mut step = 0;
    for epoch in 0..settings.epochs {
        let mut order: Vec<(u64, &Embedded)> = training
            .iter()
            .enumerate()
            .map(|(i, t)| (hash("epoch", &format!("{seed} {epoch} {i}")), *t))
            .collect();
        order.sort_by_key(|(key, _)| *key);
        let mut sum = 0.0;
        for batch in order.chunks(settings.batch) {
            let mut features = Vec::with_capacity(batch.len() * (WIDTH + classes));
            let (mut wanted, mut present, mut weights) = (
                vec![0.0f32; batch.len() * answers],
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
                targets(text, points_mm, &mut wanted[i * answers..(i + 1) * answers]);
                for &class in &text.row.classes {
                    if !points_mm[class].is_empty() {
                        present[i * classes + class] = 1.0;
                    }
                }
                weights.push(weight(text.row.kind));
            }
            let total: f32 = weights.iter().sum();
            let (logits, points) = network.forward(
                matrix(&features, WIDTH + classes, &device),
                half_box.clone(),
            );
            let evidence = binary_cross_entropy(logits, matrix(&wanted, answers, &device));
            let distance = organs.loss(
                points,
                matrix(&present, classes, &device),
                settings.temperatures,
            );
            let loss = ((evidence + distance * settings.distance_weight)
                * matrix(&weights, 1, &device))
            .sum()
            .div_scalar(total);
            sum += f64::from(loss.clone().into_scalar::<f32>());
            let gradients = GradientsParams::from_grads(loss.backward(), &network);
            network = optimizer.step(
                rate(settings.learning_rate, step, steps),
                network,
                gradients,
            );
            step += 1;
        }
        eprintln!(
            "seed {seed}, epoch {}: loss {:.4}",
            epoch + 1,
            sum / order.len().div_ceil(settings.batch) as f64
        );
    }
    network.heads(settings, classes, FEATURE_SCALE)
}

/// Development documents and texts about nothing in particular: those that the score and the calibration look at.
fn judged(texts: &[Embedded]) -> impl Iterator<Item = &Embedded> {
    texts.iter().filter(|t| {
        t.row.split == Split::Dev && matches!(t.row.kind, Kind::Document | Kind::Elsewhere)
    })
}

/// Makes the evidence honest: logits become a·logit + b with the a and b that are likeliest on the development documents
/// (Platt scaling), one pair for the classes and one for "outside".
fn calibrate(texts: &[Embedded], points_mm: &[Vec<[f32; 3]>], heads: &mut Heads) {
    let classes = heads.classes;
    let (mut evidence, mut outside) = (Vec::new(), Vec::new());
    for text in judged(texts) {
        let answer = heads.apply(&text.vector, &text.mentions);
        let mut wanted = vec![0.0; classes + 1];
        targets(text, points_mm, &mut wanted);
        evidence.extend(answer.logits.iter().copied().zip(wanted.iter().copied()));
        outside.push((answer.outside, wanted[classes]));
    }
    let of_classes = platt(&evidence);
    let of_outside = platt(&outside);
    eprintln!("calibration: classes {of_classes:?}, outside {of_outside:?}");
    for (i, weight) in heads.answer_weight.iter_mut().enumerate() {
        *weight *= if i % (classes + 1) == classes {
            of_outside.0
        } else {
            of_classes.0
        };
    }
    for (i, bias) in heads.answer_bias.iter_mut().enumerate() {
        let (a, b) = if i == classes { of_outside } else { of_classes };
        *bias = *bias * a + b;
    }
}

/// The a and b that make Σ ln p(target | logistic(a·logit + b)) largest, by Newton's method; (1, 0) when there is nothing to
/// learn from.
fn platt(pairs: &[(f32, f32)]) -> (f32, f32) {
    let positive = pairs.iter().filter(|(_, t)| *t > 0.5).count();
    if positive == 0 || positive == pairs.len() {
        return (1.0, 0.0);
    }
    // ln(1 + exp(z)) - t z for every pair, which is -ln p, with a little damping towards (1, 0).
    let loss = |a: f64, b: f64| -> f64 {
        let of = |&(x, t): &(f32, f32)| {
            let z = a * f64::from(x) + b;
            z.max(0.0) + (-z.abs()).exp().ln_1p() - f64::from(t) * z
        };
        pairs.iter().map(of).sum::<f64>() + 5e-4 * ((a - 1.0).powi(2) + b * b)
    };
    let (mut a, mut b) = (1.0f64, 0.0f64);
    for _ in 0..50 {
        let (mut ga, mut gb, mut aa, mut ab, mut bb) =
            (1e-3 * (a - 1.0), 1e-3 * b, 1e-3, 0.0, 1e-3);
        for &(x, t) in pairs {
            let x = f64::from(x);
            let p = 1.0 / (1.0 + (-(a * x + b)).exp());
            let (error, weight) = (p - f64::from(t), p * (1.0 - p));
            ga += error * x;
            gb += error;
            aa += weight * x * x;
            ab += weight * x;
            bb += weight;
        }
        let determinant = aa * bb - ab * ab;
        let (da, db) = (
            (bb * ga - ab * gb) / determinant,
            (aa * gb - ab * ga) / determinant,
        );
        // Newton's step may go too far where the curve is flat: it is halved until it helps.
        let now = loss(a, b);
        let Some(step) = (0..40)
            .map(|n| 0.5f64.powi(n))
            .find(|step| loss(a - step * da, b - step * db) < now)
        else {
            break;
        };
        (a, b) = (a - step * da, b - step * db);
    }
    if a.is_finite() && b.is_finite() && a > 0.0 {
        (a as f32, b as f32)
    } else {
        (1.0, 0.0)
    }
}

/// Scores heads on the development documents.
pub fn score(texts: &[Embedded], points_mm: &[Vec<[f32; 3]>], heads: &Heads) -> Score {
    let (mut count, mut right, mut distance) = (0.0, 0.0, 0.0);
    let (mut about_none, mut about_one) = (Vec::new(), Vec::new());
    for text in judged(texts) {
        let wanted: Vec<usize> = text
            .row
            .classes
            .iter()
            .copied()
            .filter(|&c| !points_mm[c].is_empty())
            .collect();
        let answer = heads.apply(&text.vector, &text.mentions);
        if wanted.is_empty() {
            about_none.push(answer.outside);
            continue;
        }
        about_one.push(answer.outside);
        let first = (0..answer.logits.len())
            .filter(|&c| !points_mm[c].is_empty())
            .max_by(|&a, &b| answer.logits[a].total_cmp(&answer.logits[b]));
        count += 1.0;
        right += f64::from(u8::from(first.is_some_and(|c| wanted.contains(&c))));
        let nearest = wanted
            .iter()
            .flat_map(|&c| &points_mm[c])
            .map(|p| {
                (0..3)
                    .map(|a| (p[a] - answer.point_mm[a]).powi(2))
                    .sum::<f32>()
            })
            .fold(f32::INFINITY, f32::min);
        distance += f64::from(nearest.sqrt()) / 10.0;
    }
    if count == 0.0 {
        return Score::default();
    }
    Score {
        first: right / count,
        distance_cm: distance / count,
        outside: auc(&about_none, &about_one),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calibration_finds_the_slope_and_the_shift() {
        // Targets drawn from logistic(0.5 x - 1) in exact proportions.
        let mut pairs = Vec::new();
        for step in -40..=40 {
            let x = step as f32 / 8.0;
            let p = 1.0 / (1.0 + (-(0.5 * f64::from(x) - 1.0)).exp());
            let ones = (p * 400.0).round() as usize;
            pairs.extend((0..400).map(|i| (x, f32::from(u8::from(i < ones)))));
        }
        let (a, b) = platt(&pairs);
        assert!((a - 0.5).abs() < 0.02 && (b + 1.0).abs() < 0.03, "{a} {b}");
        // Far too sure, as logits of a network are: the full step from (1, 0) would go astray.
        let sure: Vec<(f32, f32)> = pairs.iter().map(|(x, t)| (x * 40.0, *t)).collect();
        let (a, b) = platt(&sure);
        assert!(
            (a - 0.0125).abs() < 1e-3 && (b + 1.0).abs() < 0.03,
            "{a} {b}"
        );
        assert_eq!(platt(&[(1.0, 1.0)]), (1.0, 0.0));
    }
}
