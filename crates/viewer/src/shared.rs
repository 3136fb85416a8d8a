//! What many scenes share, changed in all of them.

use std::sync::Arc;

/// Values that were shared, and what each was changed into: so that it is copied once, and shared again.
pub(crate) struct Remade<T>(Vec<[Arc<T>; 2]>);

impl<T: Clone> Remade<T> {
    pub fn new() -> Self {
        Self(Vec::new())
    }

    /// What this one becomes by a change that is the same for all.
    pub fn of(&mut self, old: &Arc<T>, change: impl FnOnce(&mut T)) -> Arc<T> {
        let known = self.0.iter().find(|[before, _]| Arc::ptr_eq(before, old));
        if let Some([_, new]) = known {
            return new.clone();
        }
        let mut new = T::clone(old);
        change(&mut new);
        let new = Arc::new(new);
        self.0.push([old.clone(), new.clone()]);
        new
    }
}
