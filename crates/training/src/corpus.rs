//! What the model is trained and measured on: documents with MeSH headings, weakly labelled passages and organ terms.
//!
//! The split is a function of the `group` key alone (documents that share a PMID or text share a group), so that no group
//! can be on two sides, whatever files are read and in whatever order.
//!
//! The weights are shipped, so they are trained only on sources whose terms allow reuse ([`TRAINING_SOURCES`],
//! [`WEAK_SOURCES`], [`JUDGED_SOURCES`]); texts under
//! non-commercial or no-derivatives terms, or without stated terms, serve evaluation alone.
//!
//! Long because every source has a reader of its own that makes the same records; they are read beside each other when the split or
//! the terms of use are checked.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::sync::LazyLock;

use anyhow::{Context as _, Result};
use evaluation::reading::Right;
use flate2::read::MultiGzDecoder;
use grounding::Gazetteer;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};

/// Sources of MeSH-labelled documents whose stated terms allow reuse: cohen2006 (MIT), pubmed_multilabel_sample (AFL-3.0),
/// pubmedqa_pqal (MIT).
pub const TRAINING_SOURCES: &[&str] = &["cohen2006", "pubmed_multilabel_sample", "pubmedqa_pqal"];

/// Sources of weakly labelled passages, without MeSH: medquad and openstax_nursing_bundle (CC BY 4.0), and of the
/// following the rows whose own licence is CC BY or CC0: evidence_inference_rct, evidence_inference_paragraphs.
pub const WEAK_SOURCES: &[&str] = &[
    "medquad",
    "openstax_nursing_bundle",
    "evidence_inference_rct",
    "evidence_inference_paragraphs",
];

/// Sources of real captions, titles, abstracts and examination questions that `data/judged.tsv` labels: of roco_captions the
/// rows whose own licence is CC BY, CC BY-SA or CC0, zheln_sr_titles (CC BY-SA 4.0), medical_abstracts_tc_test
/// (CC BY-SA 3.0), medquad (CC BY 4.0), bioasq_b_snippets, medmcqa_dev and medqa_us_test (public domain notice; not verified:
/// CC BY 2.5, MIT and Apache-2.0, MIT).
pub const JUDGED_SOURCES: &[&str] = &[
    "roco_captions",
    "zheln_sr_titles",
    "medical_abstracts_tc_test",
    "bioasq_b_snippets",
    "medquad",
    "medmcqa_dev",
    "medqa_us_test",
];

/// Sources whose terms do not allow reuse, or are not stated: their texts in `data/judged.tsv` are measured on and nothing
/// else, as are rows of [`JUDGED_SOURCES`] under such terms.
pub const MEASURED_SOURCES: &[&str] = &[
    "e3c_english",
    "mtsamples",
    "openi_indiana_cxr_reports",
    "ohsumed_single_23",
];

/// A line of a corpus file.
#[derive(Debug, Clone, Deserialize)]
pub struct Record {
    /// Identifier.
    pub id: String,
    /// Name of the source.
    pub source: String,
    /// Title, may be empty.
    #[serde(default)]
    pub title: String,
    /// Text, may be empty.
    #[serde(default)]
    pub text: String,
    /// MeSH headings, if the source has them.
    pub mesh: Option<Vec<String>>,
    /// Labels of the source.
    pub labels: Option<serde_json::Value>,
    /// Documents that belong together.
    pub group: String,
}

/// A side of the split.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Split {
    /// Weights are fitted on it (70 %).
    Train,
    /// Settings are chosen on it (15 %).
    Dev,
    /// Figures are reported on it (15 %).
    Test,
}

impl Split {
    /// The side of a group: a fixed, seeded hash of its key.
    pub fn of_group(group: &str) -> Self {
        match hash("corpus-atlas split 1", group) % 100 {
            0..70 => Self::Train,
            70..85 => Self::Dev,
            _ => Self::Test,
        }
    }
}

/// The first eight bytes of the SHA-256 of a salt and a text.
pub fn hash(salt: &str, text: &str) -> u64 {
    let digest = Sha256::new()
        .chain_update(salt)
        .chain_update([0])
        .chain_update(text)
        .finalize();
    digest
        .iter()
        .take(8)
        .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}

