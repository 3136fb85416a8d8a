//! Looking for copies of one work, beside the one who owns the library.

use std::path::Path;

use language::say;
use library::{Library, Looked};
use viewer::Message;

use super::JobContext;
use super::pace::Steps;

/// Looks for copies, and tells of them; the last words about it.
pub fn find(job: &JobContext, library: &Path) -> Result<String, String> {
    let library = Library::open_to_read(library).map_err(|error| error.to_string())?;
    let (reading, comparing) = (Steps::of(job), Steps::of(job));
    let told = |looked: Looked| match looked {
        Looked::Read(done, of) => reading.documents(done, of),
        Looked::Compared(done, of) => comparing.tell(done, of, || {
            say!("worker-pairs-of", count = done, total = of)
        }),
    };
    let groups = library
        .duplicate_groups_telling(&|| !job.is_cancelled(), &told)
        .map_err(|error| error.to_string())?;
    if job.is_cancelled() {
        job.mark_stopped();
        return Ok(String::new());
    }
    let words = say!("worker-duplicates", count = groups.len());
    job.tell(Message::Duplicates(groups));
    Ok(words)
}
