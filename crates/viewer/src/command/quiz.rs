//! The quiz.

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::quiz::QuizOrder;

/// The quiz.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuizCommand<S> {
    /// Begin.
    StartQuiz(QuizOrder),
    /// Answer with one of the choices, by its place.
    ChooseAnswer(usize),
    /// Answer with a structure on the stage.
    ShowStructure(S),
    /// Ask for the right answer.
    GiveUp,
    /// Go on to the next question; after the last one the score is shown.
    NextQuestion,
    /// Ask once more what was answered wrongly.
    AskAgain,
    /// Leave the quiz, back to what was seen before.
    EndQuiz,
}

impl<S> QuizCommand<S> {
    pub(super) fn with_structures<T, E>(
        self,
        name: impl FnOnce(S) -> Result<T, E>,
    ) -> Result<QuizCommand<T>, E> {
        Ok(match self {
            Self::StartQuiz(order) => QuizCommand::StartQuiz(order),
            Self::ChooseAnswer(at) => QuizCommand::ChooseAnswer(at),
            Self::ShowStructure(structure) => QuizCommand::ShowStructure(name(structure)?),
            Self::GiveUp => QuizCommand::GiveUp,
            Self::NextQuestion => QuizCommand::NextQuestion,
            Self::AskAgain => QuizCommand::AskAgain,
            Self::EndQuiz => QuizCommand::EndQuiz,
        })
    }

    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::StartQuiz(_) => About::new("Begin a quiz"),
            Self::ChooseAnswer(_) => About::new("Choose an answer of the quiz"),
            Self::ShowStructure(_) => About::new("Show a structure for an answer"),
            Self::GiveUp => About::new("Ask for the right answer"),
            Self::NextQuestion => About::new("Next question of the quiz"),
            Self::AskAgain => About::new("Ask the wrong ones again"),
            Self::EndQuiz => About::new("End the quiz").menu(Menu::Help),
        }
    }
}
