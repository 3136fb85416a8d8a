//! The language of questions, close to PubMed's: `AND`, `OR` and `NOT` in capitals, read from left to right; round brackets; `"a phrase"`; `begin*`;
//! fields behind what they are of (`stones[ti]`, `smith j[au]`, `2015:2020[dp]`, `liver cirrhosis[mh]`). Words side by side must all occur.
//!
//! A text is of this language when it has an operator or a field. Notes and sentences are not: what has the marks of a sentence, no small letter or
//! very many words is left to the ranking of words.

use super::plain_words::{is_stop_word, words};

/// Words and operators of a question without fields and brackets; what has more is a text.
const MOST_WORDS: usize = 64;
/// Words and operators of any question.
const MOST_TOKENS: usize = 512;
/// Words in capitals of a question without a small letter: so many in all, or so many side by side.
const MOST_SHOUTED: usize = 5;
const MOST_SHOUTED_TOGETHER: usize = 2;
/// Brackets within brackets, at most.
const DEEPEST: usize = 16;
/// The last year that a range may name: PubMed's word for "until today".
const LAST_YEAR: i32 = 3000;

/// Why a question cannot be read, and where.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("character {at} of the question: {reason}: {}", self.marked())]
pub struct Misread {
    /// Number of the character from which on it has no meaning, from 1; one more than there are at the end.
    pub at: usize,
    /// What is wrong there.
    pub reason: String,
    /// The question.
    pub line: String,
}

impl Misread {
    /// The question with a mark before that character.
    fn marked(&self) -> String {
        let before: String = self.line.chars().take(self.at - 1).collect();
        let after: String = self.line.chars().skip(self.at - 1).collect();
        format!("{before}▸{after}")
    }
}

/// Why a text cannot be read as a question with operators and fields, where it has some; such a text is otherwise taken as plain words.
pub fn misread(text: &str) -> Option<Misread> {
    // A DOI may have brackets in it.
    match crate::Identifier::of_line(text) {
        Some(_) => None,
        None => read(text).err(),
    }
}

/// Whether a text is a question with operators or fields, or would be one if it could be read.
pub fn has_operators(text: &str) -> bool {
    !matches!(read(text), Ok(None))
}

/// What is asked for.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Asked {
    /// What both find.
    And(Box<Asked>, Box<Asked>),
    /// What either finds.
    Or(Box<Asked>, Box<Asked>),
    /// What the first finds and the second does not.
    Not(Box<Asked>, Box<Asked>),
    /// Words and phrases.
    Words(Words),
    /// Years of publication, both included.
    Years(i32, i32),
    /// A field of the record.
    Field(Field, Wanted),
}

/// Words and phrases side by side, all of which must occur.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Words {
    /// Each, and whether a word that begins like its last one is enough.
    pub terms: Vec<(String, bool)>,
    /// Only where they stand in the title.
    pub in_title: bool,
}

impl Words {
    fn of(terms: &[Term<'_>], in_title: bool) -> Words {
        let all_idle = terms.iter().all(Term::is_idle);
        let counting = terms.iter().filter(|term| all_idle || !term.is_idle());
        let terms = counting.map(|term| (words(term.words).join(" "), term.begins));
        Words {
            terms: terms.collect(),
            in_title,
        }
    }

    /// Each word, and whether one that begins like it is enough; nothing where it matters where they stand.
    pub fn plain(&self) -> Option<&[(String, bool)]> {
        let together = self.terms.iter().any(|(words, _)| words.contains(' '));
        (!self.in_title && !together).then_some(self.terms.as_slice())
    }

    /// The FTS5 expression that finds what has all of them.
    pub fn all(&self) -> String {
        self.joined(" AND ")
    }

    /// The FTS5 expression that finds what has any of them.
    pub fn any(&self) -> String {
        self.joined(" OR ")
    }

    fn joined(&self, by: &str) -> String {
        let field = if self.in_title { "{title} : " } else { "" };
        let quoted = self.terms.iter().map(|(words, begins)| {
            let star = if *begins { "*" } else { "" };
            format!("\"{words}\"{star}")
        });
        let terms: Vec<String> = quoted.collect();
        format!("{field}({})", terms.join(by))
    }
}

/// A field that is not among the words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// One of the authors.
    Author,
    /// One of the MeSH headings, alone and not those below it.
    Heading,
    /// The journal.
    Journal,
}

