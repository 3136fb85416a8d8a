//! What the program keeps: libraries, the window's state, scripts; and what PubMed answers.

use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use anatomy::{Atlas, BRICK, Catalogue, LabelVolume};
use download::pubmed::Found;
use grounding::Grounding;
use library::{
    CitationStyle, Document, ExportFormat, Ground, Library, Query, citation, export_formats,
};
use viewer::command::{HistoryCommand, TourCommand};
use viewer::{Command, Message, Session, Tour, View, apply};

use crate::documents;

/// Documents of one input that are stored.
const MOST_DOCUMENTS: usize = 30;
/// Commands of one input that are carried out.
const MOST_COMMANDS: usize = 300;
/// Stops of one input that are shown.
const MOST_STOPS: usize = 20;
/// Edge of the small body, voxels.
const SIDE: usize = 16;

/// A library's file: all that the window and the command line ask of one.
pub(crate) fn library(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("papers.atlas");
    fs::write(&path, bytes).expect("a temporary file");
    let Ok(mut library) = Library::open(&path) else {
        return;
    };
    let _ = library.check();
    ask(&library);
    // What can be read of a damaged library is saved into a sound one.
    let saved = folder.path().join("saved.atlas");
    if library.save_into(&saved).is_ok() {
        let saved = Library::open(&saved).expect("what was saved is opened");
        let report = saved.check();
        assert!(report.is_sound(), "{report:?}");
    }
    let keys = library.keys().unwrap_or_default();
    let few = &keys[..keys.len().min(2)];
    let _ = library.remove(few);
    let _ = library.removals();
    let _ = library.restore(few);
    let _ = library.compact();
    let _ = library.outside();
}

/// Parquet that is read in place: indexed, asked, and its documents looked at.
pub(crate) fn data_set(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("a.parquet");
    fs::write(&path, bytes).expect("a temporary file");
    let Ok(library) = Library::open_in_place(&path, folder.path().join("indexes")) else {
        return;
    };
    let _ = library.check();
    ask(&library);
    for key in library.keys().unwrap_or_default().iter().take(3) {
        let _ = library.get_by_key(*key);
    }
}

/// A stream of Arrow columns, whose records are placed.
pub(crate) fn stream(bytes: &[u8]) {
    struct Somewhere;
    impl Ground for Somewhere {
        fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
            let placed = documents.into_iter();
            placed
                .map(|document| (document, Ok(Grounding::default())))
                .collect()
        }
    }
    let _ = library::ground_stream(bytes, std::io::sink(), &Somewhere);
}

/// Questions of all kinds.
fn ask(library: &Library) {
    let _ = library.entries();
    let query = Query {
        text: Some("liver \"right lobe\" -lung".to_owned()),
        near: Some([10.0, 0.0, -20.0]),
        structures: Catalogue::builtin().index_of("liver").into_iter().collect(),
        count: true,
        limit: 10,
        ..Query::default()
    };
    let all = Query {
        structures: Vec::new(),
        text: None,
        ..query.clone()
    };
    for query in [query, all] {
        let _ = library.search(&query, Catalogue::builtin());
    }
    let _ = library.nearest_sentences([0.0; 3], 5);
    let _ = library.duplicate_groups(&|| true);
    let _ = (library.all_marks(), library.tags(), library.collections());
    let _ = (library.searches(), library.problems(), library.labels());
    let _ = (library.unfinished_imports(), library.embeddings());
    for (_, _, format) in export_formats() {
        let _ = library.export(format, None, &mut std::io::sink());
    }
}

/// Documents as JSON lines: stored, asked for, cited, exported, and read again from what was exported.
pub(crate) fn store(bytes: &[u8]) {
    let mut batch: Vec<(Document, Grounding)> = Vec::new();
    documents::read_each("a.jsonl", bytes, &mut |document| {
        if batch.len() < MOST_DOCUMENTS {
            batch.push((document, Grounding::default()));
        }
    });
    let mut library = Library::in_memory().expect("memory");
    let report = library.add(&batch).expect("documents are stored");
    assert!(report.added <= batch.len());
    ask(&library);
    if let Some((document, _)) = batch.first() {
        let words = Query {
            text: Some(document.title.clone()),
            limit: 3,
            ..Query::default()
        };
        let found = library.search(&words, Catalogue::builtin());
        found.expect("any text is a question");
        citation(document, CitationStyle::Vancouver).expect("a document can be cited");
    }
    for (_, ending, format) in export_formats() {
        let mut out = Vec::new();
        let written = library.export(format, None, &mut out);
        let written = written.expect("documents are written").written;
        // Places and reading lists are for others to read.
        let read_again = !matches!(
            format,
            ExportFormat::Points | ExportFormat::PointTable | ExportFormat::Markdown
        );
        if read_again && written > 0 {
            let mut again = 0;
            documents::read_each(&format!("a.{ending}"), &out, &mut |_| again += 1);
            assert_eq!(
                again,
                written,
                "{ending}: {}",
                String::from_utf8_lossy(&out)
            );
        }
    }
    assert!(library.check().is_sound());
}

