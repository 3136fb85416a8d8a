//! Where the app finds its data: beside the executable when installed, in the checkout when run with cargo.

use std::path::{Path, PathBuf};

/// Overrides the folder that holds `assets/` and `models/`.
pub const HOME_VARIABLE: &str = "CORPUS_ATLAS_HOME";

/// The folder that holds `assets/` and `models/`.
#[derive(Clone, Debug)]
pub struct Paths {
    root: PathBuf,
}

impl Paths {
    /// Looks at `CORPUS_ATLAS_HOME`, beside the executable and above it, then at the current folder and above it.
    ///
    /// # Errors
    /// When no folder has `assets/atlas`; the message names the folders that were looked at.
    pub fn find() -> anyhow::Result<Self> {
        let mut looked = Vec::new();
        let executable = std::env::current_exe().ok();
        let current = std::env::current_dir().ok();
        let starts = std::env::var_os(HOME_VARIABLE)
            .map(PathBuf::from)
            .into_iter()
            .chain(
                executable
                    .iter()
                    .flat_map(|path| path.ancestors().skip(1).take(4).map(Path::to_path_buf)),
            )
            .chain(
                current
                    .iter()
                    .flat_map(|path| path.ancestors().take(3).map(Path::to_path_buf)),
            )
            .chain(std::iter::once(PathBuf::from(env!("CARGO_MANIFEST_DIR"))));
        for start in starts {
            for root in [start.clone(), start.join("share/corpus-atlas")] {
                if root.join("assets/atlas/structures.json").is_file() {
                    return Ok(Self { root });
                }
                looked.push(root.display().to_string());
            }
        }
        looked.dedup();
        anyhow::bail!(
            "no assets/atlas found; set {HOME_VARIABLE} to the folder that holds assets/ and models/ (looked in {})",
            looked.join(", ")
        )
    }

    /// The modelled atlas pack.
    pub fn atlas(&self) -> PathBuf {
        self.root.join("assets/atlas")
    }

    /// The grounding model that ships.
    pub fn model(&self) -> PathBuf {
        self.root.join("models/cga-2")
    }

    /// The sample library's texts.
    pub fn sample(&self) -> PathBuf {
        self.root.join("assets/sample-library/sample-library.jsonl")
    }
}

/// The library opened when none is named: in the user's data folder, created on first start.
///
/// # Errors
/// When the system names no data folder or it cannot be made.
pub fn default_library() -> anyhow::Result<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "corpus-atlas").ok_or_else(|| {
        anyhow::anyhow!("the system names no home folder for this user; name a library file")
    })?;
    let folder = folders.data_dir();
    std::fs::create_dir_all(folder)
        .map_err(|error| anyhow::anyhow!("{}: {error}", folder.display()))?;
    Ok(folder.join("sample.atlas"))
}
