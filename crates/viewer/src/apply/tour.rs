//! Tours: shown, and made.

use std::path::PathBuf;

use anatomy::Catalogue;
use language::say;

use super::tour_record::{commands_of, stop_of};
use super::{dispatch, documents, shown, sight, tour_shots};
use crate::command::{SelectCommand, TourCommand};
use crate::{Command, Dialog, Draft, Effect, Popover, Question, Shots, Tour, Touring, View};

pub(super) fn apply(view: &mut View, command: TourCommand) -> Vec<Effect> {
    match command {
        TourCommand::PlayTour(at) => match Tour::shipped().into_iter().nth(at) {
            Some(tour) => begin(view, tour, 0),
            None => Vec::new(),
        },
        TourCommand::PlayDraft(stop) => match &view.tours.draft {
            Some(draft) if !draft.tour.stops.is_empty() => {
                let tour = draft.tour.clone();
                begin(view, tour, stop)
            }
            _ => Vec::new(),
        },
        TourCommand::SavePicturesIn { tour, folder } => {
            take_pictures(view, tour, |tour| tour_shots::for_folder(tour, &folder))
        }
        TourCommand::SaveVideoTo { tour, path } => match filming(view) {
            Some(folder) => {
                take_pictures(view, tour, |tour| tour_shots::for_video(tour, path, folder))
            }
            None => Vec::new(),
        },
        TourCommand::PictureSaved(at) => picture_saved(view, at),
        // Who takes the pictures says which stop is next.
        TourCommand::GoToStop(_)
        | TourCommand::NextStop
        | TourCommand::PreviousStop
        | TourCommand::PlayOrPause
            if view.tours.shots.is_some() =>
        {
            Vec::new()
        }
        TourCommand::GoToStop(at) => show(view, at),
        TourCommand::NextStop => step(view, 1),
        TourCommand::PreviousStop => step(view, -1),
        TourCommand::PlayOrPause => play_or_pause(view),
        TourCommand::StopIsOver(number) => {
            let touring = view.tours.touring.as_ref();
            let due = touring.filter(|touring| touring.playing && touring.number == number);
            match due.map(|touring| touring.at + 1 < touring.tour.stops.len()) {
                Some(true) => step(view, 1),
                // The last sight stays: who watches says when it is over.
                Some(false) => play_or_pause(view),
                None => Vec::new(),
            }
        }
        TourCommand::EndTour => end(view),
        making => make(view, making),
    }
}

/// Shows a tour from a stop on.
fn begin(view: &mut View, tour: Tour, at: usize) -> Vec<Effect> {
    if view.atlas().is_none() {
        view.layout.say(say!("notice-body-being-read"));
        return Vec::new();
    }
    sight::lend(view);
    view.tours.touring = Some(Touring {
        playing: tour.stops.iter().all(|stop| stop.seconds.is_some()),
        tour,
        at,
        number: 0,
    });
    show(view, at)
}

/// A folder for the pictures of a video. Where the program is not there that makes videos, that is said.
fn filming(view: &mut View) -> Option<PathBuf> {
    let Some(all) = &view.tours.filming else {
        view.layout.say(say!("tour-video-no-program"));
        return None;
    };
    // One of its own: a picture of the video before may come late, and is then taken away.
    Some(all.join(format!("video {}", view.tours.sights)))
}

/// Asks for the file of a video. Where it is not said of which tour, and none is being made, one is chosen in the window of the tours.
fn ask_for_video(view: &mut View, tour: Option<usize>) -> Vec<Effect> {
    let draft = view.tours.draft.as_ref();
    let is_made = draft.is_some_and(|draft| !draft.tour.stops.is_empty());
    if filming(view).is_none() {
        return Vec::new();
    }
    if tour.is_none() && !is_made {
        view.layout.popover = Some(Popover::Tours);
        return Vec::new();
    }
    vec![Effect::Ask(Dialog::TourVideo(tour))]
}

