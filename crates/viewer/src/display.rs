//! What is drawn, and how: one pure function for surfaces, picking, section faces, slices and labels.

use std::sync::Arc;

use anatomy::{Atlas, StructureIndex, Visibility};
use glam::Vec3;

use crate::{Heat, Scene, SectionPlane, ShownPoint, StagePoint, explode, scene};

/// Opacity of a solid structure that recedes behind the selection.
const RECEDING_OPACITY: f32 = 0.16;
/// Share of its opacity that a ghost keeps while something is selected.
const GHOST_BEHIND: f32 = 0.34;
/// Share that a ghost of an opacity given by the user keeps.
const GIVEN_BEHIND: f32 = 0.5;

/// How one structure is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drawn {
    /// Solid, ghost or not at all.
    pub surface: Visibility,
    /// How it answers to the cursor: what recedes is drawn as a ghost and answers as a solid.
    pub answers: Visibility,
    /// It is selected, or a part of what is.
    pub selected: bool,
    /// Something else is selected, and this is to step back where it does.
    pub behind: bool,
    /// Opacity where a ghost faces the viewer, before the silhouette's share.
    pub opacity: f32,
    /// Opacity that the user gave to a ghost; 0 for none.
    pub given: f32,
    /// Whether it is seen on the face of a cut.
    pub on_cut_face: bool,
    /// How far it is moved while the body is taken apart, LPS mm.
    pub offset_mm: [f32; 3],
}

/// What is drawn: a scene of an atlas with what is selected in it.
#[derive(Clone, Debug)]
pub struct Display {
    /// The atlas on the stage.
    pub atlas: Arc<Atlas>,
    /// Visibility, cuts, explosion, colours.
    pub scene: Scene,
    /// Selected structures.
    pub selected: Vec<StructureIndex>,
    /// How many documents are about each structure, where the palette shows that.
    pub heat: Heat,
}

impl PartialEq for Display {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.atlas, &other.atlas)
            && self.selected == other.selected
            && self.scene == other.scene
            && self.heat == other.heat
    }
}

impl Display {
    /// How a structure is drawn.
    pub fn of(&self, structure: StructureIndex) -> Drawn {
        let (scene, catalogue) = (&self.scene, self.atlas.catalogue());
        let own = scene.visibility_of(structure);
        let selected = self
            .selected
            .iter()
            .any(|whole| catalogue.is_part_of(structure, *whole));
        let behind = !self.selected.is_empty() && !selected;
        let recedes = scene.recede && behind;
        // A hidden part (the pericardium of the heart) stays so when the whole is selected, and shows when it is what was selected.
        let answers = match own {
            Visibility::Hidden if !self.selected.contains(&structure) => Visibility::Hidden,
            _ if selected => Visibility::Shown,
            own => own,
        };
        let surface = match answers {
            Visibility::Shown if recedes => Visibility::Ghost,
            answers => answers,
        };
        let ghost = catalogue.get(structure).ghost_opacity;
        let opacity = if recedes && own == Visibility::Shown {
            RECEDING_OPACITY
        } else if scene.recede && !self.selected.is_empty() {
            ghost * GHOST_BEHIND
        } else {
            ghost
        };
        let given = scene.opacities.get(&structure).copied().unwrap_or(0.0);
        Drawn {
            surface,
            answers,
            selected,
            behind,
            opacity,
            given: if recedes { given * GIVEN_BEHIND } else { given },
            on_cut_face: match own {
                Visibility::Hidden => scene.fill_cut && !scene.hidden_by_hand.contains(&structure),
                Visibility::Shown | Visibility::Ghost => true,
            },
            offset_mm: explode::offset_mm(&self.atlas, structure, scene.explode).to_array(),
        }
    }

    /// The planes that cut now.
    pub fn cuts(&self) -> &[SectionPlane] {
        self.scene.cuts()
    }

    /// Whether a point is taken away by a section.
    pub fn is_removed(&self, point: StagePoint) -> bool {
        self.scene.is_removed(point)
    }

    /// Where a point of the body is drawn: it moves with the structure it belongs to, else with the one it lies in.
    pub fn shown(&self, point: StagePoint, structure: Option<StructureIndex>) -> ShownPoint {
        let amount = self.scene.explode;
        if amount <= 0.0 {
            return ShownPoint(point.mm());
        }
        // A row that this atlas does not have carries nothing.
        let rows = self.atlas.catalogue().structures().len();
        let structure = structure.filter(|row| row.usize() < rows);
        let drawn = |s: &StructureIndex| self.atlas.has_voxels(*s);
        // The innermost part at the point moves it; a point on a surface may lie in no voxel.
        let inside = self.atlas.structure_at(point.mm()).filter(|inside| {
            structure.is_none_or(|whole| self.atlas.catalogue().is_part_of(*inside, whole))
        });
        let carrier = inside.or(structure.filter(drawn)).or_else(|| {
            let near = self.atlas.nearest_structure(point.mm());
            near.map(|(structure, _)| structure)
        });
        let moved = carrier.map_or(Vec3::ZERO, |s| explode::offset_mm(&self.atlas, s, amount));
        ShownPoint((Vec3::from_array(point.mm()) + moved).to_array())
    }

    /// Whether everything of a structure is hidden, by hand: its documents then leave only a spark.
    pub fn is_hidden_by_hand(&self, structure: StructureIndex) -> bool {
        self.scene.is_hidden_by_hand(&self.atlas, structure)
    }

    /// Whether a structure was put away to see another one alone: nothing that belongs to it stays beside that one.
    pub fn is_put_away(&self, structure: StructureIndex) -> bool {
        self.scene.is_put_away(&self.atlas, structure)
    }

    /// Whether the documents of a structure, or of none that is known, are not drawn at a point of the body: it was cut away, or put away.
    pub fn takes_away(&self, point: StagePoint, structure: Option<StructureIndex>) -> bool {
        self.scene.takes_away(&self.atlas, point, structure)
    }

    /// Whether anything may be [taken away](Self::takes_away).
    pub fn takes_any_away(&self) -> bool {
        self.scene.takes_any_away()
    }

    /// A structure and its parts, as far as they have a shape of their own.
    pub fn drawn_parts(&self, whole: StructureIndex) -> impl Iterator<Item = StructureIndex> {
        scene::drawn_parts(&self.atlas, whole)
    }
}
