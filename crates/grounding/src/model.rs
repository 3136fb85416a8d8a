//! The model folder: `model.onnx`, `tokenizer.json`, `model.json`, read and checked against each other, and, where it has them, the names.
//!
//! The checks happen here, before any engine sees the graph, so that a missing, cut or foreign file is named in the same
//! words whatever engine is in use.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anatomy::{Catalogue, Sex, StructureIndex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use tract_onnx::pb;
use tract_onnx::prelude::Framework;

use crate::features::MENTION_BLOCKS;
use crate::file::read;
use crate::finding::{FINDING_FILE, FindingMap};
use crate::names::{KNOWN_FILE, NameFinder, TABLE_FILE};
use crate::tags::Tag;
use crate::{Gazetteer, GroundingError, OrganClass, WordPiece};

pub use crate::finding::EMBEDDING;

/// Names of the graph's inputs, in the order in which the engines pass them.
pub const INPUTS: [&str; 4] = ["input_ids", "attention_mask", "spans", "mentions"];

/// Names of the graph's outputs, in the order in which the engines return them.
const OUTPUTS: [&str; 6] = ["point", "logits", "outside", "embedding", "about", "tags"];

/// Outputs that a model has that does not tell what words stand for.
const PLAIN_OUTPUTS: usize = 4;

/// Which model answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// Name from `model.json`.
    pub name: String,
    /// SHA-256 of `model.onnx`, hexadecimal.
    pub sha256: String,
    /// Name and a short mark of the weights, the description and this program's word lists: when it changes, a text may land
    /// elsewhere.
    pub version: String,
}

/// The word lists that places depend on. Every byte of them makes the version, their notes included: a note is changed only along
/// with its list, else every library would seem to be placed by another model. (The example that the note of `spelling.json` names
/// is in the package `evaluation` now.)
const WORD_LISTS: [&str; 4] = [
    include_str!("../data/classes.json"),
    include_str!("../data/text-terms.json"),
    include_str!("../data/spelling.json"),
    include_str!("../data/spatial.json"),
];

/// What was measured on the development texts after training.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// The covariance of the evidence is multiplied by this, so that the 90 % ellipsoid holds 90 % of the true places.
    #[serde(rename = "spread")]
    pub covariance_scale: f32,
    /// For texts of up to [`crate::sentences::LONG_BYTES`] and for longer ones: the log-odds of being about nothing in this torso, as a
    /// weighted sum of the logits of the output `outside`, of the evidence for the best organ and of being about nowhere
    /// ([`crate::Grounder::outside_signs`]), and a shift; fitted by logistic regression. See [`crate::Grounding::outside_p`].
    #[serde(default = "outside_as_it_is")]
    pub outside: [[f32; 4]; 2],
    /// Of a model that reads, for texts of up to [`crate::sentences::LONG_BYTES`] and for longer ones: the logit of the evidence for a place
    /// is multiplied by the first number and shifted by the second before it is shown, so that of the places that are shown with
    /// 90 % nine in ten are right (Platt scaling).
    #[serde(default = "as_it_is")]
    pub shown: [[f32; 2]; 2],
    /// What the log-odds of being about nothing in this torso are multiplied by and added there, for the same two: a place that the text may not
    /// be about at all is shown as less sure.
    #[serde(default)]
    pub doubt: [f32; 2],
}

fn as_it_is() -> [[f32; 2]; 2] {
    [[1.0, 0.0]; 2]
}

/// The weights of a model that nobody has calibrated: a third the network's own answer, two thirds how little evidence there is for the
/// best organ of this body (chosen on development documents for `cga-1`: log loss 0.208 instead of 0.234 by the answer alone, 0.207 with
/// free weights).
fn outside_as_it_is() -> [[f32; 4]; 2] {
    [[1.0 / 3.0, -2.0 / 3.0, 0.0, 0.0]; 2]
}

impl Default for Calibration {
    fn default() -> Self {
        Self {
            covariance_scale: 1.0,
            outside: outside_as_it_is(),
            shown: as_it_is(),
            doubt: [0.0; 2],
        }
    }
}

