use super::*;

/// A workspace of one package with the given files in `src`.
fn workspace(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let manifest = "[workspace]\nmembers = []\n\n[package]\nname = \"small-tree\"\n";
    fs::write(folder.path().join("Cargo.toml"), manifest).unwrap();
    for (name, text) in files {
        let path = folder.path().join("src").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The arrows between the files of a package, as `from → to: names`, without `src/`.
fn arrows(files: &[(&str, &str)]) -> Vec<String> {
    let folder = workspace(files);
    let tree = tree::read(folder.path(), folder.path()).unwrap();
    let name = |file: usize| tree.files[file].strip_prefix("src/").unwrap();
    let mut lines: Vec<String> = uses::uses(&tree)
        .arrows
        .iter()
        .map(|((from, to), names)| format!("{} → {}: {}", name(*from), name(*to), list(names)))
        .collect();
    lines.sort();
    lines
}

#[test]
fn use_lines_and_paths_lead_to_the_file_that_defines_the_name() {
    let found = arrows(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        (
            "a.rs",
            "use crate::b::{One, deep::two}; fn f(_: One) { two(); crate::c::three(); }",
        ),
        ("b/mod.rs", "pub mod deep; pub struct One;"),
        (
            "b/deep.rs",
            "pub fn two() { super::super::c::four::<super::One>() }",
        ),
        ("c.rs", "pub fn three() {} pub fn four<T>() {}"),
    ]);
    assert_eq!(
        found,
        [
            "a.rs → b/deep.rs: two",
            "a.rs → b/mod.rs: One",
            "a.rs → c.rs: three",
            "b/deep.rs → b/mod.rs: One",
            "b/deep.rs → c.rs: four",
        ]
    );
}

#[test]
fn re_exports_are_followed_and_are_no_use_by_themselves() {
    let found = arrows(&[
        (
            "lib.rs",
            "pub mod part; mod user; pub use part::Thing as Renamed;",
        ),
        (
            "part/mod.rs",
            "mod inner; mod other; pub use inner::Thing; pub use other::*;",
        ),
        ("part/inner.rs", "pub enum Thing { New }"),
        ("part/other.rs", "pub fn act() {} pub struct Unused;"),
        (
            "user.rs",
            "use crate::part::*; fn f() { let _ = crate::Renamed::New; act(); }",
        ),
    ]);
    assert_eq!(
        found,
        [
            "user.rs → part/inner.rs: Thing",
            "user.rs → part/other.rs: act"
        ]
    );
}

#[test]
fn passing_on_what_lies_elsewhere_and_using_what_lies_below_count() {
    let found = arrows(&[
        ("lib.rs", "mod a; mod b; fn f() { a::go() }"),
        ("a.rs", "pub use crate::b::Word; pub fn go() {}"),
        ("b.rs", "pub struct Word;"),
    ]);
    assert_eq!(found, ["a.rs → b.rs: Word", "lib.rs → a.rs: go"]);
}

#[test]
fn tests_do_not_count() {
    let found = arrows(&[
        ("lib.rs", "mod a; mod b; #[cfg(test)] mod tests;"),
        (
            "a.rs",
            "#[cfg(test)] use crate::b::B;
             #[cfg(all(test, unix))] mod tests { use crate::b::B; fn f(_: B) {} }
             #[test] fn t() { crate::b::go() }
             struct S; impl S { #[cfg(test)] fn f() { crate::b::go() } }
             trait T { #[cfg(test)] fn f() { use crate::b::B; crate::b::go() } }
             #[cfg(not(test))] fn real() { crate::b::real() }",
        ),
        ("b.rs", "pub struct B; pub fn go() {} pub fn real() {}"),
        // `tests.rs` is not even looked for.
    ]);
    assert_eq!(found, ["a.rs → b.rs: real"]);
}

#[test]
fn macro_calls_attributes_and_patterns_are_read() {
    let found = arrows(&[
        ("lib.rs", "mod a; mod b;"),
        (
            "a.rs",
            "use super::b;
             #[arg(value_parser = b::parse)] struct A;
             fn f(at: u8) {
                 println!(\"{}\", b::shown(at));
                 let _ = vec![crate::b::Entry { at, other: at.parse::<b::Number>() }];
                 match at { b::LIMIT => {} b::Pair(..) => {} _ => {} }
                 b::call!();
             }",
        ),
        (
            "b.rs",
            "pub fn parse() {} pub fn shown(_: u8) {} pub struct Entry; pub type Number = u8;
             pub const LIMIT: u8 = 1; pub struct Pair(u8); macro_rules! call { () => {} }
             pub(crate) use call; pub fn at() {} pub fn other() {}",
        ),
    ]);
    assert_eq!(
        found,
        ["a.rs → b.rs: Entry, LIMIT, Number, Pair, call, parse and 1 more"]
    );
}

#[test]
fn names_of_other_packages_and_of_this_files_own_are_no_arrows() {
    let found = arrows(&[
        ("lib.rs", "pub mod frame; mod a;"),
        (
            "frame.rs",
            "pub use serde::Value; pub use ::bevy::prelude::*; pub fn frame() {}",
        ),
        (
            "a.rs",
            "use crate::frame::{self, Value}; use bevy::frame as drawn;
             mod inside { pub struct Own; fn f(_: super::Top) {} } struct Top;
             fn f(frame: Value, _: inside::Own) { drawn(frame, frame::Vec3::ONE) }",
        ),
    ]);
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn a_name_that_a_macro_made_is_at_least_in_its_module() {
    let found = arrows(&[
        ("lib.rs", "mod flags; mod a;"),
        ("flags.rs", "bitflags! { pub struct Flags: u8 {} }"),
        ("a.rs", "use crate::flags::Flags;"),
    ]);
    assert_eq!(found, ["a.rs → flags.rs: Flags"]);
}

#[test]
fn stars_that_lead_to_each_other_come_to_an_end() {
    let found = arrows(&[
        ("lib.rs", "mod a; mod b;"),
        ("a.rs", "pub use crate::b::*; fn f() { real(); unknown() }"),
        ("b.rs", "pub use crate::a::*; pub fn real() { unknown() }"),
    ]);
    assert_eq!(found, ["a.rs → b.rs: real"]);
}

#[test]
fn programs_use_their_library_and_named_files_are_found() {
    let found = arrows(&[
        (
            "lib.rs",
            "#[path = \"odd_name.rs\"] mod odd; pub use odd::start;",
        ),
        ("odd_name.rs", "pub fn start() {}"),
        ("main.rs", "fn main() { small_tree::start() }"),
        ("bin/tool.rs", "mod help; fn main() { help::print() }"),
        ("bin/help.rs", "pub fn print() {}"),
    ]);
    assert_eq!(
        found,
        [
            "bin/tool.rs → bin/help.rs: print",
            "main.rs → odd_name.rs: start"
        ]
    );
}

#[test]
fn a_circle_is_shown_with_what_ties_it_and_fails() {
    let folder = workspace(&[
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "pub struct A; fn f() { crate::b::go() }"),
        ("b.rs", "pub fn go() { crate::c::go() }"),
        ("c.rs", "pub fn go() { let _ = crate::a::A; }"),
    ]);
    let findings = examine(folder.path()).unwrap();
    assert_eq!(
        findings.broken,
        ["These files need each other in a circle: src/a.rs, src/b.rs, src/c.rs"]
    );
    assert!(
        findings.text.contains("src/c.rs → src/a.rs: A"),
        "{}",
        findings.text
    );
}

#[test]
fn a_file_that_is_not_there_is_named() {
    let folder = workspace(&[("lib.rs", "mod gone;")]);
    let error = format!("{:#}", examine(folder.path()).err().unwrap());
    assert!(error.contains("gone.rs"), "{error}");
}

#[test]
fn the_window_must_not_use_the_command_line() {
    let files = [
        ("lib.rs", "mod app; mod cli;"),
        ("app/mod.rs", "mod state;"),
        ("app/state.rs", "use crate::cli::Format;"),
        // Passed on from another package, so that no file of this one defines it.
        ("cli/mod.rs", "pub use clap::Format; use crate::app;"),
    ];
    let folder = workspace(&files);
    let broken = examine(folder.path()).unwrap().broken;
    assert_eq!(broken.len(), 1, "{broken:?}");
    assert!(broken[0].starts_with("src/app/state.rs uses crate::cli"));
}

#[test]
fn arrows_between_the_parts_of_the_window_are_counted_once_and_limited() {
    // `ui` has two files that use `state` and each other: one arrow.
    let folder = workspace(&[
        ("lib.rs", "mod app;"),
        ("app/mod.rs", "mod state; mod ui;"),
        (
            "app/state.rs",
            "pub struct State; pub fn up() { super::ui::draw() }",
        ),
        (
            "app/ui/mod.rs",
            "mod panel; use super::state::State; pub fn draw() { panel::draw() }",
        ),
        (
            "app/ui/panel.rs",
            "use crate::app::state::State; pub fn draw() {}",
        ),
    ]);
    let findings = examine(folder.path()).unwrap();
    let line = "3 parts, 2 arrows between them (at most 30), 1 upwards\n";
    assert!(findings.text.contains(line), "{}", findings.text);

    // Each of nine parts uses all that come before it: 36 arrows, none in a circle.
    let parts: Vec<(String, String)> = (0..9)
        .map(|part| {
            let calls = (0..part).map(|before| format!("super::p{before}::go();"));
            let text = format!("pub fn go() {{ {} }}", calls.collect::<String>());
            (format!("app/p{part}.rs"), text)
        })
        .collect();
    let mods: String = (0..9).map(|part| format!("mod p{part};")).collect();
    let mut files = vec![("lib.rs", "mod app;"), ("app/mod.rs", &mods)];
    files.extend(parts.iter().map(|(name, text)| (&**name, &**text)));
    let broken = examine(workspace(&files).path()).unwrap().broken;
    assert_eq!(
        broken,
        ["There are 36 arrows between the parts of src/app/, more than 30."]
    );
}
