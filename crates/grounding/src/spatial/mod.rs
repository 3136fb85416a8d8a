//! The language of position: side, part, third, level and direction, from the words around a mention to a point.
//!
//! The network says which organ a text is about; where in it, the words say: "posterior wall of the distal oesophagus",
//! "segment VII of the liver", "the aorta at the level of L3". `find` reads them and gives a [`Region`]: a structure with
//! constraints, each of them geometry over the voxels of the atlas (shares of the volume along an axis, way along the flow of
//! a tube, nearness to a neighbour, height of a vertebra, depth, sectors of the liver). [`Region::extent`] gives the point.
//! What the words mean is stated in `data/spatial.json` with its sources.
//!
//! Mentions vote: a condition holds when a fair share of the mentions of the organ state it; those that contradict each other
//! cancel, and the whole structure is left.

mod constraint;
pub mod ends;
mod landmark;
mod levels;
mod reader;
mod reading;
mod region;
mod relation;
mod side;
mod sketch;
mod spine;
mod table;
mod words;

use anatomy::{Catalogue, Side, StructureIndex};

pub use constraint::{Axis, Constraint};
pub use region::{Extent, Region, Weighted};
pub use sketch::Sketches;

pub(crate) use landmark::Way;
pub(crate) use reading::{Landmarks, Reading};

use crate::{Gazetteer, Mention, MentionKind};
use reader::Cue;
use table::PositionTable;

/// A condition counts when mentions with at least this share of the weight state it.
const SHARE: f32 = 0.25;

/// Of two conditions that contradict each other, one holds when it has this many times the weight of the other.
const CLEAR: f32 = 1.5;

/// A mention counts as one of what the text is about from here on.
const MEANT: f32 = 0.5;

/// Worth of the evidence for an organ that a text does not name while it names others.
const UNNAMED_TRUST: f32 = 0.05;

/// Least worth of the evidence for an organ that is named without being meant.
const UNMEANT_TRUST: f32 = 0.02;

/// Worth of the evidence for the spine where it is only named as the height of something else.
const LEVEL_TRUST: f32 = 0.1;

/// Most different conditions that are counted: more are those of a hostile text, and none of them has its [`SHARE`].
const MOST_CONDITIONS: usize = 256;

/// What the network's evidence for a class is worth when it is compared to that of others: less for an organ that a text
/// does not name while it names others, and for a spine that is only named as the height of something.
pub(crate) fn trust(catalogue: &Catalogue, class: usize, readings: &[Reading<'_>]) -> f32 {
    let names = |mention: &Mention| mention.kind == MentionKind::Name;
    let spine = catalogue
        .index_of("vertebral_column")
        .and_then(|s| Gazetteer::builtin().class_of(s))
        == Some(class);
    let others = |r: &Reading<'_>| {
        let mut all = r.all_mentions();
        all.any(|m| names(m) && m.class != class && r.meant(m) >= MEANT)
    };
    let own: Vec<(&Reading<'_>, &Mention)> = readings
        .iter()
        .flat_map(|r| r.mentions(class).map(move |m| (r, m)))
        .collect();
    let meant = own.iter().map(|(r, m)| r.meant(m)).fold(0.0, f32::max);
    if !own.is_empty() && meant < MEANT {
        // Named, but only as absent, past or a landmark.
        return meant.max(UNMEANT_TRUST);
    }
    if own.is_empty() {
        let numbered = readings.iter().any(|r| r.names_a_vertebra(catalogue));
        let named = numbered || readings.iter().any(others);
        return if named && !(spine && numbered) {
            UNNAMED_TRUST
        } else {
            1.0
        };
    }
    if spine
        && own
            .iter()
            .all(|(r, m)| others(r) && r.is_level(catalogue, m))
    {
        return LEVEL_TRUST;
    }
    1.0
}

/// The organs by which a text is placed that is about none: "a node between the aorta and the cava", and nothing else is a place.
pub(crate) fn landmarks<'a>(readings: &[Reading<'a>]) -> Option<Landmarks<'a>> {
    let mut found = None;
    for reading in readings {
        match reading.landmarks() {
            Some(landmarks) if found.is_none() => found = Some(landmarks),
            None if !reading.tells_of_others(&[]) => {}
            _ => return None,
        }
    }
    found
}

fn is_spine(catalogue: &Catalogue, s: StructureIndex) -> bool {
    std::iter::once(s)
        .chain(catalogue.ancestors(s))
        .any(|a| catalogue.get(a).id == "vertebral_column")
}

