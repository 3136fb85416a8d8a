//! Steps in words, for the History list and the notice after an undo.

use std::collections::BTreeSet;

use anatomy::{StructureIndex, System, Visibility};
use library::{MarkChange, Placement};

use crate::command::{
    BodyCommand, LibraryCommand, OrganiseCommand, Reading, SectionCommand, SelectCommand,
    ViewCommand,
};
use crate::{Command, SectionPreset, View, system_name};

/// A step in words. What is not told apart bears the command's label.
pub(super) fn step(command: &Command, view: &View) -> String {
    let plain = || command.about().label().trim_end_matches('…').to_owned();
    match command {
        Command::Body(command) => body(command, view).unwrap_or_else(plain),
        Command::Section(SectionCommand::AddSection { preset, .. }) => match preset {
            SectionPreset::Axial => "Axial cut".to_owned(),
            SectionPreset::Coronal => "Coronal cut".to_owned(),
            SectionPreset::Sagittal => "Sagittal cut".to_owned(),
            SectionPreset::Facing => "Cut towards you".to_owned(),
        },
        Command::View(ViewCommand::SaveView(name)) => format!("Save the view “{}”", name.trim()),
        Command::View(ViewCommand::GoToView(name)) => format!("Go to the view “{name}”"),
        Command::View(ViewCommand::RemoveView(name)) => format!("Forget the view “{name}”"),
        Command::View(ViewCommand::MeasurePoint(_)) => "Measure a distance".to_owned(),
        Command::Organise(OrganiseCommand::Mark { keys, change }) => {
            let keys: BTreeSet<&i64> = keys.iter().collect();
            let there = keys
                .iter()
                .filter(|key| view.documents.position(***key).is_some());
            marked(change, there.count())
        }
        Command::Organise(OrganiseCommand::DropCollection(name)) => {
            format!("Take the collection “{name}” away")
        }
        Command::Library(LibraryCommand::RemoveDocument(key)) => removal(&[*key], view),
        Command::Library(LibraryCommand::RemoveDocuments(keys)) => removal(keys, view),
        Command::Library(LibraryCommand::Correct { says, .. }) => match says {
            None => "Take a correction back".to_owned(),
            Some(Reading::NotAFinding) => "Correct: not a finding".to_owned(),
            Some(Reading::OtherSide) => "Correct: the other side".to_owned(),
            Some(Reading::BelongsHere) => match view.selection.structure {
                Some(structure) => {
                    let name = view.name_within(structure);
                    format!("Correct: belongs in {name}")
                }
                None => plain(),
            },
        },
        Command::Section(_)
        | Command::View(_)
        | Command::Library(_)
        | Command::Import(_)
        | Command::Organise(_)
        | Command::Select(
            SelectCommand::SelectStructure { .. }
            | SelectCommand::SelectDocument(_)
            | SelectCommand::HoverDocument(_)
            | SelectCommand::PointAt(_)
            | SelectCommand::ClearSelection
            | SelectCommand::RankByPoint(_)
            | SelectCommand::SearchText(_)
            | SelectCommand::FindSimilar(_)
            | SelectCommand::FindLikeText
            | SelectCommand::NearPlace(_)
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
    let named = |verb: &str, structure: &StructureIndex| {
        let name = view.name_within(*structure);
        (!name.is_empty()).then(|| format!("{verb} {name}"))
    };
    match command {
        BodyCommand::SetVisibility(structure, to) => named(verb(*to), structure),
        BodyCommand::SetSystemVisibility(system, to) => {
            Some(format!("{} {}", verb(*to), of_system(*system)))
        }
        BodyCommand::SetSystemOpacity(system, _) => {
            Some(format!("Opacity of {}", of_system(*system)))
        }
        BodyCommand::SetOpacity(structure, _) => named("Opacity of", structure),
        BodyCommand::Isolate(structure) => named("Isolate", structure),
        BodyCommand::SetPalette(palette) => Some(palette.label()),
        BodyCommand::Explode(amount) if *amount <= 0.0 => Some("Put the body together".to_owned()),
        BodyCommand::ToggleLabels => {
            let words = if view.scene.labels { "Hide" } else { "Show" };
            Some(format!("{words} the labels"))
        }
        BodyCommand::Explode(_)
        | BodyCommand::RestoreHidden
        | BodyCommand::ResetVisibility
        | BodyCommand::ToggleRecede => None,
    }
}

fn verb(to: Visibility) -> &'static str {
    match to {
        Visibility::Shown => "Show",
        Visibility::Ghost => "Ghost",
        Visibility::Hidden => "Hide",
    }
}

fn of_system(system: System) -> String {
    format!("all of “{}”", system_name(system))
}

/// A change of what is kept with documents in words.
fn marked(change: &MarkChange, count: usize) -> String {
    let what = match change {
        MarkChange::Tag(tag) => format!("Tag “{tag}”"),
        MarkChange::Untag(tag) => format!("Take the tag “{tag}” away"),
        MarkChange::Collect(path) => format!("Put into “{path}”"),
        MarkChange::Uncollect(path) => format!("Take out of “{path}”"),
        MarkChange::Note(_) => "Change a note".to_owned(),
        MarkChange::Stars(0) => "No stars".to_owned(),
        MarkChange::Stars(1) => "One star".to_owned(),
        MarkChange::Stars(stars) => format!("{stars} stars"),
        MarkChange::Read(true) => "Mark as read".to_owned(),
        MarkChange::Read(false) => "Mark as unread".to_owned(),
        MarkChange::Placement(Some(Placement::Right)) => "Its place is right".to_owned(),
        MarkChange::Placement(Some(Placement::Wrong)) => "Its place is wrong".to_owned(),
        MarkChange::Placement(None) => "Nothing said of its place".to_owned(),
    };
    match count {
        1 => what,
        _ => format!("{what}, {count} documents"),
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
            format!("Remove “{}…”", cut.trim_end())
        }
        ([title], 1) => format!("Remove “{title}”"),
        (_, 1) => "Remove a document".to_owned(),
        _ => format!("Remove {count} documents"),
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
