//! The window: Bevy and egui around [`viewer`]. Input and panels send commands; [`core`] hands them to the viewer and its effects to
//! those who carry them out; stage and markers follow what it says is to be drawn.

pub mod core;
#[cfg(feature = "frame-times")]
mod frame_times;
mod input;
pub mod jobs;
pub mod markers;
pub mod panels;
mod script;
pub mod session;
pub mod stage;
pub mod theme;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bevy::asset::AssetEventSystems;
use bevy::camera::visibility::VisibilitySystems;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::renderer::RenderAdapterInfo;
use bevy::transform::TransformSystems;
use bevy::window::{ExitCondition, PresentMode, WindowResolution};
use bevy::winit::{EventLoopProxyWrapper, UpdateMode, WinitSettings, WinitUserEvent};
use language::say;
use viewer::command::ImportCommand;
use viewer::{LibraryState, Popover};

use self::core::{Core, Do, Follow};
use self::jobs::Workers;
pub use self::script::controls::unnamed;
use self::stage::target::Renderer;
use crate::paths::Paths;

/// How the window is started.
pub struct WindowOptions {
    /// Where assets and model are.
    pub paths: Paths,
    /// The library file; created when absent.
    pub library: PathBuf,
    /// A new library is filled with the sample.
    pub sample: bool,
    /// Files and folders to import into it.
    pub files: Vec<PathBuf>,
    /// The language, where none was chosen in the window; that of the system without one.
    pub language: Option<String>,
    /// A script of commands to run once everything is ready (tests, tours).
    pub script: Option<PathBuf>,
    /// When the program began.
    pub began: Instant,
    /// Said when it opens.
    pub notice: Option<String>,
    /// Where it notes what is needed to begin anew.
    pub loss: session::loss::Loss,
}

/// What is needed at start.
#[derive(Resource)]
struct Start {
    paths: Arc<Paths>,
    library: PathBuf,
    sample: bool,
    files: Vec<PathBuf>,
    notice: Option<String>,
}

/// Opens the window and runs until it is closed.
pub fn run(options: WindowOptions) -> AppExit {
    language::open(&options.paths.languages(), options.language.as_deref());
    language::choose(None);
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
                // Leaving by the cross in the frame is leaving by Ctrl Q.
                close_when_requested: false,
                ..default()
            })
            // Pipelines are ready when they are first needed: no part of the body pops in late, also when no further frame follows.
            .set(RenderPlugin {
                synchronous_pipeline_compilation: true,
                ..default()
            })
            .set(log()),
    );
    // A GPU that fails must not take the window with it: Bevy's default is to quit.
    session::loss::install(&mut app, options.loss);
    // Frames are drawn on input, animation and results only: an idle window costs nothing.
    let quiet = UpdateMode::reactive_low_power(Duration::from_secs(86_400));
    app.insert_resource(WinitSettings {
        focused_mode: quiet,
        unfocused_mode: quiet,
    });
    let [r, g, b] = theme::stage_edge();
    app.insert_resource(ClearColor(Color::srgb_u8(r, g, b)));
    app.init_resource::<Renderer>();
    add_stage(&mut app);
    app.add_plugins((
        core::CorePlugin,
        input::InputPlugin,
        panels::PanelsPlugin,
        stage::InteractionPlugin,
        session::SessionPlugin,
    ));
    app.insert_resource(Start {
        paths: Arc::new(options.paths),
        library: options.library,
        sample: options.sample,
        files: options.files,
        notice: options.notice,
    });
    app.add_systems(Startup, (spawn_camera, name_renderer, start_workers));
    app.add_systems(
        Update,
        (say_at_start, find_ffmpeg.run_if(resource_changed::<Core>)),
    );
    app.add_systems(PostUpdate, stage::changed::redraw_changed.after(Follow));
    if let Some(script) = options.script {
        script::install(&mut app, script, options.began);
    }
    app.run()
}

#[cfg(not(feature = "frame-times"))]
fn log() -> LogPlugin {
    LogPlugin {
        filter: "warn,wgpu=error,naga=warn,corpus_atlas=info".into(),
        ..default()
    }
}

#[cfg(feature = "frame-times")]
fn log() -> LogPlugin {
    LogPlugin {
        filter: "off,bevy_ecs=info".into(),
        custom_layer: frame_times::layer,
        ..default()
    }
}

/// What the window and the picture command share: what is drawn, surfaces, markers. What follows a change is done before transforms,
/// visibility and assets are passed on to the renderer, so that all of it is seen in one frame: a mesh that came a frame later would
/// leave its place empty for one.
pub fn add_stage(app: &mut App) {
    core::add_parts(app);
    app.configure_sets(
        PostUpdate,
        Follow
            .before(TransformSystems::Propagate)
            .before(VisibilitySystems::VisibilityPropagate)
            .before(AssetEventSystems),
    )
    .add_plugins((stage::StagePlugin, markers::MarkersPlugin));
}

fn spawn_camera(mut commands: Commands, adapter: Res<RenderAdapterInfo>) {
    let msaa = if is_software(&adapter) {
        Msaa::Off
    } else {
        Msaa::Sample4
    };
    let mut camera = commands.spawn((
        stage::camera_bundle(viewer::Pose::default()),
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

fn name_renderer(adapter: Res<RenderAdapterInfo>, mut renderer: ResMut<Renderer>) {
    renderer.software = is_software(&adapter);
    renderer.words = renderer_words(&adapter);
}

/// The renderer in plain words.
pub fn renderer_words(adapter: &RenderAdapterInfo) -> String {
    let (name, backend) = (&adapter.name, adapter.backend.to_string());
    match is_software(adapter) {
        true => say!("renderer-software", name = name, backend = backend),
        false => say!("renderer-gpu", name = name, backend = backend),
    }
}

fn start_workers(
    mut commands: Commands,
    start: Res<Start>,
    proxy: Res<EventLoopProxyWrapper>,
    mut sent: MessageWriter<Do>,
) {
    let proxy = std::sync::Mutex::new((**proxy).clone());
    let wake = Arc::new(move || {
        if let Ok(proxy) = proxy.lock() {
            // A window that has closed needs no waking.
            let _ = proxy.send_event(WinitUserEvent::WakeUp);
        }
    });
    let workers = Workers::start(
        start.paths.clone(),
        start.library.clone(),
        start.sample,
        wake,
    );
    commands.insert_resource(workers);
    if !start.files.is_empty() {
        sent.write(Do(ImportCommand::AddFiles(start.files.clone()).into()));
    }
}

/// Has it looked whether the program is there that makes videos: at the start, and when the window of the tours opens, for it may have been
/// installed meanwhile.
fn find_ffmpeg(core: Res<Core>, workers: Res<Workers>, mut before: Local<Option<bool>>) {
    let is_open = core.layout.popover == Some(Popover::Tours);
    let was_open = before.replace(is_open);
    if was_open.is_none() || (is_open && was_open == Some(false)) {
        workers.find_ffmpeg();
    }
}

/// Says what there is to say of the start once it can be read: a notice is soon gone, and a slow start would outlast it.
fn say_at_start(mut start: ResMut<Start>, core: Res<Core>, workers: Res<Workers>) {
    let documents = &core.documents;
    let is_there = match documents.state {
        LibraryState::Opening => false,
        LibraryState::Ready => documents.engine.is_some(),
        LibraryState::Refused => true,
    };
    if is_there && let Some(words) = start.notice.take() {
        workers.reporter().tell(viewer::Message::Notice(words));
    }
}
