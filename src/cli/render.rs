//! `corpus-atlas render`: a picture of the body without a window.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::channel;

use anatomy::{Atlas, StructureIndex};
use anyhow::Context;
use bevy::app::PluginsState;
use bevy::camera::RenderTarget;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use library::Library;

use super::atlas::structure_id;
use super::open_atlas;
use crate::app::picture::{self, finish_alpha};
use crate::app::scene::camera::{FIELD_OF_VIEW_DEGREES, Pose, StandardView};
use crate::app::scene::{self, PendingMeshes, PlainBackground};
use crate::app::state::{Body, LibraryView, Look};

/// Frames drawn before the picture is taken: meshes, materials and pipelines arrive over several.
const WARM_UP_FRAMES: u32 = 12;
/// Frames after which a picture that has not come back is given up.
const FRAME_LIMIT: u32 = 600;

/// Draw the body, and a library's markers, into a PNG.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas render --output body.png --view anterior --size 1600x1200\n  corpus-atlas render --output liver.png --show liver,gallbladder --ghost skin,left_lung,right_lung --transparent"
)]
pub struct Arguments {
    /// The PNG to write.
    #[arg(long)]
    output: PathBuf,
    /// Width x height in pixels.
    #[arg(long, value_parser = parse_size, default_value = "1280x960")]
    size: (u32, u32),
    /// The side that faces the viewer.
    #[arg(long, value_enum, default_value = "anterior")]
    view: StandardView,
    /// Draw only these solid (ids or names, comma separated), with what --ghost names.
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    show: Vec<String>,
    /// Draw these translucent.
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    ghost: Vec<String>,
    /// Leave these out.
    #[arg(long, value_delimiter = ',', value_name = "IDS")]
    hide: Vec<String>,
    /// Add the markers of this library.
    #[arg(long)]
    library: Option<PathBuf>,
    /// No background: keep the alpha channel.
    #[arg(long)]
    transparent: bool,
}

fn parse_size(text: &str) -> Result<(u32, u32), String> {
    let parsed = text
        .split_once(['x', 'X'])
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    match parsed {
        Some((width, height)) if (16..=8192).contains(&width) && (16..=8192).contains(&height) => {
            Ok((width, height))
        }
        _ => Err("a size is WIDTHxHEIGHT, each 16 to 8192, for example 1600x1200".into()),
    }
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (_, atlas) = open_atlas()?;
    let looks = looks(&atlas, arguments)?;
    let entries = match &arguments.library {
        Some(path) => Library::open(path)
            .and_then(|library| library.entries())
            .with_context(|| path.display().to_string())?,
        None => Vec::new(),
    };
    probe_renderer().map_err(anyhow::Error::msg)?;
    let image = draw(atlas, looks, entries, arguments)?;
    image
        .save(&arguments.output)
        .with_context(|| arguments.output.display().to_string())?;
    Ok(ExitCode::SUCCESS)
}

fn looks(atlas: &Atlas, arguments: &Arguments) -> anyhow::Result<Vec<Look>> {
    let catalogue = atlas.catalogue();
    let mut looks = if arguments.show.is_empty() {
        crate::app::state::default_looks(catalogue)
    } else {
        vec![Look::Hidden; catalogue.structures().len()]
    };
    for (names, look) in [
        (&arguments.ghost, Look::Ghost),
        (&arguments.show, Look::Shown),
        (&arguments.hide, Look::Hidden),
    ] {
        for name in names {
            let id = structure_id(atlas, name.trim())?;
            let leaves: Vec<StructureIndex> = catalogue
                .index_of(&id)
                .map(|index| catalogue.parts(index))
                .unwrap_or_default();
            for leaf in leaves {
                looks[leaf.usize()] = look;
            }
        }
    }
    Ok(looks)
}

