//! Documents that are pulled out of the window into another program: as files where that takes files, as citations where it takes text. The
//! windowing library has no such drags; under X11 they are made here, beside the window, by `xdnd.rs`. Elsewhere it is said that there are none.

mod made;
#[cfg(target_os = "linux")]
mod xdnd;

#[cfg(target_os = "linux")]
use std::cell::Cell;
use std::fmt::Write as _;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use bevy::window::RawHandleWrapper;
use library::{CitationStyle, ExportFormat, Library, LibraryError};
use viewer::{Chosen, DragNews, Message, Which, pdf_of};
use wgpu::rwh::RawWindowHandle;

use self::made::Made;
use super::export;
use super::{Reporter, spawn};

/// Letters of a title that a file is called by, at most.
const NAME: usize = 60;

/// What another program can have.
#[derive(Debug, Default, PartialEq)]
#[cfg_attr(
    not(target_os = "linux"),
    allow(dead_code, reason = "only X11 has such drags")
)]
struct Offered {
    /// The addresses of the files, a line each (`text/uri-list`, RFC 2483).
    files: String,
    /// A citation a line; empty where there are too many.
    citations: String,
}

/// The drag that was begun last, and the files that were made for drags: who was given one may read it after the drag has ended.
#[derive(Default)]
pub struct Dragging {
    given_up: Mutex<Arc<AtomicBool>>,
    made: Arc<Made>,
}

impl Dragging {
    /// Removes what windows left behind that could not clear up when they ended.
    pub fn clear_old(&self, report: &Reporter) {
        let made = self.made.clone();
        spawn("old files of drags", report, move || {
            if let Err(reason) = made.place() {
                tracing::warn!("files for drags cannot be made: {reason}");
            }
        });
    }

    /// Lets documents be carried out of a window while the button of the mouse is held; where it was let go already, to there.
    pub fn begin(
        &self,
        (chosen, style): (Chosen, CitationStyle),
        (from, let_go): (Option<&RawHandleWrapper>, Option<[i16; 2]>),
        report: &Reporter,
    ) {
        let window = from.and_then(|from| x11_window(from.get_window_handle()));
        let Some(window) = window else {
            report.tell(Message::DragOut(DragNews::Impossible));
            return;
        };
        let given_up = Arc::new(AtomicBool::new(false));
        if let Ok(mut last) = self.given_up.lock() {
            last.store(true, Ordering::Release);
            *last = given_up.clone();
        }
        let (ready, offered) = std::sync::mpsc::channel();
        let (tell, made, unwanted) = (report.clone(), self.made.clone(), given_up.clone());
        spawn("dragged documents", report, move || {
            let found = offer(&chosen, style, &made, &unwanted);
            let found =
                found.map_err(|reason| tell.problem(chosen.library.display().to_string(), reason));
            // Who asks no longer has let go.
            let _ = ready.send(found.ok());
        });
        carry((window, let_go), offered, given_up, report);
    }

    /// Hands what is carried to nobody.
    pub fn end(&self) {
        if let Ok(last) = self.given_up.lock() {
            last.store(true, Ordering::Release);
        }
    }

    /// Ends a drag, and removes the files that were made for drags.
    pub fn close(&self) {
        self.end();
        self.made.clear();
    }
}

/// The window under X11; nothing where another system draws it.
fn x11_window(handle: RawWindowHandle) -> Option<u32> {
    match handle {
        RawWindowHandle::Xlib(handle) => u32::try_from(handle.window).ok(),
        RawWindowHandle::Xcb(handle) => Some(handle.window.get()),
        _ => None,
    }
}

#[cfg(target_os = "linux")]
fn carry(
    from: (u32, Option<[i16; 2]>),
    offered: std::sync::mpsc::Receiver<Option<Offered>>,
    given_up: Arc<AtomicBool>,
    report: &Reporter,
) {
    let tell = report.clone();
    let begun = spawn("drag", report, move || {
        let ended = Cell::new(false);
        // Once it has ended, or was given up, another one may have begun.
        let news = |news| {
            let is_known = ended.replace(ended.get() || news == DragNews::Ended);
            if !is_known && !given_up.load(Ordering::Acquire) {
                tell.tell(Message::DragOut(news));
            }
        };
        if let Err(error) = xdnd::carry(from, offered, &given_up, &news) {
            tracing::warn!("a drag broke off: {error}");
        }
        news(DragNews::Ended);
    });
    if begun.is_none() {
        report.tell(Message::DragOut(DragNews::Ended));
    }
}

#[cfg(not(target_os = "linux"))]
fn carry(
    _: (u32, Option<[i16; 2]>),
    _: std::sync::mpsc::Receiver<Option<Offered>>,
    _: Arc<AtomicBool>,
    report: &Reporter,
) {
    report.tell(Message::DragOut(DragNews::Impossible));
}

