//! Relations between structures, written down as data (`data/relations.csv`) and measured on the label volume.

use std::collections::HashMap;
use std::sync::LazyLock;

use anatomy::{Atlas, Catalogue, Sex};
use glam::Vec3;
use serde::Deserialize;

use super::claim::{Invariant, Limits};
use super::runs::{Extent, Region, Runs, Slab};
use super::{cage, levels};

/// Voxel centres this near each other, mm, join: two voxels may lie between them.
const JOIN_MM: f32 = 3.5;
/// Lines of sight two structures must share before "in front of" means something.
const LEAST_LINES: usize = 3;

/// What is claimed of a subject, mostly with regard to an object.
#[derive(Debug, Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    // Between the centroids, mm.
    LeftOf,
    RightOf,
    AnteriorTo,
    PosteriorTo,
    SuperiorTo,
    InferiorTo,
    // Between the outermost points, mm.
    ReachesLeftOf,
    ReachesRightOf,
    ReachesFrontOf,
    ReachesBehind,
    ReachesAbove,
    ReachesBelow,
    // Share of the lines that meet both in which the subject comes first, %.
    InFrontOf,
    Behind,
    Above,
    Below,
    // Share of the subject's voxels on its side of a sheet, %.
    Over,
    Under,
    // Between nearest voxels, mm.
    Within,
    Joins,
    // Ratios.
    #[serde(rename = "longer_x")]
    LongerX,
    SteeperThan,
    LargerThan,
    // Of the subject alone: centroid, outermost points and size (mm).
    X,
    Y,
    Z,
    Leftmost,
    Rightmost,
    Front,
    Back,
    Top,
    Bottom,
    #[serde(rename = "size_z")]
    SizeZ,
    // Centroid of the upper quarter less that of the lower quarter, mm.
    #[serde(rename = "lean_x")]
    LeanX,
    #[serde(rename = "lean_y")]
    LeanY,
    // Share left of the midline, %.
    LeftShare,
    // Share of the voxels within the largest piece, %.
    OnePiece,
    // Share of the voxels inside the rib cage, %.
    InsideCage,
}

/// One row of the table.
#[derive(Debug, Clone)]
struct Relation {
    topic: String,
    subject: String,
    kind: Kind,
    word: String,
    object: String,
    low: Option<f32>,
    high: Option<f32>,
    at: Option<(String, Slab)>,
}

#[derive(Deserialize)]
struct Row {
    topic: String,
    subject: String,
    relation: String,
    object: String,
    low: Option<f32>,
    high: Option<f32>,
    at: String,
}

static RELATIONS: LazyLock<Vec<Relation>> = LazyLock::new(|| {
    // Part of the program and checked by the tests; a fault here is a fault of the build.
    parse(
        include_str!("../../data/relations.csv"),
        Catalogue::builtin(),
    )
    .unwrap_or_else(|e| panic!("built-in table of relations: {e}"))
});

/// Those of the female torso: the same with her places and levels, and her own.
static HERS: LazyLock<Vec<Relation>> = LazyLock::new(|| {
    let catalogue = Catalogue::builtin();
    let own = parse(include_str!("../../data/relations-female.csv"), catalogue)
        .unwrap_or_else(|e| panic!("built-in table of relations of the female torso: {e}"));
    let replaced = |r: &Relation| own.iter().any(|o| o.claims() == r.claims());
    let shared = RELATIONS.iter().filter(|r| !replaced(r));
    let mut all: Vec<Relation> = shared.map(|r| r.carried(catalogue)).collect();
    all.extend(own);
    all
});

impl Relation {
    fn claims(&self) -> [&str; 4] {
        [&self.topic, &self.subject, &self.word, &self.object]
    }

    /// The relation in the female body.
    fn carried(&self, catalogue: &Catalogue) -> Relation {
        let first = self.subject.split('+').next();
        let place = levels::place(catalogue, first.and_then(|id| catalogue.index_of(id)));
        let mut hers = self.clone();
        if let Some(axis) = place_axis(self.kind) {
            let carry = |v: f32| levels::hers(axis, v, place).round();
            hers.low = self.low.map(carry);
            hers.high = self.high.map(carry);
        }
        if let Some((text, slab)) = &mut hers.at {
            slab.low = levels::hers(slab.axis, slab.low, place).round();
            slab.high = levels::hers(slab.axis, slab.high, place).round();
            *text = format!("{}:{}..{}", ["x", "y", "z"][slab.axis], slab.low, slab.high);
        }
        hers
    }
}

