//! What is kept with documents and what lists are narrowed to: undo, questions, markers, problems.

mod support;

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;

use anatomy::Catalogue;
use library::{
    BROKE_OFF, Counted, Facet, FilePreview, MarkChange, Marks, Preview, PreviewProgress, Table,
};
use support::{go, index, names, view};
use viewer::command::{
    HistoryCommand, ImportCommand, LibraryCommand, OrganiseCommand, SelectCommand, WindowCommand,
};
use viewer::{
    Asked, Command, Contrasts, Effect, Ended, JobKind, JobReport, Kept, KeptSearch, Message,
    PanelTab, Popover, Problem, Question, StagePoint, View,
};

fn mark(keys: &[i64], change: MarkChange) -> OrganiseCommand {
    OrganiseCommand::Mark {
        keys: keys.to_vec(),
        change,
    }
}

fn tag(keys: &[i64], name: &str) -> OrganiseCommand {
    mark(keys, MarkChange::Tag(name.into()))
}

/// What the library is told to keep: keys and tags.
fn kept(effects: &[Effect]) -> Vec<(i64, Vec<String>)> {
    let marks = effects.iter().find_map(|effect| match effect {
        Effect::Mark(marks) => Some(marks.clone()),
        _ => None,
    });
    let marks = marks.unwrap_or_default().into_iter();
    marks.map(|(key, marks)| (key, marks.tags)).collect()
}

fn open_with(kept: Kept) -> View {
    let mut view = view();
    let Message::Opened {
        path,
        entries,
        removals,
        ..
    } = support::opened(Vec::new())
    else {
        unreachable!()
    };
    let opened = Message::Opened {
        path,
        entries,
        session: None,
        removals,
        kept: Box::new(kept),
        sample: None,
        read_only: None,
    };
    go(&mut view, opened);
    view
}

#[test]
fn marks_are_kept_and_taken_back_as_steps() {
    let before = Marks {
        tags: vec!["old".into()],
        ..Marks::default()
    };
    let mut view = open_with(Kept {
        marks: [(2, before.clone())].into(),
        ..Kept::default()
    });
    let effects = go(&mut view, tag(&[1, 2, 99, 1], "new"));
    let all = [
        (1, vec!["new".to_owned()]),
        (2, vec!["new".to_owned(), "old".to_owned()]),
    ];
    assert_eq!(kept(&effects), all);
    assert_eq!(names(&effects), ["Mark", "Rank"]);
    assert_eq!(view.marks_of(1).tags, ["new"]);
    let labels: Vec<&str> = view.history.done.iter().map(|s| s.label.as_str()).collect();
    assert_eq!(labels.last(), Some(&"Tag “new”, 2 documents"));
    assert!(go(&mut view, tag(&[1, 2], "NEW")).is_empty(), "no step");

    go(&mut view, mark(&[1], MarkChange::Stars(3)));
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(view.marks_of(1).stars, 0);
    let effects = go(&mut view, HistoryCommand::Undo);
    let old = [(1, vec![]), (2, vec!["old".to_owned()])];
    assert_eq!(kept(&effects), old);
    assert_eq!(*view.marks_of(2), before);
    let effects = go(&mut view, HistoryCommand::Redo);
    assert_eq!(kept(&effects), all);

    go(&mut view, LibraryCommand::RemoveDocument(1));
    assert!(go(&mut view, tag(&[1], "x")).is_empty(), "it is not there");
}

#[test]
fn what_comes_with_documents_is_no_step() {
    let mut view = view();
    let marks = Marks {
        stars: 2,
        ..Marks::default()
    };
    let collection = Counted {
        name: "Thesis".into(),
        documents: 1,
    };
    let message = Message::Marked(vec![(3, marks)], vec![collection]);
    let steps = view.history.done.len();
    go(&mut view, message);
    assert_eq!(view.marks_of(3).stars, 2);
    assert_eq!(view.history.done.len(), steps);
    assert_eq!(view.documents.shelf.collections[0].name, "Thesis");
}

#[test]
fn a_collection_goes_with_those_inside_and_comes_back_by_undo() {
    let mut view = view();
    for path in ["Thesis/Liver", "Thesis2"] {
        go(&mut view, mark(&[1], MarkChange::Collect(path.into())));
    }
    let dropped = OrganiseCommand::DropCollection("thesis".into());
    let effects = go(&mut view, dropped);
    assert!(names(&effects).contains(&"DropCollection".to_owned()));
    assert_eq!(view.marks_of(1).collections, ["Thesis2"]);
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(view.marks_of(1).collections, ["Thesis/Liver", "Thesis2"]);
}

