//! Results of finished runs, kept so that an interrupted experiment goes on where it stopped.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context as _, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest as _, Sha256};

/// A folder of results, and how far the present experiment has come.
pub struct Runs {
    dir: PathBuf,
    planned: usize,
    done: usize,
    computed: usize,
    seconds: f64,
}

impl Runs {
    /// A folder, made if need be, for an experiment of so many runs.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn open(store: &Path, planned: usize) -> Result<Self> {
        let dir = store.join("runs");
        std::fs::create_dir_all(&dir)
            .with_context(|| format!("{} cannot be made", dir.display()))?;
        Ok(Self {
            dir,
            planned,
            done: 0,
            computed: 0,
            seconds: 0.0,
        })
    }

    /// More runs than were planned at first.
    pub fn plan(&mut self, more: usize) {
        self.planned += more;
    }

    /// The kept result of `key` and `settings`, or that of `compute`, which is kept. A damaged result is computed anew.
    ///
    /// # Errors
    /// When `compute` fails or its result cannot be written.
    pub fn cached<T: Serialize + DeserializeOwned>(
        &mut self,
        key: &str,
        settings: &impl Serialize,
        compute: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let full = format!("{key} {}", serde_json::to_string(settings)?);
        let name: String = Sha256::digest(&full)
            .iter()
            .take(10)
            .map(|b| format!("{b:02x}"))
            .collect();
        let file = self.dir.join(format!("{name}.json"));
        self.done += 1;
        if let Ok(bytes) = std::fs::read(&file)
            && let Ok(result) = serde_json::from_slice::<(String, T)>(&bytes)
            && result.0 == full
        {
            return Ok(result.1);
        }
        let started = Instant::now();
        let result = (full, compute()?);
        let partial = file.with_extension("partial");
        std::fs::write(&partial, serde_json::to_vec(&result)?)
            .with_context(|| format!("{} cannot be written", partial.display()))?;
        std::fs::rename(&partial, &file)?;
        self.computed += 1;
        self.seconds += started.elapsed().as_secs_f64();
        let left =
            self.planned.saturating_sub(self.done) as f64 * self.seconds / self.computed as f64;
        eprintln!(
            "run {} of {}: {key}, {:.0} s; at most {:.0} min left",
            self.done,
            self.planned.max(self.done),
            started.elapsed().as_secs_f64(),
            left / 60.0
        );
        Ok(result.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finished_run_is_not_run_again() {
        let dir = tempfile::tempdir().unwrap();
        let mut runs = Runs::open(dir.path(), 3).unwrap();
        let first: Vec<f32> = runs.cached("a", &1, || Ok(vec![1.5, 2.5])).unwrap();
        let again: Vec<f32> = runs
            .cached("a", &1, || anyhow::bail!("must not run"))
            .unwrap();
        assert_eq!(first, again);
        let other: Vec<f32> = runs.cached("a", &2, || Ok(vec![3.0])).unwrap();
        assert_eq!(other, [3.0]);
        // A damaged file is no result.
        for entry in std::fs::read_dir(dir.path().join("runs")).unwrap() {
            std::fs::write(entry.unwrap().path(), "[").unwrap();
        }
        let anew: Vec<f32> = runs.cached("a", &1, || Ok(vec![9.0])).unwrap();
        assert_eq!(anew, [9.0]);
    }
}
