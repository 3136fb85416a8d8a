//! How well points hit: IOR, NVD and NVD-O against the exact voxels of an atlas, and the baselines to beat.
//!
//! The measures are those of "Learning to Ground Medical Text in a 3D Human Atlas" (CoNLL 2020). For each text, d is the
//! distance from its point to the nearest voxel of the nearest right structure, 0 inside one.
//! * IOR: share of texts with the point inside a right structure or less than 10 mm from one.
//! * NVD: mean of d.
//! * NVD-O: mean of d over the texts whose point is outside.

use std::collections::BTreeMap;

use anatomy::{Atlas, StructureIndex};
use serde::{Deserialize, Serialize};

pub use grounding::HIT_MM;
use grounding::{Gazetteer, MentionKind, labels};

/// The measures over some texts, with standard errors (standard deviation of the mean).
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Score {
    /// Number of texts.
    pub n: usize,
    /// Inside-organ ratio, per cent.
    pub ior: f64,
    /// Its standard error.
    pub ior_se: f64,
    /// Nearest-voxel distance, cm.
    pub nvd_cm: f64,
    /// Its standard error.
    pub nvd_cm_se: f64,
    /// Nearest-voxel distance of the points outside, cm; 0 when all are inside.
    pub nvd_o_cm: f64,
    /// Its standard error.
    pub nvd_o_cm_se: f64,
}

impl Score {
    /// From the distances d, in mm.
    pub fn from_distances(distances_mm: &[f32]) -> Self {
        let hits: Vec<f64> = distances_mm
            .iter()
            .map(|d| if *d < HIT_MM { 100.0 } else { 0.0 })
            .collect();
        let cm: Vec<f64> = distances_mm.iter().map(|d| f64::from(*d) / 10.0).collect();
        let outside: Vec<f64> = cm.iter().copied().filter(|d| *d > 0.0).collect();
        let ((ior, ior_se), (nvd_cm, nvd_cm_se), (nvd_o_cm, nvd_o_cm_se)) = (
            mean_and_error(&hits),
            mean_and_error(&cm),
            mean_and_error(&outside),
        );
        Self {
            n: distances_mm.len(),
            ior,
            ior_se,
            nvd_cm,
            nvd_cm_se,
            nvd_o_cm,
            nvd_o_cm_se,
        }
    }
}

/// Mean and its standard error s / √n, with s of n - 1 degrees of freedom; 0 for fewer than two values.
fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let n = values.len() as f64;
    if values.is_empty() {
        return (0.0, 0.0);
    }
    let mean = values.iter().sum::<f64>() / n;
    if values.len() < 2 {
        return (mean, 0.0);
    }
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
    (mean, (variance / n).sqrt())
}

/// Distance (mm) from a point to the nearest voxel of the nearest of some structures; nothing when none has voxels.
pub fn distance_mm(atlas: &Atlas, right: &[StructureIndex], point: [f32; 3]) -> Option<f32> {
    right
        .iter()
        .filter_map(|s| atlas.distance_mm(*s, point))
        .min_by(f32::total_cmp)
}

/// A text with the right answers.
#[derive(Debug, Clone, Copy)]
pub struct LabelledText<'a> {
    /// Title; may be empty.
    pub title: &'a str,
    /// Text.
    pub text: &'a str,
    /// The right structures.
    pub right: &'a [StructureIndex],
}

/// The measures of a set of points, in all, by structure, and of the baselines on the same texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Evaluation {
    /// Over all texts.
    #[serde(flatten)]
    pub score: Score,
    /// Over the texts of each right structure, by catalogue id.
    pub by_structure: BTreeMap<String, Score>,
    /// The baselines: `random`, `center`, `freq`, `occ`, `most_mentioned`.
    pub baselines: BTreeMap<String, Score>,
}

