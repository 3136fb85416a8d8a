//! Reading: short texts of clinicians, students and patients, by kind (negation, relation, function, shorthand, lay words, reports of many
//! sentences, procedures, inference), each with the structures that are a right place of what it is about.

use std::collections::BTreeMap;
use std::io::Read as _;

use anatomy::{Atlas, Catalogue, Side, StructureIndex};
use flate2::bufread::MultiGzDecoder;
use grounding::{BodyChoice, Grounder, Grounding, GroundingError, TextInput};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::metrics;
use crate::spatial::Share;

/// A point this near to a right structure is right, mm.
const NEAR_MM: f32 = 10.0;
/// Bins of the probability that is shown with a place.
const BINS: usize = 10;
/// Items grounded at a time.
const BATCH: usize = 64;

/// Where a text belongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Right {
    /// In any of these structures, or a part of one.
    Structures(Vec<StructureIndex>),
    /// Nowhere in this torso: about no place, only about what is not there, or about another part of the body.
    Nowhere,
}

/// What a text may be used for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// Training.
    Train,
    /// Choosing between models.
    Develop,
    /// Measuring, by which nothing was chosen.
    Test,
}

impl Part {
    /// The half of a text, by its SHA-256: for measuring where the first byte is odd, else for choosing.
    pub fn half_of(text: &str) -> Self {
        match Sha256::digest(text)[0] % 2 {
            1 => Self::Test,
            _ => Self::Develop,
        }
    }
}

/// One text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Item {
    /// What it may be used for.
    pub part: Part,
    /// Kind of reading that it asks for.
    pub kind: String,
    /// Who speaks; of a sentence from a corpus, the id of its record.
    pub voice: String,
    /// The text.
    pub text: String,
    /// Where it belongs.
    pub right: Right,
    /// Structures that are named without being what the text is about.
    pub excluded: Vec<StructureIndex>,
    /// The side that the text says of what it is about.
    pub side: Option<Side>,
}

/// The text of a table that is packed with gzip, for [`parse`].
///
/// # Errors
/// When the bytes are not gzip's, or the text is not UTF-8.
pub fn unpack(packed: &[u8]) -> std::io::Result<String> {
    let mut table = String::new();
    MultiGzDecoder::new(packed).read_to_string(&mut table)?;
    Ok(table)
}

/// Reads the table: part (`train`, `develop` or `test`), kind, voice, text (`\n` where a line ends), accepted ids, excluded ids, side; lines that begin with `#` are notes.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse(table: &str, catalogue: &Catalogue) -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    for (n, line) in table.lines().enumerate() {
        if line.starts_with('#') || line.trim().is_empty() {
            continue;
        }
        let fault = |reason: String| format!("line {}: {reason}", n + 1);
        let fields: Vec<&str> = line.split('\t').collect();
        let [part, kind, voice, text, accept, excluded, side] = fields[..] else {
            return Err(fault(format!("{} columns instead of 7", fields.len())));
        };
        items.push(Item {
            part: match part {
                "train" => Part::Train,
                "develop" => Part::Develop,
                "test" => Part::Test,
                other => return Err(fault(format!("part {other:?}"))),
            },
            kind: kind.to_owned(),
            voice: voice.to_owned(),
            text: text.replace("\\n", "\n"),
            right: right_of(accept, catalogue).map_err(fault)?,
            excluded: structures_of(excluded, catalogue).map_err(fault)?,
            side: side_of(side).map_err(fault)?,
        });
    }
    Ok(items)
}

/// Where a text belongs: ids with commas between, `none` or `outside`.
pub(crate) fn right_of(list: &str, catalogue: &Catalogue) -> Result<Right, String> {
    match list {
        "none" | "outside" => Ok(Right::Nowhere),
        "" => Err("no accepted structure".to_owned()),
        list => structures_of(list, catalogue).map(Right::Structures),
    }
}

/// Ids with commas between; may be none.
pub(crate) fn structures_of(
    list: &str,
    catalogue: &Catalogue,
) -> Result<Vec<StructureIndex>, String> {
    let ids = list.split(',').map(str::trim).filter(|id| !id.is_empty());
    let row = |id: &str| {
        let row = catalogue.index_of(id);
        row.ok_or_else(|| format!("no structure {id:?}"))
    };
    ids.map(row).collect()
}

