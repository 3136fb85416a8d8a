//! Other atlases: those that are installed, importing one from files, fetching a public one.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anatomy::Atlas;
use anatomy::guest::{self, ImportOptions, ImportReport, Installed};
use language::say;
use viewer::{FEMALE, ImportForm, Message, Names, Staging};

use super::mesh::Surfaces;
use super::{Answer, JobContext, Reporter, spawn};
use crate::paths::Paths;

/// Where installed atlases and downloads lie: the user's data folder.
fn data_folder() -> Result<PathBuf, String> {
    directories::ProjectDirs::from("", "", "corpus-atlas")
        .map(|folders| folders.data_dir().to_owned())
        .ok_or_else(|| say!("worker-no-home-folder"))
}

/// Looks for the female torso that ships and for installed atlases, and reports them.
pub fn list(report: &Reporter) {
    let tell = report.clone();
    spawn("installed atlases", report, move || {
        let folder = data_folder().unwrap_or_else(|reason| {
            tell.problem(say!("worker-place-atlases"), reason);
            PathBuf::new()
        });
        find_installed(&tell, &folder.join("atlases").join("none"));
    });
}

/// The female torso that ships, as an atlas that can be put on the stage; none in a copy without it.
fn shipped(report: &Reporter) -> Option<Installed> {
    let folder = Paths::find().ok()?.female_atlas();
    if !folder.is_dir() {
        return None;
    }
    match anatomy::read_pack_info(&folder) {
        Ok(info) => Some(Installed {
            slug: FEMALE.to_owned(),
            folder,
            name: say!("atlas-female-torso"),
            license: info.license,
            files: Vec::new(),
            torso_frame: false,
        }),
        Err(error) => {
            report.problem(say!("worker-place-female"), error);
            None
        }
    }
}

/// Reports the installed atlases; gives the one that lies in a folder.
fn find_installed(report: &Reporter, folder: &Path) -> Option<Installed> {
    let (mut installed, errors) = guest::installed(folder.parent()?);
    installed.splice(0..0, shipped(report));
    for error in errors {
        report.problem(say!("worker-place-atlas"), error);
    }
    let found = installed.iter().find(|atlas| atlas.folder == folder);
    let found = found.cloned();
    report.tell(Message::Installed(installed));
    found
}

/// Nothing, unless the job was cancelled.
fn go_on(job: &JobContext) -> Result<(), String> {
    match job.is_cancelled() {
        true => Err(say!("worker-cancelled")),
        false => Ok(()),
    }
}

/// Puts an atlas on the stage: an installed one, else the modelled torso.
pub fn show(
    job: &JobContext,
    installed: Option<&Installed>,
    home: &Arc<Atlas>,
) -> Result<String, String> {
    let opening = match installed {
        Some(atlas) => say!("worker-opening-atlas", name = &atlas.name),
        None => say!("worker-opening-torso"),
    };
    job.progress(opening, None);
    let opened = match installed {
        Some(atlas) => Atlas::open(&atlas.folder).map(Arc::new),
        None => Ok(home.clone()),
    };
    let read = opened.and_then(|atlas| atlas.read_meshes().map(|meshes| (atlas, meshes)));
    let (atlas, meshes) = read.map_err(|error| error.to_string())?;
    go_on(job)?;
    let meshes = Surfaces::of_all(&atlas, &meshes);
    let staging = installed.map(|_| Arc::new(Staging::new(home.clone(), atlas.clone())));
    job.send(Answer::Stage {
        job: job.id(),
        shown: Box::new(Message::AtlasShown {
            job: job.id(),
            slug: installed.map(|atlas| atlas.slug.clone()),
            atlas,
            staging,
        }),
        meshes,
    });
    Ok(String::new())
}

/// Makes an atlas of files, installs it and shows it; its names too when some matched nothing.
pub fn import(
    job: &JobContext,
    form: &ImportForm,
    home: Option<&Arc<Atlas>>,
) -> Result<String, String> {
    let options = form.options()?;
    make(job, &form.paths, &options, None, home)
}

/// Makes an installed atlas again with the names decided by hand, and shows it.
pub fn rebuild(
    job: &JobContext,
    names: &Names,
    home: Option<&Arc<Atlas>>,
) -> Result<String, String> {
    let options = names.options();
    make(
        job,
        &names.recipe.paths,
        &options,
        Some(&names.folder),
        home,
    )
}

