//! The rules on titles and abstracts.

use super::*;

/// Title, text, design, and of whom it is.
const CASES: &[(&str, &str, &str, &str)] = &[
    (
        "Drains after resection: a randomised controlled trial",
        "",
        "randomised_trial",
        "",
    ),
    (
        "Early feeding after colectomy",
        "A randomized, double-blind, placebo-controlled trial. 120 adults took part.",
        "randomised_trial",
        "adults",
    ),
    (
        "Mesh or suture",
        "Methods: 212 patients were randomly assigned to mesh or suture.",
        "randomised_trial",
        "",
    ),
    (
        "Stents in benign strictures",
        "Randomised trials are needed. We followed our patients for a year.",
        "",
        "",
    ),
    (
        "Stents in malignant strictures",
        "A randomised trial is needed.",
        "",
        "",
    ),
    (
        "Statins and stones",
        "Previous cohort studies have shown fewer stones.",
        "",
        "",
    ),
    (
        "Coffee and stones",
        "A previous cohort study showed fewer stones in those who drink it.",
        "",
        "",
    ),
    (
        "Tea and stones",
        "A cohort study from elsewhere found fewer stones.",
        "",
        "",
    ),
    (
        "A non-randomised trial of early drain removal",
        "",
        "clinical_trial",
        "",
    ),
    (
        "Dose finding of a new agent: a phase II study",
        "",
        "clinical_trial",
        "",
    ),
    (
        "Gland volume",
        "We performed a single-arm, open-label trial in 30 men.",
        "clinical_trial",
        "",
    ),
    (
        "Stone recurrence: systematic review and meta-analysis of randomised trials",
        "",
        "systematic_review",
        "",
    ),
    (
        "Stone recurrence",
        "We conducted a systematic literature review.",
        "systematic_review",
        "",
    ),
    ("An umbrella review of drains", "", "systematic_review", ""),
    (
        "Comment on: drains after resection, a systematic review",
        "",
        "editorial_or_letter",
        "",
    ),
    (
        "Editorial: the drain is dead",
        "",
        "editorial_or_letter",
        "",
    ),
    ("Response to sorafenib", "", "", ""),
    (
        "Guidelines for the management of acute pancreatitis",
        "",
        "guideline",
        "",
    ),
    (
        "Adherence to guidelines for the management of acute pancreatitis",
        "",
        "",
        "",
    ),
    ("Guideline-based care of stones", "", "", ""),
    ("Consensus statement on hernia repair", "", "guideline", ""),
    (
        "Ultrasound in appendicitis: a diagnostic accuracy study",
        "",
        "diagnostic_accuracy",
        "",
    ),
    (
        "Ultrasound in appendicitis",
        "We assessed the diagnostic accuracy of ultrasound in 80 children.",
        "diagnostic_accuracy",
        "children",
    ),
    (
        "Risk factors of stones: a retrospective case-control study",
        "",
        "case_control",
        "",
    ),
    ("Cross-sectional imaging of the adrenal gland", "", "", ""),
    (
        "Back pain in nurses: a prospective cross-sectional survey",
        "",
        "cross_sectional",
        "",
    ),
    (
        "Living with a stoma: a qualitative study",
        "",
        "qualitative",
        "",
    ),
    (
        "Living with a stoma",
        "Semi-structured interviews were conducted with 14 patients.",
        "qualitative",
        "",
    ),
    (
        "Outcome of liver resection in the elderly",
        "This retrospective cohort study included all resections.",
        "cohort",
        "older_adults",
    ),
    (
        "Outcome of splenectomy",
        "METHODS: Retrospective analysis of a registry.",
        "cohort",
        "",
    ),
    (
        "Outcome of thymectomy",
        "We reviewed the charts of 40 patients.",
        "cohort",
        "",
    ),
    (
        "Colectomy in twins",
        "We retrospectively reviewed all operations.",
        "cohort",
        "",
    ),
    (
        "Adrenal cysts: a review of 12 patients",
        "",
        "case_series",
        "",
    ),
    (
        "Adrenal cysts: report of three cases",
        "",
        "case_series",
        "",
    ),
    (
        "Torsion of the spleen",
        "We report two patients with torsion.",
        "case_series",
        "",
    ),
    (
        "Torsion of the spleen: a case series and review of the literature",
        "",
        "case_series",
        "",
    ),
    (
        "Torsion of the gallbladder: a case report and literature review",
        "",
        "case_report",
        "",
    ),
    (
        "A rare case of a pancreatic pseudocyst",
        "",
        "case_report",
        "",
    ),
    (
        "Jaundice after a fall",
        "A 58-year-old man presented with jaundice. Ultrasound showed a clot.",
        "case_report",
        "adults men",
    ),
    (
        "Pain in the flank",
        "We report an unusual case. A 7-year-old girl had a stone.",
        "case_report",
        "children",
    ),
    (
        "Diverticulitis in a 71-year-old woman",
        "",
        "case_report",
        "older_adults women",
    ),
    ("The spleen: a narrative review", "", "review", ""),
    ("Review of splenic anatomy", "", "review", ""),
    (
        "Splenic anatomy",
        "This review tells what is known.",
        "review",
        "",
    ),
    (
        "A review of medical records after splenectomy",
        "",
        "cohort",
        "",
    ),
    (
        "Liver regeneration in rats: a randomised study",
        "",
        "animal",
        "animals",
    ),
    (
        "Liver regeneration",
        "Thirty-six rats were operated on. In 36 rats the lobe was tied.",
        "animal",
        "animals",
    ),
    (
        "Liver regeneration in mice: a systematic review",
        "",
        "systematic_review",
        "animals",
    ),
    ("Regeneration in mice and patients", "", "", ""),
    (
        "Fixation of the sacrum: a biomechanical study",
        "",
        "laboratory",
        "",
    ),
    (
        "Strength of sutures",
        "This in vitro study compared six knots.",
        "laboratory",
        "",
    ),
    ("In vitro fertilisation and the ovary", "", "", ""),
    (
        "Feeding after colectomy: study protocol for a randomised controlled trial",
        "We will do a randomised trial.",
        "",
        "",
    ),
    (
        "Stents in strictures",
        "This is the protocol for a review. This review will be systematic.",
        "",
        "",
    ),
    (
        "Losartan overdose",
        "All case reports were read. A recent meta-analysis was performed.",
        "",
        "",
    ),
    (
        "Sciatica",
        "A 45-year-old teacher presented with an absent reflex.",
        "case_report",
        "adults",
    ),
    (
        "Enhanced recovery protocol for colectomy: a cohort study",
        "",
        "cohort",
        "",
    ),
    ("Hernia in premature infants", "", "", "newborns"),
    (
        "Appendicitis in pregnancy",
        "We studied 40 pregnant women in a prospective study.",
        "cohort",
        "pregnant_women",
    ),
    ("Stones in men and women", "", "", ""),
    ("Stones in women", "", "", "women"),
    (
        "Stones",
        "Patients aged 65 years and over were included. There were 62 women.",
        "",
        "older_adults",
    ),
    ("Stones in older adults", "", "", "older_adults"),
    (
        "Stones in adolescents and young adults",
        "",
        "",
        "adolescents adults",
    ),
    (
        "Anatomy of the omental bursa",
        "The bursa lies behind the stomach.",
        "",
        "",
    ),
];

