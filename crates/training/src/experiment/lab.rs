//! What every table works with: the store, the atlas and what was asked for.

use std::path::PathBuf;
use std::process::Command;

use anatomy::Atlas;
use anyhow::Result;
use clap::Args;

use super::settings::Settings;
use super::{encode, report};

/// What every table needs.
#[derive(Debug, Clone, Args)]
pub struct Options {
    /// Folder of the vectors, made by `experiment embed`; results are kept in it.
    #[arg(long)]
    pub store: PathBuf,
    /// Folder of the atlas.
    #[arg(long, default_value = "assets/atlas")]
    pub atlas: PathBuf,
    /// Folder to write the pages to.
    #[arg(long, default_value = "docs/experiments")]
    pub output: PathBuf,
    /// Seeds of each trained method.
    #[arg(long, default_value_t = 3)]
    pub seeds: u64,
    /// Seeds of each network with an organ held out.
    #[arg(long, default_value_t = 1)]
    pub held_out_seeds: u64,
    /// Passes over the training texts.
    #[arg(long, default_value_t = 60)]
    pub epochs: usize,
    /// Masked copies of a text to read.
    #[arg(long, default_value_t = 2)]
    pub copies: usize,
    /// Say in the pages that the encoder of the store was fine-tuned for reading before (`training tune`).
    #[arg(long)]
    pub tuned: bool,
    /// Commit to name in the pages; asked of git when not given.
    #[arg(long)]
    pub commit: Option<String>,
}

/// An opened store and atlas.
pub struct Lab {
    /// Texts and vectors.
    pub store: encode::Store,
    /// The atlas.
    pub atlas: Atlas,
    /// What was asked for.
    pub options: Options,
    commit: String,
}

impl Lab {
    pub(super) fn open(options: &Options) -> Result<Self> {
        Ok(Self {
            store: encode::Store::open(&options.store, options.copies)?,
            atlas: Atlas::open(&options.atlas)?,
            options: options.clone(),
            commit: commit(options.commit.as_deref()),
        })
    }

    /// Settings that the search starts from.
    pub fn settings(&self) -> Settings {
        Settings {
            epochs: self.options.epochs,
            ..Settings::default()
        }
    }

    pub(super) fn write(&self, name: &str, title: &str, body: &str) -> Result<()> {
        let o = &self.options;
        let command = format!(
            "training experiment {name} --store STORE --seeds {} --held-out-seeds {} --epochs {} --copies {}{}",
            o.seeds,
            o.held_out_seeds,
            o.epochs,
            o.copies,
            if o.tuned { " --tuned" } else { "" }
        );
        report::write(&o.output, name, title, &self.commit, &command, body)
    }
}

/// The commit given, or that of the working folder.
pub fn commit(given: Option<&str>) -> String {
    given.map(str::to_owned).unwrap_or_else(|| {
        Command::new("git")
            .args([
                "describe",
                "--always",
                "--dirty",
                "--abbrev=10",
                "--exclude=*",
            ])
            .output()
            .ok()
            .filter(|o| o.status.success())
            .map_or_else(
                || "unknown".to_owned(),
                |o| String::from_utf8_lossy(&o.stdout).trim().to_owned(),
            )
    })
}
