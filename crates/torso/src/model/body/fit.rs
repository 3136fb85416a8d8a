//! What brings each structure of a warped body to its volume: a table of small shifts and of how far surfaces grow
//! (`data/female-fit.csv`), found by `build-atlas --fit` and kept as data.

use std::collections::BTreeMap;

use anatomy::{Aabb, Catalogue, Confidence, Sex, StructureIndex};
use glam::Vec3;

use super::super::{BodyBuilder, Counted, Field, Shape};
use super::growth::Growth;
use super::thorax::CORONARY;

/// What is done to a structure and all its parts after the warp.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Fitted {
    /// Shift, mm.
    pub shift: [f32; 3],
    /// How far the surface is moved outwards (or, negative, inwards), mm.
    pub grow: f32,
}

/// The fit of a body, by structure id.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fit(pub BTreeMap<String, Fitted>);

const HEADER: &str = "id,dx,dy,dz,grow_mm";

impl Fit {
    /// The fit of the female body that is part of the program.
    ///
    /// # Panics
    /// When the table is faulty, which the tests see.
    pub fn female() -> Fit {
        Fit::parse(include_str!("../../../data/female-fit.csv"))
            .unwrap_or_else(|e| panic!("built-in fit of the female body: {e}"))
    }

    /// Reads a table; lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// The first row that is not an id and four numbers.
    pub fn parse(text: &str) -> Result<Fit, String> {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(text.as_bytes());
        let mut rows = BTreeMap::new();
        for row in reader.deserialize() {
            let (id, dx, dy, dz, grow): (String, f32, f32, f32, f32) =
                row.map_err(|e| e.to_string())?;
            let shift = [dx, dy, dz];
            rows.insert(id, Fitted { shift, grow });
        }
        Ok(Fit(rows))
    }

    /// The table, with the remarks at the head of an older one.
    pub fn to_csv(&self, older: &str) -> String {
        let mut out = String::new();
        for line in older.lines().take_while(|l| l.starts_with('#')) {
            out.push_str(line);
            out.push('\n');
        }
        out.push_str(HEADER);
        out.push('\n');
        for (id, fitted) in &self.0 {
            let [dx, dy, dz] = fitted.shift;
            out.push_str(&format!(
                "{id},{dx:.1},{dy:.1},{dz:.1},{:.2}\n",
                fitted.grow
            ));
        }
        out
    }

    /// One round towards her volumes: every structure that is held to one grows or shrinks by what its surface, as counted,
    /// asks for. Returns how far each was off as a part of its figure, worst first.
    pub fn improve(&mut self, catalogue: &Catalogue, counted: &[Counted]) -> Vec<(String, f32)> {
        let mut off = Vec::new();
        for s in catalogue.indices() {
            let Some(want) = wanted(catalogue, counted, s) else {
                continue;
            };
            let have = counted[s.usize()];
            let id = &catalogue.get(s).id;
            off.push((id.clone(), have.ml / want - 1.0));
            // The fat lies between the skin and what is under it: there it grows by the other's shrinking.
            let (moved, sign, mm2) = if id == FAT {
                (CORE, -1.0, 0.5 * have.mm2)
            } else {
                (id.as_str(), 1.0, have.mm2)
            };
            let row = self.0.entry(moved.to_owned()).or_default();
            let step = sign * PART * 1000.0 * (want - have.ml) / mm2.max(1.0);
            let most = if DEEP.contains(&moved) {
                DEEP_MOST_MM
            } else {
                MOST_MM
            };
            row.grow = (row.grow + step.clamp(-STEP_MM, STEP_MM)).clamp(-most, most);
            row.grow = (row.grow * 100.0).round() / 100.0;
        }
        off.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        off
    }

    /// What the table says of a structure itself.
    pub(super) fn row(&self, id: &str) -> Fitted {
        self.0.get(id).copied().unwrap_or_default()
    }

