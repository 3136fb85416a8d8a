//! Places of documents on the stage of another body than the one that they are kept in.

use library::Spot;
use viewer::{Message, Staging};

use super::JobContext;

/// Documents whose places on the stage are told at a time.
const STAGED: usize = 1000;

/// Finds the places of documents on the stage, and tells of them piece by piece.
pub fn stage(job: &JobContext, slug: &str, entries: &[Spot], staging: &Staging) {
    let all = entries.len() as u64;
    for (n, piece) in entries.chunks(STAGED).enumerate() {
        if job.is_cancelled() {
            return job.mark_stopped();
        }
        job.progress("", Some(((n * STAGED) as u64, Some(all))));
        job.tell(Message::Staged {
            slug: slug.to_owned(),
            entries: piece.to_vec(),
            places: staging.entries(piece),
        });
    }
}
