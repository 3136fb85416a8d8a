//! Files of a model folder, read whole.

use std::path::Path;

use crate::GroundingError;

/// Most bytes of a file that are read.
const MAX_FILE_BYTES: u64 = 512 << 20;

/// Reads a file of a model, of limited size.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, GroundingError> {
    let fault = |e: std::io::Error| GroundingError::model(path, format!("cannot be read: {e}"));
    let size = std::fs::metadata(path).map_err(fault)?.len();
    if size > MAX_FILE_BYTES {
        return Err(GroundingError::model(
            path,
            format!("has {size} bytes, more than the {MAX_FILE_BYTES} a model file may have"),
        ));
    }
    if size == 0 {
        return Err(GroundingError::model(path, "is empty"));
    }
    std::fs::read(path).map_err(fault)
}
