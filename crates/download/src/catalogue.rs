//! The table of public atlases.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::address::usable;

/// An atlas that can be fetched.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublicAtlas {
    /// Stable identifier, also the name of its folder ("hra-vh-male").
    pub id: String,
    /// Name as shown.
    pub title: String,
    /// What it holds and lacks.
    pub description: String,
    /// SPDX identifier of its licence ("CC-BY-4.0").
    pub license: String,
    /// The licence's text.
    pub license_url: String,
    /// Its page on the web.
    pub source: String,
    /// How to cite it, which also names those who are to be credited.
    pub citation: String,
    /// How to import it.
    pub import: ImportPreset,
    /// Its files.
    pub files: Vec<RemoteFile>,
}

/// How to import an atlas once it has come.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImportPreset {
    /// Name of the frame its coordinates are in, as `anatomy::guest::Frame` knows it; none where the format says it.
    pub frame: Option<String>,
}

/// A file of an atlas.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RemoteFile {
    /// Name it gets, without folders.
    pub name: String,
    /// Where it comes from.
    pub url: String,
    /// Its size, and the limit of what is accepted.
    pub bytes: u64,
    /// SHA-256 in lower-case hexadecimal digits; without it the size alone is checked.
    pub sha256: Option<String>,
    /// Whether the address is on record as having given exactly these bytes.
    pub verified: bool,
}

/// Why a table of atlases was refused.
#[derive(Debug, thiserror::Error)]
pub enum CatalogueError {
    /// It is not the JSON it should be.
    #[error("table of atlases: {0}")]
    Json(#[from] serde_json::Error),
    /// An entry cannot be used.
    #[error("table of atlases, {atlas}: {reason}")]
    Entry {
        /// Id of the atlas.
        atlas: String,
        /// What is wrong with it.
        reason: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// Says where the figures come from.
    #[serde(rename = "comment")]
    _comment: String,
    atlases: Vec<PublicAtlas>,
}

static CATALOGUE: LazyLock<Vec<PublicAtlas>> = LazyLock::new(|| {
    // Part of the program and checked by the tests; a fault here is a fault of the build.
    parse(include_str!("../data/atlases.json")).unwrap_or_else(|e| panic!("built-in {e}"))
});

/// The public atlases this program knows. Nothing is fetched.
pub fn catalogue() -> &'static [PublicAtlas] {
    &CATALOGUE
}

/// The public atlas of this id.
pub fn find(id: &str) -> Option<&'static PublicAtlas> {
    catalogue().iter().find(|a| a.id == id)
}

fn parse(json: &str) -> Result<Vec<PublicAtlas>, CatalogueError> {
    let table: Table = serde_json::from_str(json)?;
    let mut ids = HashSet::new();
    for atlas in &table.atlases {
        let fault = |reason: String| CatalogueError::Entry {
            atlas: atlas.id.clone(),
            reason,
        };
        let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        if atlas.id.is_empty() || !atlas.id.chars().all(plain) || !ids.insert(&atlas.id) {
            return Err(fault("its id is not a plain word, or used twice".into()));
        }
        if [
            &atlas.title,
            &atlas.license,
            &atlas.license_url,
            &atlas.source,
            &atlas.citation,
        ]
        .into_iter()
        .any(|text| text.trim().is_empty())
        {
            return Err(fault(
                "title, licence, source and citation are needed".into(),
            ));
        }
        if atlas.files.is_empty() {
            return Err(fault("it has no files".into()));
        }
        let mut names = HashSet::new();
        for file in &atlas.files {
            if !is_plain_name(&file.name) || !names.insert(file.name.to_ascii_lowercase()) {
                return Err(fault(format!(
                    "{:?} is not a plain file name, or used twice",
                    file.name
                )));
            }
            usable(&file.url, None).map_err(|e| fault(format!("{}: address {e}", file.name)))?;
            let hex = |c: char| c.is_ascii_digit() || ('a'..='f').contains(&c);
            if file
                .sha256
                .as_ref()
                .is_some_and(|s| s.len() != 64 || !s.chars().all(hex))
            {
                return Err(fault(format!(
                    "{}: a SHA-256 has 64 lower-case hexadecimal digits",
                    file.name
                )));
            }
        }
        if atlas
            .files
            .iter()
            .try_fold(0u64, |sum, f| sum.checked_add(f.bytes))
            .is_none()
        {
            return Err(fault("its sizes are beyond counting".into()));
        }
    }
    Ok(table.atlases)
}

