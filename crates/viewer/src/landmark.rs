//! What lies next to the place of a document: the part of its structure that it lies in, and the nearest place that has a name.

use std::sync::Arc;

use anatomy::Atlas;
use grounding::spatial::ends::{End, nearest_end};

use crate::{HomePoint, Opened};

/// Nothing farther away is told, mm.
const REACH_MM: f32 = 30.0;

/// What lies next to a place of the home body.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Landmark {
    /// The part of its structure that it lies in, catalogue id; nothing where that has no parts there.
    pub within: Option<String>,
    /// The nearest place that has a name, and how far away it is, mm.
    pub nearest: Option<(Nearest, f32)>,
}

/// A place that has a name.
#[derive(Clone, Debug, PartialEq)]
pub enum Nearest {
    /// An end of the organ itself.
    End(End),
    /// Another structure, catalogue id.
    Structure(String),
}

/// What lies next to the place of the open document: asked for, and found.
#[derive(Clone, Debug, PartialEq)]
pub struct Nearby {
    /// The document.
    pub of: Arc<Opened>,
    /// What has been found; nothing while it is looked for.
    pub found: Option<Landmark>,
}

impl Landmark {
    /// Looks for it around a point of a structure (catalogue id) of the home body: the part and the ends of its organ, where the text `says_where` in it
    /// (else the point stands for all of it, and that it lies in the neck would say too much), and its neighbours. All voxels of the organ are looked at,
    /// which takes longer than a frame has time for.
    pub fn of(atlas: &Atlas, structure: &str, point: HomePoint, says_where: bool) -> Self {
        let catalogue = atlas.catalogue();
        let own = catalogue.index_of(structure);
        let Some(own) = own.filter(|own| atlas.has_voxels(*own) && point.is_finite()) else {
            return Self::default();
        };
        let id = |row| catalogue.get(row).id.clone();
        let within = atlas.structure_at(point.mm()).filter(|_| says_where);
        let within = within.filter(|part| *part != own && catalogue.is_part_of(*part, own));
        let end = says_where.then(|| nearest_end(atlas, own, point.mm()));
        let end = end.flatten().map(|(end, mm)| (Nearest::End(end), mm));
        let is_near = |found: &(Nearest, f32)| found.1 <= REACH_MM;
        let nearest = end.filter(is_near).or_else(|| {
            let (row, mm) = atlas.nearest_besides(own, point.mm())?;
            // What it lies in is not what it lies next to.
            let is_beside = !atlas.contains(row, point.mm());
            let found = is_beside.then(|| (Nearest::Structure(id(row)), mm));
            found.filter(is_near)
        });
        Self {
            within: within.map(id),
            nearest,
        }
    }
}
