//! The command line: one file per subcommand. Without a subcommand the window opens.

mod atlas;
mod atlas_get;
mod atlas_import;
mod backup;
mod bench;
mod bench_columns;
mod bench_frames;
mod bench_ground;
mod bench_library;
mod bench_near;
mod bench_questions;
mod bench_scan;
mod bench_stage;
mod bench_start;
mod bench_window;
mod bench_words;
mod bodies;
mod check;
mod choose;
mod dedupe;
mod doctor;
mod eval;
mod eval_near;
mod eval_reading;
mod eval_report;
mod eval_retrieval;
mod eval_sets;
mod eval_similar;
mod eval_subject;
mod eval_vectors;
mod export;
mod find;
mod ground;
mod import;
mod import_watch;
mod keys;
mod manual;
mod numbers;
mod pdf_text;
mod pubmed;
mod reground;
mod render;
mod restart;
mod search;
mod similar;
mod studio;
mod tag;
mod terminal;
mod tour;

use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use ::anatomy::Atlas;
use anyhow::Context;
use clap::error::{ContextKind, ContextValue};
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use grounding::{EngineChoice, Grounder};
pub use library::text_input;
use library::{Library, Observer, Progress, Refusal};

use crate::app::session::loss::Loss;
use crate::paths::{Paths, default_library};
use terminal::complain;

/// Medical literature on the body it is about.
#[derive(Parser)]
#[command(
    name = "corpus-atlas",
    version,
    about = "Medical literature on the body it is about: opens the window, or runs a command",
    long_about = "Corpus Atlas places medical texts in the human body. Without a subcommand the window opens on LIBRARY (one file, *.atlas; created when absent; your own sample library when none is named). Documents and folders named beside it, or alone, are added to it.\n\nA reading aid, not a medical device. Nothing leaves this machine unless you ask PubMed or Europe PMC for articles, or for a public atlas.",
    after_help = "Examples:\n  corpus-atlas\n  corpus-atlas my-papers.atlas\n  corpus-atlas paper.pdf notes.txt ~/papers\n  corpus-atlas my-papers.atlas export.ris\n  corpus-atlas ground notes.txt --format table",
    args_conflicts_with_subcommands = true
)]
struct Arguments {
    /// Library file to open in the window, and documents or folders to add to it.
    #[arg(value_name = "LIBRARY OR FILES")]
    files: Vec<PathBuf>,
    /// Language of the window, where none was chosen in it: en, de, fr, es, or that of another folder in assets/languages [default: the
    /// system's].
    #[arg(long, value_name = "TAG")]
    language: Option<String>,
    /// Run a list of steps in the window (JSON); for tests and tours.
    #[arg(long, hide = true)]
    script: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Ground(ground::Arguments),
    Import(import::Arguments),
    #[command(name = "pubmed")]
    PubMed(pubmed::Arguments),
    Reground(reground::Arguments),
    Find(find::Arguments),
    Search(search::Arguments),
    Similar(similar::Arguments),
    Tag(tag::Arguments),
    Dedupe(dedupe::Arguments),
    Backup(backup::Arguments),
    Check(check::Arguments),
    Export(export::Arguments),
    Eval(eval::Arguments),
    Atlas(atlas::Arguments),
    Render(render::Arguments),
    Tour(tour::Arguments),
    Bench(bench::Arguments),
    Keys(keys::Arguments),
    Doctor(doctor::Arguments),
    #[command(name = "__manual", hide = true)]
    Manual(manual::Arguments),
    #[command(name = "__pdf-text", hide = true)]
    PdfText(pdf_text::Arguments),
    #[command(name = "__pdf-page", hide = true)]
    PdfPage(pdf_text::PageArguments),
    #[command(name = "__pdf-find", hide = true)]
    PdfFind(pdf_text::FindArguments),
}

/// How results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// One JSON object per line.
    Json,
    /// Columns for people.
    #[value(alias = "text")]
    Table,
}

