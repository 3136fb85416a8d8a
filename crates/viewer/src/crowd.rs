//! Documents on the stage, gathered where they would lie on one another on the screen.
//!
//! An octree without nodes: documents lie in the order of the cells that hold them (Morton order), so that those of a cell of any size are a
//! stretch of one list, found by bisection, and sums from its beginning give the middle of any stretch at once. A million documents take
//! 48 bytes each, and what is drawn of them depends on the screen alone.
//!
//! Cells belong to the body and not to the screen: what is gathered stays together while the camera turns, and opens as it comes near.

use std::ops::Range;

use glam::{Mat4, Vec2, Vec3, Vec4};

use crate::{FIELD_OF_VIEW_DEGREES, Pose};

/// Times that space can be halved: from 2,048 mm to 0.5 mm.
const LEVELS: u32 = 12;
/// The side of the largest cell, mm, around the origin.
const SPACE_MM: f32 = 2048.0;
/// Of a crowd of up to so many documents, a cell that is larger on the screen than this is opened, points. It depends on the crowd alone, so that
/// nothing opens or closes but by coming near.
const OPEN_PT: [(usize, f32); 2] = [(2_000, 5.0), (20_000, 8.0)];
/// Of a larger one.
const OPEN_MANY_PT: f32 = 20.0;
/// The squares of the screen in which markers are counted, points.
const SQUARE_PT: f32 = 32.0;
/// Markers in such a square that have room beside each other.
const ROOM: f32 = 2.0;
/// Of a cell nearer than this the projection says nothing, mm.
const NEAREST_MM: f32 = 1.0;

/// Planes by which a view is bounded, at most.
const MOST_PLANES: usize = 8;
/// Of so many documents each is looked at, and no smaller cells of them.
const FEW: usize = 48;

/// Documents by where they lie on the stage.
#[derive(Debug, Default, Clone)]
pub struct Crowd {
    codes: Vec<u64>,
    members: Vec<u32>,
    /// Where they lie, upright world, mm.
    places: Vec<Vec3>,
    /// Cells with what is in them: each before its parts.
    cells: Vec<Cell>,
    /// Sums of the places of all before, one more than there are members.
    sums: Vec<[f64; 3]>,
}

/// What lies in a cell of space.
#[derive(Debug, Clone)]
struct Cell {
    /// The middle of the smallest box around them, upright world, mm.
    middle: Vec3,
    /// Half of its extent.
    half: Vec3,
    /// Which they are.
    from: u32,
    to: u32,
    /// The next cell that is no part of this one.
    next: u32,
}

/// What the crowd is looked at through.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lens {
    /// From the upright world (mm) to clip space; `w` is the depth in mm.
    pub clip_from_world: Mat4,
    /// Extent of the screen, points.
    pub size: Vec2,
}

/// Documents that are drawn as one.
#[derive(Debug, Clone, PartialEq)]
pub struct Gathered {
    /// Where they are drawn, upright world, mm: at the place of one of them, since the middles of full cells would stand in rows.
    pub at: Vec3,
    /// Where that is on the screen, points from its upper left corner.
    pub on_screen: Vec2,
    /// Which they are: a stretch of the crowd, see [`Crowd::member`].
    pub members: Range<usize>,
    /// How large they are drawn (1 for a single document with room around it).
    pub size: f32,
    /// How bright (1 where there is room, less where many would add up to a glare).
    pub light: f32,
}

impl Gathered {
    /// How many documents.
    pub fn count(&self) -> usize {
        self.members.len()
    }
}

/// The cell of a place at the finest level, bit by bit from the largest: x, y, z.
fn code(at: Vec3) -> u64 {
    let cells = (1_u32 << LEVELS) as f32;
    let cell =
        ((at + SPACE_MM / 2.0) * (cells / SPACE_MM)).clamp(Vec3::ZERO, Vec3::splat(cells - 1.0));
    let spread = |value: f32| {
        let value = value as u64;
        (0..LEVELS).fold(0, |spread, bit| spread | (value >> bit & 1) << (3 * bit))
    };
    spread(cell.x) << 2 | spread(cell.y) << 1 | spread(cell.z)
}

