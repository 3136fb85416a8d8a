//! The steps of the continuous integration, for the command line and for the documents.

/// The steps by the names that the command line knows, with what each makes sure of; the quick ones
/// go first.
pub const STEPS: [(&str, &str); 10] = [
    ("format", "`cargo fmt` has nothing to change"),
    (
        "modules",
        "no files of a crate need each other in a circle, and the window keeps its layers (`cargo xtask modules`)",
    ),
    (
        "features",
        "the application and the tests compile their common crates alike, so that Bevy is built once",
    ),
    (
        "licences",
        "licences, banned crates and sources follow `deny.toml`",
    ),
    (
        "advisories",
        "no dependency has a known weakness; NOT CHECKED where the database cannot be fetched",
    ),
    ("clippy", "no warning in any target"),
    ("tests", "every test passes (`cargo xtask test`)"),
    (
        "package",
        "packages of the development build are well-formed: desktop entry, manual pages, completions, control file (`cargo xtask package`)",
    ),
    (
        "docs",
        "rustdoc has no warning, and no generated section of a document is stale (`cargo xtask docs --check`)",
    ),
    (
        "pictures",
        "no picture of the guide or the tour is older than its script, the bodies, their colours or their light, made by no script, or too large (`cargo xtask pictures`); WARNED where panels are older",
    ),
];

/// The steps as a table for a document.
pub fn in_markdown() -> String {
    let rows: String = STEPS
        .iter()
        .map(|(name, what)| format!("| `{name}` | {what} |\n"))
        .collect();
    format!("| step | passes when |\n|---|---|\n{rows}")
}
