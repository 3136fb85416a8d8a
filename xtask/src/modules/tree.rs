//! The modules of a crate as the compiler would find them: from each root file along its `mod` lines.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use syn::visit::Visit;
use syn::{Attribute, ImplItem, Item, Token, TraitItem, UseTree};

/// The three kinds of names that Rust keeps apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    /// Modules, types and traits.
    Type,
    /// Functions, constants, statics, and structs that are called.
    Value,
    /// Macros.
    Macro,
}

/// All kinds, for names whose place in the text does not tell which is meant.
pub const SPACES: [Space; 3] = [Space::Type, Space::Value, Space::Macro];

/// What a name means in the module that defines it.
#[derive(Debug, Clone, Copy)]
pub enum Definition {
    /// A module, by its index.
    Module(usize),
    /// Anything else.
    Item,
}

/// One name, or a star, of a `use` line.
#[derive(Debug)]
pub struct Import {
    /// The name that it gives; none for a star.
    pub name: Option<String>,
    /// Where it comes from.
    pub path: Vec<String>,
    /// Whether others may take it from here.
    pub public: bool,
}

/// A module: a file, or a part of one in braces.
pub struct Module {
    /// The file that it is written in, by its index.
    pub file: usize,
    /// The module around it; none for the root of a crate.
    pub parent: Option<usize>,
    /// Its name from the root on, without `crate`.
    pub path: Vec<String>,
    /// What it defines by name.
    pub names: BTreeMap<(Space, String), Definition>,
    /// Its `use` lines, those within functions too.
    pub imports: Vec<Import>,
    /// What stands in it, without its modules and its tests.
    pub items: Vec<Item>,
}

/// The modules of one package: its library, and each of its programs.
#[derive(Default)]
pub struct Tree {
    /// The package's name as it is written in a path.
    pub name: String,
    /// Every file, from the root of the repository.
    pub files: Vec<String>,
    /// Every module, with a root before the modules below it.
    pub modules: Vec<Module>,
    /// The root module of the library.
    pub library: Option<usize>,
}

/// Reads a package.
///
/// # Errors
/// A file that a `mod` line names is not there, or is no Rust.
pub fn read(root: &Path, package: &Path) -> Result<Tree> {
    let mut tree = Tree {
        name: package_name(&package.join("Cargo.toml"))?,
        ..Tree::default()
    };
    let source = package.join("src");
    let library = source.join("lib.rs");
    if library.is_file() {
        tree.library = Some(tree.modules.len());
        tree.read_root(root, &library)?;
    }
    for program in programs(&source) {
        tree.read_root(root, &program)?;
    }
    if tree.modules.is_empty() {
        bail!("{} has neither a library nor a program", package.display());
    }
    Ok(tree)
}

/// The name in a manifest, with the hyphens as paths have them.
fn package_name(manifest: &Path) -> Result<String> {
    let text = fs::read_to_string(manifest)
        .with_context(|| format!("could not read {}", manifest.display()))?;
    let name = text
        .lines()
        .skip_while(|line| line.trim() != "[package]")
        .find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'))
        .with_context(|| format!("{} names no package", manifest.display()))?;
    Ok(name.replace('-', "_"))
}

/// The root files of the programs below a source folder, where cargo looks for them.
fn programs(source: &Path) -> Vec<PathBuf> {
    let mut found = vec![source.join("main.rs")];
    let entries = fs::read_dir(source.join("bin")).into_iter().flatten();
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        } else {
            found.push(path.join("main.rs"));
        }
    }
    found.retain(|path| path.is_file());
    found.sort();
    found
}

impl Tree {
    fn read_root(&mut self, root: &Path, file: &Path) -> Result<()> {
        let folder = file.parent().unwrap_or(root);
        self.read_file(root, file, folder, None, Vec::new())?;
        Ok(())
    }

