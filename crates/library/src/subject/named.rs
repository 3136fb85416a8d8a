//! The disease and the drug that a paper names: in the headings or keywords of its record, else in its title.

/// Endings of the names of diseases, at least two letters before them.
const DISEASE_ENDINGS: [&str; 14] = [
    "itis", "oma", "omas", "osis", "oses", "emia", "aemia", "pathy", "pathies", "iasis", "algia",
    "plegia", "itides", "omata",
];
/// Words that end so and are no diseases.
const NO_DISEASES: [&str; 34] = [
    "diagnosis",
    "diagnoses",
    "misdiagnosis",
    "prognosis",
    "prognoses",
    "anastomosis",
    "anastomoses",
    "apoptosis",
    "mitosis",
    "meiosis",
    "osmosis",
    "symbiosis",
    "hypnosis",
    "phagocytosis",
    "endocytosis",
    "exocytosis",
    "oklahoma",
    "necroptosis",
    "ferroptosis",
    "pyroptosis",
    "metamorphosis",
    "photobiosis",
    "stroma",
    "genoma",
    "aroma",
    "diploma",
    "chromosoma",
    "ileostoma",
    "academia",
    "empathy",
    "sympathy",
    "homeopathy",
    "naturopathy",
    "osteopathy",
];
/// Words that name a disease with what stands before them.
const DISEASE_WORDS: [&str; 50] = [
    "abnormalities",
    "abscess",
    "aneurysm",
    "aneurysms",
    "atresia",
    "calculi",
    "cancer",
    "cancers",
    "cyst",
    "cysts",
    "disease",
    "diseases",
    "dysplasia",
    "effusion",
    "embolism",
    "failure",
    "fibrillation",
    "fistula",
    "fracture",
    "fractures",
    "gallstones",
    "hemorrhage",
    "haemorrhage",
    "hernia",
    "hernias",
    "hypertension",
    "infarction",
    "infection",
    "infections",
    "injuries",
    "injury",
    "insufficiency",
    "lymphadenopathy",
    "mellitus",
    "neoplasm",
    "neoplasms",
    "obstruction",
    "perforation",
    "pneumonia",
    "pneumothorax",
    "prolapse",
    "regurgitation",
    "rupture",
    "stroke",
    "syndrome",
    "syndromes",
    "tumor",
    "tumors",
    "tumour",
    "tumours",
];
/// Headings that have such words and name no disease of their own.
const GENERAL: [&str; 16] = [
    "acute disease",
    "chronic disease",
    "rare diseases",
    "disease",
    "syndrome",
    "neoplasms",
    "infection",
    "infections",
    "cancer",
    "tumor",
    "tumour",
    "tumors",
    "treatment failure",
    "prosthesis failure",
    "equipment failure",
    "genetic predisposition to disease",
];
/// Stems at the end of International Nonproprietary Names (WHO: "The use of stems in the selection of International Nonproprietary Names (INN) for
/// pharmaceutical substances", 2018), as far as ordinary words hardly end so.
const DRUG_ENDINGS: [&str; 36] = [
    "mab",
    "nib",
    "vastatin",
    "pril",
    "sartan",
    "olol",
    "cillin",
    "azole",
    "vir",
    "gliptin",
    "gliflozin",
    "glutide",
    "xaban",
    "gatran",
    "dipine",
    "floxacin",
    "cycline",
    "mycin",
    "platin",
    "taxel",
    "rubicin",
    "citabine",
    "ciclib",
    "parib",
    "limus",
    "caine",
    "setron",
    "triptan",
    "profen",
    "coxib",
    "dronate",
    "azepam",
    "azolam",
    "oxetine",
    "parin",
    "statins",
];
/// Words that end so and are no drugs.
const NO_DRUGS: [&str; 4] = ["imidazole", "thiazole", "triazole", "pyrazole"];
/// Letters of a drug's name, at least: "april" is none.
const SHORTEST_DRUG: usize = 7;
/// Drugs whose names have no such ending.
const DRUGS: [&str; 30] = [
    "acetaminophen",
    "amiodarone",
    "aspirin",
    "colchicine",
    "cyclophosphamide",
    "cyclosporine",
    "dexamethasone",
    "digoxin",
    "etoposide",
    "fentanyl",
    "fluorouracil",
    "furosemide",
    "glucocorticoids",
    "heparin",
    "hydrocortisone",
    "insulin",
    "ketamine",
    "letrozole",
    "mesalamine",
    "metformin",
    "methotrexate",
    "midazolam",
    "morphine",
    "octreotide",
    "paracetamol",
    "prednisolone",
    "prednisone",
    "propofol",
    "tamoxifen",
    "warfarin",
];
/// Endings of the words before a disease that belong to its name: "acute pancreatitis".
const ADJECTIVES: [&str; 7] = ["al", "ic", "ar", "ous", "ary", "ute", "ine"];
/// Words before such a word of a title that say nothing of it: "for disease".
const NOT_BEFORE: [&str; 22] = [
    "with", "from", "after", "before", "without", "during", "this", "that", "their", "other",
    "more", "most", "rare", "severe", "acute", "chronic", "early", "late", "between", "under",
    "into", "which",
];
/// Letters of the word before, at least.
const SHORTEST_BEFORE: usize = 4;