/// What an item is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// A document labelled by its MeSH headings.
    Document,
    /// A title labelled by its document's headings.
    Title,
    /// A sentence of a document, labelled by the organs it names.
    Sentence,
    /// A passage labelled by the organs it names.
    Passage,
    /// A MeSH heading or entry term.
    Term,
    /// An original report, note, caption or title about organs of this body.
    Report,
    /// A text that is about no organ of this body: not medical, or about another part of the body.
    Elsewhere,
    /// A real caption, title, clinical case, abstract or question, labelled by reading it.
    Judged,
}

/// A text with its classes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Item {
    /// Identifier of the record or descriptor.
    pub id: String,
    /// Source of the record.
    pub source: String,
    /// Side of the split.
    pub split: Split,
    /// What it is.
    pub kind: Kind,
    /// Classes, indices into the built-in gazetteer; empty when the text is about none of them.
    pub classes: Vec<usize>,
    /// Title.
    pub title: String,
    /// Text.
    pub text: String,
}

/// Maps MeSH headings to classes: the gazetteer's own table and name match first, then the derived heading table of
/// the vocabulary folder for headings the gazetteer does not know.
pub struct Headings {
    derived: HashMap<String, Vec<usize>>,
}

impl Headings {
    /// Reads `mesh_heading_to_organ.tsv` of the vocabulary folder.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(vocab: &Path) -> Result<Self> {
        let file = vocab.join("mesh_heading_to_organ.tsv");
        let text = std::fs::read_to_string(&file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let mut derived: HashMap<String, Vec<usize>> = HashMap::new();
        for line in text.lines().skip(1) {
            let mut columns = line.split('\t');
            let (Some(organ), Some(heading)) = (columns.next(), columns.next()) else {
                continue;
            };
            let classes = derived.entry(heading.to_lowercase()).or_default();
            classes.extend(Gazetteer::builtin().classes_of_heading(organ));
            classes.sort_unstable();
            classes.dedup();
        }
        Ok(Self { derived })
    }

    /// Classes of one heading.
    pub fn classes(&self, heading: &str) -> Vec<usize> {
        let own = Gazetteer::builtin().classes_of_heading(heading);
        if own.is_empty() {
            self.derived
                .get(&heading.to_lowercase())
                .cloned()
                .unwrap_or_default()
        } else {
            own
        }
    }

    /// Classes of a list of headings, sorted.
    pub fn classes_of(&self, headings: &[String]) -> Vec<usize> {
        let mut classes: Vec<usize> = headings.iter().flat_map(|h| self.classes(h)).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }
}

/// Calls `each` for every record of every `.jsonl.gz` file of the folder that `wanted` names, in order of file name.
///
/// # Errors
/// When the folder or a file cannot be read. A line that is no record is reported on standard error and passed over.
pub fn read(dir: &Path, wanted: &dyn Fn(&str) -> bool, each: &mut dyn FnMut(Record)) -> Result<()> {
    let mut files: Vec<_> = std::fs::read_dir(dir)
        .with_context(|| format!("{} cannot be read", dir.display()))?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| {
            path.file_name()
                .and_then(|n| n.to_str())
                .and_then(|n| n.strip_suffix(".jsonl.gz"))
                .is_some_and(wanted)
        })
        .collect();
    files.sort();
    for file in files {
        let reader = BufReader::new(MultiGzDecoder::new(
            std::fs::File::open(&file)
                .with_context(|| format!("{} cannot be read", file.display()))?,
        ));
        for (number, line) in reader.lines().enumerate() {
            let line = line.with_context(|| format!("{}, line {}", file.display(), number + 1))?;
            match serde_json::from_str(&line) {
                Ok(record) => each(record),
                Err(e) => eprintln!("{}, line {}: {e}", file.display(), number + 1),
            }
        }
    }
    Ok(())
}

/// How many items of each sort are kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Limits {
    /// Training documents for each class that are about it alone, and as many that are about it and others. The paper balances
    /// with 500. The default is more than any class has: using all did a little better.
    pub per_class: usize,
    /// Development documents with a torso class.
    pub dev: usize,
    /// Documents without a torso class: training, development and test.
    pub without: [usize; 3],
    /// A class with fewer training documents than this is filled up with weakly labelled passages.
    pub weak: usize,
    /// Entry terms taken from each descriptor beside its name.
    pub entry_terms: usize,
    /// Descriptors without any class.
    pub other_terms: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            per_class: 2000,
            dev: usize::MAX,
            without: [2500, 400, 0],
            weak: 120,
            entry_terms: 2,
            other_terms: 2000,
        }
    }
}

