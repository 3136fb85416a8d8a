//! What comes in from the keyboard, from drops and from the window's frame.

mod keyboard;
mod system;

use std::sync::LazyLock;

use anatomy::StructureIndex;
use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, PrimaryWindow, WindowCloseRequested};
use bevy_egui::egui::{self, KeyboardShortcut, Modifiers};
use bevy_egui::helpers::{bevy_to_egui_key, bevy_to_egui_physical_key};
use bevy_egui::{EguiContexts, EguiInput, EguiPreUpdateSet, PrimaryEguiContext};
use viewer::command::{AtlasCommand, ImportCommand, QuizCommand, WindowCommand, offers};
use viewer::{Above, Command, Focus, Popover, QuizKind, QuizOrder, View};

use crate::app::core::{Act, Core, Decide};
use crate::app::jobs::is_atlas_file;

/// Shortcuts and drops.
pub struct InputPlugin;

impl Plugin for InputPlugin {
    fn build(&self, app: &mut App) {
        keyboard::plugin(app);
        system::plugin(app);
        app.add_systems(
            PreUpdate,
            (shortcuts, dropped_files, closed)
                .chain()
                .after(EguiPreUpdateSet::ProcessInput)
                .before(Decide),
        );
    }
}

/// The table of commands as egui's shortcuts.
static SHORTCUTS: LazyLock<Vec<(KeyboardShortcut, Command)>> = LazyLock::new(|| {
    let offered = offers().into_iter();
    let with_keys =
        offered.filter_map(|offer| Some((shortcut(offer.about.shortcut?)?, offer.command)));
    with_keys.collect()
});

/// "Ctrl Shift Z" as egui knows it.
fn shortcut(keys: &str) -> Option<KeyboardShortcut> {
    let mut modifiers = Modifiers::NONE;
    let mut key = None;
    for word in keys.split(' ') {
        match word {
            "Ctrl" => modifiers |= Modifiers::CTRL | Modifiers::COMMAND,
            "Shift" => modifiers |= Modifiers::SHIFT,
            "Alt" => modifiers |= Modifiers::ALT,
            name => key = egui::Key::from_name(name),
        }
    }
    Some(KeyboardShortcut::new(modifiers, key?))
}

/// Whether a shortcut works while a text box has the keyboard: chords and function keys do, except those that text boxes use
/// themselves.
fn works_while_typing(shortcut: &KeyboardShortcut) -> bool {
    use egui::Key::{A, ArrowLeft, ArrowRight, F1, F11, PageDown, PageUp, V, Z};
    let key = shortcut.logical_key;
    let chord = shortcut.modifiers.ctrl || shortcut.modifiers.alt;
    matches!(key, F1 | F11 | PageUp | PageDown)
        || (chord && !matches!(key, A | V | Z | ArrowLeft | ArrowRight))
}

/// The keys by which a page is scrolled.
const SCROLL_KEYS: [egui::Key; 6] = [
    egui::Key::ArrowUp,
    egui::Key::ArrowDown,
    egui::Key::PageUp,
    egui::Key::PageDown,
    egui::Key::Home,
    egui::Key::End,
];

