//! The window: Bevy plugins around plain state. Panels and shortcuts send [`command::Command`]s; `apply.rs` is the one place that carries them out.

mod apply;
pub mod atlases;
pub mod command;
mod guest_names;
mod import_form;
pub mod jobs;
pub mod looking;
pub mod markers;
pub mod picture;
pub mod scene;
mod script;
mod session;
pub mod state;
pub mod ui;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::error_handler::{RenderErrorHandler, RenderErrorPolicy};
use bevy::render::renderer::RenderAdapterInfo;
use bevy::window::{ExitCondition, PresentMode, WindowResolution};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};

use self::command::Command;
use self::jobs::Workers;
use self::looking::Looking;
use self::state::{Body, Chrome, LibraryView, Live, Selection};
use crate::paths::Paths;

/// How the window is started.
pub struct WindowOptions {
    /// Where assets and model are.
    pub paths: Paths,
    /// The library file; created when absent.
    pub library: PathBuf,
    /// A new library is filled with the sample.
    pub sample: bool,
    /// A script of commands to run once everything is ready (tests, tours).
    pub script: Option<PathBuf>,
}

/// Everything that workers need at start.
#[derive(Resource)]
struct Start {
    paths: Arc<Paths>,
    library: PathBuf,
    sample: bool,
}

/// Opens the window and runs until it is closed.
pub fn run(options: WindowOptions) -> AppExit {
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: Some(Window {
                    title: "Corpus Atlas".into(),
                    name: Some("corpus-atlas".into()),
                    resolution: WindowResolution::new(1440, 900),
                    present_mode: PresentMode::AutoVsync,
                    ..default()
                }),
                exit_condition: ExitCondition::OnPrimaryClosed,
                ..default()
            })
            // Pipelines are ready when they are first needed: no part of the body pops in late, also when no further frame follows.
            .set(RenderPlugin {
                synchronous_pipeline_compilation: true,
                ..default()
            })
            .set(LogPlugin {
                filter: "warn,wgpu=error,naga=warn,corpus_atlas=info".into(),
                ..default()
            }),
    );
    // A GPU that fails must not take the window with it: Bevy's default is to quit.
    app.insert_resource(RenderErrorHandler(|error, _, _| {
        error!("the renderer failed and is started again: {error:?}");
        RenderErrorPolicy::Recover(default())
    }));
    // Frames are drawn on input, animation and results only: an idle window costs nothing.
    let quiet = UpdateMode::reactive_low_power(Duration::from_secs(86_400));
    app.insert_resource(WinitSettings {
        focused_mode: quiet,
        unfocused_mode: quiet,
    });
    app.insert_resource(ClearColor(Color::srgb_u8(
        ui::theme::stage_edge()[0],
        ui::theme::stage_edge()[1],
        ui::theme::stage_edge()[2],
    )));
    add_stage(&mut app);
    app.add_plugins((
        scene::InteractionPlugin,
        ui::UiPlugin,
        apply::ApplyPlugin,
        picture::PicturePlugin,
        session::SessionPlugin,
    ));
    app.insert_resource(Start {
        paths: Arc::new(options.paths),
        library: options.library,
        sample: options.sample,
    });
    app.add_systems(Startup, (spawn_camera, name_renderer, start_workers));
    if let Some(script) = options.script {
        script::install(&mut app, script);
    }
    app.run()
}

/// What the window and the picture command share: state, structures, markers.
pub fn add_stage(app: &mut App) {
    app.init_resource::<Body>()
        .init_resource::<Selection>()
        .init_resource::<LibraryView>()
        .init_resource::<Live>()
        .init_resource::<Chrome>()
        .init_resource::<Looking>()
        .init_resource::<atlases::Atlases>()
        .add_message::<Command>()
        .add_plugins((scene::ScenePlugin, markers::MarkersPlugin));
}

fn spawn_camera(mut commands: Commands, adapter: Res<RenderAdapterInfo>) {
    let msaa = if is_software(&adapter) {
        Msaa::Off
    } else {
        Msaa::Sample4
    };
    let mut camera = commands.spawn((
        scene::camera_bundle(scene::first_pose()),
        msaa,
        bevy::camera::RenderTarget::default(),
    ));
    if msaa == Msaa::Off {
        camera.insert(bevy::anti_alias::fxaa::Fxaa::default());
    }
}

/// Whether the renderer runs on the processor (lavapipe, WARP).
pub fn is_software(adapter: &RenderAdapterInfo) -> bool {
    adapter.device_type == wgpu::DeviceType::Cpu
}

fn name_renderer(adapter: Res<RenderAdapterInfo>, mut chrome: ResMut<Chrome>) {
    chrome.software_renderer = is_software(&adapter);
    chrome.renderer = renderer_words(&adapter);
}

/// The renderer in plain words.
pub fn renderer_words(adapter: &RenderAdapterInfo) -> String {
    let kind = if is_software(adapter) {
        "software"
    } else {
        "GPU"
    };
    format!("{} ({kind}, {})", adapter.name, adapter.backend)
}

fn start_workers(mut commands: Commands, start: Res<Start>, proxy: Res<EventLoopProxyWrapper>) {
    let proxy = std::sync::Mutex::new((**proxy).clone());
    let wake = Arc::new(move || {
        if let Ok(proxy) = proxy.lock() {
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    });
    commands.insert_resource(Workers::start(
        start.paths.clone(),
        start.library.clone(),
        start.sample,
        wake,
    ));
}
