//! What is listed as a search that is kept, and back.

use anatomy::{Catalogue, StructureIndex};

use crate::layout::PROBE_MM;
use crate::{HomePoint, KeptSearch, Question, StagePoint, View};

impl KeptSearch {
    /// What is listed now; nothing of a list that is found anew each time, or was drawn, nor of a point that has no place at home.
    pub(crate) fn of(view: &View) -> Option<Self> {
        let question = &view.documents.results.question;
        let lies_in: Option<StructureIndex>;
        let several: &[StructureIndex] = match question.place() {
            Question::Around(around) => {
                lies_in = view.atlas()?.structure_at(around.point_mm.mm());
                lies_in.as_slice()
            }
            Question::Structure(structure, _) | Question::Point(_, Some(structure)) => {
                std::slice::from_ref(structure)
            }
            Question::Structures(several) => several,
            Question::Similar { .. } | Question::DrawnAround(_) => return None,
            Question::All
            | Question::Text(_)
            | Question::Within { .. }
            | Question::Point(_, None) => &[],
        };
        let (point, radius_mm) = match question.place() {
            Question::Point(point, _) => (Some(*point), None),
            Question::Around(around) => (Some(around.point_mm), Some(around.radius_mm)),
            _ => (None, None),
        };
        let point_mm = match (point, &view.body.staging) {
            (Some(point), None) => Some(HomePoint(point.mm())),
            (Some(point), Some(staging)) => {
                Some(staging.home(several.first().copied(), Some(point)).1?)
            }
            (None, _) => None,
        };
        let mut ids = several.iter().filter_map(|row| view.id_of(*row));
        Some(Self {
            words: question.words().map(str::to_owned),
            structure: ids.next().map(str::to_owned),
            others: ids.map(str::to_owned).collect(),
            point_mm,
            radius_mm,
            filter: view.documents.shelf.filter.clone(),
        })
    }

    /// Without a point that is none, and as wide as the probe can be.
    pub(crate) fn sound(self) -> Self {
        let point_mm = self.point_mm.filter(|point| point.is_finite());
        let radius_mm = self.radius_mm.filter(|mm| mm.is_finite());
        let radius_mm = radius_mm.map(|mm| mm.clamp(*PROBE_MM.start(), *PROBE_MM.end()));
        Self {
            point_mm,
            radius_mm: radius_mm.filter(|_| point_mm.is_some()),
            ..self
        }
    }

    /// The structures that are asked for, by their rows in a catalogue; none where it is what lies around a point.
    pub(crate) fn rows(&self, catalogue: &Catalogue) -> Vec<StructureIndex> {
        if self.radius_mm.is_some() {
            return Vec::new();
        }
        let ids = self.structure.iter().chain(&self.others);
        ids.filter_map(|id| catalogue.index_of(id)).collect()
    }

    /// What is asked, with the structures by their rows, in the home body.
    pub(crate) fn question(&self, rows: &[StructureIndex]) -> Question {
        let of = match rows {
            _ if let Some(point) = self.point_mm => {
                let point = StagePoint(point.mm());
                Some(match self.radius_mm {
                    Some(radius_mm) => Question::around(point, radius_mm),
                    None => Question::Point(point, rows.first().copied()),
                })
            }
            [] => None,
            [row] => Some(Question::Structure(*row, None)),
            several => Some(Question::Structures(several.to_vec())),
        };
        let words = self.words.clone();
        match (of, words.filter(|words| !words.trim().is_empty())) {
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
