//! `corpus-atlas tag`: what a reader keeps with documents.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, bail};
use library::{Library, MarkChange, Query};

use super::terminal::{self, complain, say};
use super::{Format, open_atlas};

/// List the tags and collections of a library, or change what is kept with documents: tags, collections, a note, stars, whether they
/// have been read. Documents are chosen by id, by a file of ids, by words or by structure; what is asked for together narrows together
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas tag my-papers.atlas\n  corpus-atlas tag my-papers.atlas --text 'portal hypertension' --add portal --collect Thesis/Liver\n  corpus-atlas tag my-papers.atlas --id PMID:123 --stars 4 --read"
)]
pub struct Arguments {
    /// The library file.
    library: PathBuf,
    /// A document's id; may be given several times.
    #[arg(long = "id", value_name = "ID")]
    ids: Vec<String>,
    /// A file with an id on each line; `-` is standard input.
    #[arg(long, value_name = "FILE")]
    ids_from: Option<PathBuf>,
    /// Documents that match words.
    #[arg(long, value_name = "QUERY")]
    text: Option<String>,
    /// Documents of a structure, by its id or name.
    #[arg(long, value_name = "ID")]
    structure: Option<String>,
    /// Every document.
    #[arg(long, conflicts_with_all = ["ids", "ids_from", "text", "structure"])]
    all: bool,
    /// Give a tag; may be given several times.
    #[arg(long, value_name = "TAG")]
    add: Vec<String>,
    /// Take a tag away; may be given several times.
    #[arg(long, value_name = "TAG")]
    remove: Vec<String>,
    /// Put into a collection (Thesis/Liver); may be given several times.
    #[arg(long, value_name = "COLLECTION")]
    collect: Vec<String>,
    /// Take out of a collection; may be given several times.
    #[arg(long, value_name = "COLLECTION")]
    uncollect: Vec<String>,
    /// Set the note; an empty one takes it away.
    #[arg(long, value_name = "TEXT")]
    note: Option<String>,
    /// Set the stars, 0 to 5.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=5))]
    stars: Option<u8>,
    /// Mark as read.
    #[arg(long, conflicts_with = "unread")]
    read: bool,
    /// Mark as unread.
    #[arg(long)]
    unread: bool,
    /// How to write the result.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Runs; exit 1 when an id is unknown, each named on stderr.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let place = || super::shown(&arguments.library);
    let mut library = Library::open(&arguments.library).with_context(place)?;
    let changes = changes(arguments);
    let (keys, unknown) = chosen(arguments, &library).with_context(place)?;
    for id in &unknown {
        complain!("corpus-atlas: {}: there is no document “{id}”", place());
    }
    if changes.is_empty() {
        list(arguments, &library, keys.as_deref()).with_context(place)?;
        return Ok(super::exit_code(unknown.len()));
    }
    let Some(keys) = keys else {
        bail!("which documents? say --id, --ids-from, --text, --structure or --all");
    };
    let mut changed = BTreeSet::new();
    for change in &changes {
        let before = library.mark(&keys, change).with_context(place)?;
        changed.extend(before.into_iter().map(|(key, _)| key));
    }
    match arguments.format {
        Format::Json => say!(
            "{}",
            terminal::json(&serde_json::json!({ "chosen": keys.len(), "changed": changed.len(), "unknown": unknown }).to_string())
        )?,
        Format::Table => say!(
            "{} of {} documents changed; {} knows {} tags and {} collections",
            changed.len(),
            keys.len(),
            place(),
            library.tags()?.len(),
            library.collections()?.len()
        )?,
    }
    Ok(super::exit_code(unknown.len()))
}

