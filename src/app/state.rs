//! What the window knows: plain data that panels read and commands change.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use anatomy::{Atlas, Catalogue, StructureIndex, System, Transfer};
use bevy::prelude::Resource;
use grounding::{Attribution, Grounding};
use library::{Entry, Hit, Stored};
use serde::{Deserialize, Serialize};

use super::atlases::{ImportForm, Names};

/// How a structure is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Look {
    /// Solid.
    Shown,
    /// Translucent; clicks pass through it to what is solid behind.
    Ghost,
    /// Not drawn, not clicked.
    Hidden,
}

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

/// The body on the stage.
#[derive(Resource, Clone, Default)]
pub struct Body {
    /// The atlas on the stage; absent until it has been read from disk.
    pub atlas: Option<Arc<Atlas>>,
    /// The atlas that documents are placed in: the modelled torso.
    pub home: Option<Arc<Atlas>>,
    /// How places change between home and the stage (there and back), when another atlas is shown.
    pub transfer: Option<(Arc<Transfer>, Arc<Transfer>)>,
    /// Look per catalogue row.
    pub looks: Vec<Look>,
    /// Ids hidden by hand, counted on the "Restore hidden" button.
    pub hidden_by_hand: HashSet<StructureIndex>,
    /// Opacity 0..1 that the user gave to ghosts.
    pub opacities: HashMap<StructureIndex, f32>,
    /// What isn't selected recedes.
    pub focus: bool,
    /// Raised by every change of looks; the scene follows it.
    pub revision: u64,
    /// Rows that have voxels of their own.
    drawn: HashSet<StructureIndex>,
    /// Looks of the last session, waiting for the atlas.
    restored: Option<KeptLooks>,
}

/// Looks as they are kept: what differs from the first look, by catalogue id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptLooks {
    /// Looks that differ from the first ones.
    pub looks: Vec<(String, Look)>,
    /// Opacities given by the user, 0..1.
    pub opacities: Vec<(String, f32)>,
    /// What isn't selected recedes.
    pub focus: bool,
}

impl Body {
    /// Puts an atlas on the stage; the first one is home to the documents.
    pub fn show_atlas(&mut self, atlas: Arc<Atlas>) {
        let home = self.home.get_or_insert_with(|| atlas.clone()).clone();
        self.transfer = (!Arc::ptr_eq(&home, &atlas)).then(|| {
            (
                Arc::new(Transfer::new(home.clone(), atlas.clone())),
                Arc::new(Transfer::new(atlas.clone(), home)),
            )
        });
        self.set_atlas(atlas);
    }

    /// Where a place that belongs to a structure of the home atlas (by id) is on the stage; nothing when the atlas on the stage lacks
    /// the structure.
    pub fn staged(&self, structure: &str, point_mm: [f32; 3]) -> Option<[f32; 3]> {
        let Some((there, _)) = &self.transfer else {
            return Some(point_mm);
        };
        let index = there.from().catalogue().index_of(structure)?;
        there.place(index, point_mm).point_mm()
    }

    /// The documents that the atlas on the stage has a place for, at that place.
    pub fn staged_entries(&self, all: &[Entry]) -> Vec<Entry> {
        all.iter()
            .filter_map(|entry| {
                let point_mm = self.staged(&entry.structure, entry.point_mm)?;
                Some(Entry {
                    point_mm,
                    ..entry.clone()
                })
            })
            .collect()
    }

    /// A grounding as the stage shows it; nothing when its structure is not there.
    pub fn staged_grounding(&self, mut grounding: Grounding) -> Option<Grounding> {
        grounding.point_mm = self.staged(&grounding.structure, grounding.point_mm)?;
        grounding.sentences.retain_mut(|sentence| {
            let place = self.staged(&sentence.structure, sentence.point_mm);
            sentence.point_mm = place.unwrap_or(sentence.point_mm);
            place.is_some()
        });
        Some(grounding)
    }

    /// Gives every structure its first look.
    fn set_atlas(&mut self, atlas: Arc<Atlas>) {
        self.looks = first_looks(&atlas);
        self.drawn = atlas.present().iter().copied().collect();
        self.atlas = Some(atlas);
        self.focus = true;
        self.hidden_by_hand.clear();
        self.opacities.clear();
        self.revision += 1;
        if let Some(kept) = self.restored.take() {
            self.restore_looks(kept);
        }
    }

