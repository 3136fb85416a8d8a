//! From a name to the module that defines what it means.
//!
//! It follows modules, `use` lines and re-exports, as far as names alone tell. What a method call
//! means is told by types, which are not known here; macros that make items are not unfolded.

use std::collections::BTreeSet;

use super::tree::{Definition, SPACES, Space, Tree};

/// What a name means.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// A module, by its index.
    Module(usize),
    /// Something that a module of this package defines.
    Item {
        /// The module, by its index.
        module: usize,
        /// Its name there.
        name: String,
    },
    /// Something of another package.
    Elsewhere,
}

/// Names being looked up, so that `use` lines that lead to themselves come to an end.
type Pending = Vec<(usize, String, Space)>;

impl Tree {
    /// What a path means in a module. Nothing is returned for names that are not known, such as those
    /// of local variables; a short-lived name that several functions import may mean several things.
    ///
    /// `walked` receives every module that the path itself names.
    pub fn resolve(
        &self,
        module: usize,
        path: &[String],
        spaces: &[Space],
        walked: &mut BTreeSet<usize>,
    ) -> BTreeSet<Target> {
        let mut all = BTreeSet::new();
        for space in spaces {
            all.extend(self.path(module, path, *space, &mut Vec::new(), walked));
        }
        all
    }

    fn path(
        &self,
        module: usize,
        path: &[String],
        space: Space,
        pending: &mut Pending,
        walked: &mut BTreeSet<usize>,
    ) -> BTreeSet<Target> {
        let Some((first, rest)) = path.split_first() else {
            return BTreeSet::new();
        };
        let first_space = if rest.is_empty() { space } else { Space::Type };
        let mut targets = match first.as_str() {
            "crate" => BTreeSet::from([Target::Module(self.root_of(module))]),
            "self" => BTreeSet::from([Target::Module(module)]),
            "super" => self.modules[module]
                .parent
                .map(Target::Module)
                .into_iter()
                .collect(),
            name => self.in_scope(module, name, first_space, pending),
        };
        for (at, name) in rest.iter().enumerate() {
            let space = if at + 1 == rest.len() {
                space
            } else {
                Space::Type
            };
            targets = targets
                .into_iter()
                .flat_map(|target| match target {
                    Target::Module(module) => {
                        walked.insert(module);
                        match (name.as_str(), self.modules[module].parent) {
                            ("super", Some(parent)) => BTreeSet::from([Target::Module(parent)]),
                            _ => self.member(module, name, space, pending),
                        }
                    }
                    // A variant, an associated function, …: it is where its type is.
                    other => BTreeSet::from([other]),
                })
                .collect();
        }
        targets
    }

    /// A name that stands by itself, or first in a path.
    fn in_scope(
        &self,
        module: usize,
        name: &str,
        space: Space,
        pending: &mut Pending,
    ) -> BTreeSet<Target> {
        let found = self.inside(module, name, space, pending);
        if !found.is_empty() {
            return found;
        }
        let parent = self.modules[module].parent;
        if let (Space::Macro, Some(parent)) = (space, parent) {
            // Macros are known in the modules below the one that defines them.
            return self.in_scope(parent, name, space, pending);
        }
        match self.library {
            Some(library) if name == self.name && self.root_of(module) != library => {
                BTreeSet::from([Target::Module(library)])
            }
            _ => BTreeSet::new(),
        }
    }

    /// A name after the name of a module.
    fn member(
        &self,
        module: usize,
        name: &str,
        space: Space,
        pending: &mut Pending,
    ) -> BTreeSet<Target> {
        let found = self.inside(module, name, space, pending);
        if !found.is_empty() {
            return found;
        }
        let known_otherwise = SPACES
            .iter()
            .any(|other| !self.inside(module, name, *other, pending).is_empty());
        if known_otherwise || !pending.is_empty() || self.has_foreign_star(module) {
            return BTreeSet::new();
        }
        // Made by a macro, most likely: it is at least reached through this module.
        let name = name.to_owned();
        BTreeSet::from([Target::Item { module, name }])
    }

    /// What a module defines or imports under a name.
    fn inside(
        &self,
        module: usize,
        name: &str,
        space: Space,
        pending: &mut Pending,
    ) -> BTreeSet<Target> {
        let this = &self.modules[module];
        if let Some(definition) = this.names.get(&(space, name.to_owned())) {
            return BTreeSet::from([match definition {
                Definition::Module(module) => Target::Module(*module),
                Definition::Item => Target::Item {
                    module,
                    name: name.to_owned(),
                },
            }]);
        }
        let key = (module, name.to_owned(), space);
        if pending.contains(&key) {
            return BTreeSet::new();
        }
        pending.push(key);
        let mut found = BTreeSet::new();
        for import in &this.imports {
            if import.name.as_deref() == Some(name) {
                found.extend(self.imported(module, &import.path, space, pending));
            }
        }
        if found.is_empty() {
            for import in this.imports.iter().filter(|import| import.name.is_none()) {
                for target in self.imported(module, &import.path, Space::Type, pending) {
                    match target {
                        Target::Module(from) => {
                            found.extend(self.inside(from, name, space, pending));
                        }
                        // The line itself counts for an enum, and a star of another package is no
                        // sign that the name comes from there.
                        Target::Item { .. } | Target::Elsewhere => {}
                    }
                }
            }
        }
        pending.pop();
        found
    }

    /// Where a `use` line leads.
    fn imported(
        &self,
        module: usize,
        path: &[String],
        space: Space,
        pending: &mut Pending,
    ) -> BTreeSet<Target> {
        let found = self.path(module, path, space, pending, &mut BTreeSet::new());
        let Some(first) = path.first().filter(|_| found.is_empty()) else {
            return found;
        };
        let foreign = !["crate", "self", "super"].contains(&first.as_str())
            && self
                .in_scope(module, first, Space::Type, pending)
                .is_empty();
        foreign.then_some(Target::Elsewhere).into_iter().collect()
    }

    /// Whether a module takes in whatever another package's module has.
    fn has_foreign_star(&self, module: usize) -> bool {
        let imports = &self.modules[module].imports;
        imports
            .iter()
            .filter(|import| import.name.is_none())
            .any(|import| {
                self.imported(module, &import.path, Space::Type, &mut Vec::new())
                    .contains(&Target::Elsewhere)
            })
    }

    fn root_of(&self, mut module: usize) -> usize {
        while let Some(parent) = self.modules[module].parent {
            module = parent;
        }
        module
    }
}
