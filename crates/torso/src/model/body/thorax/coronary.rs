//! The vessels of the heart in its grooves: coronary arteries, cardiac veins and coronary sinus.
//!
//! A course is told by a few points near it and by the two chambers that it runs between: it is laid where both are equally far (or one nearer by so
//! much) and where the surface of the heart is, so that it follows the grooves of the heart that is modelled, his as well as hers.
//! Courses: textbook anatomy of a right-dominant heart. Calibres: usual diameters of the adult (textbook values; angiography): left main 4.5 mm, anterior
//! interventricular (LAD) 3.7, circumflex 3.4, right coronary 3.9 mm, branches 2 to 2.5, ends 2 (thinner ones would fall apart in voxels of 1 mm);
//! coronary sinus 9 mm wide where it opens, great cardiac vein 4 mm.

use glam::{Vec3, vec3};

use crate::model::parts::tube;
use crate::model::{BodyBuilder, Field, Shape, Tube, smooth_union_all};

/// What is laid on the heart.
pub(in crate::model::body) const CORONARY: [&str; 4] = [
    "right_coronary_artery",
    "left_coronary_artery",
    "coronary_sinus",
    "cardiac_veins",
];

const RIGHT: &str = CORONARY[0];
const LEFT: &str = CORONARY[1];
const SINUS: &str = CORONARY[2];
const VEINS: &str = CORONARY[3];

/// A groove: where a vessel is further from the first chamber than from the second by so much, mm.
type Groove = (Chamber, Chamber, f32);

/// The chambers, in the order of `heart::CHAMBERS`.
#[derive(Clone, Copy)]
enum Chamber {
    LeftVentricle,
    RightVentricle,
    LeftAtrium,
    RightAtrium,
}

use Chamber::{LeftAtrium, LeftVentricle, RightAtrium, RightVentricle};

/// A stretch of a vessel.
struct Run {
    of: &'static str,
    /// Points before the course that stay where they are, mm.
    stem: &'static [[f32; 3]],
    /// Out of whose vessels it comes, at the point nearest to its first one; none: its stem begins within what it comes from.
    from: Option<&'static str>,
    /// Points near the course, mm.
    guides: &'static [[f32; 3]],
    /// Free on the surface without one.
    groove: Option<Groove>,
    /// At the beginning and at the end, mm.
    radius: [f32; 2],
}

/// A branch that runs free.
const fn branch(of: &'static str, guides: &'static [[f32; 3]], radius: [f32; 2]) -> Run {
    Run {
        of,
        stem: &[],
        from: Some(of),
        guides,
        groove: None,
        radius,
    }
}

