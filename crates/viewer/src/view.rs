//! All that the window knows.

use std::sync::Arc;

use anatomy::{Atlas, Catalogue, Sex, Structure, StructureIndex};
use library::{CitationStyle, Marks, Order};
use serde::{Deserialize, Serialize};

use crate::before::Before;
use crate::{
    Atlases, Comparison, Display, Documents, Drops, FEMALE, Heat, History, Identified, JobId, Jobs,
    Language, Layout, LiveText, Navigation, Place, Pose, PubMedSearch, Quality, Quiz, Scene,
    Selection, StagePoint, Staging, Theme, Tours, latin_name, structure_name, structure_title,
};

/// The bodies in play: read from files by workers, shared, never changed.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// The atlas that documents are placed in: the modelled torso.
    pub home: Option<Arc<Atlas>>,
    /// Why that one cannot be read.
    pub failed: Option<String>,
    /// The atlas on the stage; absent until one has been read.
    pub shown: Option<Arc<Atlas>>,
    /// The way between them, when they are not the same.
    pub staging: Option<Arc<Staging>>,
    /// The job that brought what is on the stage; nothing for the home atlas as it was first read. Surfaces of another job are
    /// not for this stage.
    pub brought_by: Option<JobId>,
    /// The atlas that is on its way to the stage.
    pub awaited: Option<Awaited>,
}

/// An atlas on its way to the stage. What another job brings is not put there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Awaited {
    /// The job that brings it.
    pub job: JobId,
    /// The step of the history that it is brought for; nothing when the user asked for the atlas itself.
    pub step: Option<AwaitedStep>,
    /// The structure that is selected when it has come.
    pub then: Option<StructureIndex>,
}

/// A step of the history that waits for its atlas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AwaitedStep {
    /// Steps that are to be done then.
    pub steps: usize,
    /// The history's revision when it was asked for: another one means that something was done meanwhile.
    pub revision: u64,
}

impl PartialEq for Body {
    /// Whether they are the same bodies, not whether they are alike.
    fn eq(&self, other: &Self) -> bool {
        let same = |a: &Option<Arc<Atlas>>, b: &Option<Arc<Atlas>>| {
            a.as_ref().map(Arc::as_ptr) == b.as_ref().map(Arc::as_ptr)
        };
        same(&self.home, &other.home) && same(&self.shown, &other.shown)
    }
}

/// All that the window knows. Changed by [`crate::apply`] alone.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// What undo brings back.
    pub scene: Scene,
    /// Where the camera is, or is going to be when its flight has ended.
    pub camera: Pose,
    /// What is selected and what is under the cursor.
    pub selection: Selection,
    /// How often a structure was selected by its name: each time it flashes on the stage.
    #[serde(skip)]
    pub named: u64,
    /// Where the slices cross.
    pub crosshair_mm: StagePoint,
    /// The three linked slices are shown.
    pub slices: bool,
    /// Dark or light.
    pub theme: Theme,
    /// Nothing moves by itself: no flights, no sliding.
    pub less_motion: bool,
    /// Latin names stand below those on the labels of the body, as they do where that was not chosen.
    pub latin_labels: Option<bool>,
    /// The language of the window.
    pub language: Language,
    /// How much the renderer is asked for.
    pub quality: Quality,
    /// How documents are cited.
    pub citation_style: CitationStyle,
    /// In which order lists are; also those of another library that is opened.
    pub order: Order,
    /// Panels, menus and tools.
    pub layout: Layout,
    /// The text being typed.
    pub live: LiveText,
    /// The open library.
    pub documents: Documents,
    /// What was dropped and is on its way to its place.
    #[serde(skip)]
    pub drops: Drops,
    /// What was asked of PubMed last, or is to be.
    pub pubmed: PubMedSearch,
    /// What its files of identifiers hold, once they have been read.
    pub identified: Option<Identified>,
    /// Other atlases.
    pub atlases: Atlases,
    /// What is being done beside the window.
    pub jobs: Jobs,
    /// Undo and redo.
    pub history: History,
    /// Back and forward.
    pub navigation: Navigation,
    /// The tour that is shown, and the one that is being made.
    #[serde(skip)]
    pub tours: Tours,
    /// The quiz.
    #[serde(skip)]
    pub quiz: Option<Quiz>,
    /// What was seen before a tour or a quiz had the stage.
    #[serde(skip)]
    pub(crate) before: Option<Box<Before>>,
    /// The list with which whatever is listed is compared, if any; it stays when another library is opened.
    #[serde(skip)]
    pub comparison: Option<Comparison>,
    /// The bodies in play.
    #[serde(skip)]
    pub body: Body,
}

