//! A view with a small body, for tests of what is painted: the liver on the right of the body, the spleen on its left.

use std::sync::Arc;

use anatomy::{Atlas, BRICK, Catalogue, LabelVolume, StructureIndex};
use library::{Entry, Hit, Spot};
use viewer::{Message, View};

/// Voxels on a side, mm.
const SIDE: usize = 24;

/// The row of a structure.
pub(super) fn row(id: &str) -> StructureIndex {
    let row = Catalogue::builtin().index_of(id);
    row.expect("a structure")
}

/// The body on the stage, and no document.
pub(super) fn view() -> View {
    let labels = ["liver", "spleen"].map(|id| row(id).0 + 1);
    let halves = LabelVolume::from_bricks([SIDE; 3], |corner, voxels| {
        for (n, voxel) in voxels.iter_mut().enumerate() {
            let is_left = corner[0] + n % BRICK >= SIDE / 2;
            *voxel = labels[usize::from(is_left)];
        }
    });
    let atlas = Atlas::from_labels(Catalogue::builtin(), halves);
    let mut view = View::default();
    viewer::apply(&mut view, Message::HomeAtlas(Arc::new(atlas)));
    view
}

/// A document about the liver at a place.
pub(super) fn spot(key: i64, point_mm: [f32; 3]) -> Spot {
    Spot {
        key,
        structure: "liver".into(),
        point_mm,
        outside_p: 0.0,
        rest: 0,
        percent: 90,
        female: false,
    }
}

/// The same in a list.
pub(super) fn hit(key: i64, point_mm: [f32; 3]) -> Hit {
    Hit::from(Entry {
        key,
        id: key.to_string(),
        title: "About the liver".to_owned(),
        year: None,
        kind: None,
        point_mm,
        structure: "liver".to_owned(),
        p: 0.9,
        outside_p: 0.0,
    })
}
