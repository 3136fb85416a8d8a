//! `corpus-atlas bench`: how fast it is, always as a ratio against a rival or a limit measured in the same run.

use std::process::ExitCode;
use std::time::Instant;

use bevy::camera::RenderTarget;
use bevy::prelude::*;
use serde::Serialize;
use viewer::{Quality, Visibility as Surface, first_visibility};

use super::bench_frames::{SIZE, pose, settle, spawn_camera, tell};
use super::studio::{Studio, headless, probe_renderer};
use super::{Format, open_atlas};
use crate::app::stage::camera::transform;
use crate::app::stage::lens;
use crate::app::stage::looks::Detail;
use crate::app::stage::picture;
use crate::app::stage::surfaces::use_level;
use crate::app::stage::target::SWIFT_SCALE;

/// Measure speed against named rivals in the same run.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas bench render\n  corpus-atlas bench render --frames 60 --format json\n  corpus-atlas bench ground --texts papers.jsonl.gz"
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(clap::Subcommand)]
enum Action {
    /// Drawing: the first complete body, and frames while the camera orbits.
    #[command(after_help = "Example:\n  corpus-atlas bench render --frames 60")]
    Render {
        /// Frames timed per scene.
        #[arg(long, value_parser = clap::value_parser!(u32).range(2..=10_000), default_value_t = 30)]
        frames: u32,
        /// How to write the figures.
        #[arg(long, value_enum, default_value = "table")]
        format: Format,
    },
    /// Placing texts: documents per second, against the same model used naively and against the matrix products it needs.
    #[command(
        after_help = "Examples:\n  corpus-atlas bench ground\n  corpus-atlas bench ground --texts papers.jsonl.gz --engine built-in --json"
    )]
    Ground(super::bench_ground::Arguments),
    /// Libraries of many documents, made of those of a small one: storing, opening, asking for a place and for words.
    #[command(
        after_help = "Example:\n  corpus-atlas bench library papers.atlas --documents 10000,100000 --keep many.atlas"
    )]
    Library(super::bench_library::Arguments),
    /// The scan by which meaning is found: every one of many vectors is compared with a question, on all processors, without a library.
    #[command(after_help = "Example:\n  corpus-atlas bench scan --vectors 1000000")]
    Scan(super::bench_scan::Arguments),
    /// Frames with a thousand, a hundred thousand, a million documents on the body, against as many plain quads.
    #[command(
        after_help = "Examples:\n  corpus-atlas bench stage --documents 1000,1000000 --frames 60\n  corpus-atlas bench stage --documents 1000 --clicks many.atlas --rest many.atlas"
    )]
    Stage(super::bench_stage::Arguments),
    /// How long a start of the window takes until the body, the library and the model are there, over the empty window. Needs a display.
    #[command(after_help = "Example:\n  corpus-atlas bench start --runs 10")]
    Start(super::bench_start::Arguments),
}

/// One comparison.
#[derive(Serialize)]
struct Row {
    what: String,
    ours: f64,
    rival: String,
    theirs: f64,
    unit: &'static str,
    /// Ours over theirs.
    ratio: f64,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let (frames, format) = match &arguments.action {
        Action::Render { frames, format } => (*frames, *format),
        Action::Ground(arguments) => return super::bench_ground::run(arguments),
        Action::Library(arguments) => return super::bench_library::run(arguments),
        Action::Scan(arguments) => return super::bench_scan::run(arguments),
        Action::Stage(arguments) => return super::bench_stage::run(arguments),
        Action::Start(arguments) => return super::bench_start::run(arguments),
    };
    let renderer = probe_renderer().map_err(anyhow::Error::msg)?;
    let rows = render(frames)?;
    tell(&renderer, &rows, format, |row| {
        format!(
            "{:<52} {:>10.3} {:<9} | {:<58} {:>10.3} | ratio {:.2}",
            row.what, row.ours, row.unit, row.rival, row.theirs, row.ratio
        )
    })?;
    Ok(ExitCode::SUCCESS)
}

