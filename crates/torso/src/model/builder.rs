//! Gathering shapes into a body in which no two structures overlap.

use anatomy::{Aabb, Catalogue, StructureIndex, frame};
use glam::Vec3;

use super::field::{Field, Shape};
use super::primitive::rounded_box;
use super::remembered::remembered;

/// Why a described body was refused.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum ModelError {
    /// Something was added under an id the catalogue does not know.
    #[error("no structure has the id {0:?}")]
    UnknownId(String),
    /// A group holds other structures and cannot have a shape of its own.
    #[error("{0:?} is a group and cannot have a shape of its own")]
    Group(String),
    /// An id was added twice; join the shapes instead.
    #[error("{0:?} was added twice")]
    Twice(String),
    /// A structure is to be kept within one that has no shape.
    #[error("{0:?} is to be kept within {1:?}, which has no shape")]
    NoContainer(String, String),
}

struct Part {
    id: String,
    priority: i32,
    shape: Shape,
    container: Option<String>,
    outer_surface: bool,
}

/// Collects the shapes of a body.
///
/// Where two shapes overlap, the higher priority wins; at equal priority, the one added later. Usual priorities:
/// 0 skin, 10 subcutaneous fat, 20 muscles of the wall and back, 30 visceral fat, 34 mesentery, 35 omentum, 40 lungs,
/// 50 organs, 60 gut, 70 vessels and ducts, 80 bone and cartilage, 90 nerves. Something that lies within another
/// structure (a lumen, a medulla, a chamber) takes the container's priority plus 1 or more.
#[derive(Default)]
pub struct BodyBuilder {
    parts: Vec<Part>,
    envelope: Option<Shape>,
}

/// What can still be said about a part just added.
pub struct PartBuilder<'a>(&'a mut Part);

impl PartBuilder<'_> {
    /// Keeps the part within the shape of another, whatever its own shape says.
    pub fn contained_in(self, id: &str) -> Self {
        self.0.container = Some(id.to_owned());
        self
    }

    /// Meshes only the outer surface: nothing that lies within is taken out of the mesh. The label volume is not
    /// affected. For wrappings that are shown as ghosts.
    pub fn outer_surface(self) -> Self {
        self.0.outer_surface = true;
        self
    }
}

impl BodyBuilder {
    /// An empty body.
    pub fn new() -> BodyBuilder {
        BodyBuilder::default()
    }

    /// Adds the shape of a structure. Problems (an unknown id, the same id twice) are reported by
    /// [`BodyBuilder::finish`].
    pub fn add(&mut self, id: &str, priority: i32, shape: Shape) -> PartBuilder<'_> {
        self.parts.push(Part {
            id: id.to_owned(),
            priority,
            shape: remembered(&shape),
            container: None,
            outer_surface: false,
        });
        let last = self.parts.len() - 1;
        PartBuilder(&mut self.parts[last])
    }

    /// The shape added under an id so far, before any overlap is settled; for hanging one structure on another.
    pub fn shape(&self, id: &str) -> Option<Shape> {
        self.parts
            .iter()
            .find(|p| p.id == id)
            .map(|p| p.shape.clone())
    }

    /// Changes every shape added so far; the envelope stays as it is.
    pub(crate) fn reshape(&mut self, change: impl Fn(&str, Shape) -> Shape) {
        for part in &mut self.parts {
            part.shape = change(&part.id, part.shape.clone());
        }
    }

    /// The outline of the whole body: everything else is kept within it.
    pub fn envelope(&mut self, shape: Shape) {
        self.envelope = Some(shape);
    }

    /// Settles containers and overlaps.
    ///
    /// # Errors
    /// The first unknown or repeated id, group, or missing container.
    pub fn finish(self, catalogue: &Catalogue) -> Result<Body, ModelError> {
        let torso = rounded_box(Vec3::ZERO, Vec3::from_array(frame::HALF_SIZE_MM), 0.0);
        let limit = match &self.envelope {
            Some(envelope) => envelope.intersect(&torso),
            None => torso,
        };
        let limit = remembered(&limit);
        let mut solids = Vec::new();
        for (order, part) in self.parts.iter().enumerate() {
            let Some(structure) = catalogue.index_of(&part.id) else {
                return Err(ModelError::UnknownId(part.id.clone()));
            };
            if catalogue.get(structure).group {
                return Err(ModelError::Group(part.id.clone()));
            }
            if self.parts[..order].iter().any(|p| p.id == part.id) {
                return Err(ModelError::Twice(part.id.clone()));
            }
            let mut shape = part.shape.intersect(&limit);
            let container = match &part.container {
                None => None,
                Some(id) => match self.parts.iter().find(|p| p.id == *id) {
                    None => return Err(ModelError::NoContainer(part.id.clone(), id.clone())),
                    Some(outer) => {
                        shape = shape.intersect(&outer.shape);
                        catalogue.index_of(id)
                    }
                },
            };
            let bounds = shape.bounds();
            solids.push(Solid {
                structure,
                priority: part.priority,
                order,
                shape,
                bounds,
                container,
                outer_surface: part.outer_surface,
            });
        }
        // Winners first; later additions win ties.
        solids.sort_by(|a, b| b.priority.cmp(&a.priority).then(b.order.cmp(&a.order)));
        Ok(Body { solids })
    }
}

/// A structure's solid within a [`Body`].
pub(crate) struct Solid {
    pub(crate) structure: StructureIndex,
    priority: i32,
    order: usize,
    pub(crate) shape: Shape,
    pub(crate) bounds: Aabb,
    pub(crate) container: Option<StructureIndex>,
    pub(crate) outer_surface: bool,
}

impl Solid {
    /// Distance to the solid as far as it lies within its bounds; voxelising and meshing both stop there.
    pub(crate) fn distance(&self, p: Vec3) -> f32 {
        let beyond = (self.bounds.min - p).max(p - self.bounds.max).max_element();
        if beyond > 0.0 {
            // Outside its box a solid's own distance is the better estimate, but never says "inside".
            self.shape.distance(p).max(beyond)
        } else {
            self.shape.distance(p)
        }
    }
}

/// A body whose overlaps are settled: at every point the first solid that holds it is the structure there.
pub struct Body {
    /// Winners first.
    pub(crate) solids: Vec<Solid>,
}

impl Body {
    /// The structures that have a shape, winners of overlaps first.
    pub fn structures(&self) -> impl Iterator<Item = StructureIndex> + '_ {
        self.solids.iter().map(|s| s.structure)
    }

    /// The structure at a point, mm.
    pub fn structure_at(&self, p: [f32; 3]) -> Option<StructureIndex> {
        let p = Vec3::from_array(p);
        self.solids
            .iter()
            .find(|s| s.bounds.distance(p) <= 0.0 && s.shape.distance(p) <= 0.0)
            .map(|s| s.structure)
    }

    /// Drops all but the given structures, so that trying one out is quick. Neighbours then no longer cut it.
    pub fn keep_only(&mut self, structures: &[StructureIndex]) {
        self.solids.retain(|s| structures.contains(&s.structure));
    }
}
