//! From the network's outputs to a place: which structure, which side, which part, which point.
//!
//! The network knows organs. Sides, lobes and named parts are read from the words around each mention, and so is where in
//! the structure (module [`crate::spatial`]); where the words say nothing about the side of a paired organ, the side of the
//! network's point decides.

mod answers;
mod beside;
mod evidence;
mod hers;
mod sides;
mod subjects;
mod unlearnt;
mod vote;
mod words;

use anatomy::{Atlas, Side, StructureIndex};

pub use self::hers::hers;
pub use self::subjects::Subjects;

use self::answers::{Answer, about_classes, answers};
use self::evidence::evidence;
use self::words::{Votes, count_votes, refine};

use crate::engine::{RowOutput, logistic, logit};
use crate::female::HerReading;
use crate::lean::Leaning;
use crate::model::Model;
use crate::outside::outside_p;
use crate::passage::Passage;
use crate::sentences::LONG_BYTES;
use crate::spatial::{self, Landmarks, Reading, Region, Sketches, Weighted};
use crate::types::OUTSIDE;
use crate::{Evidence, SideReading};

/// A class is another subject of the text when its evidence is at least this.
const SUBJECT_EVIDENCE: f32 = 0.3;

/// A long text may speak of an organ in ways that the word list does not know: it is trusted at least this much.
const LEAST_TRUST: f32 = 0.3;

/// Added to the log-odds of the evidence that a text of more than [`LONG_BYTES`] has for a structure that it is not placed by: of 588 such
/// of 1,200 documents with MeSH headings (`docs/experiments/near.py others`), logistic regression gives 1.14 with a slope of 1.00.
const OTHERS: f32 = 1.14;

/// Weight (of logarithms) of what the network takes a short text to be about, one structure of all, beside its evidence for each
/// class by itself.
const ABOUT_SHARE: f32 = 0.4;

/// See [`ABOUT_SHARE`]; of texts of more than [`LONG_BYTES`]: at 0.3, 0.2 and 0.1 the points of 92.9, 93.4 and 94.1 % of the develop documents lie
/// right.
const ABOUT_SHARE_LONG: f32 = 0.1;

/// Of what the network takes a text to be about with this probability it is, whatever part or neighbour the words name: of 1,422 texts (develop)
/// 96.3 instead of 96.1 % are right with it.
const SURE: f32 = 0.7;

/// Of the network's own evidence for a class that only the female body has, so much counts at least.
const LEAST_HERS: f32 = 0.3;

/// The place of a document or sentence.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// The structure.
    pub structure: StructureIndex,
    /// Evidence for the organ it belongs to; for an organ that is not in this body, the evidence that remains for a present one.
    pub p: f32,
    /// The point, LPS mm.
    pub point_mm: [f32; 3],
    /// Distance from the point to the structure, mm.
    pub distance_mm: f32,
    /// Evidence for structures, largest first.
    pub evidence: Vec<Evidence>,
    /// Where in the structure the words say it is ("lower third of the oesophagus"), when they say so.
    pub region: Option<String>,
    /// On which side of the body; nothing for an organ that has no twin on the other side.
    pub side: Option<SideReading>,
    /// Whether it is a place beside an organ, or between two, of a text that is about none.
    pub by_landmarks: bool,
    /// Whether it is what the words name and the network has not learnt, or knows little (walls of the heart muscle).
    pub unlearnt: bool,
    /// Probability that it is about nothing in the body that it is placed in.
    pub outside_p: f32,
}

/// A place, and what it was chosen for.
pub struct Placed {
    /// The place.
    pub place: Place,
    chosen: Option<Chosen>,
}

/// What places are found with.
#[derive(Clone, Copy)]
pub struct Locator<'a> {
    /// The atlas the places lie in.
    pub atlas: &'a Atlas,
    /// In the female body: how far the text is about what only she has.
    pub hers: Option<&'a HerReading>,
    /// What each class of the model is in it; empty for an organ that it has not.
    pub structures: &'a [Vec<StructureIndex>],
    /// The model that spoke.
    pub model: &'a Model,
    /// Remembered outlines of structures, for the language of position.
    pub sketches: &'a Sketches,
    /// Remembered points of structures.
    pub leaning: &'a Leaning,
    /// Structures that the text names only to say that nothing is there, or that they are normal.
    pub excluded: &'a [StructureIndex],
}

/// Places what the network said about one row.
pub fn place(locator: &Locator<'_>, row: &RowOutput, passages: &[Passage<'_>]) -> Placed {
    let (place, chosen) = Weighing::new(locator, row, passages).place();
    Placed { place, chosen }
}

