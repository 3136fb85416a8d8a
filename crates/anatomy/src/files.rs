//! Files read within limits.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::AtlasError;

/// A file name's extension in lower case; that before ".gz" when it is compressed.
pub fn extension(path: &Path) -> String {
    let name = path
        .file_name()
        .map(|n| n.to_string_lossy().to_lowercase())
        .unwrap_or_default();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    name.rsplit_once('.')
        .map_or_else(String::new, |(_, ext)| ext.to_owned())
}

/// The whole of a file of at most `max` bytes.
pub fn read_limited(path: &Path, max: u64) -> Result<Vec<u8>, AtlasError> {
    let file = File::open(path).map_err(AtlasError::io(path))?;
    let mut bytes = Vec::new();
    file.take(max + 1)
        .read_to_end(&mut bytes)
        .map_err(AtlasError::io(path))?;
    if bytes.len() as u64 > max {
        return Err(AtlasError::format(
            path,
            "start",
            format!("more than {max} bytes"),
        ));
    }
    Ok(bytes)
}

/// A value from a JSON file of at most `max` bytes.
pub fn read_json<T: DeserializeOwned>(path: &Path, max: u64) -> Result<T, AtlasError> {
    let bytes = read_limited(path, max)?;
    serde_json::from_slice(&bytes).map_err(|e| {
        let place = format!("line {} column {}", e.line(), e.column());
        AtlasError::format(path, place, e.to_string())
    })
}

/// Writes a value as a JSON file that people can read.
pub fn write_json(path: &Path, value: &impl Serialize) -> Result<(), AtlasError> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|e| AtlasError::format(path, "start", e.to_string()))?;
    std::fs::write(path, text + "\n").map_err(AtlasError::io(path))
}
