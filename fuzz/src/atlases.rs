//! Files that atlases are made of, and atlases that were made.

use std::fs;
use std::path::PathBuf;

use anatomy::Atlas;
use anatomy::guest::{self, ClassNames, Frame, ImportOptions, Recipe};
use tempfile::TempDir;

use crate::parts::parts;

/// Extent of what is made into an atlas here, mm. What an atlas costs to make grows with the body and not with its file (a body of
/// 1.7 m takes gigabytes whatever its surface is stored in), so that larger ones are read only.
const LARGEST_MM: f64 = 48.0;

/// Reads a file with this ending.
pub(crate) fn look(ending: &str, bytes: &[u8]) {
    let folder = folder();
    let path = written(&folder, &format!("liver.{ending}"), bytes);
    if let Ok(contents) = guests::look(&path) {
        assert!(contents.is_some() || ending == "dcm", "no reader took it");
    }
}

/// Makes an atlas of several files, writes it, and opens it again.
pub(crate) fn import(bytes: &[u8]) {
    let folder = folder();
    let source = folder.path().join("source");
    let Ok(()) = fs::create_dir(&source) else {
        return;
    };
    let names = [
        "liver.nii",
        "left_kidney.nrrd",
        "spleen.mha",
        "segments.dcm",
        "001.tif",
        "001.png",
        "body.glb",
        "heart.gltf",
        "left_lung.obj",
        "right_lung.stl",
        "bladder.ply",
        "aorta.off",
        "classes.txt",
    ];
    for (name, content) in parts(bytes) {
        let Some(name) = names.iter().find(|known| **known == name) else {
            continue;
        };
        let path = written_at(source.join(name), content);
        let small = match guests::look(&path) {
            Ok(Some(contents)) => contents.size.iter().all(|size| *size <= LARGEST_MM),
            Ok(None) | Err(_) => true,
        };
        if !small {
            return;
        }
    }
    let options = ImportOptions {
        frame: Frame::named("lps-mm"),
        ..ImportOptions::default()
    };
    let Ok(made) = guests::import(&[source], &options) else {
        return;
    };
    // Files far from each other make a large atlas of small parts.
    if made.atlas.labels().dims().iter().product::<usize>() > 1 << 21 {
        return;
    }
    let _ = made.report.to_text();
    let pack = folder.path().join("pack");
    made.write(&pack).expect("what was made is written");
    let again = Atlas::open(&pack).expect("what was written is opened");
    assert_eq!(again.present(), made.atlas.present());
    let surfaces = again.read_meshes().expect("its surfaces are read");
    assert_eq!(surfaces.len(), made.meshes.len());
    let recipe = Recipe::read(&pack).expect("its recipe is read");
    assert_eq!(recipe, made.recipe);
}

/// Opens an atlas of these files.
pub(crate) fn pack(bytes: &[u8]) {
    let folder = folder();
    for (name, content) in parts(bytes) {
        let known = [
            "structures.json",
            "labels.nii.gz",
            "meshes.glb",
            "recipe.json",
            "import.json",
        ];
        if known.contains(&name.as_str()) {
            written(&folder, &name, content);
        }
    }
    let _ = anatomy::read_pack_info(folder.path());
    let _ = Recipe::read(folder.path());
    let _ = guest::ImportReport::read(folder.path()).map(|report| report.to_text());
    if let Ok(atlas) = Atlas::open(folder.path()) {
        let _ = atlas.read_meshes();
        for structure in atlas.present() {
            let centre = atlas.centroid_mm(*structure).expect("it has voxels");
            assert!(atlas.distance_mm(*structure, centre).is_some());
        }
    }
}

/// Lists of names: what label values stand for, names given by hand, a change of axes in words.
pub(crate) fn names(bytes: &[u8]) {
    let folder = folder();
    let path = written(&folder, "names.txt", bytes);
    if let Some(path) = path.to_str() {
        let _ = ClassNames::load(path);
    }
    let _ = guest::read_map(&path);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = guest::parse_spacing(text);
        if let Ok(frame) = text.parse::<Frame>() {
            let again = frame.to_string().parse::<Frame>();
            assert!(again.is_ok(), "{frame} is read again");
        }
    }
}

fn folder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

fn written(folder: &TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    written_at(folder.path().join(name), bytes)
}

fn written_at(path: PathBuf, bytes: &[u8]) -> PathBuf {
    fs::write(&path, bytes).expect("a temporary file");
    path
}
