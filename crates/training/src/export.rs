//! Writes model folders: `model.onnx`, `tokenizer.json`, `model.json`.

use std::path::Path;
use std::sync::Arc;

use anatomy::{Atlas, Catalogue};
use anyhow::{Context as _, Result, ensure};
use grounding::{Calibration, Gazetteer, ModelManifest};
use sha2::{Digest as _, Sha256};

use crate::bert::Bert;
use crate::embed;
use crate::encoder::ReadingHeads;
use crate::network::{self, Heads};
use crate::train::{self, Score, Settings};

/// Name of the model that this crate writes.
pub const NAME: &str = "cga-2";

/// Most tokens of a text: all the positions of the base encoder.
pub const MAX_TOKENS: usize = 512;

/// Points that stand for a class in the Soft Organ Distance.
pub const POINTS: usize = 100;

/// Structures of which too few texts have been read (model card): "Occlusion of the right coronary artery" lay in the heart.
pub const UNLEARNT: [&str; 4] = [
    "right_coronary_artery",
    "left_coronary_artery",
    "coronary_sinus",
    "cardiac_veins",
];

/// Writes a model folder for the given heads. `unlearnt`: ids of structures that the network gives no answer for; they are heard by their names alone.
///
/// # Errors
/// When the base cannot be read, an id is not in the catalogue, or the folder cannot be written.
pub fn write(base: &Path, heads: &Heads, unlearnt: &[String], output: &Path) -> Result<()> {
    let bert = Bert::open(base)?;
    let file = base.join("tokenizer.json");
    let tokenizer =
        std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let catalogue = Catalogue::builtin();
    let mut structures: Vec<String> = catalogue
        .structures()
        .iter()
        .map(|s| s.id.clone())
        .collect();
    let reading = match reading_heads(base)? {
        Some(reading) => {
            ensure!(
                reading.answers == structures.len() + 1,
                "the heads of reading have {} answers, the catalogue {} structures",
                reading.answers,
                structures.len()
            );
            let rows = unlearnt.iter().map(|id| {
                let row = catalogue.index_of(id).map(|row| row.usize());
                row.with_context(|| format!("no structure has the id {id}"))
            });
            let rows: Vec<usize> = rows.collect::<Result<_>>()?;
            structures.retain(|id| !unlearnt.contains(id));
            Some(reading.without(&rows))
        }
        None => {
            structures.clear();
            None
        }
    };
    let manifest = ModelManifest {
        name: NAME.to_owned(),
        max_tokens: MAX_TOKENS.min(bert.config.max_position_embeddings),
        classes: Gazetteer::builtin().classes().to_vec(),
        structures,
        tokenizer_sha256: Some(
            Sha256::digest(&tokenizer)
                .iter()
                .map(|b| format!("{b:02x}"))
                .collect(),
        ),
        calibration: Calibration::default(),
    };
    ensure!(
        heads.classes == manifest.classes.len(),
        "the heads have {} classes, the word list {}",
        heads.classes,
        manifest.classes.len()
    );
    let onnx = network::write(
        &bert,
        heads,
        reading.as_ref(),
        "Corpus Atlas grounding model: text to a point in the torso and evidence for each organ",
    )?;
    let put = |name: &str, bytes: &[u8]| {
        std::fs::write(output.join(name), bytes)
            .with_context(|| format!("{} cannot be written", output.join(name).display()))
    };
    std::fs::create_dir_all(output)
        .with_context(|| format!("{} cannot be made", output.display()))?;
    put("model.onnx", &onnx)?;
    put("tokenizer.json", &tokenizer)?;
    let mut json = serde_json::to_vec_pretty(&manifest)?;
    json.push(b'\n');
    put("model.json", &json)
}

/// The heads of reading that were trained with an encoder, where it has learned to read.
pub(crate) fn reading_heads(base: &Path) -> Result<Option<ReadingHeads>> {
    let file = base.join("reading-heads.json");
    if !file.exists() {
        return Ok(None);
    }
    let text =
        std::fs::read(&file).with_context(|| format!("{} cannot be read", file.display()))?;
    let heads = serde_json::from_slice(&text);
    heads.with_context(|| format!("{} is damaged", file.display()))
}

/// Writes a model folder with untrained heads.
///
/// # Errors
/// As for [`write()`].
pub fn write_untrained(base: &Path, output: &Path) -> Result<()> {
    let classes = Gazetteer::builtin().classes().len();
    let heads = Heads::untrained(embed::WIDTH, classes, 1);
    write(base, &heads, &[], output)
}

/// Points of every class in millimetres, from all its structures in proportion to their volume; none for a class that is not in the atlas.
pub fn class_points(atlas: &Atlas, points: usize) -> Vec<Vec<[f32; 3]>> {
    let gazetteer = Gazetteer::builtin();
    (0..gazetteer.classes().len())
        .map(|class| {
            let structures = gazetteer.structures_of(class);
            let total: f32 = structures.iter().map(|&s| atlas.volume_ml(s)).sum();
            if total <= 0.0 {
                return Vec::new();
            }
            let mut sampled: Vec<[f32; 3]> = structures
                .iter()
                .flat_map(|&s| {
                    atlas.sample_points(
                        s,
                        (points as f32 * atlas.volume_ml(s) / total).ceil() as usize,
                        class as u64,
                    )
                })
                .collect();
            if sampled.is_empty() {
                return sampled;
            }
            // Rounding up leaves a few too many: take them evenly, so that no structure loses all of its points.
            let have = sampled.len();
            sampled = (0..points).map(|i| sampled[i * have / points]).collect();
            sampled
        })
        .collect()
}

/// Trains with each of the settings, keeps the best on the development documents, and writes the model folder; `unlearnt` as for [`write()`].
///
/// # Errors
/// When the store, the atlas or the base cannot be read, or the folder not be written.
pub fn train(
    store: &Path,
    base: &Path,
    atlas: &Path,
    output: &Path,
    settings: &[Settings],
    unlearnt: &[String],
) -> Result<Score> {
    let (texts, tokens) = embed::read(store)?;
    let atlas = Arc::new(Atlas::open(atlas)?);
    let points = class_points(&atlas, POINTS);
    let missing: Vec<&str> = Gazetteer::builtin()
        .classes()
        .iter()
        .zip(&points)
        .filter(|(c, p)| c.is_present() && p.is_empty())
        .map(|(c, _)| c.name.as_str())
        .collect();
    if !missing.is_empty() {
        eprintln!(
            "classes without a voxel in this atlas of {} structures: {missing:?}",
            Catalogue::builtin().structures().len()
        );
    }
    let mut best: Option<(Heads, Score)> = None;
    for setting in settings {
        eprintln!("{setting:?}");
        let (heads, score) = train::train(&texts, &tokens, &points, setting);
        if best.as_ref().is_none_or(|(_, b)| score.value() > b.value()) {
            eprintln!("best so far: {score:?}");
            best = Some((heads, score));
        }
    }
    let (heads, score) = best.context("no settings to train with")?;
    write(base, &heads, unlearnt, output)?;
    Ok(score)
}
