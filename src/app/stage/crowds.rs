//! The documents as they are drawn on the stage: gathered where they would lie on one another, for markers, picking and counts alike.

use std::collections::{BTreeSet, HashSet};
use std::sync::Arc;

use anatomy::{StructureIndex, Visibility};
use bevy::prelude::*;
use bevy::window::RequestRedraw;
use library::Spot;
use viewer::{
    Crowd, Display, Gathered, Lens, Pose, SectionPlane, StagePoint, give_room, is_doubtful,
    world_from_lps,
};

use super::area::StageArea;
use super::camera::OrbitCamera;
use crate::app::core::{Marks, Shown};
use crate::app::jobs::{Beside, Workers};

/// A marker is hit within this many logical pixels of its centre.
const REACH: f32 = 9.0;
/// More documents than these are sorted beside the frame.
const MANY: usize = 20_000;

/// How a document is shown among the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// It is none of those that answer what was asked.
    Rest,
    /// What it lies in was hidden by hand: a spark of it is left.
    Hidden,
    /// It may belong outside this atlas.
    Doubtful,
    /// It answers what was asked, or nothing was.
    Listed,
}

impl Look {
    /// In the order in which they are drawn.
    pub const ALL: [Self; 4] = [Self::Rest, Self::Hidden, Self::Doubtful, Self::Listed];
}

/// The documents of each look, and what is drawn of them now.
#[derive(Resource, Default)]
pub struct Crowds {
    crowds: Arc<[Crowd; 4]>,
    made_of: Option<MadeOf>,
    making: Beside<MadeOf, [Crowd; 4]>,
    seen: Option<(Pose, Vec2)>,
    /// How many of those that answer what was asked, or of all where nothing was, lie within the screen.
    pub in_view: usize,
    /// How many of them there are.
    pub answering: usize,
    /// What is drawn, in the order of drawing.
    pub drawn: Vec<(Look, Gathered)>,
}

/// What is under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Met {
    /// A single document, by its key.
    Document(i64),
    /// Several, drawn as one.
    Several {
        /// How many.
        count: usize,
        /// One of them, by its key.
        key: i64,
        /// Where they are drawn, upright world, mm.
        at: Vec3,
    },
}

/// What the crowds are made of; they are made anew when it is another.
#[derive(Clone)]
struct MadeOf {
    entries: Arc<Vec<Spot>>,
    staged: Option<Arc<Vec<Option<StagePoint>>>>,
    passing: Option<Arc<HashSet<i64>>>,
    listed: Option<Arc<Vec<i64>>>,
    /// The scene, as far as documents are moved or hidden with it.
    display: Option<Display>,
}

impl MadeOf {
    fn of(marks: &Marks, shown: &Shown) -> Self {
        Self {
            entries: marks.entries.clone(),
            staged: marks.staged.clone(),
            passing: marks.passing.clone(),
            listed: marks.listed.clone(),
            display: shown.0.clone(),
        }
    }

    /// What of the scene moves or hides documents.
    fn scene(&self) -> Option<SceneParts<'_>> {
        let display = self.display.as_ref()?;
        let scene = &display.scene;
        Some((
            Arc::as_ptr(&display.atlas),
            scene.cuts(),
            (scene.explode, scene.fill_cut),
            &scene.hidden_by_hand,
            // Which of its parts are hidden tells whether a whole is.
            (!scene.hidden_by_hand.is_empty()).then_some(&scene.visibility[..]),
            &scene.removed,
        ))
    }
}

type SceneParts<'a> = (
    *const anatomy::Atlas,
    &'a [SectionPlane],
    (f32, bool),
    &'a BTreeSet<StructureIndex>,
    Option<&'a [Visibility]>,
    &'a viewer::Keys,
);

