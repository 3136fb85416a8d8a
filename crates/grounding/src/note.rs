//! Clinical notes by their headings. A note is often longer than what the network reads, and most of it is beside the point: what the patient had and takes, the
//! review of systems, an examination from head to foot, an operation step by step. What it is about stands under a few headings.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::Gazetteer;
use crate::features::{TextInput, scanned};
use crate::sentences::LONG_BYTES;

/// What a section of a note tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Section {
    /// What was found in the end: diagnoses, the impression, the assessment.
    Diagnosis,
    /// What it was taken for before.
    Presumed,
    /// What was done.
    Procedure,
    /// What the patient came with.
    Complaint,
    /// Anything else: why the patient was sent, how it came about, what was found on the way.
    Beside,
    /// A part of a paper, which is no note.
    Paper,
    /// A part of a paper, or now and then of a note.
    PerhapsPaper,
}

/// Of the sections of a kind so many bytes are read, most important first.
const KINDS: [(Section, usize); 4] = [
    (Section::Diagnosis, 400),
    (Section::Presumed, 200),
    (Section::Procedure, 250),
    (Section::Complaint, 250),
];

/// A shorter heading within a line that is none of those above is something else, bytes.
const LEAST_UNKNOWN: usize = 6;
/// Fewer headings make no note.
const LEAST_SECTIONS: usize = 2;
/// A longer section on what was done tells it step by step, bytes.
const MOST_DONE: usize = 300;
/// A longer section on what the patient came with tells what else there is, bytes.
const MOST_COMPLAINT: usize = 150;

/// Headings of each kind, in small letters.
const HEADINGS: [(Section, &str); 7] = [
    (
        Section::Diagnosis,
        r"(?:(?:post-?\s?op(?:erative)?|final|discharge|principal|primary|main|working|current|clinical|pathological|histological) )?(?:diagnos[ie]s|dx)|(?:(?:diagnostic|clinical|radiological|overall) )?impressions?(?: and plan|/plan)?|imp|assessment(?: and plan| & plan|/plan)?|assessment and recommendations?|a/p|a&p|a|interpretation|opinion|problems?(?: list)?|mdt outcome|outcome",
    ),
    (
        Section::Presumed,
        r"(?:pre-?\s?op(?:erative)?|admitting|admission|presumptive|provisional|referral) (?:diagnos[ie]s|dx)",
    ),
    (
        Section::Procedure,
        r"(?:title of |name of )?(?:operations?|ops?|procedures?|operative procedures?|surgery|surgical procedures?|surgeries)(?: performed| done| carried out)?",
    ),
    (
        Section::Complaint,
        r"(?:chief|presenting|main) complaints?|cc|pc|p/c|complaints?",
    ),
    (
        Section::Beside,
        r"reason (?:for|of) [a-z ]+|indications?(?: for [a-z ]+)?|clinical (?:history|information|info|details|indication|data|note|question)|question|referral|request|(?:(?:operative|gross|intraoperative|major|ct|mri|us|endoscopic) )?findings|report|(?:final )?conclusions?|(?:history of )?present(?:ing)? (?:illness|complaint)|hpi|hpc|hopc|(?:interval |brief )?history|s|subjective|hospital course|summary|(?:past|previous|other|family|social|personal|drug|surgical|medical|obstetric|birth|psychiatric|smoking)[a-z /]* history|background|pmhx?|pshx?|fhx?|fh|shx?|sh|dhx?|hx|family|social|allerg(?:y|ies)|all|nkda|(?:current |discharge |home )?medications?(?: on [a-z]+| at [a-z]+)?|meds|drugs|treatment|review of systems|ros|s/e|systems(?: review)?|(?:physical |clinical )?exam(?:ination)?(?: findings)?|on examination|o/e|o|pe|objective|vitals?(?: signs)?|obs(?:ervations)?|an(?:a)?esthesia|techniques?|method|details?(?: of [a-z]+)?|description(?: of [a-z]+)?|steps|plan|p|recommendations?|disposition|dispo|follow-?up|labs?|laborator(?:y|ies)(?: data)?|bloods|results|investigations|tests|data|imaging|ecg|ekg|cxr|echo|surgeon|assistant|complications|ebl|course|comparison|consent|note|differential(?: diagnosis)?|ddx|heent|neck|lungs?|chest|heart|abd(?:omen)?|skin|neuro|back|ext(?:remities)?",
    ),
    (
        Section::Paper,
        r"(?:[a-z]+ and )?methods|study design|settings?|participants|main outcome measures?|data sources?|study selection|importance|conclusions? and relevance|clinical relevance|rationale|patient concerns?|lessons?(?: learned| learnt)?|disease overview|risk[- ](?:stratification|adapted therapy)|case (?:presentation|report|description)",
    ),
    (
        Section::PerhapsPaper,
        r"design|patients|subjects|aims?|objectives|purpose|introduction|case|discussion|approach|interventions?|outcomes|next steps",
    ),
];

