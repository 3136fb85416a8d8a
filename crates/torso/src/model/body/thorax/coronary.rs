//! The vessels of the heart in its grooves: coronary arteries, cardiac veins and coronary sinus.
//!
//! A course is told by a few points near it and by the two chambers that it runs between: it is laid where both are equally far (or one nearer by so
//! much) and where the surface of the heart is, so that it follows the grooves of the heart that is modelled, his as well as hers.
//! Courses: textbook anatomy of a right-dominant heart. Calibres: usual diameters of the adult (textbook values; angiography): left main 4.5 mm, anterior
//! interventricular (LAD) 3.7, circumflex 3.4, right coronary 3.9 mm, branches 2 to 2.5, ends 2 (thinner ones would fall apart in voxels of 1 mm);
//! coronary sinus 9 mm wide where it opens, great cardiac vein 4 mm.

use glam::{Vec3, vec3};

use crate::model::parts::tube;
use crate::model::plain::smooth_step;
use crate::model::{BodyBuilder, Field, Shape, Tube, smooth_union_all};

use super::heart;

mod runs;

pub(in crate::model::body) use runs::CORONARY;
use runs::{Groove, RUNS, Run};

/// Width over which the grooves of the surface that vessels are laid on are filled, mm.
const FILLED_MM: f32 = 6.0;
/// Distance of the points that are laid, mm.
const STEP_MM: f32 = 5.0;
/// Rounds in which a point finds its groove, and the most that it goes in one, mm.
const ROUNDS: usize = 16;
const STRIDE_MM: f32 = 2.0;
/// Part of the radius by which the middle of a vessel lies under the surface (it stands a little over it), and at an end that fades.
const SUNK: f32 = -0.15;
const SUNK_END: f32 = 0.6;
/// How far from its end a vessel begins to fade, mm, and the part of its radius that is left there.
const FADE_MM: f32 = 14.0;
const FADED: f32 = 0.75;
/// Times that the bends of a course are evened out.
const EVENED: usize = 3;

/// The heart that vessels are laid on.
struct Ground {
    chambers: Vec<Shape>,
}

/// The slope of a field.
fn slope(field: impl Fn(Vec3) -> f32, p: Vec3) -> Vec3 {
    const H: f32 = 0.6;
    let along = |axis: Vec3| field(p + axis * H) - field(p - axis * H);
    Vec3::from_array(Vec3::AXES.map(along)) / (2.0 * H)
}

impl Ground {
    fn away(&self, chamber: usize, p: Vec3) -> f32 {
        self.chambers[chamber].distance(p)
    }

    /// By how much the fields grow a millimetre: those that a map has carried grow by less than 1.
    fn scale(&self, p: Vec3) -> f32 {
        let nearest = (0..self.chambers.len())
            .min_by(|a, b| self.away(*a, p).total_cmp(&self.away(*b, p)))
            .unwrap_or_default();
        slope(|q| self.away(nearest, q), p).length().clamp(0.2, 1.0)
    }

    /// How far a point is above the surface whose grooves are filled, mm, where the fields grow by so much.
    fn above(&self, p: Vec3, scale: f32) -> f32 {
        let each = (0..self.chambers.len()).map(|n| self.away(n, p) / scale);
        each.fold(f32::INFINITY, |a, b| {
            let near = (FILLED_MM - (a - b).abs()).max(0.0);
            a.min(b) - near * near / (4.0 * FILLED_MM)
        })
    }

    /// How much further a point is from the first chamber of a groove than it should be, mm.
    fn aside(&self, p: Vec3, (a, b, nearer): Groove, scale: f32) -> f32 {
        (self.away(a as usize, p) - self.away(b as usize, p)) / scale - nearer
    }

    /// The nearest place in a groove (or anywhere), `depth` under the surface.
    fn settled(&self, mut p: Vec3, groove: Option<Groove>, depth: f32) -> Vec3 {
        for _ in 0..ROUNDS {
            let scale = self.scale(p);
            let up = slope(|q| self.above(q, scale), p);
            let off = self.above(p, scale) + depth;
            let step = match groove {
                None => -up * (off / up.length_squared().max(0.05)),
                Some(groove) => {
                    let aside = slope(|q| self.aside(q, groove, scale), p);
                    let wrong = self.aside(p, groove, scale);
                    // The shortest step that mends both.
                    let (uu, ua, aa) = (up.dot(up) + 0.02, up.dot(aside), aside.dot(aside) + 0.02);
                    let det = uu * aa - ua * ua;
                    let (s, t) = (off * aa - wrong * ua, wrong * uu - off * ua);
                    -(up * s + aside * t) / det.max(1e-4)
                }
            };
            p += step.clamp_length_max(STRIDE_MM);
            if step.length() < 0.02 {
                break;
            }
        }
        p
    }