    /// What differs from the first look.
    pub fn kept_looks(&self) -> KeptLooks {
        let Some(atlas) = self.atlas.as_ref() else {
            return self.restored.clone().unwrap_or_default();
        };
        let catalogue = atlas.catalogue();
        let first = first_looks(atlas);
        let id = |index: StructureIndex| catalogue.get(index).id.clone();
        let mut opacities: Vec<(String, f32)> = self
            .opacities
            .iter()
            .map(|(index, opacity)| (id(*index), *opacity))
            .collect();
        opacities.sort_by(|a, b| a.0.cmp(&b.0));
        KeptLooks {
            looks: atlas
                .present()
                .iter()
                .filter(|leaf| self.look(**leaf) != first[leaf.usize()])
                .map(|leaf| (id(*leaf), self.look(*leaf)))
                .collect(),
            opacities,
            focus: self.focus,
        }
    }

    /// Gives structures the looks of an earlier session, now or when the atlas has been read; unknown ids are passed over.
    pub fn restore_looks(&mut self, kept: KeptLooks) {
        let Some(atlas) = self.atlas.clone() else {
            self.restored = Some(kept);
            return;
        };
        self.looks = first_looks(&atlas);
        self.hidden_by_hand.clear();
        self.opacities.clear();
        self.focus = kept.focus;
        let index_of = |id: &str| atlas.catalogue().index_of(id);
        for (id, look) in kept.looks {
            if let Some(index) = index_of(&id).filter(|index| self.drawn.contains(index)) {
                self.looks[index.usize()] = look;
                if look == Look::Hidden {
                    self.hidden_by_hand.insert(index);
                }
            }
        }
        for (id, opacity) in kept.opacities {
            if let Some(index) = index_of(&id) {
                self.opacities.insert(index, opacity.clamp(0.0, 1.0));
            }
        }
        self.revision += 1;
    }

    /// Opacity of a structure and its parts, when they have one in common: 1 for solid ones, 0 for hidden ones, nothing for plain ghosts.
    pub fn opacity_of(&self, structure: StructureIndex) -> Option<f32> {
        let opacity = |part: StructureIndex| match self.look(part) {
            Look::Shown => Some(1.0),
            Look::Hidden => Some(0.0),
            Look::Ghost => self.opacities.get(&part).copied(),
        };
        let mut parts = self.drawn_parts(structure);
        let first = opacity(parts.next()?)?;
        parts
            .all(|part| opacity(part) == Some(first))
            .then_some(first)
    }

    /// Sets the opacity (0..1) of a structure and its parts: 1 is solid, 0 hidden, between is a ghost.
    pub fn set_opacity(&mut self, structure: StructureIndex, opacity: f32) {
        let look = if opacity >= 0.995 {
            Look::Shown
        } else if opacity <= 0.005 {
            Look::Hidden
        } else {
            Look::Ghost
        };
        self.set_look(structure, look);
        if look == Look::Ghost {
            let parts: Vec<StructureIndex> = self.drawn_parts(structure).collect();
            self.opacities
                .extend(parts.into_iter().map(|part| (part, opacity)));
        }
    }

    /// Look of a leaf.
    pub fn look(&self, structure: StructureIndex) -> Look {
        self.looks
            .get(structure.usize())
            .copied()
            .unwrap_or(Look::Hidden)
    }

    /// A structure and its parts, as far as they have a shape of their own (a parent can have one beside its parts').
    pub fn drawn_parts(&self, structure: StructureIndex) -> impl Iterator<Item = StructureIndex> {
        let parts = self
            .atlas
            .as_ref()
            .map_or_else(Vec::new, |atlas| atlas.catalogue().parts(structure));
        parts.into_iter().filter(|part| self.drawn.contains(part))
    }

    /// Look of a structure with parts: that of all of them if they agree, otherwise `None`.
    pub fn look_of(&self, structure: StructureIndex) -> Option<Look> {
        let mut looks = self.drawn_parts(structure).map(|part| self.look(part));
        let first = looks.next()?;
        looks.all(|look| look == first).then_some(first)
    }

