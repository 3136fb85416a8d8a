//! `cargo xtask run`: from a clone to the window.

use std::ffi::OsString;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, manifest, succeed, target_folder};
use crate::install;
use crate::machine::{Machine, Purpose};

/// The commands of the program that open no window, beside `render`.
pub const COMMANDS: [&str; 19] = [
    "atlas", "backup", "bench", "check", "dedupe", "doctor", "eval", "export", "find", "ground",
    "help", "import", "keys", "pubmed", "reground", "search", "similar", "tag", "tour",
];

/// How long the first build takes; the one place that says it. A new measurement replaces all of it.
pub const FIRST_BUILD: &str = "\
The first build compiles every dependency: 49 minutes for `cargo xtask test` on two busy cores, at commit 3358e15";

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
        eprintln!("{FIRST_BUILD}. `run` needs fewer of them, and later builds few or none.");
    }
    build()?;

    let status = program(arguments)
        .status()
        .context("could not start cargo")?;
    // The program has said itself what went wrong; its exit status is all that is left to pass on.
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    Ok(code.map_or(ExitCode::FAILURE, ExitCode::from))
}

const PACKAGE: [&str; 3] = ["--locked", "-p", "corpus-atlas"];

/// Builds the program, showing how far that has come.
pub fn build() -> Result<()> {
    succeed(cargo(["build"]).args(manifest()).args(PACKAGE))
}

/// The program with its arguments; through cargo, because it tells the program where the assets of
/// this clone are. Its working directory is the caller's, so that relative paths mean what they say.
pub fn program(arguments: &[OsString]) -> Command {
    let mut command = cargo(["run", "--quiet"]);
    command.args(manifest()).args(PACKAGE).arg("--");
    command.args(arguments);
    command
}

/// What a command line needs of the machine; none when it opens the window.
fn purpose(arguments: &[OsString]) -> Option<Purpose> {
    let information =
        |word: &OsString| word == "--help" || word == "-h" || word == "--version" || word == "-V";
    if arguments.iter().any(information) {
        return Some(Purpose::Terminal);
    }
    let first = arguments.first()?.to_str()?;
    let second = arguments.get(1).and_then(|word| word.to_str());
    // A window shows the stops of a tour that becomes pictures.
    let shown = |word: &OsString| {
        let word = word.to_string_lossy();
        word.starts_with("--pictures") || word.starts_with("--video")
    };
    if first == "tour" && arguments.iter().any(shown) {
        return None;
    }
    if first == "render" || (first, second) == ("bench", Some("render")) {
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
    use crate::cargo::root;

    #[test]
    fn a_tour_asks_for_a_display_where_it_becomes_pictures() {
        let of = |line: &str| {
            let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            purpose(&words).is_some()
        };
        assert!(of("tour") && of("tour 1"));
        assert!(!of("tour 1 --pictures stops") && !of("tour 1 --video=stops.mp4"));
    }

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
        assert_eq!(of("a.pdf b.pdf folder"), None);
        assert_eq!(of("reground papers.atlas"), Some(Purpose::Terminal));
        assert_eq!(of("bench render"), Some(Purpose::Picture));
        assert_eq!(of("bench ground"), Some(Purpose::Terminal));
        assert_eq!(of("render --output a.png"), Some(Purpose::Picture));
        assert_eq!(of("render --help"), Some(Purpose::Terminal));
        assert_eq!(of("ground -"), Some(Purpose::Terminal));
        assert_eq!(of("--version"), Some(Purpose::Terminal));
    }

    #[test]
    fn all_paths_reach_the_program_as_they_are() {
        let paths = ["a.pdf", "b with a space.pdf", "-odd.txt", "folder"].map(OsString::from);
        let command = program(&paths);
        let mut arguments = command.get_args().skip_while(|word| *word != "--");
        assert_eq!(arguments.next(), Some("--".as_ref()));
        assert!(arguments.eq(paths.iter().map(|path| path.as_os_str())));
        assert_eq!(command.get_current_dir(), None);
    }

    #[test]
    fn every_command_of_the_program_is_known() {
        let source = root().join("src/cli/mod.rs");
        let source = syn::parse_file(&std::fs::read_to_string(source).unwrap()).unwrap();
        let commands = source.items.iter().find_map(|item| match item {
            syn::Item::Enum(item) if item.ident == "Command" => Some(&item.variants),
            _ => None,
        });
        // Those with a `#[command(…)]` of their own are hidden and for the program itself.
        let commands = commands.expect("the command line has its commands there");
        let names = commands.iter().filter(|command| {
            let mut attributes = command.attrs.iter();
            !attributes.any(|attribute| attribute.path().is_ident("command"))
        });
        for name in names.map(|command| command.ident.to_string().to_lowercase()) {
            assert!(
                purpose(&[OsString::from(&name)]).is_some(),
                "`cargo xtask run -- {name}` would ask for a display"
            );
        }
    }
}
