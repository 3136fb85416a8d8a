//! Removal that can be undone: nothing differs afterwards, and any sequence of changes agrees with a plain map.

mod common;

use std::collections::BTreeMap;

use anatomy::Catalogue;
use common::Files;
use common::documents::{document, full, grounding};
use grounding::{Evidence, Grounding, SentenceGrounding};
use library::{Document, Library, Query, Removal, Stored};
use proptest::collection::vec;
use proptest::prelude::*;

fn stored(library: &Library, key: i64) -> Stored {
    let found = library.get_by_key(key).expect("readable");
    found.expect("it is there")
}

fn titles(removals: &[Removal]) -> Vec<Vec<&str>> {
    removals
        .iter()
        .map(|removal| removal.documents.iter().map(|(_, t)| t.as_str()).collect())
        .collect()
}

/// Everything that a library can be asked.
fn answers(library: &Library) -> String {
    let catalogue = Catalogue::builtin();
    let liver = catalogue.index_of("liver").expect("a liver");
    let everything = Query {
        limit: 99,
        ..Query::default()
    };
    let questions = [
        everything.clone(),
        Query {
            text: Some("liver lobes".into()),
            ..everything.clone()
        },
        Query {
            text: Some("text".into()),
            ..everything.clone()
        },
        Query {
            structures: vec![liver],
            ..everything.clone()
        },
        Query {
            near: Some([3.0, -4.0, 5.0]),
            ..everything
        },
    ];
    let answers = questions.map(|query| library.search(&query, catalogue).expect("readable"));
    let sentences = library.nearest_sentences([0.0; 3], 99).expect("readable");
    let vectors = library.embeddings().expect("readable");
    let entries = library.entries().expect("readable");
    format!("{answers:?}\n{sentences:?}\n{vectors:?}\n{entries:?}")
}

#[test]
fn what_comes_back_is_as_it_was_also_after_closing() {
    let files = Files::new();
    let path = files.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a new library");
    let other = |id: &str, x: f32| {
        (
            document(id, &format!("Document {id}")),
            grounding([x, 0.0, 0.0], &[("liver", 0.5), ("spleen", 0.25)]),
        )
    };
    let batch = [other("a", 1.0), full(), other("b", 2.0), other("c", 3.0)];
    let keys = library.add(&batch).expect("added").keys;
    let before: Vec<Stored> = keys.iter().map(|key| stored(&library, *key)).collect();
    let all = answers(&library);

    assert_eq!(library.remove(&[keys[1], 999]).expect("removed"), 1);
    assert_eq!(library.remove(&[keys[3], keys[0]]).expect("removed"), 2);
    assert_ne!(answers(&library), all);
    drop(library);
    let mut library = Library::open(&path).expect("it opens");
    assert_eq!(library.keys().expect("readable"), keys[2..3]);
    let removals = library.removals().expect("readable");
    let liver = before[1].document.title.as_str();
    assert_eq!(
        titles(&removals),
        [vec![liver], vec!["Document a", "Document c"]]
    );
    assert!(removals[0].id < removals[1].id);
    assert!(
        removals[0].at_unix_s > 1_600_000_000 && removals[0].at_unix_s <= removals[1].at_unix_s
    );

    let report = library
        .restore(&[keys[3], keys[1], keys[0]])
        .expect("restored");
    assert_eq!(report.restored, [keys[3], keys[1], keys[0]]);
    assert!(report.refused.is_empty());
    let after: Vec<Stored> = keys.iter().map(|key| stored(&library, *key)).collect();
    assert_eq!(after, before);
    assert_eq!(answers(&library), all);
    assert_eq!(library.removals().expect("readable"), []);
    drop(library);
    assert_eq!(answers(&Library::open(&path).expect("it opens")), all);
}

#[test]
fn a_document_that_has_been_added_anew_is_not_brought_back_beside_it() {
    let mut library = Library::in_memory().expect("memory");
    let batch = [full(), (document("b", "Spleen"), Grounding::default())];
    let keys = library.add(&batch).expect("added").keys;
    library.remove(&keys).expect("removed");
    let again = library.add(&batch[..1]).expect("added").keys;
    assert!(again[0] > keys[1], "keys of the trash are not used again");
    // Another document has taken an id meanwhile.
    let taken = (document("b", "Another of this id"), Grounding::default());
    library.add(&[taken]).expect("added");

    let report = library.restore(&[keys[0], keys[1], 77]).expect("restored");
    assert_eq!(report.restored, keys[1..]);
    let refused: Vec<_> = report
        .refused
        .iter()
        .map(|r| (r.key, r.title.as_str(), r.reason.as_str()))
        .collect();
    assert_eq!(
        refused,
        [
            (
                keys[0],
                batch[0].0.title.as_str(),
                "it has been added again since, as PMID:7"
            ),
            (77, "", "it is not in the trash"),
        ]
    );
    assert_eq!(stored(&library, keys[1]).document.id, "b~2");
    let removals = library.removals().expect("readable");
    assert_eq!(titles(&removals), [vec![batch[0].0.title.as_str()]]);
    // Once the newer one is gone, the older one can come back.
    library.remove(&again).expect("removed");
    let report = library.restore(&keys[..1]).expect("restored");
    assert_eq!(report.restored, keys[..1]);
}

