//! Names of structures and words of tours in the languages that ship, and the table of commands in each of them.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

use anatomy::Catalogue;
use language::Messages;
use viewer::command::offers;
use viewer::{Tour, find_structures, latin_name, structure_name, structure_title};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/languages")
}

fn languages() -> Vec<String> {
    let entries = std::fs::read_dir(folder()).unwrap();
    entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect()
}

/// The ids in a file of messages; none where there is no such file.
fn ids(tag: &str, file: &str) -> BTreeSet<String> {
    let text = std::fs::read_to_string(folder().join(tag).join(file)).unwrap_or_default();
    let lines = text.lines().filter_map(|line| line.split_once(" ="));
    let lines = lines.filter(|(id, _)| !id.starts_with([' ', '#']));
    lines.map(|(id, _)| id.to_owned()).collect()
}

#[test]
fn every_language_names_all_structures_and_stops_and_no_others() {
    let structures = Catalogue::builtin().structures().iter();
    let structures: BTreeSet<String> = structures.map(|s| format!("structure-{}", s.id)).collect();
    let tours: BTreeSet<String> = Tour::message_ids().into_iter().collect();
    assert!(structures.len() > 400 && tours.len() > 30);
    for tag in languages() {
        let unknown = |file: &str, known: &BTreeSet<String>| {
            let unknown: Vec<String> = ids(&tag, file).difference(known).cloned().collect();
            assert!(unknown.is_empty(), "{tag}/{file}: {unknown:?}");
            // English stands in the catalogue and in the tours themselves.
            if tag != language::ENGLISH {
                let said = ids(&tag, file);
                let missing: Vec<&String> = known.difference(&said).collect();
                assert!(missing.is_empty(), "{tag}/{file} lacks {missing:?}");
            }
        };
        unknown("structures.ftl", &structures);
        unknown("tours.ftl", &tours);
    }
}

#[test]
fn a_structure_is_called_and_found_in_the_language_of_the_window() {
    let catalogue = Catalogue::builtin();
    let left_kidney = catalogue.index_of("left_kidney").unwrap();
    let structure = catalogue.get(left_kidney);
    assert_eq!(structure_title(structure), "Left kidney");
    language::within(Messages::read(&folder(), "de"), || {
        assert_eq!(structure_name(structure), "linke Niere");
        assert_eq!(structure_title(structure), "Linke Niere");
        assert_eq!(latin_name(structure), Some("ren sinister"));
        for query in ["linke niere", "Left kidney", "ren sinister"] {
            let found = find_structures(catalogue, query);
            assert_eq!(found.first(), Some(&left_kidney), "{query}");
        }
    });
    assert_ne!(
        find_structures(catalogue, "linke niere").first(),
        Some(&left_kidney)
    );
}

#[test]
fn labels_of_commands_differ_and_are_written_alike_in_every_language() {
    let ending = |words: &str| words.ends_with('…');
    for tag in languages() {
        let english: Vec<bool> = offers()
            .iter()
            .map(|offer| ending(&offer.about.label()))
            .collect();
        language::within(Messages::read(&folder(), &tag), || {
            let mut labels = HashSet::new();
            for (offer, dialog) in offers().into_iter().zip(&english) {
                let (label, tooltip) = (offer.about.label(), offer.about.tooltip());
                assert_eq!(ending(&label), *dialog, "{tag}: {label}");
                assert!(
                    !label.ends_with('.') && !tooltip.ends_with('.'),
                    "{tag}: {label}"
                );
                assert!(labels.insert(label.clone()), "{tag}: {label} is said twice");
            }
        });
    }
}

#[test]
fn dates_are_written_as_the_language_writes_them() {
    for (tag, first, day, month) in [
        ("en", "1 May 2019", "3 May 2019", "May 2019"),
        ("de", "1. Mai 2019", "3. Mai 2019", "Mai 2019"),
        ("fr", "1er mai 2019", "3 mai 2019", "mai 2019"),
        (
            "es",
            "1 de mayo de 2019",
            "3 de mayo de 2019",
            "mayo de 2019",
        ),
    ] {
        language::within(Messages::read(&folder(), tag), || {
            let words = |date: &str| viewer::date_in_words(date);
            // Fluent may mark where what is put in begins and ends.
            let plain = |words: Option<String>| {
                words.map(|words| words.replace(['\u{2068}', '\u{2069}'], ""))
            };
            assert_eq!(plain(words("2019-05-03")).as_deref(), Some(day));
            assert_eq!(plain(words("2019-05-01")).as_deref(), Some(first));
            assert!(words("2020-02-29").is_some() && words("2000-02-29").is_some());
            assert_eq!(plain(words("2019-05")).as_deref(), Some(month));
            assert_eq!(words("2019"), None, "the year stands there already");
            for none in [
                "2019-13",
                "2019-05-32",
                "2019-05-00",
                "2019-02-31",
                "2019-02-29",
                "1900-02-29",
                "2019-04-31",
                "2019-05-03-1",
                "May 2019",
                "19-05",
                "",
            ] {
                assert_eq!(words(none), None, "{none}");
            }
        });
    }
}
