//! Which panels, menus and dialogs are open, and what a click does.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use crate::command::{About, Menu};
use crate::{
    Dialog, Dock, Docks, Hover, LeftTab, PanelSide, PanelTab, PanelWidths, PictureWish, QuizOrder,
    StagePoint, Tab,
};
use anatomy::StructureIndex;

/// What a click on the stage does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tool {
    /// Selects what is under the cursor.
    #[default]
    Select,
    /// Draws around documents.
    DrawAround,
    /// Draws a box around documents.
    DrawBox,
    /// Lists the documents within a radius of what is pointed at.
    Probe,
    /// Chooses structures together, a click each.
    Several,
    /// Sets the ends of a measured distance.
    Measure {
        /// The end set first, and the structure that it lies in.
        from: Option<(StagePoint, Option<StructureIndex>)>,
    },
}

impl Tool {
    /// Whether documents are drawn around with it.
    pub fn draws(self) -> bool {
        matches!(self, Self::DrawAround | Self::DrawBox)
    }

    /// Whether distances are measured with it.
    pub fn measures(self) -> bool {
        matches!(self, Self::Measure { .. })
    }
}

/// Radii that the probe can have, mm: from a small node to a whole organ.
pub const PROBE_MM: std::ops::RangeInclusive<f32> = 2.0..=150.0;

/// Radius of the probe at first, mm.
fn probe_mm() -> f32 {
    20.0
}

/// A quiz as it is offered first.
fn quiz_order() -> QuizOrder {
    QuizOrder {
        questions: 10,
        ..QuizOrder::default()
    }
}

/// A menu on the stage: where (logical pixels) and about what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StageMenu {
    /// Upper left corner, logical pixels.
    pub at: [f32; 2],
    /// What was under the cursor.
    pub hover: Option<Hover>,
}

/// What is to have the keyboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Focus {
    /// The box that asks for places, documents and commands.
    Ask,
    /// The live text.
    Text,
    /// The list of documents.
    List,
    /// The slices: the first of them, or the one after that which has it.
    Slices,
}

/// A panel that opens over the stage, one at a time, and closes with Escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Popover {
    /// The steps that can be undone and redone.
    History,
    /// What is being done beside the window.
    Jobs,
    /// Shortcuts and about.
    Help,
    /// What to do first, on one page.
    Guide,
    /// Documents that are copies of one work.
    Duplicates,
    /// Search PubMed.
    #[serde(rename = "pubmed")]
    PubMed,
    /// Tours to be shown, and the one that is being made.
    Tours,
    /// What a quiz is to be like.
    Quiz,
    /// What can be done first.
    Welcome,
    /// What a picture that is saved is to show.
    Picture,
}

impl Popover {
    /// Those that menus list; a picture is asked for by its own command.
    pub const ALL: [Self; 9] = [
        Self::History,
        Self::Jobs,
        Self::Help,
        Self::Guide,
        Self::Tours,
        Self::Quiz,
        Self::Welcome,
        Self::PubMed,
        Self::Duplicates,
    ];

    /// How the command that opens and closes it is offered.
    pub fn about(self) -> About {
        match self {
            Self::History => About::new("command-open-history").menu(Menu::Edit),
            Self::Duplicates => About::new("command-open-duplicates").menu(Menu::File),
            Self::PubMed => About::new("command-open-pubmed").menu(Menu::File),
            Self::Jobs => About::new("command-open-jobs").menu(Menu::View),
            Self::Tours => About::new("command-open-tours").menu(Menu::Help),
            Self::Quiz => About::new("command-open-quiz").menu(Menu::Help),
            Self::Welcome => About::new("command-open-welcome").menu(Menu::Help),
            Self::Picture => About::new("command-open-picture"),
            Self::Guide => About::new("command-open-guide").menu(Menu::Help),
            Self::Help => About::new("command-open-help").menu(Menu::Help).key("F1"),
        }
    }
}

/// A line of news that passes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notice {
    /// In plain words.
    pub words: String,
    /// It tells of a step that a button beside it takes back.
    #[serde(default)]
    pub undo: bool,
    /// It tells of files whose import broke off, and a button beside it goes on with them.
    #[serde(default)]
    pub go_on: Vec<PathBuf>,
    /// Which one: only the latest is taken away when its time is over.
    pub number: u64,
}

impl Notice {
    /// How long it stands, s: to be read, or to be acted on as well.
    pub(crate) fn seconds(&self) -> f32 {
        match (self.go_on.is_empty(), self.undo) {
            // It is told once, while the window is still being opened.
            (false, _) => 60.0,
            (true, true) => 12.0,
            (true, false) => 4.0,
        }
    }
}

/// A path asked for in the window itself, because the system offers no dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PathPrompt {
    /// What the path is for.
    pub dialog: Dialog,
}

/// Documents that are pulled out of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DraggedOut {
    /// How many.
    pub count: usize,
    /// What is under the pointer now would take them.
    pub taken: bool,
}

/// What has become of documents that are pulled out of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DragNews {
    /// Whether what is under the pointer would take them.
    Over {
        /// It would.
        taken: bool,
    },
    /// The button was let go, or the drag was given up.
    Ended,
    /// This desktop does not let a window hand anything to another one.
    Impossible,
}

