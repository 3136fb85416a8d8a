//! What a screen reader is told beyond what the controls say themselves: names of those that have no words, and what is chosen on the stage.

use bevy_egui::egui::accesskit::{Live, Node, Rect, Role};
use bevy_egui::egui::{self, Id, Response, TextEdit, Ui};
use language::say;
use viewer::{StagePoint, View, place_in_words};

/// Names a control that shows a value and no words of its own.
pub fn called(control: &Response, name: &str) {
    let name_it = |node: &mut Node| node.set_label(name);
    control.ctx.accesskit_node_builder(control.id, name_it);
}

/// Between the edge of a text box and what stands in it, points: it is as high as a button.
const INSIDE: egui::Margin = egui::Margin::symmetric(6, 3);

/// A text box with its name: egui tells what a box hints at, and that only while nothing stands in it.
pub fn text_box(ui: &mut Ui, edit: TextEdit<'_>, name: &str) -> Response {
    let field = ui.add(edit.margin(INSIDE));
    called(&field, name);
    field
}

/// A place of the body in words, with the structure that lies there.
pub fn place(view: &View, at: StagePoint) -> String {
    let place = place_in_words(at.mm());
    let structure = view.atlas().and_then(|atlas| atlas.structure_at(at.mm()));
    match structure {
        Some(structure) => format!("{} · {place}", view.name(structure)),
        None => place,
    }
}

/// What is selected on the stage, what is under the pointer and where keys would measure, in words; nothing of what a quiz asks for.
pub fn chosen(view: &View) -> Vec<String> {
    if view.quiz.is_some() {
        return Vec::new();
    }
    let (selection, documents) = (&view.selection, &view.documents);
    let names: Vec<String> = selection.structures().map(|row| view.name(row)).collect();
    let structure = (!names.is_empty()).then(|| names.join(", "));
    let document = selection.document.and_then(|key| documents.title(key));
    let under = selection
        .hover
        .as_ref()
        .map(|hover| view.name(hover.structure));
    let measures = view.layout.tool.measures();
    let crossing = measures.then(|| place(view, view.crosshair_mm));
    let words = [
        structure.map(|name| say!("stage-selected", name = name)),
        document.map(|title| say!("stage-document", title = title)),
        under.map(|name| say!("stage-under-pointer", name = name)),
        crossing.map(|place| say!("stage-crossing", place = place)),
    ];
    words.into_iter().flatten().collect()
}

/// Tells of the stage, which is a picture: a node for it, and one for each thing that is chosen.
pub fn stage(ctx: &egui::Context, place: egui::Rect, view: &View) {
    let [left, top, right, bottom] = [place.min.x, place.min.y, place.max.x, place.max.y];
    let bounds = Rect::new(left.into(), top.into(), right.into(), bottom.into());
    let whole = Id::new("the stage, told");
    // Nothing where nobody asks.
    let chosen = ctx.accesskit_node_builder(whole, |node| {
        let chosen = chosen(view);
        node.set_role(Role::Image);
        node.set_bounds(bounds);
        node.set_label(say!("stage-body"));
        node.set_description(chosen.join(". "));
        chosen
    });
    let chosen = chosen.into_iter().flatten().enumerate();
    let chosen = chosen.map(|(at, words)| (whole.with(at), words));
    // Files that are read, and what becomes of them.
    let dropped = view.dropped();
    let dropped = dropped.map(|one| (whole.with(("dropped", one.number)), one.told()));
    for (id, words) in chosen.chain(dropped) {
        ctx.accesskit_node_builder(id, |node| {
            node.set_role(Role::Label);
            node.set_bounds(bounds);
            node.set_live(Live::Polite);
            node.set_value(words);
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The nodes of a frame with a text box in which something stands and a slider, and the stage.
    fn nodes(view: &View) -> Vec<Node> {
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        let (mut text, mut number) = ("liver".to_owned(), 0.5);
        let mut frame = ctx.run_ui(egui::RawInput::default(), |ui| {
            text_box(ui, TextEdit::singleline(&mut text), "Filter");
            let slider = egui::Slider::new(&mut number, 0.0..=1.0).show_value(false);
            called(&ui.add(slider), "Opacity");
            stage(ui.ctx(), ui.max_rect(), view);
        });
        frame.textures_delta.clear();
        let update = frame.platform_output.accesskit_update.expect("enabled");
        update.nodes.into_iter().map(|(_, node)| node).collect()
    }

    #[test]
    fn boxes_and_sliders_have_names_and_the_stage_tells_what_is_chosen() {
        let mut view = View::default();
        let named = |nodes: &[Node], role: Role| {
            let found = nodes.iter().find(|node| node.role() == role);
            found.and_then(|node| node.label().map(str::to_owned))
        };
        let before = nodes(&view);
        assert_eq!(named(&before, Role::TextInput).as_deref(), Some("Filter"));
        assert_eq!(named(&before, Role::Slider).as_deref(), Some("Opacity"));
        assert_eq!(named(&before, Role::Image), Some(say!("stage-body")));
        assert!(chosen(&view).is_empty());

        let spleen = anatomy::Catalogue::builtin().index_of("spleen").unwrap();
        view.selection.structure = Some(spleen);
        let after = nodes(&view);
        let words = chosen(&view);
        assert_eq!(words.len(), 1);
        let is_told = |node: &Node| node.role() == Role::Label && node.value() == Some(&words[0]);
        assert!(after.iter().any(is_told));
        // Where keys would measure is told while they do.
        viewer::apply(&mut view, viewer::command::ViewCommand::ToggleMeasure);
        let measured = chosen(&view);
        let crossing = say!("stage-crossing", place = place(&view, view.crosshair_mm));
        assert_eq!(measured[1..], [crossing]);
        let picture = after
            .iter()
            .find(|node| node.role() == Role::Image)
            .unwrap();
        assert_eq!(picture.description(), Some(words[0].as_str()));

        let files = vec!["stone.txt".into()];
        let drop = viewer::command::ImportCommand::DropFiles { files, at: None };
        viewer::apply(&mut view, drop);
        let read = nodes(&view);
        let is_told = |node: &Node| node.value() == Some("stone.txt: reading…");
        assert_eq!(read.iter().filter(|node| is_told(node)).count(), 1);
    }
}
