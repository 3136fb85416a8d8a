//! `corpus-atlas eval retrieval`: how well judged questions find their documents, asked of a library as `corpus-atlas search` and the window ask.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anatomy::Atlas;
use anyhow::{Context as _, bail, ensure};
use clap::ValueEnum;
use grounding::{Grounder, Grounding};
use library::{Document, Filter, Library, Meaning, Order, Query};
use viewer::Question;

use super::Format;
use super::eval_report::{Counts, Found, Report, at, ms};
use super::eval_sets::{JudgedSet, run_lines};
use super::eval_vectors::{self, Made};
use crate::app::jobs::asking;
use crate::paths::{Paths, measurements_folder};

/// What `eval retrieval` is told.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  corpus-atlas eval retrieval sets/nfcorpus-test sets/cystic-fibrosis --parts words,fused,window\n\nA set is a folder with docs.jsonl (id, title, text), queries.jsonl (id, text) and qrels.tsv (query, document, grade; tab-separated, with a header). Vectors of texts are kept in the user's cache folder."
)]
pub struct Arguments {
    /// Folders with judged questions.
    #[arg(required = true, value_name = "SET")]
    sets: Vec<PathBuf>,
    /// Parts of the ranking.
    #[arg(
        long,
        value_enum,
        value_delimiter = ',',
        default_value = "words,dense,place,fused,window"
    )]
    parts: Vec<Part>,
    /// Write the rankings, 1,000 documents a question, as trec_eval reads them; of several sets or parts each into a file of its own, FILE-SET-PART.
    #[arg(long, value_name = "FILE")]
    run: Option<PathBuf>,
    /// Ask words of the index that windows make beside the library's own of large libraries, instead of the library's own.
    #[arg(long)]
    words_index: bool,
    /// Of the window's list of one or two words, in place of its own bound: what has not the words is added where meaning says at least this share of what it
    /// says of the likest document that has them.
    #[arg(long, value_name = "SHARE")]
    like_enough: Option<f32>,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// A part of the ranking.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
enum Part {
    /// Words alone, `search --by words`.
    Words,
    /// Meaning alone, the vectors of the grounding model: `search --by meaning`.
    Dense,
    /// Late interaction of tokens; not there yet.
    Tokens,
    /// Distance from the place of the question: `search --near`.
    Place,
    /// Words and meaning, `search --by both`.
    Fused,
    /// A cross-encoder over the first hits; not there yet.
    Rerank,
    /// What the window lists where the question is typed into it.
    Window,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Dense => "dense",
            Self::Tokens => "tokens",
            Self::Place => "place",
            Self::Fused => "fused",
            Self::Rerank => "rerank",
            Self::Window => "window",
        }
    }
}

/// Documents of a ranking that are measured.
const DEPTH: usize = 1_000;
/// Rows of a first page, which the times are for.
const PAGE: usize = 20;
/// Documents that are stored together.
const BATCH: usize = 1_000;
/// Questions that are given to the model anew for its time.
const TIMED: usize = 20;

