//! Finds the parts of an ONNX graph that the built-in engine has faster operators for, by their shape and not by their
//! names, and puts those operators in their place. What is not found stays as it is.

use std::collections::HashMap;

use tract_onnx::pb::attribute_proto::AttributeType;
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{AttributeProto, GraphProto, NodeProto, TensorProto};

use super::simd::HEAD_STEP;

/// Attention: queries, keys, values `[B, L, heads * width]`, mask `[B, 1, 1, L]`; attributes `width` of a head and `scale`.
pub(super) const ATTENTION: &str = "CorpusAtlasAttention";

/// Layer normalisation of a sum: two summands, gain, bias; attribute `epsilon`.
pub(super) const ADD_LAYER_NORM: &str = "CorpusAtlasAddLayerNorm";

/// Rows times weights of 8 bits: rows `[.., K]`, weights `[K, N]`, scales and bias `[N]`; attribute `gelu`.
pub(super) const PRODUCT: &str = "CorpusAtlasProduct";

/// Rewrites a graph; how many parts were replaced: those that compute the same, and, with `whole_numbers`, products of the layers with
/// their weights of 8 bits.
pub(super) fn rewrite(graph: &mut GraphProto, whole_numbers: bool) -> [usize; 2] {
    let parts = replace(graph, |view, at| {
        match view.graph.node[at].op_type.as_str() {
            "Softmax" => view.attention(at),
            "LayerNormalization" => view.add_layer_norm(at),
            _ => None,
        }
    });
    let products = |view: &View<'_>, at: usize| {
        let is_product = view.graph.node[at].op_type == "MatMul";
        is_product.then(|| view.product(at)).flatten()
    };
    [
        parts,
        if whole_numbers {
            replace(graph, products)
        } else {
            0
        },
    ]
}

/// Puts what is found at each node in the place of the nodes that it stands for; how many were found.
fn replace(
    graph: &mut GraphProto,
    find: impl Fn(&View<'_>, usize) -> Option<Replacement>,
) -> usize {
    let view = View::of(graph);
    let found = (0..graph.node.len()).filter_map(|at| find(&view, at));
    let replacements: Vec<Replacement> = found.collect();
    drop(view);
    let count = replacements.len();
    // The new node stands where the last of the old ones stood: after all that it reads.
    let mut new: HashMap<usize, NodeProto> = HashMap::new();
    let mut gone = vec![false; graph.node.len()];
    for Replacement { nodes, node } in replacements {
        if let Some(last) = nodes.iter().max() {
            new.insert(*last, node);
        }
        nodes.into_iter().for_each(|n| gone[n] = true);
    }
    let nodes = std::mem::take(&mut graph.node);
    for (at, node) in nodes.into_iter().enumerate() {
        if !gone[at] {
            graph.node.push(node);
        }
        graph.node.extend(new.remove(&at));
    }
    count
}

/// Nodes and what takes their place.
struct Replacement {
    nodes: Vec<usize>,
    node: NodeProto,
}

/// Who makes and who reads each value of a graph.
struct View<'g> {
    graph: &'g GraphProto,
    makers: HashMap<&'g str, usize>,
    readers: HashMap<&'g str, Vec<usize>>,
    constants: HashMap<&'g str, &'g TensorProto>,
}

impl<'g> View<'g> {
    fn of(graph: &'g GraphProto) -> Self {
        let mut makers = HashMap::new();
        let mut readers: HashMap<&str, Vec<usize>> = HashMap::new();
        for (at, node) in graph.node.iter().enumerate() {
            for output in &node.output {
                makers.insert(output.as_str(), at);
            }
            for input in &node.input {
                readers.entry(input).or_default().push(at);
            }
        }
        // An output of the graph is read by someone outside.
        for output in &graph.output {
            readers.entry(&output.name).or_default().push(usize::MAX);
        }
        let constants = graph.initializer.iter().map(|t| (&t.name[..], t)).collect();
        Self {
            graph,
            makers,
            readers,
            constants,
        }
    }

