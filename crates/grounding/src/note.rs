//! Clinical notes by their headings. A note is often longer than what the network reads, and most of it is beside the point: what the patient had and takes, the
//! review of systems, an examination from head to foot, an operation step by step. What it is about stands under a few headings.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::Gazetteer;
use crate::features::{TextInput, scanned};
use crate::sentences::LONG_BYTES;

mod headings;

use headings::{Section, Sections, sections};

/// Of the sections of a kind so many bytes are read, most important first.
const KINDS: [(Section, usize); 4] = [
    (Section::Diagnosis, 400),
    (Section::Presumed, 200),
    (Section::Procedure, 250),
    (Section::Complaint, 250),
];

/// Fewer headings make no note.
const LEAST_SECTIONS: usize = 2;
/// A longer section on what was done tells it step by step, bytes.
const MOST_DONE: usize = 300;
/// A longer section on what the patient came with tells what else there is, bytes.
const MOST_COMPLAINT: usize = 150;

/// A number in a list, and what begins behind it.
static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:^|[\s.;:])#?([1-9])[.)](?:\s+(\S)|([^\s\d]))").expect("the pattern is tested")
});

/// What else a diagnosis may be.
static ELSE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?i)[.;\n(]\s*(?:(?:ddx|d/d|differentials?|other possibilities)\b|dd:)")
        .expect("the pattern is tested")
});

/// What a diagnosis begins with that is none.
static NO_PROBLEM: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"no|normal|negative|unremarkable|status post|s/p|history of|known|keine?[nmrs]?|keinerlei|ohne|unauffällig\w*|regelrecht\w*|normale?[nrs]?|normalbefund|ausschluss|zustand nach|status nach|bekannte?[nmrs]?|pas de|absence de|aucune?|sans|antécédents?|sin|ausencia|ningun[ao]?|antecedentes?";
    let short = r"pas d['’]|absence d['’]|z\.? ?n\.|st\.? ?n\.|o\.? ?b\.";
    Regex::new(&format!(r"(?i)^(?:(?:{words})\b|{short})")).expect("the pattern is tested")
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
    Regex::new(
        r"(?i)^(?:the )?(?:same|as above|ditto|see|idem|(?:el |la )?mism[oa]|(?:le |la )?même|dieselbe|siehe|s\. ?o\.|wie oben|véase)(?:\b|\s|$)",
    )
    .expect("the pattern is tested")
});

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
    let mut lines = lines(said).filter(|line| is_list && line.starts_with(MARKS));
    let is_problem = |item: &&str| !NO_PROBLEM.is_match(item.trim_start_matches(MARKS).trim());
    let first = items.find(is_problem).or_else(|| lines.find(is_problem));
    first.unwrap_or(said).trim_matches(MARKS).trim()
}

/// The lines that are not empty.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty())
}

/// Of diagnoses that stand a line each, the first that is a problem, with the lines that go on with it.
fn first_line(said: &str) -> &str {
    let is_problem = |line: &&str| !line.ends_with(':') && !NO_PROBLEM.is_match(line);
    let Some(first) = lines(said).find(is_problem) else {
        return said;
    };
    let start = first.as_ptr() as usize - said.as_ptr() as usize;
    let rest = said[start + first.len()..].lines().skip(1);
    let goes_on = rest.take_while(|line| line.trim_start().starts_with(char::is_lowercase));
    let end = goes_on.last().map_or(start + first.len(), |line| {
        line.as_ptr() as usize - said.as_ptr() as usize + line.len()
    });
    said[start..end].trim_end()
}

/// The beginning of a diagnosis in another language, up to what it comes with: the encoder of names, which alone reads those, reads few words.
fn gist(said: &str) -> &str {
    static WITH: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"[,;(]|\.\s|\s(?:mit|bei|nach|avec|chez|après|con|tras|por)\s")
            .expect("the pattern is tested")
    });
    let end = WITH.find(said).map_or(said.len(), |with| with.start());
    let gist = said[..end].trim_end();
    if gist.chars().any(char::is_alphabetic) {
        gist
    } else {
        said
    }
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
    /// Where each begins here, and its bytes in the note.
    starts: Vec<(usize, Range<usize>)>,
    /// Whether the note's headings are German, French or Spanish; the network has learnt English alone.
    pub(crate) is_other: bool,
}

