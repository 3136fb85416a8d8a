//! Keys as text boxes and controls get them, each with the modifiers as they were when it was pressed. bevy_egui gives all keys of a frame
//! the modifiers at its end: on a slow renderer a whole Ctrl V is over by then, and would type a "v".

use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy_egui::egui::{self, Event};
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::{EguiInputEvent, ModifierKeysState};
use bevy_egui::{EguiClipboard, EguiGlobalSettings, EguiInputSet, PrimaryEguiContext};

/// In place of bevy_egui's own.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, replace)
        .add_systems(PreUpdate, write.in_set(EguiInputSet::ReadBevyMessages));
}

fn replace(mut settings: ResMut<EguiGlobalSettings>) {
    let systems = &mut settings.input_system_settings;
    systems.run_write_keyboard_input_messages_system = false;
}

fn write(
    mut keys: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut held: Local<ModifierKeysState>,
    mut clipboard: ResMut<EguiClipboard>,
    window: Single<Entity, With<PrimaryEguiContext>>,
    mut events: MessageWriter<EguiInputEvent>,
) {
    if lost.read().next().is_some() {
        *held = ModifierKeysState::default();
    }
    for input in keys.read() {
        follow(&mut held, input);
        let context = *window;
        for event in events_of(input, &held, || clipboard.get_text()) {
            events.write(EguiInputEvent { context, event });
        }
    }
}

fn follow(held: &mut ModifierKeysState, input: &KeyboardInput) {
    let pressed = input.state.is_pressed();
    match input.logical_key {
        Key::Shift => held.shift = pressed,
        Key::Control => held.ctrl = pressed,
        Key::Alt => held.alt = pressed,
        Key::Super | Key::Meta => held.win = pressed,
        _ => {}
    }
}

/// What a key means to egui: the letter that it types, the key itself, and what it does with the clipboard.
fn events_of(
    input: &KeyboardInput,
    held: &ModifierKeysState,
    pasted: impl FnOnce() -> Option<String>,
) -> Vec<Event> {
    let pressed = input.state.is_pressed();
    let letter = match &input.logical_key {
        Key::Character(letter) if !letter.contains(char::is_control) => Some(letter.as_str()),
        Key::Space => Some(" "),
        _ => None,
    };
    let typed = letter.filter(|_| pressed && held.text_input_is_allowed());
    let physical_key = bevy_to_egui_physical_key(&input.key_code);
    // Keyboards without Latin letters are known by where the key lies.
    let key = bevy_to_egui_key(&input.logical_key).or(physical_key);
    let modifiers = held.to_egui_modifiers();
    let done = key.filter(|_| pressed && modifiers.command);
    let clipboard = match done {
        Some(egui::Key::C) => Some(Event::Copy),
        Some(egui::Key::X) => Some(Event::Cut),
        Some(egui::Key::V) => pasted().map(Event::Paste),
        _ => None,
    };
    let key = key.map(|key| Event::Key {
        key,
        physical_key,
        pressed,
        repeat: false,
        modifiers,
    });
    let typed = typed.map(|letter| Event::Text(letter.to_owned()));
    [typed, key, clipboard].into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::input::ButtonState;

    fn frame(keys: &[(Key, KeyCode, bool)]) -> Vec<Event> {
        let mut held = ModifierKeysState::default();
        let mut events = Vec::new();
        for (logical_key, key_code, pressed) in keys {
            let input = KeyboardInput {
                key_code: *key_code,
                logical_key: logical_key.clone(),
                state: match pressed {
                    true => ButtonState::Pressed,
                    false => ButtonState::Released,
                },
                text: None,
                repeat: false,
                window: Entity::PLACEHOLDER,
            };
            follow(&mut held, &input);
            events.extend(events_of(&input, &held, || Some("copied".to_owned())));
        }
        events
    }

    #[test]
    fn a_chord_that_is_over_within_a_frame_pastes_and_types_nothing() {
        let v = || Key::Character("v".into());
        let ctrl = || (Key::Control, KeyCode::ControlLeft);
        let down = |(key, code)| (key, code, true);
        let up = |(key, code)| (key, code, false);
        let letter = || (v(), KeyCode::KeyV);
        let events = frame(&[down(ctrl()), down(letter()), up(letter()), up(ctrl())]);
        assert!(events.contains(&Event::Paste("copied".to_owned())));
        assert!(!events.iter().any(|event| matches!(event, Event::Text(_))));

        // What follows the chord in the same frame is typed.
        let events = frame(&[
            down(ctrl()),
            down((Key::Character("k".into()), KeyCode::KeyK)),
            up(ctrl()),
            down(letter()),
        ]);
        let typed = |event: &&Event| matches!(event, Event::Text(_));
        let typed: Vec<&Event> = events.iter().filter(typed).collect();
        assert_eq!(typed, [&Event::Text("v".to_owned())]);
    }
}