impl Crowd {
    /// Gathers documents, each by a number of the caller's and its place (upright world, mm). Places that are not finite are left out.
    pub fn new(documents: impl IntoIterator<Item = (u32, Vec3)>) -> Self {
        let mut placed: Vec<(u64, u32, Vec3)> = documents
            .into_iter()
            .filter(|(_, at)| at.is_finite())
            .map(|(member, at)| (code(at), member, at))
            .collect();
        placed.sort_unstable_by_key(|(code, member, _)| (*code, *member));
        let mut sums = Vec::with_capacity(placed.len() + 1);
        let mut sum = [0.0_f64; 3];
        sums.push(sum);
        for (_, _, at) in &placed {
            sum.iter_mut()
                .zip(at.to_array())
                .for_each(|(sum, value)| *sum += f64::from(value));
            sums.push(sum);
        }
        let mut crowd = Self {
            codes: placed.iter().map(|(code, ..)| *code).collect(),
            members: placed.iter().map(|(_, member, _)| *member).collect(),
            places: placed.iter().map(|(.., at)| *at).collect(),
            cells: Vec::new(),
            sums,
        };
        crowd.divide(0, 0..crowd.len());
        crowd
    }

    /// Divides a cell of this level into its parts, down to those of few documents.
    fn divide(&mut self, level: u32, stretch: Range<usize>) {
        let ends = self.places[stretch.clone()].iter().map(|at| (*at, *at));
        let Some((low, high)) = ends.reduce(|(low, high), (at, _)| (low.min(at), high.max(at)))
        else {
            return;
        };
        let (number, end) = (self.cells.len(), |at: usize| at as u32);
        self.cells.push(Cell {
            middle: (low + high) / 2.0,
            half: (high - low) / 2.0,
            from: end(stretch.start),
            to: end(stretch.end),
            next: 0,
        });
        if stretch.len() > FEW && level < LEVELS {
            let parts: Vec<Range<usize>> = self.parts(level, stretch).collect();
            for part in parts {
                self.divide(level + 1, part);
            }
        }
        self.cells[number].next = end(self.cells.len());
    }

    /// The parts of a cell of this level that hold any of a stretch.
    fn parts(&self, level: u32, stretch: Range<usize>) -> impl Iterator<Item = Range<usize>> {
        let shift = 3 * (LEVELS - level - 1);
        let codes = &self.codes;
        let mut from = stretch.start;
        std::iter::from_fn(move || {
            let cell = codes[..stretch.end].get(from)? >> shift;
            let more = codes[from..stretch.end].partition_point(|code| code >> shift == cell);
            from += more;
            Some(from - more..from)
        })
    }

    /// How many documents there are.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The caller's number of a document of a stretch.
    pub fn member(&self, at: usize) -> Option<u32> {
        self.members.get(at).copied()
    }

    /// What is drawn of it through a lens.
    pub fn gather(&self, lens: &Lens) -> Vec<Gathered> {
        let mut found = Vec::new();
        if !self.is_empty() && lens.size.min_element() > 0.0 {
            self.open(lens, 0, 0..self.len(), &mut found);
        }
        found
    }

