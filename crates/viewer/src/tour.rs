//! Tours: lists of stops, each a sight of the body with a few words, shown one after another to a class, an audience or oneself.
//!
//! A stop is a list of commands that leads from the first sight of the body to its own, so that any stop can be shown after any other. A tour
//! only looks: commands that change the library, write files or leave are refused, since tours are given from hand to hand.

use std::path::PathBuf;

use language::say;
use serde::{Deserialize, Serialize};

use crate::command::{Command, SelectCommand, ViewCommand, WindowCommand};

/// Bytes of a tour's file, at most.
pub const MAX_TOUR_BYTES: u64 = 1 << 20;
/// Stops of a tour, and commands of a stop, at most: every structure of an atlas may be shown in its own way.
const MOST: usize = 200;
const MOST_COMMANDS: usize = 2_000;
/// Characters of a heading or a title, and of a caption, at most.
pub const MOST_CHARACTERS: [usize; 2] = [120, 1_000];
/// How long a stop is seen in a video that says nothing of it, seconds.
pub const STOP_SECONDS: f32 = 8.0;
/// How long a stop may be shown by itself, seconds.
const MOST_SECONDS: f32 = 600.0;

/// The tours that ship, as they lie in `assets/tours`.
const SHIPPED: [(&str, &str); 3] = [
    (
        "where-a-text-lands",
        include_str!("../../../assets/tours/where-a-text-lands.json"),
    ),
    (
        "a-clinic-morning",
        include_str!("../../../assets/tours/a-clinic-morning.json"),
    ),
    (
        "cut-the-body-open",
        include_str!("../../../assets/tours/cut-the-body-open.json"),
    ),
];

/// A list of stops.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tour {
    /// What it is called.
    pub title: String,
    /// What it shows, in a sentence.
    #[serde(default)]
    pub about: String,
    /// The name of the library whose documents it opens; those stops open none in another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub library: Option<String>,
    /// What is shown, in order.
    pub stops: Vec<Stop>,
}

/// A sight of the body with a few words.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stop {
    /// A few words, large.
    pub heading: String,
    /// A sentence or three.
    #[serde(default)]
    pub caption: String,
    /// After so many seconds the next stop follows by itself; the reader leads on when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<f32>,
    /// What leads from the first sight of the body to this one; structures by their ids.
    #[serde(default)]
    pub commands: Vec<Command<String>>,
}

impl Tour {
    /// The tours that ship, in the language of the window.
    pub fn shipped() -> Vec<Tour> {
        // A test reads each of them.
        let read = |(name, text): &(&str, &str)| {
            let mut tour = Tour::read(text.as_bytes()).ok()?;
            for (id, words) in tour.messages(name) {
                *words = language::own(&id).unwrap_or(std::mem::take(words));
            }
            Some(tour)
        };
        SHIPPED.iter().filter_map(read).collect()
    }

    /// The ids of the messages that another language says instead of the words of the tours that ship.
    pub fn message_ids() -> Vec<String> {
        let ids = |(name, text): &(&str, &str)| {
            let mut tour = Tour::read(text.as_bytes()).unwrap_or_default();
            let ids = tour.messages(name).into_iter().map(|(id, _)| id);
            ids.collect::<Vec<String>>()
        };
        SHIPPED.iter().flat_map(ids).collect()
    }

    /// Its words with the ids of their messages: `tour-NAME-title`, `tour-NAME-about`, `tour-NAME-1-heading`, `tour-NAME-1-caption`.
    fn messages(&mut self, name: &str) -> Vec<(String, &mut String)> {
        let mut messages = vec![
            (format!("tour-{name}-title"), &mut self.title),
            (format!("tour-{name}-about"), &mut self.about),
        ];
        for (stop, number) in self.stops.iter_mut().zip(1..) {
            messages.push((format!("tour-{name}-{number}-heading"), &mut stop.heading));
            messages.push((format!("tour-{name}-{number}-caption"), &mut stop.caption));
        }
        messages
    }