/// Panels, menus and tools.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layout {
    /// The tab shown last of those at home in the panel of the lists.
    pub tab: PanelTab,
    /// Left panel unfolded.
    pub body_panel: bool,
    /// Right panel unfolded.
    pub side_panel: bool,
    /// Each panel is docked at the other side of the window than the one that it is called after.
    #[serde(default)]
    pub swapped: bool,
    /// The tab shown last of those at home in the body panel.
    pub left: LeftTab,
    /// Where the tabs stand.
    #[serde(default)]
    pub docks: Docks,
    /// How wide the panels were made.
    #[serde(default)]
    pub widths: PanelWidths,
    /// The strip of years is open below the stage.
    #[serde(default)]
    pub timeline: bool,
    /// What the list can be narrowed to is open above it.
    #[serde(default)]
    pub facets: bool,
    /// Only the stage, with large labels.
    pub presentation: bool,
    /// What a click on the stage does.
    pub tool: Tool,
    /// Radius of the probe, mm.
    #[serde(default = "probe_mm")]
    pub probe_mm: f32,
    /// The menu opened by a right click on the stage.
    pub stage_menu: Option<StageMenu>,
    /// The panel that is open over the stage.
    pub popover: Option<Popover>,
    /// What is to have the keyboard next.
    pub focus: Option<Focus>,
    /// A line of news that passes.
    pub notice: Option<Notice>,
    /// How many there have been.
    pub notices: u64,
    /// What pictures are to show.
    #[serde(default)]
    pub picture: PictureWish,
    /// What the next quiz is to be like.
    #[serde(default = "quiz_order")]
    pub quiz_order: QuizOrder,
    /// A path asked for in the window.
    pub path_prompt: Option<PathPrompt>,
    /// Files hovering over the window.
    pub drop_hover: usize,
    /// Documents that are being pulled out of it.
    #[serde(default)]
    pub dragged_out: Option<DraggedOut>,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            tab: PanelTab::Results,
            body_panel: true,
            side_panel: true,
            swapped: false,
            left: LeftTab::Structures,
            docks: Docks::default(),
            widths: PanelWidths::default(),
            timeline: false,
            facets: false,
            presentation: false,
            tool: Tool::Select,
            probe_mm: probe_mm(),
            stage_menu: None,
            popover: None,
            focus: None,
            notice: None,
            notices: 0,
            picture: PictureWish::default(),
            quiz_order: quiz_order(),
            path_prompt: None,
            drop_hover: 0,
            dragged_out: None,
        }
    }
}

impl Layout {
    /// Shows a line of news in place of an older one.
    pub(crate) fn say(&mut self, words: impl Into<String>) {
        self.notices += 1;
        self.notice = Some(Notice {
            words: words.into(),
            undo: false,
            go_on: Vec::new(),
            number: self.notices,
        });
    }

    /// The same, of a step that has just been done and can be taken back.
    pub(crate) fn say_done(&mut self, words: impl Into<String>) {
        self.say(words);
        self.notice.iter_mut().for_each(|notice| notice.undo = true);
    }

    /// Offers to go on with files whose import broke off.
    pub(crate) fn offer_to_go_on(&mut self, words: String, files: Vec<PathBuf>) {
        self.say(words);
        if let Some(notice) = &mut self.notice {
            notice.go_on = files;
        }
    }
}

impl Layout {
    /// Brings a tab to the front of its dock.
    pub fn show(&mut self, tab: impl Into<Tab>) {
        let tab = tab.into();
        match tab {
            Tab::Body(tab) => self.left = tab,
            Tab::Lists(tab) => self.tab = tab,
        }
        self.docks.bring_to_front(tab);
    }

    /// Brings a tab to the front of its dock, and unfolds the panel.
    pub fn open(&mut self, tab: impl Into<Tab>) {
        let tab = tab.into();
        self.show(tab);
        *self.unfolded_mut(self.docks.of(tab).side()) = true;
    }

    /// Whether a tab is seen in an unfolded panel.
    pub fn is_shown(&self, tab: impl Into<Tab>) -> bool {
        let tab = tab.into();
        let dock = self.docks.of(tab);
        self.is_unfolded(dock.side()) && self.docks.front(dock) == Some(tab)
    }

    /// Whether a panel is unfolded and has tabs.
    pub fn is_unfolded(&self, side: PanelSide) -> bool {
        let unfolded = match side {
            PanelSide::Body => self.body_panel,
            PanelSide::Lists => self.side_panel,
        };
        unfolded
            && side
                .docks()
                .iter()
                .any(|dock| self.docks.front(*dock).is_some())
    }

    /// Moves a tab to a dock, where it is seen.
    pub fn dock(&mut self, tab: Tab, dock: Dock) {
        self.docks.move_to(tab, dock);
        self.open(tab);
    }

    /// Moves all tabs home, into panels that are as wide as at first.
    pub fn dock_at_home(&mut self) {
        self.docks = Docks::default();
        self.widths = PanelWidths::default();
        self.show(self.left);
        self.show(self.tab);
        (self.body_panel, self.side_panel, self.swapped) = (true, true, false);
    }

    fn unfolded_mut(&mut self, side: PanelSide) -> &mut bool {
        match side {
            PanelSide::Body => &mut self.body_panel,
            PanelSide::Lists => &mut self.side_panel,
        }
    }
}
