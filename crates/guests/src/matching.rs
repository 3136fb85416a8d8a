//! Which row of the catalogue, its own or none: the decision for every structure of a source.

use std::collections::HashMap;
use std::sync::Arc;

use anatomy::guest::{MatchedBy, fold, install_slug};
use anatomy::{Catalogue, Facts, Side, Structure, StructureIndex, System, Tissue, Visibility};

use super::guess::{NEUTRAL, guess};
use super::names::{self, KnownNames};
use super::source::stem;

/// What becomes of a structure of a source.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Decision {
    /// It is this row, or a piece of it.
    Known(StructureIndex, MatchedBy),
    /// It gets a row of its own, as a part of this one where that is known.
    Stranger(Option<StructureIndex>),
    /// It is not shown, for this reason.
    LeaveOut(String),
}

/// Matches names, with the table given by hand first.
pub(crate) struct Matcher<'a> {
    map: HashMap<String, &'a str>,
}

impl<'a> Matcher<'a> {
    pub(crate) fn new(map: &'a [(String, String)]) -> Matcher<'a> {
        Matcher {
            map: map
                .iter()
                .map(|(name, id)| (fold(name), id.as_str()))
                .collect(),
        }
    }

    /// Decides by the table, then the name, then codes, then what lies above it in the file, then the file's name.
    pub(crate) fn decide(
        &self,
        name: &str,
        value: Option<i64>,
        codes: &[String],
        above: &[Arc<str>],
        file: &str,
    ) -> Decision {
        let catalogue = Catalogue::builtin();
        let names = KnownNames::builtin();
        let by_hand = self
            .map
            .get(&fold(name))
            .or_else(|| self.map.get(&value?.to_string()));
        let name = &plain(name);
        let container = || {
            // What leads to an organ or holds it in place is no part of it.
            let (system, tissue, known) = guess(name, None);
            let passing = [Tissue::Artery, Tissue::Vein, Tissue::Nerve, Tissue::Tendon];
            if known && (passing.contains(&tissue) || system == System::Lymphatic) {
                return None;
            }
            names
                .container(name)
                .or_else(|| self.above(above).first().copied())
                .or_else(|| {
                    let file = stem(std::path::Path::new(file));
                    let whole = names.find(&file)?.structure;
                    (!catalogue.get(whole).group).then_some(whole)
                })
        };
        match by_hand {
            Some(&"-") => return Decision::LeaveOut("left out by the table".into()),
            Some(&"") => return Decision::Stranger(container()),
            Some(id) => {
                if let Some(structure) = catalogue.index_of(id) {
                    return Decision::Known(structure, MatchedBy::Map);
                }
            }
            None => {}
        }
        if names::is_attachment(name) {
            return Decision::LeaveOut("the patch where a muscle is attached".into());
        }
        // A name says more than a code: sources do copy the wrong one.
        let found = names.find(name);
        if let Some(found) = found.filter(|f| f.by != MatchedBy::Part) {
            return Decision::Known(found.structure, found.by);
        }
        if let Some(found) = codes.iter().find_map(|c| names.by_code(c, name)) {
            return Decision::Known(found.structure, found.by);
        }
        match found.or_else(|| codes.iter().find_map(|c| names.find(c))) {
            Some(found) => Decision::Known(found.structure, found.by),
            None => Decision::Stranger(container()),
        }
    }

    /// Rows that the nodes above a structure stand for, the nearest first.
    pub(crate) fn above(&self, above: &[Arc<str>]) -> Vec<StructureIndex> {
        let rows = above
            .iter()
            .filter_map(|name| KnownNames::builtin().find(&plain(name)));
        rows.map(|m| m.structure).collect()
    }
}

/// A name without what modelling programs append: ".001", or a hyphen and six hexadecimal digits.
fn plain(name: &str) -> String {
    let mut name = name.trim();
    if let Some((head, tail)) = name.rsplit_once('.')
        && tail.len() == 3
        && tail.bytes().all(|b| b.is_ascii_digit())
    {
        name = head;
    }
    if let Some((head, tail)) = name.rsplit_once(['-', '_'])
        && tail.len() == 6
        && tail.bytes().all(|b| b.is_ascii_hexdigit())
        && tail.bytes().any(|b| b.is_ascii_digit())
    {
        name = head;
    }
    name.to_owned()
}

/// Rows made for structures that the catalogue does not know.
pub(crate) struct Rows {
    rows: Vec<Structure>,
    by_name: HashMap<(String, Option<StructureIndex>), StructureIndex>,
}

impl Rows {
    pub(crate) fn new() -> Rows {
        Rows {
            rows: Vec::new(),
            by_name: HashMap::new(),
        }
    }

