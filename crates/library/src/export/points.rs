//! Points: where every document lies, in the form of a GeoJSON feature collection but in millimetres of the body.

use std::io::{self, Write};

use serde_json::{Value, json};

use super::{Exported, Exporter};
use crate::store::best_p;

/// What a reader must know of the coordinates; they stand in every file.
pub(crate) const COORDINATES: &str = "millimetres in the frame LPS of Corpus Atlas (x to the patient's left, y to posterior, z to superior; origin at the centre of the atlas volume); not degrees, not a place on Earth";

/// The atlas in which documents are placed.
const ATLAS: &str = "Corpus Atlas modelled torso";

/// Writes points.
#[derive(Default)]
pub(super) struct Points {
    written: bool,
}

impl Exporter for Points {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let system =
            json!({ "atlas": ATLAS, "frame": "LPS", "unit": "mm", "meaning": COORDINATES });
        write!(
            out,
            "{{\"type\": \"FeatureCollection\",\n\"coordinate_system\": {system},\n\"features\": ["
        )
    }

    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(if self.written { b",\n" } else { b"\n" })?;
        self.written = true;
        Ok(serde_json::to_writer(out, &feature(exported))?)
    }

    fn end(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(b"\n]}\n")
    }
}

fn feature(exported: &Exported<'_>) -> Value {
    let (document, grounding) = (exported.document(), exported.grounding());
    json!({
        "type": "Feature",
        "id": document.id,
        "geometry": { "type": "Point", "coordinates": grounding.point_mm },
        "properties": {
            "title": document.title,
            "year": document.year,
            "structure": grounding.structure,
            "distance_mm": grounding.distance_mm,
            "p": best_p(grounding),
            "outside_p": grounding.outside_p,
            "structures": grounding.structures,
            "elsewhere": grounding.elsewhere,
            "spread_mm2": grounding.covariance_mm2,
            "model": grounding.model,
        },
    })
}
