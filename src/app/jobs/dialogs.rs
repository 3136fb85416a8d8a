//! File dialogs and the system's own programs, on threads of their own: the window stays alive behind them.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use language::say;
use viewer::{Dialog, Message};

use super::{Answer, Reporter, spawn};

/// A dialog that is gone again so soon was never there: the system has none. Nobody cancels so fast.
const TOO_SOON: Duration = Duration::from_millis(250);

/// Endings of label volumes and surfaces.
const ATLAS_ENDINGS: [&str; 19] = [
    "nii", "gz", "nrrd", "nhdr", "mha", "mhd", "dcm", "tif", "tiff", "png", "glb", "gltf", "obj",
    "stl", "ply", "off", "vtk", "vtp", "zip",
];

/// Asks for a path; the answer comes back as a command. Where the system offers no dialog, the window is told.
pub fn ask(dialog: Dialog, report: &Reporter) {
    let tell = report.clone();
    spawn("dialog", report, move || {
        let began = Instant::now();
        let paths = choose(dialog);
        let failed = paths.is_none() && began.elapsed() < TOO_SOON;
        if failed {
            tell.tell(Message::NoDialog(dialog));
        } else if let Some(command) = dialog.answer(paths.unwrap_or_default()) {
            tell.send(Answer::Do(Box::new(command)));
        }
    });
}

fn choose(dialog: Dialog) -> Option<Vec<PathBuf>> {
    let window = rfd::FileDialog::new().set_title(dialog.title());
    let one = |path: Option<PathBuf>| path.map(|path| vec![path]);
    match dialog {
        Dialog::Documents => window
            .add_filter(say!("worker-files-documents"), &library::import_endings())
            .pick_files(),
        Dialog::Folder
        | Dialog::WatchedFolder
        | Dialog::AtlasFolder
        | Dialog::TourPictures(_)
        | Dialog::Originals => one(window.pick_folder()),
        Dialog::Library => one(window
            .add_filter(say!("worker-files-library"), &["atlas", "sqlite", "db"])
            .add_filter(say!("worker-files-data-set"), &["parquet"])
            .pick_file()),
        Dialog::Export | Dialog::ExportAll | Dialog::ExportDocument(_) => {
            let formats = library::export_formats();
            let window = formats.iter().fold(window, |window, (name, ending, _)| {
                window.add_filter(viewer::format_in_words(name), &[*ending])
            });
            let name = match dialog {
                Dialog::ExportDocument(_) => "document.ris",
                _ => "documents.csv",
            };
            one(window.set_file_name(name).save_file())
        }
        Dialog::LibraryCopy => one(window
            .add_filter(say!("worker-files-library"), &["atlas"])
            .set_file_name("copy.atlas")
            .save_file()),
        Dialog::Picture => one(window
            .add_filter("PNG", &["png"])
            .set_file_name("body.png")
            .save_file()),
        Dialog::Tour => one(window
            .add_filter(say!("worker-files-tour"), &["json"])
            .pick_file()),
        Dialog::TourCopy => one(window
            .add_filter(say!("worker-files-tour"), &["json"])
            .set_file_name("tour.json")
            .save_file()),
        Dialog::TourVideo(_) => one(window
            .add_filter("MP4", &["mp4"])
            .set_file_name("tour.mp4")
            .save_file()),
        Dialog::AtlasFiles => window
            .add_filter(say!("worker-files-atlas"), &ATLAS_ENDINGS)
            .pick_files(),
        Dialog::ClassNames => one(window
            .add_filter(
                say!("worker-files-names"),
                &["csv", "tsv", "json", "txt", "ctbl"],
            )
            .pick_file()),
    }
}

/// Opens a document's file or web address with the system's own program.
pub fn open_source(document: &library::Document) -> Result<(), String> {
    let target = document
        .source
        .address()
        .or_else(|| document.url.clone())
        .filter(|url| url.starts_with("https://") || url.starts_with("http://"))
        .or_else(|| {
            let attached = viewer::pdf_of(document);
            let places = attached.into_iter().chain([&*document.source.path]);
            let mut there = places.filter(|path| path.exists());
            there.next().map(|path| path.display().to_string())
        })
        .or_else(|| {
            let doi = document.doi.as_ref();
            doi.map(|doi| format!("https://doi.org/{doi}"))
        })
        .ok_or_else(|| say!("worker-no-source"))?;
    open_with_system(&target)
}

/// Opens a file or a folder with the system's own program; of what lies in an archive or is gone, what it lies in.
pub fn open_path(path: &Path) -> Result<(), String> {
    let there = path.ancestors().find(|path| path.exists());
    let there = there.ok_or_else(|| say!("worker-no-source"))?;
    open_with_system(&there.display().to_string())
}

fn open_with_system(target: &str) -> Result<(), String> {
    open::that_detached(target).map_err(|error| {
        let error = error.to_string();
        say!("worker-source-not-opened", source = target, error = error)
    })
}