/// The side that a text says.
pub(crate) fn side_of(side: &str) -> Result<Option<Side>, String> {
    match side {
        "left" => Ok(Some(Side::Left)),
        "right" => Ok(Some(Side::Right)),
        "both" => Ok(Some(Side::Both)),
        "" => Ok(None),
        other => Err(format!("side {other:?}")),
    }
}

/// How one text was read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Verdict {
    /// In a right structure or within 10 mm of one; refused, where it belongs nowhere.
    pub right: bool,
    /// The structure that was named is one that the text excludes.
    pub excluded_wins: bool,
    /// It is told to be about nothing in this torso.
    pub refused: bool,
    /// Where the text says left or right: whether the structure that was named is not on the other side.
    pub side_kept: Option<bool>,
    /// The probability that the place is shown with; nothing where the text is refused.
    pub shown_p: Option<f32>,
}

impl Verdict {
    /// What is wrong, see [`Miss::fault`].
    fn fault(&self, item: &Item) -> Option<&'static str> {
        match () {
            () if self.refused && item.right != Right::Nowhere => Some("refused"),
            () if self.excluded_wins => Some("excluded"),
            () if !self.right => Some("elsewhere"),
            () if self.side_kept == Some(false) => Some("side"),
            () => None,
        }
    }
}

/// Judges an answer.
pub fn judge(atlas: &Atlas, item: &Item, grounding: &Grounding) -> Verdict {
    let catalogue = atlas.catalogue();
    let named = catalogue.index_of(&grounding.structure);
    let within = |rows: &[StructureIndex]| {
        named.is_some_and(|named| rows.iter().any(|row| catalogue.is_part_of(named, *row)))
    };
    let refused = grounding.is_outside();
    let right = match &item.right {
        Right::Nowhere => refused,
        Right::Structures(rows) => {
            let distance = metrics::distance_mm(atlas, rows, grounding.point_mm);
            within(rows) || distance.is_some_and(|mm| mm <= NEAR_MM)
        }
    };
    let said = item
        .side
        .filter(|side| matches!(side, Side::Left | Side::Right));
    let side_kept = said.filter(|_| !refused).map(|said| {
        let wholes = named.into_iter();
        let mut wholes = wholes.flat_map(|s| std::iter::once(s).chain(catalogue.ancestors(s)));
        let half = wholes.find(|s| catalogue.twin(*s).is_some());
        half.is_none_or(|half| catalogue.get(half).side == said)
    });
    Verdict {
        right,
        excluded_wins: !right && !refused && within(&item.excluded),
        refused,
        side_kept,
        shown_p: grounding.shown_p().filter(|_| !refused),
    }
}

/// Shares of one kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Figures {
    /// Texts.
    pub n: usize,
    /// Right ones, per cent.
    pub right: f64,
    /// Standard error of that, per cent.
    pub right_se: f64,
    /// Texts whose place is one that they exclude, per cent of those that exclude one.
    pub excluded_wins: f64,
    /// Texts that belong somewhere and are told to be about nothing in this torso, per cent of those that belong somewhere. Their
    /// point is judged all the same.
    pub refused: f64,
    /// Of the texts that say left or right and are given a place, those that are not put on the other side, per cent.
    pub side_kept: f64,
    /// Expected calibration error of the probabilities that places are shown with, per cent: the mean over the places of how far
    /// the share of right ones in the bin of the place (of `BINS`) lies from the mean probability there (Naeini et al. 2015).
    pub calibration_error: f64,
}

/// The figures over all texts, and by kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// All.
    pub all: Figures,
    /// By kind.
    pub kinds: BTreeMap<String, Figures>,
    /// The reliability diagram: for each bin of the shown probability that holds places.
    pub reliability: Vec<Reliability>,
    /// Of the texts for choosing: those that were read wrongly. Those for measuring are counted alone.
    #[serde(skip)]
    pub misses: Vec<Miss>,
}

/// A text that was read wrongly.
#[derive(Debug, Clone, PartialEq)]
pub struct Miss {
    /// Which of the texts that were given.
    pub item: usize,
    /// The structure that was named; nothing where the text was refused.
    pub structure: Option<String>,
    /// What is wrong, in a word: `refused`, where it belongs somewhere; `excluded`, in a place that it excludes; `elsewhere`, in another that is not
    /// right; `side`, in or near a right place, but named on the other side.
    pub fault: &'static str,
}

/// Places that are shown with a probability of one bin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct Reliability {
    /// Mean probability, per cent.
    pub shown: f64,
    /// Right ones, per cent.
    pub right: f64,
    /// Places.
    pub n: usize,
}

