//! What encoders of names are measured by, whatever gives the vectors.

use std::path::Path;

use anyhow::{Context as _, Result};
use serde_json::{Value, json};

use super::data::{self, Concept, Mention};
use super::measure::{self, Ranking};
use crate::corpus::Split;

/// A way to give names vectors, one of unit length for each.
pub type Encode<'e> = dyn FnMut(&[&str]) -> Result<Vec<Vec<f32>>> + 'e;

/// How well the names of the concepts of a side find each other.
pub fn synonyms(mesh: &[Concept], split: Split, encode: &mut Encode<'_>) -> Result<Ranking> {
    let (names, concepts) = measure::listed(mesh.iter().filter(|c| c.split == split));
    let vectors = encode(&names)?;
    Ok(measure::rank(&concepts, &|n| {
        measure::dense(&vectors[n], &vectors)
    }))
}

/// Disease mentions of the test abstracts of the NCBI disease corpus, and the names of diseases in MeSH that they are looked for among.
pub struct Diseases {
    mentions: Vec<Mention>,
    names: Vec<String>,
    ids: Vec<String>,
}

impl Diseases {
    /// With the mentions of the other abstracts among the names, where `seen`.
    pub fn new(mesh: &[Concept], retrieval: &Path, seen: bool) -> Result<Self> {
        let dictionary: Vec<&Concept> = mesh.iter().filter(|c| measure::is_disease(c)).collect();
        let mut mentions = data::diseases(retrieval, &["test"])?;
        mentions.retain(|mention| dictionary.iter().any(|c| c.id == mention.id));
        let (listed, numbers) = measure::listed(dictionary.iter().copied());
        let mut names: Vec<String> = listed.into_iter().map(str::to_owned).collect();
        let mut ids: Vec<String> = numbers.iter().map(|n| dictionary[*n].id.clone()).collect();
        if seen {
            for mention in data::diseases(retrieval, &["train", "dev"])? {
                names.push(mention.name);
                ids.push(mention.id);
            }
        }
        Ok(Self {
            mentions,
            names,
            ids,
        })
    }

    /// How many are looked for.
    pub fn mentions(&self) -> usize {
        self.mentions.len()
    }

    /// Among how many names.
    pub fn names(&self) -> usize {
        self.names.len()
    }

    /// The share of mentions that find their descriptor first.
    pub fn first(&self, encode: &mut Encode<'_>) -> Result<f64> {
        let (queries, names) = self.texts();
        let (queries, names) = (encode(&queries)?, encode(&names)?);
        Ok(self.linked(&|n| measure::dense(&queries[n], &names)))
    }

    /// The same by n-grams.
    pub fn ngrams(&self) -> f64 {
        let (queries, names) = self.texts();
        let queries = measure::ngrams(&queries, &names);
        let names = measure::ngrams(&names, &names);
        self.linked(&|n| measure::sparse(&queries[n], &names))
    }

    fn texts(&self) -> (Vec<&str>, Vec<&str>) {
        let queries = self.mentions.iter().map(|m| m.name.as_str());
        (
            queries.collect(),
            self.names.iter().map(String::as_str).collect(),
        )
    }

    fn linked(&self, similar: &(dyn Fn(usize) -> Vec<f32> + Sync)) -> f64 {
        let ids: Vec<&str> = self.ids.iter().map(String::as_str).collect();
        measure::linked(&self.mentions, &ids, similar)
    }
}

/// Spearman's rank correlation of the cosines with what people judged (UMNSRS, Pakhomov et al. 2016), by kind of judgement, with the number of pairs.
pub fn related(retrieval: &Path, encode: &mut Encode<'_>) -> Result<Value> {
    let file = retrieval.join("umnsrs/pairs.tsv");
    let text = std::fs::read_to_string(&file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    let mut report = serde_json::Map::new();
    for kind in ["similarity", "relatedness"] {
        let pairs: Vec<[&str; 3]> = text
            .lines()
            .skip(1)
            .filter_map(|line| {
                let columns: Vec<&str> = line.split('\t').collect();
                (columns.len() > 5 && columns[0] == kind)
                    .then(|| [columns[1], columns[2], columns[5]])
            })
            .collect();
        let terms: Vec<&str> = pairs.iter().flat_map(|[a, b, _]| [*a, *b]).collect();
        let vectors = encode(&terms)?;
        let cosines: Vec<f64> = vectors
            .chunks(2)
            .map(|pair| measure::dense(&pair[0], &pair[1..])[0].into())
            .collect();
        let judged = pairs.iter().map(|[.., mean]| mean.parse());
        let judged: Vec<f64> = judged
            .collect::<Result<_, _>>()
            .with_context(|| format!("{}: a mean is no number", file.display()))?;
        let rho = measure::spearman(&cosines, &judged);
        report.insert(
            kind.to_owned(),
            json!({"pairs": pairs.len(), "spearman": rho}),
        );
    }
    Ok(Value::Object(report))
}
