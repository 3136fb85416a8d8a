//! Looking for copies of one work, beside the one who owns the library.

use std::path::Path;

use language::say;
use library::Library;
use viewer::Message;

use super::JobContext;

/// Looks for copies, and tells of them; the last words about it.
pub fn find(job: &JobContext, library: &Path) -> Result<String, String> {
    let library = Library::open_to_read(library).map_err(|error| error.to_string())?;
    let groups = library
        .duplicate_groups(&|| !job.is_cancelled())
        .map_err(|error| error.to_string())?;
    if job.is_cancelled() {
        job.mark_stopped();
        return Ok(String::new());
    }
    let words = say!("worker-duplicates", count = groups.len());
    job.tell(Message::Duplicates(groups));
    Ok(words)
}
