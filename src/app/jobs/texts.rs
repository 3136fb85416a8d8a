//! The live text and what is asked about words, on their way to the model.

use std::time::Duration;

use viewer::{Effect, HomePoint, Landmark, Message, StagedGrounding};

use super::weighing::{Asked, Question};
use super::{Workers, spawn};

/// Pause after the last keystroke before the live text is placed.
const LIVE_PAUSE: Duration = Duration::from_millis(180);
/// Pause after it was placed, or a document was opened, before its words are weighed: whoever types or steps on is not kept waiting for that.
const REST: Duration = Duration::from_millis(300);

impl Workers {
    /// Hands the live text to the model, and what is asked about words.
    pub(super) fn read_text(&self, effect: Effect) {
        match effect {
            Effect::Ground {
                generation,
                text,
                staging,
            } => self.ground.push_live(generation, text, staging, LIVE_PAUSE),
            Effect::Explain {
                generation,
                key,
                document,
                structure,
                unasked,
            } => self.ground.push_question(
                Question {
                    generation,
                    about: Asked::Document(key, document),
                    structure,
                    unasked,
                },
                match unasked {
                    true => REST,
                    false => Duration::ZERO,
                },
            ),
            Effect::StopExplaining => self.ground.drop_question(false),
            Effect::ExplainText {
                generation,
                text,
                structure,
            } => self.ground.push_question(
                Question {
                    generation,
                    about: Asked::Text(text),
                    structure,
                    unasked: false,
                },
                REST,
            ),
            Effect::StopExplainingText => self.ground.drop_question(true),
            Effect::FindLandmark { of, home } => {
                let report = self.report.clone();
                spawn("landmark", &self.report, move || {
                    let grounding = &of.stored.grounding;
                    let point = HomePoint(grounding.point_mm);
                    let says_where = grounding.region.is_some();
                    let found = Landmark::of(&home, &grounding.structure, point, says_where);
                    report.tell(Message::Nearby { of, found });
                });
            }
            Effect::PlaceVariants {
                atlas,
                homes,
                staging,
            } => {
                let report = self.report.clone();
                spawn("variants", &self.report, move || {
                    let stage = |home| StagedGrounding::new(home, Some(&staging));
                    report.tell(Message::VariantsPlaced {
                        atlas,
                        staged: homes.into_iter().map(stage).collect(),
                    });
                });
            }
            other => tracing::error!("{other:?} is no question about a text"),
        }
    }
}
