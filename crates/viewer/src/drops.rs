//! Files that were given to the window, as the stage shows them: where they were dropped while they are read, until their documents stand in the body.

use std::path::{Path, PathBuf};

use language::say;

use crate::jobs::Ended;
use crate::pubmed::called;
use crate::refusals::refusal_in_words;

/// Files given together of which each is shown for itself; more are shown as one.
const EACH: usize = 12;

/// How far something that was dropped has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DropState {
    /// It is read and placed.
    Reading,
    /// It is one document, and that has its place: the document's key.
    Placed(i64),
    /// It is not shown any longer than it takes to read these words; without words it just goes.
    Ended {
        /// What became of it; empty where that is seen already.
        words: String,
        /// Something went wrong.
        warns: bool,
    },
}

impl DropState {
    /// It goes without a word.
    fn gone() -> Self {
        Self::Ended {
            words: String::new(),
            warns: false,
        }
    }
}

/// A file, a folder or many files, from where they were dropped to where they belong.
#[derive(Clone, Debug, PartialEq)]
pub struct Dropped {
    /// What it is called by commands.
    pub number: u64,
    /// The file; several where more were given together than can be shown.
    pub files: Vec<PathBuf>,
    /// Where it was dropped, logical pixels of the window; nothing where it was not dropped but opened or pasted.
    pub at: Option<[f32; 2]>,
    /// Which one it is of those given together, from 0, and how many they are.
    pub row: [usize; 2],
    /// How far it has come.
    pub state: DropState,
    /// Why a record of it was refused.
    refused: Option<String>,
    /// Documents of it have come.
    came: bool,
}

impl Dropped {
    /// What it is called: the name of the file, or how many they are.
    pub fn name(&self) -> String {
        called(&self.files)
    }

    /// How far it has come, in words; nothing where that is seen.
    pub fn state_in_words(&self) -> Option<String> {
        match &self.state {
            DropState::Reading => Some(say!("stage-dropped-reading")),
            DropState::Placed(_) => None,
            DropState::Ended { words, .. } => Some(words.clone()).filter(|words| !words.is_empty()),
        }
    }

    /// Both, for those who hear it.
    pub fn told(&self) -> String {
        let name = self.name();
        match self.state_in_words() {
            Some(words) => say!("stage-dropped-told", name = name, words = words),
            None => name,
        }
    }

    fn is_read(&self) -> bool {
        self.state == DropState::Reading
    }

    /// The file, where it is one.
    fn file(&self) -> Option<&Path> {
        match &self.files[..] {
            [file] => Some(file),
            _ => None,
        }
    }

    /// The first of its files, which go one way together.
    fn first(&self) -> &Path {
        self.files.first().map_or(Path::new(""), PathBuf::as_path)
    }
}

/// All that was given and is still shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Drops {
    /// In the order in which it was given.
    pub list: Vec<Dropped>,
    /// How many there have been.
    given: u64,
    /// The files of the import that runs.
    importing: Vec<PathBuf>,
}

impl Drops {
    /// Shows files that were given together, at the place where that was. Those that are being read already are shown already.
    pub(crate) fn begin(&mut self, files: &[PathBuf], at: Option<[f32; 2]>) {
        let read: Vec<&Path> = self
            .list
            .iter()
            .filter(|dropped| dropped.is_read())
            .filter_map(Dropped::file)
            .collect();
        let new = files.iter().filter(|file| !read.contains(&file.as_path()));
        let new: Vec<PathBuf> = new.cloned().collect();
        let together: Vec<Vec<PathBuf>> = match new.len() {
            0 => Vec::new(),
            1..=EACH => new.into_iter().map(|file| vec![file]).collect(),
            _ => vec![new],
        };
        let of = together.len();
        for (row, files) in together.into_iter().enumerate() {
            self.given += 1;
            self.list.push(Dropped {
                number: self.given,
                files,
                at,
                row: [row, of],
                state: DropState::Reading,
                refused: None,
                came: false,
            });
        }
    }

    /// Shows one no longer.
    pub(crate) fn forget(&mut self, number: u64) {
        self.list.retain(|dropped| dropped.number != number);
    }

    /// An import of these files begins.
    pub(crate) fn import_began(&mut self, files: &[PathBuf]) {
        self.importing = files.to_vec();
    }

