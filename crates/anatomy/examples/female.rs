//! scratch
use std::path::PathBuf;
use anatomy::model::{self, BodyBuilder, MeshSettings, measure, rounded_box};
use anatomy::{Catalogue, StructureIndex, StructureMesh};
use clap::Parser;
use glam::{Vec2, Vec3};
use anatomy::model::Field;
use rayon::prelude::*;
mod draw;
use draw::{Canvas, View};
#[derive(Parser)]
struct Args {
    #[arg(long, value_delimiter = ',')] only: Vec<String>,
    #[arg(long, value_delimiter = ',')] ghost: Vec<String>,
    #[arg(long, value_delimiter = ',')] hide: Vec<String>,
    #[arg(long, value_delimiter = ';', allow_hyphen_values = true)] view: Vec<String>,
    #[arg(long, default_value_t = 0.7)] voxel: f32,
    #[arg(long, default_value_t = 6.0)] scale: f32,
    #[arg(long)] measure: bool,
    #[arg(long, default_value_t = 0.8)] step: f32,
    #[arg(long)] full: bool,
    /// axis:at
    #[arg(long, allow_hyphen_values = true)] slice: Vec<String>,
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)] low: Vec<f32>,
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)] high: Vec<f32>,
    /// clip: "nx,ny,nz,at" keeps n.p < at
    #[arg(long, allow_hyphen_values = true)] clip: Option<String>,
    #[arg(long)] output: Option<PathBuf>,
}
fn view(text: &str) -> View {
    if let Some(v) = View::named(text) { return v; }
    let n: Vec<f32> = text.split(',').map(|t| t.parse().unwrap()).collect();
    let (az, el) = (n[0].to_radians(), n[1].to_radians());
    // az 0: anterior, 90: from the left; el up
    let from = Vec3::new(az.sin() * el.cos(), -az.cos() * el.cos(), el.sin());
    let forward = -from;
    let up = (Vec3::Z - forward * forward.z).normalize();
    View { right: forward.cross(up), up, forward }
}
fn main() {
    let args = Args::parse();
    let catalogue = Catalogue::builtin();
    let mut body = BodyBuilder::new();
    model::body::female::build(&mut body);
    let _ = rounded_box(Vec3::ZERO, Vec3::ONE, 0.0);
    let shapes: Vec<(String, anatomy::model::Shape)> = (0..catalogue.structures().len()).filter_map(|i| { let id = catalogue.get(StructureIndex(i as u16)).id.clone(); body.shape(&id).map(|s| (id, s)) }).collect();
    let body = body.finish(catalogue).unwrap();
    let pick = |ids: &[String]| -> Vec<StructureIndex> {
        ids.iter().flat_map(|id| match catalogue.find_by_name(id) { Some(i) => catalogue.parts(i), None => panic!("no structure {id}") }).collect()
    };
    let all: Vec<StructureIndex> = body.structures().collect();
    let hidden = pick(&args.hide);
    let ghosts: Vec<_> = pick(&args.ghost).into_iter().filter(|s| all.contains(s)).collect();
    let mut solid = if args.only.is_empty() { all.clone() } else { pick(&args.only) };
    solid.retain(|s| all.contains(s) && !ghosts.contains(s) && !hidden.contains(s));
    if args.measure {
        // one pass over 1 mm (or --step) voxels of the bounding region of everything asked for
        let boxes: Vec<anatomy::model::Aabb> = shapes.iter().filter(|(id, _)| catalogue.index_of(id).is_some_and(|i| solid.contains(&i))).map(|(_, s)| s.bounds()).collect();
        let bound = boxes.iter().fold(anatomy::model::Aabb::EMPTY, |a, b| a.union(*b));
        let h = args.step;
        let n: [usize; 3] = [0, 1, 2].map(|a| ((bound.max[a] - bound.min[a]) / h).ceil() as usize);
        let near: Vec<anatomy::model::Aabb> = boxes.clone();
        let sums: Vec<std::collections::HashMap<u16, (f64, Vec3)>> = (0..n[2]).into_par_iter().map(|k| {
            let mut m: std::collections::HashMap<u16, (f64, Vec3)> = Default::default();
            for j in 0..n[1] { for i in 0..n[0] {
                let p = bound.min + Vec3::new(i as f32 + 0.5, j as f32 + 0.5, k as f32 + 0.5) * h;
                if !near.iter().any(|b| b.distance(p) <= 0.0) { continue; }
                if let Some(s) = body.structure_at(p.to_array()) { let e = m.entry(s.0).or_default(); e.0 += 1.0; e.1 += p; }
            } }
            m
        }).collect();
        let mut own: std::collections::HashMap<u16, (f64, Vec3)> = Default::default();
        for m in sums { for (s, v) in m { let e = own.entry(s).or_default(); e.0 += v.0; e.1 += v.1; } }
        let mut asked = solid.clone();
        for s in solid.clone() { let mut q = catalogue.get(s).parent; while let Some(x) = q { if !asked.contains(&x) { asked.push(x); } q = catalogue.get(x).parent; } }
        asked.sort(); asked.dedup();
        for s in asked {
            let (mut count, mut sum) = (0.0, Vec3::ZERO);
            for part in catalogue.parts(s) { if let Some(v) = own.get(&part.0) { count += v.0; sum += v.1; } }
            let t = catalogue.get(s);
            let ml = count as f32 * h.powi(3) / 1000.0;
            let c = sum / (count.max(1.0) as f32);
            let w = t.facts.volume_ml.unwrap_or(0.0);
            let wc = Vec3::from_array(t.facts.centroid_mm.unwrap_or_default());
            println!("{:36} {ml:7.2} want {w:6.2} {:+5.0}%  c {:6.1} {:6.1} {:6.1} want {:6.1} {:6.1} {:6.1} off {:4.1} {}", t.id, (ml / w - 1.0) * 100.0, c.x, c.y, c.z, wc.x, wc.y, wc.z, c.distance(wc), t.facts.volume_confidence.map_or("", |c| match c { anatomy::Confidence::High => "H", anatomy::Confidence::Medium => "m", _ => "l" }));
        }
    }
    let Some(output) = args.output.clone() else { return };
    if !args.slice.is_empty() {
        slices(&args, &body, catalogue, &output);
        return;
    }
    let settings = MeshSettings { error: 0.1, blend_mm: 0.6, ..MeshSettings::default() };
    let mut meshes: Vec<StructureMesh> = body.structures().enumerate().filter(|(_, s)| solid.contains(s) || ghosts.contains(s)).map(|(n, _)| n).collect::<Vec<_>>().into_par_iter()
        .map(|n| model::mesh_part(&body, catalogue, n, args.voxel, settings)).collect();
    for m in &meshes { if m.indices.is_empty() { println!("EMPTY {}", catalogue.get(m.structure).id); } }
    if let Some(c) = &args.clip {
        let n: Vec<f32> = c.split(',').map(|t| t.parse().unwrap()).collect();
        for m in &mut meshes {
            let keep: Vec<u32> = m.indices.chunks_exact(3).filter(|t| t.iter().all(|i| { let p = m.positions[*i as usize]; p[0]*n[0]+p[1]*n[1]+p[2]*n[2] < n[3] })).flatten().copied().collect();
            m.indices = keep;
        }
    }
    let mut tiles = vec![];
    for name in &args.view {
        let view = view(name);
        let project = |p: Vec3| Vec2::new(p.dot(view.right), p.dot(view.up));
        let (mut lo, mut hi) = meshes.iter().filter(|m| solid.contains(&m.structure)).flat_map(|m| m.indices.iter().map(|i| project(Vec3::from_array(m.positions[*i as usize])))).fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(a, b), p| (a.min(p), b.max(p)));
        lo -= Vec2::splat(3.0); hi += Vec2::splat(3.0);
        let size = (hi - lo) * args.scale;
        let mut canvas = Canvas::new(size.x as usize, size.y as usize);
        let among = |ids: &[StructureIndex]| -> Vec<&StructureMesh> { meshes.iter().filter(|m| ids.contains(&m.structure)).collect() };
        let drawn = (among(&solid), among(&ghosts));
        canvas.scene(catalogue, (&drawn.0, &drawn.1), &view, lo, args.scale);
        tiles.push(canvas);
    }
    let width: usize = tiles.iter().map(|t| t.width + 8).sum();
    let height = tiles.iter().map(|t| t.height).max().unwrap();
    let mut page = Canvas::new(width, height);
    let mut left = 0;
    for t in &tiles {
        for y in 0..t.height { page.color[y * width + left..y * width + left + t.width].copy_from_slice(&t.color[y * t.width..(y + 1) * t.width]); }
        left += t.width + 8;
    }
    page.to_image().save(&output).unwrap();
}
fn slices(args: &Args, body: &model::Body, catalogue: &Catalogue, output: &PathBuf) {
    let (l, h) = ([args.low[0], args.low[1]], [args.high[0], args.high[1]]);
    let size = [0, 1].map(|a| ((h[a] - l[a]) * args.scale) as u32);
    let mut picture = image::RgbImage::new(size[0] * args.slice.len() as u32, size[1]);
    for (n, s) in args.slice.iter().enumerate() {
        let (axis, at) = s.split_once(':').unwrap();
        let at: f32 = at.parse().unwrap();
        let rows: Vec<Vec<[u8; 3]>> = (0..size[1]).into_par_iter().map(|j| (0..size[0]).map(|i| {
            let u = l[0] + (i as f32 + 0.5) / args.scale;
            let v = (j as f32 + 0.5) / args.scale;
            let (p, up) = match axis { "x" => ([at, u, h[1] - v], h[1] - v), "y" => ([u, at, h[1] - v], h[1]-v), _ => ([u, l[1] + v, at], l[1] + v) };
            if (j < 6 && (u / 10.0).fract().abs() < 0.03) || (i < 6 && (up / 10.0).fract().abs() < 0.03) { return [255; 3]; }
            body.structure_at(p).map_or([0; 3], |s| { let _ = catalogue; let hash = u32::from(s.0).wrapping_mul(2_654_435_761); [24, 16, 8].map(|sh| 60 + ((hash >> sh) as u8 % 196)) })
        }).collect()).collect();
        for (j, row) in rows.into_iter().enumerate() { for (i, c) in row.into_iter().enumerate() { picture.put_pixel(n as u32 * size[0] + i as u32, j as u32, image::Rgb(c)); } }
    }
    picture.save(output).unwrap();
}
