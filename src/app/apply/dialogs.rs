//! File dialogs and the system's own programs, on threads of their own: the window stays alive behind them.

use std::path::PathBuf;

use bevy::prelude::*;

use crate::app::command::Command;

/// Pixels of a picture saved by the dialog: a slide at twice full HD.
const PICTURE_SIZE: [u32; 2] = [3840, 2160];

/// Dialogs run on a thread of their own: the window stays alive behind them. Their answer comes back as a command.
pub fn ask_for_path(command: Command, library: &std::path::Path) {
    let folder = library.parent().map(PathBuf::from);
    let answers = DIALOG_ANSWERS.0.clone();
    let name = "dialog".to_owned();
    let spawned = std::thread::Builder::new().name(name).spawn(move || {
        let dialog = rfd::FileDialog::new();
        let answer = match command {
            Command::OpenFiles => dialog
                .set_title("Add documents")
                .add_filter(
                    "Documents",
                    &["txt", "md", "pdf", "ris", "nbib", "jsonl", "gz"],
                )
                .pick_files()
                .map(Command::Import),
            Command::OpenFolder => dialog
                .set_title("Add a folder")
                .pick_folder()
                .map(|folder| Command::Import(vec![folder])),
            Command::Export => dialog
                .set_title("Export documents")
                .add_filter("CSV", &["csv"])
                .add_filter("JSON lines", &["jsonl"])
                .set_file_name("documents.csv")
                .save_file()
                .map(Command::ExportTo),
            Command::ImportAtlasFiles => dialog
                .set_title("Import an atlas")
                .add_filter(
                    "Label volumes and surfaces",
                    &[
                        "nii", "gz", "nrrd", "nhdr", "mha", "mhd", "dcm", "tif", "tiff", "png",
                        "glb", "gltf", "obj", "stl", "ply", "off",
                    ],
                )
                .pick_files()
                .map(Command::PrepareAtlas),
            Command::ImportAtlasFolder => dialog
                .set_title("Import an atlas from a folder")
                .pick_folder()
                .map(|folder| Command::PrepareAtlas(vec![folder])),
            Command::AskForClassNames => dialog
                .set_title("What the label values stand for")
                .add_filter("Tables of names", &["csv", "tsv", "json", "txt", "ctbl"])
                .pick_file()
                .map(Command::ClassNamesFrom),
            Command::AskForOriginals => dialog
                .set_title("The folder in which the original files are now")
                .pick_folder()
                .map(|folder| Command::OriginalsAt(vec![folder])),
            Command::SavePicture => dialog
                .set_title("Save a picture of the stage")
                .add_filter("PNG", &["png"])
                .set_file_name("body.png")
                .save_file()
                .map(|path| Command::SavePictureTo {
                    path,
                    size: PICTURE_SIZE,
                    transparent: false,
                }),
            _ => {
                let dialog = folder.map_or_else(rfd::FileDialog::new, |folder| {
                    rfd::FileDialog::new().set_directory(folder)
                });
                dialog
                    .set_title("Open a library")
                    .add_filter("Corpus Atlas library", &["atlas", "sqlite", "db"])
                    .pick_file()
                    .map(Command::OpenLibraryAt)
            }
        };
        if let (Some(answer), Ok(answers)) = (answer, answers.lock()) {
            let _ = answers.send(answer);
        }
    });
    if let Err(error) = spawned {
        error!("the dialog could not be opened: {error}");
    }
}

type DialogChannel = (
    std::sync::Arc<std::sync::Mutex<std::sync::mpsc::Sender<Command>>>,
    std::sync::Mutex<std::sync::mpsc::Receiver<Command>>,
);
pub static DIALOG_ANSWERS: std::sync::LazyLock<DialogChannel> = std::sync::LazyLock::new(|| {
    let (sender, receiver) = std::sync::mpsc::channel();
    (
        std::sync::Arc::new(std::sync::Mutex::new(sender)),
        std::sync::Mutex::new(receiver),
    )
});

/// Opens a document's file or web address with the system's own program.
pub fn open_source(document: &library::Document) -> Result<(), String> {
    let target = document
        .url
        .clone()
        .filter(|url| url.starts_with("https://") || url.starts_with("http://"))
        .or_else(|| {
            document
                .source
                .path
                .exists()
                .then(|| document.source.path.display().to_string())
        })
        .or_else(|| {
            document
                .doi
                .as_ref()
                .map(|doi| format!("https://doi.org/{doi}"))
        })
        .ok_or_else(|| {
            "neither a file on this machine nor a web address is known for it".to_owned()
        })?;
    open::that_detached(&target).map_err(|error| format!("{target} could not be opened: {error}"))
}
