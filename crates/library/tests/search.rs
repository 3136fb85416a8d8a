//! Questions: by structure, words and place, and how many documents answer.

mod common;

use anatomy::{Catalogue, StructureIndex};
use common::ask::{Ball, documents, index};
use common::documents::{document, grounding};
use grounding::Grounding;
use library::{Document, Facet, Filter, Hit, Library, Match, Meaning, Query, StructureSpace};
use proptest::collection::vec;
use proptest::prelude::*;

/// The question for documents of a structure.
fn of(id: &str) -> Query {
    Query {
        structures: vec![index(id)],
        limit: 10,
        ..Query::default()
    }
}

#[test]
fn documents_that_were_chosen_are_listed_in_their_order_and_narrowed_like_any_list() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut library = Library::create(folder.path().join("a.atlas")).expect("a library");
    let mut one = documents(0, 6);
    one[4].0.year = Some(2015);
    let keys = library.add(&one).expect("added").keys;
    let wanted = vec![keys[4], keys[1], 9_999, keys[2]];
    let chosen = Query {
        among: Some(wanted),
        count: true,
        limit: 2,
        ..Query::default()
    };
    let found = library.search(&chosen, &Ball).expect("readable");
    let there = [keys[4], keys[1], keys[2]];
    assert_eq!((found.total, found.keys), (3, there.to_vec().into()));
    let listed: Vec<i64> = found.hits.iter().map(|hit| hit.key).collect();
    assert_eq!(listed, there[..2]);

    let mut filter = Filter::default();
    filter.toggle(Facet::Year, "2015");
    let narrowed = Query {
        filter,
        ..chosen.clone()
    };
    let found = library.search(&narrowed, &Ball).expect("readable");
    assert_eq!(found.keys.into_vec(), [keys[4]]);
    let none = Query {
        among: Some(Vec::new()),
        ..chosen
    };
    let found = library.search(&none, &Ball).expect("readable");
    assert_eq!((found.total, found.keys.len()), (0, 0));
}

#[test]
fn an_identifier_asks_for_the_document_that_bears_it() {
    let mut library = Library::in_memory().expect("memory");
    let mut three = documents(0, 3);
    three[1].0.pmid = Some("21345678".into());
    three[2].0.doi = Some("10.1016/s0140-6736(05)12345-6".into());
    three[0].0.text = "Of 21345678 steps, most were on the flat.".into();
    let keys = library.add(&three).expect("added").keys;
    let ask = |text: &str| {
        let query = Query {
            text: Some(text.into()),
            limit: 10,
            ..Query::default()
        };
        let found = library.search(&query, &Ball).expect("readable");
        found.hits.iter().map(|hit| hit.key).collect::<Vec<i64>>()
    };
    assert_eq!(ask("PMID: 21345678"), [keys[1]]);
    assert_eq!(ask("21345678"), [keys[1]], "not what has it as a word");
    let doi = "https://doi.org/10.1016/S0140-6736(05)12345-6";
    assert_eq!(ask(doi), [keys[2]]);
    assert_eq!(library::misread(doi), None);
    // What no document bears is a word like any.
    assert!(ask("10.1000/none").is_empty());
    assert_eq!(ask("21345678 steps"), [keys[0]]);
}

/// A structure that has a parent with this parent's id, from the real catalogue.
fn part_and_whole() -> (&'static str, &'static str) {
    let catalogue = Catalogue::builtin();
    let part = catalogue.index_of("right_kidney").or_else(|| {
        catalogue
            .indices()
            .find(|i| catalogue.get(*i).parent.is_some())
    });
    let part = catalogue.get(part.expect("a part"));
    (&part.id, &catalogue.get(part.parent.expect("a parent")).id)
}

