//! PDFs that a record of a list names: `files/123/paper.pdf` beside an export of Zotero, JabRef or the like.
//!
//! A list comes from anywhere and may name anything. Read is only what lies, with all links followed, in the folder of the list or in
//! one below it; everything else is a name. Zotero's own database is the exception: it is the user's, see [`super::zotero`].

use std::collections::HashSet;
use std::path::{Component, Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::Document;
use crate::stamp::{Stamp, TextOf};
use crate::store::{Identity, is_same_work};

/// PDFs that records have named; they belong to these and are not read by themselves. Paths with all links followed.
#[derive(Debug, Default)]
pub(crate) struct Attached {
    named: HashSet<PathBuf>,
    /// Those that were read by themselves before a record named them.
    alone: HashSet<PathBuf>,
}

impl Attached {
    /// Notes that a record names this file; whether it is the first.
    pub(super) fn take(&mut self, place: &Path) -> bool {
        self.named.insert(place.to_owned())
    }

    /// Notes that a file is read by itself.
    pub(super) fn read_alone(&mut self, file: &Path) {
        if is_pdf(file) {
            self.alone.extend(file.canonicalize().ok());
        }
    }

    /// Whether a file was read by itself.
    pub(super) fn is_alone(&self, place: &Path) -> bool {
        self.alone.contains(place)
    }

    /// Whether a record has named this file.
    pub(super) fn has(&self, file: &Path) -> bool {
        let place = || file.canonicalize().ok();
        !self.named.is_empty() && place().is_some_and(|place| self.named.contains(&place))
    }
}

/// Where a file lies that a list in `folder` names, as a path within that folder; and with all links followed. Nothing when it is not there, or
/// elsewhere.
pub(super) fn within(folder: &Path, named: &str) -> Option<(PathBuf, PathBuf)> {
    let root = folder.canonicalize().ok()?;
    spellings(named).iter().find_map(|name| {
        let shown = folder.join(below(folder, &root, name)?);
        let place = shown.canonicalize().ok()?;
        (place.starts_with(&root) && place.is_file()).then_some((shown, place))
    })
}

/// Whether a file that a list in `folder` names is one below it, by its name alone.
pub(super) fn is_below(folder: &Path, named: &str) -> bool {
    let root = folder.canonicalize();
    let root = root.as_deref().unwrap_or(folder);
    let names = spellings(named);
    // What is a name from the root on in either spelling is not a file of that odd name here.
    names.iter().all(|name| below(folder, root, name).is_some())
}

/// A name as it stands, and as in lists that were made on Windows.
fn spellings(named: &str) -> [String; 2] {
    [named.to_owned(), named.replace('\\', "/")]
}

/// What a name is called from a folder on; nothing when it leads out of it. No file is asked for: a list may name what lies on another computer, which
/// would be called.
fn below(folder: &Path, root: &Path, name: &str) -> Option<PathBuf> {
    let path = Path::new(name);
    let has_prefix = matches!(path.components().next(), Some(Component::Prefix(_)));
    let rest = match path.has_root() || has_prefix {
        true => path
            .strip_prefix(folder)
            .or_else(|_| path.strip_prefix(root))
            .ok()?,
        false => path,
    };
    let mut depth = 0_usize;
    for part in rest.components() {
        match part {
            Component::Normal(_) => depth += 1,
            Component::ParentDir => depth = depth.checked_sub(1)?,
            Component::CurDir => {}
            Component::Prefix(_) | Component::RootDir => return None,
        }
    }
    Some(rest.to_owned())
}

/// A sum of what a record is recognised by; nothing of one that would not be recognised without its text.
pub(super) fn record_of(document: &Document) -> Option<i64> {
    let Identity { doi, pmid, title } = Identity::of(document);
    let years = [document.year; 2];
    let by_title = || is_same_work::<()>(&title, years, || Ok(false)) == Ok(true);
    if doi.is_none() && pmid.is_none() && !by_title() {
        return None;
    }
    let mut sum = Sha256::new();
    let year = document.year.map(|year| year.to_string());
    for part in [doi, pmid, Some(title), year] {
        sum.update([u8::from(part.is_some())]);
        let part = part.unwrap_or_default();
        sum.update(part.len().to_le_bytes());
        sum.update(part);
    }
    let mut first = [0; 8];
    first.copy_from_slice(&sum.finalize()[..8]);
    Some(i64::from_le_bytes(first))
}

/// What is noted of a PDF in which the text of a record is looked for, so that both are known again.
pub(super) fn text_of(record: Option<i64>, place: &Path) -> Option<TextOf> {
    Some(TextOf {
        record: record?,
        stamp: Stamp::of(&place.metadata().ok()?),
        file: place.to_owned(),
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
        // By its name alone, whatever is there.
        let leads_out = |named: &str| !is_below(&folder, named);
        assert!(!leads_out("files/1/b.pdf"));
        assert!(!leads_out(&folder.join("b.pdf").display().to_string()));
        assert!(leads_out("files/../../list/files/1/a.pdf"));
        assert!(leads_out("/net/elsewhere/a.pdf"));
        assert!(leads_out(r"\\elsewhere\share\a.pdf"));
        assert!(leads_out(r"..\list\a.pdf"));
        let around = folder.join("../list/files/1/a.pdf");
        assert!(!found(&around.display().to_string()));
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
