//! How the window asks a library: what is read of a question, and what the library is asked then. The librarian asks so, and so does whoever measures what
//! the window lists.

use anatomy::Atlas;
use grounding::Grounding;
use language::say;
use library::{Filter, Library, LibraryError, Meaning, Order, Query};
use viewer::{Question, SimilarTo, Staging, structure_title};

use super::similar;

/// Rows of a ranked list; how many documents answer is counted beyond them.
const LISTED: usize = 400;

/// What the model is to read before a question is asked: words, or the text that papers are to be like. What says what answers must have (operators, fields,
/// phrases) and numbers of records are asked for as they stand.
pub fn to_read(question: &Question) -> Option<String> {
    match question {
        Question::Text(words) | Question::Within { words, .. } if library::has_meaning(words) => {
            Some(words.clone())
        }
        Question::Similar {
            to: SimilarTo::Text(text),
            ..
        } => Some(library::note_for_model(text)),
        _ => None,
    }
}

/// What a library is asked for a list of the window, and the list's heading; nothing when home has no such structure or place. `read` is what the model
/// reads in the question, see [`to_read`]: where the library knows what its documents mean, that puts in order what
/// words find, and of a few words the best of what it finds beside them answers, too; where it never will, the heading says so.
///
/// # Errors
/// If the library cannot be read.
pub fn asked(
    library: &Library,
    (question, read): (&Question, Option<&Grounding>),
    (filter, order): (Filter, Order),
    (atlas, staging): (&Atlas, Option<&Staging>),
) -> Result<Option<(String, Query)>, LibraryError> {
    let asked = match question {
        Question::Similar {
            to,
            near_place,
            unlike,
        } => Some(similar::query(
            library,
            (to, unlike.as_slice()),
            *near_place,
            read,
        )?),
        _ => query(question, atlas, staging, LISTED),
    };
    let Some((heading, query)) = asked else {
        return Ok(None);
    };
    let meant = read.filter(|_| question.words().is_some());
    let heading = match meant {
        Some(_) if library.leaves_out_meanings()? => {
            say!("worker-meaning-left-out", heading = heading)
        }
        _ if *question == Question::All && !filter.is_empty() => say!("worker-all-narrowed"),
        _ => heading,
    };
    let meaning = meant
        .filter(|_| library.knows_meanings())
        .map(|read| Meaning {
            vector: read.embedding.clone(),
            model: read.model.clone(),
        });
    // Words that narrow the list of a place add nothing to it; a sentence finds enough by its words.
    let few = matches!(question, Question::Text(words) if !library::is_sentence(words));
    let adds = few && meaning.is_some();
    let query = Query {
        filter,
        order,
        count: true,
        // Ranked as both rank it: what has one of two words stands before what has none.
        any_word: query.any_word || adds,
        meaning,
        meaning_ranks: true,
        meaning_adds: adds.then_some(library::LIKE_ENOUGH),
        ..query
    };
    Ok(Some((heading, query)))
}

/// A question in the library's terms, of which so many answers are wanted, and in words; nothing when home has no such structure or place.
pub fn query(
    question: &Question,
    atlas: &Atlas,
    staging: Option<&Staging>,
    limit: usize,
) -> Option<(String, Query)> {
    let home = |structure, point: Option<viewer::StagePoint>| match staging {
        None => (structure, point.map(|p| viewer::HomePoint(p.mm()))),
        Some(staging) => staging.home(structure, point),
    };
    let all = Query {
        limit,
        ..Query::default()
    };
    Some(match question {
        Question::All => (say!("worker-all-documents"), all),
        Question::Structure(structure, _) => {
            let structure = home(Some(*structure), None).0?;
            // A text that hardly belongs anywhere is not offered as one about this structure.
            let query = Query {
                limit,
                ..Query::of_structures(vec![structure])
            };
            let row = atlas.catalogue().structures().get(structure.usize())?;
            (structure_title(row), query)
        }
        Question::Structures(several) => {
            let at_home = several.iter().filter_map(|one| home(Some(*one), None).0);
            let at_home: Vec<_> = at_home.collect();
            let rows = atlas.catalogue().structures();
            let names = at_home.iter().filter_map(|one| rows.get(one.usize()));
            let names: Vec<String> = names.map(structure_title).collect();
            if names.is_empty() {
                return None;
            }
            let query = Query {
                limit,
                ..Query::of_structures(at_home)
            };
            (names.join(" · "), query)
        }
        Question::Point(point, structure) => {
            let (at, near) = home(*structure, Some(*point));
            let query = Query {
                near: Some(near?.mm()),
                at,
                // Any document is about a point with some probability.
                likely: true,
                ..all
            };
            (say!("worker-about-point"), query)
        }
        Question::DrawnAround(drawn) => {
            let query = Query {
                among: Some(drawn.0.to_vec()),
                ..all
            };
            (say!("worker-drawn-around", count = drawn.0.len()), query)
        }
        Question::Around(around) => {
            let query = Query {
                among: Some(around.inside.0.to_vec()),
                ..all
            };
            let mm = language::decimal(f64::from(around.radius_mm), 0);
            let count = around.inside.0.len();
            (say!("worker-around", count = count, mm = mm), query)
        }
        Question::Text(words) => {
            let query = Query {
                text: Some(words.clone()),
                // One or two words narrow the list; a sentence that did would leave nothing.
                any_word: library::is_sentence(words),
                ..all
            };
            (quoted(words), query)
        }
        Question::Within { of, words } => {
            let (of, query) = query(of, atlas, staging, limit)?;
            let query = Query {
                text: Some(words.clone()),
                any_word: library::is_sentence(words),
                ..query
            };
            let words = quoted(words);
            (say!("worker-within", words = words, of = of), query)
        }
        // What a document is, its library knows: see `similar`.
        Question::Similar { .. } => return None,
    })
}

