//! `corpus-atlas search`: by structure, place and words.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anatomy::{Catalogue, Sex};
use anyhow::Context;
use clap::ValueEnum;
use grounding::{Grounder, Grounding, TextInput};
use library::{Design, Hit, Library, Meaning, Order, ReadOnly};
use serde::Serialize;
use viewer::{structure_title, subject_line};

use super::bodies::Told;
use super::choose::Choice;
use super::numbers::parse_count;
use super::terminal::{complain, line};
use super::{Format, fit, open_atlas, open_grounder};

/// Find documents by structure, place and words.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas search my-papers.atlas --structure liver\n  corpus-atlas search my-papers.atlas --near=-70,-10,110 --radius 40 --text 'portal hypertension' --format table\n  corpus-atlas search my-papers.atlas --text 'why do stones come back' --by both\n  corpus-atlas search my-papers.atlas --structure ovary --body auto\n  corpus-atlas search my-papers.atlas --text 'stones[ti] AND 2015:2020[dp] NOT child*' --sort newest"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    #[command(flatten)]
    choice: Choice,
    /// In whose frame the point is given (auto: hers where a structure is asked for that only she has), and those of the hits are told:
    /// with female hers for all that she has, with auto hers for what only she has.
    #[arg(long, value_enum, default_value = "male")]
    body: Told,
    /// What of the text counts.
    #[arg(long, value_enum, default_value = "words", requires = "text")]
    by: By,
    /// In which order to list all that is found; what has no year comes last.
    #[arg(long, value_enum, default_value = "relevance")]
    sort: Sort,
    /// At most this many.
    #[arg(long, value_parser = parse_count, allow_hyphen_values = true, default_value = "20")]
    limit: usize,
    /// How to write the results.
    #[arg(long, value_enum, default_value = "json")]
    format: Format,
}

/// What of a text counts.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// Its words.
    Words,
    /// What it means, as far as the grounding model reads that: the documents with the nearest vectors, once moved towards the first of them.
    Meaning,
    /// Both together, by what each says of a document.
    Both,
}

/// The order of what is found.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// What answers best first.
    Relevance,
    /// The latest year first.
    Newest,
    /// The earliest year first.
    Oldest,
}

impl Sort {
    fn order(self) -> Order {
        match self {
            Self::Relevance => Order::Relevance,
            Self::Newest => Order::Newest,
            Self::Oldest => Order::Oldest,
        }
    }
}

/// A hit as it is written.
#[derive(Serialize)]
pub(super) struct Line<'a> {
    #[serde(flatten)]
    hit: &'a Hit,
    /// In whose frame its point is.
    body: Sex,
    /// The sentence of its text that answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    sentence: Option<&'a str>,
    /// What kind of study it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    design: Option<&'static str>,
    /// Of whom it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    population: Vec<&'static str>,
    /// What it is about, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    subject: Option<String>,
}

impl<'a> Line<'a> {
    /// Of a hit whose point is in the frame of this body.
    pub(super) fn of(hit: &'a Hit, body: Sex) -> Self {
        let sentence = hit.sentence.as_ref().map(|lit| lit.text.as_str());
        let subject = hit.subject.as_ref();
        let groups = subject.into_iter().flat_map(|subject| &subject.population);
        Self {
            hit,
            body,
            sentence,
            design: subject.and_then(|subject| subject.design).map(Design::id),
            population: groups.map(|group| group.id()).collect(),
            subject: subject.and_then(|subject| subject_line(place(hit).as_deref(), subject)),
        }
    }
}

/// What the structure is called that a hit lies in; nothing of one that lies nowhere in the torso.
fn place(hit: &Hit) -> Option<String> {
    let catalogue = Catalogue::builtin();
    let index = catalogue.index_of(&hit.structure)?;
    (!viewer::is_doubtful(hit.outside_p)).then(|| structure_title(catalogue.get(index)))
}

/// What the model reads in a text.
///
/// # Errors
/// If the model fails on it.
pub(super) fn read(grounder: &Grounder, text: &str) -> anyhow::Result<Grounding> {
    let grounded = grounder.ground(&[TextInput::new(text)])?;
    let grounding = grounded.into_iter().next();
    grounding.context("the model gave no answer")
}