#[test]
fn structures_rank_best_first_then_by_evidence_then_by_distance() {
    let (part, whole) = part_and_whole();
    let mut library = Library::in_memory().expect("memory");
    let add = |library: &mut Library, id: &str, point, evidence: &[(&str, f32)]| {
        let report = library
            .add(&[(document(id, id), grounding(point, evidence))])
            .expect("added");
        assert_eq!(report.added, 1);
    };
    add(&mut library, "far", [90.0, 0.0, 0.0], &[(part, 0.8)]);
    add(&mut library, "near", [20.0, 0.0, 0.0], &[(part, 0.8)]);
    add(&mut library, "best", [99.0, 0.0, 0.0], &[(part, 0.9)]);
    add(
        &mut library,
        "mentions",
        [0.0, 0.0, 0.0],
        &[("spleen", 0.95), (part, 0.6)],
    );
    add(&mut library, "whole", [0.0, 0.0, 0.0], &[(whole, 0.7)]);
    add(&mut library, "other", [0.0, 0.0, 0.0], &[("spleen", 0.9)]);
    let answer = library.search(&of(part), &Ball).expect("readable");
    assert_eq!((answer.total, answer.here), (5, Some(4)));
    let hits = answer.hits;
    let found: Vec<_> = hits
        .iter()
        .map(|h| (h.id.as_str(), h.structure_match, h.distance_mm))
        .collect();
    assert_eq!(
        found,
        [
            ("best", Some(Match::Best), Some(89.0)),
            ("near", Some(Match::Best), Some(10.0)),
            ("far", Some(Match::Best), Some(80.0)),
            // Of the kidney, no matter which: it may be this one.
            ("whole", Some(Match::Pair), Some(0.0)),
            ("mentions", Some(Match::Evidence), Some(0.0)),
        ]
    );
    let of_a_part = library.search(&of("right_renal_pelvis"), &Ball);
    let of_a_part = of_a_part.expect("readable").hits;
    assert_eq!(of_a_part.len(), 4);
    let how = of_a_part.iter().map(|h| h.structure_match);
    assert!(how.into_iter().all(|how| how == Some(Match::Whole)));
    let hits = library.search(&of(whole), &Ball).expect("readable").hits;
    assert_eq!(
        hits.iter().map(|h| h.id.as_str()).collect::<Vec<_>>(),
        ["best", "near", "far", "whole", "mentions"]
    );
    // Whatever the limit, the first are the first: also where the last of them has as much evidence as the next.
    for structure in [part, whole, "right_renal_pelvis", "spleen"] {
        let all = library.search(&of(structure), &Ball).expect("readable");
        for limit in 0..all.hits.len() {
            let few = Query {
                limit,
                ..of(structure)
            };
            let few = library.search(&few, &Ball).expect("readable");
            assert_eq!(few.hits, all.hits[..limit], "{structure}");
            assert_eq!(few.total, all.total);
        }
    }
    let none = library.search(&of("thymus"), &Ball).expect("readable");
    assert_eq!((none.total, none.hits.len()), (0, 0));
    let few = Query {
        limit: 2,
        ..of(part)
    };
    let few = library
        .search(&few, Catalogue::builtin())
        .expect("readable");
    assert_eq!((few.total, few.hits.len()), (5, 2));
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn words_points_and_structures_narrow_together() {
    let mut library = Library::in_memory().expect("memory");
    let entries = [
        (
            "a",
            "Cirrhosis of the liver",
            "Scars everywhere.",
            [0.0, 0.0, 0.0],
            "liver",
        ),
        (
            "b",
            "A case",
            "The cirrhotic liver of an old man.",
            [5.0, 0.0, 0.0],
            "liver",
        ),
        (
            "c",
            "Spleen",
            "The spleen in cirrhosis.",
            [80.0, 0.0, 0.0],
            "spleen",
        ),
        (
            "d",
            "Überleben",
            "Größe der Leber.",
            [1.0, 0.0, 0.0],
            "liver",
        ),
    ];
    let batch: Vec<_> = entries
        .iter()
        .map(|&(id, title, text, point, structure)| {
            (
                Document {
                    text: text.into(),
                    ..document(id, title)
                },
                grounding(point, &[(structure, 0.8)]),
            )
        })
        .collect();
    assert_eq!(library.add(&batch).expect("added").added, 4);
    let ids = |query: Query| -> Vec<String> {
        let query = Query { limit: 10, ..query };
        library
            .search(&query, Catalogue::builtin())
            .expect("readable")
            .hits
            .into_iter()
            .map(|hit| hit.id)
            .collect()
    };
    let text = |text: &str| Query {
        text: Some(text.into()),
        ..Query::default()
    };
    assert_eq!(ids(text("cirrhosis")), ["a", "c"], "the title counts more");
    assert_eq!(ids(text("uberleben")), ["d"], "accents do not matter");
    assert_eq!(
        ids(text("cirr")).len(),
        3,
        "an unfinished word matches as a beginning"
    );
    assert_eq!(ids(text("\"liver of\"")), ["b"]);
    assert_eq!(
        ids(text("spleen scars")),
        ["c", "a"],
        "no document has both words"
    );
    assert_eq!(
        ids(Query {
            structures: vec![index("liver")],
            ..text("cirrhosis")
        }),
        ["a"]
    );
    assert_eq!(
        ids(Query {
            near: Some([4.0, 0.0, 0.0]),
            ..Query::default()
        }),
        ["b", "d", "a", "c"]
    );
    assert_eq!(
        ids(Query {
            near: Some([0.0; 3]),
            radius_mm: Some(2.0),
            ..Query::default()
        }),
        ["a", "d"]
    );
    assert_eq!(ids(Query::default()), ["a", "b", "c", "d"]);
    let query = Query {
        near: Some([80.0, 0.0, 0.0]),
        limit: 1,
        ..text("cirrhosis")
    };
    let hit = &library
        .search(&query, Catalogue::builtin())
        .expect("readable")
        .hits[0];
    assert_eq!(
        (hit.distance_mm.is_some(), hit.text_rank.is_some()),
        (true, true),
        "{hit:?}"
    );
}

/// Documents of the liver, each with other evidence: 0.1, 0.2 … 0.9.
fn by_evidence() -> Library {
    let mut library = Library::in_memory().expect("memory");
    let batch: Vec<_> = (1_u8..=9)
        .map(|n| {
            let p = f32::from(n) / 10.0;
            let id = format!("n{n}");
            let text = Document {
                text: "The same words.".into(),
                ..document(&id, &format!("Number {n}"))
            };
            (text, grounding([f32::from(n), 0.0, 0.0], &[("liver", p)]))
        })
        .collect();
    assert_eq!(library.add(&batch).expect("added").added, 9);
    library
}

#[test]
fn the_total_is_exact_however_small_the_limit() {
    let library = by_evidence();
    let questions = [
        (Query::default(), 9),
        (of("liver"), 9),
        (of("spleen"), 0),
        (
            Query {
                text: Some("words".into()),
                ..Query::default()
            },
            9,
        ),
        (
            Query {
                near: Some([0.0; 3]),
                ..Query::default()
            },
            9,
        ),
        (
            Query {
                near: Some([f32::NAN; 3]),
                ..Query::default()
            },
            0,
        ),
        (
            Query {
                near: Some([0.0; 3]),
                likely: true,
                ..Query::default()
            },
            9,
        ),
        // Too far away for any to be likely: the first few.
        (
            Query {
                near: Some([200.0, 0.0, 0.0]),
                likely: true,
                ..Query::default()
            },
            5,
        ),
        (
            Query {
                near: Some([0.0; 3]),
                radius_mm: Some(4.5),
                ..Query::default()
            },
            4,
        ),
        (
            Query {
                near: Some([0.0; 3]),
                radius_mm: Some(4.5),
                text: Some("words".into()),
                ..of("liver")
            },
            4,
        ),
    ];
    for (question, total) in questions {
        for limit in [0, 1, 3, 100] {
            let query = Query {
                limit,
                ..question.clone()
            };
            let answer = library
                .search(&query, Catalogue::builtin())
                .expect("readable");
            assert_eq!(
                (answer.total, answer.hits.len()),
                (total, limit.min(total)),
                "{query:?}"
            );
            // All that answer are named, or none where all of the library do; and counting changes neither.
            let keys: Vec<i64> = answer.hits.iter().map(|hit| hit.key).collect();
            assert!(answer.keys.is_empty() || answer.keys.len() == total);
            assert!(answer.keys.is_empty() || answer.keys.iter().take(keys.len()).eq(keys));
            let counted = Query {
                count: true,
                ..query.clone()
            };
            let counted = library.search(&counted, Catalogue::builtin());
            let counted = counted.expect("readable");
            assert_eq!(counted.hits, answer.hits, "{query:?}");
            let states = counted.facets.values.get(&Facet::State);
            let unread = states.map_or(0, |states| states[0].documents);
            assert_eq!((counted.total, unread), (total, total), "{query:?}");
        }
    }
}

#[test]
fn too_little_evidence_and_too_much_doubt_are_left_out_before_counting() {
    let library = by_evidence();
    let words = Query {
        text: Some("words".into()),
        ..Query::default()
    };
    let near = Query {
        near: Some([0.0; 3]),
        ..Query::default()
    };
    for question in [Query::default(), of("liver"), words, near] {
        let ask = |min_p: Option<f32>, max_outside_p: Option<f32>| {
            let query = Query {
                min_p,
                max_outside_p,
                limit: 2,
                ..question.clone()
            };
            let answer = library.search(&query, Catalogue::builtin());
            let answer = answer.expect("readable");
            assert_eq!(answer.hits.len(), answer.total.min(2), "{query:?}");
            for hit in &answer.hits {
                assert!(min_p.is_none_or(|least| hit.p >= least), "{hit:?}");
                assert!(
                    max_outside_p.is_none_or(|most| hit.outside_p <= most),
                    "{hit:?}"
                );
            }
            answer.total
        };
        assert_eq!(ask(None, None), 9);
        assert_eq!(ask(Some(0.3), None), 7, "0.3 itself is enough");
        assert_eq!(ask(None, Some(0.5)), 5, "half is not too much");
        assert_eq!(ask(Some(0.7), Some(0.5)), 3);
        assert_eq!(ask(Some(1.0), None), 0);
    }
    // The evidence that counts is that for the structure asked for.
    let mut library = library;
    let mentions = grounding([0.0; 3], &[("spleen", 0.9), ("liver", 0.2)]);
    library
        .add(&[(document("m", "It mentions the liver"), mentions)])
        .expect("added");
    let query = Query {
        min_p: Some(0.3),
        ..of("liver")
    };
    let answer = library.search(&query, Catalogue::builtin());
    let answer = answer.expect("readable");
    assert_eq!(answer.total, 7);
    assert!(answer.hits.iter().all(|hit| hit.id != "m"));
}

#[test]
fn what_is_kept_in_memory_says_what_the_file_says_after_every_change() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.atlas");
    let mut library = Library::create(&path).expect("a library");
    let (part, whole) = part_and_whole();
    let batch = |from: usize| -> Vec<_> {
        let one = |n: usize| {
            let p = (n * 37 % 100) as f32 / 100.0;
            let evidence = match n % 4 {
                0 => vec![(part, p), ("spleen", 0.31)],
                1 => vec![("spleen", 0.8), (part, p)],
                2 => vec![(whole, p)],
                _ => vec![("liver", 0.5)],
            };
            let title = format!("On stones, part {n}");
            let point = [n as f32, 2.0 * p, 0.0];
            (document(&title, &title), grounding(point, &evidence))
        };
        (from..from + 60).map(one).collect()
    };
    let same = |library: &Library| {
        let fresh = Library::open_to_read(&path).expect("it opens");
        assert_eq!(
            library.spots().expect("readable"),
            fresh.spots().expect("readable")
        );
        for structure in [part, whole, "spleen", "liver"] {
            let weighed = [(None, 7), (Some(0.1), 500), (Some(0.3), 7), (Some(0.6), 0)];
            let weighed = weighed.map(|(min_p, limit)| (min_p, None, limit));
            // As the window asks.
            let listed =
                [0, 7, 45, 500].map(|n| (Some(Query::SPEAKS), Some(grounding::OUTSIDE), n));
            for (min_p, max_outside_p, limit) in weighed.into_iter().chain(listed) {
                let query = Query {
                    min_p,
                    max_outside_p,
                    limit,
                    count: true,
                    ..of(structure)
                };
                let kept = library.search(&query, &Ball).expect("readable");
                let read = fresh.search(&query, &Ball).expect("readable");
                // Those that are not listed are in no order.
                let rest = limit.min(read.keys.len());
                let mut keys = [kept.keys.into_vec(), read.keys.into_vec()];
                keys.iter_mut()
                    .for_each(|keys| keys[rest..].sort_unstable());
                assert_eq!(
                    (kept.hits, kept.total, kept.here),
                    (read.hits, read.total, read.here)
                );
                assert_eq!(kept.facets, read.facets, "{structure}");
                assert_eq!(keys[0], keys[1], "{structure}");
            }
        }
    };
    let keys = library.add(&batch(0)).expect("added").keys;
    while library.make_ready().expect("readable") {}
    same(&library);
    library.add(&batch(60)).expect("added");
    same(&library);
    library.remove(&keys[3..20]).expect("removed");
    same(&library);
    library.restore(&keys[5..9]).expect("brought back");
    library.add(&batch(120)).expect("added");
    while library.make_ready().expect("readable") {}
    library.add(&batch(180)).expect("added");
    same(&library);
    let moved: Vec<_> = [7, 8, 60]
        .into_iter()
        .map(|n| {
            (
                keys[n % keys.len()],
                grounding([1.0, 2.0, 3.0], &[("liver", 0.9)]),
            )
        })
        .collect();
    library.set_groundings(&moved).expect("replaced");
    same(&library);
    // One that another program adds.
    let mut other = Library::open(&path).expect("it opens");
    other.add(&batch(240)).expect("added");
    drop(other);
    library.outside().expect("readable");
    same(&library);
}

