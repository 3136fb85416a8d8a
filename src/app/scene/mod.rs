//! The body on the stage: structure meshes, their looks, the camera and what is under the cursor.

pub mod camera;
pub mod explode;
pub mod materials;
mod picking;
mod section;
pub mod stage_target;

pub use self::picking::nearest_marker as marker_for_reports;
pub use self::picking::pick_seen as picking_for_reports;

use anatomy::{StructureIndex, StructureMesh};
use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::{NoFrustumCulling, RenderLayers};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::mesh::{Indices, MeshTag, PrimitiveTopology};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::window::RequestRedraw;

use self::camera::{
    FIELD_OF_VIEW_DEGREES, OrbitCamera, PointerOwner, Pose, StandardView, world_from_lps,
};
use self::materials::{MaterialsPlugin, StageMaterial, SurfaceMaterial};
use self::stage_target::StageChanged;
use super::looking::{Looking, ThemeChoice};
use super::state::{Body, Look, Selection};
use super::ui::theme;

/// Structure meshes, materials, camera and picking.
pub struct ScenePlugin;

impl Plugin for ScenePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(MaterialsPlugin)
            .init_resource::<PointerOwner>()
            .init_resource::<PendingMeshes>()
            .init_resource::<StageChanged>()
            .add_systems(Startup, (spawn_stage, make_materials))
            .add_systems(
                Update,
                (paint_stage, spawn_meshes, apply_looks, section::update_caps).chain(),
            );
    }
}

/// Camera movement and picking, for the window only.
pub struct InteractionPlugin;

impl Plugin for InteractionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<stage_target::StageTarget>()
            .add_systems(
                Update,
                (
                    camera::own_pointer,
                    picking::hover,
                    picking::click,
                    camera::drive_camera,
                    stage_target::choose_target,
                )
                    .chain(),
            );
    }
}

/// Meshes read from the atlas and not spawned yet.
#[derive(Resource, Default)]
pub struct PendingMeshes {
    /// Surfaces per structure, finest first.
    pub structures: Vec<(StructureIndex, Vec<Mesh>)>,
    /// They replace what is on the stage.
    pub anew: bool,
}

/// The surfaces of a structure, finest first.
#[derive(Component)]
pub struct SurfaceLevels(Vec<Handle<Mesh>>);

impl SurfaceLevels {
    /// The surface of a level (0 is the finest), or the coarsest there is.
    fn at(&self, level: usize) -> &Handle<Mesh> {
        &self.0[level.min(self.0.len() - 1)]
    }
}

/// Draws every structure at a level of detail (0 is the finest); the window chooses for itself.
pub fn use_level(world: &mut World, level: usize) {
    let mut surfaces = world.query::<(&SurfaceLevels, &mut Mesh3d)>();
    for (levels, mut mesh) in surfaces.iter_mut(world) {
        mesh.0 = levels.at(level).clone();
    }
}

/// A structure's entity: its catalogue row.
#[derive(Component, Clone, Copy)]
pub struct StructureEntity(pub StructureIndex);

/// A structure's surfaces as Bevy draws them, finest first: torso frame turned upright, mm; baked occlusion as the vertex colour.
pub fn bevy_meshes(mesh: &StructureMesh) -> Vec<Mesh> {
    (0..=mesh.coarser.len())
        .map(|level| bevy_mesh(mesh, mesh.level(level)))
        .collect()
}

/// One level, with only the vertices it uses.
fn bevy_mesh(mesh: &StructureMesh, indices: &[u32]) -> Mesh {
    let mut place = vec![u32::MAX; mesh.positions.len()];
    let (mut positions, mut normals, mut colors) = (Vec::new(), Vec::new(), Vec::new());
    let indices = indices
        .iter()
        .map(|index| {
            let vertex = *index as usize;
            if place[vertex] == u32::MAX {
                place[vertex] = positions.len() as u32;
                positions.push(world_from_lps(mesh.positions[vertex]).to_array());
                normals.push(world_from_lps(mesh.normals[vertex]).to_array());
                let open = f32::from(mesh.occlusion[vertex]) / 255.0;
                colors.push([open, open, open, 1.0]);
            }
            place[vertex]
        })
        .collect();
    Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_attribute(Mesh::ATTRIBUTE_NORMAL, normals)
    .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
    .with_inserted_indices(Indices::U32(indices))
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
        RenderLayers::from_layers(&[0, BACKGROUND_LAYER]),
    )
}

fn spawn_stage(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StageMaterial>>,
) {
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
            centre: theme::linear(theme::stage_centre()),
            edge: theme::linear(theme::stage_edge()),
        })),
        NoFrustumCulling,
        RenderLayers::layer(BACKGROUND_LAYER),
    ));
}

/// Makes the background follow the window's theme.
fn paint_stage(
    looking: Res<Looking>,
    mut materials: ResMut<Assets<StageMaterial>>,
    mut clear: ResMut<ClearColor>,
    mut stage: ResMut<StageChanged>,
    mut painted: Local<Option<ThemeChoice>>,
) {
    if *painted == Some(looking.theme) {
        return;
    }
    theme::choose(looking.theme);
    for (_, material) in materials.iter_mut() {
        material.centre = theme::linear(theme::stage_centre());
        material.edge = theme::linear(theme::stage_edge());
    }
    if painted.is_some() {
        clear.0 = theme::linear(theme::stage_edge()).into();
    }
    *painted = Some(looking.theme);
    stage.remake();
}

/// Render layer of the gradient behind the body: a camera without it draws a transparent picture.
pub const BACKGROUND_LAYER: usize = 1;

