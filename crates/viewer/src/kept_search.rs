//! What is listed as a search that is kept, and back.

use anatomy::{Catalogue, StructureIndex};

use crate::{HomePoint, KeptSearch, Question, StagePoint, View};

impl KeptSearch {
    /// What is listed now; nothing of a list that is found anew each time, or was drawn, nor of a point that has no place at home.
    pub(crate) fn of(view: &View) -> Option<Self> {
        let question = &view.documents.results.question;
        let several: &[StructureIndex] = match question.place() {
            Question::Structure(structure, _) | Question::Point(_, Some(structure)) => {
                std::slice::from_ref(structure)
            }
            Question::Structures(several) => several,
            Question::Similar { .. } | Question::DrawnAround(_) | Question::Around(_) => {
                return None;
            }
            Question::All
            | Question::Text(_)
            | Question::Within { .. }
            | Question::Point(_, None) => &[],
        };
        let point_mm = match (question.place(), &view.body.staging) {
            (Question::Point(point, _), None) => Some(HomePoint(point.mm())),
            (Question::Point(point, structure), Some(staging)) => {
                Some(staging.home(*structure, Some(*point)).1?)
            }
            _ => None,
        };
        let mut ids = several.iter().filter_map(|row| view.id_of(*row));
        Some(Self {
            words: question.words().map(str::to_owned),
            structure: ids.next().map(str::to_owned),
            others: ids.map(str::to_owned).collect(),
            point_mm,
            filter: view.documents.shelf.filter.clone(),
        })
    }

    /// Without a point that is none.
    pub(crate) fn sound(self) -> Self {
        Self {
            point_mm: self.point_mm.filter(|point| point.is_finite()),
            ..self
        }
    }

    /// The structures that are asked for, by their rows in a catalogue.
    pub(crate) fn rows(&self, catalogue: &Catalogue) -> Vec<StructureIndex> {
        let ids = self.structure.iter().chain(&self.others);
        ids.filter_map(|id| catalogue.index_of(id)).collect()
    }

    /// What is asked, with the structures by their rows, in the home body.
    pub(crate) fn question(&self, rows: &[StructureIndex]) -> Question {
        let of = match rows {
            _ if let Some(point) = self.point_mm => {
                let point = StagePoint(point.mm());
                Some(Question::Point(point, rows.first().copied()))
            }
            [] => None,
            [row] => Some(Question::Structure(*row, None)),
            several => Some(Question::Structures(several.to_vec())),
        };
        match (of, self.words.clone()) {
            (None, None) => Question::All,
            (None, Some(words)) => Question::Text(words),
            (Some(of), None) => of,
            (Some(of), Some(words)) => Question::Within {
                of: Box::new(of),
                words,
            },
        }
    }
}
