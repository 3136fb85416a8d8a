//! `cargo xtask torture`: kills a program that changes a library, many times, and disturbs it in other ways.

use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::cargo::{cargo, manifest, succeed};
use crate::processes::{End, run_lines};

/// Rounds of a long run.
pub const ROUNDS: u64 = 1000;

/// What a long run says comes when a kind of rounds is over.
const PATIENCE: Duration = Duration::from_secs(6 * 60 * 60);

const HEADS: [&str; 6] = [
    "kind",
    "rounds",
    "within a change",
    "half written",
    "stored before",
    "losses",
];

/// Runs the tests with so many kills, and a tenth to a fifth as many other disturbances; without a seed each run has another one, which is
/// told.
pub fn torture(rounds: u64, seed: Option<u64>) -> Result<ExitCode> {
    let seed = seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(1, |now| now.as_secs())
    });
    let test = || {
        let mut command = cargo(["test"]);
        command
            .args(manifest())
            .args(["-p", "library", "--test", "torture"]);
        command
    };
    succeed(test().arg("--no-run"))?;
    println!("{rounds} kills, seed {seed}");
    let mut command = test();
    command
        .args(["--", "--nocapture"])
        .env("CORPUS_ATLAS_TORTURE", format!("{rounds},{seed}"));
    let mut rows = Vec::new();
    let end = run_lines(&mut command, PATIENCE, &mut |line| match row(line) {
        Some(row) => rows.push(row),
        None => println!("{line}"),
    })?;
    println!("{}", table(&rows));
    match end {
        End::Exited(status) if status.success() => Ok(ExitCode::SUCCESS),
        End::Exited(_) => bail!("something was lost, or a test failed; it is above"),
        End::Silent => bail!("it said nothing for {} hours", PATIENCE.as_secs() / 3600),
    }
}

/// What a kind says of its rounds: `torture: import; 200; 170; 40; 900; 0`.
fn row(line: &str) -> Option<(String, [u64; 5])> {
    // The test program may have begun a line of its own before it.
    let (_, said) = line.split_once("torture: ")?;
    let mut parts = said.split("; ");
    let kind = parts.next()?.to_owned();
    let mut numbers = [0; 5];
    for number in &mut numbers {
        *number = parts.next()?.trim().parse().ok()?;
    }
    Some((kind, numbers))
}

/// The kinds in columns, with their sums.
fn table(rows: &[(String, [u64; 5])]) -> String {
    let mut sums = [0; 5];
    for (_, numbers) in rows {
        for (sum, number) in sums.iter_mut().zip(numbers) {
            *sum += number;
        }
    }
    let line = |kind: &str, cells: [String; 5]| {
        let cells = cells.iter().zip(&HEADS[1..]);
        let cells = cells.map(|(cell, head)| format!("  {cell:>width$}", width = head.len()));
        format!("{kind:<26}{}\n", cells.collect::<String>())
    };
    let mut text = line(HEADS[0], std::array::from_fn(|n| HEADS[n + 1].to_owned()));
    for (kind, numbers) in rows {
        text += &line(kind, numbers.map(|number| number.to_string()));
    }
    text + &line("all", sums.map(|number| number.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_kinds_say_becomes_a_table() {
        let said = [
            "test kills::a ... torture: undo; 9; 8; 1; 31; 0",
            "torture: import; 10; 9; 2; 70; 1",
            "test kills::a ... ok",
            "torture: is no row",
        ];
        let rows: Vec<_> = said.iter().filter_map(|line| row(line)).collect();
        let table = table(&rows);
        let lines: Vec<Vec<&str>> = (table.lines())
            .map(|line| line.split_whitespace().collect())
            .collect();
        assert_eq!(lines.len(), 4, "{table}");
        assert_eq!(lines[1], ["undo", "9", "8", "1", "31", "0"]);
        assert_eq!(lines[3], ["all", "19", "17", "3", "101", "1"]);
    }
}