/// Parses the arguments and runs; errors go to stderr with their causes.
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if arguments.command.is_some() {
        quiet_logging();
    }
    let outcome = match arguments.command {
        None => window(arguments.files, arguments.language, arguments.script),
        Some(Command::Ground(arguments)) => ground::run(&arguments),
        Some(Command::Import(arguments)) => import::run(&arguments),
        Some(Command::PubMed(arguments)) => pubmed::run(&arguments),
        Some(Command::Reground(arguments)) => reground::run(&arguments),
        Some(Command::Find(arguments)) => find::run(&arguments),
        Some(Command::Search(arguments)) => search::run(&arguments),
        Some(Command::Similar(arguments)) => similar::run(&arguments),
        Some(Command::Tag(arguments)) => tag::run(&arguments),
        Some(Command::Dedupe(arguments)) => dedupe::run(&arguments),
        Some(Command::Backup(arguments)) => backup::run(&arguments),
        Some(Command::Check(arguments)) => check::run(&arguments),
        Some(Command::Export(arguments)) => export::run(&arguments),
        Some(Command::Eval(arguments)) => eval::run(&arguments),
        Some(Command::Atlas(arguments)) => atlas::run(&arguments),
        Some(Command::Render(arguments)) => render::run(&arguments),
        Some(Command::Tour(arguments)) => tour::run(&arguments),
        Some(Command::Bench(arguments)) => bench::run(&arguments),
        Some(Command::Keys(arguments)) => keys::run(&arguments),
        Some(Command::Doctor(arguments)) => doctor::run(&arguments),
        Some(Command::Manual(arguments)) => manual::run(&arguments, Arguments::command()),
        Some(Command::PdfText(arguments)) => pdf_text::run(&arguments),
        Some(Command::PdfPage(arguments)) => pdf_text::page(&arguments),
        Some(Command::PdfFind(arguments)) => pdf_text::find(&arguments),
    };
    match outcome {
        Ok(code) => code,
        Err(error) if terminal::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain!("corpus-atlas: {}", terminal::words(&error));
            ExitCode::FAILURE
        }
    }
}

/// Libraries log to stderr, and errors only unless more is asked for (RUST_LOG): stdout belongs to results.
fn quiet_logging() {
    let filter = tracing_subscriber::EnvFilter::try_from_default_env();
    let filter = filter.unwrap_or_else(|_| tracing_subscriber::EnvFilter::new("error"));
    // Nothing has set a log up before; if something had, its log serves as well.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .try_init();
}

/// Ending of a library's file name.
const LIBRARY_ENDING: &str = "atlas";

/// The ending of a file name in lower case; empty if it has none.
fn ending(path: &Path) -> String {
    let ending = path.extension().unwrap_or_default();
    ending.to_string_lossy().to_lowercase()
}

/// What the arguments of the window mean: the library to be opened or made, where one is named first, and what is to be added.
///
/// # Errors
/// Names the argument that is neither: nothing of this name, a file that is called a library and is none, a second library.
fn library_and_files(mut files: Vec<PathBuf>) -> anyhow::Result<(Option<PathBuf>, Vec<PathBuf>)> {
    let named = match files.first() {
        Some(first) => names_library(first)?,
        None => false,
    };
    let library = named.then(|| files.remove(0));
    for (number, file) in files.iter().enumerate() {
        if !file.exists() {
            let first = number == 0 && library.is_none();
            anyhow::bail!("{}", nothing_called(file, first));
        }
        if ending(file) == LIBRARY_ENDING && names_library(file)? {
            anyhow::bail!(
                "{}: a library is opened, not added to one; one is named, before all else",
                file.display()
            );
        }
    }
    Ok((library, files))
}

/// Whether a path names a library to be opened rather than something to be added to one: a library file, a data set, or nothing yet of a
/// name that only libraries have.
///
/// # Errors
/// If there is something of such a name that is no library.
fn names_library(path: &Path) -> anyhow::Result<bool> {
    let so_called = ending(path) == LIBRARY_ENDING;
    if Library::is_address(path) {
        return Ok(true);
    }
    if !path.exists() {
        return Ok(so_called);
    }
    if Library::is_data_set(path) {
        return Ok(true);
    }
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(16).read_to_end(&mut head));
    if read.is_ok() && head.starts_with(b"SQLite format 3\0") {
        return Ok(true);
    }
    if so_called {
        Library::open(path)?; // says what it is instead, or why it cannot be read
    }
    Ok(so_called)
}

