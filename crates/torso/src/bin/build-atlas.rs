//! Makes the atlas pack from the modelled torso.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Instant;

use anatomy::{
    Atlas, Catalogue, PackInfo, PackSource, Sex, StructureMesh, Warp, landmarks, write_pack,
};
use clap::Parser;
use surfaces::bake_occlusion;
use torso::mend_surfaces;
use torso::model::body::Fit;
use torso::model::{self, MeshSettings};

/// Make the atlas pack (labels, structure list, surfaces, licence) from the modelled torso.
#[derive(Parser)]
#[command(after_help = "Example: cargo run -p torso --bin build-atlas -- assets/atlas")]
struct Args {
    /// Folder to write the pack to.
    out_dir: PathBuf,
    /// Only these structures and their parts, by id; quick to try a shape out.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Grid step of all surfaces in mm, instead of one that suits each structure.
    #[arg(long)]
    voxel: Option<f32>,
    /// Whose body: male or female.
    #[arg(long, value_parser = sex, default_value = "male")]
    sex: Sex,
    /// Find the table that brings the female body's structures to their volumes, in so many rounds on a grid of --voxel mm, and
    /// write it to OUT_DIR, a file that is there already, instead of a pack.
    #[arg(long, value_name = "ROUNDS")]
    fit: Option<usize>,
    /// Take labels and surfaces from a pack that was built before, and make only those surfaces again that do not show their voxels.
    #[arg(long, value_name = "FOLDER")]
    again: Option<PathBuf>,
    /// Take the female body's fit from this file instead of the built-in table.
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Make a body of another build (a child, a tall man): the body of --sex, carried by the landmarks of this file, a CSV of name, place
    /// in that body, place in the new one (LPS mm, "x y z") and slack in mm.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["fit", "again", "table"])]
    landmarks: Option<PathBuf>,
}

fn sex(text: &str) -> Result<Sex, String> {
    match text {
        "male" => Ok(Sex::Male),
        "female" => Ok(Sex::Female),
        _ => Err("male or female".into()),
    }
}

fn main() -> ExitCode {
    match run(Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("build-atlas: {e}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: Args) -> Result<(), Box<dyn std::error::Error>> {
    let started = Instant::now();
    let say = |what: String| eprintln!("{:6.1} s  {what}", started.elapsed().as_secs_f32());
    let catalogue = Catalogue::builtin();
    if let Some(rounds) = args.fit {
        return fit(&args.out_dir, args.voxel.unwrap_or(2.0), rounds);
    }
    if let Some(folder) = &args.again {
        let atlas = Atlas::open(folder)?;
        let mut meshes = atlas.read_meshes()?;
        say(mended(&atlas, &mut meshes));
        bake_occlusion(&mut meshes, catalogue, atlas.labels());
        write_pack(&args.out_dir, &atlas, &meshes)?;
        say(format!("written to {}", args.out_dir.display()));
        return Ok(());
    }
    let mut body = match (&args.table, &args.landmarks) {
        (Some(file), _) => {
            model::body::fitted(catalogue, &Fit::parse(&std::fs::read_to_string(file)?)?)?
        }
        (None, Some(file)) => {
            let warp = Warp::through(&landmarks(&std::fs::read_to_string(file)?)?);
            model::body::carried(catalogue, args.sex, &Arc::new(warp))?
        }
        (None, None) => model::body::torso(catalogue, args.sex)?,
    };
    if !args.only.is_empty() {
        let mut keep = Vec::new();
        for id in &args.only {
            let index = catalogue
                .index_of(id)
                .ok_or_else(|| format!("no structure has the id {id:?}"))?;
            keep.extend(catalogue.parts(index));
        }
        body.keep_only(&keep);
    }
    say(format!(
        "{} structures described",
        body.structures().count()
    ));
    let labels = model::voxelise(&body);
    say(format!(
        "labels: {:.1} MB in memory",
        labels.memory_bytes() as f32 / 1e6
    ));
    let mut settings = MeshSettings::default();
    if let Some(step) = args.voxel {
        settings.step_mm = [step, step];
    }
    let mut meshes = model::meshes(&body, catalogue, &labels, settings);
    let triangles: usize = meshes.iter().map(|m| m.triangles()).sum();
    say(format!(
        "surfaces: {} structures, {triangles} triangles",
        meshes.len()
    ));
    let atlas = Atlas::from_labels(catalogue, labels);
    let atlas = match &args.landmarks {
        Some(file) => atlas.with_pack_info(another(file)),
        None => atlas.of_sex(args.sex),
    };
    say(mended(&atlas, &mut meshes));
    bake_occlusion(&mut meshes, catalogue, atlas.labels());
    say("occlusion baked".into());
    write_pack(&args.out_dir, &atlas, &meshes)?;
    say(format!("written to {}", args.out_dir.display()));
    Ok(())
}

/// What the pack of another body says of itself: it is a guest, whose places are not those of the two bodies that ship.
fn another(file: &Path) -> PackInfo {
    let name = |part: Option<&std::ffi::OsStr>| {
        part.map_or_else(String::new, |part| part.to_string_lossy().into_owned())
    };
    PackInfo {
        name: format!("Corpus Atlas modelled torso, {}", name(file.file_stem())),
        source: Some(PackSource {
            files: vec![name(file.file_name())],
            frame: "that of the pack".into(),
            ..PackSource::default()
        }),
        ..PackInfo::default()
    }
}

/// Improves the table of fits round by round: build, count, grow or shrink, again.
fn fit(file: &Path, step: f32, rounds: usize) -> Result<(), Box<dyn std::error::Error>> {
    let catalogue = Catalogue::builtin();
    let older = std::fs::read_to_string(file)?;
    let mut fit = Fit::parse(&older)?;
    for round in 0..rounds {
        let counted = model::count(&model::body::fitted(catalogue, &fit)?, catalogue, step);
        let off = fit.improve(catalogue, &counted);
        eprintln!(
            "round {round}: {} of {} volumes within 15 %; worst {}",
            off.iter().filter(|(_, part)| part.abs() <= 0.15).count(),
            off.len(),
            off.iter()
                .take(12)
                .map(|(id, part)| format!("{id} {:+.0} %", 100.0 * part))
                .collect::<Vec<_>>()
                .join(", ")
        );
        std::fs::write(file, fit.to_csv(&older))?;
    }
    Ok(())
}

/// Makes the surfaces again that do not show their voxels; what was done, in words.
fn mended(atlas: &Atlas, meshes: &mut Vec<StructureMesh>) -> String {
    let mended = mend_surfaces(atlas, meshes);
    let names = mended.iter().map(|s| atlas.catalogue().get(*s).id.as_str());
    let names = names.collect::<Vec<_>>().join(", ");
    format!("made again from voxels: {} ({names})", mended.len())
}