/// Runs.
pub(super) fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let parts = parts(&arguments.parts)?;
    let sets: Vec<JudgedSet> = arguments
        .sets
        .iter()
        .map(|folder| JudgedSet::open(folder))
        .collect::<Result<_, _>>()?;
    ensure!(
        arguments.like_enough.is_none() || parts.contains(&Part::Window),
        "--like-enough is of the part “window”"
    );
    let read = parts.iter().any(|part| *part != Part::Words);
    let model = match read {
        true => Some(Model::open()?),
        false => None,
    };
    let alone = sets.len() == 1 && parts.len() == 1;
    for (n, set) in sets.iter().enumerate() {
        anyhow::ensure!(
            !sets[..n].iter().any(|before| before.name == set.name),
            "two sets have the name {}: a run is named by its set",
            set.name
        );
        let made = match &model {
            Some(model) => made(set, &model.grounder, &model.folder)?,
            None => (Vec::new(), Vec::new()),
        };
        let version = model.as_ref().map(|model| &model.grounder.model().version);
        let version = version.map_or("", String::as_str);
        let mut library = Asking::of(set, &made.0, version)?;
        library.atlas = model.as_ref().map(|model| model.atlas.clone());
        library.like_enough = arguments.like_enough;
        if arguments.words_index {
            library.library.index_words(library.folder.path())?;
        }
        let mut found = Vec::new();
        for part in &parts {
            found.push(library.ask(*part, set, &made.1)?);
        }
        if let Some(run) = &arguments.run {
            for one in &found {
                let path = run_path(run, alone, &set.name, &one.part);
                let lines = run_lines(set, &one.rankings, &one.part);
                std::fs::write(&path, lines).with_context(|| path.display().to_string())?;
            }
        }
        let encode_ms = model.as_ref().map(|model| time(set, &model.grounder));
        let counts = Counts {
            n: set.questions.len(),
            documents: set.docs.len(),
            unanswered: set.unanswered,
            judged_elsewhere: set.elsewhere,
        };
        Report::of(&set.name, counts, &found, encode_ms.transpose()?).tell(arguments.format)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What reads documents and questions.
struct Model {
    atlas: Arc<Atlas>,
    grounder: Grounder,
    folder: PathBuf,
}

impl Model {
    fn open() -> anyhow::Result<Self> {
        let (atlas, grounder) = super::open_grounder()?;
        let folder = Paths::find()?.model();
        Ok(Self {
            atlas,
            grounder,
            folder,
        })
    }
}

/// The parts in their order, each once.
fn parts(wanted: &[Part]) -> anyhow::Result<Vec<Part>> {
    for part in wanted {
        if matches!(part, Part::Tokens | Part::Rerank) {
            bail!("the program has no part “{}” yet", part.name());
        }
    }
    let mut parts = wanted.to_vec();
    parts.sort_unstable();
    parts.dedup();
    Ok(parts)
}

/// What the model makes of documents and questions.
fn made(
    set: &JudgedSet,
    grounder: &Grounder,
    model: &Path,
) -> anyhow::Result<(Vec<Made>, Vec<Made>)> {
    let docs = set
        .docs
        .iter()
        .map(|doc| (doc.title.as_str(), doc.text.as_str()));
    let questions = set
        .questions
        .iter()
        .map(|question| ("", question.text.as_str()));
    let texts: Vec<_> = docs.chain(questions).collect();
    let mut made = eval_vectors::make(grounder, model, &measurements_folder()?, &texts)?;
    let questions = made.split_off(set.docs.len());
    Ok((made, questions))
}

/// A library of a set's documents.
struct Asking {
    library: Library,
    rows: HashMap<i64, usize>,
    model: String,
    /// The body of the window; none where nothing is read by the model.
    atlas: Option<Arc<Atlas>>,
    /// See [`Arguments::like_enough`].
    like_enough: Option<f32>,
    /// The library is gone with it.
    folder: tempfile::TempDir,
}

impl Asking {
    fn of(set: &JudgedSet, made: &[Made], model: &str) -> anyhow::Result<Self> {
        let folder = tempfile::tempdir()?;
        let mut library = Library::create(folder.path().join("set.atlas"))?;
        let mut rows = HashMap::new();
        for first in (0..set.docs.len()).step_by(BATCH) {
            let last = (first + BATCH).min(set.docs.len());
            let batch: Vec<(Document, Grounding)> = (first..last)
                .map(|row| {
                    let document = document(set, row);
                    let made = made.get(row);
                    (
                        document,
                        made.map_or_else(Grounding::default, |m| grounding(m, model)),
                    )
                })
                .collect();
            let report = library.add(&batch)?;
            ensure!(
                report.keys.len() == batch.len(),
                "{}: {} documents were refused",
                set.name,
                batch.len() - report.keys.len()
            );
            rows.extend(report.keys.into_iter().zip(first..));
        }
        Ok(Self {
            library,
            rows,
            model: model.to_owned(),
            atlas: None,
            like_enough: None,
            folder,
        })
    }

    /// Asks every question.
    fn ask(&mut self, part: Part, set: &JudgedSet, made: &[Made]) -> anyhow::Result<Found> {
        let mut found = Found::of(part.name());
        if part == Part::Window {
            // As a window does while nothing is asked.
            while self.library.make_ready()? {}
        }
        for (number, question) in set.questions.iter().enumerate() {
            let made = made.get(number);
            let query = self.query(part, &question.text, made)?;
            if number == 0 {
                // What is read from the file at the first question is read.
                self.library.search(&query, anatomy::Catalogue::builtin())?;
            }
            let began = Instant::now();
            self.library.search(&query, anatomy::Catalogue::builtin())?;
            found.times_ms.push(ms(began));
            // What is not listed is in no order.
            let query = Query {
                limit: DEPTH,
                ..query
            };
            let answer = self.library.search(&query, anatomy::Catalogue::builtin())?;
            let keys = answer.hits.iter().map(|hit| hit.key);
            let ranking = keys.filter_map(|key| self.rows.get(&key).copied());
            let ranking: Vec<usize> = ranking.collect();
            found.put(ranking, &question.grades)?;
        }
        Ok(found)
    }

    /// A question as `search` or the window asks it.
    fn query(&self, part: Part, text: &str, made: Option<&Made>) -> anyhow::Result<Query> {
        let made = || made.context("the model did not read the question");
        let meaning = || -> anyhow::Result<Option<Meaning>> {
            Ok(Some(Meaning {
                vector: made()?.embedding.clone(),
                model: self.model.clone(),
            }))
        };
        let words = Query {
            text: Some(text.to_owned()),
            any_word: true,
            limit: PAGE,
            ..Query::default()
        };
        Ok(match part {
            Part::Words => words,
            Part::Dense => Query {
                text: None,
                meaning: meaning()?,
                ..words
            },
            Part::Place => Query {
                text: None,
                near: Some(made()?.point_mm),
                ..words
            },
            Part::Fused => Query {
                meaning: meaning()?,
                ..words
            },
            Part::Window => self.typed(text, made()?)?,
            Part::Tokens | Part::Rerank => bail!("the program has no such part yet"),
        })
    }

    /// A question that is typed into the window.
    fn typed(&self, text: &str, made: &Made) -> anyhow::Result<Query> {
        let question = Question::Text(text.to_owned());
        let read = asking::to_read(&question).map(|_| grounding(made, &self.model));
        let atlas = self.atlas.as_deref().context("there is no body")?;
        let all = (Filter::default(), Order::default());
        let asked = asking::asked(
            &self.library,
            (&question, read.as_ref()),
            all,
            (atlas, None),
        )?;
        let (_, query) = asked.context("the window does not ask this")?;
        let like = query.meaning_adds;
        Ok(Query {
            meaning_adds: like.map(|like| self.like_enough.unwrap_or(like)),
            ..query
        })
    }
}

fn document(set: &JudgedSet, row: usize) -> Document {
    let doc = &set.docs[row];
    Document {
        id: doc.id.clone(),
        title: doc.title.clone(),
        text: doc.text.clone(),
        // Judged documents stay apart, also those of one title, as works with identifiers of their own do.
        pmid: Some((row + 1).to_string()),
        ..Document::default()
    }
}

fn grounding(made: &Made, model: &str) -> Grounding {
    Grounding {
        point_mm: made.point_mm,
        outside_p: made.outside_p,
        embedding: made.embedding.clone(),
        model: model.to_owned(),
        ..Grounding::default()
    }
}

/// Median time in which the model reads a question, ms.
fn time(set: &JudgedSet, grounder: &Grounder) -> anyhow::Result<f64> {
    let mut times = Vec::new();
    for question in set.questions.iter().take(TIMED) {
        let began = Instant::now();
        grounder.ground(&[eval_vectors::input(("", &question.text))])?;
        times.push(ms(began));
    }
    Ok(at(&times, 0.5))
}

/// The file of a run.
fn run_path(run: &Path, alone: bool, set: &str, part: &str) -> PathBuf {
    if alone {
        return run.to_owned();
    }
    let name = run.file_name().unwrap_or_default().to_string_lossy();
    run.with_file_name(format!("{name}-{set}-{part}"))
}

#[cfg(test)]
mod tests {
    use anatomy::{BRICK, Catalogue, LabelVolume};

    use super::super::eval_sets::{Asked, Doc};
    use super::*;

    const MODEL: &str = "a model";

    /// Five reports of one title, one word of content and as many words each; their vectors.
    fn reports() -> (JudgedSet, Vec<Made>) {
        let reports = [
            ("Stones", [0.0, 1.0]),
            ("Ascites", [0.6, 0.8]),
            ("Salt", [0.8, 0.6]),
            ("Trauma", [1.0, 0.0]),
            ("Asthma", [-1.0, 0.0]),
        ];
        let doc = |(n, (word, _)): (usize, &(&str, [f32; 2]))| Doc {
            id: n.to_string(),
            title: "Report".into(),
            text: format!("{word} were found."),
        };
        let questions = ["stones, ascites and salt?", "report stones", "lungs"];
        let asked = |(n, text): (usize, &&str)| Asked {
            id: n.to_string(),
            text: (*text).to_owned(),
            grades: HashMap::from([(3, 1)]),
        };
        let set = JudgedSet {
            name: "reports".into(),
            docs: reports.iter().enumerate().map(doc).collect(),
            questions: questions.iter().enumerate().map(asked).collect(),
            unanswered: 0,
            elsewhere: 0,
        };
        let made = reports.iter().map(|(_, vector)| read(*vector));
        (set, made.collect())
    }

    fn read(vector: [f32; 2]) -> Made {
        Made {
            embedding: vector.to_vec(),
            point_mm: [0.0; 3],
            outside_p: 0.0,
        }
    }

    #[test]
    fn the_window_lists_what_words_find_and_sentences_in_the_order_of_meaning() {
        let (set, made) = reports();
        let mut library = Asking::of(&set, &made, MODEL).expect("a library");
        let labels = LabelVolume::from_bricks([BRICK; 3], |_, voxels| voxels.fill(1));
        library.atlas = Some(Arc::new(Atlas::from_labels(Catalogue::builtin(), labels)));
        let questions = [[1.0, 0.0]; 3].map(read);
        let mut rankings = |part| {
            let found = library.ask(part, &set, &questions);
            found.expect("asked").rankings
        };
        // Of three that words find alike, the nearer before; the one that is nearest of all has none of the words. Of two words, what has both; of one,
        // nothing that has it not: of five documents none is added for what the words mean.
        let listed: [Vec<usize>; 3] = [vec![2, 1, 0], vec![0], Vec::new()];
        assert_eq!(rankings(Part::Window), listed);
        // Both, of any question, with what has no word of it: .4 + .6, .4 + .6 x .8, .6 x .91, .4 and nothing.
        let fused = rankings(Part::Fused);
        assert_eq!(fused[0], [2, 1, 3, 0, 4]);
        assert!(fused[1..].iter().all(|ranking| ranking.len() == 5));
        let words = rankings(Part::Words);
        let listed: Vec<usize> = words.iter().map(Vec::len).collect();
        assert_eq!(listed, [3, 5, 0]);
    }

    #[test]
    fn of_one_word_what_is_like_enough_is_listed_beside_what_has_it() {
        // One that has the word, one that is like it, and eighteen others.
        let vector = |n: usize| match n {
            0 => [1.0, 0.0],
            1 => [0.9, 0.3],
            _ => [-1.0, 0.01 * n as f32],
        };
        let doc = |n: usize| Doc {
            id: n.to_string(),
            title: "Report".into(),
            text: match n {
                0 => "Stones.".into(),
                _ => format!("Salt {n}."),
            },
        };
        let (mut set, _) = reports();
        set.docs = (0..20).map(doc).collect();
        set.questions.truncate(1);
        set.questions[0].text = "stones".into();
        let made: Vec<Made> = (0..20).map(|n| read(vector(n))).collect();
        let mut library = Asking::of(&set, &made, MODEL).expect("a library");
        let labels = LabelVolume::from_bricks([BRICK; 3], |_, voxels| voxels.fill(1));
        library.atlas = Some(Arc::new(Atlas::from_labels(Catalogue::builtin(), labels)));
        let questions = [read([1.0, 0.0])];
        let mut listed = |like: Option<f32>| {
            library.like_enough = like;
            let found = library.ask(Part::Window, &set, &questions);
            found.expect("asked").rankings
        };
        // One in twenty.
        assert_eq!(listed(None), [[0, 1]]);
        assert_eq!(listed(Some(2.0)), [vec![0]]);
    }
}