/// What a field must be.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Wanted {
    /// Its words.
    pub words: Vec<String>,
    /// Whether it may go on after them.
    pub begins: bool,
}

/// What a name in square brackets means.
enum Tag {
    Everywhere,
    Title,
    Year,
    Field(Field),
}

impl Tag {
    fn named(name: &str) -> Option<Tag> {
        Some(match name.trim().to_lowercase().as_str() {
            "tiab" | "title/abstract" | "tw" | "text word" | "all" | "all fields" => {
                Tag::Everywhere
            }
            "ti" | "title" => Tag::Title,
            "dp" | "pdat" | "date - publication" | "publication date" => Tag::Year,
            "au" | "author" => Tag::Field(Field::Author),
            "mh" | "mesh" | "mesh terms" => Tag::Field(Field::Heading),
            "ta" | "journal" => Tag::Field(Field::Journal),
            _ => return None,
        })
    }
}

#[derive(Debug, Clone, PartialEq)]
enum Token {
    And,
    Or,
    Not,
    Open,
    Close,
    /// A word or a phrase, and whether it is a beginning.
    Term {
        words: String,
        begins: bool,
        quoted: bool,
    },
    Tag(String),
    /// A colon.
    To,
}

/// The question that a text is; nothing where it has neither operators nor fields.
///
/// # Errors
/// Where it has some and no meaning.
pub(super) fn read(text: &str) -> Result<Option<Asked>, Misread> {
    let wrong = |at: usize, reason: &str| Misread {
        at: text[..at].chars().count() + 1,
        reason: reason.to_owned(),
        line: text.to_owned(),
    };
    let tokens = with_ranges(tokens(text));
    let has = |wanted: fn(&Token) -> bool| tokens.iter().any(|(_, token)| wanted(token));
    let has_field = has(|token| matches!(token, Token::Tag(name) if Tag::named(name).is_some()));
    let has_operator = has(|token| matches!(token, Token::And | Token::Or | Token::Not));
    // A field, and operators with brackets, stand in no text: such a question is read, or refused.
    if !has_field {
        let is_text = text.contains(['\n', '?', '!', ';'])
            || ends_a_sentence(text)
            || is_shouted(text, &tokens)
            || tokens.len() > MOST_WORDS;
        let in_brackets = has(|token| *token == Token::Open) && !ends_a_sentence(text);
        if !has_operator || is_text && !in_brackets {
            return Ok(None);
        }
    }
    if let Some((at, _)) = tokens.get(MOST_TOKENS) {
        let reason = format!("a question has at most {MOST_TOKENS} words and operators");
        return Err(wrong(*at, &reason));
    }
    let mut reader = Reader {
        tokens: &tokens,
        next: 0,
        end: text.len(),
        wrong: &wrong,
    };
    let asked = reader.expression(0)?;
    match reader.peek() {
        None => Ok(Some(asked)),
        Some((at, _)) => Err(wrong(at, "there is no bracket that this one closes")),
    }
}

/// Whether a sentence ends within a text; what has fewer than three letters before its full stop (`E. coli`, `St. John`) is shortened.
fn ends_a_sentence(text: &str) -> bool {
    text.match_indices(". ").any(|(at, _)| {
        let before = &text[..at];
        let word = before.rsplit(|c: char| !c.is_alphanumeric()).next();
        let word = word.unwrap_or_default();
        word.chars().count() > 2 || word.ends_with(|c: char| c.is_numeric())
    })
}

/// Whether a text is a note in capitals: "COPD AND ASTHMA" is a question, and so is what goes on like that; what has several words side by side is not.
fn is_shouted(text: &str, tokens: &[(usize, Token)]) -> bool {
    let is_term = |token: &(usize, Token)| matches!(token.1, Token::Term { .. });
    let together = tokens.chunk_by(|a, b| is_term(a) && is_term(b));
    let longest = together.map(<[_]>::len).max().unwrap_or_default();
    !text.contains(char::is_lowercase)
        && tokens.len() > MOST_SHOUTED
        && longest > MOST_SHOUTED_TOGETHER
}

