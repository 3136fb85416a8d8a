//! The encoder as layers that learn. Arithmetic and names are those of [`crate::bert::Bert`], which writes them into the shipped graph.

use std::path::Path;

use anyhow::{Context as _, Result};
use burn::module::{Module, Param};
use burn::nn::{Dropout, DropoutConfig, LayerNorm, LayerNormConfig, Linear, LinearConfig};
use burn::tensor::activation::{gelu, softmax};
use burn::tensor::{Device, Tensor, TensorData};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::bert::Bert;

/// The layers above the word vectors, which stay as they are.
#[derive(Module, Debug)]
pub(super) struct Encoder {
    layers: Vec<Layer>,
}

#[derive(Module, Debug)]
struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    output: Linear,
    attention_norm: LayerNorm,
    wide: Linear,
    narrow: Linear,
    norm: LayerNorm,
    dropout: Dropout,
    #[module(skip)]
    heads: usize,
}

fn name(layer: usize, part: &str) -> String {
    format!("encoder.layer.{layer}.{part}")
}

impl Encoder {
    /// The layers of a checkpoint.
    pub(super) fn open(base: &Bert, dropout: f64, device: &Device) -> Result<Self> {
        let c = &base.config;
        let vector = |name: &str, size: usize| -> Result<Tensor<1>> {
            Ok(Tensor::from_data(
                TensorData::new(base.tensor(name, &[size])?, [size]),
                device,
            ))
        };
        let linear = |name: &str, inputs: usize, outputs: usize| -> Result<Linear> {
            let weight = base.tensor(&format!("{name}.weight"), &[outputs, inputs])?;
            // The checkpoint stores [outputs, inputs].
            let weight: Tensor<2> =
                Tensor::from_data(TensorData::new(weight, [outputs, inputs]), device);
            let mut linear = LinearConfig::new(inputs, outputs).init(device);
            linear.weight = Param::from_tensor(weight.transpose());
            linear.bias = Some(Param::from_tensor(vector(
                &format!("{name}.bias"),
                outputs,
            )?));
            Ok(linear)
        };
        let norm = |name: &str| -> Result<LayerNorm> {
            let mut norm = LayerNormConfig::new(c.hidden_size)
                .with_epsilon(f64::from(c.layer_norm_eps))
                .init(device);
            norm.gamma = Param::from_tensor(vector(&format!("{name}.weight"), c.hidden_size)?);
            norm.beta = Some(Param::from_tensor(vector(
                &format!("{name}.bias"),
                c.hidden_size,
            )?));
            Ok(norm)
        };
        let (hidden, wide) = (c.hidden_size, c.intermediate_size);
        let layers = (0..c.num_hidden_layers).map(|l| {
            Ok(Layer {
                query: linear(&name(l, "attention.self.query"), hidden, hidden)?,
                key: linear(&name(l, "attention.self.key"), hidden, hidden)?,
                value: linear(&name(l, "attention.self.value"), hidden, hidden)?,
                output: linear(&name(l, "attention.output.dense"), hidden, hidden)?,
                attention_norm: norm(&name(l, "attention.output.LayerNorm"))?,
                wide: linear(&name(l, "intermediate.dense"), hidden, wide)?,
                narrow: linear(&name(l, "output.dense"), wide, hidden)?,
                norm: norm(&name(l, "output.LayerNorm"))?,
                dropout: DropoutConfig::new(dropout).init(),
                heads: c.num_attention_heads,
            })
        });
        Ok(Self {
            layers: layers.collect::<Result<_>>()?,
        })
    }

    /// The first layers no longer learn.
    pub(super) fn freeze(mut self, first: usize) -> Self {
        let layers = self.layers.into_iter().enumerate();
        self.layers = layers
            .map(|(n, layer)| if n < first { layer.no_grad() } else { layer })
            .collect();
        self
    }

    /// Token states [B, L, width] from word vectors [B, L, width]; `unseen` [B, 1, 1, L] is 0 at a token and far below at padding.
    pub(super) fn forward(&self, words: Tensor<3>, unseen: &Tensor<4>) -> Tensor<3> {
        let layers = self.layers.iter();
        layers.fold(words, |x, layer| layer.forward(x, unseen.clone()))
    }

    /// Writes a checkpoint: the base with the weights of these layers.
    pub(super) fn write(&self, base: &Bert, base_dir: &Path, output: &Path) -> Result<()> {
        let mut changed: Vec<Changed> = Vec::new();
        let mut put = |name: String, shape: Vec<usize>, data: TensorData| {
            let bytes = data.iter::<f32>().flat_map(f32::to_le_bytes).collect();
            changed.push((name, shape, bytes));
        };
        for (l, layer) in self.layers.iter().enumerate() {
            for (part, linear) in [
                ("attention.self.query", &layer.query),
                ("attention.self.key", &layer.key),
                ("attention.self.value", &layer.value),
                ("attention.output.dense", &layer.output),
                ("intermediate.dense", &layer.wide),
                ("output.dense", &layer.narrow),
            ] {
                let weight = linear.weight.val().transpose();
                let shape = weight.dims().to_vec();
                put(
                    name(l, &format!("{part}.weight")),
                    shape,
                    weight.into_data(),
                );
                if let Some(bias) = &linear.bias {
                    let shape = bias.val().dims().to_vec();
                    put(
                        name(l, &format!("{part}.bias")),
                        shape,
                        bias.val().into_data(),
                    );
                }
            }
            for (part, norm) in [
                ("attention.output.LayerNorm", &layer.attention_norm),
                ("output.LayerNorm", &layer.norm),
            ] {
                let shape = norm.gamma.val().dims().to_vec();
                let gain = norm.gamma.val().into_data();
                put(name(l, &format!("{part}.weight")), shape.clone(), gain);
                if let Some(beta) = &norm.beta {
                    put(
                        name(l, &format!("{part}.bias")),
                        shape,
                        beta.val().into_data(),
                    );
                }
            }
        }
        write_checkpoint(base, base_dir, &changed, output)
    }
}