#[test]
fn what_is_kept_besides_documents_is_a_step_of_undo() {
    let search = KeptSearch {
        words: Some("stones".into()),
        ..KeptSearch::default()
    };
    let mut view = open_with(Kept {
        searches: vec![("Stones".into(), search.clone())],
        collections: vec![Counted {
            name: "Empty".into(),
            documents: 0,
        }],
        ..Kept::default()
    });
    let first = view.clone();
    let folder = PathBuf::from("/papers");
    let commands: [Command; 5] = [
        OrganiseCommand::ForgetSearch("Stones".into()).into(),
        OrganiseCommand::KeepSearch("stones".into()).into(),
        OrganiseCommand::DropCollection("Empty".into()).into(),
        OrganiseCommand::MakeCollection("Thesis".into()).into(),
        ImportCommand::WatchFolderAt(folder.clone()).into(),
    ];
    for command in commands {
        go(&mut view, command);
    }
    assert_eq!(view.history.done.len(), 5);
    let thesis = Counted {
        name: "Thesis".into(),
        documents: 0,
    };
    go(&mut view, Message::Marked(Vec::new(), vec![thesis]));
    let last = view.clone();
    let effects = go(&mut view, HistoryCommand::GoToStep(0));
    let told = |effects: &[Effect]| {
        let told = effects.iter().filter_map(|effect| match effect {
            Effect::KeepSearch(name, kept) => Some(format!("{name} {}", kept.is_some())),
            Effect::MakeCollection(name) => Some(format!("make {name}")),
            Effect::DropCollection(name) => Some(format!("drop {name}")),
            Effect::KeepWatched(folder, on) => Some(format!("{} {on}", folder.display())),
            _ => None,
        });
        told.collect::<Vec<_>>()
    };
    let back = [
        "stones false",
        "Stones true",
        "make Empty",
        "drop Thesis",
        "/papers false",
    ];
    assert_eq!(told(&effects), back);
    let shelf = |view: &View| view.documents.shelf.searches.clone();
    assert_eq!(shelf(&view), shelf(&first));
    assert!(view.documents.watched.is_empty());
    let effects = go(&mut view, HistoryCommand::GoToStep(5));
    // The empty one is not known to be there: the library has not said so yet.
    let again = ["Stones false", "stones true", "make Thesis", "/papers true"];
    assert_eq!(told(&effects), again);
    assert_eq!(shelf(&view), shelf(&last));
    assert_eq!(view.documents.watched[0].watched.folder, folder);
    // One that documents have come into since is not taken away by undo.
    let thesis = Counted {
        name: "Thesis".into(),
        documents: 2,
    };
    go(&mut view, Message::Marked(Vec::new(), vec![thesis]));
    let effects = go(&mut view, HistoryCommand::GoToStep(3));
    assert_eq!(told(&effects), ["/papers false"]);
}

#[test]
fn narrowing_asks_again_and_takes_markers_away() {
    let mut view = view();
    let effects = go(
        &mut view,
        OrganiseCommand::Narrow {
            facet: Facet::Year,
            value: "2020".into(),
        },
    );
    let [Effect::Rank { filter, .. }] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert!(filter.wants(Facet::Year, "2020"));
    let generation = view.documents.results.generation;
    let answer = |generation, keys: &[i64]| Message::Ranked {
        generation,
        heading: "All documents".into(),
        hits: Vec::new(),
        total: 2,
        here: None,
        answering: None,
        facets: Default::default(),
        passing: Some(Arc::new(keys.iter().copied().collect::<HashSet<i64>>())),
        suggestion: None,
    };
    go(&mut view, answer(generation - 1, &[]));
    assert_eq!(view.documents.placed().count(), 5, "an older answer");
    go(&mut view, answer(generation, &[2, 4]));
    let placed: Vec<i64> = view
        .documents
        .placed()
        .map(|(entry, _)| entry.key)
        .collect();
    assert_eq!(placed, [2, 4]);
    let effects = go(&mut view, OrganiseCommand::Widen);
    let [Effect::Rank { filter, .. }] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert!(filter.is_empty());
}

