//! Guests: atlases that users bring, made into packs like ours.
//!
//! Label volumes and surfaces of many formats are brought into LPS millimetres, their names matched to the catalogue,
//! surfaces filled, and everything composed to one label per 1 mm voxel. What matches nothing gets a row of its own, so
//! that it is seen. Trouble with one file or structure is reported and the rest goes on.

mod build;
mod compose;
pub(crate) mod distance;
mod frame;
mod installed;
mod matching;
mod meshes;
mod names;
mod progress;
mod recipe;
mod report;
mod solid;
mod source;
mod trimesh;
mod volumes;
mod voxels;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use glam::DVec3;
use serde::{Deserialize, Serialize};

pub use frame::Frame;
pub use installed::{Installed, install_slug, installed};
pub use names::MatchedBy;
pub use progress::Progress;
pub use recipe::Recipe;
pub use report::{FileReport, ImportReport, SourceStructure};
pub use volumes::ClassNames;

use build::Build;
use meshes::MeshPart;
use report::file_name;

use crate::frame::TORSO_DIMS;
use crate::{Atlas, AtlasError, Catalogue, StructureMesh, write_pack};

/// How to import.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ImportOptions {
    /// Name of the atlas; the first path's name when empty.
    pub name: String,
    /// Its licence, which the pack will state.
    pub license: String,
    /// The change of coordinates to LPS mm; guessed when not given. For label volumes it applies to the LPS mm that the
    /// file states.
    pub frame: Option<Frame>,
    /// Whether the frame leads into the torso frame; those of that kind among the named frames say so themselves.
    pub torso_frame: bool,
    /// Names given by hand: source name or label value, and catalogue id; an empty id keeps the structure under its own
    /// name, "-" leaves it out.
    pub map: Vec<(String, String)>,
    /// What label values stand for, where the volume does not say.
    pub names: Option<ClassNames>,
    /// Voxel size of stacks of slices along columns, rows and slices, mm; 1 mm when not given.
    pub spacing_mm: Option<[f64; 3]>,
}

impl ImportOptions {
    /// What was decided by hand about a name of the source: a catalogue id, "" for a row of its own, "-" for left out.
    pub fn by_hand(&self, name: &str) -> Option<&str> {
        let same = |n: &str| matching::fold(n) == matching::fold(name);
        let mut map = self.map.iter();
        map.find(|(n, _)| same(n)).map(|(_, id)| id.as_str())
    }

    /// Decides by hand about a name of the source, or leaves it to the rules again.
    pub fn decide(&mut self, name: &str, to: Option<&str>) {
        self.map
            .retain(|(n, _)| matching::fold(n) != matching::fold(name));
        if let Some(id) = to {
            self.map.push((name.to_owned(), id.to_owned()));
        }
    }
}

/// An imported atlas, ready to be shown or written.
pub struct Import {
    /// The atlas, with its account of where it came from.
    pub atlas: Atlas,
    /// Surfaces, in the atlas's frame.
    pub meshes: Vec<StructureMesh>,
    /// What was done.
    pub report: ImportReport,
    /// What it was made of and how.
    pub recipe: Recipe,
}

/// Name of the report within a guest's pack.
const REPORT: &str = "import.json";
/// Folder within a pack's folder in which a pack is made before it takes the place of an older one.
const ASIDE: &str = ".part";

impl Import {
    /// Writes the pack and, beside it, `import.json` (the report) and `recipe.json` (what is needed to make it again). All
    /// is written aside first, so that an older pack of this folder stays until the new one is whole.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), AtlasError> {
        let aside = dir.join(ASIDE);
        write_pack(&aside, &self.atlas, &self.meshes)?;
        source::write_json(&aside.join(REPORT), &self.report)?;
        self.recipe.write(&aside)?;
        for file in std::fs::read_dir(&aside).map_err(AtlasError::io(&aside))? {
            let file = file.map_err(AtlasError::io(&aside))?;
            let place = dir.join(file.file_name());
            std::fs::rename(file.path(), &place).map_err(AtlasError::io(&place))?;
        }
        std::fs::remove_dir(&aside).map_err(AtlasError::io(&aside))
    }
}

/// Reads a table of names given by hand: two columns, source name (or label value) and catalogue id; a first line
/// "source,id" or the like is passed over.
///
/// # Errors
/// When the file cannot be read or is not a table of two columns.
pub fn read_map(path: &Path) -> Result<Vec<(String, String)>, AtlasError> {
    let bytes = source::read_limited(path, 16 << 20)?;
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .trim(csv::Trim::All)
        .from_reader(bytes.as_slice());
    let mut out = Vec::new();
    for (n, row) in reader.records().enumerate() {
        let fault = |reason: String| AtlasError::format(path, format!("row {}", n + 1), reason);
        let row = row.map_err(|e| fault(e.to_string()))?;
        let (Some(name), Some(id)) = (row.get(0), row.get(1)) else {
            return Err(fault(
                "two columns are needed: source name, catalogue id".into(),
            ));
        };
        if n == 0 && ["id", "catalogue id", "catalogue_id", "structure"].contains(&id) {
            continue;
        }
        if !id.is_empty() && id != "-" && Catalogue::builtin().index_of(id).is_none() {
            return Err(fault(format!("{id:?} is no id of the catalogue")));
        }
        out.push((name.to_owned(), id.to_owned()));
    }
    Ok(out)
}

/// A voxel size as people write it: millimetres along columns, rows and slices, with commas between them.
///
/// # Errors
/// When these are not three numbers within 0.001..=100.
pub fn parse_spacing(text: &str) -> Result<[f64; 3], String> {
    let values: Result<Vec<f64>, _> = text.split(',').map(|v| v.trim().parse()).collect();
    let values = values.map_err(|_| format!("“{text}” is not three numbers"))?;
    match values[..] {
        [x, y, z] if [x, y, z].iter().all(|v| (0.001..=100.0).contains(v)) => Ok([x, y, z]),
        _ => Err("a voxel size is three millimetres, for example 0.5,0.5,1".to_owned()),
    }
}

/// A surface with what is known about it.
struct Surface {
    file: String,
    part: MeshPart,
}

/// Imports files and folders.
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
    let files = source::files(paths)?;
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

/// A label volume with the names of its segments.
struct Volume {
    file: String,
    image: volumes::LabelImage,
    names: Vec<String>,
    /// Whether the values had no names.
    nameless: bool,
}

impl Volume {
    fn new(path: &Path, image: volumes::LabelImage, options: &ImportOptions) -> Volume {
        let stem = source::stem(path);
        let single = image.segments.len() == 1;
        let mut nameless = false;
        let names = image
            .segments
            .iter()
            .map(|s| {
                let given = options.names.as_ref().and_then(|n| n.get(s.value));
                match (given, &s.name) {
                    (Some(name), _) => name.to_owned(),
                    (None, Some(name)) => name.clone(),
                    // One structure per file, named by the file.
                    (None, None) if single => stem.clone(),
                    (None, None) => {
                        nameless = true;
                        format!("label {}", s.value)
                    }
                }
            })
            .collect();
        Volume {
            file: file_name(path),
            image,
            names,
            nameless,
        }
    }
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
        let ext = source::extension(Path::new(&s.file));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn voxel_sizes_are_parsed_or_refused() {
        assert_eq!(parse_spacing("0.5, 0.5,1"), Ok([0.5, 0.5, 1.0]));
        for bad in ["", "1,1", "1,1,x", "0,1,1", "1,1,1,1", "nan,1,1"] {
            assert!(parse_spacing(bad).is_err(), "{bad}");
        }
    }
}
