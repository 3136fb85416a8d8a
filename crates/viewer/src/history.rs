//! Undo and redo.
//!
//! A step keeps the scene from before it (for undo) or after it (for redo) as a whole: a scene is a few kilobytes, and a step that
//! is kept whole cannot be undone wrongly.

use std::collections::BTreeMap;
use std::sync::Arc;

use library::Marks;

use serde::{Deserialize, Serialize};

use crate::shared::Remade;
use crate::{Keys, Landed, Pose, Scene};

/// Steps that are kept.
const MOST: usize = 200;

/// A change that can be undone or redone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// In words: "Hide the liver".
    pub label: String,
    /// The scene on the other side of the change.
    pub scene: Scene,
    /// Where the camera was before and after, if the change moved it, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flight: Option<[Pose; 2]>,
}

impl Step {
    /// A step that left the camera where it was.
    pub(crate) fn new(label: String, scene: Scene) -> Self {
        Self {
            label,
            scene,
            flight: None,
        }
    }
}

/// What can be undone and redone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct History {
    /// Oldest first; each with the scene from before it.
    pub done: Vec<Step>,
    /// Last undone last; each with the scene from after it.
    pub undone: Vec<Step>,
    /// Changes of this name go on with the last step rather than making another: a slider that is dragged is one step.
    drag: Option<String>,
    /// Grows with every change of the list: whoever waits for something sees whether the history went on meanwhile.
    #[serde(default)]
    pub(crate) revision: u64,
}

impl History {
    /// The scene after so many steps; `now` is the present one. Nothing where there are not so many.
    pub(crate) fn scene_after<'a>(&'a self, steps: usize, now: &'a Scene) -> Option<&'a Scene> {
        match steps.checked_sub(self.done.len()) {
            None => self.done.get(steps).map(|step| &step.scene),
            Some(0) => Some(now),
            Some(ahead) => {
                let at = self.undone.len().checked_sub(ahead)?;
                self.undone.get(at).map(|step| &step.scene)
            }
        }
    }

    /// Where the camera goes with undoing or redoing until so many steps are done: where the last of these steps has it that moved it;
    /// nowhere if none did. What lies behind a change of atlas is of another body.
    pub(crate) fn pose_after(&self, steps: usize, now: &Scene) -> Option<Pose> {
        let ahead = steps.saturating_sub(self.done.len());
        let back = self.done.iter().skip(steps).rev();
        let forward = self.undone.iter().rev().take(ahead);
        let back = back.map(|step| (step, step.flight.map(|[before, _]| before)));
        let forward = forward.map(|step| (step, step.flight.map(|[_, after]| after)));
        let (mut atlas, mut pose) = (&now.atlas, None);
        for (step, moved) in back.chain(forward) {
            pose = match step.scene.atlas == *atlas {
                true => moved.or(pose),
                false => None,
            };
            atlas = &step.scene.atlas;
        }
        pose
    }

    /// How many steps there are, those undone included.
    pub(crate) fn len(&self) -> usize {
        self.done.len() + self.undone.len()
    }

    /// Notes that the scene has changed: the step has what it was before. `drag` names what is being dragged, if anything.
    pub(crate) fn note(&mut self, step: Step, drag: Option<String>) {
        let goes_on = drag.is_some() && self.drag == drag && !self.done.is_empty();
        self.drag = drag;
        self.revision += 1;
        self.undone.clear();
        if goes_on {
            return;
        }
        self.done.push(step);
        if self.done.len() > MOST {
            self.done.remove(0);
        }
    }

    /// The largest key among the documents that were removed in any of the scenes; `now` is the present one.
    pub(crate) fn last_removed(&self, now: &Scene) -> Option<i64> {
        let kept = self.done.iter().chain(&self.undone).map(|step| &step.scene);
        let last = kept.filter_map(|scene| scene.removed.last());
        last.chain(now.removed.last()).max()
    }

    /// Notes that these documents were added, which undo takes out again: in none of the scenes from before that are they there, and in all of them are the
    /// older versions there that went into them, and what they have completed is as it was: `kept` is what is kept with documents where scenes do not say it.
    pub(crate) fn note_added(
        &mut self,
        label: String,
        landed: &Landed,
        mut before: Scene,
        kept: &BTreeMap<i64, Arc<Marks>>,
    ) {
        let newer = landed.newer.iter();
        let pairs = newer.flat_map(|merge| merge.others.iter().map(|other| (*other, merge.keep)));
        let older: BTreeMap<i64, i64> = pairs.collect();
        let mut left_out = LeftOut::new(landed, kept);
        // Most scenes have the same documents removed, and go on sharing them.
        let mut known: Option<(Keys, Keys)> = None;
        let mut without = |scene: &mut Scene| {
            let other = |(old, _): &(Keys, Keys)| !old.is_shared_with(&scene.removed);
            if known.as_ref().is_some_and(other) {
                known = None;
            }
            let (_, new) = known.get_or_insert_with(|| {
                let mut new = scene.removed.clone();
                let is_newer = |key: &i64| {
                    let keep = older.get(key);
                    keep.is_some() && scene.merged.get(key) == keep
                };
                new.leave_out(&older.keys().copied().filter(is_newer).collect());
                new.extend(landed.keys.iter().copied());
                (scene.removed.clone(), new)
            });
            scene.removed = new.clone();
            let is_newer = |(key, keep): (&i64, &i64)| older.get(key) == Some(keep);
            if scene.merged.iter().any(is_newer) {
                Arc::make_mut(&mut scene.merged).retain(|key, keep| !is_newer((key, keep)));
            }
            left_out.leave(scene);
        };
        for step in &mut self.done {
            without(&mut step.scene);
        }
        without(&mut before);
        self.note(Step::new(label, before), None);
    }

