//! One build for running and testing.
//!
//! Cargo compiles a crate once for each set of its features. The tests build more crates than the
//! application does, and those ask for more features of the crates that both share. If the
//! application does not ask for the same ones, Bevy is compiled once to run and once more to test,
//! which is a quarter of an hour on a small machine. So the root manifest names those features, and
//! this check says when it misses some.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, in_words, manifest};
use crate::outcome::Outcome;

/// The features of each crate, by name and version; a crate may be there with several sets, one for
/// the program and one for build scripts and macros.
type Features = BTreeMap<String, BTreeSet<BTreeSet<String>>>;

/// Compares the features with which the application and the tests compile their common crates.
pub fn same_for_run_and_test() -> Result<Outcome> {
    let run = features(&["-p", "corpus-atlas", "--edges", "normal,build"])?;
    let test = features(&["--workspace", "--edges", "normal,build,dev"])?;
    let differences = differences(&run, &test);
    if differences.is_empty() {
        return Ok(Outcome::Passed);
    }
    Ok(Outcome::Failed(format!(
        "The application and the tests compile these crates with different features, and with them \
         all that depends on them:\n{}\nLet the root Cargo.toml ask for the missing features, \
         under [dependencies].",
        differences.join("\n")
    )))
}

/// Asks cargo which features are on.
fn features(selection: &[&str]) -> Result<Features> {
    let mut command = cargo([
        "tree", "--locked", "--prefix", "none", "--format", "{p}|{f}",
    ]);
    command.args(manifest()).args(selection);
    let output = command.output().context("could not start cargo")?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{} failed: {errors}", in_words(&command));
    }
    Ok(read(&String::from_utf8_lossy(&output.stdout)))
}

/// Reads lines like `half v2.7.1|alloc,std` and `serde_derive v1.0.2 (proc-macro)|default (*)`.
fn read(text: &str) -> Features {
    let mut all = Features::new();
    for line in text.lines() {
        let line = line.trim_end_matches(" (*)");
        let Some((package, list)) = line.split_once('|') else {
            continue;
        };
        let name: Vec<&str> = package.split(' ').take(2).collect();
        let set = list.split(',').filter(|feature| !feature.is_empty());
        let set = set.map(str::to_owned).collect();
        all.entry(name.join(" ")).or_default().insert(set);
    }
    all
}

/// The crates of `run` that `test` has with other features only, a line each.
fn differences(run: &Features, test: &Features) -> Vec<String> {
    let mut lines = Vec::new();
    for (name, sets) in run {
        let Some(others) = test.get(name) else {
            continue; // of the application alone
        };
        for set in sets.difference(others) {
            let missing: BTreeSet<&str> = others
                .iter()
                .filter(|other| other.is_superset(set))
                .flat_map(|other| other.difference(set))
                .map(String::as_str)
                .collect();
            let missing: Vec<&str> = missing.into_iter().collect();
            lines.push(format!("  {name}: the tests add {}", missing.join(", ")));
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_that_only_the_tests_ask_for_are_named() {
        let run = read(
            "corpus-atlas v0.1.0 (/somewhere)|\nhalf v2.7.1|alloc,std\nsyn v2.0.1|full\n\
             smallvec v1.16.5|union\nsmallvec v1.16.5|union (*)\nderive v1.0.0 (proc-macro)|\n",
        );
        let test = read(
            "half v2.7.1|alloc,serde,std\nsyn v2.0.1|full,visit\nsyn v2.0.1|full\n\
             smallvec v1.16.5|const_new,serde,union\nderive v1.0.0 (proc-macro)|\nnothing\n",
        );
        assert_eq!(
            differences(&run, &test),
            [
                "  half v2.7.1: the tests add serde",
                "  smallvec v1.16.5: the tests add const_new, serde",
            ]
        );
        assert!(differences(&run, &run).is_empty());
    }
}
