//! The modifier keys as they were at each key, not at the end of its frame: on a slow renderer a whole chord falls within one.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy_egui::input::ModifierKeysState;

/// Keeps `held` as it is behind this key.
pub fn follow(held: &mut ModifierKeysState, input: &KeyboardInput) {
    let pressed = input.state.is_pressed();
    match input.logical_key {
        Key::Shift => held.shift = pressed,
        Key::Control => held.ctrl = pressed,
        Key::Alt => held.alt = pressed,
        Key::Super | Key::Meta => held.win = pressed,
        _ => {}
    }
}