    /// The node of this operator that makes a value for one reader only.
    fn maker(&self, value: &str, op_type: &str) -> Option<usize> {
        let at = *self.makers.get(value)?;
        let node = &self.graph.node[at];
        (node.op_type == op_type && node.output.len() == 1 && self.readers.get(value)?.len() == 1)
            .then_some(at)
    }

    /// The node of this operator that is the only reader of the one output of a node.
    fn reader(&self, at: usize, op_type: &str) -> Option<usize> {
        let [output] = &self.graph.node[at].output[..] else {
            return None;
        };
        let [reader] = self.readers.get(output.as_str())?[..] else {
            return None;
        };
        (self.graph.node.get(reader)?.op_type == op_type).then_some(reader)
    }

    fn input(&self, at: usize, input: usize) -> Option<&'g str> {
        self.graph.node[at].input.get(input).map(String::as_str)
    }

    fn attribute(&self, at: usize, name: &str) -> Option<&'g AttributeProto> {
        let mut attributes = self.graph.node[at].attribute.iter();
        attributes.find(|a| a.name == name)
    }

    /// The numbers of a constant of 32-bit floats.
    fn floats(&self, name: &str) -> Option<Vec<f32>> {
        let tensor = self.constants.get(name)?;
        let raw = tensor.raw_data.as_chunks().0.iter();
        (tensor.data_type == DataType::Float as i32).then(|| match &tensor.float_data[..] {
            [] => raw.map(|b| f32::from_le_bytes(*b)).collect(),
            values => values.to_vec(),
        })
    }

    /// The numbers of a constant of 64-bit integers.
    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        let tensor = self.constants.get(name)?;
        let raw = tensor.raw_data.as_chunks().0.iter();
        (tensor.data_type == DataType::Int64 as i32).then(|| match &tensor.int64_data[..] {
            [] => raw.map(|b| i64::from_le_bytes(*b)).collect(),
            values => values.to_vec(),
        })
    }

    /// Softmax of the scaled and masked products of queries and keys, times values; heads are split before and joined
    /// after.
    fn attention(&self, softmax: usize) -> Option<Replacement> {
        let constant = |at: usize| self.input(at, 1);
        let turns = |at: usize, order: [i64; 4]| {
            let perm = self.attribute(at, "perm");
            perm.is_some_and(|a| a.ints == order)
        };
        let axis = self.attribute(softmax, "axis");
        if !axis.is_none_or(|a| a.i == -1 || a.i == 3) {
            return None;
        }
        // From the softmax back to the products of queries and keys.
        let mut nodes = vec![softmax];
        let mut scores = self.input(softmax, 0)?;
        let mut mask = None;
        if let Some(sum) = self.maker(scores, "Add") {
            nodes.push(sum);
            scores = self.input(sum, 0)?;
            mask = Some(self.input(sum, 1)?);
        }
        let scaled = self.maker(scores, "Mul")?;
        let &[scale] = &self.floats(constant(scaled)?)?[..] else {
            return None;
        };
        let product = self.maker(self.input(scaled, 0)?, "MatMul")?;
        // Forth to the joined answers.
        let answer = self.reader(softmax, "MatMul")?;
        let back = self.reader(answer, "Transpose")?;
        let join = self.reader(back, "Reshape")?;
        nodes.extend([scaled, product, answer, back, join]);
        let weights = self.graph.node[softmax].output.first();
        if self.input(answer, 0) != weights.map(String::as_str) || !turns(back, [0, 2, 1, 3]) {
            return None;
        }
        // The heads of queries, keys and values.
        let mut read = Vec::new();
        let mut shape: Option<Vec<i64>> = None;
        for (node, input, order) in [
            (product, 0, [0, 2, 1, 3]),
            (product, 1, [0, 2, 3, 1]),
            (answer, 1, [0, 2, 1, 3]),
        ] {
            let turned = self.maker(self.input(node, input)?, "Transpose")?;
            let split = self.maker(self.input(turned, 0)?, "Reshape")?;
            let heads = self.integers(constant(split)?)?;
            if !turns(turned, order) || shape.get_or_insert_with(|| heads.clone()) != &heads {
                return None;
            }
            nodes.extend([turned, split]);
            read.push(self.input(split, 0)?);
        }
        let &[0, 0, heads, width] = &shape?[..] else {
            return None;
        };
        let joined = self.integers(constant(join)?)?;
        if width <= 0
            || !usize::try_from(width).is_ok_and(|w| w.is_multiple_of(HEAD_STEP))
            || joined != [0, 0, heads.checked_mul(width)?]
        {
            return None;
        }
        let node = NodeProto {
            op_type: ATTENTION.to_owned(),
            name: self.graph.node[softmax].name.clone(),
            input: read.into_iter().chain(mask).map(str::to_owned).collect(),
            output: self.graph.node[join].output.clone(),
            attribute: vec![
                AttributeProto {
                    name: "width".to_owned(),
                    r#type: AttributeType::Int as i32,
                    i: width,
                    ..Default::default()
                },
                float("scale", scale),
            ],
            ..Default::default()
        };
        Some(Replacement { nodes, node })
    }

    /// A product of a layer with weights of 8 bits and a bias, whose answer goes to attention, to a normalised sum, or through GELU.
    /// Products elsewhere (the heads, which read few rows) stay as they are.
    fn product(&self, at: usize) -> Option<Replacement> {
        let weights = self.maker(self.input(at, 1)?, "DequantizeLinear")?;
        let [whole, scale] = &self.graph.node[weights].input[..] else {
            return None;
        };
        let is = |name: &str, kind: DataType, rank: usize| {
            self.constants
                .get(name)
                .is_some_and(|t| t.data_type == kind as i32 && t.dims.len() == rank)
        };
        let by_column = self.attribute(weights, "axis").is_none_or(|a| a.i == 1);
        let sum = self.reader(at, "Add")?;
        let bias = self.input(sum, 1)?;
        if !by_column
            || !is(whole, DataType::Int8, 2)
            || !is(scale, DataType::Float, 1)
            || !is(bias, DataType::Float, 1)
        {
            return None;
        }
        let mut nodes = vec![weights, at, sum];
        let gelu = self.gelu(sum);
        let last = match &gelu {
            Some(own) => *own.last()?,
            None => {
                let reader = self.reader(sum, ATTENTION);
                reader.or_else(|| self.reader(sum, ADD_LAYER_NORM))?;
                sum
            }
        };
        nodes.extend(gelu.iter().flatten());
        let rows = self.input(at, 0)?;
        Some(Replacement {
            nodes,
            node: NodeProto {
                op_type: PRODUCT.to_owned(),
                name: self.graph.node[at].name.clone(),
                input: vec![
                    rows.to_owned(),
                    whole.clone(),
                    scale.clone(),
                    bias.to_owned(),
                ],
                output: self.graph.node[last].output.clone(),
                attribute: vec![AttributeProto {
                    name: "gelu".to_owned(),
                    r#type: AttributeType::Int as i32,
                    i: i64::from(gelu.is_some()),
                    ..Default::default()
                }],
                ..Default::default()
            },
        })
    }

    /// The nodes of `x (1 + erf(x / √2)) / 2` on the output of a node, in their order.
    fn gelu(&self, sum: usize) -> Option<[usize; 5]> {
        let x = self.graph.node[sum].output.first()?;
        let [scaled, product] = self.readers.get(x.as_str())?[..] else {
            return None;
        };
        let is = |at: usize, op_type: &str, number: f32| -> Option<()> {
            let node = self.graph.node.get(at)?;
            let [value] = self.floats(node.input.get(1)?)?[..] else {
                return None;
            };
            (node.op_type == op_type && (value - number).abs() < 1e-6).then_some(())
        };
        is(scaled, "Mul", std::f32::consts::FRAC_1_SQRT_2)?;
        let erf = self.reader(scaled, "Erf")?;
        let one = self.reader(erf, "Add")?;
        is(one, "Add", 1.0)?;
        if self.reader(one, "Mul")? != product || self.input(product, 0)? != x {
            return None;
        }
        let half = self.reader(product, "Mul")?;
        is(half, "Mul", 0.5)?;
        Some([scaled, erf, one, product, half])
    }

    /// Layer normalisation over the last axis of a sum that nobody else reads.
    fn add_layer_norm(&self, at: usize) -> Option<Replacement> {
        let node = &self.graph.node[at];
        let [sum, gain, bias] = &node.input[..] else {
            return None;
        };
        let last_axis = self.attribute(at, "axis").is_none_or(|a| a.i == -1);
        let plain = self.attribute(at, "stash_type").is_none_or(|a| a.i == 1);
        let sum = self.maker(sum, "Add")?;
        let [x, skip] = &self.graph.node[sum].input[..] else {
            return None;
        };
        let fits = last_axis
            && plain
            && node.output.len() == 1
            && [gain, bias].iter().all(|v| {
                self.constants
                    .get(v.as_str())
                    .is_some_and(|t| t.dims.len() == 1)
            });
        let epsilon = self.attribute(at, "epsilon").map_or(1e-5, |a| a.f);
        fits.then(|| Replacement {
            nodes: vec![sum, at],
            node: NodeProto {
                op_type: ADD_LAYER_NORM.to_owned(),
                name: node.name.clone(),
                input: vec![x.clone(), skip.clone(), gain.clone(), bias.clone()],
                output: node.output.clone(),
                attribute: vec![float("epsilon", epsilon)],
                ..Default::default()
            },
        })
    }
}

