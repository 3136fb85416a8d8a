//! The sentence of a document that answers: the one that has most of the words that are asked for, each counting the more the fewer documents have it.
//!
//! Words are those of the index: what FTS5 makes of them is asked of FTS5 itself (`Tokens`), for those words of the texts that begin like one that is
//! asked for.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::ops::Range;

use rusqlite::{OptionalExtension as _, params};

use super::Query;
use super::lit::Lit;
use super::plain_words::{cut, folded};
use super::sought::{Begins, Sought, sought};
use crate::store::schema::TEXT_INDEX;
use crate::store::word_index::Tokens;
use crate::store::{Hit, Library, LibraryError};

/// Hits of a list whose texts are looked through.
const MOST_HITS: usize = 100;
/// Letters of a text that are looked through.
const MOST_READ: i64 = 200_000;
/// Documents are counted up to so many: of a word that more have it says little how many they are.
const MOST_COUNTED: i64 = 5_000;

/// A word or a phrase that is asked for, as the index has it, and how much it counts.
struct Term {
    stems: Vec<Vec<u8>>,
    begins: Begins,
    weight: f32,
}

/// A word of a text, and what it is in the index; nothing where it begins like none that is asked for.
struct Token<'t> {
    at: Range<usize>,
    stem: Option<&'t [u8]>,
}

/// Where a text has what is asked for.
struct Found {
    /// Which, by its number.
    term: usize,
    at: Range<usize>,
    /// It does not only begin like it.
    whole: bool,
}

impl Library {
    /// Gives the first hundred of these hits, which answer this question, the sentence of their text that has most of its words (see [`Hit::sentence`]).
    /// A document that has them in its title alone gets none, nor one whose text is not in the file: those of data sets and of servers. What cannot be
    /// read gets none, too: that is said where it is opened.
    pub fn find_sentences(&self, query: &Query, hits: &mut [Hit]) {
        let Some(asked) = query.text.as_deref() else {
            return;
        };
        if self.in_place.is_some() {
            return;
        }
        let first = hits.len().min(MOST_HITS);
        let hits = &mut hits[..first];
        let Ok(texts) = self.texts_of(hits) else {
            return;
        };
        let mut found = self.sentences_of(&texts, asked, query.any_word);
        // As the documents were found: a phrase that is nowhere is looked for by its words.
        if query.any_word && asked.contains('"') && found.iter().all(Option::is_none) {
            found = self.sentences_of(&texts, &asked.replace('"', " "), true);
        }
        for (hit, sentence) in hits.iter_mut().zip(found) {
            hit.sentence = sentence;
        }
    }

    /// The texts of these hits as far as they are looked through, empty where one cannot be read.
    fn texts_of(&self, hits: &[Hit]) -> Result<Vec<String>, LibraryError> {
        let _reading = self.reading()?;
        let mut find = self
            .connection
            .prepare_cached("SELECT substr(text, 1, ?2) FROM contents WHERE key = ?1")?;
        let texts = hits.iter().map(|hit| {
            let text = find.query_row(params![hit.key, MOST_READ], |row| row.get::<_, String>(0));
            text.unwrap_or_default()
        });
        Ok(texts.collect())
    }

    /// The sentence of each of these texts that answers; of none where nothing is asked for that a text could have.
    fn sentences_of(&self, texts: &[String], asked: &str, any: bool) -> Vec<Option<Lit>> {
        let sought = sought(asked, any);
        if sought.is_empty() {
            return Vec::new();
        }
        let weights = self.rarity(&sought);
        let weights = weights.unwrap_or_else(|_| vec![1.0; sought.len()]);
        sentences(texts, &sought, &weights).unwrap_or_default()
    }

