//! What the encoder learns finding from, in one file, for `docs/experiments/tune.py`: texts with what could ask for them, and judged
//! questions by which it is seen whether it finds.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;
use grounding::WordPiece;
use serde_json::Value;

use super::passes::{number, short};
use crate::corpus::{self, Record, Split, TRAINING_SOURCES, hash};

/// Sources of texts without headings that are learnt from, beside [`TRAINING_SOURCES`]: CC BY 4.0; of evidence_inference_rct the rows under
/// CC BY or CC0; CC BY-SA 3.0.
const UNLABELLED: [&str; 4] = [
    "medquad",
    "openstax_nursing_bundle",
    "evidence_inference_rct",
    "medical_abstracts_tc_test",
];

/// Sources that finding is measured on: nothing of the same article is learnt from.
const MEASURED: [&str; 3] = [
    "nfcorpus",
    "cystic_fibrosis_collection",
    "bioasq_b_snippets",
];

/// Shorter titles ask for nothing, and shorter texts tell nothing, bytes.
const LEAST: [usize; 2] = [12, 150];
/// Sentences of a text that ask for it, and their bytes.
const SENTENCES: usize = 3;
const SENTENCE_BYTES: std::ops::Range<usize> = 40..250;
/// Choices of headings that ask for a text.
const CHOICES: usize = 3;
/// Headings that nearly every paper has and nobody asks with (MeSH check tags).
const CHECK_TAGS: [&str; 12] = [
    "Adolescent",
    "Adult",
    "Aged",
    "Aged, 80 and over",
    "Animals",
    "Child",
    "Child, Preschool",
    "Female",
    "Humans",
    "Infant",
    "Male",
    "Middle Aged",
];
/// Papers that share so much of their headings, each by its rarity, go together.
const ALIKE: f64 = 0.4;

/// What `training pairs` is told.
#[derive(Debug, Args)]
pub struct Pairs {
    /// Folder of the corpus (.jsonl.gz files).
    #[arg(long)]
    corpus: PathBuf,
    /// The tokenizer.json of the encoder.
    #[arg(long)]
    tokenizer: PathBuf,
    /// Folders of judged questions by which models are chosen (docs.jsonl, queries.jsonl, qrels.tsv).
    #[arg(long)]
    judged: Vec<PathBuf>,
    /// Word pieces of a text, at most.
    #[arg(long, default_value_t = 192)]
    tokens: usize,
    /// The file to write (.gz).
    #[arg(long)]
    output: PathBuf,
}

/// A text that is learnt from.
struct Text {
    record: Record,
    /// Rows of the papers that go together with it.
    alike: Vec<usize>,
}

impl Pairs {
    /// Writes the pairs (gzip, little-endian). A list of word pieces is their number (u16) and their ids (u16). The number of judged sets (u32);
    /// each: the number of its documents (u32) and each one's pieces; the number of questions (u32) and for each its pieces, how many documents
    /// are right (u32), and each one's row (u32) and grade (u32). The number of texts (u32); each: its group (u32), the pieces of its title and of
    /// its text, the number of what else asks for it (u32) and each one's pieces, the number of texts that go together with it (u32) and their
    /// rows (u32). `[CLS]` and `[SEP]` stand around none of them.
    ///
    /// # Errors
    /// When the corpus, a set or the tokenizer cannot be read, or the file not be written.
    pub fn run(self) -> Result<()> {
        let tokenizer = WordPiece::open(&self.tokenizer, self.tokens + 2)?;
        let place = || format!("{} cannot be written", self.output.display());
        let made = File::create(&self.output).with_context(place)?;
        let mut file = BufWriter::new(GzEncoder::new(made, Compression::best()));
        number(&mut file, self.judged.len())?;
        for folder in &self.judged {
            write_judged(&mut file, folder, &tokenizer)?;
        }
        let texts = choose(&self.corpus)?;
        let mut groups = HashMap::new();
        number(&mut file, texts.len())?;
        let mut asks = 0;
        for Text { record, alike } in &texts {
            let next = groups.len();
            number(&mut file, *groups.entry(&record.group).or_insert(next))?;
            pieces(&mut file, &record.title, &tokenizer)?;
            pieces(&mut file, &record.text, &tokenizer)?;
            let mut asking = headings(record);
            asking.extend(sentences(record));
            asks += asking.len();
            number(&mut file, asking.len())?;
            for one in asking {
                pieces(&mut file, &one, &tokenizer)?;
            }
            number(&mut file, alike.len())?;
            for row in alike {
                number(&mut file, *row)?;
            }
        }
        let together = texts.iter().map(|t| t.alike.len()).sum::<usize>();
        eprintln!(
            "{} texts, {asks} headings and sentences that ask for one, {together} that go together",
            texts.len()
        );
        let packed = file.into_inner().map_err(|e| e.into_error());
        let packed = packed.and_then(GzEncoder::finish).with_context(place)?;
        packed.sync_all().with_context(place)
    }
}

