//! Draws modelled structures from the torso's fields within seconds, for whoever shapes them.
//!
//! ```sh
//! cargo run -p torso --example preview -- --only left_kidney,abdominal_aorta --ghost skin --view anterior --output x.png
//! ```
//! Orthographic, two lights, ghosts translucent, torso millimetres along the borders.

use std::path::PathBuf;

use anatomy::{Catalogue, Sex, StructureIndex, StructureMesh};
use clap::Parser;
use glam::{Vec2, Vec3};
use rayon::prelude::*;
use torso::model::{self, MeshSettings};

mod draw;
use draw::{Canvas, View};

#[derive(Parser)]
#[command(about = "Draw modelled structures")]
struct Args {
    /// The female body instead of the male one.
    #[arg(long)]
    female: bool,
    /// Structures to draw solid, by id; a parent stands for its parts. All but skin, fat and wall muscles if left out.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Structures to draw as ghosts.
    #[arg(long, value_delimiter = ',')]
    ghost: Vec<String>,
    /// Structures to leave out.
    #[arg(long, value_delimiter = ',')]
    hide: Vec<String>,
    /// anterior, posterior, left, right, superior or inferior.
    #[arg(long, default_value = "anterior")]
    view: String,
    /// Grid step in mm.
    #[arg(long, default_value_t = 2.0)]
    voxel: f32,
    /// Pixels per millimetre.
    #[arg(long, default_value_t = 1.5)]
    scale: f32,
    /// Frame the structures drawn instead of the whole torso.
    #[arg(long)]
    fit: bool,
    /// Draw the surfaces of this atlas pack instead of the fields.
    #[arg(long)]
    pack: Option<PathBuf>,
    /// Draw each structure of --only with its parts by itself, one row of views each: a sheet to look over.
    #[arg(long)]
    sheet: bool,
    /// Views of a --sheet.
    #[arg(
        long,
        value_delimiter = ',',
        default_value = "anterior,posterior,left,inferior"
    )]
    views: Vec<String>,
    /// Let the structures that are not drawn cut those that are, as in the pack.
    #[arg(long)]
    cut: bool,
    /// Width over which --cut rounds edges, mm.
    #[arg(long, default_value_t = 2.0)]
    blend: f32,
    /// Picture to write (PNG).
    #[arg(long)]
    output: PathBuf,
}

impl Args {
    fn sex(&self) -> Sex {
        if self.female { Sex::Female } else { Sex::Male }
    }
}

#[expect(clippy::too_many_lines, reason = "one picture, step by step")]
fn main() {
    let args = Args::parse();
    let started = std::time::Instant::now();
    let catalogue = Catalogue::builtin();
    let Some(view) = View::named(&args.view) else {
        fail(&format!("unknown view {:?}", args.view))
    };
    let packed = args.pack.as_ref().map(|dir| {
        anatomy::Atlas::open(dir)
            .and_then(|a| a.read_meshes())
            .unwrap_or_else(|e| fail(&e.to_string()))
    });
    // A pack has its surfaces: the body need not be described.
    let mut body = match &packed {
        Some(_) => model::BodyBuilder::new().finish(catalogue),
        None => model::body::torso(catalogue, args.sex()),
    }
    .unwrap_or_else(|e| fail(&e.to_string()));
    let there: Vec<StructureIndex> = match &packed {
        Some(meshes) => meshes.iter().map(|m| m.structure).collect(),
        None => body.structures().collect(),
    };
    let pick = |ids: &[String]| -> Vec<StructureIndex> {
        ids.iter()
            .flat_map(|id| match catalogue.find_by_name(id) {
                Some(i) => catalogue.parts(i),
                None => fail(&format!("no structure {id:?}")),
            })
            .collect()
    };
    let (ghosts, hidden) = (pick(&args.ghost), pick(&args.hide));
    let mut solid = pick(&args.only);
    if solid.is_empty() {
        let wall = [
            "skin",
            "subcutaneous_fat",
            "visceral_fat",
            "mesentery",
            "greater_omentum",
            "rectus_sheath",
        ];
        let wall_muscle = |i: &StructureIndex| {
            let s = catalogue.get(*i);
            s.tissue == anatomy::Tissue::Muscle && s.id != "diaphragm"
        };
        solid = there
            .iter()
            .copied()
            .filter(|i| !wall.contains(&catalogue.get(*i).id.as_str()) && !wall_muscle(i))
            .collect();
    }
    solid.retain(|i| !ghosts.contains(i) && !hidden.contains(i));
    let drawn: Vec<StructureIndex> = there
        .into_iter()
        .filter(|i| solid.contains(i) || ghosts.contains(i))
        .collect();
    if !args.cut {
        body.keep_only(&drawn);
    }
    let settings = MeshSettings {
        error: 0.1,
        blend_mm: args.blend,
        ..MeshSettings::default()
    };
    let meshes: Vec<StructureMesh> = match packed {
        Some(packed) => packed
            .into_iter()
            .filter(|m| drawn.contains(&m.structure))
            .collect(),
        None => body
            .structures()
            .enumerate()
            .filter(|(_, s)| drawn.contains(s))
            .map(|(n, _)| n)
            .collect::<Vec<_>>()
            .into_par_iter()
            .map(|n| model::mesh_part(&body, catalogue, n, args.voxel, settings))
            .collect(),
    };
    for m in &meshes {
        let s = catalogue.get(m.structure);
        if m.positions.is_empty() {
            println!("{:28} EMPTY", s.id);
            continue;
        }
        let lo = m
            .positions
            .iter()
            .fold(Vec3::INFINITY, |a, p| a.min(Vec3::from_array(*p)));
        let hi = m
            .positions
            .iter()
            .fold(Vec3::NEG_INFINITY, |a, p| a.max(Vec3::from_array(*p)));
        let volume = m.volume_ml();
        let want = s.facts.volume_ml.unwrap_or(0.0);
        let boxed = |lo: Vec3, hi: Vec3| {
            format!(
                "x {:.0}..{:.0} y {:.0}..{:.0} z {:.0}..{:.0}",
                lo.x, hi.x, lo.y, hi.y, lo.z, hi.z
            )
        };
        let facts = s.facts.box_mm.map_or(String::new(), |(a, b)| {
            boxed(Vec3::from_array(a), Vec3::from_array(b))
        });
        println!(
            "{:28} {volume:8.1} mL (facts {want:7.1})  {}  (facts {facts})",
            s.id,
            boxed(lo, hi)
        );
    }
    if args.sheet {
        sheet(&args, catalogue, &meshes);
        return;
    }
    let points = || {
        meshes
            .iter()
            .flat_map(|m| m.positions.iter().map(|p| Vec3::from_array(*p)))
    };
    let project = |p: Vec3| Vec2::new(p.dot(view.right), p.dot(view.up));
    let (mut lo, mut hi) = if args.fit {
        points()
            .map(project)
            .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(a, b), p| {
                (a.min(p), b.max(p))
            })
    } else {
        let half = Vec3::from_array(anatomy::frame::HALF_SIZE_MM);
        let half = Vec2::new(half.dot(view.right.abs()), half.dot(view.up.abs()));
        (-half, half)
    };
    lo -= Vec2::splat(18.0);
    hi += Vec2::splat(10.0);
    let size = (hi - lo) * args.scale;
    let (width, height) = (size.x.max(16.0) as usize, size.y.max(16.0) as usize);
    let mut canvas = Canvas::new(width, height);
    let among = |ids: &[StructureIndex]| -> Vec<&StructureMesh> {
        meshes
            .iter()
            .filter(|m| ids.contains(&m.structure))
            .collect()
    };
    let drawn = (among(&solid), among(&ghosts));
    canvas.scene(catalogue, (&drawn.0, &drawn.1), &view, lo, args.scale);
    canvas.ticks(lo, args.scale);
    canvas
        .to_image()
        .save(&args.output)
        .unwrap_or_else(|e| fail(&format!("{}: {e}", args.output.display())));
    let triangles: usize = meshes.iter().map(StructureMesh::triangles).sum();
    println!(
        "{} structures, {triangles} triangles, {:.1} s",
        meshes.len(),
        started.elapsed().as_secs_f32()
    );
}

