//! Ways along a tube: distances over the surface from one of its ends, the middle line through them, and the side of each vertex.

use glam::{Vec2, Vec3};

use super::Edges;
use crate::StructureMesh;

/// Length of the pieces whose middles make the middle line, mm.
const PIECE_MM: f32 = 8.0;
/// Bands along the tube.
const BANDS: f32 = 3.0;
/// Pieces on either side whose form counts for the place of the bands.
const REACH: usize = 4;
/// A tube that is flat by less than this share of its radius is round.
const ROUND: f32 = 0.02;
/// Rounds of smoothing: ways over edges are a little crooked.
const SMOOTHING: usize = 4;

/// For each vertex its way along the tube (mm), and its side of it.
pub(super) fn follow(mesh: &StructureMesh, edges: &Edges) -> (Vec<f32>, Vec<f32>) {
    let mut way = ways(mesh, edges);
    for _ in 0..SMOOTHING {
        way = edges.smooth(way);
    }
    let mut side = sides(mesh, &way);
    for _ in 0..SMOOTHING {
        side = edges.smooth(side);
    }
    (way, side)
}

/// Ways from one end; every piece of a surface that hangs together has ends of its own.
fn ways(mesh: &StructureMesh, edges: &Edges) -> Vec<f32> {
    let count = mesh.positions.len();
    let mut seen = vec![f32::INFINITY; count];
    let mut way = vec![f32::INFINITY; count];
    for vertex in 0..count {
        if seen[vertex].is_finite() {
            continue;
        }
        // The farthest from anywhere is an end.
        let end = edges.spread(mesh, &[vertex], &mut seen, |_, _| {});
        edges.spread(mesh, &[end.unwrap_or(vertex)], &mut way, |_, _| {});
    }
    way
}

/// The side of each vertex, from the middle line and a frame carried along it without turning.
fn sides(mesh: &StructureMesh, way: &[f32]) -> Vec<f32> {
    let piece = |way: f32| (way / PIECE_MM) as usize;
    let pieces = way.iter().map(|way| piece(*way) + 1).max().unwrap_or(0);
    let mut middles = vec![(Vec3::ZERO, 0.0f32); pieces];
    for (at, way) in mesh.positions.iter().zip(way) {
        let (sum, count) = &mut middles[piece(*way)];
        *sum += Vec3::from_array(*at);
        *count += 1.0;
    }
    let middles: Vec<Vec3> = middles
        .into_iter()
        .map(|(sum, count)| sum / count.max(1.0))
        .collect();
    let mut frames = Vec::with_capacity(pieces);
    let mut across = Vec3::X;
    for n in 0..pieces {
        let (before, after) = (n.saturating_sub(1), (n + 1).min(pieces - 1));
        let along = (middles[after] - middles[before]).normalize_or(Vec3::Z);
        across = (across - along * across.dot(along)).normalize_or(along.any_orthonormal_vector());
        frames.push((across, along.cross(across)));
    }
    let angle = |at: Vec3, n: usize| {
        let (out, (x, y)) = (at - middles[n], frames[n]);
        out.dot(y).atan2(out.dot(x))
    };
    let turned = turns(mesh, way, &middles, angle);
    let side_of_piece = |at: Vec3, n: usize| (BANDS * angle(at, n) - turned[n]).cos();
    let side = |(at, way): (&[f32; 3], &f32)| {
        // Between the middles of two pieces both count.
        let place = (way / PIECE_MM - 0.5).max(0.0);
        let (n, part) = (place as usize, place.fract());
        let at = Vec3::from_array(*at);
        let [here, next] = [n, n + 1].map(|n| side_of_piece(at, n.min(pieces - 1)));
        here + (next - here) * part
    };
    mesh.positions.iter().zip(way).map(side).collect()
}

/// How far the bands are turned in the frame of each piece: they lie where the tube is flat, between rows of pouches. On a round tube
/// they run straight on.
fn turns(
    mesh: &StructureMesh,
    way: &[f32],
    middles: &[Vec3],
    angle: impl Fn(Vec3, usize) -> f32,
) -> Vec<f32> {
    let mut width = vec![(0.0f32, 0.0f32); middles.len()];
    let places = || {
        mesh.positions
            .iter()
            .zip(way)
            .map(|(at, way)| (Vec3::from_array(*at), (way / PIECE_MM) as usize))
    };
    for (at, n) in places() {
        width[n].0 += at.distance(middles[n]);
        width[n].1 += 1.0;
    }
    let mut waves = vec![Vec2::ZERO; middles.len()];
    for (at, n) in places() {
        let mean = width[n].0 / width[n].1;
        let narrow = (mean - at.distance(middles[n])) / (mean * width[n].1).max(1e-3);
        waves[n] += Vec2::from_angle(BANDS * angle(at, n)) * narrow;
    }
    let turn = |n: usize| {
        let near = n.saturating_sub(REACH)..(n + REACH + 1).min(waves.len());
        let sum: Vec2 = waves[near].iter().sum();
        (sum + Vec2::X * ROUND).to_angle()
    };
    (0..waves.len()).map(turn).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::tube;
    use super::*;

    #[test]
    fn ways_grow_along_a_tube_and_three_bands_run_down_it() {
        let mesh = tube();
        let (way, side) = follow(&mesh, &Edges::of(&mesh));
        // From one end to the other, whichever comes first.
        let up = way[0] < way[50 * 24];
        for ring in 2..49usize {
            let z = if up { ring as f32 } else { (50 - ring) as f32 } * 4.0;
            let round = &way[ring * 24..(ring + 1) * 24];
            let mean = round.iter().sum::<f32>() / 24.0;
            assert!((mean - z).abs() < 25.0, "ring {ring}: {mean} mm of {z}");
        }
        let ring = &side[25 * 24..26 * 24];
        let tops =
            (0..24).filter(|n| ring[*n] > ring[(n + 1) % 24] && ring[*n] >= ring[(n + 23) % 24]);
        assert_eq!(tops.count(), 3, "{ring:?}");
    }
}