/// Chooses the items: all labelled test documents, a sample of development documents, balanced training documents
/// (per class, alone and with others), passages for rare classes, and MeSH terms.
///
/// # Errors
/// When a file of the corpus or the vocabulary cannot be read.
#[expect(
    clippy::too_many_lines,
    reason = "one run, from its data to its report"
)]
pub fn select(corpus: &Path, vocab: &Path, limits: &Limits) -> Result<Vec<Item>> {
    let gazetteer = Gazetteer::builtin();
    let headings = Headings::open(vocab)?;
    let present: Vec<bool> = gazetteer.classes().iter().map(|c| c.is_present()).collect();
    let in_torso = |classes: &[usize]| classes.iter().any(|&c| present[c]);

    let mut seen = HashSet::new();
    let mut documents = Vec::new();
    read(
        corpus,
        &|source| !WEAK_SOURCES.contains(&source),
        &mut |r| {
            let Some(mesh) = r.mesh.filter(|m| !m.is_empty()) else {
                return;
            };
            if r.text.len() < 80 || !seen.insert(r.id.clone()) {
                return;
            }
            let classes = headings.classes_of(&mesh);
            documents.push(Item {
                split: Split::of_group(&r.group),
                kind: Kind::Document,
                classes,
                id: r.id,
                source: r.source,
                title: r.title,
                text: r.text,
            });
        },
    )?;
    documents.sort_by_key(|d| hash("order", &d.id));

    let mut chosen = Vec::new();
    let mut counts = vec![[0usize; 2]; present.len()];
    let mut without = [0; 3];
    let mut dev = 0;
    for document in documents {
        let side = document.split as usize;
        let keep = match document.split {
            Split::Train if !TRAINING_SOURCES.contains(&document.source.as_str()) => false,
            _ if document.classes.is_empty()
                || (document.split != Split::Train && !in_torso(&document.classes)) =>
            {
                without[side] += 1;
                without[side] <= limits.without[side]
            }
            Split::Train => {
                let company = usize::from(document.classes.len() > 1);
                let room = document
                    .classes
                    .iter()
                    .any(|&c| counts[c][company] < limits.per_class);
                if room {
                    document
                        .classes
                        .iter()
                        .for_each(|&c| counts[c][company] += 1);
                }
                room
            }
            Split::Dev => {
                dev += 1;
                dev <= limits.dev
            }
            Split::Test => true,
        };
        if keep {
            chosen.push(document);
        }
    }

    let judged = judged(corpus)?;
    seen.extend(judged.iter().map(|i| i.id.clone()));
    let mut passages = Vec::new();
    read(corpus, &|source| WEAK_SOURCES.contains(&source), &mut |r| {
        let allowed = matches!(r.source.as_str(), "medquad" | "openstax_nursing_bundle")
            || r.labels
                .as_ref()
                .and_then(|l| l["licence"].as_str())
                .is_some_and(is_open_licence);
        if allowed
            && Split::of_group(&r.group) == Split::Train
            && r.text.len() >= 80
            && !seen.contains(&r.id)
        {
            passages.push((hash("order", &r.id), r));
        }
    })?;
    passages.sort_by_key(|(order, _)| *order);
    let mut filled: Vec<usize> = counts
        .iter()
        .map(|[alone, company]| alone + company)
        .collect();
    for (_, r) in passages {
        // A passage is about what its title names, or what it names at least three times.
        let mut classes: Vec<usize> = gazetteer
            .find(&r.title)
            .into_iter()
            .map(|m| m.class)
            .collect();
        if classes.is_empty() {
            let mut named: BTreeMap<usize, usize> = BTreeMap::new();
            gazetteer
                .find(&r.text)
                .into_iter()
                .for_each(|m| *named.entry(m.class).or_default() += 1);
            classes = named
                .into_iter()
                .filter(|(_, n)| *n >= 3)
                .map(|(c, _)| c)
                .collect();
        }
        classes.sort_unstable();
        classes.dedup();
        if classes.is_empty()
            || classes.len() > 3
            || !classes.iter().any(|&c| filled[c] < limits.weak)
        {
            continue;
        }
        classes.iter().for_each(|&c| filled[c] += 1);
        let end = r.text.floor_char_boundary(1200);
        chosen.push(Item {
            split: Split::Train,
            kind: Kind::Passage,
            classes,
            id: r.id,
            source: r.source,
            title: r.title,
            text: r.text[..end].to_owned(),
        });
    }

    // A title is an item of its own when it names an organ of its document, or its document has just one class.
    let titles: Vec<Item> = chosen
        .iter()
        .filter(|d| {
            d.kind == Kind::Document && d.title.len() >= 20 && !d.title.trim_end().ends_with('?')
        })
        .filter_map(|d| {
            let mut named: Vec<usize> = gazetteer
                .find(&d.title)
                .into_iter()
                .map(|m| m.class)
                .filter(|c| d.classes.contains(c))
                .collect();
            named.sort_unstable();
            named.dedup();
            let classes = if named.is_empty() {
                d.classes.clone()
            } else {
                named
            };
            (classes.len() < 2 || classes.len() < d.classes.len()).then(|| Item {
                kind: Kind::Title,
                classes,
                title: String::new(),
                text: d.title.clone(),
                ..d.clone()
            })
        })
        .collect();
    chosen.extend(titles);
    chosen.extend(terms(vocab, &headings, limits)?);
    chosen.extend(elsewhere());
    chosen.extend(reports());
    chosen.extend(reading());
    chosen.extend(judged);
    // In a fixed random order, so that any beginning of the list is a fair sample of it.
    chosen.sort_by_cached_key(|i| hash("item", &format!("{} {:?} {}", i.id, i.kind, i.text)));
    Ok(chosen)
}

