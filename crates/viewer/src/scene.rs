//! What undo brings back: which structures are shown and how, cuts, colours, measured distances, saved views, removed documents.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use anatomy::{Atlas, StructureIndex, Visibility};
use library::{Correction, Marks};
use serde::{Deserialize, Serialize};

use crate::{Keys, Lists, MAX_SECTIONS, Palette, Pose, SectionPlane, StagePoint};

/// A distance between two points of the body. Each end moves with the structure that it lies in when the body is taken apart;
/// the distance is always that of the body together.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measurement {
    /// Start.
    pub from_mm: StagePoint,
    /// End.
    pub to_mm: StagePoint,
    /// The structures that the ends lie in, where known.
    #[serde(default)]
    pub structures: [Option<StructureIndex>; 2],
}

impl Measurement {
    /// The distance, mm.
    pub fn length_mm(&self) -> f32 {
        self.from_mm.distance_mm(self.to_mm)
    }
}

/// Visibilities as they are kept: what differs from the first ones, by catalogue id.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptVisibility {
    /// Visibilities that differ from the first ones.
    #[serde(rename = "looks")]
    pub visibilities: Vec<(String, Visibility)>,
    /// Opacities given by the user, 0..1.
    pub opacities: Vec<(String, f32)>,
    /// What isn't selected recedes.
    #[serde(rename = "focus")]
    pub recede: bool,
}

/// A view to come back to: the camera, what is shown, and the cuts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedView {
    /// Given by the user; one view per name.
    pub name: String,
    /// The camera.
    pub pose: Pose,
    /// Which structures are shown, and how.
    #[serde(rename = "looks")]
    pub visibility: KeptVisibility,
    /// The cuts.
    pub sections: Vec<SectionPlane>,
    /// 0 together .. 1 apart.
    pub explode: f32,
    /// The atlas that it is a view of, by its folder's name; nothing for the modelled torso.
    #[serde(default)]
    pub atlas: Option<String>,
}

/// What undo brings back.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Scene {
    /// The atlas on the stage, by its folder's name; nothing for the modelled torso.
    pub atlas: Option<String>,
    /// Visibility by catalogue row; empty until an atlas has been read.
    pub visibility: Vec<Visibility>,
    /// What was hidden by hand, counted on the "Restore hidden" button.
    pub hidden_by_hand: BTreeSet<StructureIndex>,
    /// Opacity 0..1 that the user gave to ghosts.
    pub opacities: BTreeMap<StructureIndex, f32>,
    /// What isn't selected recedes.
    pub recede: bool,
    /// At most [`MAX_SECTIONS`].
    pub sections: Vec<SectionPlane>,
    /// The face of a cut shows muscles, fat and skin too, also when their surfaces are not drawn.
    pub fill_cut: bool,
    /// 0 together .. 1 apart. Sections rest while the body is apart.
    pub explode: f32,
    /// Which colours the body wears.
    pub palette: Palette,
    /// Names with leader lines.
    pub labels: bool,
    /// Distances measured.
    pub measurements: Vec<Measurement>,
    /// Saved views.
    pub views: Vec<SavedView>,
    /// Documents taken out of the library that undo can bring back, by key.
    pub removed: Keys,
    /// What readers have said of documents since the library was opened, by key; see [`crate::Documents::first_corrections`].
    pub corrected: BTreeMap<i64, Vec<Correction>>,
    /// What has been kept with documents since the library was opened, by key; see [`crate::Shelf::marks`].
    #[serde(skip)]
    pub marked: Arc<BTreeMap<i64, Arc<Marks>>>,
    /// Documents that became part of another one of which they are copies: their keys, and the key of that one.
    #[serde(skip)]
    pub merged: Arc<BTreeMap<i64, i64>>,
    /// What documents have taken over and was taken back, by the numbers of [`library::Completed`].
    #[serde(skip)]
    pub taken_back: Keys,
    /// What the library keeps besides its documents.
    #[serde(skip)]
    pub lists: Arc<Lists>,
    /// Visibilities of the last session, waiting for the atlas.
    pub waiting: Option<KeptVisibility>,
}

