//! What happens when the graphics device is lost: a driver was renewed, a card was pulled out or fell asleep, a virtual machine moved.
//!
//! Bevy can make a new device, but what was handed to the lost one is gone with it: the surfaces of the body, whose copies in memory are given up once they
//! are there, and the pipelines and textures that the panels made when they began. So the window is left in order, with its state kept, and begins anew.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use bevy::app::AppExit;
use bevy::prelude::*;
use bevy::render::error_handler::{ErrorType, RenderErrorHandler, RenderErrorPolicy};
use bevy::render::renderer::RenderDevice;
use bevy::winit::{EventLoopProxyWrapper, WinitUserEvent};
use language::say;
use library::Library;

use crate::app::core::Core;

/// What the window was left for, and with which it begins anew.
#[derive(Clone, Debug, Default)]
pub struct Lost {
    /// As the driver says it; nothing while it was not lost.
    pub reason: Option<String>,
    /// The library that was open.
    pub library: PathBuf,
    /// The library and the files that the window was begun with, as they were given.
    pub given: Vec<PathBuf>,
    /// The language that it was begun with, where one was given.
    pub language: Option<String>,
    /// Steps for the next window, where those of this one said so.
    pub script: Option<PathBuf>,
}

/// What the next window needs to know should the device be lost, with a reason once it was; shared with whoever started the window, who learns it
/// also where the renderer breaks off in the midst of a frame.
#[derive(Resource, Clone, Default)]
pub struct Loss(Arc<Mutex<Lost>>);

impl Loss {
    /// For a window that is begun with this library and these files, and in this language.
    pub fn of(given: Vec<PathBuf>, language: Option<String>) -> Self {
        Self(Arc::new(Mutex::new(Lost {
            given,
            language,
            ..Lost::default()
        })))
    }

    /// The steps with which the next window begins; for tests.
    pub fn go_on_with(&self, script: PathBuf) {
        if let Ok(mut lost) = self.0.lock() {
            lost.script = Some(script);
        }
    }

    /// As it was noted last.
    pub fn noted(&self) -> Lost {
        self.0.lock().map(|lost| lost.clone()).unwrap_or_default()
    }
}

/// The device does no more, for this reason.
#[derive(Resource)]
struct Broken(String);

/// Leaves in order when the device is lost.
pub fn install(app: &mut App, loss: Loss) {
    app.insert_resource(RenderErrorHandler(handle))
        .insert_resource(loss)
        .add_systems(First, (note.run_if(resource_changed::<Core>), ask))
        .add_systems(Update, leave.run_if(resource_exists::<Broken>));
}

/// Asks the device how it is: one that was lost says so when it is asked, and a frame that only misses its picture does not.
fn ask(device: Option<Res<RenderDevice>>) {
    if let Some(device) = device {
        let _ = device.poll(wgpu::PollType::Poll);
    }
}

/// Notes which library is open.
fn note(core: Res<Core>, loss: Res<Loss>) {
    if let Ok(mut lost) = loss.0.lock()
        && lost.library != core.documents.path
    {
        lost.library.clone_from(&core.documents.path);
    }
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

/// Leaves; the window's state is kept as at every end.
fn leave(broken: Res<Broken>, loss: Res<Loss>, mut exit: MessageWriter<AppExit>) {
    if let Ok(mut lost) = loss.0.lock() {
        lost.reason = Some(broken.0.clone());
    }
    exit.write(AppExit::error());
}

/// What a window that has begun anew says of that.
pub fn notice() -> String {
    say!("renderer-was-lost")
}

impl Lost {
    /// The arguments of the next window: the library that was open, or what this one was begun with where none was open yet.
    pub fn arguments(&self) -> Vec<OsString> {
        let mut arguments: Vec<OsString> = Vec::new();
        if let Some(script) = &self.script {
            arguments.extend(["--script".into(), script.into()]);
        }
        if let Some(language) = &self.language {
            arguments.extend(["--language".into(), language.into()]);
        }
        let is_there = || Library::is_address(&self.library) || self.library.exists();
        let paths = match self.is_open() {
            false => self.given.clone(),
            true if is_there() => vec![self.library.clone()],
            true => Vec::new(),
        };
        if !paths.is_empty() {
            arguments.push("--".into());
        }
        arguments.extend(paths.into_iter().map(PathBuf::into_os_string));
        arguments
    }

    /// Whether the window had come so far that a library was open.
    pub fn is_open(&self) -> bool {
        !self.library.as_os_str().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_before_a_library_is_open_the_next_window_is_given_what_this_one_was() {
        let given: Vec<PathBuf> = vec!["-mine.atlas".into(), "notes.txt".into()];
        let loss = Loss::of(given, Some("fr".into()));
        let mut lost = loss.noted();
        let first = ["--language", "fr", "--", "-mine.atlas", "notes.txt"];
        assert_eq!(lost.arguments(), first);
        lost.library = env!("CARGO_MANIFEST_DIR").into();
        let open = ["--language", "fr", "--", env!("CARGO_MANIFEST_DIR")];
        assert_eq!(lost.arguments(), open);
        assert!(Lost::default().arguments().is_empty());
    }
}
