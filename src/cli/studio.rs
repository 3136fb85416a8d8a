//! The stage without a window, for pictures.

use std::sync::Arc;
use std::sync::mpsc::channel;

use anatomy::Atlas;
use anyhow::Context;
use bevy::app::PluginsState;
use bevy::camera::RenderTarget;
use bevy::camera::visibility::RenderLayers;
use bevy::log::LogPlugin;
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use viewer::{Display, Heat, Pose, Scene, Theme};

use crate::app::core::{Dress, Marks, Shown};
use crate::app::jobs::LoadedMeshes;
use crate::app::jobs::mesh::Surfaces;
use crate::app::stage::area::StageArea;
use crate::app::stage::camera_bundle;
use crate::app::stage::picture::{self, finish_alpha};

/// Frames drawn before the picture is taken: meshes, materials and pipelines arrive over several.
const WARM_UP_FRAMES: u32 = 12;
/// The same for the pictures after the first.
const NEXT_WARM_UP_FRAMES: u32 = 4;
/// Frames after which a picture that has not come back is given up.
const FRAME_LIMIT: u32 = 600;

/// What is to be drawn.
pub struct Shot {
    /// What is shown, and how.
    pub scene: Scene,
    /// From where.
    pub pose: Pose,
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// On which background.
    pub theme: Theme,
    /// On none at all.
    pub transparent: bool,
}

/// The stage without a window.
pub struct Studio {
    /// The application that draws it.
    pub app: App,
    atlas: Arc<Atlas>,
    heat: Heat,
    /// A picture has been drawn: what all need has arrived.
    warm: bool,
}

impl Studio {
    /// Reads the surfaces of an atlas and puts them on the stage, as they are first seen, with markers for these documents.
    ///
    /// # Errors
    /// When the surfaces cannot be read.
    pub fn open(atlas: Arc<Atlas>, entries: Vec<library::Spot>) -> anyhow::Result<Self> {
        let meshes = atlas.read_meshes()?;
        let about = entries.iter().map(|entry| &*entry.structure);
        let heat = Heat::of(atlas.catalogue(), about);
        let mut app = headless(true);
        let world = app.world_mut();
        world.resource_mut::<LoadedMeshes>().structures = Surfaces::of_all(&atlas, &meshes);
        world.resource_mut::<Marks>().entries = Arc::new(entries);
        let mut scene = Scene::default();
        scene.reset_visibility(&atlas);
        let mut studio = Self {
            app,
            atlas,
            heat,
            warm: false,
        };
        studio.show(scene);
        Ok(studio)
    }

    /// Puts markers for these documents in place of those that are there.
    pub fn mark(&mut self, entries: Vec<library::Spot>) {
        self.app.world_mut().resource_mut::<Marks>().entries = Arc::new(entries);
    }

    fn show(&mut self, scene: Scene) {
        self.app.world_mut().resource_mut::<Shown>().0 = Some(Display {
            atlas: self.atlas.clone(),
            scene,
            selected: Vec::new(),
            heat: self.heat.clone(),
        });
    }

    /// Draws a picture.
    ///
    /// # Errors
    /// When the renderer gives none back.
    pub fn draw(&mut self, shot: Shot) -> anyhow::Result<image::RgbaImage> {
        let Shot {
            scene,
            pose,
            size: (width, height),
            theme,
            transparent,
        } = shot;
        self.show(scene);
        let world = self.app.world_mut();
        let target = world
            .resource_mut::<Assets<Image>>()
            .add(picture::target(width, height));
        world.resource_mut::<Dress>().theme = theme;
        let size = Vec2::new(width as f32, height as f32);
        world.insert_resource(StageArea {
            min: Vec2::ZERO,
            size,
            pixels: size,
            pointer_over_stage: false,
        });
        let mut camera = world.spawn((
            camera_bundle(pose),
            Msaa::Sample4,
            RenderTarget::Image(target.clone().into()),
        ));
        if transparent {
            // What an earlier picture with another theme was cleared with is a background, too.
            let clear_color = ClearColorConfig::Custom(Color::NONE);
            let plain = Camera {
                clear_color,
                ..default()
            };
            camera.insert((RenderLayers::layer(0), plain));
        }
        let camera = camera.id();
        let warm_up = if std::mem::replace(&mut self.warm, true) {
            NEXT_WARM_UP_FRAMES
        } else {
            WARM_UP_FRAMES
        };
        let (sender, receiver) = channel();
        for frame in 0..FRAME_LIMIT {
            self.app.update();
            if frame == warm_up {
                let sender = sender.clone();
                self.app
                    .world_mut()
                    .spawn(Screenshot::image(target.clone()))
                    .observe(move |captured: On<ScreenshotCaptured>| {
                        let _ = sender.send(captured.image.clone());
                    });
            }
            if let Ok(image) = receiver.try_recv() {
                self.app.world_mut().despawn(camera);
                let pixels = image
                    .data
                    .context("the renderer gave back an empty picture")?;
                let mut drawn = image::RgbaImage::from_raw(width, height, pixels)
                    .context("the renderer gave back a picture of another size")?;
                finish_alpha(&mut drawn, transparent);
                return Ok(drawn);
            }
        }
        anyhow::bail!("the renderer gave no picture within {FRAME_LIMIT} frames")
    }
}

/// Bevy without a window, with the stage or without.
pub fn headless(stage: bool) -> App {
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
            // The command line has set up its log already; a second one cannot be.
            .disable::<LogPlugin>()
            .disable::<WinitPlugin>(),
    );
    app.insert_resource(ClearColor(Color::NONE));
    if stage {
        crate::app::add_stage(&mut app);
    }
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
    app
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
