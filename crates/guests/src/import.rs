//! Importing files and folders: reading them, finding the frame, and handing both to the build.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anatomy::files::extension;
use anatomy::frame::TORSO_DIMS;
use anatomy::guest::{ClassNames, FileReport, Frame, ImportOptions, ImportReport, Recipe};
use anatomy::{AtlasError, is_zip, pack_in, read_pack_info, unzip};
use glam::DVec3;

use super::adopt;
use super::build::Build;
use super::imported::Import;
use super::input::{Surface, Volume};
use super::progress::Progress;
use super::source::file_name;
use super::{meshes, source, volumes};

/// Imports files, folders and zip archives of them. An atlas pack is taken as it is.
///
/// # Errors
/// When nothing that can be shown is found, or a path does not exist. Trouble with single files and structures is
/// reported instead.
pub fn import(paths: &[PathBuf], options: &ImportOptions) -> Result<Import, AtlasError> {
    import_with(paths, options, &|_| {})
}

/// As [`import`], telling how far it is, from several threads.
///
/// # Errors
/// As [`import`].
#[expect(
    clippy::too_many_lines,
    reason = "the steps of one import, in their order"
)]
pub fn import_with(
    paths: &[PathBuf],
    options: &ImportOptions,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Import, AtlasError> {
    let started = Instant::now();
    let mut report = ImportReport {
        name: options.name.clone(),
        license: options.license.clone(),
        ..ImportReport::default()
    };
    let first = paths.first().cloned().unwrap_or_default();
    if report.name.is_empty() {
        report.name = source::stem(&first);
    }
    let mut unpacked = Vec::new();
    let mut sources = paths.to_vec();
    for path in sources.iter_mut().filter(|path| is_zip(path)) {
        progress(Progress::new("unpacking an archive", 0, 1));
        match unzip(path) {
            Ok(archive) => {
                *path = archive.path().to_owned();
                unpacked.push(archive);
            }
            Err(e) => report.problems.push(e.to_string()),
        }
    }
    if let [source] = &sources[..]
        && let Some(folder) = pack_in(source)
        && read_pack_info(&folder).is_ok()
    {
        return adopt::adopt(&folder, paths, options);
    }
    let files = source::files(&sources)?;
    let mut surfaces: Vec<Surface> = Vec::new();
    let mut volumes: Vec<Volume> = Vec::new();
    let mut slices: BTreeMap<PathBuf, Vec<PathBuf>> = BTreeMap::new();
    for (n, path) in files.iter().enumerate() {
        progress(Progress::new("reading files", n, files.len()));
        let file = file_name(path);
        if meshes::is_mesh_file(path) {
            match meshes::read(path) {
                Ok(parts) => {
                    report.files.push(FileReport {
                        file: file.clone(),
                        structures: parts.len(),
                        notes: Vec::new(),
                    });
                    let stem = source::stem(path);
                    surfaces.extend(parts.into_iter().map(|mut part| {
                        if part.name.is_empty() || part.name.starts_with("geometry_") {
                            part.name = stem.clone();
                        }
                        Surface {
                            file: file.clone(),
                            part,
                        }
                    }));
                }
                Err(e) => report.problems.push(e.to_string()),
            }
        } else if volumes::is_volume_file(path) {
            match volumes::read(path) {
                Ok(Some(image)) => volumes.push(Volume::new(path, image, options)),
                Ok(None) => report.ignored.push(file),
                Err(e) => report.problems.push(e.to_string()),
            }
        } else if volumes::is_slice(path) {
            let folder = path.parent().unwrap_or(Path::new("")).to_owned();
            slices.entry(folder).or_default().push(path.clone());
        } else {
            report.ignored.push(file);
        }
    }
    for (folder, paths) in slices {
        match read_stack(&folder, &paths, &files, options) {
            Ok(volume) => {
                report.ignored.retain(|f| f != "classes.txt");
                volumes.push(volume);
            }
            Err(e) => report.problems.push(e.to_string()),
        }
    }
    let (frame, guess) = match options.frame {
        Some(frame) => (frame, None),
        None => guess_frame(&surfaces),
    };
    let torso = frame.torso || options.torso_frame;
    report.frame = frame.to_string();
    report.frame_guess = guess;
    for s in &mut surfaces {
        for p in &mut s.part.mesh.positions {
            *p = frame.to_lps.transform_point3(*p);
        }
        if frame.to_lps.matrix3.determinant() < 0.0 {
            s.part.mesh.triangles.iter_mut().for_each(|t| t.swap(1, 2));
        }
    }
    let base = if torso {
        DVec3::from_array(TORSO_DIMS.map(|n| -(n as f64 - 1.0) * 0.5))
    } else {
        volumes
            .first()
            .map_or(DVec3::ZERO, |v| volumes::base(&v.image, &frame.to_lps))
    };
    let mut build = Build::new(&options.map, base, torso, progress);
    let count = volumes.len();
    for (n, volume) in volumes.into_iter().enumerate() {
        progress(Progress::new("sampling label volumes", n, count));
        build.add_volume(volume, &frame, &mut report);
    }
    build.add_surfaces(surfaces, &mut report);
    if build.solids.is_empty() {
        let reason = match report.problems.first() {
            Some(problem) => format!("nothing to show was found; first trouble: {problem}"),
            None => "nothing to show was found".to_owned(),
        };
        return Err(AtlasError::format(&first, "import", reason));
    }
    if build.solids.values().all(|voxels| voxels.count() == 0) {
        let reason = "all of it is smaller than the voxels of 1 mm that an atlas is made of";
        return Err(AtlasError::format(&first, "import", reason));
    }
    let recipe = Recipe::new(paths, options, &report.name);
    build.finish(report, recipe, started)
}

/// Reads the slices of a folder, with a list of classes that lies in it, beside it or is given.
fn read_stack(
    folder: &Path,
    paths: &[PathBuf],
    files: &[PathBuf],
    options: &ImportOptions,
) -> Result<Volume, AtlasError> {
    let lists = [Some(folder), folder.parent()].into_iter().flatten();
    let list = lists
        .map(|f| f.join("classes.txt"))
        .find(|l| files.contains(l) || l.is_file());
    let classes = match (&options.names, list) {
        (Some(names), _) => Some(names.clone()),
        (None, Some(list)) => Some(ClassNames::read(&list)?),
        (None, None) => None,
    };
    let spacing = options.spacing_mm.unwrap_or([1.0; 3]);
    let mut image = volumes::read_stack(paths, classes.as_ref(), spacing)?;
    if options.spacing_mm.is_none() {
        image
            .notes
            .push("no voxel size was given; 1 mm is assumed".into());
    }
    Ok(Volume::new(folder, image, options))
}

/// Axes and units of surfaces for which none are given.
fn guess_frame(surfaces: &[Surface]) -> (Frame, Option<String>) {
    if surfaces.is_empty() {
        return (Frame::lps(), None);
    }
    let bounds = surfaces
        .iter()
        .filter_map(|s| s.part.mesh.bounds())
        .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)));
    let size = bounds.map_or(0.0, |(lo, hi)| (hi - lo).max_element());
    let gltf = surfaces.iter().all(|s| {
        let ext = extension(Path::new(&s.file));
        ext == "glb" || ext == "gltf"
    });
    // A part of a body in metres is at most a person's height; in millimetres it is at least a small bone's.
    let (name, why) = match (gltf, size < 4.0) {
        (true, true) => ("y-up-m", "glTF is metres with y up"),
        (true, false) => (
            "y-up-mm",
            "glTF has y up; the size shows that it is millimetres",
        ),
        (false, true) => (
            "y-up-m",
            "the size shows that it is metres, which go with y up",
        ),
        (false, false) => ("lps-mm", "millimetres by their size, taken to be LPS"),
    };
    let frame = Frame::named(name).unwrap_or_else(Frame::lps);
    (frame, Some(format!("{name}: {why}; extent {size:.3}")))
}