/// Keyboard shortcuts. Keys are taken in the order in which they came, with the modifiers as they were then: on a slow renderer a
/// whole chord can begin and end within one frame. A key that was a shortcut is kept from the text boxes, one of which may have the
/// keyboard by that very shortcut: what follows it in the same frame is text already.
fn shortcuts(
    mut keys: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut contexts: EguiContexts,
    core: Res<Core>,
    mut inputs: Query<&mut EguiInput, With<PrimaryEguiContext>>,
    mut held: Local<Modifiers>,
    mut act: Act,
) {
    if lost.read().next().is_some() {
        *held = Modifiers::NONE;
    }
    let Ok(ctx) = contexts.ctx_mut() else { return };
    let box_waits = matches!(core.layout.focus, Some(Focus::Ask | Focus::Text));
    let mut typing = ctx.text_edit_focused() || box_waits;
    // Keys that controls themselves take: Enter presses a button, Escape leaves it.
    let held_by_control = ctx.egui_wants_keyboard_input();
    let menu_open = egui::Popup::is_any_open(ctx);
    // Windows have the keyboard while they are open: Escape closes them nevertheless.
    let above = core.above();
    let closes = above.is_some_and(Above::is_window);
    let reads = above.is_some_and(Above::is_page);
    for input in keys.read() {
        let pressed = input.state == ButtonState::Pressed;
        match input.logical_key {
            Key::Control | Key::Super | Key::Meta => {
                held.ctrl = pressed;
                held.command = pressed;
            }
            Key::Shift => held.shift = pressed,
            Key::Alt => held.alt = pressed,
            _ => {}
        }
        if !pressed {
            continue;
        }
        let key = digit(input.key_code)
            .filter(|_| held.shift || held.alt)
            .or_else(|| bevy_to_egui_key(&input.logical_key))
            .or_else(|| bevy_to_egui_physical_key(&input.key_code));
        let Some(key) = key else { continue };
        let is_of_controls = matches!(key, egui::Key::Enter | egui::Key::Escape);
        // What is pulled out of the window is let go of by it, whatever has the keyboard.
        if key == egui::Key::Escape && core.layout.dragged_out.is_some() {
            act.send(WindowCommand::Escape);
            for mut events in &mut inputs {
                keep_from_text(&mut events.events, key, false);
            }
            continue;
        }
        // A page that is read scrolls by these, also while a tour or a quiz has the stage.
        if reads && !typing && !menu_open && SCROLL_KEYS.contains(&key) && held.is_none() {
            continue;
        }
        // An open menu takes the keys: Escape closes it.
        let of_control = held_by_control && is_of_controls && !(closes && key == egui::Key::Escape);
        let typing_now = typing || menu_open || of_control;
        let of_quiz = quiz_key(&core, key).or_else(|| quiz_window_key(&core, key));
        if let Some(command) = of_quiz.filter(|_| held.is_none() && !typing_now) {
            act.send(command);
            for mut events in &mut inputs {
                keep_from_text(&mut events.events, key, true);
            }
            continue;
        }
        let found = SHORTCUTS.iter().find(|(shortcut, _)| {
            shortcut.logical_key == key
                && shortcut.modifiers == *held
                && (!typing_now || works_while_typing(shortcut))
        });
        let Some((_, command)) = found else { continue };
        if matches!(command, Command::Tour(_)) && core.tours.touring.is_none() {
            continue;
        }
        act.send(command.clone());
        let takes_keyboard = matches!(
            command,
            Command::Window(WindowCommand::FocusAsk)
                | Command::Window(WindowCommand::ShowTab(viewer::PanelTab::Text))
        );
        typing |= takes_keyboard;
        for mut events in &mut inputs {
            keep_from_text(&mut events.events, key, !held.ctrl);
        }
    }
}

/// The digit of a key of the upper row: with Shift or Alt it types something else on most keyboards, and on some a digit only then.
fn digit(code: KeyCode) -> Option<egui::Key> {
    let key = bevy_to_egui_physical_key(&code)?;
    let digits = KeyCode::Digit0..=KeyCode::Digit9;
    digits.contains(&code).then_some(key)
}

/// What a key means to a quiz: its answers are numbered, and Enter goes on.
fn quiz_key(view: &View, key: egui::Key) -> Option<QuizCommand<StructureIndex>> {
    let quiz = view.quiz.as_ref()?;
    let finds = quiz.order.kind == QuizKind::Find && quiz.asks();
    let lit = view.selection.structure.filter(|_| finds);
    let at = match key {
        egui::Key::PageDown if finds => return Some(QuizCommand::LightNext(1)),
        egui::Key::PageUp if finds => return Some(QuizCommand::LightNext(-1)),
        egui::Key::Enter if lit.is_some() => return lit.map(QuizCommand::ShowStructure),
        egui::Key::Num1 => 0,
        egui::Key::Num2 => 1,
        egui::Key::Num3 => 2,
        egui::Key::Num4 => 3,
        egui::Key::Enter => return Some(QuizCommand::NextQuestion),
        _ => return None,
    };
    let choices = quiz.question().map_or(0, |asked| asked.choices.len());
    (quiz.asks() && at < choices).then_some(QuizCommand::ChooseAnswer(at))
}

/// What a key means while it is chosen what a quiz is to be like: its kinds are numbered, and pages are levels.
fn quiz_window_key(view: &View, key: egui::Key) -> Option<QuizCommand<StructureIndex>> {
    let order = view.layout.quiz_order;
    let kind = |at: usize| QuizOrder {
        kind: QuizKind::ALL[at],
        ..order
    };
    let level = |harder: bool| QuizOrder {
        level: order.level.next(harder),
        ..order
    };
    if view.layout.popover != Some(Popover::Quiz) {
        return None;
    }
    Some(QuizCommand::OrderQuiz(match key {
        egui::Key::Num1 => kind(0),
        egui::Key::Num2 => kind(1),
        egui::Key::Num3 => kind(2),
        egui::Key::PageDown => level(true),
        egui::Key::PageUp => level(false),
        _ => return None,
    }))
}