/// That nothing is called so; of the first argument, also what may have been meant.
fn nothing_called(file: &Path, first: bool) -> String {
    let mut words = format!("{}: there is no such file or folder", file.display());
    if !first || library::import_endings().contains(&&*ending(file)) {
        return words;
    }
    words += &match file.to_str().and_then(near_command) {
        Some(command) => format!("; is the command `corpus-atlas {command}` meant?"),
        None => format!(
            "; a new library is called *.{LIBRARY_ENDING}, and `corpus-atlas help` lists the commands"
        ),
    };
    words
}

/// The command whose name is so much like a word that it may have been meant.
fn near_command(word: &str) -> Option<String> {
    let commands = Arguments::command();
    let shown = commands
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    // The window takes any word as a file, so clap is asked again as if there were commands alone.
    let refused = clap::Command::new("corpus-atlas")
        .subcommands(shown.cloned())
        .subcommand_required(true)
        .try_get_matches_from(["corpus-atlas", word])
        .err()?;
    match refused.get(ContextKind::SuggestedSubcommand)? {
        ContextValue::String(command) => Some(command.clone()),
        ContextValue::Strings(commands) => commands.last().cloned(), // the nearest one
        _ => None,
    }
}

fn window(
    files: Vec<PathBuf>,
    language: Option<String>,
    script: Option<PathBuf>,
) -> anyhow::Result<ExitCode> {
    let began = Instant::now();
    let loss = Loss::of(files.clone(), language.clone());
    let (library, files) = library_and_files(files)?;
    let paths = Paths::find()?;
    ensure_display()?;
    let sample = library.is_none();
    let library = library.map_or_else(default_library, Ok)?;
    let options = crate::app::WindowOptions {
        paths,
        library,
        sample,
        files,
        // Scripts are the same on every machine.
        language: language.or_else(|| script.as_ref().map(|_| language::ENGLISH.to_owned())),
        script,
        began,
        notice: restart::notice(),
        loss: loss.clone(),
    };
    watch_panics();
    // Without a renderer or a display the engine panics; asking for them beforehand would make every start slower.
    let run = AssertUnwindSafe(|| crate::app::run(options));
    let ended = catch_unwind(run);
    let mut lost = loss.noted();
    if lost.reason.is_none() && lost.is_open() && ended.is_err() && DRAWING.load(Ordering::Relaxed)
    {
        lost.reason = Some("it broke off while it drew".to_owned());
    }
    if lost.reason.is_some() {
        return restart::begin_anew(&lost, began.elapsed());
    }
    let exit = ended.or_else(
        |panic| match (studio::probe_renderer(), no_window(&*panic)) {
            (Err(reason), _) => Err(anyhow::Error::msg(reason)),
            (_, Some(reason)) => Err(anyhow::Error::msg(reason)),
            (Ok(_), None) => resume_unwind(panic),
        },
    )?;
    Ok(if exit.is_success() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Something panicked within the graphics library: what it was asked of a device that is lost can end so, before that is known.
static DRAWING: AtomicBool = AtomicBool::new(false);

/// What the engine says when it finds no display, and when no renderer.
const NO_DISPLAY: &str = "Failed to build event loop";
const NO_RENDERER: &str = "Unable to find a GPU";

/// The engine gives up on a missing display or renderer with a panic, which is caught and told in plain words: its own report of it is left out.
/// Panics of the graphics library are noted.
fn watch_panics() {
    let told = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let words = words_of(panic.payload());
        if panic
            .location()
            .is_some_and(|at| at.file().contains("wgpu"))
        {
            DRAWING.store(true, Ordering::Relaxed);
        }
        let follows = [NO_DISPLAY, NO_RENDERER];
        if !words.is_some_and(|words| follows.iter().any(|known| words.contains(known))) {
            told(panic);
        }
    }));
}

