//! The network of the experiments.
//!
//! It reads the mean vector of a text and of its title and, through one shared layer and a maximum, those of its
//! sentences; a hidden layer follows, and the outputs that the method asks for.

use burn::module::{Module, Param};
use burn::nn::{Dropout, DropoutConfig, Linear, LinearConfig};
use burn::tensor::activation::{relu, softmax};
use burn::tensor::{Device, Tensor};

use super::encode::Vectors;
use super::names::Naming;
use super::settings::{Input, Method, Settings};
use crate::embed::WIDTH;
use crate::loss::SCALE_MM;
use crate::network::HALF_BOX_MM;

/// Unit vectors of [`WIDTH`] numbers have entries of about 0.05; this brings them to about 1.
const FEATURE_SCALE: f32 = 19.6;
/// The layers.
#[derive(Module, Debug)]
pub(super) struct Network {
    sentence: Linear,
    hidden: Linear,
    dropout: Dropout,
    output: Linear,
    places: Param<Tensor<2>>,
    /// Judges how the words name an organ, see [`super::names`].
    pub(super) naming: Option<Naming>,
}

/// Input tensors of a batch.
pub(super) struct NetworkInputs {
    /// [B, fixed]
    fixed: Tensor<2>,
    /// [B * W, WIDTH]
    sentences: Tensor<2>,
    /// [B, W, 1]: 1 at a sentence, 0 at padding.
    there: Tensor<3>,
}

impl NetworkInputs {
    pub(super) fn new(texts: &[(&Vectors, &[f32])], input: Input, device: &Device) -> Self {
        // The mean vector alone has no sentences: one empty one, so that shapes stay the same.
        let own = |vectors: &Vectors| {
            if input == Input::Mean {
                0
            } else {
                vectors.rows().saturating_sub(2)
            }
        };
        let width = texts.iter().map(|(v, _)| own(v)).max().unwrap_or(0).max(1);
        let (mut fixed, mut sentences, mut there) = (Vec::new(), Vec::new(), Vec::new());
        for (vectors, counts) in texts {
            vectors.write_row(0, FEATURE_SCALE, &mut fixed);
            if input != Input::Mean {
                vectors.write_row(1, FEATURE_SCALE, &mut fixed);
            }
            let own = own(vectors);
            for row in 0..own {
                vectors.write_row(2 + row, FEATURE_SCALE, &mut sentences);
            }
            sentences.resize(sentences.len() + (width - own) * WIDTH, 0.0);
            there.extend((0..width).map(|w| if w < own { 1.0f32 } else { 0.0 }));
            if input == Input::Counts {
                fixed.extend_from_slice(counts);
            }
        }
        let columns = fixed.len() / texts.len();
        Self {
            fixed: Tensor::<1>::from_floats(fixed.as_slice(), device)
                .reshape([texts.len(), columns]),
            sentences: Tensor::<1>::from_floats(sentences.as_slice(), device)
                .reshape([texts.len() * width, WIDTH]),
            there: Tensor::<1>::from_floats(there.as_slice(), device).reshape([
                texts.len(),
                width,
                1,
            ]),
        }
    }
}

impl Network {
    pub(super) fn new(
        settings: &Settings,
        inputs: usize,
        outputs: usize,
        start: &[[f32; 3]],
        device: &Device,
    ) -> Self {
        let places: Vec<f32> = start
            .iter()
            .flat_map(|p| (0..3).map(|a| p[a] / SCALE_MM))
            .collect();
        let sentences = if settings.input == Input::Mean {
            0
        } else {
            settings.sentences
        };
        Self {
            sentence: LinearConfig::new(WIDTH, settings.sentences).init(device),
            hidden: LinearConfig::new(inputs + sentences, settings.hidden).init(device),
            dropout: DropoutConfig::new(settings.dropout).init(),
            output: LinearConfig::new(settings.hidden, outputs).init(device),
            places: Param::from_tensor(
                Tensor::<1>::from_floats(places.as_slice(), device).reshape([start.len(), 3]),
            ),
            naming: (settings.method == Method::Names).then(|| Naming::new(device)),
        }
    }

    /// [B, outputs]
    pub(super) fn forward(&self, batch: NetworkInputs, input: Input) -> Tensor<2> {
        let mut features = batch.fixed;
        if input != Input::Mean {
            let [texts, width, _] = batch.there.dims();
            let seen = relu(self.sentence.forward(batch.sentences));
            let wide = seen.dims()[1];
            // Values are not negative, so padding set to 0 never is the largest alone.
            let seen = (seen.reshape([texts, width, wide]) * batch.there)
                .max_dim(1)
                .reshape([texts, wide]);
            features = Tensor::cat(vec![features, seen], 1);
        }
        self.output
            .forward(self.dropout.forward(relu(self.hidden.forward(features))))
    }

    /// Points [B, 3] in units of [`SCALE_MM`] from outputs.
    pub(super) fn point(
        &self,
        outputs: Tensor<2>,
        places: usize,
        half_box: Tensor<2>,
    ) -> Tensor<2> {
        if places == 0 {
            outputs.tanh() * half_box
        } else {
            softmax(outputs, 1).matmul(self.places.val())
        }
    }
}
/// Half the box, [1, 3], in units of [`SCALE_MM`].
pub(super) fn half_box(device: &Device) -> Tensor<2> {
    Tensor::<2>::from_floats([HALF_BOX_MM.map(|h| h / SCALE_MM)], device)
}