    fn first() -> usize {
        Catalogue::builtin().structures().len()
    }

    /// The row for a name, made when there is none yet; nothing when there are too many.
    pub(crate) fn add(
        &mut self,
        source: &str,
        parent: Option<StructureIndex>,
        color: Option<[u8; 3]>,
    ) -> Option<StructureIndex> {
        let (name, side) = display_name(&plain(source));
        let key = (name.clone(), parent);
        if let Some(index) = self.by_name.get(&key) {
            return Some(*index);
        }
        let n = u16::try_from(Self::first() + self.rows.len()).ok()?;
        if n == u16::MAX {
            return None;
        }
        let container = parent.map(|p| Catalogue::builtin().get(p));
        let (system, tissue, known) = guess(source, container);
        let slug = install_slug(&name);
        let mut id = slug.clone();
        let mut again = 2;
        let builtin = Catalogue::builtin();
        while builtin.index_of(&id).is_some() || self.rows.iter().any(|r| r.id == id) {
            id = format!("{slug}_{again}");
            again += 1;
        }
        let index = StructureIndex(n);
        self.rows.push(Structure {
            id,
            latin: String::new(),
            synonyms: if source == name {
                Vec::new()
            } else {
                vec![source.to_owned()]
            },
            name,
            side: side.unwrap_or(Side::Midline),
            system,
            tissue,
            parent,
            group: false,
            mesh: None,
            uberon: None,
            fma: None,
            facts: Facts::default(),
            color: color.unwrap_or(if known { tissue.color() } else { NEUTRAL }),
            visibility: Visibility::of(system, tissue),
            ghost_opacity: tissue.ghost_opacity(),
            sex: None,
        });
        self.by_name.insert(key, index);
        Some(index)
    }

    pub(crate) fn get(&self, index: StructureIndex) -> &Structure {
        &self.rows[index.usize() - Self::first()]
    }