    /// Reads a file as a module whose children lie in `folder`.
    fn read_file(
        &mut self,
        root: &Path,
        file: &Path,
        folder: &Path,
        parent: Option<usize>,
        path: Vec<String>,
    ) -> Result<usize> {
        let name = file.strip_prefix(root).unwrap_or(file);
        let text = fs::read_to_string(file)
            .with_context(|| format!("could not read {}", name.display()))?;
        let parsed = syn::parse_file(&text)
            .with_context(|| format!("{} is not understood as Rust", name.display()))?;
        let name = name.to_string_lossy().replace('\\', "/");
        let index = self.files.iter().position(|known| *known == name);
        let index = index.unwrap_or_else(|| {
            self.files.push(name);
            self.files.len() - 1
        });
        self.add(root, index, file, folder, parent, path, parsed.items)
    }

    /// Adds a module and those below it.
    #[expect(
        clippy::too_many_arguments,
        reason = "where a module is takes file, folder, parent and name"
    )]
    fn add(
        &mut self,
        root: &Path,
        file: usize,
        file_path: &Path,
        folder: &Path,
        parent: Option<usize>,
        path: Vec<String>,
        items: Vec<Item>,
    ) -> Result<usize> {
        let this = self.modules.len();
        self.modules.push(Module {
            file,
            parent,
            path: path.clone(),
            names: BTreeMap::new(),
            imports: Vec::new(),
            items: Vec::new(),
        });
        for item in items {
            if is_test(attributes(&item)) {
                continue;
            }
            let Item::Mod(module) = item else {
                self.modules[this].define(item);
                continue;
            };
            let name = module.ident.to_string();
            let mut below = path.clone();
            below.push(name.clone());
            let inside = folder.join(&name);
            let child = match module.content {
                Some((_, items)) => {
                    self.add(root, file, file_path, &inside, Some(this), below, items)?
                }
                None => {
                    let (file, inside) = match named_path(&module.attrs) {
                        Some(named) => {
                            let file = file_path.parent().unwrap_or(root).join(named);
                            let inside = file.parent().unwrap_or(root).to_owned();
                            (file, inside)
                        }
                        None if inside.join("mod.rs").is_file() => (inside.join("mod.rs"), inside),
                        None => (folder.join(format!("{name}.rs")), inside),
                    };
                    self.read_file(root, &file, &inside, Some(this), below)?
                }
            };
            self.modules[this]
                .names
                .insert((Space::Type, name), Definition::Module(child));
        }
        Ok(this)
    }

    /// Whether a module lies somewhere below another.
    pub fn is_below(&self, module: usize, above: usize) -> bool {
        let mut at = self.modules[module].parent;
        while let Some(parent) = at {
            if parent == above {
                return true;
            }
            at = self.modules[parent].parent;
        }
        false
    }
}

impl Module {
    /// Takes in an item: its names, the `use` lines in it, and itself.
    fn define(&mut self, item: Item) {
        use Space::{Macro, Type, Value};
        let (name, spaces): (Option<&syn::Ident>, &[Space]) = match &item {
            Item::Const(item) => (Some(&item.ident), &[Value]),
            Item::Enum(item) => (Some(&item.ident), &[Type]),
            Item::Fn(item) => (Some(&item.sig.ident), &[Value]),
            Item::Macro(item) => (item.ident.as_ref(), &[Macro]),
            Item::Static(item) => (Some(&item.ident), &[Value]),
            Item::Struct(item) if matches!(item.fields, syn::Fields::Named(_)) => {
                (Some(&item.ident), &[Type])
            }
            Item::Struct(item) => (Some(&item.ident), &[Type, Value]),
            Item::Trait(item) => (Some(&item.ident), &[Type]),
            Item::TraitAlias(item) => (Some(&item.ident), &[Type]),
            Item::Type(item) => (Some(&item.ident), &[Type]),
            Item::Union(item) => (Some(&item.ident), &[Type]),
            _ => (None, &[]),
        };
        for space in spaces {
            if let Some(name) = name {
                self.names
                    .insert((*space, name.to_string()), Definition::Item);
            }
        }
        let mut lines = UseLines(&mut self.imports);
        lines.visit_item(&item);
        self.items.push(item);
    }
}

/// Collects `use` lines, in functions too.
struct UseLines<'a>(&'a mut Vec<Import>);

