//! What a paper is about, in one line and in the language of the window.

use language::say;
use library::{Design, Population, Subject};

use crate::short;

/// Letters of a line, at most, where something can be left out.
const LETTERS: usize = 90;
/// Letters of a disease or a drug that are shown, at most.
const LETTERS_OF_NAME: usize = 40;
/// Populations that are named; of more the paper is about nearly everybody.
const MOST_GROUPS: usize = 2;

/// What a kind of study is called within a line: "randomised trial".
pub fn design_name(design: Design) -> String {
    match design {
        Design::SystematicReview => say!("subject-design-systematic-review"),
        Design::RandomisedTrial => say!("subject-design-randomised-trial"),
        Design::ClinicalTrial => say!("subject-design-clinical-trial"),
        Design::Guideline => say!("subject-design-guideline"),
        Design::DiagnosticAccuracy => say!("subject-design-diagnostic-accuracy"),
        Design::CaseControl => say!("subject-design-case-control"),
        Design::CrossSectional => say!("subject-design-cross-sectional"),
        Design::Qualitative => say!("subject-design-qualitative"),
        Design::Cohort => say!("subject-design-cohort"),
        Design::CaseSeries => say!("subject-design-case-series"),
        Design::CaseReport => say!("subject-design-case-report"),
        Design::Review => say!("subject-design-review"),
        Design::Animal => say!("subject-design-animal"),
        Design::Laboratory => say!("subject-design-laboratory"),
        Design::EditorialOrLetter => say!("subject-design-editorial-or-letter"),
    }
}

/// What those are called whom a paper is of, within a line: "older adults".
pub fn population_name(population: Population) -> String {
    match population {
        Population::Newborns => say!("subject-population-newborns"),
        Population::Infants => say!("subject-population-infants"),
        Population::Children => say!("subject-population-children"),
        Population::Adolescents => say!("subject-population-adolescents"),
        Population::Adults => say!("subject-population-adults"),
        Population::OlderAdults => say!("subject-population-older-adults"),
        Population::PregnantWomen => say!("subject-population-pregnant-women"),
        Population::Women => say!("subject-population-women"),
        Population::Men => say!("subject-population-men"),
        Population::Animals => say!("subject-population-animals"),
    }
}

/// Whether a paper has a line by [`subject_line`], without making it.
pub fn has_subject_line(subject: &Subject) -> bool {
    let named = subject.disease.is_some() || subject.drug.is_some() || subject.design.is_some();
    named || !told_groups(subject).is_empty()
}

/// Of whom it is, as far as that is told: not of many, nor where it is a study of animals.
fn told_groups(subject: &Subject) -> &[Population] {
    let of_animals = subject.design == Some(Design::Animal);
    match subject.population.len() <= MOST_GROUPS && !of_animals {
        true => &subject.population,
        false => &[],
    }
}

/// What a paper is about in one line: its place, where that is to stand in it, the disease, the drug, of whom it is and what kind of study; nothing where
/// there is nothing but the place. Where the line grows long, whom it is of is left out first, then the drug, then the disease.
pub fn subject_line(place: Option<&str>, subject: &Subject) -> Option<String> {
    if !has_subject_line(subject) {
        return None;
    }
    let groups = told_groups(subject).iter().copied();
    let groups: Vec<String> = groups.map(population_name).collect();
    let named =
        |words: &Option<String>| words.as_deref().map(|words| short(words, LETTERS_OF_NAME));
    // In the order of the line.
    let mut parts = [
        place.map(str::to_owned),
        named(&subject.disease),
        named(&subject.drug),
        (!groups.is_empty()).then(|| groups.join(", ")),
        subject.design.map(design_name),
    ];
    let line = |parts: &[Option<String>]| {
        let there: Vec<&str> = parts.iter().flatten().map(String::as_str).collect();
        there.join(" · ")
    };
    for leave_out in [3, 2, 1] {
        if line(&parts).chars().count() <= LETTERS {
            break;
        }
        parts[leave_out] = None;
    }
    let says_more = parts[1..].iter().any(Option::is_some);
    says_more.then(|| line(&parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn subject() -> Subject {
        Subject {
            disease: Some("ductal carcinoma".into()),
            drug: Some("gemcitabine".into()),
            population: vec![Population::Adults],
            design: Some(Design::RandomisedTrial),
        }
    }

    #[test]
    fn a_line_has_its_parts_in_order_and_none_for_what_is_not_known() {
        let all = "Head of pancreas · ductal carcinoma · gemcitabine · adults · randomised trial";
        let line = subject_line(Some("Head of pancreas"), &subject());
        assert_eq!(line.as_deref(), Some(all));
        let cohort = Subject {
            design: Some(Design::Cohort),
            ..Subject::default()
        };
        assert_eq!(subject_line(None, &cohort).as_deref(), Some("cohort study"));
        assert_eq!(subject_line(Some("Liver"), &Subject::default()), None);
        let many = Subject {
            population: vec![
                Population::Children,
                Population::Adults,
                Population::OlderAdults,
            ],
            ..Subject::default()
        };
        assert_eq!(subject_line(Some("Liver"), &many), None);
    }

    #[test]
    fn a_long_line_loses_its_population_first_and_long_names_are_cut() {
        let long = Subject {
            disease: Some("a".repeat(60)),
            ..subject()
        };
        let line = subject_line(Some("Pancreas"), &long).expect("a line");
        let expected = format!(
            "Pancreas · {}… · gemcitabine · randomised trial",
            "a".repeat(39)
        );
        assert_eq!(line, expected);
        let longer = Subject {
            drug: Some("b".repeat(40)),
            ..long
        };
        let line = subject_line(Some("Pancreas"), &longer).expect("a line");
        assert_eq!(
            line,
            format!("Pancreas · {}… · randomised trial", "a".repeat(39))
        );
    }

    #[test]
    fn every_value_has_a_name_of_its_own() {
        let designs = Design::ALL.map(design_name);
        let populations = Population::ALL.map(population_name);
        let names: std::collections::HashSet<&String> =
            designs.iter().chain(&populations).collect();
        assert_eq!(names.len(), Design::ALL.len() + Population::ALL.len());
        assert!(!names.iter().any(|name| name.is_empty()));
    }
}
