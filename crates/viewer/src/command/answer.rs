//! From the answer of a dialog to the command that it was for.

use std::path::PathBuf;

use super::{AtlasCommand, Command, ImportCommand, LibraryCommand, TourCommand, WindowCommand};
use crate::Dialog;

impl Dialog {
    /// The command that carries on with the paths that were chosen; nothing without one.
    pub fn answer(self, mut paths: Vec<PathBuf>) -> Option<Command> {
        if paths.is_empty() {
            return None;
        }
        Some(match self {
            Self::Documents | Self::Folder => ImportCommand::AddFiles(paths).into(),
            Self::WatchedFolder => ImportCommand::WatchFolderAt(paths.remove(0)).into(),
            Self::Library => LibraryCommand::OpenLibraryAt(paths.remove(0)).into(),
            Self::Export => LibraryCommand::ExportTo(paths.remove(0)).into(),
            Self::ExportAll => LibraryCommand::ExportAllTo(paths.remove(0)).into(),
            Self::ExportDocument(key) => {
                let path = paths.remove(0);
                LibraryCommand::ExportDocumentTo { key, path }.into()
            }
            Self::LibraryCopy => LibraryCommand::SaveCopyTo(paths.remove(0)).into(),
            Self::Picture => WindowCommand::SavePictureIn(paths.remove(0)).into(),
            Self::Tour => TourCommand::OpenTourAt(paths.remove(0)).into(),
            Self::TourCopy => TourCommand::SaveTourTo(paths.remove(0)).into(),
            Self::TourPictures(tour) => {
                let folder = paths.remove(0);
                TourCommand::SavePicturesIn { tour, folder }.into()
            }
            Self::TourVideo(tour) => {
                let path = paths.remove(0);
                TourCommand::SaveVideoTo { tour, path }.into()
            }
            Self::AtlasFiles | Self::AtlasFolder => AtlasCommand::PrepareAtlas(paths).into(),
            Self::ClassNames => AtlasCommand::ClassNamesFrom(paths.remove(0)).into(),
            Self::Originals => AtlasCommand::OriginalsAt(paths).into(),
        })
    }
}