fn render(frames: u32) -> anyhow::Result<Vec<Row>> {
    let row = |what: &str, ours: f64, rival: &str, theirs: f64, unit| Row {
        what: what.into(),
        ours,
        rival: rival.into(),
        theirs,
        unit,
        ratio: ours / theirs,
    };
    let paths = crate::paths::Paths::find()?;
    let started = Instant::now();
    let mut bytes = 0usize;
    for file in std::fs::read_dir(paths.atlas())? {
        bytes += std::fs::read(file?.path())?.len();
    }
    let reading = started.elapsed().as_secs_f64();

    let started = Instant::now();
    let (_, atlas) = open_atlas()?;
    let mut studio = Studio::open(atlas.clone(), Vec::new())?;
    let mut camera = spawn_camera(&mut studio.app, pose(0.0), 1.0);
    for _ in 0..3 {
        studio.app.update();
    }
    settle(&mut studio.app);
    let first = started.elapsed().as_secs_f64();

    let drawn: Vec<_> = {
        let first = first_visibility(&atlas);
        atlas
            .present()
            .iter()
            .copied()
            .filter(|index| first[index.usize()] != Surface::Hidden)
            .collect()
    };
    let meshes = atlas.read_meshes()?;
    let triangles: usize = meshes
        .iter()
        .filter(|mesh| drawn.contains(&mesh.structure))
        .map(|mesh| mesh.indices.len() / 3)
        .sum();
    let mut rates = Vec::new();
    for (tier, level) in [
        (Quality::Fine, 0),
        (Quality::Balanced, 1),
        (Quality::Swift, 2),
    ] {
        use_level(studio.app.world_mut(), level);
        draw_patterns(&mut studio.app, tier != Quality::Swift);
        if tier == Quality::Swift {
            // As the window does while the camera moves.
            studio.app.world_mut().despawn(camera);
            camera = spawn_camera(&mut studio.app, pose(0.0), SWIFT_SCALE);
        }
        rates.push((tier, orbit(&mut studio.app, camera, frames)));
    }
    // Every other frame would be fairer still, but each change prepares the shaders anew.
    studio.app.world_mut().despawn(camera);
    let camera = spawn_camera(&mut studio.app, pose(0.0), 1.0);
    use_level(studio.app.world_mut(), 0);
    let plain = orbit(&mut studio.app, camera, frames);
    draw_patterns(&mut studio.app, true);
    let patterned = orbit(&mut studio.app, camera, frames);
    drop(studio);

    let rival = rival(triangles, frames);
    let mut rows = vec![row(
        "start to the first complete body",
        first,
        &format!("reading the same {:.1} MB from disk", bytes as f64 / 1e6),
        reading,
        "s",
    )];
    for (tier, rate) in rates {
        rows.push(row(
            &format!(
                "orbiting the body as it is first seen, {} tier",
                tier.label().to_lowercase()
            ),
            rate,
            &format!("Bevy's standard material, one mesh of {triangles} triangles"),
            rival,
            "frames/s",
        ));
    }
    rows.push(row(
        "orbiting with the patterns of tissues",
        patterned,
        "the same without them",
        plain,
        "frames/s",
    ));
    Ok(rows)
}

fn draw_patterns(app: &mut App, wanted: bool) {
    app.world_mut().resource_mut::<Detail>().0 = wanted;
}

/// Frames a second over one turn round the body.
fn orbit(app: &mut App, camera: Entity, frames: u32) -> f64 {
    for _ in 0..3 {
        app.update();
    }
    settle(app);
    let started = Instant::now();
    for frame in 0..frames {
        let turn = std::f32::consts::TAU * frame as f32 / frames as f32;
        if let Some(mut placed) = app.world_mut().get_mut::<Transform>(camera) {
            *placed = transform(&pose(turn));
        }
        app.update();
        // Without a window nothing holds the program back: it would queue frames by the hundred.
        settle(app);
    }
    f64::from(frames) / started.elapsed().as_secs_f64()
}

/// The named rival: a Bevy scene that holds nothing but one mesh of as many triangles as the body, in Bevy's own material with one light.
fn rival(triangles: usize, frames: u32) -> f64 {
    let mut app = headless(false);
    // A sphere of rings and segments that comes to the wanted number of triangles.
    let rings = ((triangles as f32 / 4.0).sqrt().ceil() as u32).max(4);
    let mesh = Sphere::new(350.0).mesh().uv(rings * 2, rings);
    let world = app.world_mut();
    let mesh = world.resource_mut::<Assets<Mesh>>().add(mesh);
    let material = world
        .resource_mut::<Assets<StandardMaterial>>()
        .add(StandardMaterial::from(Color::srgb(0.6, 0.4, 0.3)));
    world.spawn((Mesh3d(mesh), MeshMaterial3d(material)));
    world.spawn((
        DirectionalLight::default(),
        Transform::from_xyz(1.0, 2.0, 3.0).looking_at(Vec3::ZERO, Vec3::Y),
    ));
    let target = world
        .resource_mut::<Assets<Image>>()
        .add(picture::target(SIZE[0], SIZE[1]));
    let camera = world
        .spawn((
            lens(),
            Msaa::Off,
            transform(&pose(0.0)),
            RenderTarget::Image(target.into()),
        ))
        .id();
    orbit(&mut app, camera, frames)
}
