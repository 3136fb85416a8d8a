//! Tags of words in the prose of studies.
//!
//! The network has learned from notes what is absent, past or somebody else's. In an abstract it finds the like where there is none: "patients with a
//! history of …" are the subject of a study, "no significant difference in expense" denies a difference, and "inheritance" is no relative. A text with
//! several of the words by which studies are told keeps such a tag only where its sentence has the cue for it, in the manner of ConText (Harkema et
//! al., J Biomed Inform 2009, 42: 839).

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::denial::Word;
use crate::tags::Tag;

/// Words by which a study is told. Each of the groups counts once.
const STUDY: [&str; 12] = [
    r"(?i)\b(?:study|studies|studied|trials?|cohort|meta-analys[ei]s|systematic review|survey|registry)\b",
    r"(?i)\b(?:we|our)\b",
    r"(?i)\b(?:results?|methods?|conclusions?|background|objectives?|aims?|purpose)\s*[:.]|\b(?:aim|purpose|objective) of\b|\bconclude[sd]?\b|\bin conclusion\b",
    r"(?i)\b(?:patients|subjects|participants|women|men|children|volunteers|controls|cases|individuals|adults|infants)\b",
    r"(?i)\b(?:randomi[sz]ed|retrospective(?:ly)?|prospective(?:ly)?|multicent(?:er|re)|placebo|double-blind|case-control|longitudinal|cross-sectional)\b",
    r"(?i)\b(?:p\s*[<=>]\s*0?\.\d|95\s*%|confidence intervals?|odds ratios?|hazard ratios?|relative risk|n\s*=\s*\d)",
    r"(?i)\b(?:investigat(?:e[sd]?|ion)|evaluat(?:e[sd]?|ion)|assess(?:e[sd]|ment)?|compared?|analy[sz]ed?|analys[ei]s|measured|examined|determined?|hypothesi[sz]ed?|enrolled|recruited)\b",
    r"(?i)\b(?:significant(?:ly)?|correlat(?:e[sd]?|ion)|associat(?:ed|ion)|incidence|prevalence|mortality|outcomes?|efficacy|risk factors?|predictors?)\b",
    r"(?i)\b(?:rats?|mice|mouse|rabbits?|pigs?|in vitro|in vivo|cells?|receptors?|proteins?|genes?|expression|polymorphisms?|mutations?|phenotypes?)\b",
    r"(?i)\b(?:literature|guidelines?|evidence-based|publications?|articles?|reports? of|reviewed?|authors?|researchers?)\b",
    r"(?i)\b(?:groups?|samples?|populations?|follow-up|baseline|median|mean|percent|per cent|models?)\b",
    r"(?i)\b(?:health ?care|costs?|policy|policies|medicine|services|training|students|education|questionnaires?|interviews?)\b",
];

/// So many of the groups tell a study.
const TOLD: usize = 2;

/// Says that something is past.
const PAST: &str = r"(?i)\b(?:his|her|a|known|past|prior|remote|old|medical|surgical|no|previous) history of\b|\b(?:h/o|hx|pmh|s/p|status post)\b|\b(?:previous(?:ly)?|prior|past|former(?:ly)?|earlier|remote|old|healed|resolved|years? (?:ago|before|earlier|previously)|months? (?:ago|before|earlier|previously)|in (?:child|infan)\w*|had undergone|underwent|had had|had been|had received|after (?:an?|the)|post-?\w+|ectomy)\b";

/// Says of whom: somebody else.
const RELATIVE: &str = r"(?i)\b(?:mothers?|fathers?|parents?|sisters?|brothers?|siblings?|sons?|daughters?|twins?|aunts?|uncles?|cousins?|grand\w+|nieces?|nephews?|relatives?|famil(?:y|ies|ial)|spouses?|wife|husband|maternal|paternal|donors?|kindreds?|probands?|first-degree)\b";

/// Denies a finding of what is studied, and not a fact about it.
const DENIAL: &str = r"(?i)\b(?:no|without|absence of|absent|lack(?:ed|ing|s)? of|free (?:of|from)|neg(?:ative)?(?: for)?|ruled? out|denie[sd]|never|none|not (?:have|had|has|show|showed|shown|reveal|revealed|detect|detected|find|found|seen|identified|observed|present|involve|involved|develop|developed|demonstrate|demonstrated))\b";

/// Denies a fact of the study: "no significant difference", "no consensus on", "with and without".
const OF_FACTS: &str = r"(?i)\b(?:no|without|not|absence of|lack of)\s+(?:[a-z-]+\s+){0,2}?(?:differen(?:ce|ces|t)|consensus|evidence (?:that|for|to support)|correlat\w+|associat\w+|relat\w+|effects?|affect\w*|changes?|benefits?|inferior\w*|superior\w*|treatment|therapy|surgery|significan\w+|statistical\w*|increas\w+|decreas\w+|improve\w*|data|studies|trials|guidelines?|predict\w*|influence\w*|impact|trend|advantages?|interactions?|control)\b|\bwith (?:and|or|versus|vs\.?) without\b";

/// How far a denial reaches in such prose, bytes after and before it.
const REACH: [usize; 2] = [70, 30];

/// What is studied, counted and compared, and no finding of anybody.
const NO_FINDING: &str = r"(?i)^(?:patients?|subjects?|participants?|persons?|people|individuals?|wom[ae]n|m[ae]n|child(?:ren)?|adults?|infants?|boys?|girls?|users?|authors?|physicians?|doctors?|nurses?|stud(?:y|ies)|trials?|groups?|controls?|cases?|cohorts?|samples?|data|results?|methods?|criteria|differences?|effects?|changes?|correlations?|associations?|relation(?:s|ships?)?|inheritance|expenses?|costs?|expenditures?|benefits?|evidence|agreement|consensus|information|knowledge|experience|treatments?|therap(?:y|ies)|interventions?|management|reports?|publications?|articles?|literature|reviews?|guidelines?|care|medicine|practice|policy|significan(?:t|ce|tly)|statistical(?:ly)?|improvements?|influences?|impacts?|interactions?|advantages?|trends?|populations?|years?|months?|days?|age|time|exclusion|excluded|included?)$";

