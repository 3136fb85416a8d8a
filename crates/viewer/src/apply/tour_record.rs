//! What is seen, as a stop of a tour.

use crate::command::{
    BodyCommand, Command, SectionCommand, SelectCommand, TextCommand, ViewCommand, WindowCommand,
};
use crate::tour::MOST_CHARACTERS;
use anatomy::StructureIndex;
use language::say;

use crate::{
    Palette, Question, SectionPreset, SimilarTo, StagePoint, Stop, View, first_visibility,
};

/// What is seen now, as a stop.
pub(super) fn stop_of(view: &View) -> Stop {
    let heading = match (view.selection.structure, &view.documents.results.question) {
        _ if !view.live.text.trim().is_empty() => say!("tour-a-text"),
        (Some(structure), _) => view.name(structure),
        (None, Question::Text(words)) => say!("tour-quoted", text = words),
        (None, _) => say!("tour-the-body"),
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
    commands.extend(shown_as(view));
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

/// Which structures are shown in another way than at first. What is said of a whole holds for its parts, so that these are said after it.
fn shown_as(view: &View) -> Vec<Command<String>> {
    let Some(atlas) = view.atlas() else {
        return Vec::new();
    };
    let (catalogue, scene, first) = (atlas.catalogue(), &view.scene, first_visibility(atlas));
    let above =
        |row: StructureIndex| std::iter::successors(Some(row), |at| catalogue.get(*at).parent);
    let differs = |row: StructureIndex| {
        let own = atlas.present().contains(&row);
        let other = first.get(row.usize()) != Some(&scene.visibility_of(row));
        own && (other || scene.opacities.contains_key(&row))
    };
    let mut said: Vec<(usize, StructureIndex)> = atlas
        .present()
        .iter()
        .filter(|row| above(**row).any(differs))
        .map(|row| (above(*row).count(), *row))
        .collect();
    said.sort_unstable();
    let command = |(_, row): (usize, StructureIndex)| {
        let id = catalogue.get(row).id.clone();
        Command::Body(match scene.opacities.get(&row) {
            Some(opacity) => BodyCommand::SetOpacity(id, *opacity),
            None => BodyCommand::SetVisibility(id, scene.visibility_of(row)),
        })
    };
    said.into_iter().map(command).collect()
}

/// What is selected, searched for, typed.
fn question_of(view: &View) -> Vec<Command<String>> {
    let mut commands = Vec::new();
    let selection = &view.selection;
    let typed = |text: &str| Command::Text(TextCommand::LiveText(text.to_owned()));
    let question = &view.documents.results.question;
    match question.place() {
        Question::Text(words) => {
            commands.push(Command::Select(SelectCommand::SearchText(words.clone())));
        }
        Question::Similar {
            to,
            near_place,
            unlike,
        } => {
            let find = match to {
                SimilarTo::Document(key) => SelectCommand::FindSimilar(Some(*key)),
                SimilarTo::Documents(keys) => SelectCommand::MoreLikeThese(keys.clone()),
                SimilarTo::Text(text) => {
                    // The text that was asked with, whatever was typed since.
                    commands.push(typed(text));
                    SelectCommand::FindLikeText
                }
            };
            commands.push(Command::Select(find));
            commands.push(Command::Select(SelectCommand::NearPlace(*near_place)));
            let unlike = unlike.iter().map(|key| SelectCommand::NotLike(*key));
            commands.extend(unlike.map(Command::Select));
        }
        Question::DrawnAround(drawn) => {
            let keys = drawn.0.to_vec();
            commands.push(Command::Select(SelectCommand::ListDrawnAround(keys)));
        }
        Question::Around(around) => {
            commands.push(Command::Select(SelectCommand::ListAround {
                point_mm: around.point_mm,
                radius_mm: around.radius_mm,
            }));
        }
        Question::All
        | Question::Structure(..)
        | Question::Structures(_)
        | Question::Point(..)
        | Question::Within { .. } => {}
    }
    let told = commands.iter().any(|said| *said == typed(&view.live.text));
    if !told && (!view.live.text.trim().is_empty() || !commands.is_empty()) {
        commands.push(typed(&view.live.text));
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
    if let Question::Within { words, .. } = question {
        let words = words.clone();
        commands.push(Command::Select(SelectCommand::SearchWithin(words)));
    }
    if let Some(key) = selection.document {
        commands.push(Command::Select(SelectCommand::SelectDocument(key)));
    }
    let weighs = selection.document.is_some() || !view.live.text.trim().is_empty();
    if view.documents.why.on && weighs {
        commands.push(Command::Text(TextCommand::ToggleWhy));
    }
    commands
}
