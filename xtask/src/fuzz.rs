//! `cargo xtask fuzz`: damaged files for everything that reads files, invented by what they reach in the code.
//!
//! The fuzzer is LLVM's libFuzzer. It needs the compiler to count what runs, which stable Rust does when it is asked for LLVM's own pass;
//! so the program is built with flags, and in a folder, of its own.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, manifest, root, succeed, target_folder};

/// What is fuzzed, for how long, and whether anything is kept of it.
#[derive(Debug, Default, PartialEq)]
pub struct Plan {
    /// Names of targets; all when empty.
    pub targets: Vec<String>,
    /// Seconds for each.
    pub seconds: Option<u64>,
    /// Choose anew what lies in `fuzz/corpus`, rather than fuzz.
    pub keep: bool,
}

/// Seconds for each target when none are given.
const SECONDS: u64 = 60;
/// Longest file that is invented, bytes.
const MOST_BYTES: u64 = 64 << 10;
/// Limits on a file: seconds, and memory of the whole process, MiB. The heap has a limit of its own, in the program.
const TIMEOUT: u64 = 5;
const MEMORY_MIB: u64 = 1024;
/// Files of a target that are kept, and the bytes of all of them, at most.
const KEPT_FILES: usize = 8;
const KEPT_BYTES: u64 = 48 << 10;
/// Processor time over all targets before a release, seconds.
const BEFORE_A_RELEASE: u64 = 24 * 3600;
/// Branches that a file must reach beyond those before it to be kept.
const WORTH: usize = 3;

/// Builds the fuzzer and runs it on one target after another. Fails when something broke.
pub fn fuzz(plan: &Plan) -> Result<ExitCode> {
    let known = known()?;
    if let Some(unknown) = plan.targets.iter().find(|name| !known.contains(*name)) {
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        bail!(
            "there is no target `{unknown}`; there are {}",
            known.join(", ")
        );
    }
    let program = build()?;
    let mut broke = false;
    for name in known {
        if !plan.targets.is_empty() && !plan.targets.contains(&name) {
            continue;
        }
        let target = Target::new(name)?;
        if plan.keep {
            target.keep(&program)?;
        } else {
            let before = ticks_of_children();
            let mut run = target.fuzz(&program, plan.seconds.unwrap_or(SECONDS))?;
            run.seconds = (ticks_of_children() - before) / TICKS;
            broke |= run.broke > 0;
            let totals = add(&target.name, run)?;
            let seconds: u64 = totals.values().map(|total| total.seconds).sum();
            println!(
                "{:<10} {} of {} min of processor time before a release",
                "",
                seconds / 60,
                BEFORE_A_RELEASE / 60
            );
        }
    }
    Ok(if broke {
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// What runs of a target took and gave.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Total {
    /// Processor time, where the system tells it (Linux).
    seconds: u64,
    files: u64,
    /// How often it broke.
    broke: u64,
}

/// Adds a run to what is kept of its target in `fuzz/totals.tsv`; what stands there then.
fn add(target: &str, run: Total) -> Result<BTreeMap<String, Total>> {
    let path = root().join("fuzz/totals.tsv");
    let place = || path.display().to_string();
    let text = fs::read_to_string(&path).with_context(place)?;
    let mut totals = read_totals(&text);
    let total = totals.entry(target.to_owned()).or_default();
    total.seconds += run.seconds;
    total.files += run.files;
    total.broke += run.broke;
    let head = text.lines().take_while(|line| line.starts_with('#'));
    let mut out: String = head.map(|line| format!("{line}\n")).collect();
    for (name, total) in &totals {
        let Total {
            seconds,
            files,
            broke,
        } = total;
        out += &format!("{name}\t{seconds}\t{files}\t{broke}\n");
    }
    fs::write(&path, out).with_context(place)?;
    Ok(totals)
}

/// The totals by target; lines that begin with # are remarks.
fn read_totals(text: &str) -> BTreeMap<String, Total> {
    let rows = text.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let mut cells = row.split('\t');
        let name = cells.next()?.to_owned();
        let mut number = || cells.next()?.parse().ok();
        let total = Total {
            seconds: number()?,
            files: number()?,
            broke: number()?,
        };
        Some((name, total))
    })
    .collect()
}

/// Ticks of a second, as the kernel tells times to programs.
const TICKS: u64 = 100;