fn float(name: &str, value: f32) -> AttributeProto {
    AttributeProto {
        name: name.to_owned(),
        r#type: AttributeType::Float as i32,
        f: value,
        ..Default::default()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tract_onnx::pb::ValueInfoProto;
    use tract_onnx::prelude::Framework;

    use super::*;

    #[test]
    fn what_others_read_stays() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/cga-2/model.onnx");
        let Ok(proto) = tract_onnx::onnx().proto_model_for_path(&file) else {
            eprintln!("skipped: models/cga-2 is not there");
            return;
        };
        let graph = proto.graph.unwrap();
        let rewritten = |read: &[&str], changed: &dyn Fn(&mut GraphProto)| {
            let mut graph = graph.clone();
            changed(&mut graph);
            for op_type in read {
                let node = graph.node.iter().find(|n| n.op_type == *op_type).unwrap();
                let name = node.output[0].clone();
                graph.output.push(ValueInfoProto {
                    name,
                    ..Default::default()
                });
            }
            rewrite(&mut graph, false)[0]
        };
        let as_it_is = |_: &mut GraphProto| {};
        let all = rewritten(&[], &as_it_is);
        assert!(all > 2, "{all}");
        // The weights of the first attention, and the sum that is normalised first.
        assert_eq!(rewritten(&["Softmax"], &as_it_is), all - 1);
        assert_eq!(rewritten(&["Softmax", "Add"], &as_it_is), all - 2);
        // Rewriting twice finds nothing more.
        let mut twice = graph.clone();
        // Four products of attention and two behind it in each of six layers.
        assert_eq!(rewrite(&mut twice, true)[1], 6 * 6);
        assert_eq!(rewrite(&mut twice, true), [0, 0]);
        // Heads in another order are no attention that is known here.
        let turned = rewritten(&[], &|graph| {
            let first = graph.node.iter_mut().find(|n| n.op_type == "Transpose");
            first.unwrap().attribute[0].ints = vec![0, 2, 3, 1];
        });
        assert_eq!(turned, all - 1);
    }
}
