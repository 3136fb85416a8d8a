//! What a few words mean: what the network reads in them, weighed with what the names that are like them mean.

use anatomy::{Catalogue, StructureIndex};

use super::{NameFinder, Votes};
use crate::engine::RowOutput;
use crate::model::Model;
use crate::tags::Tag;
use crate::{Features, TextInput};

/// Longer texts are read by the network alone: a name is a bag of words.
const MAX_BYTES: usize = 60;

/// How much names are listened to when one is the same: of 400 phrases of develop 84.2 % are right without them, 90.2, 90.8 and 90.5 % with 0.4,
/// 0.5 and 0.6.
const WEIGHT: f32 = 0.5;

/// Cosines of the nearest name from which on names are listened to at all, and fully.
const TRUST: [f32; 2] = [0.4, 0.9];

/// Words that the network reads in one of these ways ("no …", "just above the …") mean more than their sum.
const READ: [Tag; 5] = [
    Tag::Excluded,
    Tag::History,
    Tag::Family,
    Tag::Landmark,
    Tag::Normal,
];

/// Whether a text is so short that its names are asked.
pub fn is_few_words(input: &TextInput<'_>) -> bool {
    let titled = input.title.is_some_and(|title| !title.trim().is_empty());
    !titled && input.text.trim().len() <= MAX_BYTES
}

/// The rows of a short text of one sentence with what its names say; nothing for other texts, and where no name is near.
pub fn weigh(
    model: &Model,
    finder: &NameFinder,
    input: &TextInput<'_>,
    features: &Features,
    rows: &[RowOutput],
) -> Option<Vec<RowOutput>> {
    if !is_few_words(input) || features.sentences.len() > 1 {
        return None;
    }
    let reads = |p: &[f32; Tag::ANSWERS]| READ.iter().any(|tag| p[*tag as usize] > 0.5);
    if rows.first()?.tags.0.iter().any(reads) {
        return None;
    }
    let votes = finder.votes(input.text)?;
    let trust = (votes.cosine - TRUST[0]) / (TRUST[1] - TRUST[0]);
    let weight = WEIGHT * trust.clamp(0.0, 1.0);
    let (about, classes) = shares(&model.answers, model.classes.len(), &votes);
    let nowhere = model.nowhere(&about).unwrap_or(0.0);
    let mut rows = rows.to_vec();
    for row in &mut rows {
        mix(&mut row.about, &about, weight);
        mix(&mut row.evidence, &classes, weight);
        row.outside += (nowhere - row.outside) * weight;
    }
    Some(rows)
}

/// The shares of a model's answers (nowhere last) and of its classes, of which there are so many. What it has no answer for (a vessel of the heart)
/// is of the class of what it is part of.
fn shares(
    answers: &[(StructureIndex, Option<usize>)],
    classes: usize,
    votes: &Votes<'_>,
) -> (Vec<f32>, Vec<f32>) {
    let catalogue = Catalogue::builtin();
    let mut about = vec![0.0; answers.len() + 1];
    let mut of_classes = vec![0.0; classes];
    for vote in &votes.shares {
        let Some(structure) = vote.structure else {
            about[answers.len()] += vote.share;
            continue;
        };
        let answer = |s: StructureIndex| answers.iter().position(|(row, _)| *row == s);
        if let Some(own) = answer(structure) {
            about[own] += vote.share;
        }
        let mut wholes = std::iter::once(structure).chain(catalogue.ancestors(structure));
        let class = wholes.find_map(answer).and_then(|at| answers[at].1);
        if let Some(class) = class {
            of_classes[class] += vote.share;
        }
    }
    (about, of_classes)
}

/// Moves numbers towards others.
fn mix(own: &mut [f32], other: &[f32], weight: f32) {
    for (own, other) in own.iter_mut().zip(other) {
        *own += (other - *own) * weight;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::names::Vote;

    #[test]
    fn what_the_model_has_no_answer_for_is_of_the_class_of_its_whole() {
        let row = |id: &str| Catalogue::builtin().index_of(id).unwrap();
        let answers = [(row("liver"), Some(0)), (row("heart"), Some(1))];
        let vote = |structure: Option<&str>, share: f32| Vote {
            structure: structure.map(row),
            share,
            cosine: 1.0,
            name: "a name",
        };
        let votes = Votes {
            cosine: 1.0,
            shares: vec![
                vote(Some("left_coronary_artery"), 0.5),
                vote(Some("liver"), 0.25),
                vote(None, 0.25),
            ],
        };
        let (about, classes) = shares(&answers, 2, &votes);
        assert_eq!(about, [0.25, 0.0, 0.25]);
        assert_eq!(classes, [0.25, 0.5]);
    }
}
