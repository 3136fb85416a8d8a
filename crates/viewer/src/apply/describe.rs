//! Steps in words, for the History list and the notice after an undo.

use std::collections::BTreeSet;

use anatomy::{StructureIndex, Visibility};
use language::say;
use library::{MarkChange, Placement};

use crate::command::{
    BodyCommand, LibraryCommand, OrganiseCommand, Reading, SectionCommand, SelectCommand,
    ViewCommand,
};
use crate::{Command, SectionPreset, View, region_name, system_name};

/// A step in words. What is not told apart bears the command's label.
pub(super) fn step(command: &Command, view: &View) -> String {
    let plain = || command.about().label().trim_end_matches('…').to_owned();
    match command {
        Command::Body(command) => body(command, view).unwrap_or_else(plain),
        Command::Section(SectionCommand::AddSection { preset, .. }) => match preset {
            SectionPreset::Axial => say!("steps-axial-cut"),
            SectionPreset::Coronal => say!("steps-coronal-cut"),
            SectionPreset::Sagittal => say!("steps-sagittal-cut"),
            SectionPreset::Facing => say!("steps-facing-cut"),
        },
        Command::View(ViewCommand::SaveView(name)) => say!("steps-save-view", name = name.trim()),
        Command::View(ViewCommand::GoToView(name)) => say!("steps-go-to-view", name = name),
        Command::View(ViewCommand::GoToNumberedView(number)) => {
            let saved = view.scene.numbered_view(*number);
            let name = saved.map(|saved| &*saved.name).unwrap_or_default();
            say!("steps-go-to-view", name = name)
        }
        Command::View(ViewCommand::RemoveView(name)) => say!("steps-forget-view", name = name),
        Command::View(ViewCommand::MeasurePoint(_)) => say!("steps-measure"),
        Command::Organise(OrganiseCommand::Mark { keys, change }) => {
            let keys: BTreeSet<&i64> = keys.iter().collect();
            let there = keys
                .iter()
                .filter(|key| view.documents.position(***key).is_some());
            marked(change, there.count())
        }
        Command::Organise(OrganiseCommand::DropCollection(name)) => {
            say!("steps-drop-collection", name = name)
        }
        Command::Library(LibraryCommand::RemoveDocument(key)) => removal(&[*key], view),
        Command::Library(LibraryCommand::RemoveDocuments(keys)) => removal(keys, view),
        Command::Library(LibraryCommand::Correct { says, .. }) => match says {
            None => say!("steps-correction-back"),
            Some(Reading::NotAFinding) => say!("steps-correct-not-a-finding"),
            Some(Reading::OtherSide) => say!("steps-correct-other-side"),
            Some(Reading::BelongsHere) => match view.selection.structure {
                Some(structure) => {
                    let name = view.name_within(structure);
                    say!("steps-correct-belongs", name = name)
                }
                None => plain(),
            },
        },
        Command::Library(LibraryCommand::NotHere) => match super::correct::next_best(view) {
            Some(name) => say!("steps-correct-belongs", name = name),
            None => say!("steps-not-here"),
        },
        Command::Section(_)
        | Command::View(_)
        | Command::Library(_)
        | Command::Import(_)
        | Command::Organise(_)
        | Command::Select(
            SelectCommand::SelectStructure { .. }
            | SelectCommand::AddStructure(_)
            | SelectCommand::SelectDocument(_)
            | SelectCommand::SelectSecond(_)
            | SelectCommand::TickDocument(_)
            | SelectCommand::TickThrough(_)
            | SelectCommand::TickAll
            | SelectCommand::UntickAll
            | SelectCommand::SideBySide
            | SelectCommand::ReadBeside(_)
            | SelectCommand::TogglePage
            | SelectCommand::TurnPage(_)
            | SelectCommand::GoToPage(_)
            | SelectCommand::LookAtSentence(_)
            | SelectCommand::ListDrawnAround(_)
            | SelectCommand::ListAround { .. }
            | SelectCommand::ReadTitles(_)
            | SelectCommand::HoverDocument(_)
            | SelectCommand::PointAt(_)
            | SelectCommand::ClearSelection
            | SelectCommand::RankByPoint(_)
            | SelectCommand::SearchText(_)
            | SelectCommand::SearchWithin(_)
            | SelectCommand::FindSimilar(_)
            | SelectCommand::MoreLikeThese(_)
            | SelectCommand::NotLike(_)
            | SelectCommand::FindLikeText
            | SelectCommand::NearPlace(_)
            | SelectCommand::SortBy(_)
            | SelectCommand::StepInList(_)
            | SelectCommand::StepDeeper(_),
        )
        | Command::Text(_)
        | Command::Atlas(_)
        | Command::Window(_)
        | Command::Tour(_)
        | Command::Quiz(_)
        | Command::History(_) => plain(),
    }
}

