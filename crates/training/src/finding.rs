//! The map from a text's vector to the one by which similar texts are found, see [`grounding::finding`]: the one that was learnt with the
//! encoder, or one from titles and the texts that they stand over; chosen and measured on NFCorpus.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anatomy::Atlas;
use anyhow::{Context as _, Result};
use grounding::finding::{FINDING_FILE, FindingMap};
use grounding::model::EMBEDDING;
use grounding::{EngineChoice, Grounder, TextInput};
use nalgebra::DMatrix;
use serde_json::{Value, json};

use crate::corpus::{self, Split, TRAINING_SOURCES, hash};

/// Titles and texts that are learnt from, at most.
const PAIRS: usize = 8000;

/// Bytes of a text that are read.
const READ: usize = 900;

/// What is added to the variance of the differences in each direction: the candidates.
const FLOORS: [f64; 3] = [3e-4, 1e-3, 3e-3];

/// Documents that are looked at for nDCG, and for recall.
const AT: [usize; 2] = [10, 100];

/// A collection with questions and judged answers.
struct Collection {
    /// Vectors of the documents.
    documents: Vec<Vec<f32>>,
    /// Vectors of the questions, each with the grades of its documents.
    questions: Vec<(Vec<f32>, HashMap<usize, f64>)>,
}

/// What `training finding` is told.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Folder of the corpus (.jsonl.gz files).
    #[arg(long)]
    corpus: PathBuf,
    /// Folder of the relevance sets (nfcorpus).
    #[arg(long)]
    retrieval: PathBuf,
    /// The map that was learnt with the encoder (`finding.safetensors` of docs/experiments/tune.py), which is kept; others are only measured beside it.
    #[arg(long)]
    learnt: Option<PathBuf>,
    /// The model folder.
    #[arg(long)]
    model: PathBuf,
    /// Folder of the atlas.
    #[arg(long)]
    atlas: PathBuf,
}

impl Arguments {
    /// Learns the map and prints what it reaches.
    ///
    /// # Errors
    /// As [`learn`].
    pub fn run(&self) -> Result<()> {
        let learnt = self.learnt.as_deref();
        let report = learn(
            &self.corpus,
            &self.retrieval,
            learnt,
            &self.model,
            &self.atlas,
        )?;
        println!("{}", serde_json::to_string_pretty(&report)?);
        Ok(())
    }
}

/// Learns the map, writes it to the model folder and returns what it reaches.
///
/// # Errors
/// When the model, the atlas, the corpus or the judgments cannot be read, or the map not be written.
pub fn learn(
    corpus: &Path,
    retrieval: &Path,
    learnt: Option<&Path>,
    model: &Path,
    atlas: &Path,
) -> Result<Value> {
    let mut candidates: Vec<(String, FindingMap)> = Vec::new();
    if let Some(path) = learnt {
        let place = || format!("{} cannot be read", path.display());
        let bytes = std::fs::read(path).with_context(place)?;
        let map = FindingMap::from_bytes(&bytes).map_err(anyhow::Error::msg)?;
        candidates.push(("learnt with the encoder".to_owned(), map));
    }
    let file = model.join(FINDING_FILE);
    // The vectors must be those of the network.
    if file.exists() {
        std::fs::remove_file(&file)?;
    }
    let atlas = Arc::new(Atlas::open(atlas)?);
    let grounder = Grounder::open(model, atlas, EngineChoice::Auto)?;
    let mut documents: Vec<(String, String)> = Vec::new();
    let mut groups = HashSet::new();
    corpus::read(corpus, &|source| source == "nfcorpus", &mut |record| {
        groups.insert(record.group);
        documents.push((record.id, format!("{} {}", record.title, record.text)));
    })?;
    let (titles, texts) = pairs(corpus, &groups)?;
    eprintln!("{} titles with their texts", titles.len());
    let [titles, texts] =
        [titles, texts].map(|texts| vectors(&grounder, texts.iter().map(String::as_str)));
    let (titles, texts) = (titles?, texts?);
    let own = vectors(&grounder, documents.iter().map(|(_, text)| text.as_str()))?;
    let ids: HashMap<&str, usize> = documents
        .iter()
        .enumerate()
        .map(|(n, (id, _))| (id.as_str(), n))
        .collect();
    let mut parts = Vec::new();
    for part in ["dev", "test"] {
        let asked = questions(retrieval, part, &ids)?;
        let read = vectors(&grounder, asked.iter().map(|(text, _)| text.as_str()))?;
        let grades = asked.into_iter().map(|(_, grades)| grades);
        parts.push(Collection {
            documents: own.clone(),
            questions: read.into_iter().zip(grades).collect(),
        });
    }
    for floor in FLOORS {
        let map = fit(&titles, &texts, floor).context("the differences have no inverse")?;
        candidates.push((format!("titles and texts, floor {floor}"), map));
    }
    let mut best: Option<(f64, String, FindingMap)> = None;
    for (name, map) in candidates {
        let [reached, recall] = parts[0].measure(Some(&map));
        eprintln!("{name}: nDCG@10 {reached:.4}, Recall@100 {recall:.4} of develop");
        // One that was learnt with the encoder was chosen with it, on more questions than these.
        if best
            .as_ref()
            .is_none_or(|(most, ..)| learnt.is_none() && reached > *most)
        {
            best = Some((reached, name, map));
        }
    }
    let (_, name, map) = best.context("nothing was tried")?;
    let bytes = map.to_bytes().map_err(anyhow::Error::msg)?;
    std::fs::write(&file, bytes)
        .with_context(|| format!("{} cannot be written", file.display()))?;
    let report = |part: &Collection| {
        let of = |map| {
            let [ndcg, recall] = part.measure(map);
            json!({"ndcg_10": ndcg, "recall_100": recall})
        };
        json!({"questions": part.questions.len(), "network": of(None), "map": of(Some(&map))})
    };
    Ok(json!({
        "pairs": titles.len(),
        "map": name,
        "documents": own.len(),
        "develop": report(&parts[0]),
        "test": report(&parts[1]),
    }))
}