/// Makes, installs and shows an atlas; `again` is the folder of the one that it takes the place of.
fn make(
    job: &JobContext,
    paths: &[PathBuf],
    options: &ImportOptions,
    again: Option<&Path>,
    home: Option<&Arc<Atlas>>,
) -> Result<String, String> {
    let place = paths
        .first()
        .map_or_else(String::new, |path| path.display().to_string());
    let made = install(job, paths, options, again);
    let (done, folder) = made.map_err(|reason| format!("{place}: {reason}"))?;
    for problem in done.problems {
        job.problem(place.clone(), problem);
    }
    let installed = find_installed(job.reporter(), &folder).ok_or_else(|| {
        say!(
            "worker-not-found-again",
            folder = folder.display().to_string()
        )
    })?;
    if let Some(home) = home {
        show(job, Some(&installed), home)?;
    }
    match Names::read(&installed) {
        Ok(names) if again.is_some() || names.unmatched() > 0 => {
            job.tell(Message::Names(Box::new(names)));
        }
        Ok(_) => {}
        Err(reason) => job.problem(&installed.name, reason),
    }
    job.tell(Message::Notice(match again {
        None => say!("worker-installed", name = done.name),
        Some(_) => say!("worker-renamed", name = done.name),
    }));
    Ok(String::new())
}

/// Makes and installs an atlas: what was done, and its folder.
fn install(
    job: &JobContext,
    paths: &[PathBuf],
    options: &ImportOptions,
    again: Option<&Path>,
) -> Result<(ImportReport, PathBuf), String> {
    let name = match paths {
        _ if !options.name.is_empty() => options.name.clone(),
        [first, ..] => first
            .file_name()
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned()),
        [] => return Err(say!("worker-nothing-to-import")),
    };
    let said: Mutex<Option<String>> = Mutex::new(None);
    let tell = |doing: &dyn std::fmt::Display| {
        let words = say!("worker-making", name = &name, doing = doing.to_string());
        // Most steps are too quick to be worth a frame each.
        if let Ok(mut said) = said.lock()
            && said.replace(words.clone()).as_ref() != Some(&words)
        {
            job.progress(words, None);
        }
    };
    let import = guests::import_with(paths, options, &|progress| tell(&progress))
        .map_err(|error| error.to_string())?;
    // Until here nothing of an installed atlas has been touched.
    go_on(job)?;
    let folder = match again {
        Some(folder) => folder.to_owned(),
        None => data_folder()?
            .join("atlases")
            .join(guest::install_slug(&import.report.name)),
    };
    tell(&say!("worker-making-writes"));
    import.write(&folder).map_err(|error| error.to_string())?;
    Ok((import.report, folder))
}

/// Reads the names of an installed atlas.
pub fn read_names(report: &Reporter, atlas: Installed) {
    let tell = report.clone();
    spawn("names of an atlas", report, move || {
        match Names::read(&atlas) {
            Ok(names) => tell.tell(Message::Names(Box::new(names))),
            Err(reason) => {
                let words = say!("worker-names-unknown", name = &atlas.name);
                tell.tell(Message::Notice(words));
                tell.problem(atlas.name, reason);
            }
        }
    });
}

/// Fetches a public atlas, then imports it.
pub fn fetch(job: &JobContext, id: &str, home: Option<&Arc<Atlas>>) -> Result<String, String> {
    let atlas = download::find(id).ok_or_else(|| say!("worker-no-public-atlas"))?;
    let folder: PathBuf = data_folder()?.join("downloads").join(&atlas.id);
    std::fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    let mut shown = None;
    let fetched = atlas.download(
        &folder,
        None,
        &download::Options::default(),
        job.cancel_flag(),
        &mut |progress| {
            let percent = progress.bytes.saturating_mul(100) / progress.total.max(1);
            if shown.replace(percent) != Some(percent) {
                let title = &atlas.title;
                let words = say!("worker-fetching", title = title, percent = percent);
                job.progress(words, Some((progress.bytes, Some(progress.total))));
            }
        },
    );
    if let Err(error) = fetched {
        if job.is_cancelled() {
            job.tell(Message::Notice(say!("worker-download-stopped")));
        }
        return Err(error.to_string());
    }
    let options = ImportOptions {
        name: atlas.title.clone(),
        license: atlas.license.clone(),
        frame: atlas.import.frame.as_deref().and_then(guest::Frame::named),
        ..ImportOptions::default()
    };
    make(job, std::slice::from_ref(&folder), &options, None, home)
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
