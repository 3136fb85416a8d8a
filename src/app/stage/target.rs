//! The stage is drawn into a texture that the interface shows between its panels. Its resolution is therefore ours to choose: while the
//! camera moves on a slow renderer, pixels and triangles are given up instead of frames, and the full picture follows when it rests.

use std::time::{Duration, Instant};

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::window::{PrimaryWindow, RequestRedraw};
use bevy_egui::egui;
use bevy_egui::{EguiTextureHandle, EguiUserTextures};

use viewer::{Pose, Quality};

use super::area::StageArea;
use super::camera::OrbitCamera;
use super::changed::StageChanged;
use super::looks::{Detail, Level};
use super::picture;
use super::surfaces::SurfaceLevels;
use crate::app::core::Dress;
use crate::app::jobs::LoadedMeshes;

/// The picture is refined when the camera has rested this long.
const REST: Duration = Duration::from_millis(220);
/// Share of the pixels per axis that is drawn while the camera moves in the swift tier.
pub const SWIFT_SCALE: f32 = 0.5;

/// The texture on the stage and how fine it is.
#[derive(Resource, Default)]
pub struct StageTarget {
    /// As the interface draws it.
    pub texture: Option<egui::TextureId>,
    /// Full and reduced: kept, so that a change between them costs nothing.
    images: [Option<(UVec2, Handle<Image>)>; 2],
    last_pose: Option<Pose>,
    moved_at: Option<Instant>,
    coarse: bool,
}

impl StageTarget {
    /// Whether fewer pixels or triangles are drawn just now.
    pub fn is_reduced(&self) -> bool {
        self.coarse
    }
}

/// The renderer that was found.
#[derive(Resource, Default)]
pub struct Renderer {
    /// In plain words.
    pub words: String,
    /// It runs on the processor.
    pub software: bool,
}

/// How finely the stage is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Fineness {
    /// Fewer pixels or triangles than there could be.
    coarse: bool,
    /// The level of detail of the surfaces, 0 the finest.
    level: usize,
    /// Share of the pixels per axis.
    scale: f32,
    /// Tissues have their patterns.
    patterns: bool,
}

/// How finely the stage is drawn in a tier while the camera moves or a body has just come, and at rest.
fn fineness(tier: Quality, moving: bool) -> Fineness {
    let full = Fineness {
        coarse: false,
        level: 0,
        scale: 1.0,
        patterns: true,
    };
    match (tier, moving) {
        (_, false) | (Quality::Fine, true) => full,
        (Quality::Balanced, true) => Fineness {
            coarse: true,
            level: 1,
            ..full
        },
        // The patterns of tissues are what a moving picture misses least.
        (Quality::Swift | Quality::Auto, true) => Fineness {
            coarse: true,
            level: 2,
            scale: SWIFT_SCALE,
            patterns: false,
        },
    }
}

/// Chooses the resolution and the level of detail for this frame.
pub fn choose(
    (dress, renderer, window): (
        Res<Dress>,
        Res<Renderer>,
        Single<&Window, With<PrimaryWindow>>,
    ),
    (mut area, mut stage): (ResMut<StageArea>, ResMut<StageTarget>),
    (mut images, mut textures): (ResMut<Assets<Image>>, ResMut<EguiUserTextures>),
    mut camera: Single<(&OrbitCamera, &mut RenderTarget, &mut Camera)>,
    mut redraw: MessageWriter<RequestRedraw>,
    (mut surfaces, loaded): (Query<(&SurfaceLevels, &mut Mesh3d)>, Res<LoadedMeshes>),
    (mut detail, mut drawn, mut changed): (ResMut<Detail>, ResMut<Level>, ResMut<StageChanged>),
) {
    let (orbit, target, lens) = &mut *camera;
    let tier = dress.quality.tier(renderer.software);
    if stage.last_pose.replace(orbit.pose) != Some(orbit.pose) || orbit.in_flight() {
        stage.moved_at = Some(Instant::now());
        changed.touch();
    }
    // A body that has just come is drawn coarse first.
    if !loaded.structures.is_empty() {
        stage.moved_at = Some(Instant::now());
    }
    let moving = stage.moved_at.is_some_and(|at| at.elapsed() < REST);
    if moving {
        redraw.write(RequestRedraw);
    }
    let Fineness {
        coarse,
        level,
        scale,
        patterns,
    } = fineness(tier, moving);
    if stage.coarse != coarse {
        stage.coarse = coarse;
        changed.remake();
    }
    detail.set_if_neq(Detail(patterns));
    drawn.0 = level;
    for (levels, mut mesh) in &mut surfaces {
        let wanted = levels.at(level);
        if mesh.0 != *wanted {
            mesh.0 = wanted.clone();
        }
    }
    let size = (area.size * window.scale_factor() * scale)
        .round()
        .as_uvec2()
        .clamp(UVec2::splat(8), UVec2::splat(picture::MAX_SIDE));
    let slot = usize::from(scale < 1.0);
    if stage.images[slot].as_ref().map(|(known, _)| *known) != Some(size) {
        if let Some((_, old)) = stage.images[slot].take() {
            textures.remove_image(&old);
        }
        let image = images.add(picture::target(size.x, size.y));
        stage.images[slot] = Some((size, image));
        changed.remake();
    }
    let Some((_, image)) = stage.images[slot].clone() else {
        return;
    };
    let aims_there = matches!(&**target, RenderTarget::Image(aim) if aim.handle == image);
    if !aims_there {
        **target = RenderTarget::Image(image.clone().into());
        changed.remake();
    }
    stage.texture = Some(textures.add_image(EguiTextureHandle::Strong(image)));
    if area.pixels != size.as_vec2() {
        area.pixels = size.as_vec2();
    }
    let draws = changed.draw();
    if lens.is_active != draws {
        lens.is_active = draws;
    }
    if draws {
        redraw.write(RequestRedraw);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_body_is_coarse_first_and_refined_at_rest_but_in_the_fine_tier() {
        let of = |coarse, level, scale, patterns| Fineness {
            coarse,
            level,
            scale,
            patterns,
        };
        let full = of(false, 0, 1.0, true);
        for (tier, moving, expected) in [
            (Quality::Swift, true, of(true, 2, SWIFT_SCALE, false)),
            (Quality::Swift, false, full),
            (Quality::Balanced, true, of(true, 1, 1.0, true)),
            (Quality::Balanced, false, full),
            (Quality::Fine, true, full),
            (Quality::Fine, false, full),
        ] {
            assert_eq!(fineness(tier, moving), expected, "{tier:?} {moving}");
        }
    }
}