/// Whether a licence, given as a name or an address, is CC BY or CC0 without further conditions.
pub(crate) fn is_open_licence(licence: &str) -> bool {
    let licence = licence.to_lowercase();
    licence == "cc0"
        || licence == "cc by"
        || licence.starts_with("cc by 4")
        || licence.contains("creativecommons.org/licenses/by/")
        || licence.contains("creativecommons.org/publicdomain/zero/")
}

/// Topics of original texts, and the class that this body has not which they are about.
const TOPIC_CLASSES: [(&str, &[&str]); 4] = [
    (
        "brain",
        &[
            "medical_brain",
            "medical_migraine",
            "medical_neuroscience",
            "medical_psychiatry",
        ],
    ),
    ("eye and ear", &["medical_eye", "medical_ear"]),
    (
        "mouth, nose and throat",
        &[
            "medical_mouth",
            "medical_nose",
            "medical_teeth",
            "medical_throat",
        ],
    ),
    (
        "limbs",
        &[
            "medical_limb",
            "medical_elbow",
            "medical_foot",
            "medical_hand",
            "medical_knee",
        ],
    ),
];

/// Original texts about no organ of this body (`data/elsewhere.tsv`: topic, text), written for this project, split by a
/// hash of the text.
pub fn elsewhere() -> Vec<Item> {
    let file = include_str!("../data/elsewhere.tsv");
    let names = Gazetteer::builtin().classes().iter().map(|c| &c.name);
    let classes = |topic: &str| -> Vec<usize> {
        let topics = TOPIC_CLASSES.iter().filter(|(_, t)| t.contains(&topic));
        let class = |(name, _): &(&str, _)| names.clone().position(|n| n == name);
        topics.filter_map(class).collect()
    };
    let item = |topic: &str, text: &str| Item {
        source: format!("elsewhere/{topic}"),
        classes: classes(topic),
        ..original("elsewhere", Kind::Elsewhere, text)
    };
    original_lines(file)
        .map(|(t, text)| item(t, text))
        .collect()
}

/// Original texts about organs of this body (`data/reports.tsv`: classes, text), written for this project, split by a hash of
/// the text: reports, notes, captions and titles as people drop them; those of the corpus may not be trained on.
pub fn reports() -> Vec<Item> {
    let gazetteer = Gazetteer::builtin();
    let class = |name: &str| gazetteer.classes().iter().position(|c| c.name == name);
    let file = include_str!("../data/reports.tsv");
    let item = |organs: &str, text: &str| Item {
        source: "reports".to_owned(),
        classes: organs.split(';').filter_map(class).collect(),
        ..original("report", Kind::Report, text)
    };
    original_lines(file)
        .map(|(o, text)| item(o, text))
        .collect()
}

/// The table `data/reading-train.tsv.gz`, unpacked once.
pub fn reading_train() -> &'static str {
    static TABLE: LazyLock<String> = LazyLock::new(|| {
        evaluation::reading::unpack(include_bytes!("../data/reading-train.tsv.gz"))
            .expect("reading-train.tsv.gz is packed with gzip, as the tests see")
    });
    &TABLE
}

/// Source of the items of [`reading`].
pub const READING: &str = "reading";

