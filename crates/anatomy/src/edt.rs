//! The exact Euclidean distance transform.

use rayon::prelude::*;

/// Distance (in cells) of every cell of a grid (x fastest) to the nearest cell of `set`, infinite where there is none.
/// Separable lower envelopes of parabolas after Felzenszwalb and Huttenlocher (2012); time is linear in the cells.
pub(crate) fn distances(set: &[bool], [nx, ny, nz]: [usize; 3]) -> Vec<f32> {
    let mut squared: Vec<f32> = set
        .iter()
        .map(|s| if *s { 0.0 } else { f32::INFINITY })
        .collect();
    squared.par_chunks_mut(nx).for_each(|row| {
        let line = row.to_vec();
        envelope(&line, row, &mut Vec::new());
    });
    squared.par_chunks_mut(nx * ny).for_each(|slice| {
        across(slice, nx, ny, 1, nx);
    });
    // Along z, slab by slab of rows: lines are gathered, transformed and put back.
    let mut turned = vec![0.0; squared.len()];
    turned
        .par_chunks_mut(nx * nz)
        .enumerate()
        .for_each(|(j, slab)| {
            for k in 0..nz {
                let row = nx * (j + ny * k);
                slab[k * nx..(k + 1) * nx].copy_from_slice(&squared[row..row + nx]);
            }
            across(slab, nx, nz, 1, nx);
        });
    squared
        .par_chunks_mut(nx)
        .enumerate()
        .for_each(|(row, values)| {
            let (j, k) = (row % ny, row / ny);
            let from = nx * (k + nz * j);
            values.copy_from_slice(&turned[from..from + nx]);
            values.iter_mut().for_each(|v| *v = v.sqrt());
        });
    squared
}

/// Transforms `lines` lines of `length` cells each, `step` apart, their cells `stride` apart.
fn across(values: &mut [f32], lines: usize, length: usize, step: usize, stride: usize) {
    let (mut line, mut out, mut hull) = (vec![0.0; length], vec![0.0; length], Vec::new());
    for n in 0..lines {
        for (c, v) in line.iter_mut().enumerate() {
            *v = values[n * step + c * stride];
        }
        envelope(&line, &mut out, &mut hull);
        for (c, v) in out.iter().enumerate() {
            values[n * step + c * stride] = *v;
        }
    }
}

/// `out[p] = min over q of (p - q)^2 + f[q]`. `hull` holds the parabolas of the envelope: vertex, and where each begins
/// to be the lowest.
fn envelope(f: &[f32], out: &mut [f32], hull: &mut Vec<(usize, f64)>) {
    hull.clear();
    let height = |q: usize| f64::from(f[q]) + (q * q) as f64;
    for q in (0..f.len()).filter(|q| f[*q].is_finite()) {
        let mut from = f64::NEG_INFINITY;
        while let Some(&(v, begin)) = hull.last() {
            from = (height(q) - height(v)) / (2 * (q - v)) as f64;
            if from > begin {
                break;
            }
            hull.pop();
            from = f64::NEG_INFINITY;
        }
        hull.push((q, from));
    }
    if hull.is_empty() {
        out.fill(f32::INFINITY);
        return;
    }
    let mut at = 0;
    for (p, out) in out.iter_mut().enumerate() {
        while at + 1 < hull.len() && hull[at + 1].1 < p as f64 {
            at += 1;
        }
        let q = hull[at].0;
        *out = (p as f32 - q as f32).powi(2) + f[q];
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn distances_are_those_to_the_nearest_cell(
            dims in prop::array::uniform3(1usize..9),
            seeds in prop::collection::vec(prop::array::uniform3(0usize..9), 0..6),
        ) {
            let mut set = vec![false; dims.iter().product()];
            for s in &seeds {
                let s: [usize; 3] = std::array::from_fn(|a| s[a] % dims[a]);
                set[s[0] + dims[0] * (s[1] + dims[1] * s[2])] = true;
            }
            let place = |n: usize| [n % dims[0], n / dims[0] % dims[1], n / dims[0] / dims[1]];
            for (n, d) in distances(&set, dims).into_iter().enumerate() {
                let nearest = (0..set.len())
                    .filter(|m| set[*m])
                    .map(|m| {
                        let (p, q) = (place(n), place(m));
                        (0..3).map(|a| (p[a] as f32 - q[a] as f32).powi(2)).sum::<f32>().sqrt()
                    })
                    .fold(f32::INFINITY, f32::min);
                prop_assert!(d == nearest || (d - nearest).abs() < 1e-4, "{d} instead of {nearest}");
            }
        }
    }
}
