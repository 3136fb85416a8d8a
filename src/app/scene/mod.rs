//! The body on the stage: structure meshes, their looks, the camera and what is under the cursor.

pub mod camera;
pub mod materials;
mod picking;

pub use self::picking::pick_seen as picking_for_reports;

use anatomy::{StructureIndex, StructureMesh};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use bevy::window::RequestRedraw;

use self::camera::{
    FIELD_OF_VIEW_DEGREES, OrbitCamera, PointerOwner, Pose, StandardView, world_from_lps,
};
use self::materials::{MaterialsPlugin, StageMaterial, SurfaceMaterial};
use super::state::{Body, Look, Selection};
use super::ui::theme;

/// Structure meshes, materials, camera and picking.
pub struct ScenePlugin;

impl Plugin for ScenePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(MaterialsPlugin)
            .init_resource::<PointerOwner>()
            .init_resource::<PendingMeshes>()
            .add_systems(Startup, spawn_stage)
            .add_systems(Update, (spawn_meshes, apply_looks).chain());
    }
}

/// Camera movement and picking, for the window only.
pub struct InteractionPlugin;

impl Plugin for InteractionPlugin {
    fn build(&self, app: &mut App) {
        app.add_systems(
            Update,
            (
                camera::fit_viewport,
                camera::own_pointer,
                picking::hover,
                picking::click,
                camera::drive_camera,
            )
                .chain(),
        );
    }
}

/// Meshes read from the atlas and not spawned yet.
#[derive(Resource, Default)]
pub struct PendingMeshes(pub Vec<(StructureIndex, Mesh)>);

/// A structure's entity: its catalogue row.
#[derive(Component, Clone, Copy)]
pub struct StructureEntity(pub StructureIndex);

/// A structure's mesh as Bevy draws it: torso frame turned upright, mm.
pub fn bevy_mesh(mesh: &StructureMesh) -> Mesh {
    let positions: Vec<[f32; 3]> = mesh
        .positions
        .iter()
        .map(|p| world_from_lps(*p).to_array())
        .collect();
    let normals: Vec<[f32; 3]> = mesh
        .normals
        .iter()
        .map(|n| world_from_lps(*n).to_array())
        .collect();
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
    .with_inserted_indices(Indices::U32(mesh.indices.clone()))
}

/// The 3D camera with our lens and no tone mapping: the shaders write display colours.
pub fn camera_bundle(pose: Pose) -> impl Bundle {
    (
        Camera3d::default(),
        Projection::Perspective(PerspectiveProjection {
            fov: FIELD_OF_VIEW_DEGREES.to_radians(),
            near: 10.0,
            far: 20_000.0,
            ..default()
        }),
        Tonemapping::None,
        OrbitCamera::new(pose),
        pose.transform(),
    )
}

fn spawn_stage(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StageMaterial>>,
    clear: Option<Res<PlainBackground>>,
) {
    if clear.is_some() {
        return;
    }
    let screen = Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(
        Mesh::ATTRIBUTE_POSITION,
        vec![[-1.0, -1.0, 0.0], [3.0, -1.0, 0.0], [-1.0, 3.0, 0.0]],
    );
    commands.spawn((
        Mesh3d(meshes.add(screen)),
        MeshMaterial3d(materials.add(StageMaterial {
            centre: theme::linear(theme::STAGE_CENTRE),
            edge: theme::linear(theme::STAGE_EDGE),
        })),
        NoFrustumCulling,
    ));
}

/// Present when the background is to be left empty (`render --transparent`).
#[derive(Resource)]
pub struct PlainBackground;

