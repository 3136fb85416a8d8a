//! The sentence encoder: a BERT of any size, read from safetensors and written as ONNX nodes.
//!
//! Names and shapes of the weights are those of the Hugging Face `BertModel` checkpoint. Weight matrices become int8 with
//! one scale per output channel (`DequantizeLinear`); word vectors become int8 with one scale per word, gathered before
//! they are scaled, so that no run ever expands the whole vocabulary.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail, ensure};
use safetensors::{Dtype, SafeTensors};
use serde::Deserialize;

use crate::graph::{Attribute, GraphBuilder, Value};
use crate::quantize::Quantized;

/// The numbers of `config.json` that shape the encoder.
#[derive(Debug, Clone, Deserialize, PartialEq)]
pub struct BertConfig {
    /// Width of the hidden vectors.
    pub hidden_size: usize,
    /// Attention heads of a layer.
    pub num_attention_heads: usize,
    /// Layers.
    pub num_hidden_layers: usize,
    /// Width of the feed-forward layer.
    pub intermediate_size: usize,
    /// Words of the vocabulary.
    pub vocab_size: usize,
    /// Longest input in tokens.
    pub max_position_embeddings: usize,
    /// Epsilon of the layer normalisation.
    pub layer_norm_eps: f32,
    /// Activation of the feed-forward layer; only `gelu` is written.
    pub hidden_act: String,
}

/// A BERT checkpoint in memory.
pub struct Bert {
    /// Its shape.
    pub config: BertConfig,
    bytes: Vec<u8>,
    file: PathBuf,
}

impl Bert {
    /// Reads `config.json` and `model.safetensors` from a folder.
    ///
    /// # Errors
    /// When a file cannot be read or the configuration is not one this writer can express.
    pub fn open(dir: &Path) -> Result<Self> {
        let config_file = dir.join("config.json");
        let text = std::fs::read_to_string(&config_file)
            .with_context(|| format!("{} cannot be read", config_file.display()))?;
        let config: BertConfig = serde_json::from_str(&text)
            .with_context(|| format!("{} is not a BERT configuration", config_file.display()))?;
        ensure!(
            config.hidden_act == "gelu",
            "{}: activation {} is not supported",
            config_file.display(),
            config.hidden_act
        );
        ensure!(
            config.num_attention_heads > 0
                && config
                    .hidden_size
                    .is_multiple_of(config.num_attention_heads),
            "{}: {} does not divide into {} heads",
            config_file.display(),
            config.hidden_size,
            config.num_attention_heads
        );
        let file = dir.join("model.safetensors");
        let bytes =
            std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
        Ok(Self {
            config,
            bytes,
            file,
        })
    }

    /// The checkpoint as read.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// A tensor of the checkpoint.
    ///
    /// # Errors
    /// When it is missing or has another shape or type.
    pub(crate) fn tensor(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        let weights = SafeTensors::deserialize(&self.bytes)
            .with_context(|| format!("{} is not a safetensors file", self.file.display()))?;
        self.floats(&weights, name, shape)
    }

