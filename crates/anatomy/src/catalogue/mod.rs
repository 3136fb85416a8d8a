//! The structures the atlas knows: names, identifiers, hierarchy, side and a few measured facts.
//!
//! The table is embedded ([`Catalogue::builtin`]) because every other part of the program (grounding classes, the body
//! tree, searches, the modelled torso) speaks about structures by the ids given there. Ids never change once released.

mod structure;
mod table;
mod vocabulary;

use std::collections::HashMap;
use std::sync::LazyLock;

pub use structure::{Confidence, Facts, MeshDescriptor, Structure, StructureIndex};
pub use table::CatalogueError;
use table::{FemaleRow, RegionRow, Row};
pub use vocabulary::{Region, Sex, Side, System, Tissue, Visibility};

/// All structures, parents before their parts, with the look-ups built once.
#[derive(Debug, Clone)]
pub struct Catalogue {
    structures: Vec<Structure>,
    children: Vec<Vec<StructureIndex>>,
    twins: Vec<Option<StructureIndex>>,
    by_id: HashMap<String, StructureIndex>,
    by_name: HashMap<String, StructureIndex>,
    by_mesh: HashMap<String, Vec<StructureIndex>>,
    /// What differs in the female body of a structure that both have, by row; as long as there are such rows.
    female: Vec<Option<Facts>>,
    /// The regions of those that have a row of their own in that table.
    regions: HashMap<StructureIndex, Region>,
}

static BUILTIN: LazyLock<Catalogue> = LazyLock::new(|| {
    // The table is part of the program and checked by the tests; a fault here is a fault of the build.
    Catalogue::parse(include_str!("../../data/structures.csv"))
        .and_then(|c| c.with_female(include_str!("../../data/female.csv")))
        .and_then(|c| c.with_regions(include_str!("../../data/regions.csv")))
        .unwrap_or_else(|e| panic!("built-in {e}"))
});

