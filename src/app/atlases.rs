//! Other atlases: those that are installed, importing one from files, fetching a public one. All of it on threads of its own.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anatomy::Atlas;
use anatomy::guest::{self, ImportOptions, Installed};
use bevy::prelude::Resource;

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
            let (installed, errors) = guest::installed(&folder.join("atlases"));
            for error in errors {
                report.problem("an installed atlas", error);
            }
            report.send(Event::Installed(installed));
        }
        Err(reason) => report.problem("the installed atlases", reason),
    });
}

/// Puts an atlas on the stage: an installed one by its folder, else the modelled torso.
pub fn show(report: Reporter, installed: Option<Installed>, home: Arc<Atlas>) {
    std::thread::spawn(move || {
        let name = installed
            .as_ref()
            .map_or("the modelled torso".to_owned(), |atlas| atlas.name.clone());
        report.send(Event::AtlasWork(Some(format!("Opening {name}…"))));
        let slug = installed.as_ref().map(|atlas| atlas.slug.clone());
        let opened = match &installed {
            Some(atlas) => Atlas::open(&atlas.folder).map(Arc::new),
            None => Ok(home),
        };
        match opened.and_then(|atlas| atlas.read_meshes().map(|meshes| (atlas, meshes))) {
            Ok((atlas, meshes)) => {
                let meshes = meshes
                    .iter()
                    .map(|mesh| (mesh.structure, bevy_meshes(mesh)))
                    .collect();
                report.send(Event::ShownAtlas {
                    slug,
                    atlas,
                    meshes,
                });
            }
            Err(error) => report.problem(name, error),
        }
        report.send(Event::AtlasWork(None));
    });
}

/// Makes an atlas of files and installs it.
pub fn import(report: Reporter, paths: Vec<PathBuf>, options: ImportOptions) {
    std::thread::spawn(move || {
        import_now(&report, &paths, &options);
        report.send(Event::AtlasWork(None));
    });
}

fn import_now(report: &Reporter, paths: &[PathBuf], options: &ImportOptions) {
    let place = paths
        .first()
        .map_or_else(String::new, |path| path.display().to_string());
    report.send(Event::AtlasWork(Some(format!(
        "Making an atlas of {place}…"
    ))));
    let imported = guest::import(paths, options)
        .map_err(|error| error.to_string())
        .and_then(|import| {
            let folder = data_folder()?
                .join("atlases")
                .join(guest::install_slug(&import.report.name));
            import
                .write(&folder)
                .map_err(|error| error.to_string())
                .map(|()| import.report)
        });
    match imported {
        Ok(done) => {
            for problem in &done.problems {
                report.problem(place.clone(), problem);
            }
            let unmatched: Vec<&str> = done
                .structures
                .iter()
                .filter(|structure| structure.own.is_some())
                .map(|structure| structure.source.as_str())
                .collect();
            if !unmatched.is_empty() {
                let listed: Vec<&str> = unmatched.iter().copied().take(12).collect();
                let more = if unmatched.len() > listed.len() {
                    " and others"
                } else {
                    ""
                };
                report.problem(
                    place,
                    format!(
                        "{} structures matched nothing known and are shown under their own names ({}{more}); `corpus-atlas atlas import --map` maps them by hand",
                        unmatched.len(),
                        listed.join(", ")
                    ),
                );
            }
            report.send(Event::Notice(format!("Atlas “{}” is installed", done.name)));
            look(report.clone());
            report.send(Event::AtlasImported(guest::install_slug(&done.name)));
        }
        Err(reason) => report.problem(place, reason),
    }
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
    import_now(report, std::slice::from_ref(&folder), &options);
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