impl PartialEq for MadeOf {
    /// Documents are the same when they are the very same list: lists are never changed where they lie.
    fn eq(&self, other: &Self) -> bool {
        let staged = |made: &Self| made.staged.as_ref().map(Arc::as_ptr);
        let passing = |made: &Self| made.passing.as_ref().map(Arc::as_ptr);
        let listed = |made: &Self| made.listed.as_ref().map(Arc::as_ptr);
        Arc::ptr_eq(&self.entries, &other.entries)
            && staged(self) == staged(other)
            && passing(self) == passing(other)
            && listed(self) == listed(other)
            && self.scene() == other.scene()
    }
}

impl Crowds {
    /// Those that answer what was asked, or all where nothing was.
    fn answering(&self) -> impl Iterator<Item = &Crowd> {
        [Look::Doubtful, Look::Listed]
            .map(|look| &self.crowds[look as usize])
            .into_iter()
    }

    /// Counts what lies within the screen.
    fn count_in_view(&mut self, lens: &Lens) {
        let planes = lens.planes();
        let seen = |crowd: &Crowd| {
            crowd
                .in_view(&planes)
                .iter()
                .map(ExactSizeIterator::len)
                .sum::<usize>()
        };
        let (in_view, answering) = (
            self.answering().map(seen).sum(),
            self.answering().map(Crowd::len).sum(),
        );
        (self.in_view, self.answering) = (in_view, answering);
    }

    /// Keys of those that answer what was asked, or of all where nothing was, as far as they lie within the screen.
    pub fn keys_in_view(&self) -> Vec<i64> {
        let (Some((pose, size)), Some(made_of)) = (&self.seen, &self.made_of) else {
            return Vec::new();
        };
        let planes = Lens::of(pose, *size).planes();
        let members = self.answering().flat_map(|crowd| {
            let stretches = crowd.in_view(&planes).into_iter().flatten();
            stretches.filter_map(|at| crowd.member(at))
        });
        // Rows are those of the list that they were sorted by.
        let key = |row: u32| made_of.entries.get(row as usize).map(|entry| entry.key);
        members.filter_map(key).collect()
    }

    /// Keys of all that is drawn, alone or among others, whatever its look.
    pub fn keys_drawn(&self) -> BTreeSet<i64> {
        let Some(made_of) = &self.made_of else {
            return BTreeSet::new();
        };
        let members = self.drawn.iter().flat_map(|(look, one)| {
            let crowd = &self.crowds[*look as usize];
            one.members.clone().filter_map(move |at| crowd.member(at))
        });
        let key = |row: u32| made_of.entries.get(row as usize).map(|entry| entry.key);
        members.filter_map(key).collect()
    }

    /// What is drawn at a point of the window.
    pub fn at(&self, area: &StageArea, pointer: Vec2) -> Option<Met> {
        let at = pointer - area.min;
        let near = |one: &Gathered| {
            let distance = one.on_screen.distance(at);
            (distance <= REACH).then_some(distance)
        };
        // The nearest; of those that answer what was asked first.
        let (look, found) = self
            .drawn
            .iter()
            .filter_map(|(look, one)| Some((near(one)?, look, one)))
            .min_by(|a, b| {
                let first = |look: &Look| *look != Look::Listed;
                (first(a.1).cmp(&first(b.1))).then(a.0.total_cmp(&b.0))
            })
            .map(|(_, look, one)| (*look, one))?;
        let row = self.crowds[look as usize].member(found.members.start)?;
        // Rows are those of the list that they were sorted by: the library's may be a newer one.
        let key = self.made_of.as_ref()?.entries.get(row as usize)?.key;
        Some(match found.count() {
            1 => Met::Document(key),
            count => Met::Several {
                count,
                key,
                at: found.at,
            },
        })
    }
}

