//! The published encoder of names, to compare with: a deep averaging network on fastText vectors.
//!
//! Fivez, Šuster and Daelemans, "Conceptual Grounding Constraints for Truly Robust Biomedical Name Representations", EACL 2021. The mean of the
//! vectors of a name's words is projected by canonical correlation analysis with the means of the concepts (equation 2); one hidden layer learns from
//! triplets (equation 3), whose negatives are drawn by their distance, and from prototypes (equation 4), with equal weights (equation 5).

use anyhow::{Context as _, Result, ensure};
use burn::module::Module;
use burn::nn::{Dropout, DropoutConfig, Linear, LinearConfig};
use burn::optim::{AdamConfig, GradientsParams};
use burn::tensor::activation::relu;
use burn::tensor::{Device, Tensor};
use nalgebra::DMatrix;
use rand::Rng as _;
use rand::distr::Distribution as _;
use rand::distr::weighted::WeightedIndex;
use rand::rngs::SmallRng;
use rand::seq::SliceRandom as _;

/// Numbers of a word vector, and of an encoded name.
pub const WIDTH: usize = 300;

/// Margin of the triplets, by the paper.
const MARGIN: f32 = 0.1;

/// Adam's step, by the paper.
const RATE: f64 = 1e-3;

/// Share of hidden numbers, and of the names of a concept, that are left out; by the paper.
const DROPOUT: f64 = 0.5;

/// Most names of a concept that come into a prototype: a bound on memory, the paper has none.
const MOST_NAMES: usize = 8;

/// Added to the diagonal of the covariances, as a share of its mean, so that they can be inverted.
const RIDGE: f64 = 1e-3;

/// Distance below which negatives are no likelier (Wu et al., "Sampling Matters in Deep Embedding Learning", ICCV 2017).
const NEAREST: f64 = 0.5;

/// Projections by canonical correlation analysis, of names and of concepts into one space of as many numbers.
pub struct Cca {
    means: [Vec<f64>; 2],
    maps: [DMatrix<f64>; 2],
}

impl Cca {
    /// Of name vectors with those of their concepts, both [N, width] row by row.
    ///
    /// # Errors
    /// When the matrices do not match or have no singular values.
    pub fn fit(names: &[Vec<f32>], concepts: &[Vec<f32>]) -> Result<Self> {
        ensure!(
            names.len() == concepts.len() && names.len() > 1,
            "{} names and {} concepts",
            names.len(),
            concepts.len()
        );
        let (x, x_mean) = centred(names);
        let (y, y_mean) = centred(concepts);
        let count = names.len() as f64;
        let (x_turned, y_turned) = (x.transpose(), y.transpose());
        let whiten_x = inverse_root(&x_turned * &x / count);
        let whiten_y = inverse_root(&y_turned * &y / count);
        let cross = &whiten_x * (&x_turned * &y / count) * &whiten_y;
        let svd = cross.svd(true, true);
        let (u, v) = (svd.u.context("no svd")?, svd.v_t.context("no svd")?);
        Ok(Self {
            means: [x_mean, y_mean],
            maps: [whiten_x * u, whiten_y * v.transpose()],
        })
    }

    /// Projected names.
    pub fn names(&self, vectors: &[Vec<f32>]) -> Vec<Vec<f32>> {
        self.project(0, vectors)
    }

    /// Projected concepts.
    pub fn concepts(&self, vectors: &[Vec<f32>]) -> Vec<Vec<f32>> {
        self.project(1, vectors)
    }

    fn project(&self, side: usize, vectors: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let (mean, map) = (&self.means[side], &self.maps[side]);
        let rows = |chunk: &[Vec<f32>]| {
            let centred = DMatrix::from_fn(chunk.len(), mean.len(), |r, c| {
                f64::from(chunk[r][c]) - mean[c]
            });
            let projected = centred * map;
            let row = |r| projected.row(r).iter().map(|v| *v as f32).collect();
            (0..chunk.len()).map(row).collect::<Vec<Vec<f32>>>()
        };
        vectors.chunks(4096).flat_map(rows).collect()
    }
}

fn centred(rows: &[Vec<f32>]) -> (DMatrix<f64>, Vec<f64>) {
    let width = rows[0].len();
    let mean: Vec<f64> = (0..width)
        .map(|c| rows.iter().map(|r| f64::from(r[c])).sum::<f64>() / rows.len() as f64)
        .collect();
    let matrix = DMatrix::from_fn(rows.len(), width, |r, c| f64::from(rows[r][c]) - mean[c]);
    (matrix, mean)
}