    /// How much each counts.
    fn rarity(&self, sought: &[Sought]) -> Result<Vec<f32>, LibraryError> {
        if sought.len() < 2 {
            return Ok(vec![1.0; sought.len()]);
        }
        // About as many as there are, without counting them.
        let mut last = self
            .connection
            .prepare_cached("SELECT key FROM documents ORDER BY key DESC LIMIT 1")?;
        let documents: Option<i64> = last.query_row([], |row| row.get(0)).optional()?;
        let documents = documents.unwrap_or_default();
        let mut count = self.connection.prepare_cached(
            "SELECT count(*) FROM (SELECT 1 FROM text_index WHERE text_index MATCH ?1 LIMIT ?2)",
        )?;
        let mut weights = Vec::with_capacity(sought.len());
        for one in sought {
            let with: i64 = match one.begins {
                // All that begins like it would be looked up before the first is counted: it is taken for a common one.
                Begins::Yes => documents.min(MOST_COUNTED),
                Begins::No | Begins::Otherwise => {
                    let expression = format!("\"{}\"", one.words.join(" "));
                    count.query_row(params![expression, MOST_COUNTED], |row| row.get(0))?
                }
            };
            weights.push((1.0 + documents as f32 / (1.0 + with as f32)).ln());
        }
        Ok(weights)
    }
}

/// The sentence of each of these texts that answers; nothing where words cannot be told as the index has them.
fn sentences(texts: &[String], sought: &[Sought], weights: &[f32]) -> Option<Vec<Option<Lit>>> {
    let tokens = Tokens::new(TEXT_INDEX).ok()?;
    let terms = terms(&tokens, sought, weights)?;
    let heads = heads(sought);
    let mut alike: HashSet<&str> = HashSet::new();
    for text in texts {
        let text: &str = text;
        let own = cut(text).filter_map(move |at| text.get(at));
        alike.extend(own.filter(|word| begins_like_one(word, &heads)));
    }
    let alike: Vec<&str> = alike.into_iter().collect();
    let stemmed = stems(&tokens, &alike)?;
    let stemmed = alike.into_iter().zip(stemmed);
    let stems: HashMap<&str, Vec<u8>> = stemmed
        .filter_map(|(word, stem)| Some((word, stem?)))
        .collect();
    Some(
        texts
            .iter()
            .map(|text| best(text, &terms, &stems))
            .collect(),
    )
}

/// What is asked for as the index has it, each once; without what is no word there.
fn terms(tokens: &Tokens, sought: &[Sought], weights: &[f32]) -> Option<Vec<Term>> {
    let all = sought.iter().flat_map(|one| &one.words);
    let all: Vec<&str> = all.map(String::as_str).collect();
    let mut stemmed = stems(tokens, &all)?.into_iter();
    let mut terms: Vec<Term> = Vec::new();
    for (one, weight) in sought.iter().zip(weights) {
        let own: Vec<Option<Vec<u8>>> = stemmed.by_ref().take(one.words.len()).collect();
        let Some(stems) = own.into_iter().collect::<Option<Vec<Vec<u8>>>>() else {
            continue;
        };
        if terms.iter().all(|term| term.stems != stems) {
            terms.push(Term {
                stems,
                begins: one.begins,
                weight: *weight,
            });
        }
    }
    Some(terms)
}

/// What each of these words is in the index; nothing for one that is not exactly one word there.
fn stems(tokens: &Tokens, words: &[&str]) -> Option<Vec<Option<Vec<u8>>>> {
    let texts: Vec<(&str, &str)> = words.iter().map(|word| ("", *word)).collect();
    let mut found: Vec<Option<Vec<u8>>> = vec![None; words.len()];
    let mut several: Vec<usize> = Vec::new();
    for (stem, postings) in tokens.documents(&texts).ok()? {
        for (number, times) in postings {
            let number = usize::try_from(number).ok()?;
            let own = found.get_mut(number)?;
            if times > 1 || own.is_some() {
                several.push(number);
            }
            *own = Some(stem.clone());
        }
    }
    for number in several {
        found[number] = None;
    }
    Some(found)
}

