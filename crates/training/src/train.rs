//! Trains what comes after the encoder on embedded texts, see [`crate::network`].
//!
//! Long because one run, from its settings over its epochs to its report, shares one state.

use burn::module::Module;
use burn::nn::{Dropout, DropoutConfig, Initializer, Linear, LinearConfig};
use burn::optim::grad_clipping::GradientClippingConfig;
use burn::optim::{AdamWConfig, GradientsParams};
use burn::tensor::activation::{relu, softmax};
use burn::tensor::{Device, Tensor};

use crate::calibration::platt;
use crate::corpus::{Kind, Split, hash};
use crate::embed::{Embedded, Tokens, WIDTH};
use crate::evaluate::auc;
use crate::loss::{OrganPoints, SCALE_MM, Temperatures, binary_cross_entropy};
use crate::network::{Answer, HALF_BOX_MM, Heads, NAMING, naming, totals};

/// Settings of a training run.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Width of the hidden layer.
    pub hidden: usize,
    /// Share of hidden values dropped while training.
    pub dropout: f64,
    /// Share of tokens that attention does not see while training.
    pub token_dropout: f64,
    /// Width of the layer that judges how a class is named.
    pub naming: usize,
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
    /// Seeds of initialisation, order and dropping: a network is trained with each, and their mean is the result.
    pub seeds: Vec<u64>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            hidden: 384,
            dropout: 0.3,
            token_dropout: 0.2,
            naming: 24,
            temperatures: Temperatures {
                point: 0.05,
                organ: 0.2,
            },
            distance_weight: 4.0,
            learning_rate: 1.5e-3,
            batch: 128,
            epochs: 5,
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

/// Hidden layer, point head, attention and the judge of names, and their answers (the classes and, last, "outside").
#[derive(Module, Debug)]
pub struct Network {
    hidden: Linear,
    dropout: Dropout,
    answer: Linear,
    point: Linear,
    query: Linear,
    value: Linear,
    naming: Linear,
    named: Linear,
    elsewhere: Linear,
}

/// What a batch of B texts reads.
struct Inputs {
    /// [B, width + classes]
    features: Tensor<2>,
    /// [B * classes, NAMING]
    naming: Tensor<2>,
    /// [B, T, width]
    tokens: Tensor<3>,
    /// [B, T, 1]: 0 at a token that attention sees, far below elsewhere.
    unseen: Tensor<3>,
}

impl Network {
    fn new(settings: &Settings, classes: usize, device: &Device) -> Self {
        let attention = |std| {
            LinearConfig::new(WIDTH, classes + 1)
                .with_bias(false)
                .with_initializer(Initializer::Normal { mean: 0.0, std })
                .init(device)
        };
        let naming = |to| {
            LinearConfig::new(settings.naming, to)
                .with_bias(false)
                .init(device)
        };
        Self {
            query: attention(0.015),
            value: attention(0.005),
            naming: LinearConfig::new(NAMING, settings.naming).init(device),
            named: naming(1),
            elsewhere: naming(1),
            hidden: LinearConfig::new(WIDTH + classes, settings.hidden).init(device),
            dropout: DropoutConfig::new(settings.dropout).init(),
            answer: LinearConfig::new(settings.hidden, classes + 1).init(device),
            point: LinearConfig::new(settings.hidden, 3).init(device),
        }
    }

    /// Logits [B, classes + 1] and points [B, 3] in units of [`SCALE_MM`].
    fn forward(&self, inputs: Inputs, half_box: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
        let hidden = self
            .dropout
            .forward(relu(self.hidden.forward(inputs.features)));
        let logits = self.answer.forward(hidden.clone());
        let point = self.point.forward(hidden).tanh() * half_box;

        let looks = softmax(self.query.forward(inputs.tokens.clone()) + inputs.unseen, 1);
        let attended = (looks * self.value.forward(inputs.tokens)).sum_dim(1);
        let [texts, answers] = logits.dims();

        let layer = relu(self.naming.forward(inputs.naming));
        let width = layer.dims()[1];
        let named = self
            .named
            .forward(layer.clone())
            .reshape([texts, answers - 1]);
        let most = layer
            .reshape([texts, answers - 1, width])
            .max_dim(1)
            .reshape([texts, width]);
        let named = Tensor::cat(vec![named, self.elsewhere.forward(most)], 1);
        (logits + attended.reshape([texts, answers]) + named, point)
    }