/// The tables of [`reading`].
fn reading_tables() -> [&'static str; 5] {
    [
        reading_train(),
        include_str!("../data/reading-tagged.tsv"),
        include_str!("../data/pairs-tagged.tsv"),
        include_str!("../data/denied-tagged.tsv"),
        include_str!("../data/female-train.tsv"),
    ]
}

/// Every so many tagged texts, or pairs of them, one is kept back.
const APART: usize = 20;

/// The tagged texts that nothing is learnt from, without their tags: with them it is seen how well tags are told, and how sure places are shown to be.
pub fn kept_back() -> Vec<evaluation::reading::Item> {
    let [_, tagged, pairs, denied, _] = reading_tables();
    let read = |table| evaluation::reading::parse(table, anatomy::Catalogue::builtin());
    let [tagged, pairs, denied] = [tagged, pairs, denied].map(|t| read(t).unwrap_or_default());
    let single = tagged.into_iter().chain(denied).step_by(APART);
    // Both texts of a pair are kept back, or neither.
    let pairs = pairs.into_iter().enumerate();
    let pairs = pairs.filter(|(n, _)| (n / 2).is_multiple_of(APART));
    let kept = single.chain(pairs.map(|(_, item)| item));
    kept.filter_map(|item| {
        let (text, _) = crate::encoder::parse_tagged(&item.text).ok()?;
        Some(evaluation::reading::Item { text, ..item })
    })
    .collect()
}

/// Original texts written to learn reading from (`data/reading-train.tsv.gz`, `reading-tagged.tsv`, `pairs-tagged.tsv`, `denied-tagged.tsv`, `female-train.tsv`), split by a hash of the text,
/// without those that are [kept back](kept_back);
/// those that are about nothing in this torso are of [`Kind::Elsewhere`]. A line that cannot be read is left out; a test sees that
/// there is none.
pub fn reading() -> Vec<Item> {
    let gazetteer = Gazetteer::builtin();
    let tables = reading_tables();
    let read = |table: &&str| evaluation::reading::parse(table, anatomy::Catalogue::builtin());
    let items = tables.iter().flat_map(read).flatten();
    let kept: HashSet<String> = kept_back().into_iter().map(|item| item.text).collect();
    items
        .filter_map(|item| {
            let (text, _) = crate::encoder::parse_tagged(&item.text).ok()?;
            if kept.contains(&text) {
                return None;
            }
            let rows = match &item.right {
                Right::Structures(rows) => rows.as_slice(),
                Right::Nowhere => &[],
            };
            let mut classes: Vec<usize> =
                rows.iter().filter_map(|r| gazetteer.class_of(*r)).collect();
            classes.sort_unstable();
            classes.dedup();
            // Of the older texts those about her organs were written to be nowhere.
            if classes.is_empty() && crate::hers::names_hers(&text) {
                return None;
            }
            let kind = if classes.is_empty() {
                Kind::Elsewhere
            } else {
                Kind::Report
            };
            Some(Item {
                source: READING.to_owned(),
                classes,
                ..original(READING, kind, &text)
            })
        })
        .collect()
}

/// The two columns of a file of original texts, without its head.
fn original_lines(file: &str) -> impl Iterator<Item = (&str, &str)> {
    file.lines()
        .skip(1)
        .filter_map(|line| line.split_once('\t'))
}

/// An original text by itself, about nothing yet.
fn original(salt: &str, kind: Kind, text: &str) -> Item {
    Item {
        id: format!("{salt}:{:016x}", hash(salt, text)),
        source: String::new(),
        split: Split::of_group(text),
        kind,
        classes: Vec::new(),
        title: String::new(),
        text: text.to_owned(),
    }
}

/// Whether a text labelled by reading may be trained on: its source is one of [`JUDGED_SOURCES`] and its own licence, which
/// captions must have, is open.
fn may_train(source: &str, licence: Option<&str>) -> bool {
    let open = |l: &str| l == "CC BY-SA" || is_open_licence(l);
    JUDGED_SOURCES.contains(&source) && licence.map_or(source != "roco_captions", open)
}

