//! The headings of clinical notes, in English, German, French and Spanish, and what stands under each.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

/// What a section of a note tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Section {
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

/// A shorter heading within a line that is none of those above is something else, bytes.
const LEAST_UNKNOWN: usize = 6;

/// English headings of each kind, in small letters.
const ENGLISH: [(Section, &str); 7] = [
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

/// German, French and Spanish headings of each kind.
const OTHER: [(Section, &str); 7] = [
    (
        Section::Diagnosis,
        r"(?:haupt-?|entlassungs-?|entlass-?|abschluss-?|behandlungs-?|(?:aktuelle|operative|postoperative|klinische|endgültige|führende|histologische|gesicherte) )?diagnose(?:n|\(n\))?(?: bei entlassung| nach icd[- 0-9]*)?|dg|(?:zusammenfassende |abschließende |klinische |gesamt-?|zusammenfassung und )?(?:beurteilung|bewertung)(?:(?: und |/| & )\p{L}+)?|konklusion|fazit|ergebnis|diagnostic(?:\(s\))?(?: (?:principal|final|retenu|définitif|de sortie|post-?opératoire|à la sortie|principal de sortie|d['’]hospitalisation))?|diagnostics (?:principaux|retenus|de sortie)|(?:en )?conclusions?(?: et (?:conduite à tenir|cat)| diagnostique)?|au total|en résumé|synthèse|interprétation|impression(?: diagnostique)?|diagnósticos?(?: principal)?(?: (?:endoscópico|histológico|anatomopatológico|ecográfico|radiológico|final|definitivo|de alta|al alta|de egreso|post-?operatorio|post-?quirúrgico|clínico))?|juicio (?:clínico|diagnóstico)|impresión(?: diagnóstica| clínica)?|conclusi(?:ón|ones)|idx|jc",
    ),
    (
        Section::Presumed,
        r"(?:aufnahme-?|einweisungs-?|verdachts-?|arbeits-?|(?:präoperative|vorläufige) )diagnose(?:n|\(n\))?|verdacht auf|diagnostic (?:pré-?opératoire|d['’]entrée|présumé|évoqué)|hypothèses?(?: diagnostiques?)?|diagnósticos? (?:pre-?operatorio|pre-?quirúrgico|de ingreso|al ingreso|presuntivos?|inicial(?:es)?)|sospecha(?: diagnóstica| clínica)?",
    ),
    (
        Section::Procedure,
        r"(?:durchgeführte[rs]? )?(?:operation(?:en)?|op|eingriffe?|operativer eingriff|prozedur(?:en)?|maßnahmen?|massnahmen?)|interventions?(?: réalisée| pratiquée| chirurgicale)?|opération(?: réalisée)?|gestes?(?: réalisés?| opératoire)?|actes?(?: réalisés?)?|intervenci(?:ón|ones)(?: quirúrgicas?| realizadas?| practicadas?)?|procedimientos?(?: realizados?| quirúrgicos?)?|cirugía(?: realizada)?|operación(?: realizada)?",
    ),
    (
        Section::Complaint,
        r"(?:vorstellungs|aufnahme|einweisungs|konsultations|behandlungs)(?:grund|anlass)|(?:aktuelle |leit-?|haupt)?beschwerden|leitsymptom|motifs?(?: (?:d['’](?:admission|entrée|hospitalisation)|de (?:la )?(?:consultation|recours|venue)))?|plaintes?|motivo(?: de (?:la )?(?:consulta|ingreso))?|mc",
    ),
    (
        Section::Beside,
        r"(?:aktuelle |eigen-?|familien-?|sozial-?|fremd-?|medikamenten-?|jetzige |vegetative )?anamnese(?:/indikation)?|vorgeschichte|vorerkrankungen|vorbefunde?|(?:neben|vor|dauer|begleit)-?diagnosen?|weitere diagnosen|(?:klinischer? |körperlicher? |lokal-?|aufnahme-?|untersuchungs-?|bildgebende |intraoperativer? |histologischer? )?befunde?(?: bei aufnahme| und beurteilung)?|(?:körperliche |klinische )?untersuchung(?:en)?|(?:klinischer |neurologischer |lokal-?)?status(?: bei aufnahme| praesens| d['’]entrée| de sortie)?|labor(?:werte)?|(?:therapie und )?verlauf(?: und (?:procedere|therapie))?|epikrise|zusammenfassung|therapie|medikation(?: bei entlassung)?|procedere|prozedere|empfehlung(?:en)?|weiteres vorgehen|technik|methode|durchführung|indikation(?:sstellung)?|(?:klinische )?fragestellung|klinische angaben|rechtfertigende indikation|anforderung|sono(?:graphie|grafie)?|röntgen(?:-?thorax)?|diagnostik|op-(?:verlauf|technik|bericht)|operationsverlauf|lagerung|narkose|anästhesie|operateure?|histologie|allergien|noxen|(?:antécédents|atcd)(?: (?:personnels|familiaux|médicaux|chirurgicaux|médico-?chirurgicaux|gynéco-?obstétricaux))*|histoire(?: (?:de la maladie|récente|clinique|actuelle))?|hdm|anamnèse|mode de (?:vie|début)|examens?(?: (?:clinique|physique|général|local|neurologique|complémentaires?|paracliniques?|à l['’]entrée|d['’]entrée|de sortie))*|indication|(?:renseignements?|contexte) cliniques?|technique|protocole|résultats?|constatations|déroulement|description|imagerie|biologie|bilan(?: biologique)?|évolution|suites(?: opératoires| prévues| simples)?|traitements?(?: (?:de sortie|à l['’]entrée|habituel|en cours|actuel|proposé))?|conduite (?:à tenir|proposée)|cat|prise en charge|projet|propositions?|diagnostics? (?:secondaires?|associés?|différentiels?)|comorbidités|allergies?|voie d['’]abord|compte[- ]rendu[\p{L} '’-]*|subjectif|antecedentes(?: (?:personales|familiares|médicos|quirúrgicos|patológicos|de interés|gineco-?obstétricos))*|enfermedad actual|historia(?: (?:clínica|actual))?|anamnesis|exploraci(?:ón|ones)(?: (?:física|abdominal|general|complementarias?))?|examen físico|evolución(?: clínica)?|curso clínico|tratamiento(?: (?:al alta|actual|habitual|recibido))?|pruebas(?: complementarias| de imagen)?|hallazgos(?: (?:operatorios|intraoperatorios|quirúrgicos|endoscópicos|radiológicos))?|técnica(?: quirúrgica)?|descripción(?: (?:de la técnica|del procedimiento|de la intervención|quirúrgica))?|indicación|comentarios?|recomendaciones|resultados|diagnósticos? (?:secundarios?|diferencial(?:es)?|asociados)|alergias|analítica|subjetivo|ap|plan",
    ),
    (
        Section::Paper,
        r"hintergrund|methoden|ergebnisse|schlussfolgerung(?:en)?|zielsetzung|(?:patienten|material) und methoden?|(?:matériels?|patients?|sujets?|population) et méthodes?|but de l['’]étude|(?:material|pacientes|materiales) y métodos?",
    ),
    (
        Section::PerhapsPaper,
        r"methodik|einleitung|diskussion|fallberichte?|kasuistik|méthodes?|objectifs?|contexte|cas cliniques?|observations?|discussion|résumé|métodos?|metodología|objetivos?|contexto|introducción|discusión|casos? clínicos?|presentación del caso|resumen",
    ),
];

/// What a heading says.
static ENGLISH_SAYS: LazyLock<Vec<(Section, Regex)>> = LazyLock::new(|| says(&ENGLISH));
static OTHER_SAYS: LazyLock<Vec<(Section, Regex)>> = LazyLock::new(|| says(&OTHER));

/// A pattern that takes each letter without its accent, too, as capitals often stand.
fn lenient(words: &str) -> String {
    let each = words.chars().map(|letter| {
        let plain = match letter {
            'à' | 'á' | 'â' | 'ä' => 'a',
            'è' | 'é' | 'ê' => 'e',
            'í' | 'î' => 'i',
            'ó' | 'ô' | 'ö' => 'o',
            'ú' | 'ü' => 'u',
            _ => return letter.to_string(),
        };
        format!("[{letter}{plain}]")
    });
    each.collect()
}

fn says(headings: &[(Section, &str)]) -> Vec<(Section, Regex)> {
    let says = headings.iter().map(|(section, words)| {
        let says = Regex::new(&format!("^(?:{})$", lenient(words)));
        (*section, says.expect("the pattern is tested"))
    });
    says.collect()
}

/// A heading with its colon: in capitals within a line, or any at the beginning of one.
static WITH_COLON: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?m)(?:^[ \t#*•]*(\p{L}[\p{L}0-9 /&,'’()\-]{0,50})|(?:^|[\s.,;)])(\p{Lu}[\p{Lu}0-9 /&,'’()\-]{1,50}))[ \u{a0}\u{202f}*]*:")
        .expect("the pattern is tested")
});