    /// Documents, by key, have come from these files. What is one document is done with it; of a list, a folder or an archive, whose documents go to
    /// many places, more may come.
    pub(crate) fn came(&mut self, documents: &[(i64, PathBuf)], is_outside: impl Fn(i64) -> bool) {
        for dropped in self.list.iter_mut().filter(|dropped| dropped.is_read()) {
            let [file] = &dropped.files[..] else {
                continue;
            };
            let of_it = documents.iter().filter(|(_, from)| from.starts_with(file));
            let of_it: Vec<&(i64, PathBuf)> = of_it.collect();
            if of_it.is_empty() {
                continue;
            }
            if let [(key, from)] = of_it[..]
                && from == file
                && !dropped.came
            {
                dropped.state = match is_outside(*key) {
                    true => DropState::Ended {
                        words: say!("stage-dropped-outside"),
                        warns: false,
                    },
                    false => DropState::Placed(*key),
                };
            }
            dropped.came = true;
        }
    }

    /// A record of a file was refused, for this reason in the words of the library. Others of it may still come.
    pub(crate) fn refused(&mut self, file: &Path, reason: &str) {
        for dropped in self.list.iter_mut().filter(|dropped| dropped.is_read()) {
            if dropped.file().is_some_and(|own| file.starts_with(own)) {
                let words = || refusal_in_words(reason);
                dropped.refused.get_or_insert_with(words);
            }
        }
    }

    /// None of these files is added, for this reason.
    pub(crate) fn refuse(&mut self, files: &[PathBuf], reason: &str) {
        for dropped in self.list.iter_mut().filter(|dropped| dropped.is_read()) {
            if files.iter().any(|file| file == dropped.first()) {
                dropped.state = DropState::Ended {
                    words: reason.to_owned(),
                    warns: true,
                };
            }
        }
    }

    /// The import has ended: what is still shown as being read is done with, unless it waits for another one.
    pub(crate) fn import_ended(&mut self, ended: &Ended, waits: impl Fn(&Path) -> bool) {
        self.importing.clear();
        for dropped in self.list.iter_mut().filter(|dropped| dropped.is_read()) {
            if waits(dropped.first()) {
                continue;
            }
            let refused = dropped.refused.take();
            let (words, warns) = match (ended, refused) {
                _ if dropped.came || dropped.files.len() > 1 => (String::new(), false),
                (_, Some(reason)) => (reason, true),
                (Ended::Done, None) => (say!("stage-dropped-known"), false),
                (Ended::Failed(_), None) => (say!("stage-dropped-failed"), true),
                (Ended::Cancelled, None) => (String::new(), false),
            };
            dropped.state = DropState::Ended { words, warns };
        }
    }

    /// Shows no longer what is not going to be read: it neither waits nor is it imported.
    pub(crate) fn forget_unread(&mut self, waits: impl Fn(&Path) -> bool) {
        let importing = std::mem::take(&mut self.importing);
        for dropped in self.list.iter_mut().filter(|dropped| dropped.is_read()) {
            let first = dropped.first();
            if !waits(first) && !importing.iter().any(|file| file == first) {
                dropped.state = DropState::gone();
            }
        }
        self.importing = importing;
    }

    /// Shows no longer what is done with.
    pub(crate) fn forget_ended(&mut self) {
        self.list.retain(Dropped::is_read);
    }

