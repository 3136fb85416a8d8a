//! The window without pixels.
//!
//! All that the window knows is a [`View`]: plain data. A user action is a [`Command`], an answer of a worker a [`Message`];
//! both go through [`apply`], which is pure, is the only thing that changes the view, and says what is to be done beside it
//! as [`Effect`]s. Undo, the palette, menus, key help, scripts and tests are all lists of commands; one table
//! ([`Command::about`]) describes each.
//!
//! Three frames are kept apart by type ([`space`]): a place in the body that documents are placed in, a place in the body on
//! the stage, and where that is drawn while the body is taken apart. What is drawn, and how, is one function
//! ([`Display::of`]) for surfaces, picking, section faces, slices and labels.
//!
//! Nothing here knows Bevy or egui.

mod above;
mod apply;
mod atlases;
mod before;
mod beside;
mod called;
mod camera;
pub mod command;
mod comparison;
mod crowd;
mod dates;
mod dialog;
mod display;
mod docks;
mod documents;
mod drops;
mod effect;
mod explode;
mod heat;
mod history;
mod import_form;
mod jobs;
mod kept_search;
mod keys;
mod landing;
mod landmark;
mod layout;
mod listed;
mod lists;
mod live;
mod message;
mod names;
mod navigation;
mod opened;
mod page;
mod pair;
mod pick;
mod prospect;
mod pubmed;
mod quiz;
mod reasons;
mod refusals;
mod scene;
mod search;
mod section;
mod selection;
mod session;
mod settings;
mod shared;
mod shelf;
mod short;
pub mod space;
mod spread;
mod staging;
mod subject;
mod tour;
mod view;
mod watch;
mod years;

pub use above::Above;
pub use apply::{
    Input, apply, has_other_side, next_best, quiz_candidates, region_parts, system_roots,
};
pub use atlases::{Atlases, FEMALE};
pub use beside::{Beside, Common, Named};
pub use called::{
    capitalised, elsewhere_name, latin_name, region_name, structure_in_language, structure_name,
    structure_title, system_name,
};
pub use camera::{FIELD_OF_VIEW_DEGREES, Pose, StandardView, lps_from_world, world_from_lps};
pub use command::Command;
pub use comparison::{Asked, Comparison, Contrast, Contrasts, Side};
pub use crowd::{Crowd, Gathered, Lens, give_room};
pub use dates::date_in_words;
pub use dialog::{Dialog, PictureOrder, PictureWish};
pub use display::{Display, Drawn};
pub use docks::{Dock, Docks, LeftTab, PanelSide, PanelTab, PanelWidths, Tab};
pub use documents::{
    Around, Documents, DrawnAround, Engine, Landed, LibraryState, Problem, Question, Results,
    SimilarTo, Why, home_place, placed,
};
pub use drops::{DropState, Dropped, Drops};
pub use effect::{Chosen, Effect, Which};
pub use heat::Heat;
pub use history::{History, Step};
pub use import_form::ImportForm;
pub use jobs::{Ended, Job, JobId, JobKind, JobReport, Jobs};
pub use keys::Keys;
pub use landing::Landing;
pub use landmark::{Landmark, Nearby, Nearest};
pub use layout::{
    DragNews, DraggedOut, Focus, Layout, Notice, PathPrompt, Popover, StageMenu, Tool,
};
pub use lists::Lists;
pub use live::{LiveText, LiveWhy, MAX_VARIANTS, Variant};
pub use message::Message;
pub use names::{Meaning, Names};
pub use navigation::{Navigation, Place};
pub use opened::Opened;
pub use page::{PageBeside, pdf_of};
pub use prospect::{ChosenColumns, FEW, ImportOrder, Prospect, field_name};
pub use pubmed::{ApiKey, Identified, PubMedSearch};
pub use quiz::{Quiz, QuizKind, QuizLevel, QuizOrder, QuizQuestion};
pub use reasons::{about_in_words, hit_parts, parts_line, why_here};
pub use refusals::{
    copies_told_by, format_in_words, kept_because, place_of_refusal, refusal_in_words,
    warning_in_words,
};
pub use scene::{KeptVisibility, Measurement, SavedView, Scene, first_visibility};
pub use search::{
    Answers, Listed, answers, axis_in_words, find_structures, listed_structures, place_in_words,
    terms,
};
pub use section::{MAX_SECTIONS, SectionPlane, SectionPreset, kept_stretch};
pub use selection::{Hover, Selection};
pub use session::Session;
pub use settings::{Language, Palette, Quality, Theme};
pub use shelf::{Duplicates, Kept, KeptSearch, Shelf, facet_name};
pub use short::short;
pub use space::{HomePoint, ShownPoint, StagePoint};
pub use spread::Outline;
pub use staging::{StagedGrounding, Staging};
pub use subject::{design_name, has_subject_line, population_name, subject_line};
pub use tour::{Draft, Film, MAX_TOUR_BYTES, STOP_SECONDS, Shots, Stop, Tour, Touring, Tours};
pub use view::{Awaited, AwaitedStep, Body, View};
pub use watch::{Taking, WatchedFolder};
pub use years::{next_years, shown_years, together, years};

pub use anatomy::Visibility;

/// Whether a document may belong outside this atlas, by its [`grounding::Grounding::outside_p`], so that its place is not
/// shown without a word.
pub fn is_doubtful(outside_p: f32) -> bool {
    outside_p > grounding::OUTSIDE
}