/// `model.json`. Fields that are not listed here are ignored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelManifest {
    /// Name of the model ("cga-2").
    pub name: String,
    /// Most tokens of a text, special ones included.
    pub max_tokens: usize,
    /// What the outputs `logits` stand for, in order.
    pub classes: Vec<OrganClass>,
    /// Catalogue ids of what the outputs `about` stand for, in order; one more stands for nowhere in this torso. Empty for a model
    /// that has neither `about` nor `tags`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub structures: Vec<String>,
    /// SHA-256 of the `tokenizer.json` the model was trained with, when known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tokenizer_sha256: Option<String>,
    /// What was measured after training.
    #[serde(default)]
    pub calibration: Calibration,
}

/// A checked model folder.
pub struct Model {
    /// Name and hash.
    pub info: ModelInfo,
    /// The tokenizer.
    pub tokenizer: WordPiece,
    /// The classes of the outputs.
    pub classes: Vec<OrganClass>,
    /// Catalogue rows of each class in the male body, main structure first; empty for organs that are not in it.
    pub structures: Vec<Vec<StructureIndex>>,
    /// The same in the female body.
    pub in_her: Vec<Vec<StructureIndex>>,
    /// Catalogue rows that a class without structures lies next to.
    pub near: Vec<Vec<StructureIndex>>,
    /// For each class, its index in [`Gazetteer::classes`].
    pub gazetteer_class: Vec<usize>,
    /// What the text may be about: a structure, and the class it belongs to; empty when the model does not say.
    pub answers: Vec<(StructureIndex, Option<usize>)>,
    /// Those of them that only the female body has, with their numbers.
    hers: Vec<(usize, StructureIndex)>,
    /// What was measured after training.
    pub calibration: Calibration,
    /// Maps a text's vector to the one by which similar texts are found; a model may come without.
    pub finding: Option<FindingMap>,
    /// Finds structures by names that nobody listed; a model may come without.
    pub names: Option<Arc<NameFinder>>,
    /// `model.onnx` as read.
    pub onnx: Vec<u8>,
    /// Its path, for messages.
    pub onnx_path: PathBuf,
}

impl Model {
    /// Whether the model tells what words stand for and which structure a text is about.
    pub fn reads(&self) -> bool {
        !self.answers.is_empty()
    }

    /// Answers that are organs which only the female body has, with their numbers.
    pub(crate) fn hers(&self) -> impl Iterator<Item = (usize, StructureIndex)> {
        self.hers.iter().copied()
    }

    /// How far a text is about nothing in the male torso, by what the network says that it is about; nothing when it does not say.
    pub(crate) fn nowhere(&self, about: &[f32]) -> Option<f32> {
        let hers = self.hers().filter_map(|(number, _)| about.get(number));
        about.last().map(|nowhere| nowhere + hers.sum::<f32>())
    }