/// With years that a colon joins as one term (`2015 : 2020[dp]`, `2015[dp] : 2020[dp]`), and without other colons.
fn with_ranges(tokens: Vec<(usize, Token)>) -> Vec<(usize, Token)> {
    let is_year = |words: &str| words.len() == 4 && words.bytes().all(|b| b.is_ascii_digit());
    let mut joined: Vec<(usize, Token)> = Vec::with_capacity(tokens.len());
    let mut tokens = tokens.into_iter().peekable();
    while let Some((at, token)) = tokens.next() {
        if token != Token::To {
            joined.push((at, token));
            continue;
        }
        let Some(Token::Term { words: to, .. }) = tokens.peek().map(|(_, token)| token) else {
            continue;
        };
        let tag = matches!(joined.last(), Some((_, Token::Tag(name))) if matches!(Tag::named(name), Some(Tag::Year)));
        let from = joined.len().checked_sub(1 + usize::from(tag));
        let from = from.and_then(|n| joined.get_mut(n));
        if let Some((_, Token::Term { words, .. })) = from
            && is_year(words)
            && is_year(to)
        {
            *words = format!("{words}:{to}");
            tokens.next();
            // The second year brings a field of its own, or has that of the first.
            if tag && matches!(tokens.peek(), Some((_, Token::Tag(_)))) {
                joined.pop();
            }
        }
    }
    joined
}

/// The tokens of a text with the bytes at which they begin.
fn tokens(text: &str) -> Vec<(usize, Token)> {
    let mut found = Vec::new();
    let last_closed = text.rfind(']').unwrap_or_default();
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        let after = &rest[c.len_utf8()..];
        // What is looked for may go on with a star.
        let term = |words: &str, length: usize| {
            let begins = rest[length..].starts_with('*');
            let words = self::words(words).join(" ");
            let quoted = c == '"';
            let token = (!words.is_empty()).then_some(Token::Term {
                words,
                begins,
                quoted,
            });
            (token, length + usize::from(begins))
        };
        let (token, length) = match c {
            '(' => (Some(Token::Open), 1),
            ')' => (Some(Token::Close), 1),
            '"' => {
                let inside = after.find('"').unwrap_or(after.len());
                term(&after[..inside], (inside + 2).min(rest.len()))
            }
            ':' => (Some(Token::To), 1),
            '[' if at < last_closed => {
                let inside = after.find(']').unwrap_or(after.len());
                (Some(Token::Tag(after[..inside].to_owned())), inside + 2)
            }
            c if c.is_alphanumeric() => {
                let ends = |c: char| c.is_whitespace() || "()[]\"*".contains(c);
                let length = rest.find(ends).unwrap_or(rest.len());
                match &rest[..length] {
                    "AND" => (Some(Token::And), length),
                    "OR" => (Some(Token::Or), length),
                    "NOT" => (Some(Token::Not), length),
                    word if word.contains(':') => {
                        let token = Token::Term {
                            words: word.trim_end_matches(':').to_owned(),
                            begins: false,
                            quoted: false,
                        };
                        // "2015: 2020" as well.
                        let colon = word.len() - word.trim_end_matches(':').len();
                        (Some(token), length - colon)
                    }
                    word => term(word, length),
                }
            }
            _ => (None, c.len_utf8()),
        };
        found.extend(token.map(|token| (at, token)));
        at += length;
    }
    found
}

/// A word or a phrase of a question, at a byte of it.
#[derive(Clone, Copy)]
struct Term<'t> {
    at: usize,
    words: &'t str,
    begins: bool,
    quoted: bool,
}

impl Term<'_> {
    /// Whether it carries no meaning of its own; the A of hepatitis A does.
    fn is_idle(&self) -> bool {
        !self.quoted && !self.begins && self.words != "A" && is_stop_word(self.words)
    }
}

