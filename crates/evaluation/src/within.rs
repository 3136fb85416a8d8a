//! Texts that speak of a named place within an organ (a junction, a pole, a valve, a hiatus), each with what must hold of a right point: in or
//! at which structures, how near to which others, and in which share of the extent of one.

use anatomy::{Atlas, Catalogue, StructureIndex};
use grounding::{Grounder, GroundingError, TextInput};
use serde::{Deserialize, Serialize};

use crate::metrics;
use crate::reading::Part;
use crate::spatial::Share;

/// A point this near to an accepted structure is at it, mm.
const AT_MM: f32 = 8.0;
/// Play of the shares of an extent.
const PLAY: f32 = 0.03;
/// Items grounded at a time.
const BATCH: usize = 64;

/// One text.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Its id, a letter and a number.
    pub id: String,
    /// Even numbers are for choosing, odd ones for measuring.
    pub part: Part,
    /// The title, where it has one.
    pub title: Option<String>,
    /// The text.
    pub text: String,
    /// A right point lies in or at one of these.
    pub within: Vec<StructureIndex>,
    /// And within so many mm of each of these.
    pub near: Vec<(StructureIndex, f32)>,
    /// And between these shares (0 at the low end, 1 at the high end) of the extent of a structure, for some of its axes, LPS.
    pub extent: Option<(StructureIndex, Shares)>,
}

/// Shares of an extent along x, y and z; nothing where any will do.
pub type Shares = [Option<[f32; 2]>; 3];

/// A line as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    id: String,
    #[serde(default)]
    title: Option<String>,
    text: String,
    #[serde(rename = "in")]
    within: Vec<String>,
    #[serde(default)]
    near: Vec<(String, f32)>,
    #[serde(default)]
    share: Option<Extent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Extent {
    structure: String,
    x: Option<[f32; 2]>,
    y: Option<[f32; 2]>,
    z: Option<[f32; 2]>,
}

/// Reads the texts, a JSON object on each line: `id`, `title` (may be left out), `text`, `in` (ids of structures), `near` (pairs of id and mm), `share` (`structure`, and for
/// some of `x`, `y`, `z` the least and the largest share).
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse(lines: &str, catalogue: &Catalogue) -> Result<Vec<Item>, String> {
    let mut items = Vec::new();
    for (n, line) in lines.lines().enumerate() {
        if line.trim().is_empty() {
            continue;
        }
        let fault = |reason: String| format!("line {}: {reason}", n + 1);
        let line: Line = serde_json::from_str(line).map_err(|error| fault(error.to_string()))?;
        let row = |id: &str| {
            let row = catalogue.index_of(id);
            row.ok_or_else(|| fault(format!("no structure {id:?}")))
        };
        let number = line.id.trim_start_matches(|c: char| !c.is_ascii_digit());
        let number: u32 = number
            .parse()
            .map_err(|_| fault(format!("id {:?} has no number", line.id)))?;
        let within: Result<Vec<_>, _> = line.within.iter().map(|id| row(id)).collect();
        let near = line.near.iter().map(|(id, mm)| Ok((row(id)?, *mm)));
        let extent = match line.share {
            Some(share) => Some((row(&share.structure)?, [share.x, share.y, share.z])),
            None => None,
        };
        let item = Item {
            part: if number.is_multiple_of(2) {
                Part::Develop
            } else {
                Part::Test
            },
            within: within?,
            near: near.collect::<Result<_, String>>()?,
            extent,
            id: line.id,
            title: line.title,
            text: line.text,
        };
        if item.within.is_empty() {
            return Err(fault("no accepted structure".to_owned()));
        }
        items.push(item);
    }
    Ok(items)
}

/// How one point was judged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Verdict {
    /// It lies in or at an accepted structure.
    pub organ: bool,
    /// What is wrong with it, in words; nothing where it is right.
    pub faults: Vec<String>,
}

/// Judges a point, LPS mm. What a body has not, no point can lie in or near.
pub fn judge(atlas: &Atlas, item: &Item, point_mm: [f32; 3]) -> Verdict {
    let name = |s: StructureIndex| &atlas.catalogue().get(s).id;
    let mut faults = Vec::new();
    let off = metrics::distance_mm(atlas, &item.within, point_mm);
    let missing = |s: StructureIndex| format!("{} is not in this body", name(s));
    let organ = off.is_some_and(|mm| mm <= AT_MM);
    match off {
        Some(mm) if !organ => faults.push(format!("{mm:.0} mm from {}", name(item.within[0]))),
        Some(_) => {}
        None => faults.push(missing(item.within[0])),
    }
    for (s, most) in &item.near {
        match atlas.distance_mm(*s, point_mm) {
            Some(mm) if mm > *most => {
                faults.push(format!("{mm:.0} mm from {}, not {most}", name(*s)));
            }
            Some(_) => {}
            None => faults.push(missing(*s)),
        }
    }
    if let Some((s, shares)) = &item.extent {
        let Some((low, high)) = atlas.bounds_mm(*s) else {
            faults.push(missing(*s));
            return Verdict { organ, faults };
        };
        for (axis, share) in shares.iter().enumerate() {
            let Some([least, most]) = share else { continue };
            let at = (point_mm[axis] - low[axis]) / (high[axis] - low[axis]);
            if !(least - PLAY..=most + PLAY).contains(&at) {
                let axis = ["x", "y", "z"][axis];
                faults.push(format!(
                    "{axis} at {at:.2} of {}, not {least} to {most}",
                    name(*s)
                ));
            }
        }
    }
    Verdict { organ, faults }
}

