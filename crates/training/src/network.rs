//! The whole grounding network as one ONNX graph: encoder, span pooling, hidden layer, point head and structure head.
//!
//! The logit of a class is the sum of three parts. A hidden layer reads the mean of the tokens and how often each class is
//! mentioned. Attention of its own lets each class look for the tokens that speak for it (label-wise attention, Mullenbach
//! et al. 2018). And a small network, the same for all classes, judges how the words name the class: what it learns from
//! classes with many texts serves those with few.
//!
//! Inputs: `input_ids`, `attention_mask` [B, L] int64; `spans` [B, P, L] (pooling weights, rows that sum to 1, zero rows as
//! padding); `mentions` [B, P, 3 C] (ln(1 + names) of each class in the span, ln(1 + diseases and procedures), 1 where the
//! title has either).
//! Outputs: `point` [B, P, 3] in torso millimetres; `logits` [B, P, C]; `outside` [B, P, 1], the logit of being about
//! nothing in this torso; `embedding` [B, P, hidden], of length 1; `about` [B, P, A], the logits of what the span is about, one
//! structure of the catalogue or, last, nowhere in this torso; `tags` [B, L, 9], the logits of what each token stands for. An
//! encoder that has not learned to read has neither of the last two.
//!
//! Long because the graph and the plain Rust that it is compared with stand beside each other.

use std::ops::Range;

use anyhow::{Result, ensure};
use grounding::Tag;
use grounding::features::MENTION_BLOCKS;

use crate::bert::Bert;
use crate::encoder::ReadingHeads;
use crate::graph::{Attribute, Dim, Element, GraphBuilder, Value};
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
    /// What each answer looks for among the unit vectors of the tokens: [embedding, heads × (classes + 1)].
    pub attention_query: Vec<f32>,
    /// What a token that is looked at says: [embedding, heads × (classes + 1)]; the heads are added up.
    pub attention_value: Vec<f32>,
    /// Width of the layer that judges how a class is named.
    pub naming: usize,
    /// [`NAMING`, naming]
    pub naming_weight: Vec<f32>,
    /// `[naming]`
    pub naming_bias: Vec<f32>,
    /// [naming, 2]: for the logit of the class itself; for that of "outside", of the largest values among all classes.
    pub naming_answer: Vec<f32>,
}

/// Numbers that say how a text names a class, see [`naming`].
pub const NAMING: usize = 6;

/// For each class how the mentions of a span (its `3 C` numbers) name it: ln(1 + names), ln(1 + diseases and procedures), the
/// share of all mentions, the share of those of the class mentioned most, whether the title mentions it, and ln(1 + all
/// mentions of any class).
pub fn naming(mentions: &[f32]) -> Vec<[f32; NAMING]> {
    let classes = mentions.len() / MENTION_BLOCKS;
    let totals: Vec<f32> = totals(mentions).collect();
    let sum: f32 = totals.iter().sum();
    let most = totals.iter().copied().fold(0.0, f32::max);
    (0..classes)
        .map(|c| {
            [
                mentions[c],
                mentions[classes + c],
                totals[c] / sum.max(1.0),
                totals[c] / most.max(1.0),
                mentions[2 * classes + c],
                sum.ln_1p(),
            ]
        })
        .collect()
}