/// The real texts of the corpus that `data/judged.tsv` labels (identifier; classes with `;` between them, or `none`), split by
/// their group. Those that may not be trained on are for testing when their group is on the side of training, unless a text of
/// that group is trained on. The labels were given by reading each text; the texts are not part of the project.
///
/// # Errors
/// When the corpus cannot be read.
pub fn judged(corpus: &Path) -> Result<Vec<Item>> {
    let gazetteer = Gazetteer::builtin();
    let class = |name: &str| gazetteer.classes().iter().position(|c| c.name == name);
    let mut labels: HashMap<&str, &str> =
        original_lines(include_str!("../data/judged.tsv")).collect();
    let mut items: Vec<(String, Item)> = Vec::new();
    let mut trained: HashSet<String> = HashSet::new();
    let any_use =
        |source: &str| TRAINING_SOURCES.contains(&source) || WEAK_SOURCES.contains(&source);
    let wanted = |source: &str| {
        any_use(source) || JUDGED_SOURCES.contains(&source) || MEASURED_SOURCES.contains(&source)
    };
    read(corpus, &wanted, &mut |r| {
        let split = Split::of_group(&r.group);
        let label = labels.remove(r.id.as_str());
        let licence = r.labels.as_ref().and_then(|l| l["licence"].as_str());
        let open = may_train(&r.source, licence);
        if split == Split::Train && (any_use(&r.source) || (label.is_some() && open)) {
            trained.insert(r.group.clone());
        }
        let Some(organs) = label else { return };
        let (title, text) = if r.text.is_empty() {
            (String::new(), r.title)
        } else {
            (r.title, r.text)
        };
        let item = Item {
            split: match split {
                Split::Train if !open => Split::Test,
                split => split,
            },
            kind: Kind::Judged,
            classes: organs.split(';').filter_map(class).collect(),
            id: r.id,
            source: r.source,
            title,
            text,
        };
        items.push((r.group, item));
    })?;
    if !labels.is_empty() {
        eprintln!("{} judged texts are not in the corpus", labels.len());
    }
    // Only groups on the side of training are trained on, so that what lies elsewhere stays.
    items.retain(|(group, item)| item.split == Split::Train || !trained.contains(group));
    Ok(items.into_iter().map(|(_, item)| item).collect())
}

