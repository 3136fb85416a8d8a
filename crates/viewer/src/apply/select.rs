//! What is selected and listed.

use super::{documents, fly, shown};
use crate::command::{Pointed, SelectCommand};
use crate::{
    Display, Effect, PanelTab, Pose, Question, Selection, StagePoint, View, world_from_lps,
};

/// The camera comes at least this near to a document that is selected, mm.
const DOCUMENT_DISTANCE_MM: f32 = 1100.0;

pub(super) fn apply(view: &mut View, command: SelectCommand) -> Vec<Effect> {
    match command {
        SelectCommand::SelectStructure {
            structure,
            point_mm,
        } => {
            let centroid = || shown(view)?.centroid_mm(structure).map(StagePoint);
            let point_mm = point_mm.or_else(centroid);
            if let Some(point) = point_mm {
                view.crosshair_mm = point;
            }
            view.selection = Selection {
                structure: Some(structure),
                point_mm,
                document: None,
                by_point: false,
                ..std::mem::take(&mut view.selection)
            };
            documents::rank(view)
        }
        SelectCommand::RankByPoint(by_point) => {
            view.selection.by_point = by_point;
            documents::rank(view)
        }
        SelectCommand::SearchText(words) => {
            view.selection.structure = None;
            view.selection.point_mm = None;
            view.layout.tab = PanelTab::Results;
            view.layout.side_panel = true;
            documents::ask(view, Question::Text(words))
        }
        SelectCommand::SelectDocument(key) => select_document(view, key),
        SelectCommand::HoverDocument(key) => {
            view.selection.hovered_document = key;
            view.selection.hovered_on_stage = false;
            Vec::new()
        }
        SelectCommand::PointAt(pointed) => {
            point_at(view, pointed);
            let key = view.selection.hovered_document;
            key.map_or_else(Vec::new, |key| documents::read_title(view, key))
        }
        SelectCommand::ClearSelection => {
            view.layout.stage_menu = None;
            view.selection = Selection::default();
            view.documents.opened = None;
            documents::ask(view, Question::All)
        }
        SelectCommand::StepDeeper(step) => {
            if let Some(hover) = &view.selection.hover {
                let (now, layers) = (hover.through.len() as i32, hover.layers as i32);
                if (0..layers).contains(&(now + step)) {
                    view.selection.depth += step;
                }
            }
            Vec::new()
        }
    }
}

fn select_document(view: &mut View, key: i64) -> Vec<Effect> {
    view.selection.document = Some(key);
    let mut effects = documents::read(view, key);
    let found = view.documents.find(key);
    let Some((id, point)) = found.map(|(entry, at)| (entry.structure.clone(), at)) else {
        return effects;
    };
    view.crosshair_mm = point;
    let structure = view.index_of(&id);
    let display = view.display();
    let at = display.map_or(point.mm(), |d: Display| d.shown(point, structure).mm());
    let pose = Pose {
        target: world_from_lps(at),
        distance: view.camera.distance.min(DOCUMENT_DISTANCE_MM),
        ..view.camera
    };
    effects.extend(fly(view, pose));
    effects
}

fn point_at(view: &mut View, pointed: Pointed) {
    let selection = &mut view.selection;
    selection.hover = pointed.hover;
    if pointed.moved {
        selection.depth = 0;
    }
    if pointed.document.is_some() || selection.hovered_on_stage {
        selection.hovered_document = pointed.document;
        selection.hovered_on_stage = pointed.document.is_some();
    }
}