/// Places a whole text, with all its subjects: where the row of the whole says, or else, in a short one, where the sentences that outvote it do.
pub fn place_text(
    locator: &Locator<'_>,
    row: &RowOutput,
    passages: &[Passage<'_>],
    sentences: &[Placed],
) -> (Place, Subjects) {
    let weighing = Weighing::new(locator, row, passages);
    let (place, chosen) = weighing.place();
    let votes = sentences.iter().map(|s| (s.place.structure, s.place.p));
    // In long texts, of which most sentences tell of methods and numbers, the whole knows better: by votes 93.3 instead of 94.8 % of the test
    // documents are right.
    let votes: Vec<_> = votes.filter(|_| !weighing.is_long).collect();
    let winner = vote::outvoted(locator.atlas.catalogue(), place.structure, &votes);
    let winner = winner.and_then(|number| {
        let Placed { place, chosen } = &sentences[number];
        chosen.as_ref().map(|chosen| (place, chosen))
    });
    match winner {
        Some((place, chosen)) => {
            let place = weighing.told(place.clone(), chosen);
            let subjects = weighing.subjects(&place, Some(chosen));
            (place, subjects)
        }
        None => {
            let subjects = weighing.subjects(&place, chosen.as_ref());
            (place, subjects)
        }
    }
}

/// A place in the structures of a class.
struct Found {
    structure: StructureIndex,
    /// The half of it in which the point lies, where the structure is a pair.
    half: Option<StructureIndex>,
    point_mm: [f32; 3],
    /// The region of the structure that the words speak of, and points all over it.
    region: Option<(Region, Weighted)>,
}

/// What a place was chosen for.
struct Chosen {
    class: usize,
    found: Found,
}

/// What the network and the words say about one row, class by class.
struct Weighing<'a> {
    locator: Locator<'a>,
    row: &'a RowOutput,
    answers: Vec<Answer>,
    readings: Vec<Reading<'a>>,
    votes: Vec<Votes>,
    /// Evidence, less for organs that the words do not name while they name others.
    evidence: Vec<f32>,
    /// Whether it has more than [`LONG_BYTES`].
    is_long: bool,
    /// The organs by which a short text is placed that is about none.
    landmarks: Option<Landmarks<'a>>,
    /// Probability that it is about nothing in this torso, by what the network says.
    outside_p: f32,
    /// Whether it says left, and right, of anything.
    sides: [bool; 2],
    /// The side of which it says "the other one" when it comes to what it is about.
    other: Option<Side>,
    /// The class of what it names and the network has not learnt, where it names hardly anything else.
    heard: Option<usize>,
}

