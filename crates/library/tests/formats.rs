//! Every format that is read, on its sample in `tests/samples`: what is in it, and that no damage to it makes a reader panic.
//!
//! A sample has the usual ending of its format and lies in `tests/samples` or `tests/real`; what must be read from it lies in the former
//! (`sample.ris.json`), made by reading it once with `BLESS=1` and looked at before it is committed.

mod common;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use common::{feed, gzip, read};
use library::{Document, import_formats};
use proptest::prelude::*;
use serde_json::{Value, json};

/// Each file of which `tests/samples` says what must be read from it: it lies beside that, or among the real files.
fn samples() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let entries = fs::read_dir(tests.join("samples")).expect("the folder of samples");
    let names = entries.filter_map(|entry| {
        let name = entry
            .expect("an entry")
            .file_name()
            .into_string()
            .expect("a name");
        name.strip_suffix(".json").map(str::to_owned)
    });
    let homes = ["samples", "real", "real/zotero-data"];
    let found = names.map(|name| {
        let mut places = homes.iter().map(|home| tests.join(home).join(&name));
        let found = places.find(|place| place.is_file());
        found.unwrap_or_else(|| panic!("{name}: what is told of it is there, but not it"))
    });
    found.collect()
}

fn ending(path: &Path) -> &str {
    path.extension().and_then(|e| e.to_str()).unwrap_or("")
}

/// A PDF is read by a child process, which has tests of its own (`pdf.rs`).
const ELSEWHERE: &str = "pdf";

#[test]
fn every_format_has_a_sample() {
    let samples = samples();
    let known: BTreeSet<&str> = samples.iter().map(|path| ending(path)).collect();
    let read = import_formats().into_iter().map(|format| format.1[0]);
    let wanted: BTreeSet<&str> = read.filter(|ending| *ending != ELSEWHERE).collect();
    assert_eq!(known, wanted, "samples, and formats that are read");
}

/// What is told of a document; details and notes where there are some.
fn told(d: &Document) -> Value {
    let mut told =
        json!({ "id": d.id, "title": d.title, "text": d.text, "year": d.year, "mesh": d.mesh });
    if !d.details.is_empty() {
        let mut details = d.details.clone();
        for file in &mut details.files {
            // The files of Zotero have paths of this machine.
            *file = file.replace(concat!(env!("CARGO_MANIFEST_DIR"), "/"), "");
        }
        told["details"] = json!(details);
    }
    if !d.marks.is_empty() {
        told["marks"] = json!(d.marks);
    }
    told
}

#[test]
fn a_sample_gives_what_stands_beside_it() {
    for path in samples() {
        let (documents, errors) = read(std::slice::from_ref(&path));
        let found = json!({
            "documents": documents
                .iter()
                .map(told)
                .collect::<Vec<_>>(),
            "refused": errors
                .iter()
                .map(|e| format!("{}: {}", e.place, e.reason))
                .collect::<Vec<_>>(),
        });
        let name = path.file_name().expect("a name").to_string_lossy();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/samples");
        let beside = folder.join(format!("{name}.json"));
        if std::env::var_os("BLESS").is_some() {
            let text = serde_json::to_string_pretty(&found).expect("JSON") + "\n";
            fs::write(&beside, text).expect("written");
        }
        let text = fs::read(&beside).expect("what must be read from a sample lies beside it");
        let wanted: Value = serde_json::from_slice(&text).expect("JSON");
        assert_eq!(found, wanted, "{}", path.display());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_sample_never_panics_a_reader(
        cut in 0.0..1.0_f64,
        flips in prop::collection::vec((0.0..1.0_f64, any::<u8>()), 0..6),
        doubled in any::<bool>(),
    ) {
        for path in samples() {
            let mut bytes = fs::read(&path).expect("a sample");
            let at = |share: f64, bytes: &[u8]| (share * bytes.len() as f64) as usize;
            for (share, value) in &flips {
                let at = at(*share, &bytes);
                bytes[at] = *value;
            }
            let kept = at(cut, &bytes);
            let tail = bytes.split_off(kept);
            if doubled {
                bytes.extend_from_within(..);
                bytes.extend(tail);
            }
            for fed in [feed(&bytes), feed(&gzip(&bytes))] {
                prop_assert!(fed.iter().all(|n| *n > 0), "every file gives a document or an error");
            }
        }
    }
}