    /// Shows nothing any longer but what waits: the library is another one.
    pub(crate) fn move_on(&mut self, waits: impl Fn(&Path) -> bool) {
        self.importing.clear();
        self.list
            .retain(|dropped| dropped.is_read() && waits(dropped.first()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    fn states(drops: &Drops) -> Vec<&DropState> {
        drops.list.iter().map(|dropped| &dropped.state).collect()
    }

    fn dropped(names: &[&str]) -> Drops {
        let mut drops = Drops::default();
        drops.begin(&files(names), Some([10.0, 20.0]));
        drops
    }

    fn words(dropped: &Dropped) -> (String, bool) {
        match &dropped.state {
            DropState::Ended { words, warns } => (words.clone(), *warns),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_few_files_are_shown_each_and_many_as_one() {
        let few = dropped(&["a.pdf", "b.pdf"]);
        let rows: Vec<[usize; 2]> = few.list.iter().map(|dropped| dropped.row).collect();
        assert_eq!(rows, [[0, 2], [1, 2]]);
        assert_eq!(few.list[1].told(), "b.pdf: reading…");
        let names: Vec<String> = (0..=EACH).map(|n| format!("{n}.pdf")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        assert_eq!(dropped(&names[..EACH]).list.len(), EACH);
        let many = dropped(&names);
        assert_eq!(many.list.len(), 1);
        assert_eq!(many.list[0].told(), "13 files: reading…");
        // What is read already is not shown twice, and numbers are not given again.
        let mut twice = few;
        twice.begin(&files(&["b.pdf", "c.pdf"]), None);
        let numbers: Vec<u64> = twice.list.iter().map(|dropped| dropped.number).collect();
        assert_eq!(numbers, [1, 2, 3]);
        twice.forget(2);
        twice.begin(&files(&["d.pdf"]), None);
        assert_eq!(twice.list.last().map(|dropped| dropped.number), Some(4));
    }

    #[test]
    fn one_document_is_placed_and_a_list_or_a_folder_goes_when_all_is_read() {
        let mut drops = dropped(&["a.pdf", "list.ris", "folder", "far.txt"]);
        let came = [
            (1, "a.pdf"),
            (2, "list.ris"),
            (3, "list.ris"),
            (4, "folder/b.pdf"),
            (5, "far.txt"),
        ];
        let came = came.map(|(key, from)| (key, PathBuf::from(from)));
        drops.came(&came, |key| key == 5);
        let outside = DropState::Ended {
            words: "lies outside the torso".to_owned(),
            warns: false,
        };
        let read = &DropState::Reading;
        let now = [&DropState::Placed(1), read, read, &outside];
        assert_eq!(states(&drops), now);
        // One more of the list makes it no single document.
        drops.came(&[(6, "list.ris".into())], |_| false);
        drops.refused(Path::new("folder/c.pdf"), "it is empty");
        assert_eq!(states(&drops), now);
        drops.import_ended(&Ended::Done, |_| false);
        assert_eq!(drops.list[1].state, DropState::gone());
        assert_eq!(drops.list[2].state, DropState::gone());
        drops.forget_ended();
        assert!(drops.list.is_empty());
    }

    #[test]
    fn what_is_refused_says_why_and_what_is_known_says_so() {
        let mut drops = dropped(&["broken.pdf", "known.txt", "waits.txt"]);
        drops.refused(Path::new("broken.pdf"), "the dog ate it");
        drops.refused(Path::new("broken.pdf"), "another one");
        assert_eq!(drops.list[0].state, DropState::Reading, "more may come");
        drops.import_ended(&Ended::Done, |file| file == Path::new("waits.txt"));
        assert_eq!(words(&drops.list[0]), ("the dog ate it".to_owned(), true));
        let known = "is in the library already".to_owned();
        assert_eq!(words(&drops.list[1]), (known, false));
        assert_eq!(drops.list[2].state, DropState::Reading);
        drops.import_ended(&Ended::Failed("no room".to_owned()), |_| false);
        assert_eq!(words(&drops.list[2]), ("not added".to_owned(), true));

        let mut drops = dropped(&["a.txt"]);
        drops.import_ended(&Ended::Cancelled, |_| false);
        assert_eq!(drops.list[0].state, DropState::gone());
        let mut drops = dropped(&["a.txt", "b.txt"]);
        drops.refuse(&files(&["b.txt"]), "not added: gone");
        assert_eq!(drops.list[0].state, DropState::Reading);
        assert_eq!(words(&drops.list[1]), ("not added: gone".to_owned(), true));
    }

    #[test]
    fn what_nobody_reads_goes_and_another_library_takes_along_what_waits() {
        let mut drops = dropped(&["a.txt", "b.txt", "c.txt"]);
        drops.import_began(&files(&["b.txt"]));
        drops.forget_unread(|file| file == Path::new("c.txt"));
        let read = &DropState::Reading;
        assert_eq!(states(&drops), [&DropState::gone(), read, read]);
        drops.move_on(|file| file == Path::new("c.txt"));
        assert_eq!(drops.list.len(), 1);
        assert_eq!(drops.list[0].name(), "c.txt");
    }
}
