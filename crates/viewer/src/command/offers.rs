//! The commands that need no further words: one table for menus, palette, key help and documents.

use anatomy::{Region, System};
use language::say;
use library::Order;

use super::about::{About, Menu};
use super::{
    AtlasCommand, BodyCommand, Command, HistoryCommand, ImportCommand, LibraryCommand,
    OrganiseCommand, QuizCommand, SectionCommand, SelectCommand, TextCommand, TourCommand,
    ViewCommand, WindowCommand,
};
use crate::{FEMALE, Palette, PanelTab, Popover, SectionPreset, StandardView, Theme};

/// How many tours ship.
const TOURS: usize = 3;

/// A command that needs no further words, with how it is offered.
#[derive(Clone, Debug, PartialEq)]
pub struct Offer {
    /// The command.
    pub command: Command,
    /// How.
    pub about: About,
}

/// The commands that need no further words, in the order of the menus. All of them have a menu.
pub fn offers() -> Vec<Offer> {
    let library = [
        LibraryCommand::OpenFiles,
        LibraryCommand::OpenFolder,
        LibraryCommand::OpenLibrary,
        LibraryCommand::Export,
        LibraryCommand::ExportAll,
        LibraryCommand::CopyCitations,
        LibraryCommand::SaveCopy,
        LibraryCommand::CancelImport,
        LibraryCommand::PlaceAnew,
        LibraryCommand::NotHere,
        LibraryCommand::CompactLibrary,
    ];
    let history = [
        HistoryCommand::Undo,
        HistoryCommand::Redo,
        HistoryCommand::Back,
        HistoryCommand::Forward,
    ];
    use OrganiseCommand::{Compare, EndComparison, TryAgain, Widen};
    let organise = [TryAgain, Widen, Compare, EndComparison];
    let select = [
        SelectCommand::FindSimilar(None),
        SelectCommand::FindLikeText,
        SelectCommand::SideBySide,
        SelectCommand::TogglePage,
        SelectCommand::TurnPage(1),
        SelectCommand::TurnPage(-1),
        SelectCommand::StepInList(1),
        SelectCommand::StepInList(-1),
        SelectCommand::SortBy(Order::Relevance),
        SelectCommand::SortBy(Order::Newest),
        SelectCommand::SortBy(Order::Oldest),
        SelectCommand::TickAll,
        SelectCommand::UntickAll,
        SelectCommand::ClearSelection,
        SelectCommand::StepDeeper(1),
        SelectCommand::StepDeeper(-1),
    ];
    let text = [TextCommand::ToggleWhy, TextCommand::KeepVariant];
    let atlas = [
        AtlasCommand::ShowAtlas(None),
        AtlasCommand::ShowAtlas(Some(FEMALE.to_owned())),
        AtlasCommand::ImportAtlasFiles,
        AtlasCommand::ImportAtlasFolder,
        AtlasCommand::ToggleGetAtlas,
        AtlasCommand::ToggleNames,
    ];
    let window = [
        WindowCommand::FocusAsk,
        WindowCommand::GoToList,
        WindowCommand::ShowTab(PanelTab::Document),
        WindowCommand::ShowTab(PanelTab::Text),
        WindowCommand::ShowTab(PanelTab::Problems),
        WindowCommand::ToggleBodyPanel,
        WindowCommand::ToggleSidePanel,
        WindowCommand::StackDocument,
        WindowCommand::SwapPanels,
        WindowCommand::DockAtHome,
        WindowCommand::ToggleLibraryPanel,
        WindowCommand::ToggleViewPanel,
        WindowCommand::ToggleTimeline,
        WindowCommand::ToggleFacets,
        WindowCommand::TogglePresentation,
        WindowCommand::SavePicture,
        WindowCommand::Escape,
        WindowCommand::Quit,
    ];
    let mut all: Vec<Command> = Vec::new();
    all.extend(library.map(Command::from));
    all.extend([ImportCommand::AddClipboard, ImportCommand::WatchFolder].map(Command::from));
    all.extend(history.map(Command::from));
    all.extend(organise.map(Command::from));
    all.extend(select.map(Command::from));
    all.extend(scene());
    all.extend(System::ALL.map(|system| BodyCommand::ToggleSystem(system).into()));
    all.extend(Region::ALL.map(|region| BodyCommand::ToggleRegion(region).into()));
    all.extend((1..=9).map(|number| ViewCommand::GoToNumberedView(number).into()));
    all.extend(StandardView::ALL.map(|view| ViewCommand::View(view).into()));
    all.extend(text.map(Command::from));
    all.extend(atlas.map(Command::from));
    all.extend(Popover::ALL.map(|popover| WindowCommand::TogglePopover(popover).into()));
    all.extend(learning());
    all.extend(window.map(Command::from));
    all.extend(dress());
    all.extend((0..TOURS).map(|tour| TourCommand::PlayTour(tour).into()));
    let offer = |command: Command| Offer {
        about: command.about(),
        command,
    };
    let mut offers: Vec<Offer> = all.into_iter().map(offer).collect();
    let place = |offer: &Offer| {
        Menu::ALL
            .iter()
            .position(|menu| Some(*menu) == offer.about.menu)
    };
    offers.sort_by_key(place);
    offers
}