/// What a heading says.
static SAYS: LazyLock<Vec<(Section, Regex)>> = LazyLock::new(|| {
    let says = HEADINGS.iter().map(|(section, words)| {
        let says = Regex::new(&format!("^(?:{words})$"));
        (*section, says.expect("the pattern is tested"))
    });
    says.collect()
});

/// A heading with its colon: in capitals within a line, or any at the beginning of one.
static WITH_COLON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)(?:^[ \t#*•]*([A-Za-z][A-Za-z0-9 /&,'()\-]{0,50})|(?:^|[\s.,;)])([A-Z][A-Z0-9 /&,'()\-]{1,50}))[ *]*:")
        .expect("the pattern is tested")
});

/// One of the headings above at the beginning of a line without a colon: before a dash, a full stop, a wide space or the end of the line, or before a space.
static WITHOUT_COLON: LazyLock<Regex> = LazyLock::new(|| {
    let words: Vec<&str> = HEADINGS.iter().map(|(_, words)| *words).collect();
    let words = words.join("|");
    Regex::new(&format!(
        r"(?m)^[ \t#*•]*(?:((?i:{words}))[ *]*(?:--?[ \t]|[–—.][ \t]|[ \t]{{2}}|\t|\r?$)|((?i:{words}))[ \t])"
    ))
    .expect("the pattern is tested")
});

/// Notes by letters: subjective, objective, assessment, plan.
static SOAP: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^[ \t#*]*[SO][ *]*:").expect("the pattern is tested"));

/// A number in a list, and what begins behind it.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s.;:])#?([1-9])[.)](?:\s+(\S)|([^\s\d]))").expect("the pattern is tested")
});

/// What else a diagnosis may be.
static ELSE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[.;\n(]\s*(?:ddx|d/d|differentials?|other possibilities)\b")
        .expect("the pattern is tested")
});

/// What a diagnosis begins with that is none.
static NO_PROBLEM: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:no|normal|negative|unremarkable|status post|s/p|history of|known)\b")
        .expect("the pattern is tested")
});

/// A diagnosis that is none, of somebody who is well.
static WELL: LazyLock<Regex> = LazyLock::new(|| {
    let who = "(?:child|baby|infant|toddler|girl|boy|woman|man|adult|adolescent|teen\\w*)";
    let age = "(?:days?|weeks?|wks?|months?|mos?|years?|yrs?)";
    Regex::new(&format!(
        r"(?i)^(?:an? )?healthy\b|^(?:an? )?well,? (?:\w+[- ]{age}[- ]old\b|\d+ ?(?:y/?o|m/?o)\b)|^[^.;]{{0,30}}\b(?:well|healthy)[- ]{who}\b|^[^.;]{{0,30}}\b(?:routine (?:check|health|physical)|health maintenance\b)"
    ))
    .expect("the pattern is tested")
});

/// A diagnosis that is the one before.
static SAME: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)^(?:the )?(?:same|as above|ditto|see)\b").expect("the pattern is tested")
});

fn section_of(heading: &str) -> Option<Section> {
    let heading = heading.trim().to_lowercase();
    let says = SAYS.iter().find(|(_, says)| says.is_match(&heading));
    says.map(|(section, _)| *section)
}

