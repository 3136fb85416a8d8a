//! An import as window and command line make it: noted when it begins, read, placed and stored batch by batch, and noted when it has
//! ended. One that broke off is made a problem first, and then goes on.

use std::error::Error;
use std::path::PathBuf;

use grounding::Grounding;
use library::{
    AddReport, Batch, Document, Ground, Library, LibraryError, Observer, Progress, ReadOptions,
    Refusal, Store, ingest,
};

use crate::made::{self, Dice};
use crate::told::{Told, say};

/// What a broken-off import is noted as.
const BROKE_OFF: &str = "its import broke off";

/// Places everything but what is nowhere.
struct Model;

impl Ground for Model {
    fn ground(&self, documents: Vec<Document>) -> Vec<(Document, Result<Grounding, String>)> {
        let placed = documents.into_iter().map(|document| {
            let place = match document.text.contains("nowhere") {
                true => Err("it is nowhere".to_owned()),
                false => Ok(made::place(&document, document.title.len() as f32, 2.0)),
            };
            (document, place)
        });
        placed.collect()
    }
}

/// The library, each batch of which is told.
struct Batches<'a> {
    library: &'a mut Library,
    told: &'a mut Told,
}

impl Store for Batches<'_> {
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError> {
        // What is known completes what is there.
        let what = format!("recognise {}", documents.len());
        self.told.change(&what, || self.library.known(documents))
    }

    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        let what = format!("add {}", grounded.len());
        self.told.change(&what, || self.library.add(grounded))
    }
}

/// Keeps what is refused.
#[derive(Default)]
struct Watch(Vec<Refusal>);

impl Observer for Watch {
    fn progress(&mut self, _: &Progress) {}

    fn refused(&mut self, refusal: Refusal) {
        self.0.push(refusal);
    }

    fn cancelled(&self) -> bool {
        false
    }
}

/// The files of imports that broke off.
fn broken_off(library: &mut Library, told: &mut Told) -> Result<Vec<PathBuf>, LibraryError> {
    for (number, files) in library.unfinished_imports()? {
        let refused: Vec<Refusal> = files
            .into_iter()
            .map(|file| Refusal {
                place: file.display().to_string(),
                reason: BROKE_OFF.to_owned(),
                file,
            })
            .collect();
        told.change("note", || library.keep_problems(&refused))?;
        told.change("note", || library.end_import(number))?;
    }
    let problems = library.problems()?.into_iter();
    let broken = problems.filter(|problem| problem.reason == BROKE_OFF);
    Ok(broken.map(|problem| problem.file).collect())
}

/// Imports the files, or goes on with what broke off; says at the end what came of it.
pub fn import(
    library: &mut Library,
    dice: &mut Dice,
    told: &mut Told,
    files: Vec<PathBuf>,
) -> Result<(), Box<dyn Error>> {
    let broken = broken_off(library, told)?;
    let files = if broken.is_empty() { files } else { broken };
    let number = told.change("note", || library.begin_import(&files))?;
    told.change("note", || library.forget_problems(Some(&files)))?;
    let (placed, stored) = [(8, 8), (8, 128), (32, 32), (128, 512)][dice.roll(4) as usize];
    let batch = Batch { placed, stored };
    let mut watch = Watch::default();
    let mut batches = Batches {
        library: &mut *library,
        told: &mut *told,
    };
    let options = ReadOptions::default();
    let done = ingest(&files, &options, batch, &Model, &mut batches, &mut watch);
    let done = match done {
        Ok(done) => done,
        Err(error) => {
            // Where that cannot be written either, the import is found when the library is opened next.
            let _ = library.end_import(number);
            return Err(error.into());
        }
    };
    told.change("note", || library.keep_problems(&watch.0))?;
    told.change("note", || library.end_import(number))?;
    say(&format!(
        "end {} read, {} added, {} known, {} refused",
        done.read, done.added, done.duplicates, done.refused
    ))?;
    Ok(())
}
