//! The whole grounding network as one ONNX graph: encoder, span pooling, hidden layer, point head and structure head.
//!
//! Inputs: `input_ids`, `attention_mask` [B, L] int64; `spans` [B, P, L] (pooling weights, rows that sum to 1, zero rows as
//! padding); `mentions` [B, P, C] (ln(1 + glossary count) of each class in the span).
//! Outputs: `point` [B, P, 3] in torso millimetres; `logits` [B, P, C]; `outside` [B, P, 1], the logit of being about
//! nothing in this torso; `embedding` [B, P, hidden], of length 1.

use anyhow::{Result, ensure};

use crate::bert::Bert;
use crate::graph::{Attribute, Dim, Element, GraphBuilder};
use crate::quantize::Quantized;

/// Half the size of the atlas box in millimetres (573 x 330 x 774 mm around the origin).
pub const HALF_BOX_MM: [f32; 3] = [286.5, 165.0, 387.0];

/// Weights of the trained part. Matrices are row-major `[inputs, outputs]`. The answers are the classes and, last, "outside":
/// about nothing in this torso.
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
    /// [hidden, classes + 1]
    pub answer_weight: Vec<f32>,
    /// [classes + 1]
    pub answer_bias: Vec<f32>,
}

/// What the heads say about one input.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The point, millimetres.
    pub point_mm: [f32; 3],
    /// Logit of each class.
    pub logits: Vec<f32>,
    /// Logit of "about nothing in this torso".
    pub outside: f32,
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
            answer_weight: vec![0.0; hidden * (classes + 1)],
            answer_bias: vec![0.0; classes + 1],
        }
    }

    /// The mean of several heads (of their logits, and of their points before the hyperbolic tangent), as one: the hidden
    /// layers side by side.
    pub fn mean(members: &[Self]) -> Option<Self> {
        let first = members.first()?;
        let share = 1.0 / members.len() as f32;
        let inputs = first.embedding + first.classes;
        let scaled = |values: &dyn Fn(&Self) -> &Vec<f32>| -> Vec<f32> {
            members.iter().flat_map(values).map(|w| w * share).collect()
        };
        let summed = |values: &dyn Fn(&Self) -> &Vec<f32>| -> Vec<f32> {
            let mut sum = vec![0.0; values(first).len()];
            for member in members {
                sum.iter_mut()
                    .zip(values(member))
                    .for_each(|(s, v)| *s += v * share);
            }
            sum
        };
        Some(Self {
            hidden: members.iter().map(|m| m.hidden).sum(),
            hidden_weight: (0..inputs)
                .flat_map(|row| {
                    members
                        .iter()
                        .flat_map(move |m| &m.hidden_weight[row * m.hidden..(row + 1) * m.hidden])
                })
                .copied()
                .collect(),
            hidden_bias: members
                .iter()
                .flat_map(|m| &m.hidden_bias)
                .copied()
                .collect(),
            point_weight: scaled(&|m| &m.point_weight),
            point_bias: summed(&|m| &m.point_bias),
            answer_weight: scaled(&|m| &m.answer_weight),
            answer_bias: summed(&|m| &m.answer_bias),
            ..first.clone()
        })
    }

    /// The heads applied to one input: the pooled vector and ln(1 + glossary count) of each class. The reference that the
    /// graph must agree with.
    pub fn apply(&self, embedding: &[f32], mentions: &[f32]) -> Answer {
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
        let mut logits = affine(&self.answer_weight, &self.answer_bias);
        let outside = logits.pop().unwrap_or(0.0);
        Answer {
            point_mm: std::array::from_fn(|axis| point[axis].tanh() * HALF_BOX_MM[axis]),
            logits,
            outside,
        }
    }

    /// The heads with the weights that the graph holds: int8 with one scale for each hidden unit and each answer.
    pub fn quantized(&self) -> Self {
        Self {
            hidden_weight: self.hidden_int8().dequantize(),
            answer_weight: self.answer_int8().dequantize(),
            ..self.clone()
        }
    }

    fn hidden_int8(&self) -> Quantized {
        let rows = self.embedding + self.classes;
        Quantized::new(&self.hidden_weight, rows, self.hidden, 1)
    }

    fn answer_int8(&self) -> Quantized {
        Quantized::new(&self.answer_weight, self.hidden, self.classes + 1, 1)
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
        &[batch.clone(), spans_dim.clone(), tokens.clone()],
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
    let affine =
        |graph: &mut GraphBuilder, name: &str, x: &String, weight: &String, bias: &[f32]| {
            let bias = graph.floats(&format!("{name}.bias"), &[bias.len()], bias);
            let y = graph.node("MatMul", &[x, weight], &[]);
            graph.node("Add", &[&y, &bias], &[])
        };
    let weight = graph.weights("hidden.weight", &heads.hidden_int8());
    let h = affine(&mut graph, "hidden", &features, &weight, &heads.hidden_bias);
    let h = graph.node("Relu", &[&h], &[]);
    let weight = graph.weights("answer.weight", &heads.answer_int8());
    let answers = affine(&mut graph, "answer", &h, &weight, &heads.answer_bias);
    let weight = graph.floats("point_head.weight", &[hidden, 3], &heads.point_weight);
    let point = affine(&mut graph, "point_head", &h, &weight, &heads.point_bias);

    let part = |graph: &mut GraphBuilder, name: &str, from: usize, to: usize| {
        let bound = |graph: &mut GraphBuilder, end: &str, at: usize| {
            graph.ints(&format!("{name}.{end}"), &[1], &[at as i64])
        };
        let (from, to) = (bound(graph, "from", from), bound(graph, "to", to));
        let axis = graph.ints(&format!("{name}.axis"), &[1], &[2]);
        graph.node_named(name, "Slice", &[&answers, &from, &to, &axis], &[]);
    };
    part(&mut graph, "logits", 0, classes);
    part(&mut graph, "outside", classes, classes + 1);
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
        "outside",
        Element::F32,
        &[batch.clone(), spans_dim.clone(), Dim::Size(1)],
    );
    graph.output(
        "embedding",
        Element::F32,
        &[batch, spans_dim, Dim::Size(width)],
    );
    Ok(graph.finish(doc))
}