/// What a panic says.
fn words_of(panic: &(dyn std::any::Any + Send)) -> Option<&str> {
    let owned = panic.downcast_ref::<String>().map(String::as_str);
    owned.or_else(|| panic.downcast_ref::<&str>().copied())
}

/// Why no window could be opened, where that is what a panic is about.
fn no_window(panic: &(dyn std::any::Any + Send)) -> Option<String> {
    words_of(panic)
        .filter(|words| words.contains(NO_DISPLAY))
        .map(|_| {
            let display = std::env::var("WAYLAND_DISPLAY").or_else(|_| std::env::var("DISPLAY"));
            format!(
                "no window can be opened on the display {}: it does not answer. Is its server running, and may this user use it? Over SSH, connect with `ssh -X`. Without a display it \
                 still works on files and draws pictures: `corpus-atlas help`, `corpus-atlas render --output atlas.png`",
                display.unwrap_or_default()
            )
        })
}

/// Says in plain words that there is no display, before anything is begun.
fn ensure_display() -> anyhow::Result<()> {
    let told = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if cfg!(target_os = "linux") && !told("DISPLAY") && !told("WAYLAND_DISPLAY") {
        anyhow::bail!(
            "there is no display to open a window on: neither WAYLAND_DISPLAY nor DISPLAY is set. On the machine's own desktop, start it in a terminal window there; \
             over SSH, connect with `ssh -X`. Without a display it still works on files and draws pictures: `corpus-atlas help`, `corpus-atlas render --output atlas.png`"
        );
    }
    Ok(())
}

/// Opens the atlas that ships.
fn open_atlas() -> anyhow::Result<(Paths, Arc<Atlas>)> {
    let paths = Paths::find()?;
    let dir = paths.atlas();
    let atlas = Atlas::open(&dir).with_context(|| format!("atlas {}", dir.display()))?;
    Ok((paths, Arc::new(atlas)))
}

/// Opens the female torso that ships.
fn open_female_atlas() -> anyhow::Result<Atlas> {
    let folder = Paths::find()?.female_atlas();
    Atlas::open(&folder).with_context(|| format!("atlas {}", folder.display()))
}

/// Opens the atlas and the model.
fn open_grounder() -> anyhow::Result<(Arc<Atlas>, Grounder)> {
    let (paths, atlas) = open_atlas()?;
    let model = paths.model();
    let grounder = Grounder::open(&model, atlas.clone(), EngineChoice::Auto)
        .with_context(|| format!("model {}", model.display()))?
        .with_female(&paths.female_atlas());
    Ok((atlas, grounder))
}

/// Names what is refused on stderr, and says how far a run has come where it knows how far there is to go.
struct Console;

impl Observer for Console {
    fn progress(&mut self, progress: &Progress) {
        if let Some(total) = progress.total {
            complain!("{} of {total} placed anew", progress.added);
        }
    }

    fn refused(&mut self, Refusal { place, reason, .. }: Refusal) {
        let (reason, _) = library::passed_names(&reason);
        let said = terminal::joined(&place, reason);
        complain!("corpus-atlas: {}", terminal::line(&said));
    }

    fn cancelled(&self) -> bool {
        false
    }
}

/// The path or address of a library, for messages.
fn shown(library: &Path) -> String {
    library::Library::shown(library).display().to_string()
}