/// Names and entry terms of the MeSH descriptors.
fn terms(vocab: &Path, headings: &Headings, limits: &Limits) -> Result<Vec<Item>> {
    let file = vocab.join("mesh2024_descriptors.tsv.gz");
    let reader = BufReader::new(MultiGzDecoder::new(
        std::fs::File::open(&file).with_context(|| format!("{} cannot be read", file.display()))?,
    ));
    let mut items = Vec::new();
    let mut others = Vec::new();
    for line in reader.lines().skip(1) {
        let line = line.with_context(|| format!("{}", file.display()))?;
        let mut columns = line.split('\t');
        let (Some(id), Some(name)) = (columns.next(), columns.next()) else {
            continue;
        };
        let (tree, entries) = (columns.next().unwrap_or(""), columns.next().unwrap_or(""));
        let classes = headings.classes(name);
        let item = |text: &str| Item {
            id: id.to_owned(),
            source: "mesh2024".to_owned(),
            split: Split::of_group(&format!("MeSH:{id}")),
            kind: Kind::Term,
            classes: classes.clone(),
            title: String::new(),
            text: text.to_owned(),
        };
        if classes.is_empty() {
            // Anatomy and diseases without a class may well concern an organ; substances, methods and the world at large do not.
            if !tree.split('|').any(|t| t.starts_with(['A', 'C'])) {
                others.push(item(name));
            }
        } else {
            items.push(item(name));
            items.extend(
                entries
                    .split('|')
                    .filter(|e| !e.is_empty() && !e.contains(", "))
                    .take(limits.entry_terms)
                    .map(item),
            );
        }
    }
    others.sort_by_key(|i| hash("order", &i.id));
    items.extend(others.into_iter().take(limits.other_terms));
    Ok(items)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn original_texts_are_labelled_and_lie_on_every_side_of_the_split() {
        let (reports, elsewhere) = (reports(), elsewhere());
        let lines = |file: &str| file.lines().count() - 1;
        assert_eq!(reports.len(), lines(include_str!("../data/reports.tsv")));
        assert_eq!(
            elsewhere.len(),
            lines(include_str!("../data/elsewhere.tsv"))
        );
        for report in &reports {
            assert!(!report.classes.is_empty(), "{}", report.text);
        }
        for (line, report) in include_str!("../data/reports.tsv")
            .lines()
            .skip(1)
            .zip(&reports)
        {
            let named = line.split('\t').next().unwrap().split(';').count();
            assert_eq!(report.classes.len(), named, "an unknown organ: {line}");
        }
        for items in [&reports, &elsewhere] {
            let ids: HashSet<&str> = items.iter().map(|i| i.id.as_str()).collect();
            assert_eq!(ids.len(), items.len());
            for split in [Split::Train, Split::Dev, Split::Test] {
                assert!(items.iter().any(|i| i.split == split));
            }
        }
    }

    #[test]
    fn every_text_that_teaches_reading_can_be_read_and_none_is_measured_with() {
        let tables = reading_tables();
        let lines = tables.iter().flat_map(|table| table.lines());
        let lines = lines.filter(|line| !line.starts_with('#')).count();
        let items = reading();
        // Left out are those that were written to be nowhere and name an organ of hers.
        assert!((lines - lines / 50..lines).contains(&items.len()));
        let measured = [
            include_str!("../data/reading.tsv"),
            include_str!("../data/pairs.tsv"),
            include_str!("../data/denied.tsv"),
            include_str!("../data/notes.tsv"),
            include_str!("../data/notes-other.tsv"),
        ];
        let measured = measured.concat().to_lowercase();
        let seen: HashSet<String> = items.iter().map(|i| i.text.to_lowercase()).collect();
        assert_eq!(seen.len(), items.len(), "each once");
        let measured = measured.lines().filter_map(|line| line.split('\t').nth(3));
        assert!(!measured.into_iter().any(|text| seen.contains(text)));
    }

    #[test]
    fn what_is_kept_back_is_not_learnt_and_both_of_a_pair_are_or_neither() {
        let kept = kept_back();
        let tables = reading_tables();
        let tagged = tables[1..4].iter().flat_map(|table| table.lines());
        let tagged = tagged.filter(|line| !line.starts_with('#')).count();
        assert!(kept.len().abs_diff(tagged / APART) <= 3, "{}", kept.len());
        let kept: HashSet<&str> = kept.iter().map(|item| item.text.as_str()).collect();
        assert!(!reading().iter().any(|i| kept.contains(i.text.as_str())));
        let pairs = evaluation::reading::parse(tables[2], anatomy::Catalogue::builtin()).unwrap();
        for pair in pairs.chunks(2) {
            let is_kept = |n: usize| {
                let (text, _) = crate::encoder::parse_tagged(&pair[n].text).unwrap();
                kept.contains(text.as_str())
            };
            assert_eq!(is_kept(0), is_kept(1), "{:?}", pair[0].text);
        }
    }

    #[test]
    fn texts_labelled_by_reading_are_trained_on_under_open_terms_alone() {
        for (source, licence) in [
            ("roco_captions", Some("CC BY")),
            ("roco_captions", Some("CC BY-SA")),
            ("roco_captions", Some("CC0")),
            ("zheln_sr_titles", None),
        ] {
            assert!(may_train(source, licence), "{source} {licence:?}");
        }
        for (source, licence) in [
            ("roco_captions", None),
            ("roco_captions", Some("NO-CC CODE")),
            ("roco_captions", Some("CC BY-NC")),
            ("roco_captions", Some("CC BY-NC-SA")),
            ("roco_captions", Some("CC BY-ND")),
            ("e3c_english", Some("CC BY")),
            ("mtsamples", None),
            ("openi_indiana_cxr_reports", None),
            ("ohsumed_single_23", None),
        ] {
            assert!(!may_train(source, licence), "{source} {licence:?}");
        }
    }

    #[test]
    fn judged_labels_are_classes() {
        let names: HashSet<&str> = Gazetteer::builtin()
            .classes()
            .iter()
            .map(|c| c.name.as_str())
            .collect();
        let mut seen = HashSet::new();
        for (id, organs) in original_lines(include_str!("../data/judged.tsv")) {
            assert!(seen.insert(id), "{id} is there twice");
            let known = organs.split(';').all(|o| names.contains(o));
            assert!(organs == "none" || known, "{id}: {organs}");
        }
        assert!(seen.len() > 1000, "{}", seen.len());
    }

    #[test]
    fn the_split_has_the_stated_shares_and_depends_on_the_group_alone() {
        let mut sides = [0usize; 3];
        for i in 0..20_000 {
            let group = format!("PMID:{i}");
            assert_eq!(Split::of_group(&group), Split::of_group(&group.clone()));
            sides[Split::of_group(&group) as usize] += 1;
        }
        for (side, share) in sides.iter().zip([0.70, 0.15, 0.15]) {
            assert!((*side as f64 / 20_000.0 - share).abs() < 0.01, "{sides:?}");
        }
        // Fixed for good, so that the figures of different versions are comparable.
        assert_eq!(hash("corpus-atlas split 1", "PMID:1"), SPLIT_OF_PMID_1);
    }

    /// The first eight bytes of the SHA-256 of the salt, a zero byte and the key.
    const SPLIT_OF_PMID_1: u64 = 0xa68e_5400_7e74_6c24;

    #[test]
    fn licences_with_conditions_are_refused() {
        for open in [
            "CC BY",
            "CC0",
            "http://creativecommons.org/licenses/by/4.0/",
            "CC BY 4.0",
        ] {
            assert!(is_open_licence(open), "{open}");
        }
        for closed in [
            "CC BY-NC",
            "CC BY-ND",
            "CC BY-NC-SA",
            "http://creativecommons.org/licenses/by-nc/4.0/",
            "http://creativecommons.org/licenses/by-nc-nd/3.0/",
            "NO-CC CODE",
            "",
        ] {
            assert!(!is_open_licence(closed), "{closed}");
        }
    }

    fn corpus_of(dir: &Path, source: &str, lines: &[serde_json::Value]) {
        use std::io::Write as _;
        let file = std::fs::File::create(dir.join(format!("{source}.jsonl.gz"))).unwrap();
        let mut gz = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
        for line in lines {
            writeln!(gz, "{line}").unwrap();
        }
        gz.finish().unwrap();
    }

    #[test]
    fn no_group_is_on_two_sides_and_no_closed_source_is_trained_on() {
        let dir = tempfile::tempdir().unwrap();
        let text = "The patients were followed for two years and the outcome was recorded by the physician in charge.";
        let record = |source: &str, i: usize, mesh: &str| {
            serde_json::json!({"id": format!("{source}:{i}"), "source": source, "title": format!("Outcome of treatment number {i}"), "text": text,
                "mesh": [mesh, "Humans"], "labels": null, "group": format!("g{}", i % 60)})
        };
        corpus_of(
            dir.path(),
            "cohen2006",
            &(0..200)
                .map(|i| record("cohen2006", i, ["Liver", "Kidney", "Humans"][i % 3]))
                .collect::<Vec<_>>(),
        );
        corpus_of(
            dir.path(),
            "cystic_fibrosis_collection",
            &(0..200)
                .map(|i| record("cystic_fibrosis_collection", i, "Lung"))
                .collect::<Vec<_>>(),
        );
        std::fs::write(
            dir.path().join("mesh_heading_to_organ.tsv"),
            "organ_descriptor\theading\n",
        )
        .unwrap();
        let mut gz = flate2::write::GzEncoder::new(
            std::fs::File::create(dir.path().join("mesh2024_descriptors.tsv.gz")).unwrap(),
            flate2::Compression::fast(),
        );
        std::io::Write::write_all(&mut gz, b"descriptor_ui\tname\ttrees\tentries\nD008099\tLiver\tA03.620\tLivers\nD000001\tCalcimycin\tD02.355\t\n").unwrap();
        gz.finish().unwrap();

        let items = select(dir.path(), dir.path(), &Limits::default()).unwrap();
        let mut side_of: HashMap<String, Split> = HashMap::new();
        for item in items
            .iter()
            .filter(|i| i.kind == Kind::Document || i.kind == Kind::Title)
        {
            let number: usize = item.id.rsplit(':').next().unwrap().parse().unwrap();
            let group = format!("g{}", number % 60);
            assert_eq!(
                *side_of.entry(group.clone()).or_insert(item.split),
                item.split,
                "group {group} is on two sides"
            );
            assert!(
                item.split != Split::Train || item.source == "cohen2006",
                "{} is trained on",
                item.source
            );
        }
        for split in [Split::Train, Split::Dev, Split::Test] {
            assert!(
                items
                    .iter()
                    .any(|i| i.kind == Kind::Document && i.split == split),
                "no document in {split:?}"
            );
        }
        assert!(
            items
                .iter()
                .any(|i| i.source == "cystic_fibrosis_collection" && i.split == Split::Test),
            "closed sources still serve evaluation"
        );
        let mut terms: Vec<&str> = items
            .iter()
            .filter(|i| i.kind == Kind::Term)
            .map(|i| i.text.as_str())
            .collect();
        terms.sort_unstable();
        assert_eq!(terms, ["Calcimycin", "Liver", "Livers"]);
    }
}