/// The inverse of the symmetric root of a covariance, [`RIDGE`] added.
fn inverse_root(mut covariance: DMatrix<f64>) -> DMatrix<f64> {
    let width = covariance.nrows();
    let ridge = RIDGE * covariance.trace() / width as f64;
    (0..width).for_each(|d| covariance[(d, d)] += ridge);
    let eigen = covariance.symmetric_eigen();
    let scales = eigen.eigenvalues.map(|v| 1.0 / v.max(1e-12).sqrt());
    &eigen.eigenvectors * DMatrix::from_diagonal(&scales) * eigen.eigenvectors.transpose()
}

/// One hidden layer.
#[derive(Module, Debug)]
pub struct Network {
    hidden: Linear,
    dropout: Dropout,
    output: Linear,
}

impl Network {
    fn new(hidden: usize, device: &Device) -> Self {
        Self {
            hidden: LinearConfig::new(WIDTH, hidden).init(device),
            dropout: DropoutConfig::new(DROPOUT).init(),
            output: LinearConfig::new(hidden, WIDTH).init(device),
        }
    }

    /// [B, WIDTH] of unit length from [B, WIDTH].
    fn forward(&self, names: Tensor<2>) -> Tensor<2> {
        let hidden = self.dropout.forward(relu(self.hidden.forward(names)));
        unit(self.output.forward(hidden))
    }

    /// Vectors of unit length.
    pub fn encode(&self, names: &[Vec<f32>]) -> Vec<Vec<f32>> {
        let device = crate::device();
        let encode = |chunk: &[Vec<f32>]| {
            let out = self.forward(matrix(chunk, &device)).into_data();
            let out: Vec<f32> = out.iter::<f32>().collect();
            out.chunks(WIDTH)
                .map(<[f32]>::to_vec)
                .collect::<Vec<Vec<f32>>>()
        };
        names.chunks(256).flat_map(encode).collect()
    }
}

fn unit(vectors: Tensor<2>) -> Tensor<2> {
    let lengths = vectors.clone().square().sum_dim(1).clamp_min(1e-12).sqrt();
    vectors / lengths
}

fn matrix(rows: &[Vec<f32>], device: &Device) -> Tensor<2> {
    let values: Vec<f32> = rows.iter().flatten().copied().collect();
    let columns = values.len() / rows.len().max(1);
    Tensor::<1>::from_floats(values.as_slice(), device).reshape([rows.len(), columns])
}

/// A concept as the network learns it.
pub struct Grounded {
    /// Its names, each [`WIDTH`] numbers.
    pub names: Vec<Vec<f32>>,
    /// Where they shall lie in the mean, [`WIDTH`] numbers.
    pub prototype: Vec<f32>,
}

/// How long it is learnt.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// Hidden numbers; 38,400 in the paper.
    pub hidden: usize,
    /// Concepts of a batch; 64 names in the paper.
    pub batch: usize,
    /// Steps between two judgements.
    pub judged: usize,
    /// Most steps.
    pub steps: usize,
}

/// Learns from concepts of two names at least until `judge` (higher is better) falls; gives the network that was best, with its step.
///
/// # Errors
/// When there are fewer concepts than a batch has, or `judge` fails.
pub fn fit(
    concepts: &[Grounded],
    settings: Settings,
    rng: &mut SmallRng,
    judge: &mut dyn FnMut(&Network) -> Result<f64>,
) -> Result<(Network, usize)> {
    ensure!(
        concepts.len() >= settings.batch,
        "{} concepts are fewer than a batch of {}",
        concepts.len(),
        settings.batch
    );
    let device = crate::device().autodiff();
    let mut network = Network::new(settings.hidden, &device);
    let mut optimizer = AdamConfig::new().init();
    let mut best: Option<(Network, usize, f64)> = None;
    let (mut order, mut sums) = (Vec::new(), [0.0; 2]);
    let started = std::time::Instant::now();
    for step in 1..=settings.steps {
        if order.len() < settings.batch {
            order = (0..concepts.len()).collect();
            order.shuffle(rng);
        }
        let batch: Vec<&Grounded> = order
            .drain(..settings.batch)
            .map(|n: usize| &concepts[n])
            .collect();
        let (loss, losses) = loss(&network, &batch, rng, &device);
        sums.iter_mut().zip(losses).for_each(|(s, l)| *s += l);
        let gradients = GradientsParams::from_grads(loss.backward(), &network);
        network = optimizer.step(RATE, network, gradients);
        if step % settings.judged == 0 || step == settings.steps {
            let kept = network.valid();
            let score = judge(&kept)?;
            let [triplet, prototype] = sums.map(|s| s / settings.judged as f64);
            eprintln!(
                "step {step}: triplets {triplet:.4}, prototypes {prototype:.4}, judged {score:.4}; {} s",
                started.elapsed().as_secs()
            );
            sums = [0.0; 2];
            if best.as_ref().is_some_and(|(_, _, before)| score < *before) {
                break;
            }
            best = Some((kept, step, score));
        }
    }
    let (network, step, _) = best.context("not a step was made")?;
    Ok((network, step))
}

