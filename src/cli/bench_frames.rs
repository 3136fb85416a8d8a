//! The stage without a window, frame by frame: what the benchmarks of drawing share.

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use serde::Serialize;
use viewer::Pose;

use super::Format;
use super::terminal::say;
use crate::app::stage::camera_bundle;
use crate::app::stage::picture;

/// The size of the pictures, pixels.
pub const SIZE: [u32; 2] = [1280, 720];

/// Writes the figures of a renderer, a line for each row or all as JSON.
pub fn tell<T: Serialize>(
    renderer: &str,
    rows: &[T],
    format: Format,
    line: impl Fn(&T) -> String,
) -> anyhow::Result<()> {
    match format {
        Format::Json => {
            let figures = serde_json::json!({ "renderer": renderer, "rows": rows });
            say!("{figures}")?;
        }
        Format::Table => {
            say!("renderer: {renderer}; {} x {} pixels", SIZE[0], SIZE[1])?;
            for row in rows {
                say!("{}", line(row))?;
            }
        }
    }
    Ok(())
}

/// A turn round the body.
pub fn pose(turn: f32) -> Pose {
    Pose {
        yaw: turn,
        ..Pose::default()
    }
}

/// A camera that draws into a picture of that size times a scale.
pub fn spawn_camera(app: &mut App, pose: Pose, scale: f32) -> Entity {
    let world = app.world_mut();
    let [width, height] = SIZE.map(|side| (side as f32 * scale) as u32);
    let target = world
        .resource_mut::<Assets<Image>>()
        .add(picture::target(width, height));
    world
        .spawn((
            camera_bundle(pose),
            Msaa::Off,
            RenderTarget::Image(target.into()),
        ))
        .id()
}

/// Waits until what was asked of the renderer is drawn.
pub fn settle(app: &mut App) {
    let world = app.world();
    if let Some(device) = world.get_resource::<bevy::render::renderer::RenderDevice>() {
        let _ = device.poll(wgpu::PollType::wait_indefinitely());
    }
}