/// The sections of a text, each with what stands under its heading.
fn sections(text: &str) -> Vec<(Section, Range<usize>)> {
    let heading = |found: &regex::Captures<'_>, section: Option<Section>| {
        let heading = found.get(1).or(found.get(2))?;
        Some((heading.start(), section?, found.get(0)?.end()))
    };
    let said = |found: &regex::Captures<'_>| {
        let heading = found.get(1).or(found.get(2));
        heading.map_or("", |heading| heading.as_str()).to_owned()
    };
    let is_soap = SOAP.is_match(text);
    let with = WITH_COLON.captures_iter(text).filter_map(|found| {
        let said = said(&found);
        let said = said.trim();
        let section = match section_of(said) {
            // An airway, a panel of a figure, an answer.
            Some(Section::Diagnosis) if said.len() < 2 && !is_soap => Some(Section::Beside),
            // "A: 1. Reflux" at the beginning of a line alone.
            Some(_) if said.len() < 2 && found.get(1).is_none() => None,
            // "WCC: 18" within a line.
            None if found.get(2).is_some()
                && (said.len() < LEAST_UNKNOWN || said.contains(char::is_numeric)) =>
            {
                None
            }
            section => section.or(Some(Section::Beside)),
        };
        heading(&found, section)
    });
    let without = WITHOUT_COLON.captures_iter(text).filter_map(|found| {
        let said = said(&found);
        // "A. Smith"; before a space alone in capitals.
        let is_heading = said.len() > 1 && (found.get(1).is_some() || said == said.to_uppercase());
        heading(&found, section_of(&said).filter(|_| is_heading))
    });
    let mut headings: Vec<_> = with.chain(without).collect();
    headings.sort_by_key(|(start, ..)| *start);
    headings.dedup_by_key(|(start, ..)| *start);
    let ends = headings.iter().skip(1).map(|(start, ..)| *start);
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    let of = headings.iter().zip(ends);
    of.map(|(&(_, section, start), end)| (section, start..end.max(start)))
        .collect()
}

/// The first problem of a list, numbered or with marks before its lines: they stand in the order of their weight. What else it may be is left out.
fn foremost(said: &str) -> &str {
    let said = ELSE.split(said).next().unwrap_or(said);
    let mut starts = Vec::new();
    let mut ends = Vec::new();
    for found in NUMBER.captures_iter(said) {
        let start = found.get(2).or(found.get(3));
        let (Some(number), Some(start)) = (found.get(1), start) else {
            continue;
        };
        // A list begins the section, or follows a colon.
        let before = said[..number.start()].trim_end_matches(['#', ' ', '\n', '*', '-']);
        let begins = before.is_empty() || before.ends_with(':');
        if !begins && starts.is_empty() {
            continue;
        }
        if number.as_str() == (starts.len() + 1).to_string() {
            ends.push(number.start());
            starts.push(start.start());
        }
    }
    let ends = ends.into_iter().skip(1).chain([said.len()]);
    let items = starts.into_iter().zip(ends);
    let mut items = items.map(|(start, end)| &said[start..end]);
    let is_list = said.starts_with(MARKS);
    let mut lines = said
        .lines()
        .filter(|line| is_list && line.starts_with(MARKS));
    let is_problem = |item: &&str| !NO_PROBLEM.is_match(item.trim_start_matches(MARKS).trim());
    let first = items.find(is_problem).or_else(|| lines.find(is_problem));
    first.unwrap_or(said).trim_matches(MARKS).trim()
}

/// What lines of a list begin with, and words in bold.
const MARKS: [char; 5] = ['#', '-', '•', '*', '–'];

/// The first so many bytes, to the end of a word.
fn first(text: &str, bytes: usize) -> &str {
    if text.len() <= bytes {
        return text;
    }
    let mut end = bytes;
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let head = &text[..end];
    head.rfind(char::is_whitespace)
        .map_or(head, |end| &head[..end])
}

/// What a note is about: pieces of it, one behind the other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Core {
    /// The pieces, each as a sentence.
    pub(crate) text: String,
    /// Where each begins, here and in the note.
    starts: Vec<(usize, usize)>,
}

impl Core {
    /// Of pieces of a note.
    fn new(note: &str, pieces: &[&str]) -> Self {
        let (mut text, mut starts) = (String::new(), Vec::new());
        for piece in pieces {
            starts.push((text.len(), piece.as_ptr() as usize - note.as_ptr() as usize));
            text.push_str(piece);
            text.push_str(". ");
        }
        text.truncate(text.trim_end().len());
        Self { text, starts }
    }