fn spawn_meshes(
    mut commands: Commands,
    mut pending: ResMut<PendingMeshes>,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut body: ResMut<Body>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if pending.0.is_empty() {
        return;
    }
    let Some(atlas) = body.atlas.clone() else {
        return;
    };
    for (index, mesh) in pending.0.drain(..) {
        let structure = atlas.catalogue().get(index);
        let material = SurfaceMaterial {
            color: theme::linear(structure.color).with_alpha(ghost_opacity(&structure.id)),
            emphasis: Vec4::ZERO,
            draw_order_mm: if structure.id == "skin" { 2_000.0 } else { 0.0 },
            two_sided: false,
        };
        commands.spawn((
            Mesh3d(meshes.add(mesh)),
            MeshMaterial3d(materials.add(material)),
            StructureEntity(index),
            Visibility::Hidden,
        ));
    }
    body.revision += 1;
    redraw.write(RequestRedraw);
}

/// Opacity of a ghost where it faces the viewer, before the silhouette's share: the outer the thinner.
fn ghost_opacity(id: &str) -> f32 {
    if id == "skin" {
        0.13
    } else if id.contains("lung") {
        0.42
    } else if id.contains("rib")
        || id.contains("cartilage")
        || id.contains("vertebra")
        || id.contains("sternum")
    {
        0.26
    } else {
        0.30
    }
}

/// Makes every entity follow the looks, the selection and the hover.
fn apply_looks(
    body: Res<Body>,
    selection: Res<Selection>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut entities: Query<(
        &StructureEntity,
        &MeshMaterial3d<SurfaceMaterial>,
        &mut Visibility,
    )>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !body.is_changed() && !selection.is_changed() {
        return;
    }
    let Some(atlas) = body.atlas.as_ref() else {
        return;
    };
    let catalogue = atlas.catalogue();
    let selected = selection.structure;
    let hovered = selection.hover.as_ref().map(|hover| hover.structure);
    let mut changed = false;
    for (entity, handle, mut visibility) in &mut entities {
        let index = entity.0;
        let is_selected =
            selected.is_some_and(|whole| index == whole || catalogue.is_part_of(index, whole));
        let look = match body.look(index) {
            // A hidden part (the pericardium of the heart) stays so when the whole is selected, and shows when it is what was selected.
            Look::Hidden if selected != Some(index) => Look::Hidden,
            _ if is_selected => Look::Shown,
            Look::Shown if body.focus && selected.is_some() => Look::Ghost,
            look => look,
        };
        let wanted = if look == Look::Hidden {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        };
        if *visibility != wanted {
            *visibility = wanted;
            changed = true;
        }
        let Some(material) = materials.get(&handle.0) else {
            continue;
        };
        let receding =
            body.focus && selected.is_some() && !is_selected && body.look(index) == Look::Shown;
        let opacity = if receding {
            0.16
        } else if body.focus && selected.is_some() {
            ghost_opacity(&catalogue.get(index).id) * 0.34
        } else {
            ghost_opacity(&catalogue.get(index).id)
        };
        let emphasis = Vec4::new(
            f32::from(u8::from(is_selected)),
            f32::from(u8::from(hovered == Some(index))),
            f32::from(u8::from(look == Look::Ghost)),
            0.0,
        );
        let color = material.color.with_alpha(opacity);
        if material.emphasis != emphasis || material.color != color {
            if let Some(mut material) = materials.get_mut(&handle.0) {
                material.emphasis = emphasis;
                material.color = color;
            }
            changed = true;
        }
    }
    if changed {
        redraw.write(RequestRedraw);
    }
}

/// The pose that shows a box (LPS mm) from the present side.
pub fn pose_for_bounds(current: &Pose, bounds_mm: ([f32; 3], [f32; 3])) -> Pose {
    let (low, high) = (world_from_lps(bounds_mm.0), world_from_lps(bounds_mm.1));
    let size = (high - low).abs().length();
    Pose {
        target: (low + high) * 0.5,
        distance: (size * 3.4).clamp(420.0, 2040.0),
        ..*current
    }
}

/// The first pose of the window.
pub fn first_pose() -> Pose {
    Pose::standard(StandardView::Anterior)
}