/// What a text means to the model.
///
/// # Errors
/// If the model fails on it.
pub(super) fn meaning(grounder: &Grounder, text: &str) -> anyhow::Result<Meaning> {
    let grounding = read(grounder, text)?;
    Ok(Meaning {
        vector: grounding.embedding,
        model: grounding.model,
    })
}

/// Says how many documents cannot be compared with what a text means.
///
/// # Errors
/// If the library cannot be read.
pub(super) fn tell_others(library: &Library, meaning: &Meaning) -> anyhow::Result<()> {
    let in_place = [Some(ReadOnly::InPlace), Some(ReadOnly::Server)];
    if in_place.contains(&library.read_only()) {
        return Ok(());
    }
    let others = library.placed_by_others(&meaning.model)?.len();
    if others > 0 {
        complain!(
            "{others} documents were placed by another version of the model, and what they mean cannot be compared: `corpus-atlas reground`"
        );
    }
    Ok(())
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (_, atlas) = open_atlas()?;
    let library =
        Library::open(&arguments.library).with_context(|| super::shown(&arguments.library))?;
    let mut choice = arguments.choice.clone();
    let text = choice.text.clone().filter(|_| arguments.by != By::Words);
    if arguments.by == By::Meaning {
        choice.text = None;
    }
    let mut query = choice.query(&atlas, arguments.limit)?;
    query.any_word = true;
    query.order = arguments.sort.order();
    // Places are kept in the frame of the male body.
    let sex = arguments.body.sex(choice.structures());
    if sex == Sex::Female {
        query.near = query.near.map(anatomy::to_male);
    }
    if let Some(text) = text {
        query.meaning = Some(meaning(&open_grounder()?.1, &text)?);
    }
    if let Some(meaning) = &query.meaning {
        tell_others(&library, meaning)?;
    }
    let mut answer = library.search(&query, &*atlas)?;
    library.find_sentences(&query, &mut answer.hits);
    library.find_subjects(&mut answer.hits);
    for hit in &mut answer.hits {
        if arguments.body.of_structure(&hit.structure) == Sex::Female {
            hit.point_mm = anatomy::to_female(hit.point_mm);
        }
    }
    let mut out = std::io::stdout().lock();
    if arguments.format == Format::Table {
        writeln!(
            out,
            "{:>4} {:<64} {:<26} {:>8} {:>5}",
            "rank", "title", "structure", "mm", "year"
        )?;
    }
    for (rank, hit) in answer.hits.iter().enumerate() {
        match arguments.format {
            Format::Json => {
                let body = arguments.body.of_structure(&hit.structure);
                serde_json::to_writer(&mut out, &Line::of(hit, body))?;
                writeln!(out)?;
            }
            Format::Table => {
                writeln!(
                    out,
                    "{:>4} {:<64} {:<26} {:>8} {:>5}",
                    rank + 1,
                    fit(&hit.title, 64),
                    fit(&hit.structure, 26),
                    hit.distance_mm
                        .map_or_else(String::new, |distance| format!("{distance:.0}")),
                    hit.year.map_or_else(String::new, |year| year.to_string())
                )?;
                if let Some(sentence) = &hit.sentence {
                    writeln!(out, "       {}", line(&sentence.text))?;
                }
            }
        }
    }
    if let Some(asked) = arguments.choice.text.as_deref()
        && let Some(meant) = library.did_you_mean(asked, &crate::common_words::is_common)?
    {
        let unknown: Vec<&str> = meant.words.iter().map(|(word, _)| word.as_str()).collect();
        let unknown = unknown.join(", ");
        let few = match meant.unknown {
            true => "no document has",
            false => "hardly any document has",
        };
        complain!("{few} “{unknown}”; did you mean “{}”?", meant.text);
    }
    if answer.total > answer.hits.len() {
        let (listed, total) = (answer.hits.len(), answer.total);
        match answer.with_all_words.filter(|all| *all < total) {
            Some(all) => {
                complain!("{listed} of {total} documents; {all} have all of the words")
            }
            None => complain!("{listed} of {total} documents"),
        }
    }
    Ok(ExitCode::SUCCESS)
}