    /// It in place of the note, with the note's title where that is not the note's first line.
    pub(crate) fn input<'a>(&'a self, note: &TextInput<'a>) -> TextInput<'a> {
        TextInput {
            text: &self.text,
            title: note.title.filter(|title| !opens(note.text, title)),
            ..*note
        }
    }

    /// Whether it is of somebody who is well.
    pub(crate) fn is_well(&self) -> bool {
        WELL.is_match(&self.text)
    }

    /// The byte of the note at which a byte of the core stands.
    pub(crate) fn original(&self, at: usize) -> usize {
        let mut before = self.starts.iter().rev();
        let piece = before.find(|(start, _)| *start <= at);
        piece.map_or(at, |(here, there)| at - here + there)
    }
}

/// Whether a text begins with the words of its title, as the one does that was made of its first line ("OPERATION NOTE").
fn opens(text: &str, title: &str) -> bool {
    let mut words = text.split_whitespace();
    let mut title = title.trim_end_matches('…').split_whitespace();
    title.all(|word| words.next() == Some(word))
}

/// What a long note with headings says that it is about; nothing for other texts.
pub(crate) fn core(text: &str) -> Option<Core> {
    let text = scanned(text);
    if text.len() <= LONG_BYTES {
        return None;
    }
    let sections = sections(text);
    let has = |kind: Section| sections.iter().any(|(section, _)| *section == kind);
    let perhaps = sections
        .iter()
        .filter(|(section, _)| *section == Section::PerhapsPaper);
    let is_paper = has(Section::Paper) || perhaps.count() > 1;
    let is_note = (has(Section::Diagnosis) || has(Section::Presumed)) && !is_paper;
    if !is_note || sections.len() < LEAST_SECTIONS {
        return None;
    }
    let mut pieces: Vec<&str> = Vec::new();
    let mut is_told = false;
    for (kind, bytes) in KINDS {
        let of_kind = sections.iter().filter(|(section, _)| *section == kind);
        let mut left = bytes;
        for (_, range) in of_kind.filter(|_| kind != Section::Presumed || !is_told) {
            let said = text[range.clone()].trim().trim_start_matches("**").trim();
            if said.len() > longest(kind) {
                continue;
            }
            let said = match kind {
                Section::Diagnosis | Section::Presumed => foremost(said),
                _ => said,
            };
            let said = first(said.trim(), left).trim_end_matches([' ', '.', ',', ';', '*']);
            let mut before = pieces.iter();
            let is_new = said.chars().any(char::is_alphanumeric)
                && !SAME.is_match(said)
                && !before.any(|before| before.starts_with(said) || said.starts_with(before));
            if is_new {
                pieces.push(said);
                left = left.saturating_sub(said.len());
            }
        }
        is_told |= matches!(kind, Section::Diagnosis | Section::Presumed) && !pieces.is_empty();
    }
    let core = Core::new(text, &pieces);
    // What names nothing, or finds nothing, is better told by the rest of the note; but who is well has nothing.
    let words = core.text.trim_start_matches(|c: char| !c.is_alphabetic());
    let finds = || !NO_PROBLEM.is_match(words);
    let names = || !Gazetteer::builtin().find(&core.text).is_empty();
    (is_told && (core.is_well() || finds() && names())).then_some(core)
}

