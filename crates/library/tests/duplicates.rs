//! Copies of one work are found, made one document, and taken apart again without a difference.

mod common;

use common::documents::grounding;
use grounding::Grounding;
use library::{
    Correction, Document, DuplicateGroup, Library, Looked, MarkChange, Merge, Says, Source,
};

const TEXT: &str = "Between 2001 and 2019 we followed 312 adults with cirrhosis of the liver who had bled from varices of the oesophagus. \
Portal pressure was measured before and three months after banding. It fell by a fifth in those who took a beta blocker and did not \
change in the others. Bleeding recurred in 41 patients, in most of them within the first year, and hardly ever after the third. \
We conclude that pressure should be measured twice, and that a fall of a tenth is enough to stop banding.";

const OTHER: &str = "Stones of the gallbladder were looked for by ultrasound in every second household of a valley. Of 980 people 112 had \
stones, women twice as often as men, and two thirds of them had never felt anything. After five years one in ten had come to surgery, \
nearly all of them with an earlier attack of pain. Silent stones can be left alone if they are looked at again from time to time by a doctor.";

fn document(id: &str, title: &str, text: &str) -> Document {
    Document {
        id: id.into(),
        title: title.into(),
        text: text.into(),
        ..Document::default()
    }
}

fn placed(document: Document) -> (Document, Grounding) {
    (document, grounding([1.0, 2.0, 3.0], &[("liver", 0.9)]))
}

fn library(documents: Vec<Document>) -> (Library, Vec<i64>) {
    let mut library = Library::in_memory().expect("memory");
    let batch: Vec<_> = documents.into_iter().map(placed).collect();
    let added = library.add(&batch).expect("added");
    assert_eq!(added.keys.len(), batch.len(), "none is refused as known");
    (library, added.keys)
}

fn groups(library: &Library) -> Vec<DuplicateGroup> {
    library.duplicate_groups(&|| true).expect("readable")
}

fn keys(group: &DuplicateGroup) -> Vec<i64> {
    group.copies.iter().map(|copy| copy.key).collect()
}

const TITLE: &str = "Portal pressure after banding of oesophageal varices";

#[test]
fn what_readers_said_of_a_copy_goes_on_with_the_one_that_is_kept() {
    let sentence = "A stone lay in the duct.";
    let (mut library, all) = library(vec![
        document("kept", TITLE, &format!("{TEXT} {sentence}")),
        document("copy", &format!("{TITLE}."), &format!("{sentence} {OTHER}")),
    ]);
    let says = |start, end, structure: &str| Correction {
        start,
        end,
        says: Says::BelongsHere,
        structure: structure.into(),
        point_mm: [4.0, 5.0, 6.0],
    };
    let own = says(3, 9, "liver");
    library
        .correct(all[0], std::slice::from_ref(&own))
        .expect("written");
    let (whole, of_sentence) = (says(0, 0, "spleen"), says(0, sentence.len(), "stomach"));
    let gone = says(sentence.len() + 1, sentence.len() + 9, "stomach");
    let said = [whole.clone(), of_sentence.clone(), gone];
    library.correct(all[1], &said).expect("written");
    let before = answers(&library);
    let groups = [Merge {
        keep: all[0],
        others: vec![all[1]],
    }];
    for _ in 0..2 {
        library.merge(&groups).expect("merged");
        let start = TEXT.len() + 1;
        let moved = says(start, start + sentence.len(), "stomach");
        let kept = library.corrections(all[0]).expect("readable");
        assert_eq!(kept, [whole.clone(), own.clone(), moved]);
        let stored = library
            .get_by_key(all[0])
            .expect("readable")
            .expect("there");
        assert_eq!(stored.grounding.structure, "spleen");
        library.restore(&all[1..]).expect("restored");
        assert_eq!(
            library.corrections(all[0]).expect("readable"),
            std::slice::from_ref(&own)
        );
        assert_eq!(library.corrections(all[1]).expect("readable").len(), 3);
        assert_eq!(answers(&library), before);
        assert!(library.check().is_sound(), "{:?}", library.check());
    }
}