#[test]
fn what_a_list_can_be_narrowed_to_comes_with_its_answer_and_opens_where_it_is_seen() {
    let mut view = view();
    go(&mut view, SelectCommand::SearchText("stone".into()));
    let mut facets = library::Facets::default();
    let years = vec![Counted {
        name: "2012".into(),
        documents: 2,
    }];
    facets.values.insert(Facet::Year, years);
    let answer = Message::Ranked {
        generation: view.documents.results.generation,
        heading: "stone".into(),
        hits: Vec::new(),
        total: 2,
        here: None,
        answering: Some(Arc::new(vec![1, 2])),
        facets: facets.clone(),
        passing: None,
        suggestion: None,
    };
    go(&mut view, answer);
    assert_eq!(view.documents.shelf.facets, facets);

    assert!(!view.layout.facets);
    go(&mut view, WindowCommand::ToggleFacets);
    assert!(view.layout.facets);
    // Out of sight it is shown first, and closed by the next press.
    go(&mut view, WindowCommand::ShowTab(PanelTab::Document));
    go(&mut view, WindowCommand::ToggleFacets);
    assert!(view.layout.facets && view.layout.is_shown(PanelTab::Results));
    go(&mut view, WindowCommand::ToggleFacets);
    assert!(!view.layout.facets && view.layout.is_shown(PanelTab::Results));
    // Narrowing from there is that of the library: the same filter, taken back by the same.
    let narrow = || OrganiseCommand::Narrow {
        facet: Facet::Year,
        value: "2012".into(),
    };
    go(&mut view, narrow());
    assert!(view.documents.shelf.filter.wants(Facet::Year, "2012"));
    let effects = go(&mut view, narrow());
    let [Effect::Rank { filter, .. }] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    assert!(filter.is_empty());
}

#[test]
fn years_are_narrowed_as_one_and_other_facets_stay() {
    let mut view = view();
    let year = |name: &str| Counted {
        name: name.into(),
        documents: 1,
    };
    let years = ["2021", "2020", "2016", "2001", "in press"].map(year);
    let shelf = &mut view.documents.shelf;
    shelf.facets.values.insert(Facet::Year, years.to_vec());
    shelf.filter.toggle(Facet::Tag, "thesis");
    let effects = go(&mut view, OrganiseCommand::NarrowYears(Some([2015, 2020])));
    let [Effect::Rank { filter, .. }] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    for (value, wanted) in [
        ("2020", true),
        ("2016", true),
        ("2021", false),
        ("in press", false),
    ] {
        assert_eq!(filter.wants(Facet::Year, value), wanted, "{value}");
    }
    assert!(filter.wants(Facet::Tag, "thesis"));
    // Ends without documents are known.
    let shown = |view: &viewer::View| viewer::shown_years(&view.documents.shelf.filter);
    assert_eq!(shown(&view), Some([2015, 2020]));
    go(&mut view, OrganiseCommand::NarrowYears(Some([1990, 1995])));
    assert_eq!(
        shown(&view),
        Some([1990, 1995]),
        "a gap shows nothing, not everything"
    );
    go(&mut view, OrganiseCommand::NarrowYears(None));
    assert_eq!(shown(&view), None);
    assert!(view.documents.shelf.filter.wants(Facet::Tag, "thesis"));
}

#[test]
fn a_search_that_was_kept_asks_the_same_again() {
    let mut view = view();
    let narrow = OrganiseCommand::Narrow {
        facet: Facet::Tag,
        value: "x".into(),
    };
    go(&mut view, narrow);
    let select = SelectCommand::SelectStructure {
        structure: index("liver"),
        point_mm: None,
    };
    go(&mut view, select);
    let effects = go(&mut view, OrganiseCommand::KeepSearch(" Liver x ".into()));
    let [Effect::KeepSearch(name, Some(search)), ..] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    let text = serde_json::to_string(search).unwrap();
    let search: KeptSearch = serde_json::from_str(&text).unwrap();
    assert_eq!(search.structure.as_deref(), Some("liver"));

    let mut view = open_with(Kept {
        searches: vec![(name.clone(), search)],
        ..Kept::default()
    });
    let effects = go(&mut view, OrganiseCommand::RunSearch("Liver x".into()));
    let asked = effects.iter().find_map(|effect| match effect {
        Effect::Rank {
            question, filter, ..
        } => Some((question.clone(), filter.clone())),
        _ => None,
    });
    let (question, filter) = asked.unwrap();
    assert!(matches!(question, Question::Structure(liver, _) if liver == index("liver")));
    assert!(filter.wants(Facet::Tag, "x"));
    let effects = go(&mut view, OrganiseCommand::ForgetSearch("Liver x".into()));
    assert_eq!(names(&effects), ["KeepSearch"]);
    assert!(view.documents.shelf.searches.is_empty());
}

