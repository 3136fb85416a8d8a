//! Sections: the body cut open by up to six planes, each closed by a face drawn from the label volume.

use std::sync::Arc;

use anatomy::{Atlas, PlaneGrid};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use viewer::{Display, MAX_SECTIONS, SectionPlane, world_from_lps};

use super::changed::StageChanged;
use super::materials::CapMaterial;
use crate::app::core::Shown;
use crate::app::theme;

/// Light on a structure that recedes behind the selection.
const RECEDING_LIGHT: f32 = 0.45;

/// The sections as the shaders take them: normal in world coordinates, offset; a plane that does not cut removes nothing.
pub fn shader_planes(sections: &[SectionPlane]) -> [Vec4; MAX_SECTIONS] {
    let mut planes = [Vec4::new(0.0, 0.0, 0.0, 1.0); MAX_SECTIONS];
    for (slot, plane) in planes.iter_mut().zip(sections) {
        if plane.on {
            *slot = world_from_lps(plane.normal).extend(plane.offset_mm);
        }
    }
    planes
}

/// The face of one section.
#[derive(Component)]
pub struct Cap {
    index: usize,
    plane: SectionPlane,
}

/// What the caps were drawn from.
#[derive(Default, PartialEq)]
pub struct Drawn {
    atlas: usize,
    sections: Vec<SectionPlane>,
    colours: Vec<u8>,
}

/// Makes the caps follow the cuts and the colours of what is drawn.
pub fn follow(
    shown: Res<Shown>,
    mut images: ResMut<Assets<Image>>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<CapMaterial>>,
    mut caps: Query<(Entity, &mut Cap, &MeshMaterial3d<CapMaterial>, &mut Mesh3d)>,
    mut commands: Commands,
    (mut stage, mut drawn): (ResMut<StageChanged>, Local<Drawn>),
) {
    let Some(display) = shown.0.as_ref().filter(|_| shown.is_changed()) else {
        return;
    };
    let cuts = display.cuts();
    let now = Drawn {
        atlas: Arc::as_ptr(&display.atlas) as usize,
        sections: cuts.to_vec(),
        colours: if cuts.is_empty() {
            Vec::new()
        } else {
            colours(display)
        },
    };
    if *drawn == now {
        return;
    }
    let other_atlas = drawn.atlas != now.atlas;
    let recoloured = drawn.colours != now.colours && !cuts.is_empty();
    *drawn = now;
    stage.remake();
    let planes = shader_planes(cuts);
    let palette = recoloured.then(|| images.add(palette_image(&drawn.colours)));
    let mut present = [false; MAX_SECTIONS];
    let mut known_palette = palette.clone();
    for (entity, mut cap, handle, mut mesh) in &mut caps {
        let wanted = cuts.get(cap.index).filter(|plane| plane.on);
        let (Some(plane), Some(mut material)) = (wanted, materials.get_mut(&handle.0)) else {
            commands.entity(entity).despawn();
            continue;
        };
        present[cap.index] = true;
        material.planes = planes;
        if cap.plane != *plane || other_atlas {
            let (face, labels) = face(&display.atlas, plane);
            mesh.0 = meshes.add(face);
            material.labels = images.add(labels);
            cap.plane = *plane;
        }
        match &palette {
            Some(palette) => material.palette = palette.clone(),
            None => known_palette = Some(material.palette.clone()),
        }
    }
    for (index, plane) in cuts.iter().enumerate().take(MAX_SECTIONS) {
        if present[index] || !plane.on {
            continue;
        }
        let palette = known_palette
            .get_or_insert_with(|| images.add(palette_image(&drawn.colours)))
            .clone();
        let (face, labels) = face(&display.atlas, plane);
        commands.spawn((
            Mesh3d(meshes.add(face)),
            MeshMaterial3d(materials.add(CapMaterial {
                planes,
                own: Vec4::new(index as f32, 0.0, 0.0, 0.0),
                labels: images.add(labels),
                palette,
            })),
            Cap {
                index,
                plane: *plane,
            },
            NoFrustumCulling,
        ));
    }
}