/// Processor time of all processes that were started here and have ended, and of those that they started; 0 where the system does not tell.
fn ticks_of_children() -> u64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    children(&stat)
}

/// The same out of the line of `/proc/self/stat`: the 16th and the 17th field, of which the second is a name in brackets.
fn children(stat: &str) -> u64 {
    let behind = stat.rsplit_once(") ").map_or("", |(_, fields)| fields);
    let times = behind.split(' ').skip(13).take(2);
    times.filter_map(|ticks| ticks.parse::<u64>().ok()).sum()
}

/// The targets: each has its folder of kept files.
fn known() -> Result<BTreeSet<String>> {
    let folder = root().join("fuzz/corpus");
    let entries = fs::read_dir(&folder).with_context(|| folder.display().to_string())?;
    let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
    names.collect()
}

/// Where the fuzzer is built and works.
fn folder() -> PathBuf {
    target_folder().join("fuzz")
}

/// Asks LLVM for counters on branches, and for the two sides of comparisons.
const FLAGS: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
    -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
    -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1";

/// Builds the fuzzer. With `--target`, the flags are for it alone and not for build scripts.
fn build() -> Result<PathBuf> {
    let rustc = Command::new("rustc").arg("-vV").output();
    let rustc = String::from_utf8(rustc.context("could not start rustc")?.stdout)?;
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: "));
    let host = host.context("rustc does not say for which machine it compiles")?;
    let mut build = cargo(["build", "--locked", "--profile", "fuzz", "-p", "atlas-fuzz"]);
    build
        .args(manifest())
        .args([
            "--bin",
            "atlas-fuzz",
            "--features",
            "libfuzzer",
            "--target",
            host,
        ])
        .env("CARGO_TARGET_DIR", folder())
        .env("CARGO_INCREMENTAL", "0")
        .env("RUSTFLAGS", FLAGS);
    succeed(&mut build)?;
    let name = format!("atlas-fuzz{}", std::env::consts::EXE_SUFFIX);
    Ok(folder().join(host).join("fuzz").join(name))
}

/// A target with its folders.
struct Target {
    name: String,
    /// Files that are committed: kept ones, and those that once broke something.
    committed: [PathBuf; 2],
    /// Files that were found here.
    found: PathBuf,
    /// Files that break something.
    broken: PathBuf,
}