impl View {
    /// The atlas on the stage, once it has been read.
    pub fn atlas(&self) -> Option<&Atlas> {
        self.body.shown.as_deref()
    }

    /// Where the slices cross after a step from a point, mm along the axes of the body (LPS): within what the atlas on the stage has.
    pub fn crossing_after(&self, from: StagePoint, step_mm: [f32; 3]) -> StagePoint {
        let to: [f32; 3] = std::array::from_fn(|axis| from.mm()[axis] + step_mm[axis]);
        let Some(atlas) = self.atlas() else {
            return StagePoint(to);
        };
        let half = atlas.labels().dims().map(|voxels| voxels as f32 * 0.5);
        // The middles of the outermost voxels.
        let most = half.map(|half| (half - 0.5).max(0.0));
        StagePoint(std::array::from_fn(|axis| {
            to[axis].clamp(-most[axis], most[axis])
        }))
    }

    /// The keys of the documents that are drawn within so many mm of a point, the nearest first. Every document is looked at.
    pub(crate) fn around(&self, point: StagePoint, radius_mm: f32) -> Vec<i64> {
        let of = point.mm();
        let cutting = self.atlas().filter(|_| self.scene.takes_any_away());
        let is_away = |entry: &library::Spot, at: StagePoint| {
            cutting.is_some_and(|atlas| {
                let structure = atlas.catalogue().index_of(&entry.structure);
                self.scene.takes_away(atlas, at, structure)
            })
        };
        let near = self.documents.placed().filter_map(|(entry, place)| {
            let at = place.mm();
            let squares = (0..3).map(|axis| (at[axis] - of[axis]).powi(2));
            let square: f32 = squares.sum();
            let is_inside = square <= radius_mm * radius_mm
                && !self.scene.removed.contains(&entry.key)
                && !is_away(entry, place);
            is_inside.then_some((square, entry.key))
        });
        let mut near: Vec<(f32, i64)> = near.collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().map(|(_, key)| key).collect()
    }

    /// What is kept with a document.
    pub fn marks_of(&self, key: i64) -> Arc<Marks> {
        let marked = self.scene.marked.get(&key);
        let kept = marked.or_else(|| self.documents.shelf.marks.get(&key));
        kept.cloned().unwrap_or_default()
    }

    /// What is drawn, and how; nothing before an atlas has been read.
    pub fn display(&self) -> Option<Display> {
        Some(Display {
            atlas: self.body.shown.clone()?,
            scene: self.scene.clone(),
            selected: self.selection.structures().collect(),
            heat: Heat::default(),
        })
    }

    /// Whether Latin names stand below those on the labels of the body.
    pub fn labels_have_latin(&self) -> bool {
        self.latin_labels.unwrap_or(true)
    }

    /// Whether an atlas can be put on the stage: the modelled torso, or one that is installed.
    pub(crate) fn can_be_shown(&self, slug: Option<&str>) -> bool {
        slug.is_none_or(|slug| self.atlases.find(slug).is_some())
    }