/// Exit 1 when a record was refused.
fn exit_code(refused: usize) -> ExitCode {
    if refused == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

/// Bytes of a table or a script at most.
const TABLE_BYTES: u64 = 64 << 20;

/// The text of a table or a script; what has no end is not read.
fn read_table(path: &Path) -> anyhow::Result<String> {
    let place = || path.display().to_string();
    let metadata = std::fs::metadata(path).with_context(place)?;
    anyhow::ensure!(metadata.is_file(), "{}: this is no file", place());
    let mut text = String::new();
    let file = std::fs::File::open(path).with_context(place)?;
    file.take(TABLE_BYTES + 1)
        .read_to_string(&mut text)
        .with_context(place)?;
    anyhow::ensure!(
        text.len() as u64 <= TABLE_BYTES,
        "{}: more than {} MiB",
        place(),
        TABLE_BYTES >> 20
    );
    Ok(text)
}

/// Cuts to a width in characters.
fn fit(words: &str, width: usize) -> String {
    let clean = terminal::line(words);
    if clean.chars().count() <= width {
        clean
    } else {
        clean
            .chars()
            .take(width.saturating_sub(1))
            .chain(['…'])
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_sound_and_every_command_shows_an_example() {
        let command = Arguments::command();
        command.clone().debug_assert();
        for subcommand in command
            .get_subcommands()
            .filter(|subcommand| !subcommand.is_hide_set() && subcommand.get_name() != "help")
        {
            let help = subcommand.clone().render_long_help().to_string();
            assert!(
                help.contains("Example"),
                "{} has no example",
                subcommand.get_name()
            );
        }
    }

    #[test]
    fn a_library_is_made_only_under_a_librarys_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        for (name, content) in [
            ("note.txt", "The liver."),
            ("empty.atlas", ""),
            ("words.ATLAS", "no"),
        ] {
            std::fs::write(at(name), content).expect("a file");
        }
        for name in ["papers.atlas", "old.db"] {
            Library::create(at(name)).expect("a library");
        }
        std::fs::create_dir(at("papers")).expect("a folder");
        let meant = |names: &[&str]| {
            let meant = library_and_files(names.iter().map(|name| at(name)).collect());
            meant.map_err(|error| format!("{error:#}"))
        };
        let both = |library: Option<&str>, files: &[&str]| {
            let files = files.iter().map(|name| at(name)).collect();
            Ok((library.map(at), files))
        };
        assert_eq!(library_and_files(Vec::new()).ok(), Some((None, Vec::new())));
        for library in ["papers.atlas", "old.db", "new.atlas", "New.Atlas"] {
            let files = ["note.txt", "papers"];
            assert_eq!(meant(&[library]), both(Some(library), &[]));
            assert_eq!(
                meant(&[library, "note.txt", "papers"]),
                both(Some(library), &files)
            );
        }
        assert_eq!(
            meant(&["note.txt", "papers"]),
            both(None, &["note.txt", "papers"])
        );
        for (names, word, why) in [
            (
                &["grond", "note.txt"][..],
                "grond",
                "no such file or folder",
            ),
            (&["note.txt", "grond"], "grond", "no such file or folder"),
            (&["missing.txt"], "missing.txt", "no such file or folder"),
            (&["new.db"], "new.db", "*.atlas"),
            (
                &["empty.atlas", "note.txt"],
                "empty.atlas",
                "not a Corpus Atlas library (empty)",
            ),
            (
                &["note.txt", "empty.atlas"],
                "empty.atlas",
                "not a Corpus Atlas library",
            ),
            (
                &["words.ATLAS"],
                "words.ATLAS",
                "not a Corpus Atlas library",
            ),
            (
                &["note.txt", "papers.atlas"],
                "papers.atlas",
                "one is named, before all else",
            ),
            (
                &["note.txt", "new.atlas"],
                "new.atlas",
                "no such file or folder",
            ),
        ] {
            let error = meant(names).expect_err("it is refused");
            assert!(
                error.contains(word) && error.contains(why),
                "{names:?}: {error}"
            );
        }
        assert!(
            !at("grond").exists() && !at("new.atlas").exists(),
            "nothing is made yet"
        );
    }

    #[test]
    fn a_misspelt_command_is_recognised() {
        for (word, command) in [
            ("grond", Some("ground")),
            ("exprot", Some("export")),
            ("serach", Some("search")),
            ("pubmed", None),
            ("/home/me/x", None),
        ] {
            assert_eq!(near_command(word).as_deref(), command, "{word}");
        }
        let words = nothing_called(Path::new("serach"), true);
        assert!(words.ends_with("`corpus-atlas search` meant?"), "{words}");
    }
}
