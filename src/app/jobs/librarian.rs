//! The thread that owns the library file: opens, adds, ranks, exports.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender};

use anatomy::{Atlas, StructureIndex};
use grounding::Grounding;
use library::{Document, ExportFormat, Library, LibraryError, Query};

use super::{Event, Reporter};
use crate::app::state::{LISTED_FROM, is_doubtful};
use crate::app::ui::capitalised;

/// Rows of a ranked list.
const LISTED: usize = 400;
/// Key of the window's state among the library's settings.
const SESSION_KEY: &str = "window";

/// What a ranked list answers.
#[derive(Clone, Debug)]
pub enum Ask {
    /// Every document, newest first.
    All,
    /// Documents of a structure and its parts.
    Structure(StructureIndex),
    /// The nearest documents to a point, LPS mm.
    Point([f32; 3]),
    /// Words.
    Text(String),
}

/// What the librarian can be asked.
pub enum LibraryRequest {
    /// Open or create a library file.
    Open(PathBuf),
    /// Add grounded documents; the reply is (added, duplicates).
    Add {
        /// The documents.
        grounded: Vec<(Document, Grounding)>,
        /// Receives (added, duplicates).
        reply: Sender<(usize, usize)>,
    },
    /// Rank documents.
    Rank {
        /// Comes back with the answer.
        generation: u64,
        /// What to rank by.
        ask: Ask,
    },
    /// Read a document in full.
    Read(i64),
    /// Remove a document.
    Remove(i64),
    /// Count the documents that another version of the model placed.
    CountOutdated(String),
    /// The documents that another version of the model placed.
    Outdated {
        /// This version.
        version: String,
        /// Receives the library's file and their keys.
        reply: Sender<(PathBuf, Vec<i64>)>,
    },
    /// Read documents in full; those that are gone are left out. No answer when another library is open.
    Documents {
        /// The library's file.
        of: PathBuf,
        /// Their keys.
        keys: Vec<i64>,
        /// Receives them, with their keys.
        reply: Sender<Vec<(i64, Document)>>,
    },
    /// Replace groundings. No answer when another library is open.
    Replace {
        /// The library's file.
        of: PathBuf,
        /// By key.
        placed: Vec<(i64, Grounding)>,
        /// Receives how many were replaced.
        reply: Sender<usize>,
    },
    /// Write the library's documents to a file; the ending chooses CSV or JSONL.
    Export(PathBuf),
    /// Keep the window's state with the library.
    SaveSession(String),
    /// Close the file and end.
    Close,
}

/// Serves requests until closed.
pub fn run(
    (path, sample): (PathBuf, bool),
    atlas: &Receiver<Arc<Atlas>>,
    requests: &Receiver<LibraryRequest>,
    report: &Reporter,
) {
    let mut library = open(&path, sample, report);
    let mut body: Option<Arc<Atlas>> = None;
    for request in requests {
        match request {
            LibraryRequest::Close => break,
            LibraryRequest::Open(path) => {
                if let Some(opened) = open(&path, false, report) {
                    library = Some(opened);
                }
            }
            LibraryRequest::Add { grounded, reply } => {
                let counts = library
                    .as_mut()
                    .map_or((0, 0), |library| add(library, &grounded, report));
                let _ = reply.send(counts);
            }
            request => {
                let Some(library) = library.as_mut() else {
                    continue;
                };
                if body.is_none() && matches!(request, LibraryRequest::Rank { .. }) {
                    body = atlas.recv().ok();
                }
                match (request, &body) {
                    (LibraryRequest::Rank { generation, ask }, Some(atlas)) => {
                        match rank(library, atlas, &ask) {
                            Ok((heading, hits)) => report.send(Event::Ranked {
                                generation,
                                heading,
                                hits,
                            }),
                            Err(error) => {
                                report.problem("the search", error);
                                report.send(Event::Ranked {
                                    generation,
                                    heading: "The search failed".into(),
                                    hits: Vec::new(),
                                });
                            }
                        }
                    }
                    (request, _) => serve(library, request, report),
                }
            }
        }
    }
}

fn open(path: &Path, sample: bool, report: &Reporter) -> Option<Library> {
    let created = !path.exists();
    let opened = if created {
        Library::create(path)
    } else {
        Library::open(path)
    };
    let library = match opened {
        Ok(library) => library,
        Err(error) => {
            report.problem(path.display().to_string(), error);
            return None;
        }
    };
    match library.entries() {
        Ok(entries) => {
            let session = library.setting(SESSION_KEY).ok().flatten();
            // Created, but closed before anything came of it.
            let unused = entries.is_empty() && session.is_none();
            report.send(Event::Opened {
                path: path.to_owned(),
                entries,
                session,
                created: sample && (created || unused),
            });
        }
        Err(error) => report.problem(path.display().to_string(), error),
    }
    Some(library)
}

