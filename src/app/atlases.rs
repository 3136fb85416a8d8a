//! Other atlases: those that are installed, importing one from files, fetching a public one. All of it on threads of its own.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use anatomy::Atlas;
use anatomy::guest::{self, ImportOptions, ImportReport, Installed};
use bevy::prelude::Resource;

pub use super::guest_names::{Meaning, Names};
pub use super::import_form::ImportForm;
use super::jobs::{Event, Reporter};
use super::scene::bevy_meshes;

/// The atlases the window knows of.
#[derive(Resource, Default)]
pub struct Atlases {
    /// Installed ones.
    pub installed: Vec<Installed>,
    /// The one on the stage: its folder name, or nothing for the modelled torso.
    pub shown: Option<String>,
    /// What is being done about atlases, in words.
    pub busy: Option<String>,
    /// The list of public atlases is open.
    pub get_open: bool,
    /// The names of an installed atlas, while their panel is open.
    pub names: Option<Names>,
    /// Stops the download that is running.
    pub cancel: Arc<AtomicBool>,
}

impl Atlases {
    /// The name of the atlas on the stage.
    pub fn shown_name(&self) -> &str {
        self.shown
            .as_ref()
            .and_then(|slug| self.installed.iter().find(|atlas| atlas.slug == *slug))
            .map_or("Modelled torso", |atlas| atlas.name.as_str())
    }
}

/// Where installed atlases and downloads lie: the user's data folder.
fn data_folder() -> Result<PathBuf, String> {
    directories::ProjectDirs::from("", "", "corpus-atlas")
        .map(|folders| folders.data_dir().to_owned())
        .ok_or_else(|| "the system names no home folder for this user".to_owned())
}

/// Looks for installed atlases and reports them.
pub fn look(report: Reporter) {
    std::thread::spawn(move || match data_folder() {
        Ok(folder) => {
            look_now(&report, &folder.join("atlases").join("none"));
        }
        Err(reason) => report.problem("the installed atlases", reason),
    });
}

/// Puts an atlas on the stage: an installed one by its folder, else the modelled torso.
pub fn show(report: Reporter, installed: Option<Installed>, home: Arc<Atlas>) {
    std::thread::spawn(move || {
        show_now(&report, installed.as_ref(), Some(home));
        report.send(Event::AtlasWork(None));
    });
}

fn show_now(report: &Reporter, installed: Option<&Installed>, home: Option<Arc<Atlas>>) {
    let name = installed.map_or("the modelled torso", |atlas| atlas.name.as_str());
    report.send(Event::AtlasWork(Some(format!("Opening {name}…"))));
    let opened = match (installed, home) {
        (Some(atlas), _) => Atlas::open(&atlas.folder).map(Arc::new),
        (None, Some(home)) => Ok(home),
        (None, None) => return,
    };
    match opened.and_then(|atlas| atlas.read_meshes().map(|meshes| (atlas, meshes))) {
        Ok((atlas, meshes)) => {
            let meshes = meshes
                .iter()
                .map(|mesh| (mesh.structure, bevy_meshes(mesh)))
                .collect();
            report.send(Event::ShownAtlas {
                slug: installed.map(|atlas| atlas.slug.clone()),
                atlas,
                meshes,
            });
        }
        Err(error) => report.problem(name, error),
    }
}

/// Makes an atlas of files, installs it and shows it; its names too when some matched nothing.
pub fn import(report: Reporter, form: ImportForm) {
    std::thread::spawn(move || {
        match form.options() {
            Ok(options) => make(&report, &form.paths, &options, None),
            Err(reason) => report.problem(place_of(&form.paths), reason),
        }
        report.send(Event::AtlasWork(None));
    });
}

/// Makes an installed atlas again with the names decided by hand, and shows it.
pub fn rebuild(report: Reporter, names: &Names) {
    let (paths, options) = (names.recipe.paths.clone(), names.options());
    let folder = names.folder.clone();
    std::thread::spawn(move || {
        make(&report, &paths, &options, Some(folder));
        report.send(Event::AtlasWork(None));
    });
}

fn place_of(paths: &[PathBuf]) -> String {
    paths
        .first()
        .map_or_else(String::new, |path| path.display().to_string())
}

/// Makes, installs and shows an atlas; `again` is the folder of the one that it takes the place of.
fn make(report: &Reporter, paths: &[PathBuf], options: &ImportOptions, again: Option<PathBuf>) {
    let place = place_of(paths);
    match made(report, paths, options, again.as_deref()) {
        Ok((done, folder)) => {
            for problem in done.problems {
                report.problem(place.clone(), problem);
            }
            let Some(atlas) = look_now(report, &folder) else {
                return;
            };
            show_now(report, Some(&atlas), None);
            match Names::read(&atlas) {
                Ok(names) if again.is_some() || names.unmatched() > 0 => {
                    report.send(Event::Names(Box::new(names)));
                }
                Ok(_) => {}
                Err(reason) => report.problem(&atlas.name, reason),
            }
            report.send(Event::Notice(match again {
                None => format!("Atlas “{}” is installed", done.name),
                Some(_) => format!("Atlas “{}” has its new names", done.name),
            }));
        }
        Err(reason) => {
            report.send(Event::Notice(
                "No atlas could be made; see Problems".to_owned(),
            ));
            report.problem(place, reason);
        }
    }
}