/// Titles with their texts, of documents that may be trained on and are not of `apart`.
fn pairs(corpus: &Path, apart: &HashSet<String>) -> Result<(Vec<String>, Vec<String>)> {
    let allowed = |source: &str| {
        TRAINING_SOURCES.contains(&source)
            || ["medquad", "openstax_nursing_bundle"].contains(&source)
    };
    let mut found: Vec<(u64, String, String)> = Vec::new();
    corpus::read(corpus, &allowed, &mut |record| {
        let fits = record.title.len() >= 12 && record.text.len() >= 150;
        if fits && Split::of_group(&record.group) == Split::Train && !apart.contains(&record.group)
        {
            let key = hash("finding", &record.id);
            let end = record.text.floor_char_boundary(READ);
            found.push((key, record.title, record.text[..end].to_owned()));
        }
    })?;
    found.sort_unstable();
    found.dedup();
    found.truncate(PAIRS);
    let pairs = found.into_iter().map(|(_, title, text)| (title, text));
    Ok(pairs.unzip())
}

/// Vectors of texts.
fn vectors<'t>(grounder: &Grounder, texts: impl Iterator<Item = &'t str>) -> Result<Vec<Vec<f32>>> {
    let inputs: Vec<TextInput<'_>> = texts.map(TextInput::new).collect();
    let mut vectors = Vec::with_capacity(inputs.len());
    for chunk in inputs.chunks(1024) {
        let found = grounder.ground(chunk)?;
        vectors.extend(found.into_iter().map(|g| g.embedding));
        eprintln!("{} of {} texts read", vectors.len(), inputs.len());
    }
    Ok(vectors)
}

/// The map by which the differences between title and text are as large in every direction: the inverse of the Cholesky factor of their
/// second moments, with something added to each.
fn fit(titles: &[Vec<f32>], texts: &[Vec<f32>], floor: f64) -> Option<FindingMap> {
    let count = titles.len().max(1) as f64;
    let differences = DMatrix::from_fn(titles.len(), EMBEDDING, |row, column| {
        f64::from(titles[row][column] - texts[row][column])
    });
    let moments = differences.tr_mul(&differences) / count;
    let moments = moments + DMatrix::identity(EMBEDDING, EMBEDDING) * floor;
    let inverse = moments.cholesky()?.l().try_inverse()?;
    // By rows; nalgebra keeps columns.
    FindingMap::new(inverse.transpose().iter().map(|w| *w as f32).collect())
}