    /// Points of the course of a run, `[x, y, z, radius]`, mm.
    fn laid(&self, run: &Run, before: &[Vec3], place: &impl Fn(Vec3) -> Vec3) -> Vec<[f32; 4]> {
        let at = |points: &[[f32; 3]]| -> Vec<Vec3> {
            points.iter().map(|p| place(Vec3::from_array(*p))).collect()
        };
        let rough = at(run.guides);
        let guides: Vec<[f32; 3]> = rough.iter().map(|p| p.to_array()).collect();
        let rough = Tube::uniform(&guides, 1.0);
        let count = (rough.length() / STEP_MM).ceil().max(1.0) as usize;
        let part = |n: usize| n as f32 / count as f32;
        let faded = |to_end: f32| match run.fades {
            true => 1.0 - smooth_step(0.0, FADE_MM, to_end),
            false => 0.0,
        };
        let radius = |part: f32, to_end: f32| {
            let full = run.radius[0] + (run.radius[1] - run.radius[0]) * part;
            full * (1.0 - (1.0 - FADED) * faded(to_end))
        };
        let depth = |part: f32| {
            let to_end = (1.0 - part) * rough.length();
            (SUNK + (SUNK_END - SUNK) * faded(to_end)) * radius(part, to_end)
        };
        let settle = |n: usize, p: Vec3| self.settled(p, run.groove, depth(part(n)));
        let mut course: Vec<Vec3> = (0..=count)
            .map(|n| settle(n, Vec3::from_array(rough.point_at(part(n)))))
            .collect();
        for _ in 0..EVENED {
            let was = course.clone();
            for n in 1..count {
                course[n] = 0.5 * was[n] + 0.25 * (was[n - 1] + was[n + 1]);
            }
        }
        for (n, p) in course.iter_mut().enumerate().take(count).skip(1) {
            *p = self.settled(*p, None, depth(part(n)));
        }
        let all: Vec<Vec3> = [before.to_vec(), at(run.stem), course].concat();
        let lengths: Vec<f32> = all.windows(2).map(|w| w[0].distance(w[1])).collect();
        let whole: f32 = lengths.iter().sum::<f32>().max(1e-3);
        let mut gone = 0.0;
        let mut points = Vec::with_capacity(all.len());
        for (n, p) in all.iter().enumerate() {
            points.push([p.x, p.y, p.z, radius(gone / whole, whole - gone)]);
            gone += lengths.get(n).copied().unwrap_or_default();
        }
        points
    }
}

/// Adds the vessels of the heart, and tells their shapes. What they come from and go to (aorta, atrium) wins where they meet, and an artery over a
/// vein.
pub(super) fn build(body: &mut BodyBuilder) -> Vec<Shape> {
    let Some(chambers) = heart::chambers(body) else {
        return Vec::new();
    };
    let shapes = vessels(chambers, |p| p);
    for (id, shape) in CORONARY.iter().zip(&shapes) {
        let artery = id.ends_with("artery");
        body.add(id, if artery { 72 } else { 71 }, shape.clone());
    }
    shapes.into()
}

/// The vessels of a heart with these chambers (in the order of `heart::CHAMBERS`), in the order of [`CORONARY`]. `place` carries points of the male body
/// to the body at hand.
fn vessels(chambers: Vec<Shape>, place: impl Fn(Vec3) -> Vec3) -> [Shape; 4] {
    courses(chambers, place).map(|runs| smooth_union_all(runs.iter().map(|run| tube(run)), 1.5))
}

/// Their courses, run by run.
fn courses(chambers: Vec<Shape>, place: impl Fn(Vec3) -> Vec3) -> [Vec<Vec<[f32; 4]>>; 4] {
    let ground = Ground { chambers };
    let mut all: [Vec<Vec<[f32; 4]>>; 4] = Default::default();
    let number = |id: &str| CORONARY.iter().position(|c| *c == id).unwrap_or_default();
    for run in RUNS {
        let parents = run.from.into_iter().flat_map(|id| &all[number(id)]);
        let first = run.stem.iter().chain(run.guides).next();
        let first = first.map(|p| place(Vec3::from_array(*p)));
        let far = |p: &Vec3| first.map_or(0.0, |first| p.distance(first));
        let points = parents.flatten().map(|p| vec3(p[0], p[1], p[2]));
        let before: Vec<Vec3> = points
            .min_by(|a, b| far(a).total_cmp(&far(b)))
            .into_iter()
            .collect();
        let laid = ground.laid(run, &before, &place);
        all[number(run.of)].push(laid);
    }
    all
}

