//! What is like a document or a text, as the librarian is asked for it.

use grounding::Grounding;
use library::{Library, LibraryError, Like, Query};
use viewer::SimilarTo;

/// Documents of such a list: every document is like any other in some order.
const MOST: usize = 100;
/// Letters of a title in a heading, at most.
const LETTERS: usize = 90;

/// The question, with its heading, which says what could not be gone by. `read` is what the model reads in a text, where it has.
pub fn query(
    library: &Library,
    to: &SimilarTo,
    near_place: f32,
    read: Option<&Grounding>,
) -> Result<(String, Query), LibraryError> {
    let (mut heading, mut like) = match to {
        SimilarTo::Text(text) => ("Similar to your text".to_owned(), Like::note(text, read)),
        SimilarTo::Document(key) => match library.like(*key)? {
            Some(like) => {
                let title = library.entry(*key)?.map(|entry| entry.title);
                let title = shortened(&title.unwrap_or_default());
                (format!("Similar to “{title}”"), like)
            }
            None => {
                let words = "The document is no longer in the library";
                (words.to_owned(), Like::default())
            }
        },
    };
    let is_read = like.meaning.is_some();
    like.meaning.take_if(|_| !library.knows_meanings());
    let unread = matches!(to, SimilarTo::Text(_)) && read.is_none();
    let without = match (&like.meaning, &like.place) {
        (Some(_), Some(_)) => None,
        _ if like.text.is_none() => None,
        _ if unread => Some("by words alone: the model is not ready to read it"),
        (None, Some(_)) if is_read => {
            Some("by words and place alone: the vectors of the documents are not ready")
        }
        (None, Some(_)) => Some("by words and place alone: it has no vector"),
        (Some(_), None) => Some("by words and meaning alone: it is about no place in this body"),
        (None, None) => Some("by words alone: no vector and no place in this body is known of it"),
    };
    if let Some(without) = without {
        heading = format!("{heading}, {without}");
    }
    let query = Query {
        like: Some(Like {
            near_place,
            most: MOST,
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
