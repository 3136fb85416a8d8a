//! Undo and redo.
//!
//! A step keeps the scene from before it (for undo) or after it (for redo) as a whole: a scene is a few kilobytes, and a step that
//! is kept whole cannot be undone wrongly.

use serde::{Deserialize, Serialize};

use crate::Scene;

/// Steps that are kept.
const MOST: usize = 200;

/// A change that can be undone or redone.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// In words: "Hide the liver".
    pub label: String,
    /// The scene on the other side of the change.
    pub scene: Scene,
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
}

impl History {
    /// Notes that the scene has changed: `before` is what it was. `drag` names what is being dragged, if anything.
    pub(crate) fn note(&mut self, label: String, before: Scene, drag: Option<String>) {
        let goes_on = drag.is_some() && self.drag == drag && !self.done.is_empty();
        self.drag = drag;
        self.undone.clear();
        if goes_on {
            return;
        }
        self.done.push(Step {
            label,
            scene: before,
        });
        if self.done.len() > MOST {
            self.done.remove(0);
        }
    }

    /// What is dragged was let go: the next change is a step of its own.
    pub(crate) fn settle(&mut self) {
        self.drag = None;
    }

    /// Exchanges the scene with the one before the last step; the step's words.
    pub(crate) fn undo(&mut self, scene: &mut Scene) -> Option<String> {
        Self::exchange(&mut self.done, &mut self.undone, &mut self.drag, scene)
    }

    /// Exchanges the scene with the one after the step undone last; the step's words.
    pub(crate) fn redo(&mut self, scene: &mut Scene) -> Option<String> {
        Self::exchange(&mut self.undone, &mut self.done, &mut self.drag, scene)
    }

    fn exchange(
        from: &mut Vec<Step>,
        to: &mut Vec<Step>,
        drag: &mut Option<String>,
        scene: &mut Scene,
    ) -> Option<String> {
        *drag = None;
        let step = from.pop()?;
        let label = step.label.clone();
        to.push(Step {
            label: step.label,
            scene: std::mem::replace(scene, step.scene),
        });
        Some(label)
    }

    /// Begins anew with these steps.
    pub(crate) fn restart(&mut self, done: Vec<Step>) {
        *self = Self {
            done,
            ..Self::default()
        };
    }

    /// Changes every scene that is kept; steps that then change nothing are dropped. `now` is the present scene.
    pub(crate) fn rewrite(&mut self, now: &Scene, change: impl Fn(&mut Scene)) {
        for step in self.done.iter_mut().chain(&mut self.undone) {
            change(&mut step.scene);
        }
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