    /// Reads a tour's file (JSON).
    ///
    /// # Errors
    /// Says what is wrong with it, and at which stop: no tour, too long, or a command that a tour may not give.
    pub fn read(bytes: &[u8]) -> Result<Tour, String> {
        if bytes.len() as u64 > MAX_TOUR_BYTES {
            return Err(say!("tour-too-large"));
        }
        let tour: Tour = serde_json::from_slice(bytes)
            .map_err(|error| say!("tour-not-one", error = error.to_string()))?;
        if tour.stops.is_empty() || tour.stops.len() > MOST {
            return Err(say!("tour-number-of-stops", most = MOST));
        }
        if is_too_long(&tour.title, 0) || is_too_long(&tour.about, 1) {
            return Err(say!("tour-title-too-long"));
        }
        for (stop, number) in tour.stops.iter().zip(1..) {
            stop.check()
                .map_err(|reason| say!("tour-wrong-stop", number = number, reason = reason))?;
        }
        // A number that is too large to be kept would be written as none, in a file that is no tour any more.
        serde_json::from_str::<Tour>(&tour.written())
            .map_err(|error| say!("tour-not-one", error = error.to_string()))?;
        Ok(tour)
    }

    /// Its title as a folder can be called on any system.
    pub(crate) fn folder_name(&self) -> String {
        let plain = |c: char| {
            if c.is_alphanumeric() || c == '-' {
                c
            } else {
                ' '
            }
        };
        let words: String = self.title.chars().take(60).map(plain).collect();
        let words = words.split_whitespace().collect::<Vec<&str>>().join(" ");
        // Names such as "con" are devices on Windows.
        match words.chars().count() {
            0..=4 => format!("tour {words}").trim_end().to_owned(),
            _ => words,
        }
    }

    /// The tour as its file holds it (JSON).
    pub fn written(&self) -> String {
        // Text, numbers and lists: nothing in it can fail to be written.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }
}

fn is_too_long(words: &str, which: usize) -> bool {
    words.chars().count() > MOST_CHARACTERS[which]
}

impl Stop {
    fn check(&self) -> Result<(), String> {
        if is_too_long(&self.heading, 0) || is_too_long(&self.caption, 1) {
            return Err(say!("tour-words-too-long"));
        }
        if self
            .seconds
            .is_some_and(|s| !(1.0..=MOST_SECONDS).contains(&s))
        {
            return Err(say!("tour-seconds", most = MOST_SECONDS));
        }
        if self.commands.len() > MOST_COMMANDS {
            return Err(say!("tour-commands", most = MOST_COMMANDS));
        }
        match self.commands.iter().find(|command| !only_looks(command)) {
            Some(command) => {
                let label = command.about().label();
                let label = label.trim_end_matches('…');
                Err(say!("tour-only-looks", command = label))
            }
            None => Ok(()),
        }
    }
}

/// Whether a command may be given by a tour: it changes what is seen, and nothing that is kept.
fn only_looks<S>(command: &Command<S>) -> bool {
    match command {
        Command::Select(command) => match command {
            SelectCommand::SelectStructure { .. }
            | SelectCommand::AddStructure(_)
            | SelectCommand::SelectDocument(_)
            | SelectCommand::ClearSelection
            | SelectCommand::RankByPoint(_)
            | SelectCommand::ListDrawnAround(_)
            | SelectCommand::ListAround { .. }
            | SelectCommand::SearchText(_)
            | SelectCommand::SearchWithin(_)
            | SelectCommand::FindSimilar(_)
            | SelectCommand::MoreLikeThese(_)
            | SelectCommand::NotLike(_)
            | SelectCommand::FindLikeText
            | SelectCommand::NearPlace(_) => true,
            SelectCommand::SelectSecond(_)
            | SelectCommand::TickDocument(_)
            | SelectCommand::TickThrough(_)
            | SelectCommand::TickAll
            | SelectCommand::UntickAll
            | SelectCommand::SideBySide
            | SelectCommand::ReadBeside(_)
            | SelectCommand::TogglePage
            | SelectCommand::TurnPage(_)
            | SelectCommand::GoToPage(_)
            | SelectCommand::LookAtSentence(_)
            | SelectCommand::HoverDocument(_)
            | SelectCommand::ReadTitles(_)
            | SelectCommand::SortBy(_)
            | SelectCommand::PointAt(_)
            | SelectCommand::StepInList(_)
            | SelectCommand::StepDeeper(_) => false,
        },
        Command::Body(_) | Command::Section(_) | Command::Text(_) => true,
        Command::View(command) => match command {
            ViewCommand::View(_)
            | ViewCommand::FlyTo { .. }
            | ViewCommand::MoveCamera(_)
            | ViewCommand::ToggleSlices
            | ViewCommand::Crosshair(_) => true,
            ViewCommand::SaveView(_)
            | ViewCommand::GoToView(_)
            | ViewCommand::GoToNumberedView(_)
            | ViewCommand::RemoveView(_)
            | ViewCommand::HoldSlices
            | ViewCommand::ToggleMeasure
            | ViewCommand::ToggleDrawAround
            | ViewCommand::ToggleDrawBox
            | ViewCommand::ToggleProbe
            | ViewCommand::ToggleSeveral
            | ViewCommand::SetProbeRadius(_)
            | ViewCommand::MeasurePoint(_)
            | ViewCommand::ClearMeasurements
            | ViewCommand::SetTheme(_)
            | ViewCommand::SetLanguage(_)
            | ViewCommand::SetQuality(_)
            | ViewCommand::LatinLabels(_)
            | ViewCommand::LessMotion(_) => false,
        },
        Command::Window(command) => {
            matches!(
                command,
                WindowCommand::ShowTab(_) | WindowCommand::ShowLeft(_)
            )
        }
        Command::Library(_)
        | Command::Import(_)
        | Command::Organise(_)
        | Command::Atlas(_)
        | Command::Tour(_)
        | Command::Quiz(_)
        | Command::History(_) => false,
    }
}

/// A tour that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct Touring {
    /// The tour.
    pub tour: Tour,
    /// The stop that is shown.
    pub at: usize,
    /// Stops follow one another by themselves, those that say how long they are shown.
    pub playing: bool,
    /// Which sight this is: a stop whose time is over leads on only when it is still shown.
    pub number: u64,
}