fn body(command: &BodyCommand, view: &View) -> Option<String> {
    let name_of = |structure: &StructureIndex| {
        let name = view.name_within(*structure);
        (!name.is_empty()).then_some(name)
    };
    match command {
        BodyCommand::SetVisibility(structure, to) => {
            let name = name_of(structure)?;
            Some(match to {
                Visibility::Shown => say!("steps-show", name = name),
                Visibility::Ghost => say!("steps-ghost", name = name),
                Visibility::Hidden => say!("steps-hide", name = name),
            })
        }
        BodyCommand::SetSystemVisibility(system, to) => Some(set_of(system_name(*system), *to)),
        BodyCommand::SetRegionVisibility(region, to) => Some(set_of(region_name(*region), *to)),
        BodyCommand::ToggleRegion(region) => {
            let region = region_name(*region);
            Some(say!("steps-toggle-system", system = region))
        }
        BodyCommand::ToggleSystem(system) => {
            let system = system_name(*system);
            Some(say!("steps-toggle-system", system = system))
        }
        BodyCommand::SetSystemOpacity(system, _) => {
            let system = system_name(*system);
            Some(say!("steps-opacity-system", system = system))
        }
        BodyCommand::SetOpacity(structure, _) => {
            Some(say!("steps-opacity", name = name_of(structure)?))
        }
        BodyCommand::Isolate(structure) => Some(say!("steps-isolate", name = name_of(structure)?)),
        BodyCommand::SetPalette(palette) => Some(palette.label()),
        BodyCommand::Explode(amount) if *amount <= 0.0 => Some(say!("steps-together")),
        BodyCommand::ToggleLabels => Some(match view.scene.labels {
            true => say!("steps-hide-labels"),
            false => say!("steps-show-labels"),
        }),
        BodyCommand::Explode(_)
        | BodyCommand::RestoreHidden
        | BodyCommand::ResetVisibility
        | BodyCommand::ToggleRecede => None,
    }
}

/// How all of a system or a region is to be shown, in words.
fn set_of(system: String, to: Visibility) -> String {
    match to {
        Visibility::Shown => say!("steps-show-system", system = system),
        Visibility::Ghost => say!("steps-ghost-system", system = system),
        Visibility::Hidden => say!("steps-hide-system", system = system),
    }
}

/// A change of what is kept with documents in words.
fn marked(change: &MarkChange, count: usize) -> String {
    let what = match change {
        MarkChange::Tag(tag) => say!("steps-tag", tag = tag),
        MarkChange::Untag(tag) => say!("steps-untag", tag = tag),
        MarkChange::Collect(path) => say!("steps-collect", path = path),
        MarkChange::Uncollect(path) => say!("steps-uncollect", path = path),
        MarkChange::Note(_) => say!("steps-note"),
        MarkChange::Stars(0) => say!("steps-no-stars"),
        MarkChange::Stars(stars) => say!("steps-stars", count = *stars),
        MarkChange::Read(true) => say!("steps-read"),
        MarkChange::Read(false) => say!("steps-unread"),
        MarkChange::Placement(Some(Placement::Right)) => say!("steps-place-right"),
        MarkChange::Placement(Some(Placement::Wrong)) => say!("steps-place-wrong"),
        MarkChange::Placement(None) => say!("steps-place-unsaid"),
    };
    match count {
        1 => what,
        _ => say!("steps-several", what = what, count = count),
    }
}

/// The removal of documents in words.
fn removal(keys: &[i64], view: &View) -> String {
    let titles: Vec<&str> = keys
        .iter()
        .filter_map(|key| view.documents.title(*key))
        .collect();
    removed(&titles, keys.len())
}

/// The removal of documents of these titles in words.
pub(super) fn removed(titles: &[&str], count: usize) -> String {
    const MOST: usize = 40;
    match (titles, count) {
        ([title], 1) if title.chars().count() > MOST => {
            let cut: String = title.chars().take(MOST).collect();
            let cut = format!("{}…", cut.trim_end());
            say!("steps-remove-titled", title = cut)
        }
        ([title], 1) => say!("steps-remove-titled", title = *title),
        _ => say!("steps-remove", count = count),
    }
}

/// What is being dragged, when a command comes from a slider: such commands in a row are one step.
pub(super) fn drag(command: &Command) -> Option<String> {
    match command {
        Command::Body(BodyCommand::SetOpacity(structure, _)) => {
            Some(format!("opacity {}", structure.0))
        }
        Command::Body(BodyCommand::SetSystemOpacity(system, _)) => {
            Some(format!("opacity of {system:?}"))
        }
        Command::Body(BodyCommand::Explode(_)) => Some("explode".to_owned()),
        Command::Section(SectionCommand::SetSection(at, _)) => Some(format!("section {at}")),
        Command::Body(_)
        | Command::Section(_)
        | Command::Library(_)
        | Command::Import(_)
        | Command::Organise(_)
        | Command::Select(_)
        | Command::View(_)
        | Command::Text(_)
        | Command::Atlas(_)
        | Command::Window(_)
        | Command::Tour(_)
        | Command::Quiz(_)
        | Command::History(_) => None,
    }
}