    /// Shifts and grows the shapes of a body: each by its own row and by those of what it is part of.
    pub(super) fn apply(&self, body: &mut BodyBuilder, catalogue: &Catalogue) {
        let solids: BTreeMap<String, Shape> = catalogue
            .indices()
            .map(|s| catalogue.get(s).id.clone())
            .filter_map(|id| body.shape(&id).map(|shape| (id, shape)))
            .collect();
        for whole in WHOLES.iter().filter_map(|id| catalogue.index_of(id)) {
            self.grow_whole(body, catalogue, whole, &solids);
        }
        body.reshape(|id, shape| {
            let Some(index) = catalogue.index_of(id) else {
                return shape;
            };
            let rows = std::iter::once(index).chain(catalogue.ancestors(index));
            let (mut shift, mut grow) = (Vec3::ZERO, 0.0);
            for row_id in rows.map(|s| catalogue.get(s).id.as_str()) {
                let row = self.0.get(row_id).copied().unwrap_or_default();
                shift += Vec3::from_array(row.shift);
                // What lies within a solid does not grow with it.
                let within = row_id != id && solids.contains_key(row_id);
                let counts = !within && !WHOLES.contains(&row_id);
                grow += if counts { row.grow } else { 0.0 };
            }
            let shape = turned(id, shape);
            if LOBES.contains(&id)
                && let Some(liver) = solids.get("liver")
            {
                // A lobe has its share of what is added to the liver's surface.
                let added = self.0.get("liver").map_or(0.0, |f| f.grow).max(0.0);
                let lobe = changed(shape, shift, grow);
                return lobe.union(&lobe.offset(added).subtract(liver));
            }
            if grow > 0.0 && CROWDED.contains(&id) {
                let others = crowd(&solids, catalogue, |other| other == id);
                let own = changed(shape, shift, 0.0);
                return Shape::new(Part { own, others, grow });
            }
            if grow > 0.0 && stacked(id) {
                let others = solids
                    .iter()
                    .filter(|(other, _)| *other != id && stacked(other));
                let others = others.map(|(_, shape)| shape.clone()).collect();
                let own = changed(shape, shift, 0.0);
                return Shape::new(Part { own, others, grow });
            }
            changed(shape, shift, grow)
        });
    }

    /// Grows what is cut from one solid as one: what is added belongs to the nearest part.
    fn grow_whole(
        &self,
        body: &mut BodyBuilder,
        catalogue: &Catalogue,
        whole: StructureIndex,
        solids: &BTreeMap<String, Shape>,
    ) {
        let whole_id = catalogue.get(whole).id.as_str();
        let grow = self.0.get(whole_id).map_or(0.0, |f| f.grow);
        if grow == 0.0 {
            return;
        }
        let beside = if grow > 0.0 && CROWDED.contains(&whole_id) {
            crowd(solids, catalogue, |other| other == whole_id)
        } else {
            Vec::new()
        };
        let parts = catalogue.parts(whole).into_iter();
        let shapes: Vec<(String, Shape)> = parts
            .map(|s| catalogue.get(s).id.clone())
            .filter_map(|id| body.shape(&id).map(|shape| (id, shape)))
            .collect();
        // What is laid on the heart is no part of what grows; it is laid again afterwards.
        let lies_on = |part: &str| part == SAC || CORONARY.contains(&part);
        let parts = shapes.iter().filter(|(part, _)| !lies_on(part));
        let parts = parts.map(|(_, shape)| shape.clone());
        let growth = Growth::of(parts, grow, |was| match beside.is_empty() {
            true => was.offset(grow),
            false => Shape::new(Part {
                own: was.clone(),
                others: beside,
                grow,
            }),
        });
        body.reshape(|id, shape| {
            if id == SAC || !shapes.iter().any(|(part, _)| part == id) {
                let wraps = id == SAC && shapes.iter().any(|(part, _)| part == SAC);
                return changed(shape, Vec3::ZERO, if wraps { grow } else { 0.0 });
            }
            growth.share(shape)
        });
    }
}

/// What the warp has laid otherwise than it lies: turned about a point of it (axis through the point, degrees, right-hand rule).
/// The gallbladder hangs from its neck with the fundus forward and the portal vein rises to the right, to both of which this brings
/// them nearer; the manubrium leans back from the joint below it.
const TURNS: [(&str, Vec3, Vec3, f32); 3] = [
    ("gallbladder", Vec3::new(-50.0, -20.0, 50.0), Vec3::X, -20.0),
    ("portal_vein", Vec3::new(-22.0, -5.0, 40.0), Vec3::Y, -7.0),
    ("manubrium", Vec3::new(0.0, -27.0, 222.0), Vec3::X, -16.0),
];

fn turned(id: &str, shape: Shape) -> Shape {
    match TURNS.iter().find(|turn| turn.0 == id) {
        Some((_, pivot, axis, degrees)) => shape.rotate(*axis, *degrees, *pivot),
        None => shape,
    }
}

/// Vertebrae and discs: they grow in breadth, not into each other.
fn stacked(id: &str) -> bool {
    id.starts_with("vertebra_") || id.starts_with("disc_")
}

/// The shapes that a crowded organ may not grow over: the other crowded organs and the diaphragm.
fn crowd(
    solids: &BTreeMap<String, Shape>,
    catalogue: &Catalogue,
    own: impl Fn(&str) -> bool,
) -> Vec<Shape> {
    let organs = CROWDED.iter().filter(|id| !own(id));
    let parts = organs
        .chain(std::iter::once(&"diaphragm"))
        .filter_map(|id| catalogue.index_of(id))
        .flat_map(|s| catalogue.parts(s))
        .map(|s| catalogue.get(s).id.as_str());
    parts.filter_map(|id| solids.get(id).cloned()).collect()
}

/// A solid that grows among others, by `grow` mm: what is added belongs to the nearest.
struct Part {
    own: Shape,
    others: Vec<Shape>,
    grow: f32,
}