/// Both losses in sum, and each.
fn loss(
    network: &Network,
    batch: &[&Grounded],
    rng: &mut SmallRng,
    device: &Device,
) -> (Tensor<1>, [f64; 2]) {
    let mut rows = Vec::new();
    let mut spans = Vec::new();
    for concept in batch {
        let mut names: Vec<&Vec<f32>> = concept.names.iter().collect();
        names.shuffle(rng);
        // An anchor and a true synonym are always there.
        let half = (names.len() as f64 * (1.0 - DROPOUT)).round() as usize;
        names.truncate(half.clamp(2, MOST_NAMES));
        spans.push(rows.len()..rows.len() + names.len());
        rows.extend(names.into_iter().cloned());
    }
    let encoded = network.forward(matrix(&rows, device));
    let values: Vec<f32> = encoded.clone().into_data().iter::<f32>().collect();
    let of = |row: usize| &values[row * WIDTH..(row + 1) * WIDTH];
    let cosine = |a: usize, b: usize| of(a).iter().zip(of(b)).map(|(a, b)| a * b).sum::<f32>();

    // Weights of the cosines between rows: 1 for the negative, -1 for the synonym, where the triplet costs.
    let mut weights = vec![0.0f32; rows.len() * rows.len()];
    let (mut cost, count) = (0.0, batch.len() as f32);
    for span in &spans {
        let (anchor, synonym) = (span.start, span.start + 1);
        let others: Vec<usize> = (0..rows.len()).filter(|n| !span.contains(n)).collect();
        let chances: Vec<f64> = others.iter().map(|n| chance(cosine(anchor, *n))).collect();
        let negative = others[drawn(&chances, rng)];
        let excess = cosine(anchor, negative) - cosine(anchor, synonym) + MARGIN;
        if excess > 0.0 {
            cost += excess / count;
            weights[anchor * rows.len() + negative] += 1.0 / count;
            weights[anchor * rows.len() + synonym] -= 1.0 / count;
        }
    }
    let mut means = vec![0.0f32; batch.len() * rows.len()];
    for (concept, span) in spans.iter().enumerate() {
        for row in span.clone() {
            means[concept * rows.len() + row] = 1.0 / span.len() as f32;
        }
    }
    let square = |values: &[f32]| {
        Tensor::<1>::from_floats(values, device).reshape([values.len() / rows.len(), rows.len()])
    };
    let triplets = (encoded.clone().matmul(encoded.clone().transpose()) * square(&weights)).sum();
    let wanted: Vec<Vec<f32>> = batch.iter().map(|c| c.prototype.clone()).collect();
    let found = unit(square(&means).matmul(encoded));
    let near = (found * unit(matrix(&wanted, device))).sum();
    let prototypes = near.div_scalar(-f64::from(count)) + 1.0;
    let value = f64::from(prototypes.clone().into_scalar::<f32>());
    (triplets + prototypes, [f64::from(cost), value])
}

/// How likely a negative at such a cosine is drawn, up to a factor common to all: the inverse of the density of distances on a sphere of [`WIDTH`] dimensions, no larger
/// than at [`NEAREST`], and 0 beyond a right angle, where it would be largest again.
fn chance(cosine: f32) -> f64 {
    let distance = (2.0 - 2.0 * f64::from(cosine)).max(0.0).sqrt().max(NEAREST);
    if distance > std::f64::consts::SQRT_2 {
        return 0.0;
    }
    let n = WIDTH as f64;
    let log = (n - 2.0) * distance.ln() + (n - 3.0) / 2.0 * (1.0 - distance * distance / 4.0).ln();
    let nearest = (n - 2.0) * NEAREST.ln() + (n - 3.0) / 2.0 * (1.0 - NEAREST * NEAREST / 4.0).ln();
    (nearest - log).exp()
}

