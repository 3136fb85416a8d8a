//! What can be read and pressed in the window, by the names that a screen reader tells.

use bevy_egui::egui::accesskit::{Action, Node, Role, Toggled, TreeUpdate};
use serde::Serialize;

/// A control, or words.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Control {
    /// "Button", "TextInput", "Label" and so on.
    role: String,
    /// What it is called; of a label, its words.
    name: String,
    /// What stands in a text box, or the number of a slider.
    value: Option<String>,
    /// Where it is, logical pixels: left, top, right, bottom.
    rect: [f64; 4],
    enabled: bool,
    /// Of a choice, whether it is the chosen one.
    on: Option<bool>,
    /// It has the keyboard.
    focused: bool,
}

/// The controls of a frame that have a name and a place.
pub fn of(frame: &TreeUpdate) -> Vec<Control> {
    let nodes = frame.nodes.iter();
    nodes
        .filter_map(|(id, node)| control(node, *id == frame.focus))
        .collect()
}

/// What of the nodes of a frame can be used and has no name that could be told: its role and place.
pub fn unnamed<'a>(nodes: impl IntoIterator<Item = &'a Node>) -> Vec<String> {
    let used = nodes.into_iter().filter(|node| is_used(node));
    let (named, unnamed): (Vec<&Node>, Vec<&Node>) = used.partition(|node| is_named(node));
    // A card that lies over the stage takes presses, and holds the controls.
    let is_ground = |node: &&Node| {
        let holds = |other: &&Node| match (node.bounds(), other.bounds()) {
            // Edges are rounded to pixels.
            (Some(outer), Some(inner)) => {
                let both = outer.union(inner);
                both.width() - outer.width() < 2.0 && both.height() - outer.height() < 2.0
            }
            _ => false,
        };
        node.role() == Role::Unknown && named.iter().any(holds)
    };
    let unnamed = unnamed.iter().filter(|node| !is_ground(node));
    unnamed
        .map(|node| format!("{:?} {:?}", node.role(), node.bounds()))
        .collect()
}

/// Width of the edge of a panel, by which it is made wider, points; keys fold panels.
const EDGE: f64 = 8.0;

/// Whether keys or the pointer do something with it. Bars that scroll and edges that are dragged have no words anywhere.
fn is_used(node: &Node) -> bool {
    let role = node.role();
    let is_control = matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::RadioButton
            | Role::ComboBox
            | Role::Slider
            | Role::SpinButton
            | Role::Link
            | Role::TextInput
            | Role::MultilineTextInput
            | Role::Image
    );
    let takes_keys = node.supports_action(Action::Focus) || node.supports_action(Action::Click);
    let is_edge = role == Role::Unknown
        && node
            .bounds()
            .is_some_and(|bounds| bounds.width().min(bounds.height()) <= EDGE);
    let has_no_words = is_edge || matches!(role, Role::ScrollBar | Role::Splitter | Role::Window);
    is_control || (takes_keys && !has_no_words)
}

fn is_named(node: &Node) -> bool {
    let words = match node.role() {
        Role::Label => node.value(),
        _ => node.label(),
    };
    words.is_some_and(|words| !words.trim().is_empty()) || !node.labelled_by().is_empty()
}

fn control(node: &Node, focused: bool) -> Option<Control> {
    let bounds = node.bounds()?;
    let is_label = node.role() == Role::Label;
    let words = if is_label { node.value() } else { node.label() };
    let name = words.unwrap_or_default();
    if name.is_empty() && !focused {
        return None;
    }
    let number = node.numeric_value().map(|number| number.to_string());
    let text = node.value().filter(|_| !is_label).map(str::to_owned);
    Some(Control {
        role: format!("{:?}", node.role()),
        name: name.to_owned(),
        value: text.or(number),
        rect: [bounds.x0, bounds.y0, bounds.x1, bounds.y1],
        enabled: !node.is_disabled(),
        on: node.toggled().map(|toggled| toggled == Toggled::True),
        focused,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui;

    #[test]
    fn what_has_no_name_is_found_and_what_has_one_is_not() {
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        let mut number = 0.5;
        let mut frame = ctx.run_ui(egui::RawInput::default(), |ui| {
            let _ = ui.button("Go");
            ui.label("Words");
            let slider = egui::Slider::new(&mut number, 0.0..=1.0).show_value(false);
            ui.add(slider);
            ui.allocate_exact_size(egui::vec2(9.0, 9.0), egui::Sense::click());
        });
        frame.textures_delta.clear();
        let update = frame.platform_output.accesskit_update.expect("enabled");
        let found = unnamed(update.nodes.iter().map(|(_, node)| node));
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().any(|control| control.starts_with("Slider")));
        assert!(of(&update).iter().any(|control| control.name == "Go"));
    }
}