/// Measures points against the right answers of their texts. Texts without a right structure that has voxels are left
/// out. `seed` fixes the random baselines.
///
/// # Panics
/// When there are not as many points as texts.
pub fn evaluate(
    atlas: &Atlas,
    texts: &[LabelledText<'_>],
    points_mm: &[[f32; 3]],
    seed: u64,
) -> Evaluation {
    assert_eq!(texts.len(), points_mm.len(), "one point for each text");
    let mut distances = Vec::new();
    let mut by_structure: BTreeMap<String, Vec<f32>> = BTreeMap::new();
    let mut measured = Vec::new();
    for (text, point) in texts.iter().zip(points_mm) {
        let Some(d) = distance_mm(atlas, text.right, *point) else {
            continue;
        };
        distances.push(d);
        measured.push(*text);
        for s in text.right {
            by_structure
                .entry(atlas.catalogue().get(*s).id.clone())
                .or_default()
                .push(d);
        }
    }
    let baselines = Baselines::new(atlas, &measured, seed);
    type Rule<'r> = &'r dyn Fn(usize, &LabelledText<'_>) -> [f32; 3];
    let rules: [(&str, Rule<'_>); 5] = [
        ("random", &|i, _| baselines.random(i)),
        ("center", &|_, _| [0.0; 3]),
        ("freq", &|i, _| baselines.freq(i)),
        ("occ", &|i, t| baselines.occ(i, t)),
        ("most_mentioned", &|i, t| baselines.most_mentioned(i, t)),
    ];
    let baselines = rules.map(|(name, rule)| {
        let d: Vec<f32> = measured
            .iter()
            .enumerate()
            .filter_map(|(i, t)| distance_mm(atlas, t.right, rule(i, t)))
            .collect();
        (name.to_owned(), Score::from_distances(&d))
    });
    Evaluation {
        score: Score::from_distances(&distances),
        by_structure: by_structure
            .into_iter()
            .map(|(id, d)| (id, Score::from_distances(&d)))
            .collect(),
        baselines: baselines.into(),
    }
}

/// Rules that need no model.
pub struct Baselines<'a> {
    atlas: &'a Atlas,
    /// Every organ of the word list that has voxels.
    organs: Vec<StructureIndex>,
    most_frequent: Option<StructureIndex>,
    seed: u64,
}

impl<'a> Baselines<'a> {
    /// Over an atlas; the most frequent structure is counted in `texts`.
    pub fn new(atlas: &'a Atlas, texts: &[LabelledText<'_>], seed: u64) -> Self {
        let gazetteer = Gazetteer::builtin();
        let organs = (0..gazetteer.classes().len())
            .flat_map(|c| gazetteer.structures_of(c))
            .copied()
            .filter(|s| atlas.has_voxels(*s))
            .collect();
        let mut counts: BTreeMap<StructureIndex, usize> = BTreeMap::new();
        texts
            .iter()
            .flat_map(|t| t.right)
            .for_each(|s| *counts.entry(*s).or_default() += 1);
        let most_frequent = counts
            .into_iter()
            .max_by_key(|(s, n)| (*n, std::cmp::Reverse(*s)))
            .map(|(s, _)| s);
        Self {
            atlas,
            organs,
            most_frequent,
            seed,
        }
    }

    /// Random: a random point of a random organ.
    pub fn random(&self, text: usize) -> [f32; 3] {
        self.pick(text, &self.organs, 1)
    }

    /// Freq: a random point of the structure that is right most often.
    pub fn freq(&self, text: usize) -> [f32; 3] {
        self.pick(text, self.most_frequent.as_slice(), 2)
    }

    /// Occ: a random point of a random organ that the text names, else the centre.
    pub fn occ(&self, text: usize, input: &LabelledText<'_>) -> [f32; 3] {
        let mut named = labels::mention(input.title);
        named.extend(labels::mention(input.text));
        named.sort_unstable();
        named.dedup();
        self.pick(text, &named, 3)
    }

    /// A random point of the organ that the text names most often (the earliest of equals), else the centre.
    pub fn most_mentioned(&self, text: usize, input: &LabelledText<'_>) -> [f32; 3] {
        let mut counts: Vec<(StructureIndex, usize)> = Vec::new();
        for mention in [input.title, input.text]
            .iter()
            .flat_map(|t| Gazetteer::core().find(t))
            .filter(|m| m.kind == MentionKind::Name)
        {
            for organ in labels::organs(mention.class, &mention.structures) {
                match counts.iter_mut().find(|(s, _)| *s == organ) {
                    Some((_, n)) => *n += 1,
                    None => counts.push((organ, 1)),
                }
            }
        }
        let most = counts.iter().map(|(_, n)| *n).max();
        let first = counts
            .iter()
            .find(|(_, n)| Some(*n) == most)
            .map(|(s, _)| *s);
        self.pick(text, first.as_slice(), 4)
    }

    /// A random voxel of one of some structures; the centre of the atlas when there is none.
    fn pick(&self, text: usize, from: &[StructureIndex], rule: u64) -> [f32; 3] {
        let from: Vec<StructureIndex> = from
            .iter()
            .copied()
            .filter(|s| self.atlas.has_voxels(*s))
            .collect();
        if from.is_empty() {
            return [0.0; 3];
        }
        let random = mix(self.seed ^ mix(text as u64 ^ (rule << 56)));
        let structure = from[(random % from.len() as u64) as usize];
        self.atlas
            .sample_points(structure, 1, mix(random))
            .first()
            .copied()
            .unwrap_or([0.0; 3])
    }
}

/// One step of SplitMix64 (Steele, Lea and Flood 2014): a well-mixed number for each number.
fn mix(x: u64) -> u64 {
    let mut z = x.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_follow_their_definitions() {
        let s = Score::from_distances(&[0.0, 5.0, 10.0, 45.0]);
        assert_eq!(s.n, 4);
        assert!((s.ior - 50.0).abs() < 1e-9, "10 mm is no hit");
        assert!((s.nvd_cm - 1.5).abs() < 1e-6);
        assert!((s.nvd_o_cm - 2.0).abs() < 1e-6, "of 5, 10 and 45 mm");
        // Hits 100, 100, 0, 0: s = 57.735, over √4.
        assert!((s.ior_se - 28.867_513).abs() < 1e-5);
        let none = Score::from_distances(&[]);
        assert_eq!((none.n, none.ior, none.nvd_o_cm), (0, 0.0, 0.0));
        assert_eq!(Score::from_distances(&[0.0]).nvd_cm_se, 0.0);
    }

    #[test]
    fn evaluation_has_the_keys_of_the_command_line() {
        let json = serde_json::to_value(Evaluation::default()).unwrap();
        for key in [
            "n",
            "ior",
            "ior_se",
            "nvd_cm",
            "nvd_cm_se",
            "nvd_o_cm",
            "nvd_o_cm_se",
            "by_structure",
            "baselines",
        ] {
            assert!(json.get(key).is_some(), "{key}");
        }
    }
}