/// What other programs can have of documents: the PDF of each that has one, the references of all others in one file, and a citation of each.
fn offer(
    chosen: &Chosen,
    style: CitationStyle,
    made: &Made,
    given_up: &AtomicBool,
) -> Result<Offered, String> {
    let unwanted = || given_up.load(Ordering::Acquire);
    let words = |error: &dyn std::fmt::Display| error.to_string();
    let library = Library::open_to_read(&chosen.library).map_err(|error| words(&error))?;
    let keys = match &chosen.which {
        Which::Keys(keys) => keys.as_slice(),
        _ => &[],
    };
    let (mut files, mut others, mut title) = (Vec::new(), Vec::new(), String::new());
    for key in keys {
        if unwanted() {
            return Ok(Offered::default());
        }
        let stored = match library.get_by_key(*key) {
            // As where they are cited, one that is damaged is passed over.
            Err(LibraryError::Damaged { .. }) => continue,
            stored => stored.map_err(|error| words(&error))?,
        };
        let Some(stored) = stored else { continue };
        match pdf_of(&stored.document).filter(|path| path.is_file()) {
            Some(path) => files.push(std::path::absolute(path).map_err(|error| words(&error))?),
            None => {
                others.push(*key);
                title = stored.document.title;
            }
        }
    }
    if !others.is_empty() {
        let folder = made.place()?.folder().map_err(|error| words(&error))?;
        let name = match others.len() {
            1 => file_name(&title),
            count => format!("Corpus Atlas ({count})"),
        };
        let path = folder.path().join(format!("{name}.ris"));
        let written = library.export_to(&path, ExportFormat::Ris, Some(&others), &unwanted);
        written.map_err(|error| words(&error))?;
        files.push(path);
        made.keep(folder, unwanted);
    }
    let citable: &[i64] = if keys.len() > export::CITATIONS {
        &[]
    } else {
        keys
    };
    let cited = export::citations(&library, citable, style, &unwanted, &mut |_, _| {})?;
    Ok(Offered {
        files: files
            .iter()
            .map(|path| format!("{}\r\n", address(path)))
            .collect(),
        citations: cited.join("\n"),
    })
}

/// A title as every file system takes it for a name.
fn file_name(title: &str) -> String {
    let letters = title.chars().map(|letter| match letter {
        letter if letter.is_alphanumeric() || " -_,()".contains(letter) => letter,
        _ => ' ',
    });
    let name: String = letters.collect();
    let words: Vec<&str> = name.split_whitespace().collect();
    let name: String = words.join(" ").chars().take(NAME).collect();
    match name.trim() {
        "" => "document".to_owned(),
        name => name.to_owned(),
    }
}

/// The address of a file (RFC 8089), whatever bytes its path has.
fn address(path: &Path) -> String {
    let mut address = "file://".to_owned();
    for byte in path.as_os_str().as_encoded_bytes() {
        match byte {
            byte if byte.is_ascii_alphanumeric() || b"/-._~".contains(byte) => {
                address.push(char::from(*byte));
            }
            byte => {
                // Writing to a string does not fail.
                let _ = write!(address, "%{byte:02X}");
            }
        }
    }
    address
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use library::{Document, Source};

    fn document(id: &str, title: &str, path: PathBuf) -> (Document, grounding::Grounding) {
        let document = Document {
            id: id.into(),
            title: title.into(),
            text: "The spleen.".into(),
            year: Some(2020),
            source: Source {
                path,
                record: 1,
                line: None,
            },
            ..Document::default()
        };
        (document, grounding::Grounding::default())
    }

    #[test]
    fn a_document_is_given_as_its_pdf_or_as_a_reference_and_cited() {
        let dir = tempfile::tempdir().unwrap();
        let pdf = dir.path().join("stones & sand.pdf");
        std::fs::write(&pdf, "%PDF").unwrap();
        let path = dir.path().join("papers.atlas");
        let documents = [
            document("a", "Stones: in the duct?", pdf),
            document("b", "Torn spleens / 2020", dir.path().join("gone.pdf")),
            document("c", "Quiet livers", dir.path().join("all.jsonl")),
        ];
        let mut library = Library::create(&path).unwrap();
        library.add(&documents).unwrap();
        let keys = library.keys().unwrap();
        drop(library);
        let made = Made::within(&dir.path().join("dragged"));
        let offered = |which: &[i64]| {
            let chosen = Chosen {
                library: path.clone(),
                which: Which::Keys(which.to_vec()),
            };
            offer(
                &chosen,
                CitationStyle::Vancouver,
                &made,
                &AtomicBool::new(false),
            )
            .unwrap()
        };
        let read = |address: &str| {
            let path = address.strip_prefix("file://").unwrap().replace("%20", " ");
            let path = path.replace("%28", "(").replace("%29", ")");
            (std::fs::read_to_string(&path).unwrap(), path)
        };

        let own = offered(&keys[..1]);
        assert!(
            own.files.ends_with("/stones%20%26%20sand.pdf\r\n"),
            "{own:?}"
        );
        assert!(own.citations.contains("Stones: in the duct"), "{own:?}");
        assert_eq!(made.count(), 0, "no file was made for it");

        let moved = offered(&keys[1..2]);
        let (reference, path) = read(moved.files.trim_end());
        assert!(path.ends_with("/Torn spleens 2020.ris"), "{path}");
        assert!(reference.starts_with("TY  - ") && reference.contains("Torn spleens / 2020"));

        let all = offered(&keys);
        let lines: Vec<&str> = all.files.split_terminator("\r\n").collect();
        assert_eq!(lines.len(), 2, "{all:?}");
        let (reference, path) = read(lines[1]);
        assert!(path.ends_with("/Corpus Atlas (2).ris"), "{path}");
        assert_eq!(reference.matches("TY  - ").count(), 2);
        assert_eq!(all.citations.lines().count(), 3);
    }

    #[test]
    fn every_title_becomes_a_name_of_a_file() {
        assert_eq!(file_name("../Of ducts: \"stones\"\n"), "Of ducts stones");
        assert_eq!(file_name("???"), "document");
        assert_eq!(file_name(&"é".repeat(300)).chars().count(), NAME);
        assert_eq!(address(Path::new("/a b/ü")), "file:///a%20b/%C3%BC");
    }
}
