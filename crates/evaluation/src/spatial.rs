//! The test of the language of position: sentences with the place each speaks of (`data/spatial-sentences.tsv`), judged over
//! the voxels of the atlas without the geometry that the grounder uses.

use std::collections::{BTreeMap, HashMap};
use std::hash::Hasher as _;

use anatomy::{Atlas, Catalogue, StructureIndex};
use fnv::FnvHasher;
use grounding::{Grounder, GroundingError, HIT_MM, TextInput};

use crate::metrics;

/// Voxels of a structure that are looked at, at most (about).
const VOXELS: usize = 150_000;

/// One sentence with its right answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Id.
    pub id: String,
    /// Whether it belongs to the test half; the other half is for development.
    pub test: bool,
    /// What it tries.
    pub phenomenon: String,
    /// The sentence.
    pub sentence: String,
    /// Right structures with what must hold of their voxels. Those of one entry are one place, entries are alternatives.
    pub places: Vec<(Vec<StructureIndex>, Vec<Condition>)>,
    /// The side it speaks of: 1 left, -1 right.
    pub side: Option<f32>,
}

/// A condition on voxels, as the table states it.
#[derive(Debug, Clone, PartialEq)]
pub enum Condition {
    /// Axis, above (or below), the bound.
    Bound(usize, bool, Bound),
    /// Within the extent of a structure along an axis.
    Within(usize, StructureIndex),
    /// Within so many mm of a structure.
    Near(StructureIndex, f32),
    /// Within so many mm of the surface along one of the axes (or not).
    Surface(bool, f32),
}

/// What a coordinate is compared to.
#[derive(Debug, Clone, PartialEq)]
pub enum Bound {
    /// Millimetres.
    Mm(f32),
    /// A quantile of the voxels of the case's structures, 0 to 1.
    Quantile(f32),
    /// The centroid of a structure.
    Centroid(StructureIndex),
}

/// The split of an id: bit 20 of its 64-bit FNV-1a hash (Fowler, Noll and Vo) puts it into the test half.
pub fn is_test(id: &str) -> bool {
    let mut hash = FnvHasher::default();
    hash.write(id.as_bytes());
    hash.finish() >> 20 & 1 == 1
}

/// Reads the table of sentences.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse(text: &str, catalogue: &Catalogue) -> Result<Vec<Case>, String> {
    let mut cases = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if line.starts_with('#') || line.starts_with("id\t") || line.trim().is_empty() {
            continue;
        }
        let fault = |reason: String| format!("line {}: {reason}", n + 1);
        let fields: Vec<&str> = line.split('\t').collect();
        let [
            id,
            split,
            phenomenon,
            sentence,
            structures,
            conditions,
            side,
        ] = fields[..]
        else {
            return Err(fault(format!("{} fields instead of 7", fields.len())));
        };
        if is_test(id) != (split == "test") {
            return Err(fault(format!(
                "{id:?} does not belong to the split {split:?}"
            )));
        }
        let find = |id: &str| {
            catalogue
                .index_of(id)
                .ok_or_else(|| fault(format!("no structure {id:?} in the catalogue")))
        };
        let structures: Vec<StructureIndex> =
            structures.split('|').map(find).collect::<Result<_, _>>()?;
        let read = |text: &str| {
            text.split('&')
                .map(str::trim)
                .filter(|t| !t.is_empty())
                .map(|t| condition(t, catalogue).ok_or_else(|| fault(format!("unclear {t:?}"))))
                .collect::<Result<Vec<_>, _>>()
        };
        let places = if conditions.contains('|') {
            let conditions: Vec<&str> = conditions.split('|').collect();
            if conditions.len() != structures.len() {
                return Err(fault("not one constraint for each structure".to_owned()));
            }
            let pairs = structures.iter().zip(conditions);
            pairs
                .map(|(s, c)| Ok((vec![*s], read(c)?)))
                .collect::<Result<_, String>>()?
        } else {
            vec![(structures, read(conditions)?)]
        };
        cases.push(Case {
            id: id.to_owned(),
            test: split == "test",
            phenomenon: phenomenon.to_owned(),
            sentence: sentence.to_owned(),
            places,
            side: match side {
                "left" => Some(1.0),
                "right" => Some(-1.0),
                "both" | "-" => None,
                _ => return Err(fault(format!("unknown side {side:?}"))),
            },
        });
    }
    Ok(cases)
}