/// The axis along which a kind tells a place.
fn place_axis(kind: Kind) -> Option<usize> {
    use Kind::*;
    match kind {
        X | Leftmost | Rightmost => Some(0),
        Y | Front | Back => Some(1),
        Z | Top | Bottom => Some(2),
        _ => None,
    }
}

fn parse(text: &str, catalogue: &Catalogue) -> Result<Vec<Relation>, String> {
    let mut reader = csv::ReaderBuilder::new()
        .comment(Some(b'#'))
        .from_reader(text.as_bytes());
    let mut out = Vec::new();
    for (n, row) in reader.deserialize().enumerate() {
        let row: Row = row.map_err(|e| e.to_string())?;
        let fault = |reason: String| format!("row {} ({}): {reason}", n + 1, row.subject);
        let kind = serde_json::from_value(serde_json::Value::String(row.relation.clone()))
            .map_err(|e| fault(e.to_string()))?;
        for id in row.subject.split('+').chain(row.object.split('+')) {
            if !id.is_empty() && catalogue.index_of(id).is_none() {
                return Err(fault(format!("no structure has the id {id:?}")));
            }
        }
        let alone = row.object.is_empty();
        if row.subject.is_empty() || alone != stands_alone(kind) {
            return Err(fault(format!(
                "{} and its object do not go together",
                row.relation
            )));
        }
        let at = match row.at.as_str() {
            "" => None,
            text => Some((
                text.to_owned(),
                levels::slab(text).ok_or_else(|| fault(format!("{text:?} is no slab")))?,
            )),
        };
        out.push(Relation {
            topic: row.topic,
            subject: row.subject,
            kind,
            word: row.relation,
            object: row.object,
            low: row.low,
            high: row.high,
            at,
        });
    }
    Ok(out)
}

fn stands_alone(kind: Kind) -> bool {
    use Kind::*;
    matches!(
        kind,
        X | Y
            | Z
            | Leftmost
            | Rightmost
            | Front
            | Back
            | Top
            | Bottom
            | SizeZ
            | LeanX
            | LeanY
            | LeftShare
            | OnePiece
            | InsideCage
    )
}

/// Measures every relation; those with a structure the atlas lacks do not apply. Places in the torso frame count only
/// where `placed`: the atlas lies in the frame of that body.
pub(super) fn check(atlas: &Atlas, runs: &Runs, placed: Option<Sex>) -> Vec<Invariant> {
    let mut measure = Measure {
        atlas,
        runs,
        regions: HashMap::new(),
    };
    let table = match placed {
        Some(Sex::Female) => &HERS,
        Some(Sex::Male) | None => &RELATIONS,
    };
    let all = table.iter();
    all.map(|relation| measure.invariant(relation, placed.is_some()))
        .collect()
}

struct Measure<'a> {
    atlas: &'a Atlas,
    runs: &'a Runs,
    regions: HashMap<String, Option<Region>>,
}