#[test]
fn an_emptied_trash_is_empty_for_good_and_the_file_smaller() {
    let files = Files::new();
    let path = files.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a new library");
    let batch: Vec<_> = (0..200)
        .map(|i| {
            let long = Document {
                text: format!("Secret {i}. ").repeat(100),
                ..document(&format!("d{i}"), &format!("Number {i}"))
            };
            (long, Grounding::default())
        })
        .collect();
    let keys = library.add(&batch).expect("added").keys;
    library.remove(&keys[1..]).expect("removed");
    let size = || std::fs::metadata(&path).expect("a file").len();
    let before = size();
    let compacted = library.compact().expect("compacted");
    assert_eq!(compacted.forgotten, keys[1..]);
    assert_eq!(compacted.vacuum_error, None);
    assert!(size() < before / 2, "{} of {before}", size());
    let bytes = std::fs::read(&path).expect("a file");
    let left = |what: &[u8]| bytes.windows(what.len()).any(|window| window == what);
    assert!(left(b"Secret 0.") && !left(b"Secret 7."));
    assert_eq!(library.removals().expect("readable"), []);
    assert!(
        library
            .restore(&keys)
            .expect("readable")
            .restored
            .is_empty()
    );
    let later = library.add(&batch[1..2]).expect("added").keys;
    assert!(later[0] > keys[199]);
}

/// What can be done to a library. Numbers choose among the documents that there are.
#[derive(Debug, Clone)]
enum Change {
    Add(Vec<(usize, u8)>),
    Remove(Vec<usize>),
    Restore(Vec<usize>),
    Compact,
}

const WORDS: [&str; 6] = ["alpha", "bravo", "charlie", "delta", "echo", "foxtrot"];

/// Two documents at a time have the same id.
fn pool(number: usize) -> Document {
    Document {
        id: format!("d{}", number / 2),
        title: format!("Title {}", WORDS[number]),
        text: format!("About {}.", WORDS[number]),
        ..Document::default()
    }
}

fn placed(number: usize, x: u8) -> Grounding {
    let structure = if number.is_multiple_of(2) {
        "liver"
    } else {
        "spleen"
    };
    let point_mm = [f32::from(x), 0.0, 0.0];
    Grounding {
        point_mm,
        structure: structure.into(),
        structures: vec![Evidence {
            id: structure.into(),
            p: 0.75,
        }],
        sentences: vec![SentenceGrounding {
            text: pool(number).text,
            start: 0,
            end: pool(number).text.len(),
            point_mm,
            structure: structure.into(),
            p: 0.5,
            ..SentenceGrounding::default()
        }],
        embedding: vec![f32::from(x); 3],
        ..Grounding::default()
    }
}

/// A library as plain maps: number in the pool and content, by key.
#[derive(Default)]
struct Model {
    live: BTreeMap<i64, (usize, Stored)>,
    trash: Vec<BTreeMap<i64, (usize, Stored)>>,
    last_key: i64,
}

impl Model {
    fn free_id(&self, id: &str) -> String {
        let taken = |id: &str| self.live.values().any(|(_, s)| s.document.id == id);
        let numbered = (2..).map(|number| format!("{id}~{number}"));
        let mut candidates = std::iter::once(id.to_owned()).chain(numbered);
        candidates
            .find(|id| !taken(id))
            .expect("numbers do not end")
    }

    fn has(&self, number: usize) -> bool {
        self.live.values().any(|(other, _)| *other == number)
    }

    fn add(&mut self, number: usize, x: u8) -> bool {
        if self.has(number) {
            return false;
        }
        let id = self.free_id(&pool(number).id);
        self.last_key += 1;
        let stored = Stored {
            key: self.last_key,
            document: Document { id, ..pool(number) },
            grounding: placed(number, x),
            corrections: Vec::new(),
        };
        self.live.insert(self.last_key, (number, stored));
        true
    }

    fn remove(&mut self, keys: &[i64]) -> usize {
        let removed: BTreeMap<_, _> = keys
            .iter()
            .filter_map(|key| Some((*key, self.live.remove(key)?)))
            .collect();
        let count = removed.len();
        if count > 0 {
            self.trash.push(removed);
        }
        count
    }

