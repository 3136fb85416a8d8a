//! How to import, as it is given by hand.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::classes::ClassNames;
use super::frame::Frame;
use crate::files::read_limited;
use crate::{AtlasError, Catalogue};

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
        let same = |n: &str| fold(n) == fold(name);
        let mut map = self.map.iter();
        map.find(|(n, _)| same(n)).map(|(_, id)| id.as_str())
    }

    /// Decides by hand about a name of the source, or leaves it to the rules again.
    pub fn decide(&mut self, name: &str, to: Option<&str>) {
        self.map.retain(|(n, _)| fold(n) != fold(name));
        if let Some(id) = to {
            self.map.push((name.to_owned(), id.to_owned()));
        }
    }
}

/// Names in a table given by hand are one when they differ in case and in the space around them alone.
pub fn fold(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Reads a table of names given by hand: two columns, source name (or label value) and catalogue id; a first line
/// "source,id" or the like is passed over.
///
/// # Errors
/// When the file cannot be read or is not a table of two columns.
pub fn read_map(path: &Path) -> Result<Vec<(String, String)>, AtlasError> {
    let bytes = read_limited(path, 16 << 20)?;
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
