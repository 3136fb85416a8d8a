//! Where the tabs of the two panels stand: each at its home at first, and wherever they were moved to.

use serde::{Deserialize, Serialize};

/// The tabs of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PanelTab {
    /// The ranked list.
    #[default]
    Results,
    /// One document with its sentences.
    Document,
    /// The live text box.
    Text,
    /// What could not be read, and other things gone wrong.
    Problems,
}

/// The tabs of the left panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LeftTab {
    /// Every structure.
    #[default]
    Structures,
    /// How the documents are organised.
    Library,
    /// Cuts, colours and views.
    View,
}

/// A tab of either panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Tab {
    /// Of those at home in the body panel.
    Body(LeftTab),
    /// Of those at home in the panel of the lists.
    Lists(PanelTab),
}

impl From<LeftTab> for Tab {
    fn from(tab: LeftTab) -> Self {
        Self::Body(tab)
    }
}

impl From<PanelTab> for Tab {
    fn from(tab: PanelTab) -> Self {
        Self::Lists(tab)
    }
}

impl Tab {
    /// All, in the order in which they stand in a dock.
    pub const ALL: [Self; 7] = [
        Self::Body(LeftTab::Structures),
        Self::Body(LeftTab::Library),
        Self::Body(LeftTab::View),
        Self::Lists(PanelTab::Results),
        Self::Lists(PanelTab::Document),
        Self::Lists(PanelTab::Text),
        Self::Lists(PanelTab::Problems),
    ];

    fn home(self) -> Dock {
        match self {
            Self::Body(_) => Dock::Body,
            Self::Lists(_) => Dock::Lists,
        }
    }
}

/// One of the two panels, by what is at home in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PanelSide {
    /// On the left, unless the panels are swapped.
    Body,
    /// On the right, unless the panels are swapped.
    Lists,
}

impl PanelSide {
    /// The dock above and the one below.
    pub fn docks(self) -> [Dock; 2] {
        match self {
            Self::Body => [Dock::Body, Dock::BodyBelow],
            Self::Lists => [Dock::Lists, Dock::ListsBelow],
        }
    }
}

/// A place where tabs stand, one of them in front.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Dock {
    /// The body panel.
    Body,
    /// Its lower part.
    BodyBelow,
    /// The panel of the lists.
    Lists,
    /// Its lower part.
    ListsBelow,
}

impl Dock {
    /// All, from left to right and down.
    pub const ALL: [Self; 4] = [Self::Body, Self::BodyBelow, Self::Lists, Self::ListsBelow];

    /// The panel that it is a part of.
    pub fn side(self) -> PanelSide {
        match self {
            Self::Body | Self::BodyBelow => PanelSide::Body,
            Self::Lists | Self::ListsBelow => PanelSide::Lists,
        }
    }
}

/// How wide the two panels were made, points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PanelWidths {
    body: Option<f32>,
    lists: Option<f32>,
}

impl PanelWidths {
    /// The width of a panel, points, which may lie beyond what it can have; nothing where it is as wide as at first.
    pub fn of(self, side: PanelSide) -> Option<f32> {
        match side {
            PanelSide::Body => self.body,
            PanelSide::Lists => self.lists,
        }
    }

    /// Makes a panel so wide, points.
    pub(crate) fn set(&mut self, side: PanelSide, width: f32) {
        let width = Some(width).filter(|width| width.is_finite());
        match side {
            PanelSide::Body => self.body = width,
            PanelSide::Lists => self.lists = width,
        }
    }
}

/// Where each tab stands, and which is in front.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Docks {
    /// Tabs that do not stand at home.
    moved: Vec<(Tab, Dock)>,
    /// What was shown last in each dock.
    front: [Option<Tab>; 4],
}

impl Default for Docks {
    fn default() -> Self {
        Self {
            moved: Vec::new(),
            front: [
                Some(Tab::Body(LeftTab::default())),
                None,
                Some(Tab::Lists(PanelTab::default())),
                None,
            ],
        }
    }
}

impl Docks {
    /// Where a tab stands.
    pub fn of(&self, tab: Tab) -> Dock {
        let moved = self.moved.iter().find(|(known, _)| *known == tab);
        moved.map_or(tab.home(), |(_, dock)| *dock)
    }

    /// The tabs of a dock, in their order.
    pub fn tabs(&self, dock: Dock) -> impl Iterator<Item = Tab> + '_ {
        Tab::ALL
            .into_iter()
            .filter(move |tab| self.of(*tab) == dock)
    }

    /// The tab of a dock that is seen; none of an empty one.
    pub fn front(&self, dock: Dock) -> Option<Tab> {
        let last = self.front[dock as usize];
        last.filter(|tab| self.of(*tab) == dock)
            .or_else(|| self.tabs(dock).next())
    }

    /// Brings a tab to the front of its dock.
    pub(crate) fn bring_to_front(&mut self, tab: Tab) {
        self.front[self.of(tab) as usize] = Some(tab);
    }

    /// Whether all stand at home.
    pub fn is_at_home(&self) -> bool {
        self.moved.is_empty()
    }

    /// Moves a tab to a dock.
    pub(crate) fn move_to(&mut self, tab: Tab, dock: Dock) {
        self.moved.retain(|(known, _)| *known != tab);
        if dock != tab.home() {
            self.moved.push((tab, dock));
        }
    }
}