    fn floats(&self, weights: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<Vec<f32>> {
        let view = weights
            .tensor(name)
            .with_context(|| format!("{}: no tensor {name}", self.file.display()))?;
        ensure!(
            view.shape() == shape,
            "{}: {name} has shape {:?}, not {shape:?}",
            self.file.display(),
            view.shape()
        );
        if view.dtype() != Dtype::F32 {
            bail!(
                "{}: {name} is {:?}, not F32",
                self.file.display(),
                view.dtype()
            );
        }
        Ok(view
            .data()
            .chunks_exact(4)
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect())
    }

    /// Writes the encoder into `graph`: token numbers and attention mask (both [B, L], int64) to the last hidden
    /// state [B, L, hidden].
    ///
    /// # Errors
    /// When a weight is missing or has another shape or type.
    #[expect(clippy::too_many_lines, reason = "one network, layer by layer")]
    pub fn write(
        &self,
        graph: &mut GraphBuilder,
        input_ids: &Value,
        attention_mask: &Value,
    ) -> Result<Value> {
        let weights = SafeTensors::deserialize(&self.bytes)
            .with_context(|| format!("{} is not a safetensors file", self.file.display()))?;
        let c = &self.config;
        let (hidden, heads) = (c.hidden_size, c.num_attention_heads);
        let mut writer = Writer {
            bert: self,
            weights: &weights,
            graph,
        };

        let words = self.floats(
            &weights,
            "embeddings.word_embeddings.weight",
            &[c.vocab_size, hidden],
        )?;
        let (table, scales) = writer.graph.int8(
            "embeddings.word",
            &Quantized::new(&words, c.vocab_size, hidden, 0),
        );
        drop(words);
        let rows = writer
            .graph
            .node("Gather", &[&table, input_ids], &[Attribute::Int("axis", 0)]);
        let rows = writer.graph.node(
            "Cast",
            &[&rows],
            &[Attribute::Int("to", i64::from(crate::proto::FLOAT))],
        );
        let row_scales = writer.graph.node(
            "Gather",
            &[&scales, input_ids],
            &[Attribute::Int("axis", 0)],
        );
        let last = writer.graph.ints("axis.last", &[1], &[-1]);
        let row_scales = writer.graph.node("Unsqueeze", &[&row_scales, &last], &[]);
        let word = writer.graph.node("Mul", &[&rows, &row_scales], &[]);

        // All tokens are of segment 0, so its vector is part of the position table.
        let mut positions = self.floats(
            &weights,
            "embeddings.position_embeddings.weight",
            &[c.max_position_embeddings, hidden],
        )?;
        let segment = self.floats(
            &weights,
            "embeddings.token_type_embeddings.weight",
            &[2, hidden],
        )?;
        for row in positions.chunks_exact_mut(hidden) {
            row.iter_mut().zip(&segment).for_each(|(p, s)| *p += s);
        }
        let positions = writer.graph.weights(
            "embeddings.position",
            &Quantized::new(&positions, c.max_position_embeddings, hidden, 0),
        );
        let shape = writer.graph.node("Shape", &[input_ids], &[]);
        let one = writer.graph.ints("index.one", &[1], &[1]);
        let zero = writer.graph.ints("index.zero", &[1], &[0]);
        let length = writer
            .graph
            .node("Gather", &[&shape, &one], &[Attribute::Int("axis", 0)]);
        let positions = writer
            .graph
            .node("Slice", &[&positions, &zero, &length, &zero], &[]);
        let sum = writer.graph.node("Add", &[&word, &positions], &[]);
        let mut x = writer.layer_norm("embeddings.LayerNorm", &sum)?;

        // 0 for a token, -10000 for padding, added to the attention scores [B, heads, L, L].
        let mask = writer.graph.node(
            "Cast",
            &[attention_mask],
            &[Attribute::Int("to", i64::from(crate::proto::FLOAT))],
        );
        let ones = writer.graph.floats("scalar.one", &[], &[1.0]);
        let mask = writer.graph.node("Sub", &[&mask, &ones], &[]);
        let large = writer.graph.floats("scalar.mask", &[], &[10_000.0]);
        let mask = writer.graph.node("Mul", &[&mask, &large], &[]);
        let middle = writer.graph.ints("axes.middle", &[2], &[1, 2]);
        let mask = writer.graph.node("Unsqueeze", &[&mask, &middle], &[]);

        let split = writer.graph.ints(
            "shape.split",
            &[4],
            &[0, 0, heads as i64, (hidden / heads) as i64],
        );
        let join = writer
            .graph
            .ints("shape.join", &[3], &[0, 0, hidden as i64]);
        let scale = writer.graph.floats(
            "scalar.scale",
            &[],
            &[1.0 / ((hidden / heads) as f32).sqrt()],
        );
        let sqrt_half =
            writer
                .graph
                .floats("scalar.sqrt_half", &[], &[std::f32::consts::FRAC_1_SQRT_2]);
        let half = writer.graph.floats("scalar.half", &[], &[0.5]);
        for layer in 0..c.num_hidden_layers {
            let name = |part: &str| format!("encoder.layer.{layer}.{part}");
            let project = |writer: &mut Writer<'_>, part: &str, order: &[i64]| -> Result<Value> {
                let y =
                    writer.linear(&name(&format!("attention.self.{part}")), &x, hidden, hidden)?;
                let y = writer.graph.node("Reshape", &[&y, &split], &[]);
                Ok(writer
                    .graph
                    .node("Transpose", &[&y], &[Attribute::Ints("perm", order)]))
            };
            let query = project(&mut writer, "query", &[0, 2, 1, 3])?;
            let key = project(&mut writer, "key", &[0, 2, 3, 1])?;
            let value = project(&mut writer, "value", &[0, 2, 1, 3])?;
            let scores = writer.graph.node("MatMul", &[&query, &key], &[]);
            let scores = writer.graph.node("Mul", &[&scores, &scale], &[]);
            let scores = writer.graph.node("Add", &[&scores, &mask], &[]);
            let attention = writer
                .graph
                .node("Softmax", &[&scores], &[Attribute::Int("axis", -1)]);
            let context = writer.graph.node("MatMul", &[&attention, &value], &[]);
            let context = writer.graph.node(
                "Transpose",
                &[&context],
                &[Attribute::Ints("perm", &[0, 2, 1, 3])],
            );
            let context = writer.graph.node("Reshape", &[&context, &join], &[]);
            let y = writer.linear(&name("attention.output.dense"), &context, hidden, hidden)?;
            let y = writer.graph.node("Add", &[&y, &x], &[]);
            let y = writer.layer_norm(&name("attention.output.LayerNorm"), &y)?;
            // GELU: x * (1 + erf(x / sqrt 2)) / 2
            let z = writer.linear(&name("intermediate.dense"), &y, hidden, c.intermediate_size)?;
            let erf = writer.graph.node("Mul", &[&z, &sqrt_half], &[]);
            let erf = writer.graph.node("Erf", &[&erf], &[]);
            let erf = writer.graph.node("Add", &[&erf, &ones], &[]);
            let z = writer.graph.node("Mul", &[&z, &erf], &[]);
            let z = writer.graph.node("Mul", &[&z, &half], &[]);
            let z = writer.linear(&name("output.dense"), &z, c.intermediate_size, hidden)?;
            let z = writer.graph.node("Add", &[&z, &y], &[]);
            x = writer.layer_norm(&name("output.LayerNorm"), &z)?;
        }
        Ok(x)
    }
}

