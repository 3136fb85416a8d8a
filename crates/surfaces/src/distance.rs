//! Exact Euclidean distances on a voxel grid.

use rayon::prelude::*;

/// Squared distance (in voxels) of every voxel to the nearest one of a set; infinite when the set is empty. After
/// Felzenszwalb and Huttenlocher (2012): lower envelopes of parabolas, one axis after the other.
pub fn distances(dims: [usize; 3], set: &[bool]) -> Vec<f32> {
    let [nx, ny, nz] = dims;
    let mut d: Vec<f32> = set
        .iter()
        .map(|s| if *s { 0.0 } else { f32::INFINITY })
        .collect();
    d.par_chunks_mut(nx).for_each_init(
        || Envelope::new(nx),
        |envelope, row| envelope.transform(row),
    );
    d.par_chunks_mut(nx * ny).for_each_init(
        || (Envelope::new(ny), vec![0.0; ny]),
        |(envelope, line), slice| {
            for i in 0..nx {
                for (j, v) in line.iter_mut().enumerate() {
                    *v = slice[i + nx * j];
                }
                envelope.transform(line);
                for (j, v) in line.iter().enumerate() {
                    slice[i + nx * j] = *v;
                }
            }
        },
    );
    // Along z, rows of x are kept together: each thread takes the columns over one row.
    let columns: Vec<Vec<f32>> = (0..ny)
        .into_par_iter()
        .map(|j| {
            let mut envelope = Envelope::new(nz);
            let mut line = vec![0.0; nz];
            let mut out = vec![0.0; nx * nz];
            for i in 0..nx {
                for (k, v) in line.iter_mut().enumerate() {
                    *v = d[i + nx * (j + ny * k)];
                }
                envelope.transform(&mut line);
                for (k, v) in line.iter().enumerate() {
                    out[i + nx * k] = *v;
                }
            }
            out
        })
        .collect();
    d.par_chunks_mut(nx).enumerate().for_each(|(row, values)| {
        let (j, k) = (row % ny, row / ny);
        values.copy_from_slice(&columns[j][nx * k..nx * (k + 1)]);
    });
    d
}

struct Envelope {
    roots: Vec<usize>,
    bounds: Vec<f32>,
    values: Vec<f32>,
}

impl Envelope {
    fn new(n: usize) -> Envelope {
        Envelope {
            roots: Vec::with_capacity(n),
            bounds: Vec::with_capacity(n),
            values: vec![0.0; n],
        }
    }

    fn transform(&mut self, line: &mut [f32]) {
        self.roots.clear();
        self.bounds.clear();
        for (q, f) in line.iter().enumerate() {
            if f.is_infinite() {
                continue;
            }
            let meet = |p: usize| {
                let (a, b) = (p as f32, q as f32);
                ((f + b * b) - (line[p] + a * a)) / (2.0 * (b - a))
            };
            let mut from = f32::NEG_INFINITY;
            while let (Some(&p), Some(&bound)) = (self.roots.last(), self.bounds.last()) {
                from = meet(p);
                if from > bound {
                    break;
                }
                self.roots.pop();
                self.bounds.pop();
                from = f32::NEG_INFINITY;
            }
            self.roots.push(q);
            self.bounds.push(from);
        }
        if self.roots.is_empty() {
            return;
        }
        let mut at = 0;
        for (q, v) in self.values.iter_mut().enumerate() {
            while at + 1 < self.roots.len() && self.bounds[at + 1] < q as f32 {
                at += 1;
            }
            let p = self.roots[at];
            let gap = q as f32 - p as f32;
            *v = gap * gap + line[p];
        }
        line.copy_from_slice(&self.values[..line.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_agree_with_trying_every_voxel() {
        let dims = [7, 9, 6];
        let count = 7 * 9 * 6;
        let set: Vec<bool> = (0..count).map(|n| n % 53 == 17 || n == 200).collect();
        let at = |n: usize| [n % 7, n / 7 % 9, n / 63].map(|v| v as f32);
        let found = distances(dims, &set);
        for (n, found) in found.iter().enumerate() {
            let least = (0..count)
                .filter(|m| set[*m])
                .map(|m| (0..3).map(|a| (at(n)[a] - at(m)[a]).powi(2)).sum::<f32>())
                .fold(f32::INFINITY, f32::min);
            assert!((least - found).abs() < 1e-3, "{n}: {found} for {least}");
        }
        assert!(
            distances(dims, &[false; 378])
                .iter()
                .all(|d| d.is_infinite())
        );
    }
}