/// Sorts the documents when they, or what hides and moves them, have changed: a few within the frame, many beside it. Then gathers them anew
/// when the camera has moved.
pub fn gather(
    (marks, shown): (Res<Marks>, Res<Shown>),
    area: Option<Res<StageArea>>,
    camera: Option<Single<&OrbitCamera>>,
    workers: Option<Res<Workers>>,
    mut crowds: ResMut<Crowds>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let held = crowds.bypass_change_detection();
    let mut changed = false;
    if let Some((made_of, made)) = held.making.take() {
        held.crowds = Arc::new(made);
        held.made_of = Some(made_of);
        changed = true;
    }
    // While something is being made the newest wish is looked at in every frame, since it may not have been begun.
    if marks.is_changed() || shown.is_changed() || held.making.is_busy() || changed {
        let wanted = MadeOf::of(&marks, &shown);
        if held.made_of.as_ref() != Some(&wanted) {
            match &workers {
                Some(workers) if wanted.entries.len() > MANY => {
                    if held.making.is_free_for(&wanted) {
                        let asked = wanted.clone();
                        let report = workers.reporter();
                        held.making
                            .begin(wanted, "the documents' places", &report, move || {
                                sort(&asked)
                            });
                    }
                }
                _ => {
                    held.crowds = Arc::new(sort(&wanted));
                    held.made_of = Some(wanted);
                    changed = true;
                }
            }
        }
    }
    let size = area.map_or_else(|| StageArea::default().size, |area| area.size);
    let Some(camera) = camera else { return };
    let seen = Some((camera.pose, size));
    if !changed && held.seen == seen {
        return;
    }
    held.seen = seen;
    let lens = Lens::of(&camera.pose, size);
    held.count_in_view(&lens);
    let mut drawn: Vec<(Look, Gathered)> = Vec::new();
    for (look, crowd) in Look::ALL.into_iter().zip(held.crowds.iter()) {
        drawn.extend(crowd.gather(&lens).into_iter().map(|one| (look, one)));
    }
    // What answers a question does not have to make room for the rest.
    let (mut rest, mut others): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
    for (look, one) in &mut drawn {
        if *look == Look::Rest {
            rest.push(one);
        } else {
            others.push(one);
        }
    }
    give_room(&mut rest, size);
    give_room(&mut others, size);
    crowds.drawn = drawn;
    // The numbers beside them have been drawn for this frame already.
    redraw.write(RequestRedraw);
}