/// How often each class is mentioned in all.
pub fn totals(mentions: &[f32]) -> impl Iterator<Item = f32> {
    let classes = mentions.len() / MENTION_BLOCKS;
    (0..classes).map(move |c| mentions[c].exp_m1() + mentions[classes + c].exp_m1())
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
            attention_query: vec![0.0; embedding * (classes + 1)],
            attention_value: vec![0.0; embedding * (classes + 1)],
            naming: 1,
            naming_weight: vec![0.0; NAMING],
            naming_bias: vec![0.0],
            naming_answer: vec![0.0; 2],
        }
    }

    /// Attention heads of each answer.
    fn attention_heads(&self) -> usize {
        self.attention_query.len() / self.embedding / (self.classes + 1)
    }

    /// The mean of several heads (of their logits, and of their points before the hyperbolic tangent), as one: the hidden
    /// layers side by side.
    pub fn mean(members: &[Self]) -> Option<Self> {
        let first = members.first()?;
        let share = 1.0 / members.len() as f32;
        // Matrices side by side: the rows of all members, one after the other.
        let beside = |values: &dyn Fn(&Self) -> &Vec<f32>, rows: usize, scale: f32| -> Vec<f32> {
            (0..rows)
                .flat_map(|row| {
                    members.iter().flat_map(move |m| {
                        let columns = values(m).len() / rows;
                        values(m)[row * columns..(row + 1) * columns].to_vec()
                    })
                })
                .map(|w| w * scale)
                .collect()
        };
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
            hidden_weight: beside(&|m| &m.hidden_weight, first.embedding + first.classes, 1.0),
            hidden_bias: beside(&|m| &m.hidden_bias, 1, 1.0),
            attention_query: beside(&|m| &m.attention_query, first.embedding, 1.0),
            attention_value: beside(&|m| &m.attention_value, first.embedding, share),
            naming: members.iter().map(|m| m.naming).sum(),
            naming_weight: beside(&|m| &m.naming_weight, NAMING, 1.0),
            naming_bias: beside(&|m| &m.naming_bias, 1, 1.0),
            naming_answer: scaled(&|m| &m.naming_answer),
            point_weight: scaled(&|m| &m.point_weight),
            point_bias: summed(&|m| &m.point_bias),
            answer_weight: scaled(&|m| &m.answer_weight),
            answer_bias: summed(&|m| &m.answer_bias),
            ..first.clone()
        })
    }

    /// The heads applied to one input: the pooled vector, the unit vectors of its tokens one after the other, and the `3 C`
    /// numbers of its mentions. The reference that the graph must agree with.
    pub fn apply(&self, embedding: &[f32], tokens: &[f32], mentions: &[f32]) -> Answer {
        let mut hidden = self.hidden_bias.clone();
        let counts: Vec<f32> = totals(mentions).map(f32::ln_1p).collect();
        for (x, row) in embedding
            .iter()
            .chain(&counts)
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
        let parts = [self.attended(tokens), self.named(mentions)];
        for part in &parts {
            logits.iter_mut().zip(part).for_each(|(l, p)| *l += p);
        }
        let outside = logits.pop().unwrap_or(0.0);
        Answer {
            point_mm: std::array::from_fn(|axis| point[axis].tanh() * HALF_BOX_MM[axis]),
            logits,
            outside,
        }
    }

    /// What attention over the tokens says to each answer.
    fn attended(&self, tokens: &[f32]) -> Vec<f32> {
        let answers = self.classes + 1;
        let columns = answers * self.attention_heads();
        let product = |token: &[f32], weight: &[f32]| {
            let mut out = vec![0.0f32; columns];
            for (x, row) in token.iter().zip(weight.chunks_exact(columns)) {
                out.iter_mut().zip(row).for_each(|(o, w)| *o += x * w);
            }
            out
        };
        let each: Vec<(Vec<f32>, Vec<f32>)> = tokens
            .chunks_exact(self.embedding)
            .map(|t| {
                (
                    product(t, &self.attention_query),
                    product(t, &self.attention_value),
                )
            })
            .collect();
        let mut said = vec![0.0; answers];
        for column in 0..columns {
            let most = each.iter().map(|(q, _)| q[column]).fold(f32::MIN, f32::max);
            let (mut sum, mut of) = (0.0f32, 0.0f32);
            for (query, value) in &each {
                let looked = (query[column] - most).exp();
                sum += looked * value[column];
                of += looked;
            }
            said[column % answers] += sum / of.max(f32::MIN_POSITIVE);
        }
        said
    }

    /// What the way in which the words name each class says to each answer.
    fn named(&self, mentions: &[f32]) -> Vec<f32> {
        let mut most = vec![0.0f32; self.naming];
        let answer = |values: &[f32], column: usize| -> f32 {
            let pairs = values.iter().zip(self.naming_answer.chunks_exact(2));
            pairs.map(|(v, w)| v * w[column]).sum()
        };
        let mut said: Vec<f32> = naming(mentions)
            .iter()
            .map(|numbers| {
                let mut layer = self.naming_bias.clone();
                for (x, row) in numbers
                    .iter()
                    .zip(self.naming_weight.chunks_exact(self.naming))
                {
                    layer.iter_mut().zip(row).for_each(|(l, w)| *l += x * w);
                }
                layer.iter_mut().for_each(|l| *l = l.max(0.0));
                most.iter_mut()
                    .zip(&layer)
                    .for_each(|(m, l)| *m = m.max(*l));
                answer(&layer, 0)
            })
            .collect();
        said.push(answer(&most, 1));
        said
    }

    /// The heads with the weights that the graph holds: int8 with one scale for each hidden unit, answer and attention head.
    pub fn quantized(&self) -> Self {
        Self {
            attention_query: self.attention_int8(&self.attention_query).dequantize(),
            attention_value: self.attention_int8(&self.attention_value).dequantize(),
            hidden_weight: self.hidden_int8().dequantize(),
            answer_weight: self.answer_int8().dequantize(),
            ..self.clone()
        }
    }

    fn hidden_int8(&self) -> Quantized {
        let rows = self.embedding + self.classes;
        Quantized::new(&self.hidden_weight, rows, self.hidden, 1)
    }

    fn attention_int8(&self, weight: &[f32]) -> Quantized {
        Quantized::new(weight, self.embedding, weight.len() / self.embedding, 1)
    }

    fn answer_int8(&self) -> Quantized {
        Quantized::new(&self.answer_weight, self.hidden, self.classes + 1, 1)
    }
}