    /// Names of the outputs that the graph has, in the order in which the engines return them.
    pub(crate) fn outputs(&self) -> &'static [&'static str] {
        let count = if self.reads() {
            OUTPUTS.len()
        } else {
            PLAIN_OUTPUTS
        };
        &OUTPUTS[..count]
    }

    /// Reads and checks a model folder.
    ///
    /// # Errors
    /// [`GroundingError::Model`] naming the file that is missing, damaged or does not fit the others.
    pub fn open(dir: &Path) -> Result<Self, GroundingError> {
        let manifest_path = dir.join("model.json");
        let description = read(&manifest_path)?;
        let manifest: ModelManifest = serde_json::from_slice(&description).map_err(|e| {
            GroundingError::model(&manifest_path, format!("is not a model description: {e}"))
        })?;
        let fault = |reason: String| GroundingError::model(&manifest_path, reason);
        if !(3..=4096).contains(&manifest.max_tokens) {
            return Err(fault(format!(
                "max_tokens is {}, which is not between 3 and 4096",
                manifest.max_tokens
            )));
        }
        if manifest.classes.is_empty() {
            return Err(fault("has no classes".to_owned()));
        }
        let catalogue = Catalogue::builtin();
        let rows = |ids: &[String], class: &str| {
            ids.iter()
                .map(|id| catalogue.index_of(id).ok_or_else(|| fault(format!("class {class:?} names the structure {id:?}, which the catalogue has not"))))
                .collect::<Result<Vec<_>, _>>()
        };
        let known = Gazetteer::builtin().classes();
        let (mut structures, mut in_her, mut near) = (Vec::new(), Vec::new(), Vec::new());
        let mut gazetteer_class = Vec::new();
        for class in &manifest.classes {
            let index = known.iter().position(|k| k.name == class.name);
            let index = index.ok_or_else(|| fault(format!("has the class {:?}, which the word list of this program has not: the model belongs to another version", class.name)))?;
            gazetteer_class.push(index);
            let present = rows(&class.structures, &class.name)?;
            in_her.push(in_the_female(
                catalogue,
                &present,
                Gazetteer::builtin().female_structures_of(index),
            ));
            structures.push(present);
            near.push(rows(&class.near, &class.name)?);
        }

        let answers = rows(&manifest.structures, "structures")?;
        let answers: Vec<_> = answers
            .into_iter()
            .map(|row| {
                let own = Gazetteer::builtin().class_of(row);
                let class = own.and_then(|own| gazetteer_class.iter().position(|g| *g == own));
                (row, class)
            })
            .collect();

        let is_hers = |row: StructureIndex| catalogue.get(row).sex == Some(Sex::Female);
        let hers = answers.iter().map(|(row, _)| *row).enumerate();
        let hers = hers.filter(|(_, row)| is_hers(*row)).collect();

        let tokenizer_path = dir.join("tokenizer.json");
        let tokenizer_bytes = read(&tokenizer_path)?;
        if let Some(expected) = &manifest.tokenizer_sha256
            && *expected != sha256(&tokenizer_bytes)
        {
            return Err(GroundingError::model(
                &tokenizer_path,
                "is not the tokenizer this model was trained with (its SHA-256 differs from tokenizer_sha256 in model.json)",
            ));
        }
        let tokenizer =
            WordPiece::from_bytes(&tokenizer_bytes, manifest.max_tokens, &tokenizer_path)?;

        let onnx_path = dir.join("model.onnx");
        let onnx = read(&onnx_path)?;
        check_graph(
            &onnx,
            &onnx_path,
            [manifest.classes.len(), answers.len()],
            tokenizer.vocabulary(),
        )?;
        let weights = sha256(&onnx);
        let mut all = [
            weights.as_bytes(),
            &description,
            WORD_LISTS.concat().as_bytes(),
        ]
        .concat();
        let finding = finding_map(dir, &mut all)?;
        let names = name_finder(dir, &mut all)?;
        let info = ModelInfo {
            version: format!("{} {}", manifest.name, &sha256(&all)[..8]),
            name: manifest.name,
            sha256: weights,
        };
        Ok(Self {
            info,
            tokenizer,
            classes: manifest.classes,
            structures,
            in_her,
            near,
            gazetteer_class,
            answers,
            hers,
            calibration: manifest.calibration,
            finding,
            names,
            onnx,
            onnx_path,
        })
    }
}

/// The map of vectors for finding, where the folder has it; its bytes count among `all`.
fn finding_map(dir: &Path, all: &mut Vec<u8>) -> Result<Option<FindingMap>, GroundingError> {
    let file = dir.join(FINDING_FILE);
    if !file.exists() {
        return Ok(None);
    }
    let bytes = read(&file)?;
    let map = FindingMap::from_bytes(&bytes);
    let map = map.map_err(|reason| GroundingError::model(file, reason))?;
    all.extend_from_slice(sha256(&bytes).as_bytes());
    Ok(Some(map))
}

/// The encoder of names with the known names, where the folder has them; their bytes count among `all`.
fn name_finder(dir: &Path, all: &mut Vec<u8>) -> Result<Option<Arc<NameFinder>>, GroundingError> {
    if !dir.join(TABLE_FILE).exists() {
        return Ok(None);
    }
    let (table, known) = (read(&dir.join(TABLE_FILE))?, read(&dir.join(KNOWN_FILE))?);
    let finder = NameFinder::from_bytes(dir, &table, &known)?;
    all.extend_from_slice(sha256(&table).as_bytes());
    all.extend_from_slice(&known);
    Ok(Some(Arc::new(finder)))
}

/// What a class is in the female body: what both have, and what only she has.
fn in_the_female(
    catalogue: &Catalogue,
    present: &[StructureIndex],
    hers: &[StructureIndex],
) -> Vec<StructureIndex> {
    let shared = present.iter().copied();
    let shared = shared.filter(|s| catalogue.get(*s).sex != Some(Sex::Male));
    shared.chain(hers.iter().copied()).collect()
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect()
}