fn condition(term: &str, catalogue: &Catalogue) -> Option<Condition> {
    if let Some(rest) = term.strip_prefix("near:") {
        let (id, mm) = rest.split_once('<')?;
        return Some(Condition::Near(catalogue.index_of(id)?, mm.parse().ok()?));
    }
    if let Some(mm) = term.strip_prefix("surface<") {
        return Some(Condition::Surface(true, mm.parse().ok()?));
    }
    if let Some(mm) = term.strip_prefix("deep>") {
        return Some(Condition::Surface(false, mm.parse().ok()?));
    }
    let axis = "xyz".find(term.chars().next()?)?;
    let bound = term.get(2..)?;
    match &term[1..2] {
        "@" => Some(Condition::Within(axis, catalogue.index_of(bound)?)),
        sign @ ("<" | ">") => {
            let what = if let Some(share) = bound.strip_suffix('%') {
                Bound::Quantile(share.parse::<f32>().ok()? / 100.0)
            } else if let Ok(mm) = bound.parse() {
                Bound::Mm(mm)
            } else {
                Bound::Centroid(catalogue.index_of(bound)?)
            };
            Some(Condition::Bound(axis, sign == ">", what))
        }
        _ => None,
    }
}

/// Measures points against the table.
pub struct Judge<'a> {
    atlas: &'a Atlas,
    voxels: HashMap<Vec<StructureIndex>, Vec<[f32; 3]>>,
}

impl<'a> Judge<'a> {
    /// Over an atlas.
    pub fn new(atlas: &'a Atlas) -> Self {
        Judge {
            atlas,
            voxels: HashMap::new(),
        }
    }

    /// Distance (mm) from a point to the nearest voxel that is right for a case; infinite when there is none.
    pub fn distance_mm(&mut self, case: &Case, point: [f32; 3]) -> f32 {
        case.places
            .iter()
            .map(|(structures, conditions)| self.distance_to(structures, conditions, point))
            .fold(f32::INFINITY, f32::min)
    }

    /// Whether a point is on the side that a case speaks of; nothing when it speaks of none.
    pub fn right_side(&self, case: &Case, point: [f32; 3]) -> Option<bool> {
        let side = case.side?;
        let column = self.atlas.catalogue().index_of("vertebral_column");
        let midline = column
            .and_then(|c| self.atlas.centroid_mm(c))
            .map_or(0.0, |c| c[0]);
        Some((point[0] - midline) * side > 0.0)
    }