/// Shows the stops of a tour one after the other, each until its picture has been saved: with the whole screen, as it is presented.
fn take_pictures(
    view: &mut View,
    tour: Option<usize>,
    shots: impl FnOnce(&Tour) -> Shots,
) -> Vec<Effect> {
    let tour = match tour {
        Some(at) => Tour::shipped().into_iter().nth(at),
        None => view.tours.draft.as_ref().map(|draft| draft.tour.clone()),
    };
    let Some(mut tour) = tour.filter(|tour| !tour.stops.is_empty()) else {
        view.layout.say(say!("tour-none"));
        return Vec::new();
    };
    sight::take_no_pictures(view);
    let mut shots = shots(&tour);
    shots.presented = view.layout.presentation;
    // No stop follows by itself while the one before is taken.
    tour.stops.iter_mut().for_each(|stop| stop.seconds = None);
    if view.atlas().is_some() {
        view.layout.presentation = true;
    }
    let effects = begin(view, tour, 0);
    if view.tours.touring.is_some() {
        view.tours.shots = Some(shots);
    }
    effects
}

/// Goes on to the next stop; after the last one all are there.
fn picture_saved(view: &mut View, at: usize) -> Vec<Effect> {
    let tours = &mut view.tours;
    let (Some(shots), Some(touring)) = (&mut tours.shots, &tours.touring) else {
        return Vec::new();
    };
    if touring.at != at {
        return Vec::new();
    }
    shots.taken += 1;
    match at + 1 < touring.tour.stops.len() {
        true => show(view, at + 1),
        false => end(view),
    }
}

/// Goes some stops on or back; beyond the last one the tour is over.
fn step(view: &mut View, by: isize) -> Vec<Effect> {
    let Some(touring) = &view.tours.touring else {
        view.layout.say(say!("tour-none"));
        return Vec::new();
    };
    let stops = touring.tour.stops.len();
    match touring.at.checked_add_signed(by) {
        Some(at) if at < stops => show(view, at),
        Some(_) => end(view),
        None => Vec::new(),
    }
}

fn play_or_pause(view: &mut View) -> Vec<Effect> {
    let Some(touring) = &mut view.tours.touring else {
        view.layout.say(say!("tour-none"));
        return Vec::new();
    };
    touring.playing = !touring.playing;
    match touring.playing && touring.at + 1 == touring.tour.stops.len() {
        // Played again from the end, it begins anew.
        true => show(view, 0),
        false => time(view),
    }
}

/// Asks to be told when the sight has been shown for its time.
fn time(view: &mut View) -> Vec<Effect> {
    view.tours.sights += 1;
    let number = view.tours.sights;
    let Some(touring) = &mut view.tours.touring else {
        return Vec::new();
    };
    touring.number = number;
    let stop = touring.tour.stops.get(touring.at);
    let seconds = stop.and_then(|stop| stop.seconds);
    let timed = seconds.filter(|_| touring.playing);
    Vec::from_iter(timed.map(|seconds| Effect::TimeStop(number, seconds)))
}

/// Shows a stop: from the first sight of the body by its commands.
fn show(view: &mut View, at: usize) -> Vec<Effect> {
    let Some(touring) = &mut view.tours.touring else {
        return Vec::new();
    };
    let Some(stop) = touring.tour.stops.get(at).cloned() else {
        return Vec::new();
    };
    touring.at = at;
    let here = file_name(view) == touring_library(view);
    let question = view.documents.results.question.clone();
    sight::first(view);
    let presentation = view.layout.presentation;
    let mut effects = Vec::new();
    let catalogue = shown(view);
    let catalogue = catalogue
        .as_deref()
        .map_or(Catalogue::builtin(), |atlas| atlas.catalogue());
    for command in stop.commands {
        if is_of_document(&command) && !here {
            continue;
        }
        match command.resolve(catalogue) {
            Ok(command) => effects.extend(dispatch(view, command)),
            Err(unknown) => view
                .layout
                .say(say!("tour-not-in-atlas", structure = unknown.0)),
        }
    }
    // The list of everything is asked for only where nothing else is.
    let asked = effects
        .iter()
        .any(|effect| matches!(effect, Effect::Rank { .. }));
    if !asked && question != Question::All {
        effects.extend(documents::ask(view, Question::All));
    }
    // Its text is shown, not typed on: the keys stay the tour's, and so does the screen.
    view.layout.focus = None;
    view.layout.presentation = presentation;
    // One flight to where all of it leads.
    effects.retain(|effect| !matches!(effect, Effect::Fly(_) | Effect::Jump(_)));
    effects.push(Effect::Fly(view.camera));
    effects.extend(time(view));
    effects
}

