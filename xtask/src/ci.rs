//! `cargo xtask ci`: everything that must pass before a merge, and how long each part took.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::cargo::{cargo, manifest, succeed};
use crate::machine::Purpose;
use crate::outcome::Outcome;
use crate::steps::STEPS;
use crate::{deny, documents, features, install, modules, package, pictures, suite};

/// One row of the table at the end.
struct Row {
    name: &'static str,
    took: Duration,
    outcome: Outcome,
}

/// Runs the chosen steps, or all of them, also after one has failed. Ends with a table and, if the
/// tests were among them, their summary.
pub fn ci(chosen: &[String]) -> Result<ExitCode> {
    let names = STEPS.map(|(name, _)| name);
    if let Some(unknown) = chosen.iter().find(|name| !names.contains(&name.as_str())) {
        bail!(
            "there is no step `{unknown}`; there are {}",
            names.join(", ")
        );
    }
    let steps = names
        .into_iter()
        .filter(|name| chosen.is_empty() || chosen.iter().any(|c| c == name));

    let mut tests = None;
    let mut rows = Vec::new();
    for name in steps {
        println!("\n── {name}");
        let started = Instant::now();
        // A step that cannot be done has failed; the others may still tell something.
        let outcome =
            step(name, &mut tests).unwrap_or_else(|error| Outcome::Failed(format!("{error:#}")));
        match &outcome {
            Outcome::Passed => {}
            Outcome::Warned(reason) | Outcome::Failed(reason) | Outcome::NotChecked(reason) => {
                println!("{reason}");
            }
        }
        rows.push(Row {
            name,
            took: started.elapsed(),
            outcome,
        });
    }

    println!("\n{}", table(&rows));
    if let Some(summary) = tests {
        println!("{summary}");
    }
    let failed = rows
        .iter()
        .any(|row| matches!(row.outcome, Outcome::Failed(_)));
    Ok(if failed {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Does one step; the tests leave their summary.
fn step(name: &str, tests: &mut Option<suite::Summary>) -> Result<Outcome> {
    match name {
        "format" => succeed(cargo(["fmt", "--all", "--check"]).args(manifest()))?,
        "modules" => return modules::step(),
        "features" => return features::same_for_run_and_test(),
        "licences" => return deny::policy(),
        "advisories" => return deny::advisories(),
        "pictures" => return pictures::step(),
        "clippy" => {
            install::provide(Purpose::Terminal)?;
            let warnings = ["--all-targets", "--locked", "--", "-D", "warnings"];
            let mut clippy = cargo(["clippy", "--workspace"]);
            succeed(clippy.args(manifest()).args(warnings))?;
            // What ships does not panic where an error can be told; tests may.
            let ships = ["--lib", "--bins", "--locked", "--"];
            let unwraps = ["-D", "warnings", "-D", "clippy::unwrap_used"];
            let mut clippy = cargo(["clippy", "--workspace"]);
            succeed(clippy.args(manifest()).args(ships).args(unwraps))?;
        }
        "tests" => {
            // Set first: tests that cannot even start count as failed.
            let summary = tests.insert(suite::Summary {
                failed: 1,
                ..Default::default()
            });
            *summary = suite::run(&suite::Selection::default())?;
            if summary.failed > 0 {
                return Ok(Outcome::Failed(summary.to_string()));
            }
        }
        "docs" => {
            documents::check()?;
            let mut docs = cargo(["doc", "--workspace", "--no-deps", "--locked"]);
            succeed(docs.args(manifest()).env("RUSTDOCFLAGS", "-D warnings"))?;
        }
        "package" => return package::step(),
        other => bail!("the step `{other}` has no work"),
    }
    Ok(Outcome::Passed)
}

fn table(rows: &[Row]) -> String {
    let mut text = String::new();
    let mut line = |name: &str, took: Duration, result: &str| {
        let seconds = took.as_secs();
        text += &format!(
            "{name:<12} {:>3} min {:02} s  {result}\n",
            seconds / 60,
            seconds % 60
        );
    };
    for row in rows {
        let result = match &row.outcome {
            Outcome::Passed => "passed".to_owned(),
            Outcome::Warned(reason) => format!("WARNED: {reason}"),
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
    fn a_step_that_does_not_exist_is_refused() {
        let error = ci(&["clipy".to_owned()]).unwrap_err().to_string();
        assert!(
            error.contains("`clipy`") && error.contains("clippy"),
            "{error}"
        );
    }

    #[test]
    fn the_table_never_shows_a_step_that_was_unchecked_or_warned_of_as_passed() {
        let row = |name, seconds, outcome| Row {
            name,
            took: Duration::from_secs(seconds),
            outcome,
        };
        let text = table(&[
            row("format", 2, Outcome::Passed),
            row("advisories", 61, Outcome::NotChecked("no network".into())),
            row("clippy", 125, Outcome::Failed("a long story".into())),
            row("pictures", 1, Outcome::Warned("older panels".into())),
        ]);
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        assert_eq!(
            lines,
            [
                "format         0 min 02 s  passed",
                "advisories     1 min 01 s  NOT CHECKED: no network",
                "clippy         2 min 05 s  FAILED",
                "pictures       0 min 01 s  WARNED: older panels",
                "all            3 min 09 s",
            ]
        );
    }
}