/// Checks names, element types and fixed sizes of the graph's inputs and outputs, and that the word table has a row for every token.
fn check_graph(
    onnx: &[u8],
    path: &Path,
    [classes, answers]: [usize; 2],
    vocabulary: usize,
) -> Result<(), GroundingError> {
    let fault = |reason: String| GroundingError::model(path, reason);
    let proto = tract_onnx::onnx()
        .proto_model_for_read(&mut &onnx[..])
        .map_err(|e| fault(format!("is not a complete ONNX file: {e}")))?;
    let graph = proto
        .graph
        .ok_or_else(|| fault("has no graph".to_owned()))?;
    let (int, float) = (
        pb::tensor_proto::DataType::Int64 as i32,
        pb::tensor_proto::DataType::Float as i32,
    );
    let expected = [
        ("input_ids", true, int, 2, None),
        ("attention_mask", true, int, 2, None),
        ("spans", true, float, 3, None),
        ("mentions", true, float, 3, Some(MENTION_BLOCKS * classes)),
        ("point", false, float, 3, Some(3)),
        ("logits", false, float, 3, Some(classes)),
        ("outside", false, float, 3, Some(1)),
        ("embedding", false, float, 3, Some(EMBEDDING)),
        ("about", false, float, 3, Some(answers + 1)),
        ("tags", false, float, 3, Some(Tag::ANSWERS)),
    ];
    let present = expected.len() - if answers == 0 { 2 } else { 0 };
    for (name, is_input, element, rank, last) in expected.into_iter().take(present) {
        let (side, list) = if is_input {
            ("input", &graph.input)
        } else {
            ("output", &graph.output)
        };
        let info = list.iter().find(|i| i.name == name).ok_or_else(|| {
            let names: Vec<&str> = list.iter().map(|i| i.name.as_str()).collect();
            fault(format!("has no {side} {name:?} (it has {names:?})"))
        })?;
        let Some(pb::type_proto::Value::TensorType(tensor)) =
            info.r#type.as_ref().and_then(|t| t.value.as_ref())
        else {
            return Err(fault(format!("{side} {name:?} is not a tensor")));
        };
        if tensor.elem_type != element {
            return Err(fault(format!(
                "{side} {name:?} has element type {}, not {element}",
                tensor.elem_type
            )));
        }
        // A graph may leave the shape of an output open.
        let Some(shape) = &tensor.shape else { continue };
        if shape.dim.len() != rank {
            return Err(fault(format!(
                "{side} {name:?} has {} dimensions, not {rank}",
                shape.dim.len()
            )));
        }
        if let (Some(last), Some(pb::tensor_shape_proto::dimension::Value::DimValue(size))) =
            (last, shape.dim.last().and_then(|d| d.value.as_ref()))
            && *size != last as i64
        {
            let of = match name {
                "mentions" => {
                    format!(" ({MENTION_BLOCKS} for each of the {classes} classes of model.json)")
                }
                "logits" => " (the classes of model.json)".to_owned(),
                "about" => " (the structures of model.json, and nowhere)".to_owned(),
                _ => String::new(),
            };
            return Err(fault(format!(
                "the last dimension of {side} {name:?} is {size}, not {last}{of}"
            )));
        }
    }
    let extra: Vec<&str> = graph
        .input
        .iter()
        .map(|i| i.name.as_str())
        .filter(|n| !INPUTS.contains(n) && !graph.initializer.iter().any(|t| t.name == *n))
        .collect();
    if !extra.is_empty() {
        return Err(fault(format!(
            "wants inputs that this program does not give: {extra:?}"
        )));
    }
    if let Some(rows) = word_rows(&graph)
        && rows < vocabulary
    {
        return Err(fault(format!(
            "has a word table of {rows} rows for a tokenizer of {vocabulary} words: tokenizer.json belongs to another model"
        )));
    }
    Ok(())
}

/// Rows of the constant that is looked up by `input_ids`, when the graph shows it.
fn word_rows(graph: &pb::GraphProto) -> Option<usize> {
    let gather = graph
        .node
        .iter()
        .find(|n| n.op_type == "Gather" && n.input.get(1).is_some_and(|i| i == "input_ids"))?;
    let table = gather.input.first()?;
    let constant = |name: &str| graph.initializer.iter().find(|t| t.name == name);
    let tensor = constant(table).or_else(|| {
        let dequantize = graph
            .node
            .iter()
            .find(|n| n.op_type == "DequantizeLinear" && n.output.first() == Some(table))?;
        constant(dequantize.input.first()?)
    })?;
    usize::try_from(*tensor.dims.first()?).ok()
}