/// Counts what is said of a condition together; of very many, the first.
fn vote(votes: &mut Vec<(Cue, f32)>, cue: Cue, weight: f32) {
    let room = votes.len() < MOST_CONDITIONS;
    match votes
        .iter_mut()
        .find(|(known, _)| known.constraint == cue.constraint)
    {
        Some((_, sum)) => *sum += weight,
        None if room => votes.push((cue, weight)),
        None => {}
    }
}

/// Where in `structure` the mentions of its class say the text is. Nothing when they say nothing about it, or contradict
/// each other. `is_long`: whether it is more than a few sentences.
pub(crate) fn find(
    catalogue: &Catalogue,
    class: usize,
    structure: StructureIndex,
    readings: &[Reading<'_>],
    is_long: bool,
) -> Option<Region> {
    let numbered = numbered(catalogue, class, structure, readings)
        .or_else(|| below_cord(catalogue, structure, readings));
    let structure = numbered
        .or_else(|| segmented(catalogue, class, structure, readings))
        .or_else(|| walled(catalogue, class, structure, readings))
        .unwrap_or(structure);
    let own_side = catalogue.get(structure).side;
    let mut votes: Vec<(Cue, f32)> = Vec::new();
    let (mut total, mut is_named) = (0.0_f32, false);
    for reading in readings {
        for mention in reading.mentions(class) {
            let related = mention.structures.iter().any(|s| {
                catalogue.is_part_of(*s, structure) || catalogue.is_part_of(structure, *s)
            });
            let table = PositionTable::builtin();
            let mut named = mention.structures.iter();
            let shown_in = !related && named.any(|s| table.shows_in(*s, structure));
            let opposite = matches!(
                (own_side, reading.side(mention)),
                (Side::Left, Some(Side::Right)) | (Side::Right, Some(Side::Left))
            ) && catalogue.opposite(structure).is_some();
            if !(related || shown_in) || opposite {
                continue;
            }
            let weight = reading.weight(mention);
            let cues = reading.cues(catalogue, mention, structure);
            if shown_in && cues.is_empty() {
                continue;
            }
            is_named = true;
            // A title mostly names the whole, and a short text says once where in it.
            if is_long || !reading.passage.title || !cues.is_empty() {
                total += weight;
            }
            for cue in cues {
                vote(&mut votes, cue, weight);
            }
        }
    }
    if votes.is_empty() {
        for reading in readings {
            for cue in reading.named_places(catalogue, class, structure, is_named) {
                vote(&mut votes, cue, 1.0);
            }
        }
        // Each name is said of the structure: none needs a share of the others.
        total = 0.0;
    }
    let beaten = |(cue, weight): &(Cue, f32)| {
        votes
            .iter()
            .any(|(c, w)| c.constraint.contradicts(&cue.constraint) && w * CLEAR > *weight)
    };
    let held: Vec<&Cue> = votes
        .iter()
        .filter(|v| v.1 >= SHARE * total && !beaten(v))
        .map(|(c, _)| c)
        .collect();
    let mut constraints: Vec<Constraint> = held.iter().map(|c| c.constraint.clone()).collect();
    constraints.extend(numbered.map(|n| Constraint::Part(vec![n])));
    if constraints.is_empty() {
        return None;
    }
    let name = &catalogue.get(structure).name;
    let in_name = name.to_lowercase();
    let mut said: Vec<&str> = Vec::new();
    for cue in &held {
        // "upper lobe" of the upper lobe of the right lung says nothing more.
        if !said.contains(&cue.words.as_str()) && !in_name.contains(&cue.words) {
            said.push(&cue.words);
        }
    }
    let said: Vec<String> = said.into_iter().map(shown).collect();
    let phrase = match &said[..] {
        [] => name.clone(),
        [one] if table::ends_in_noun(one) => format!("{one} of the {name}"),
        _ => format!("{name}, {}", said.join(", ")),
    };
    Some(Region {
        structure,
        constraints,
        phrase,
    })
}

/// Words of position as they are shown: abbreviations in capitals.
fn shown(words: &str) -> String {
    match words {
        "lad" | "lmca" | "lms" | "pda" => words.to_uppercase(),
        "lcx" => "LCx".to_owned(),
        _ => words.to_owned(),
    }
}

/// The liver, where a text names one of its segments by number that is not the lobe which it was placed in.
fn segmented(
    catalogue: &Catalogue,
    class: usize,
    structure: StructureIndex,
    readings: &[Reading<'_>],
) -> Option<StructureIndex> {
    let liver = catalogue.index_of("liver")?;
    if structure == liver || !catalogue.is_part_of(structure, liver) {
        return None;
    }
    let own = match catalogue.get(structure).id.as_str() {
        "caudate_lobe_of_liver" => 1 << 1,
        "quadrate_lobe_of_liver" => 1 << 4,
        _ => 0,
    };
    let mut named = readings.iter().flat_map(|r| {
        r.mentions(class).filter_map(move |m| {
            let clause = r.words.clause(r.words.within(&m.range()).start);
            levels::liver_segments(&r.words, &r.numbered, clause, &|_| true)
        })
    });
    named.any(|(bits, _)| bits & own == 0).then_some(liver)
}

/// The heart muscle, where a text names one of its walls ("inferior STEMI") and was placed in the heart as a whole or in a part of it that it is
/// not about ("RV spared").
pub(crate) fn walled(
    catalogue: &Catalogue,
    class: usize,
    structure: StructureIndex,
    readings: &[Reading<'_>],
) -> Option<StructureIndex> {
    let table = PositionTable::builtin();
    let muscle = catalogue.index_of("myocardium")?;
    let heart = catalogue.index_of("heart")?;
    let is_of_heart = catalogue.is_part_of(structure, heart);
    if !is_of_heart || structure == muscle || table.shows_in(muscle, structure) {
        return None;
    }
    let named: Vec<(&Reading<'_>, &Mention)> = readings
        .iter()
        .flat_map(|r| r.mentions(class).map(move |m| (r, m)))
        .collect();
    let is_meant = structure != heart
        && named.iter().any(|(reading, mention)| {
            let mut of = mention.structures.iter();
            of.any(|s| catalogue.is_part_of(*s, structure)) && reading.is_subject(mention)
        });
    if is_meant {
        return None;
    }
    let is_wall = |cue: &Cue| matches!(cue.constraint, Constraint::Part(_));
    let mut of_muscle = named.iter().filter(|(_, m)| m.structures[..] == [muscle]);
    let tells_wall = of_muscle.any(|(reading, mention)| {
        let cues = reading.cues(catalogue, mention, muscle);
        cues.iter().any(is_wall)
    });
    tells_wall.then_some(muscle)
}

/// The bone or disc around an epidural space that is below the end of the cord, where a text that was placed in the cord tells more of something of the spine
/// there than beside the cord. That ends at L1 or L2 (Saifuddin et al., Spine 1998, 23: 1452), here in L1.
fn below_cord(
    catalogue: &Catalogue,
    structure: StructureIndex,
    readings: &[Reading<'_>],
) -> Option<StructureIndex> {
    if catalogue.get(structure).id != "spinal_cord" {
        return None;
    }
    let spaces = readings.iter().flat_map(|r| {
        let beside = |bytes: &_| r.passage.is_beside(bytes);
        spine::epidural(catalogue, &r.words, &r.numbered, beside)
    });
    let spaces: Vec<Option<StructureIndex>> = spaces.collect();
    let below: Vec<StructureIndex> = spaces.iter().copied().flatten().collect();
    let is_level = |s: &StructureIndex| {
        let id = &catalogue.get(*s).id;
        id.starts_with("disc_") || id.starts_with("vertebra_")
    };
    let often = |s: &StructureIndex| (is_level(s), below.iter().filter(|own| *own == s).count());
    let most = below.iter().rev().copied().max_by_key(often);
    most.filter(|_| 2 * below.len() > spaces.len())
}

/// The vertebra, disc or rib that a text of the spine or the ribs names by its number.
fn numbered(
    catalogue: &Catalogue,
    class: usize,
    structure: StructureIndex,
    readings: &[Reading<'_>],
) -> Option<StructureIndex> {
    if is_spine(catalogue, structure) {
        let all = readings.iter().flat_map(|reading| {
            let found = spine::spine(catalogue, &reading.words, &reading.numbered);
            found.into_iter().map(move |meant| (reading, meant))
        });
        // The level of what lies below L4 is not L4.
        let all: Vec<_> = all
            .filter(|(_, meant)| {
                let mut own = std::iter::once(&meant.structure).chain(&meant.by);
                own.any(|s| catalogue.is_part_of(*s, structure))
            })
            .collect();
        // What is only absent, past, normal or measured from, where another level is named.
        let mut named: Vec<StructureIndex> = all
            .iter()
            .filter(|(reading, meant)| !reading.passage.is_beside(&meant.bytes))
            .map(|(_, meant)| meant.structure)
            .collect();
        if named.is_empty() {
            named = all.iter().map(|(_, meant)| meant.structure).collect();
        }
        return named.get((named.len().max(1) - 1) / 2).copied();
    }
    // A rib that is named may be the first or the last of several.
    let id = &catalogue.get(structure).id;
    if id != "ribs" && !id.contains("_rib_") {
        return None;
    }
    readings.iter().find_map(|r| {
        r.mentions(class).find_map(|m| {
            let (n, side) = levels::rib_number(&r.words, &r.words.within(&m.range()))?;
            let side = match side.or_else(|| r.side(m)) {
                Some(Side::Left) => "left",
                Some(Side::Right) => "right",
                _ => return None,
            };
            catalogue.index_of(&format!("{side}_rib_{n}"))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Where a text that was placed in a structure of the heart is said to be, when the network takes all of it for what it is about.
    fn said(text: &str, id: &str) -> Option<(String, Vec<Constraint>)> {
        let catalogue = Catalogue::builtin();
        let structure = catalogue.index_of(id).unwrap();
        let class = Gazetteer::builtin().class_of(structure).unwrap();
        let found = reading::tests::with(text, |reading| {
            let readings = std::slice::from_ref(reading);
            find(catalogue, class, structure, readings, false)
        })?;
        Some((catalogue.get(found.structure).id.clone(), found.constraints))
    }

    #[test]
    fn an_epidural_space_below_the_cord_is_not_in_the_cord() {
        for (text, id) in [
            ("Lumbar epidural steroid injection", "lumbar_vertebrae"),
            ("Caudal epidural steroid block", "sacrum"),
            ("Epidural steroid at L4-L5", "disc_L4_L5"),
            ("Epidural haematoma at L3", "vertebra_L3"),
            ("Dorsal epidural haematoma at L3", "vertebra_L3"),
            (
                "L4-5 lumbar epidural steroid injection; a caudal epidural steroid injection failed",
                "disc_L4_L5",
            ),
        ] {
            let (structure, _) = said(text, "spinal_cord").expect(text);
            assert_eq!(structure, id, "{text}");
        }
        for text in [
            "Cervical epidural steroid injection",
            "Lumbar epidural analgesia in labour",
            "Lumbar epidural analgesia for labour in severe aortic stenosis",
            "Epidural haematoma at T6",
            "Epidural haematoma at L1 compressing the conus",
            "Paraplegia from compression of the cord at T10 by a haematoma after a lumbar epidural catheter",
            "Lumbar puncture at L3-4. Epidural abscess with compression of the cord at T6.",
            "Thoracic epidural abscess; lumbar epidural abscess",
            "Thoracic epidural abscess with caudal epidural extension to T12",
        ] {
            let placed = said(text, "spinal_cord").map(|(structure, _)| structure);
            assert!(placed.is_none_or(|id| id == "spinal_cord"), "{text}");
        }
    }

    #[test]
    fn an_infarct_lies_in_the_wall_that_is_named() {
        let left = Catalogue::builtin().index_of("left_ventricle").unwrap();
        let in_left = Constraint::Part(vec![left]);
        for text in [
            "Inferior STEMI, RV spared.",
            "Inferior STEMI, RV not involved.",
            "A lateral MI.",
            "Septal MI two years ago, no symptoms now",
            "Old posterior infarct",
            "Anterior NSTEMI",
            "Anteroseptal infarction",
            "Apical MI",
            "Inferolateral ST-elevation MI",
        ] {
            for id in ["heart", "right_ventricle", "myocardium"] {
                let (structure, constraints) = said(text, id).expect(text);
                assert_eq!(structure, "myocardium", "{text}");
                let is_wall = constraints.contains(&in_left) && constraints.len() > 1;
                assert!(is_wall, "{text}: {constraints:?}");
            }
            let (structure, _) = said(text, "left_ventricle").expect(text);
            assert_eq!(structure, "left_ventricle", "{text}");
        }
        // What the text is about itself keeps its place, and so does an infarct without a wall.
        for (text, id) in [
            ("Inferior STEMI with RV infarct", "right_ventricle"),
            ("Anterior STEMI, LAD occluded", "left_coronary_artery"),
            ("An acute MI", "heart"),
        ] {
            let placed = said(text, id).map(|(structure, _)| structure);
            assert_ne!(placed.as_deref(), Some("myocardium"), "{text}");
        }
    }
}
