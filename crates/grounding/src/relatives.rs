//! Sentences that tell of a relative, and not of the patient: the experiencer of ConText (Harkema et al., J Biomed Inform 2009, 42: 839).

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::denial::Word;
use crate::research;
use crate::tags::Tag;

/// Names of relatives, and of who lives with a patient.
const RELATIVE: &str = r"(?:great[- ]?)?(?:grand|step|half[- ]?|foster )?(?:fathers?|mothers?|parents?|brothers?|sisters?|sons?|daughters?|dad|mum|mom|ma|pa)|grandads?|grandpas?|grandmas?|grann(?:y|ies)|gran|nan|nana|siblings?|twins?|uncles?|aunts?|aunt(?:ie|y)s?|cousins?|nephews?|nieces?|wife|husband|spouse|partner|boyfriend|girlfriend|relatives?|[mp]g[mf]|(?:mat(?:ernal)?|pat(?:ernal)?)\.? ?g(?:f|m|mother|father)";

/// A relative with whom a sentence begins.
static SUBJECT: LazyLock<Regex> = LazyLock::new(|| {
    let heading = r"(?:(?:obs|soc|social|fam(?:ily)?)\.? (?:hx|history): ?)?(?:it(?:['’]s| is) )?";
    let whose = r"(?:(?:his|her|my|our|the|a|an|one|two|three|both|(?:the )?(?:pt|patient)['’]?s?) )?(?:(?:maternal|paternal|elder|older|eldest|younger|youngest|twin|late|first|second|first-degree|own) )*";
    let of = r"(?: of (?:mine|his|hers|ours))?(?: who)?";
    Regex::new(&format!(r"(?i)^\W*{heading}{whose}(?:{RELATIVE}){of}\b"))
        .expect("the pattern is tested")
});

/// Behind it: what happened to the relative.
static HAPPENED: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:['’]s got\b|\s*[:–-]\s|\s+(?:(?:also|both|recently|still|each|currently|now|apparently|once|first|,) ?)*(?:had|has|have|having|lost|died|dies|dropped dead|suffer(?:ed|s)?|underwent|develop(?:ed|s)|got|with|under|known|an? inpatient|(?:is|was|are|were) (?:known|on|under|at present|currently|being|found|diagnosed|treated|operated|born))\b)")
        .expect("the pattern is tested")
});

/// Or: the relative tells it, nurses, gives, or is only there.
static TELLS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^['’]?s?\s*(?:(?:has|have|had|is|was|are|were|very|also) )*(?:been )?(?:notic\w+|seen|saw|found (?:him|her|it|a)|felt|feels?|report\w*|said|says|told|tells|brought|bring\w*|gave|given|giving|donat\w+|nurs\w+|concern\w*|worr\w+|anxious|present|here|asking|asks|asked|wonder\w*|called|calls|think\w*|thought|describ\w+|stat\w+|witness\w+|help\w*|car(?:es|ed|ing)|of|[a-z]+ing)\b")
        .expect("the pattern is tested")
});

/// Something that is in one relative; "in twin pregnancies" and "in parents of patients" are of no patient's relatives.
static IN_ONE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^[^,;]{3,60} in (?:(?:his|her|my|the|a|maternal|paternal) )*(?:(?:grand|step)?(?:father|mother)|brother|sister|uncle|aunt|cousin)\b")
        .expect("the pattern is tested")
});

/// A relative, or a patient's family: "in a family with aneurysms" and "maternal milk" are of studies.
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    let family = r"fam(?:ily)?\.?(?: (?:history|hx)|\s*:)|fhx?|in (?:the|his|her|my|our) family|(?:maternal|paternal) side";
    let all = format!(r"(?i)\b(?:(?:{RELATIVE})\b|(?:{family}))");
    Regex::new(&all).expect("the pattern is tested")
});

/// A few words of a family's history alone ("Family history of inferior MI").
static HISTORY: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^\W*(?:(?:strong|positive) )?(?:fam(?:ily)?\.? (?:history|hx)|fhx?)(?: of|:)? [^,;:]{2,60}$")
        .expect("the pattern is tested")
});

/// Whether a text names a relative or a family's history.
pub(crate) fn names_one(text: &str) -> bool {
    NAMED.is_match(text)
}