struct Reader<'t> {
    tokens: &'t [(usize, Token)],
    next: usize,
    /// Bytes of the text.
    end: usize,
    wrong: &'t dyn Fn(usize, &str) -> Misread,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> Option<(usize, &'t Token)> {
        self.tokens.get(self.next).map(|(at, token)| (*at, token))
    }

    /// Everything up to a closing bracket or the end.
    fn expression(&mut self, depth: usize) -> Result<Asked, Misread> {
        let mut left = self.operand(depth, "something to look for")?;
        while let Some((_, token)) = self.peek() {
            let join = match token {
                Token::Close => break,
                Token::Or => Asked::Or,
                Token::Not => Asked::Not,
                _ => Asked::And,
            };
            let what = match token {
                Token::And => "something to look for after AND",
                Token::Or => "something to look for after OR",
                Token::Not => "something to look for after NOT",
                _ => "something to look for",
            };
            if matches!(token, Token::And | Token::Or | Token::Not) {
                self.next += 1;
            }
            let right = self.operand(depth, what)?;
            left = join(Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn operand(&mut self, depth: usize, what: &str) -> Result<Asked, Misread> {
        let missing = format!("{what} is missing");
        match self.peek() {
            Some((at, Token::Open)) if depth >= DEEPEST => Err((self.wrong)(
                at,
                "there are too many brackets within brackets",
            )),
            Some((at, Token::Open)) => {
                self.next += 1;
                let inside = self.expression(depth + 1)?;
                if self.peek().is_none() {
                    return Err((self.wrong)(at, "this bracket is not closed"));
                }
                self.next += 1;
                Ok(inside)
            }
            Some((_, Token::Term { .. })) => self.terms(),
            Some((at, _)) => Err((self.wrong)(at, &missing)),
            None => Err((self.wrong)(self.end, &missing)),
        }
    }

    /// Words side by side, and the field behind them.
    fn terms(&mut self) -> Result<Asked, Misread> {
        let mut terms = Vec::new();
        while let Some((
            at,
            Token::Term {
                words,
                begins,
                quoted,
            },
        )) = self.peek()
        {
            terms.push(Term {
                at,
                words,
                begins: *begins,
                quoted: *quoted,
            });
            self.next += 1;
        }
        let Some((at, Token::Tag(name))) = self.peek() else {
            return Ok(Asked::Words(Words::of(&terms, false)));
        };
        self.next += 1;
        match Tag::named(name) {
            None => {
                let reason =
                    format!("there is no field “{name}”; there are ti, tiab, au, dp, mh and ta");
                Err((self.wrong)(at, &reason))
            }
            Some(Tag::Everywhere) => Ok(Asked::Words(Words::of(&terms, false))),
            Some(Tag::Title) => Ok(Asked::Words(Words::of(&terms, true))),
            Some(Tag::Year) => self.years(&terms),
            Some(Tag::Field(field)) => {
                let begins = terms.last().is_some_and(|term| term.begins);
                let words = terms.iter().flat_map(|term| words(term.words)).collect();
                Ok(Asked::Field(field, Wanted { words, begins }))
            }
        }
    }

    /// A year, or two with a colon between.
    fn years(&self, terms: &[Term<'_>]) -> Result<Asked, Misread> {
        let [before @ .., last] = terms else {
            return Err((self.wrong)(self.end, "a year is missing"));
        };
        let (from, to) = last
            .words
            .split_once(':')
            .unwrap_or((last.words, last.words));
        let year = |word: &str| {
            let year = word.trim().parse::<i32>().ok();
            year.filter(|year| (1000..=LAST_YEAR).contains(year))
        };
        match (year(from), year(to)) {
            (Some(from), Some(to)) if from <= to => {
                let years = Asked::Years(from, to);
                Ok(match before {
                    [] => years,
                    _ => {
                        let words = Asked::Words(Words::of(before, false));
                        Asked::And(Box::new(words), Box::new(years))
                    }
                })
            }
            (Some(_), Some(_)) => Err((self.wrong)(last.at, "the range ends before it begins")),
            _ => Err((self.wrong)(
                last.at,
                "a year (2015) or a range of years (2015:2020) is meant to stand before [dp]",
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(text: &str) -> Option<Asked> {
        read(text).expect("it has a meaning")
    }

    /// Of terms as FTS5 has them.
    fn found(terms: &[&str]) -> Box<Asked> {
        let term = |term: &&str| {
            let words = term.trim_end_matches('*');
            (words.trim_matches('"').to_owned(), term.ends_with('*'))
        };
        Box::new(Asked::Words(Words {
            terms: terms.iter().map(term).collect(),
            in_title: false,
        }))
    }

    #[test]
    fn operators_are_read_from_left_to_right_and_brackets_first() {
        let (a, b, c) = (found(&["\"a1\""]), found(&["\"b\""]), found(&["\"c\""]));
        assert_eq!(
            said("a1 OR b AND c"),
            Some(Asked::And(
                Box::new(Asked::Or(a.clone(), b.clone())),
                c.clone()
            ))
        );
        assert_eq!(
            said("a1 OR (b NOT c)"),
            Some(Asked::Or(a, Box::new(Asked::Not(b, c))))
        );
        assert_eq!(
            said("portal hyper* AND \"hepatic vein\""),
            Some(Asked::And(
                found(&["\"portal\"", "\"hyper\"*"]),
                found(&["\"hepatic vein\""])
            ))
        );
    }

    #[test]
    fn fields_stand_behind_what_they_are_of() {
        let wanted = |words: &[&str], begins| Wanted {
            words: words.iter().map(|&word| word.to_owned()).collect(),
            begins,
        };
        let Some(Asked::Words(stones)) = said("kidney stones[ti]") else {
            panic!("they are words");
        };
        assert_eq!(stones.all(), "{title} : (\"kidney\" AND \"stones\")");
        assert_eq!(stones.any(), "{title} : (\"kidney\" OR \"stones\")");
        assert_eq!(said("2015:2020[dp]"), Some(Asked::Years(2015, 2020)));
        assert_eq!(said("2015 [DP]"), Some(Asked::Years(2015, 2015)));
        for years in [
            "2015 : 2020[dp]",
            "2015: 2020[dp]",
            "2015[dp]:2020[dp]",
            "2015[dp]:2020",
            "(\"2015\"[Date - Publication] : \"2020\"[Date - Publication])",
        ] {
            assert_eq!(said(years), Some(Asked::Years(2015, 2020)), "{years}");
        }
        for question in [
            "COPD AND ASTHMA",
            "COPD AND ASTHMA NOT CHILDREN NOT SMOKING",
            "MRI AND (HCC OR CCA)",
            "E. coli NOT sepsis",
            "H. pylori[ti]",
            "St. John's wort AND liver",
        ] {
            assert!(said(question).is_some(), "{question}");
        }
        let long = vec!["stones[ti]"; 60].join(" OR ");
        assert!(said(&long).is_some());
        assert!(read(&vec!["stones[ti]"; 600].join(" OR ")).is_err());
        assert_eq!(
            said("stones of the ureter[ti] AND hepatitis A"),
            said("stones ureter[ti] AND hepatitis A")
        );
        let Some(Asked::Words(phrase)) = said("\"of the\"[tiab]") else {
            panic!("they are words");
        };
        assert_eq!(phrase.all(), "(\"of the\")");
        assert_eq!(
            said("stones 2015[dp]"),
            Some(Asked::And(
                found(&["\"stones\""]),
                Box::new(Asked::Years(2015, 2015))
            ))
        );
        assert_eq!(
            said("O'Brien j[au]"),
            Some(Asked::Field(
                Field::Author,
                wanted(&["O", "Brien", "j"], false)
            ))
        );
        assert_eq!(
            said("\"liver dis\"*[MeSH Terms]"),
            Some(Asked::Field(
                Field::Heading,
                wanted(&["liver", "dis"], true)
            ))
        );
    }

    #[test]
    fn what_has_no_meaning_is_told_with_its_place() {
        for (text, at, what) in [
            ("liver AND", 10, "after AND"),
            ("OR liver", 1, "is missing"),
            ("(liver OR spleen", 1, "not closed"),
            ("liver) AND x", 6, "no bracket"),
            ("größe[au] AND stones[xx]", 21, "no field “xx”"),
            ("liver 20x5[dp]", 7, "a year"),
            ("2020:2015[dp] AND liver", 1, "before it begins"),
            ("liver NOT AND x", 11, "after NOT"),
            ("[ti] liver", 1, "is missing"),
        ] {
            let wrong = read(text).expect_err("it has no meaning");
            assert_eq!(wrong.at, at, "{text}: {wrong}");
            assert!(wrong.to_string().contains(what), "{text}: {wrong}");
        }
        let shown = misread("liver AND").map(|wrong| wrong.to_string());
        assert!(shown.is_some_and(|shown| shown.ends_with("liver AND▸")));
        let deep = format!("{}liver{} AND x", "(".repeat(20), ")".repeat(20));
        assert!(read(&deep).is_err());
    }

    #[test]
    fn texts_are_not_questions() {
        for text in [
            "portal hypertension",
            "NO ACUTE DISTRESS AND NO FEVER",
            "Stones OR sludge? Unclear.",
            "The mean was 3. It fell AND so on",
            "PATIENT WITH FEVER (38.5) AND CHILLS. NO COUGH",
            "see [12] and [13]",
            "cirrh*",
            "",
        ] {
            assert_eq!(read(text), Ok(None), "{text}");
        }
    }
}
