//! How far words that deny reach: which words of a sentence can be absent, and which are because others are.
//!
//! The network tags each word by itself; where a denial begins and ends it often gets wrong in lists, headings and notes. The rules are of
//! the kind of Chapman et al. (J Biomed Inform 2001, 34: 301, NegEx) and Harkema et al. (J Biomed Inform 2009, 42: 839, ConText), and
//! correct its tags; what has no denial near it is never absent.

mod normal;

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::tags::Tag;

/// A word or a punctuation mark of a text, and what it stands for.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Word {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// What it stands for.
    pub tag: Option<Tag>,
    /// How likely the network takes it for absent.
    pub absent: f32,
}

/// Denies what follows.
const FORWARD: &str = r"(?i)\b(?:no|non|without|w/o|deni(?:es|ed)|deny(?:ing)?|nor|neither|never|neg(?:ative)? for|free (?:of|from)|lacks?(?: of)?|lacking|absence of)\b";

/// Denies what precedes, or either.
const BACKWARD: &str = r"(?i)\b(?:neg(?:ative)?|absent|rul(?:ed?|ing) out|r/o|exclud(?:e[sd]?|ing)|exclusion|none|nil|not|nothing|nowhere|nobody|cannot|[a-z]+n['’]t|free|denied|0)\b|ø";

/// A denial of something else than what it stands before: "no cause for her abdominal pain" has the pain.
const OF_ELSE: &str = r"(?i)\b(?:no|not|without)\s+(?:(?:[a-z]+\s+){0,3}(?:diagnosis|explanation|cause|reason|a?etiology)\s+(?:for|of)|only|certain|sure|clear|necessarily|doubt|difficulty)\b";

/// "Rule out gastritis" asks for it.
const TO_EXCLUDE: &str = r"(?i)\b(?:rule out|r/o)\b";

/// "Nothing to suggest dissection" has none.
const NO_SIGN: &str = r"(?i)\b(?:no|not|without)\b[^,.;:]{0,60}?\b(?:to suggest|to indicate|suggesting|suggestive of|indicative of|consistent with|compatible with|suspicious for|concerning for)\b";

/// The words of a heading at the head of a text, with its colon.
const HEADING: &str = r"^[A-Z][A-Za-z/()-]{1,30}(?: [A-Za-z/()-]{1,30}){0,5}:";

/// A number in a list, or an empty line.
const PART: &str = r"\s\d{1,2}[.)]\s|\n\s*\n|;";

macro_rules! expression {
    ($name:ident, $pattern:expr) => {
        static $name: LazyLock<Regex> =
            LazyLock::new(|| Regex::new($pattern).expect("the pattern is tested"));
    };
}

expression!(FORWARD_RE, FORWARD);
expression!(BACKWARD_RE, BACKWARD);
expression!(OF_ELSE_RE, OF_ELSE);
expression!(TO_EXCLUDE_RE, TO_EXCLUDE);
expression!(NO_SIGN_RE, NO_SIGN);
expression!(HEADING_RE, HEADING);
expression!(PART_RE, PART);

/// Words that end what a denial before them reaches.
const ENDS: [&str; 39] = [
    "and", "but", "however", "although", "though", "except", "which", "who", "whom", "that", "is",
    "are", "was", "were", "has", "have", "had", "with", "because", "due", "since", "if", "then",
    "positive", "+", "did", "does", "do", "will", "would", "she", "he", "patient", "there",
    "shows", "showed", "revealed", "reveals", "at",
];

/// Words that say nothing of what is denied.
const LITTLE: [&str; 12] = [
    "of", "the", "a", "an", "in", "to", "for", "any", "evidence", "other", "as", "known",
];

/// What follows a comma behind something absent is absent, too, when the network finds that so likely at least.
const LISTED: f32 = 0.1;

/// Most words of a name that a denial stands before and that the network has no tag for.
const NAME: usize = 6;

/// A stretch of a sentence that denials do not reach out of, with those in it.
pub(crate) struct Stretch {
    bytes: Range<usize>,
    /// Denials of what follows.
    forward: Vec<Range<usize>>,
    /// Denials of what precedes.
    backward: Vec<Range<usize>>,
}

impl Stretch {
    /// Whether what stands at a byte can be absent.
    pub fn denies(&self, at: usize) -> bool {
        let before = |denial: &Range<usize>| denial.start <= at;
        !self.backward.is_empty() || self.forward.iter().any(before)
    }

