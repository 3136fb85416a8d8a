//! The layer that reads what a text is about in the female body, see [`grounding::female`]: learnt on the vectors of a finished model, which
//! it leaves as they are.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anatomy::{Atlas, Catalogue, Sex, StructureIndex};
use anyhow::{Context as _, Result, anyhow};
use evaluation::reading::{self, Right};
use grounding::female::{self, FEMALE_FILE, FemaleHead, READ};
use grounding::{EngineChoice, Gazetteer, Grounder, NameFinder, TextInput};
use serde_json::{Value, json};

use crate::corpus::{self, Limits, Split, hash};

/// Texts written to learn what a text is about in the female body from.
pub const TEXTS: &str = "female-train.tsv";

/// Of other texts written for reading, so many that are not about her organs.
const OTHERS: usize = 40_000;

/// Labelled documents, titles and terms of her organs, and of others, at most.
const DOCUMENTS: [usize; 2] = [3000, 5000];

/// Long documents are cut to their first bytes, as elsewhere in training.
const MOST_BYTES: usize = 900;

/// Passes over the texts.
const PASSES: usize = 60;

/// Texts of a step.
const BATCH: usize = 256;

/// First step length of Adam; falls to nothing by a cosine.
const RATE: f32 = 0.02;

/// Weight of the squares of the weights.
const DECAY: f32 = 2e-5;

/// What `training female` is told.
#[derive(Debug, clap::Args)]
pub struct Arguments {
    /// Folder of the corpus (.jsonl.gz files).
    #[arg(long)]
    corpus: PathBuf,
    /// Folder of the vocabularies (MeSH descriptors and heading table).
    #[arg(long)]
    vocab: PathBuf,
    /// Folder of female-train.tsv and reading-train.tsv.
    #[arg(long, default_value = "crates/training/data")]
    data: PathBuf,
    /// The model folder.
    #[arg(long)]
    model: PathBuf,
    /// Folder of the atlas.
    #[arg(long)]
    atlas: PathBuf,
}

/// A text and the answers that are right, by number.
struct Example {
    text: String,
    right: Vec<usize>,
}

impl Arguments {
    /// Learns the layer, writes it to the model folder and prints what it reaches.
    ///
    /// # Errors
    /// When the model, the atlas or the texts cannot be read, or the layer not be written.
    pub fn run(&self) -> Result<()> {
        let atlas = Arc::new(Atlas::open(&self.atlas)?);
        let answers = FemaleHead::answers(Catalogue::builtin());
        let examples = examples(&self.data, &self.corpus, &self.vocab, &answers)?;
        eprintln!("{} texts", examples.len());
        let grounder = Grounder::open(&self.model, atlas, EngineChoice::Auto)?;
        let inputs = examples.iter().map(|example| TextInput {
            id: None,
            title: None,
            text: &example.text,
        });
        let vectors = grounder.vectors(&inputs.collect::<Vec<_>>())?;
        let names = grounder.parts().0.names.as_deref().map(NameFinder::encoder);
        let vectors = vectors.iter().zip(&examples);
        let vectors: Vec<Vec<f32>> = vectors
            .map(|(vector, example)| female::numbers(vector, &example.text, names))
            .collect();
        // Every tenth is kept back.
        let apart = |example: &Example| hash("female", &example.text).is_multiple_of(10);
        let (back, kept): (Vec<usize>, Vec<usize>) =
            (0..examples.len()).partition(|n| apart(&examples[*n]));
        let set = Set {
            vectors: &vectors,
            examples: &examples,
            answers: answers.len() + 1,
        };
        let weights = set.learn(&kept);
        let head = FemaleHead::new(answers, weights).context("the layer did not converge")?;
        let report = report(&head, &set, &back);
        let file = self.model.join(FEMALE_FILE);
        let bytes = head.to_bytes().map_err(anyhow::Error::msg)?;
        std::fs::write(&file, bytes)
            .with_context(|| format!("{} cannot be written", file.display()))?;
        println!("{}", serde_json::to_string_pretty(&report)?);
        Ok(())
    }
}