    pub(crate) fn into_catalogue(self) -> Result<Catalogue, String> {
        Catalogue::builtin()
            .extended(self.rows)
            .map_err(|e| e.to_string())
    }
}

/// A name as people write it, and its side: "right obturator nerve" for "Obturator nerve.r".
fn display_name(source: &str) -> (String, Option<Side>) {
    let mut side = None;
    let mut words: Vec<&str> = source
        .split(|c: char| c.is_whitespace() || c == '_')
        .filter(|w| !w.is_empty())
        .collect();
    if words.len() > 2 && ["VH", "SBU"].contains(&words[0]) && ["M", "F"].contains(&words[1]) {
        words.drain(..2);
    }
    let mut plain: Vec<String> = Vec::new();
    let last = words.len().saturating_sub(1);
    for (n, word) in words.into_iter().enumerate() {
        let (word, ending) = match word.trim_end_matches('.').rsplit_once('.') {
            Some((head, tail)) if ["l", "r"].contains(&tail) => (head, Some(tail)),
            _ => (word, None),
        };
        // A written side stays where it stands in a sentence ("branch of left coronary artery").
        let found = match ending.unwrap_or(word) {
            "l" | "L" => Some(Side::Left),
            "r" | "R" => Some(Side::Right),
            "left" if n == last && n > 0 => Some(Side::Left),
            "right" if n == last && n > 0 => Some(Side::Right),
            _ => None,
        };
        side = side.or(found);
        if (ending.is_some() || found.is_none()) && !word.is_empty() {
            plain.push(word.to_owned());
        }
    }
    let mut name = plain.join(" ");
    // A capital only where it belongs to a name or an abbreviation.
    let mut chars = name.chars();
    if let (Some(first), Some(second)) = (chars.next(), chars.next())
        && first.is_uppercase()
        && second.is_lowercase()
    {
        name = first.to_lowercase().chain(name.chars().skip(1)).collect();
    }
    let spoken = name.split(' ').next().unwrap_or("");
    if side.is_none() {
        side = match spoken {
            "left" => return (name.chars().take(200).collect(), Some(Side::Left)),
            "right" => return (name.chars().take(200).collect(), Some(Side::Right)),
            _ => None,
        };
    }
    let name = match side {
        Some(Side::Left) => format!("left {name}"),
        Some(Side::Right) => format!("right {name}"),
        _ => name,
    };
    (name.chars().take(200).collect(), side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_made_readable() {
        for (source, name, id) in [
            (
                "VH_M_falciform_ligament",
                "falciform ligament",
                "falciform_ligament",
            ),
            (
                "Obturator nerve.r",
                "right obturator nerve",
                "right_obturator_nerve",
            ),
            (
                "gluteus_medius_left",
                "left gluteus medius",
                "left_gluteus_medius",
            ),
            (
                "Posterior segment of liver (I)",
                "posterior segment of liver (I)",
                "posterior_segment_of_liver_i",
            ),
            ("Vertebra C3", "vertebra C3", "vertebra_c3"),
            (
                "Iliolumbar ligament .r",
                "right iliolumbar ligament",
                "right_iliolumbar_ligament",
            ),
            (
                "VH_M_branch_of_left_coronary_artery",
                "branch of left coronary artery",
                "branch_of_left_coronary_artery",
            ),
            ("Left ear", "left ear", "left_ear"),
            ("", "", "unnamed"),
            ("ü", "ü", "unnamed"),
        ] {
            let found = display_name(source).0;
            assert_eq!(found, name);
            assert_eq!(install_slug(&found), id);
        }
        assert_eq!(plain("Heart.001"), "Heart");
        assert_eq!(plain("Heart-3fa2b1"), "Heart");
        assert_eq!(plain("Kidney.r"), "Kidney.r");
    }

    #[test]
    fn the_table_by_hand_comes_first() {
        let map = [
            ("Liver".to_owned(), "spleen".to_owned()),
            ("7".to_owned(), "heart".to_owned()),
            ("Skip".to_owned(), "-".to_owned()),
            ("Kidney.l".to_owned(), String::new()),
        ];
        let m = Matcher::new(&map);
        let c = Catalogue::builtin();
        let decide = |name: &str, value| m.decide(name, value, &[], &[], "x.glb");
        let known = |id: &str, by| Decision::Known(c.index_of(id).unwrap(), by);
        assert_eq!(decide("liver", None), known("spleen", MatchedBy::Map));
        assert_eq!(decide("thing", Some(7)), known("heart", MatchedBy::Map));
        assert!(matches!(decide("skip", None), Decision::LeaveOut(_)));
        assert_eq!(decide("Kidney.l", None), Decision::Stranger(None));
        assert_eq!(
            decide("Kidney.r", None),
            known("right_kidney", MatchedBy::Id)
        );
        let above = ["VH_M_x".into(), "VH_M_liver".into()];
        assert_eq!(
            m.decide("VH_M_bare_area", None, &[], &above, "x.glb"),
            Decision::Stranger(c.index_of("liver"))
        );
    }
}