    /// The atlas of the two that ship which has a structure of the catalogue that the stage has not: its folder's name, or nothing for the
    /// male torso; no answer when the stage has it, or neither of them.
    pub fn other_body(&self, id: &str) -> Option<Option<&'static str>> {
        let catalogue = Catalogue::builtin();
        let row = catalogue.index_of(id)?;
        let has = |atlas: &Option<Arc<Atlas>>| atlas.as_ref().is_some_and(|a| a.has_voxels(row));
        if has(&self.body.shown) {
            return None;
        }
        let female = catalogue.get(row).sex == Some(Sex::Female);
        match female
            && self.can_be_shown(Some(FEMALE))
            && self.scene.atlas.as_deref() != Some(FEMALE)
        {
            true => Some(Some(FEMALE)),
            false => has(&self.body.home).then_some(None),
        }
    }

    /// A structure of the atlas on the stage by its id.
    pub fn index_of(&self, id: &str) -> Option<StructureIndex> {
        self.atlas()?.catalogue().index_of(id)
    }

    /// The id of a structure of the atlas on the stage.
    pub fn id_of(&self, structure: StructureIndex) -> Option<&str> {
        Some(&self.structure(structure)?.id)
    }

    fn structure(&self, structure: StructureIndex) -> Option<&Structure> {
        let structures = self.atlas()?.catalogue().structures();
        structures.get(structure.usize())
    }

    /// A structure's name with a capital, for titles and rows.
    pub fn name(&self, structure: StructureIndex) -> String {
        let structure = self.structure(structure);
        structure.map_or_else(String::new, structure_title)
    }

    /// The same within a sentence.
    pub fn name_within(&self, structure: StructureIndex) -> String {
        let structure = self.structure(structure);
        structure.map_or_else(String::new, structure_name)
    }

    /// The same by id; the id itself when the atlas does not know it.
    pub fn name_of(&self, id: &str) -> String {
        self.index_of(id)
            .map_or_else(|| id.replace('_', " "), |index| self.name(index))
    }

    /// Words of a tooltip about a structure, and below them its Latin name, where it has one of its own.
    pub fn with_latin(&self, words: String, structure: Option<StructureIndex>) -> String {
        let structure = structure.and_then(|structure| self.structure(structure));
        match structure.and_then(latin_name) {
            Some(latin) => format!("{words}\n{latin}"),
            None => words,
        }
    }

    /// What is being looked at.
    pub fn place(&self) -> Place {
        Place {
            structure: self.selection.structure,
            others: self.selection.others.clone(),
            point_mm: self.selection.point_mm,
            document: self.selection.document,
            beside: self.documents.beside.as_ref().map(|beside| beside.key),
            by_point: self.selection.by_point,
            question: self.documents.results.question.clone(),
            tab: self.layout.tab,
            pose: self.camera,
        }
    }

    /// Whether all that was asked for is there: text placed, list there, document read, its neighbours found, two compared, words weighed.
    pub fn is_settled(&self) -> bool {
        let documents = &self.documents;
        let read = self.selection.document.is_none_or(|key| {
            let opened = documents.opened.as_ref();
            opened.is_some_and(|opened| opened.stored.key == key)
        });
        let weighed = documents.why.pending || self.live.why.pending;
        let nearby = documents.nearby.as_ref();
        let located = nearby.is_none_or(|nearby| nearby.found.is_some());
        let asked = self.live.pending || documents.results.pending || weighed || !located;
        let common = documents.beside.as_ref();
        let common = common.and_then(|beside| beside.common.as_ref());
        let compared = self.pair().is_none() || common.is_some();
        read && !asked && compared
    }

    /// The box of all that the atlas on the stage holds, LPS mm.
    pub fn whole_bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        let atlas = self.atlas()?;
        let boxes = atlas.present().iter();
        boxes
            .filter_map(|structure| atlas.bounds_mm(*structure))
            .reduce(|a, b| {
                (
                    std::array::from_fn(|n| a.0[n].min(b.0[n])),
                    std::array::from_fn(|n| a.1[n].max(b.1[n])),
                )
            })
    }
}