/// The questions of one part of NFCorpus with the grades of the documents at hand.
fn questions(
    retrieval: &Path,
    part: &str,
    ids: &HashMap<&str, usize>,
) -> Result<Vec<(String, HashMap<usize, f64>)>> {
    let folder = retrieval.join("nfcorpus");
    let text = |name: &str| {
        let file = folder.join(name);
        std::fs::read_to_string(&file).with_context(|| format!("{} cannot be read", file.display()))
    };
    let mut grades: HashMap<String, HashMap<usize, f64>> = HashMap::new();
    for line in text(&format!("qrels.{part}.tsv"))?.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [question, document, grade] = columns[..] else {
            continue;
        };
        if let (Some(document), Ok(grade)) = (ids.get(document), grade.parse()) {
            let of = grades.entry(question.to_owned()).or_default();
            of.insert(*document, grade);
        }
    }
    let mut asked = Vec::new();
    for line in text("queries.jsonl")?.lines() {
        let question: Value = serde_json::from_str(line)?;
        let id = question["id"].as_str().unwrap_or_default();
        if let (Some(grades), Some(text)) = (grades.remove(id), question["text"].as_str()) {
            asked.push((text.to_owned(), grades));
        }
    }
    Ok(asked)
}

impl Collection {
    /// nDCG@10 and Recall@100, means over the questions.
    fn measure(&self, map: Option<&FindingMap>) -> [f64; 2] {
        let mapped = |vector: &Vec<f32>| map.map_or_else(|| vector.clone(), |m| m.apply(vector));
        let documents: Vec<Vec<f32>> = self.documents.iter().map(mapped).collect();
        let mut sums = [0.0; 2];
        for (question, grades) in &self.questions {
            let question = mapped(question);
            let dot = |d: &Vec<f32>| d.iter().zip(&question).map(|(a, b)| a * b).sum::<f32>();
            let mut ranked: Vec<(f32, usize)> = documents
                .iter()
                .map(dot)
                .enumerate()
                .map(|(n, s)| (s, n))
                .collect();
            ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
            let order: Vec<usize> = ranked.into_iter().map(|(_, n)| n).collect();
            let [ndcg, recall] = judged(&order, grades);
            sums[0] += ndcg;
            sums[1] += recall;
        }
        sums.map(|sum| sum / self.questions.len().max(1) as f64)
    }
}

/// nDCG and recall of one ranking, at the depths of [`AT`].
fn judged(order: &[usize], grades: &HashMap<usize, f64>) -> [f64; 2] {
    let gain = |grades: &mut dyn Iterator<Item = f64>| -> f64 {
        let ranked = grades.take(AT[0]).enumerate();
        ranked
            .map(|(n, grade)| grade / (n as f64 + 2.0).log2())
            .sum()
    };
    let mut ideal: Vec<f64> = grades.values().copied().collect();
    ideal.sort_by(|a, b| b.total_cmp(a));
    let most = gain(&mut ideal.into_iter());
    let own = gain(&mut order.iter().map(|n| grades.get(n).copied().unwrap_or(0.0)));
    let found = order.iter().take(AT[1]).filter(|n| grades.contains_key(n));
    [
        if most > 0.0 { own / most } else { 0.0 },
        found.count() as f64 / grades.len().max(1) as f64,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rankings_are_judged_by_hand() {
        let grades = HashMap::from([(3, 2.0), (5, 1.0)]);
        let ideal = 2.0 / 2f64.log2() + 1.0 / 3f64.log2();
        let [ndcg, recall] = judged(&[5, 0, 3], &grades);
        let own = 1.0 / 2f64.log2() + 2.0 / 4f64.log2();
        assert!((ndcg - own / ideal).abs() < 1e-12);
        assert!((recall - 1.0).abs() < 1e-12);
        let order: Vec<usize> = (10..200).chain([3]).collect();
        assert_eq!(judged(&order, &grades), [0.0, 0.0]);
    }

    #[test]
    fn a_direction_in_which_titles_and_texts_differ_is_made_small() {
        // They share number 0 and differ by chance in number 1.
        let vector = |a: f32, b: f32| {
            let mut vector = vec![0.0; EMBEDDING];
            (vector[0], vector[1]) = (a, b);
            vector
        };
        let side = |n: usize| if n.is_multiple_of(2) { 0.5 } else { -0.5 };
        let titles: Vec<Vec<f32>> = (0..40).map(|_| vector(1.0, 0.0)).collect();
        let texts: Vec<Vec<f32>> = (0..40).map(|n| vector(1.0, side(n))).collect();
        let map = fit(&titles, &texts, 1e-2).unwrap();
        let mapped = map.apply(&vector(1.0, 1.0));
        assert!(mapped[0] > 4.0 * mapped[1].abs(), "{:?}", &mapped[..2]);
        assert!(mapped[1].abs() > 0.0);
    }
}