#[test]
fn what_was_said_of_a_first_sentence_is_not_taken_for_a_word_on_the_whole() {
    let (mut library, all) = library(vec![
        document("kept", TITLE, TEXT),
        document("copy", &format!("{TITLE}."), &format!("{TEXT} {OTHER}")),
    ]);
    let says = |end, structure: &str| Correction {
        start: 0,
        end,
        says: Says::BelongsHere,
        structure: structure.into(),
        point_mm: [4.0, 5.0, 6.0],
    };
    let (whole, first) = (says(0, "spleen"), says(9, "stomach"));
    for (own, other) in [(&whole, &first), (&first, &whole)] {
        for (key, said) in all.iter().zip([own, other]) {
            let said = std::slice::from_ref(said);
            library.correct(*key, said).expect("written");
        }
        let merge = Merge {
            keep: all[0],
            others: vec![all[1]],
        };
        library.merge(&[merge]).expect("merged");
        let kept = library.corrections(all[0]).expect("readable");
        assert!(kept.contains(&whole) && kept.contains(&first), "{kept:?}");
        library.restore(&all[1..]).expect("restored");
    }
}

#[test]
fn a_copy_that_comes_back_while_the_kept_one_is_in_the_trash_takes_nothing_from_that() {
    let (mut library, all) = library(vec![
        document("kept", TITLE, TEXT),
        document("copy", &format!("{TITLE}."), OTHER),
    ]);
    let tag = MarkChange::Tag("read".into());
    library.mark(&all[1..], &tag).expect("written");
    let merge = Merge {
        keep: all[0],
        others: vec![all[1]],
    };
    library.merge(&[merge]).expect("merged");
    library.remove(&all[..1]).expect("removed");
    let back = library.restore(&all[1..]).expect("restored");
    assert_eq!(back.restored, all[1..]);
    library.remove(&all[1..]).expect("removed");
    library.restore(&all[..1]).expect("restored");
    let marks = library.marks(all[0]).expect("readable");
    assert!(marks.tags.contains(&"read".to_owned()), "{marks:?}");
}

#[test]
fn copies_are_found_and_the_best_one_is_kept() {
    let with = |document: Document, change: &dyn Fn(&mut Document)| {
        let mut document = document;
        change(&mut document);
        document
    };
    let cut: String = TEXT.chars().take(300).collect();
    let (library, all) = library(vec![
        // A record without a text, the article, a preprint of it, a PDF with more text.
        with(document("a", TITLE, ""), &|d| {
            d.pmid = Some("123".into());
            d.authors = vec!["Ek, Bo".into()];
            d.year = Some(2020);
        }),
        with(document("b", &TITLE.to_uppercase(), TEXT), &|d| {
            d.doi = Some("10.1000/x".into());
            d.authors = vec!["Bo Ek".into()];
            d.year = Some(2021);
        }),
        with(
            document("c", &format!("{TITLE}: a cohort study"), &cut),
            &|d| {
                d.doi = Some("10.9000/preprint".into());
            },
        ),
        with(
            document(
                "d",
                "Portal pressure after banding of esophageal varices",
                &format!("{TEXT} {OTHER}"),
            ),
            &|d| {
                d.source = Source {
                    path: "paper.PDF".into(),
                    ..Source::default()
                };
            },
        ),
        // Others.
        document("e", "Silent stones of the gallbladder in a valley", OTHER),
        document("f", &format!("Reply to: {TITLE}"), TEXT),
    ]);
    let found = groups(&library);
    assert_eq!(found.len(), 1, "{found:#?}");
    let mut members = keys(&found[0]);
    assert_eq!(members[0], all[3]);
    assert_eq!(found[0].because, "it was read from the work itself");
    members.sort_unstable();
    assert_eq!(members, all[..4]);
}

#[test]
fn the_copy_with_most_files_is_kept() {
    let with = |title: &str, count: usize| {
        let mut document = document(title, title, TEXT);
        let names = (0..count).map(|n| format!("/storage/{n}.pdf"));
        document.details.files = names.collect();
        document
    };
    let (library, all) = library(vec![
        with(TITLE, 0),
        with(&format!("{TITLE}: a cohort study"), 2),
        with(&format!("{TITLE}: a study of a cohort"), 3),
    ]);
    let found = groups(&library);
    assert_eq!(keys(&found[0]), [all[2], all[1], all[0]]);
    assert_eq!(found[0].because, "it has the most attachments");
}

#[test]
fn parts_of_a_series_and_texts_of_a_form_are_no_copies() {
    let form = "This is a protocol for a review. The objectives are to assess the effects of the treatment in adults who have the disease. We will \
        search the usual databases, and two of us will read what is found. Trials that were randomised will be included, and all others left out.";
    let part = |n: &str| {
        document(
            n,
            &format!("Diseases of the spleen in adults. Part {n}"),
            TEXT,
        )
    };
    let (library, _) = library(vec![
        part("I"),
        part("II"),
        document("x", "Statins for cirrhosis of the liver", form),
        document("y", "Exercise for pain of the lower back", form),
        document("z", "Editorial", ""),
    ]);
    assert_eq!(groups(&library), []);
}

