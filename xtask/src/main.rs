//! The task runner behind `cargo xtask`: the commands that need more than cargo alone.
//!
//! Everything that a person, or the continuous integration, does with this repository beyond
//! `cargo check` and `cargo test -p CRATE` is a task here, so that both do exactly the same.
//! It is compiled first on a fresh machine, so it depends on next to nothing.

mod atlas;
mod cargo;
mod ci;
mod deny;
mod display;
mod documents;
mod features;
mod fuzz;
mod help;
mod install;
mod machine;
mod made_of;
mod modules;
mod outcome;
mod package;
mod pictures;
mod processes;
mod run;
mod steps;
mod suite;
mod torture;

use std::ffi::OsString;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::help::HELP;

/// What was asked for on the command line.
#[derive(Debug, PartialEq)]
enum Task {
    Run { arguments: Vec<OsString> },
    Test(suite::Selection),
    Atlas { check: bool },
    Torture { rounds: u64, seed: Option<u64> },
    Fuzz(fuzz::Plan),
    Package(package::Plan),
    Modules,
    Docs { check: bool },
    Pictures { scripts: Vec<String> },
    Ci { steps: Vec<String> },
    Help,
}

fn main() -> ExitCode {
    let outcome = parse(std::env::args_os().skip(1).collect()).and_then(|task| match task {
        Task::Run { arguments } => run::run(&arguments),
        Task::Test(selection) => suite::test(&selection),
        Task::Atlas { check } => atlas::atlas(check),
        Task::Torture { rounds, seed } => torture::torture(rounds, seed),
        Task::Fuzz(plan) => fuzz::fuzz(&plan),
        Task::Package(plan) => package::package(&plan),
        Task::Modules => modules::modules(),
        Task::Docs { check } => documents::documents(check),
        Task::Pictures { scripts } => pictures::pictures(&scripts),
        Task::Ci { steps } => ci::ci(&steps),
        Task::Help => {
            println!("{HELP}");
            Ok(ExitCode::SUCCESS)
        }
    });
    match outcome {
        Ok(code) => code,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Reads the command line; everything after `--` is passed on untouched.
fn parse(mut words: Vec<OsString>) -> Result<Task> {
    let passed_on = match words.iter().position(|word| word == "--") {
        Some(at) => words.split_off(at).into_iter().skip(1).collect(),
        None => Vec::new(),
    };
    let mut words = words.into_iter().map(|word| {
        word.into_string()
            .map_err(|word| anyhow::anyhow!("not valid Unicode: {}", word.display()))
    });
    let task = match words.next().transpose()?.as_deref() {
        None | Some("help" | "--help" | "-h") => return Ok(Task::Help),
        Some("run") => Task::Run {
            arguments: passed_on,
        },
        Some("test") => {
            let mut selection = suite::Selection {
                arguments: passed_on,
                ..Default::default()
            };
            while let Some(word) = words.next().transpose()? {
                match word.as_str() {
                    "--fast" => selection.fast = true,
                    "-p" | "--package" => match words.next().transpose()? {
                        Some(package) => selection.packages.push(package),
                        None => bail!("{word} needs the name of a crate"),
                    },
                    other => {
                        bail!("`test` does not know `{other}`; filters go after `--`\n\n{HELP}")
                    }
                }
            }
            if selection.fast && !selection.packages.is_empty() {
                bail!("--fast chooses the crates itself; leave out -p");
            }
            return Ok(Task::Test(selection));
        }
        Some("atlas") => Task::Atlas {
            check: only_check("atlas", &mut words)?,
        },
        Some("torture") => {
            let (mut rounds, mut seed) = (torture::ROUNDS, None);
            while let Some(word) = words.next().transpose()? {
                let number = words.next().transpose()?;
                let number = number.and_then(|number| number.parse().ok());
                match (word.as_str(), number) {
                    ("--rounds", Some(number)) => rounds = number,
                    ("--seed", Some(number)) => seed = Some(number),
                    _ => bail!("`torture` takes --rounds N and --seed N, not `{word}`\n\n{HELP}"),
                }
            }
            return Ok(Task::Torture { rounds, seed });
        }
        Some("fuzz") => {
            let mut plan = fuzz::Plan::default();
            while let Some(word) = words.next().transpose()? {
                match word.as_str() {
                    "--keep" => plan.keep = true,
                    "--seconds" => {
                        let number = words.next().transpose()?;
                        let number = number.and_then(|number| number.parse().ok());
                        plan.seconds = Some(number.context("--seconds needs a number")?);
                    }
                    option if option.starts_with('-') => {
                        bail!("`fuzz` does not know `{option}`\n\n{HELP}")
                    }
                    _ => plan.targets.push(word),
                }
            }
            return Ok(Task::Fuzz(plan));
        }
        Some("docs") => Task::Docs {
            check: only_check("docs", &mut words)?,
        },
        Some("package") => {
            let mut plan = package::Plan::default();
            while let Some(word) = words.next().transpose()? {
                plan.read(&word, &mut words)?;
            }
            return Ok(Task::Package(plan));
        }
        Some("modules") => Task::Modules,
        Some("pictures") => Task::Pictures {
            scripts: words.by_ref().collect::<Result<_>>()?,
        },
        Some("ci") => Task::Ci {
            steps: words.by_ref().collect::<Result<_>>()?,
        },
        Some(other) => bail!("there is no task `{other}`\n\n{HELP}"),
    };
    if let Some(extra) = words.next().transpose()? {
        bail!("`{extra}` is not understood here; arguments for the program go after `--`");
    }
    Ok(task)
}

/// Whether `--check`, the one option of some tasks, is given.
fn only_check(task: &str, words: &mut dyn Iterator<Item = Result<String>>) -> Result<bool> {
    let mut check = false;
    for word in words {
        match word?.as_str() {
            "--check" => check = true,
            other => bail!("`{task}` does not know `{other}`\n\n{HELP}"),
        }
    }
    Ok(check)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn words_after_two_dashes_are_passed_on_untouched() {
        let task = parse(words("run -- ground --format json -- odd.txt")).unwrap();
        assert_eq!(
            task,
            Task::Run {
                arguments: words("ground --format json -- odd.txt")
            }
        );
    }

    #[test]
    fn several_paths_are_passed_on_to_the_program() {
        let paths = ["a.pdf", "b with a space.pdf", "folder"].map(OsString::from);
        let line = ["run", "--"]
            .map(OsString::from)
            .into_iter()
            .chain(paths.clone());
        let arguments = paths.to_vec();
        assert_eq!(parse(line.collect()).unwrap(), Task::Run { arguments });
    }

    #[test]
    fn test_selection_is_read() {
        let Task::Test(selection) =
            parse(words("test -p anatomy --package library -- frame")).unwrap()
        else {
            panic!("not the test task");
        };
        assert_eq!(selection.packages, ["anatomy", "library"]);
        assert_eq!(selection.arguments, words("frame"));
        assert!(!selection.fast);
    }

    #[test]
    fn mistakes_are_named() {
        for (line, part) in [
            ("tset", "`tset`"),
            ("run me", "`me`"),
            ("test frame", "after `--`"),
            ("test -p", "needs the name"),
            ("test --fast -p anatomy", "--fast"),
            ("atlas --chek", "`--chek`"),
            ("docs chek", "`docs` does not know `chek`"),
            ("modules all", "`all`"),
            ("fuzz --second 3", "`--second`"),
            ("fuzz ris --seconds", "needs a number"),
            ("package --chek", "`--chek`"),
            ("package --profile release", "dev or dist"),
        ] {
            let error = parse(words(line)).unwrap_err().to_string();
            assert!(error.contains(part), "{line}: {error}");
        }
        assert_eq!(parse(Vec::new()).unwrap(), Task::Help);
    }
}