/// Whether a command names a document, which is another one in another library.
fn is_of_document<S>(command: &Command<S>) -> bool {
    matches!(
        command,
        Command::Select(
            SelectCommand::SelectDocument(_)
                | SelectCommand::FindSimilar(_)
                | SelectCommand::MoreLikeThese(_)
                | SelectCommand::NotLike(_)
        )
    )
}

/// Lets the tour that is being made be of this library, where the commands name documents of it; those of a second library are left out, with a word.
fn of_one_library(view: &mut View, commands: &mut Vec<Command<String>>) {
    let here = file_name(view);
    if !commands.iter().any(is_of_document) {
        return;
    }
    let Some(draft) = &mut view.tours.draft else {
        return;
    };
    let other = draft
        .tour
        .library
        .clone()
        .filter(|_| draft.tour.library != here);
    match other {
        None => draft.tour.library = here,
        Some(other) => {
            commands.retain(|command| !is_of_document(command));
            view.layout.say(say!("tour-other-library", library = other));
        }
    }
}

/// Whether the tour that is being made holds what no file does.
fn is_unsaved(view: &View) -> bool {
    let draft = view.tours.draft.as_ref();
    draft.is_some_and(Draft::is_unsaved)
}

/// Says that the tour that is being made would be lost.
fn keep_first(view: &mut View) {
    view.layout.popover = Some(Popover::Tours);
    view.layout.say(say!("tour-save-first"));
}

/// Leaves, but for a tour that is not saved: that is said once.
pub(super) fn quit(view: &mut View) -> Vec<Effect> {
    let said = view
        .tours
        .draft
        .as_mut()
        .map(|draft| std::mem::replace(&mut draft.warned, true));
    if is_unsaved(view) && said == Some(false) {
        keep_first(view);
        return Vec::new();
    }
    // Who leaves all the same does not want it.
    view.tours.draft = None;
    vec![Effect::Quit]
}

/// The library whose documents the tour opens.
fn touring_library(view: &View) -> Option<String> {
    view.tours.touring.as_ref()?.tour.library.clone()
}

/// The name of the open library.
fn file_name(view: &View) -> Option<String> {
    let name = view.documents.path.file_name()?;
    Some(name.to_string_lossy().into_owned())
}

/// Leaves the tour, back to what was seen before.
pub(super) fn end(view: &mut View) -> Vec<Effect> {
    if view.tours.touring.is_none() {
        return Vec::new();
    }
    let mut effects = Vec::new();
    if let Some(shots) = view.tours.shots.clone() {
        let stops = view.tours.touring.as_ref();
        let stops = stops.map_or(0, |touring| touring.tour.stops.len());
        effects = tour_shots::ended(view, shots, stops);
    }
    if view.tours.draft.is_some() {
        // It was looked at on the way: it is made further.
        view.layout.popover = Some(Popover::Tours);
    }
    effects.extend(sight::give_back(view));
    effects
}

