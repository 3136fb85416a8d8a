//! What comes in from the keyboard, from drops and from the clock.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, RequestRedraw};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use bevy_egui::EguiContexts;

use crate::app::atlases::is_atlas_file;
use crate::app::command::{Command, offers};
use crate::app::jobs::Workers;
use crate::app::state::{Chrome, Live};

/// Keyboard shortcuts; a text box that has the keyboard keeps it.
pub fn shortcuts(
    keys: Res<ButtonInput<KeyCode>>,
    mut contexts: EguiContexts,
    mut commands: MessageWriter<Command>,
) {
    let Ok(ctx) = contexts.ctx_mut() else { return };
    let typing = ctx.egui_wants_keyboard_input();
    // On a slow renderer a whole chord can begin and end within one frame.
    let control_keys = [
        KeyCode::ControlLeft,
        KeyCode::ControlRight,
        KeyCode::SuperLeft,
    ];
    let control = keys.any_pressed(control_keys) || keys.any_just_released(control_keys);
    for offer in offers() {
        if let Some((key, with_control)) = offer.shortcut
            && keys.just_pressed(key)
            && control == with_control
            && (with_control || !typing)
        {
            commands.write(offer.command);
        }
    }
}

/// Files dropped on the window: one import for all that came in a frame.
pub fn dropped_files(
    mut drops: MessageReader<FileDragAndDrop>,
    mut chrome: ResMut<Chrome>,
    mut commands: MessageWriter<Command>,
) {
    let mut files = Vec::new();
    for drop in drops.read() {
        match drop {
            FileDragAndDrop::DroppedFile { path_buf, .. } => {
                files.push(path_buf.clone());
                chrome.drop_hover = 0;
            }
            FileDragAndDrop::HoveredFile { .. } => chrome.drop_hover += 1,
            FileDragAndDrop::HoveredFileCanceled { .. } => chrome.drop_hover = 0,
        }
    }
    let (atlas, documents): (Vec<_>, Vec<_>) =
        files.into_iter().partition(|path| is_atlas_file(path));
    if !atlas.is_empty() {
        commands.write(Command::PrepareAtlas(atlas));
    }
    if !documents.is_empty() {
        commands.write(Command::Import(documents));
    }
}

pub fn debounce_live(
    time: Res<Time<bevy::time::Real>>,
    mut live: ResMut<Live>,
    workers: Option<Res<Workers>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(left) = live.debounce else { return };
    let left = left - time.delta_secs();
    redraw.write(RequestRedraw);
    if left > 0.0 {
        live.debounce = Some(left);
        return;
    }
    live.debounce = None;
    live.pending = true;
    if let Some(workers) = workers {
        workers.ground_live(live.generation, live.text.clone());
    }
}

/// Takes a notice away when its time is over. The window sleeps meanwhile; a timer wakes it once.
pub fn age_notice(
    mut chrome: ResMut<Chrome>,
    proxy: Option<Res<EventLoopProxyWrapper>>,
    mut timed: Local<Option<Instant>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(until) = chrome.notice.as_ref().map(|(_, until)| *until) else {
        return;
    };
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() {
        chrome.notice = None;
        redraw.write(RequestRedraw);
    } else if *timed != Some(until)
        && let Some(proxy) = proxy
    {
        *timed = Some(until);
        let proxy = (**proxy).clone();
        std::thread::spawn(move || {
            std::thread::sleep(left + Duration::from_millis(10));
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        });
    }
}
