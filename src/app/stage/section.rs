//! Sections: the body cut open by up to six planes, each closed by a face drawn from the label volume.

use std::collections::BTreeMap;
use std::sync::Arc;

use anatomy::{Atlas, PlaneGrid, rims};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use viewer::{Display, MAX_SECTIONS, Palette, SectionPlane, world_from_lps};

use super::changed::StageChanged;
use super::ends::{BodyEnds, fade_mm};
use super::looks::{Detail, Looks};
use super::materials::CapMaterial;
use super::tissues::{Courses, groups};
use crate::app::core::{Dress, Shown};
use crate::app::jobs::{Beside, Workers};
use crate::app::theme;

/// Steps of a millimetre in which the shader is told the way to the edge of an organ.
const RIM_STEPS: f32 = 16.0;
/// Bits of that number by which organs that touch are told apart.
const GROUP_BITS: u32 = 6;
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
}

/// Cuts of an atlas.
#[derive(Clone, Default)]
struct Cut {
    atlas: Option<Arc<Atlas>>,
    planes: Vec<SectionPlane>,
}

impl PartialEq for Cut {
    fn eq(&self, other: &Self) -> bool {
        self.is_of(other) && self.planes == other.planes
    }
}

impl Cut {
    fn is_of(&self, other: &Self) -> bool {
        self.atlas.as_ref().map(Arc::as_ptr) == other.atlas.as_ref().map(Arc::as_ptr)
    }

    /// The planes that need a face which another cut does not have: by their numbers.
    fn faces_beyond<'a>(
        &'a self,
        other: &'a Self,
    ) -> impl Iterator<Item = (usize, SectionPlane)> + 'a {
        let planes = self.planes.iter().copied().enumerate();
        planes.filter(|(n, plane)| {
            let there = other.planes.get(*n).filter(|_| self.is_of(other));
            plane.on && there != Some(plane)
        })
    }
}

/// A rectangle on a plane, by the number of its section, and the labels on it.
type Face = (usize, Mesh, Image);

/// The cuts as they are drawn. A cut that was moved is drawn when its face has been made, so that the body is never seen hollow; until
/// then it is drawn where it was.
#[derive(Resource, Default)]
pub struct Cuts {
    drawn: Cut,
    making: Beside<Cut, Vec<Face>>,
    /// Made and not drawn yet.
    faces: Vec<Face>,
}

impl Cuts {
    /// The planes that are drawn.
    pub fn planes(&self) -> &[SectionPlane] {
        &self.drawn.planes
    }

    /// Whether a cut waits for its face.
    pub fn are_waiting(&self) -> bool {
        self.making.is_busy()
    }
}

/// Has the faces made that the cuts of what is shown need; without a window at once.
pub fn make_faces(shown: Res<Shown>, workers: Option<Res<Workers>>, mut cuts: ResMut<Cuts>) {
    let Some(display) = &shown.0 else { return };
    if let Some((cut, faces)) = cuts.bypass_change_detection().making.take() {
        cuts.drawn = cut;
        cuts.faces.extend(faces);
    }
    let wanted = Cut {
        atlas: Some(display.atlas.clone()),
        planes: display.cuts().to_vec(),
    };
    if cuts.drawn == wanted {
        return;
    }
    if !cuts.drawn.planes.is_empty() && !cuts.drawn.is_of(&wanted) {
        // Faces of another body are not shown in this one.
        cuts.drawn = Cut::default();
        cuts.faces.clear();
    }
    let needed: Vec<(usize, SectionPlane)> = wanted.faces_beyond(&cuts.drawn).collect();
    if needed.is_empty() {
        cuts.drawn = wanted;
        return;
    }
    let atlas = display.atlas.clone();
    let make = move || {
        let groups = groups(&atlas);
        let made = needed.iter().map(|(n, plane)| {
            let (mesh, labels) = face(&atlas, &groups, plane);
            (*n, mesh, labels)
        });
        made.collect()
    };
    match workers {
        None => {
            cuts.faces.extend(make());
            cuts.drawn = wanted;
        }
        Some(workers) if cuts.making.is_free_for(&wanted) => {
            let making = &mut cuts.bypass_change_detection().making;
            making.begin(wanted, "the face of a cut", &workers.reporter(), make);
        }
        Some(_) => {}
    }
}

type CapParts<'a> = (
    Entity,
    &'a Cap,
    &'a MeshMaterial3d<CapMaterial>,
    &'a mut Mesh3d,
);