fn changes(arguments: &Arguments) -> Vec<MarkChange> {
    let of = |names: &[String], change: fn(String) -> MarkChange| -> Vec<MarkChange> {
        names.iter().cloned().map(change).collect()
    };
    let mut changes = of(&arguments.add, MarkChange::Tag);
    changes.extend(of(&arguments.remove, MarkChange::Untag));
    changes.extend(of(&arguments.collect, MarkChange::Collect));
    changes.extend(of(&arguments.uncollect, MarkChange::Uncollect));
    changes.extend(arguments.note.clone().map(MarkChange::Note));
    changes.extend(arguments.stars.map(MarkChange::Stars));
    if arguments.read || arguments.unread {
        changes.push(MarkChange::Read(arguments.read));
    }
    changes
}

/// The keys of the documents that are meant, and ids that no document has; no keys where nothing was said of which.
fn chosen(
    arguments: &Arguments,
    library: &Library,
) -> anyhow::Result<(Option<Vec<i64>>, Vec<String>)> {
    let mut unknown = Vec::new();
    let mut ids = arguments.ids.clone();
    if let Some(file) = &arguments.ids_from {
        let text = match file.as_os_str() == "-" {
            true => std::io::read_to_string(std::io::stdin())?,
            false => std::fs::read_to_string(file).with_context(|| file.display().to_string())?,
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        ids.extend(lines.map(str::to_owned));
    }
    let named = !arguments.ids.is_empty() || arguments.ids_from.is_some();
    let mut keys = Vec::new();
    for id in ids {
        match library.key_of(&id)? {
            Some(key) => keys.push(key),
            None => unknown.push(id),
        }
    }
    if arguments.all {
        return Ok((Some(library.keys()?), unknown));
    }
    let asked = arguments.text.is_some() || arguments.structure.is_some();
    if asked {
        let (_, atlas) = open_atlas()?;
        let structure = arguments.structure.as_deref().map(|name| {
            let id = super::atlas::structure_id(&atlas, name)?;
            let index = atlas.catalogue().index_of(&id);
            index.with_context(|| format!("the atlas has no structure “{id}”"))
        });
        if let Some(wrong) = arguments.text.as_deref().and_then(library::misread) {
            anyhow::bail!("--text, {wrong}");
        }
        let query = Query {
            text: arguments.text.clone(),
            structures: structure.transpose()?.into_iter().collect(),
            limit: usize::MAX,
            ..Query::default()
        };
        let found: BTreeSet<i64> = library
            .search(&query, &*atlas)?
            .hits
            .iter()
            .map(|hit| hit.key)
            .collect();
        if named {
            keys.retain(|key| found.contains(key));
        } else {
            keys = found.into_iter().collect();
        }
    }
    Ok(((named || asked).then_some(keys), unknown))
}

/// What is kept with the documents that are meant; without any the tags and collections of the library.
fn list(
    arguments: &Arguments,
    library: &Library,
    keys: Option<&[i64]>,
) -> Result<(), anyhow::Error> {
    let mut out = std::io::stdout().lock();
    let Some(keys) = keys else {
        let (tags, collections) = (library.tags()?, library.collections()?);
        if arguments.format == Format::Json {
            let all = serde_json::json!({ "tags": tags, "collections": collections });
            writeln!(out, "{}", terminal::json(&all.to_string()))?;
            return Ok(());
        }
        for (kind, values) in [("tag", tags), ("collection", collections)] {
            for value in values {
                let name = terminal::line(&value.name);
                writeln!(out, "{:>7} {kind:<10} {name}", value.documents)?;
            }
        }
        return Ok(());
    };
    for key in keys {
        let Some(entry) = library.entry(*key)? else {
            continue;
        };
        let marks = library.marks(*key)?;
        match arguments.format {
            Format::Json => {
                let line =
                    serde_json::json!({ "id": entry.id, "title": entry.title, "marks": marks });
                writeln!(out, "{}", terminal::json(&line.to_string()))?;
            }
            Format::Table => {
                let stars = "*".repeat(usize::from(marks.stars));
                let names = [marks.tags.join(", "), marks.collections.join(", ")];
                let names = names.join("  ");
                let row = format!("{}  {stars}  {names}  {}", entry.id, marks.note);
                writeln!(out, "{}", terminal::line(&row))?;
            }
        }
    }
    Ok(())
}
