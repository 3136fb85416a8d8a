//! The surfaces of structures, drawn as [`viewer::Display`] says.

use anatomy::{StructureIndex, Visibility as Surface};
use bevy::asset::RenderAssetUsages;
use bevy::mesh::MeshTag;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use viewer::{Drawn, Palette, SectionPlane, world_from_lps};

use super::changed::StageChanged;
use super::ends::{BodyEnds, fade_mm, fade_of_mm};
use super::flash::Flash;
use super::looks::{Detail, Level, Looks, look};
use super::materials::{FIRST_MM, SurfaceMaterial};
use super::section::{Cuts, shader_planes};
use super::tissues::Courses;
use crate::app::core::{Dress, Hovered, Shown};
use crate::app::jobs::LoadedMeshes;
use crate::app::theme;

/// The surfaces of a structure, finest first.
#[derive(Component)]
pub struct SurfaceLevels(Vec<Handle<Mesh>>);

impl SurfaceLevels {
    /// The surface of a level (0 is the finest), or the coarsest there is.
    pub fn at(&self, level: usize) -> &Handle<Mesh> {
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

/// The materials that all structures share.
#[derive(Resource)]
pub struct SurfaceMaterials {
    solid: Handle<SurfaceMaterial>,
    /// Solid, and fading towards an end of the body.
    fading: Handle<SurfaceMaterial>,
    ghost: Handle<SurfaceMaterial>,
    /// A ghost that fades likewise.
    fading_ghost: Handle<SurfaceMaterial>,
    /// The skin encloses everything else and is drawn after it.
    outermost: Handle<SurfaceMaterial>,
    /// What the shaders' table holds: three RGBA rows, one column per catalogue row.
    table: Vec<[f32; 4]>,
}

/// Rows of the table.
const ROWS: usize = 3;

impl SurfaceMaterials {
    fn all(&self) -> [Handle<SurfaceMaterial>; 5] {
        [
            self.solid.clone(),
            self.fading.clone(),
            self.ghost.clone(),
            self.fading_ghost.clone(),
            self.outermost.clone(),
        ]
    }

    fn of(&self, drawn: &Drawn, is_skin: bool, fades: bool) -> &Handle<SurfaceMaterial> {
        match drawn.surface {
            Surface::Ghost if is_skin => &self.outermost,
            Surface::Ghost if fades => &self.fading_ghost,
            Surface::Ghost => &self.ghost,
            Surface::Shown if fades => &self.fading,
            Surface::Shown | Surface::Hidden => &self.solid,
        }
    }
}

/// Makes the materials.
pub fn make_materials(
    mut commands: Commands,
    mut materials: ResMut<Assets<SurfaceMaterial>>,
    mut images: ResMut<Assets<Image>>,
) {
    let table = images.add(table_image(&[[0.0; 4]; ROWS]));
    let mut make = |ghost, fading, draw_order_mm| {
        materials.add(SurfaceMaterial {
            planes: shader_planes(&[]),
            style: Vec4::X,
            ends: BodyEnds(None).shader(),
            table: table.clone(),
            courses: table.clone(),
            looks: Looks::default(),
            ghost,
            sectioned: false,
            detailed: true,
            fading,
            draw_order_mm,
        })
    };
    commands.insert_resource(SurfaceMaterials {
        solid: make(false, false, 0.0),
        fading: make(false, true, FIRST_MM),
        ghost: make(true, false, 0.0),
        fading_ghost: make(true, true, 0.0),
        outermost: make(true, true, 2_000.0),
        table: Vec::new(),
    });
}

fn table_image(table: &[[f32; 4]]) -> Image {
    let bytes = table.iter().flatten();
    Image::new(
        Extent3d {
            width: (table.len() / ROWS) as u32,
            height: ROWS as u32,
            depth_or_array_layers: 1,
        },
        TextureDimension::D2,
        bytes.flat_map(|value| value.to_le_bytes()).collect(),
        TextureFormat::Rgba32Float,
        RenderAssetUsages::RENDER_WORLD,
    )
}

/// Spawns the structures whose meshes have been read.
pub fn spawn_loaded(
    mut commands: Commands,
    mut loaded: ResMut<LoadedMeshes>,
    (mut meshes, mut images): (ResMut<Assets<Mesh>>, ResMut<Assets<Image>>),
    (materials, mut courses, mut ends): (Res<SurfaceMaterials>, ResMut<Courses>, ResMut<BodyEnds>),
    known: Query<Entity, With<StructureEntity>>,
    shown: Res<Shown>,
    (mut stage, level): (ResMut<StageChanged>, Res<Level>),
) {
    let Some(display) = shown.0.as_ref().filter(|_| !loaded.structures.is_empty()) else {
        return;
    };
    courses.take(&display.atlas, &loaded.structures, &mut images);
    ends.0 = loaded.structures.iter().find_map(|s| s.ends);
    if std::mem::take(&mut loaded.anew) {
        for entity in &known {
            commands.entity(entity).despawn();
        }
    }
    for surfaces in loaded.structures.drain(..) {
        let (index, levels) = (surfaces.structure, surfaces.levels.into_iter());
        let levels: Vec<Handle<Mesh>> = levels.map(|mesh| meshes.add(mesh)).collect();
        if levels.is_empty() {
            continue;
        }
        let levels = SurfaceLevels(levels);
        // The window begins with what it can draw soonest; a picture has the finest.
        commands.spawn((
            Mesh3d(levels.at(level.0).clone()),
            levels,
            MeshMaterial3d(materials.solid.clone()),
            MeshTag(u32::from(index.0)),
            StructureEntity(index),
            Visibility::Hidden,
        ));
    }
    stage.remake();
}

type SurfaceParts<'a> = (
    &'a StructureEntity,
    &'a mut MeshMaterial3d<SurfaceMaterial>,
    &'a mut Visibility,
    &'a mut Transform,
);

/// Makes every surface follow what is drawn, when that or the surfaces themselves have changed.
pub fn follow(
    (shown, cuts, hovered, flash): (Res<Shown>, Res<Cuts>, Res<Hovered>, Res<Flash>),
    (courses, detail, ends, worn): (Res<Courses>, Res<Detail>, Res<BodyEnds>, Res<Dress>),
    mut surfaces: Query<SurfaceParts>,
    spawned: Query<(), Added<StructureEntity>>,
    mut shared: ResMut<SurfaceMaterials>,
    mut assets: (ResMut<Assets<SurfaceMaterial>>, ResMut<Assets<Image>>),
    mut stage: ResMut<StageChanged>,
) {
    let changed = shown.is_changed()
        || cuts.is_changed()
        || hovered.is_changed()
        || flash.is_changed()
        || detail.is_changed()
        // Some colours are those of the theme.
        || worn.is_changed()
        || !spawned.is_empty();
    let Some(display) = shown.0.as_ref().filter(|_| changed) else {
        return;
    };
    let catalogue = display.atlas.catalogue();
    let columns = catalogue.structures().len();
    let mut table = vec![[0.0; 4]; columns * ROWS];
    let fade = fade_mm(display);
    let mut touched = false;
    for (entity, mut material, mut visibility, mut transform) in &mut surfaces {
        let index = entity.0;
        // A surface of another atlas, about to be despawned, may know more rows.
        let Some(structure) = catalogue.structures().get(index.usize()) else {
            continue;
        };
        let drawn = display.of(index);
        let wanted = if drawn.surface == Surface::Hidden {
            Visibility::Hidden
        } else {
            Visibility::Inherited
        };
        touched |= visibility.set_if_neq(wanted);
        let mut placed = *transform;
        placed.translation = world_from_lps(drawn.offset_mm);
        touched |= transform.set_if_neq(placed);
        let fade = fade_of_mm(structure, &drawn, fade);
        let fades = ends.reach(display.atlas.bounds_mm(index), fade);
        let wanted = shared.of(&drawn, structure.id == "skin", fades);
        if material.0 != *wanted {
            material.0 = wanted.clone();
            touched = true;
        }
        let color = theme::linear(theme::body_color(
            structure,
            display.scene.palette,
            display.heat.at(index),
        ));
        table[index.usize()] = [color.red, color.green, color.blue, drawn.opacity];
        let under_pointer = f32::from(u8::from(hovered.0 == Some(index)));
        let flashes = flash.of(|whole| catalogue.is_part_of(index, whole));
        table[columns + index.usize()] = [
            f32::from(u8::from(drawn.selected)),
            under_pointer.max(flashes),
            look(structure) as f32,
            drawn.given,
        ];
        table[2 * columns + index.usize()] = fade.extend(0.0).to_array();
    }
    let style = Style {
        tinted: display.scene.palette == Palette::Anatomical,
        detailed: detail.0,
        courses: &courses.image,
        ends: ends.shader(),
    };
    touched |= dress(
        cuts.planes(),
        &style,
        table,
        &mut shared,
        &mut assets.0,
        &mut assets.1,
    );
    if touched {
        stage.touch();
    }
}

/// What all surfaces share besides the table.
struct Style<'a> {
    tinted: bool,
    detailed: bool,
    courses: &'a Handle<Image>,
    ends: Vec4,
}