impl Target {
    fn new(name: String) -> Result<Target> {
        let committed =
            ["corpus", "regressions"].map(|kind| root().join("fuzz").join(kind).join(&name));
        let found = folder().join("found").join(&name);
        let broken = folder().join("broken").join(&name);
        for folder in [&found, &broken] {
            fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        Ok(Target {
            name,
            committed,
            found,
            broken,
        })
    }

    /// The fuzzer on this target, with files that it starts from.
    fn command(&self, program: &Path, first: &Path) -> Command {
        let mut command = Command::new(program);
        command.env("ATLAS_FUZZ_TARGET", &self.name);
        // A stack that ends takes the process with it before libFuzzer can keep the input.
        command.env("ATLAS_FUZZ_LAST", self.broken.join("last"));
        // Most targets write the file before they read it: better into memory than onto a disk.
        if Path::new("/dev/shm").is_dir() {
            command.env("TMPDIR", "/dev/shm");
        }
        command
            .arg(first)
            .args(self.committed.iter().filter(|folder| folder.is_dir()));
        command.arg(format!("-timeout={TIMEOUT}"));
        command.arg(format!("-rss_limit_mb={MEMORY_MIB}"));
        command.arg(format!("-max_len={MOST_BYTES}"));
        let dictionary = root().join(format!("fuzz/dictionaries/{}", self.name));
        if dictionary.is_file() {
            command.arg(prefixed("-dict=", &dictionary));
        }
        command
    }

    /// Fuzzes for so many seconds, goes on after what broke, and tells what came of it in one line; the processor time is not told.
    fn fuzz(&self, program: &Path, seconds: u64) -> Result<Total> {
        let mut runs = 0;
        let mut count = BTreeMap::new();
        let started = Instant::now();
        let mut broke = 0;
        while let Some(left) = Duration::from_secs(seconds).checked_sub(started.elapsed()) {
            if left < Duration::from_secs(1) {
                break;
            }
            let mut command = self.command(program, &self.found);
            command.arg(format!("-max_total_time={}", left.as_secs()));
            command.args(["-print_final_stats=1", "-reload=0"]);
            command.arg(prefixed("-artifact_prefix=", &self.broken.join("")));
            let log = folder().join(format!("{}.log", self.name));
            let to = fs::File::create(&log).with_context(|| log.display().to_string())?;
            let status = command.stdout(Stdio::null()).stderr(to).status();
            let status = status.with_context(|| program.display().to_string())?;
            let said = String::from_utf8_lossy(&fs::read(&log)?).into_owned();
            runs += stat(&said, "stat::number_of_executed_units:");
            count.extend(reached(&said));
            if !status.success() {
                broke += 1;
                let kept = folder().join(format!("{}-{broke}.log", self.name));
                fs::rename(&log, &kept)?;
                println!("{}: broken ({status}), see {}", self.name, kept.display());
                // One that breaks at once would be met for ever.
                if broke >= 10 || (self.replays_broken(&said)) {
                    break;
                }
            }
        }
        let files = fs::read_dir(&self.found)?.count();
        let [branches, features] = ["cov", "ft"].map(|what| count.get(what).copied().unwrap_or(0));
        println!(
            "{:<10} {:>5} s, {runs:>10} files read, {branches:>6} branches, {features:>6} features, {files:>5} files found, broken {broke}",
            self.name,
            started.elapsed().as_secs(),
        );
        Ok(Total {
            seconds: 0,
            files: runs,
            broke,
        })
    }

    /// Whether a run broke on a file that it was given, and not on one that it invented.
    fn replays_broken(&self, said: &str) -> bool {
        !said.contains("INITED")
    }

    /// Chooses the files to commit among all that are there.
    fn keep(&self, program: &Path) -> Result<()> {
        let control = folder().join(format!("{}.merge", self.name));
        let nowhere = folder().join("nowhere");
        let _ = fs::remove_file(&control); // an older one would be continued
        let _ = fs::remove_dir_all(&nowhere);
        fs::create_dir_all(&nowhere)?;
        let mut command = self.command(program, &nowhere);
        command.arg(&self.found).arg("-merge=1");
        command.arg(prefixed("-merge_control_file=", &control));
        succeed(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
        let reached = read_control(&fs::read_to_string(&control)?);
        let regressions = self.committed[1].clone();
        let candidates = reached.into_iter().filter_map(|(path, branches)| {
            let bytes = path.metadata().ok()?.len();
            // Those are committed anyway.
            (!path.starts_with(&regressions)).then_some((path, bytes, branches))
        });
        let chosen = choose(candidates.collect());
        let files: Vec<(String, Vec<u8>)> = chosen
            .iter()
            .map(|path| {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                Ok((name.into_owned(), fs::read(path)?))
            })
            .collect::<Result<_>>()?;
        let corpus = &self.committed[0];
        fs::remove_dir_all(corpus)?;
        fs::create_dir_all(corpus)?;
        let bytes: usize = files.iter().map(|(_, content)| content.len()).sum();
        for (name, content) in &files {
            fs::write(corpus.join(name), content)?;
        }
        println!(
            "{:<10} {:>3} files kept, {bytes:>6} bytes",
            self.name,
            files.len()
        );
        Ok(())
    }
}

/// An option with a path.
fn prefixed(option: &str, path: &Path) -> OsString {
    let mut word = OsString::from(option);
    word.push(path);
    word
}

/// A figure of libFuzzer's final statistics.
fn stat(said: &str, name: &str) -> u64 {
    let lines = said.lines().filter_map(|line| line.strip_prefix(name));
    lines
        .filter_map(|value| value.trim().parse::<u64>().ok())
        .sum()
}

/// What the last line of libFuzzer's progress tells: `#123 NEW cov: 1042 ft: 2311 corp: 12/345b …`.
fn reached(said: &str) -> BTreeMap<&'static str, u64> {
    let last = said
        .lines()
        .rfind(|line| line.starts_with('#') && line.contains(" cov: "));
    let words: Vec<&str> = last.unwrap_or_default().split_whitespace().collect();
    let value = |name: &str| {
        let at = words
            .iter()
            .position(|word| word.strip_suffix(':') == Some(name))?;
        words.get(at + 1)?.parse().ok()
    };
    ["cov", "ft"]
        .into_iter()
        .filter_map(|name| Some((name, value(name)?)))
        .collect()
}

/// What libFuzzer notes while it merges: how many files, how many of them are there already, their paths, then for each file its
/// number and size (`STARTED 0 12`) and its features (`FT 0 17 18`). A feature is a branch and how often it was taken, in eight classes.
fn read_control(text: &str) -> Vec<(PathBuf, HashSet<u64>)> {
    let mut lines = text.lines();
    let count: usize = lines.next().and_then(|line| line.parse().ok()).unwrap_or(0);
    let mut files: Vec<(PathBuf, HashSet<u64>)> = lines
        .by_ref()
        .skip(1)
        .take(count)
        .map(|path| (path.into(), HashSet::new()))
        .collect();
    for line in lines {
        let mut words = line.split(' ');
        let (Some("FT"), Some(number)) = (words.next(), words.next()) else {
            continue;
        };
        let file = number
            .parse()
            .ok()
            .and_then(|number: usize| files.get_mut(number));
        if let Some((_, branches)) = file {
            branches.extend(words.filter_map(|word| Some(word.parse::<u64>().ok()? / 8)));
        }
    }
    files
}

/// The files that reach most, one after another, each by what it adds; a long one must add more.
fn choose(mut files: Vec<(PathBuf, u64, HashSet<u64>)>) -> Vec<PathBuf> {
    let mut chosen = Vec::new();
    let mut room = KEPT_BYTES;
    while chosen.len() < KEPT_FILES {
        files.retain(|(_, bytes, branches)| *bytes <= room && branches.len() >= WORTH);
        // Per byte, with a head start: very short files would win otherwise, whatever little they reach.
        let worth = |(_, bytes, branches): &(PathBuf, u64, HashSet<u64>)| {
            branches.len() as f64 / (*bytes as f64 + 2048.0)
        };
        let best = (0..files.len()).max_by(|a, b| worth(&files[*a]).total_cmp(&worth(&files[*b])));
        let Some(best) = best else { break };
        let (path, bytes, branches) = files.swap_remove(best);
        room -= bytes;
        for (_, _, others) in &mut files {
            others.retain(|branch| !branches.contains(branch));
        }
        chosen.push(path);
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_fuzzer_says_is_read() {
        let said = "#2\tINITED cov: 10 ft: 11 corp: 1/1b\n#77\tNEW    cov: 1042 ft: 2311 corp: 3/9b\nDone\n\
            stat::number_of_executed_units: 77\nstat::average_exec_per_sec:     7\n";
        assert_eq!(stat(said, "stat::number_of_executed_units:"), 77);
        assert_eq!(reached(said), BTreeMap::from([("cov", 1042), ("ft", 2311)]));
        assert!(reached("nothing").is_empty());
    }

    #[test]
    fn a_total_is_kept_for_every_target() {
        let text = fs::read_to_string(root().join("fuzz/totals.tsv")).unwrap();
        let rows = text.lines().filter(|line| !line.starts_with('#')).count();
        let totals = read_totals(&text);
        assert_eq!(totals.len(), rows, "each row has three numbers");
        let names: BTreeSet<String> = totals.into_keys().collect();
        assert_eq!(names, known().unwrap());
    }

    #[test]
    fn the_time_of_children_is_read() {
        let stat = "7 (x) task) S 1 7 7 0 -1 4194304 100 200 0 0 11 12 345 67 20 0 1 0 99 0 0\n";
        assert_eq!(children(stat), 345 + 67);
        assert_eq!(children(""), 0);
    }

    #[test]
    fn files_are_chosen_by_what_they_add() {
        let control = "3\n0\na\nb\nc\nSTARTED 0 5\nFT 0 8 16 24 32\nCOV 0 1\nSTARTED 1 5\nFT 1 8 16 24\n\
            STARTED 2 90\nFT 2 80 88 96 104 112\n";
        let files = read_control(control);
        assert_eq!(files.len(), 3);
        assert_eq!(files[0].1, HashSet::from([1, 2, 3, 4]));
        let sized = files
            .into_iter()
            .map(|(path, branches)| (path, 10, branches))
            .collect();
        // The second reaches nothing that the first does not.
        assert_eq!(choose(sized), [PathBuf::from("c"), PathBuf::from("a")]);
    }
}
