//! Every user action, once: the menus, the palette, the shortcuts, scripts and tests all speak in these.

use std::path::PathBuf;

use bevy::prelude::{KeyCode, Message};
use serde::{Deserialize, Serialize};

use super::atlases::ImportForm;
use super::looking::{Palette, QualityChoice, SectionPlane, SectionPreset, ThemeChoice};
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
    /// Place anew the documents that another version of the model placed.
    PlaceAnew,
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
    /// Tint the words of the open document by how much they speak for its place, or no longer.
    ToggleWhy,
    /// Ask how much the words of the open document speak for a structure (catalogue id).
    ExplainStructure(String),
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
    /// Give a structure and its parts an opacity: 1 solid, 0 hidden, a ghost between.
    SetOpacity(String, f32),
    /// Cut the body open with one more plane; through the crosshair's point when `at_crosshair`.
    AddSection {
        /// Which way.
        preset: SectionPreset,
        /// Through the crosshair rather than the middle of the view.
        at_crosshair: bool,
    },
    /// Change a section plane (its place in the list).
    SetSection(usize, SectionPlane),
    /// Take a section plane away.
    RemoveSection(usize),
    /// Close the body again.
    ClearSections,
    /// Show all tissue on the face of a cut, or only what is drawn.
    FillCut(bool),
    /// Move the structures apart: 0 together, 1 apart.
    Explode(f32),
    /// Colour the body.
    SetPalette(Palette),
    /// Show or hide names with leader lines.
    ToggleLabels,
    /// Show or hide the three slices.
    ToggleSlices,
    /// Move the point where the slices cross, LPS mm.
    Crosshair([f32; 3]),
    /// Take up or lay down the measuring tool.
    ToggleMeasure,
    /// Set an end of a distance, LPS mm.
    MeasurePoint([f32; 3]),
    /// Forget the measured distances.
    ClearMeasurements,
    /// Keep the present view under a name; an older one of that name is replaced.
    SaveView(String),
    /// Return to a saved view.
    GoToView(String),
    /// Forget a saved view.
    RemoveView(String),
    /// Go to the next structure under the cursor, deeper (1) or nearer (-1).
    StepDeeper(i32),
    /// Open or close the panel of sections, colours and views.
    ToggleLookPanel,
    /// Show nothing but the stage, with large labels, or the panels again.
    TogglePresentation,
    /// Dark or light window.
    SetTheme(ThemeChoice),
    /// How much the renderer is asked for.
    SetQuality(QualityChoice),
    /// Ask for a file and save a clean picture of the stage.
    SavePicture,
    /// Save a clean picture of the stage (no panels) at any size.
    SavePictureTo {
        /// PNG to write.
        path: PathBuf,
        /// Width and height in pixels.
        size: [u32; 2],
        /// Leave the background out.
        transparent: bool,
    },
    /// Put an installed atlas on the stage (its folder name), or the modelled torso.
    ShowAtlas(Option<String>),
    /// Ask for files and make an atlas of them.
    ImportAtlasFiles,
    /// Ask for a folder and make an atlas of what is in it.
    ImportAtlasFolder,
    /// Make an atlas of files and folders and install it.
    ImportAtlas(Vec<PathBuf>),
    /// Open the window in which an atlas to be made of files and folders is given a name and options.
    PrepareAtlas(Vec<PathBuf>),
    /// Make an atlas as that window says, and install it.
    ImportAtlasAs(Box<ImportForm>),
    /// Ask for the file that says what label values stand for.
    AskForClassNames,
    /// Take the names of label values from this file.
    ClassNamesFrom(PathBuf),
    /// Show the names of an installed atlas (its folder name) and what they were matched to, or close that panel.
    ShowNames(Option<String>),
    /// The same for the atlas on the stage, or close the panel.
    ToggleNames,
    /// Decide by hand what a name of that atlas stands for; it is carried out by [`Command::ApplyNames`].
    MapName {
        /// As the source writes it.
        name: String,
        /// Catalogue id; "" for a structure of its own, "-" to leave it out, nothing to leave it to the rules.
        to: Option<String>,
    },
    /// Take back what was decided and not yet applied.
    UndoNames,
    /// Make the atlas again with the names as decided by hand.
    ApplyNames,
    /// Ask where the files now are that an atlas was made of.
    AskForOriginals,
    /// Make the atlas of these from now on.
    OriginalsAt(Vec<PathBuf>),
    /// Open or close the list of public atlases.
    ToggleGetAtlas,
    /// Fetch a public atlas.
    GetAtlas(String),
    /// Stop the download.
    CancelGetAtlas,
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
            Command::PlaceAnew,
            "Place documents anew that an older model placed",
            None,
            "",
        ),
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
            Command::ToggleWhy,
            "Why: tint the words that speak for the place",
            Some((KeyW, false)),
            "W",
        ),
        offer(
            Command::ImportAtlasFiles,
            "Import an atlas from files…",
            None,
            "",
        ),
        offer(
            Command::ImportAtlasFolder,
            "Import an atlas from a folder…",
            None,
            "",
        ),
        offer(Command::ToggleGetAtlas, "Get an atlas…", None, ""),
        offer(Command::ToggleNames, "Names of the atlas…", None, ""),
        offer(
            Command::ShowAtlas(None),
            "Show the modelled torso",
            None,
            "",
        ),
        offer(
            Command::ToggleLookPanel,
            "Cut, colours and views",
            Some((KeyC, false)),
            "C",
        ),
        offer(
            Command::AddSection {
                preset: SectionPreset::Facing,
                at_crosshair: false,
            },
            "Cut the body open towards you",
            Some((KeyX, false)),
            "X",
        ),
        offer(Command::ClearSections, "Close the cuts", None, ""),
        offer(Command::ToggleSlices, "Slices", Some((KeyS, false)), "S"),
        offer(
            Command::ToggleLabels,
            "Labels with leader lines",
            Some((KeyK, false)),
            "K",
        ),
        offer(
            Command::ToggleMeasure,
            "Measure a distance",
            Some((KeyM, false)),
            "M",
        ),
        offer(
            Command::ClearMeasurements,
            "Forget the measured distances",
            None,
            "",
        ),
        offer(
            Command::StepDeeper(1),
            "Step to the structure behind the one under the cursor",
            Some((Period, false)),
            ".",
        ),
        offer(
            Command::StepDeeper(-1),
            "Step back towards you",
            Some((Comma, false)),
            ",",
        ),
        offer(
            Command::TogglePresentation,
            "Presentation: only the stage",
            Some((F11, false)),
            "F11",
        ),
        offer(
            Command::SavePicture,
            "Save a picture of the stage…",
            Some((KeyP, true)),
            "Ctrl P",
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