    /// Whether a byte of the text is in it.
    pub fn contains(&self, at: usize) -> bool {
        self.bytes.contains(&at)
    }
}

/// Cuts a sentence where a heading, a part of a list or a semicolon ends what denials reach.
pub(crate) fn stretches(text: &str, sentence: &Range<usize>) -> Vec<Stretch> {
    let Some(words) = text.get(sentence.clone()) else {
        return Vec::new();
    };
    let mut cuts = vec![0, words.len()];
    let mut previous = ' ';
    for (at, letter) in words.char_indices() {
        if letter.is_ascii_uppercase()
            && previous.is_whitespace()
            && HEADING_RE.is_match(&words[at..])
        {
            cuts.push(at);
        }
        previous = letter;
    }
    cuts.extend(PART_RE.find_iter(words).map(|part| part.end()));
    cuts.sort_unstable();
    cuts.dedup();
    let between = cuts.windows(2).map(|cut| cut[0]..cut[1]);
    between
        .map(|bytes| {
            let part = &words[bytes.clone()];
            let shift = sentence.start + bytes.start;
            let elses: Vec<Range<usize>> = OF_ELSE_RE.find_iter(part).map(|m| m.range()).collect();
            let found = |expression: &Regex| -> Vec<Range<usize>> {
                let all = expression.find_iter(part).map(|m| m.range());
                let own = all.filter(|m| !elses.iter().any(|other| other.contains(&m.start)));
                own.map(|m| m.start + shift..m.end + shift).collect()
            };
            let forward = found(&FORWARD_RE);
            let mut backward = found(&BACKWARD_RE);
            backward.retain(|denial| !forward.iter().any(|other| other.contains(&denial.start)));
            Stretch {
                bytes: bytes.start + sentence.start..bytes.end + sentence.start,
                forward,
                backward,
            }
        })
        .collect()
}

/// Mends the tags of a text's words by its denials.
pub(crate) fn mend(text: &str, stretches: &[Stretch], words: &mut [Word]) {
    let lower = |word: &Word| text.get(word.bytes.clone()).unwrap_or("").to_lowercase();
    for stretch in stretches {
        let first = words.partition_point(|word| word.bytes.start < stretch.bytes.start);
        let count = words[first..]
            .iter()
            .take_while(|word| stretch.contains(word.bytes.start))
            .count();
        let words = &mut words[first..first + count];
        let spelt: Vec<String> = words.iter().map(lower).collect();
        let part = text.get(stretch.bytes.clone()).unwrap_or("");
        let matches = |expression: &Regex| -> Vec<Range<usize>> {
            let found = expression.find_iter(part).map(|m| m.range());
            let shift = stretch.bytes.start;
            found.map(|m| m.start + shift..m.end + shift).collect()
        };
        for asked in matches(&TO_EXCLUDE_RE) {
            let denied = stretch.forward.iter().map(|denial| denial.start);
            let end = denied
                .filter(|at| *at >= asked.end)
                .min()
                .unwrap_or(usize::MAX);
            let within = words
                .iter_mut()
                .filter(|word| word.bytes.start >= asked.end && word.bytes.start < end);
            replace(within, &[Tag::Excluded], Tag::Uncertain);
        }
        for denial in matches(&NO_SIGN_RE) {
            let own = stretch.forward.iter().chain(&stretch.backward);
            if !own.into_iter().any(|other| other.start == denial.start) {
                continue;
            }
            let after = words
                .iter_mut()
                .zip(&spelt)
                .filter(|(word, _)| word.bytes.start >= denial.end);
            let reached = after.take_while(|(_, word)| !ends(word) && !is_stop(word));
            let mut behind_comma = false;
            let reached = reached.filter(|(word, spelt)| {
                behind_comma |= *spelt == ",";
                !behind_comma || word.absent >= LISTED
            });
            replace(
                reached.map(|(word, _)| word),
                &[Tag::Finding, Tag::Uncertain],
                Tag::Excluded,
            );
        }
        name(stretch, text, words, &spelt);
        list(words, &spelt);
        normal::spared(words, &spelt);
        normal::free(text, words, &spelt);
    }
}

fn replace<'w>(words: impl Iterator<Item = &'w mut Word>, from: &[Tag], to: Tag) {
    for word in words {
        if word.tag.is_some_and(|tag| from.contains(&tag)) {
            word.tag = Some(to);
        }
    }
}

