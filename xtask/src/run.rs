//! `cargo xtask run`: from a clone to the window.

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, manifest, succeed, target_folder};
use crate::install;
use crate::machine::{Machine, Purpose};

/// The commands of the program that open no window.
const COMMANDS: [&str; 8] = [
    "ground", "import", "search", "export", "eval", "atlas", "doctor", "help",
];

const NO_DISPLAY: &str = "\
there is no display to open a window on: neither WAYLAND_DISPLAY nor DISPLAY is set.
  On the machine's own desktop, run this in a terminal window there.
  Over SSH, connect with `ssh -X`, or use a remote desktop.
  Without any display, the program still draws pictures and works on files:
      cargo xtask run -- render --output atlas.png
      cargo xtask run -- help";

/// Installs what is missing, builds, and starts the program.
pub fn run(arguments: &[OsString]) -> Result<ExitCode> {
    let purpose = match purpose(arguments) {
        Some(purpose) => purpose,
        None if !cfg!(target_os = "linux") => Purpose::Terminal,
        None => match Machine::this().display() {
            Some(purpose) => purpose,
            None => bail!("{NO_DISPLAY}"),
        },
    };
    install::provide(purpose)?;

    if !program_is_built() {
        eprintln!(
            "The first build compiles every dependency: about 17 minutes on two cores. Later ones take seconds."
        );
    }
    let package = ["--locked", "-p", "corpus-atlas"];
    succeed(cargo(["build"]).args(manifest()).args(package))?;

    // Through cargo, because it tells the program where the assets of this clone are.
    let status = cargo(["run", "--quiet"])
        .args(manifest())
        .args(package)
        .arg("--")
        .args(arguments)
        .status()
        .context("could not start cargo")?;
    // The program has said itself what went wrong; its exit status is all that is left to pass on.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

/// What a command line needs of the machine; none when it opens the window.
fn purpose(arguments: &[OsString]) -> Option<Purpose> {
    let information =
        |word: &OsString| word == "--help" || word == "-h" || word == "--version" || word == "-V";
    if arguments.iter().any(information) {
        return Some(Purpose::Terminal);
    }
    let first = arguments.first()?.to_str()?;
    if first == "render" {
        Some(Purpose::Picture)
    } else {
        COMMANDS.contains(&first).then_some(Purpose::Terminal)
    }
}

fn program_is_built() -> bool {
    let name = format!("corpus-atlas{}", std::env::consts::EXE_SUFFIX);
    target_folder().join("debug").join(name).exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_window_asks_for_a_display() {
        let of = |line: &str| {
            purpose(
                &line
                    .split_whitespace()
                    .map(OsString::from)
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(of(""), None);
        assert_eq!(of("papers.atlas"), None);
        assert_eq!(of("render --output a.png"), Some(Purpose::Picture));
        assert_eq!(of("render --help"), Some(Purpose::Terminal));
        assert_eq!(of("ground -"), Some(Purpose::Terminal));
        assert_eq!(of("--version"), Some(Purpose::Terminal));
    }
}