/// Gives the shared materials the table and the cuts; whether anything has changed.
fn dress(
    cuts: &[SectionPlane],
    style: &Style,
    table: Vec<[f32; 4]>,
    shared: &mut SurfaceMaterials,
    materials: &mut Assets<SurfaceMaterial>,
    images: &mut Assets<Image>,
) -> bool {
    let planes = shader_planes(cuts);
    let sectioned = cuts.iter().any(|plane| plane.on);
    let image = (shared.table != table).then(|| images.add(table_image(&table)));
    if image.is_some() {
        shared.table = table;
    }
    let mut touched = false;
    for handle in shared.all() {
        let known = materials.get(&handle);
        let tint = Vec4::X * f32::from(u8::from(style.tinted));
        let stale = image.is_some()
            || known.is_some_and(|known| {
                known.planes != planes
                    || known.sectioned != sectioned
                    || known.style != tint
                    || known.ends != style.ends
                    || known.detailed != style.detailed
                    || known.courses != *style.courses
            });
        if stale && let Some(mut material) = materials.get_mut(&handle) {
            material.planes = planes;
            material.sectioned = sectioned;
            material.style = tint;
            material.ends = style.ends;
            material.detailed = style.detailed;
            material.courses = style.courses.clone();
            if let Some(image) = &image {
                material.table = image.clone();
            }
            touched = true;
        }
    }
    touched
}