    fn restore(&mut self, keys: &[i64]) -> Vec<i64> {
        let mut restored = Vec::new();
        for key in keys {
            let lies = self.trash.iter().position(|lot| lot.contains_key(key));
            let Some(lies) = lies else { continue };
            if self.has(self.trash[lies][key].0) {
                continue;
            }
            let (number, mut stored) = self.trash[lies].remove(key).expect("it lies there");
            stored.document.id = self.free_id(&stored.document.id);
            self.live.insert(*key, (number, stored));
            restored.push(*key);
        }
        self.trash.retain(|lot| !lot.is_empty());
        restored
    }

    fn keys_where(&self, wanted: impl Fn(usize) -> bool) -> Vec<i64> {
        let live = self.live.iter();
        live.filter(|(_, (number, _))| wanted(*number))
            .map(|(key, _)| *key)
            .collect()
    }

    fn agrees_with(&self, library: &Library) {
        assert_eq!(library.keys().expect("readable"), self.keys_where(|_| true));
        for key in 1..=self.last_key {
            let found = library.get_by_key(key).expect("readable");
            assert_eq!(
                found.as_ref(),
                self.live.get(&key).map(|(_, stored)| stored)
            );
        }
        for (number, word) in WORDS.iter().enumerate() {
            let found = library.matching(word, 99).expect("readable");
            assert_eq!(found, self.keys_where(|other| other == number));
        }
        for (structure, rest) in [("liver", 0), ("spleen", 1)] {
            let query = Query {
                structures: Catalogue::builtin()
                    .index_of(structure)
                    .into_iter()
                    .collect(),
                limit: 99,
                ..Query::default()
            };
            let answer = library.search(&query, Catalogue::builtin());
            let answer = answer.expect("readable");
            let found: Vec<i64> = answer.hits.iter().map(|hit| hit.key).collect();
            assert_eq!(found, self.keys_where(|number| number % 2 == rest));
            assert_eq!(answer.total, found.len());
        }
        let mut near: Vec<(i64, f32)> = self
            .live
            .iter()
            .map(|(key, (_, stored))| (*key, stored.grounding.point_mm[0]))
            .collect();
        near.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        let near: Vec<i64> = near.into_iter().map(|(key, _)| key).collect();
        let documents = library.nearest([0.0; 3], 99).expect("readable");
        assert_eq!(
            documents.iter().map(|hit| hit.key).collect::<Vec<_>>(),
            near
        );
        let sentences = library.nearest_sentences([0.0; 3], 99).expect("readable");
        assert_eq!(
            sentences.iter().map(|hit| hit.key).collect::<Vec<_>>(),
            near
        );
        let removals = library.removals().expect("readable");
        let found: Vec<Vec<(i64, String)>> = removals.into_iter().map(|r| r.documents).collect();
        let expected: Vec<Vec<(i64, String)>> = self
            .trash
            .iter()
            .map(|lot| {
                let lot = lot.iter();
                lot.map(|(key, (_, stored))| (*key, stored.document.title.clone()))
                    .collect()
            })
            .collect();
        assert_eq!(found, expected);
    }
}

fn change() -> impl Strategy<Value = Change> {
    let some = || vec(0_usize..40, 1..5);
    prop_oneof![
        4 => vec((0..WORDS.len(), 0_u8..200), 1..4).prop_map(Change::Add),
        4 => some().prop_map(Change::Remove),
        4 => some().prop_map(Change::Restore),
        1 => Just(Change::Compact),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_sequence_of_changes_agrees_with_a_plain_map(changes in vec(change(), 1..25)) {
        let mut library = Library::in_memory().expect("memory");
        let mut model = Model::default();
        for change in changes {
            match change {
                Change::Add(documents) => {
                    let batch: Vec<_> = documents
                        .iter()
                        .map(|&(number, x)| (pool(number), placed(number, x)))
                        .collect();
                    let added = documents.iter().filter(|(number, x)| model.add(*number, *x)).count();
                    prop_assert_eq!(library.add(&batch).expect("added").added, added);
                }
                Change::Remove(picks) => {
                    let mut keys: Vec<i64> = picks
                        .iter()
                        .map(|pick| 1 + *pick as i64 % (model.last_key + 1))
                        .collect();
                    keys.dedup();
                    prop_assert_eq!(library.remove(&keys).expect("removed"), model.remove(&keys));
                }
                Change::Restore(picks) => {
                    let keys: Vec<i64> = picks
                        .iter()
                        .map(|pick| 1 + *pick as i64 % (model.last_key + 1))
                        .collect();
                    let report = library.restore(&keys).expect("restored");
                    prop_assert_eq!(&report.restored, &model.restore(&keys));
                    prop_assert_eq!(report.restored.len() + report.refused.len(), keys.len());
                }
                Change::Compact => {
                    library.compact().expect("compacted");
                    model.trash.clear();
                }
            }
            model.agrees_with(&library);
        }
    }
}