/// The figures over all texts.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Report {
    /// Texts.
    pub n: usize,
    /// Points that meet all conditions, per cent.
    pub right: f64,
    /// Standard error of that, per cent.
    pub right_se: f64,
    /// Points in or at an accepted structure, per cent.
    pub organ: f64,
    /// Of the texts for choosing: what is wrong. Those for measuring are counted alone.
    pub misses: Vec<Miss>,
}

/// A text whose point is wrong.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Miss {
    /// Its id.
    pub id: String,
    /// The text.
    pub text: String,
    /// The structure that was named.
    pub structure: String,
    /// The region that was read, in words.
    pub region: Option<String>,
    /// What is wrong with the point.
    pub faults: Vec<String>,
}

/// Grounds texts in the body of the grounder and judges their points; one that has the other body beside it may place them there, so
/// give one that has not.
///
/// # Errors
/// The first failure of the grounder.
pub fn evaluate(grounder: &Grounder, items: &[&Item]) -> Result<Report, GroundingError> {
    let atlas = grounder.atlas();
    let (mut right, mut organ) = (Share::default(), Share::default());
    let mut misses = Vec::new();
    for batch in items.chunks(BATCH) {
        let texts: Vec<TextInput> = batch
            .iter()
            .map(|item| TextInput {
                title: item.title.as_deref(),
                ..TextInput::new(&item.text)
            })
            .collect();
        for (item, grounding) in batch.iter().zip(grounder.ground(&texts)?) {
            let verdict = judge(atlas, item, grounding.point_mm);
            right.count(verdict.faults.is_empty());
            organ.count(verdict.organ);
            if item.part == Part::Develop && !verdict.faults.is_empty() {
                misses.push(Miss {
                    id: item.id.clone(),
                    text: item.text.clone(),
                    structure: grounding.structure,
                    region: grounding.region,
                    faults: verdict.faults,
                });
            }
        }
    }
    Ok(Report {
        n: right.n,
        right: right.percent(),
        right_se: right.error(),
        organ: organ.percent(),
        misses,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anatomy::{BRICK, LabelVolume};

    const LINES: &str = r#"{"id":"p001","text":"The lower pole of the left kidney.","in":["left_kidney"],"share":{"structure":"left_kidney","z":[0,0.3]}}
{"id":"p002","text":"Beside the spleen.","in":["left_kidney"],"near":[["spleen",5]],"share":null}"#;

    /// A left kidney of 16 mm a side, and the spleen on its left.
    fn atlas() -> Atlas {
        let row = |id: &str| Catalogue::builtin().index_of(id).unwrap().0 + 1;
        let (kidney, spleen) = (row("left_kidney"), row("spleen"));
        let labels = LabelVolume::from_bricks([64; 3], |at, voxels| {
            let inside = |a: usize| (16..32).contains(&a);
            for (n, voxel) in voxels.iter_mut().enumerate() {
                let [x, y, z] = [
                    at[0] + n % BRICK,
                    at[1] + n / BRICK % BRICK,
                    at[2] + n / (BRICK * BRICK),
                ];
                *voxel = match (inside(y) && inside(z), x) {
                    (true, 16..32) => kidney,
                    (true, 32..40) => spleen,
                    _ => 0,
                };
            }
        });
        Atlas::from_labels(Catalogue::builtin(), labels)
    }

    #[test]
    fn a_point_is_right_where_all_conditions_hold() {
        let items = parse(LINES, Catalogue::builtin()).unwrap();
        assert_eq!([items[0].part, items[1].part], [Part::Test, Part::Develop]);
        let atlas = atlas();
        let at = |x: f32, y: f32, z: f32| [x - 32.0, y - 32.0, z - 32.0];
        let faults = |item: usize, p| judge(&atlas, &items[item], p).faults;
        assert!(faults(0, at(24.0, 24.0, 18.0)).is_empty(), "lower pole");
        let upper = faults(0, at(24.0, 24.0, 30.0));
        assert!(
            upper.len() == 1 && upper[0].starts_with("z at 0."),
            "{upper:?}"
        );
        assert!(faults(1, at(29.0, 24.0, 24.0)).is_empty(), "beside it");
        let far = judge(&atlas, &items[1], at(17.0, 24.0, 24.0));
        assert!(far.organ && far.faults[0].contains("spleen"), "{far:?}");
        assert!(!judge(&atlas, &items[1], at(24.0, 24.0, 50.0)).organ);
        let elsewhere = LINES.replace("spleen\",5", "liver\",500");
        let items = parse(&elsewhere, Catalogue::builtin()).unwrap();
        let nowhere = judge(&atlas, &items[1], at(24.0, 24.0, 24.0)).faults;
        assert_eq!(nowhere, ["liver is not in this body"]);
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (line, words) in [
            ("{", "EOF"),
            (r#"{"id":"p","text":"","in":["liver"]}"#, "number"),
            (r#"{"id":"p1","text":"","in":[]}"#, "no accepted"),
            (r#"{"id":"p1","text":"","in":["tail"]}"#, "tail"),
            (r#"{"id":"p1","text":"","in":["liver"],"at":1}"#, "at"),
        ] {
            let reason = parse(line, Catalogue::builtin()).unwrap_err();
            let named = reason.starts_with("line 1: ") && reason.contains(words);
            assert!(named, "{reason}");
        }
    }
}
