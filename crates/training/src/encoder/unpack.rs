//! From a shipped model back to what training goes on from.

use std::collections::HashMap;
use std::path::Path;

use anatomy::Catalogue;
use anyhow::{Context as _, Result, ensure};
use grounding::ModelManifest;
use prost::Message as _;
use safetensors::SafeTensors;

use super::ReadingHeads;
use super::bert::{Changed, write_checkpoint};
use crate::bert::Bert;
use crate::proto;

/// The bias of a structure that the model has not learnt, beside weights of 0: it is as good as never the answer until it is learnt.
const UNLEARNT: f32 = -10.0;

/// Writes a folder that [`super::tune`] can go on from and `train` can begin with: the checkpoint of `base_dir` with the layers and positions of
/// `model_dir`, as its int8 weights say them, and `reading-heads.json`, with an answer for each structure of the catalogue in its order, also for
/// those that the catalogue has got since the model learnt.
///
/// # Errors
/// When a file cannot be read, the model was not written by this crate from an encoder of that shape, or the folder not be written.
pub fn unpack(base_dir: &Path, model_dir: &Path, output: &Path) -> Result<()> {
    let base = Bert::open(base_dir)?;
    let file = model_dir.join("model.onnx");
    let bytes =
        std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let model = proto::Model::decode(&bytes[..])
        .with_context(|| format!("{} is not an ONNX file", file.display()))?;
    let graph = model.graph.unwrap_or_default();
    let constants = Constants(
        graph
            .initializer
            .iter()
            .map(|tensor| (tensor.name.as_str(), tensor))
            .collect(),
    );
    let mut changed: Vec<Changed> = Vec::new();
    for (name, view) in SafeTensors::deserialize(base.bytes())?.tensors() {
        if !name.starts_with("encoder.layer.") {
            continue;
        }
        let shape = view.shape().to_vec();
        let place = || format!("{}: {name}", file.display());
        let values = match shape[..] {
            // The graph multiplies by [inputs, outputs], the checkpoint stores [outputs, inputs].
            [outputs, inputs] => {
                let weight = constants
                    .matrix(&name, inputs, outputs)
                    .with_context(place)?;
                let at = |n: usize| weight[n % inputs * outputs + n / inputs];
                (0..inputs * outputs).map(at).collect()
            }
            _ => {
                let size = shape.iter().product();
                constants.floats(&name, size).with_context(place)?
            }
        };
        let bytes = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        changed.push((name, shape, bytes));
    }
    let width = base.config.hidden_size;
    // The vector of the segment is part of the graph's positions, and a tuned encoder's may be others than its base's.
    let segment = base.tensor("embeddings.token_type_embeddings.weight", &[2, width])?;
    let most = base.config.max_position_embeddings;
    let place = || format!("{}: positions", file.display());
    let mut positions = constants
        .table("embeddings.position", most, width)
        .with_context(place)?;
    for row in positions.chunks_exact_mut(width) {
        row.iter_mut().zip(&segment).for_each(|(p, s)| *p -= s);
    }
    changed.push((
        "embeddings.position_embeddings.weight".to_owned(),
        vec![most, width],
        positions.iter().flat_map(|v| v.to_le_bytes()).collect(),
    ));
    write_checkpoint(&base, base_dir, &changed, output)?;
    let Some(bias) = constants.0.get("about.bias") else {
        return Ok(());
    };
    let answers = bias.raw_data.len() / 4;
    let columns = columns(model_dir, answers)?;
    let matrix = |name: &str| -> Result<Vec<f32>> {
        let place = || format!("{}: {name}", file.display());
        let known = constants.matrix(name, width, answers).with_context(place)?;
        Ok(arranged(&known, answers, &columns, 0.0))
    };
    let bias = constants.floats("about.bias", answers)?;
    let heads = ReadingHeads {
        width,
        answers: columns.len(),
        tags_weight: constants.floats("tags.weight", width * grounding::Tag::ANSWERS)?,
        tags_bias: constants.floats("tags.bias", grounding::Tag::ANSWERS)?,
        query: matrix("about.query")?,
        value: matrix("about.value")?,
        whole: matrix("about.whole")?,
        bias: arranged(&bias, answers, &columns, UNLEARNT),
    };
    let file = output.join("reading-heads.json");
    std::fs::write(&file, serde_json::to_vec(&heads)?)
        .with_context(|| format!("{} cannot be written", file.display()))
}

