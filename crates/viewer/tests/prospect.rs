//! Imports that are looked at before they begin, and jobs that wait.

mod support;

use std::path::PathBuf;

use library::{Field, FilePreview, MarkChange, Preview, PreviewProgress, Table};
use support::{go, names, notice, view};
use viewer::command::{
    BodyCommand, HistoryCommand, ImportCommand, LibraryCommand, OrganiseCommand, WindowCommand,
};
use viewer::{Effect, Ended, FEW, JobId, JobReport, Message, Palette, Popover, Session, View};

fn add(view: &mut View) -> JobId {
    let effects = go(view, ImportCommand::AddFiles(vec!["a.csv".into()]));
    looking(&effects)
}

fn looking(effects: &[Effect]) -> JobId {
    let found = effects.iter().find_map(|effect| match effect {
        Effect::Preview { job, .. } => Some(*job),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("nothing is looked at: {effects:?}"))
}

fn seen(records: usize, likely: usize) -> Preview {
    Preview {
        total: PreviewProgress {
            records,
            new: records,
            likely,
            ..PreviewProgress::default()
        },
        ..Preview::default()
    }
}

fn end(view: &mut View, job: JobId, ended: Ended) -> Vec<Effect> {
    let report = JobReport {
        ended: Some(ended),
        ..JobReport::of(job)
    };
    go(view, Message::Job(report))
}

#[test]
fn a_few_records_are_added_at_once_and_many_on_the_users_word() {
    let mut view = view();
    let job = add(&mut view);
    assert!(view.documents.prospect.as_ref().is_some_and(|p| !p.asked));
    let effects = go(&mut view, Message::Previewed(job, Box::new(seen(FEW, 0))));
    let [Effect::Import(_, order)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(order.total, Some(FEW), "they need not be counted again");
    assert_eq!(order.files, [PathBuf::from("a.csv")]);
    assert_eq!(view.documents.prospect, None);

    let mut view = support::view();
    let job = add(&mut view);
    let many = Message::Previewed(job, Box::new(seen(FEW + 1, 0)));
    assert!(go(&mut view, many).is_empty());
    assert!(view.documents.prospect.as_ref().is_some_and(|p| p.asked));
    let mut other = view.clone();
    let effects = go(&mut view, ImportCommand::BeginImport);
    assert_eq!(names(&effects), ["Import"]);
    assert!(go(&mut other, WindowCommand::Escape).is_empty());
    assert_eq!(other.documents.prospect, None, "nothing is added");
    assert!(go(&mut other, ImportCommand::BeginImport).is_empty());
}

#[test]
fn a_single_text_is_shown_where_it_lands_and_many_are_not() {
    for (keys, shown) in [(&[70][..], Some(70)), (&[70, 71], None)] {
        let mut view = view();
        let look = add(&mut view);
        let few = Message::Previewed(look, Box::new(seen(keys.len(), 0)));
        let effects = go(&mut view, few);
        let [Effect::Import(job, _)] = effects[..] else {
            panic!("{effects:?}")
        };
        let landed = keys.iter().map(|key| support::entry(*key, "liver"));
        go(&mut view, Message::Added(landed.collect()));
        assert_eq!(view.selection.document, None, "it is not over yet");
        end(&mut view, job, Ended::Done);
        assert_eq!(view.selection.document, shown);
    }
}

#[test]
fn files_that_come_before_the_library_is_open_are_looked_at_as_those_that_come_later() {
    let mut fresh = View::default();
    let many = |name: &str| ImportCommand::AddFiles(vec![name.into()]);
    assert!(go(&mut fresh, many("big.ris")).is_empty());
    assert!(go(&mut fresh, many("table.csv")).is_empty());
    let effects = go(&mut fresh, support::opened(Vec::new()));
    let look = looking(&effects);
    assert!(!names(&effects).contains(&"Import".to_owned()));
    let prospect = fresh.documents.prospect.as_ref().unwrap();
    let files: [PathBuf; 2] = ["big.ris".into(), "table.csv".into()];
    assert_eq!(prospect.order.files, files);
    let found = Message::Previewed(look, Box::new(seen(FEW + 1, 0)));
    assert!(go(&mut fresh, found).is_empty(), "the user is asked");
    let effects = go(&mut fresh, ImportCommand::BeginImport);
    assert_eq!(names(&effects), ["Import"]);

    // Where no library can be opened they stay, and are listed.
    let mut none = View::default();
    go(&mut none, Message::NotOpened);
    assert_eq!(names(&go(&mut none, many("big.ris"))), Vec::<String>::new());
    assert_eq!(none.documents.problems.len(), 1);
    looking(&go(&mut none, support::opened(Vec::new())));
}

/// Imports a file, of which these documents land; what is done when the last of them is there and the job has not ended yet.
fn import(view: &mut View, keys: &[i64], meanwhile: impl Fn(&mut View)) {
    let effects = go(view, LibraryCommand::Import(vec!["big.ris".into()]));
    let [Effect::Import(job, _)] = effects[..] else {
        panic!("{effects:?}")
    };
    for some in keys.chunks(1_000) {
        let landed = some.iter().map(|key| support::entry(*key, "liver"));
        go(view, Message::Added(landed.collect()));
    }
    meanwhile(view);
    end(view, job, Ended::Done);
}

#[test]
fn an_import_is_taken_back_and_brought_again_by_one_step() {
    let mut view = view();
    go(&mut view, BodyCommand::ToggleLabels);
    go(&mut view, LibraryCommand::RemoveDocument(2));
    let keys: Vec<i64> = (70..15_070).collect();
    import(&mut view, &keys, |view| {
        go(view, BodyCommand::SetPalette(Palette::System));
        // What is brought back while it runs is none of its documents.
        go(view, Message::Added(vec![support::entry(2, "spleen")]));
    });
    let label = &view.history.done.last().unwrap().label;
    assert_eq!(label, "Add big.ris: 15,000 documents");
    let starred = OrganiseCommand::Mark {
        keys: vec![71],
        change: MarkChange::Stars(4),
    };
    go(&mut view, starred);
    go(&mut view, HistoryCommand::Undo);
    let effects = go(&mut view, HistoryCommand::Undo);
    assert!(
        matches!(&effects[0], Effect::Remove(gone) if *gone == keys),
        "{:?}",
        names(&effects)
    );
    let there = |view: &View| view.documents.entries.len() - view.scene.removed.len();
    assert_eq!(there(&view), 4);
    // Older steps, and those that were taken while it ran, do not bring them back.
    let mut back = Vec::new();
    for _ in 0..3 {
        let effects = go(&mut view, HistoryCommand::Undo);
        back.extend(effects.into_iter().filter_map(|effect| match effect {
            Effect::Restore(keys) => Some(keys),
            _ => None,
        }));
    }
    assert_eq!((back, there(&view)), (vec![vec![2]], 5));
    for _ in 0..3 {
        let effects = go(&mut view, HistoryCommand::Redo);
        let back = effects.iter().any(|e| matches!(e, Effect::Restore(_)));
        assert!(!back, "{:?}", names(&effects));
    }
    let effects = go(&mut view, HistoryCommand::Redo);
    assert!(matches!(&effects[0], Effect::Restore(back) if *back == keys));
    assert_eq!(there(&view), 15_004);
    go(&mut view, HistoryCommand::Redo);
    assert_eq!(
        view.marks_of(71).stars,
        4,
        "what was kept with it is still there"
    );
}

#[test]
fn what_adds_nothing_or_was_not_asked_for_is_no_step() {
    let mut view = view();
    import(&mut view, &[], |_| {});
    assert!(view.history.done.is_empty());
    let mut fresh = View::default();
    let mut opened = support::opened(Vec::new());
    if let Message::Opened { sample, .. } = &mut opened {
        *sample = Some("sample.jsonl".into());
    }
    let effects = go(&mut fresh, opened);
    let job = effects.iter().find_map(|effect| match effect {
        Effect::Import(job, _) => Some(*job),
        _ => None,
    });
    go(&mut fresh, Message::Added(vec![support::entry(8, "liver")]));
    end(&mut fresh, job.unwrap(), Ended::Done);
    assert!(fresh.history.done.is_empty());
}

#[test]
fn a_table_is_looked_at_again_with_what_was_chosen_and_older_answers_are_dropped() {
    let mut view = view();
    let first = add(&mut view);
    let mut found = seen(3, 0);
    found.files.push(FilePreview {
        file: "a.csv".into(),
        table: Some(Table {
            columns: vec![("Bezeichnung".into(), None), ("Jahr".into(), None)],
            ..Table::default()
        }),
        ..FilePreview::default()
    });
    go(
        &mut view,
        Message::Previewed(first, Box::new(found.clone())),
    );
    assert!(view.documents.prospect.as_ref().is_some_and(|p| p.asked));
    let choose = |field| ImportCommand::ChooseColumn {
        column: "Bezeichnung".into(),
        field,
    };
    let wrong = looking(&go(&mut view, choose(Some(Field::Journal))));
    let effects = go(&mut view, choose(Some(Field::Title)));
    assert!(matches!(effects[0], Effect::CancelJob(job) if job == wrong));
    let right = looking(&effects);
    let Some(Effect::Preview { order, .. }) = effects.last() else {
        panic!("{effects:?}")
    };
    let choices: Vec<String> = order
        .columns
        .choices
        .iter()
        .map(|c| c.to_string())
        .collect();
    assert_eq!(choices, ["title=Bezeichnung"], "the later choice holds");
    assert!(go(&mut view, Message::Previewed(wrong, Box::new(seen(9, 0)))).is_empty());
    assert!(end(&mut view, wrong, Ended::Cancelled).is_empty());
    go(
        &mut view,
        Message::Previewed(right, Box::new(found.clone())),
    );
    let prospect = view.documents.prospect.as_ref().expect("it still asks");
    assert!(prospect.asked && prospect.counts.records == 3);
    let effects = go(&mut view, ImportCommand::BeginImport);
    let [Effect::Import(import, order)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!(order.columns.choices.len(), 1);
    let import = *import;
    // The next table with these headings is read alike, also when the library is opened again.
    let session = Box::new(Session::of(&view));
    go(
        &mut view,
        Message::Opened {
            path: "papers.atlas".into(),
            entries: Vec::new(),
            session: Some(session),
            removals: Vec::new(),
            kept: Box::default(),
            sample: None,
            read_only: None,
        },
    );
    let job = add(&mut view);
    let effects = go(&mut view, Message::Previewed(job, Box::new(found.clone())));
    let again = looking(&effects);
    let Some(Effect::Preview { order, .. }) = effects.last() else {
        panic!("{effects:?}")
    };
    assert_eq!(order.columns.choices.len(), 1);
    let effects = go(&mut view, Message::Previewed(again, Box::new(seen(3, 0))));
    assert!(
        names(&effects).is_empty(),
        "nothing is asked, and the first import still runs"
    );
    let effects = end(&mut view, import, Ended::Done);
    let next = effects.iter().find_map(|effect| match effect {
        Effect::Import(_, order) => Some(order.columns.choices.len()),
        _ => None,
    });
    assert_eq!(
        next,
        Some(1),
        "what waits keeps what was chosen: {effects:?}"
    );

    let mut view = support::view();
    let job = add(&mut view);
    go(&mut view, Message::Previewed(job, Box::new(found)));
    go(&mut view, choose(Some(Field::Title)));
    let effects = go(&mut view, ImportCommand::ReadHeadings(false));
    let Some(Effect::Preview { order, .. }) = effects.last() else {
        panic!("{effects:?}")
    };
    assert!(order.columns.no_headings && order.columns.choices.is_empty());
}

#[test]
fn a_long_look_is_shown_and_need_not_be_waited_for() {
    let mut view = view();
    let job = add(&mut view);
    let so_far = PreviewProgress {
        records: 400,
        new: 400,
        ..PreviewProgress::default()
    };
    go(&mut view, Message::Previewing(job, so_far));
    assert!(view.documents.prospect.as_ref().is_some_and(|p| p.asked));
    let effects = go(&mut view, ImportCommand::BeginImport);
    assert_eq!(names(&effects), ["CancelJob", "Import"]);
    let Some(Effect::Import(_, order)) = effects.last() else {
        panic!("{effects:?}")
    };
    assert_eq!(order.total, None);
    assert!(end(&mut view, job, Ended::Cancelled).is_empty());
}

#[test]
fn files_that_cannot_be_looked_at_are_added_all_the_same() {
    let mut view = view();
    let job = add(&mut view);
    let effects = end(&mut view, job, Ended::Failed("a fault".into()));
    assert!(
        names(&effects).contains(&"Import".to_owned()),
        "{effects:?}"
    );
    let mut view = support::view();
    let job = add(&mut view);
    let effects = end(&mut view, job, Ended::Cancelled);
    assert!(effects.is_empty(), "the user ended it: {effects:?}");
    assert_eq!(view.documents.prospect, None);
}

#[test]
fn likely_copies_are_shown_for_merging_when_they_have_been_added() {
    for wished in [true, false] {
        let mut view = view();
        let job = add(&mut view);
        let found = Message::Previewed(job, Box::new(seen(2, 1)));
        assert!(go(&mut view, found).is_empty(), "the user is asked");
        go(&mut view, ImportCommand::MergeAfter(wished));
        let effects = go(&mut view, ImportCommand::BeginImport);
        let [Effect::Import(import, _)] = &effects[..] else {
            panic!("{effects:?}")
        };
        let effects = end(&mut view, *import, Ended::Done);
        let looked = names(&effects).contains(&"FindDuplicates".to_owned());
        assert_eq!(looked, wished);
        let shown = view.layout.popover == Some(Popover::Duplicates);
        assert_eq!(shown, wished);
    }
}

#[test]
fn an_import_waits_and_goes_on_and_a_look_does_not_wait() {
    let mut view = view();
    let look = add(&mut view);
    assert!(go(&mut view, WindowCommand::PauseJob(look)).is_empty());
    let effects = go(&mut view, Message::Previewed(look, Box::new(seen(1, 0))));
    let [Effect::Import(import, _)] = effects[..] else {
        panic!("{effects:?}")
    };
    let effects = go(&mut view, WindowCommand::PauseJob(import));
    assert!(matches!(effects[..], [Effect::PauseJob(job, true)] if job == import));
    assert!(view.jobs.placing().is_some_and(|job| job.paused));
    let effects = go(&mut view, WindowCommand::PauseJob(import));
    assert!(matches!(effects[..], [Effect::PauseJob(_, false)]));
    assert_eq!(notice(&view), "");
    end(&mut view, import, Ended::Done);
    assert!(go(&mut view, WindowCommand::PauseJob(import)).is_empty());
}

#[test]
fn the_clipboard_is_read_by_the_shell() {
    let mut view = view();
    let effects = go(&mut view, ImportCommand::AddClipboard);
    assert_eq!(names(&effects), ["ReadClipboard"]);
}