/// The disease that is named: by the first heading that is one by its ending, else by one of its words, else by the title; a heading as the record writes
/// it, its parts in the order of speech ("Hernia, Inguinal" is "Inguinal Hernia").
pub(super) fn disease(headings: &[&str], title: &[Vec<&str>]) -> Option<String> {
    let told = |is: fn(&str) -> bool| {
        let there = headings.iter().find(|heading| {
            let lower = heading.trim().to_lowercase();
            !GENERAL.contains(&lower.as_str()) && is(&lower)
        });
        there.map(|heading| in_order(heading))
    };
    told(|heading| by_ending(last_word(heading)))
        .or_else(|| told(|heading| DISEASE_WORDS.contains(&last_word(heading))))
        .or_else(|| title.iter().find_map(|words| disease_in(words)))
}

/// The drug that is named: by the first heading that is one, else by the title.
pub(super) fn drug(headings: &[&str], title: &[Vec<&str>]) -> Option<String> {
    let of_headings = headings.iter().map(|heading| heading.trim());
    let named = of_headings
        .filter(|heading| is_drug(&heading.to_lowercase()))
        .map(str::to_owned);
    let of_title = title.iter().flatten().filter(|word| is_drug(word));
    let of_title = of_title.map(|word| (*word).to_owned());
    named.chain(of_title).next()
}

/// What a heading or keyword names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicKind {
    /// A disease, an injury or a sign of one.
    Disease,
    /// A drug.
    Drug,
    /// Anything else, and what its form does not tell.
    Other,
}

impl TopicKind {
    /// All of them, in the order in which they are shown.
    pub const ALL: [TopicKind; 3] = [Self::Disease, Self::Drug, Self::Other];

    /// What a heading or keyword names, by its form.
    pub fn of(topic: &str) -> TopicKind {
        let lower = topic.trim().to_lowercase();
        let word = last_word(&lower);
        let is_disease = by_ending(word) || DISEASE_WORDS.contains(&word);
        match is_disease && !GENERAL.contains(&lower.as_str()) {
            true => Self::Disease,
            false if is_drug(&lower) => Self::Drug,
            false => Self::Other,
        }
    }
}

/// The word of a heading that says what it is: the last one before a comma, and before a single letter ("hepatitis b").
fn last_word(heading: &str) -> &str {
    let first = heading.split(',').next().unwrap_or_default();
    let mut words = first.split_whitespace().rev();
    let last = words.next().unwrap_or_default();
    match last.len() {
        1 => words.next().unwrap_or(last),
        _ => last,
    }
}

/// A heading in the order of speech.
fn in_order(heading: &str) -> String {
    let mut parts = heading.split(',').map(str::trim);
    match (parts.next(), parts.next(), parts.next()) {
        (Some(last), Some(first), None) if !first.contains(char::is_numeric) => {
            format!("{first} {last}")
        }
        _ => heading.trim().to_owned(),
    }
}

