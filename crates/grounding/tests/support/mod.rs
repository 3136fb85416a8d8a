//! A model folder small enough to be built in a test: the graph pools a word table, points at the centroid of the organ
//! that is mentioned, and gives it the evidence.
#![allow(dead_code)]

use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use anatomy::{Atlas, Catalogue};
use grounding::features::MENTION_BLOCKS;
use grounding::model::{Calibration, EMBEDDING, ModelManifest};
use grounding::tokenizer::tiny_tokenizer_json;
use grounding::{EngineChoice, Gazetteer, Grounder};
use prost::Message;
use tract_onnx::pb::{self, tensor_proto::DataType};

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The atlas that ships.
pub static ATLAS: LazyLock<Arc<Atlas>> =
    LazyLock::new(|| Arc::new(Atlas::open(&root().join("assets/atlas")).unwrap()));

/// A grounder whose network gives all evidence to the organs that are mentioned.
pub static TINY: LazyLock<Grounder> = LazyLock::new(|| {
    let dir = tempfile::tempdir().unwrap();
    write_model(dir.path());
    Grounder::open(dir.path(), Arc::clone(&ATLAS), EngineChoice::BuiltIn).unwrap()
});

pub const WORDS: &[&str] = &[
    "the", "liver", "kidney", "left", "right", "lung", "is", "large", "spleen", "heart", "of",
];

/// What to get wrong.
#[derive(Default)]
pub struct Faults {
    /// Name of the point output, when not "point".
    pub point_name: Option<&'static str>,
    /// Width of the embedding, when not 384.
    pub embedding: Option<usize>,
    /// Number of classes of the graph less than those of model.json.
    pub fewer_classes: usize,
    /// Rows of the word table, when not that of the tokenizer.
    pub word_rows: Option<usize>,
}

fn tensor(name: &str, dims: &[usize], values: &[f32]) -> pb::TensorProto {
    assert_eq!(dims.iter().product::<usize>(), values.len());
    pb::TensorProto {
        name: name.to_owned(),
        dims: dims.iter().map(|d| *d as i64).collect(),
        data_type: DataType::Float as i32,
        raw_data: values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        ..Default::default()
    }
}

fn ints(name: &str, values: &[i64]) -> pb::TensorProto {
    pb::TensorProto {
        name: name.to_owned(),
        dims: vec![values.len() as i64],
        data_type: DataType::Int64 as i32,
        raw_data: values.iter().flat_map(|v| v.to_le_bytes()).collect(),
        ..Default::default()
    }
}

fn attribute(name: &str, i: i64) -> pb::AttributeProto {
    pb::AttributeProto {
        name: name.to_owned(),
        i,
        r#type: pb::attribute_proto::AttributeType::Int as i32,
        ..Default::default()
    }
}

fn node(
    op: &str,
    inputs: &[&str],
    output: &str,
    attributes: Vec<pb::AttributeProto>,
) -> pb::NodeProto {
    pb::NodeProto {
        input: inputs.iter().map(|s| (*s).to_owned()).collect(),
        output: vec![output.to_owned()],
        name: output.to_owned(),
        op_type: op.to_owned(),
        attribute: attributes,
        ..Default::default()
    }
}

fn value(name: &str, element: DataType, dims: &[Result<usize, &str>]) -> pb::ValueInfoProto {
    use pb::tensor_shape_proto::{Dimension, dimension::Value};
    let dim = dims
        .iter()
        .map(|d| Dimension {
            value: Some(match d {
                Ok(n) => Value::DimValue(*n as i64),
                Err(s) => Value::DimParam((*s).to_owned()),
            }),
            ..Default::default()
        })
        .collect();
    pb::ValueInfoProto {
        name: name.to_owned(),
        r#type: Some(pb::TypeProto {
            value: Some(pb::type_proto::Value::TensorType(pb::type_proto::Tensor {
                elem_type: element as i32,
                shape: Some(pb::TensorShapeProto { dim }),
            })),
            ..Default::default()
        }),
        ..Default::default()
    }
}

/// Centroid of a class's main structure, or of what it lies next to.
pub fn class_point(class: &grounding::OrganClass) -> [f32; 3] {
    let c = Catalogue::builtin();
    let id = class.structures.first().or(class.near.first());
    let index = id.and_then(|id| c.index_of(id));
    index
        .and_then(|i| {
            c.parts(i)
                .into_iter()
                .find_map(|p| c.get(p).facts.centroid_mm)
        })
        .unwrap_or([0.0; 3])
}