/// Makes and installs an atlas: what was done, and its folder.
fn made(
    report: &Reporter,
    paths: &[PathBuf],
    options: &ImportOptions,
    again: Option<&Path>,
) -> Result<(ImportReport, PathBuf), String> {
    let name = match paths {
        _ if !options.name.is_empty() => options.name.clone(),
        [first, ..] => first
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        [] => return Err("there is nothing to import".to_owned()),
    };
    let said: Mutex<Option<String>> = Mutex::new(None);
    let tell = |doing: &dyn std::fmt::Display| {
        let words = format!("Making {name}: {doing}");
        // Most steps are too quick to be worth a frame each.
        if let Ok(mut said) = said.lock()
            && said.replace(words.clone()).as_ref() != Some(&words)
        {
            report.send(Event::AtlasWork(Some(words)));
        }
    };
    let import = guest::import_with(paths, options, &|progress| tell(&progress))
        .map_err(|error| error.to_string())?;
    let folder = match again {
        Some(folder) => folder.to_owned(),
        None => data_folder()?
            .join("atlases")
            .join(guest::install_slug(&import.report.name)),
    };
    tell(&"writing");
    import.write(&folder).map_err(|error| error.to_string())?;
    Ok((import.report, folder))
}

/// Reports the installed atlases; gives the one that lies in a folder.
fn look_now(report: &Reporter, folder: &Path) -> Option<Installed> {
    let (installed, errors) = guest::installed(folder.parent()?);
    for error in errors {
        report.problem("an installed atlas", error);
    }
    let found = installed.iter().find(|atlas| atlas.folder == folder);
    let found = found.cloned();
    report.send(Event::Installed(installed));
    found
}

/// Reads the names of an installed atlas.
pub fn read_names(report: Reporter, atlas: Installed) {
    std::thread::spawn(move || match Names::read(&atlas) {
        Ok(names) => report.send(Event::Names(Box::new(names))),
        Err(reason) => {
            report.send(Event::Notice(format!(
                "The names of {} are not known; import it again to see them",
                atlas.name
            )));
            report.problem(atlas.name, reason);
        }
    });
}

/// Fetches a public atlas, then imports it.
pub fn get(report: Reporter, id: String, cancel: Arc<AtomicBool>) {
    cancel.store(false, Ordering::Release);
    std::thread::spawn(move || {
        if let Err(reason) = get_now(&report, &id, &cancel) {
            if cancel.load(Ordering::Acquire) {
                report.send(Event::Notice(
                    "Download stopped; it goes on from there next time".into(),
                ));
            } else {
                report.problem(id, reason);
            }
        }
        report.send(Event::AtlasWork(None));
    });
}

fn get_now(report: &Reporter, id: &str, cancel: &AtomicBool) -> Result<(), String> {
    let atlas = download::find(id).ok_or_else(|| "no public atlas has this name".to_owned())?;
    let folder: PathBuf = data_folder()?.join("downloads").join(&atlas.id);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut shown = None;
    atlas
        .download(
            &folder,
            None,
            &download::Options::default(),
            cancel,
            &mut |progress| {
                let percent = progress.bytes.saturating_mul(100) / progress.total.max(1);
                if shown.replace(percent) != Some(percent) {
                    report.send(Event::AtlasWork(Some(format!(
                        "Fetching {}: {percent} %",
                        atlas.title
                    ))));
                }
            },
        )
        .map_err(|error| error.to_string())?;
    let options = ImportOptions {
        name: atlas.title.clone(),
        license: atlas.license.clone(),
        frame: atlas.import.frame.as_deref().and_then(guest::Frame::named),
        ..ImportOptions::default()
    };
    make(report, std::slice::from_ref(&folder), &options, None);
    Ok(())
}

/// Whether a path can be an atlas at all, by its ending: what was dropped on the window is then no document.
pub fn is_atlas_file(path: &Path) -> bool {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    [
        ".nii", ".nii.gz", ".nrrd", ".nhdr", ".mha", ".mhd", ".dcm", ".glb", ".gltf", ".obj",
        ".stl", ".ply", ".off",
    ]
    .iter()
    .any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atlas_files_are_known_by_their_endings_and_documents_are_not() {
        for name in ["a.nii.gz", "seg.NRRD", "organs/Heart.glb", "x.mha"] {
            assert!(is_atlas_file(Path::new(name)), "{name}");
        }
        for name in ["paper.pdf", "records.jsonl.gz", "note.txt", "folder"] {
            assert!(!is_atlas_file(Path::new(name)), "{name}");
        }
    }
}
