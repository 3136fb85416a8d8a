//! What happens when the graphics device is lost: a driver was renewed, a card was pulled out or fell asleep, a virtual machine moved.
//!
//! Bevy can make a new device, but what was handed to the lost one is gone with it: the surfaces of the body, whose copies in memory are given up once they
//! are there, and the pipelines and textures that the panels made when they began. So the window is left in order, with its state kept, and begins anew.

use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::error_handler::{ErrorType, RenderErrorHandler, RenderErrorPolicy};
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use library::Library;

use super::core::Core;

/// What the window was left for, and with which it begins anew.
#[derive(Clone, Debug, Default)]
pub struct Lost {
    /// As the driver says it.
    pub reason: String,
    /// The library that was open.
    pub library: PathBuf,
    /// Steps for the next window, where those of this one said so.
    pub script: Option<PathBuf>,
}

/// Whether the device was lost; shared with whoever started the window.
#[derive(Resource, Clone, Default)]
pub struct Loss(pub Arc<Mutex<Option<Lost>>>);

/// The steps with which the next window begins, should the device be lost; for tests.
#[derive(Resource, Default)]
pub struct NextScript(pub Option<PathBuf>);

/// The device does no more, for this reason.
#[derive(Resource)]
struct Broken(String);

/// Leaves in order when the device is lost.
pub fn install(app: &mut App) -> Loss {
    let loss = Loss::default();
    app.insert_resource(RenderErrorHandler(handle))
        .insert_resource(loss.clone())
        .init_resource::<NextScript>()
        .add_systems(Update, leave.run_if(resource_exists::<Broken>));
    loss
}

/// A mistake in what was asked of the device leaves that out, and the rest goes on; after everything else nothing that the device held can be trusted.
fn handle(
    error: &bevy::render::error_handler::RenderError,
    window: &mut World,
    _: &mut World,
) -> RenderErrorPolicy {
    if error.ty == ErrorType::Validation {
        error!("the renderer refused something: {}", error.description);
        return RenderErrorPolicy::Ignore;
    }
    if !window.contains_resource::<Broken>() {
        error!("the renderer failed: {error:?}");
        let reason = match error.ty {
            ErrorType::OutOfMemory => "its memory is full".to_owned(),
            _ => error.description.clone(),
        };
        window.insert_resource(Broken(reason));
        if let Some(proxy) = window.get_resource::<EventLoopProxyWrapper>() {
            // A window that has closed needs no waking.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    }
    RenderErrorPolicy::StopRendering
}

/// Notes what the next window needs to know, and leaves; the window's state is kept as at every end.
fn leave(
    (broken, core, next, loss): (Res<Broken>, Res<Core>, Res<NextScript>, Res<Loss>),
    mut exit: MessageWriter<AppExit>,
) {
    if let Ok(mut lost) = loss.0.lock() {
        *lost = Some(Lost {
            reason: broken.0.clone(),
            library: core.documents.path.clone(),
            script: next.0.clone(),
        });
    }
    exit.write(AppExit::error());
}

impl Lost {
    /// The library as an argument; nothing where none was open.
    pub fn argument(&self) -> Option<PathBuf> {
        let open = !self.library.as_os_str().is_empty();
        let is_file = Library::is_address(&self.library) || self.library.exists();
        (open && is_file).then(|| self.library.clone())
    }
}