    /// Which documents lie on the inner side of planes (`x`, `y`, `z` the normal in the upright world, `w` in mm), 8 of them at most: stretches of the
    /// crowd (see [`Crowd::member`]) in its order, no two of them adjacent. Only cells that a plane goes through are opened.
    pub fn in_view(&self, planes: &[Vec4]) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        if !self.is_empty() {
            self.look(&planes[..planes.len().min(MOST_PLANES)], 0, &mut found);
        }
        found
    }

    /// Adds what of a cell is in view.
    fn look(&self, planes: &[Vec4], number: usize, found: &mut Vec<Range<usize>>) {
        let cell = &self.cells[number];
        let stretch = cell.from as usize..cell.to as usize;
        let mut through = [Vec4::ZERO; MOST_PLANES];
        let mut count = 0;
        for plane in planes {
            let distance = plane.dot(cell.middle.extend(1.0));
            let reach = plane.truncate().abs().dot(cell.half) + rounding(*plane, cell.middle);
            if distance < -reach {
                return;
            }
            if distance < reach {
                through[count] = *plane;
                count += 1;
            }
        }
        let through = &through[..count];
        if through.is_empty() {
            put(found, stretch);
        } else if cell.next as usize == number + 1 {
            for (at, place) in stretch.clone().zip(&self.places[stretch]) {
                let place = place.extend(1.0);
                if through.iter().all(|plane| plane.dot(place) >= 0.0) {
                    put(found, at..at + 1);
                }
            }
        } else {
            let mut part = number + 1;
            while part < cell.next as usize {
                self.look(through, part, found);
                part = self.cells[part].next as usize;
            }
        }
    }

    fn open_pt(&self) -> f32 {
        let few = OPEN_PT.iter().find(|(most, _)| self.len() <= *most);
        few.map_or(OPEN_MANY_PT, |(_, points)| *points)
    }

    fn middle(&self, stretch: &Range<usize>) -> Vec3 {
        let (from, to) = (self.sums[stretch.start], self.sums[stretch.end]);
        let count = stretch.len().max(1) as f64;
        Vec3::from_array([0, 1, 2].map(|axis| ((to[axis] - from[axis]) / count) as f32))
    }

    fn open(&self, lens: &Lens, level: u32, stretch: Range<usize>, found: &mut Vec<Gathered>) {
        let at = self.middle(&stretch);
        let clip = lens.clip_from_world * at.extend(1.0);
        let side_mm = SPACE_MM / (1_u32 << level) as f32;
        // A single document has no extent; a cell reaches at most its diagonal beyond the middle of what is in it.
        let reach_mm = if stretch.len() == 1 {
            0.0
        } else {
            side_mm * 1.74
        };
        // Points on the screen of 1 mm at a depth of 1 mm.
        let focal = lens.size.y / 2.0 * lens.clip_from_world.row(1).truncate().length();
        let is_beside = clip.w > NEAREST_MM && {
            let reach = reach_mm * focal / clip.w;
            let on_screen = lens.on_screen(at);
            let room = Vec2::splat(reach + SQUARE_PT);
            on_screen.cmplt(-room).any() || on_screen.cmpgt(lens.size + room).any()
        };
        if is_beside || (clip.w <= NEAREST_MM && reach_mm < NEAREST_MM - clip.w) {
            return;
        }
        let is_small = clip.w > NEAREST_MM && side_mm * focal / clip.w <= self.open_pt();
        if stretch.len() == 1 || level == LEVELS || is_small {
            let middle = stretch.start + stretch.len() / 2;
            let at = self.middle(&(middle..middle + 1));
            if (lens.clip_from_world * at.extend(1.0)).w > NEAREST_MM {
                found.push(Gathered {
                    at,
                    on_screen: lens.on_screen(at),
                    members: stretch,
                    size: 1.0,
                    light: 1.0,
                });
            }
            return;
        }
        for part in self.parts(level, stretch) {
            self.open(lens, level + 1, part, found);
        }
    }
}

/// What a distance from a plane may be wrong by, by rounding.
fn rounding(plane: Vec4, at: Vec3) -> f32 {
    4.0 * f32::EPSILON * plane.abs().dot(at.abs().extend(1.0))
}

/// Adds a stretch behind all others.
fn put(found: &mut Vec<Range<usize>>, stretch: Range<usize>) {
    match found.last_mut() {
        Some(last) if last.end == stretch.start => last.end = stretch.end,
        _ => found.push(stretch),
    }
}

impl Lens {
    /// The planes that bound what is seen, for [`Crowd::in_view`]: left, right, below, above, and 1 mm in front of the eye.
    pub fn planes(&self) -> [Vec4; 5] {
        let [x, y, w] = [0, 1, 3].map(|row| self.clip_from_world.row(row));
        [w + x, w - x, w + y, w - y, w - Vec4::W * NEAREST_MM]
    }

    /// The window's lens at a pose.
    pub fn of(pose: &Pose, size: Vec2) -> Self {
        let eye = Mat4::from_rotation_translation(pose.rotation(), pose.eye());
        let aspect = size.x / size.y.max(1.0);
        let field = FIELD_OF_VIEW_DEGREES.to_radians();
        Self {
            clip_from_world: Mat4::perspective_infinite_reverse_rh(field, aspect, NEAREST_MM)
                * eye.inverse(),
            size,
        }
    }

    /// Where a place (upright world, mm) is drawn, points from the upper left corner.
    pub fn on_screen(&self, at: Vec3) -> Vec2 {
        let clip = self.clip_from_world * at.extend(1.0);
        let device = clip.truncate().truncate() / clip.w;
        (device * Vec2::new(0.5, -0.5) + 0.5) * self.size
    }
}