/// Tours: the one that is shown, and the one that is being made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tours {
    /// The one that is shown.
    pub touring: Option<Touring>,
    /// The one that is being made.
    pub draft: Option<Draft>,
    /// The pictures that are being taken of the one that is shown.
    pub shots: Option<Shots>,
    /// Where the pictures of videos are made; nothing where the program is not there that makes videos.
    pub filming: Option<PathBuf>,
    /// How many sights there have been.
    pub(crate) sights: u64,
    /// One that was being made and that this program cannot read, as it was kept; it stays with the window's state until another is made.
    pub(crate) unread: Option<serde_json::Value>,
}

/// A tour that no file holds, as it is kept with the window's state: a window that breaks off must not take it with it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct KeptDraft {
    tour: Tour,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    path: Option<PathBuf>,
}

impl KeptDraft {
    /// The tour that is being made, unless its file holds it.
    pub(crate) fn of(tours: &Tours) -> Option<Self> {
        let draft = tours.draft.as_ref().filter(|draft| draft.is_unsaved())?;
        Some(Self {
            tour: draft.tour.clone(),
            path: draft.path.clone(),
        })
    }
}

impl Tours {
    /// Takes in a tour that was being made, unless another one is; one that would do more than look is left out. Returns whether it was.
    pub(crate) fn restore(&mut self, kept: KeptDraft) -> bool {
        let stops = &kept.tour.stops;
        if self.draft.is_some() || stops.len() > MOST || stops.iter().any(|s| s.check().is_err()) {
            return false;
        }
        self.draft = Some(Draft {
            tour: kept.tour,
            path: kept.path,
            changed: true,
            warned: false,
        });
        true
    }
}

impl Draft {
    /// Whether it holds what no file does.
    pub(crate) fn is_unsaved(&self) -> bool {
        self.changed && !self.tour.stops.is_empty()
    }
}

/// Pictures that are being taken of a tour, one of each stop.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shots {
    /// Where they go: a folder of their own, in the one that was chosen.
    pub folder: PathBuf,
    /// How many have been saved.
    pub taken: usize,
    /// The video that they are taken for; nothing where they are wanted themselves.
    pub film: Option<Film>,
    /// The window was in a presentation before.
    pub(crate) presented: bool,
}

impl Shots {
    /// The file of a stop, from 0.
    pub fn path(&self, stop: usize) -> PathBuf {
        self.folder.join(format!("stop-{:02}.png", stop + 1))
    }
}

/// A video of a tour.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Film {
    /// The file to write.
    pub video: PathBuf,
    /// The folder of its pictures, which is there for nothing else.
    pub folder: PathBuf,
    /// Its pictures, in order, and how long each is seen, seconds.
    pub shots: Vec<(PathBuf, f32)>,
}

/// A tour that is being made.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Draft {
    /// The tour.
    pub tour: Tour,
    /// Where it was opened from or saved to.
    pub path: Option<PathBuf>,
    /// It holds what its file does not.
    pub changed: bool,
    /// It was said that it would be lost.
    pub(crate) warned: bool,
}