impl Default for Scene {
    fn default() -> Self {
        Self {
            atlas: None,
            visibility: Vec::new(),
            hidden_by_hand: BTreeSet::new(),
            opacities: BTreeMap::new(),
            recede: true,
            sections: Vec::new(),
            fill_cut: true,
            explode: 0.0,
            palette: Palette::Anatomical,
            labels: false,
            measurements: Vec::new(),
            views: Vec::new(),
            removed: Keys::default(),
            corrected: BTreeMap::new(),
            marked: Arc::default(),
            merged: Arc::default(),
            taken_back: Keys::default(),
            lists: Arc::default(),
            waiting: None,
        }
    }
}

/// The first visibility of every row of an atlas: the catalogue's; an atlas that holds nothing to be solid (bones alone) is shown
/// solid as a whole.
pub fn first_visibility(atlas: &Atlas) -> Vec<Visibility> {
    let rows = atlas.catalogue().structures().iter();
    let mut first: Vec<Visibility> = rows.map(|structure| structure.visibility).collect();
    let solid = |s: &StructureIndex| first[s.usize()] == Visibility::Shown;
    if !atlas.present().iter().any(solid) {
        for structure in atlas.present() {
            first[structure.usize()] = Visibility::Shown;
        }
    }
    first
}

impl Scene {
    /// Gives every structure of an atlas its first visibility, or the one that waited for it.
    pub fn reset_visibility(&mut self, atlas: &Atlas) {
        self.visibility = first_visibility(atlas);
        self.hidden_by_hand.clear();
        self.opacities.clear();
        let fill_cut = std::mem::replace(&mut self.fill_cut, true);
        if let Some(kept) = self.waiting.take() {
            // Of the last session, too: what was isolated stays alone on cut faces.
            self.fill_cut = fill_cut;
            self.restore_visibility(Some(atlas), &kept);
        }
    }

    /// Visibility of a structure with voxels of its own.
    pub fn visibility_of(&self, structure: StructureIndex) -> Visibility {
        let found = self.visibility.get(structure.usize());
        found.copied().unwrap_or(Visibility::Hidden)
    }

    /// Visibility of a structure with parts: that of all of them if they agree, otherwise nothing.
    pub fn shared_visibility(&self, atlas: &Atlas, whole: StructureIndex) -> Option<Visibility> {
        self.visibility_of_all(drawn_parts(atlas, whole))
    }

    /// Visibility of what has a shape of its own, if all of it agrees; nothing of nothing.
    pub fn visibility_of_all(
        &self,
        parts: impl Iterator<Item = StructureIndex>,
    ) -> Option<Visibility> {
        let mut parts = parts.map(|part| self.visibility_of(part));
        let first = parts.next()?;
        parts.all(|other| other == first).then_some(first)
    }

    /// Opacity of a structure and its parts, when they have one in common: 1 for solid ones, 0 for hidden ones, nothing for
    /// plain ghosts.
    pub fn shared_opacity(&self, atlas: &Atlas, whole: StructureIndex) -> Option<f32> {
        let opacity = |part: StructureIndex| match self.visibility_of(part) {
            Visibility::Shown => Some(1.0),
            Visibility::Hidden => Some(0.0),
            Visibility::Ghost => self.opacities.get(&part).copied(),
        };
        let mut parts = drawn_parts(atlas, whole);
        let first = opacity(parts.next()?)?;
        parts
            .all(|part| opacity(part) == Some(first))
            .then_some(first)
    }

    /// Shows, ghosts or hides a structure and its parts.
    pub fn set_visibility(&mut self, atlas: &Atlas, whole: StructureIndex, to: Visibility) {
        self.set_all(drawn_parts(atlas, whole), to);
    }

    /// Shows, ghosts or hides what has a shape of its own.
    pub fn set_all(&mut self, parts: impl Iterator<Item = StructureIndex>, to: Visibility) {
        for part in parts {
            let Some(slot) = self.visibility.get_mut(part.usize()) else {
                continue;
            };
            *slot = to;
            self.opacities.remove(&part);
            if to == Visibility::Hidden {
                self.hidden_by_hand.insert(part);
            } else {
                self.hidden_by_hand.remove(&part);
            }
        }
    }