/// The texts of the side of training that may be learnt from, by what was drawn for them.
fn choose(corpus: &Path) -> Result<Vec<Text>> {
    let mut apart = HashSet::new();
    corpus::read(
        corpus,
        &|source| MEASURED.contains(&source),
        &mut |record| {
            apart.insert(record.group);
        },
    )?;
    let allowed = |source: &str| TRAINING_SOURCES.contains(&source) || UNLABELLED.contains(&source);
    let mut found: BTreeMap<u64, Record> = BTreeMap::new();
    corpus::read(corpus, &allowed, &mut |record| {
        let fits = record.title.len() >= LEAST[0] && record.text.len() >= LEAST[1];
        let ours = Split::of_group(&record.group) == Split::Train && !apart.contains(&record.group);
        if fits && ours && may_be_learnt(&record) {
            found.insert(hash("pairs", &record.id), record);
        }
    })?;
    let records: Vec<Record> = found.into_values().collect();
    let alike = go_together(&records);
    let both = records.into_iter().zip(alike);
    Ok(both.map(|(record, alike)| Text { record, alike }).collect())
}

/// Whether the terms of a record of these sources let weights be learnt from it.
fn may_be_learnt(record: &Record) -> bool {
    let licence = record.labels.as_ref().and_then(|l| l["licence"].as_str());
    record.source != "evidence_inference_rct" || licence.is_some_and(corpus::is_open_licence)
}

/// The headings of a record that tell it from others.
fn told(record: &Record) -> Vec<&str> {
    let all = record.mesh.iter().flatten().map(String::as_str);
    all.filter(|heading| !CHECK_TAGS.contains(heading))
        .collect()
}

/// For each record the two that share most of its headings, each heading counting by its rarity.
fn go_together(records: &[Record]) -> Vec<Vec<usize>> {
    let mut with: HashMap<&str, Vec<usize>> = HashMap::new();
    for (row, record) in records.iter().enumerate() {
        for heading in told(record) {
            with.entry(heading).or_default().push(row);
        }
    }
    let weight = |heading: &str| (records.len() as f64 / with[heading].len() as f64).ln();
    let whole: Vec<f64> = records
        .iter()
        .map(|record| told(record).into_iter().map(weight).sum())
        .collect();
    let of = |(row, record): (usize, &Record)| {
        let mut shared: HashMap<usize, f64> = HashMap::new();
        for heading in told(record) {
            for other in &with[heading] {
                *shared.entry(*other).or_default() += weight(heading);
            }
        }
        shared.remove(&row);
        let mut near: Vec<(f64, usize)> = shared
            .into_iter()
            .map(|(other, both)| (both / (whole[row] + whole[other] - both), other))
            .filter(|(share, _)| *share >= ALIKE)
            .collect();
        near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        near.into_iter().take(2).map(|(_, other)| other).collect()
    };
    records.iter().enumerate().map(of).collect()
}

/// One to three of a record's headings, several times.
fn headings(record: &Record) -> Vec<String> {
    let mut told = told(record);
    let mut choices = Vec::new();
    for n in 0..CHOICES.min(told.len()) {
        told.sort_by_key(|heading| hash(&format!("heading {n} {}", record.id), heading));
        choices.push(told[..told.len().min(1 + n)].join(" "));
    }
    choices
}

/// Sentences of a record, without those at its beginning, which are nearly its title.
fn sentences(record: &Record) -> Vec<String> {
    let all = record.text.split_inclusive(['.', '?', '!']).skip(1);
    let mut fit: Vec<&str> = all
        .map(str::trim)
        .filter(|s| SENTENCE_BYTES.contains(&s.len()))
        .collect();
    fit.sort_by_key(|sentence| hash("sentence", sentence));
    fit.into_iter().take(SENTENCES).map(str::to_owned).collect()
}

fn pieces(file: &mut impl Write, text: &str, tokenizer: &WordPiece) -> Result<()> {
    let ids = tokenizer.encode(text)?.ids;
    let own = &ids[1..ids.len() - 1];
    short(file, own.len())?;
    own.iter().try_for_each(|id| short(file, *id as usize))
}