fn told<'a>(title: &'a str, text: &'a str) -> Told<'a> {
    Told {
        title,
        text,
        kind: None,
        mesh: &[],
        keywords: &[],
    }
}

fn ids((design, population): (Option<Design>, Vec<Population>)) -> (String, String) {
    let design = design.map(Design::id).unwrap_or_default();
    let population: Vec<&str> = population.into_iter().map(Population::id).collect();
    (design.to_owned(), population.join(" "))
}

#[test]
fn titles_and_abstracts_say_design_and_population_or_nothing() {
    assert!(CASES.len() > 40);
    for (title, text, design, population) in CASES {
        let (own, of) = ids(told(title, text).facets());
        assert_eq!(
            (own.as_str(), of.as_str()),
            (*design, *population),
            "{title}: {text}"
        );
    }
}

#[test]
fn publication_types_come_before_headings_and_these_before_words() {
    let of = |kind: &str, mesh: &[&str], title: &str| {
        let mesh: Vec<String> = mesh.iter().map(|heading| (*heading).to_owned()).collect();
        let told = Told {
            kind: Some(kind),
            mesh: &mesh,
            ..told(title, "")
        };
        ids(told.facets())
    };
    let is = |design: &str, population: &str| (design.to_owned(), population.to_owned());
    let article = "Journal Article";
    let tags = [
        "Humans",
        "Adult",
        "Middle Aged",
        "Female",
        "Male",
        "Cohort Studies",
    ];
    assert_eq!(
        of("Randomized Controlled Trial", &tags, "A cohort study"),
        is("randomised_trial", "adults")
    );
    assert_eq!(
        of(article, &tags, "A randomised trial"),
        is("cohort", "adults")
    );
    assert_eq!(
        of(article, &["Retrospective Studies"], "A case series"),
        is("case_series", "")
    );
    assert_eq!(
        of(article, &["Retrospective Studies"], "Stones"),
        is("cohort", "")
    );
    assert_eq!(
        of(
            article,
            &["Randomized Controlled Trials as Topic"],
            "Stones"
        ),
        is("", "")
    );
    assert_eq!(
        of("Case Reports", &[], "Stones: a case series"),
        is("case_series", "")
    );
    assert_eq!(
        of("Review", &[], "Stones: a systematic review"),
        is("systematic_review", "")
    );
    assert_eq!(of("review-article", &[], "Stones"), is("review", ""));
    assert_eq!(
        of("Letter", &[], "Stones: a cohort study"),
        is("editorial_or_letter", "")
    );
    let animals = ["Animals", "Rats", "Female"];
    assert_eq!(
        of(article, &animals, "A randomised trial of ligation"),
        is("animal", "animals")
    );
    let both = ["Animals", "Humans", "Female", "Pregnancy"];
    assert_eq!(of(article, &both, "Stones"), is("", "pregnant_women"));
    let ages = ["Infant, Newborn", "Aged, 80 and over", "Male"];
    assert_eq!(
        of(article, &ages, "Stones in children"),
        is("", "newborns older_adults men")
    );
}

