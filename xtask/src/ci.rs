//! `cargo xtask ci`: everything that must pass before a merge, and how long each part took.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::cargo::{cargo, manifest, succeed};
use crate::machine::Purpose;
use crate::{deny, features, install, suite};

/// How a step ended.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    /// All is well.
    Passed,
    /// Something is wrong, and was shown above.
    Failed(String),
    /// Nothing can be said, and why.
    NotChecked(String),
}

/// One row of the table at the end.
struct Row {
    name: &'static str,
    took: Duration,
    outcome: Outcome,
}

/// Runs every step, also after one has failed, and ends with a table and the line of the tests.
pub fn ci() -> Result<ExitCode> {
    install::provide(if cfg!(target_os = "linux") {
        Purpose::WindowTests
    } else {
        Purpose::Terminal
    })?;

    let mut tests = None;
    let mut rows = Vec::new();
    let mut step = |name: &'static str, work: &mut dyn FnMut() -> Result<Outcome>| {
        println!("\n── {name}");
        let started = Instant::now();
        // A step that cannot be done has failed; the others may still tell something.
        let outcome = work().unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
        if let Outcome::Failed(reason) | Outcome::NotChecked(reason) = &outcome {
            println!("{reason}");
        }
        rows.push(Row {
            name,
            took: started.elapsed(),
            outcome,
        });
    };

    // The quick ones go first.
    step("format", &mut || {
        succeed(cargo(["fmt", "--all", "--check"]).args(manifest()))?;
        Ok(Outcome::Passed)
    });
    step("one build", &mut features::same_for_run_and_test);
    step("licences, bans, sources", &mut deny::policy);
    step("advisories", &mut deny::advisories);
    step("clippy", &mut || {
        let warnings = [
            "--workspace",
            "--all-targets",
            "--locked",
            "--",
            "-D",
            "warnings",
        ];
        succeed(cargo(["clippy"]).args(manifest()).args(warnings))?;
        Ok(Outcome::Passed)
    });
    step("tests", &mut || {
        let summary = suite::run(&suite::Selection::default())?;
        let outcome = match summary.failed {
            0 => Outcome::Passed,
            _ => Outcome::Failed(summary.to_string()),
        };
        tests = Some(summary);
        Ok(outcome)
    });
    step("documentation", &mut || {
        let mut doc = cargo(["doc", "--workspace", "--no-deps", "--locked"]);
        succeed(doc.args(manifest()).env("RUSTDOCFLAGS", "-D warnings"))?;
        Ok(Outcome::Passed)
    });

    println!("\n{}", table(&rows));
    println!(
        "{}",
        tests.unwrap_or(suite::Summary {
            failed: 1,
            ..Default::default()
        })
    );
    let failed = rows
        .iter()
        .any(|row| matches!(row.outcome, Outcome::Failed(_)));
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut line = |name: &str, took: Duration, result: &str| {
        let seconds = took.as_secs();
        text += &format!(
            "{name:<24} {:>3} min {:02} s  {result}\n",
            seconds / 60,
            seconds % 60
        );
    };
    for row in rows {
        let result = match &row.outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Failed(_) => "FAILED".to_owned(),
            Outcome::NotChecked(reason) => format!("NOT CHECKED: {reason}"),
        };
        line(row.name, row.took, &result);
    }
    line("all", rows.iter().map(|row| row.took).sum(), "");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_never_shows_an_unchecked_step_as_passed() {
        let row = |name, seconds, outcome| Row {
            name,
            took: Duration::from_secs(seconds),
            outcome,
        };
        let text = table(&[
            row("format", 2, Outcome::Passed),
            row("advisories", 61, Outcome::NotChecked("no network".into())),
            row("clippy", 125, Outcome::Failed("a long story".into())),
        ]);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert_eq!(
            lines,
            [
                "format                     0 min 02 s  passed",
                "advisories                 1 min 01 s  NOT CHECKED: no network",
                "clippy                     2 min 05 s  FAILED",
                "all                        3 min 08 s",
            ]
        );
    }
}