impl Catalogue {
    /// The structures this program was built with.
    pub fn builtin() -> &'static Catalogue {
        &BUILTIN
    }

    /// Reads a structure table (see `data/structures.csv` for the layout).
    ///
    /// # Errors
    /// The first malformed row, unknown parent, parent after its part, or repeated id.
    pub fn parse(csv_text: &str) -> Result<Catalogue, CatalogueError> {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(csv_text.as_bytes());
        let mut structures: Vec<Structure> = Vec::new();
        let mut by_id: HashMap<String, StructureIndex> = HashMap::new();
        for (n, row) in reader.deserialize::<Row>().enumerate() {
            let row = row?;
            let index = u16::try_from(n)
                .map(StructureIndex)
                .map_err(|_| row.fault(n, "more than 65,536 structures"))?;
            let parent = match row.parent.as_str() {
                "" => None,
                id => match by_id.get(id) {
                    Some(p) => Some(*p),
                    None => return Err(row.fault(n, "its parent is unknown or comes later")),
                },
            };
            if row.id.is_empty() || by_id.insert(row.id.clone(), index).is_some() {
                return Err(row.fault(n, "the id is empty or used twice"));
            }
            structures.push(row.into_structure(n, parent)?);
        }
        Ok(Catalogue::index(structures, by_id))
    }

    /// This catalogue with the figures of the female body for structures that both bodies have (see `data/female.csv`).
    ///
    /// # Errors
    /// The first malformed row, or one of a structure that is not here.
    fn with_female(mut self, csv_text: &str) -> Result<Catalogue, CatalogueError> {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(csv_text.as_bytes());
        self.female = vec![None; self.structures.len()];
        for (n, row) in reader.deserialize::<FemaleRow>().enumerate() {
            let row = row?;
            let Some(index) = self.by_id.get(&row.id) else {
                return Err(row.fault(n, "no structure has this id"));
            };
            let level = &self.get(*index).facts.vertebral_level;
            self.female[index.usize()] = Some(row.facts(n, level.clone())?);
        }
        Ok(self)
    }

    /// This catalogue with the regions of the body (see `data/regions.csv`).
    ///
    /// # Errors
    /// The first malformed row, or one of a structure that is not here or that was there before.
    fn with_regions(mut self, csv_text: &str) -> Result<Catalogue, CatalogueError> {
        let mut reader = csv::ReaderBuilder::new()
            .comment(Some(b'#'))
            .from_reader(csv_text.as_bytes());
        for (n, row) in reader.deserialize::<RegionRow>().enumerate() {
            let row = row?;
            let Some(index) = self.by_id.get(&row.id) else {
                return Err(table::fault(n, &row.id, "no structure has this id"));
            };
            if self.regions.insert(*index, row.region).is_some() {
                return Err(table::fault(n, &row.id, "it has a row already"));
            }
        }
        Ok(self)
    }

    /// The region of the body that a structure lies in: its own, or else that of its whole; nothing where it lies in several, or nobody says.
    pub fn region(&self, index: StructureIndex) -> Option<Region> {
        let mut itself = std::iter::once(index).chain(self.ancestors(index));
        itself.find_map(|one| self.regions.get(&one).copied())
    }

    /// What is known of a structure in the body of a man or of a woman. Of what only one of them has, that body's figures.
    pub fn facts(&self, index: StructureIndex, sex: Sex) -> &Facts {
        let hers = self.female.get(index.usize()).and_then(Option::as_ref);
        match sex {
            Sex::Female => hers.unwrap_or(&self.get(index).facts),
            Sex::Male => &self.get(index).facts,
        }
    }

    /// Whether the body of a man or of a woman has a structure.
    pub fn belongs_to(&self, index: StructureIndex, sex: Sex) -> bool {
        self.get(index).sex.is_none_or(|s| s == sex)
    }

    /// This catalogue with rows appended, for an atlas that holds structures this one does not know. The rows already
    /// there keep their indices, and a name that both use keeps meaning the earlier row.
    ///
    /// # Errors
    /// When an id is empty or taken, a parent does not come before its part, or there are more than 65,535 rows.
    pub fn extended(
        &self,
        rows: impl IntoIterator<Item = Structure>,
    ) -> Result<Catalogue, CatalogueError> {
        let mut structures = self.structures.clone();
        let mut by_id = self.by_id.clone();
        for row in rows {
            let n = structures.len();
            let fault = |reason: &str| CatalogueError::Row {
                row: n + 1,
                id: row.id.clone(),
                reason: reason.into(),
            };
            // One less than the indices would allow: labels are the row plus one.
            if n >= usize::from(u16::MAX) {
                return Err(fault("more than 65,535 structures"));
            }
            if row.parent.is_some_and(|p| p.usize() >= n) {
                return Err(fault("its parent is unknown or comes later"));
            }
            if row.id.is_empty()
                || by_id
                    .insert(row.id.clone(), StructureIndex(n as u16))
                    .is_some()
            {
                return Err(fault("the id is empty or used twice"));
            }
            structures.push(row);
        }
        let mut extended = Catalogue::index(structures, by_id);
        extended.female.clone_from(&self.female);
        extended.regions.clone_from(&self.regions);
        Ok(extended)
    }

    fn index(structures: Vec<Structure>, by_id: HashMap<String, StructureIndex>) -> Catalogue {
        let mut children = vec![Vec::new(); structures.len()];
        let mut by_name = HashMap::new();
        let mut by_mesh: HashMap<String, Vec<StructureIndex>> = HashMap::new();
        let all = || {
            structures
                .iter()
                .enumerate()
                .map(|(n, s)| (StructureIndex(n as u16), s))
        };
        for (index, s) in all() {
            if let Some(parent) = s.parent {
                children[parent.usize()].push(index);
            }
            if let Some(mesh) = &s.mesh {
                by_mesh.entry(fold(&mesh.name)).or_default().push(index);
            }
        }
        let mut half_of: HashMap<(&str, Side), StructureIndex> = HashMap::new();
        for (index, s) in all().filter(|(_, s)| s.side_free_id() != s.id) {
            half_of.entry((s.side_free_id(), s.side)).or_insert(index);
        }
        let twins = structures
            .iter()
            .map(|s| {
                let other = match s.side {
                    Side::Left => Side::Right,
                    Side::Right => Side::Left,
                    Side::Midline | Side::Both => return None,
                };
                let base = s.side_free_id();
                (base != s.id)
                    .then(|| half_of.get(&(base, other)).copied())
                    .flatten()
            })
            .collect();
        // An id wins over a name, a name over a synonym, a synonym over Latin; among equals the first row wins.
        for (index, s) in all() {
            by_name.entry(fold(&s.id)).or_insert(index);
        }
        for (index, s) in all() {
            by_name.entry(fold(&s.name)).or_insert(index);
        }
        for (index, s) in all() {
            for synonym in &s.synonyms {
                by_name.entry(fold(synonym)).or_insert(index);
            }
        }
        for (index, s) in all() {
            for latin in s.latin.split(';').map(str::trim).filter(|l| !l.is_empty()) {
                by_name.entry(fold(latin)).or_insert(index);
            }
        }
        Catalogue {
            structures,
            children,
            twins,
            by_id,
            by_name,
            by_mesh,
            female: Vec::new(),
            regions: HashMap::new(),
        }
    }

    /// All structures, in the catalogue's order (a parent before its parts, systems together).
    pub fn structures(&self) -> &[Structure] {
        &self.structures
    }

    /// All indices, in the catalogue's order.
    pub fn indices(&self) -> impl Iterator<Item = StructureIndex> + use<> {
        (0..self.structures.len() as u16).map(StructureIndex)
    }

    /// The structure with this exact id.
    pub fn index_of(&self, id: &str) -> Option<StructureIndex> {
        self.by_id.get(id).copied()
    }

    /// The structure in a row.
    ///
    /// # Panics
    /// When the index is from another, larger catalogue.
    pub fn get(&self, index: StructureIndex) -> &Structure {
        &self.structures[index.usize()]
    }

    /// The immediate parts of a structure.
    pub fn children(&self, index: StructureIndex) -> &[StructureIndex] {
        &self.children[index.usize()]
    }

    /// Whether an id is that of a structure that only the female body has.
    pub fn is_female(&self, id: &str) -> bool {
        let row = self.index_of(id);
        row.is_some_and(|row| self.get(row).sex == Some(Sex::Female))
    }

    /// The structures at the ends of the hierarchy below a structure; the structure itself when it has no parts.
    pub fn leaves(&self, index: StructureIndex) -> Vec<StructureIndex> {
        let parts = self.parts(index);
        parts
            .into_iter()
            .filter(|p| self.children(*p).is_empty())
            .collect()
    }

    /// A structure and everything below it, itself first. A parent can have voxels that belong to none of its named
    /// parts (the kidney's cortex), so this, not [`Catalogue::leaves`], is the whole of it.
    pub fn parts(&self, index: StructureIndex) -> Vec<StructureIndex> {
        let mut out = vec![index];
        let mut next = 0;
        while let Some(&part) = out.get(next) {
            out.extend_from_slice(self.children(part));
            next += 1;
        }
        out
    }

    /// A structure's containers, nearest first.
    pub fn ancestors(&self, index: StructureIndex) -> impl Iterator<Item = StructureIndex> + '_ {
        std::iter::successors(self.get(index).parent, |i| self.get(*i).parent)
    }

    /// Whether `part` is `whole` or lies below it.
    pub fn is_part_of(&self, part: StructureIndex, whole: StructureIndex) -> bool {
        part == whole || self.ancestors(part).any(|a| a == whole)
    }

    /// The same structure on the other side of the body: the right kidney of the left one, the right ventricle of the left.
    pub fn twin(&self, index: StructureIndex) -> Option<StructureIndex> {
        self.twins[index.usize()]
    }

    /// The twin of a structure or, when it has none of its own, of the nearest container that has one: the left lung's of the
    /// middle lobe of the right.
    pub fn opposite(&self, index: StructureIndex) -> Option<StructureIndex> {
        std::iter::once(index)
            .chain(self.ancestors(index))
            .find_map(|i| self.twin(i))
    }

    /// The left and the right half of a structure that is just these two (the lung; not the bronchi, which are more than the
    /// two main ones).
    pub fn halves(&self, index: StructureIndex) -> Option<(StructureIndex, StructureIndex)> {
        let &[a, b] = self.children(index) else {
            return None;
        };
        let named = self.get(a).side_free_id() == self.get(index).id;
        (named && self.twin(a) == Some(b)).then(|| match self.get(a).side {
            Side::Left => (a, b),
            _ => (b, a),
        })
    }

    /// The structure of whose two [`Catalogue::halves`] this is one.
    pub fn pair(&self, index: StructureIndex) -> Option<StructureIndex> {
        let whole = self.get(index).parent?;
        self.halves(whole).map(|_| whole)
    }

    /// [`Structure::side_free_id`] of a row.
    pub fn side_free_id(&self, index: StructureIndex) -> &str {
        self.get(index).side_free_id()
    }

    /// The structures filed under a Medical Subject Heading (any letter case).
    pub fn by_mesh_heading(&self, heading: &str) -> Vec<StructureIndex> {
        self.by_mesh
            .get(&fold(heading))
            .cloned()
            .unwrap_or_default()
    }

    /// The structure with this id, name, synonym or Latin name, in any letter case; underscores count as spaces.
    pub fn find_by_name(&self, name: &str) -> Option<StructureIndex> {
        self.by_name.get(&fold(name)).copied()
    }
}

fn fold(name: &str) -> String {
    name.trim().replace('_', " ").to_lowercase()
}
