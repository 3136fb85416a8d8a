//! The body on the stage: surfaces, cuts, the camera, what is under the cursor, the texture that it is drawn into.

pub mod area;
pub mod camera;
pub mod changed;
pub mod crowds;
pub mod ends;
pub mod flash;
pub mod lasso;
pub mod looks;
pub mod materials;
pub mod measure;
pub mod measured;
pub mod picking;
pub mod picture;
pub mod probe;
pub mod probed;
pub mod section;
pub mod surfaces;
pub mod target;
pub mod tissues;
mod tour_shots;

use bevy::camera::visibility::{NoFrustumCulling, RenderLayers};
use bevy::core_pipeline::tonemapping::Tonemapping;
use bevy::mesh::PrimitiveTopology;
use bevy::prelude::*;
use viewer::{FIELD_OF_VIEW_DEGREES, Pose, Theme};

use self::camera::OrbitCamera;
use self::changed::StageChanged;
use self::materials::{MaterialsPlugin, StageMaterial};
use super::core::{Dress, Follow};
use super::jobs::LoadedMeshes;
use super::theme;

/// Surfaces, cuts, background: what the window and the picture command share.
pub struct StagePlugin;

impl Plugin for StagePlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins(MaterialsPlugin)
            .init_resource::<LoadedMeshes>()
            .init_resource::<StageChanged>()
            .init_resource::<flash::Flash>()
            .init_resource::<section::Cuts>()
            .init_resource::<tissues::Courses>()
            .init_resource::<ends::BodyEnds>()
            .init_resource::<looks::Detail>()
            .init_resource::<looks::Level>()
            .add_systems(Startup, (spawn_background, surfaces::make_materials))
            .add_systems(
                PostUpdate,
                (
                    dress_stage.run_if(resource_changed::<Dress>),
                    section::make_faces,
                    surfaces::spawn_loaded,
                    surfaces::follow,
                    section::follow,
                )
                    .chain()
                    .in_set(Follow),
            );
    }
}

/// Camera movement, picking and pictures, for the window only.
pub struct InteractionPlugin;

impl Plugin for InteractionPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<target::StageTarget>()
            .init_resource::<camera::PointerOwner>()
            .init_resource::<picking::UnderPointer>()
            .init_resource::<lasso::Lasso>()
            .init_resource::<probed::Probe>()
            .init_resource::<measured::ByKeys>()
            .add_plugins((picture::PicturePlugin, tour_shots::plugin))
            .add_systems(
                Update,
                (
                    camera::own_pointer,
                    picking::hover,
                    probe::feel,
                    picking::click,
                    lasso::draw,
                    camera::drag,
                    camera::zoom,
                    camera::keys,
                    measure::by_keys,
                    camera::fly,
                    flash::pulse,
                    target::choose,
                )
                    .chain(),
            );
    }
}

/// A 3D camera with our lens (planes in mm) and no tone mapping: the shaders write display colours.
pub fn lens() -> impl Bundle {
    (
        Camera3d::default(),
        Projection::Perspective(PerspectiveProjection {
            fov: FIELD_OF_VIEW_DEGREES.to_radians(),
            near: 10.0,
            far: 20_000.0,
            ..default()
        }),
        Tonemapping::None,
    )
}

/// The camera that shows the stage from a pose.
pub fn camera_bundle(pose: Pose) -> impl Bundle {
    (
        lens(),
        OrbitCamera::new(pose),
        camera::transform(&pose),
        RenderLayers::from_layers(&[0, BACKGROUND_LAYER]),
    )
}

/// Render layer of the gradient behind the body: a camera without it draws a transparent picture.
pub const BACKGROUND_LAYER: usize = 1;

fn spawn_background(
    mut commands: Commands,
    mut meshes: ResMut<Assets<Mesh>>,
    mut materials: ResMut<Assets<StageMaterial>>,
) {
    let screen = Mesh::new(
        PrimitiveTopology::TriangleList,
        bevy::asset::RenderAssetUsages::RENDER_WORLD,
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
fn dress_stage(
    dress: Res<Dress>,
    mut materials: ResMut<Assets<StageMaterial>>,
    mut clear: ResMut<ClearColor>,
    mut stage: ResMut<StageChanged>,
    mut painted: Local<Option<Theme>>,
) {
    if *painted == Some(dress.theme) {
        return;
    }
    theme::choose(dress.theme);
    for (_, material) in materials.iter_mut() {
        material.centre = theme::linear(theme::stage_centre());
        material.edge = theme::linear(theme::stage_edge());
    }
    if painted.is_some() {
        clear.0 = theme::linear(theme::stage_edge()).into();
    }
    *painted = Some(dress.theme);
    stage.remake();
}
