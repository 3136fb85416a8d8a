//! What is seen, as a stop of a tour.

use crate::command::{
    BodyCommand, Command, SectionCommand, SelectCommand, TextCommand, ViewCommand, WindowCommand,
};
use crate::tour::MOST_CHARACTERS;
use crate::{Palette, Question, SectionPreset, SimilarTo, StagePoint, Stop, View};

/// What is seen now, as a stop.
pub(super) fn stop_of(view: &View) -> Stop {
    let heading = match (view.selection.structure, &view.documents.results.question) {
        _ if !view.live.text.trim().is_empty() => "A text".to_owned(),
        (Some(structure), _) => view.name(structure),
        (None, Question::Text(words)) => format!("“{words}”"),
        (None, _) => "The body".to_owned(),
    };
    Stop {
        heading: heading.chars().take(MOST_CHARACTERS[0]).collect(),
        caption: String::new(),
        seconds: None,
        commands: commands_of(view),
    }
}

/// The commands that lead from the first sight of the body to what is seen now.
pub(super) fn commands_of(view: &View) -> Vec<Command<String>> {
    let scene = &view.scene;
    let mut commands: Vec<Command<String>> = Vec::new();
    let kept = scene.kept_visibility(view.atlas());
    for (id, to) in kept.visibilities {
        commands.push(Command::Body(BodyCommand::SetVisibility(id, to)));
    }
    for (id, opacity) in kept.opacities {
        commands.push(Command::Body(BodyCommand::SetOpacity(id, opacity)));
    }
    let mut body = |wanted: bool, command: BodyCommand<String>| {
        if wanted {
            commands.push(Command::Body(command));
        }
    };
    body(!scene.recede, BodyCommand::ToggleRecede);
    body(
        scene.palette != Palette::Anatomical,
        BodyCommand::SetPalette(scene.palette),
    );
    body(scene.labels, BodyCommand::ToggleLabels);
    if !scene.fill_cut {
        commands.push(Command::Section(SectionCommand::FillCut(false)));
    }
    for (at, plane) in scene.sections.iter().enumerate() {
        let added = SectionCommand::AddSection {
            preset: SectionPreset::Axial,
            through: Some(StagePoint([0.0; 3])),
        };
        commands.push(Command::Section(added));
        let set = SectionCommand::SetSection(at, *plane);
        commands.push(Command::Section(set));
    }
    if scene.explode > 0.0 {
        // After the cuts: one that is added puts the body together.
        commands.push(Command::Body(BodyCommand::Explode(scene.explode)));
    }
    if view.slices {
        commands.push(Command::View(ViewCommand::ToggleSlices));
    }
    commands.extend(question_of(view));
    if view.slices {
        commands.push(Command::View(ViewCommand::Crosshair(view.crosshair_mm)));
    }
    commands.push(Command::Window(WindowCommand::ShowLeft(view.layout.left)));
    commands.push(Command::Window(WindowCommand::ShowTab(view.layout.tab)));
    commands.push(Command::View(ViewCommand::MoveCamera(view.camera)));
    commands
}

/// What is selected, searched for, typed.
fn question_of(view: &View) -> Vec<Command<String>> {
    let mut commands = Vec::new();
    let selection = &view.selection;
    if !view.live.text.trim().is_empty() {
        let text = view.live.text.clone();
        commands.push(Command::Text(TextCommand::LiveText(text)));
    }
    let mut select = |command| commands.push(Command::Select(command));
    match &view.documents.results.question {
        Question::Text(words) => select(SelectCommand::SearchText(words.clone())),
        Question::Similar { to, near_place } => {
            select(match to {
                SimilarTo::Document(key) => SelectCommand::FindSimilar(Some(*key)),
                SimilarTo::Text(_) => SelectCommand::FindLikeText,
            });
            select(SelectCommand::NearPlace(*near_place));
        }
        Question::All | Question::Structure(..) | Question::Point(..) => {}
    }
    if let Some(id) = selection.structure.and_then(|row| view.id_of(row)) {
        commands.push(Command::Select(SelectCommand::SelectStructure {
            structure: id.to_owned(),
            point_mm: selection.point_mm,
        }));
        if selection.by_point {
            commands.push(Command::Select(SelectCommand::RankByPoint(true)));
        }
    }
    if let Some(key) = selection.document {
        commands.push(Command::Select(SelectCommand::SelectDocument(key)));
        if view.documents.why.on {
            commands.push(Command::Text(TextCommand::ToggleWhy));
        }
    }
    commands
}