/// Writes one folder of judged questions.
fn write_judged(file: &mut impl Write, folder: &Path, tokenizer: &WordPiece) -> Result<()> {
    let read = |name: &str| {
        let path = folder.join(name);
        std::fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
    };
    let rows = |text: &str| -> Result<Vec<(String, String)>> {
        let row = |line: &str| {
            let row: Value = serde_json::from_str(line)?;
            let field = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
            let text = format!("{}\n\n{}", field("title"), field("text"));
            Ok((field("id"), text.trim().to_owned()))
        };
        text.lines().map(row).collect()
    };
    let documents = rows(&read("docs.jsonl")?)?;
    let questions = rows(&read("queries.jsonl")?)?;
    let row_of: HashMap<&str, usize> = documents
        .iter()
        .enumerate()
        .map(|(row, (id, _))| (id.as_str(), row))
        .collect();
    let mut grades: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
    for line in read("qrels.tsv")?.lines().skip(1) {
        if let [question, document, grade] = line.split('\t').collect::<Vec<_>>()[..]
            && let (Some(row), Ok(grade)) = (row_of.get(document), grade.parse())
        {
            let of = grades.entry(question.to_owned()).or_default();
            of.push((*row, grade));
        }
    }
    number(file, documents.len())?;
    for (_, text) in &documents {
        pieces(file, text, tokenizer)?;
    }
    number(file, questions.len())?;
    for (id, text) in &questions {
        pieces(file, text, tokenizer)?;
        let right = grades.remove(id).unwrap_or_default();
        number(file, right.len())?;
        for (row, grade) in right {
            number(file, row)?;
            number(file, grade)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, mesh: &[&str], text: &str) -> Record {
        let json = serde_json::json!({
            "id": id, "source": "cohen2006", "title": "Gastric ulcer and its drugs", "text": text, "mesh": mesh, "group": id,
        });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn papers_that_share_rare_headings_go_together() {
        let records = [
            record("1", &["Humans", "Stomach Ulcer", "Ranitidine"], ""),
            record("2", &["Humans", "Stomach Ulcer", "Ranitidine", "Male"], ""),
            record("3", &["Humans", "Asthma"], ""),
            record("4", &["Humans"], ""),
        ];
        assert_eq!(go_together(&records), [vec![1], vec![0], vec![], vec![]]);
    }

    #[test]
    fn headings_ask_without_those_that_every_paper_has() {
        let one = record("1", &["Humans", "Stomach Ulcer", "Ranitidine"], "");
        let asks = headings(&one);
        assert_eq!(asks.len(), 2, "{asks:?}");
        assert!(asks.iter().all(|ask| !ask.contains("Humans")), "{asks:?}");
    }

    #[test]
    fn sentences_ask_but_not_the_first_and_not_crumbs() {
        let text = "This study compares two drugs in patients with an ulcer of the stomach. Yes. \
            Of two hundred patients more were healed by the first drug than by the second. \
            Side effects were seen in nineteen of them, all of which went away.";
        let asks = sentences(&record("1", &[], text));
        assert_eq!(asks.len(), 2, "{asks:?}");
        assert!(asks.iter().all(|ask| !ask.starts_with("This study")));
    }

    #[test]
    fn what_is_not_open_is_not_learnt_from() {
        let mut one = record("1", &[], "");
        assert!(may_be_learnt(&one));
        one.source = "evidence_inference_rct".to_owned();
        assert!(!may_be_learnt(&one));
        one.labels =
            Some(serde_json::json!({"licence": "http://creativecommons.org/licenses/by-nc/4.0/"}));
        assert!(!may_be_learnt(&one));
        one.labels =
            Some(serde_json::json!({"licence": "http://creativecommons.org/licenses/by/4.0/"}));
        assert!(may_be_learnt(&one));
    }

    #[test]
    fn the_file_holds_sets_and_texts_as_it_says() {
        let dir = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let set = dir.path().join("set");
        std::fs::create_dir(&set).unwrap();
        let write = |name: &str, text: &str| std::fs::write(set.join(name), text).unwrap();
        write(
            "docs.jsonl",
            "{\"id\":\"d\",\"title\":\"The kidney\",\"text\":\"\"}\n",
        );
        write("queries.jsonl", "{\"id\":\"q\",\"text\":\"kidney\"}\n");
        write("qrels.tsv", "query\tdocument\tgrade\nq\td\t2\n");
        let output = dir.path().join("pairs.gz");
        std::fs::create_dir(dir.path().join("corpus")).unwrap();
        let pairs = Pairs {
            corpus: dir.path().join("corpus"),
            tokenizer: root.join("models/cga-2/tokenizer.json"),
            judged: vec![set],
            tokens: 192,
            output: output.clone(),
        };
        pairs.run().unwrap();
        let mut bytes = Vec::new();
        let packed = File::open(&output).unwrap();
        std::io::Read::read_to_end(&mut flate2::read::GzDecoder::new(packed), &mut bytes).unwrap();
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        // One set, one document of two pieces, one question of one, one right document, its row and grade; no text.
        assert_eq!((word(0), word(4)), (1, 1));
        assert_eq!(bytes[8..10], [2, 0]);
        assert_eq!(word(14), 1);
        assert_eq!(bytes[18..20], [1, 0]);
        assert_eq!((word(22), word(26), word(30)), (1, 0, 2));
        assert_eq!(word(34), 0);
        assert_eq!(bytes.len(), 38);
    }
}