/// The documents by how they are shown and where they lie.
fn sort(of: &MadeOf) -> [Crowd; 4] {
    let display = of.display.as_ref();
    let apart = display.is_some_and(|display| display.scene.explode > 0.0);
    let any_hidden = display.is_some_and(|display| !display.scene.hidden_by_hand.is_empty());
    let listed: Option<HashSet<i64>> = (of.listed.as_ref()).map(|l| l.iter().copied().collect());
    let index_of = |id: &str| display.and_then(|display| display.atlas.catalogue().index_of(id));
    let mut looks: [Vec<(u32, Vec3)>; 4] = Default::default();
    for (row, entry) in (0..).zip(of.entries.iter()) {
        let passes = (of.passing.as_ref()).is_none_or(|passing| passing.contains(&entry.key));
        let point = match &of.staged {
            None => viewer::home_place(entry),
            Some(staged) => staged.get(row as usize).copied().flatten(),
        };
        let Some(point) = point.filter(|_| passes) else {
            continue;
        };
        // What was cut away takes its documents with it.
        if display.is_some_and(|display| {
            display.scene.removed.contains(&entry.key) || display.is_removed(point)
        }) {
            continue;
        }
        let structure = (apart || any_hidden).then(|| index_of(&entry.structure));
        let structure = structure.flatten();
        let is_hidden = any_hidden
            && display
                .zip(structure)
                .is_some_and(|(display, structure)| display.is_hidden_by_hand(structure));
        let answers = listed
            .as_ref()
            .is_none_or(|listed| listed.contains(&entry.key));
        // Beside what is isolated nothing else is shown.
        if is_hidden && display.is_some_and(|display| !display.scene.fill_cut) {
            continue;
        }
        let look = if is_hidden {
            Look::Hidden
        } else if !answers {
            Look::Rest
        } else if is_doubtful(entry.outside_p) {
            Look::Doubtful
        } else {
            Look::Listed
        };
        let shown = display.map_or(point.mm(), |d| d.shown(point, structure).mm());
        looks[look as usize].push((row, world_from_lps(shown)));
    }
    looks.map(Crowd::new)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(key: i64, point_mm: [f32; 3], outside_p: f32) -> Spot {
        Spot {
            female: false,
            percent: 90,
            key,
            structure: "liver".into(),
            point_mm,
            outside_p,
            rest: 0,
        }
    }

    fn crowds(marks: &Marks) -> Crowds {
        let made_of = MadeOf::of(marks, &Shown(None));
        let mut crowds = Crowds {
            crowds: Arc::new(sort(&made_of)),
            made_of: Some(made_of),
            ..Crowds::default()
        };
        let lens = Lens::of(&Pose::default(), StageArea::default().size);
        for (look, crowd) in Look::ALL.into_iter().zip(crowds.crowds.iter()) {
            let gathered = crowd.gather(&lens).into_iter();
            crowds.drawn.extend(gathered.map(|one| (look, one)));
        }
        crowds
    }

    #[test]
    fn the_pointer_meets_a_document_several_or_nothing_and_the_listed_first() {
        let mut marks = Marks {
            entries: Arc::new(vec![
                entry(1, [0.0; 3], 0.0),
                entry(2, [100.0, 0.0, 0.0], 0.0),
                entry(3, [100.1, 0.0, 0.0], 0.0),
                entry(4, [0.5, 0.0, 0.0], 1.0),
            ]),
            ..Marks::default()
        };
        let area = StageArea {
            min: Vec2::new(300.0, 40.0),
            ..StageArea::default()
        };
        let found = crowds(&marks);
        let lens = Lens::of(&Pose::default(), area.size);
        let on = |point| area.min + lens.on_screen(world_from_lps(point));
        assert_eq!(found.at(&area, on([0.0; 3])), Some(Met::Document(1)));
        assert_eq!(found.keys_drawn(), BTreeSet::from([1, 2, 3, 4]));
        let several = found.at(&area, on([100.0, 0.0, 0.0]));
        assert!(
            matches!(
                several,
                Some(Met::Several {
                    count: 2,
                    key: 2 | 3,
                    ..
                })
            ),
            "{several:?}"
        );
        assert_eq!(found.at(&area, on([0.0, 0.0, 200.0])), None);
        // What answers a question is met before what lies beside it.
        marks.listed = Some(Arc::new(vec![3]));
        let found = crowds(&marks);
        assert_eq!(
            found.at(&area, on([100.0, 0.0, 0.0])),
            Some(Met::Document(3))
        );
        // What is in view, by the same lens.
        let mut found = found;
        found.seen = Some((Pose::default(), area.size));
        found.count_in_view(&lens);
        assert_eq!((found.in_view, found.answering), (1, 1));
        assert_eq!(found.keys_in_view(), [3]);
        marks.listed = None;
        let mut all = crowds(&marks);
        let near = Pose {
            distance: 100.0,
            target: world_from_lps([100.0, 0.0, 0.0]),
            ..Pose::default()
        };
        all.seen = Some((near, area.size));
        all.count_in_view(&Lens::of(&near, area.size));
        let mut keys = all.keys_in_view();
        keys.sort_unstable();
        assert_eq!((all.in_view, all.answering, keys), (2, 4, vec![2, 3]));
        let looks: Vec<(Look, usize)> = found
            .drawn
            .iter()
            .map(|(look, one)| (*look, one.count()))
            .collect();
        // The doubtful one answers nothing now, and lies on the first.
        let expected = [(Look::Rest, 2), (Look::Rest, 1), (Look::Listed, 1)];
        assert_eq!(looks, expected);
    }
}