/// What concerns the tour that is being made.
fn make(view: &mut View, command: TourCommand) -> Vec<Effect> {
    match command {
        TourCommand::NewTour => {
            let tour = Tour {
                title: say!("tour-mine"),
                ..Tour::default()
            };
            view.tours.draft.get_or_insert_with(|| Draft {
                tour,
                ..Draft::default()
            });
            view.layout.popover = Some(Popover::Tours);
        }
        TourCommand::CopyTour(_) | TourCommand::OpenTour | TourCommand::OpenTourAt(_)
            if is_unsaved(view) =>
        {
            keep_first(view);
        }
        TourCommand::CopyTour(at) => {
            if let Some(tour) = Tour::shipped().into_iter().nth(at) {
                return open(view, tour, None);
            }
        }
        TourCommand::AddStop => {
            let mut stop = stop_of(view);
            of_one_library(view, &mut stop.commands);
            edit(view, |tour| tour.stops.push(stop));
        }
        TourCommand::RetakeStop(at) => {
            let mut commands = commands_of(view);
            of_one_library(view, &mut commands);
            edit(view, |tour| {
                if let Some(stop) = tour.stops.get_mut(at) {
                    stop.commands = commands;
                }
            });
        }
        TourCommand::EditStop {
            at,
            heading,
            caption,
            seconds,
        } => edit(view, |tour| {
            if let Some(stop) = tour.stops.get_mut(at) {
                stop.heading = heading;
                stop.caption = caption;
                stop.seconds = seconds;
            }
        }),
        TourCommand::MoveStop { at, to } => edit(view, |tour| {
            if at < tour.stops.len() && to < tour.stops.len() {
                let stop = tour.stops.remove(at);
                tour.stops.insert(to, stop);
            }
        }),
        TourCommand::RemoveStop(at) => edit(view, |tour| {
            if at < tour.stops.len() {
                tour.stops.remove(at);
            }
        }),
        TourCommand::NameTour { title, about } => edit(view, |tour| {
            tour.title = title;
            tour.about = about;
        }),
        TourCommand::OpenTour => return vec![Effect::Ask(Dialog::Tour)],
        TourCommand::OpenTourAt(path) => return vec![Effect::ReadTour(path)],
        TourCommand::SavePictures(tour) => {
            return vec![Effect::Ask(Dialog::TourPictures(tour))];
        }
        TourCommand::SaveVideo(tour) => return ask_for_video(view, tour),
        TourCommand::SaveTour => return vec![Effect::Ask(Dialog::TourCopy)],
        TourCommand::SaveTourTo(path) => return save(view, path),
        TourCommand::CloseTour => view.tours.draft = None,
        TourCommand::PlayTour(_)
        | TourCommand::PlayDraft(_)
        | TourCommand::GoToStop(_)
        | TourCommand::NextStop
        | TourCommand::PreviousStop
        | TourCommand::PlayOrPause
        | TourCommand::StopIsOver(_)
        | TourCommand::SavePicturesIn { .. }
        | TourCommand::SaveVideoTo { .. }
        | TourCommand::PictureSaved(_)
        | TourCommand::EndTour => {}
    }
    Vec::new()
}

fn edit(view: &mut View, change: impl FnOnce(&mut Tour)) {
    let Some(draft) = &mut view.tours.draft else {
        return;
    };
    let before = draft.tour.clone();
    change(&mut draft.tour);
    if draft.tour != before {
        draft.changed = true;
        draft.warned = false;
    }
}

fn save(view: &mut View, path: PathBuf) -> Vec<Effect> {
    let Some(draft) = &mut view.tours.draft else {
        return Vec::new();
    };
    // What cannot be read again is not written.
    if let Err(reason) = Tour::read(draft.tour.written().as_bytes()) {
        view.layout.say(say!("tour-not-saved", reason = reason));
        return Vec::new();
    }
    vec![Effect::WriteTour(path, Box::new(draft.tour.clone()))]
}

/// A tour whose file was read or written: it is the one that is being made.
pub(super) fn open(view: &mut View, tour: Tour, path: Option<PathBuf>) -> Vec<Effect> {
    if is_unsaved(view) {
        keep_first(view);
        return Vec::new();
    }
    view.tours.draft = Some(Draft {
        changed: path.is_none(),
        tour,
        path,
        warned: false,
    });
    view.layout.popover = Some(Popover::Tours);
    Vec::new()
}

/// The tour was written to a file.
pub(super) fn written(view: &mut View, path: PathBuf, tour: &Tour) -> Vec<Effect> {
    let file = path.display().to_string();
    view.layout.say(say!("tour-saved", file = file));
    if let Some(draft) = view.tours.draft.as_mut().filter(|d| d.tour == *tour) {
        draft.changed = false;
        draft.path = Some(path);
    }
    Vec::new()
}
