//! All voxels of a structure, one by one.

use crate::labels::BRICK;
use crate::{Atlas, StructureIndex};

impl Atlas {
    /// The centres of all voxels of a structure and its parts, LPS mm.
    pub fn voxel_centres(&self, s: StructureIndex) -> Vec<[f32; 3]> {
        let (labels, catalogue) = (self.labels(), self.catalogue());
        let Some((low, high)) = self.bounds_mm(s) else {
            return Vec::new();
        };
        let parts = catalogue.parts(s);
        let wanted = |label: u16| label > 0 && parts.iter().any(|p| p.0 == label - 1);
        let origin = labels.centre_mm([0; 3]);
        let brick = |mm: f32, a: usize| ((mm - origin[a]).max(0.0) as usize) / BRICK;
        let range =
            |a: usize| brick(low[a], a)..(brick(high[a], a) + 1).min(labels.brick_dims()[a]);
        let mut found = Vec::new();
        for bz in range(2) {
            for by in range(1) {
                for bx in range(0) {
                    let contents = labels.brick([bx, by, bz]);
                    if matches!(contents, Ok(label) if !wanted(label)) {
                        continue;
                    }
                    let mut last = (0, false);
                    for n in 0..BRICK * BRICK * BRICK {
                        let label = match contents {
                            Ok(label) => label,
                            Err(all) => all[n],
                        };
                        if label != last.0 {
                            last = (label, wanted(label));
                        }
                        if last.1 {
                            found.push(labels.centre_mm([
                                bx * BRICK + n % BRICK,
                                by * BRICK + n / BRICK % BRICK,
                                bz * BRICK + n / (BRICK * BRICK),
                            ]));
                        }
                    }
                }
            }
        }
        found
    }
}