impl Field for Part {
    fn distance(&self, p: Vec3) -> f32 {
        let own = self.own.distance(p);
        // Where neither surface is near, the others do not matter.
        if own > self.grow + NEAR_MM {
            return own - self.grow;
        }
        if own < -NEAR_MM {
            return own;
        }
        let mut other = f32::INFINITY;
        for s in &self.others {
            if s.bounds().distance(p) < other {
                other = other.min(s.distance(p));
            }
        }
        own.min((own - self.grow).max(0.5 * (own - other)))
    }

    fn bounds(&self) -> Aabb {
        self.own.bounds().grown(self.grow)
    }
}

/// Part of the missing volume that a round makes up: neighbours change too.
const PART: f32 = 0.8;
/// A round's largest step, mm.
const STEP_MM: f32 = 1.5;
/// The most that any surface is moved, mm.
const MOST_MM: f32 = 2.5;
/// The same for what lies in fat or is kept off its neighbours.
const DEEP_MOST_MM: f32 = 3.5;
const DEEP: [&str; 5] = [
    "liver",
    "spleen",
    "gallbladder",
    "arch_of_aorta",
    "descending_aorta",
];
const FAT: &str = "subcutaneous_fat";
/// What lies under the fat and is no structure of its own.
const CORE: &str = "other_muscles";
/// Wholes whose parts are cut from one solid and grow together.
const WHOLES: [&str; 6] = [
    "larynx",
    "left_lung",
    "right_lung",
    "stomach",
    "pancreas",
    "heart",
];
/// Organs that lie against each other and the diaphragm: none grows over its neighbours.
const CROWDED: [&str; 7] = [
    "left_lung",
    "right_lung",
    "liver",
    "spleen",
    "stomach",
    "left_kidney",
    "right_kidney",
];
/// Parts of the liver's surface.
const LOBES: [&str; 2] = ["caudate_lobe_of_liver", "quadrate_lobe_of_liver"];
/// Distance from a part's surface, old or new, within which its neighbours are asked, mm.
const NEAR_MM: f32 = 1.5;
/// What wraps the heart and grows with it.
const SAC: &str = "pericardium";
/// What takes the room that others leave, is cut by a face of the body, is a trifle, would wear through (the lower end of
/// the sacrum, the joint of the sternum), takes turns with its sheath (rectus), or has chambers whose figures do not add up to it (the heart: a
/// compromise stands in the table).
const REST: [&str; 17] = [
    "heart",
    "sternum",
    "sacrum",
    "rectus_sheath",
    "left_rectus_abdominis",
    "right_rectus_abdominis",
    "cystic_duct",
    CORE,
    "skin",
    "visceral_fat",
    "mesentery",
    "greater_omentum",
    "diaphragm",
    "pericardium",
    "spinal_cord",
    "grey_matter",
    "white_matter",
];

/// What is made in her own frame, with calibres that give its volume.
const BOWEL: [&str; 2] = ["small_intestine", "colon"];

/// The volume that a structure is brought to by a row of its own, mL.
fn wanted(catalogue: &Catalogue, counted: &[Counted], s: StructureIndex) -> Option<f32> {
    let row = catalogue.get(s);
    let facts = catalogue.facts(s, Sex::Female);
    let want = facts.volume_ml?;
    let trusted = |s: StructureIndex| {
        let confidence = catalogue.facts(s, Sex::Female).volume_confidence;
        confidence.is_some_and(|c| c >= Confidence::Medium)
    };
    let only_hers = row.sex.is_some();
    let bowel = std::iter::once(s).chain(catalogue.ancestors(s));
    let bowel = bowel
        .into_iter()
        .any(|s| BOWEL.contains(&catalogue.get(s).id.as_str()));
    let cut = facts.box_mm.is_some_and(|(low, _)| low[2] < -385.0);
    if row.group
        || only_hers
        || bowel
        || cut
        || REST.contains(&row.id.as_str())
        || counted[s.usize()].ml <= 0.0
    {
        return None;
    }
    if WHOLES.contains(&row.id.as_str()) {
        return Some(want);
    }
    let within_whole = |s| WHOLES.contains(&catalogue.get(s).id.as_str());
    if catalogue.ancestors(s).any(within_whole) {
        return None;
    }
    // One of a whole and its parts, the better known; the whole where they are alike.
    let below = || catalogue.parts(s).into_iter().skip(1);
    let by_parts = below().any(trusted) && counted[s.usize()].own_ml <= 0.0;
    let by_whole = !trusted(s)
        && catalogue
            .ancestors(s)
            .any(|a| trusted(a) && !catalogue.get(a).group);
    (!by_parts && !by_whole).then_some(want)
}

fn changed(shape: Shape, shift: Vec3, grow: f32) -> Shape {
    let moved = if shift == Vec3::ZERO {
        shape
    } else {
        shape.translate(shift)
    };
    if grow == 0.0 {
        moved
    } else {
        moved.offset(grow)
    }
}
