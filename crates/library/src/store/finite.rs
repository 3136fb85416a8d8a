//! Numbers that are none are not stored: as JSON they could not be read again.

use grounding::Grounding;

/// Why a grounding cannot be kept: a number in it is not one.
pub(crate) fn unusable(grounding: &Grounding) -> Option<String> {
    let finite = |point: &[f32; 3]| point.iter().all(|v| v.is_finite());
    let good = finite(&grounding.point_mm)
        && grounding.distance_mm.is_finite()
        && grounding.outside_p.is_finite()
        && grounding
            .structures
            .iter()
            .chain(&grounding.elsewhere)
            .all(|evidence| evidence.p.is_finite())
        && grounding.covariance_mm2.iter().all(|v| v.is_finite())
        && grounding
            .places
            .iter()
            .all(|place| finite(&place.point_mm) && place.weight.is_finite())
        && grounding
            .sentences
            .iter()
            .all(|sentence| finite(&sentence.point_mm) && sentence.p.is_finite());
    (!good).then(|| "its grounding holds a value that is not a number".to_owned())
}