    /// Sets the look of a structure and its parts.
    pub fn set_look(&mut self, structure: StructureIndex, look: Look) {
        let parts: Vec<StructureIndex> = self.drawn_parts(structure).collect();
        for part in parts {
            if let Some(slot) = self.looks.get_mut(part.usize()) {
                *slot = look;
                self.opacities.remove(&part);
                if look == Look::Hidden {
                    self.hidden_by_hand.insert(part);
                } else {
                    self.hidden_by_hand.remove(&part);
                }
            }
        }
        self.revision += 1;
    }

    /// Hides everything but a structure and its parts.
    pub fn isolate(&mut self, structure: StructureIndex) {
        let Some(atlas) = self.atlas.clone() else {
            return;
        };
        let kept: HashSet<StructureIndex> = self.drawn_parts(structure).collect();
        let first = first_looks(&atlas);
        for leaf in atlas.present() {
            let slot = &mut self.looks[leaf.usize()];
            if kept.contains(leaf) {
                // What covers its neighbours at first (the pericardium) is isolated alone, not as a part of them.
                let covers = first[leaf.usize()] == Look::Hidden && kept.len() > 1;
                *slot = if covers { Look::Hidden } else { Look::Shown };
                self.hidden_by_hand.remove(leaf);
            } else if *slot != Look::Hidden {
                *slot = Look::Hidden;
                self.hidden_by_hand.insert(*leaf);
            }
        }
        self.revision += 1;
    }

    /// Gives what was hidden by hand its first look again.
    pub fn restore_hidden(&mut self) {
        let Some(atlas) = self.atlas.clone() else {
            return;
        };
        let first = first_looks(&atlas);
        for leaf in self.hidden_by_hand.drain() {
            self.looks[leaf.usize()] = if first[leaf.usize()] == Look::Hidden {
                Look::Ghost
            } else {
                first[leaf.usize()]
            };
        }
        self.revision += 1;
    }

    /// The box of all that the atlas on the stage holds, LPS mm.
    pub fn whole_bounds(&self) -> Option<([f32; 3], [f32; 3])> {
        let atlas = self.atlas.as_ref()?;
        atlas
            .present()
            .iter()
            .filter_map(|structure| atlas.bounds_mm(*structure))
            .reduce(|a, b| {
                (
                    std::array::from_fn(|n| a.0[n].min(b.0[n])),
                    std::array::from_fn(|n| a.1[n].max(b.1[n])),
                )
            })
    }

    /// The first look of the body.
    pub fn reset_looks(&mut self) {
        let Some(atlas) = self.atlas.clone() else {
            return;
        };
        self.looks = first_looks(&atlas);
        self.hidden_by_hand.clear();
        self.opacities.clear();
        self.revision += 1;
    }
}

/// The first look of an atlas: as [`default_looks`]; one that holds nothing to be solid (bones alone) is shown solid as a whole.
pub fn first_looks(atlas: &Atlas) -> Vec<Look> {
    let mut looks = default_looks(atlas.catalogue());
    let solid = |look: &Look| *look == Look::Shown;
    if !atlas.present().iter().any(|s| solid(&looks[s.usize()])) {
        for structure in atlas.present() {
            looks[structure.usize()] = Look::Shown;
        }
    }
    looks
}

/// The first look: organs and vessels solid, lungs and skeleton as ghosts around them, muscles and fat hidden, skin a faint outline.
pub fn default_looks(catalogue: &Catalogue) -> Vec<Look> {
    catalogue
        .structures()
        .iter()
        .map(
            |structure| match (structure.system, structure.id.as_str()) {
                (System::Integument, "skin") => Look::Ghost,
                (System::Integument, _) => Look::Hidden,
                (
                    _,
                    "mesentery" | "greater_omentum" | "visceral_fat" | "rectus_sheath" | "scrotum",
                ) => Look::Hidden,
                (_, "diaphragm" | "pericardium" | "trachea_lumen") => Look::Hidden,
                (System::Musculoskeletal, id) if is_muscle(id) => Look::Hidden,
                (System::Musculoskeletal, _) => Look::Ghost,
                (System::Respiratory, id) if id.contains("lung") => Look::Ghost,
                _ => Look::Shown,
            },
        )
        .collect()
}

