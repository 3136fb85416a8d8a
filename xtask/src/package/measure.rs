//! What is packed beside the build for developing: bytes, and seconds until something is there.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};

use super::{Package, clear, make_folder, megabytes, output, program, size, size_below, write};
use crate::display::VirtualDisplay;
use crate::install;
use crate::machine::{Machine, Purpose};

/// Times that each is run; the median counts.
const RUNS: usize = 5;

const NOTE: &str = "Ureteroscopic removal of a stone in the distal left ureter.\n";
const STEPS: &str = r#"["wait_ready", {"command": "quit"}]"#;

/// Prints the table.
pub fn measure(package: &Package, debian: &Path, portable: &Path) -> Result<()> {
    install::provide(Purpose::WindowTests)?;
    let dev = program::build(&Package::new(true)?)?;
    let programs = [dev, package.program()];
    let folder = package.folder.join("measured");
    clear(&folder)?;
    make_folder(&folder)?;
    write(&folder.join("note.txt"), NOTE)?;
    write(&folder.join("steps.json"), STEPS)?;
    let machine = Machine::this();
    let display = VirtualDisplay::start(&machine)?;
    let lavapipe = machine.lavapipe().context("lavapipe is not installed")?;
    let library = folder.join("sample.atlas");
    let (note, steps) = (folder.join("note.txt"), folder.join("steps.json"));
    // Made once, so that no window grounds the sample library.
    let import = [
        Path::new("import"),
        &library,
        &package
            .tree
            .join("share/corpus-atlas/assets/sample-library/sample-library.jsonl"),
    ];
    output(Command::new(package.program()).args(import))?;

    println!("\n| | development build | package |\n|---|---|---|");
    let sizes = [size(&programs[0])?, size(&programs[1])?];
    println!(
        "| the program alone | {} | {} |",
        megabytes(sizes[0]),
        megabytes(sizes[1])
    );
    println!(
        "| installed, with atlas, model and sample library | – | {} |",
        megabytes(size_below(&package.tree)?)
    );
    println!("| the Debian package | – | {} |", megabytes(size(debian)?));
    println!(
        "| the portable archive | – | {} |",
        megabytes(size(portable)?)
    );
    for (what, arguments) in [
        ("`--version`", vec![PathBuf::from("--version")]),
        (
            "`ground`, a note of a sentence",
            vec!["ground".into(), note.clone()],
        ),
        (
            "the window ready, 72 documents, software renderer",
            vec![library, "--script".into(), steps],
        ),
    ] {
        let mut times = [Vec::new(), Vec::new()];
        // In turns, so that what else the machine does falls on both.
        for _ in 0..RUNS {
            for (program, times) in programs.iter().zip(&mut times) {
                let mut command = Command::new(program);
                command
                    .args(&arguments)
                    .env("DISPLAY", display.name())
                    .env_remove("WAYLAND_DISPLAY");
                command
                    .env("VK_DRIVER_FILES", &lavapipe)
                    .env("XDG_DATA_HOME", &folder);
                times.push(seconds(&mut command)?);
            }
        }
        let [dev, packed] = times.map(median);
        println!("| {what} | {dev:.2} s | {packed:.2} s |");
    }
    println!("\nMedians of {RUNS} runs, in turns.");
    clear(&folder)
}

/// How long a command takes.
fn seconds(command: &mut Command) -> Result<f64> {
    let started = Instant::now();
    let status = command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let status =
        status.with_context(|| format!("could not start {}", command.get_program().display()))?;
    if !status.success() {
        bail!("{} failed ({status})", crate::cargo::in_words(command));
    }
    Ok(started.elapsed().as_secs_f64())
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times.get(times.len() / 2).copied().unwrap_or(f64::NAN)
}
