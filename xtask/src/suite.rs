//! `cargo xtask test`: every test, and one line that says how it went.

use std::ffi::OsString;
use std::fmt;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use crate::cargo::{cargo, manifest, succeed};
use crate::display::VirtualDisplay;
use crate::install;
use crate::machine::{Machine, Purpose};
use crate::processes::{End, run_lines};

/// A test that prints nothing for so long hangs. The slowest one takes about a minute on two cores,
/// and compiling the documentation tests of one crate prints nothing for a while either.
const PATIENCE: Duration = Duration::from_secs(12 * 60);

/// Tells the window tests that a display is there for them, which they must not open on by chance.
const WINDOW_TESTS: &str = "CORPUS_ATLAS_WINDOW_TESTS";

/// Which tests to run.
#[derive(Debug, Default, PartialEq)]
pub struct Selection {
    /// Leave out the application, and with it Bevy and the window tests.
    pub fast: bool,
    /// These crates only; all when empty.
    pub packages: Vec<String>,
    /// For the test programs.
    pub arguments: Vec<OsString>,
}

/// How many tests ended how, over all test programs.
#[derive(Debug, Default, Clone, PartialEq)]
pub struct Summary {
    /// Tests that passed.
    pub passed: usize,
    /// Tests that failed; one for a build that failed or a test program that gave no account.
    pub failed: usize,
    /// Tests marked `#[ignore]`.
    pub skipped: usize,
    /// The names of those that failed.
    pub failures: Vec<String>,
}

impl fmt::Display for Summary {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        let Summary {
            passed,
            failed,
            skipped,
            ..
        } = self;
        write!(
            formatter,
            "{passed} passed, {failed} failed, {skipped} skipped"
        )
    }
}

impl Summary {
    /// Counts one line of a test program's output.
    fn read(&mut self, line: &str) {
        if let Some((passed, failed, skipped)) = result_line(line) {
            self.passed += passed;
            self.failed += failed;
            self.skipped += skipped;
        } else if let Some(name) = line.strip_prefix("test ").and_then(|rest| {
            // `rest` may end in "FAILED" or in "FAILED <0.1s>".
            rest.split_once(" ... FAILED").map(|(name, _)| name)
        }) {
            self.failures.push(name.to_owned());
        }
    }
}

/// Runs the tests and prints the summary as the last line.
pub fn test(selection: &Selection) -> Result<ExitCode> {
    let summary = run(selection)?;
    println!("{summary}");
    Ok(if summary.failed == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// Builds and runs the tests, showing their output, and counts.
pub fn run(selection: &Selection) -> Result<Summary> {
    let machine = Machine::this();
    // Virtual displays are a matter of Linux; elsewhere the window tests skip themselves.
    let windows = cfg!(target_os = "linux")
        && !selection.fast
        && (selection.packages.is_empty()
            || selection
                .packages
                .iter()
                .any(|package| package == "corpus-atlas"));
    install::provide(if windows {
        Purpose::WindowTests
    } else {
        Purpose::Terminal
    })?;
    if windows && let Err(error) = install::provide(Purpose::FileDialog) {
        // The test says so, too.
        println!("No test with a file dialog: {error:#}");
    }

    let mut what: Vec<OsString> = ["test", "--locked", "--no-fail-fast"]
        .map(OsString::from)
        .into();
    what.extend(manifest());
    match (selection.fast, selection.packages.as_slice()) {
        (true, _) => what.extend(["--workspace", "--exclude", "corpus-atlas"].map(OsString::from)),
        (false, []) => what.push("--workspace".into()),
        (false, packages) => {
            for package in packages {
                what.extend(["-p".into(), package.into()]);
            }
        }
    }

    // Apart from the run, because a build may well be silent for long.
    let started = Instant::now();
    if let Err(error) = succeed(cargo(&what).arg("--no-run")) {
        println!("\nNo test was run: {error:#}");
        return Ok(Summary {
            failed: 1,
            ..Summary::default()
        });
    }
    let built = started.elapsed();

    let mut command = cargo(&what);
    command.arg("--").args(&selection.arguments);
    let mut display = None;
    if windows {
        let lavapipe = machine.lavapipe().context("lavapipe is not installed")?;
        let virtual_display = VirtualDisplay::start(&machine)?;
        println!(
            "Window tests use display {} and {}",
            virtual_display.name(),
            lavapipe.display()
        );
        command
            .env("DISPLAY", virtual_display.name())
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .env("VK_DRIVER_FILES", &lavapipe)
            .env("VK_ICD_FILENAMES", &lavapipe)
            .env(WINDOW_TESTS, "1");
        display = Some(virtual_display);
    } else {
        command.env_remove(WINDOW_TESTS);
    }

    let mut summary = Summary::default();
    let end = run_lines(&mut command, PATIENCE, &mut |line| {
        println!("{line}");
        summary.read(line);
    });
    drop(display);

    println!();
    for name in &summary.failures {
        println!("failed: {name}");
    }
    match end? {
        End::Exited(status) if status.success() || summary.failed > 0 => {}
        End::Exited(status) => {
            println!("A test program broke off ({status}); what it printed is above.");
            summary.failed = 1;
        }
        End::Silent => {
            println!(
                "Stopped: no test had ended for {} minutes.",
                PATIENCE.as_secs() / 60
            );
            summary.failed += 1;
        }
    }
    println!(
        "Built in {:.0} s, ran in {:.0} s.",
        built.as_secs_f32(),
        (started.elapsed() - built).as_secs_f32()
    );
    Ok(summary)
}

/// Passed, failed and ignored, from the line that ends the output of each test program.
///
/// `test result: ok. 12 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.31s`
fn result_line(line: &str) -> Option<(usize, usize, usize)> {
    let (_, counts) = line.strip_prefix("test result: ")?.split_once(". ")?;
    let count = |word: &str| {
        counts
            .split("; ")
            .find_map(|part| part.strip_suffix(word)?.trim_end().parse().ok())
    };
    Some((count("passed")?, count("failed")?, count("ignored")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn result_lines_are_added_up() {
        let output = "
running 3 tests
test frame::axes ... ok
test frame::origin ... FAILED
test frame::slow ... ignored, needs a large volume

failures:
    frame::origin

test result: FAILED. 1 passed; 1 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.02s

     Running tests/window.rs
test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 1.00s
   Doc-tests anatomy
test crates/anatomy/src/lib.rs - Atlas::open (line 12) ... FAILED
test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.10s; merged doctests compilation took 0.31s
";
        let mut summary = Summary::default();
        output.lines().for_each(|line| summary.read(line));
        assert_eq!(summary.to_string(), "13 passed, 2 failed, 1 skipped");
        assert_eq!(
            summary.failures,
            [
                "frame::origin",
                "crates/anatomy/src/lib.rs - Atlas::open (line 12)"
            ]
        );
    }

    #[test]
    fn lines_that_only_look_like_results_are_left_alone() {
        for line in [
            "test result: maybe",
            "the test result: ok. 1 passed; 0 failed; 0 ignored",
            "test result: ok. many passed; 0 failed; 0 ignored;",
            "test result: ok. 1 passed",
        ] {
            assert_eq!(result_line(line), None, "{line}");
        }
    }
}
