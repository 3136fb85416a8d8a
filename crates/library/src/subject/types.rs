//! What publication types say of a study.

use super::design::Design;
use Design::{
    CaseReport, ClinicalTrial, EditorialOrLetter, Guideline, RandomisedTrial, Review,
    SystematicReview,
};

/// By a publication type, as PubMed, JATS and reference programs name them.
pub(super) fn of_type(kind: &str) -> Option<Design> {
    let letters = kind.chars().filter(|letter| letter.is_alphabetic());
    let letters: String = letters.flat_map(char::to_lowercase).collect();
    Some(match letters.as_str() {
        "systematicreview" | "metaanalysis" | "networkmetaanalysis" => SystematicReview,
        "randomizedcontrolledtrial"
        | "randomizedcontrolledtrialveterinary"
        | "pragmaticclinicaltrial"
        | "equivalencetrial" => RandomisedTrial,
        "clinicaltrial"
        | "clinicaltrialveterinary"
        | "controlledclinicaltrial"
        | "adaptiveclinicaltrial"
        | "clinicaltrialphasei"
        | "clinicaltrialphaseii"
        | "clinicaltrialphaseiii"
        | "clinicaltrialphaseiv" => ClinicalTrial,
        "guideline"
        | "practiceguideline"
        | "consensusdevelopmentconference"
        | "consensusdevelopmentconferencenih"
        | "consensusstatement" => Guideline,
        "casereport" | "casereports" => CaseReport,
        "review" | "reviewarticle" | "scopingreview" => Review,
        "editorial" | "editorialmaterial" | "letter" | "comment" | "commentary"
        | "articlecommentary" | "reply" => EditorialOrLetter,
        _ => return None,
    })
}

/// Of several publication types of a record the one that says most of what the paper did, else the first: PubMed has "Journal Article" before "Review".
pub(crate) fn telling_type(types: impl Iterator<Item = String>) -> Option<String> {
    let types: Vec<String> = types.collect();
    let telling = types.iter().enumerate();
    let telling = telling.filter_map(|(n, kind)| Some((of_type(kind)?, n)));
    let at = telling.min().map_or(0, |(_, n)| n);
    types.into_iter().nth(at)
}