/// The materials that all structures share.
#[derive(Resource)]
struct SurfaceMaterials {
    solid: Handle<SurfaceMaterial>,
    ghost: Handle<SurfaceMaterial>,
    /// The skin encloses everything else and is drawn after it.
    outermost: Handle<SurfaceMaterial>,
    /// What the table of looks holds: two RGBA rows, one column per catalogue row.
    table: Vec<[f32; 4]>,
}

impl SurfaceMaterials {
    fn all(&self) -> [&Handle<SurfaceMaterial>; 3] {
        [&self.solid, &self.ghost, &self.outermost]
    }
}

fn make_materials(
    mut commands: Commands,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    let looks = images.add(looks_image(&[[0.0; 4]; 2]));
    let mut make = |ghost, draw_order_mm| {
        materials.add(SurfaceMaterial {
            planes: section::shader_planes(&[]),
            looks: looks.clone(),
            ghost,
            sectioned: false,
            draw_order_mm,
        })
    };
    commands.insert_resource(SurfaceMaterials {
        solid: make(false, 0.0),
        ghost: make(true, 0.0),
        outermost: make(true, 2_000.0),
        table: Vec::new(),
    });
}

fn looks_image(table: &[[f32; 4]]) -> Image {
    Image::new(
        Extent3d {
            width: (table.len() / 2) as u32,
            height: 2,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        table
            .iter()
            .flatten()
            .flat_map(|value| value.to_le_bytes())
            .collect(),
        TextureFormat::Rgba32Float,
        RenderAssetUsages::RENDER_WORLD,
    )
}

#[allow(clippy::too_many_arguments)] // a Bevy system: each argument is one injected resource
fn spawn_meshes(
    mut commands: Commands,
    mut pending: ResMut<PendingMeshes>,
    mut meshes: ResMut<Assets<Mesh>>,
    materials: Res<SurfaceMaterials>,
    known: Query<Entity, With<StructureEntity>>,
    mut body: ResMut<Body>,
    mut stage: ResMut<StageChanged>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if pending.structures.is_empty() || body.atlas.is_none() {
        return;
    }
    if std::mem::take(&mut pending.anew) {
        for entity in &known {
            commands.entity(entity).despawn();
        }
    }
    for (index, levels) in pending.structures.drain(..) {
        let levels: Vec<Handle<Mesh>> = levels.into_iter().map(|mesh| meshes.add(mesh)).collect();
        let Some(finest) = levels.first().cloned() else {
            continue;
        };
        commands.spawn((
            Mesh3d(finest),
            SurfaceLevels(levels),
            MeshMaterial3d(materials.solid.clone()),
            MeshTag(u32::from(index.0)),
            StructureEntity(index),
            Visibility::Hidden,
        ));
    }
    body.revision += 1;
    stage.remake();
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

/// Makes every entity follow the looks, the selection, the hover, the cuts and the colours.
#[allow(clippy::type_complexity, clippy::too_many_arguments)] // a Bevy system and its query
fn apply_looks(
    body: Res<Body>,
    selection: Res<Selection>,
    looking: Res<Looking>,
    mut shared: ResMut<SurfaceMaterials>,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut images: ResMut<Assets<Image>>,
    mut entities: Query<(
        &StructureEntity,
        &mut MeshMaterial3d<SurfaceMaterial>,
        &mut Visibility,
        &mut Transform,
    )>,
    mut stage: ResMut<StageChanged>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if !body.is_changed() && !selection.is_changed() && !looking.is_changed() {
        return;
    }
    let Some(atlas) = body.atlas.as_ref() else {
        return;
    };
    let catalogue = atlas.catalogue();
    let selected = selection.structure;
    let hovered = selection.hover.as_ref().map(|hover| hover.structure);
    let planes = section::shader_planes(looking.cuts());
    let sectioned = looking.cuts().iter().any(|plane| plane.on);
    let columns = catalogue.structures().len();
    let mut table = vec![[0.0; 4]; columns * 2];
    let mut changed = false;
    for (entity, mut material, mut visibility, mut transform) in &mut entities {
        let index = entity.0;
        let structure = catalogue.get(index);
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
        let moved = world_from_lps(explode::offset_mm(atlas, index, looking.explode));
        if transform.translation != moved {
            transform.translation = moved;
            changed = true;
        }
        let wanted = match look {
            Look::Ghost if structure.id == "skin" => &shared.outermost,
            Look::Ghost => &shared.ghost,
            _ => &shared.solid,
        };
        if material.0 != *wanted {
            material.0 = wanted.clone();
            changed = true;
        }
        let receding =
            body.focus && selected.is_some() && !is_selected && body.look(index) == Look::Shown;
        let opacity = if receding {
            0.16
        } else if body.focus && selected.is_some() {
            ghost_opacity(&structure.id) * 0.34
        } else {
            ghost_opacity(&structure.id)
        };
        let given = match body.opacities.get(&index) {
            Some(given) if body.focus && selected.is_some() && !is_selected => given * 0.5,
            Some(given) => *given,
            None => 0.0,
        };
        let color = theme::linear(theme::body_color(structure, looking.palette));
        table[index.usize()] = [color.red, color.green, color.blue, opacity];
        table[columns + index.usize()] = [
            f32::from(u8::from(is_selected)),
            f32::from(u8::from(hovered == Some(index))),
            0.0,
            given,
        ];
    }
    let looks = (shared.table != table).then(|| images.add(looks_image(&table)));
    if looks.is_some() {
        shared.table = table;
    }
    for handle in shared.all() {
        let stale = looks.is_some()
            || materials
                .get(handle)
                .is_some_and(|known| known.planes != planes || known.sectioned != sectioned);
        if stale && let Some(mut material) = materials.get_mut(handle) {
            material.planes = planes;
            material.sectioned = sectioned;
            if let Some(looks) = &looks {
                material.looks = looks.clone();
            }
            changed = true;
        }
    }
    if changed {
        stage.touch();
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
