//! The quiz.

use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::quiz::QuizOrder;

/// The quiz.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QuizCommand<S> {
    /// Choose what the next quiz is to be like.
    OrderQuiz(QuizOrder),
    /// Begin.
    StartQuiz(QuizOrder),
    /// Answer with one of the choices, by its place.
    ChooseAnswer(usize),
    /// Answer with a structure on the stage.
    ShowStructure(S),
    /// Light another one of the structures that can be shown on the stage: so many further, or back.
    LightNext(i32),
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
            Self::OrderQuiz(order) => QuizCommand::OrderQuiz(order),
            Self::StartQuiz(order) => QuizCommand::StartQuiz(order),
            Self::ChooseAnswer(at) => QuizCommand::ChooseAnswer(at),
            Self::ShowStructure(structure) => QuizCommand::ShowStructure(name(structure)?),
            Self::LightNext(steps) => QuizCommand::LightNext(steps),
            Self::GiveUp => QuizCommand::GiveUp,
            Self::NextQuestion => QuizCommand::NextQuestion,
            Self::AskAgain => QuizCommand::AskAgain,
            Self::EndQuiz => QuizCommand::EndQuiz,
        })
    }

    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::OrderQuiz(_) => About::new("command-order-quiz"),
            Self::StartQuiz(_) => About::new("command-start-quiz"),
            Self::ChooseAnswer(_) => About::new("command-choose-answer"),
            Self::ShowStructure(_) => About::new("command-show-structure"),
            Self::LightNext(_) => About::new("command-light-next"),
            Self::GiveUp => About::new("command-give-up"),
            Self::NextQuestion => About::new("command-next-question"),
            Self::AskAgain => About::new("command-ask-again"),
            Self::EndQuiz => About::new("command-end-quiz").menu(Menu::Help),
        }
    }
}
