//! Every file that the fuzzer kept, and every file that once broke something, through its target: no panic, no more than the limits on
//! time and memory. A child process reads them, so that one that takes the process with it is told like any other.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use atlas_fuzz::TARGETS;

/// The files of a folder of a target, by name.
fn files(kind: &str, target: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(kind)
        .join(target);
    let Ok(entries) = fs::read_dir(folder) else {
        return Vec::new();
    };
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    files
}

#[test]
fn what_the_fuzzer_kept_breaks_nothing() {
    let mut broken = Vec::new();
    for target in TARGETS {
        let mut files = files("corpus", target.name);
        assert!(!files.is_empty(), "{}: nothing was kept", target.name);
        files.extend(self::files("regressions", target.name));
        let mut replay = Command::new(env!("CARGO_BIN_EXE_atlas-replay"));
        let output = replay
            .arg(target.name)
            .args(&files)
            .output()
            .expect("it runs");
        if !output.status.success() {
            let read = String::from_utf8_lossy(&output.stdout);
            let said = String::from_utf8_lossy(&output.stderr);
            let last = read.lines().last().unwrap_or_default();
            broken.push(format!(
                "{} at {last}: {}\n{said}",
                target.name, output.status
            ));
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}

#[test]
fn every_folder_is_a_target_s_and_small() {
    let (mut count, mut bytes) = (0, 0);
    for kind in ["corpus", "regressions"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(kind);
        for entry in fs::read_dir(folder).expect("the folder") {
            let name = entry.expect("an entry").file_name();
            let name = name.to_str().expect("a name");
            assert!(
                atlas_fuzz::target(name).is_some(),
                "{kind}/{name} is no target's"
            );
            for file in files(kind, name) {
                count += 1;
                bytes += file.metadata().expect("a file").len();
            }
        }
    }
    assert!(
        count <= 700,
        "{count} files: `cargo xtask fuzz --keep` keeps fewer"
    );
    assert!(
        bytes <= 3 << 19,
        "{bytes} bytes are more than a clone should have"
    );
}

#[test]
fn a_file_that_breaks_something_is_told() {
    let mut replay = Command::new(env!("CARGO_BIN_EXE_atlas-replay"));
    let missing = replay
        .args(["ris", "no/such/file"])
        .output()
        .expect("it runs");
    assert!(!missing.status.success());
    let mut replay = Command::new(env!("CARGO_BIN_EXE_atlas-replay"));
    let unknown = replay.args(["nothing"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&unknown.stderr);
    assert!(
        !unknown.status.success() && said.contains("nothing"),
        "{said}"
    );
}
