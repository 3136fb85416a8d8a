//! Which file of a package needs which other one, and for what.

use std::collections::{BTreeMap, BTreeSet};

use syn::buffer::{Cursor, TokenBuffer};
use syn::visit::Visit;

use super::resolve::Target;
use super::tree::{SPACES, Space, Tree, pass_over_tests};

/// What the files of a package need of each other.
#[derive(Debug, Default)]
pub struct Uses {
    /// From one file to another, by their indexes, with the names that are used.
    pub arrows: BTreeMap<(usize, usize), BTreeSet<String>>,
    /// The modules that each file names in a path, re-exports or not: file and module.
    pub named: BTreeSet<(usize, usize)>,
}

/// Finds what every file of a package uses.
pub fn uses(tree: &Tree) -> Uses {
    let mut uses = Uses::default();
    for (index, module) in tree.modules.iter().enumerate() {
        let mut reader = Reader {
            tree,
            module: index,
            file: module.file,
            uses: &mut uses,
        };
        for import in &module.imports {
            // What lies below and is only passed on is no use of it; what a star stands for is
            // found where it is named.
            let spaces = match import.name {
                Some(_) => &SPACES[..],
                None => &[Space::Type],
            };
            reader.note(&import.path, spaces, |target| {
                import.public && tree.is_below(target, index)
            });
        }
        for item in &module.items {
            reader.visit_item(item);
        }
    }
    uses
}

/// Goes through the items of a module.
struct Reader<'a> {
    tree: &'a Tree,
    module: usize,
    file: usize,
    uses: &'a mut Uses,
}

impl Reader<'_> {
    /// Notes what a path means, unless it is in a module that is `passed_over`.
    fn note(&mut self, path: &[String], spaces: &[Space], passed_over: impl Fn(usize) -> bool) {
        let mut walked = BTreeSet::new();
        let targets = self.tree.resolve(self.module, path, spaces, &mut walked);
        let named = walked.into_iter().map(|module| (self.file, module));
        self.uses.named.extend(named);
        for target in targets {
            let Target::Item { module, name } = target else {
                continue;
            };
            let file = self.tree.modules[module].file;
            if file != self.file && !passed_over(module) {
                let names = self.uses.arrows.entry((self.file, file)).or_default();
                names.insert(name);
            }
        }
    }

    fn path(&mut self, path: &syn::Path, space: Space) {
        if path.leading_colon.is_none() {
            let segments = path.segments.iter();
            let names: Vec<String> = segments.map(|part| part.ident.to_string()).collect();
            self.note(&names, &[space], |_| false);
        }
        for segment in &path.segments {
            self.visit_path_arguments(&segment.arguments);
        }
    }

    /// Notes the paths among the words of a macro call or an attribute, whose grammar is not known.
    fn words(&mut self, mut at: Cursor) {
        // Whether the word before makes the next name a part of something else.
        let mut bound = false;
        while !at.eof() {
            if let Some((_, next)) = at.lifetime() {
                at = next;
                bound = false;
            } else if let Some((first, next)) = at.ident() {
                let mut names = vec![first.to_string()];
                at = next;
                while let Some((name, next)) = colons(at).and_then(Cursor::ident) {
                    names.push(name.to_string());
                    at = next;
                }
                let next = at.punct().map(|(mark, _)| mark.as_char());
                // `name: value` and `name = value` give names of their own.
                let label = names.len() == 1 && matches!(next, Some(':' | '='));
                if !bound && !label {
                    let spaces = match next {
                        Some('!') => &[Space::Macro],
                        _ => &SPACES[..2],
                    };
                    self.note(&names, spaces, |_| false);
                }
                bound = false;
            } else if let Some((inside, _, _, next)) = at.any_group() {
                self.words(inside);
                at = next;
                bound = false;
            } else if let Some(next) = colons(at) {
                at = next;
                bound = true;
            } else if let Some((mark, next)) = at.punct() {
                at = next;
                bound = mark.as_char() == '.';
            } else {
                match at.token_tree() {
                    Some((_, next)) => at = next,
                    None => return,
                }
                bound = false;
            }
        }
    }
}

/// What follows `::`.
fn colons(at: Cursor) -> Option<Cursor> {
    let (first, next) = at.punct()?;
    let (second, next) = next.punct()?;
    (first.as_char() == ':' && second.as_char() == ':').then_some(next)
}

impl<'ast> Visit<'ast> for Reader<'_> {
    pass_over_tests!();

    /// They are known already.
    fn visit_item_use(&mut self, _: &'ast syn::ItemUse) {}

    /// Who may see something is not what it uses.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}

    fn visit_attribute(&mut self, attribute: &'ast syn::Attribute) {
        let quiet = ["allow", "cfg", "cfg_attr", "derive", "expect", "warn"];
        if quiet.iter().any(|name| attribute.path().is_ident(name)) {
            return;
        }
        if let syn::Meta::List(list) = &attribute.meta {
            self.words(TokenBuffer::new2(list.tokens.clone()).begin());
        }
    }

    fn visit_expr_path(&mut self, path: &'ast syn::ExprPath) {
        if let Some(own) = &path.qself {
            self.visit_type(&own.ty);
        }
        self.path(&path.path, Space::Value);
    }

    fn visit_pat_tuple_struct(&mut self, pattern: &'ast syn::PatTupleStruct) {
        if let Some(own) = &pattern.qself {
            self.visit_type(&own.ty);
        }
        self.path(&pattern.path, Space::Value);
        for part in &pattern.elems {
            self.visit_pat(part);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.path(path, Space::Type);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.path(&call.path, Space::Macro);
        self.words(TokenBuffer::new2(call.tokens.clone()).begin());
    }
}
