//! What brings each structure of a warped body to its volume: a table of small shifts and of how far surfaces grow
//! (`data/female-fit.csv`), found by `build-atlas --fit` and kept as data.

use std::collections::BTreeMap;

use glam::Vec3;

use super::super::{BodyBuilder, Shape};
use crate::Catalogue;

/// What is done to a structure and all its parts after the warp.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Fitted {
    /// Shift, mm.
    pub shift: [f32; 3],
    /// How far the surface is moved outwards (or, negative, inwards), mm.
    pub grow: f32,
}

/// The fit of a body, by structure id.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fit(pub BTreeMap<String, Fitted>);

const HEADER: &str = "id,dx,dy,dz,grow_mm";

impl Fit {
    /// The fit of the female body that is part of the program.
    ///
    /// # Panics
    /// When the table is faulty, which the tests see.
    pub fn female() -> Fit {
        Fit::parse(include_str!("../../../data/female-fit.csv"))
            .unwrap_or_else(|e| panic!("built-in fit of the female body: {e}"))
    }

    /// Reads a table; lines that begin with `#` are remarks.
    ///
    /// # Errors
    /// The first row that is not an id and four numbers.
    pub fn parse(text: &str) -> Result<Fit, String> {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(text.as_bytes());
        let mut rows = BTreeMap::new();
        for row in reader.deserialize() {
            let (id, dx, dy, dz, grow): (String, f32, f32, f32, f32) =
                row.map_err(|e| e.to_string())?;
            let shift = [dx, dy, dz];
            rows.insert(id, Fitted { shift, grow });
        }
        Ok(Fit(rows))
    }

    /// The table, with the remarks at the head of an older one.
    pub fn to_csv(&self, older: &str) -> String {
        let mut out = String::new();
        for line in older.lines().take_while(|l| l.starts_with('#')) {
            out.push_str(line);
            out.push('\n');
        }
        out.push_str(HEADER);
        out.push('\n');
        for (id, fitted) in &self.0 {
            let [dx, dy, dz] = fitted.shift;
            out.push_str(&format!(
                "{id},{dx:.1},{dy:.1},{dz:.1},{:.2}\n",
                fitted.grow
            ));
        }
        out
    }

    /// Shifts and grows the shapes of a body: each by its own row and by those of what it is part of.
    pub(super) fn apply(&self, body: &mut BodyBuilder, catalogue: &Catalogue) {
        body.reshape(|id, shape| {
            let Some(index) = catalogue.index_of(id) else {
                return shape;
            };
            let rows = std::iter::once(index).chain(catalogue.ancestors(index));
            let (mut shift, mut grow) = (Vec3::ZERO, 0.0);
            for row in rows.filter_map(|s| self.0.get(&catalogue.get(s).id)) {
                shift += Vec3::from_array(row.shift);
                grow += row.grow;
            }
            changed(shape, shift, grow)
        });
    }
}

fn changed(shape: Shape, shift: Vec3, grow: f32) -> Shape {
    let moved = if shift == Vec3::ZERO {
        shape
    } else {
        shape.translate(shift)
    };
    if grow == 0.0 {
        moved
    } else {
        moved.offset(grow)
    }
}
