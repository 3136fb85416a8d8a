//! What is selected and listed.

use anatomy::StructureIndex;
use library::Order;
use serde::{Deserialize, Serialize};

use super::about::{About, Menu};
use crate::{Hover, StagePoint};

/// What is under the pointer on the stage.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pointed {
    /// The structure.
    pub hover: Option<Hover>,
    /// The document whose marker it is.
    pub document: Option<i64>,
    /// The pointer has left the place where a step deeper was taken: the next ray begins at the first structure again.
    pub moved: bool,
}

/// What is selected and listed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SelectCommand<S = StructureIndex> {
    /// Select a structure; the point orders its documents by distance.
    SelectStructure {
        /// Which.
        structure: S,
        /// Clicked point; the structure's centroid when absent.
        point_mm: Option<StagePoint>,
    },
    /// Choose a structure together with the selected one, or no longer: documents of any of them are listed.
    AddStructure(S),
    /// Select a document by its key in the library and fly to it.
    SelectDocument(i64),
    /// Open the document that stands so many rows below (1) or above (-1) the open one; the first without one.
    StepInList(i32),
    /// Select a second document beside the selected one, or none.
    SelectSecond(Option<i64>),
    /// Tick a document of the list, or no longer. The first one ticks the open one, too.
    TickDocument(i64),
    /// Tick the documents of the list from the one ticked last to this one, and no others.
    TickThrough(i64),
    /// Tick all documents that are listed.
    TickAll,
    /// Tick none.
    UntickAll,
    /// Read two selected documents side by side; of one, wait for the next that is chosen. Again: no longer.
    SideBySide,
    /// Read this document, by its key, beside the one that was put aside, else beside the selected one.
    ReadBeside(i64),
    /// Show the page of the PDF that the open document came from beside its text, or no longer.
    TogglePage,
    /// Turn so many pages on (1) or back (-1).
    TurnPage(i32),
    /// Turn to a page, from 1.
    GoToPage(u32),
    /// Look at the place of a sentence of the open document, by its number, and at the page on which it stands.
    LookAtSentence(usize),
    /// Hover a document's row.
    HoverDocument(Option<i64>),
    /// The pointer on the stage is over something else.
    PointAt(Pointed),
    /// Select nothing, and list every document.
    ClearSelection,
    /// List documents by how likely they are about the selected point rather than those of the selected structure, or back.
    RankByPoint(bool),
    /// List the documents, by their keys, that lie inside of what was drawn on the stage.
    ListDrawnAround(Vec<i64>),
    /// List the documents within a radius of a point, the nearest first.
    ListAround {
        /// The point.
        point_mm: StagePoint,
        /// mm from it.
        radius_mm: f32,
    },
    /// Read the titles of documents, by their keys: they are to be shown.
    ReadTitles(Vec<i64>),
    /// Search titles and texts.
    SearchText(String),
    /// Narrow the list of a structure, of a point or of what was drawn to what has these words, or with none no longer; of any other list, search for them.
    SearchWithin(String),
    /// List documents that are like this one, by its key; without it, like the one that is selected.
    FindSimilar(Option<i64>),
    /// List documents that are like all of these, by their keys.
    MoreLikeThese(Vec<i64>),
    /// In a list of what is like something, take a document, by its key, for one that is not meant, beside those that were said to be none: it and its copies
    /// leave the list, and what means the same comes later.
    NotLike(i64),
    /// List documents that are like the live text.
    FindLikeText,
    /// In a list of what is like something, count place so much beside words and meaning, from 0 to 1.
    NearPlace(f32),
    /// List what answers, and all that is asked from then on, in this order.
    SortBy(Order),
    /// Go to the next structure under the cursor, deeper (1) or nearer (-1).
    StepDeeper(i32),
}