/// sRGB and alpha per label: what is not drawn on the face is left out, what recedes behind a selection is darkened.
fn colours(display: &Display) -> Vec<u8> {
    let catalogue = display.atlas.catalogue();
    let mut colours = vec![0; 4];
    for index in catalogue.indices() {
        let [r, g, b] = theme::cut_color(catalogue.get(index), display.scene.palette);
        let drawn = display.of(index);
        let light = if display.scene.recede && drawn.behind {
            RECEDING_LIGHT
        } else {
            1.0
        };
        let [r, g, b] = [r, g, b].map(|channel| (f32::from(channel) * light) as u8);
        colours.extend([r, g, b, if drawn.on_cut_face { 255 } else { 0 }]);
    }
    colours
}

fn palette_image(colours: &[u8]) -> Image {
    Image::new(
        Extent3d {
            width: (colours.len() / 4) as u32,
            height: 1,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        colours.to_vec(),
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::RENDER_WORLD,
    )
}

/// A rectangle on the plane that covers the whole atlas, and the labels on it.
fn face(atlas: &Atlas, plane: &SectionPlane) -> (Mesh, Image) {
    let normal = Vec3::from_array(plane.normal);
    let half = Vec3::from_array(atlas.labels().dims().map(|n| n as f32 * 0.5));
    // Axes within the plane: along the body where that is possible.
    let along = if normal.z.abs() > 0.9 {
        Vec3::Y
    } else {
        Vec3::Z
    };
    let right = along.cross(normal).normalize();
    let down = right.cross(normal).normalize();
    let extent = |axis: Vec3| axis.abs().dot(half).ceil();
    let (width, height) = (extent(right) * 2.0, extent(down) * 2.0);
    let corner = normal * plane.offset_mm - right * width * 0.5 - down * height * 0.5;
    // Half a voxel inside of what is left, so that the face shows what stands and not what was taken away.
    let sampled = corner - normal * 0.5 + (right + down) * 0.5;
    let grid = PlaneGrid {
        corner_mm: sampled.to_array(),
        right_mm: right.to_array(),
        down_mm: down.to_array(),
        width: width as usize,
        height: height as usize,
    };
    let labels = atlas.labels().sample_plane(&grid);
    let image = Image::new(
        Extent3d {
            width: grid.width as u32,
            height: grid.height as u32,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        labels
            .iter()
            .flat_map(|label| label.to_le_bytes())
            .collect(),
        TextureFormat::R16Uint,
        RenderAssetUsages::RENDER_WORLD,
    );
    let corners = [
        (corner, [0.0, 0.0]),
        (corner + right * width, [1.0, 0.0]),
        (corner + right * width + down * height, [1.0, 1.0]),
        (corner + down * height, [0.0, 1.0]),
    ];
    let world_normal = world_from_lps(plane.normal).to_array();
    let mesh = Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(
        Mesh::ATTRIBUTE_POSITION,
        corners
            .map(|(at, _)| world_from_lps(at.to_array()).to_array())
            .to_vec(),
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, vec![world_normal; 4])
    .with_inserted_attribute(Mesh::ATTRIBUTE_UV_0, corners.map(|(_, uv)| uv).to_vec())
    .with_inserted_indices(Indices::U32(vec![0, 1, 2, 0, 2, 3]));
    (mesh, image)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn planes_that_do_not_cut_remove_nothing_in_the_shader() {
        let plane = SectionPlane::through([0.0, -1.0, 0.0], viewer::StagePoint([0.0, -20.0, 0.0]));
        let planes = shader_planes(&[plane, SectionPlane { on: false, ..plane }]);
        let removed = |plane: Vec4, at: Vec3| plane.truncate().dot(at) > plane.w;
        // 50 mm in front of the centre.
        let front = world_from_lps([0.0, -50.0, 0.0]);
        assert!(removed(planes[0], front));
        assert!(planes[1..].iter().all(|plane| !removed(*plane, front)));
    }
}