/// Her vessels, laid on her own heart: on the chambers as the map brought them (`heart::chambers`), shifted and grown by as much (mm) as her heart is.
/// (Those that have grown as one solid say no more how far a neighbour is.) `place` carries points of the male body to hers.
pub(in crate::model::body) fn lay_again(
    body: &mut BodyBuilder,
    chambers: &[Shape],
    (shift, grow): (Vec3, f32),
    place: impl Fn(Vec3) -> Vec3,
) {
    if chambers.is_empty() {
        return;
    }
    let chambers = chambers.iter().map(|c| c.translate(shift).offset(grow));
    let shapes = vessels(chambers.collect(), |p| place(p) + shift);
    body.reshape(|id, shape| match CORONARY.iter().position(|c| *c == id) {
        Some(n) => shapes[n].clone(),
        None => shape,
    });
}

#[cfg(test)]
mod tests {
    use super::runs::{Chamber, SINUS};
    use super::*;

    /// His vessels, and the chambers that they lie on.
    fn his() -> (Ground, [Vec<Vec<[f32; 4]>>; 4]) {
        let chambers: Vec<Shape> = heart::heart().into();
        let all = courses(chambers.clone(), |p| p);
        (Ground { chambers }, all)
    }

    fn point(p: [f32; 4]) -> Vec3 {
        vec3(p[0], p[1], p[2])
    }

    #[test]
    fn vessels_lie_in_their_grooves_and_half_in_the_surface() {
        let (ground, all) = his();
        let mut seen = [0; 4];
        for run in RUNS {
            let n = CORONARY.iter().position(|id| *id == run.of).unwrap();
            let course = &all[n][seen[n]];
            seen[n] += 1;
            // What comes before the course is no part of it.
            let before = run.stem.len() + usize::from(run.from.is_some());
            for p in &course[before..] {
                let (at, radius) = (point(*p), p[3]);
                let above = ground.above(at, 1.0);
                // Where it fades its end lies deeper, but its upper side is still seen.
                let end = point(*course.last().unwrap());
                let fading = run.fades && at.distance(end) < FADE_MM;
                let deepest = if fading { 1.0 } else { 0.5 };
                let lies = -deepest * radius - 0.3..0.5 * radius + 0.3;
                assert!(lies.contains(&above), "{}: {at} {above}", run.of);
                if let Some(groove) = run.groove {
                    let off = ground.aside(at, groove, 1.0).abs();
                    // Where a branch leaves its vessel it comes from another groove.
                    let most = if run.from.is_none() { 3.0 } else { 5.0 };
                    assert!(off < most, "{}: {at} is {off} mm off", run.of);
                }
            }
        }
        let branches: Vec<usize> = all.iter().map(Vec::len).collect();
        assert_eq!(seen.to_vec(), branches);
    }

    #[test]
    fn every_branch_comes_out_of_what_it_belongs_to() {
        let (ground, all) = his();
        let shapes = all
            .each_ref()
            .map(|runs| union_of(runs.iter().map(|run| tube(run))));
        let number = |id: &str| CORONARY.iter().position(|c| *c == id).unwrap();
        let mut seen = [0; 4];
        for run in RUNS {
            let n = number(run.of);
            let first = point(all[n][seen[n]][0]);
            seen[n] += 1;
            if let Some(parent) = run.from {
                let inside = shapes[number(parent)].distance(first);
                assert!(inside < -0.5, "{} begins {inside} mm from {parent}", run.of);
            }
        }
        // The sinus opens into the right atrium.
        let mouth = point(all[number(SINUS)][0][0]);
        let deep = ground.chambers[Chamber::RightAtrium as usize].distance(mouth);
        assert!(deep < -2.0, "{deep}");
    }

    fn union_of(shapes: impl Iterator<Item = Shape>) -> Shape {
        crate::model::union_all(shapes)
    }

    #[test]
    fn vessels_taper_to_their_ends_and_turn_gently() {
        let (_, all) = his();
        for course in all.iter().flatten() {
            let radii = course.iter().map(|p| p[3]);
            assert!(radii.is_sorted_by(|a, b| a >= b), "{course:?}");
            let steps: Vec<Vec3> = course
                .windows(2)
                .map(|w| (point(w[1]) - point(w[0])).normalize_or_zero())
                .collect();
            // Where a branch leaves, it may turn at will.
            for w in steps.windows(2).skip(1) {
                assert!(w[0].dot(w[1]) > 0.2, "{course:?}");
            }
        }
        let length = |course: &Vec<[f32; 4]>| -> f32 {
            course
                .windows(2)
                .map(|w| point(w[0]).distance(point(w[1])))
                .sum()
        };
        // The right one to the crux, the LAD, the sinus.
        for (n, low, high) in [(0, 80.0, 170.0), (1, 100.0, 180.0), (2, 30.0, 70.0)] {
            let found = length(&all[n][0]);
            assert!((low..high).contains(&found), "{}: {found}", CORONARY[n]);
        }
    }
}
