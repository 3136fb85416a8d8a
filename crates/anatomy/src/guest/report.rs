//! What an import did, structure by structure.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::AtlasError;
use crate::files::{read_json, write_json};

/// Name of the report within a guest's pack.
pub const REPORT: &str = "import.json";
/// Bytes of a report at most.
const MAX_JSON: u64 = 64 << 20;

/// What an import read, matched, made and could not do.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ImportReport {
    /// Name of the atlas.
    pub name: String,
    /// Licence as given.
    pub license: String,
    /// Files that were read.
    pub files: Vec<FileReport>,
    /// Names of files that are no atlas data and were passed over.
    pub ignored: Vec<String>,
    /// The change of coordinates to LPS mm that was applied.
    pub frame: String,
    /// Why that frame, when none was given.
    pub frame_guess: Option<String>,
    /// Point of the source (LPS mm, after the change of coordinates) at the centre of the atlas's grid.
    pub source_origin_mm: [f64; 3],
    /// Voxels along x, y, z (1 mm each).
    pub dimensions: [usize; 3],
    /// One row per structure of the source.
    pub structures: Vec<SourceStructure>,
    /// What went wrong or deserves a look.
    pub problems: Vec<String>,
    /// Structures of the source that found a row of the catalogue.
    pub matched: usize,
    /// Structures of the source that are shown under their own names.
    pub own: usize,
    /// Structures of the source that were left out.
    pub left_out: usize,
    /// Time taken.
    pub seconds: f32,
}

impl ImportReport {
    /// Reads the report that lies in a guest's pack.
    ///
    /// # Errors
    /// When the file is missing, malformed or over the limits.
    pub fn read(dir: &Path) -> Result<ImportReport, AtlasError> {
        read_json(&dir.join(REPORT), MAX_JSON)
    }

    /// Writes the report into the folder of a pack.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, dir: &Path) -> Result<(), AtlasError> {
        write_json(&dir.join(REPORT), self)
    }
}

/// A file that was read.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct FileReport {
    /// Its name.
    pub file: String,
    /// Structures found in it.
    pub structures: usize,
    /// Anything noteworthy ("oblique", "2 layers").
    pub notes: Vec<String>,
}

/// One structure of a source.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SourceStructure {
    /// Its name there.
    pub source: String,
    /// Its file.
    pub file: String,
    /// Its label value, when it is from a label volume.
    pub value: Option<i64>,
    /// Catalogue id it was matched to, or merged into as a part.
    pub matched: Option<String>,
    /// How it was matched.
    pub by: Option<MatchedBy>,
    /// Id of the row made for it, when it matched nothing.
    pub own: Option<String>,
    /// Catalogue id of the structure that the row made for it is a part of.
    pub part_of: Option<String>,
    /// Voxels in the source's own grid.
    pub source_voxels: Option<u64>,
    /// Volume those make, millilitres.
    pub source_volume_ml: Option<f64>,
    /// Their centroid, LPS mm of the source.
    pub source_centroid_mm: Option<[f64; 3]>,
    /// Triangles of its surface.
    pub triangles: Option<usize>,
    /// Volume of what it was filled to by itself, millilitres, before others took their share.
    pub volume_ml: Option<f64>,
    /// Why it was left out.
    pub left_out: Option<String>,
    /// How its surface was filled, and what else is to be said.
    pub notes: Vec<String>,
}

/// How a source's structure found its row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchedBy {
    /// By hand: the table given with the import.
    Map,
    /// It is the catalogue's id.
    Id,
    /// By its UBERON identifier.
    Uberon,
    /// By its FMA identifier.
    Fma,
    /// By its MeSH identifier.
    Mesh,
    /// It is the catalogue's name.
    Name,
    /// By a synonym, or by what atlases are known to call it.
    Synonym,
    /// By its Latin name.
    Latin,
    /// It is a known piece of the structure, or the name says that it is a part of it.
    Part,
}

impl ImportReport {
    /// The report as text: totals, then structures, then problems.
    pub fn to_text(&self) -> String {
        use std::fmt::Write as _;
        let mut out = String::new();
        let total = self.structures.len();
        let percent = |n: usize| 100.0 * n as f32 / total.max(1) as f32;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{}: {} files, {total} structures; {} matched ({:.0} %), {} shown under their own names, {} left out",
            self.name,
            self.files.len(),
            self.matched,
            percent(self.matched),
            self.own,
            self.left_out,
        );
        let _ = writeln!(
            out,
            "frame: {}{}",
            self.frame,
            self.frame_guess
                .as_ref()
                .map_or(String::new(), |g| format!(" (guessed: {g})"))
        );
        let _ = writeln!(
            out,
            "grid: {} x {} x {} voxels of 1 mm, centre at {:.1} {:.1} {:.1} mm of the source; {:.1} s\n",
            self.dimensions[0],
            self.dimensions[1],
            self.dimensions[2],
            self.source_origin_mm[0],
            self.source_origin_mm[1],
            self.source_origin_mm[2],
            self.seconds,
        );
        let _ = writeln!(
            out,
            "{:<44} {:<32} {:<8} {:>10}  notes",
            "source", "structure", "by", "mL"
        );
        for s in &self.structures {
            let (to, by) = match (&s.matched, &s.own, &s.left_out) {
                (Some(id), ..) => (id.clone(), s.by.map_or("", MatchedBy::word)),
                (_, Some(id), _) => (format!("+{id}"), "own"),
                _ => ("-".into(), "out"),
            };
            let mut notes = s.notes.clone();
            notes.extend(s.left_out.clone());
            notes.extend(s.part_of.as_ref().map(|p| format!("part of {p}")));
            let volume = s.volume_ml.map_or(String::new(), |v| format!("{v:.2}"));
            let value = s.value.map_or(String::new(), |v| format!("{v} "));
            let _ = writeln!(
                out,
                "{:<44} {to:<32} {by:<8} {volume:>10}  {}",
                format!("{value}{}", s.source),
                notes.join("; ")
            );
        }
        for p in &self.problems {
            let _ = writeln!(out, "! {p}");
        }
        out
    }
}

impl MatchedBy {
    /// The rule in one word, as shown to users.
    pub fn word(self) -> &'static str {
        match self {
            MatchedBy::Map => "hand",
            MatchedBy::Id => "id",
            MatchedBy::Uberon => "UBERON",
            MatchedBy::Fma => "FMA",
            MatchedBy::Mesh => "MeSH",
            MatchedBy::Name => "name",
            MatchedBy::Synonym => "synonym",
            MatchedBy::Latin => "Latin",
            MatchedBy::Part => "part",
        }
    }
}
