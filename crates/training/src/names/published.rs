//! The published encoder learnt on the groups of names that the one that ships learns from, and measured by the same tasks.

use std::collections::{BTreeSet, HashMap};
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use rand::SeedableRng as _;
use rand::rngs::SmallRng;
use serde_json::{Value, json};

use super::dan::{self, Cca, Grounded, Settings, WIDTH};
use super::data::{self, Concept};
use super::tasks::{self, Diseases, Encode};
use crate::corpus::Split;

/// The words of a name: lower case, parted by whatever is no letter and no digit.
fn words(name: &str) -> Vec<String> {
    let lower = name.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric());
    words.filter(|w| !w.is_empty()).map(str::to_owned).collect()
}

/// Vectors of words.
struct Words(HashMap<String, Vec<f32>>);

impl Words {
    /// Reads fastText's text format: a line with the count and [`WIDTH`], then a word and its numbers a line.
    fn read(file: &Path) -> Result<Self> {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let mut vectors = HashMap::new();
        for (n, line) in text.lines().enumerate().skip(1) {
            let mut columns = line.split_whitespace();
            let word = columns.next().unwrap_or_default().to_owned();
            let numbers: Result<Vec<f32>, _> = columns.map(str::parse).collect();
            let numbers = numbers.with_context(|| format!("{}, line {}", file.display(), n + 1))?;
            ensure!(
                numbers.len() == WIDTH,
                "{}, line {}: {} numbers instead of {WIDTH}",
                file.display(),
                n + 1,
                numbers.len()
            );
            vectors.insert(word, numbers);
        }
        Ok(Self(vectors))
    }

    /// The mean vector of the words of each name (equation 1); zeros for a name without any.
    fn means(&self, names: &[&str]) -> Vec<Vec<f32>> {
        let mean = |name: &&str| {
            let words = words(name);
            let known: Vec<&Vec<f32>> = words.iter().filter_map(|w| self.0.get(w)).collect();
            mean(&known)
        };
        names.iter().map(mean).collect()
    }
}

fn mean(vectors: &[&Vec<f32>]) -> Vec<f32> {
    let mut mean = vec![0.0; WIDTH];
    for vector in vectors {
        mean.iter_mut().zip(*vector).for_each(|(m, v)| *m += v);
    }
    let count = vectors.len().max(1) as f32;
    mean.iter_mut().for_each(|m| *m /= count);
    mean
}

fn unit(mut vectors: Vec<Vec<f32>>) -> Vec<Vec<f32>> {
    for vector in &mut vectors {
        let length = vector.iter().map(|v| v * v).sum::<f32>().sqrt();
        vector.iter_mut().for_each(|v| *v /= length.max(1e-9));
    }
    vectors
}

