//! Settings of a run of the experiments.

use serde::{Deserialize, Serialize};

/// What is learned.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Method {
    /// Regression to the mean of points of all targets.
    Mse,
    /// Which organ: binary cross-entropy, the best one is taken.
    Cls,
    /// The same, and a small network, shared by all organs, that judges how the words name an organ.
    Names,
    /// The Soft Organ Distance.
    Sod,
    /// A vector of so many numbers in which texts about the same set of organs are near each other.
    Siamese(usize),
}

/// Which triplets of a batch a Siamese network learns from: an anchor, a text with the same set of organs, and one with another.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Mining {
    /// Of each anchor the farthest with the same set and the nearest with another (Hermans et al. 2017, "batch hard").
    #[default]
    Hardest,
    /// Of each pair with the same set the nearest other that is farther than the pair is wide (Schroff et al. 2015); where none
    /// is, the farthest other.
    SemiHard,
    /// All; with a margin those alone that cost something (Hermans et al. 2017, "batch all").
    All,
}

/// How a Siamese network learns.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Triplets {
    /// The triplets that count.
    pub mining: Mining,
    /// By how much the other text is to be farther than the one with the same set, in the units of the vectors; 0: the soft
    /// margin, ln(1 + exp(difference)).
    pub margin: f64,
    /// Texts with the same set come into a batch in groups of so many; 0: as chance has it.
    pub alike: usize,
}

impl Triplets {
    fn is_default(&self) -> bool {
        *self == Self::default()
    }
}

/// What the network reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Input {
    /// The mean vector of the text alone.
    Mean,
    /// Those of the title and of every sentence too.
    Sentences,
    /// Everything and ln(1 + count) of the glossary's finds.
    Counts,
}

/// The powers that are tried, see [`Settings::sharpen`].
pub const SHARPNESS: [f32; 6] = [1.0, 1.5, 2.0, 4.0, 8.0, 16.0];

/// Settings of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// What is learned.
    pub method: Method,
    /// What the network reads.
    pub input: Input,
    /// 0: the point is a linear layer through tanh, as in the paper; otherwise it is the mean of so many places, which
    /// are learned too, weighted by a softmax.
    pub places: usize,
    /// Whether the weights of the places are sharpened after training, by the power of [`SHARPNESS`] that is best on the
    /// development documents: the mean of two likely places is a place between them.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sharpen: bool,
    /// Whether a classifier's point is the one with the smallest expected distance to the organs, by its probabilities, instead
    /// of a random point of the best organ.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub least_distance: bool,
    /// Two organs that share the label of the first, for [`Method::Names`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged: Option<(usize, usize)>,
    /// How a Siamese network learns, for [`Method::Siamese`].
    #[serde(default, skip_serializing_if = "Triplets::is_default")]
    pub triplets: Triplets,
    /// Width of the layer over the sentences.
    pub sentences: usize,
    /// Width of the hidden layer.
    pub hidden: usize,
    /// Share of hidden values dropped while training.
    pub dropout: f64,
    /// Temperature over the points of an organ, in units of 387 mm.
    pub gamma_p: f64,
    /// Temperature over the organs of a text.
    pub gamma_o: f64,
    /// Points drawn of each organ of a text (N).
    pub points: usize,
    /// Learning rate at the start; it falls to a tenth along a half cosine.
    pub rate: f64,
    /// Texts of a batch.
    pub batch: usize,
    /// Passes over the training texts.
    pub epochs: usize,
    /// Seed of initialisation, order, dropping and points.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::Sod,
            input: Input::Sentences,
            places: 0,
            sharpen: false,
            least_distance: false,
            merged: None,
            triplets: Triplets::default(),
            sentences: 96,
            hidden: 384,
            dropout: 0.3,
            gamma_p: 0.1,
            gamma_o: 0.2,
            points: 100,
            rate: 2e-3,
            batch: 128,
            epochs: 12,
            seed: 1,
        }
    }
}