/// Whether a name stays within its folder on every system.
pub(crate) fn is_plain_name(name: &str) -> bool {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.+ ".contains(c);
    let stem = name.split('.').next().unwrap_or("").to_ascii_uppercase();
    let device = matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || ((stem.starts_with("COM") || stem.starts_with("LPT")) && stem.len() == 4);
    (1..=200).contains(&name.len())
        && name.chars().all(plain)
        && !name.starts_with(['.', ' ', '-'])
        && !name.ends_with(['.', ' '])
        && !device
}

impl PublicAtlas {
    /// Bytes of all files together.
    pub fn total_bytes(&self) -> u64 {
        self.files.iter().map(|f| f.bytes).sum()
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::AtomicBool;

    use super::*;

    #[test]
    fn the_table_is_sound_and_says_what_one_needs_to_know_before() {
        let hra = find("hra-vh-male").expect("listed");
        assert_eq!(catalogue()[0].id, "hra-vh-male");
        assert_eq!(hra.license, "CC-BY-4.0");
        assert_eq!(hra.import.frame.as_deref(), Some("hra-vh-male"));
        assert_eq!(hra.files.len(), 28);
        assert_eq!(hra.total_bytes(), 27_421_700);
        assert!(hra.files.iter().all(|f| f.sha256.is_some()));
        assert!(find("nothing").is_none());
    }

    #[test]
    fn the_table_gives_what_was_measured_on_the_published_files() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/atlases/hra-vh-male");
        if !dir.is_dir() {
            eprintln!("skipped: {} is not there", dir.display());
            return;
        }
        for file in &find("hra-vh-male").expect("listed").files {
            let path = dir.join(&file.name);
            let size = std::fs::metadata(&path).expect("a published file").len();
            assert_eq!(size, file.bytes, "{}", file.name);
            let sum = crate::part::sha256(&path, &AtomicBool::new(false)).expect("readable");
            assert_eq!(sum.as_ref(), file.sha256.as_ref(), "{}", file.name);
        }
    }

    #[test]
    fn bad_tables_are_refused_with_the_atlas_and_the_reason() {
        let good = include_str!("../data/atlases.json");
        for (from, to, reason) in [
            (
                "\"id\": \"hra-vh-male\"",
                "\"id\": \"../up\"",
                "not a plain word",
            ),
            (
                "\"VH_M_Liver.glb\"",
                "\"../VH_M_Liver.glb\"",
                "not a plain file name",
            ),
            ("\"VH_M_Liver.glb\"", "\"vh_m_heart.GLB\"", "used twice"),
            ("https://raw", "http://raw", "https"),
            ("\"CC-BY-4.0\"", "\"\"", "licence"),
            ("b1237e7e", "B1237E7E", "SHA-256"),
        ] {
            assert!(good.contains(from), "{from}");
            let error = parse(&good.replacen(from, to, 1)).expect_err(to);
            assert!(error.to_string().contains(reason), "{error}");
        }
        assert!(parse("{}").is_err());
    }

    #[test]
    fn plain_names_stay_in_their_folder() {
        for good in ["a.glb", "VH_M_Kidney_L.glb", "labels 1.nii.gz"] {
            assert!(is_plain_name(good), "{good}");
        }
        for bad in [
            "", ".", "..", "../a", "a/b", "a\\b", "/etc/x", "C:x", "nul.txt", "COM1", "a.",
            ".part", "ä",
        ] {
            assert!(!is_plain_name(bad), "{bad}");
        }
    }
}