fn draw(
    atlas: Arc<Atlas>,
    looks: Vec<Look>,
    entries: Vec<library::Entry>,
    arguments: &Arguments,
) -> anyhow::Result<image::RgbaImage> {
    let (width, height) = arguments.size;
    let meshes = atlas.read_meshes()?;
    let mut app = App::new();
    app.add_plugins(
        DefaultPlugins
            .set(WindowPlugin {
                primary_window: None,
                exit_condition: ExitCondition::DontExit,
                ..default()
            })
            .set(RenderPlugin {
                synchronous_pipeline_compilation: true,
                ..default()
            })
            .set(LogPlugin {
                filter: "error".into(),
                ..default()
            })
            .disable::<WinitPlugin>(),
    );
    app.insert_resource(ClearColor(Color::NONE));
    if arguments.transparent {
        app.insert_resource(PlainBackground);
    }
    crate::app::add_stage(&mut app);
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();

    let world = app.world_mut();
    let target = world
        .resource_mut::<Assets<Image>>()
        .add(picture::target(width, height));
    let shown: Vec<_> = meshes
        .iter()
        .filter(|mesh| looks[mesh.structure.usize()] != Look::Hidden)
        .map(|mesh| (mesh.structure, scene::bevy_meshes(mesh)))
        .collect();
    anyhow::ensure!(!shown.is_empty(), "nothing is left to draw");
    world.resource_mut::<PendingMeshes>().0 = shown;
    let mut body = world.resource_mut::<Body>();
    body.set_atlas(atlas);
    body.looks = looks;
    let mut library = world.resource_mut::<LibraryView>();
    library.entries = entries;
    library.revision = 1;
    let mut pose = Pose::standard(arguments.view);
    // The standard distance fits the torso's height into a landscape picture; a narrow picture steps back.
    let aspect = width as f32 / height as f32;
    let half_width = 300.0 / aspect / (FIELD_OF_VIEW_DEGREES.to_radians() * 0.5).tan();
    pose.distance = pose.distance.max(half_width + 165.0);
    world.spawn((
        scene::camera_bundle(pose),
        Msaa::Sample4,
        RenderTarget::Image(target.clone().into()),
    ));

    let (sender, receiver) = channel();
    for frame in 0..FRAME_LIMIT {
        app.update();
        if frame == WARM_UP_FRAMES {
            let sender = sender.clone();
            app.world_mut()
                .spawn(Screenshot::image(target.clone()))
                .observe(move |captured: On<ScreenshotCaptured>| {
                    let _ = sender.send(captured.image.clone());
                });
        }
        if let Ok(image) = receiver.try_recv() {
            let pixels = image
                .data
                .context("the renderer gave back an empty picture")?;
            let mut picture = image::RgbaImage::from_raw(width, height, pixels)
                .context("the renderer gave back a picture of another size")?;
            finish_alpha(&mut picture, arguments.transparent);
            return Ok(picture);
        }
    }
    anyhow::bail!("the renderer gave no picture within {FRAME_LIMIT} frames")
}

/// The renderer that would be used, in plain words; or what to install when there is none.
pub fn probe_renderer() -> Result<String, String> {
    let instance = wgpu::Instance::default();
    let adapter = bevy::tasks::block_on(instance.request_adapter(&wgpu::RequestAdapterOptions {
        power_preference: wgpu::PowerPreference::HighPerformance,
        ..Default::default()
    }));
    match adapter {
        Ok(adapter) => {
            let info = adapter.get_info();
            let kind = if info.device_type == wgpu::DeviceType::Cpu {
                "software"
            } else {
                "GPU"
            };
            Ok(format!("{} ({kind}, {})", info.name, info.backend))
        }
        Err(error) => Err(format!(
            "no renderer was found ({error}); on Debian, install libvulkan1 and mesa-vulkan-drivers, which draw on the processor when there is no GPU"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_parsed_with_limits() {
        assert_eq!(parse_size("1600x1200"), Ok((1600, 1200)));
        for wrong in ["", "1600", "0x10", "99999x10", "axb"] {
            assert!(parse_size(wrong).is_err(), "{wrong}");
        }
    }
}