#[derive(Default)]
struct Counts {
    right: Share,
    refused: Share,
    excluded: Share,
    side: Share,
    /// For each bin of the shown probability: places, right ones, the sum of the probabilities.
    bins: [(usize, usize, f64); BINS],
}

impl Counts {
    fn take(&mut self, item: &Item, verdict: Verdict) {
        self.right.count(verdict.right);
        if item.right != Right::Nowhere {
            self.refused.count(verdict.refused);
        }
        if !item.excluded.is_empty() {
            self.excluded.count(verdict.excluded_wins);
        }
        if let Some(kept) = verdict.side_kept {
            self.side.count(kept);
        }
        if let Some(p) = verdict.shown_p {
            let bin = &mut self.bins[((p * BINS as f32) as usize).min(BINS - 1)];
            bin.0 += 1;
            bin.1 += usize::from(verdict.right);
            bin.2 += f64::from(p);
        }
    }

    fn calibration_error(&self) -> f64 {
        let n: usize = self.bins.iter().map(|(n, ..)| n).sum();
        let apart = self.bins.iter();
        let apart: f64 = apart.map(|(_, right, p)| (*right as f64 - p).abs()).sum();
        100.0 * apart / n.max(1) as f64
    }

    fn figures(&self) -> Figures {
        Figures {
            n: self.right.n,
            right: self.right.percent(),
            right_se: self.right.error(),
            excluded_wins: self.excluded.percent(),
            refused: self.refused.percent(),
            side_kept: self.side.percent(),
            calibration_error: self.calibration_error(),
        }
    }
}