/// The place of a draw by these chances; of all alike where they are 0.
fn drawn(chances: &[f64], rng: &mut SmallRng) -> usize {
    match WeightedIndex::new(chances) {
        Ok(weighted) => weighted.sample(rng),
        Err(_) => rng.random_range(0..chances.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng as _;

    fn random(rng: &mut SmallRng, width: usize) -> Vec<f32> {
        (0..width).map(|_| rng.random_range(-1.0..1.0)).collect()
    }

    #[test]
    fn what_both_sides_share_is_projected_onto_the_same_axes_of_unit_variance() {
        let mut rng = SmallRng::seed_from_u64(1);
        // Of four numbers the sides share two, of other sizes and in other places.
        let (mut names, mut concepts) = (Vec::new(), Vec::new());
        for _ in 0..4000 {
            let own = random(&mut rng, 4);
            let other = random(&mut rng, 4);
            names.push(vec![own[0] * 9.0, own[1], own[2], own[3]]);
            concepts.push(vec![other[0], own[1] * 5.0, other[2], own[0] - 3.0]);
        }
        let cca = Cca::fit(&names, &concepts).unwrap();
        let (a, b) = (cca.names(&names), cca.concepts(&concepts));
        let mean = |f: &dyn Fn(usize) -> f32| (0..4000).map(f).sum::<f32>() / 4000.0;
        for axis in 0..4 {
            let variance = mean(&|n| a[n][axis] * a[n][axis]);
            let shared = mean(&|n| a[n][axis] * b[n][axis]);
            assert!((0.9..1.01).contains(&variance), "{axis}: {variance}");
            let wanted = if axis < 2 { 1.0 } else { 0.0 };
            assert!((shared - wanted).abs() < 0.1, "{axis}: {shared}");
        }
        assert!(Cca::fit(&names[..3], &concepts[..2]).is_err());
    }

    #[test]
    fn near_negatives_are_likelier_and_far_ones_are_never_drawn() {
        assert!(chance(0.8) > chance(0.6));
        assert!(chance(0.99).total_cmp(&chance(0.88)).is_eq());
        assert!(chance(-0.1).total_cmp(&0.0).is_eq());
        let mut rng = SmallRng::seed_from_u64(1);
        assert!((0..50).all(|_| drawn(&[0.0, 1.0, 0.0], &mut rng) == 1));
        assert!((0..50).any(|_| drawn(&[0.0, 0.0, 0.0], &mut rng) == 2));
    }

    #[test]
    fn names_of_a_concept_come_together_at_its_prototype() {
        let mut rng = SmallRng::seed_from_u64(1);
        let concepts: Vec<Grounded> = (0..40)
            .map(|_| {
                let names: Vec<Vec<f32>> = (0..3).map(|_| random(&mut rng, WIDTH)).collect();
                let prototype = (0..WIDTH)
                    .map(|c| names.iter().map(|n| n[c]).sum::<f32>() / 3.0)
                    .collect();
                Grounded { names, prototype }
            })
            .collect();
        let settings = Settings {
            hidden: 256,
            batch: 20,
            judged: 100,
            steps: 100,
        };
        let cosine = |a: &[f32], b: &[f32]| -> f32 { a.iter().zip(b).map(|(a, b)| a * b).sum() };
        let (network, step) = fit(&concepts, settings, &mut rng, &mut |_| Ok(0.0)).unwrap();
        assert_eq!(step, 100);
        let encoded: Vec<_> = concepts.iter().map(|c| network.encode(&c.names)).collect();
        for (n, own) in encoded.iter().enumerate() {
            let near = cosine(&own[0], &own[1]);
            let other = cosine(&own[0], &encoded[(n + 1) % 40][1]);
            assert!(near > other + 0.1, "{n}: {near} {other}");
        }
        let few = fit(&concepts[..3], settings, &mut rng, &mut |_| Ok(0.0));
        assert!(few.unwrap_err().to_string().contains("3 concepts"));
    }
}
