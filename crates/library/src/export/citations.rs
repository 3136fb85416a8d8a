//! A list of references: a citation on each line.

use std::io::{self, Write};

use super::{Exported, Exporter};
use crate::cite::{CitationStyle, citation};

/// Writes citations in a style.
pub(super) struct Citations(pub(super) CitationStyle);

impl Exporter for Citations {
    fn document(&mut self, exported: &Exported<'_>, out: &mut dyn Write) -> io::Result<()> {
        let line = citation(exported.document(), self.0).map_err(io::Error::other)?;
        writeln!(out, "{line}")
    }
}
