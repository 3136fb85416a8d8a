//! Files of a folder or an archive that are passed over because their kinds cannot be read: they are no records, and nobody should have to
//! find out by himself that they are missing.

use std::fmt;
use std::path::Path;

/// Kinds of which a file is named in a line; the others are counted.
const KINDS: usize = 5;
/// Files of which the names are kept.
const NAMES: usize = 100;
/// Characters of a name that is kept.
const LONGEST: usize = 300;

/// Endings of files that programs and systems leave beside documents, and of libraries and what lies beside those.
const AUXILIARY: [&str; 15] = [
    "atlas",
    "atlas-journal",
    "bak",
    "crdownload",
    "ini",
    "lck",
    "lnk",
    "lock",
    "part",
    "sqlite-journal",
    "sqlite-shm",
    "sqlite-wal",
    "swp",
    "temp",
    "tmp",
];

/// Files of kinds that cannot be read, in a folder or an archive that is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// How many there are.
    pub files: usize,
    /// The first kinds of them, in the order in which they were met.
    pub kinds: Vec<PassedKind>,
    /// The first of them, as paths within the folder or the archive, in the order in which they were met.
    pub names: Vec<String>,
}

/// Files of one ending.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PassedKind {
    /// The first of them, as a path within the folder or the archive.
    pub first: String,
    /// The ending in lower case, without the dot; empty where there is none.
    pub ending: String,
    /// How many there are.
    pub files: usize,
}

impl PassedOver {
    /// Takes a file in, which lies in what is read.
    pub(super) fn take(&mut self, within: &Path, file: &Path) {
        self.files += 1;
        let ending = file.extension().unwrap_or_default().to_string_lossy();
        let ending = ending.to_lowercase();
        let file = file.strip_prefix(within).unwrap_or(file);
        let name = file.display().to_string();
        let name = name.chars().map(|c| if c.is_control() { ' ' } else { c });
        let name: String = name.take(LONGEST).collect();
        if self.names.len() < NAMES {
            self.names.push(name.clone());
        }
        if let Some(kind) = self.kinds.iter_mut().find(|kind| kind.ending == ending) {
            kind.files += 1;
        } else if self.kinds.len() < KINDS {
            self.kinds.push(PassedKind {
                first: name,
                ending,
                files: 1,
            });
        }
    }

    /// The line that it is, and where that does not name all files, a line for each name that is kept; `…` where there are more of them.
    /// [`crate::passed_names`] takes it apart.
    pub fn in_full(&self) -> String {
        let mut words = self.to_string();
        if self.files > self.kinds.len() {
            for name in &self.names {
                words.push('\n');
                words += name;
            }
            if !self.names.is_empty() && self.files > self.names.len() {
                words += "\n…";
            }
        }
        words
    }
}

/// `3 files of kinds that cannot be read: scan.jpg (and 1 more .jpg), prog.exe`.
impl fmt::Display for PassedOver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.files {
            1 => write!(f, "one file of a kind that cannot be read: ")?,
            files => write!(f, "{files} files of kinds that cannot be read: ")?,
        }
        let mut left = self.files;
        for (n, kind) in self.kinds.iter().enumerate() {
            left -= kind.files;
            let before = if n > 0 { ", " } else { "" };
            write!(f, "{before}{}", kind.first)?;
            match (kind.files - 1, kind.ending.as_str()) {
                (0, _) => {}
                (more, "") => write!(f, " (and {more} more without an ending)")?,
                (more, ending) => write!(f, " (and {more} more .{ending})")?,
            }
        }
        match left {
            0 => Ok(()),
            left => write!(f, ", and {left} of other kinds"),
        }
    }
}

/// Whether a file of this name belongs to a system or a program and not to a person: what is hidden, what a folder window keeps, locks,
/// what is being written.
pub(super) fn is_auxiliary(name: &str) -> bool {
    let name = name.to_lowercase();
    let ending = name.rsplit_once('.').map(|(_, ending)| ending);
    name.starts_with(['.', '~'])
        || name.ends_with('~')
        || matches!(name.as_str(), "thumbs.db" | "ehthumbs.db" | "icon\r")
        || ending.is_some_and(|ending| AUXILIARY.contains(&ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_is_named_once_and_many_are_counted() {
        let within = Path::new("/papers");
        let said = |files: &[&str]| {
            let mut passed = PassedOver::default();
            for file in files {
                passed.take(within, &within.join(file));
            }
            passed.to_string()
        };
        assert_eq!(
            said(&["scan.jpg"]),
            "one file of a kind that cannot be read: scan.jpg"
        );
        assert_eq!(
            said(&["prog.exe", "deeper/a.JPG", "b.jpg", "README", "LICENSE"]),
            "5 files of kinds that cannot be read: prog.exe, deeper/a.JPG (and 1 more .jpg), README (and 1 more without an ending)"
        );
        let many: Vec<String> = (0..9).map(|n| format!("a.x{n}")).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        assert_eq!(
            said(&many),
            "9 files of kinds that cannot be read: a.x0, a.x1, a.x2, a.x3, a.x4, and 4 of other kinds"
        );
    }

    #[test]
    fn a_hundred_names_are_kept_behind_the_line() {
        let said = |count: usize| {
            let mut passed = PassedOver::default();
            for n in 0..count {
                passed.take(
                    Path::new("/papers"),
                    &Path::new("/papers/scans").join(format!("{n}\n.jpg")),
                );
            }
            passed.in_full()
        };
        assert_eq!(
            said(1),
            "one file of a kind that cannot be read: scans/0 .jpg"
        );
        let two = said(2);
        let (line, names) = crate::passed_names(&two);
        assert!(line.ends_with(" (and 1 more .jpg)"), "{line}");
        assert_eq!(names, ["scans/0 .jpg", "scans/1 .jpg"]);
        assert_eq!(said(100).matches("\nscans/").count(), 100);
        let more = said(101);
        assert_eq!(
            (more.matches("\nscans/").count(), more.ends_with("\n…")),
            (100, true)
        );
    }

    #[test]
    fn what_systems_and_programs_leave_is_known() {
        for name in [
            ".DS_Store",
            "Thumbs.db",
            "desktop.ini",
            "~$thesis.docx",
            ".~lock.thesis.odt#",
            "papers.atlas",
            "papers.atlas.lock",
            "papers.atlas-journal",
            "note.txt~",
            "big.pdf.part",
        ] {
            assert!(is_auxiliary(name), "{name}");
        }
        for name in ["scan.jpg", "prog.exe", "a.pdf", "README", "x.db"] {
            assert!(!is_auxiliary(name), "{name}");
        }
    }
}
