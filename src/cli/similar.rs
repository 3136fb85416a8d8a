//! `corpus-atlas similar`: papers like one of a library, or like a text.

use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, bail, ensure};
use clap::ValueEnum;
use library::{Document, Library, Like, Query, note_for_model, read_paths};

use super::numbers::{parse_count, parse_share};
use super::terminal::complain;
use super::{Format, TABLE_BYTES, fit, open_grounder};

/// Find papers that are like one of a library, or like a text: by words, by meaning and by place in the body.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas similar my-papers.atlas 12\n  corpus-atlas similar my-papers.atlas PMID:31562211 --most 5 --format table\n  corpus-atlas similar my-papers.atlas case.txt --near-place 0.5\n  echo '#effusion of the left lung, CT-scan' | corpus-atlas similar my-papers.atlas -\n\nEach hit says its places by words and by meaning, and how far it lies from the place of what it is like. The document itself and copies of it are left out."
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// A document of it, by its id, key, PMID or DOI; or a file with a text, or "-" for standard input.
    #[arg(value_name = "ID|FILE|-")]
    what: String,
    /// At most this many.
    #[arg(long, value_parser = parse_count, allow_hyphen_values = true, default_value = "20")]
    most: usize,
    /// What counts.
    #[arg(long, value_enum, default_value = "all")]
    by: By,
    /// How much place counts beside words and meaning: from 0, not at all, to 1, place alone.
    #[arg(long, value_name = "SHARE", value_parser = parse_share, allow_hyphen_values = true, default_value_t = Like::NEAR_PLACE)]
    near_place: f32,
    /// How to write the results.
    #[arg(long, value_enum, default_value = "json")]
    format: Format,
}

/// What of a document or a text counts.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum By {
    /// Its most telling words.
    Words,
    /// What it means, as far as the grounding model reads that.
    Meaning,
    /// Where it belongs in the body: its point, and the structures that there is evidence for.
    Place,
    /// All of them, joined by what they say.
    #[value(alias = "both")]
    All,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let library =
        Library::open(&arguments.library).with_context(|| super::shown(&arguments.library))?;
    let mut like = like(arguments, &library)?;
    narrow(&mut like, arguments.by)?;
    if let Some(meaning) = &like.meaning {
        super::search::tell_others(&library, meaning)?;
    }
    let query = Query {
        like: Some(Like {
            near_place: arguments.near_place,
            most: arguments.most,
            ..like
        }),
        limit: arguments.most,
        ..Query::default()
    };
    let mut answer = library.search(&query, anatomy::Catalogue::builtin())?;
    library.find_subjects(&mut answer.hits);
    let mut out = std::io::stdout().lock();
    if arguments.format == Format::Table {
        writeln!(
            out,
            "{:>4} {:<64} {:<26} {:>5} parts",
            "rank", "title", "structure", "year"
        )?;
    }
    for (rank, hit) in answer.hits.iter().enumerate() {
        match arguments.format {
            Format::Json => {
                // Places are kept in the frame of the male body.
                let line = super::search::Line::of(hit, anatomy::Sex::Male);
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
            }
            Format::Table => writeln!(
                out,
                "{:>4} {:<64} {:<26} {:>5} {}",
                rank + 1,
                fit(&hit.title, 64),
                fit(&hit.structure, 26),
                hit.year.map_or_else(String::new, |year| year.to_string()),
                hit.parts().unwrap_or_default()
            )?,
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What is to be found again: a document of the library, else a text.
fn like(arguments: &Arguments, library: &Library) -> anyhow::Result<Like> {
    let what = &arguments.what;
    if what != "-"
        && let Some(key) = library.key_named(what)?
    {
        let like = library.like(key)?;
        return like.context("the document is no longer in the library");
    }
    let text = match what.as_str() {
        "-" => {
            let mut text = String::new();
            let stdin = std::io::stdin().lock();
            stdin.take(TABLE_BYTES).read_to_string(&mut text)?;
            text
        }
        file if Path::new(file).exists() => text_of(Path::new(file))?,
        _ => bail!(
            "{what}: the library has no document that is called so, and there is no such file"
        ),
    };
    ensure!(!text.trim().is_empty(), "{what}: there is no text in it");
    let mut like = match arguments.by {
        By::Words => Like::note(&text, None),
        By::Meaning | By::Place | By::All => {
            let grounder = open_grounder()?.1;
            let read = super::search::read(&grounder, &note_for_model(&text))?;
            Like::note(&text, Some(&read))
        }
    };
    if matches!(arguments.by, By::Words | By::All) {
        for (typed, meant) in library.mend_note(&mut like, &crate::common_words::is_common)? {
            complain!("“{typed}” is in no document and is read as “{meant}”");
        }
    }
    Ok(like)
}

/// The text of a file of any kind that can be imported.
fn text_of(file: &Path) -> anyhow::Result<String> {
    let mut texts = Vec::new();
    let mut refused = None;
    read_paths(
        &[file.to_owned()],
        &AtomicBool::new(false),
        &mut |record| match record {
            Ok(document) => texts.push(with_title(&document)),
            Err(error) => refused = Some(error),
        },
    );
    if let Some(error) = refused {
        return Err(error.into());
    }
    ensure!(
        texts.len() <= 1,
        "{}: it has {} records; similar papers are found to one text",
        file.display(),
        texts.len()
    );
    Ok(texts.pop().unwrap_or_default())
}

/// The title and the text of a document, whose title may be nothing but the beginning of the text.
fn with_title(document: &Document) -> String {
    let (title, text) = (&document.title, &document.text);
    match text.starts_with(title.trim_end_matches('…')) {
        true => text.clone(),
        false => format!("{title}\n{text}"),
    }
}

/// Leaves the parts that are to count, and says which of them are not there.
fn narrow(like: &mut Like, by: By) -> anyhow::Result<()> {
    if !matches!(by, By::Words | By::All) {
        like.text = None;
    }
    let counts = |part| by == part || by == By::All;
    let why_no_meaning = "the model has not read it";
    let why_no_place = "it is about nothing in the torso, as far as the model can tell";
    for (part, is_there, name, why) in [
        (
            By::Meaning,
            like.meaning.is_some(),
            "meaning",
            why_no_meaning,
        ),
        (By::Place, !like.places.is_empty(), "place", why_no_place),
    ] {
        ensure!(by != part || is_there, "there is no {name} to go by: {why}");
        if counts(part) && !is_there {
            complain!("its {name} does not count: {why}");
        }
    }
    if !counts(By::Meaning) {
        like.meaning = None;
    }
    if !counts(By::Place) {
        like.places.clear();
    }
    Ok(())
}