impl Measure<'_> {
    fn invariant(&mut self, r: &Relation, placed: bool) -> Invariant {
        let mut name = format!("{} {}", r.subject, r.word);
        if !r.object.is_empty() {
            name = format!("{name} {}", r.object);
        }
        if let Some((text, _)) = &r.at {
            name = format!("{name} at {text}");
        }
        let limits = limits(r);
        for list in [&r.subject, &r.object] {
            self.load(list);
        }
        let region = |list: &str| self.regions.get(list).and_then(Option::as_ref);
        let in_frame = placed || (r.at.is_none() && !is_place(r.kind));
        let measured = match (region(&r.subject), region(&r.object)) {
            _ if !in_frame => return Invariant::skipped(&r.topic, name, limits),
            (None, _) => return Invariant::skipped(&r.topic, name, limits),
            (_, None) if !r.object.is_empty() => {
                return Invariant::skipped(&r.topic, name, limits);
            }
            (Some(subject), object) => self.value(r, subject, object.unwrap_or(subject)),
        };
        Invariant::new(&r.topic, name, measured, limits)
    }

    /// Remembers the region of a list of ids: nothing when one of them has no voxels.
    fn load(&mut self, list: &str) {
        if list.is_empty() || self.regions.contains_key(list) {
            return;
        }
        let catalogue = self.atlas.catalogue();
        let named: Vec<_> = list
            .split('+')
            .filter_map(|id| catalogue.index_of(id))
            .collect();
        // A union stands for what there is of it.
        let present: Vec<_> = named
            .into_iter()
            .filter(|s| self.atlas.has_voxels(*s))
            .collect();
        let region = (!present.is_empty()).then(|| Region::new(self.atlas, &present));
        self.regions.insert(list.to_owned(), region);
    }

    fn value(&self, r: &Relation, a: &Region, b: &Region) -> Option<f32> {
        use Kind::*;
        let slab = r.at.as_ref().map(|(_, slab)| *slab);
        let extent = |region: &Region| self.runs.extent(region, slab);
        let centres = |axis: usize| -> Option<f32> {
            Some(extent(a)?.centroid[axis] - extent(b)?.centroid[axis])
        };
        let high =
            |axis: usize| -> Option<f32> { Some(extent(a)?.high[axis] - extent(b)?.high[axis]) };
        let low =
            |axis: usize| -> Option<f32> { Some(extent(b)?.low[axis] - extent(a)?.low[axis]) };
        let size = |e: &Extent, axis: usize| e.high[axis] - e.low[axis];
        match r.kind {
            LeftOf => centres(0),
            RightOf => centres(0).map(|d| -d),
            AnteriorTo => centres(1).map(|d| -d),
            PosteriorTo => centres(1),
            SuperiorTo => centres(2),
            InferiorTo => centres(2).map(|d| -d),
            ReachesLeftOf => high(0),
            ReachesRightOf => low(0),
            ReachesFrontOf => low(1),
            ReachesBehind => high(1),
            ReachesAbove => high(2),
            ReachesBelow => low(2),
            InFrontOf => self.first_share(a, b, slab, 1),
            Behind => self.first_share(b, a, slab, 1),
            Below => self.first_share(a, b, slab, 2),
            Above => self.first_share(b, a, slab, 2),
            Over => self.side_share(a, b, true),
            Under => self.side_share(a, b, false),
            Within | Joins => Some(self.gap(a, b)),
            LongerX => Some(size(&extent(a)?, 0) / size(&extent(b)?, 0)),
            SteeperThan => {
                let slope = |e: Extent| size(&e, 2) / size(&e, 0);
                Some(slope(extent(a)?) / slope(extent(b)?))
            }
            LargerThan => Some(extent(a)?.voxels as f32 / extent(b)?.voxels as f32),
            X => Some(extent(a)?.centroid[0]),
            Y => Some(extent(a)?.centroid[1]),
            Z => Some(extent(a)?.centroid[2]),
            Leftmost => Some(extent(a)?.high[0]),
            Rightmost => Some(extent(a)?.low[0]),
            Front => Some(extent(a)?.low[1]),
            Back => Some(extent(a)?.high[1]),
            Top => Some(extent(a)?.high[2]),
            Bottom => Some(extent(a)?.low[2]),
            SizeZ => Some(size(&extent(a)?, 2)),
            LeanX => self.lean(a, 0),
            LeanY => self.lean(a, 1),
            LeftShare => extent(a).map(|e| 100.0 * e.left as f32 / e.voxels as f32),
            OnePiece => {
                let pieces = self.runs.pieces(a, 3);
                let all: u64 = pieces.iter().sum();
                pieces
                    .first()
                    .map(|n| 100.0 * *n as f32 / all.max(1) as f32)
            }
            InsideCage => cage::inside_percent(self.atlas, self.runs, a),
        }
    }

    /// Share of the lines along `axis` that meet both in which `a` lies before `b`.
    fn first_share(&self, a: &Region, b: &Region, slab: Option<Slab>, axis: usize) -> Option<f32> {
        let a = self.runs.columns(a, slab, axis);
        let b = self.runs.columns(b, slab, axis);
        let (few, many) = if a.len() < b.len() {
            (&a, &b)
        } else {
            (&b, &a)
        };
        let shared: Vec<_> = few.keys().filter(|key| many.contains_key(*key)).collect();
        let first = shared.iter().filter(|key| a[*key].mean() < b[*key].mean());
        let first = first.count();
        (shared.len() >= LEAST_LINES).then(|| 100.0 * first as f32 / shared.len() as f32)
    }

    /// Share of the voxels that do not lie beyond a sheet seen along z.
    fn side_share(&self, a: &Region, sheet: &Region, over: bool) -> Option<f32> {
        let sheet = self.runs.columns(sheet, None, 2);
        let (mut all, mut beyond) = (0u64, 0u64);
        for (j, k, run) in self.runs.of(a) {
            for i in run.from..run.to {
                all += 1;
                let column = sheet.get(&(i, j as u16));
                beyond += u64::from(column.is_some_and(|c| {
                    if over {
                        (k as u16) < c.low
                    } else {
                        k as u16 > c.high
                    }
                }));
            }
        }
        (all > 0).then(|| 100.0 * (all - beyond) as f32 / all as f32)
    }

    fn lean(&self, a: &Region, axis: usize) -> Option<f32> {
        let whole = self.runs.extent(a, None)?;
        let quarter = (whole.high[2] - whole.low[2]) * 0.25;
        let end = |low: f32, high: f32| {
            let slab = Slab { axis: 2, low, high };
            Some(self.runs.extent(a, Some(slab))?.centroid[axis])
        };
        Some(
            end(whole.high[2] - quarter, whole.high[2])?
                - end(whole.low[2], whole.low[2] + quarter)?,
        )
    }

    /// Least distance between voxel centres, mm.
    fn gap(&self, a: &Region, b: &Region) -> f32 {
        let count = |r: &Region| {
            self.runs
                .of(r)
                .map(|(_, _, run)| u32::from(run.to - run.from))
                .sum::<u32>()
        };
        let (few, many) = if count(a) < count(b) { (a, b) } else { (b, a) };
        let distance = |p: Vec3| {
            let each = many
                .named
                .iter()
                .filter_map(|s| self.atlas.distance_mm(*s, p.to_array()));
            each.fold(f32::INFINITY, f32::min)
        };
        // Voxels by cell; cells in the order of their distance until none can come nearer.
        const CELL: usize = 6;
        let mut cells: HashMap<[usize; 3], Vec<Vec3>> = HashMap::new();
        for (j, k, run) in self.runs.of(few) {
            for i in run.from..run.to {
                let voxel = [usize::from(i), j, k];
                let centre = std::array::from_fn(|a| self.runs.mm(a, voxel[a] as f32));
                let cell = cells.entry(voxel.map(|v| v / CELL)).or_default();
                cell.push(Vec3::from_array(centre));
            }
        }
        let mut cells: Vec<(f32, Vec<Vec3>)> = cells
            .into_values()
            .map(|voxels| (distance(voxels[0]), voxels))
            .collect();
        cells.sort_by(|a, b| a.0.total_cmp(&b.0));
        let reach = CELL as f32 * 3f32.sqrt();
        let mut best = f32::INFINITY;
        for (first, voxels) in cells {
            if first - reach > best || best <= 1.0 {
                break;
            }
            for p in voxels {
                best = best.min(distance(p));
            }
        }
        best
    }
}