/// Gives each of what is drawn together the size and light that leave the others and the body to be seen: the more markers share a part of the
/// screen, the smaller and dimmer each is, without a step between one part and the next.
pub fn give_room(gathered: &mut [&mut Gathered], size: Vec2) {
    let columns = (size.x / SQUARE_PT).ceil().max(1.0) as usize + 2;
    let rows = (size.y / SQUARE_PT).ceil().max(1.0) as usize + 2;
    let mut squares = vec![0.0_f32; columns * rows];
    // A marker counts for the four squares around it, by how near their middles are.
    let around = |at: Vec2| {
        let place = (at / SQUARE_PT + 0.5).clamp(
            Vec2::ZERO,
            Vec2::new(columns as f32 - 1.001, rows as f32 - 1.001),
        );
        let (whole, part) = (place.floor(), place.fract());
        let first = whole.y as usize * columns + whole.x as usize;
        [
            (first, (1.0 - part.x) * (1.0 - part.y)),
            (first + 1, part.x * (1.0 - part.y)),
            (first + columns, (1.0 - part.x) * part.y),
            (first + columns + 1, part.x * part.y),
        ]
    };
    for one in gathered.iter() {
        for (square, share) in around(one.on_screen) {
            if let Some(square) = squares.get_mut(square) {
                *square += share;
            }
        }
    }
    for one in gathered.iter_mut() {
        let near: f32 = around(one.on_screen)
            .into_iter()
            .map(|(square, share)| squares.get(square).copied().unwrap_or_default() * share)
            .sum();
        let crowding = (near / ROOM).max(1.0);
        // Many in one are larger, by their logarithm: half as large again as one at two hundred.
        let many = 1.0 + (one.count() as f32).log10() / 5.0;
        // Together they light up an area as bright as those that have room there do.
        one.size = crowding.powf(-0.3) * many;
        one.light = crowding.powf(-0.4);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Quat;

    /// Seen from the front at this distance, on a screen of 800 by 800 points.
    fn lens(distance_mm: f32) -> Lens {
        let eye = Mat4::from_rotation_translation(Quat::IDENTITY, Vec3::Z * distance_mm);
        let projection = Mat4::perspective_infinite_reverse_rh(0.4, 1.0, 1.0);
        Lens {
            clip_from_world: projection * eye.inverse(),
            size: Vec2::splat(800.0),
        }
    }

    /// Places all over a torso, the same in every run.
    fn torso(count: u32) -> Vec<(u32, Vec3)> {
        (0..count)
            .map(|n| {
                let part =
                    |factor: u32| (n.wrapping_mul(factor) >> 8) as f32 / (1 << 24) as f32 - 0.5;
                let at = Vec3::new(
                    part(2_654_435_761),
                    part(2_246_822_519),
                    part(3_266_489_917),
                );
                (n, at * Vec3::new(380.0, 700.0, 240.0))
            })
            .collect()
    }

    #[test]
    fn nobody_is_lost_or_drawn_twice_and_one_of_them_lies_where_they_are_drawn() {
        let documents = torso(5000);
        let crowd = Crowd::new(documents.clone());
        for distance in [300.0, 900.0, 2040.0] {
            let gathered = crowd.gather(&lens(distance));
            let mut seen = vec![0; documents.len()];
            for one in &gathered {
                let members: Vec<u32> = one
                    .members
                    .clone()
                    .filter_map(|m| crowd.member(m))
                    .collect();
                let is_there = |m: &u32| documents[*m as usize].1.distance(one.at) < 0.05;
                assert!(members.iter().any(is_there), "{one:?}");
                members.iter().for_each(|m| seen[*m as usize] += 1);
            }
            assert!(seen.iter().all(|times| *times <= 1));
            // Whoever lies well within the screen is among them.
            for ((_, at), times) in documents.iter().zip(&seen) {
                let clip = lens(distance).clip_from_world * at.extend(1.0);
                let on = lens(distance).on_screen(*at);
                if clip.w > 2.0 && on.cmpgt(Vec2::ZERO).all() && on.cmplt(Vec2::splat(800.0)).all()
                {
                    assert_eq!(*times, 1, "{at} at {distance}");
                }
            }
        }
    }

    #[test]
    fn what_is_drawn_depends_on_the_screen_and_opens_as_one_comes_near() {
        let few = Crowd::new(torso(1000)).gather(&lens(2040.0));
        assert!(few.len() > 900, "{}: a thousand stand alone", few.len());
        let crowd = Crowd::new(torso(300_000));
        let far = crowd.gather(&lens(2040.0));
        assert!(far.len() < 30_000, "{}", far.len());
        assert_eq!(far.iter().map(Gathered::count).sum::<usize>(), 300_000);
        let most = |gathered: &[Gathered]| gathered.iter().map(Gathered::count).max();
        let near = crowd.gather(&lens(500.0));
        assert!(most(&near) < most(&far));
    }

    #[test]
    fn many_in_one_place_are_one() {
        let crowd = Crowd::new((0..100_000).map(|n| (n, Vec3::new(1.0, 2.0, 3.0))));
        let gathered = crowd.gather(&lens(300.0));
        assert_eq!(gathered.len(), 1);
        assert_eq!(gathered[0].count(), 100_000);
        let none = Crowd::new([(1, Vec3::NAN)]);
        assert!(none.is_empty() && none.gather(&lens(300.0)).is_empty());
    }

    #[test]
    fn what_is_in_view_is_what_a_look_at_each_finds() {
        let mut documents = torso(30_000);
        // Some beyond space, many in one place.
        documents.extend((30_000..30_200).map(|n| (n, Vec3::new(n as f32 - 31_000.0, 4e6, 0.0))));
        documents.extend((30_200..40_000).map(|n| (n, Vec3::new(30.0, 20.0, 10.0))));
        documents.push((40_000, Vec3::INFINITY));
        let crowd = Crowd::new(documents);
        for distance in [60.0, 300.0, 900.0, 3000.0] {
            let mut lens = lens(distance);
            for turn in [0.0, 0.7, 1.6, 3.0] {
                lens.clip_from_world *= Mat4::from_rotation_y(turn) * Mat4::from_rotation_x(0.3);
                let planes = lens.planes();
                let seen = crowd.in_view(&planes);
                assert!(seen.windows(2).all(|two| two[0].end < two[1].start));
                let inside = |at: &usize| {
                    let place = crowd.places[*at].extend(1.0);
                    planes.iter().all(|plane| plane.dot(place) >= 0.0)
                };
                let all: Vec<usize> = (0..crowd.len()).filter(inside).collect();
                assert!(all.iter().copied().eq(seen.iter().cloned().flatten()));
                assert!(!all.is_empty() && (distance > 1000.0 || all.len() < crowd.len()));
                // What is in view is on the screen.
                for at in all {
                    let on = lens.on_screen(crowd.places[at]);
                    assert!(
                        on.cmpgt(Vec2::splat(-0.1)).all() && on.cmplt(Vec2::splat(800.1)).all()
                    );
                }
            }
        }
        assert!(Crowd::default().in_view(&[]).is_empty());
        let all = crowd.in_view(&[]);
        assert!(all.len() == 1 && all[0] == (0..crowd.len()));
    }

    #[test]
    fn light_does_not_add_up() {
        let light_of = |count: u32| {
            let mut gathered = Crowd::new(torso(count)).gather(&lens(2040.0));
            let mut all: Vec<&mut Gathered> = gathered.iter_mut().collect();
            give_room(&mut all, Vec2::splat(800.0));
            let middle = |one: &&Gathered| one.on_screen.distance(Vec2::splat(400.0)) < 100.0;
            let of = |one: &Gathered| one.light * one.size * one.size;
            gathered.iter().filter(middle).map(of).sum::<f32>()
        };
        let (few, many) = (light_of(1_000), light_of(300_000));
        assert!(many < 2.5 * few, "{many} of 300,000, {few} of 1,000");
    }

    #[test]
    fn one_alone_has_its_full_size_and_light() {
        let mut gathered = Crowd::new([(7, Vec3::ZERO)]).gather(&lens(2040.0));
        let mut all: Vec<&mut Gathered> = gathered.iter_mut().collect();
        give_room(&mut all, Vec2::splat(800.0));
        assert_eq!((gathered[0].size, gathered[0].light), (1.0, 1.0));
    }
}