impl<'a> Weighing<'a> {
    fn new(locator: &Locator<'a>, row: &'a RowOutput, passages: &[Passage<'a>]) -> Self {
        let &Locator { atlas, model, .. } = locator;
        let catalogue = atlas.catalogue();
        let readings: Vec<Reading<'_>> = passages.iter().map(Reading::new).collect();
        let length: usize = passages.iter().map(|p| p.bytes.1 - p.bytes.0).sum();
        let is_long = length > LONG_BYTES;
        // Being outside is calibrated by the length of the text alone, without its title.
        let texts = passages.iter().filter(|p| !p.title);
        let is_long_text = texts.map(|p| p.bytes.1 - p.bytes.0).sum::<usize>() > LONG_BYTES;
        let least = if is_long { LEAST_TRUST } else { 0.0 };
        let classes = || model.gazetteer_class.iter().copied();
        let answers = answers(locator, row);
        let about = about_classes(model.classes.len(), &answers);
        let share = if row.about.is_empty() {
            0.0
        } else if is_long {
            ABOUT_SHARE_LONG
        } else {
            ABOUT_SHARE
        };
        let mut weighing = Self {
            locator: *locator,
            row,
            answers,
            votes: classes()
                .map(|c| count_votes(catalogue, c, &readings, row.point_mm, atlas))
                .collect(),
            evidence: classes()
                .zip(row.evidence.iter().zip(&about))
                .zip(locator.structures.iter().zip(&model.structures))
                .map(|((c, (p, about)), (here, home))| {
                    // Of what only the female body has, the network knows no more than that it is not in the male one.
                    if locator.hers.is_some() && home.is_empty() && !here.is_empty() {
                        return about.max(p * LEAST_HERS);
                    }
                    let trust = spatial::trust(catalogue, c, &readings).max(least);
                    let trust = trust * locator.hers.map_or(1.0, |hers| hers.others().max(*about));
                    // A network that reads needs the rules less.
                    let trust = if row.about.is_empty() {
                        trust
                    } else {
                        trust.sqrt()
                    };
                    trust * p.powf(1.0 - share) * about.powf(share)
                })
                .collect(),
            sides: readings.iter().fold([false; 2], |said, reading| {
                let here = reading.sides_said();
                [said[0] || here[0], said[1] || here[1]]
            }),
            other: readings.iter().filter_map(Reading::other_meant).last(),
            landmarks: match is_long {
                true => None,
                false => spatial::landmarks(&readings),
            },
            outside_p: outside_p(model, row, is_long_text)
                .min(1.0 - locator.hers.map_or(0.0, |hers| hers.p)),
            readings,
            is_long,
            heard: None,
        };
        weighing.hear_the_unlearnt();
        weighing
    }

    /// The evidence for each class as it is shown: a network that reads weighs what is named by what is meant. How often a class is right
    /// that was chosen is calibrated, with how likely the text is about none; the others keep their own evidence (see [`OTHERS`]), and have no more than that one.
    fn shown(&self, chosen: Option<usize>) -> Vec<f32> {
        if self.row.about.is_empty() {
            return self.row.evidence.clone();
        }
        let Some(chosen) = chosen else {
            return self.evidence.clone();
        };
        let (calibration, long) = (&self.locator.model.calibration, usize::from(self.is_long));
        let [slope, shift] = calibration.shown[long];
        let doubt = calibration.doubt[long] * logit(self.outside_p);
        let right = logistic(slope * logit(self.evidence[chosen]) + doubt + shift);
        let shift = if self.is_long { OTHERS } else { 0.0 };
        let others = self.evidence.iter().map(|p| logistic(logit(*p) + shift));
        let mut shown: Vec<f32> = others.map(|p| p.min(right)).collect();
        shown[chosen] = right;
        // What lies between two organs is as near to the one as to the other.
        let landmarks = self.landmark_classes();
        if landmarks.contains(&chosen) {
            landmarks.iter().for_each(|class| shown[*class] = right);
        }
        shown
    }

    /// The place, and what it was chosen for; nothing when that is an organ that this body has not.
    fn place(&self) -> (Place, Option<Chosen>) {
        let Locator { atlas, model, .. } = self.locator;
        let row = self.row;
        let best_of = |present: bool| {
            (0..model.classes.len())
                .filter(|c| self.locator.structures[*c].is_empty() != present)
                .max_by(|a, b| self.evidence[*a].total_cmp(&self.evidence[*b]))
                .map(|c| (c, self.evidence[c]))
        };
        let present = best_of(true);
        let absent = best_of(false).filter(|(c, p)| {
            !model.near[*c].is_empty()
                && present.is_none_or(|(_, q)| *p > q && q < SUBJECT_EVIDENCE)
        });
        let nowhere = |structure, point_mm| Found {
            structure,
            half: None,
            point_mm,
            region: None,
        };
        let best = present.map(|(class, _)| class);
        let landmark = self.landmark_class(best.filter(|_| absent.is_none()));
        let (found, class) = match (landmark, absent, present) {
            (Some(class), ..) => (self.found_beside(class), Some(class)),
            // An organ that this body has not, and no other subject: onto the surface of what it lies next to, without
            // evidence for that.
            (None, Some((class, _)), _) => {
                let near = model.near[class][0];
                let voxel = atlas.nearest_voxel(near, row.point_mm);
                (nowhere(near, voxel.unwrap_or(row.point_mm)), None)
            }
            (None, None, Some((class, _))) => (self.place_in(class), Some(class)),
            (None, None, None) => {
                let nearest = atlas.nearest_structure(row.point_mm);
                let structure = nearest.map_or(StructureIndex(0), |(s, _)| s);
                (nowhere(structure, row.point_mm), None)
            }
        };
        let shown = self.shown(class);
        let p = class.or(present.map(|(c, _)| c)).map_or(0.0, |c| shown[c]);
        let structure = found.structure;
        let unlearnt = class.is_some_and(|class| {
            self.heard == Some(class) || self.unlearnt(class) == Some(structure)
        });
        let by_landmarks = landmark.is_some();
        let chosen = class.map(|class| (class, structure));
        let place = Place {
            structure,
            p,
            point_mm: found.point_mm,
            distance_mm: atlas.distance_mm(structure, found.point_mm).unwrap_or(0.0),
            evidence: evidence(
                atlas.catalogue(),
                self.locator.structures,
                &shown,
                &self.votes,
                chosen,
            ),
            region: found
                .region
                .as_ref()
                .map(|(region, _)| region.phrase.clone()),
            side: class.and_then(|class| self.side(class, structure)),
            by_landmarks,
            unlearnt,
            outside_p: self.outside_p(by_landmarks || unlearnt),
        };
        (place, class.map(|class| Chosen { class, found }))
    }

    /// The place of a sentence as that of the whole text: with the text's evidence.
    fn told(&self, place: Place, chosen: &Chosen) -> Place {
        let shown = self.shown(Some(chosen.class));
        Place {
            p: shown[chosen.class],
            evidence: evidence(
                self.locator.atlas.catalogue(),
                self.locator.structures,
                &shown,
                &self.votes,
                Some((chosen.class, place.structure)),
            ),
            outside_p: self.outside_p(place.by_landmarks || place.unlearnt),
            ..place
        }
    }

    /// See [`crate::Grounding::outside_p`]. What only the words say is in this torso.
    fn outside_p(&self, by_words: bool) -> f32 {
        match by_words {
            true => self.outside_p.min(OUTSIDE * 0.9),
            false => self.outside_p,
        }
    }

    /// Whether it is taken to be about nothing in this torso.
    fn is_refused(&self) -> bool {
        self.locator.hers.is_none() && self.outside_p > OUTSIDE
    }

    /// How far the text is about a structure or its parts.
    fn about(&self, whole: StructureIndex) -> f32 {
        let catalogue = self.locator.atlas.catalogue();
        let within = self.answers.iter();
        let within = within.filter(|a| catalogue.is_part_of(a.structure, whole));
        within.map(|a| a.p).sum()
    }

    /// The structure of a class of which the network is sure that the text is about it.
    fn sure(&self, class: usize) -> Option<StructureIndex> {
        let catalogue = self.locator.atlas.catalogue();
        let wholes = &self.locator.structures[class];
        let is_in = |row: StructureIndex| wholes.iter().any(|w| catalogue.is_part_of(row, *w));
        let mut sure = self.answers.iter().filter(|a| a.p >= SURE);
        sure.find(|a| is_in(a.structure)).map(|a| a.structure)
    }

    /// The structure of a class that the words name, or of which the network is sure.
    fn refined(&self, class: usize) -> StructureIndex {
        let surely = self.unlearnt(class).or_else(|| self.sure(class));
        if let Some(surely) = surely {
            return surely;
        }
        refine(
            self.locator.atlas.catalogue(),
            &self.locator.structures[class],
            &self.votes[class],
            &|s| self.about(s),
            self.sides.contains(&true),
            self.locator.excluded,
        )
    }

    /// Where in the structures of a class.
    fn place_in(&self, class: usize) -> Found {
        let mut structure = self.not_excluded(self.refined(class));
        if let Some(half) = self.likelier_half(structure) {
            let other = self.not_excluded(half);
            if other != half {
                structure = other;
            }
        }
        let Some(half) = self.likelier_half(structure) else {
            return self.place_within(class, structure, self.row.point_mm);
        };
        let found = self.place_within(class, half, self.row.point_mm);
        if found.structure != half {
            // The words name a part that has its own place.
            return found;
        }
        Found {
            structure,
            half: Some(half),
            ..found
        }
    }

    /// Where in a structure of a class, near a point of the network.
    fn place_within(&self, class: usize, structure: StructureIndex, network_mm: [f32; 3]) -> Found {
        let Locator { atlas, model, .. } = self.locator;
        let catalogue = atlas.catalogue();
        let said = spatial::find(
            catalogue,
            model.gazetteer_class[class],
            structure,
            &self.readings,
            self.is_long,
        );
        if let Some(said) = said
            && let Some(extent) = said.extent(atlas, self.locator.sketches, network_mm)
        {
            return Found {
                structure: extent.structure,
                half: None,
                point_mm: extent.point_mm,
                region: Some((said, extent.places)),
            };
        }
        // A structure without voxels gives way to what contains it.
        let present = std::iter::once(structure)
            .chain(catalogue.ancestors(structure))
            .find(|s| atlas.has_voxels(*s));
        let found = present.and_then(|s| {
            let leaning = self.locator.leaning;
            let point = leaning.point(
                atlas,
                self.locator.structures,
                s,
                class,
                &self.evidence,
                network_mm,
            )?;
            Some((s, point))
        });
        let (structure, point_mm) = found.unwrap_or_else(|| {
            let nearest = atlas
                .nearest_structure(network_mm)
                .map_or(StructureIndex(0), |(s, _)| s);
            let voxel = atlas.nearest_voxel(nearest, network_mm);
            (nearest, voxel.unwrap_or(network_mm))
        });
        Found {
            structure,
            half: None,
            point_mm,
            region: None,
        }
    }
}