/// Grounds texts and judges where they land.
///
/// # Errors
/// The first failure of the grounder.
pub fn evaluate(
    grounder: &Grounder,
    atlas: &Atlas,
    items: &[&Item],
) -> Result<Report, GroundingError> {
    let mut all = Counts::default();
    let mut kinds: BTreeMap<String, Counts> = BTreeMap::new();
    let mut misses = Vec::new();
    for (n, batch) in items.chunks(BATCH).enumerate() {
        let texts: Vec<TextInput> = batch
            .iter()
            .map(|item| TextInput::new(&item.text))
            .collect();
        for (i, (item, grounding)) in batch.iter().zip(grounder.ground(&texts)?).enumerate() {
            // What only the female body has is judged in it.
            let hers = match (&item.right, grounder.female_atlas()) {
                (Right::Structures(rows), Some(her)) => {
                    let there = rows.iter().any(|row| atlas.has_voxels(*row));
                    (!there).then_some(her)
                }
                _ => None,
            };
            let verdict = match hers {
                Some(her) => {
                    let (_, told) = grounder.told(&grounding, "", BodyChoice::Female);
                    judge(her, item, &told)
                }
                None => judge(atlas, item, &grounding),
            };
            if let (Part::Develop, Some(fault)) = (item.part, verdict.fault(item)) {
                misses.push(Miss {
                    item: n * BATCH + i,
                    structure: (!verdict.refused).then_some(grounding.structure),
                    fault,
                });
            }
            all.take(item, verdict);
            kinds
                .entry(item.kind.clone())
                .or_default()
                .take(item, verdict);
        }
    }
    let kinds = kinds.into_iter();
    let bins = all.bins.iter().filter(|(n, ..)| *n > 0);
    let reliability = bins.map(|&(n, right, p)| Reliability {
        shown: 100.0 * p / n as f64,
        right: 100.0 * right as f64 / n as f64,
        n,
    });
    Ok(Report {
        reliability: reliability.collect(),
        misses,
        all: all.figures(),
        kinds: kinds
            .map(|(kind, counts)| (kind, counts.figures()))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anatomy::{BRICK, LabelVolume};

    const TABLE: &str = "# a note\n\
        test\tnegation\tgp\tNo stone in the liver; one in the left kidney.\tleft_kidney\tliver\tleft\n\
        develop\tnegation\tgp\tNo\\nliver mets.\tnone\tliver\t\n";

    /// A liver and, 20 mm from it, a left kidney.
    fn atlas() -> Atlas {
        let row = |id: &str| Catalogue::builtin().index_of(id).unwrap().0 + 1;
        let (liver, kidney) = (row("liver"), row("left_kidney"));
        let labels = LabelVolume::from_bricks([64; 3], |at, voxels| {
            for (n, voxel) in voxels.iter_mut().enumerate() {
                let x = at[0] + n % BRICK;
                *voxel = match x {
                    0..10 => liver,
                    30..40 => kidney,
                    _ => 0,
                };
            }
        });
        Atlas::from_labels(Catalogue::builtin(), labels)
    }

    fn landed(structure: &str, x: f32, outside_p: f32) -> Grounding {
        Grounding {
            structure: structure.to_owned(),
            point_mm: [x - 32.0, 0.0, 0.0],
            outside_p,
            ..Grounding::default()
        }
    }

    #[test]
    fn a_text_is_right_in_or_near_what_it_is_about_and_wrong_in_what_it_excludes() {
        let items = parse(TABLE, Catalogue::builtin()).unwrap();
        let (stone, mets) = (&items[0], &items[1]);
        assert_eq!((stone.part, mets.part), (Part::Test, Part::Develop));
        assert_eq!(mets.text, "No\nliver mets.");
        let atlas = atlas();
        let verdict = |right, excluded_wins| (right, excluded_wins);
        let judged = |item, structure, x, outside| {
            let verdict = judge(&atlas, item, &landed(structure, x, outside));
            (verdict.right, verdict.excluded_wins)
        };
        let side = |structure| judge(&atlas, stone, &landed(structure, 35.0, 0.0)).side_kept;
        assert_eq!(
            [side("left_kidney"), side("right_kidney"), side("liver")],
            [Some(true), Some(false), Some(true)]
        );
        assert_eq!(
            judged(stone, "left_kidney", 35.0, 0.0),
            verdict(true, false)
        );
        assert_eq!(
            judged(stone, "liver", 24.0, 0.0),
            verdict(true, false),
            "6 mm from it"
        );
        assert_eq!(judged(stone, "liver", 5.0, 0.0), verdict(false, true));
        assert_eq!(judged(stone, "spleen", 15.0, 0.0), verdict(false, false));
        assert_eq!(judged(mets, "liver", 5.0, 0.0), verdict(false, true));
        assert_eq!(
            judged(mets, "liver", 5.0, 1.0),
            verdict(true, false),
            "refused"
        );
    }

    #[test]
    fn what_is_wrong_is_said_in_a_word() {
        let items = parse(TABLE, Catalogue::builtin()).unwrap();
        let fault = |item: usize, structure, x, outside| {
            judge(&atlas(), &items[item], &landed(structure, x, outside)).fault(&items[item])
        };
        assert_eq!(fault(0, "left_kidney", 35.0, 0.0), None);
        assert_eq!(fault(0, "left_kidney", 35.0, 1.0), Some("refused"));
        assert_eq!(fault(0, "liver", 5.0, 0.0), Some("excluded"));
        assert_eq!(fault(0, "spleen", 15.0, 0.0), Some("elsewhere"));
        assert_eq!(fault(0, "right_kidney", 35.0, 0.0), Some("side"));
        assert_eq!(fault(1, "liver", 5.0, 1.0), None, "rightly refused");
    }

    #[test]
    fn places_shown_with_ninety_per_cent_are_to_be_right_in_nine_of_ten() {
        let items = parse(TABLE, Catalogue::builtin()).unwrap();
        let verdict = |right, p| Verdict {
            right,
            excluded_wins: false,
            refused: false,
            side_kept: None,
            shown_p: p,
        };
        let error = |verdicts: &[Verdict]| {
            let mut counts = Counts::default();
            verdicts.iter().for_each(|v| counts.take(&items[0], *v));
            counts.calibration_error()
        };
        let nine = vec![verdict(true, Some(0.9)); 9];
        let honest = [nine.clone(), vec![verdict(false, Some(0.9))]].concat();
        assert!(error(&honest) < 1e-3);
        let boasting = [nine, vec![verdict(false, Some(0.9)); 9]].concat();
        assert!((error(&boasting) - 40.0).abs() < 1e-3);
        assert_eq!(error(&[verdict(false, None)]), 0.0, "refused");
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (line, words) in [
            ("test\tx\ty", "3 columns"),
            ("trial\tk\tv\tt\tliver\t\t", "part"),
            ("test\tk\tv\tt\ttail\t\t", "tail"),
            ("test\tk\tv\tt\t\t\t", "no accepted"),
        ] {
            let reason = parse(line, Catalogue::builtin()).unwrap_err();
            assert!(
                reason.starts_with("line 1: ") && reason.contains(words),
                "{reason}"
            );
        }
    }
}