/// Writes the network; the result is the content of `model.onnx`.
///
/// # Errors
/// When the heads do not fit the encoder, or the encoder's checkpoint lacks a weight.
pub fn write(
    bert: &Bert,
    heads: &Heads,
    reading: Option<&ReadingHeads>,
    doc: &str,
) -> Result<Vec<u8>> {
    let width = bert.config.hidden_size;
    for taken in [heads.embedding]
        .into_iter()
        .chain(reading.map(|r| r.width))
    {
        ensure!(
            taken == width,
            "the heads take vectors of {taken}, the encoder gives {width}"
        );
    }
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
        &[
            batch.clone(),
            spans_dim.clone(),
            Dim::Size(MENTION_BLOCKS * classes),
        ],
    );

    let states = bert.write(&mut graph, &input_ids, &attention_mask)?;
    let pooled = graph.node("MatMul", &[&spans, &states], &[]);
    let embedding = unit(&mut graph, "embedding", &pooled);

    let units = unit(&mut graph, "token_vectors", &states);
    let unseen = write_unseen(&mut graph, &attention_mask);
    let attended = write_attention(&mut graph, heads, &units, &unseen, &spans);
    if let Some(reading) = reading {
        write_reading(&mut graph, reading, &states, &pooled, &unseen, &spans);
    }
    let (counts, named) = write_naming(&mut graph, heads, &mentions);

    let features = graph.node(
        "Concat",
        &[&embedding, &counts],
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
    let answers = graph.node("Add", &[&answers, &attended], &[]);
    let answers = graph.node("Add", &[&answers, &named], &[]);
    let weight = graph.floats("point_head.weight", &[hidden, 3], &heads.point_weight);
    let point = affine(&mut graph, "point_head", &h, &weight, &heads.point_bias);

    part(&mut graph, &answers, "logits", 0..classes);
    part(&mut graph, &answers, "outside", classes..classes + 1);
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
        &[batch.clone(), spans_dim.clone(), Dim::Size(width)],
    );
    if let Some(reading) = reading {
        let about = [batch.clone(), spans_dim, Dim::Size(reading.answers)];
        graph.output("about", Element::F32, &about);
        let tags = [batch, tokens, Dim::Size(Tag::ANSWERS)];
        graph.output("tags", Element::F32, &tags);
    }
    Ok(graph.finish(doc))
}

/// A slice of the last axis of a tensor of three axes.
fn part(graph: &mut GraphBuilder, of: &Value, name: &str, range: Range<usize>) -> Value {
    let bound = |graph: &mut GraphBuilder, end: &str, at: usize| {
        graph.ints(&format!("{name}.{end}"), &[1], &[at as i64])
    };
    let from = bound(graph, "from", range.start);
    let to = bound(graph, "to", range.end);
    let axis = graph.ints(&format!("{name}.axis"), &[1], &[2]);
    graph.node_named(name, "Slice", &[of, &from, &to, &axis], &[])
}

/// The vectors along the last axis brought to length 1; a vector of zeros stays one.
fn unit(graph: &mut GraphBuilder, name: &str, vectors: &Value) -> Value {
    let squares = graph.node("Mul", &[vectors, vectors], &[]);
    let axis = graph.ints(&format!("{name}.axis"), &[1], &[-1]);
    let keep = [Attribute::Int("keepdims", 1)];
    let length = graph.node("ReduceSum", &[&squares, &axis], &keep);
    let length = graph.node("Sqrt", &[&length], &[]);
    let least = graph.floats(&format!("{name}.least"), &[1], &[1e-9]);
    let length = graph.node("Max", &[&length, &least], &[]);
    graph.node_named(name, "Div", &[vectors, &length], &[])
}