/// A body of one organ, and a library without documents.
static BODY: LazyLock<Arc<Atlas>> = LazyLock::new(|| {
    let catalogue = Catalogue::builtin();
    let label = |id: &str| catalogue.index_of(id).map_or(0, |row| row.0 + 1);
    let (liver, kidney) = (label("liver"), label("left_kidney"));
    let labels = LabelVolume::from_bricks([SIDE; 3], |at, voxels| {
        voxels.fill(if at[0] < BRICK { liver } else { kidney });
    });
    Arc::new(Atlas::from_labels(catalogue, labels))
});

fn opened(session: Option<Session>) -> View {
    let mut view = View::default();
    apply(&mut view, Message::HomeAtlas(Arc::clone(&BODY)));
    let message = Message::Opened {
        path: PathBuf::from("papers.atlas"),
        entries: Vec::new(),
        session: session.map(Box::new),
        removals: Vec::new(),
        kept: Box::default(),
        sample: None,
        read_only: None,
    };
    apply(&mut view, message);
    view
}

/// What a window must be able to do in any state: tell what is drawn and what is under the pointer, and be kept.
fn is_sound(view: &View) -> String {
    let display = view.display().expect("the body is there");
    for row in [0, 1] {
        let drawn = display.of(BODY.present()[row]);
        assert!(drawn.opacity.is_finite() && drawn.offset_mm.iter().all(|v| v.is_finite()));
    }
    let _ = display.pick([0.0, -100.0, 0.0], [0.0, 1.0, 0.0], 0);
    let kept = serde_json::to_string(&Session::of(view)).expect("JSON");
    let again = serde_json::from_str::<Session>(&kept);
    assert!(again.is_ok(), "what was kept is read again: {kept}");
    kept
}

/// The window's state, as it is kept with a library.
pub(crate) fn session(bytes: &[u8]) {
    let Ok(session) = serde_json::from_slice::<Session>(bytes) else {
        return;
    };
    let kept = is_sound(&opened(Some(session)));
    let again = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(
        is_sound(&opened(Some(again))),
        kept,
        "kept and opened again"
    );
}

/// A script's commands, one after another, and all of them undone.
pub(crate) fn commands(bytes: &[u8]) {
    let commands = serde_json::Deserializer::from_slice(bytes).into_iter::<Command<String>>();
    let mut view = opened(None);
    for command in commands.take(MOST_COMMANDS).map_while(Result::ok) {
        let about = command.about();
        assert!(!about.label().is_empty());
        if let Ok(command) = command.resolve(BODY.catalogue()) {
            apply(&mut view, command);
        }
    }
    is_sound(&view);
    for _ in 0..MOST_COMMANDS {
        apply(&mut view, HistoryCommand::Undo);
    }
    is_sound(&view);
}

/// A tour that was handed on: what is read is written and read again as it was, and each of its stops is shown.
pub(crate) fn tour(bytes: &[u8]) {
    let Ok(tour) = Tour::read(bytes) else {
        return;
    };
    let again = Tour::read(tour.written().as_bytes());
    assert_eq!(again.as_ref(), Ok(&tour), "written and read again");
    let mut view = opened(None);
    let stops = tour.stops.len().min(MOST_STOPS);
    apply(
        &mut view,
        Message::Tour(PathBuf::from("a.json"), Box::new(tour)),
    );
    for _ in 0..stops {
        is_sound(&view);
        apply(&mut view, TourCommand::NextStop);
    }
    apply(&mut view, TourCommand::EndTour);
    is_sound(&view);
}

/// An article as Europe PMC sends its full text.
pub(crate) fn full_article(bytes: &[u8]) {
    if let Ok(article) = library::full_article(bytes) {
        assert!(!article.body.contains('\0'), "a text with a NUL");
        assert!(
            article.body.len() <= 4 * bytes.len() + 1024,
            "a text of nothing"
        );
    }
}

/// What PubMed answers to a search.
pub(crate) fn pubmed(bytes: &[u8]) {
    if let Some(found) = Found::parse(bytes) {
        let digits = |pmid: &String| pmid.bytes().all(|b| b.is_ascii_digit());
        assert!(found.pmids.iter().all(digits));
    }
}
