//! What the network says that a row is about: one structure of all.

use anatomy::{Sex, StructureIndex};

use super::Locator;
use crate::engine::RowOutput;
use crate::female::HerReading;

/// What a row is about: a structure, its class, and the probability.
pub(super) struct Answer {
    pub(super) structure: StructureIndex,
    pub(super) class: Option<usize>,
    pub(super) p: f32,
}

/// What the network says that a row is about. In the female body her own organs have what the reading of hers gives them, and the others share
/// what that leaves.
pub(super) fn answers(locator: &Locator<'_>, row: &RowOutput) -> Vec<Answer> {
    let Locator { model, hers, .. } = *locator;
    let said = HerReading::of(model.hers(), &row.about).p;
    // Both in the order of the model.
    let mut own = hers.map(|hers| hers.structures.iter());
    let left = hers.map_or(1.0, |hers| (1.0 - hers.p) / (1.0 - said).max(0.01));
    let catalogue = locator.atlas.catalogue();
    let each = model.answers.iter().zip(&row.about);
    each.map(|((structure, class), p)| {
        let is_hers = catalogue.get(*structure).sex == Some(Sex::Female);
        let read = own.as_mut().filter(|_| is_hers).and_then(Iterator::next);
        Answer {
            structure: *structure,
            class: *class,
            p: read.map_or(p * left, |(_, p)| *p),
        }
    })
    .collect()
}

/// How far a row is about each class, at least one in ten thousand: the sum over its structures.
pub(super) fn about_classes(classes: usize, answers: &[Answer]) -> Vec<f32> {
    let mut sums = vec![1e-4; classes];
    for answer in answers {
        if let Some(class) = answer.class {
            sums[class] += answer.p;
        }
    }
    sums
}
