//! What a question asks for that the texts of its answers have: words, beginnings of words, and phrases.

use super::language::{self, Asked};
use super::plain_words::words;
use super::words::Said;

/// Words and phrases that are looked for.
const MOST_SOUGHT: usize = 64;

/// A word or a phrase that is asked for.
#[derive(Debug, PartialEq)]
pub(super) struct Sought {
    /// The word, or those of the phrase.
    pub words: Vec<String>,
    /// Whether one that only begins like the last of them counts.
    pub begins: Begins,
}

/// Whether a word counts that only begins like one that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Begins {
    /// It does not.
    No,
    /// In a text that does not have the whole one: it may not have been typed to its end.
    Otherwise,
    /// Always: it ends in a star.
    Yes,
}

/// What a text asks for, as it is asked; with `any`, of any of its words.
pub(super) fn sought(asked: &str, any: bool) -> Vec<Sought> {
    let mut found = Vec::new();
    // One that cannot be read is taken as words.
    if let Ok(Some(asked)) = language::read(asked) {
        gather(&asked, &mut found);
    } else {
        let said = Said::of(asked);
        let unfinished = said.begins(any).then_some(said.words.len());
        let numbered = (1..).zip(&said.words);
        found.extend(numbered.map(|(number, word)| Sought {
            words: words(word),
            begins: match Some(number) == unfinished {
                true => Begins::Otherwise,
                false => Begins::No,
            },
        }));
        found.extend(said.phrases.iter().map(|phrase| Sought {
            words: words(phrase),
            begins: Begins::No,
        }));
    }
    found.retain(|one| !one.words.is_empty());
    found.truncate(MOST_SOUGHT);
    found
}

/// Gathers what answers of a question have in their texts.
fn gather(asked: &Asked, found: &mut Vec<Sought>) {
    match asked {
        Asked::And(a, b) | Asked::Or(a, b) => {
            gather(a, found);
            gather(b, found);
        }
        Asked::Not(a, _) => gather(a, found),
        Asked::Words(asked) if !asked.in_title => {
            found.extend(asked.terms.iter().map(|(own, begins)| Sought {
                words: words(own),
                begins: match *begins {
                    true => Begins::Yes,
                    false => Begins::No,
                },
            }));
        }
        Asked::Words(_) | Asked::Years(..) | Asked::Field(..) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(words: &str, begins: Begins) -> Sought {
        Sought {
            words: super::words(words),
            begins,
        }
    }

    #[test]
    fn what_is_typed_is_looked_for_by_its_words_and_phrases() {
        use Begins::{No, Otherwise};
        let typed = sought("the liver dis", true);
        assert_eq!(typed, [one("liver", No), one("dis", Otherwise)]);
        let ended = sought("liver disease ", true);
        assert_eq!(ended, [one("liver", No), one("disease", No)]);
        let phrase = sought("\"portal vein\" clot ", false);
        assert_eq!(phrase, [one("clot", No), one("portal vein", No)]);
        assert!(sought(" -- ", true).is_empty());
    }

    #[test]
    fn of_a_question_what_texts_must_not_have_and_what_titles_have_is_left_out() {
        use Begins::{No, Yes};
        let asked = "stones[ti] AND beta-blocker OR hyper* NOT spleen AND smith[au] AND 2015[dp]";
        let found = sought(asked, false);
        assert_eq!(found, [one("beta blocker", No), one("hyper", Yes)]);
        assert!(sought("stones[ti]", false).is_empty());
        // One that cannot be read is taken as words.
        assert_eq!(sought("(liver AND ", false), [one("liver", No)]);
    }
}
