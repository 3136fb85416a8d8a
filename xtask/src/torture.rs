//! `cargo xtask torture`: kills a program that changes a library, many times.

use std::process::ExitCode;

use anyhow::Result;

use crate::cargo::{cargo, manifest, succeed};

/// Rounds of a long run.
pub const ROUNDS: u64 = 1000;

/// Runs the test with so many rounds; without a seed each run has another one, which is told.
pub fn torture(rounds: u64, seed: Option<u64>) -> Result<ExitCode> {
    let seed = seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |now| now.as_secs())
    });
    println!("{rounds} rounds, seed {seed}");
    let mut command = cargo(["test"]);
    command
        .args(manifest())
        .args(["-p", "library", "--test", "torture", "--", "--nocapture"])
        .env("CORPUS_ATLAS_TORTURE", format!("{rounds},{seed}"));
    succeed(&mut command)?;
    Ok(ExitCode::SUCCESS)
}
