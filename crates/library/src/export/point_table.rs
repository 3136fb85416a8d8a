//! Points as a plain table: where every document lies, in millimetres of the body, with the structures that speak for it.

use std::io::{self, Write};

use super::csv::{cell, evidence, row};
use super::{Exported, Exporter};
use crate::store::best_p;

/// The columns, in order; the coordinates are LPS, mm.
const COLUMNS: [&str; 9] = [
    "id",
    "x_mm",
    "y_mm",
    "z_mm",
    "structure",
    "distance_mm",
    "p",
    "outside_p",
    "structures",
];

/// Writes a table of points.
pub(super) struct PointTable;

impl Exporter for PointTable {
    fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        row(out, &COLUMNS)
    }

    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        let grounding = exported.grounding();
        let [x, y, z] = grounding.point_mm;
        let cells: [String; COLUMNS.len()] = [
            cell(&exported.document().id),
            x.to_string(),
            y.to_string(),
            z.to_string(),
            cell(&grounding.structure),
            grounding.distance_mm.to_string(),
            best_p(grounding).to_string(),
            grounding.outside_p.to_string(),
            evidence(&grounding.structures),
        ];
        row(out, &cells)
    }
}
