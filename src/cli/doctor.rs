//! `corpus-atlas doctor`: what works on this machine, and why not what does not.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use anatomy::Atlas;
use grounding::{EngineChoice, Grounder};
use serde_json::{Value, json};

use super::{Format, terminal};
use crate::paths::Paths;
use crate::shipped;

/// Say which renderer, inference engine, model and atlas are used, and why.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  corpus-atlas doctor")]
pub struct Arguments {
    /// How to write the findings.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Runs; exit 1 when atlas or model cannot be used, or a file is not what was shipped.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut sound = true;
    let paths = Paths::find();
    let atlas = paths
        .as_ref()
        .map_err(ToString::to_string)
        .and_then(|paths| Atlas::open(&paths.atlas()).map_err(|error| error.to_string()));
    let (atlas_words, engine, model) = match (&paths, atlas) {
        (Ok(paths), Ok(atlas)) => {
            let words = json!({ "path": paths.atlas(), "structures": atlas.present().len() });
            match Grounder::open(&paths.model(), Arc::new(atlas), EngineChoice::Auto) {
                Ok(grounder) => (
                    words,
                    json!({ "name": grounder.engine().name, "reason": grounder.engine().reason }),
                    json!({ "name": grounder.model().name, "sha256": grounder.model().sha256, "path": paths.model() }),
                ),
                Err(error) => {
                    sound = false;
                    (
                        words,
                        json!({ "error": error.to_string() }),
                        json!({ "path": paths.model() }),
                    )
                }
            }
        }
        (_, Err(error)) => {
            sound = false;
            (
                json!({ "error": error }),
                json!({ "error": "needs the atlas" }),
                Value::Null,
            )
        }
        (Err(error), Ok(_)) => (
            json!({ "error": error.to_string() }),
            Value::Null,
            Value::Null,
        ),
    };
    let files = match paths.as_ref().map(|paths| shipped::check(paths.root())) {
        Ok(Ok((count, faults))) if faults.is_empty() => json!({ "as shipped": count }),
        Ok(Ok((count, faults))) => {
            sound = false;
            let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
            json!({ "as shipped": count - faults.len(), "error": faults.join("; ") })
        }
        Ok(Err(error)) => {
            sound = false;
            json!({ "error": terminal::words(&error) })
        }
        // Said of the atlas already.
        Err(_) => Value::Null,
    };
    let renderer = match super::studio::probe_renderer() {
        Ok(words) => json!({ "name": words }),
        Err(reason) => json!({ "error": reason }),
    };
    let findings = json!({
        "renderer": renderer,
        "engine": engine,
        "model": model,
        "atlas": atlas_words,
        "files": files,
        "versions": { "corpus-atlas": env!("CARGO_PKG_VERSION"), "bevy": "0.19", "os": std::env::consts::OS, "arch": std::env::consts::ARCH },
    });
    let mut out = std::io::stdout().lock();
    match (arguments.format, &findings) {
        (Format::Table, Value::Object(parts)) => {
            for (part, facts) in parts {
                let words = facts.as_object().map_or_else(String::new, |facts| {
                    facts
                        .iter()
                        .map(|(key, value)| {
                            format!(
                                "{key}: {}",
                                value
                                    .as_str()
                                    .map_or_else(|| value.to_string(), str::to_owned)
                            )
                        })
                        .collect::<Vec<_>>()
                        .join("\n             ")
                });
                writeln!(out, "{part:<12} {words}")?;
            }
        }
        _ => writeln!(out, "{findings}")?,
    }
    Ok(if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