/// Learns and measures: the means of word vectors as they are, projected, and encoded by the network (which learns from the means as they are, with `plain`).
///
/// # Errors
/// When a file cannot be read; when there are no word vectors, after the words have been written to the file's name with `.words` behind it.
pub fn compare(
    vocab: &Path,
    retrieval: &Path,
    vectors: &Path,
    settings: Settings,
    plain: bool,
) -> Result<Value> {
    let mesh = data::mesh(vocab)?;
    let groups = data::groups(&mesh, vocab, retrieval, &data::phrases()?, false)?;
    if !vectors.exists() {
        let list = vectors.with_added_extension("words");
        let all = wanted(&mesh, &groups, retrieval)?;
        std::fs::write(&list, all.join("\n"))
            .with_context(|| format!("{} cannot be written", list.display()))?;
        bail!(
            "{} is missing; the {} words that it wants are in {}",
            vectors.display(),
            all.len(),
            list.display()
        );
    }
    let known = Words::read(vectors)?;
    let own: Vec<Vec<Vec<f32>>> = groups
        .iter()
        .map(|group| known.means(&group.names.iter().map(String::as_str).collect::<Vec<_>>()))
        .collect();
    let of_group = |names: &Vec<Vec<f32>>| mean(&names.iter().collect::<Vec<_>>());
    let concepts: Vec<Vec<f32>> = own.iter().map(of_group).collect();
    let flat: Vec<Vec<f32>> = own.iter().flatten().cloned().collect();
    let beside: Vec<Vec<f32>> = own
        .iter()
        .zip(&concepts)
        .flat_map(|(names, concept)| vec![concept.clone(); names.len()])
        .collect();
    eprintln!("{} groups, {} names", own.len(), flat.len());
    let cca = Cca::fit(&flat, &beside)?;
    let (names, prototypes) = if plain {
        (own, concepts)
    } else {
        let names = own.iter().map(|names| cca.names(names)).collect();
        (names, cca.concepts(&concepts))
    };
    let grounded: Vec<Grounded> = names
        .into_iter()
        .zip(prototypes)
        .map(|(names, prototype)| Grounded { names, prototype })
        .collect();
    let put = |names: &[&str]| {
        let means = known.means(names);
        if plain { means } else { cca.names(&means) }
    };
    let mut rng = SmallRng::seed_from_u64(1);
    let (network, step) = dan::fit(&grounded, settings, &mut rng, &mut |network| {
        let ranked = tasks::synonyms(&mesh, Split::Dev, &mut |n| Ok(network.encode(&put(n))))?;
        Ok(ranked.map)
    })?;
    let mut report = serde_json::Map::new();
    report.insert(
        "settings".to_owned(),
        json!({"groups": grounded.len(), "names": flat.len(), "hidden": settings.hidden, "batch": settings.batch, "step": step, "cca": !plain}),
    );
    let mut add = |key: &str, encode: &mut Encode<'_>| -> Result<()> {
        let row = measured(&mesh, retrieval, encode)?;
        eprintln!("{key}: {row}");
        report.insert(key.to_owned(), row);
        Ok(())
    };
    add("fasttext", &mut |n| Ok(unit(known.means(n))))?;
    add("fasttext_cca", &mut |n| {
        Ok(unit(cca.names(&known.means(n))))
    })?;
    add("network", &mut |n| Ok(network.encode(&put(n))))?;
    Ok(Value::Object(report))
}

fn measured(mesh: &[Concept], retrieval: &Path, encode: &mut Encode<'_>) -> Result<Value> {
    Ok(json!({
        "develop": tasks::synonyms(mesh, Split::Dev, encode)?,
        "test": tasks::synonyms(mesh, Split::Test, encode)?,
        "diseases": Diseases::new(mesh, retrieval, false)?.first(encode)?,
        "diseases_and_seen_mentions": Diseases::new(mesh, retrieval, true)?.first(encode)?,
        "related": tasks::related(retrieval, encode)?,
    }))
}

/// All words of the names that are learnt or measured, sorted.
fn wanted(mesh: &[Concept], groups: &[Concept], retrieval: &Path) -> Result<Vec<String>> {
    let mut all = BTreeSet::new();
    let concepts = mesh.iter().chain(groups);
    concepts.for_each(|c| all.extend(c.names.iter().flat_map(|n| words(n))));
    for mention in data::diseases(retrieval, &["train", "dev", "test"])? {
        all.extend(words(&mention.name));
    }
    tasks::related(retrieval, &mut |names| {
        all.extend(names.iter().flat_map(|n| words(n)));
        Ok(vec![vec![0.0]; names.len()])
    })?;
    Ok(all.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_the_mean_of_its_words_and_a_damaged_file_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("words.vec");
        let row = |v: &str| vec![v; WIDTH].join(" ");
        let text = format!("2 300\nkidney {}\nstone {}\n", row("1.0"), row("3.0"));
        std::fs::write(&file, text).unwrap();
        let known = Words::read(&file).unwrap();
        let means = known.means(&["Kidney-Stone", "stone of", "of"]);
        let firsts: Vec<f32> = means.iter().map(|m| m[0]).collect();
        assert!(
            firsts
                .iter()
                .zip([2.0f32, 3.0, 0.0])
                .all(|(a, b)| (a - b).abs() < 1e-6)
        );
        std::fs::write(&file, "1 300\nkidney 1.0 2.0\n").unwrap();
        let error = Words::read(&file).err().unwrap().to_string();
        assert!(error.contains("line 2: 2 numbers"), "{error}");
    }
}