fn is_stop(word: &str) -> bool {
    matches!(word, "." | ";" | ":" | "(" | ")")
}

fn ends(word: &str) -> bool {
    ENDS.contains(&word)
}

/// "No recent use of antibiotics": what a denial stands right before is absent, also where no word of it has a tag.
fn name(stretch: &Stretch, text: &str, words: &mut [Word], spelt: &[String]) {
    for denial in &stretch.forward {
        let said = text.get(denial.clone()).unwrap_or("").to_lowercase();
        if !matches!(&*said, "no" | "without" | "w/o" | "denies" | "denied") {
            continue;
        }
        let first = words.partition_point(|word| word.bytes.start < denial.end);
        let is_name = |word: &&String| {
            !ends(word) && !is_stop(word) && !matches!(word.as_str(), "," | "or" | "and" | "/")
        };
        let count = spelt[first..].iter().take_while(is_name).count();
        let run = first..first + count;
        let long = spelt[run.clone()]
            .iter()
            .filter(|word| *word != "-")
            .count()
            > NAME;
        // "No known allergies" has none, whatever each word stands for by itself.
        let known = spelt.get(first).is_some_and(|word| word == "known");
        let tagged = words[run.clone()].iter().any(|word| word.tag.is_some());
        if long || (tagged && !known) {
            continue;
        }
        for at in run {
            let says = spelt[at].chars().any(char::is_alphabetic) && !LITTLE.contains(&&*spelt[at]);
            if says {
                words[at].tag = Some(Tag::Excluded);
            }
        }
    }
}

