//! Which atlas a place was found in, and whether that has changed since.

use std::path::Path;

use anatomy::Atlas;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Which atlas a place lies in: its name, and a short sum of what its geometry is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedIn {
    /// What the atlas calls itself; empty for one that does not say.
    pub name: String,
    /// Eight hexadecimal digits, of the structures that it has and of how many voxels, where and within which box each of them lies. Atlases of
    /// different sums have different geometry.
    pub sum: String,
    /// The same of the female body, for a place that was found in it; empty for one that was not, and where that is not known.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub hers: String,
}

impl PlacedIn {
    /// That of an atlas.
    pub fn of(atlas: &Atlas) -> Self {
        let mut hash = Sha256::new();
        for structure in atlas.present() {
            hash.update(&atlas.catalogue().get(*structure).id);
            // Whole voxels and tenths of a millimetre, so that no rounding of the last digit makes another atlas.
            let tenths = |mm: [f32; 3]| mm.map(|mm| (mm * 10.0).round() as i32);
            let voxels = (atlas.volume_ml(*structure) * 1000.0).round() as u64;
            hash.update(voxels.to_le_bytes());
            let (low, high) = atlas.bounds_mm(*structure).unwrap_or_default();
            let centre = atlas.own_centroid_mm(*structure).unwrap_or_default();
            for number in [centre, low, high].map(tenths).concat() {
                hash.update(number.to_le_bytes());
            }
        }
        Self {
            name: atlas.pack_info().name.clone(),
            sum: digits(hash),
            hers: String::new(),
        }
    }

    /// A sum of what the pack of a folder says of its structures (which, how large and where), for a body that is not read before it is needed; empty if
    /// that cannot be read.
    pub(crate) fn sum_said_in(folder: &Path) -> String {
        let said = std::fs::read(folder.join("structures.json")).ok();
        let said = said.and_then(|said| serde_json::from_slice::<serde_json::Value>(&said).ok());
        let structures = said.as_ref().and_then(|said| said["structures"].as_array());
        let Some(structures) = structures else {
            return String::new();
        };
        let mut hash = Sha256::new();
        for structure in structures {
            for field in ["id", "volume_ml", "centroid_mm"] {
                hash.update(structure[field].to_string());
                hash.update("\n");
            }
        }
        digits(hash)
    }

    /// That of a place that was found in her body, or in his.
    pub(crate) fn in_body(&self, is_hers: bool) -> Self {
        let mut one = self.clone();
        if !is_hers {
            one.hers.clear();
        }
        one
    }

    /// Whether a place that this was kept with lies in the bodies of today; of what is not known nothing else is taken to be.
    pub fn is_of(&self, now: &Self) -> bool {
        let unknown = self.hers.is_empty() || now.hers.is_empty();
        self.sum == now.sum && (unknown || self.hers == now.hers)
    }
}

/// The first eight hexadecimal digits of a sum.
fn digits(hash: Sha256) -> String {
    let sum = hash.finalize();
    let digits = sum.iter().take(4).map(|byte| format!("{byte:02x}"));
    digits.collect()
}

#[cfg(test)]
mod tests {
    use anatomy::{BRICK, Catalogue, LabelVolume};

    use super::*;

    /// A small body of a liver between two voxels of a brick, and a spleen in the next one.
    fn body(from: usize, to: usize, other: &str) -> Atlas {
        let catalogue = Catalogue::builtin();
        let label = |id: &str| catalogue.index_of(id).map_or(0, |row| row.0 + 1);
        let labels = LabelVolume::from_bricks([2 * BRICK, BRICK, BRICK], |at, voxels| {
            voxels.fill(match at[0] {
                0 => 0,
                _ => label(other),
            });
            if at[0] == 0 {
                voxels[from..to].fill(label("liver"));
            }
        });
        Atlas::from_labels(catalogue, labels)
    }

    #[test]
    fn an_atlas_is_known_by_what_lies_where_in_it() {
        let sum = |atlas: &Atlas| PlacedIn::of(atlas).sum;
        let one = sum(&body(10, 90, "spleen"));
        assert_eq!(one.len(), 8);
        assert_eq!(sum(&body(10, 90, "spleen")), one);
        for other in [
            body(10, 91, "spleen"),
            body(26, 106, "spleen"),
            body(10, 90, "stomach"),
        ] {
            assert_ne!(sum(&other), one);
        }
    }

    #[test]
    fn the_female_body_is_known_by_what_its_pack_says() {
        let folder = tempfile::tempdir().unwrap();
        let sum = |said: &str| {
            std::fs::write(folder.path().join("structures.json"), said).unwrap();
            PlacedIn::sum_said_in(folder.path())
        };
        assert_eq!(PlacedIn::sum_said_in(folder.path()), "");
        assert_eq!(sum("{}"), "");
        let pack = |volume: &str, color: u8| {
            format!(
                r#"{{"structures": [{{"id": "uterus", "volume_ml": {volume}, "color": [{color}, 0, 0], "centroid_mm": [1.0, 2.0, 3.0]}}]}}"#
            )
        };
        let one = sum(&pack("60.5", 1));
        assert_eq!(one.len(), 8);
        assert_eq!(sum(&pack("60.5", 2)), one, "in another colour");
        assert_ne!(sum(&pack("60.6", 1)), one);
        let placed = |hers: &str| PlacedIn {
            sum: "1".into(),
            hers: hers.into(),
            ..PlacedIn::default()
        };
        let now = placed("a");
        assert_eq!(now.in_body(false), placed(""));
        let old = ["a", "", "b"].map(|hers| !placed(hers).is_of(&now));
        assert_eq!(old, [false, false, true]);
        assert!(placed("b").is_of(&placed("")), "nothing is known of her");
    }
}