/// What a sentence tells of a relative: bytes of the sentence.
fn told_of_one(said: &str) -> Option<Range<usize>> {
    let end = said.find(';').unwrap_or(said.len());
    if let Some(subject) = SUBJECT.find(said) {
        let rest = &said[subject.end()..];
        let is_told = HAPPENED.is_match(rest) && !TELLS.is_match(rest);
        return is_told.then_some(subject.end()..end.max(subject.end()));
    }
    let is_history = || HISTORY.is_match(said) && !research::may_tell_of_a_study(said);
    (IN_ONE.is_match(said) || is_history()).then_some(0..end)
}

/// Whether some bytes of a text are told of a relative.
pub(crate) fn is_told_of_one(text: &str, sentences: &[Range<usize>], bytes: &Range<usize>) -> bool {
    let sentence = sentences.iter().find(|s| s.contains(&bytes.start));
    sentence.is_some_and(|sentence| {
        let told = told_of_one(text.get(sentence.clone()).unwrap_or_default());
        told.is_some_and(|told| told.contains(&(bytes.start - sentence.start)))
    })
}

/// Takes what is found, past or measured from in what is told of a relative for that one's.
pub(crate) fn mend(text: &str, sentences: &[Range<usize>], words: &mut [Word]) {
    for sentence in sentences {
        let Some(told) = told_of_one(text.get(sentence.clone()).unwrap_or_default()) else {
            continue;
        };
        let told = told.start + sentence.start..told.end + sentence.start;
        let first = words.partition_point(|word| word.bytes.start < told.start);
        let within = words[first..]
            .iter_mut()
            .take_while(|word| word.bytes.start < told.end);
        let tags = [Tag::Finding, Tag::Uncertain, Tag::History, Tag::Landmark];
        for word in within.filter(|word| word.tag.is_some_and(|tag| tags.contains(&tag))) {
            word.tag = Some(Tag::Family);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_sentence_tells_of_a_relative_is_the_relatives() {
        let tags = |text: &str| -> Vec<Option<Tag>> {
            let mut at = 0;
            let mut words: Vec<Word> = Vec::new();
            for piece in text.split(' ') {
                words.push(Word {
                    bytes: at..at + piece.len(),
                    tag: Some(Tag::Finding),
                    absent: 0.0,
                });
                at += piece.len() + 1;
            }
            let all = 0..text.len();
            mend(text, std::slice::from_ref(&all), &mut words);
            words.into_iter().map(|word| word.tag).collect()
        };
        for text in [
            "my brother lost a testicle",
            "The patient's twin was found to have a bicuspid valve",
            "Dad's got a slipped disc",
            "Sister: hysterectomy",
            "A first cousin is known to have colitis",
            "Two maternal aunts with cancer",
            "Mat GM - lung ca",
            "Husband is currently on dialysis",
            "A cousin of mine's got colitis",
            "Phaeochromocytoma in father and grandfather",
            "Family history of inferior MI",
            "FHx: bowel ca",
        ] {
            assert_eq!(tags(text).last(), Some(&Some(Tag::Family)), "{text}");
        }
        for text in [
            "Mother had noticed a lump in the breast",
            "Brought by her mother with a fracture",
            "Partner has reported snoring",
            "Husband known for stones; she herself has colic",
            "Father was very worried about the lump",
            "Sister donated a kidney",
            "my husband has been coughing up phlegm",
            "Mum slipped on the ice and her tailbone hurts",
            "She has a lump, noticed in the shower by her partner",
            "Sister chromatids in the liver",
            "Mother of two with gallstones",
            "Family history of stones, now with pain in the loin",
            "Diabetes in twin pregnancies",
            "Extracts in parents of patients with cystic fibrosis",
        ] {
            assert_eq!(tags(text).last(), Some(&Some(Tag::Finding)), "{text}");
        }
        assert!(names_one("Strong family history of colitis"));
        assert!(names_one("Asthma on the paternal side"));
        for text in [
            "Pain in the back",
            "Dioxin in maternal milk",
            "A mutation in a family with aneurysms",
        ] {
            assert!(!names_one(text), "{text}");
        }
    }
}