#[test]
fn the_telling_type_of_several_is_kept() {
    let of = |types: &[&str]| {
        let types = types.iter().map(|kind| (*kind).to_owned());
        telling_type(types).unwrap_or_default()
    };
    assert_eq!(
        of(&["Journal Article", "Review", "Systematic Review"]),
        "Systematic Review"
    );
    assert_eq!(
        of(&["Comparative Study", "Journal Article"]),
        "Comparative Study"
    );
    assert_eq!(of(&["Case Reports", "Letter"]), "Case Reports");
    assert_eq!(of(&[]), "");
}

#[test]
fn a_record_is_told_as_a_whole_and_only_the_beginning_of_a_long_text() {
    let document = Document {
        title: "Gemcitabine after resection".into(),
        text: "A randomised trial.".into(),
        mesh: vec!["Adult".into(), "Carcinoma, Pancreatic Ductal".into()],
        ..Document::default()
    };
    let subject = document.subject();
    assert_eq!(
        subject.disease.as_deref(),
        Some("Pancreatic Ductal Carcinoma")
    );
    assert_eq!(subject.drug.as_deref(), Some("gemcitabine"));
    assert_eq!(subject.population, [Population::Adults]);
    assert_eq!(subject.design, Some(Design::RandomisedTrial));
    assert!(!subject.is_empty() && Document::default().subject().is_empty());
    let late = format!(
        "{} This is a cohort study.",
        "The spleen is an organ. ".repeat(200)
    );
    assert_eq!(told("The spleen", &late).facets().0, None);
}

#[test]
fn every_value_is_found_by_its_id() {
    for design in Design::ALL {
        assert_eq!(Design::of_id(design.id()), Some(design));
    }
    for group in Population::ALL {
        assert_eq!(Population::of_id(group.id()), Some(group));
    }
    assert_eq!(
        (Design::of_id("trial"), Population::of_id("")),
        (None, None)
    );
}
