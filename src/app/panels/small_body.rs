//! A view with a small body, for tests of what is painted: the liver on the right of the body, the spleen on its left.

use std::sync::Arc;

use anatomy::{Atlas, BRICK, Catalogue, LabelVolume, StructureIndex};
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
