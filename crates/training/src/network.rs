//! The whole grounding network as one ONNX graph: encoder, span pooling, hidden layer, point head and structure head.
//!
//! Inputs: `input_ids`, `attention_mask` [B, L] int64; `spans` [B, P, L] (pooling weights, rows that sum to 1, zero rows as
//! padding); `mentions` [B, P, C] (ln(1 + glossary count) of each class in the span).
//! Outputs: `point` [B, P, 3] in torso millimetres; `logits` [B, P, C]; `embedding` [B, P, hidden], of length 1.

use anyhow::{Result, ensure};

use crate::bert::Bert;
use crate::graph::{Attribute, Dim, Element, GraphBuilder};

/// Half the size of the atlas box in millimetres (573 x 330 x 774 mm around the origin).
pub const HALF_BOX_MM: [f32; 3] = [286.5, 165.0, 387.0];

/// Weights of the trained part. Matrices are row-major `[inputs, outputs]`.
#[derive(Debug, Clone, PartialEq)]
pub struct Heads {
    /// Width of the pooled vector.
    pub embedding: usize,
    /// Number of classes.
    pub classes: usize,
    /// Width of the hidden layer.
    pub hidden: usize,
    /// [embedding + classes, hidden]
    pub hidden_weight: Vec<f32>,
    /// `[hidden]`
    pub hidden_bias: Vec<f32>,
    /// `[hidden, 3]`
    pub point_weight: Vec<f32>,
    /// `[3]`
    pub point_bias: Vec<f32>,
    /// `[hidden, classes]`
    pub structure_weight: Vec<f32>,
    /// `[classes]`
    pub structure_bias: Vec<f32>,
}

impl Heads {
    /// Heads that say nothing yet: the centre of the box, and even odds for every class.
    pub fn untrained(embedding: usize, classes: usize, hidden: usize) -> Self {
        Self {
            embedding,
            classes,
            hidden,
            hidden_weight: vec![0.0; (embedding + classes) * hidden],
            hidden_bias: vec![0.0; hidden],
            point_weight: vec![0.0; hidden * 3],
            point_bias: vec![0.0; 3],
            structure_weight: vec![0.0; hidden * classes],
            structure_bias: vec![0.0; classes],
        }
    }

    /// The heads applied to one input: (point in millimetres, logits). The reference that the graph must agree with.
    pub fn apply(&self, embedding: &[f32], mentions: &[f32]) -> ([f32; 3], Vec<f32>) {
        let mut hidden = self.hidden_bias.clone();
        for (x, row) in embedding
            .iter()
            .chain(mentions)
            .zip(self.hidden_weight.chunks_exact(self.hidden))
        {
            if *x != 0.0 {
                hidden.iter_mut().zip(row).for_each(|(h, w)| *h += x * w);
            }
        }
        hidden.iter_mut().for_each(|h| *h = h.max(0.0));
        let affine = |weight: &[f32], bias: &[f32]| {
            let mut out = bias.to_vec();
            for (h, row) in hidden.iter().zip(weight.chunks_exact(bias.len())) {
                out.iter_mut().zip(row).for_each(|(o, w)| *o += h * w);
            }
            out
        };
        let point = affine(&self.point_weight, &self.point_bias);
        let point = std::array::from_fn(|axis| point[axis].tanh() * HALF_BOX_MM[axis]);
        (point, affine(&self.structure_weight, &self.structure_bias))
    }
}

/// Writes the network; the result is the content of `model.onnx`.
///
/// # Errors
/// When the heads do not fit the encoder, or the encoder's checkpoint lacks a weight.
pub fn write(bert: &Bert, heads: &Heads, doc: &str) -> Result<Vec<u8>> {
    let width = bert.config.hidden_size;
    ensure!(
        heads.embedding == width,
        "the heads take vectors of {}, the encoder gives {width}",
        heads.embedding
    );
    let (classes, hidden) = (heads.classes, heads.hidden);
    let mut graph = GraphBuilder::new("grounding");
    let (batch, tokens, spans_dim) = (
        Dim::Symbol("batch"),
        Dim::Symbol("tokens"),
        Dim::Symbol("spans_per_text"),
    );
    let input_ids = graph.input("input_ids", Element::I64, &[batch.clone(), tokens.clone()]);
    let attention_mask = graph.input(
        "attention_mask",
        Element::I64,
        &[batch.clone(), tokens.clone()],
    );
    let spans = graph.input(
        "spans",
        Element::F32,
        &[batch.clone(), spans_dim.clone(), tokens],
    );
    let mentions = graph.input(
        "mentions",
        Element::F32,
        &[batch.clone(), spans_dim.clone(), Dim::Size(classes)],
    );

    let states = bert.write(&mut graph, &input_ids, &attention_mask)?;
    let pooled = graph.node("MatMul", &[&spans, &states], &[]);
    let squares = graph.node("Mul", &[&pooled, &pooled], &[]);
    let axis = graph.ints("axis.vector", &[1], &[-1]);
    let norm = graph.node(
        "ReduceSum",
        &[&squares, &axis],
        &[Attribute::Int("keepdims", 1)],
    );
    let norm = graph.node("Sqrt", &[&norm], &[]);
    let tiny = graph.floats("scalar.tiny", &[1], &[1e-9]);
    let norm = graph.node("Max", &[&norm, &tiny], &[]);
    let embedding = graph.node_named("embedding", "Div", &[&pooled, &norm], &[]);

    let features = graph.node(
        "Concat",
        &[&embedding, &mentions],
        &[Attribute::Int("axis", -1)],
    );
    let affine = |graph: &mut GraphBuilder,
                  name: &str,
                  x: &String,
                  shape: [usize; 2],
                  weight: &[f32],
                  bias: &[f32],
                  output: Option<&str>| {
        let weight = graph.floats(&format!("{name}.weight"), &shape, weight);
        let bias = graph.floats(&format!("{name}.bias"), &shape[1..], bias);
        let y = graph.node("MatMul", &[x, &weight], &[]);
        match output {
            Some(output) => graph.node_named(output, "Add", &[&y, &bias], &[]),
            None => graph.node("Add", &[&y, &bias], &[]),
        }
    };
    let h = affine(
        &mut graph,
        "hidden",
        &features,
        [width + classes, hidden],
        &heads.hidden_weight,
        &heads.hidden_bias,
        None,
    );
    let h = graph.node("Relu", &[&h], &[]);
    affine(
        &mut graph,
        "structure",
        &h,
        [hidden, classes],
        &heads.structure_weight,
        &heads.structure_bias,
        Some("logits"),
    );
    let point = affine(
        &mut graph,
        "point_head",
        &h,
        [hidden, 3],
        &heads.point_weight,
        &heads.point_bias,
        None,
    );
    let point = graph.node("Tanh", &[&point], &[]);
    let half = graph.floats("half_box_mm", &[3], &HALF_BOX_MM);
    graph.node_named("point", "Mul", &[&point, &half], &[]);

    graph.output(
        "point",
        Element::F32,
        &[batch.clone(), spans_dim.clone(), Dim::Size(3)],
    );
    graph.output(
        "logits",
        Element::F32,
        &[batch.clone(), spans_dim.clone(), Dim::Size(classes)],
    );
    graph.output(
        "embedding",
        Element::F32,
        &[batch, spans_dim, Dim::Size(width)],
    );
    Ok(graph.finish(doc))
}