impl<S> SelectCommand<S> {
    pub(super) fn with_structures<T, E>(
        self,
        name: impl FnOnce(S) -> Result<T, E>,
    ) -> Result<SelectCommand<T>, E> {
        Ok(match self {
            Self::SelectStructure {
                structure,
                point_mm,
            } => SelectCommand::SelectStructure {
                structure: name(structure)?,
                point_mm,
            },
            Self::AddStructure(structure) => SelectCommand::AddStructure(name(structure)?),
            Self::SelectDocument(key) => SelectCommand::SelectDocument(key),
            Self::StepInList(rows) => SelectCommand::StepInList(rows),
            Self::SelectSecond(key) => SelectCommand::SelectSecond(key),
            Self::TickDocument(key) => SelectCommand::TickDocument(key),
            Self::TickThrough(key) => SelectCommand::TickThrough(key),
            Self::TickAll => SelectCommand::TickAll,
            Self::UntickAll => SelectCommand::UntickAll,
            Self::SideBySide => SelectCommand::SideBySide,
            Self::ReadBeside(key) => SelectCommand::ReadBeside(key),
            Self::TogglePage => SelectCommand::TogglePage,
            Self::TurnPage(by) => SelectCommand::TurnPage(by),
            Self::GoToPage(number) => SelectCommand::GoToPage(number),
            Self::LookAtSentence(n) => SelectCommand::LookAtSentence(n),
            Self::HoverDocument(key) => SelectCommand::HoverDocument(key),
            Self::PointAt(pointed) => SelectCommand::PointAt(pointed),
            Self::ClearSelection => SelectCommand::ClearSelection,
            Self::RankByPoint(by_point) => SelectCommand::RankByPoint(by_point),
            Self::ListDrawnAround(keys) => SelectCommand::ListDrawnAround(keys),
            Self::ListAround {
                point_mm,
                radius_mm,
            } => SelectCommand::ListAround {
                point_mm,
                radius_mm,
            },
            Self::ReadTitles(keys) => SelectCommand::ReadTitles(keys),
            Self::SearchText(words) => SelectCommand::SearchText(words),
            Self::SearchWithin(words) => SelectCommand::SearchWithin(words),
            Self::FindSimilar(key) => SelectCommand::FindSimilar(key),
            Self::MoreLikeThese(keys) => SelectCommand::MoreLikeThese(keys),
            Self::NotLike(key) => SelectCommand::NotLike(key),
            Self::FindLikeText => SelectCommand::FindLikeText,
            Self::NearPlace(share) => SelectCommand::NearPlace(share),
            Self::SortBy(order) => SelectCommand::SortBy(order),
            Self::StepDeeper(step) => SelectCommand::StepDeeper(step),
        })
    }

    /// How the command is offered.
    pub fn about(&self) -> About {
        match self {
            Self::SelectStructure { .. } => About::new("command-select-structure").navigation(),
            Self::AddStructure(_) => About::new("command-add-structure").navigation(),
            Self::SelectDocument(_) => About::new("command-select-document").navigation(),
            Self::StepInList(rows) if *rows > 0 => About::new("command-next-in-list")
                .menu(Menu::View)
                .key("Ctrl Down")
                .navigation(),
            Self::StepInList(_) => About::new("command-previous-in-list")
                .menu(Menu::View)
                .key("Ctrl Up")
                .navigation(),
            Self::SelectSecond(_) => About::new("command-select-second"),
            Self::TickDocument(_) => About::new("command-tick-document"),
            Self::TickThrough(_) => About::new("command-tick-through"),
            Self::TickAll => About::new("command-tick-all")
                .menu(Menu::Edit)
                .key("Ctrl A"),
            Self::UntickAll => About::new("command-untick-all").menu(Menu::Edit),
            Self::SideBySide => About::new("command-side-by-side")
                .menu(Menu::File)
                .key("V")
                .navigation(),
            Self::ReadBeside(_) => About::new("command-read-beside").navigation(),
            Self::TogglePage => About::new("command-toggle-page").menu(Menu::File).key("O"),
            Self::TurnPage(by) if *by > 0 => About::new("command-next-page")
                .menu(Menu::View)
                .key("Ctrl PageDown"),
            Self::TurnPage(_) => About::new("command-previous-page")
                .menu(Menu::View)
                .key("Ctrl PageUp"),
            Self::GoToPage(_) => About::new("command-go-to-page"),
            Self::LookAtSentence(_) => About::new("command-look-at-sentence").navigation(),
            Self::HoverDocument(_) | Self::PointAt(_) => About::new("command-hover-document"),
            Self::ClearSelection => About::new("command-clear-selection")
                .menu(Menu::Edit)
                .navigation(),
            Self::RankByPoint(_) => About::new("command-rank-by-point").navigation(),
            Self::ListDrawnAround(_) => About::new("command-list-drawn-around").navigation(),
            Self::ListAround { .. } => About::new("command-list-around").navigation(),
            Self::ReadTitles(_) => About::new("command-read-titles"),
            Self::SearchText(_) => About::new("command-search-text").navigation(),
            Self::SearchWithin(_) => About::new("command-search-within").navigation(),
            Self::FindSimilar(_) => About::new("command-find-similar")
                .menu(Menu::File)
                .key("A")
                .navigation(),
            Self::MoreLikeThese(_) => About::new("command-more-like-these").navigation(),
            Self::NotLike(_) => About::new("command-not-like-this").navigation(),
            Self::FindLikeText => About::new("command-find-like-text")
                .menu(Menu::File)
                .navigation(),
            Self::NearPlace(_) => About::new("command-near-place"),
            Self::SortBy(Order::Relevance) => About::new("command-sort-relevance").menu(Menu::Edit),
            Self::SortBy(Order::Newest) => About::new("command-sort-newest").menu(Menu::Edit),
            Self::SortBy(Order::Oldest) => About::new("command-sort-oldest").menu(Menu::Edit),
            Self::StepDeeper(step) if *step > 0 => {
                About::new("command-step-deeper").menu(Menu::Body).key(".")
            }
            Self::StepDeeper(_) => About::new("command-step-nearer").menu(Menu::Body).key(","),
        }
    }
}
