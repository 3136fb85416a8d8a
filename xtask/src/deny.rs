//! cargo-deny: licences, banned crates, where crates come from, and known weaknesses.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::cargo::{cargo, manifest, succeed};
use crate::outcome::Outcome;
use crate::processes::run_within;

/// The version that the configuration was written for.
const VERSION: &str = "0.20.2";

/// Downloading the advisory database takes seconds; a network that swallows it must not hold up all.
const FETCH_LIMIT: Duration = Duration::from_secs(90);

/// Checks licences, bans and sources.
pub fn policy() -> Result<Outcome> {
    let mut check = deny(&program()?);
    succeed(check.args([
        "check",
        "--hide-inclusion-graph",
        "licenses",
        "bans",
        "sources",
    ]))?;
    Ok(Outcome::Passed)
}

/// Checks for known weaknesses, if the database of them can be had.
pub fn advisories() -> Result<Outcome> {
    let program = program()?;
    let fetched = run_within(deny(&program).args(["fetch", "db"]), FETCH_LIMIT)?;
    match fetched {
        Some((true, _)) => {
            succeed(deny(&program).args(["check", "--disable-fetch", "advisories"]))?;
            Ok(Outcome::Passed)
        }
        Some((false, errors)) => Ok(Outcome::NotChecked(reason(&errors))),
        None => Ok(Outcome::NotChecked(format!(
            "the advisory database did not come within {} s",
            FETCH_LIMIT.as_secs()
        ))),
    }
}

fn deny(program: &Path) -> Command {
    let mut command = Command::new(program);
    command.args(manifest()).args(["--workspace", "--locked"]);
    command
}

/// The last thing that git or cargo-deny said about a failed download.
fn reason(errors: &str) -> String {
    let last = errors.lines().map(str::trim).rfind(|line| !line.is_empty());
    format!(
        "the advisory database could not be fetched ({})",
        last.unwrap_or("no reason given")
    )
}

/// The program, built once and kept in the user's cache folder.
fn program() -> Result<PathBuf> {
    let folder = cache_folder()?.join("tools");
    let program = folder
        .join("bin")
        .join(format!("cargo-deny{}", std::env::consts::EXE_SUFFIX));
    let version = Command::new(&program).arg("--version").output();
    if version.is_ok_and(|output| is_version(&String::from_utf8_lossy(&output.stdout))) {
        return Ok(program);
    }
    println!("Installing cargo-deny {VERSION} into {}", folder.display());
    let build = folder.join("build");
    // Unoptimised it is built in a fifth of the time, and it only runs for seconds.
    let mut install = cargo(["install", "cargo-deny", "--version", VERSION]);
    install
        .args(["--locked", "--debug", "--force", "--quiet", "--root"])
        .arg(&folder)
        .env("CARGO_TARGET_DIR", &build)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .env("CARGO_PROFILE_DEV_OPT_LEVEL", "0");
    succeed(&mut install)?;
    // What is left of the build is of no more use; if it stays it only takes room.
    let _ = std::fs::remove_dir_all(build);
    Ok(program)
}

fn is_version(printed: &str) -> bool {
    printed.split_whitespace().nth(1) == Some(VERSION)
}

/// This project's folder in the user's cache.
fn cache_folder() -> Result<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty());
    let caches = match variable("XDG_CACHE_HOME") {
        Some(folder) => PathBuf::from(folder),
        None => {
            let home = std::env::home_dir().context("no home folder to keep cargo-deny in")?;
            home.join(".cache")
        }
    };
    Ok(caches.join("corpus-atlas"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reason_is_the_last_line_that_says_something() {
        let errors = "[ERROR] failed to fetch\nfatal: unable to access: no such host\n\n";
        assert_eq!(
            reason(errors),
            "the advisory database could not be fetched (fatal: unable to access: no such host)"
        );
        assert!(reason("").contains("no reason given"));
    }

    #[test]
    fn the_version_must_be_the_one_asked_for() {
        assert!(is_version(&format!("cargo-deny {VERSION}\n")));
        assert!(!is_version("cargo-deny 0.1.0\n"));
        assert!(!is_version(""));
    }
}
