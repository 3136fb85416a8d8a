//! What is like a document or a text, as the librarian is asked for it.

use grounding::Grounding;
use language::say;
use library::{Library, LibraryError, Like, Query};
use viewer::SimilarTo;

/// Documents of such a list at most: every document is like any other in some order.
const MOST: usize = 100;
/// They are at least so much like what is asked about as the first one is.
const LEAST: f32 = 0.5;
/// Letters of a title in a heading, at most.
const LETTERS: usize = 90;

/// The question, with its heading, which says what could not be gone by. `read` is what the model reads in a text, where it has.
pub fn query(
    library: &Library,
    to: &SimilarTo,
    near_place: f32,
    read: Option<&Grounding>,
) -> Result<(String, Query), LibraryError> {
    let (heading, mut like) = match to {
        SimilarTo::Text(text) => (say!("worker-similar-text"), Like::note(text, read)),
        SimilarTo::Document(key) => match library.like(*key)? {
            Some(like) => {
                let title = library.entry(*key)?.map(|entry| entry.title);
                let title = shortened(&title.unwrap_or_default());
                (say!("worker-similar-document", title = title), like)
            }
            None => (say!("worker-similar-gone"), Like::default()),
        },
    };
    let is_read = like.meaning.is_some();
    like.meaning.take_if(|_| !library.knows_meanings());
    let unread = matches!(to, SimilarTo::Text(_)) && read.is_none();
    let heading = match (&like.meaning, &like.place) {
        (Some(_), Some(_)) => heading,
        _ if like.text.is_none() => heading,
        _ if unread => say!("worker-similar-unread", heading = heading),
        (None, Some(_)) if is_read => say!("worker-similar-no-vectors", heading = heading),
        (None, Some(_)) => say!("worker-similar-no-vector", heading = heading),
        (Some(_), None) => say!("worker-similar-no-place", heading = heading),
        (None, None) => say!("worker-similar-words-alone", heading = heading),
    };
    let query = Query {
        like: Some(Like {
            near_place,
            most: MOST,
            least: LEAST,
            ..like
        }),
        limit: MOST,
        ..Query::default()
    };
    Ok((heading, query))
}

fn shortened(title: &str) -> String {
    match title.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", title[..end].trim_end()),
        None => title.to_owned(),
    }
}
