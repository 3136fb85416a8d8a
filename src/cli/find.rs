//! `corpus-atlas find`: the structures that a name means.

use std::io::Write;
use std::process::ExitCode;

use anatomy::Catalogue;
use grounding::{Gazetteer, NameFinder};
use serde::Serialize;

use super::numbers::parse_count;
use super::terminal::complain;
use super::{Format, fit};
use crate::paths::Paths;

/// Find the structures that a name means: listed names, and names like them.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas find 'heart atack' --format table\n  corpus-atlas find windpipe 'water on the lung'"
)]
pub struct Arguments {
    /// Names, as people say or write them.
    #[arg(required = true)]
    names: Vec<String>,
    /// At most this many for each.
    #[arg(long, value_parser = parse_count, allow_hyphen_values = true, default_value = "5")]
    limit: usize,
    /// How to write the results.
    #[arg(long, value_enum, default_value = "json")]
    format: Format,
}

/// A structure that a name may mean.
#[derive(Serialize)]
struct Found<'n> {
    /// What was asked for.
    query: &'n str,
    /// Catalogue id.
    structure: &'n str,
    /// The known name that fits.
    name: String,
    /// Whether that name was typed, or is merely like what was typed.
    by: &'static str,
    /// How well it fits, 0 to 1: for what is like it, the cosine.
    score: f32,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let finder = NameFinder::open(&Paths::find()?.model())?;
    let catalogue = Catalogue::builtin();
    let mut out = std::io::stdout().lock();
    for query in &arguments.names {
        let listed = Gazetteer::builtin().search(query, arguments.limit);
        let named = listed.into_iter().map(|found| (found, "name"));
        let like = finder.find(query, arguments.limit).into_iter();
        let mut seen = Vec::new();
        for (found, by) in named.chain(like.map(|found| (found, "likeness"))) {
            if seen.contains(&found.structure) || seen.len() == arguments.limit {
                continue;
            }
            seen.push(found.structure);
            let found = Found {
                query,
                structure: &catalogue.get(found.structure).id,
                name: found.name,
                by,
                score: found.score,
            };
            match arguments.format {
                Format::Json => writeln!(out, "{}", serde_json::to_string(&found)?)?,
                Format::Table => writeln!(
                    out,
                    "{:<32} {:<30} {:<32} {:<8} {:>5.2}",
                    fit(query, 32),
                    fit(found.structure, 30),
                    fit(&found.name, 32),
                    by,
                    found.score
                )?,
            }
        }
        if seen.is_empty() {
            complain!("nothing is known by “{query}”");
        }
    }
    Ok(ExitCode::SUCCESS)
}