impl Core {
    /// Of pieces of a note.
    fn new(note: &str, pieces: &[&str], is_other: bool) -> Self {
        let (mut text, mut starts) = (String::new(), Vec::new());
        for piece in pieces {
            let start = piece.as_ptr() as usize - note.as_ptr() as usize;
            starts.push((text.len(), start..start + piece.len()));
            text.push_str(piece);
            text.push_str(". ");
        }
        text.truncate(text.trim_end().len());
        Self {
            text,
            starts,
            is_other,
        }
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

    /// Its pieces, bytes of the note.
    pub(crate) fn pieces(&self) -> Vec<Range<usize>> {
        self.starts.iter().map(|(_, bytes)| bytes.clone()).collect()
    }

    /// The byte of the note at which a byte of the core stands.
    pub(crate) fn original(&self, at: usize) -> usize {
        let mut before = self.starts.iter().rev();
        let piece = before.find(|(start, _)| *start <= at);
        piece.map_or(at, |(here, there)| at - here + there.start)
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
    let Sections {
        all: sections,
        is_other,
    } = sections(text);
    let has = |kind: Section| sections.iter().any(|(section, _)| *section == kind);
    let perhaps = sections
        .iter()
        .filter(|(section, _)| *section == Section::PerhapsPaper);
    let is_paper = has(Section::Paper) || perhaps.count() > 1;
    let is_done = is_other && has(Section::Procedure);
    let is_note = (has(Section::Diagnosis) || has(Section::Presumed) || is_done) && !is_paper;
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
                Section::Diagnosis | Section::Presumed if is_other => first_line(foremost(said)),
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
        let tells = match kind {
            Section::Diagnosis | Section::Presumed => true,
            // Operation notes of other languages often have no diagnosis.
            Section::Procedure => is_other,
            _ => false,
        };
        is_told |= tells && !pieces.is_empty();
    }
    if is_other {
        pieces.truncate(1);
        pieces.iter_mut().for_each(|piece| *piece = gist(piece));
    }
    let core = Core::new(text, &pieces, is_other);
    // What names nothing, or finds nothing, is better told by the rest of the note; but who is well has nothing.
    let words = core.text.trim_start_matches(|c: char| !c.is_alphabetic());
    let finds = || !NO_PROBLEM.is_match(words);
    // Names of another language are known to the encoder of names alone.
    let names = || is_other || !Gazetteer::builtin().find(&core.text).is_empty();
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
    fn german_french_and_spanish_headings_are_read() {
        for (note, told) in [
            (
                "Aufnahmegrund: Oberbauchschmerz\nDiagnosen:\nAkute Pankreatitis, ödematös\nArterielle Hypertonie\nNebendiagnosen:\nZ. n. Appendektomie 1989\nBefund\nLeber weich",
                "Akute Pankreatitis.",
            ),
            (
                "Klinische Angaben\nHusten\nBefund\nHerz normal\nBeurteilung\n1. Kein Erguss. 2. Pneumonie im linken Unterlappen",
                "Pneumonie im linken Unterlappen.",
            ),
            (
                "INDICATION : douleur\nRESULTATS : foie normal\nCONCLUSION : dissection de l'aorte descendante",
                "dissection de l'aorte descendante.",
            ),
            (
                "Motif d’entrée\nChute\nATCD\nHystérectomie\nDiagnostic\nFracture du col du fémur gauche\nIntervention le 17/11\nProthèse",
                "Fracture du col du fémur gauche.",
            ),
            (
                "Motivo de consulta: fiebre\nAntecedentes personales: apendicectomía\nJuicio clínico: pielonefritis derecha",
                "pielonefritis derecha.",
            ),
        ] {
            assert_eq!(of(note).as_deref(), Some(told), "{note}");
        }
        for paper in [
            "Indications: pain. Technique: CT.\nDiagnosis: \nConclusion: The liver is large",
            "Introducción: hígado.\nCaso clínico: dolor.\nResultados: bien.\nConclusión: El riñón izquierdo",
            "Contexte : a\nMéthodes : b\nRésultats : c\nConclusion : Le foie est grand",
        ] {
            assert_eq!(of(paper), None);
        }
    }

    #[test]
    fn lines_of_diagnoses_in_other_languages_go_on_and_what_is_none_is_left_out() {
        for (note, told) in [
            (
                "Résultats : foie normal\nConclusion : Masse développée aux dépens du pôle supérieur\ndu rein droit\nPas de lésion du foie",
                "Masse développée aux dépens du pôle supérieur\ndu rein droit.",
            ),
            (
                "Befund: Leber normal\nBeurteilung:\nCT Thorax vom 12.3.2024:\nPneumonie im linken Unterlappen",
                "Pneumonie im linken Unterlappen.",
            ),
            (
                "Anamnese: Sturz\nDiagnose(n):\nZ. n. Appendektomie\nStatus nach Myokardinfarkt\nAkute Pankreatitis",
                "Akute Pankreatitis.",
            ),
            // English, in spite of words that are also others'.
            (
                "PMH:\nStatus post cholecystectomy\nIMPRESSION: Large mass of\nthe left kidney\nPlan: surgery",
                "Large mass of\nthe left kidney.",
            ),
            (
                "CC: cough\nDiagnostics: ECG normal, CXR clear\nAssessment: Stone in the left ureter",
                "Stone in the left ureter. cough.",
            ),
        ] {
            assert_eq!(of(note).as_deref(), Some(told), "{note}");
        }
    }

    #[test]
    fn a_check_of_somebody_well_is_one() {
        let is_well = |text: &str| {
            let core = Core::new(text, &[text], false);
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
        let pieces = core.pieces().into_iter().map(|bytes| &note[bytes]);
        assert_eq!(
            pieces.collect::<Vec<_>>(),
            ["Cyst of the liver", "Deroofing"]
        );
        for word in ["Cyst", "liver", "Deroofing"] {
            let (here, there) = (core.text.find(word).unwrap(), note.find(word).unwrap());
            assert_eq!(core.original(here), there, "{word}");
        }
    }
}