/// The bytes of a `model.onnx`.
pub fn onnx(vocabulary: usize, faults: &Faults) -> Vec<u8> {
    let all = Gazetteer::builtin().classes();
    let classes = &all[..all.len() - faults.fewer_classes];
    let c = classes.len();
    let width = faults.embedding.unwrap_or(EMBEDDING);
    let rows = faults.word_rows.unwrap_or(vocabulary);
    let words: Vec<f32> = (0..rows * 4)
        .map(|i| ((i * 37 % 101) as f32 / 101.0) - 0.4)
        .collect();
    let spread: Vec<f32> = (0..4 * width)
        .map(|i| ((i * 53 % 97) as f32 / 97.0) - 0.5)
        .collect();
    let ln2 = 2f32.ln();
    let places: Vec<f32> = classes
        .iter()
        .flat_map(|k| class_point(k).map(|x| x / ln2))
        .collect();
    let presence: Vec<f32> = classes
        .iter()
        .map(|k| if k.is_present() { 8.0 } else { 0.0 })
        .collect();
    // Names and diseases count alike, the title not at all.
    let blocks = MENTION_BLOCKS;
    let merge: Vec<f32> = (0..blocks * c)
        .flat_map(|row| (0..c).map(move |k| f32::from(u8::from(row % c == k && row < 2 * c))))
        .collect();
    let (b, p, l) = (Err("batch"), Err("rows"), Err("tokens"));
    let point = faults.point_name.unwrap_or("point");
    let graph = pb::GraphProto {
        name: "tiny".to_owned(),
        input: vec![
            value("input_ids", DataType::Int64, &[b, l]),
            value("attention_mask", DataType::Int64, &[b, l]),
            value("spans", DataType::Float, &[b, p, l]),
            value("mentions", DataType::Float, &[b, p, Ok(blocks * c)]),
        ],
        output: vec![
            value(point, DataType::Float, &[b, p, Ok(3)]),
            value("logits", DataType::Float, &[b, p, Ok(c)]),
            value("outside", DataType::Float, &[b, p, Ok(1)]),
            value("embedding", DataType::Float, &[b, p, Ok(width)]),
        ],
        initializer: vec![
            tensor("table", &[rows, 4], &words),
            tensor("presence", &[c, 1], &presence),
            tensor("spread", &[4, width], &spread),
            tensor("places", &[c, 3], &places),
            tensor("merge", &[blocks * c, c], &merge),
            tensor("gain", &[1], &[8.0]),
            tensor("bias", &[1], &[-3.0]),
            tensor("tiny", &[1], &[1e-6]),
            ints("axis2", &[2]),
            ints("last", &[-1]),
        ],
        node: vec![
            node(
                "Gather",
                &["table", "input_ids"],
                "looked_up",
                vec![attribute("axis", 0)],
            ),
            node(
                "Cast",
                &["attention_mask"],
                "mask",
                vec![attribute("to", DataType::Float as i64)],
            ),
            node("Unsqueeze", &["mask", "axis2"], "mask3", vec![]),
            node("Mul", &["looked_up", "mask3"], "states", vec![]),
            node("MatMul", &["spans", "states"], "pooled", vec![]),
            node("MatMul", &["pooled", "spread"], "wide", vec![]),
            node("Mul", &["wide", "wide"], "squares", vec![]),
            node(
                "ReduceSum",
                &["squares", "last"],
                "sum",
                vec![attribute("keepdims", 1)],
            ),
            node("Sqrt", &["sum"], "length", vec![]),
            node("Max", &["length", "tiny"], "safe", vec![]),
            node("Div", &["wide", "safe"], "embedding", vec![]),
            node("MatMul", &["mentions", "merge"], "named", vec![]),
            node("MatMul", &["named", "places"], point, vec![]),
            node("Mul", &["named", "gain"], "scaled", vec![]),
            node("Add", &["scaled", "bias"], "logits", vec![]),
            // 3 - 8 ln(1 + mentions of organs that this body has)
            node("MatMul", &["named", "presence"], "present", vec![]),
            node("Add", &["present", "bias"], "inside", vec![]),
            node("Neg", &["inside"], "outside", vec![]),
        ],
        ..Default::default()
    };
    pb::ModelProto {
        ir_version: 8,
        opset_import: vec![pb::OperatorSetIdProto {
            domain: String::new(),
            version: 17,
        }],
        graph: Some(graph),
        ..Default::default()
    }
    .encode_to_vec()
}

/// Writes a working model folder.
pub fn write_model(dir: &Path) {
    write_model_with(dir, &Faults::default());
}

/// Writes a model folder with something wrong in its graph.
pub fn write_model_with(dir: &Path, faults: &Faults) {
    let tokenizer = tiny_tokenizer_json(WORDS);
    let vocabulary =
        serde_json::from_str::<serde_json::Value>(&tokenizer).unwrap()["model"]["vocab"]
            .as_object()
            .unwrap()
            .len();
    std::fs::write(dir.join("tokenizer.json"), tokenizer).unwrap();
    let manifest = ModelManifest {
        name: "tiny".to_owned(),
        max_tokens: 64,
        classes: Gazetteer::builtin().classes().to_vec(),
        tokenizer_sha256: None,
        structures: Vec::new(),
        calibration: Calibration::default(),
    };
    std::fs::write(
        dir.join("model.json"),
        serde_json::to_vec(&manifest).unwrap(),
    )
    .unwrap();
    std::fs::write(dir.join("model.onnx"), onnx(vocabulary, faults)).unwrap();
}

/// Whether ONNX Runtime can be tested; says so when not.
pub fn onnx_runtime_present(test: &str) -> bool {
    let present = std::env::var_os("ORT_DYLIB_PATH").is_some_and(|v| !v.is_empty());
    if !present {
        eprintln!("skipped: {test} needs an ONNX Runtime library named by ORT_DYLIB_PATH");
    }
    present
}
