//! How likely a row is about nothing in this torso.

use crate::engine::{RowOutput, logistic, logit};
use crate::model::Model;

/// What speaks for it, before it is weighed: the logits of the network's output `outside`, of the evidence for the best organ of this body, and of
/// being about nowhere (0 where the model does not say).
pub(crate) fn signs(model: &Model, row: &RowOutput) -> [f32; 3] {
    let present = row.evidence.iter().zip(&model.structures);
    let best = present
        .filter(|(_, structures)| !structures.is_empty())
        .map(|(p, _)| *p)
        .fold(0.0, f32::max);
    let nowhere = model.nowhere(&row.about);
    [logit(row.outside), logit(best), nowhere.map_or(0.0, logit)]
}

/// The probability, see [`crate::Grounding::outside_p`]; `is_long`: whether the row is a text of more than [`crate::sentences::LONG_BYTES`].
pub(crate) fn outside_p(model: &Model, row: &RowOutput, is_long: bool) -> f32 {
    let [outside, best, nowhere, shift] = model.calibration.outside[usize::from(is_long)];
    let signs = signs(model, row);
    logistic(outside * signs[0] + best * signs[1] + nowhere * signs[2] + shift)
}