#[test]
fn a_structure_and_a_meaning_rank_alike_whatever_the_limit() {
    let (part, _) = part_and_whole();
    let one = |n: u8| {
        let title = format!("On stones, part {n}");
        let evidence = 0.5 + f32::from(n * 7 % 40) / 100.0;
        let turned = f32::from(n * 3 % 50);
        let grounding = Grounding {
            embedding: vec![50.0 - turned, turned],
            model: "a model".into(),
            ..grounding([f32::from(n), 0.0, 0.0], &[(part, evidence)])
        };
        (document(&title, &title), grounding)
    };
    let mut library = Library::in_memory().expect("memory");
    let all: Vec<_> = (0..30).map(one).collect();
    assert_eq!(library.add(&all).expect("added").added, 30);
    let hits = |limit| {
        let query = Query {
            meaning: Some(Meaning {
                vector: vec![1.0, 2.0],
                model: "a model".into(),
            }),
            limit,
            ..of(part)
        };
        library.search(&query, &Ball).expect("readable").hits
    };
    let all = hits(100);
    assert_eq!(all.len(), 30);
    for limit in [1, 4, 9, 29] {
        assert_eq!(hits(limit), all[..limit]);
    }
}

/// The catalogue, with one structure everywhere.
struct Everywhere(&'static str);

impl StructureSpace for Everywhere {
    fn catalogue(&self) -> &Catalogue {
        Catalogue::builtin()
    }

    fn distance_mm(&self, _: StructureIndex, _: [f32; 3]) -> Option<f32> {
        None
    }

    fn structure_at(&self, _: [f32; 3]) -> Option<StructureIndex> {
        Some(index(self.0))
    }
}

#[test]
fn words_and_a_point_find_what_is_about_both() {
    let mut library = Library::in_memory().expect("memory");
    let row = |id: &str, text: &str, mm: f32, structure: &str| {
        let document = Document {
            text: text.into(),
            ..document(id, &format!("On {id}"))
        };
        (document, grounding([mm, 0.0, 0.0], &[(structure, 0.9)]))
    };
    let batch = [
        row("beside", "Stones and sand.", 5.0, "stomach"),
        row("about", "Stones and sand.", 60.0, "liver"),
        row("farther", "Stones and sand.", 90.0, "liver"),
        row("other", "Nothing of the kind.", 0.0, "liver"),
    ];
    assert_eq!(library.add(&batch).expect("added").added, 4);
    let query = Query {
        text: Some("stones".into()),
        any_word: true,
        near: Some([0.0; 3]),
        limit: 10,
        ..Query::default()
    };
    let ids = |query: &Query, space: &dyn StructureSpace| -> Vec<String> {
        let answer = library.search(query, space).expect("readable");
        assert_eq!(answer.total, answer.hits.len());
        answer.hits.into_iter().map(|hit| hit.id).collect()
    };
    let liver = Everywhere("liver");
    assert_eq!(ids(&query, &liver), ["about", "farther", "beside"]);
    // Where nobody speaks of what is there, or that is not known, the nearer comes first.
    let nearer = ["beside", "about", "farther"];
    assert_eq!(ids(&query, &Everywhere("thymus")), nearer);
    assert_eq!(ids(&query, Catalogue::builtin()), nearer);
    // What is about the whole is about its part.
    let part = Everywhere("caudate_lobe_of_liver");
    assert_eq!(ids(&query, &part), ["about", "farther", "beside"]);
    let narrow = Query {
        radius_mm: Some(70.0),
        ..query.clone()
    };
    assert_eq!(ids(&narrow, &liver), ["about", "beside"]);
    let hit = &library.search(&narrow, &liver).expect("readable").hits[0];
    assert_eq!((hit.text_rank, hit.distance_mm), (Some(2), Some(60.0)));
    let says = hit.about.as_ref().and_then(|about| about.says.clone());
    assert_eq!(says.map(|one| one.id), Some("liver".into()));
}

#[test]
fn a_point_alone_lists_what_is_likeliest_about_it_and_says_why() {
    let mut library = Library::in_memory().expect("memory");
    let row = |id: &str, mm: f32, evidence: &[(&str, f32)]| {
        let document = document(id, &format!("On {id}"));
        (document, grounding([mm, 0.0, 0.0], evidence))
    };
    let batch = [
        row("beside", 5.0, &[("stomach", 0.9)]),
        row("about", 60.0, &[("liver", 0.9)]),
        row("somewhat", 20.0, &[("stomach", 0.8), ("liver", 0.4)]),
        row("farther", 90.0, &[("liver", 0.9)]),
    ];
    assert_eq!(library.add(&batch).expect("added").added, 4);
    let query = Query {
        near: Some([0.0; 3]),
        limit: 3,
        ..Query::default()
    };
    let hits = |query: &Query, space: &dyn StructureSpace| {
        let answer = library.search(query, space).expect("readable");
        assert_eq!(answer.total, 4, "all are near in some order");
        answer.hits
    };
    let ids = |hits: &[Hit]| -> Vec<String> { hits.iter().map(|hit| hit.id.clone()).collect() };
    let liver = hits(&query, &Everywhere("liver"));
    assert_eq!(ids(&liver), ["about", "farther", "somewhat"]);
    let told = liver[0].about.as_ref().expect("told");
    let says = told.says.as_ref().expect("it speaks of it");
    assert_eq!(
        (says.id.as_str(), says.p, told.by_distance),
        ("liver", 0.9, false)
    );
    assert_eq!(liver[0].distance_mm, Some(60.0));
    let p = |hit: &Hit| hit.about.as_ref().map_or(0.0, |about| about.p);
    assert!(p(&liver[0]) > p(&liver[1]) && p(&liver[1]) > p(&liver[2]));
    // Where nobody speaks of what is there the distance alone tells, and that is said.
    let thymus = hits(&query, &Everywhere("thymus"));
    assert_eq!(ids(&thymus), ["beside", "somewhat", "about"]);
    let told = thymus[0].about.as_ref().expect("told");
    assert!(told.by_distance && told.says.is_none() && told.p > 0.5);
    // What was clicked is known better than by the point, unless a part of it lies there.
    let clicked = Query {
        at: Some(index("stomach")),
        ..query.clone()
    };
    let stomach = ["beside", "somewhat", "about"];
    assert_eq!(ids(&hits(&clicked, &Everywhere("liver"))), stomach);
    let clicked = Query {
        at: Some(index("liver")),
        ..query
    };
    let part = Everywhere("caudate_lobe_of_liver");
    assert_eq!(ids(&hits(&clicked, &part)), ids(&liver));
}

#[test]
fn what_is_about_nothing_in_the_torso_is_not_about_a_point_for_what_it_says_of_it() {
    let mut library = Library::in_memory().expect("memory");
    let outside = Grounding {
        outside_p: 0.9,
        ..grounding([5.0, 0.0, 0.0], &[("liver", 0.9)])
    };
    let batch = [
        (document("outside", "A gene"), outside),
        (
            document("liver", "A liver"),
            grounding([60.0, 0.0, 0.0], &[("liver", 0.5)]),
        ),
    ];
    assert_eq!(library.add(&batch).expect("added").added, 2);
    let query = Query {
        near: Some([0.0; 3]),
        limit: 10,
        ..Query::default()
    };
    let hits = library
        .search(&query, &Everywhere("liver"))
        .expect("readable")
        .hits;
    let told: Vec<(&str, bool)> = hits
        .iter()
        .map(|hit| {
            let says = hit.about.as_ref().and_then(|about| about.says.as_ref());
            (hit.id.as_str(), says.is_some())
        })
        .collect();
    assert_eq!(told, [("liver", true), ("outside", false)]);
}

#[test]
fn the_first_of_a_point_are_the_first_of_all() {
    let mut library = Library::in_memory().expect("memory");
    let evidence: [&[(&str, f32)]; 4] = [
        &[("liver", 0.35)],
        &[("stomach", 0.9)],
        &[("liver", 0.9), ("spleen", 0.5)],
        &[("spleen", 0.2)],
    ];
    let batch: Vec<_> = (0_u16..300)
        .map(|n| {
            let mm = f32::from(n * 37 % 601) / 3.0;
            let of_one = evidence[usize::from(n * 31 % 7 % 4)];
            (
                document(&format!("d{n}"), &format!("Number {n}")),
                grounding([mm, 0.0, 0.0], of_one),
            )
        })
        .collect();
    assert_eq!(library.add(&batch).expect("added").added, 300);
    let keys = |radius_mm: Option<f32>, limit: usize| -> Vec<i64> {
        let query = Query {
            near: Some([0.0; 3]),
            radius_mm,
            limit,
            ..Query::default()
        };
        let answer = library.search(&query, &Everywhere("liver"));
        let hits = answer.expect("readable").hits.into_iter();
        hits.map(|hit| hit.key).collect()
    };
    let all = keys(Some(1000.0), 300);
    for limit in [1, 10, 100, 200, 300] {
        assert_eq!(keys(None, limit), all[..limit], "{limit}");
    }
}

#[test]
fn words_within_a_structure_list_what_lies_in_it_before_what_speaks_of_it() {
    let mut library = Library::in_memory().expect("memory");
    let texts = [
        ("a", "Stones", vec![("spleen", 0.9), ("liver", 0.5)]),
        ("b", "Stones in a case of stones", vec![("liver", 0.4)]),
        ("c", "A case", vec![("liver", 0.9)]),
        ("d", "Stones, a review", vec![("spleen", 0.9)]),
        ("e", "Old stones", vec![("liver", 0.8)]),
    ];
    let batch: Vec<_> = (0_u8..)
        .zip(&texts)
        .map(|(n, (id, title, said))| {
            let mut place = grounding([f32::from(n), 0.0, 0.0], said);
            place.outside_p = 0.0;
            (document(id, title), place)
        })
        .collect();
    library.add(&batch).expect("added");
    let query = Query {
        text: Some("stones".into()),
        limit: 10,
        ..Query::of_structures(vec![index("liver")])
    };
    let found = library.search(&query, &Ball).expect("readable");
    let ids: Vec<&str> = found.hits.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!((found.total, found.here), (3, Some(2)));
    assert_eq!(ids[2], "a", "it is about the spleen: {ids:?}");
    assert!(ids[..2].contains(&"b") && ids[..2].contains(&"e"));
    // With a filter as well.
    let mut filter = Filter::default();
    filter.toggle(Facet::Structure, "spleen");
    let found = library.search(&Query { filter, ..query }, &Ball);
    let found = found.expect("readable");
    assert_eq!((found.total, found.here), (1, Some(0)));
}

/// Structures within each other, and one beside.
const KIN: [&str; 6] = [
    "kidney",
    "left_kidney",
    "right_kidney",
    "left_renal_medulla",
    "right_renal_pelvis",
    "spleen",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// What is made ready beside the window's work changes no list, whatever the documents speak of.
    #[test]
    fn sets_of_structures_find_what_the_columns_find(
        texts in vec((vec((0..KIN.len(), 2_u8..8), 1..4), 0_u8..4, -20_i8..20), 1..60),
        asked in 0..KIN.len(),
        other in 0..KIN.len(),
        limit in 0_usize..40,
        first in 0_usize..60,
    ) {
        let batch = |from: usize, to: usize| -> Vec<_> {
            let one = |n: usize| {
                let (said, outside, far) = &texts[n];
                let said: Vec<(&str, f32)> = said
                    .iter()
                    .map(|(structure, p)| (KIN[*structure], f32::from(*p) / 10.0))
                    .collect();
                let title = format!("On stones, part {n}");
                let mut place = grounding([f32::from(*far), 0.0, 0.0], &said);
                place.outside_p = f32::from(*outside) / 4.0;
                (document(&title, &title), place)
            };
            (from..to).map(one).collect()
        };
        let mut ready = Library::in_memory().expect("a library");
        let mut fresh = Library::in_memory().expect("a library");
        let first = first.min(texts.len());
        ready.add(&batch(0, first)).expect("added");
        while ready.make_ready().expect("readable") {}
        ready.add(&batch(first, texts.len())).expect("added");
        fresh.add(&batch(0, texts.len())).expect("added");
        let mut structures = vec![index(KIN[asked]), index(KIN[other])];
        structures.dedup();
        let query = Query { limit, count: true, ..Query::of_structures(structures) };
        let kept = ready.search(&query, &Ball).expect("readable");
        let read = fresh.search(&query, &Ball).expect("readable");
        prop_assert_eq!((&kept.hits, kept.total, kept.here), (&read.hits, read.total, read.here));
        prop_assert_eq!(&kept.facets, &read.facets);
        prop_assert_eq!(kept.keys.len(), kept.total);
        let listed: Vec<i64> = kept.hits.iter().map(|hit| hit.key).collect();
        prop_assert!(kept.keys.iter().take(listed.len()).eq(listed));
        let mut keys = [kept.keys.into_vec(), read.keys.into_vec()];
        keys.iter_mut().for_each(|keys| keys.sort_unstable());
        prop_assert_eq!(&keys[0], &keys[1]);
    }
}