/// Whether a musculoskeletal row is soft tissue (by its catalogue id).
pub fn is_muscle(id: &str) -> bool {
    const MUSCLES: [&str; 16] = [
        "psoas",
        "iliacus",
        "obturator",
        "rectus",
        "oblique",
        "transversus",
        "erector",
        "pectoralis",
        "latissimus",
        "trapezius",
        "deltoid",
        "gluteus",
        "diaphragm",
        "ischiocavernosus",
        "muscle",
        "sheath",
    ];
    MUSCLES.iter().any(|muscle| id.contains(muscle))
}

/// Least evidence for a structure with which a document is listed as one of its documents.
pub const LISTED_FROM: f32 = 0.3;

/// Whether a document may belong outside this atlas, by its [`grounding::Grounding::outside_p`], so that its place is not
/// shown without a word.
pub fn is_doubtful(outside_p: f32) -> bool {
    outside_p > grounding::OUTSIDE
}

/// What is under the cursor.
#[derive(Clone, Debug, PartialEq)]
pub struct Hover {
    /// The leaf met first among what is solid, else the first ghost.
    pub structure: StructureIndex,
    /// Where the ray enters it, LPS mm.
    pub point_mm: [f32; 3],
    /// What the ray passed on the way, outermost first.
    pub through: Vec<StructureIndex>,
    /// How many structures along the ray can be stepped to.
    pub layers: usize,
}

/// One selection, everywhere.
#[derive(Resource, Clone, Default)]
pub struct Selection {
    /// Selected structure (leaf or whole).
    pub structure: Option<StructureIndex>,
    /// Selected point, LPS mm.
    pub point_mm: Option<[f32; 3]>,
    /// Selected document.
    pub document: Option<i64>,
    /// Structure under the cursor.
    pub hover: Option<Hover>,
    /// Document under the cursor (marker or row).
    pub hovered_document: Option<i64>,
    /// Whether the hovered document was found on the stage (then its row is scrolled to), not in the list.
    pub hovered_on_stage: bool,
    /// Results are ranked from the point rather than listed for the structure.
    pub by_point: bool,
    /// Steps deeper (or, below 0, nearer) than what the cursor meets first.
    pub depth: i32,
}

/// A list of documents and what it answers.
#[derive(Default)]
pub struct Results {
    /// What was asked, in words: "Liver", "Within 25 mm of the point", "“gallstones”".
    pub heading: String,
    /// Ranked.
    pub hits: Vec<Hit>,
    /// Every document is meant, also one that lands after the question.
    pub everything: bool,
    /// The request that is awaited; answers to older ones are dropped.
    pub generation: u64,
    /// An answer is awaited.
    pub pending: bool,
}

/// An import in progress or just ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportProgress {
    /// Records read so far.
    pub read: usize,
    /// Documents that have landed.
    pub added: usize,
    /// Known already.
    pub duplicates: usize,
    /// Refused, each listed among the problems.
    pub refused: usize,
    /// No longer running.
    pub done: bool,
    /// Ended by the user.
    pub cancelled: bool,
}

/// How far placing documents anew is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replacing {
    /// Documents placed anew.
    pub done: usize,
    /// Documents that were to be.
    pub of: usize,
    /// Still running.
    pub running: bool,
}

/// Something the user should know went wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The file or part concerned.
    pub place: String,
    /// The reason, in plain words.
    pub reason: String,
}

/// The open library as the window sees it.
#[derive(Resource, Default)]
pub struct LibraryView {
    /// The file.
    pub path: PathBuf,
    /// Light rows of every document, at their places in the home atlas.
    pub all: Vec<Entry>,
    /// Those that the atlas on the stage has a place for, at that place.
    pub entries: Vec<Entry>,
    /// Raised when `entries` changes; the markers follow it.
    pub revision: u64,
    /// The ranked list.
    pub results: Results,
    /// The open document.
    pub document: Option<Box<Stored>>,
    /// The words behind its place.
    pub why: WhyView,
    /// Import progress.
    pub import: Option<ImportProgress>,
    /// Number of documents that another version of the model placed.
    pub outdated: usize,
    /// Their placing anew, while it runs.
    pub replacing: Option<Replacing>,
    /// What could not be read or done.
    pub problems: Vec<Problem>,
    /// The library is ready.
    pub ready: bool,
    /// Model and engine in plain words, once opened; or why there is none.
    pub engine: Option<Result<EngineWords, String>>,
}