/// What words have in common that are one in the index: their first two letters, of which endings leave the first, and the second but for a y.
type Head = (Option<char>, Option<char>);

fn head(word: &str) -> Head {
    let like = |letter: char| if letter == 'y' { 'i' } else { letter };
    if word.is_ascii() {
        let mut letters = word
            .bytes()
            .map(|byte| like(byte.to_ascii_lowercase().into()));
        return (letters.next(), letters.next());
    }
    // With the accents that may stand between.
    let beginning: String = word.chars().take(6).collect();
    let beginning = folded(&beginning);
    let mut letters = beginning.chars().map(like);
    (letters.next(), letters.next())
}

/// How the words begin that are asked for, and whether the first letter of one is enough.
fn heads(sought: &[Sought]) -> Vec<(Head, bool)> {
    let mut heads: Vec<(Head, bool)> = Vec::new();
    for one in sought {
        for word in &one.words {
            let head = head(word);
            let head = (head, one.begins != Begins::No && head.1.is_none());
            if !heads.contains(&head) {
                heads.push(head);
            }
        }
    }
    heads
}

fn begins_like_one(word: &str, heads: &[(Head, bool)]) -> bool {
    let own = head(word);
    let is = |(head, by_first): &(Head, bool)| *head == own || *by_first && head.0 == own.0;
    heads.iter().any(is)
}

/// The sentence of a text that has most of what is asked for; of several the first.
fn best(text: &str, terms: &[Term], stems: &HashMap<&str, Vec<u8>>) -> Option<Lit> {
    let tokens = cut(text).map(|at| Token {
        stem: text
            .get(at.clone())
            .and_then(|word| stems.get(word))
            .map(Vec::as_slice),
        at,
    });
    let tokens: Vec<Token<'_>> = tokens.collect();
    let found = found(&tokens, terms);
    let mut best: Option<(f32, Range<usize>)> = None;
    let mut end = 0;
    // No sentence goes on beyond an empty line, and most of a long text need not be cut into sentences.
    for paragraph in text.split_inclusive("\n\n") {
        let start = end;
        end += paragraph.len();
        if within(&found, &(start..end)).next().is_none() {
            continue;
        }
        for sentence in grounding::sentences::split(paragraph) {
            let sentence = start + sentence.start..start + sentence.end;
            let has: BTreeSet<usize> = within(&found, &sentence).map(|one| one.term).collect();
            let score: f32 = has.iter().map(|term| terms[*term].weight).sum();
            if score > best.as_ref().map_or(0.0, |(most, _)| *most) {
                best = Some((score, sentence));
            }
        }
    }
    let (_, sentence) = best?;
    let mut lit: Vec<Range<usize>> = Vec::new();
    for one in within(&found, &sentence) {
        let at = one.at.start - sentence.start..one.at.end - sentence.start;
        match lit.last_mut() {
            // A phrase, and a word of it.
            Some(last) if at.start < last.end => last.end = last.end.max(at.end),
            _ => lit.push(at),
        }
    }
    Some(Lit::of(text.get(sentence)?, &lit))
}

/// Where words have what is asked for, in order.
fn found(tokens: &[Token<'_>], terms: &[Term]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut has_whole = vec![false; terms.len()];
    let mut rest = tokens;
    while let Some((first, after)) = rest.split_first() {
        if first.stem.is_some() {
            for (number, term) in terms.iter().enumerate() {
                if let Some((at, whole)) = term.at(rest) {
                    has_whole[number] |= whole;
                    found.push(Found {
                        term: number,
                        at,
                        whole,
                    });
                }
            }
        }
        rest = after;
    }
    let counts =
        |one: &Found| one.whole || terms[one.term].begins == Begins::Yes || !has_whole[one.term];
    found.retain(counts);
    found
}

/// What lies within a part of the text, in order.
fn within<'f>(found: &'f [Found], part: &Range<usize>) -> impl Iterator<Item = &'f Found> {
    let (start, end) = (part.start, part.end);
    let first = found.partition_point(|one| one.at.start < start);
    let begun = found[first..].iter();
    let begun = begun.take_while(move |one| one.at.start < end);
    begun.filter(move |one| one.at.end <= end)
}