/// Takes the first press of a key, and the letter that it types if it does, out of what the text boxes get.
fn keep_from_text(events: &mut Vec<egui::Event>, pressed: egui::Key, types: bool) {
    let press = events.iter().position(
        |event| matches!(event, egui::Event::Key { key, pressed: true, .. } if *key == pressed),
    );
    if let Some(at) = press {
        events.remove(at);
    }
    let letter = events.iter().position(|event| {
        matches!(event, egui::Event::Text(text) if egui::Key::from_name(text) == Some(pressed))
    });
    if let Some(at) = letter.filter(|_| types) {
        events.remove(at);
    }
}

/// The cross in the window's frame.
fn closed(mut asked: MessageReader<WindowCloseRequested>, mut act: Act) {
    if asked.read().count() > 0 {
        act.send(WindowCommand::Quit);
    }
}

/// Files dropped on the window: one import for all that came in a frame.
fn dropped_files(
    mut drops: MessageReader<FileDragAndDrop>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut hovering: Local<usize>,
    mut act: Act,
) {
    let mut files = Vec::new();
    let before = *hovering;
    for drop in drops.read() {
        match drop {
            FileDragAndDrop::DroppedFile { path_buf, .. } => {
                files.push(path_buf.clone());
                *hovering = 0;
            }
            FileDragAndDrop::HoveredFile { .. } => *hovering += 1,
            FileDragAndDrop::HoveredFileCanceled { .. } => *hovering = 0,
        }
    }
    if *hovering != before {
        act.send(WindowCommand::DropHover(*hovering));
    }
    let (atlas, documents): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|path| is_atlas_file(path));
    if !atlas.is_empty() {
        act.send(AtlasCommand::PrepareAtlas(atlas));
    }
    if !documents.is_empty() {
        // Some systems do not tell where the pointer is while another program drags.
        let at = windows.single().ok().and_then(Window::cursor_position);
        act.send(ImportCommand::DropFiles {
            files: documents,
            at: at.map(|at| at.to_array()),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_shortcut_of_the_table_is_one_that_egui_knows() {
        for offer in offers() {
            let Some(keys) = offer.about.shortcut else {
                continue;
            };
            let known = shortcut(keys);
            assert!(known.is_some(), "{keys}");
            let modifiers = known.unwrap().modifiers;
            assert_eq!(modifiers.ctrl, keys.contains("Ctrl"), "{keys}");
            assert_eq!(modifiers.shift, keys.contains("Shift"), "{keys}");
        }
        let redo = shortcut("Ctrl Shift Z").unwrap();
        assert!(redo.modifiers.ctrl && redo.modifiers.shift && redo.logical_key == egui::Key::Z);
    }

    #[test]
    fn digits_are_known_by_where_their_keys_lie() {
        assert_eq!(digit(KeyCode::Digit1), Some(egui::Key::Num1));
        assert_eq!(digit(KeyCode::Digit0), Some(egui::Key::Num0));
        assert_eq!(digit(KeyCode::KeyA), None);
        assert_eq!(digit(KeyCode::Minus), None);
        let keys = shortcut("Shift 0").unwrap();
        assert_eq!(
            (keys.logical_key, keys.modifiers),
            (egui::Key::Num0, Modifiers::SHIFT)
        );
    }

    #[test]
    fn a_letter_that_was_a_shortcut_is_not_typed_and_the_next_one_is() {
        let key = |key| egui::Event::Key {
            key,
            physical_key: None,
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        let text = |text: &str| egui::Event::Text(text.to_owned());
        let mut events = vec![
            text("t"),
            key(egui::Key::T),
            text("t"),
            key(egui::Key::T),
            text("h"),
        ];
        keep_from_text(&mut events, egui::Key::T, true);
        assert_eq!(events, [text("t"), key(egui::Key::T), text("h")]);
        // Ctrl T types nothing: the letter is another one.
        keep_from_text(&mut events, egui::Key::T, false);
        assert_eq!(events, [text("t"), text("h")]);
    }
}
