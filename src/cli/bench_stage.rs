//! `corpus-atlas bench stage`: what a frame costs with a thousand, a hundred thousand, a million documents on the body, against as many plain quads.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anatomy::{Atlas, StructureMesh};
use bevy::asset::RenderAssetUsages;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;
use library::{Spot, thousands};
use serde::Serialize;
use viewer::world_from_lps;

use super::Format;
use super::bench_frames::{SIZE, pose, settle, spawn_camera, tell};
use super::bench_questions::Chance;
use super::bench_window;
use super::numbers::parse_count;
use super::open_atlas;
use super::studio::{Studio, probe_renderer};
use crate::app::core::Marks;
use crate::app::stage::area::StageArea;
use crate::app::stage::camera::{OrbitCamera, transform};
use crate::app::stage::crowds::Crowds;
use crate::app::stage::materials::SurfaceMaterial;
use crate::app::stage::surfaces::StructureEntity;

/// What `bench stage` is told.
#[derive(clap::Args)]
pub struct Arguments {
    /// How many documents lie on the body; several numbers may be named.
    #[arg(long, value_parser = parse_count, value_delimiter = ',', default_value = "1000,100000,1000000")]
    documents: Vec<usize>,
    /// Frames timed per scene.
    #[arg(long, value_parser = clap::value_parser!(u32).range(2..=10_000), default_value_t = 30)]
    frames: u32,
    /// Also open this library in a window of its own, select structures, and measure the time until their lists are drawn. Nothing is kept in it.
    #[arg(long, value_name = "LIBRARY")]
    clicks: Option<PathBuf>,
    /// Also open this library in a window of its own, leave it alone for ten seconds, and measure the frames that it draws and the processor time that
    /// it takes. Needs a display.
    #[arg(long, value_name = "LIBRARY")]
    rest: Option<PathBuf>,
    /// How to write the figures.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// A plain quad is as large as the core of a lone marker, mm along a side; the marker's glow is four times as wide.
const QUAD_MM: f32 = 9.0;
/// How far documents lie from a vertex of their structure along each axis, mm, at most.
const JITTER_MM: f32 = 20.0;

/// The figures of one number of documents; frames in milliseconds, the median over one turn round the body.
#[derive(Serialize)]
struct Row {
    documents: usize,
    /// Markers that are drawn for them at first.
    drawn: usize,
    body_ms: f64,
    /// The surfaces of the body that are seen, the same meshes, drawn in one flat colour.
    unlit_ms: f64,
    /// The body over that.
    body_ratio: f64,
    ours_ms: f64,
    /// As many quads of the size of a marker's core in one mesh that never changes, unlit, blended.
    quads_ms: f64,
    /// Ours over theirs, the body included.
    ratio: f64,
    /// From new documents to the first frame with them.
    shown_after_ms: f64,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let renderer = probe_renderer().map_err(anyhow::Error::msg)?;
    let (_, atlas) = open_atlas()?;
    let meshes = atlas.read_meshes()?;
    let mut rows = Vec::new();
    for &documents in &arguments.documents {
        rows.push(measure(&atlas, &meshes, documents, arguments.frames)?);
    }
    tell(&renderer, &rows, arguments.format, |row| {
        format!(
            "{:>9} documents in {:>6} markers  a frame {:>9.2} ms | without documents {:>8.2} ms, its surfaces unlit {:>8.2} ms, ratio {:.2} | as many quads {:>9.2} ms | ratio {:.2} | shown after {:.0} ms",
            thousands(row.documents),
            thousands(row.drawn),
            row.ours_ms,
            row.body_ms,
            row.unlit_ms,
            row.body_ratio,
            row.quads_ms,
            row.ratio,
            row.shown_after_ms
        )
    })?;
    if let Some(library) = &arguments.clicks {
        bench_window::clicks(library, arguments.format)?;
    }
    if let Some(library) = &arguments.rest {
        bench_window::rest(library, arguments.format)?;
    }
    Ok(ExitCode::SUCCESS)
}

fn measure(
    atlas: &Arc<Atlas>,
    meshes: &[StructureMesh],
    documents: usize,
    frames: u32,
) -> anyhow::Result<Row> {
    let entries = scattered(atlas, meshes, documents);
    let points: Vec<Vec3> = entries
        .iter()
        .map(|entry| world_from_lps(entry.point_mm))
        .collect();

    let mut studio = Studio::open(atlas.clone(), Vec::new())?;
    let size = Vec2::new(SIZE[0] as f32, SIZE[1] as f32);
    studio.app.insert_resource(StageArea {
        min: Vec2::ZERO,
        size,
        pixels: size,
        pointer_over_stage: false,
    });
    let camera = spawn_camera(&mut studio.app, pose(0.0), 1.0);
    let body_ms = turn(&mut studio.app, camera, frames);

    let began = Instant::now();
    studio.app.world_mut().resource_mut::<Marks>().entries = Arc::new(entries);
    studio.app.update();
    settle(&mut studio.app);
    let shown_after_ms = began.elapsed().as_secs_f64() * 1000.0;
    let drawn = studio.app.world().resource::<Crowds>().drawn.len();
    let ours_ms = turn(&mut studio.app, camera, frames);

    studio.app.world_mut().resource_mut::<Marks>().entries = Arc::default();
    studio.app.update();
    let quads = spawn_quads(studio.app.world_mut(), &points);
    let quads_ms = turn(&mut studio.app, camera, frames);
    studio.app.world_mut().despawn(quads);
    // Last: the shown body is what everything else is drawn beside. Turns of it frame those of its rival.
    let again_ms = turn(&mut studio.app, camera, frames);
    let body_ms = body_ms.min(again_ms);
    make_unlit(studio.app.world_mut());
    let unlit_ms = turn(&mut studio.app, camera, frames);
    Ok(Row {
        documents,
        drawn,
        body_ms,
        unlit_ms,
        body_ratio: body_ms / unlit_ms,
        ours_ms,
        quads_ms,
        ratio: ours_ms / quads_ms,
        shown_after_ms,
    })
}

/// Documents on the surfaces of structures, a little beside: made up, the same every time.
pub fn scattered(atlas: &Atlas, meshes: &[StructureMesh], documents: usize) -> Vec<Spot> {
    let mut chance = Chance::new(documents as u64);
    let mut entry = |key: i64| {
        let mesh = &meshes[chance.below(meshes.len())];
        let vertex = mesh.positions[chance.below(mesh.positions.len())];
        Spot {
            female: false,
            percent: 90,
            key,
            structure: atlas.catalogue().get(mesh.structure).id.as_str().into(),
            point_mm: vertex.map(|v| v + chance.part() * JITTER_MM),
            outside_p: 0.0,
            rest: 0,
        }
    };
    (1..=documents as i64).map(&mut entry).collect()
}

/// The median time of a frame over one turn round the body, ms.
fn turn(app: &mut App, camera: Entity, frames: u32) -> f64 {
    let mut times = Vec::new();
    for frame in 0..frames + 3 {
        let began = Instant::now();
        let pose = pose(std::f32::consts::TAU * frame as f32 / frames as f32);
        let mut camera = app.world_mut().entity_mut(camera);
        camera.insert(transform(&pose));
        if let Some(mut orbit) = camera.get_mut::<OrbitCamera>() {
            orbit.pose = pose;
        }
        app.update();
        // Without a window nothing holds the program back: it would queue frames by the hundred.
        settle(app);
        // The first frames take what is new to the renderer.
        if frame >= 3 {
            times.push(began.elapsed().as_secs_f64() * 1000.0);
        }
    }
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Puts one flat colour in place of the shaders of every surface that is seen; ghosts are as opaque as the rest and hide what lies within.
fn make_unlit(world: &mut World) {
    let flat = StandardMaterial {
        base_color: Color::srgb(0.6, 0.4, 0.35),
        unlit: true,
        ..default()
    };
    let flat = world.resource_mut::<Assets<StandardMaterial>>().add(flat);
    let mut surfaces = world.query_filtered::<Entity, With<StructureEntity>>();
    let surfaces: Vec<Entity> = surfaces.iter(world).collect();
    for surface in surfaces {
        world
            .entity_mut(surface)
            .remove::<MeshMaterial3d<SurfaceMaterial>>()
            .insert(MeshMaterial3d(flat.clone()));
    }
}

/// One mesh of a quad for each point, which is made once and faces the front.
fn spawn_quads(world: &mut World, points: &[Vec3]) -> Entity {
    let half = QUAD_MM / 2.0;
    let corners = [[-half, -half], [half, -half], [half, half], [-half, half]];
    let positions: Vec<[f32; 3]> = points
        .iter()
        .flat_map(|at| corners.map(|[x, y]| (*at + Vec3::new(x, y, 0.0)).to_array()))
        .collect();
    let quads = 0..points.len() as u32;
    let indices = quads.flat_map(|n| [0, 1, 2, 0, 2, 3].map(|corner| 4 * n + corner));
    let mesh = Mesh::new(
        PrimitiveTopology::TriangleList,
        RenderAssetUsages::RENDER_WORLD,
    )
    .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, positions)
    .with_inserted_indices(Indices::U32(indices.collect()));
    let mesh = world.resource_mut::<Assets<Mesh>>().add(mesh);
    let material = StandardMaterial {
        base_color: Color::srgba(0.9, 0.7, 0.2, 0.3),
        alpha_mode: AlphaMode::Blend,
        unlit: true,
        cull_mode: None,
        ..default()
    };
    let material = world
        .resource_mut::<Assets<StandardMaterial>>()
        .add(material);
    world.spawn((Mesh3d(mesh), MeshMaterial3d(material))).id()
}