/// Words in quotation marks, unless they are a phrase that has its own.
fn quoted(words: &str) -> String {
    let shown = words.trim_matches(['"', '“', '”']);
    say!("worker-quoted", words = similar::shortened(shown))
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use anatomy::{BRICK, Catalogue, LabelVolume};
    use grounding::Evidence;
    use library::{DataSetWriter, Document};

    use super::*;

    fn place() -> Grounding {
        Grounding {
            structure: "liver".into(),
            structures: vec![Evidence {
                id: "liver".into(),
                p: 0.9,
            }],
            embedding: vec![1.0, 0.0],
            model: "a model".into(),
            ..Grounding::default()
        }
    }

    #[test]
    fn words_are_asked_by_meaning_and_say_where_they_never_are() {
        let document = Document {
            id: "a".into(),
            title: "Liver".into(),
            text: "Stones, ascites and salt.".into(),
            ..Document::default()
        };
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.parquet");
        let file = File::create(&path).expect("a file");
        let mut writer = DataSetWriter::new(file).expect("begun");
        writer.add(&document, &place()).expect("written");
        writer.finish().expect("finished");
        let set = Library::open_in_place(&path, folder.path().join("indexes"));
        let set = set.expect("a data set");
        let mut own = Library::in_memory().expect("a library");
        own.add(&[(document, place())]).expect("added");

        let labels = LabelVolume::from_bricks([BRICK; 3], |_, voxels| voxels.fill(1));
        let atlas = Atlas::from_labels(Catalogue::builtin(), labels);
        let ask = |library: &Library, words: &str| {
            let question = Question::Text(words.to_owned());
            let read = to_read(&question).map(|_| place());
            let all = (Filter::default(), Order::default());
            let asked = asked(library, (&question, read.as_ref()), all, (&atlas, None));
            let (heading, query) = asked.expect("readable").expect("a question");
            // What means nothing to the library is asked for as it stands.
            assert!(query.meaning.is_some() || query.meaning_adds.is_none());
            (heading, query.meaning.is_some())
        };
        let (sentence, few) = ("stones, ascites and salt?", "stones");
        let exact = ["stones[ti]", "\"salt and\"", "stones OR salt", "12345678"];
        // What documents mean has not been read yet: it will be.
        assert_eq!(ask(&own, sentence), (quoted(sentence), false));
        while own.make_ready().expect("readable") {}
        assert_eq!(ask(&own, sentence), (quoted(sentence), true));
        assert_eq!(ask(&own, few), (quoted(few), true));
        for words in [sentence, few] {
            let told = say!("worker-meaning-left-out", heading = quoted(words));
            assert_eq!(ask(&set, words), (told, false));
        }
        for words in exact {
            assert_eq!(ask(&own, words), (quoted(words), false));
            assert_eq!(ask(&set, words), (quoted(words), false));
        }
    }

    #[test]
    fn a_few_words_find_more_by_meaning_and_narrow_a_place_by_words_alone() {
        let mut own = Library::in_memory().expect("a library");
        let document = Document {
            id: "a".into(),
            title: "Liver".into(),
            text: "Stones.".into(),
            ..Document::default()
        };
        own.add(&[(document, place())]).expect("added");
        while own.make_ready().expect("readable") {}
        let labels = LabelVolume::from_bricks([BRICK; 3], |_, voxels| voxels.fill(1));
        let atlas = Atlas::from_labels(Catalogue::builtin(), labels);
        let text = |words: &str| Question::Text(words.to_owned());
        let within = |words: &str| Question::Within {
            of: Box::new(Question::DrawnAround(vec![1].into())),
            words: words.to_owned(),
        };
        // Whether any word is enough, and whether meaning adds to what words find.
        let asks = |question: Question| {
            let read = place();
            let all = (Filter::default(), Order::default());
            let asked = asked(&own, (&question, Some(&read)), all, (&atlas, None));
            let (_, query) = asked.expect("readable").expect("a question");
            assert!(query.meaning.is_some() && query.meaning_ranks);
            assert_eq!(query.near, None, "the place of words is not asked for");
            (query.any_word, query.meaning_adds.is_some())
        };
        assert_eq!(asks(text("vitamin D")), (true, true));
        assert_eq!(asks(within("vitamin D")), (false, false));
        let sentence = "why do stones come back after surgery?";
        assert_eq!(asks(text(sentence)), (true, false));
        assert_eq!(asks(within(sentence)), (true, false));
    }
}