/// 0 at a token and far below at padding: [B, L, 1].
fn write_unseen(graph: &mut GraphBuilder, attention_mask: &Value) -> Value {
    let mask = graph.node("Cast", &[attention_mask], &[Attribute::Int("to", 1)]);
    let axis = graph.ints("axis.mask", &[1], &[-1]);
    let mask = graph.node("Unsqueeze", &[&mask, &axis], &[]);
    let one = graph.floats("attention.one", &[1], &[1.0]);
    let far = graph.floats("attention.far", &[1], &[1e4]);
    let mask = graph.node("Sub", &[&mask, &one], &[]);
    graph.node("Mul", &[&mask, &far], &[])
}

/// Attention of its own for each column: what the tokens of each span say to it, [B, P, columns]. `query` and `value` are
/// [width, columns].
fn attend(
    graph: &mut GraphBuilder,
    name: &str,
    [vectors, unseen, spans]: [&Value; 3],
    [query, value]: [&Quantized; 2],
) -> Value {
    let query = graph.weights(&format!("{name}.query"), query);
    let looks = graph.node("MatMul", &[vectors, &query], &[]);
    // Padding is looked at by none, and an exponential never becomes 0: a sentence may be far from what its text looks at (of
    // one that is more than 60 below it all tokens count alike).
    let looks = graph.node("Add", &[&looks, unseen], &[]);
    let most = graph.node(
        "ReduceMax",
        &[&looks],
        &[Attribute::Int("keepdims", 1), Attribute::Ints("axes", &[1])],
    );
    let looks = graph.node("Sub", &[&looks, &most], &[]);
    let least = graph.floats(&format!("{name}.least"), &[1], &[-60.0]);
    let looks = graph.node("Max", &[&looks, &least], &[]);
    let looks = graph.node("Exp", &[&looks], &[]);

    let value = graph.weights(&format!("{name}.value"), value);
    let values = graph.node("MatMul", &[vectors, &value], &[]);
    let values = graph.node("Mul", &[&looks, &values], &[]);
    let sums = graph.node("MatMul", &[spans, &values], &[]);
    let of = graph.node("MatMul", &[spans, &looks], &[]);
    // A span of padding has weights of 0.
    let least = graph.floats(&format!("{name}.smallest"), &[1], &[1e-35]);
    let of = graph.node("Max", &[&of, &least], &[]);
    graph.node("Div", &[&sums, &of], &[])
}

/// The outputs `about` and `tags`.
fn write_reading(
    graph: &mut GraphBuilder,
    reading: &ReadingHeads,
    states: &Value,
    pooled: &Value,
    unseen: &Value,
    spans: &Value,
) {
    let (width, answers) = (reading.width, reading.answers);
    let int8 = |weight: &[f32], columns| Quantized::new(weight, width, columns, 1);
    let said = attend(
        graph,
        "about",
        [states, unseen, spans],
        [
            &int8(&reading.query, answers),
            &int8(&reading.value, answers),
        ],
    );
    let whole = graph.weights("about.whole", &int8(&reading.whole, answers));
    let whole = graph.node("MatMul", &[pooled, &whole], &[]);
    let bias = graph.floats("about.bias", &[answers], &reading.bias);
    let sum = graph.node("Add", &[&said, &whole], &[]);
    graph.node_named("about", "Add", &[&sum, &bias], &[]);

    let weight = graph.floats("tags.weight", &[width, Tag::ANSWERS], &reading.tags_weight);
    let bias = graph.floats("tags.bias", &[Tag::ANSWERS], &reading.tags_bias);
    let tags = graph.node("MatMul", &[states, &weight], &[]);
    graph.node_named("tags", "Add", &[&tags, &bias], &[]);
}