/// A tensor of a checkpoint: name, shape, little-endian 32-bit numbers.
pub(super) type Changed = (String, Vec<usize>, Vec<u8>);

/// Writes a checkpoint: the base with some tensors changed.
pub(super) fn write_checkpoint(
    base: &Bert,
    base_dir: &Path,
    changed: &[Changed],
    output: &Path,
) -> Result<()> {
    let original = SafeTensors::deserialize(base.bytes())?;
    let mut views: Vec<(String, TensorView<'_>)> = Vec::new();
    for (name, view) in original.tensors() {
        if !changed.iter().any(|(known, ..)| *known == name) {
            views.push((name, view));
        }
    }
    for (name, shape, bytes) in changed {
        let view = TensorView::new(Dtype::F32, shape.clone(), bytes)?;
        views.push((name.clone(), view));
    }
    std::fs::create_dir_all(output)
        .with_context(|| format!("{} cannot be made", output.display()))?;
    safetensors::serialize_to_file(views, None, &output.join("model.safetensors"))?;
    for file in ["config.json", "tokenizer.json"] {
        std::fs::copy(base_dir.join(file), output.join(file))
            .with_context(|| format!("{file} cannot be copied to {}", output.display()))?;
    }
    Ok(())
}

impl Layer {
    fn forward(&self, x: Tensor<3>, unseen: Tensor<4>) -> Tensor<3> {
        let [texts, tokens, width] = x.dims();
        let (heads, each) = (self.heads, width / self.heads);
        let split = |t: Tensor<3>| t.reshape([texts, tokens, heads, each]).swap_dims(1, 2);
        let query = split(self.query.forward(x.clone()));
        let key = split(self.key.forward(x.clone()));
        let value = split(self.value.forward(x.clone()));
        let scores = query
            .matmul(key.swap_dims(2, 3))
            .div_scalar((each as f64).sqrt())
            + unseen;
        let context = softmax(scores, 3).matmul(value);
        let context = context.swap_dims(1, 2).reshape([texts, tokens, width]);
        let y = self.dropout.forward(self.output.forward(context));
        let y = self.attention_norm.forward(x + y);
        let z = self.narrow.forward(gelu(self.wide.forward(y.clone())));
        self.norm.forward(y + self.dropout.forward(z))
    }
}

/// The word vectors of a checkpoint, which do not learn.
pub(super) struct Words {
    words: Vec<f32>,
    positions: Vec<f32>,
    gain: Vec<f32>,
    bias: Vec<f32>,
    epsilon: f32,
    pub(super) width: usize,
}

impl Words {
    pub(super) fn open(base: &Bert) -> Result<Self> {
        let c = &base.config;
        let width = c.hidden_size;
        let table = |name: &str, rows| base.tensor(&format!("embeddings.{name}"), &[rows, width]);
        let mut positions = table("position_embeddings.weight", c.max_position_embeddings)?;
        // All tokens are of segment 0.
        let segment = table("token_type_embeddings.weight", 2)?;
        for row in positions.chunks_exact_mut(width) {
            row.iter_mut().zip(&segment).for_each(|(p, s)| *p += s);
        }
        Ok(Self {
            words: table("word_embeddings.weight", c.vocab_size)?,
            positions,
            gain: base.tensor("embeddings.LayerNorm.weight", &[width])?,
            bias: base.tensor("embeddings.LayerNorm.bias", &[width])?,
            epsilon: c.layer_norm_eps,
            width,
        })
    }

    /// Writes the normalised vector of a word at a position.
    pub(super) fn write(&self, id: u32, position: usize, into: &mut [f32]) {
        let row = |table: &[f32], at: usize, n: usize| table[at * self.width + n];
        for (n, value) in into.iter_mut().enumerate() {
            *value = row(&self.words, id as usize, n) + row(&self.positions, position, n);
        }
        let mean = into.iter().sum::<f32>() / self.width as f32;
        let spread = into.iter().map(|v| (v - mean).powi(2)).sum::<f32>() / self.width as f32;
        let scale = 1.0 / (spread + self.epsilon).sqrt();
        for (n, value) in into.iter_mut().enumerate() {
            *value = (*value - mean) * scale * self.gain[n] + self.bias[n];
        }
    }
}

/// What the encoder of a checkpoint makes of the tokens of a text: a vector for each.
///
/// # Errors
/// When the checkpoint cannot be read.
pub fn states(base_dir: &Path, ids: &[u32]) -> Result<Vec<Vec<f32>>> {
    let base = Bert::open(base_dir)?;
    let words = Words::open(&base)?;
    let (width, device) = (words.width, crate::device());
    let mut vectors = vec![0.0f32; ids.len() * width];
    for (at, (id, vector)) in ids.iter().zip(vectors.chunks_mut(width)).enumerate() {
        words.write(*id, at, vector);
    }
    let vectors = Tensor::<1>::from_floats(vectors.as_slice(), &device);
    let vectors = vectors.reshape([1, ids.len(), width]);
    let unseen = Tensor::zeros([1, 1, 1, ids.len()], &device);
    let states = Encoder::open(&base, 0.0, &device)?.forward(vectors, &unseen);
    let states: Vec<f32> = states.into_data().iter::<f32>().collect();
    Ok(states.chunks(width).map(<[f32]>::to_vec).collect())
}