/// One of the headings above at the beginning of a line without a colon: before a dash, a full stop, a wide space or the end of the line, or before a space.
static WITHOUT_COLON: LazyLock<Regex> = LazyLock::new(|| {
    let words = ENGLISH.iter().chain(&OTHER);
    let words: Vec<String> = words.map(|(_, words)| lenient(words)).collect();
    let words = words.join("|");
    Regex::new(&format!(
        r"(?m)^[ \t#*•]*(?:((?i:{words}))[ *]*(?:--?[ \t]|[–—.](?:[ \t]|\r?$)|[ \t]{{2}}|\t|\r?$)|((?i:{words}))[ \t])"
    ))
    .expect("the pattern is tested")
});

/// Notes by letters: subjective, objective, assessment, plan.
static SOAP: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?m)^[ \t#*]*[SO][ *]*:").expect("the pattern is tested"));

/// What a heading says; in a note whose language is another than English by that.
fn section_of(heading: &str, is_other: bool) -> Option<Section> {
    let heading = heading.trim().to_lowercase();
    let within = |says: &[(Section, Regex)]| {
        let says = says.iter().find(|(_, says)| says.is_match(&heading));
        says.map(|(section, _)| *section)
    };
    let other = is_other.then(|| within(&OTHER_SAYS)).flatten();
    other.or_else(|| within(&ENGLISH_SAYS))
}

/// Headings that an English note cannot have; of others of those languages it may have one ("Anamnesis", "Status").
static STRONG: LazyLock<Regex> = LazyLock::new(|| {
    let words = "befunde?|beurteilung|(?:eigen|familien)?anamnese|diagnosen|nebendiagnosen|antecedents|antecedentes|resultats|juicio clinico";
    Regex::new(&format!("^(?:{words})$")).expect("the pattern is tested")
});

/// Headings of those languages without which a note is English.
const LEAST_OTHER: usize = 2;

/// Whether the headings are German, French or Spanish: one that can be nothing else, or several that are no English ones.
fn is_other(found: &[Found<'_>]) -> bool {
    let of =
        |f: &&Found<'_>| section_of(f.said, false).is_none() && section_of(f.said, true).is_some();
    let mut other: Vec<String> = Vec::new();
    for found in found.iter().filter(of) {
        let said = found.said.to_lowercase();
        let is_strong = !said.is_ascii() || STRONG.is_match(&said);
        if is_strong && (found.has_colon || found.stands_apart) {
            return true;
        }
        if found.stands_apart && !other.contains(&said) {
            other.push(said);
        }
    }
    other.len() >= LEAST_OTHER
}

/// A heading as it stands in a text.
struct Found<'a> {
    /// Its words.
    said: &'a str,
    /// Where it begins, and where what stands under it does.
    start: usize,
    end: usize,
    /// Whether a colon follows.
    has_colon: bool,
    /// Whether it begins a line; one without a colon, whether a sign follows.
    stands_apart: bool,
}

impl Found<'_> {
    /// What it says; nothing where it is no heading.
    fn section(&self, is_soap: bool, is_other: bool) -> Option<Section> {
        let (said, section) = (self.said, section_of(self.said, is_other));
        if !self.has_colon {
            // "A. Smith"; before a space alone in capitals.
            let is_heading = said.len() > 1 && (self.stands_apart || said == said.to_uppercase());
            return section.filter(|_| is_heading);
        }
        match section {
            // An airway, a panel of a figure, an answer.
            Some(Section::Diagnosis) if said.len() < 2 && !is_soap => Some(Section::Beside),
            // "A: 1. Reflux" at the beginning of a line alone.
            Some(_) if said.len() < 2 && !self.stands_apart => None,
            // "WCC: 18" within a line.
            None if !self.stands_apart
                && (said.len() < LEAST_UNKNOWN || said.contains(char::is_numeric)) =>
            {
                None
            }
            section => section.or(Some(Section::Beside)),
        }
    }
}