fn by_ending(word: &str) -> bool {
    let ends = |ending: &&str| word.len() >= ending.len() + 2 && word.ends_with(*ending);
    DISEASE_ENDINGS.iter().any(ends) && !NO_DISEASES.contains(&word)
}

fn is_drug(word: &str) -> bool {
    let by_stem = word.len() >= SHORTEST_DRUG && !word.contains(' ');
    let by_stem = by_stem && !NO_DRUGS.contains(&word);
    let ends = || DRUG_ENDINGS.iter().any(|ending| word.ends_with(ending));
    DRUGS.contains(&word) || by_stem && ends()
}

/// The disease that a sentence of a title names.
fn disease_in(words: &[&str]) -> Option<String> {
    for (n, word) in words.iter().enumerate() {
        let before = n.checked_sub(1).and_then(|before| words.get(before));
        let before = before.filter(|before| before.len() >= SHORTEST_BEFORE);
        if by_ending(word) {
            let is_of_it = |before: &&&str| ADJECTIVES.iter().any(|end| before.ends_with(end));
            return Some(match before.filter(is_of_it) {
                Some(before) => format!("{before} {word}"),
                None => (*word).to_owned(),
            });
        }
        if DISEASE_WORDS.contains(word)
            && let Some(before) = before.filter(|before| !NOT_BEFORE.contains(*before))
        {
            return Some(format!("{before} {word}"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::subject::words::sentences;

    fn named(headings: &[&str], title: &str) -> [Option<String>; 2] {
        let title = title.to_lowercase();
        let title = sentences(&title);
        [disease(headings, &title), drug(headings, &title)]
    }

    fn told(disease: &str, drug: &str) -> [Option<String>; 2] {
        [disease, drug].map(|word| (!word.is_empty()).then(|| word.to_owned()))
    }

    #[test]
    fn headings_are_told_by_their_endings_and_words_and_put_in_the_order_of_speech() {
        let headings = ["Humans", "Liver", "Hernia, Inguinal", "Lidocaine"];
        assert_eq!(named(&headings, ""), told("Inguinal Hernia", "Lidocaine"));
        let headings = ["Pancreatic Neoplasms", "Carcinoma, Pancreatic Ductal"];
        assert_eq!(
            named(&headings, ""),
            told("Pancreatic Ductal Carcinoma", "")
        );
        assert_eq!(
            named(&["Hepatitis B", "Nivolumab"], ""),
            told("Hepatitis B", "Nivolumab")
        );
        let none = [
            "Prognosis",
            "Acute Disease",
            "Neoplasm Staging",
            "Disease Models, Animal",
        ];
        assert_eq!(named(&none, ""), told("", ""));
        assert_eq!(
            named(&["Diabetes Mellitus, Type 2"], ""),
            told("Diabetes Mellitus, Type 2", "")
        );
    }

    #[test]
    fn a_topic_is_told_to_be_a_disease_or_a_drug_by_its_form() {
        use TopicKind::{Disease, Drug, Other};
        for (topic, kind) in [
            ("Pancreatitis", Disease),
            ("Hernia, Inguinal", Disease),
            ("Kidney Neoplasms", Disease),
            (" gallstones ", Disease),
            ("Gemcitabine", Drug),
            ("aspirin", Drug),
            ("Neoplasms", Other),
            ("Prognosis", Other),
            ("Neoplasm Staging", Other),
            ("Liver", Other),
            ("", Other),
        ] {
            assert_eq!(TopicKind::of(topic), kind, "{topic}");
        }
    }

    #[test]
    fn titles_are_read_where_headings_name_nothing() {
        let title = "Gemcitabine for pancreatic cancer";
        assert_eq!(
            named(&["Humans"], title),
            told("pancreatic cancer", "gemcitabine")
        );
        assert_eq!(
            named(&[], "Necrosis in acute pancreatitis"),
            told("necrosis", "")
        );
        assert_eq!(
            named(&[], "Acute pancreatitis in April"),
            told("acute pancreatitis", "")
        );
        assert_eq!(named(&[], "The course of disease"), told("", ""));
        assert_eq!(named(&[], "Prognosis after anastomosis"), told("", ""));
        assert_eq!(named(&[], "Serum cystatin C and cholesterol"), told("", ""));
    }
}
