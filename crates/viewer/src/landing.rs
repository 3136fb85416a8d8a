//! Where what was dropped is going, on the stage as it is now.

use anatomy::StructureIndex;

use crate::drops::{DropState, Dropped};
use crate::jobs::JobKind;
use crate::space::StagePoint;
use crate::view::View;

/// Where a document that was dropped stands on the stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Landing {
    /// There, in this structure.
    At(StagePoint, Option<StructureIndex>),
    /// Its place in the body on the stage is still looked for.
    Awaited,
    /// It has none there.
    Nowhere,
}

impl View {
    /// Where a document that was dropped stands.
    pub fn landing(&self, key: i64) -> Landing {
        let found = self.documents.find(key);
        let found = found.filter(|_| !self.scene.removed.contains(&key));
        match found {
            Some((entry, point)) => Landing::At(point, self.index_of(&entry.structure)),
            None if self.jobs.of(JobKind::Staging).is_some() => Landing::Awaited,
            None => Landing::Nowhere,
        }
    }

    /// What was dropped and is to be seen: all but files about which the user is being asked.
    pub fn dropped(&self) -> impl Iterator<Item = &Dropped> {
        let prospect = self.documents.prospect.as_ref();
        let asked = prospect.filter(|prospect| prospect.asked);
        let asked = asked.map_or(&[][..], |prospect| &prospect.order.files);
        self.drops.list.iter().filter(move |dropped| {
            let is_asked = dropped
                .files
                .first()
                .is_some_and(|file| asked.contains(file));
            !is_asked || dropped.state != DropState::Reading
        })
    }
}