    /// The weights as plain numbers. `scale` is what unit vectors were multiplied by in training.
    fn heads(&self, settings: &Settings, classes: usize, scale: f32) -> Heads {
        let mut hidden_weight = values(&self.hidden);
        hidden_weight[..WIDTH * settings.hidden]
            .iter_mut()
            .for_each(|w| *w *= scale);
        let scaled = |linear: &Linear| values(linear).iter().map(|w| w * scale).collect();
        let both = values(&self.named).into_iter().zip(values(&self.elsewhere));
        Heads {
            attention_query: scaled(&self.query),
            attention_value: scaled(&self.value),
            naming: settings.naming,
            naming_weight: values(&self.naming),
            naming_bias: bias(&self.naming),
            naming_answer: both.flat_map(|(own, most)| [own, most]).collect(),
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

/// How much a text counts among those of like length, which share batches. Every batch counts the same, so that short texts as a
/// whole count more than their weights say; one weight for all batches instead made no difference (on the development documents
/// a right organ came first in 94.3 and 94.1 %, means of three seeds). There are twice as many short reports as short texts about
/// other things, and a short text is not more likely to be a report.
fn weight(kind: Kind) -> f32 {
    match kind {
        Kind::Elsewhere => 2.0,
        Kind::Document | Kind::Judged => 1.0,
        Kind::Title | Kind::Passage | Kind::Term | Kind::Report => 0.5,
        Kind::Sentence => 0.25,
    }
}

/// How often the glossary counts of a text are hidden, so that its words must carry the place. Sentences and passages
/// are labelled by the very words that the glossary counts, so theirs are hidden most often.
fn hidden_mentions(kind: Kind) -> f32 {
    match kind {
        Kind::Document | Kind::Elsewhere => 0.1,
        Kind::Title | Kind::Term | Kind::Report | Kind::Judged => 0.3,
        Kind::Sentence | Kind::Passage => 0.5,
    }
}

/// Unit vectors of 384 numbers have entries of about 0.05; this brings them to about 1.
const FEATURE_SCALE: f32 = 19.6;

/// Texts are sorted into batches by their length in tokens, in steps of this.
const BUCKET: usize = 32;

/// Added to what attention looks for where there is no token.
const UNSEEN: f32 = -1e4;

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
    tokens: &Tokens,
    points_mm: &[Vec<[f32; 3]>],
    settings: &Settings,
) -> (Heads, Score) {
    let classes = points_mm.len();
    let members: Vec<Heads> = settings
        .seeds
        .iter()
        .map(|&seed| {
            let heads = train_one(texts, tokens, points_mm, settings, seed);
            let score = score(texts, tokens, points_mm, &heads);
            eprintln!("seed {seed}: {score:?}");
            heads
        })
        .collect();
    let mut heads =
        Heads::mean(&members).unwrap_or_else(|| Heads::untrained(WIDTH, classes, settings.hidden));
    calibrate(texts, tokens, points_mm, &mut heads);
    let score = score(texts, tokens, points_mm, &heads);
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

/// Trains one network.
#[expect(
    clippy::too_many_lines,
    reason = "one run, from its data to its report"
)]
fn train_one(
    texts: &[Embedded],
    tokens: &Tokens,
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
        // Texts of like length share a batch, so that little is padded; the batches come in random order.
        order.sort_by_key(|(key, t)| (t.row.tokens.1.div_ceil(BUCKET), *key));
        let mut batches: Vec<&[(u64, &Embedded)]> = order.chunks(settings.batch).collect();
        batches.sort_by_key(|b| b[0].0.rotate_left(17));
        let mut sum = 0.0;
        for batch in batches {
            let mut features = Vec::with_capacity(batch.len() * (WIDTH + classes));
            let mut named = Vec::with_capacity(batch.len() * classes * NAMING);
            let lengths = batch.iter().map(|(_, t)| t.row.tokens.1);
            let longest = lengths.max().unwrap_or(1).max(1);
            let mut read = vec![0.0f32; batch.len() * longest * WIDTH];
            let mut unseen = vec![UNSEEN; batch.len() * longest];
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
                let mentions: Vec<f32> = text.mentions.iter().map(|m| m * seen).collect();
                features.extend(totals(&mentions).map(f32::ln_1p));
                named.extend(naming(&mentions).into_iter().flatten());
                let own = &mut read[i * longest * WIDTH..(i + 1) * longest * WIDTH];
                tokens.write(text.row.tokens, FEATURE_SCALE, own);
                // One token is always seen.
                let kept = *key as usize % text.row.tokens.1.max(1);
                let mut draw = *key | 1;
                for at in 0..text.row.tokens.1 {
                    draw ^= draw << 13;
                    draw ^= draw >> 7;
                    draw ^= draw << 17;
                    let dropped = (draw >> 40) as f64 / (1u64 << 24) as f64;
                    if at == kept || dropped >= settings.token_dropout {
                        unseen[i * longest + at] = 0.0;
                    }
                }
                targets(text, points_mm, &mut wanted[i * answers..(i + 1) * answers]);
                for &class in &text.row.classes {
                    if !points_mm[class].is_empty() {
                        present[i * classes + class] = 1.0;
                    }
                }
                weights.push(weight(text.row.kind));
            }
            let total: f32 = weights.iter().sum();
            let shaped = |values: &[f32], last: usize| {
                Tensor::<1>::from_floats(values, &device).reshape([batch.len(), longest, last])
            };
            let inputs = Inputs {
                features: matrix(&features, WIDTH + classes, &device),
                naming: matrix(&named, NAMING, &device),
                tokens: shaped(&read, WIDTH),
                unseen: shaped(&unseen, 1),
            };
            let (logits, points) = network.forward(inputs, half_box.clone());
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
fn watched(texts: &[Embedded]) -> impl Iterator<Item = &Embedded> {
    texts.iter().filter(|t| {
        t.row.split == Split::Dev && matches!(t.row.kind, Kind::Document | Kind::Elsewhere)
    })
}

/// Makes the evidence honest: logits become a·logit + b with the a and b that are likeliest on the development documents
/// (Platt scaling), one pair for the classes and one for "outside".
fn calibrate(texts: &[Embedded], tokens: &Tokens, points_mm: &[Vec<[f32; 3]>], heads: &mut Heads) {
    let classes = heads.classes;
    let (mut evidence, mut outside) = (Vec::new(), Vec::new());
    for text in watched(texts) {
        let answer = answer(heads, text, tokens);
        let mut wanted = vec![0.0; classes + 1];
        targets(text, points_mm, &mut wanted);
        evidence.extend(answer.logits.iter().copied().zip(wanted.iter().copied()));
        outside.push((answer.outside, wanted[classes]));
    }
    let of_classes = platt(&evidence);
    let of_outside = platt(&outside);
    eprintln!("calibration: classes {of_classes:?}, outside {of_outside:?}");
    let slope = |class: usize| {
        if class == classes {
            of_outside.0
        } else {
            of_classes.0
        }
    };
    let by_answer = [&mut heads.answer_weight, &mut heads.attention_value];
    for (i, weight) in by_answer.into_iter().flat_map(|w| w.iter_mut().enumerate()) {
        *weight *= slope(i % (classes + 1));
    }
    for (i, weight) in heads.naming_answer.iter_mut().enumerate() {
        *weight *= slope(if i % 2 == 0 { 0 } else { classes });
    }
    for (i, bias) in heads.answer_bias.iter_mut().enumerate() {
        let (a, b) = if i == classes { of_outside } else { of_classes };
        *bias = *bias * a + b;
    }
}

/// What heads say about an embedded text.
fn answer(heads: &Heads, text: &Embedded, tokens: &Tokens) -> Answer {
    heads.apply(
        &text.vector,
        &tokens.vectors(text.row.tokens),
        &text.mentions,
    )
}

/// Scores heads on the development documents.
pub fn score(
    texts: &[Embedded],
    tokens: &Tokens,
    points_mm: &[Vec<[f32; 3]>],
    heads: &Heads,
) -> Score {
    let (mut count, mut right, mut distance) = (0.0, 0.0, 0.0);
    let (mut about_none, mut about_one) = (Vec::new(), Vec::new());
    for text in watched(texts) {
        let wanted: Vec<usize> = text
            .row
            .classes
            .iter()
            .copied()
            .filter(|&c| !points_mm[c].is_empty())
            .collect();
        let answer = answer(heads, text, tokens);
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

    /// Texts of one to three tokens; one of them, at any place, says which of two classes the text is about. Nothing else does.
    fn texts(classes: usize) -> (Vec<Embedded>, Tokens) {
        let mut vectors: Vec<Vec<f32>> = Vec::new();
        let texts = (0..120)
            .map(|i| {
                let (class, count) = (i % 2, 1 + i % 3);
                let first = vectors.len();
                for at in 0..count {
                    let noise = |d: usize| (hash("n", &format!("{i} {at} {d}")) % 200) as f32;
                    let mut token: Vec<f32> =
                        (0..WIDTH).map(|d| (noise(d) - 100.0) / 3000.0).collect();
                    if at == i % count {
                        token[class * 9] += 0.7;
                    }
                    vectors.push(token);
                }
                Embedded {
                    row: crate::embed::Row {
                        id: i.to_string(),
                        source: String::new(),
                        split: if i < 90 { Split::Train } else { Split::Dev },
                        kind: Kind::Document,
                        classes: vec![class],
                        tokens: (first, count),
                    },
                    vector: vec![0.0; WIDTH],
                    mentions: vec![0.0; grounding::features::MENTION_BLOCKS * classes],
                }
            })
            .collect();
        let tokens = Tokens::new(vectors.iter().map(Vec::as_slice));
        (texts, tokens)
    }

    fn points() -> Vec<Vec<[f32; 3]>> {
        [[-100.0, 0.0, 0.0], [100.0, 0.0, 50.0], [0.0, 0.0, 200.0]]
            .map(|p| vec![p; 4])
            .into()
    }

    fn settings() -> Settings {
        Settings {
            hidden: 8,
            batch: 30,
            epochs: 25,
            learning_rate: 1e-2,
            seeds: vec![1],
            ..Settings::default()
        }
    }

    #[test]
    fn attention_finds_the_token_that_tells() {
        let (texts, tokens) = texts(3);
        let (_, score) = train(&texts, &tokens, &points(), &settings());
        assert!(score.first > 0.9, "{score:?}");
    }

    #[test]
    fn the_written_heads_compute_what_was_trained() {
        let (classes, settings, device) = (3, settings(), Device::flex());
        let network = Network::new(&settings, classes, &device);
        let (texts, tokens) = texts(classes);
        let text = &texts[2];
        let mentions: Vec<f32> = (0..9).map(|i| (i % 3) as f32 * 0.4).collect();
        let vector: Vec<f32> = (0..WIDTH).map(|d| (d % 7) as f32 / 100.0).collect();
        let scaled = vector.iter().map(|v| v * FEATURE_SCALE);
        let features: Vec<f32> = scaled.chain(totals(&mentions).map(f32::ln_1p)).collect();
        let named: Vec<f32> = naming(&mentions).into_iter().flatten().collect();
        let count = text.row.tokens.1;
        let read: Vec<f32> = tokens
            .vectors(text.row.tokens)
            .iter()
            .map(|v| v * FEATURE_SCALE)
            .collect();
        let inputs = Inputs {
            features: matrix(&features, WIDTH + classes, &device),
            naming: matrix(&named, NAMING, &device),
            tokens: Tensor::<1>::from_floats(read.as_slice(), &device).reshape([1, count, WIDTH]),
            unseen: Tensor::zeros([1, count, 1], &device),
        };
        let half_box = Tensor::<2>::from_floats([HALF_BOX_MM.map(|h| h / SCALE_MM)], &device);
        let (logits, point) = network.forward(inputs, half_box);
        let logits: Vec<f32> = logits.into_data().iter::<f32>().collect();
        let point: Vec<f32> = point.into_data().iter::<f32>().collect();
        let heads = network.heads(&settings, classes, FEATURE_SCALE);
        let answer = heads.apply(&vector, &tokens.vectors(text.row.tokens), &mentions);
        for (got, expected) in answer.logits.iter().chain([&answer.outside]).zip(&logits) {
            assert!((got - expected).abs() < 1e-4, "{answer:?}, not {logits:?}");
        }
        for (got, expected) in answer.point_mm.iter().zip(&point) {
            assert!(
                (got - expected * SCALE_MM).abs() < 0.01,
                "{answer:?}, not {point:?}"
            );
        }
    }
}
