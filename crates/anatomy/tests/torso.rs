//! The modelled torso hangs together: vessels and airways are trees without gaps, and the diaphragm parts chest from belly.
//!
//! Everything is asked on a grid of 2 mm over the trunk, so a gap of less than a millimetre may go unseen.

use std::sync::OnceLock;

use anatomy::{Catalogue, StructureIndex};
use rayon::prelude::*;

const STEP: f32 = 2.0;
const LOW: [f32; 3] = [-134.0, -120.0, -266.0];
const SIZE: [usize; 3] = [136, 112, 326];

/// The winner at every grid point, x fastest.
fn grid() -> &'static Vec<Option<StructureIndex>> {
    static GRID: OnceLock<Vec<Option<StructureIndex>>> = OnceLock::new();
    GRID.get_or_init(|| {
        let body = anatomy::model::body::torso(Catalogue::builtin()).unwrap();
        (0..SIZE[0] * SIZE[1] * SIZE[2])
            .into_par_iter()
            .map(|n| body.structure_at(place(n)))
            .collect()
    })
}

fn cell(n: usize) -> [usize; 3] {
    [n % SIZE[0], n / SIZE[0] % SIZE[1], n / (SIZE[0] * SIZE[1])]
}

fn place(n: usize) -> [f32; 3] {
    let c = cell(n);
    std::array::from_fn(|a| LOW[a] + (c[a] as f32 + 0.5) * STEP)
}

fn index(id: &str) -> StructureIndex {
    Catalogue::builtin().index_of(id).unwrap()
}

/// Grid points of the given structures, their parts included.
fn members(ids: &[&str]) -> Vec<bool> {
    let catalogue = Catalogue::builtin();
    let wanted: Vec<StructureIndex> = ids
        .iter()
        .flat_map(|id| catalogue.parts(index(id)))
        .collect();
    grid()
        .iter()
        .map(|s| s.is_some_and(|s| wanted.contains(&s)))
        .collect()
}

/// Numbers of grid points of the connected pieces, largest first; points touch by face, edge or corner.
fn pieces(members: &[bool]) -> Vec<usize> {
    let mut seen: Vec<bool> = members.iter().map(|m| !m).collect();
    let mut sizes = Vec::new();
    for start in 0..members.len() {
        if seen[start] {
            continue;
        }
        seen[start] = true;
        let (mut stack, mut size) = (vec![start], 0);
        while let Some(n) = stack.pop() {
            size += 1;
            let c = cell(n);
            for turn in 0..27 {
                let to: [usize; 3] =
                    std::array::from_fn(|a| (c[a] + turn / [1, 3, 9][a] % 3).wrapping_sub(1));
                if (0..3).all(|a| to[a] < SIZE[a]) {
                    let to = to[0] + SIZE[0] * (to[1] + SIZE[1] * to[2]);
                    if !seen[to] {
                        seen[to] = true;
                        stack.push(to);
                    }
                }
            }
        }
        sizes.push(size);
    }
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// One piece, but for crumbs of at most four grid points where a twig grazes a neighbour.
fn assert_one_piece(name: &str, ids: &[&str]) {
    let sizes = pieces(&members(ids));
    assert!(sizes[0] > 100, "{name}: {sizes:?}");
    assert!(sizes[1..].iter().all(|n| *n <= 4), "{name}: {sizes:?}");
}

#[test]
fn arteries_are_one_tree_from_the_left_ventricle() {
    let ids = [
        "left_ventricle",
        "aorta",
        "brachiocephalic_trunk",
        "left_common_carotid",
        "left_subclavian_artery",
        "celiac_trunk",
        "splenic_artery",
        "common_hepatic_artery",
        "superior_mesenteric_artery",
        "inferior_mesenteric_artery",
        "renal_artery",
        "common_iliac_artery",
        "external_iliac_artery",
    ];
    assert_one_piece("arteries", &ids);
}

#[test]
fn veins_are_one_tree_into_the_right_atrium() {
    let ids = [
        "right_atrium",
        "superior_vena_cava",
        "inferior_vena_cava",
        "brachiocephalic_vein",
        "subclavian_vein",
        "jugular_vein",
        "azygos_vein",
        "hepatic_veins",
        "renal_vein",
        "common_iliac_vein",
        "external_iliac_vein",
    ];
    assert_one_piece("veins", &ids);
}

#[test]
fn the_portal_system_and_the_pulmonary_vessels_are_trees() {
    assert_one_piece(
        "portal system",
        &[
            "portal_vein",
            "splenic_vein",
            "superior_mesenteric_vein",
            "inferior_mesenteric_vein",
        ],
    );
    assert_one_piece(
        "pulmonary arteries",
        &["right_ventricle", "pulmonary_trunk", "pulmonary_artery"],
    );
    assert_one_piece("pulmonary veins", &["left_atrium", "pulmonary_veins"]);
    // The portal vein ends within the liver.
    let body = anatomy::model::body::torso(Catalogue::builtin()).unwrap();
    let around = [[-90.0, 16.0, 102.0], [-4.0, -66.0, 112.0]];
    for p in around {
        assert!(
            body.structure_at(p)
                .is_some_and(|s| Catalogue::builtin().is_part_of(s, index("liver"))),
            "{p:?}"
        );
    }
}

#[test]
fn airways_run_from_the_larynx_into_every_lobe() {
    assert_one_piece("airways", &["larynx", "trachea", "bronchi"]);
    // Each lobe touches the bronchial tree.
    let (bronchi, grid) = (members(&["bronchi"]), grid());
    for lobe in [
        "right_lung_upper_lobe",
        "right_lung_middle_lobe",
        "right_lung_lower_lobe",
        "left_lung_upper_lobe",
        "left_lung_lower_lobe",
    ] {
        let lobe_index = Some(index(lobe));
        let touches = (1..grid.len())
            .filter(|n| {
                bronchi[*n] && (grid[n - 1] == lobe_index || bronchi[n - 1]) // along x
                    && (grid[n - 1] == lobe_index || grid.get(n + 1) == Some(&lobe_index))
            })
            .count();
        assert!(touches > 10, "{lobe}: {touches}");
    }
}

#[test]
fn the_diaphragm_parts_chest_from_belly() {
    // Going up a column from the diaphragm there is no liver, spleen or stomach; going down no lung and no heart.
    let diaphragm = members(&["diaphragm"]);
    let below = members(&["liver", "spleen", "stomach"]);
    let above = members(&["lung", "heart"]);
    let plane = SIZE[0] * SIZE[1];
    let (mut strayed, mut all) = (0, 0);
    for column in 0..plane {
        let points: Vec<usize> = (0..SIZE[2]).map(|k| column + k * plane).collect();
        let top = points.iter().rposition(|n| diaphragm[*n]);
        for (k, n) in points.iter().enumerate() {
            if !below[*n] && !above[*n] {
                continue;
            }
            all += 1;
            // the lungs reach down behind and beside the dome: only what lies on the wrong side of its top counts
            let wrong = top.is_some_and(|t| {
                (below[*n] && k > t)
                    || (above[*n] && k < t && {
                        (k..t).filter(|j| diaphragm[points[*j]]).count() > 0
                            && points[k..t].iter().any(|m| below[*m])
                    })
            });
            strayed += usize::from(wrong);
        }
    }
    assert!(all > 100_000, "{all}");
    assert!(strayed * 200 < all, "{strayed} of {all}");
}
