//! What can be read and pressed in the window, by the names that a screen reader tells.

use bevy_egui::egui::accesskit::{Node, Role, Toggled, TreeUpdate};
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

fn control(node: &Node, focused: bool) -> Option<Control> {
    let bounds = node.bounds()?;
    let is_label = node.role() == Role::Label;
    let words = if is_label { node.value() } else { node.label() };
    let name = words.or(node.placeholder()).unwrap_or_default();
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