/// What attention over the tokens of each span says to each answer: [B, P, C + 1].
fn write_attention(
    graph: &mut GraphBuilder,
    heads: &Heads,
    units: &Value,
    unseen: &Value,
    spans: &Value,
) -> Value {
    let (answers, count) = (heads.classes + 1, heads.attention_heads());
    let query = heads.attention_int8(&heads.attention_query);
    let value = heads.attention_int8(&heads.attention_value);
    let said = attend(graph, "attention", [units, unseen, spans], [&query, &value]);
    let heads: Vec<Value> = (0..count)
        .map(|h| {
            let name = format!("attention.head{h}");
            part(graph, &said, &name, h * answers..(h + 1) * answers)
        })
        .collect();
    let mut heads = heads.into_iter();
    let first = heads.next().unwrap_or(said);
    heads.fold(first, |sum, head| graph.node("Add", &[&sum, &head], &[]))
}

/// ln(1 + mentions) of each class, [B, P, C], and what the way in which the words name the classes says to each answer,
/// [B, P, C + 1].
fn write_naming(graph: &mut GraphBuilder, heads: &Heads, mentions: &Value) -> (Value, Value) {
    let classes = heads.classes;
    let block = |graph: &mut GraphBuilder, name: &str, at: usize| {
        part(graph, mentions, name, at * classes..(at + 1) * classes)
    };
    let names = block(graph, "naming.names", 0);
    let related = block(graph, "naming.related", 1);
    let titled = block(graph, "naming.titled", 2);
    let one = graph.floats("naming.one", &[1], &[1.0]);
    let mut counts = Vec::new();
    for logarithm in [&names, &related] {
        let count = graph.node("Exp", &[logarithm], &[]);
        counts.push(graph.node("Sub", &[&count, &one], &[]));
    }
    let total = graph.node("Add", &[&counts[0], &counts[1]], &[]);
    let logarithm = |graph: &mut GraphBuilder, of: &Value| {
        let more = graph.node("Add", &[of, &one], &[]);
        graph.node("Log", &[&more], &[])
    };
    let log_total = logarithm(graph, &total);
    let axis = graph.ints("axis.classes", &[1], &[-1]);
    let sum = graph.node(
        "ReduceSum",
        &[&total, &axis],
        &[Attribute::Int("keepdims", 1)],
    );
    let most = graph.node(
        "ReduceMax",
        &[&total],
        &[
            Attribute::Int("keepdims", 1),
            Attribute::Ints("axes", &[-1]),
        ],
    );
    let share = |graph: &mut GraphBuilder, of: &Value| {
        let least = graph.node("Max", &[of, &one], &[]);
        graph.node("Div", &[&total, &least], &[])
    };
    let of_all = share(graph, &sum);
    let of_most = share(graph, &most);
    let log_sum = logarithm(graph, &sum);
    // The same number for every class.
    let zero = graph.node("Sub", &[&total, &total], &[]);
    let log_sum = graph.node("Add", &[&zero, &log_sum], &[]);
    let axis = graph.ints("axis.numbers", &[1], &[-1]);
    let numbers: Vec<Value> = [names, related, of_all, of_most, titled, log_sum]
        .iter()
        .map(|n| graph.node("Unsqueeze", &[n, &axis], &[]))
        .collect();
    let numbers: Vec<&Value> = numbers.iter().collect();
    let numbers = graph.node("Concat", &numbers, &[Attribute::Int("axis", -1)]);

    let width = heads.naming;
    let weight = graph.floats("naming.weight", &[NAMING, width], &heads.naming_weight);
    let bias = graph.floats("naming.bias", &[width], &heads.naming_bias);
    let layer = graph.node("MatMul", &[&numbers, &weight], &[]);
    let layer = graph.node("Add", &[&layer, &bias], &[]);
    let layer = graph.node("Relu", &[&layer], &[]);
    let column = |graph: &mut GraphBuilder, name: &str, at: usize| {
        let values: Vec<f32> = heads
            .naming_answer
            .iter()
            .skip(at)
            .step_by(2)
            .copied()
            .collect();
        graph.floats(name, &[width, 1], &values)
    };
    let own = column(graph, "naming.own", 0);
    let own = graph.node("MatMul", &[&layer, &own], &[]);
    let last = graph.ints("axis.own", &[1], &[-1]);
    let own = graph.node("Squeeze", &[&own, &last], &[]);
    let most = graph.node(
        "ReduceMax",
        &[&layer],
        &[Attribute::Int("keepdims", 0), Attribute::Ints("axes", &[2])],
    );
    let outside = column(graph, "naming.outside", 1);
    let outside = graph.node("MatMul", &[&most, &outside], &[]);
    let named = graph.node("Concat", &[&own, &outside], &[Attribute::Int("axis", -1)]);
    (log_total, named)
}
