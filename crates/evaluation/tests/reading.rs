//! The texts that reading is measured by and trained on.

use std::collections::{BTreeMap, HashSet};
use std::path::Path;

use anatomy::{Catalogue, StructureIndex};
use evaluation::reading::{Item, Part, Right, parse, unpack};
use evaluation::sentences;

fn items(name: &str) -> Vec<Item> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../training/data");
    let bytes = std::fs::read(folder.join(name)).unwrap();
    let table = match name.ends_with(".gz") {
        true => unpack(&bytes).unwrap(),
        false => String::from_utf8(bytes).unwrap(),
    };
    parse(&table, Catalogue::builtin()).unwrap_or_else(|reason| panic!("{name}: {reason}"))
}

const KINDS: [&str; 8] = [
    "function",
    "inference",
    "lay",
    "multi",
    "negation",
    "procedure",
    "relation",
    "shorthand",
];

#[test]
fn the_half_of_a_text_is_that_of_its_hash() {
    let items = items("reading.tsv");
    assert!(items.len() > 2000);
    for item in items {
        assert_eq!(item.part, Part::half_of(&item.text), "{}", item.text);
    }
}

#[test]
fn every_text_is_of_a_kind_and_excludes_nothing_that_it_accepts() {
    for item in [items("reading.tsv"), items("reading-train.tsv.gz")].concat() {
        assert!(KINDS.contains(&item.kind.as_str()), "{item:?}");
        // One word may be a search phrase to learn from ("Kehlkopf"), and is no text to measure reading by.
        let least = 1 + usize::from(item.part != Part::Train);
        assert!(item.text.split_whitespace().count() >= least, "{item:?}");
        if let Right::Structures(rows) = &item.right {
            assert!(
                rows.iter().all(|row| !item.excluded.contains(row)),
                "{item:?}"
            );
        }
    }
}

#[test]
fn what_is_measured_with_is_not_trained_on() {
    let (measured, trained) = (items("reading.tsv"), items("reading-train.tsv.gz"));
    assert!(measured.iter().all(|item| item.part != Part::Train));
    assert!(trained.iter().all(|item| item.part == Part::Train));
    let words = |item: &Item| item.text.to_lowercase();
    let seen: HashSet<String> = measured.iter().map(words).collect();
    assert_eq!(seen.len(), measured.len(), "each once");
    assert!(!trained.iter().any(|item| seen.contains(&words(item))));
}

#[test]
fn notes_have_lines_and_exclude_nothing_that_they_accept() {
    for (table, parts) in [("notes.tsv", [80, 80]), ("notes-other.tsv", [43, 41])] {
        let items = items(table);
        for (part, wanted) in [Part::Develop, Part::Test].into_iter().zip(parts) {
            let count = items.iter().filter(|item| item.part == part).count();
            assert_eq!(count, wanted, "{table}: {part:?}");
        }
        let with_lines = items.iter().filter(|item| item.text.contains('\n'));
        assert!(with_lines.count() * 15 > items.len() * 14, "{table}");
        for item in &items {
            assert!(!item.text.contains('\\'), "{}", item.text);
            if let Right::Structures(rows) = &item.right {
                let both = rows.iter().any(|row| item.excluded.contains(row));
                assert!(!both, "{}", item.text);
            }
        }
    }
}

#[test]
fn each_kind_has_texts_of_both_halves_and_most_structures_have_texts_to_learn_from() {
    let mut halves: BTreeMap<(String, Part), usize> = BTreeMap::new();
    for item in items("reading.tsv") {
        *halves.entry((item.kind, item.part)).or_default() += 1;
    }
    assert_eq!(halves.len(), KINDS.len() * 2);
    assert!(halves.values().all(|n| *n >= 60), "{halves:?}");
    let mut taught = HashSet::new();
    for table in ["reading-train.tsv.gz", "female-train.tsv"] {
        for item in items(table) {
            if let Right::Structures(rows) = item.right {
                taught.extend(rows);
            }
        }
    }
    let rows = Catalogue::builtin().structures().len();
    assert!(
        taught.len() * 100 >= rows * 95,
        "{} of {rows}",
        taught.len()
    );
}

#[test]
fn few_structures_lack_a_kind_of_text_to_learn_from() {
    let mut texts: BTreeMap<(u16, String), usize> = BTreeMap::new();
    for table in [
        "reading-train.tsv.gz",
        "reading-tagged.tsv",
        "female-train.tsv",
    ] {
        for item in items(table) {
            if let Right::Structures(rows) = item.right {
                // An id that a text lists twice counts once.
                let rows: HashSet<StructureIndex> = rows.into_iter().collect();
                for row in rows {
                    *texts.entry((row.0, item.kind.clone())).or_default() += 1;
                }
            }
        }
    }
    let (mut empty, mut thin) = (0, 0);
    for row in Catalogue::builtin().indices() {
        for kind in KINDS {
            let count = texts.get(&(row.0, kind.to_owned()));
            let count = count.copied().unwrap_or_default();
            empty += usize::from(count == 0);
            thin += usize::from(count < 15);
        }
    }
    // Wished are none of either; docs/experiments/data-card.md says which there are.
    assert!(empty <= 25, "{empty} without a text");
    assert!(thin <= 1839, "{thin} with fewer than 15");
}

#[test]
fn sentences_of_real_texts_are_of_sources_to_measure_with_and_each_stands_once() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../training/data");
    let table = std::fs::read_to_string(folder.join("sentences.tsv")).unwrap();
    // Ids that the catalogue has, a first byte before the last, sides: whatever is wrong is an error.
    let rows = sentences::parse(&table, Catalogue::builtin()).unwrap();
    assert_eq!(rows.len(), 509);
    let sources = ["e3c_english", "mtsamples", "openi_indiana_cxr_reports"];
    let mut places = HashSet::new();
    for row in &rows {
        assert!(sources.contains(&row.source.as_str()), "{row:?}");
        let place = (row.source.as_str(), row.id.as_str(), row.start, row.end);
        assert!(places.insert(place), "twice: {row:?}");
        if let Right::Structures(right) = &row.right {
            assert!(!right.is_empty(), "{row:?}");
            assert!(right.iter().all(|s| !row.excluded.contains(s)), "{row:?}");
        }
    }
}

#[test]
fn texts_of_places_within_organs_are_of_both_halves_and_each_says_what_holds_of_its_place() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../training/data");
    for (name, n) in [("within.jsonl", 300), ("titled.jsonl", 160)] {
        let lines = std::fs::read_to_string(folder.join(name)).unwrap();
        let items = evaluation::within::parse(&lines, Catalogue::builtin()).unwrap();
        let test = items.iter().filter(|item| item.part == Part::Test).count();
        assert_eq!((items.len(), test), (n, n / 2), "{name}");
        let texts: HashSet<&str> = items.iter().map(|item| item.text.as_str()).collect();
        assert_eq!(texts.len(), items.len(), "{name}: each once");
        let titled = items.iter().filter(|item| item.title.is_some()).count();
        assert_eq!(titled, if name == "titled.jsonl" { n } else { 0 }, "{name}");
        let says = |item: &evaluation::within::Item| item.extent.is_some() || !item.near.is_empty();
        // A structure may be place enough: the arch of the aorta.
        let silent = items.iter().filter(|item| !says(item)).count();
        assert!(silent * 50 <= n, "{name}: {silent}");
    }
}