/// For each structure of the catalogue, and last for "nowhere", which of a model's answers it is; nothing where the model has not learnt it.
fn columns(model_dir: &Path, answers: usize) -> Result<Vec<Option<usize>>> {
    let file = model_dir.join("model.json");
    let bytes =
        std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let manifest: ModelManifest =
        serde_json::from_slice(&bytes).with_context(|| format!("{} is damaged", file.display()))?;
    let known = manifest.structures;
    ensure!(
        known.len() + 1 == answers,
        "{} names {} structures, but the model has {answers} answers",
        file.display(),
        known.len()
    );
    let structures = Catalogue::builtin().structures().iter();
    let columns = structures.map(|row| known.iter().position(|id| *id == row.id));
    Ok(columns.chain([Some(known.len())]).collect())
}

/// Lines of `answers` numbers with the columns of [`columns`] instead; `unlearnt` where there is none.
fn arranged(numbers: &[f32], answers: usize, columns: &[Option<usize>], unlearnt: f32) -> Vec<f32> {
    let lines = numbers.chunks_exact(answers);
    let arranged = lines.flat_map(|line| {
        columns
            .iter()
            .map(move |column| column.map_or(unlearnt, |column| line[column]))
    });
    arranged.collect()
}

/// The constants of a graph, by name.
struct Constants<'a>(HashMap<&'a str, &'a proto::Tensor>);

impl Constants<'_> {
    fn raw(&self, name: &str, bytes: usize) -> Result<&[u8]> {
        let tensor = self.0.get(name).context("not in the graph")?;
        ensure!(
            tensor.raw_data.len() == bytes,
            "{} bytes, not {bytes}",
            tensor.raw_data.len()
        );
        Ok(&tensor.raw_data)
    }

    fn floats(&self, name: &str, size: usize) -> Result<Vec<f32>> {
        let raw = self.raw(name, size * 4)?.chunks_exact(4);
        Ok(raw
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect())
    }

    /// A table [rows, columns] of int8 numbers with a scale for each row.
    fn table(&self, name: &str, rows: usize, columns: usize) -> Result<Vec<f32>> {
        let values = self.raw(&format!("{name}.int8"), rows * columns)?;
        let scales = self.floats(&format!("{name}.scale"), rows)?;
        let each = values.chunks_exact(columns).zip(scales);
        Ok(each
            .flat_map(|(row, scale)| row.iter().map(move |v| f32::from(v.cast_signed()) * scale))
            .collect())
    }

    /// A matrix [rows, columns] of int8 weights with a scale for each column.
    fn matrix(&self, name: &str, rows: usize, columns: usize) -> Result<Vec<f32>> {
        let values = self.raw(&format!("{name}.int8"), rows * columns)?;
        let scales = self.floats(&format!("{name}.scale"), columns)?;
        let each = values.iter().zip(scales.iter().cycle());
        Ok(each
            .map(|(value, scale)| f32::from(value.cast_signed()) * scale)
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use grounding::Calibration;

    use super::*;

    #[test]
    fn answers_have_the_places_of_todays_catalogue() {
        let dir = tempfile::tempdir().unwrap();
        let structures = Catalogue::builtin().structures();
        let manifest = ModelManifest {
            name: "test".to_owned(),
            max_tokens: 8,
            classes: Vec::new(),
            // In another order than there.
            structures: [3, 0].map(|row: usize| structures[row].id.clone()).into(),
            tokenizer_sha256: None,
            calibration: Calibration::default(),
        };
        let bytes = serde_json::to_vec(&manifest).unwrap();
        std::fs::write(dir.path().join("model.json"), bytes).unwrap();
        let columns = columns(dir.path(), 3).unwrap();
        assert_eq!(columns.len(), structures.len() + 1);
        assert_eq!(columns[..4], [Some(1), None, None, Some(0)]);
        assert_eq!(columns.last(), Some(&Some(2)));

        let lines = arranged(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0], 3, &columns, UNLEARNT);
        let (first, second) = lines.split_at(columns.len());
        assert_eq!(first[..4], [2.0, UNLEARNT, UNLEARNT, 1.0]);
        assert_eq!(second[..4], [5.0, UNLEARNT, UNLEARNT, 4.0]);
        assert_eq!((first.last(), second.last()), (Some(&3.0), Some(&6.0)));

        let error = format!("{:#}", super::columns(dir.path(), 4).unwrap_err());
        assert!(error.contains("model.json"), "{error}");
    }
}