/// "No murmurs, rubs, gallops", "no nodes or raised pressure": what stands in a row with something absent is absent; a single word between
/// commas, behind another one, also where the network does not think so.
fn list(words: &mut [Word], spelt: &[String]) {
    let between = |spelt: Option<&String>| spelt.is_none_or(|w| w == "," || is_stop(w));
    let begins = |spelt: &String| matches!(&**spelt, "," | "no" | "without" | "denies" | "denied");
    let alone = |at: usize| {
        at > 2 && spelt[at - 1] == "," && begins(&spelt[at - 3]) && between(spelt.get(at + 1))
    };
    // How likely a word must be absent to be taken into the row; nothing outside a row.
    let mut row: Option<f32> = None;
    let mut last = None;
    for (at, (word, spelt)) in words.iter_mut().zip(spelt).enumerate() {
        match spelt.as_str() {
            "or" | "nor" | "," | "/" => {
                let alternative = matches!(spelt.as_str(), "or" | "nor");
                if last == Some(Tag::Excluded) {
                    row = Some(if alternative { 0.0 } else { LISTED });
                } else if !alternative {
                    row = row.map(|_| LISTED);
                }
                continue;
            }
            spelt if ends(spelt) || is_stop(spelt) => {
                (row, last) = (None, None);
                continue;
            }
            _ => {}
        }
        let in_row = row.is_some_and(|least| word.absent >= least || alone(at));
        if in_row && matches!(word.tag, Some(Tag::Finding | Tag::Uncertain)) {
            word.tag = Some(Tag::Excluded);
        }
        last = word.tag;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words of a text, each tagged by its ending: `cyst#x` is absent for the network, `cyst#f` found, `cyst#u` uncertain; `cyst#f?`
    /// is found, and absent with a fifth.
    fn read(marked: &str) -> (String, Vec<Word>) {
        let (mut text, mut words) = (String::new(), Vec::new());
        for token in marked.split_inclusive(' ') {
            let bare = token.trim_end();
            let (bare, doubt) = bare.strip_suffix('?').map_or((bare, false), |b| (b, true));
            let (word, tag) = bare.split_once('#').unwrap_or((bare, ""));
            let tag = Tag::ALL.into_iter().find(|t| t.letter() == tag);
            let start = text.len();
            text += word;
            words.push(Word {
                bytes: start..text.len(),
                tag,
                absent: if doubt { 0.2 } else { 0.0 },
            });
            text += &token[token.trim_end().len()..];
        }
        (text, words)
    }

    /// The words that are absent after the text has been mended.
    fn absent(marked: &str) -> Vec<String> {
        let (text, mut words) = read(marked);
        mend(&text, &stretches(&text, &(0..text.len())), &mut words);
        let absent = words
            .into_iter()
            .filter(|word| word.tag == Some(Tag::Excluded));
        absent.map(|word| text[word.bytes].to_owned()).collect()
    }

    #[test]
    fn what_stands_in_a_row_with_something_absent_is_absent() {
        assert_eq!(
            absent("no nodes#x , thyromegaly#x , or raised#f JVD#f with oedema#f"),
            ["nodes", "thyromegaly", "raised", "JVD"]
        );
        assert!(absent("nodes#f or oedema#f").is_empty());
        assert_eq!(
            absent("no murmurs#x , rubs#x , gallops#f? ."),
            ["murmurs", "rubs", "gallops"]
        );
        assert_eq!(
            absent("no murmurs#x , gallops#f , rubs#f ."),
            ["murmurs", "gallops", "rubs"]
        );
        // The network is sure that the liver is not absent.
        assert_eq!(absent("no effusion#x , liver#f enlarged#f"), ["effusion"]);
        assert_eq!(
            absent("no effusion#x and the liver#f? is enlarged"),
            ["effusion"]
        );
    }

    #[test]
    fn what_is_spared_is_normal() {
        let normal = |marked: &str| -> Vec<String> {
            let (text, mut words) = read(marked);
            mend(&text, &stretches(&text, &(0..text.len())), &mut words);
            let normal = words
                .into_iter()
                .filter(|word| word.tag == Some(Tag::Normal));
            normal.map(|word| text[word.bytes].to_owned()).collect()
        };
        assert_eq!(normal("Inferior#f STEMI#f , RV#f spared ."), ["RV"]);
        assert_eq!(normal("Inferior#f STEMI#f , RV not involved"), ["RV"]);
        assert_eq!(normal("Inferior#f STEMI#f RV#f spared ."), ["RV"]);
        assert_eq!(
            normal("STEMI#f with the right#s ventricle#f spared"),
            ["ventricle"]
        );
        assert_eq!(
            normal("mass#f of the head#f , the duodenum#f is uninvolved"),
            ["duodenum"]
        );
        assert_eq!(
            normal("Marginal#f branch#f occluded#f , distal#f RCA#f fine ."),
            ["distal", "RCA"]
        );
        for text in [
            "Thyroid#f fine needle biopsy#f",
            "The tumour#f spared the duodenum#f",
            "uninvolved bowel#f",
            "RV#f not spared",
        ] {
            assert!(normal(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn denials_reach_what_they_stand_before() {
        assert_eq!(
            absent("no recent use of antibiotics , pain#f"),
            ["recent", "use", "antibiotics"]
        );
        assert_eq!(
            absent("no known drug#h allergies#f , asthma#f of old#h"),
            ["drug", "allergies"]
        );
        assert_eq!(
            absent("no findings to suggest instability#u ."),
            ["instability"]
        );
        assert_eq!(
            absent("not consistent with dissection#u , infection#f? ; liver#f"),
            ["dissection", "infection"]
        );
        assert!(absent("rule out gastritis#x").is_empty(), "it is asked for");
        assert_eq!(
            absent("to rule out obstruction#x and shows no air#x"),
            ["air"]
        );
    }

    #[test]
    fn a_denial_ends_where_its_part_of_the_text_does() {
        let denied = |text: &str, word: &str| {
            let at = text.find(word).expect("it is there");
            let parts = stretches(text, &(0..text.len()));
            let part = parts.iter().find(|part| part.bytes.contains(&at));
            part.expect("a part").denies(at)
        };
        for (text, word) in [
            ("No stone in the ureter", "ureter"),
            ("The ureter is not seen", "ureter"),
            ("Effusion: absent", "Effusion"),
            ("She denied pain", "pain"),
            ("Pneumonia was ruled out", "Pneumonia"),
            ("it isn't broken", "broken"),
            ("w/o fever", "fever"),
            ("COMPLICATIONS:  None   DIAGNOSIS: cyst", "COMPLICATIONS"),
        ] {
            assert!(denied(text, word), "{text}");
        }
        for (text, word) in [
            ("COMPLICATIONS:  None   DIAGNOSIS: cyst", "cyst"),
            ("1) Cyst of the liver  2) No lesions", "Cyst"),
            ("Awake, alert, in no distress", "alert"),
            ("Positive bowel sounds, without masses", "bowel"),
            ("Past history of nausea and vomiting.", "nausea"),
            ("no specific diagnosis for his abdominal pain", "abdominal"),
            ("notes of knots", "knots"),
        ] {
            assert!(!denied(text, word), "{text}");
        }
    }
}