struct Writer<'a> {
    bert: &'a Bert,
    weights: &'a SafeTensors<'a>,
    graph: &'a mut GraphBuilder,
}

impl Writer<'_> {
    fn layer_norm(&mut self, name: &str, x: &Value) -> Result<Value> {
        let width = self.bert.config.hidden_size;
        let gain = self
            .bert
            .floats(self.weights, &format!("{name}.weight"), &[width])?;
        let bias = self
            .bert
            .floats(self.weights, &format!("{name}.bias"), &[width])?;
        let gain = self
            .graph
            .floats(&format!("{name}.weight"), &[width], &gain);
        let bias = self.graph.floats(&format!("{name}.bias"), &[width], &bias);
        Ok(self.graph.node(
            "LayerNormalization",
            &[x, &gain, &bias],
            &[
                Attribute::Int("axis", -1),
                Attribute::Float("epsilon", self.bert.config.layer_norm_eps),
            ],
        ))
    }

    fn linear(&mut self, name: &str, x: &Value, inputs: usize, outputs: usize) -> Result<Value> {
        let weight =
            self.bert
                .floats(self.weights, &format!("{name}.weight"), &[outputs, inputs])?;
        let bias = self
            .bert
            .floats(self.weights, &format!("{name}.bias"), &[outputs])?;
        // The checkpoint stores [outputs, inputs]; MatMul multiplies by [inputs, outputs].
        let transposed: Vec<f32> = (0..inputs * outputs)
            .map(|at| weight[at % outputs * inputs + at / outputs])
            .collect();
        let weight = self.graph.weights(
            &format!("{name}.weight"),
            &Quantized::new(&transposed, inputs, outputs, 1),
        );
        let bias = self
            .graph
            .floats(&format!("{name}.bias"), &[outputs], &bias);
        let y = self.graph.node("MatMul", &[x, &weight], &[]);
        Ok(self.graph.node("Add", &[&y, &bias], &[]))
    }
}