/// Everything that a library says of its documents.
fn answers(library: &Library) -> String {
    let keys = library.keys().expect("readable");
    let all = keys.into_iter().map(|key| library.get_by_key(key));
    let all: Result<Vec<_>, _> = all.collect();
    format!("{:#?}", all.expect("readable"))
}

#[test]
fn a_thousand_groups_become_one_document_each_and_are_taken_apart_again_without_a_difference() {
    let mut documents = Vec::new();
    for n in 0..1000 {
        let title = format!("Case {n} of a stone in a very long ureter");
        let mut first = document(&format!("a{n}"), &title, "");
        first.pmid = Some(format!("{}", 1000 + n));
        first.keywords = vec!["stone".into()];
        let mut second = document(&format!("b{n}"), &title, "A text of its own.");
        second.doi = Some(format!("10.1000/{n}"));
        second.year = Some(2020);
        second.keywords = vec!["Stone".into(), "ureter".into()];
        documents.extend([first, second]);
    }
    let mut library = Library::in_memory().expect("memory");
    // One by one they would be refused: their titles are alike. Here the second ones come back from the trash.
    let batch: Vec<_> = documents.into_iter().map(placed).collect();
    let report = library.add(&batch).expect("added");
    let all = if report.duplicates.is_empty() {
        report.keys
    } else {
        let mut apart: Vec<(Document, Grounding)> = batch;
        for (n, (document, _)) in apart.iter_mut().enumerate() {
            if n % 2 == 1 {
                document.title = format!("{}, again", document.title);
            }
        }
        library = Library::in_memory().expect("memory");
        library.add(&apart).expect("added").keys
    };
    assert_eq!(all.len(), 2000);
    let tag = MarkChange::Tag("mine".into());
    library.mark(&all[..1], &tag).expect("tagged");
    let note = MarkChange::Note("Both".into());
    library.mark(&all[1..2], &note).expect("noted");
    let before = answers(&library);

    let merges: Vec<Merge> = all
        .chunks(2)
        .map(|pair| Merge {
            keep: pair[1],
            others: vec![pair[0], pair[1], 999_999],
        })
        .collect();
    let removed = library.merge(&merges).expect("merged");
    assert_eq!(removed.len(), 1000);
    assert_eq!(library.len().expect("readable"), 1000);
    assert_eq!(library.removals().expect("readable").len(), 1, "one step");
    let kept = library.get_by_key(all[1]).expect("readable");
    let kept = kept.expect("it is there").document;
    assert_eq!(kept.pmid.as_deref(), Some("1000"));
    assert_eq!(kept.doi.as_deref(), Some("10.1000/0"));
    assert_eq!(kept.keywords, ["Stone", "ureter"]);
    assert_eq!(kept.marks.tags, ["mine"]);
    assert_eq!(kept.marks.note, "Both");

    let restored = library.restore(&removed).expect("restored");
    assert_eq!(restored.restored, removed, "{:?}", restored.refused);
    assert_eq!(answers(&library), before);
    assert!(library.merge(&[]).expect("nothing").is_empty());

    // What can no longer be brought back is forgotten with the trash.
    let removed = library.merge(&merges[..2]).expect("merged");
    let compacted = library.compact().expect("compacted");
    assert_eq!(compacted.forgotten, removed);
}

#[test]
fn a_search_for_copies_can_be_ended() {
    let (library, _) = library(vec![
        document("a", TITLE, TEXT),
        document("b", &format!("{TITLE}: a study"), TEXT),
    ]);
    assert_eq!(groups(&library).len(), 1);
    let none = library.duplicate_groups(&|| false).expect("readable");
    assert_eq!(none, []);
}

#[test]
fn a_search_for_copies_tells_how_far_it_is() {
    let (library, _) = library(vec![
        document("a", TITLE, TEXT),
        document("b", &format!("{TITLE}: a study"), TEXT),
    ]);
    let told = std::cell::RefCell::new(Vec::new());
    let found = library.duplicate_groups_telling(&|| true, &|looked| {
        told.borrow_mut().push(looked);
    });
    assert_eq!(found.expect("readable").len(), 1);
    let steps = [
        Looked::Read(0, 2),
        Looked::Read(1, 2),
        Looked::Compared(0, 1),
    ];
    assert_eq!(told.into_inner(), steps);
}