    /// Changes every scene that is kept. They stay different where they were.
    pub(crate) fn each(&mut self, mut change: impl FnMut(&mut Scene)) {
        for step in self.done.iter_mut().chain(&mut self.undone) {
            change(&mut step.scene);
        }
    }

    /// What is dragged was let go: the next change is a step of its own.
    pub(crate) fn settle(&mut self) {
        self.drag = None;
    }

    /// Undoes or redoes until so many steps are done, exchanging the scene; the words of the step that was taken last.
    pub(crate) fn go_to(&mut self, steps: usize, scene: &mut Scene) -> Option<String> {
        self.settle();
        self.revision += 1;
        let mut label = None;
        while self.done.len() != steps {
            let (from, to) = if self.done.len() > steps {
                (&mut self.done, &mut self.undone)
            } else {
                (&mut self.undone, &mut self.done)
            };
            let Some(step) = from.pop() else { break };
            label = Some(step.label.clone());
            to.push(Step {
                scene: std::mem::replace(scene, step.scene),
                ..step
            });
        }
        label
    }

    /// Begins anew with these steps.
    pub(crate) fn restart(&mut self, done: Vec<Step>) {
        *self = Self {
            done,
            revision: self.revision + 1,
            ..Self::default()
        };
    }

    /// Changes every scene that is kept; steps that then change nothing are dropped. `now` is the present scene.
    pub(crate) fn rewrite(&mut self, now: &Scene, change: impl FnMut(&mut Scene)) {
        self.revision += 1;
        self.each(change);
        for steps in [&mut self.done, &mut self.undone] {
            let mut next = now.clone();
            let mut kept: Vec<Step> = Vec::with_capacity(steps.len());
            for step in steps.drain(..).rev() {
                if step.scene != next {
                    next = step.scene.clone();
                    kept.push(step);
                }
            }
            kept.reverse();
            *steps = kept;
        }
    }
}

/// What is kept with documents, by key, as scenes have it.
type Marked = BTreeMap<i64, Arc<Marks>>;

/// Makes documents what they were before an import completed them, in scenes from before that.
struct LeftOut<'l> {
    landed: &'l Landed,
    /// What is kept with documents where scenes do not say it.
    kept: &'l Marked,
    remade: Remade<Marked>,
    /// What scenes say was taken back, as it was and as it is made.
    taken: Option<[Keys; 2]>,
}

impl<'l> LeftOut<'l> {
    fn new(landed: &'l Landed, kept: &'l Marked) -> Self {
        let remade = Remade::new();
        Self {
            landed,
            kept,
            remade,
            taken: None,
        }
    }

    fn leave(&mut self, scene: &mut Scene) {
        let (landed, kept) = (self.landed, self.kept);
        let known = self.taken.as_ref();
        if !known.is_some_and(|[old, _]| old.is_shared_with(&scene.taken_back)) {
            let mut new = scene.taken_back.clone();
            new.extend(landed.completed.keys().copied());
            self.taken = Some([scene.taken_back.clone(), new]);
        }
        if let Some([_, new]) = &self.taken {
            scene.taken_back = new.clone();
        }
        if landed.marks.is_empty() {
            return;
        }
        scene.marked = self.remade.of(&scene.marked, |marked| {
            for (key, [before, after]) in &landed.marks {
                let own = marked.get(key).or_else(|| kept.get(key));
                let mut own = own.cloned().unwrap_or_default();
                Arc::make_mut(&mut own).follow(after, before);
                marked.insert(*key, own);
            }
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StandardView;

    #[test]
    fn the_camera_goes_nowhere_where_it_was_about_another_body() {
        let scene = |atlas: Option<&str>| Scene {
            atlas: atlas.map(str::to_owned),
            ..Scene::default()
        };
        let step = |atlas: Option<&str>, flight: Option<[StandardView; 2]>| Step {
            flight: flight.map(|views| views.map(Pose::standard)),
            ..Step::new(String::new(), scene(atlas))
        };
        // At home the camera flew; then a guest was shown, and it flew about that one.
        let [front, left, above, below] = [
            StandardView::Anterior,
            StandardView::Left,
            StandardView::Superior,
            StandardView::Inferior,
        ];
        let mut history = History {
            done: vec![
                step(None, Some([front, left])),
                step(None, None),
                step(Some("guest"), Some([above, below])),
            ],
            ..History::default()
        };
        let mut now = scene(Some("guest"));
        let pose = |view| Some(Pose::standard(view));
        assert_eq!(history.pose_after(3, &now), None, "no step is taken");
        assert_eq!(history.pose_after(2, &now), pose(above));
        assert_eq!(history.pose_after(1, &now), None, "that was the guest");
        assert_eq!(history.pose_after(0, &now), pose(front));
        history.go_to(0, &mut now);
        assert_eq!(history.pose_after(1, &now), pose(left));
        assert_eq!(history.pose_after(2, &now), None, "that was home");
        assert_eq!(history.pose_after(3, &now), pose(below));
        assert_eq!(history.pose_after(9, &now), pose(below));
    }
}