/// Space round a tile, pixels.
const MARGIN: f32 = 24.0;

/// Draws each structure asked for by itself: views side by side, structures below each other.
fn sheet(args: &Args, catalogue: &Catalogue, meshes: &[StructureMesh]) {
    let views: Vec<View> = args
        .views
        .iter()
        .map(|v| View::named(v).unwrap_or_else(|| fail(&format!("unknown view {v:?}"))))
        .collect();
    let rows = args.only.iter().map(|id| {
        let parts = catalogue
            .find_by_name(id)
            .map_or(vec![], |i| catalogue.parts(i));
        let own: Vec<&StructureMesh> = meshes
            .iter()
            .filter(|m| parts.contains(&m.structure))
            .collect();
        let tiles: Vec<Canvas> = views
            .iter()
            .map(|view| tile(args.scale, catalogue, &own, view))
            .collect();
        tiles
    });
    let rows: Vec<Vec<Canvas>> = rows.collect();
    let width: usize = rows
        .iter()
        .map(|row| row.iter().map(|t| t.width).sum())
        .max()
        .unwrap_or(0);
    let height = rows
        .iter()
        .map(|row| row.iter().map(|t| t.height).max().unwrap_or(0))
        .sum();
    let mut page = Canvas::new(width.max(1), height);
    let mut top = 0;
    for row in &rows {
        let mut left = 0;
        for tile in row {
            for y in 0..tile.height {
                let to = (top + y) * page.width + left;
                page.color[to..to + tile.width]
                    .copy_from_slice(&tile.color[y * tile.width..(y + 1) * tile.width]);
            }
            left += tile.width;
        }
        top += row.iter().map(|t| t.height).max().unwrap_or(0);
    }
    page.to_image()
        .save(&args.output)
        .unwrap_or_else(|e| fail(&format!("{}: {e}", args.output.display())));
}

/// Some surfaces in one view, framed closely.
fn tile(scale: f32, catalogue: &Catalogue, meshes: &[&StructureMesh], view: &View) -> Canvas {
    let project = |p: Vec3| Vec2::new(p.dot(view.right), p.dot(view.up));
    let (mut lo, mut hi) = meshes
        .iter()
        .flat_map(|m| m.positions.iter().map(|p| project(Vec3::from_array(*p))))
        .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(a, b), p| {
            (a.min(p), b.max(p))
        });
    if !lo.is_finite() {
        (lo, hi) = (Vec2::ZERO, Vec2::ONE);
    }
    lo -= Vec2::splat(MARGIN / scale);
    hi += Vec2::splat(MARGIN / scale);
    let size = (hi - lo) * scale;
    let mut canvas = Canvas::new(size.x as usize, size.y as usize);
    canvas.scene(catalogue, (meshes, &[]), view, lo, scale);
    canvas.ticks(lo, scale);
    canvas
}

fn fail(message: &str) -> ! {
    eprintln!("preview: {message}");
    std::process::exit(2)
}
