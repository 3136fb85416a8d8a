//! Structures by names that nobody listed, with the encoder that ships. The words were taken from the wishes of users, not from the phrases
//! that were learnt.

use std::path::Path;
use std::sync::LazyLock;

use anatomy::{Catalogue, Side};
use grounding::names::{KnownName, WIDTH};
use grounding::{Gazetteer, NameEncoder, NameFinder};

static FOLDER: LazyLock<std::path::PathBuf> =
    LazyLock::new(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/cga-2"));

static FINDER: LazyLock<NameFinder> = LazyLock::new(|| NameFinder::open(&FOLDER).unwrap());

/// The ids that a name finds, best first.
fn found(name: &str) -> Vec<String> {
    let found = FINDER.find(name, 3);
    let id = |s| Catalogue::builtin().get(s).id.clone();
    found.iter().map(|f| id(f.structure)).collect()
}

/// Whether the first structure found is this one, a part of it or one half of it.
fn leads_to(name: &str, id: &str) -> bool {
    let catalogue = Catalogue::builtin();
    let whole = catalogue.index_of(id).unwrap();
    let first = FINDER.find(name, 1);
    first
        .first()
        .is_some_and(|f| catalogue.is_part_of(f.structure, whole))
}

#[test]
fn names_that_nobody_listed_lead_to_what_they_mean() {
    for (name, id) in [
        ("heart atack", "heart"),
        ("kidney stone", "kidney"),
        ("kidny infection", "kidney"),
        ("water on the lung", "lung"),
        ("Nierenstein", "kidney"),
        ("gallbladder stonse", "gallbladder"),
        ("food pipe burning", "oesophagus"),
        ("the flexure below the liver", "right_colic_flexure"),
    ] {
        assert!(leads_to(name, id), "{name}: {:?}", found(name));
    }
}

#[test]
fn a_side_that_is_said_is_kept() {
    let catalogue = Catalogue::builtin();
    for name in [
        "left kidny stone",
        "rt kidney stone",
        "stone in the right kidney",
        "L lung pneumonia",
    ] {
        let side = if name.contains("left") || name.starts_with('L') {
            Side::Left
        } else {
            Side::Right
        };
        let first = &FINDER.find(name, 1)[0];
        assert_eq!(
            catalogue.get(first.structure).side,
            side,
            "{name}: {:?}",
            found(name)
        );
    }
}

#[test]
fn what_is_nowhere_finds_nothing() {
    for name in [
        "",
        "?!",
        "tax return",
        "stroke of the brain",
        "broken ankle",
    ] {
        assert!(found(name).is_empty(), "{name}: {:?}", found(name));
    }
}

#[test]
fn a_structure_is_found_once_and_no_more_than_asked_for() {
    for limit in [0, 1, 2, 7] {
        let found = FINDER.find("valve", limit);
        let mut rows: Vec<_> = found.iter().map(|f| f.structure).collect();
        assert!(rows.len() <= limit);
        rows.sort_unstable();
        rows.dedup();
        assert_eq!(rows.len(), found.len());
    }
}

#[test]
fn listed_names_lead_to_what_they_are_listed_for() {
    let all: Vec<_> = Gazetteer::builtin().names().collect();
    let names = || all.iter().step_by(37);
    let right = names().filter(|(name, _)| {
        let first = FINDER.find(name, 1);
        // A name may be listed for several.
        let mut meant = all.iter().filter(|(other, _)| other == name);
        let first = first.first().map(|f| f.structure);
        meant.any(|(_, structure)| first == Some(*structure))
    });
    let share = right.count() as f32 / names().count() as f32;
    assert!(share > 0.9, "{share} of {}", names().count());
}

#[test]
fn a_structure_that_the_catalogue_has_not_is_an_error_with_its_name() {
    let encoder = NameEncoder::open(&FOLDER.join("names.safetensors")).unwrap();
    assert_eq!(encoder.encode("liver").len(), WIDTH);
    let known = KnownName {
        name: "third eye".to_owned(),
        structures: vec!["pineal_eye".to_owned()],
    };
    let error = NameFinder::new(encoder, &[known]).err().unwrap();
    assert!(
        error.contains("third eye") && error.contains("pineal_eye"),
        "{error}"
    );
}
