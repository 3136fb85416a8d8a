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

/// The question, with its heading, which says what could not be gone by; `unlike` are documents that are not meant, by their keys. `read` is what the model
/// reads in a text, where it has.
pub fn query(
    library: &Library,
    (to, unlike): (&SimilarTo, &[i64]),
    near_place: f32,
    read: Option<&Grounding>,
) -> Result<(String, Query), LibraryError> {
    let mut mended = Vec::new();
    let (heading, mut like) = match to {
        SimilarTo::Text(text) => {
            let mut like = Like::note(text, read);
            mended = library.mend_note(&mut like, &crate::common_words::is_common)?;
            (say!("worker-similar-text"), like)
        }
        SimilarTo::Document(key) => match library.like(*key)? {
            Some(like) => {
                let title = library.entry(*key)?.map(|entry| entry.title);
                let title = shortened(&title.unwrap_or_default());
                (say!("worker-similar-document", title = title), like)
            }
            None => (say!("worker-similar-gone"), Like::default()),
        },
        SimilarTo::Documents(keys) => match library.like_all(keys)? {
            Some(like) => {
                let count = like.keys.len();
                (say!("worker-similar-several", count = count), like)
            }
            None => (say!("worker-similar-gone"), Like::default()),
        },
    };
    let heading = match unlike.len() {
        0 => heading,
        _ if like.text.is_none() => heading,
        count => say!("worker-similar-unlike", heading = heading, count = count),
    };
    let is_read = like.meaning.is_some();
    like.meaning.take_if(|_| !library.knows_meanings());
    let is_text = matches!(to, SimilarTo::Text(_));
    let unread = is_text && read.is_none();
    // The slider may leave the one or the other out.
    let by_all = is_text && near_place > 0.0 && near_place < 1.0;
    let has_place = !like.places.is_empty();
    let left_out = is_read && like.meaning.is_none() && library.leaves_out_meanings()?;
    let heading = match (&like.meaning, has_place) {
        (Some(_), true) if by_all => say!("worker-similar-by-all", heading = heading),
        (Some(_), true) => heading,
        _ if like.text.is_none() => heading,
        _ if unread => say!("worker-similar-unread", heading = heading),
        (None, true) if left_out => say!("worker-similar-left-out", heading = heading),
        (None, true) if is_read => say!("worker-similar-no-vectors", heading = heading),
        (None, true) => say!("worker-similar-no-vector", heading = heading),
        (Some(_), false) => say!("worker-similar-no-place", heading = heading),
        (None, false) => say!("worker-similar-words-alone", heading = heading),
    };
    let heading = match mended.is_empty() {
        true => heading,
        false => say!(
            "worker-similar-mended",
            heading = heading,
            words = told(&mended)
        ),
    };
    let query = Query {
        like: Some(Like {
            near_place,
            unlike: unlike.to_vec(),
            most: MOST,
            least: LEAST,
            ..like
        }),
        limit: MOST,
        ..Query::default()
    };
    Ok((heading, query))
}

/// Misspelt words, each with the one that it was read as.
fn told(mended: &[(String, String)]) -> String {
    let each = mended
        .iter()
        .map(|(typed, meant)| format!("{typed} → {meant}"));
    each.collect::<Vec<_>>().join(", ")
}

/// A title, or what was asked for, as long as a heading has room for.
pub fn shortened(title: &str) -> String {
    match title.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", title[..end].trim_end()),
        None => title.to_owned(),
    }
}