#[test]
fn a_search_about_a_point_that_was_kept_asks_about_that_point_again() {
    let mut view = view();
    let at = StagePoint([3.0, 4.0, 5.0]);
    let select = SelectCommand::SelectStructure {
        structure: index("liver"),
        point_mm: Some(at),
    };
    go(&mut view, select);
    go(&mut view, SelectCommand::RankByPoint(true));
    let effects = go(&mut view, OrganiseCommand::KeepSearch("Here".into()));
    let [Effect::KeepSearch(_, Some(search)), ..] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    let mut search: KeptSearch =
        serde_json::from_str(&serde_json::to_string(search).unwrap()).unwrap();
    for structure in [Some("liver"), None] {
        search.structure = structure.map(str::to_owned);
        let mut view = open_with(Kept {
            searches: vec![("Here".into(), search.clone())],
            ..Kept::default()
        });
        let effects = go(&mut view, OrganiseCommand::RunSearch("Here".into()));
        let asked = effects.iter().find_map(|effect| match effect {
            Effect::Rank { question, .. } => Some(question.clone()),
            _ => None,
        });
        assert_eq!(asked, Some(Question::Point(at, structure.map(index))));
        assert_eq!(view.selection.point_mm, Some(at));
    }
    // One of an earlier version asks for the structure.
    let old: KeptSearch = serde_json::from_str(r#"{ "structure": "liver" }"#).unwrap();
    assert_eq!(old.point_mm, None);
}

#[test]
fn what_lies_around_a_point_is_kept_as_a_search_and_found_anew() {
    let mut before = view();
    let (entry, at) = before.documents.find(3).expect("it is there");
    let structure = entry.structure.clone();
    let around = SelectCommand::ListAround {
        point_mm: at,
        radius_mm: 40.0,
    };
    go(&mut before, around);
    go(&mut before, SelectCommand::SearchWithin("stones".into()));
    let effects = go(&mut before, OrganiseCommand::KeepSearch("Near".into()));
    let [Effect::KeepSearch(_, Some(search)), ..] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    let text = serde_json::to_string(search).unwrap();
    let search: KeptSearch = serde_json::from_str(&text).unwrap();
    assert_eq!(search.radius_mm, Some(40.0));
    assert_eq!(search.structure.as_deref(), Some(&*structure));
    let asked = |effects: &[Effect]| {
        let mut asked = effects.iter().filter_map(|effect| match effect {
            Effect::Rank { question, .. } => Some(question.clone()),
            _ => None,
        });
        asked.next_back().expect("a list is asked for")
    };
    let found = |question: &Question| match question.place() {
        Question::Around(around) => (around.point_mm, around.radius_mm, around.inside.0.to_vec()),
        other => panic!("{other:?}"),
    };
    let there = found(&before.documents.results.question);
    assert!(there.2.contains(&3));

    let kept = |search: &KeptSearch| {
        open_with(Kept {
            searches: vec![("Near".into(), search.clone())],
            ..Kept::default()
        })
    };
    let run = OrganiseCommand::RunSearch("Near".into());
    let mut view = kept(&search);
    let question = asked(&go(&mut view, run.clone()));
    assert_eq!(
        (found(&question), question.words()),
        (there.clone(), Some("stones"))
    );
    assert_eq!(
        view.selection.structure, None,
        "its structure is not chosen"
    );

    // Without the document that lay there; and as wide as the probe can be.
    let mut view = kept(&KeptSearch {
        radius_mm: Some(1e9),
        words: None,
        ..search.clone()
    });
    go(&mut view, LibraryCommand::RemoveDocument(3));
    let (_, radius, inside) = found(&asked(&go(&mut view, run.clone())));
    assert_eq!(radius, 150.0);
    assert!(!inside.contains(&3) && !inside.is_empty());

    // Where nothing lies any more the list is empty, and not another one.
    let mut view = kept(&KeptSearch {
        point_mm: Some(viewer::HomePoint([5000.0, 0.0, 0.0])),
        ..search
    });
    assert!(found(&asked(&go(&mut view, run))).2.is_empty());

    // The window begins again with what lies there.
    let session = serde_json::to_string(&viewer::Session::of(&before)).unwrap();
    let mut view = View::default();
    go(&mut view, Message::HomeAtlas(support::atlas()));
    let mut opened = support::opened_with(serde_json::from_str(&session).unwrap());
    if let Message::Opened { entries, .. } = &mut opened {
        *entries = before.documents.entries.to_vec();
    }
    let question = asked(&go(&mut view, opened));
    assert_eq!(
        (found(&question), question.words()),
        (there, Some("stones"))
    );
    assert_eq!(
        (view.selection.structure, view.selection.point_mm),
        (None, None)
    );
}

#[test]
fn a_search_for_several_structures_is_kept_with_the_words_within_them() {
    let mut view = view();
    let select = SelectCommand::SelectStructure {
        structure: index("liver"),
        point_mm: None,
    };
    go(&mut view, select);
    go(&mut view, SelectCommand::AddStructure(index("spleen")));
    go(&mut view, SelectCommand::AddStructure(index("left_kidney")));
    let keep = OrganiseCommand::KeepSearch("Three".into());
    let effects = go(&mut view, keep.clone());
    let [Effect::KeepSearch(_, Some(search)), ..] = effects.as_slice() else {
        panic!("{effects:?}");
    };
    let text = serde_json::to_string(search).unwrap();
    let three: KeptSearch = serde_json::from_str(&text).unwrap();
    assert_eq!(three.structure.as_deref(), Some("liver"));
    assert_eq!(three.others, ["spleen", "left_kidney"]);
    go(&mut view, SelectCommand::SearchWithin("stones".into()));
    let effects = go(&mut view, keep);
    let [Effect::KeepSearch(_, Some(within)), ..] = effects.as_slice() else {
        panic!("{effects:?}");
    };

    let mut view = open_with(Kept {
        searches: vec![
            ("Three".into(), three),
            ("Within".into(), within.as_ref().clone()),
        ],
        ..Kept::default()
    });
    let several = ["liver", "spleen", "left_kidney"].map(index).to_vec();
    let several = Question::Structures(several);
    for (name, words) in [("Three", None), ("Within", Some("stones"))] {
        let effects = go(&mut view, OrganiseCommand::RunSearch(name.into()));
        let mut asked = effects.iter().filter_map(|effect| match effect {
            Effect::Rank { question, .. } => Some(question),
            _ => None,
        });
        let asked = asked.next_back().unwrap();
        assert_eq!((asked.place(), asked.words()), (&several, words));
        let chosen = view.selection.structures().collect();
        assert_eq!(Question::Structures(chosen), several, "and they are chosen");
    }
}

#[test]
fn what_was_listed_comes_back_with_the_library() {
    let mut before = view();
    let narrow = OrganiseCommand::Narrow {
        facet: Facet::Tag,
        value: "x".into(),
    };
    let select = SelectCommand::SelectStructure {
        structure: index("liver"),
        point_mm: None,
    };
    go(&mut before, select);
    go(&mut before, SelectCommand::AddStructure(index("spleen")));
    go(&mut before, narrow);
    go(&mut before, SelectCommand::SearchWithin("stones".into()));
    let kept = serde_json::to_string(&viewer::Session::of(&before)).unwrap();
    let kept: viewer::Session = serde_json::from_str(&kept).unwrap();

    // The library is often there before the body is.
    for body_first in [true, false] {
        let mut view = View::default();
        if body_first {
            go(&mut view, Message::HomeAtlas(support::atlas()));
        }
        let effects = go(&mut view, support::opened_with(kept.clone()));
        if !body_first {
            go(&mut view, Message::HomeAtlas(support::atlas()));
        }
        let asked = effects.iter().find_map(|effect| match effect {
            Effect::Rank {
                question, filter, ..
            } => Some((question, filter)),
            _ => None,
        });
        let (question, filter) = asked.expect("a list");
        let several = ["liver", "spleen"].map(index).to_vec();
        assert_eq!(question.place(), &Question::Structures(several.clone()));
        assert_eq!(question.words(), Some("stones"));
        assert!(filter.wants(Facet::Tag, "x"));
        assert!(view.selection.structures().eq(several));
    }
    // All documents are no list of their own.
    let all = serde_json::to_value(viewer::Session::of(&view())).unwrap();
    assert!(all.get("list").is_none(), "{all}");
}

#[test]
fn problems_come_back_with_the_library_and_their_files_are_tried_again() {
    let refused = |place: &str, file: &str| (place.into(), "it is empty".into(), file.into());
    let mut view = open_with(Kept {
        problems: vec![
            refused("a.ris, line 1", "a.ris"),
            refused("a.ris, line 9", "a.ris"),
            refused("scan.jpg", "scan.jpg"),
        ],
        ..Kept::default()
    });
    let again = view.documents.problems[0].clone();
    go(&mut view, Message::Problem(again));
    let other = Problem {
        place: "the search".into(),
        reason: "it failed".into(),
        file: None,
    };
    go(&mut view, Message::Problem(other.clone()));
    assert_eq!(view.documents.problems.len(), 4, "told once");
    let effects = go(&mut view, OrganiseCommand::TryAgain);
    let files: Vec<PathBuf> = vec!["a.ris".into(), "scan.jpg".into()];
    assert!(
        matches!(effects.as_slice(), [Effect::Preview { order, .. }] if order.files == files),
        "{effects:?}"
    );
    assert_eq!(view.documents.problems, [other]);
}

/// What looking at the files of a problem finds: many records, some of which are likely to be copies.
fn many(table: Option<Table>) -> Box<Preview> {
    Box::new(Preview {
        files: vec![FilePreview {
            table,
            ..FilePreview::default()
        }],
        total: PreviewProgress {
            records: 160,
            new: 120,
            known: 40,
            likely: 3,
            ..PreviewProgress::default()
        },
        ..Preview::default()
    })
}

#[test]
fn an_import_that_broke_off_goes_on_by_one_press() {
    let listed = |file: &str, reason: &str| (file.into(), reason.into(), file.into());
    let broke_off = || listed("many.jsonl", BROKE_OFF);
    let open = |problems: Vec<(String, String, PathBuf)>| {
        open_with(Kept {
            problems,
            ..Kept::default()
        })
    };
    let files: Vec<PathBuf> = vec!["many.jsonl".into()];
    let view = open(vec![broke_off()]);
    let offer = view.layout.notice.clone().expect("it is offered");
    assert_eq!(offer.words, "The import of many.jsonl broke off");
    assert_eq!(offer.go_on, files);
    let looks = |view: &View| view.documents.prospect.as_ref().and_then(|p| p.looking);
    let is_asked = |view: &View| view.documents.prospect.as_ref().is_some_and(|p| p.asked);

    let go_on = ImportCommand::GoOn(files);
    let presses: [Command; 2] = [go_on.clone().into(), OrganiseCommand::TryAgain.into()];
    for press in presses {
        let mut view = view.clone();
        assert_eq!(names(&go(&mut view, press)), ["Preview"]);
        let job = looks(&view).expect("it is looked at");
        // It takes long; the user has agreed before and is not asked.
        go(
            &mut view,
            Message::Previewing(job, PreviewProgress::default()),
        );
        assert!(!is_asked(&view));
        let effects = go(&mut view, Message::Previewed(job, many(None)));
        let order = effects.iter().find_map(|effect| match effect {
            Effect::Import(_, order) => Some(order.clone()),
            _ => None,
        });
        assert_eq!(order.and_then(|order| order.total), Some(160));
        assert!(view.documents.problems.is_empty());
    }

    // A table that nobody understands is asked about, and so is what was not agreed to.
    let mut table = view.clone();
    go(&mut table, go_on.clone());
    let job = looks(&table).expect("it is looked at");
    let odd = many(Some(Table::default()));
    assert!(go(&mut table, Message::Previewed(job, odd)).is_empty());
    assert!(is_asked(&table));
    let mut both = open(vec![broke_off(), listed("a.ris", "it is empty")]);
    go(&mut both, OrganiseCommand::TryAgain);
    let job = looks(&both).expect("it is looked at");
    assert!(go(&mut both, Message::Previewed(job, many(None))).is_empty());
    assert!(is_asked(&both));
    let mut more = view.clone();
    go(&mut more, go_on);
    go(&mut more, ImportCommand::AddFiles(vec!["new.ris".into()]));
    let job = looks(&more).expect("it is looked at");
    assert!(go(&mut more, Message::Previewed(job, many(None))).is_empty());
    assert!(is_asked(&more));

    // In another library nothing broke off.
    let mut other = view;
    go(&mut other, support::opened(Vec::new()));
    assert_eq!(other.layout.notice, None);
}

#[test]
fn a_single_problem_is_forgotten_or_its_table_looked_at_and_what_lies_in_a_folder_goes_with_it() {
    let refused = |place: &str, file: &str| (place.into(), "it is empty".into(), file.into());
    let mut view = open_with(Kept {
        problems: vec![
            refused("a.csv, line 1", "a.csv"),
            refused("papers/b.ris, line 9", "papers/b.ris"),
            refused("papers.zip", "papers.zip"),
        ],
        ..Kept::default()
    });
    let left = |view: &View| view.documents.problems.len();
    let first = view.documents.problems[2].clone();
    let effects = go(&mut view, WindowCommand::ForgetProblem(first.clone()));
    assert!(
        matches!(&effects[..], [Effect::PutAside { problems, back: false }, _] if *problems == [first]),
        "{effects:?}"
    );
    assert_eq!(left(&view), 2);

    let look = ImportCommand::LookAtFiles(vec!["a.csv".into()]);
    let effects = go(&mut view, look);
    assert_eq!(names(&effects), ["Preview"]);
    let prospect = view.documents.prospect.clone().unwrap();
    let few = Message::Previewed(prospect.looking.unwrap(), Box::default());
    assert!(go(&mut view, few).is_empty(), "the user is asked");
    assert!(view.documents.prospect.as_ref().is_some_and(|p| p.asked));
    go(&mut view, ImportCommand::DropImport);
    assert_eq!(left(&view), 2, "nothing was added");
    go(&mut view, LibraryCommand::Import(vec!["papers".into()]));
    assert_eq!(left(&view), 1, "what lies in the folder is met again");
}

#[test]
fn problems_that_were_forgotten_come_back_where_they_were() {
    let refused = |place: &str| (place.into(), "it is empty".into(), place.into());
    let mut view = open_with(Kept {
        problems: ["a.ris", "b.ris", "c.ris", "d.ris"].map(refused).to_vec(),
        ..Kept::default()
    });
    let all = view.documents.problems.clone();
    let told = |effects: &[Effect]| -> Vec<(usize, bool)> {
        let aside = effects.iter().filter_map(|effect| match effect {
            Effect::PutAside { problems, back } => Some((problems.len(), *back)),
            _ => None,
        });
        aside.collect()
    };
    let effects = go(&mut view, WindowCommand::ForgetProblem(all[1].clone()));
    assert_eq!(told(&effects), [(1, false)]);
    let effects = go(&mut view, WindowCommand::ClearProblems);
    assert_eq!(told(&effects), [(3, false)]);
    assert_eq!(view.documents.problems, []);
    assert_eq!(view.history.done.len(), 2, "a step each");
    let none = go(&mut view, WindowCommand::ClearProblems);
    assert_eq!((told(&none), view.history.done.len()), (vec![], 2));
    let effects = go(&mut view, HistoryCommand::Undo);
    assert_eq!(told(&effects), [(3, true)]);
    let left = [&all[0], &all[2], &all[3]].map(Clone::clone);
    assert_eq!(view.documents.problems, left);
    go(&mut view, HistoryCommand::Undo);
    assert_eq!(view.documents.problems, all);
    let effects = go(&mut view, HistoryCommand::GoToStep(2));
    assert_eq!(
        (told(&effects), view.documents.problems.len()),
        (vec![(4, false)], 0)
    );
    // One that was met again meanwhile is not doubled.
    go(&mut view, Message::Problem(all[3].clone()));
    go(&mut view, HistoryCommand::GoToStep(0));
    assert_eq!(view.documents.problems.len(), 4);
}

#[test]
fn documents_that_come_back_are_said_to_be_looked_at_again() {
    let mut view = view();
    go(&mut view, WindowCommand::TogglePopover(Popover::Duplicates));
    go(&mut view, Message::Duplicates(Vec::new()));
    assert!(
        !view.documents.duplicates.outdated,
        "they have been looked at"
    );
    go(&mut view, Message::Added(vec![support::entry(9, "spleen")]));
    assert!(view.documents.duplicates.outdated);
    let job = view.jobs.of(JobKind::Duplicates).expect("it runs").id;
    go(
        &mut view,
        Message::Job(JobReport {
            ended: Some(Ended::Done),
            ..JobReport::of(job)
        }),
    );
    let effects = go(&mut view, OrganiseCommand::LookForCopies);
    assert_eq!(names(&effects), ["FindDuplicates"]);
    assert!(!view.documents.duplicates.outdated);
}

/// Another library: three documents of the spleen.
fn another_library() -> Message {
    let mut message = support::opened(Vec::new());
    if let Message::Opened { path, entries, .. } = &mut message {
        *path = PathBuf::from("reports.atlas");
        *entries = (11..=13).map(|key| support::entry(key, "spleen")).collect();
    }
    message
}

/// A list is kept, another one listed, and the difference told; it goes on in another library, and ends when it is told to.
#[test]
fn a_list_is_compared_with_what_is_listed_later() {
    let mut view = open_with(Kept::default());
    let _ = go(&mut view, OrganiseCommand::Compare);
    let all = view.listed();
    let comparison = view.comparison.clone().expect("compared");
    assert_eq!(*comparison.first, all, "nothing else is listed");
    assert!(comparison.on_body && all.documents == view.documents.entries.len());

    let key = view.documents.entries[0].key;
    view.documents.results.heading = "One of them".to_owned();
    view.documents.results.answering = Some(Arc::new(vec![key]));
    let one = view.listed();
    assert_eq!(one.documents, 1);
    assert_eq!(one.asked, Asked::Words("One of them".to_owned()));
    // Structures are kept by their ids: they are told in the language of the window.
    go(&mut view, Message::HomeAtlas(support::atlas()));
    view.documents.results.question = Question::Structure(index("spleen"), None);
    let of_spleen = view.listed().asked;
    assert_eq!(of_spleen, Asked::Structures(vec!["spleen".into()]));
    assert_eq!(view.asked(&of_spleen), "Spleen");
    view.scene.removed.insert(key);
    assert_eq!(view.listed().documents, 0, "what was removed is not there");
    let said = view.layout.notices;
    let _ = go(&mut view, OrganiseCommand::Compare);
    assert_eq!(
        view.layout.notices,
        said + 1,
        "an empty list cannot be compared"
    );
    assert_eq!(view.comparison.as_ref(), Some(&comparison));

    let _ = go(&mut view, OrganiseCommand::CompareOnBody);
    assert!(!view.comparison.as_ref().expect("compared").on_body);

    let _ = go(&mut view, another_library());
    let still = view.comparison.as_ref().expect("compared");
    assert_eq!(still.first, comparison.first, "the kept list stays");
    assert_eq!(still.first.library, "papers", "and says whose it is");
    assert!(!still.on_body, "as it was left");
    let reports = view.listed();
    assert_eq!((&*reports.library, reports.documents), ("reports", 3));
    assert_eq!(reports.asked, Asked::All, "what was asked before is over");
    let sides = [still.first.clone(), Arc::new(reports)];
    let contrasts = Contrasts::of(Catalogue::builtin(), sides);
    let of = |id: &str| {
        let mut rows = contrasts.rows.iter();
        let row = rows.find(|row| row.structure == index(id));
        row.map(|row| row.documents)
    };
    assert_eq!(of("liver"), Some([2, 0]));
    assert_eq!(of("spleen"), Some([1, 3]));

    let _ = go(&mut view, OrganiseCommand::EndComparison);
    assert_eq!(view.comparison, None);
}

#[test]
fn what_was_isolated_stays_alone_when_the_library_is_there_before_the_body() {
    let mut before = view();
    let liver = index("liver");
    go(&mut before, viewer::command::BodyCommand::Isolate(liver));
    assert!(!before.scene.fill_cut);
    let kept = viewer::Session::of(&before);
    let mut view = View::default();
    go(&mut view, support::opened_with(kept));
    go(&mut view, Message::HomeAtlas(support::atlas()));
    assert!(!view.scene.fill_cut, "cut faces show nothing else");
    assert_eq!(view.scene.visibility, before.scene.visibility);
}

#[test]
fn designs_and_populations_are_told_by_their_names_and_what_is_unknown_as_it_stands() {
    let view = view();
    let name = |facet: Facet, value: &str| view.value_name(facet, value);
    let trial = name(Facet::Design, "randomised_trial");
    assert_eq!(trial, "Randomised trial");
    assert_eq!(name(Facet::Population, "older_adults"), "Older adults");
    assert_eq!(name(Facet::Design, "elsewhere"), "Elsewhere");
}