/// Makes the caps follow the cuts and the colours of what is drawn.
pub fn follow(
    (shown, worn, mut cuts): (Res<Shown>, Res<Dress>, ResMut<Cuts>),
    (courses, detail, body): (Res<Courses>, Res<Detail>, Res<BodyEnds>),
    (mut images, mut meshes): (ResMut<Assets<Image>>, ResMut<Assets<Mesh>>),
    mut materials: ResMut<Assets<CapMaterial>>,
    mut caps: Query<CapParts>,
    mut commands: Commands,
    (mut stage, mut coloured): (ResMut<StageChanged>, Local<Vec<u8>>),
) {
    let Some(display) = shown.0.as_ref() else {
        return;
    };
    let redressed = courses.is_changed() || detail.is_changed();
    // Some colours are those of the theme.
    let is_redrawn = shown.is_changed() || worn.is_changed();
    if !is_redrawn && !cuts.is_changed() && !redressed {
        return;
    }
    let colours = match cuts.planes().is_empty() {
        true => Vec::new(),
        false => colours(display),
    };
    let tinted = display.scene.palette == Palette::Anatomical;
    let own = |index: usize| Vec4::new(index as f32, f32::from(u8::from(tinted)), 0.0, 0.0);
    if !cuts.is_changed() && !redressed && *coloured == colours {
        return;
    }
    let recoloured = *coloured != colours && !colours.is_empty();
    *coloured = colours;
    stage.remake();
    let planes = shader_planes(cuts.planes());
    let ends = body.shader();
    let fade = fade_mm(display).extend(0.0);
    let mut palette = recoloured.then(|| images.add(palette_image(&coloured)));
    let faces = std::mem::take(&mut cuts.bypass_change_detection().faces);
    let mut faces: BTreeMap<usize, (Mesh, Image)> = faces
        .into_iter()
        .map(|(n, mesh, labels)| (n, (mesh, labels)))
        .collect();
    for (entity, cap, handle, mut mesh) in &mut caps {
        let wanted = cuts.planes().get(cap.index).filter(|plane| plane.on);
        let (Some(_), Some(mut material)) = (wanted, materials.get_mut(&handle.0)) else {
            commands.entity(entity).despawn();
            continue;
        };
        material.planes = planes;
        material.own = own(cap.index);
        (material.ends, material.fade) = (ends, fade);
        material.courses = courses.image.clone();
        material.detailed = detail.0;
        if let Some((face, labels)) = faces.remove(&cap.index) {
            mesh.0 = meshes.add(face);
            material.labels = images.add(labels);
        }
        match &palette {
            Some(palette) if recoloured => material.palette = palette.clone(),
            _ => palette = Some(material.palette.clone()),
        }
    }
    // What is left are sections that had no cap.
    for (index, (face, labels)) in faces {
        let palette = palette
            .get_or_insert_with(|| images.add(palette_image(&coloured)))
            .clone();
        commands.spawn((
            Mesh3d(meshes.add(face)),
            MeshMaterial3d(materials.add(CapMaterial {
                planes,
                own: own(index),
                ends,
                fade,
                labels: images.add(labels),
                palette,
                courses: courses.image.clone(),
                looks: Looks::default(),
                detailed: detail.0,
            })),
            Cap { index },
            NoFrustumCulling,
        ));
    }
}

/// sRGB and alpha per label: what is not drawn on the face is left out, what recedes behind a selection is darkened.
fn colours(display: &Display) -> Vec<u8> {
    let catalogue = display.atlas.catalogue();
    let mut colours = vec![0; 4];
    for index in catalogue.indices() {
        let [r, g, b] = theme::cut_color(
            catalogue.get(index),
            display.scene.palette,
            display.heat.at(index),
        );
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

/// A rectangle on the plane that covers the whole atlas, and the labels on it with the ways to the edges of their organs.
fn face(atlas: &Atlas, groups: &[u16], plane: &SectionPlane) -> (Mesh, Image) {
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
    let group = |label: u16| groups.get(usize::from(label)).copied().unwrap_or(0);
    let rims = rims(&labels, grid.width, group);
    let rims = rims.iter().zip(&labels).map(|(mm, label)| {
        let rim = (mm * RIM_STEPS).min(f32::from(u16::MAX >> GROUP_BITS)) as u16;
        (rim << GROUP_BITS) | (group(*label) % (1 << GROUP_BITS))
    });
    let image = Image::new(
        Extent3d {
            width: grid.width as u32,
            height: grid.height as u32,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        labels
            .iter()
            .zip(rims)
            .flat_map(|(label, rim)| [*label, rim])
            .flat_map(u16::to_le_bytes)
            .collect(),
        TextureFormat::Rg16Uint,
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