    /// Hides what has a shape of its own, or, where nothing of it is seen, gives it its first visibility; what is hidden at first altogether
    /// comes as a ghost. Returns whether there is any.
    pub fn toggle_all(&mut self, atlas: &Atlas, parts: BTreeSet<StructureIndex>) -> bool {
        let first = first_visibility(atlas);
        let of_first = |part: &StructureIndex| first.get(part.usize()).copied();
        let is_seen = |part: &StructureIndex| self.visibility_of(*part) != Visibility::Hidden;
        let hides = parts.iter().any(is_seen);
        let hidden = Some(Visibility::Hidden);
        let ghosts = parts.iter().all(|part| of_first(part) == hidden);
        for part in &parts {
            let to = match (hides, ghosts) {
                (true, _) => Visibility::Hidden,
                (false, true) => Visibility::Ghost,
                (false, false) => of_first(part).unwrap_or(Visibility::Hidden),
            };
            if let Some(slot) = self.visibility.get_mut(part.usize()) {
                *slot = to;
            }
            self.opacities.remove(part);
            match hides {
                true => self.hidden_by_hand.insert(*part),
                false => self.hidden_by_hand.remove(part),
            };
        }
        !parts.is_empty()
    }

    /// The saved view of a number, from 1.
    pub fn numbered_view(&self, number: u8) -> Option<&SavedView> {
        self.views.get(usize::from(number).checked_sub(1)?)
    }

    /// Gives a structure and its parts an opacity (0..1): 1 is solid, 0 hidden, between is a ghost.
    pub fn set_opacity(&mut self, atlas: &Atlas, whole: StructureIndex, opacity: f32) {
        let to = if opacity >= 0.995 {
            Visibility::Shown
        } else if opacity <= 0.005 {
            Visibility::Hidden
        } else {
            Visibility::Ghost
        };
        self.set_visibility(atlas, whole, to);
        if to == Visibility::Ghost {
            let parts = drawn_parts(atlas, whole);
            self.opacities.extend(parts.map(|part| (part, opacity)));
        }
    }

    /// Hides everything but a structure and its parts, on the face of a cut, too.
    pub fn isolate(&mut self, atlas: &Atlas, whole: StructureIndex) {
        self.fill_cut = false;
        let kept: BTreeSet<StructureIndex> = drawn_parts(atlas, whole).collect();
        let first = first_visibility(atlas);
        for leaf in atlas.present() {
            let Some(slot) = self.visibility.get_mut(leaf.usize()) else {
                continue;
            };
            if kept.contains(leaf) {
                // What covers its neighbours at first (the pericardium) is isolated alone, not as a part of them.
                let covers = first[leaf.usize()] == Visibility::Hidden && kept.len() > 1;
                *slot = if covers {
                    Visibility::Hidden
                } else {
                    Visibility::Shown
                };
                self.hidden_by_hand.remove(leaf);
            } else if *slot != Visibility::Hidden {
                *slot = Visibility::Hidden;
                self.hidden_by_hand.insert(*leaf);
            }
        }
    }

    /// Gives what was hidden by hand its first visibility again; what is hidden at first comes as a ghost.
    pub fn restore_hidden(&mut self, atlas: &Atlas) {
        self.fill_cut = true;
        let first = first_visibility(atlas);
        for leaf in std::mem::take(&mut self.hidden_by_hand) {
            if let Some(slot) = self.visibility.get_mut(leaf.usize()) {
                *slot = match first.get(leaf.usize()) {
                    Some(Visibility::Hidden) | None => Visibility::Ghost,
                    Some(first) => *first,
                };
            }
        }
    }

    /// What differs from the first visibility.
    pub fn kept_visibility(&self, atlas: Option<&Atlas>) -> KeptVisibility {
        let Some(atlas) = atlas else {
            return self.waiting.clone().unwrap_or_default();
        };
        let (catalogue, first) = (atlas.catalogue(), first_visibility(atlas));
        let id = |index: StructureIndex| catalogue.get(index).id.clone();
        let known = |index: &StructureIndex| index.usize() < first.len();
        let mut opacities: Vec<(String, f32)> = self
            .opacities
            .iter()
            .filter(|(index, _)| known(index))
            .map(|(index, opacity)| (id(*index), *opacity))
            .collect();
        opacities.sort_by(|a, b| a.0.cmp(&b.0));
        KeptVisibility {
            visibilities: atlas
                .present()
                .iter()
                .filter(|leaf| self.visibility_of(**leaf) != first[leaf.usize()])
                .map(|leaf| (id(*leaf), self.visibility_of(*leaf)))
                .collect(),
            opacities,
            recede: self.recede,
        }
    }

