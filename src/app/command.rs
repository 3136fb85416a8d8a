//! Every user action, once: the menus, the palette, the shortcuts, scripts and tests all speak in these.

use std::path::PathBuf;

use bevy::prelude::{KeyCode, Message};
use serde::{Deserialize, Serialize};

use super::scene::camera::StandardView;
use super::state::{Look, PanelTab};

/// One user action. What a command needs to know travels with it, so that a list of commands can be replayed.
#[derive(Message, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Ask for files in a dialog and import them.
    OpenFiles,
    /// Ask for a folder in a dialog and import what is in it.
    OpenFolder,
    /// Import files and folders.
    Import(Vec<PathBuf>),
    /// Stop the import that is running; what has landed stays.
    CancelImport,
    /// Show, ghost or hide a structure and its parts (catalogue id).
    SetLook(String, Look),
    /// Hide everything but a structure.
    Isolate(String),
    /// Bring back what was hidden by hand.
    RestoreHidden,
    /// Return to the first look of the body.
    ResetLooks,
    /// Let everything but the selection recede, or not.
    ToggleFocus,
    /// Select a structure; the point (LPS mm) orders its documents by distance.
    SelectStructure {
        /// Catalogue id.
        structure: String,
        /// Clicked point, LPS mm; the structure's centroid when absent.
        point_mm: Option<[f32; 3]>,
    },
    /// Select a document by its key in the library and fly to it.
    SelectDocument(i64),
    /// Hover a document's row or marker.
    HoverDocument(Option<i64>),
    /// Select nothing.
    ClearSelection,
    /// List the nearest documents to the selected point rather than those of the selected structure, or back.
    RankByPoint(bool),
    /// Search titles and texts.
    SearchText(String),
    /// Turn to a standard view.
    View(StandardView),
    /// Look at a point (LPS mm) from the present side, at a distance in mm.
    FlyTo {
        /// LPS mm.
        point_mm: [f32; 3],
        /// mm from the eye.
        distance_mm: f32,
    },
    /// The live text has changed.
    LiveText(String),
    /// Show a tab of the right panel.
    ShowTab(PanelTab),
    /// Fold or unfold the body panel.
    ToggleBodyPanel,
    /// Fold or unfold the right panel.
    ToggleSidePanel,
    /// Open the source of a document (its file or web address) with the system's program for it.
    OpenSource(i64),
    /// Remove a document from the library.
    RemoveDocument(i64),
    /// Save the library's documents as a file; the ending chooses CSV or JSONL.
    Export,
    /// Same, to a given path.
    ExportTo(PathBuf),
    /// Ask for a library file and open it.
    OpenLibrary,
    /// Open a library file, creating it when it does not exist.
    OpenLibraryAt(PathBuf),
    /// Save a picture of the window.
    Screenshot(PathBuf),
    /// Show the keyboard shortcuts.
    ToggleHelp,
    /// Leave.
    Quit,
}

/// How a plain command is offered: its words and its key.
pub struct Offer {
    /// The command.
    pub command: Command,
    /// Sentence case; ends in "…" when it opens a dialog.
    pub label: &'static str,
    /// Key, and whether Ctrl goes with it.
    pub shortcut: Option<(KeyCode, bool)>,
    /// How the shortcut is written.
    pub keys: &'static str,
}

/// The commands that need no argument: menu, palette, shortcut list and keyboard are all made from this.
pub fn offers() -> Vec<Offer> {
    use KeyCode::*;
    let offer = |command, label, shortcut, keys| Offer {
        command,
        label,
        shortcut,
        keys,
    };
    let mut all = vec![
        offer(
            Command::OpenFiles,
            "Add documents…",
            Some((KeyO, true)),
            "Ctrl O",
        ),
        offer(
            Command::OpenFolder,
            "Add a folder…",
            Some((KeyD, true)),
            "Ctrl D",
        ),
        offer(
            Command::OpenLibrary,
            "Open a library…",
            Some((KeyL, true)),
            "Ctrl L",
        ),
        offer(
            Command::Export,
            "Export documents…",
            Some((KeyE, true)),
            "Ctrl E",
        ),
        offer(Command::CancelImport, "Cancel the import", None, ""),
        offer(
            Command::ClearSelection,
            "Clear the selection",
            Some((Escape, false)),
            "Esc",
        ),
        offer(
            Command::ToggleFocus,
            "Let the rest recede when something is selected",
            Some((KeyF, false)),
            "F",
        ),
        offer(
            Command::RestoreHidden,
            "Restore hidden structures",
            Some((KeyH, false)),
            "H",
        ),
        offer(
            Command::ResetLooks,
            "Reset the body's look",
            Some((KeyR, false)),
            "R",
        ),
        offer(
            Command::ToggleBodyPanel,
            "Fold the body panel",
            Some((KeyB, false)),
            "B",
        ),
        offer(
            Command::ToggleSidePanel,
            "Fold the side panel",
            Some((KeyN, false)),
            "N",
        ),
        offer(
            Command::ShowTab(PanelTab::Text),
            "Place a text",
            Some((KeyT, false)),
            "T",
        ),
        offer(
            Command::ShowTab(PanelTab::Results),
            "Show the results",
            Some((KeyL, false)),
            "L",
        ),
        offer(
            Command::ShowTab(PanelTab::Problems),
            "Show the problems",
            Some((KeyP, false)),
            "P",
        ),
        offer(
            Command::ToggleHelp,
            "Keyboard shortcuts and about",
            Some((F1, false)),
            "F1",
        ),
        offer(Command::Quit, "Quit", Some((KeyQ, true)), "Ctrl Q"),
    ];
    let views: [(StandardView, &str, KeyCode, &str); 6] = [
        (StandardView::Anterior, "Anterior view", Digit1, "1"),
        (StandardView::Posterior, "Posterior view", Digit2, "2"),
        (StandardView::Left, "Left view", Digit3, "3"),
        (StandardView::Right, "Right view", Digit4, "4"),
        (StandardView::Superior, "Superior view", Digit5, "5"),
        (StandardView::Inferior, "Inferior view", Digit6, "6"),
    ];
    all.extend(views.into_iter().map(|(view, label, key, keys)| {
        offer(Command::View(view), label, Some((key, false)), keys)
    }));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_commands_share_a_shortcut_and_labels_are_in_sentence_case() {
        let mut seen = std::collections::HashSet::new();
        for offer in offers() {
            if let Some(shortcut) = offer.shortcut {
                assert!(
                    seen.insert(shortcut),
                    "{} reuses {}",
                    offer.label,
                    offer.keys
                );
                assert!(!offer.keys.is_empty());
            }
            assert!(offer.label.chars().next().is_some_and(char::is_uppercase));
            assert!(!offer.label.ends_with('.'));
        }
    }

    #[test]
    fn commands_are_data() {
        let script = vec![
            Command::View(StandardView::Left),
            Command::SelectStructure {
                structure: "liver".into(),
                point_mm: None,
            },
            Command::Quit,
        ];
        let text = serde_json::to_string(&script).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Command>>(&text).unwrap(), script);
    }
}
