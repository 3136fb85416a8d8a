//! The ends of organs that have names by themselves, as the table of position words means them: a share of the organ's voxels along one
//! direction of the body.

use anatomy::{Atlas, Catalogue, StructureIndex};

use super::constraint::{Axis, Constraint};
use super::table::PositionTable;

/// An end of an organ that has a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// The dome of the liver, of the bladder.
    Dome,
    /// The apex of a lung, of the prostate.
    Apex,
    /// The base of a lung, of the prostate.
    Base,
    /// The upper pole of a kidney, of a testis.
    UpperPole,
    /// The lower pole.
    LowerPole,
    /// The lower tip of the spleen.
    Tip,
    /// The fundus of the gallbladder.
    Fundus,
    /// The neck of the gallbladder, of the bladder.
    Neck,
}

/// Ends of an organ, with the words for them.
type Ends = &'static [(End, &'static [&'static str])];

/// Organs of the catalogue (of pairs, the pair) with their ends and the words for these in the table. Those of other structures are no part
/// of one organ ("the tips of the ribs"), or structures themselves (the fundus of the stomach).
const ENDS: [(&str, Ends); 8] = [
    ("liver", &[(End::Dome, &["dome"])]),
    ("spleen", &[(End::Tip, &["tip"])]),
    ("kidney", POLES),
    ("testis", POLES),
    ("lung", &[(End::Apex, &["apex"]), (End::Base, &["base"])]),
    (
        "prostate",
        &[(End::Apex, &["apex"]), (End::Base, &["base"])],
    ),
    (
        "gallbladder",
        &[(End::Fundus, &["fundus"]), (End::Neck, &["neck"])],
    ),
    (
        "urinary_bladder",
        &[(End::Dome, &["dome"]), (End::Neck, &["neck"])],
    ),
];

const POLES: Ends = &[
    (End::UpperPole, &["upper", "pole"]),
    (End::LowerPole, &["lower", "pole"]),
];

/// The named end of the organ of a structure that lies nearest to a point (LPS mm), and how far it is, mm: 0 in it. Nothing where the organ
/// has none, or the structure is a pair of which either may be meant. All voxels of the organ are looked at: no work for a frame.
pub fn nearest_end(
    atlas: &Atlas,
    structure: StructureIndex,
    point: [f32; 3],
) -> Option<(End, f32)> {
    let catalogue = atlas.catalogue();
    if catalogue.halves(structure).is_some() {
        return None;
    }
    let (organ, row, ends) = organ_of(catalogue, structure)?;
    let voxels = atlas.voxel_centres(organ);
    let all = ends.iter().filter_map(|(end, words)| {
        let (axis, low, high) = share(row, words)?;
        let nearest = within(&voxels, axis, low, high)
            .map(|voxel| {
                (0..3)
                    .map(|a| (voxel[a] - point[a]).powi(2))
                    .sum::<f32>()
                    .sqrt()
            })
            .reduce(f32::min)?;
        // Centres of voxels, of which the point may lie in one.
        Some((*end, if nearest < 1.0 { 0.0 } else { nearest }))
    });
    all.min_by(|a, b| a.1.total_cmp(&b.1))
}

/// The organ with ends that a structure is or is part of, of a pair the one of its side; the row by which the table knows it; its ends.
fn organ_of(
    catalogue: &Catalogue,
    structure: StructureIndex,
) -> Option<(StructureIndex, StructureIndex, Ends)> {
    let mut organ = structure;
    for whole in std::iter::once(structure).chain(catalogue.ancestors(structure)) {
        if catalogue.halves(whole).is_none() {
            organ = whole;
        }
        let id = &catalogue.get(whole).id;
        if let Some((_, ends)) = ENDS.iter().find(|(known, _)| known == id) {
            return Some((organ, whole, *ends));
        }
    }
    None
}

/// The share that the table means by a place of an organ: along which coordinate, and from where to where.
fn share(organ: StructureIndex, words: &[&str]) -> Option<(usize, f32, f32)> {
    let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    let [Constraint::Span { axis, low, high }] =
        PositionTable::builtin().parts.get(&organ)?.get(&words)?
    else {
        return None;
    };
    let axis = match axis {
        Axis::X => 0,
        Axis::Y => 1,
        Axis::Z => 2,
        Axis::Lateral | Axis::Flow | Axis::Depth => return None,
    };
    Some((axis, *low, *high))
}

/// The voxels between two shares of all in their order along a coordinate.
fn within(
    voxels: &[[f32; 3]],
    axis: usize,
    low: f32,
    high: f32,
) -> impl Iterator<Item = &[f32; 3]> {
    let mut along: Vec<f32> = voxels.iter().map(|voxel| voxel[axis]).collect();
    let mut at = |share: f32| {
        let last = along.len().checked_sub(1)?;
        let n = (f64::from(share) * last as f64).round() as usize;
        let (_, value, _) = along.select_nth_unstable_by(n, f32::total_cmp);
        Some(*value)
    };
    let from = at(low).unwrap_or(f32::INFINITY);
    let to = at(high).unwrap_or(f32::NEG_INFINITY);
    voxels
        .iter()
        .filter(move |voxel| (from..=to).contains(&voxel[axis]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use anatomy::{BRICK, LabelVolume};

    #[test]
    fn every_end_is_one_share_in_the_table() {
        let catalogue = Catalogue::builtin();
        for (organ, ends) in ENDS {
            let row = catalogue.index_of(organ).expect("a structure");
            for (end, words) in ends {
                let found = share(row, words);
                let is_end = found.is_some_and(|(_, low, high)| low == 0.0 || high == 1.0);
                assert!(is_end, "{end:?} of {organ}: {found:?}");
            }
        }
    }

    /// Blocks of 10 x 10 x 40 voxels: the liver on the right, and the left kidney.
    fn atlas() -> Atlas {
        let catalogue = Catalogue::builtin();
        let label = |id: &str| catalogue.index_of(id).expect("a structure").0 + 1;
        let (liver, kidney) = (label("liver"), label("left_kidney"));
        let labels = LabelVolume::from_bricks([48; 3], |at, voxels| {
            for (n, voxel) in voxels.iter_mut().enumerate() {
                let [x, y, z] = [
                    at[0] + n % BRICK,
                    at[1] + n / BRICK % BRICK,
                    at[2] + n / (BRICK * BRICK),
                ];
                let is_inside = (10..20).contains(&y) && (4..44).contains(&z);
                *voxel = match x {
                    4..14 if is_inside => liver,
                    30..40 if is_inside => kidney,
                    _ => 0,
                };
            }
        });
        Atlas::from_labels(catalogue, labels)
    }

    #[test]
    fn the_nearest_end_of_an_organ_is_told_with_its_distance() {
        let atlas = atlas();
        let row = |id: &str| atlas.catalogue().index_of(id).expect("a structure");
        let mm = |voxel: [usize; 3]| atlas.labels().centre_mm(voxel);
        let nearest = |id: &str, voxel| nearest_end(&atlas, row(id), mm(voxel));
        // The dome is the upper 12 %: five of forty slices.
        assert_eq!(nearest("liver", [8, 15, 42]), Some((End::Dome, 0.0)));
        let (end, far) = nearest("liver", [8, 15, 29]).expect("it has a dome");
        assert_eq!(end, End::Dome);
        assert!((9.0..=11.0).contains(&far), "{far}");
        let (end, far) = nearest("left_kidney", [35, 15, 15]).expect("it has poles");
        assert_eq!(end, End::LowerPole);
        assert!((3.0..=6.0).contains(&far), "{far}");
        // Which kidney is meant is not known; and what has no ends.
        assert_eq!(nearest("kidney", [35, 15, 15]), None);
        assert_eq!(nearest("stomach", [35, 15, 15]), None);
    }
}