/// What concerns the body and the view of it.
fn scene() -> impl Iterator<Item = Command> {
    let body = [
        BodyCommand::ToggleRecede,
        BodyCommand::RestoreHidden,
        BodyCommand::ResetVisibility,
        BodyCommand::ToggleLabels,
    ];
    let section = [
        SectionCommand::AddSection {
            preset: SectionPreset::Facing,
            through: None,
        },
        SectionCommand::ClearSections,
    ];
    let view = [
        ViewCommand::ToggleDrawAround,
        ViewCommand::ToggleDrawBox,
        ViewCommand::ToggleProbe,
        ViewCommand::ToggleSeveral,
        ViewCommand::ToggleMeasure,
        ViewCommand::ClearMeasurements,
        ViewCommand::ToggleSlices,
        ViewCommand::HoldSlices,
    ];
    let body = body.into_iter().map(Command::from);
    let section = section.into_iter().map(Command::from);
    body.chain(section).chain(view.map(Command::from))
}

/// How body and window look; menus leave it to the panel for that.
fn dress() -> impl Iterator<Item = Command> {
    let palettes = Palette::ALL.map(BodyCommand::SetPalette);
    let apart = [BodyCommand::Explode(1.0), BodyCommand::Explode(0.0)];
    let body = palettes.into_iter().chain(apart).map(Command::from);
    let themes = Theme::ALL.map(ViewCommand::SetTheme);
    let motion = [true, false].map(ViewCommand::LessMotion);
    let window = themes.into_iter().chain(motion).map(Command::from);
    body.chain(window)
}

/// What concerns tours and the quiz.
fn learning() -> impl Iterator<Item = Command> {
    let tours = [
        TourCommand::PreviousStop,
        TourCommand::NextStop,
        TourCommand::PlayOrPause,
        TourCommand::EndTour,
        TourCommand::NewTour,
        TourCommand::OpenTour,
        TourCommand::SaveVideo(None),
    ];
    let quiz = std::iter::once(QuizCommand::EndQuiz.into());
    tours.map(Command::from).into_iter().chain(quiz)
}

/// What the pointer does, and keys that are no commands, for the key help.
pub fn pointer_help() -> [(String, String); 12] {
    [
        (say!("pointer-click"), say!("pointer-click-does")),
        (say!("pointer-drag"), say!("pointer-drag-does")),
        (say!("pointer-pan"), say!("pointer-pan-does")),
        (say!("pointer-wheel"), say!("pointer-wheel-does")),
        (say!("pointer-arrows"), say!("pointer-arrows-does")),
        (say!("pointer-slices"), say!("pointer-slices-does")),
        (say!("pointer-measure"), say!("pointer-measure-does")),
        (say!("pointer-timeline"), say!("pointer-timeline-does")),
        (say!("pointer-rows"), say!("pointer-rows-does")),
        (say!("pointer-pull"), say!("pointer-pull-does")),
        (say!("pointer-add"), say!("pointer-add-does")),
        (say!("pointer-menu"), say!("pointer-menu-does")),
    ]
}

/// The shortcuts and what they do, then what the pointer does, for the key help.
pub fn key_help() -> Vec<(String, String)> {
    let offered = offers().into_iter();
    let keys = offered.filter_map(|offer| {
        let label = offer.about.label();
        let label = label.trim_end_matches('…').to_owned();
        Some((offer.about.keys()?, label))
    });
    keys.chain(pointer_help()).collect()
}

/// The shortcuts as a table in Markdown, for the README.
pub fn keys_table() -> String {
    let mut table = String::from("| keys | what they do |\n|---|---|\n");
    for (keys, label) in key_help() {
        table += &format!("| {keys} | {label} |\n");
    }
    table
}
