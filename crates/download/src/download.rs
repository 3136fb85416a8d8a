//! Fetching all files of an atlas.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use url::Url;

use crate::catalogue::PublicAtlas;
use crate::error::{DownloadError, Reason};
use crate::fetch::{Fetched, fetch};
use crate::options::Options;

/// How far the download of an atlas is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The file at hand.
    pub name: &'a str,
    /// Its number, from 1.
    pub file: usize,
    /// Number of files.
    pub files: usize,
    /// Bytes of all files that are there. Goes back when a file has to be fetched anew.
    pub bytes: u64,
    /// Bytes of all files.
    pub total: u64,
}

impl PublicAtlas {
    /// Fetches every file into a folder, made when absent; files that are there already and whole are left alone.
    ///
    /// With a `mirror`, files come from `MIRROR/NAME` instead of their own addresses; size and SHA-256 stay those of the
    /// table. Stops at the first file that cannot be had; calling it again goes on from there.
    ///
    /// # Errors
    /// As [`fetch`]; also when everything together is more than [`Options::max_bytes`], in which case nothing is
    /// fetched.
    pub fn download(
        &self,
        dir: &Path,
        mirror: Option<&str>,
        options: &Options,
        cancel: &AtomicBool,
        progress: &mut dyn FnMut(Progress<'_>),
    ) -> Result<Vec<Fetched>, DownloadError> {
        let total = self.total_bytes();
        if total > options.max_bytes {
            return Err(DownloadError {
                url: self.source.clone(),
                file: dir.to_owned(),
                reason: Reason::TooLarge {
                    bytes: total,
                    limit: options.max_bytes,
                },
            });
        }
        let mut before = 0;
        let mut out = Vec::with_capacity(self.files.len());
        for (n, file) in self.files.iter().enumerate() {
            let mut file = file.clone();
            if let Some(mirror) = mirror {
                file.url = mirrored(mirror, &file.name).map_err(|reason| DownloadError {
                    url: mirror.to_owned(),
                    file: dir.join(&file.name),
                    reason: Reason::Address(reason),
                })?;
            }
            out.push(fetch(&file, dir, options, cancel, &mut |bytes| {
                progress(Progress {
                    name: &file.name,
                    file: n + 1,
                    files: self.files.len(),
                    bytes: before + bytes,
                    total,
                });
            })?);
            before += file.bytes;
        }
        Ok(out)
    }
}

fn mirrored(mirror: &str, name: &str) -> Result<String, String> {
    let mut url = Url::parse(mirror).map_err(|e| format!("{mirror:?} is malformed: {e}"))?;
    url.path_segments_mut()
        .map_err(|()| format!("{mirror:?} cannot have files below it"))?
        .pop_if_empty()
        .push(name);
    Ok(url.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mirror_has_the_files_below_its_address() {
        for mirror in ["http://127.0.0.1:9/a", "http://127.0.0.1:9/a/"] {
            assert_eq!(
                mirrored(mirror, "x y.glb").as_deref(),
                Ok("http://127.0.0.1:9/a/x%20y.glb")
            );
        }
        assert!(mirrored("mailto:a@b", "x").is_err());
    }
}