    /// Gives structures the visibilities of a saved view or an earlier session, now or when the atlas has been read; unknown ids
    /// are passed over.
    pub fn restore_visibility(&mut self, atlas: Option<&Atlas>, kept: &KeptVisibility) {
        let Some(atlas) = atlas else {
            self.waiting = Some(kept.clone());
            return;
        };
        self.visibility = first_visibility(atlas);
        self.hidden_by_hand.clear();
        self.opacities.clear();
        self.recede = kept.recede;
        let index_of = |id: &str| atlas.catalogue().index_of(id);
        for (id, to) in &kept.visibilities {
            if let Some(index) = index_of(id).filter(|index| atlas.present().contains(index)) {
                self.visibility[index.usize()] = *to;
                if *to == Visibility::Hidden {
                    self.hidden_by_hand.insert(index);
                }
            }
        }
        for (id, opacity) in &kept.opacities {
            if let Some(index) = index_of(id).filter(|_| opacity.is_finite()) {
                self.opacities.insert(index, opacity.clamp(0.0, 1.0));
            }
        }
    }

    /// The same on an atlas that was made again, perhaps with other structures: what is kept by row follows by id.
    pub(crate) fn move_to(&mut self, before: &Atlas, now: &Atlas) {
        let kept = self.kept_visibility(Some(before));
        self.restore_visibility(Some(now), &kept);
        for end in self.measurements.iter_mut().flat_map(|m| &mut m.structures) {
            *end = end.and_then(|row| {
                let id = &before.catalogue().structures().get(row.usize())?.id;
                now.catalogue().index_of(id)
            });
        }
    }

    /// The planes that cut now.
    pub fn cuts(&self) -> &[SectionPlane] {
        if self.explode > 0.0 {
            &[]
        } else {
            &self.sections
        }
    }

    /// Whether a point is taken away by a section.
    pub fn is_removed(&self, point: StagePoint) -> bool {
        self.cuts().iter().any(|plane| plane.removes(point))
    }

    /// Whether everything of a structure is hidden, by hand.
    pub(crate) fn is_hidden_by_hand(&self, atlas: &Atlas, structure: StructureIndex) -> bool {
        !self.hidden_by_hand.is_empty()
            && self.shared_visibility(atlas, structure) == Some(Visibility::Hidden)
    }

    /// Whether a structure was put away to see another one alone.
    pub(crate) fn is_put_away(&self, atlas: &Atlas, structure: StructureIndex) -> bool {
        !self.fill_cut && self.is_hidden_by_hand(atlas, structure)
    }

    /// Whether the documents of a structure, or of none that is known, are not drawn at a point: it was cut away, or put away.
    pub(crate) fn takes_away(
        &self,
        atlas: &Atlas,
        point: StagePoint,
        structure: Option<StructureIndex>,
    ) -> bool {
        self.is_removed(point) || structure.is_some_and(|it| self.is_put_away(atlas, it))
    }

    /// Whether the documents of anything may be taken away, by a cut or by hand.
    pub(crate) fn takes_any_away(&self) -> bool {
        !self.cuts().is_empty() || !self.hidden_by_hand.is_empty()
    }

    /// The same without figures that are not finite (a kept state may come from a damaged file).
    pub fn sound(mut self) -> Self {
        self.sections.retain(SectionPlane::is_sound);
        self.sections.truncate(MAX_SECTIONS);
        self.explode = if self.explode.is_finite() {
            self.explode.clamp(0.0, 1.0)
        } else {
            0.0
        };
        let finite = |m: &Measurement| m.from_mm.is_finite() && m.to_mm.is_finite();
        self.measurements.retain(finite);
        self.views.retain(|view| {
            view.pose.is_sound() && view.sections.iter().all(SectionPlane::is_sound)
        });
        self
    }
}

/// A structure and its parts, as far as they have a shape of their own (a parent can have one beside its parts').
pub(crate) fn drawn_parts(
    atlas: &Atlas,
    whole: StructureIndex,
) -> impl Iterator<Item = StructureIndex> {
    let parts = atlas.catalogue().parts(whole).into_iter();
    parts.filter(|part| atlas.has_own_voxels(*part))
}
