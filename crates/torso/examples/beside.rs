//! Draws the modelled torso beside reference pictures of real anatomy, in the same projection, frame and ticks.
//!
//! ```sh
//! cargo run -p torso --example beside -- assets/atlas /some/folder
//! ```
//! The reference pictures (see their README) are to look at only: nothing is written within the repository.

use std::path::{Path, PathBuf};

use anatomy::{Atlas, PlaneGrid, StructureIndex, StructureMesh};
use clap::Parser;
use glam::{Vec2, Vec3};
use image::RgbImage;

mod draw;
use draw::{Canvas, View, rgb};

#[derive(Parser)]
#[command(about = "Draw the torso beside reference pictures")]
struct Args {
    /// Atlas pack to draw.
    pack: PathBuf,
    /// Folder for the pairs, outside the repository.
    out_dir: PathBuf,
    /// Folder of the reference pictures.
    #[arg(long, default_value = "../shared/design/reference")]
    reference: PathBuf,
}

/// Background of the reference pictures.
const BACKGROUND: Vec3 = Vec3::new(0.043, 0.055, 0.071);

/// A reference picture and how it is framed: pixels per millimetre and the pixel of the frame's origin, read off its ticks.
struct Picture {
    name: &'static str,
    view: &'static str,
    scale: f32,
    origin: [f32; 2],
    /// What it shows solid and as ghosts, by id; a parent stands for its parts.
    solid: &'static [&'static [&'static str]],
    ghosts: &'static [&'static [&'static str]],
}

const SKELETON: &[&str] = &[
    "vertebral_column",
    "ribs",
    "costal_cartilages",
    "sternum",
    "clavicle",
    "scapula",
    "hip_bone",
    "femur",
    "humerus",
];
const GUT: &[&str] = &[
    "liver",
    "gallbladder",
    "stomach",
    "duodenum",
    "small_intestine",
    "colon",
    "rectum",
    "anal_canal",
    "pancreas",
    "spleen",
];
const CHEST: &[&str] = &[
    "heart",
    "aorta",
    "pulmonary_trunk",
    "pulmonary_artery",
    "pulmonary_veins",
    "superior_vena_cava",
    "brachiocephalic_vein",
    "brachiocephalic_trunk",
    "left_common_carotid",
    "left_subclavian_artery",
    "trachea",
    "bronchi",
    "right_main_bronchus",
    "left_main_bronchus",
    "larynx",
    "thyroid_cartilage",
    "cricoid_cartilage",
    "thymus",
    "inferior_vena_cava",
    "oesophagus",
];
const URINARY: &[&str] = &[
    "kidney",
    "ureter",
    "urinary_bladder",
    "prostate",
    "seminal_gland",
    "vas_deferens",
    "penis",
    "testis",
    "adrenal",
    "abdominal_aorta",
    "inferior_vena_cava",
    "common_iliac_artery",
    "external_iliac_artery",
    "common_iliac_vein",
    "external_iliac_vein",
    "renal_artery",
    "renal_vein",
];
const DEEP: &[&str] = &[
    "gallbladder",
    "common_hepatic_duct",
    "bile_duct",
    "duodenum",
    "pancreas",
    "spleen",
    "portal_vein",
    "splenic_vein",
    "superior_mesenteric_vein",
    "superior_mesenteric_artery",
    "celiac_trunk",
    "splenic_artery",
    "common_hepatic_artery",
    "hepatic_veins",
    "inferior_vena_cava",
    "abdominal_aorta",
    "kidney",
    "caecum",
    "appendix",
    "ascending_colon",
    "right_colic_flexure",
    "left_colic_flexure",
    "descending_colon",
    "sigmoid_colon",
    "rectum",
    "anal_canal",
];
const DEEP_GHOSTS: &[&str] = &["liver", "stomach", "small_intestine", "transverse_colon"];

#[rustfmt::skip]
const PICTURES: &[Picture] = &[
    Picture { name: "viscera-skeleton-anterior", view: "anterior", scale: 1.6, origin: [550.0, 696.0], solid: &[GUT, CHEST, URINARY], ghosts: &[SKELETON, &["lung", "skin"]] },
    Picture { name: "viscera-skeleton-posterior", view: "posterior", scale: 1.6, origin: [550.0, 696.0], solid: &[GUT, CHEST, URINARY], ghosts: &[SKELETON, &["lung", "skin"]] },
    Picture { name: "viscera-skeleton-left", view: "left", scale: 1.6, origin: [550.0, 696.0], solid: &[GUT, CHEST, URINARY], ghosts: &[SKELETON, &["lung", "skin"]] },
    Picture { name: "digestive-anterior", view: "anterior", scale: 2.35, origin: [537.5, 485.0], solid: &[GUT], ghosts: &[SKELETON] },
    Picture { name: "digestive-zanatomy-anterior", view: "anterior", scale: 2.35, origin: [537.5, 485.0], solid: &[GUT], ghosts: &[SKELETON] },
    Picture { name: "digestive-deep-anterior", view: "anterior", scale: 2.35, origin: [537.5, 485.0], solid: &[DEEP], ghosts: &[DEEP_GHOSTS, SKELETON] },
    Picture { name: "thorax-anterior", view: "anterior", scale: 2.9, origin: [544.0, 1240.0], solid: &[CHEST], ghosts: &[&["lung", "diaphragm"], SKELETON] },
    Picture { name: "urogenital-anterior", view: "anterior", scale: 2.25, origin: [545.5, 362.0], solid: &[URINARY], ghosts: &[SKELETON] },
    Picture { name: "urogenital-posterior", view: "posterior", scale: 2.25, origin: [554.5, 362.0], solid: &[URINARY], ghosts: &[SKELETON] },
    Picture { name: "skeleton-anterior", view: "anterior", scale: 1.6, origin: [550.0, 696.0], solid: &[SKELETON], ghosts: &[&["skin"]] },
];

/// A slice of one of the two sheets: sheet, corner of its tile in pixels, pixels per mm, first point and the two steps of
/// one millimetre to the right and down, mm, and its size in mm.
struct Slice {
    sheet: &'static str,
    corner: [usize; 2],
    scale: f32,
    first: Vec3,
    right: Vec3,
    down: Vec3,
    size: [f32; 2],
}

fn slices() -> Vec<Slice> {
    let axial = [
        330.0, 287.0, 260.0, 215.0, 180.0, 143.0, 100.0, 65.0, 25.0, -40.0, -150.0, -250.0,
    ];
    let mut all: Vec<Slice> = axial
        .iter()
        .enumerate()
        .map(|(n, z)| Slice {
            sheet: "slices-axial",
            corner: [10 + 505 * (n % 3), 82 + 517 * (n / 3)],
            scale: 1.5,
            first: Vec3::new(-165.0, -165.0, *z),
            right: Vec3::X,
            down: Vec3::Y,
            size: [330.0, 330.0],
        })
        .collect();
    let long = |n: usize, row: usize, first: Vec3, right: Vec3, width: f32| Slice {
        sheet: "slices-coronal-sagittal",
        corner: [10 + 410 * n, [77, 875][row]],
        scale: 1.0,
        first,
        right,
        down: -Vec3::Z,
        size: [width, 774.0],
    };
    for (n, y) in [-70.0, -30.0, 5.0, 40.0].into_iter().enumerate() {
        all.push(long(n, 0, Vec3::new(-200.0, y, 387.0), Vec3::X, 400.0));
    }
    for (n, x) in [-65.0, -18.0, 4.0, 70.0].into_iter().enumerate() {
        all.push(long(n, 1, Vec3::new(x, -165.0, 387.0), Vec3::Y, 330.0));
    }
    all
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    std::fs::create_dir_all(&args.out_dir)?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    if args.out_dir.canonicalize()?.starts_with(&root) {
        return Err(
            "the pairs hold reference pictures and must not lie within the repository".into(),
        );
    }
    let atlas = Atlas::open(&args.pack)?;
    let catalogue = atlas.catalogue();
    let meshes = atlas.read_meshes()?;
    let pick = |groups: &[&[&str]]| -> Result<Vec<&StructureMesh>, String> {
        let mut parts: Vec<StructureIndex> = Vec::new();
        for id in groups.iter().copied().flatten() {
            let index = catalogue
                .index_of(id)
                .ok_or(format!("no structure {id:?}"))?;
            parts.extend(catalogue.parts(index));
        }
        Ok(meshes
            .iter()
            .filter(|m| parts.contains(&m.structure))
            .collect())
    };
    for picture in PICTURES {
        let Some(reference) = reference(&args, picture.name) else {
            continue;
        };
        let (width, height) = (reference.width() as usize, reference.height() as usize);
        let mut canvas = Canvas::new(width, height);
        canvas.color.fill(BACKGROUND);
        let view = View::named(picture.view).ok_or("no such view")?;
        let [x, y] = picture.origin;
        let lo = Vec2::new(-x, y - height as f32) / picture.scale;
        let (solid, ghosts) = (pick(picture.solid)?, pick(picture.ghosts)?);
        canvas.scene(catalogue, (&solid, &ghosts), &view, lo, picture.scale);
        canvas.ticks(lo, picture.scale);
        save(&args, picture.name, &canvas, &reference)?;
    }
    let slices = slices();
    for sheet in ["slices-axial", "slices-coronal-sagittal"] {
        let Some(reference) = reference(&args, sheet) else {
            continue;
        };
        let mut canvas = Canvas::new(reference.width() as usize, reference.height() as usize);
        canvas.color.fill(BACKGROUND);
        for slice in slices.iter().filter(|s| s.sheet == sheet) {
            let [width, height] = slice.size.map(|mm| (mm * slice.scale) as usize);
            let labels = atlas.labels().sample_plane(&PlaneGrid {
                corner_mm: slice.first.to_array(),
                right_mm: (slice.right / slice.scale).to_array(),
                down_mm: (slice.down / slice.scale).to_array(),
                width,
                height,
            });
            for (n, label) in labels.into_iter().enumerate().filter(|(_, l)| *l > 0) {
                let (x, y) = (slice.corner[0] + n % width, slice.corner[1] + n / width);
                if x < canvas.width && y < canvas.height {
                    let color = catalogue.get(StructureIndex(label - 1)).color;
                    canvas.color[y * canvas.width + x] = rgb(color);
                }
            }
        }
        save(&args, sheet, &canvas, &reference)?;
    }
    Ok(())
}

/// A reference picture; a missing one is reported and skipped.
fn reference(args: &Args, name: &str) -> Option<RgbImage> {
    let path = args.reference.join(format!("{name}.png"));
    match image::open(&path) {
        Ok(picture) => Some(picture.to_rgb8()),
        Err(e) => {
            println!("skipped {}: {e}", path.display());
            None
        }
    }
}

/// Writes ours and the reference side by side.
fn save(
    args: &Args,
    name: &str,
    ours: &Canvas,
    reference: &RgbImage,
) -> Result<(), image::ImageError> {
    let width = ours.width as u32;
    let mut pair = RgbImage::new(width * 2, ours.height as u32);
    image::imageops::replace(&mut pair, &ours.to_image(), 0, 0);
    image::imageops::replace(&mut pair, reference, i64::from(width), 0);
    let path = args.out_dir.join(format!("{name}.png"));
    println!("{}", path.display());
    pair.save(path)
}
