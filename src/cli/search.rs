//! `corpus-atlas search`: by structure, place and words.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::ValueEnum;
use grounding::{Grounder, Grounding, TextInput};
use library::{Library, Meaning, ReadOnly};

use super::choose::Choice;
use super::numbers::parse_count;
use super::terminal::complain;
use super::{Format, fit, open_atlas, open_grounder};

/// Find documents by structure, place and words.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas search my-papers.atlas --structure liver\n  corpus-atlas search my-papers.atlas --near=-70,-10,110 --radius 40 --text 'portal hypertension' --format table\n  corpus-atlas search my-papers.atlas --text 'why do stones come back' --by both\n  corpus-atlas search my-papers.atlas --text 'stones[ti] AND 2015:2020[dp] NOT child*'"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    #[command(flatten)]
    choice: Choice,
    /// What of the text counts.
    #[arg(long, value_enum, default_value = "words", requires = "text")]
    by: By,
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
    if let Some(text) = text {
        query.meaning = Some(meaning(&open_grounder()?.1, &text)?);
    }
    if let Some(meaning) = &query.meaning {
        tell_others(&library, meaning)?;
    }
    let answer = library.search(&query, &*atlas)?;
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
                serde_json::to_writer(&mut out, hit)?;
                writeln!(out)?;
            }
            Format::Table => writeln!(
                out,
                "{:>4} {:<64} {:<26} {:>8} {:>5}",
                rank + 1,
                fit(&hit.title, 64),
                fit(&hit.structure, 26),
                hit.distance_mm
                    .map_or_else(String::new, |distance| format!("{distance:.0}")),
                hit.year.map_or_else(String::new, |year| year.to_string())
            )?,
        }
    }
    if let Some(asked) = arguments.choice.text.as_deref()
        && let Some(meant) = library.did_you_mean(asked)?
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