impl Term {
    /// Where it is, if these words begin with it, and whether that is all of it.
    fn at(&self, tokens: &[Token<'_>]) -> Option<(Range<usize>, bool)> {
        let here = tokens.get(..self.stems.len())?;
        let (last, before) = here.split_last()?;
        let (own, own_before) = self.stems.split_last()?;
        let is = |(token, own): (&Token<'_>, &Vec<u8>)| token.stem == Some(own.as_slice());
        if !before.iter().zip(own_before).all(is) {
            return None;
        }
        let stem = last.stem?;
        let whole = stem == own.as_slice();
        let begun = self.begins != Begins::No && stem.starts_with(own);
        let at = here.first()?.at.start..last.at.end;
        (whole || begun).then_some((at, whole))
    }
}

#[cfg(test)]
mod tests {
    use anatomy::Catalogue;
    use grounding::{Evidence, Grounding};

    use super::*;
    use crate::Document;

    /// The sentence of a text that answers, and what of it is lit.
    fn weighed(asked: &str, any: bool, text: &str, weights: &[f32]) -> Option<(String, String)> {
        let sought = sought(asked, any);
        assert_eq!(sought.len(), weights.len());
        let mut all = sentences(&[text.to_owned()], &sought, weights).expect("words");
        let lit = all.pop().flatten()?;
        let words: Vec<&str> = lit.lit.iter().map(|at| &lit.text[at.clone()]).collect();
        let words = words.join(" | ");
        Some((lit.text, words))
    }

    fn answer(asked: &str, any: bool, text: &str) -> Option<(String, String)> {
        let weights = vec![1.0; sought(asked, any).len()];
        weighed(asked, any, text, &weights)
    }

    fn is(sentence: &str, lit: &str) -> Option<(String, String)> {
        Some((sentence.to_owned(), lit.to_owned()))
    }

    #[test]
    fn the_sentence_with_most_of_the_words_answers_and_of_several_the_first() {
        let text = "The liver was large. A stone lay in the left kidney. Kidney and liver stayed.";
        let second = "A stone lay in the left kidney.";
        assert_eq!(
            answer("kidney stones ", true, text),
            is(second, "stone | kidney")
        );
        assert_eq!(answer("kidneys ", true, text), is(second, "kidney"));
        assert_eq!(answer("spleen ", true, text), None);
        assert_eq!(answer("spleen ", true, ""), None);
        let text = "Liver and kidney were large.\n\nThe spleen was torn.";
        let asked = "liver kidney spleen ";
        let common = weighed(asked, true, text, &[1.0, 1.0, 1.5]);
        assert_eq!(common, is("Liver and kidney were large.", "Liver | kidney"));
        let rare = weighed(asked, true, text, &[1.0, 1.0, 2.5]);
        assert_eq!(rare, is("The spleen was torn.", "spleen"));
    }

    #[test]
    fn words_that_only_begin_like_it_count_where_there_is_no_whole_one_or_a_star() {
        let both = "Cystic lesions were seen. A cyst was drained.";
        let begun = "Cystic lesions were seen.";
        assert_eq!(
            answer("cyst", true, both),
            is("A cyst was drained.", "cyst")
        );
        assert_eq!(answer("cyst", true, begun), is(begun, "Cystic"));
        assert_eq!(answer("cyst ", true, begun), None);
        assert_eq!(answer("c", true, begun), is(begun, "Cystic"));
        let text = "A cyst and cystic lesions.";
        let starred = answer("cyst* AND lesion", false, text);
        assert_eq!(starred, is(text, "cyst | cystic | lesions"));
    }

    #[test]
    fn the_words_of_a_phrase_stand_side_by_side_in_one_sentence() {
        let phrase = "\"portal vein\" ";
        let text = "The vein of the portal tract. The portal veins were open.";
        let found = answer(phrase, false, text);
        assert_eq!(found, is("The portal veins were open.", "portal veins"));
        assert_eq!(answer(phrase, false, "The vein of the portal tract."), None);
        assert_eq!(
            answer(phrase, false, "It was portal. Vein and liver."),
            None
        );
        let text = "The portal vein was open.";
        let with_word = answer("\"portal vein\" portal ", false, text);
        assert_eq!(with_word, is(text, "portal vein"));
    }

    #[test]
    fn letters_of_any_script_are_lit_whole() {
        let text = "Ein großer Stein – „Größe“ unklar. Über der Leber: ödematöse Lebern.";
        let second = "Über der Leber: ödematöse Lebern.";
        let found = answer("odematose leber ", true, text);
        assert_eq!(found, is(second, "Leber | ödematöse"));
        let text = "A cafe\u{301} was closed.";
        assert_eq!(answer("café ", true, text), is(text, "cafe\u{301}"));
        assert_eq!(answer("肝臓 ", true, "次の文。肝臓"), is("肝臓", "肝臓"));
    }

    fn document(id: &str, title: &str, text: &str) -> (Document, Grounding) {
        let document = Document {
            id: id.to_owned(),
            title: title.to_owned(),
            text: text.to_owned(),
            ..Document::default()
        };
        let grounding = Grounding {
            structure: "left_kidney".into(),
            structures: vec![Evidence {
                id: "left_kidney".into(),
                p: 0.9,
            }],
            ..Grounding::default()
        };
        (document, grounding)
    }

    /// The hits of a question with their sentences.
    fn asked(library: &Library, text: &str) -> Vec<Hit> {
        let query = Query {
            text: Some(text.to_owned()),
            any_word: true,
            limit: 500,
            ..Query::default()
        };
        let answer = library.search(&query, Catalogue::builtin());
        let mut hits = answer.expect("answered").hits;
        assert!(hits.iter().all(|hit| hit.sentence.is_none()));
        library.find_sentences(&query, &mut hits);
        hits
    }

    #[test]
    fn hits_have_the_sentences_of_their_texts_and_those_by_their_title_alone_none() {
        let mut library = Library::in_memory().expect("memory");
        let batch = [
            document("title", "Stones of the kidney", "All went well."),
            document("text", "A case", "Of a woman. Her kidney had stones."),
        ];
        library.add(&batch).expect("added");
        // The phrase is nowhere, and so looked for by its words.
        for text in ["kidney stones ", "\"kidney gravel stones\" "] {
            let hits = asked(&library, text);
            assert_eq!(hits.len(), 2, "{text}");
            for hit in hits {
                let told = hit.sentence.map(|lit| lit.text);
                let expected = (hit.id == "text").then_some("Her kidney had stones.");
                assert_eq!(told.as_deref(), expected, "{text}: {}", hit.id);
            }
        }
        let case = asked(&library, "case ");
        assert!(case.len() == 1 && case[0].sentence.is_none());
    }

    #[test]
    fn the_first_hundred_hits_have_sentences() {
        let mut library = Library::in_memory().expect("memory");
        let one = |n: i32| {
            let text = format!("Patient {n} had a stone.");
            document(&format!("d{n}"), &format!("Case {n}"), &text)
        };
        let batch: Vec<_> = (0..MOST_HITS as i32 + 5).map(one).collect();
        library.add(&batch).expect("added");
        let hits = asked(&library, "stones ");
        assert_eq!(hits.len(), batch.len());
        let with = hits.iter().map(|hit| hit.sentence.is_some());
        let first = with.clone().take_while(|with| *with).count();
        assert_eq!(
            (first, with.filter(|with| *with).count()),
            (MOST_HITS, MOST_HITS)
        );
    }
}