/// What looks like a heading, in order.
fn found(text: &str) -> Vec<Found<'_>> {
    let of = |pattern: &'static Regex, has_colon: bool| {
        let all = pattern.captures_iter(text).filter_map(move |found| {
            let said = found.get(1).or(found.get(2))?;
            Some(Found {
                said: said.as_str().trim(),
                start: said.start(),
                end: found.get(0)?.end(),
                has_colon,
                stands_apart: found.get(1).is_some(),
            })
        });
        all.collect::<Vec<_>>()
    };
    let mut all = of(&WITH_COLON, true);
    all.extend(of(&WITHOUT_COLON, false));
    all.sort_by_key(|found| found.start);
    all
}

/// The sections of a text.
pub(super) struct Sections {
    /// Each with what stands under its heading.
    pub(super) all: Vec<(Section, Range<usize>)>,
    /// Whether the headings are German, French or Spanish.
    pub(super) is_other: bool,
}

/// The sections of a text.
pub(super) fn sections(text: &str) -> Sections {
    let found = found(text);
    let is_soap = SOAP.is_match(text);
    let is_other = is_other(&found);
    let headings = found.iter().filter_map(|found| {
        let section = found.section(is_soap, is_other)?;
        Some((found.start, section, found.end))
    });
    let mut headings: Vec<_> = headings.collect();
    headings.dedup_by_key(|(start, ..)| *start);
    let ends = headings.iter().skip(1).map(|(start, ..)| *start);
    let ends: Vec<usize> = ends.chain([text.len()]).collect();
    let of = headings.iter().zip(ends);
    let all = of.map(|(&(_, section, start), end)| (section, start..end.max(start)));
    Sections {
        all: all.collect(),
        is_other,
    }
}