/// How well the texts that were kept back are told.
fn report(head: &FemaleHead, set: &Set<'_>, back: &[usize]) -> Value {
    let none = set.answers - 1;
    let (mut hers, mut told, mut first, mut others, mut wrong) = (0, 0, 0, 0, 0);
    for &n in back {
        let reading = head.read(&set.vectors[n]);
        let right = &set.examples[n].right;
        if right == &[none] {
            others += 1;
            wrong += usize::from(reading.p > 0.5);
            continue;
        }
        hers += 1;
        told += usize::from(reading.p > 0.5);
        let best = reading.structures.iter().enumerate();
        let best = best.max_by(|a, b| a.1.1.total_cmp(&b.1.1));
        first += usize::from(best.is_some_and(|(n, _)| right.contains(&n)));
    }
    json!({
        "texts": set.examples.len(),
        "kept_back": { "hers": hers, "told": told, "exact": first, "others": others, "taken_for_hers": wrong },
    })
}

/// All texts that the layer learns from.
fn examples(
    data: &Path,
    corpus: &Path,
    vocab: &Path,
    answers: &[StructureIndex],
) -> Result<Vec<Example>> {
    let catalogue = Catalogue::builtin();
    let none = answers.len();
    // A structure that the text is about, and for a pair its halves, which the text may mean.
    let numbers = |rows: &[StructureIndex]| -> Vec<usize> {
        let right = |s: &StructureIndex| {
            let halves = catalogue.halves(*s);
            let halves = halves.into_iter().flat_map(|(left, right)| [left, right]);
            halves.chain([*s]).collect::<Vec<_>>()
        };
        let rows: Vec<StructureIndex> = rows.iter().flat_map(right).collect();
        (0..answers.len())
            .filter(|n| rows.contains(&answers[*n]))
            .collect()
    };
    let mut examples = Vec::new();
    let mut add = |text: &str, mut right: Vec<usize>| {
        if right.is_empty() {
            right.push(none);
        }
        let text = text.to_owned();
        examples.push(Example { text, right });
    };
    for item in table(&data.join(TEXTS))? {
        match &item.right {
            Right::Nowhere => add(&item.text, Vec::new()),
            Right::Structures(rows) => add(&item.text, numbers(rows)),
        }
    }
    for row in answers {
        let structure = catalogue.get(*row);
        let names = structure
            .synonyms
            .iter()
            .chain([&structure.name, &structure.latin]);
        names.for_each(|name| add(name, numbers(&[*row])));
    }
    let mut others = table(&data.join("reading-train.tsv"))?;
    // What is about nothing in the male torso may be about her organs.
    others.retain(|item| item.right != Right::Nowhere || !names_hers(&item.text));
    let male = |item: &reading::Item| match &item.right {
        Right::Structures(rows) => rows
            .iter()
            .any(|s| catalogue.get(*s).sex == Some(Sex::Male)),
        Right::Nowhere => false,
    };
    // First what is easily taken for hers: organs of men, and hers beside what the text is about.
    others.sort_by_key(|item| {
        let hard = male(item) || names_hers(&item.text);
        (!hard, hash("others", &item.text))
    });
    others.truncate(OTHERS);
    others.iter().for_each(|item| add(&item.text, Vec::new()));

    let chosen = corpus::select(corpus, vocab, &Limits::default())?.into_iter();
    let chosen = chosen.filter(|item| item.split == Split::Train && item.source != corpus::READING);
    let gazetteer = Gazetteer::builtin();
    let hers = |class: &usize| {
        gazetteer.structures_of(*class).is_empty()
            && !gazetteer.female_structures_of(*class).is_empty()
    };
    let (mut about_her, mut about_others): (Vec<_>, Vec<_>) =
        chosen.partition(|item| item.classes.iter().any(hers));
    about_others.retain(|item| !names_hers(&item.text) && !names_hers(&item.title));
    for (items, most) in [
        (&mut about_her, DOCUMENTS[0]),
        (&mut about_others, DOCUMENTS[1]),
    ] {
        items.sort_by_key(|item| hash("documents", &item.text));
        items.truncate(most);
        for item in items {
            let whole = format!("{} {}", item.title, item.text);
            let mut end = whole.len().min(MOST_BYTES);
            while !whole.is_char_boundary(end) {
                end -= 1;
            }
            let classes = item.classes.iter().filter(|class| hers(class));
            let rows = classes.flat_map(|class| gazetteer.female_structures_of(*class));
            // Any part of an organ may be what a document is about.
            let parts: Vec<StructureIndex> = rows.flat_map(|row| catalogue.parts(*row)).collect();
            add(whole[..end].trim(), numbers(&parts));
        }
    }
    Ok(examples)
}