/// Whether a relation speaks of places in the torso frame rather than of two structures.
fn is_place(kind: Kind) -> bool {
    use Kind::*;
    place_axis(kind).is_some() || matches!(kind, SizeZ | LeftShare)
}

fn limits(r: &Relation) -> Limits {
    use Kind::*;
    let unit = match r.kind {
        InFrontOf | Behind | Above | Below | Over | Under | LeftShare | OnePiece | InsideCage => {
            "%"
        }
        LongerX | SteeperThan | LargerThan => "times",
        _ => "mm",
    };
    let (low, high) = match r.kind {
        Joins => (r.low, Some(r.high.unwrap_or(JOIN_MM))),
        Within => (r.low, r.high),
        InFrontOf | Behind | Above | Below => (Some(r.low.unwrap_or(90.0)), r.high),
        _ if r.low.is_none() && r.high.is_none() => (Some(0.0), None),
        _ => (r.low, r.high),
    };
    Limits { low, high, unit }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound_and_faults_are_named() {
        let catalogue = Catalogue::builtin();
        assert!(RELATIONS.len() > 200 && HERS.len() >= RELATIONS.len());
        let topics: std::collections::HashSet<_> = RELATIONS
            .iter()
            .filter_map(|r| r.topic.split(' ').next()?.parse::<u32>().ok())
            .collect();
        assert_eq!((1..=40).find(|n| !topics.contains(n)), None);
        let refused = |row: &str| {
            let text = format!("topic,subject,relation,object,low,high,at\n{row}\n");
            parse(&text, catalogue).unwrap_err()
        };
        assert!(refused("t,livver,x,,1,2,").contains("livver"));
        assert!(refused("t,liver,beside,spleen,1,2,").contains("beside"));
        assert!(refused("t,liver,x,spleen,1,2,").contains("together"));
        assert!(refused("t,liver,left_of,,1,2,").contains("together"));
        assert!(refused("t,liver,x,,1,2,w:3..4").contains("slab"));
    }
}
