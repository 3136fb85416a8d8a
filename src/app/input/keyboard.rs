//! Keys as text boxes and controls get them, each with the modifiers as they were when it was pressed. bevy_egui gives all keys of a frame
//! the modifiers at its end: on a slow renderer a whole Ctrl V is over by then, and would type a "v". Clicks likewise.

use bevy::ecs::entity::EntityHashMap;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy::window::WindowEvent;
use bevy_egui::egui::{self, Event, Modifiers};
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::input::{EguiInputEvent, ModifierKeysState};
use bevy_egui::{
    EguiClipboard, EguiGlobalSettings, EguiInput, EguiInputSet, EguiPreUpdateSet,
    PrimaryEguiContext,
};

use crate::app::core::held::follow;

/// In place of bevy_egui's own.
pub fn plugin(app: &mut App) {
    app.add_systems(Startup, replace)
        .add_systems(PreUpdate, write.in_set(EguiInputSet::ReadBevyMessages))
        .add_systems(
            PreUpdate,
            modifiers
                .after(EguiPreUpdateSet::ProcessInput)
                .before(EguiPreUpdateSet::BeginPass),
        );
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

/// The modifier keys that egui is told. bevy_egui 0.42 reports them in every frame, and egui asks for another frame after every event: an
/// idle window would never come to rest, so only changes are let through. In a frame with a click they are those of the click: a whole
/// Ctrl click can be over within one frame, and what is true at its end is told in the next.
fn modifiers(
    mut happened: MessageReader<WindowEvent>,
    mut held: Local<ModifierKeysState>,
    mut inputs: Query<(Entity, &mut EguiInput)>,
    mut told: Local<EntityHashMap<Modifiers>>,
) {
    let clicked = at_the_last_click(happened.read(), &mut held);
    for (context, mut input) in &mut inputs {
        input.events.retain_mut(|event| match event {
            Event::ModifiersChanged(now) => {
                *now = clicked.unwrap_or(*now);
                told.insert(context, *now) != Some(*now)
            }
            _ => true,
        });
    }
}

/// The keys that were held when a button of the mouse was last pressed or let go, in the order in which all that happened.
fn at_the_last_click<'a>(
    happened: impl Iterator<Item = &'a WindowEvent>,
    held: &mut ModifierKeysState,
) -> Option<Modifiers> {
    let mut clicked = None;
    for event in happened {
        match event {
            WindowEvent::KeyboardInput(input) => follow(held, input),
            WindowEvent::KeyboardFocusLost(_) => *held = ModifierKeysState::default(),
            WindowEvent::MouseButtonInput(_) => clicked = Some(held.to_egui_modifiers()),
            _ => {}
        }
    }
    clicked
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
    // The key for menus is Shift F10 by another name.
    let (key, modifiers) = match input.logical_key {
        Key::ContextMenu => (Some(egui::Key::F10), Modifiers::SHIFT),
        _ => (key, modifiers),
    };
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
    use bevy::input::mouse::MouseButtonInput;

    fn state(pressed: bool) -> ButtonState {
        match pressed {
            true => ButtonState::Pressed,
            false => ButtonState::Released,
        }
    }

    fn stroke((logical_key, key_code, pressed): &(Key, KeyCode, bool)) -> KeyboardInput {
        KeyboardInput {
            key_code: *key_code,
            logical_key: logical_key.clone(),
            state: state(*pressed),
            text: None,
            repeat: false,
            window: Entity::PLACEHOLDER,
        }
    }

    fn frame(keys: &[(Key, KeyCode, bool)]) -> Vec<Event> {
        let mut held = ModifierKeysState::default();
        let mut events = Vec::new();
        for key in keys {
            let input = stroke(key);
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

    #[test]
    fn a_ctrl_click_that_is_over_within_a_frame_is_one() {
        let ctrl = |pressed| {
            let key = (Key::Control, KeyCode::ControlLeft, pressed);
            WindowEvent::KeyboardInput(stroke(&key))
        };
        let left = |pressed| {
            WindowEvent::MouseButtonInput(MouseButtonInput {
                button: MouseButton::Left,
                state: state(pressed),
                window: Entity::PLACEHOLDER,
            })
        };
        let mut held = ModifierKeysState::default();
        let mut last = |events: &[WindowEvent]| at_the_last_click(events.iter(), &mut held);
        let whole = [ctrl(true), left(true), left(false), ctrl(false)];
        assert_eq!(last(&whole), Some(Modifiers::CTRL | Modifiers::COMMAND));
        assert_eq!(last(&[left(true), left(false)]), Some(Modifiers::NONE));
        assert_eq!(last(&[ctrl(true)]), None);
        let rest = [left(true), left(false), ctrl(false)];
        assert_eq!(last(&rest), Some(Modifiers::CTRL | Modifiers::COMMAND));
    }
}