/// Whether the words of a text name an organ that only the female body has.
fn names_hers(text: &str) -> bool {
    let gazetteer = Gazetteer::builtin();
    let mentions = gazetteer.find(text);
    let only = |class: usize| {
        gazetteer.structures_of(class).is_empty()
            && !gazetteer.female_structures_of(class).is_empty()
    };
    mentions.iter().any(|mention| only(mention.class))
}

fn table(file: &Path) -> Result<Vec<reading::Item>> {
    let text = std::fs::read_to_string(file)
        .with_context(|| format!("{} cannot be read", file.display()))?;
    reading::parse(&text, Catalogue::builtin())
        .map_err(|reason| anyhow!("{}, {reason}", file.display()))
}

/// Vectors with their answers.
struct Set<'a> {
    vectors: &'a [Vec<f32>],
    examples: &'a [Example],
    answers: usize,
}

impl Set<'_> {
    /// Softmax regression by Adam: the logarithm of what the right answers have together grows. By answers, weights and a bias.
    fn learn(&self, texts: &[usize]) -> Vec<f32> {
        let wide = READ + 1;
        let mut weights = vec![0.0f32; self.answers * wide];
        let (mut mean, mut square) = (weights.clone(), weights.clone());
        let mut order = texts.to_vec();
        let steps = PASSES * texts.len().div_ceil(BATCH);
        let mut step = 0i32;
        for pass in 0..PASSES {
            let salt = pass.to_string();
            order.sort_by_key(|n| hash(&salt, &self.examples[*n].text));
            let mut lost = 0.0;
            for batch in order.chunks(BATCH) {
                let mut gradient = vec![0.0f32; weights.len()];
                for &n in batch {
                    lost += self.pull(&weights, n, &mut gradient);
                }
                step += 1;
                let done = step as f32 / steps as f32;
                let rate = RATE * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
                let [first, second] = [1.0 - 0.9f32.powi(step), 1.0 - 0.999f32.powi(step)];
                for (i, g) in gradient.iter().enumerate() {
                    let g = g / batch.len() as f32 + DECAY * weights[i];
                    mean[i] = 0.9 * mean[i] + 0.1 * g;
                    square[i] = 0.999 * square[i] + 0.001 * g * g;
                    weights[i] -= rate * (mean[i] / first) / ((square[i] / second).sqrt() + 1e-8);
                }
            }
            if pass % 10 == 9 {
                eprintln!("pass {}: loss {:.4}", pass + 1, lost / order.len() as f32);
            }
        }
        weights
    }

    /// Adds a text's pull to the gradient; its loss.
    fn pull(&self, weights: &[f32], n: usize, gradient: &mut [f32]) -> f32 {
        let (vector, right) = (&self.vectors[n], &self.examples[n].right);
        let wide = READ + 1;
        let logits = weights
            .chunks(wide)
            .map(|row| row.iter().zip(vector).map(|(w, v)| w * v).sum::<f32>() + row[READ]);
        let mut shares: Vec<f32> = logits.collect();
        let most = shares.iter().copied().fold(f32::MIN, f32::max);
        shares.iter_mut().for_each(|l| *l = (*l - most).exp());
        let sum: f32 = shares.iter().sum();
        let good: f32 = right.iter().map(|r| shares[*r]).sum();
        for (answer, row) in gradient.chunks_mut(wide).enumerate() {
            let wanted = match right.contains(&answer) {
                true => shares[answer] / good.max(1e-12),
                false => 0.0,
            };
            let pull = shares[answer] / sum - wanted;
            if pull.abs() > 1e-6 {
                row.iter_mut().zip(vector).for_each(|(g, v)| *g += pull * v);
                row[READ] += pull;
            }
        }
        -(good / sum).max(1e-12).ln()
    }
}