    fn distance_to(
        &mut self,
        structures: &[StructureIndex],
        conditions: &[Condition],
        point: [f32; 3],
    ) -> f32 {
        let atlas = self.atlas;
        if conditions.is_empty() {
            return metrics::distance_mm(atlas, structures, point).unwrap_or(f32::INFINITY);
        }
        let voxels = self.voxels.entry(structures.to_vec()).or_insert_with(|| {
            let all: Vec<[f32; 3]> = structures
                .iter()
                .flat_map(|s| atlas.voxel_centres(*s))
                .collect();
            let step = all.len() / VOXELS + 1;
            all.into_iter().step_by(step).collect()
        });
        let quantile = |axis: usize, share: f32| {
            let mut values: Vec<f32> = voxels.iter().map(|v| v[axis]).collect();
            let at = ((values.len() as f32 - 1.0) * share) as usize;
            if values.is_empty() {
                return f32::NAN;
            }
            *values.select_nth_unstable_by(at, f32::total_cmp).1
        };
        type Test<'t> = Box<dyn Fn(&[f32; 3]) -> bool + 't>;
        let tests: Vec<Test<'_>> = conditions
            .iter()
            .map(|condition| -> Test<'_> {
                match condition {
                    Condition::Bound(axis, above, bound) => {
                        let (axis, above) = (*axis, *above);
                        let at = match bound {
                            Bound::Mm(mm) => *mm,
                            Bound::Quantile(share) => quantile(axis, *share),
                            Bound::Centroid(s) => {
                                atlas.centroid_mm(*s).map_or(f32::NAN, |c| c[axis])
                            }
                        };
                        Box::new(move |v| if above { v[axis] >= at } else { v[axis] <= at })
                    }
                    Condition::Within(axis, s) => {
                        let (axis, bounds) = (*axis, atlas.bounds_mm(*s));
                        Box::new(move |v| {
                            bounds.is_some_and(|(low, high)| {
                                (low[axis]..=high[axis]).contains(&v[axis])
                            })
                        })
                    }
                    Condition::Near(s, mm) => {
                        Box::new(move |v| atlas.distance_mm(*s, *v).is_some_and(|d| d <= *mm))
                    }
                    Condition::Surface(near, mm) => Box::new(move |v| {
                        let leaves = (0..6).any(|d| {
                            (1..=*mm as usize).any(|t| {
                                let mut p = *v;
                                p[d / 2] += if d % 2 == 0 { t as f32 } else { -(t as f32) };
                                !structures.iter().any(|s| atlas.contains(*s, p))
                            })
                        });
                        leaves == *near
                    }),
                }
            })
            .collect();
        let off = |v: &[f32; 3]| (0..3).map(|a| (v[a] - point[a]).powi(2)).sum::<f32>();
        // The cheap tests are made on all voxels, the others from the nearest on.
        let (cheap, dear): (Vec<usize>, Vec<usize>) = (0..tests.len())
            .partition(|n| matches!(conditions[*n], Condition::Bound(..) | Condition::Within(..)));
        let mut left: Vec<(f32, &[f32; 3])> = voxels
            .iter()
            .filter(|v| cheap.iter().all(|n| tests[*n](v)))
            .map(|v| (off(v), v))
            .collect();
        left.sort_by(|a, b| a.0.total_cmp(&b.0));
        left.into_iter()
            .find(|(_, v)| dear.iter().all(|n| tests[*n](v)))
            .map_or(f32::INFINITY, |(d, _)| d.sqrt())
    }
}

/// A share with its standard error, per cent.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Share {
    /// How many were judged.
    pub n: usize,
    /// How many were right.
    pub right: usize,
}

impl Share {
    /// Counts one answer.
    pub fn count(&mut self, right: bool) {
        self.n += 1;
        self.right += usize::from(right);
    }

    /// Share of right answers, per cent.
    pub fn percent(&self) -> f64 {
        100.0 * self.right as f64 / self.n.max(1) as f64
    }

    /// Binomial standard error of the share, per cent.
    pub fn error(&self) -> f64 {
        let p = self.percent() / 100.0;
        100.0 * (p * (1.0 - p) / self.n.max(1) as f64).sqrt()
    }
}

/// How one sentence was grounded.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// Place of the case in the list.
    pub case: usize,
    /// Distance from the point to the right part, mm.
    pub distance_mm: f32,
    /// Whether the side is right, where the sentence has one.
    pub right_side: Option<bool>,
    /// Structure the grounder gave.
    pub structure: String,
    /// Region it gave.
    pub region: Option<String>,
    /// Point it gave.
    pub point_mm: [f32; 3],
}

/// Shares of sentences whose point is in the named part or less than 10 mm from it, and on the right side.
#[derive(Debug, Clone, Default)]
pub struct Report {
    /// Part, all sentences.
    pub part: Share,
    /// Side, the sentences that have one.
    pub side: Share,
    /// Both by phenomenon.
    pub by_phenomenon: BTreeMap<String, (Share, Share)>,
    /// Every sentence.
    pub outcomes: Vec<Outcome>,
}