macro_rules! expression {
    ($name:ident, $pattern:expr) => {
        static $name: LazyLock<Regex> =
            LazyLock::new(|| Regex::new($pattern).expect("the pattern is tested"));
    };
}

expression!(PAST_RE, PAST);
expression!(RELATIVE_RE, RELATIVE);
expression!(DENIAL_RE, DENIAL);
expression!(OF_FACTS_RE, OF_FACTS);
expression!(NO_FINDING_RE, NO_FINDING);
static STUDY_RE: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    let expressions = STUDY.iter().map(|group| Regex::new(group));
    expressions
        .collect::<Result<_, _>>()
        .expect("the patterns are tested")
});

/// Whether a text tells of a study and not of one person.
pub(crate) fn tells_of_a_study(text: &str) -> bool {
    let told = STUDY_RE.iter().filter(|group| group.is_match(text));
    told.take(TOLD).count() == TOLD
}

/// The groups of [`STUDY`] that no note of one family has: studies, their sections, who is studied, how, and their numbers.
const PLAIN: [usize; 5] = [0, 2, 3, 4, 5];

/// Whether a text has any word by which studies alone are told.
pub(crate) fn may_tell_of_a_study(text: &str) -> bool {
    PLAIN.iter().any(|group| STUDY_RE[*group].is_match(text))
}

/// Takes away, in a text that tells of a study, tags without a cue.
pub(crate) fn mend(text: &str, sentences: &[Range<usize>], words: &mut [Word]) {
    if !tells_of_a_study(text) {
        return;
    }
    for sentence in sentences {
        let said = text.get(sentence.clone()).unwrap_or_default();
        let (is_past, of_others) = (PAST_RE.is_match(said), RELATIVE_RE.is_match(said));
        let facts: Vec<Range<usize>> = OF_FACTS_RE.find_iter(said).map(|m| m.range()).collect();
        let denials = DENIAL_RE.find_iter(said).map(|m| m.range());
        let denials = denials.filter(|m| !facts.iter().any(|fact| fact.contains(&m.start)));
        let denials: Vec<Range<usize>> = denials
            .map(|m| m.start + sentence.start..m.end + sentence.start)
            .collect();
        let first = words.partition_point(|word| word.bytes.start < sentence.start);
        let within = words[first..]
            .iter_mut()
            .take_while(|word| word.bytes.start < sentence.end);
        for word in within {
            let Some(tag) = word.tag else { continue };
            let spelt = text.get(word.bytes.clone()).unwrap_or_default();
            let denied = || {
                denials.iter().any(|denial| {
                    let after = word.bytes.start.wrapping_sub(denial.end) <= REACH[0];
                    let before = denial.start.wrapping_sub(word.bytes.end) <= REACH[1];
                    after || before || denial.contains(&word.bytes.start)
                })
            };
            let kept = match tag {
                Tag::History => is_past,
                Tag::Family => of_others,
                Tag::Excluded => denied(),
                Tag::Normal | Tag::Finding | Tag::Uncertain | Tag::Landmark | Tag::Side => true,
            };
            let others = matches!(
                tag,
                Tag::History | Tag::Family | Tag::Excluded | Tag::Normal
            );
            if !kept || others && NO_FINDING_RE.is_match(spelt) {
                word.tag = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The words with a tag after it was mended, all having had this one.
    fn left(text: &str, tag: Tag) -> Vec<&str> {
        let mut words: Vec<Word> = Vec::new();
        let mut at = 0;
        for piece in text.split(' ') {
            let end = at + piece.trim_end_matches(['.', ',', ':']).len();
            words.push(Word {
                bytes: at..end,
                tag: Some(tag),
                absent: 1.0,
            });
            at += piece.len() + 1;
        }
        mend(text, std::slice::from_ref(&(0..text.len())), &mut words);
        let left = words.into_iter().filter(|word| word.tag.is_some());
        left.map(|word| &text[word.bytes]).collect()
    }

    #[test]
    fn a_note_is_left_as_it_is() {
        let note = "Old MI. No chest pain.";
        assert!(!tells_of_a_study(note));
        assert_eq!(left(note, Tag::History).len(), 5);
    }

    #[test]
    fn in_a_study_a_tag_needs_its_cue() {
        let text =
            "We studied 40 patients and compared the inheritance of renal cysts between groups.";
        assert!(tells_of_a_study(text));
        assert!(left(text, Tag::History).is_empty());
        assert!(left(text, Tag::Family).is_empty());
        assert!(left(text, Tag::Excluded).is_empty());
        let text = "We compared groups of patients: in none of the 40 were liver metastases seen.";
        let absent = left(text, Tag::Excluded);
        assert!(
            absent.contains(&"metastases") && !absent.contains(&"patients:"),
            "{absent:?}"
        );
        for fact in [
            "There was no significant difference in mortality between patients with and without renal cysts.",
            "There is no consensus on the timing of cholecystectomy in these patients after the trials.",
            "Our trial found no evidence that statins prevent gallstones.",
        ] {
            assert!(left(fact, Tag::Excluded).is_empty(), "{fact}");
        }
        let text = "We compared groups of patients with a previous infarction in a cohort.";
        assert!(left(text, Tag::History).contains(&"infarction"));
        assert!(!left(text, Tag::History).contains(&"patients"));
    }
}