/// Sources of the shared texts whose records are whole abstracts.
const ABSTRACTS: [&str; 14] = [
    "anatem",
    "asreview_other",
    "citation_screening",
    "cohen2006",
    "cystic_fibrosis_collection",
    "evidence_inference_rct",
    "hallmarks_of_cancer",
    "medical_abstracts_tc_test",
    "nfcorpus",
    "ohsumed_single_23",
    "pubmed_export_samples",
    "pubmed_multilabel_sample",
    "pubmedqa_pqal",
    "relish_sample",
];

/// Pairs within clusters, given the cluster of each record.
fn pairs(clusters: &[String]) -> std::collections::HashSet<(usize, usize)> {
    let mut members: std::collections::HashMap<&str, Vec<usize>> = Default::default();
    for (n, cluster) in clusters.iter().enumerate() {
        members.entry(cluster).or_default().push(n);
    }
    let mut pairs = std::collections::HashSet::new();
    for members in members.values() {
        for (at, a) in members.iter().enumerate() {
            pairs.extend(members[at + 1..].iter().map(|b| (*a, *b)));
        }
    }
    pairs
}

#[test]
#[ignore = "a measurement: a minute, and the shared texts"]
fn copies_among_real_records() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/corpus");
    if !corpus.is_dir() {
        println!("skipped: {} is not there", corpus.display());
        return;
    }
    let files: Vec<std::path::PathBuf> = ABSTRACTS
        .iter()
        .map(|name| corpus.join(format!("{name}.jsonl.gz")))
        .collect();
    let mut records: Vec<Document> = Vec::new();
    let go_on = std::sync::atomic::AtomicBool::new(false);
    library::read_paths(&files, &go_on, &mut |record| {
        records.extend(record.ok());
    });
    let groups_of: Vec<String> = records
        .iter()
        .map(|record| record.group.clone().unwrap_or_default())
        .collect();
    // Ids and PMIDs would tell at once, and so would one group of the source.
    let with_ids = std::env::var_os("WITH_IDS").is_some();
    for (n, record) in records.iter_mut().enumerate() {
        record.group = None;
        if !with_ids {
            record.id = format!("r{n}");
            record.pmid = None;
            record.doi = None;
            record.url = None;
        }
    }
    let mut library = Library::in_memory().expect("memory");
    let mut cluster: Vec<String> = (0..records.len()).map(|n| format!("own {n}")).collect();
    let mut record_of = std::collections::HashMap::new();
    let begun = std::time::Instant::now();
    for (batch, start) in records.chunks(500).zip((0..).step_by(500)) {
        let placed_: Vec<_> = batch.iter().cloned().map(placed).collect();
        let report = library.add(&placed_).expect("added");
        let known: std::collections::HashMap<usize, i64> = report
            .duplicates
            .iter()
            .map(|d| (d.index, d.of_key))
            .collect();
        let mut keys = report.keys.iter();
        for index in 0..batch.len() {
            match known.get(&index) {
                Some(key) => cluster[start + index] = format!("key {key}"),
                None => {
                    let key = *keys.next().expect("a key");
                    cluster[start + index] = format!("key {key}");
                    record_of.insert(key, start + index);
                }
            }
        }
    }
    let adding = begun.elapsed();
    let known = pairs(&cluster);
    let begun = std::time::Instant::now();
    let found = groups(&library);
    let looking = begun.elapsed();
    let mut joined = std::collections::HashMap::new();
    for group in &found {
        for key in keys(group) {
            joined.insert(format!("key {key}"), format!("key {}", group.copies[0].key));
        }
    }
    for one in &mut cluster {
        if let Some(first) = joined.get(one) {
            one.clone_from(first);
        }
    }
    let (all, truth) = (pairs(&cluster), pairs(&groups_of));
    let share = |found: &std::collections::HashSet<(usize, usize)>| {
        let right = found.intersection(&truth).count() as f32;
        (
            right / found.len().max(1) as f32,
            right / truth.len().max(1) as f32,
        )
    };
    println!(
        "{} records, {} pairs of one group; known when added: {} pairs, precision and recall {:?}; with groups: {} pairs, {:?}",
        records.len(),
        truth.len(),
        known.len(),
        share(&known),
        all.len(),
        share(&all)
    );
    println!(
        "adding {adding:?}, looking for copies {looking:?}, {} groups",
        found.len()
    );
    let wrong = all.difference(&truth).filter(|pair| !known.contains(pair));
    for (a, b) in wrong.take(20) {
        println!(
            "not one group: {:?} | {:?}",
            records[*a].title, records[*b].title
        );
    }
    for (a, b) in truth.difference(&all).take(12) {
        let title = |n: usize| records[n].title.chars().take(70).collect::<String>();
        println!("not found: {:?} | {:?}", title(*a), title(*b));
    }
}
