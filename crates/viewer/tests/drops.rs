//! Files that were dropped, as the stage shows them from there to their places.

mod support;

use std::path::PathBuf;

use library::{Preview, PreviewProgress};
use support::{entry, go, index, view};
use viewer::command::{HistoryCommand, ImportCommand, LibraryCommand, WindowCommand};
use viewer::{
    DropState, Effect, Ended, JobId, JobReport, Landing, Message, Problem, StagePoint, View,
};

/// Drops files; the job that looks at them.
fn drop_files(view: &mut View, names: &[&str]) -> JobId {
    let files = names.iter().map(PathBuf::from).collect();
    let at = Some([400.0, 300.0]);
    let effects = go(view, ImportCommand::DropFiles { files, at });
    let job = effects.iter().find_map(|effect| match effect {
        Effect::Preview { job, .. } => Some(*job),
        _ => None,
    });
    job.unwrap_or_else(|| panic!("{effects:?}"))
}

/// So many records are found; the job that adds them, if they are added at once.
fn seen(view: &mut View, look: JobId, records: usize) -> Option<JobId> {
    let found = Preview {
        total: PreviewProgress {
            records,
            new: records,
            ..PreviewProgress::default()
        },
        ..Preview::default()
    };
    let effects = go(view, Message::Previewed(look, Box::new(found)));
    imports(&effects)
}

fn imports(effects: &[Effect]) -> Option<JobId> {
    effects.iter().find_map(|effect| match effect {
        Effect::Import(job, _) => Some(*job),
        _ => None,
    })
}

fn end(view: &mut View, job: JobId, ended: Ended) {
    let report = JobReport {
        ended: Some(ended),
        ..JobReport::of(job)
    };
    go(view, Message::Job(report));
}

fn told(view: &View) -> Vec<String> {
    view.dropped().map(viewer::Dropped::told).collect()
}

#[test]
fn a_dropped_file_is_seen_at_once_and_goes_to_its_document() {
    let mut view = view();
    let look = drop_files(&mut view, &["new.txt", "far.txt", "broken.pdf"]);
    assert_eq!(view.drops.list[0].at, Some([400.0, 300.0]));
    let import = seen(&mut view, look, 2).unwrap();
    let all = ["new.txt", "far.txt", "broken.pdf"].map(|name| format!("{name}: reading…"));
    assert_eq!(told(&view), all);

    let mut far = entry(71, "spleen");
    far.outside_p = 0.99;
    go(&mut view, Message::Added(vec![entry(70, "liver"), far]));
    let came = vec![(70, "new.txt".into()), (71, "far.txt".into())];
    go(&mut view, Message::CameFrom(came));
    assert_eq!(view.drops.list[0].state, DropState::Placed(70));
    let place = StagePoint(entry(70, "liver").point_mm);
    let landing = Landing::At(place, Some(index("liver")));
    assert_eq!(view.landing(70), landing);
    assert_eq!(told(&view)[1], "far.txt: lies outside the torso");

    let problem = Problem {
        place: "broken.pdf".into(),
        reason: "the dog ate it".into(),
        file: Some("broken.pdf".into()),
    };
    go(&mut view, Message::Problem(problem));
    end(&mut view, import, Ended::Done);
    assert_eq!(told(&view)[2], "broken.pdf: the dog ate it");
    assert_eq!(view.documents.problems.len(), 1);

    // What has been seen goes; the others go with a step of undo.
    let first = view.drops.list[0].number;
    go(&mut view, WindowCommand::ForgetDropped(first));
    assert_eq!(view.drops.list.len(), 2);
    go(&mut view, HistoryCommand::Undo);
    assert!(view.drops.list.is_empty());
    assert_eq!(view.landing(70), Landing::Nowhere);
}

#[test]
fn files_about_which_the_user_is_asked_are_not_seen_and_go_when_nothing_is_added() {
    let mut view = view();
    let look = drop_files(&mut view, &["many.ris"]);
    assert_eq!(told(&view).len(), 1);
    assert_eq!(seen(&mut view, look, viewer::FEW + 1), None);
    assert!(told(&view).is_empty(), "the user is asked");
    let mut other = view.clone();
    go(&mut view, ImportCommand::DropImport);
    assert_ne!(view.drops.list[0].state, DropState::Reading);
    let effects = go(&mut other, ImportCommand::BeginImport);
    assert_eq!(told(&other), ["many.ris: reading…"]);
    end(&mut other, imports(&effects).unwrap(), Ended::Cancelled);
    assert_eq!(told(&other), ["many.ris"]);
}

#[test]
fn what_waits_for_another_import_is_still_being_read_when_that_has_ended() {
    let mut view = view();
    let look = drop_files(&mut view, &["a.txt"]);
    let first = seen(&mut view, look, 1).unwrap();
    let look = drop_files(&mut view, &["b.txt"]);
    assert_eq!(seen(&mut view, look, 1), None, "it waits");
    end(&mut view, first, Ended::Done);
    let now = ["a.txt: is in the library already", "b.txt: reading…"];
    assert_eq!(told(&view), now);
}

#[test]
fn files_given_before_there_is_a_library_are_seen_until_it_has_taken_them() {
    let mut fresh = View::default();
    let files: Vec<PathBuf> = vec!["a.txt".into()];
    go(&mut fresh, ImportCommand::AddFiles(files));
    assert_eq!(told(&fresh), ["a.txt: reading…"]);
    go(&mut fresh, support::opened(Vec::new()));
    assert_eq!(told(&fresh), ["a.txt: reading…"]);

    // Those of the library before are not seen in the next one.
    let mut view = view();
    let effects = go(&mut view, LibraryCommand::Import(vec!["old.txt".into()]));
    assert!(imports(&effects).is_some());
    drop_files(&mut view, &["b.txt"]);
    go(&mut view, support::opened(Vec::new()));
    assert!(view.drops.list.is_empty());

    // Where none can be opened it is said.
    let mut none = View::default();
    go(&mut none, Message::NotOpened);
    let files: Vec<PathBuf> = vec!["a.txt".into()];
    go(&mut none, ImportCommand::AddFiles(files));
    let ended = &none.drops.list[0].state;
    assert!(matches!(ended, DropState::Ended { warns: true, .. }));
}