/// Grounds the sentences of one half and judges the points.
///
/// # Errors
/// The first failure of the grounder.
pub fn evaluate(grounder: &Grounder, cases: &[Case], test: bool) -> Result<Report, GroundingError> {
    let chosen: Vec<usize> = (0..cases.len())
        .filter(|n| cases[*n].test == test)
        .collect();
    let texts: Vec<TextInput<'_>> = chosen
        .iter()
        .map(|n| TextInput::new(&cases[*n].sentence))
        .collect();
    let places = grounder.ground(&texts)?;
    let mut judge = Judge::new(grounder.atlas());
    let mut report = Report::default();
    for (n, place) in chosen.into_iter().zip(places) {
        let case = &cases[n];
        let distance_mm = judge.distance_mm(case, place.point_mm);
        let right_side = judge.right_side(case, place.point_mm);
        let row = report
            .by_phenomenon
            .entry(case.phenomenon.clone())
            .or_default();
        let hit = distance_mm < HIT_MM;
        report.part.count(hit);
        row.0.count(hit);
        if let Some(right) = right_side {
            report.side.count(right);
            row.1.count(right);
        }
        report.outcomes.push(Outcome {
            case: n,
            distance_mm,
            right_side,
            structure: place.structure,
            region: place.region,
            point_mm: place.point_mm,
        });
    }
    Ok(report)
}

/// Organs of which the body has one on each side, as they follow "left" and "right" in running text.
const PAIRED: [&str; 32] = [
    "kidney",
    "renal",
    "kidneys",
    "nephrectomy",
    "hydronephrosis",
    "lung",
    "upper lobe",
    "lower lobe",
    "middle lobe",
    "pneumothorax",
    "pleural",
    "hemithorax",
    "pneumonectomy",
    "testis",
    "testicle",
    "testicular",
    "ureter",
    "ureteral",
    "ureteric",
    "adrenal",
    "adrenalectomy",
    "clavicle",
    "scapula",
    "psoas",
    "iliopsoas",
    "humerus",
    "common iliac",
    "external iliac",
    "subclavian vein",
    "internal jugular",
    "main bronchus",
    "mainstem bronchus",
];

/// The side of a sentence of running text, when a strict pattern shows it: exactly one "left" or "right" in it, no word for
/// both sides, and a paired organ right behind it. 1 is left, -1 right.
pub fn side_label(sentence: &str) -> Option<f32> {
    let lower = sentence.to_lowercase();
    let words: Vec<&str> = lower
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .collect();
    let sides: Vec<usize> = (0..words.len())
        .filter(|n| {
            [
                "left",
                "right",
                "bilateral",
                "bilaterally",
                "both",
                "contralateral",
                "ipsilateral",
                "opposite",
            ]
            .contains(&words[*n])
        })
        .collect();
    let [at] = sides[..] else { return None };
    let side = match words[at] {
        "left" => 1.0,
        "right" => -1.0,
        _ => return None,
    };
    let next = words.get(at + 1)?;
    let two = words.get(at + 2).map(|w| format!("{next} {w}"));
    (PAIRED.contains(next) || two.is_some_and(|t| PAIRED.contains(&t.as_str()))).then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_of_running_text_are_read_strictly() {
        for (text, side) in [
            ("A cyst of the left kidney.", Some(1.0)),
            ("Right upper lobe opacity.", Some(-1.0)),
            ("The left and right kidneys.", None),
            ("He left the kidney alone.", None),
            ("Both kidneys, the left kidney more.", None),
            ("The right hand.", None),
        ] {
            assert_eq!(side_label(text), side, "{text}");
        }
    }

    #[test]
    fn faults_of_the_table_are_named() {
        let c = Catalogue::builtin();
        let row = |split: &str, structures: &str, condition: &str| {
            format!("S001\t{split}\tside\tA sentence.\t{structures}\t{condition}\tleft")
        };
        let split = if is_test("S001") { "test" } else { "dev" };
        let other = if is_test("S001") { "dev" } else { "test" };
        for (line, says) in [
            (row(other, "liver", ""), "split"),
            (row(split, "livre", ""), "livre"),
            (row(split, "liver", "w<3"), "unclear"),
            (row(split, "liver", "z<3|z>3"), "each structure"),
            ("S001\tdev".to_owned(), "fields"),
        ] {
            let fault = parse(&line, c).unwrap_err();
            assert!(fault.contains("line 1") && fault.contains(says), "{fault}");
        }
        let case = parse(&row(split, "liver", "z<30% & near:spleen<9 & x>-20"), c).unwrap();
        assert_eq!(case[0].places[0].1.len(), 3);
    }
}
