//! Writes ONNX graphs node by node.

use prost::Message as _;

use crate::proto;
use crate::quantize::Quantized;

/// ONNX operator set of the written graphs: the first one with `LayerNormalization`.
pub const OPSET: i64 = 17;

/// Element type of a graph input or output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Element {
    /// 32-bit floating point.
    F32,
    /// 64-bit integer.
    I64,
}

/// One dimension of a graph input or output.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Dim {
    /// A fixed size.
    Size(usize),
    /// A size known only at run time, by name.
    Symbol(&'static str),
}

/// An attribute of a node.
#[derive(Debug, Clone)]
pub enum Attribute<'a> {
    /// A floating point number.
    Float(&'a str, f32),
    /// An integer.
    Int(&'a str, i64),
    /// A list of integers.
    Ints(&'a str, &'a [i64]),
}

/// The name of a value in the graph.
pub type Value = String;

/// A graph under construction. Every method that adds something returns the name of its value.
#[derive(Default)]
pub struct GraphBuilder {
    graph: proto::Graph,
}

impl GraphBuilder {
    /// An empty graph.
    pub fn new(name: &str) -> Self {
        Self {
            graph: proto::Graph {
                name: name.to_owned(),
                ..Default::default()
            },
        }
    }

    /// Declares an input.
    pub fn input(&mut self, name: &str, element: Element, dims: &[Dim]) -> Value {
        self.graph.input.push(value_info(name, element, dims));
        name.to_owned()
    }

    /// Declares `value` as an output; it must have been produced under that name by [`GraphBuilder::node_named`].
    pub fn output(&mut self, name: &str, element: Element, dims: &[Dim]) {
        self.graph.output.push(value_info(name, element, dims));
    }

    /// Adds a node with one output, named after its operator.
    pub fn node(
        &mut self,
        operator: &str,
        inputs: &[&Value],
        attributes: &[Attribute<'_>],
    ) -> Value {
        let name = format!("{}_{}", operator.to_lowercase(), self.graph.node.len());
        self.node_named(&name, operator, inputs, attributes)
    }

    /// Adds a node with one output of the given name.
    pub fn node_named(
        &mut self,
        name: &str,
        operator: &str,
        inputs: &[&Value],
        attributes: &[Attribute<'_>],
    ) -> Value {
        let attribute = attributes
            .iter()
            .map(|a| match a {
                Attribute::Float(name, f) => proto::Attribute {
                    name: (*name).to_owned(),
                    f: *f,
                    kind: proto::ATTRIBUTE_FLOAT,
                    ..Default::default()
                },
                Attribute::Int(name, i) => proto::Attribute {
                    name: (*name).to_owned(),
                    i: *i,
                    kind: proto::ATTRIBUTE_INT,
                    ..Default::default()
                },
                Attribute::Ints(name, ints) => proto::Attribute {
                    name: (*name).to_owned(),
                    ints: ints.to_vec(),
                    kind: proto::ATTRIBUTE_INTS,
                    ..Default::default()
                },
            })
            .collect();
        self.graph.node.push(proto::Node {
            input: inputs.iter().map(|v| (*v).clone()).collect(),
            output: vec![name.to_owned()],
            name: name.to_owned(),
            op_type: operator.to_owned(),
            attribute,
        });
        name.to_owned()
    }

    /// Adds constant 32-bit floats of the given shape (empty: a scalar).
    ///
    /// # Panics
    /// When the number of values does not fit the shape.
    pub fn floats(&mut self, name: &str, shape: &[usize], values: &[f32]) -> Value {
        self.tensor(
            name,
            proto::FLOAT,
            shape,
            values.len(),
            values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        )
    }

    /// Adds constant 64-bit integers of the given shape (empty: a scalar).
    ///
    /// # Panics
    /// When the number of values does not fit the shape.
    pub fn ints(&mut self, name: &str, shape: &[usize], values: &[i64]) -> Value {
        self.tensor(
            name,
            proto::INT64,
            shape,
            values.len(),
            values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        )
    }

    /// Adds the int8 values of a matrix and their scales as two constants: (values, scales).
    pub fn int8(&mut self, name: &str, matrix: &Quantized) -> (Value, Value) {
        let bytes = matrix.values.iter().map(|&v| v.cast_unsigned()).collect();
        let values = self.tensor(
            &format!("{name}.int8"),
            proto::INT8,
            &[matrix.rows, matrix.columns],
            matrix.values.len(),
            bytes,
        );
        let scales = self.floats(
            &format!("{name}.scale"),
            &[matrix.scales.len()],
            &matrix.scales,
        );
        (values, scales)
    }

    /// Adds an int8 matrix followed by `DequantizeLinear`: the value is the float matrix.
    pub fn weights(&mut self, name: &str, matrix: &Quantized) -> Value {
        let (values, scales) = self.int8(name, matrix);
        self.node_named(
            name,
            "DequantizeLinear",
            &[&values, &scales],
            &[Attribute::Int("axis", matrix.axis as i64)],
        )
    }

    fn tensor(
        &mut self,
        name: &str,
        data_type: i32,
        shape: &[usize],
        count: usize,
        raw_data: Vec<u8>,
    ) -> Value {
        assert_eq!(
            shape.iter().product::<usize>(),
            count,
            "constant {name}: {count} values do not fill {shape:?}"
        );
        self.graph.initializer.push(proto::Tensor {
            dims: shape.iter().map(|&d| d as i64).collect(),
            data_type,
            name: name.to_owned(),
            raw_data,
        });
        name.to_owned()
    }

    /// The finished model as the bytes of an `.onnx` file.
    pub fn finish(self, doc: &str) -> Vec<u8> {
        proto::Model {
            ir_version: 8,
            opset_import: vec![proto::OperatorSet {
                domain: String::new(),
                version: OPSET,
            }],
            producer_name: "corpus-atlas training".to_owned(),
            producer_version: env!("CARGO_PKG_VERSION").to_owned(),
            doc_string: doc.to_owned(),
            graph: Some(self.graph),
        }
        .encode_to_vec()
    }
}

fn value_info(name: &str, element: Element, dims: &[Dim]) -> proto::ValueInfo {
    let dim = dims
        .iter()
        .map(|d| proto::Dimension {
            value: Some(match d {
                Dim::Size(n) => proto::DimensionValue::Size(*n as i64),
                Dim::Symbol(s) => proto::DimensionValue::Symbol((*s).to_owned()),
            }),
        })
        .collect();
    let elem_type = match element {
        Element::F32 => proto::FLOAT,
        Element::I64 => proto::INT64,
    };
    proto::ValueInfo {
        name: name.to_owned(),
        kind: Some(proto::Type {
            tensor_type: Some(proto::TensorType {
                elem_type,
                shape: Some(proto::Shape { dim }),
            }),
        }),
    }
}