fn add(
    library: &mut Library,
    grounded: &[(Document, Grounding)],
    report: &Reporter,
) -> (usize, usize) {
    match library.add(grounded) {
        Ok(added) => {
            let entries = added
                .keys
                .iter()
                .filter_map(|key| library.entry(*key).ok().flatten())
                .collect();
            report.send(Event::Added(entries));
            for refused in &added.refused {
                report.problem(&refused.id, &refused.reason);
            }
            (added.added, added.duplicates.len())
        }
        Err(error) => {
            report.problem("the library", error);
            (0, 0)
        }
    }
}

fn serve(library: &mut Library, request: LibraryRequest, report: &Reporter) {
    match request {
        LibraryRequest::Read(key) => match library.get_by_key(key) {
            Ok(Some(stored)) => report.send(Event::Document(Box::new(stored))),
            Ok(None) => report.problem("the document", "it is no longer in the library"),
            Err(error) => report.problem("the document", error),
        },
        LibraryRequest::Remove(key) => match library.remove(&[key]) {
            Ok(_) => report.send(Event::Removed(key)),
            Err(error) => report.problem("the document", error),
        },
        LibraryRequest::Export(path) => {
            let format = if path
                .extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
            {
                ExportFormat::Csv
            } else {
                ExportFormat::JsonLines
            };
            let written = std::fs::File::create(&path)
                .map_err(LibraryError::Export)
                .and_then(|file| library.export(format, None, &mut std::io::BufWriter::new(file)));
            match written {
                Ok(count) => report.send(Event::Notice(format!(
                    "{count} documents written to {}",
                    path.display()
                ))),
                Err(error) => report.problem(path.display().to_string(), error),
            }
        }
        LibraryRequest::CountOutdated(version) => match library.placed_by_others(&version) {
            Ok(keys) => report.send(Event::Outdated(keys.len())),
            Err(error) => report.problem("the library", error),
        },
        LibraryRequest::Outdated { version, reply } => {
            let keys = library.placed_by_others(&version);
            let keys = keys.inspect_err(|error| report.problem("the library", error));
            let path = library.path().unwrap_or(Path::new(""));
            let _ = reply.send((path.to_owned(), keys.unwrap_or_default()));
        }
        LibraryRequest::Documents { of, .. } | LibraryRequest::Replace { of, .. }
            if library.path() != Some(&of) => {}
        LibraryRequest::Documents { keys, reply, .. } => {
            let mut documents = Vec::with_capacity(keys.len());
            for key in keys {
                match library.get_by_key(key) {
                    Ok(stored) => documents.extend(stored.map(|stored| (key, stored.document))),
                    Err(error) => report.problem("the document", error),
                }
            }
            let _ = reply.send(documents);
        }
        LibraryRequest::Replace { placed, reply, .. } => {
            let replaced = library.set_groundings(&placed);
            let entries = placed
                .iter()
                .filter_map(|(key, _)| library.entry(*key).ok().flatten());
            match replaced {
                Ok(replaced) => {
                    report.send(Event::Replaced(entries.collect()));
                    let _ = reply.send(replaced);
                }
                Err(error) => {
                    report.problem("the library", error);
                    let _ = reply.send(0);
                }
            }
        }
        LibraryRequest::SaveSession(state) => {
            if let Err(error) = library.set_setting(SESSION_KEY, Some(&state)) {
                report.problem("the window's state", error);
            }
        }
        LibraryRequest::Open(_)
        | LibraryRequest::Add { .. }
        | LibraryRequest::Rank { .. }
        | LibraryRequest::Close => {}
    }
}

fn rank(
    library: &Library,
    atlas: &Atlas,
    ask: &Ask,
) -> Result<(String, Vec<library::Hit>), LibraryError> {
    let (heading, query) = match ask {
        Ask::All => ("All documents".to_owned(), Query::default()),
        Ask::Structure(structure) => {
            let whole = atlas.catalogue().get(*structure);
            (
                capitalised(&whole.name),
                Query {
                    structures: vec![whole.id.clone()],
                    ..Query::default()
                },
            )
        }
        Ask::Point(point) => (
            "Nearest to the point".to_owned(),
            Query {
                near: Some(*point),
                ..Query::default()
            },
        ),
        Ask::Text(words) => (
            format!("“{words}”"),
            Query {
                text: Some(words.clone()),
                ..Query::default()
            },
        ),
    };
    let mut hits = library.search(
        &Query {
            limit: LISTED,
            ..query
        },
        atlas,
    )?;
    if matches!(ask, Ask::Structure(_)) {
        // A text that hardly belongs anywhere is not offered as one about this structure.
        hits.retain(|hit| hit.p >= LISTED_FROM && !is_doubtful(hit.outside_p));
    }
    Ok((heading, hits))
}
