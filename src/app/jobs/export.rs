//! Writing a library's documents to a file, beside the one who owns it.

use std::path::Path;

use library::{ExportFormat, Library};

use super::JobContext;

/// Writes all documents of a library file in the format of the ending; the last words about it.
pub fn export(job: &JobContext, library: &Path, to: &Path) -> Result<String, String> {
    let format = ExportFormat::for_path(to).map_err(|error| error.to_string())?;
    let library = Library::open(library).map_err(|error| error.to_string())?;
    let written = library.export_to(to, format, None, &|| job.is_cancelled());
    let count = written.map_err(|error| error.to_string())?;
    let documents = if count == 1 { "document" } else { "documents" };
    Ok(format!("{count} {documents} written to {}", to.display()))
}
