//! PDFs that a record of a list names: `files/123/paper.pdf` beside an export of Zotero, JabRef or the like.
//!
//! A list comes from anywhere and may name anything. Read is only what lies, with all links followed, in the folder of the list or in
//! one below it; everything else is a name. Zotero's own database is the exception: it is the user's, see [`super::zotero`].

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// PDFs that records have named; they belong to these and are not read by themselves. Paths with all links followed.
#[derive(Debug, Default)]
pub(crate) struct Attached(HashSet<PathBuf>);

impl Attached {
    /// Notes that a record names this file; whether it is the first.
    pub(super) fn take(&mut self, place: &Path) -> bool {
        self.0.insert(place.to_owned())
    }

    /// Whether a record has named this file.
    pub(super) fn has(&self, file: &Path) -> bool {
        let place = || file.canonicalize().ok();
        !self.0.is_empty() && place().is_some_and(|place| self.0.contains(&place))
    }
}

/// Where a file lies that a list in `folder` names, as a path within that folder; and with all links followed. Nothing when it is not there, or
/// elsewhere.
pub(super) fn within(folder: &Path, named: &str) -> Option<(PathBuf, PathBuf)> {
    let root = folder.canonicalize().ok()?;
    // Lists that were made on Windows.
    let turned = named.replace('\\', "/");
    let mut names = [named, &turned].into_iter();
    names.find_map(|name| {
        let shown = folder.join(name);
        let place = shown.canonicalize().ok()?;
        (place.starts_with(&root) && place.is_file()).then_some((shown, place))
    })
}

/// Whether a file is called as a PDF.
pub(super) fn is_pdf(file: &Path) -> bool {
    let ending = file.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("pdf")
}

/// The paths in a list of files as JabRef and Zotero write it: `description:path:type`, separated by semicolons, or paths alone; a sign that would
/// separate has a backslash before it.
pub(super) fn listed(list: &str) -> Vec<String> {
    let mut files = vec![vec![String::new()]];
    let mut chars = list.chars().peekable();
    while let Some(c) = chars.next() {
        let meant = match c {
            '\\' => chars.next_if(|c| matches!(c, ':' | ';' | '\\' | '{' | '}')),
            _ => None,
        };
        match (meant, c) {
            (None, ';') => files.push(vec![String::new()]),
            (None, ':') => {
                if let Some(parts) = files.last_mut() {
                    parts.push(String::new());
                }
            }
            (meant, c) => {
                let part = files.last_mut().and_then(|parts| parts.last_mut());
                if let Some(part) = part {
                    part.push(meant.unwrap_or(c));
                }
            }
        }
    }
    let paths = files.iter().map(|parts| match &parts[..] {
        [_, path @ .., _] if !path.is_empty() => path.join(":"),
        parts => parts.join(":"),
    });
    let paths = paths.map(|path| path.trim().to_owned());
    paths.filter(|path| !path.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_below_the_list_is_found() {
        let outer = tempfile::tempdir().expect("a folder");
        let folder = outer.path().join("list");
        std::fs::create_dir_all(folder.join("files/1")).expect("a folder");
        let secret = outer.path().join("secret.pdf");
        for file in [&secret, &folder.join("files/1/a.pdf")] {
            std::fs::write(file, "x").expect("a file");
        }
        let found = |named: &str| within(&folder, named).is_some();
        assert!(found("files/1/a.pdf"));
        assert!(found(r"files\1\a.pdf"));
        assert!(found("files/../files/1/a.pdf"));
        assert!(found(&folder.join("files/1/a.pdf").display().to_string()));
        assert!(!found("files/1"));
        assert!(!found("files/1/b.pdf"));
        assert!(!found("../secret.pdf"));
        assert!(!found(&secret.display().to_string()));
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(&secret, folder.join("link.pdf")).expect("a link");
            assert!(!found("link.pdf"));
        }
    }

    #[test]
    fn lists_of_files_are_taken_apart() {
        for (list, paths) in [
            ("a.pdf", &["a.pdf"][..]),
            (
                "Full Text:files/1/a.pdf:application/pdf",
                &["files/1/a.pdf"],
            ),
            (":a.pdf:PDF;:b.pdf:PDF", &["a.pdf", "b.pdf"]),
            (
                r"A\: B\; C:files/1/a\: b.pdf:application/pdf",
                &["files/1/a: b.pdf"],
            ),
            (
                r"PDF:C\:\\Users\\me\\a.pdf:application/pdf",
                &[r"C:\Users\me\a.pdf"],
            ),
            ("C:/Users/a.pdf", &["C:/Users/a.pdf"]),
            (" ; ", &[]),
        ] {
            assert_eq!(listed(list), paths, "{list}");
        }
    }
}
