//! The one door: commands and messages in, effects out. Nothing else changes a [`View`].

mod atlas;
mod beside;
mod body;
mod completed;
mod correct;
mod describe;
mod documents;
mod drops;
mod duplicates;
mod history;
mod history_of;
mod library;
mod live;
mod messages;
mod open;
mod organise;
mod outside;
mod page;
mod problems;
mod prospect;
mod quiz;
mod select;
mod sight;
mod staged;
mod tick;
mod tour;
mod tour_record;
mod tour_shots;
mod view;
mod watch;
mod window;

pub use body::{region_parts, system_roots};
pub use correct::{has_other_side, next_best};
pub use quiz::quiz_candidates;

use anatomy::Atlas;
use std::sync::Arc;

use crate::command::Undo;
use crate::{Command, Effect, Message, Pose, Scene, Step, View};

/// What goes through the door.
#[derive(Clone, Debug)]
pub enum Input {
    /// A user action.
    Command(Command),
    /// An answer of a worker.
    Message(Box<Message>),
}

impl<C: Into<Command>> From<C> for Input {
    fn from(command: C) -> Self {
        Self::Command(command.into())
    }
}

impl From<Message> for Input {
    fn from(message: Message) -> Self {
        Self::Message(Box::new(message))
    }
}

/// Changes a view as a command or a message says, and tells what is to be done beside it. Pure: the same view and input give the
/// same view and effects.
pub fn apply(view: &mut View, input: impl Into<Input>) -> Vec<Effect> {
    let before = view.layout.notice.as_ref().map(|notice| notice.number);
    let film = tour_shots::film_of(view);
    let mut effects = match input.into() {
        Input::Command(command) => carry_out(view, command),
        Input::Message(message) => messages::take(view, *message),
    };
    effects.extend(documents::follow_card(view));
    let given_up = tour_shots::give_up(view, film, &effects);
    effects.extend(given_up);
    let news = view.layout.notice.as_ref();
    let news = news.filter(|news| Some(news.number) != before);
    effects.extend(news.map(|news| Effect::AgeNotice(news.number, news.seconds())));
    effects
}

fn carry_out(view: &mut View, command: Command) -> Vec<Effect> {
    let about = command.about();
    if about.changes && library::is_only_read(view) {
        return Vec::new();
    }
    let undo = about.undo;
    if undo == Undo::None {
        return dispatch(view, command);
    }
    let before = (lasting(view), view.place());
    let label = describe::step(&command, view);
    let drag = describe::drag(&command);
    let effects = dispatch(view, command);
    let (scene, place) = before;
    if undo == Undo::Step && lasting(view) != scene {
        let flight = Some([place.pose, view.camera]);
        let step = Step {
            flight: flight.filter(|[before, after]| before != after),
            ..Step::new(label, scene)
        };
        view.history.note(step, drag);
    }
    if view.place() != place {
        view.navigation.left(place);
    }
    effects
}

/// The scene as it stays: what is done to the looks of a stage that is given back goes with them.
fn lasting(view: &View) -> Scene {
    match &view.before {
        Some(before) => before.lasting(&view.scene),
        None => view.scene.clone(),
    }
}

fn dispatch(view: &mut View, command: Command) -> Vec<Effect> {
    match command {
        Command::Library(command) => library::apply(view, command),
        Command::Import(command) => prospect::apply(view, command),
        Command::Organise(command) => organise::apply(view, command),
        Command::Select(command) => select::apply(view, command),
        Command::Body(command) => body::apply(view, command),
        Command::Section(command) => body::apply_section(view, command),
        Command::View(command) => view::apply(view, command),
        Command::Text(command) => live::apply(view, command),
        Command::Atlas(command) => atlas::apply(view, command),
        Command::Window(command) => window::apply(view, command),
        Command::Tour(command) => tour::apply(view, command),
        Command::Quiz(command) => quiz::apply(view, command),
        Command::History(command) => history::apply(view, &command),
    }
}

/// The atlas on the stage, held apart from the view so that this can be changed meanwhile.
fn shown(view: &View) -> Option<Arc<Atlas>> {
    view.body.shown.clone()
}

/// Sends the camera to a pose.
fn fly(view: &mut View, pose: Pose) -> Vec<Effect> {
    view.camera = pose;
    vec![Effect::Fly(pose)]
}
