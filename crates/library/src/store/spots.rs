//! What the map keeps of every document in memory.
//!
//! A library of a million documents is looked at as points. Titles are read of the few that are looked at: with them, a row would take several times
//! the room, most of it for letters that nobody sees.

use std::hash::{DefaultHasher, Hasher as _};
use std::sync::Arc;

use anatomy::Catalogue;
use rusqlite::Row;

use super::names::Names;
use super::search::{Columns, Weighed};
use super::{ENTRY_COLUMNS, Library, LibraryError};

/// Where a document stands on the map, and what it is about: 48 bytes and a share of a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// Key in this library.
    pub key: i64,
    /// Structure with the best evidence, a catalogue id; documents of one structure share it.
    pub structure: Arc<str>,
    /// Point, LPS mm.
    pub point_mm: [f32; 3],
    /// Probability that the text is about nothing in the torso, see `grounding::Grounding::outside_p`.
    pub outside_p: f32,
    /// A sum of what else is shown of it (id, title, year, type, evidence): where that has changed, this has.
    pub rest: u32,
    /// The evidence for its structure, percent.
    pub percent: u8,
    /// Whether only the female body has the structure: the point is then where it would be in the male one.
    pub female: bool,
}

fn sum(id: &str, title: &str, year: Option<i32>, kind: Option<&str>, p: f32) -> u32 {
    let mut hash = DefaultHasher::new();
    for words in [Some(id), Some(title), kind] {
        hash.write(words.unwrap_or_default().as_bytes());
        hash.write_u8(words.is_some().into());
    }
    hash.write_i64(year.map_or(i64::MIN, i64::from));
    hash.write_u32(p.to_bits());
    hash.finish() as u32
}

fn spot(row: &Row<'_>, names: &mut Names) -> rusqlite::Result<Spot> {
    let (id, title, kind) = (row.get_ref(1)?, row.get_ref(2)?, row.get_ref(4)?);
    let structure = names.shared(row.get_ref(8)?.as_str()?);
    let p: f32 = row.get(9)?;
    Ok(Spot {
        key: row.get(0)?,
        percent: (p * 100.0) as u8,
        female: Catalogue::builtin().is_female(&structure),
        structure,
        point_mm: [row.get(5)?, row.get(6)?, row.get(7)?],
        outside_p: row.get(10)?,
        rest: sum(
            id.as_str()?,
            title.as_str()?,
            row.get(3)?,
            kind.as_str_or_null()?,
            row.get(9)?,
        ),
    })
}

impl Library {
    /// Where every document stands, in the order in which they were added. Questions that follow find what they need of this in memory.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn spots(&self) -> Result<Vec<Spot>, LibraryError> {
        let all = self.len()?;
        let mut spots = Vec::with_capacity(all);
        let mut weighed = Vec::with_capacity(all);
        let mut names = Names::default();
        let mut find = self.connection.prepare_cached(&format!(
            "SELECT {ENTRY_COLUMNS} FROM documents ORDER BY key"
        ))?;
        let mut rows = find.query([])?;
        while let Some(row) = rows.next()? {
            let spot = spot(row, &mut names)?;
            weighed.push(Weighed {
                key: spot.key,
                structure: names.number(&spot.structure),
                p: row.get(9)?,
                outside_p: spot.outside_p,
            });
            spots.push(spot);
        }
        if self.columns.get().is_none() {
            let _ = self.columns.set(Columns::of(weighed, names));
            let points = spots.iter().map(|spot| spot.point_mm).collect();
            let _ = self.points.set(points);
        }
        Ok(spots)
    }

    /// Where these documents stand; those that are not there are left out.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn spots_of(&self, keys: &[i64]) -> Result<Vec<Spot>, LibraryError> {
        let mut names = Names::default();
        let mut find = self.connection.prepare_cached(&format!(
            "SELECT {ENTRY_COLUMNS} FROM documents WHERE key = ?1"
        ))?;
        let mut spots = Vec::with_capacity(keys.len());
        let _reading = self.reading()?;
        for key in keys {
            let mut rows = find.query([key])?;
            if let Some(row) = rows.next()? {
                spots.push(spot(row, &mut names)?);
            }
        }
        Ok(spots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_takes_forty_eight_bytes() {
        assert_eq!(size_of::<Spot>(), 48);
    }

    #[test]
    fn whatever_is_shown_of_a_document_changes_its_sum() {
        let of = |id, title, year, kind, p| sum(id, title, year, kind, p);
        let sums = [
            of("a", "b", Some(2), Some("c"), 0.5),
            of("ab", "", Some(2), Some("c"), 0.5),
            of("a", "b", None, Some("c"), 0.5),
            of("a", "b", Some(2), None, 0.5),
            of("a", "b", Some(2), Some(""), 0.5),
            of("a", "b", Some(2), Some("c"), 0.6),
        ];
        let distinct: std::collections::HashSet<u32> = sums.into();
        assert_eq!(distinct.len(), sums.len());
    }
}