/// Bytes of the longest section of a kind that is read at all.
fn longest(kind: Section) -> usize {
    match kind {
        Section::Procedure => MOST_DONE,
        Section::Complaint => MOST_COMPLAINT,
        _ => usize::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A note behind which so much is said that it is long.
    fn of(note: &str) -> Option<String> {
        let rest = "\nSocial history: lives alone with a dog and works in a mill. ".repeat(8);
        core(&format!("{note}{rest}")).map(|core| core.text)
    }

    #[test]
    fn what_was_found_in_the_end_and_what_was_done_make_the_core() {
        for (note, told) in [
            // Within a line, in capitals.
            (
                "Cough. PREOPERATIVE DIAGNOSIS: Cholecystitis.POSTOPERATIVE DIAGNOSIS: Same.PROCEDURE: Cholecystectomy.ANESTHESIA: General.",
                "Cholecystitis. Cholecystectomy.",
            ),
            (
                "Preop Dx - acute appendicitis\nPostop Dx -- Meckel's diverticulitis\nOp - wedge resection of the ileum\nFindings\n- appendix normal",
                "Meckel's diverticulitis. wedge resection of the ileum.",
            ),
            // What is numbered, without what is none.
            (
                "PMH: appendicectomy\nDischarge diagnoses:\n1. Status post fall\n2. Fracture of the left clavicle\n3. Stones in the gallbladder",
                "Fracture of the left clavicle.",
            ),
            (
                "S: burning after meals\nO: abdomen soft\nA: 1. GERD, typical. 2. HTN\nP: pantoprazole",
                "GERD, typical.",
            ),
            (
                "PC   Cough\nDIAGNOSIS Pneumonia of the left lower lobe\nPLAN amoxicillin",
                "Pneumonia of the left lower lobe. Cough.",
            ),
            (
                "**Problems:**\n# Dissection of the aorta\n# Kidney failure\n**Plan:** surgery",
                "Dissection of the aorta.",
            ),
            (
                "Imp: ? appendicitis. DDx Meckel's\nPlan: theatre",
                "? appendicitis.",
            ),
            (
                "Reason for visit: growth\nAssessment: Healthy 2-month-old girl.",
                "Healthy 2-month-old girl.",
            ),
            (
                "Weight 3,160 g\nAssessment/Plan: 1. Well 2-week-old infant. 2. Hepatitis B vaccine.",
                "Well 2-week-old infant.",
            ),
        ] {
            assert_eq!(of(note).as_deref(), Some(told), "{note}");
        }
    }

    #[test]
    fn a_check_of_somebody_well_is_one() {
        let is_well = |text: &str| {
            let core = Core::new(text, &[text]);
            core.is_well()
        };
        for text in [
            "Well 2-week-old female",
            "Well 6 wk old boy",
            "Well 2yo",
            "Healthy infant",
            "A 9-month well-child check",
            "Routine health maintenance",
        ] {
            assert!(is_well(text), "{text}");
        }
        for text in [
            "Well 2 weeks after cholecystectomy, seroma of the port",
            "Acute appendicitis in an otherwise healthy man",
            "Left inguinal hernia, found at a routine check",
        ] {
            assert!(!is_well(text), "{text}");
        }
    }

    #[test]
    fn papers_and_what_names_nothing_have_no_core() {
        for text in [
            "BACKGROUND: Liver.\nMETHODS: Kidney.\nRESULTS: Spleen.\nINTERPRETATION: Stomach.",
            "RATIONALE: Liver. PATIENT CONCERNS: Pain. DIAGNOSES: Abscess of the liver. LESSONS: Kidney.",
            "PROBLEM: Kidneys fail. APPROACH: Dialysis. OUTCOMES: Fewer deaths of the heart.",
            "IMPRESSION: 1. No acute disease of the lung. 2. No pleural effusion.\nFINDINGS: Heart normal.",
            "A: airway patent, trachea central\nB: lungs clear\nC: heart sounds normal",
            "INDICATION: Cough.\nFINDINGS: Heart normal.\nIMPRESSION: No acute disease of the lung.",
            "Diagnosis: fever\nPlan: rest",
            "Chief complaint: pain\nHPI: Stone in the left ureter two years ago.\nROS: liver normal",
            "Complaint: pain in the kidney\nDiagnosis: see above\nPlan: surgery",
            "The liver and the diagnosis: both are large",
            "A. Smith and the liver\nP. Jones and the heart",
        ] {
            assert_eq!(of(text), None, "{text}");
        }
        assert_eq!(
            core("Diagnosis: stone in the gallbladder\nPlan: surgery"),
            None,
            "short"
        );
    }

    #[test]
    fn bytes_of_the_core_are_found_in_the_note() {
        let note = format!(
            "PMH: spleen, 1990\nDiagnosis: Cyst of the liver.\nProcedure: Deroofing.\n{}",
            "Family history: none. ".repeat(20)
        );
        let core = core(&note).unwrap();
        assert_eq!(core.text, "Cyst of the liver. Deroofing.");
        for word in ["Cyst", "liver", "Deroofing"] {
            let (here, there) = (core.text.find(word).unwrap(), note.find(word).unwrap());
            assert_eq!(core.original(here), there, "{word}");
        }
    }
}