/// In the order in which they hang on each other.
const RUNS: &[Run] = &[
    // From the right aortic sinus between auricle and cone into the right groove, to the crux.
    Run {
        from: None,
        stem: &[[-3.0, -40.0, 218.0], [-7.0, -46.0, 217.0]],
        groove: Some((RightAtrium, RightVentricle, 0.0)),
        ..branch(
            RIGHT,
            &[
                [-12.0, -52.0, 212.0],
                [-20.0, -57.0, 203.0],
                [-25.0, -60.0, 190.0],
                [-24.0, -58.0, 178.0],
                [-21.0, -54.0, 166.0],
                [-15.0, -46.0, 158.0],
                [-9.0, -38.0, 160.0],
                [-4.0, -33.0, 164.0],
            ],
            [1.95, 1.6],
        )
    },
    // Posterior interventricular branch.
    Run {
        stem: &[[3.0, -30.0, 165.0]],
        groove: Some((RightVentricle, LeftVentricle, -0.5)),
        ..branch(
            RIGHT,
            &[
                [12.0, -33.5, 159.0],
                [26.0, -42.0, 150.0],
                [39.0, -52.0, 143.0],
                [47.0, -61.0, 141.0],
            ],
            [1.6, 1.0],
        )
    },
    // Right marginal branch, along the lower border.
    branch(
        RIGHT,
        &[
            [-17.0, -62.0, 160.0],
            [-8.0, -68.0, 151.0],
            [5.0, -74.0, 144.0],
            [20.0, -80.0, 140.0],
            [33.0, -84.0, 139.0],
        ],
        [1.25, 1.0],
    ),
    // Left main and anterior interventricular (LAD), round the apex.
    Run {
        from: None,
        stem: &[
            [11.0, -30.0, 220.0],
            [17.0, -33.0, 223.0],
            [25.0, -37.0, 224.5],
        ],
        groove: Some((RightVentricle, LeftVentricle, -0.5)),
        ..branch(
            LEFT,
            &[
                [33.0, -44.0, 221.0],
                [41.0, -59.0, 212.0],
                [48.0, -70.0, 203.0],
                [53.0, -80.0, 190.0],
                [55.0, -87.0, 175.0],
                [58.0, -90.0, 160.0],
                [60.0, -88.0, 149.0],
                [58.0, -80.0, 142.0],
                [54.0, -72.0, 140.0],
            ],
            [2.25, 1.0],
        )
    },
    // Circumflex.
    Run {
        groove: Some((LeftAtrium, LeftVentricle, 3.5)),
        ..branch(
            LEFT,
            &[
                [35.0, -31.0, 224.0],
                [41.0, -19.0, 222.0],
                [41.0, -7.0, 216.0],
                [37.0, 1.0, 209.0],
                [31.0, 4.0, 205.0],
            ],
            [1.7, 1.1],
        )
    },
    // Diagonal, two left marginal branches.
    branch(
        LEFT,
        &[
            [51.0, -62.0, 209.0],
            [60.0, -65.0, 200.0],
            [70.0, -69.0, 187.0],
            [77.0, -73.0, 172.0],
        ],
        [1.2, 1.0],
    ),
    branch(
        LEFT,
        &[
            [50.0, -17.0, 215.0],
            [60.0, -23.0, 206.0],
            [70.0, -33.0, 195.0],
            [78.0, -46.0, 181.0],
            [82.0, -56.0, 170.0],
        ],
        [1.25, 1.0],
    ),
    branch(
        LEFT,
        &[
            [44.0, 3.0, 200.0],
            [54.0, -2.0, 190.0],
            [64.0, -13.0, 178.0],
            [71.0, -26.0, 168.0],
        ],
        [1.1, 1.0],
    ),
    // The sinus, from the right atrium to the left below the left atrium.
    Run {
        from: None,
        stem: &[
            [-16.0, -25.0, 182.0],
            [-11.0, -18.0, 185.0],
            [-5.0, -10.5, 188.5],
        ],
        groove: Some((LeftAtrium, LeftVentricle, 0.0)),
        ..branch(
            SINUS,
            &[
                [3.0, -3.0, 191.5],
                [10.0, 2.5, 194.5],
                [18.0, 6.0, 198.0],
                [27.0, 7.0, 202.0],
                [34.0, 5.0, 207.0],
            ],
            [4.5, 2.6],
        )
    },
    // Great cardiac vein: on along the left groove, then down beside the LAD.
    Run {
        from: Some(SINUS),
        groove: Some((LeftAtrium, LeftVentricle, -1.5)),
        ..branch(
            VEINS,
            &[
                [39.0, 1.0, 212.0],
                [43.0, -8.0, 219.0],
                [43.0, -19.0, 224.0],
                [40.0, -30.0, 225.0],
            ],
            [2.3, 2.0],
        )
    },
    Run {
        groove: Some((RightVentricle, LeftVentricle, 3.5)),
        ..branch(
            VEINS,
            &[
                [39.0, -45.0, 221.0],
                [44.0, -59.0, 213.0],
                [51.0, -70.0, 204.0],
                [57.0, -80.0, 190.0],
                [60.0, -86.0, 175.0],
                [63.0, -89.0, 161.0],
            ],
            [2.0, 1.0],
        )
    },
    // Middle cardiac vein, beside the posterior interventricular branch.
    Run {
        from: Some(SINUS),
        stem: &[
            [2.5, -10.0, 184.5],
            [4.0, -18.0, 177.0],
            [6.5, -25.0, 169.0],
        ],
        groove: Some((RightVentricle, LeftVentricle, 3.5)),
        ..branch(
            VEINS,
            &[
                [13.0, -31.0, 161.0],
                [20.0, -35.0, 156.0],
                [28.0, -40.0, 150.0],
                [41.0, -50.0, 143.0],
                [50.0, -61.0, 140.0],
            ],
            [2.0, 1.0],
        )
    },
];

/// Width over which the grooves of the surface that vessels are laid on are filled, mm.
const FILLED_MM: f32 = 9.0;
/// Distance of the points that are laid, mm.
const STEP_MM: f32 = 5.0;
/// Rounds in which a point finds its groove, and the most that it goes in one, mm.
const ROUNDS: usize = 16;
const STRIDE_MM: f32 = 2.0;
/// Part of the radius by which the middle of a vessel lies under the surface.
const SUNK: f32 = 0.15;
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
        let depth = |part: f32| SUNK * (run.radius[0] + (run.radius[1] - run.radius[0]) * part);
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
            let radius = run.radius[0] + (run.radius[1] - run.radius[0]) * gone / whole;
            points.push([p.x, p.y, p.z, radius]);
            gone += lengths.get(n).copied().unwrap_or_default();
        }
        points
    }
}

/// The vessels of a heart with these chambers (in the order of `heart::CHAMBERS`), in the order of [`CORONARY`]. `place` carries points of the male body to
/// the body at hand.
pub(super) fn vessels(chambers: Vec<Shape>, place: impl Fn(Vec3) -> Vec3) -> [Shape; 4] {
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

/// The chambers that vessels are laid on, as they are so far.
pub(in crate::model::body) fn ground(body: &BodyBuilder) -> Vec<Shape> {
    super::heart::chambers(body).unwrap_or_default()
}

/// Her vessels, laid on her own heart: on the chambers as the map brought them (see [`ground`]), shifted and grown by as much (mm) as her heart is.
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
    use super::*;

    /// His vessels, and the chambers that they lie on.
    fn his() -> (Ground, [Vec<Vec<[f32; 4]>>; 4]) {
        let chambers: Vec<Shape> = super::super::heart::heart().into();
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
                assert!(above.abs() < 0.5 * radius + 0.3, "{}: {at} {above}", run.of);
                if let Some(groove) = run.groove {
                    let off = ground.aside(at, groove, 1.0).abs();
                    assert!(off < 3.0, "{}: {at} is {off} mm off", run.of);
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
        let deep = ground.chambers[RightAtrium as usize].distance(mouth);
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
