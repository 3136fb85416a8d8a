//! Which files documents came from that were just added.

use std::collections::HashSet;

use grounding::Grounding;
use library::{AddReport, Document};
use viewer::Message;

/// What is told of a batch, of which those that were there already and those that were refused were not added.
pub fn from(batch: &[(Document, Grounding)], report: &AddReport) -> Message {
    let known = report.duplicates.iter().map(|known| known.index);
    let refused = report.refused.iter().map(|refused| refused.index);
    let left_out: HashSet<usize> = known.chain(refused).collect();
    let added = batch.iter().enumerate();
    let added = added.filter(|(index, _)| !left_out.contains(index));
    let files = added.map(|(_, (document, _))| document.source.path.clone());
    Message::CameFrom(report.keys.iter().copied().zip(files).collect())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use grounding::Evidence;
    use library::{Library, Source};

    use super::*;

    fn document(title: &str, file: &str) -> (Document, Grounding) {
        let document = Document {
            id: title.to_owned(),
            title: title.to_owned(),
            text: format!("{title} in a sentence of its own."),
            source: Source {
                path: file.into(),
                ..Source::default()
            },
            year: Some(2020),
            ..Document::default()
        };
        let grounding = Grounding {
            structure: "liver".to_owned(),
            structures: vec![Evidence {
                id: "liver".to_owned(),
                p: 0.9,
            }],
            ..Grounding::default()
        };
        (document, grounding)
    }

    #[test]
    fn what_was_there_already_leaves_the_others_their_files() {
        let mut library = Library::in_memory().expect("memory");
        let first = [document("Stones of the gallbladder", "old.txt")];
        assert_eq!(library.add(&first).expect("added").added, 1);
        let batch = [
            document("Abscess of the liver", "a.txt"),
            document("Stones of the gallbladder", "again.txt"),
            document("Rupture of the spleen", "b.txt"),
        ];
        let report = library.add(&batch).expect("added");
        assert_eq!(report.duplicates.len(), 1, "{report:?}");
        let Message::CameFrom(came) = from(&batch, &report) else {
            panic!("it tells where they came from")
        };
        let files: Vec<PathBuf> = came.iter().map(|(_, file)| file.clone()).collect();
        assert_eq!(files, [PathBuf::from("a.txt"), PathBuf::from("b.txt")]);
        let keys: Vec<i64> = came.iter().map(|(key, _)| *key).collect();
        assert_eq!(keys, report.keys);
    }
}