/// Which words of the open document speak for a structure.
#[derive(Default)]
pub struct WhyView {
    /// The words are tinted.
    pub on: bool,
    /// The structure that is asked about; the place of the document when absent.
    pub structure: Option<String>,
    /// Raised with every question; answers to older ones are dropped.
    pub generation: u64,
    /// An answer is awaited.
    pub pending: bool,
    /// The answer, with the key of the document that it is about.
    pub found: Option<(i64, Attribution)>,
}

/// Which model runs on what, in plain words.
#[derive(Clone, Debug, PartialEq)]
pub struct EngineWords {
    /// Model name.
    pub model: String,
    /// Version of the model, by which groundings are marked.
    pub version: String,
    /// Engine name.
    pub engine: String,
    /// Why this engine.
    pub reason: String,
}

/// The live text box.
#[derive(Resource, Default)]
pub struct Live {
    /// What has been typed.
    pub text: String,
    /// Raised with every change; an answer to an older text is dropped.
    pub generation: u64,
    /// Seconds left before the text is sent.
    pub debounce: Option<f32>,
    /// An answer is awaited.
    pub pending: bool,
    /// Where it lands.
    pub grounding: Option<Grounding>,
}

/// Fold state and other chrome.
#[derive(Resource)]
pub struct Chrome {
    /// Tab shown on the right.
    pub tab: PanelTab,
    /// Left panel unfolded.
    pub body_panel: bool,
    /// Right panel unfolded.
    pub side_panel: bool,
    /// Shortcut list and about shown.
    pub help: bool,
    /// Text of the command bar.
    pub ask: String,
    /// Text of the structure filter.
    pub filter: String,
    /// Renderer in plain words.
    pub renderer: String,
    /// The renderer runs on the processor.
    pub software_renderer: bool,
    /// Motion is reduced.
    pub reduced_motion: bool,
    /// A short notice and until when it stays.
    pub notice: Option<(String, std::time::Instant)>,
    /// Files hovering over the window.
    pub drop_hover: usize,
    /// What a click on the stage does.
    pub tool: Tool,
    /// The menu opened by a right click on the stage.
    pub stage_menu: Option<StageMenu>,
    /// The panel of sections, explosion and colours is open.
    pub look_panel: bool,
    /// Name being typed for a view to be saved.
    pub view_name: String,
    /// Only the stage, with large labels.
    pub presentation: bool,
    /// The atlas about to be made of files, while it is being asked how.
    pub import: Option<ImportForm>,
    /// What of an atlas's names is looked at.
    pub names: NamesPanel,
}

/// What of an atlas's names is looked at, and the search for a structure that one of them stands for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NamesPanel {
    /// Only names that matched nothing, and those decided by hand since.
    pub unmatched_only: bool,
    /// Only names with these words in them or in what they stand for.
    pub filter: String,
    /// What is being searched for in the catalogue.
    pub query: String,
}

impl NamesPanel {
    /// Those that ask for a decision first, where there are such.
    pub fn for_names(names: &Names) -> Self {
        Self {
            unmatched_only: names.unmatched() > 0,
            ..Self::default()
        }
    }
}

/// What a click on the stage does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Tool {
    /// Selects what is under the cursor.
    #[default]
    Select,
    /// Sets the ends of a measured distance.
    Measure {
        /// The end set first, LPS mm.
        from_mm: Option<[f32; 3]>,
    },
}

/// A menu on the stage: where (logical pixels) and about what.
#[derive(Clone, Debug, PartialEq)]
pub struct StageMenu {
    /// Upper left corner, logical pixels.
    pub at: [f32; 2],
    /// What was under the cursor.
    pub hover: Option<Hover>,
}

impl Default for Chrome {
    fn default() -> Self {
        Self {
            tab: PanelTab::Results,
            body_panel: true,
            side_panel: true,
            help: false,
            ask: String::new(),
            filter: String::new(),
            renderer: String::new(),
            software_renderer: false,
            reduced_motion: std::env::var_os("CORPUS_ATLAS_REDUCED_MOTION").is_some(),
            notice: None,
            drop_hover: 0,
            tool: Tool::Select,
            stage_menu: None,
            look_panel: false,
            view_name: String::new(),
            presentation: false,
            import: None,
            names: NamesPanel::default(),
        }
    }
}