/// The part of a visitor that passes over what is compiled for tests alone.
macro_rules! pass_over_tests {
    () => {
        fn visit_item(&mut self, item: &'ast syn::Item) {
            if !$crate::modules::tree::is_test($crate::modules::tree::attributes(item)) {
                syn::visit::visit_item(self, item);
            }
        }

        fn visit_impl_item(&mut self, item: &'ast syn::ImplItem) {
            if !$crate::modules::tree::is_test($crate::modules::tree::impl_attributes(item)) {
                syn::visit::visit_impl_item(self, item);
            }
        }

        fn visit_trait_item(&mut self, item: &'ast syn::TraitItem) {
            if !$crate::modules::tree::is_test($crate::modules::tree::trait_attributes(item)) {
                syn::visit::visit_trait_item(self, item);
            }
        }
    };
}
pub(super) use pass_over_tests;

impl<'ast> Visit<'ast> for UseLines<'_> {
    pass_over_tests!();

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let public = !matches!(item.vis, syn::Visibility::Inherited);
        let mut path = Vec::new();
        if item.leading_colon.is_some() {
            path.push(String::new()); // a name that no module has: it comes from elsewhere
        }
        self.branch(&item.tree, public, path);
    }
}

impl UseLines<'_> {
    fn branch(&mut self, tree: &UseTree, public: bool, mut path: Vec<String>) {
        let name = match tree {
            UseTree::Path(part) => {
                path.push(part.ident.to_string());
                return self.branch(&part.tree, public, path);
            }
            UseTree::Group(group) => {
                for part in &group.items {
                    self.branch(part, public, path.clone());
                }
                return;
            }
            UseTree::Glob(_) => None,
            UseTree::Name(part) if part.ident == "self" => path.last().cloned(),
            UseTree::Name(part) => {
                path.push(part.ident.to_string());
                Some(part.ident.to_string())
            }
            UseTree::Rename(part) => {
                if part.ident != "self" {
                    path.push(part.ident.to_string());
                }
                Some(part.rename.to_string())
            }
        };
        self.0.push(Import { name, path, public });
    }
}

/// Whether something is compiled for tests alone.
pub fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg")
                && attribute
                    .parse_args::<syn::Meta>()
                    .is_ok_and(|condition| asks_for_test(&condition))
    })
}

/// Whether a condition of `cfg` is never true outside tests.
fn asks_for_test(condition: &syn::Meta) -> bool {
    let syn::Meta::List(list) = condition else {
        return condition.path().is_ident("test");
    };
    let parts =
        list.parse_args_with(syn::punctuated::Punctuated::<syn::Meta, Token![,]>::parse_terminated);
    let Ok(parts) = parts else { return false };
    if list.path.is_ident("all") {
        parts.iter().any(asks_for_test)
    } else {
        list.path.is_ident("any") && !parts.is_empty() && parts.iter().all(asks_for_test)
    }
}

/// The file that `#[path = "…"]` names.
fn named_path(attributes: &[Attribute]) -> Option<String> {
    let attribute = attributes
        .iter()
        .find(|attribute| attribute.path().is_ident("path"))?;
    match &attribute.meta.require_name_value().ok()?.value {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(path),
            ..
        }) => Some(path.value()),
        _ => None,
    }
}

/// The attributes of an item.
pub fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// The attributes of an item of an `impl` block.
pub fn impl_attributes(item: &ImplItem) -> &[Attribute] {
    match item {
        ImplItem::Const(item) => &item.attrs,
        ImplItem::Fn(item) => &item.attrs,
        ImplItem::Macro(item) => &item.attrs,
        ImplItem::Type(item) => &item.attrs,
        _ => &[],
    }
}

/// The attributes of an item of a trait.
pub fn trait_attributes(item: &TraitItem) -> &[Attribute] {
    match item {
        TraitItem::Const(item) => &item.attrs,
        TraitItem::Fn(item) => &item.attrs,
        TraitItem::Macro(item) => &item.attrs,
        TraitItem::Type(item) => &item.attrs,
        _ => &[],
    }
}
