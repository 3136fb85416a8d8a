//! Where the app finds its data: beside the executable when installed, in the checkout when run with cargo.

use std::path::{Path, PathBuf};

/// Overrides the folder that holds `assets/` and `models/`.
pub const HOME_VARIABLE: &str = "CORPUS_ATLAS_HOME";

/// The file by which the folder is known.
const MARK: &str = "assets/atlas/structures.json";

/// The folder that holds `assets/` and `models/`.
#[derive(Clone, Debug)]
pub struct Paths {
    root: PathBuf,
}

impl Paths {
    /// Looks at `CORPUS_ATLAS_HOME` where it is set, else beside the executable and above it, then at the current folder and above it.
    ///
    /// # Errors
    /// When the folder that `CORPUS_ATLAS_HOME` names has no `assets/atlas`, or none of the others has; the message names the folders
    /// that were looked at.
    pub fn find() -> anyhow::Result<Self> {
        if let Some(home) = std::env::var_os(HOME_VARIABLE).filter(|home| !home.is_empty()) {
            return Self::at(Path::new(&home));
        }
        let mut looked = Vec::new();
        let executable = std::env::current_exe().ok();
        let current = std::env::current_dir().ok();
        let starts = executable
            .iter()
            .flat_map(|path| path.ancestors().skip(1).take(4).map(Path::to_path_buf))
            .chain(
                current
                    .iter()
                    .flat_map(|path| path.ancestors().take(3).map(Path::to_path_buf)),
            )
            .chain(checkout());
        for start in starts {
            match Self::within(&start) {
                Ok(found) => return Ok(found),
                Err(folders) => looked.extend(folders),
            }
        }
        looked.dedup();
        anyhow::bail!(
            "no assets/atlas found; set {HOME_VARIABLE} to the folder that holds assets/ and models/ (looked in {})",
            looked.join(", ")
        )
    }

    /// The folder that a user has named: another one is not what was asked for.
    fn at(home: &Path) -> anyhow::Result<Self> {
        Self::within(home).map_err(|_| {
            anyhow::anyhow!(
                "{HOME_VARIABLE} names {}, which has no {MARK}; name the folder that holds assets/ and models/, or unset it",
                home.display()
            )
        })
    }

    /// The folder itself, or where an installation has its data in it; else those two.
    fn within(start: &Path) -> Result<Self, [String; 2]> {
        let both = [start.to_path_buf(), start.join("share/corpus-atlas")];
        match both.iter().find(|root| root.join(MARK).is_file()) {
            Some(root) => Ok(Self { root: root.clone() }),
            None => Err(both.map(|root| root.display().to_string())),
        }
    }

    /// The folder that holds `assets/` and `models/`.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The modelled atlas pack.
    pub fn atlas(&self) -> PathBuf {
        self.root.join("assets/atlas")
    }

    /// The pack of the female torso.
    pub fn female_atlas(&self) -> PathBuf {
        self.root.join("assets/atlas-female")
    }

    /// The grounding model that ships.
    pub fn model(&self) -> PathBuf {
        self.root.join("models/cga-2")
    }

    /// The words of the window, a folder for each language.
    pub fn languages(&self) -> PathBuf {
        self.root.join("assets/languages")
    }

    /// The sample library's texts.
    pub fn sample(&self) -> PathBuf {
        self.root.join("assets/sample-library/sample-library.jsonl")
    }
}

/// The checkout: cargo names it to what it runs, and a build for developing remembers it. What is handed out knows no folder of the
/// machine that built it.
fn checkout() -> impl Iterator<Item = PathBuf> {
    let named = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    #[cfg(debug_assertions)]
    let remembered = Some(PathBuf::from(env!("CARGO_MANIFEST_DIR")));
    #[cfg(not(debug_assertions))]
    let remembered = None;
    named.into_iter().chain(remembered)
}

/// The library opened when none is named: in the user's data folder, created on first start.
///
/// # Errors
/// When the system names no data folder or it cannot be made.
pub fn default_library() -> anyhow::Result<PathBuf> {
    let folder = data_folder()?;
    std::fs::create_dir_all(&folder)
        .map_err(|error| anyhow::anyhow!("{}: {error}", folder.display()))?;
    Ok(folder.join("sample.atlas"))
}

/// Where texts are kept that were added from the clipboard; it may not be there yet.
///
/// # Errors
/// When the system names no data folder.
pub fn clipboard_folder() -> anyhow::Result<PathBuf> {
    Ok(data_folder()?.join("clipboard"))
}

/// Where files are made of documents that are dragged into other programs; it may not be there yet.
///
/// # Errors
/// When the system names no data folder.
pub fn dragged_folder() -> anyhow::Result<PathBuf> {
    Ok(data_folder()?.join("dragged"))
}

/// Where pictures are made of which videos are made; it may not be there yet.
///
/// # Errors
/// When the system names no data folder.
pub fn filmed_folder() -> anyhow::Result<PathBuf> {
    Ok(data_folder()?.join("filmed"))
}

/// Where measurements keep what takes long to make and can be made again; it may not be there yet.
///
/// # Errors
/// When the system names no cache folder.
pub fn measurements_folder() -> anyhow::Result<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "corpus-atlas");
    let folders = folders.ok_or_else(|| {
        anyhow::anyhow!("the system names no home folder for this user to keep a cache in")
    })?;
    Ok(folders.cache_dir().join("measurements"))
}

/// The user's data folder.
fn data_folder() -> anyhow::Result<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "corpus-atlas").ok_or_else(|| {
        anyhow::anyhow!("the system names no home folder for this user; name a library file")
    })?;
    Ok(folders.data_dir().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_without_an_atlas_is_refused_and_not_passed_over() {
        let folder = tempfile::tempdir().expect("a folder");
        let refused = Paths::at(folder.path()).expect_err("there is nothing in it");
        let words = refused.to_string();
        let named = folder.path().display().to_string();
        assert!(
            words.contains(&named) && words.contains(HOME_VARIABLE),
            "{words}"
        );
        let root = folder.path().join("share/corpus-atlas");
        std::fs::create_dir_all(root.join("assets/atlas")).expect("a folder");
        std::fs::write(root.join(MARK), "{}").expect("a file");
        assert_eq!(Paths::at(folder.path()).expect("found").root(), root);
    }
}
