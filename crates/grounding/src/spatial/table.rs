//! The table of position words (`data/spatial.json`) and the small language in which it states regions.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use anatomy::{Catalogue, StructureIndex};
use serde::Deserialize;

use super::constraint::{Axis, Constraint};
use super::words::Words;

/// Most words of one term.
pub(crate) const LONGEST: usize = 4;

/// How the flow through a structure is measured.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Flow {
    /// Along an axis, in its direction (1) or against it (-1).
    Along(Axis, f32),
    /// By the way through the structure from where it touches another.
    From(StructureIndex),
}

/// Terms of one structure or of all.
#[derive(Debug, Default)]
pub(crate) struct Terms(HashMap<Vec<String>, Vec<Constraint>>);

impl Terms {
    pub fn get(&self, words: &[String]) -> Option<&[Constraint]> {
        self.0.get(words).map(Vec::as_slice)
    }
}

/// The whole table.
pub(crate) struct PositionTable {
    pub flow: HashMap<StructureIndex, Flow>,
    pub general: Terms,
    pub parts: HashMap<StructureIndex, Terms>,
    /// Every word of a term.
    pub vocabulary: HashSet<String>,
    /// Every word of a term that is said of any structure.
    general_words: HashSet<String>,
    /// Words that name a place by themselves, wherever they stand.
    names: HashSet<String>,
    pub nouns: HashSet<String>,
    pub lesions: HashSet<String>,
    /// What else may lie beside an organ without being one: a node, fluid, a drain.
    things: HashSet<String>,
}

#[derive(Deserialize)]
struct File {
    flow: HashMap<String, String>,
    general: Vec<(Vec<String>, String)>,
    parts: HashMap<String, Vec<(Vec<String>, String)>>,
    near_sides: HashMap<String, Vec<String>>,
    names: HashSet<String>,
    nouns: HashSet<String>,
    lesions: HashSet<String>,
    things: HashSet<String>,
}

static BUILTIN: LazyLock<PositionTable> = LazyLock::new(|| {
    match PositionTable::parse(
        include_str!("../../data/spatial.json"),
        Catalogue::builtin(),
    ) {
        Ok(table) => table,
        // The table is part of the program and a test builds it, so this cannot be met by a user.
        Err(reason) => panic!("data/spatial.json: {reason}"),
    }
});

impl PositionTable {
    pub fn builtin() -> &'static PositionTable {
        &BUILTIN
    }

    /// Whether a term of a structure names a place of it wherever it stands ("mitral valve", "Riedel lobe"): it has a word that is not
    /// said of any structure. (A few are said of several organs: whose it is is seen by what stands beside it.) One word alone must be known for it, or stand for a structure that
    /// the text does not name. A wall that the structure has by the table is a name, too ("… of the left ventricle: the inferior wall is thin").
    pub fn is_name(&self, term: &[String], is_named: bool) -> bool {
        let own = |word: &&String| {
            !self.general_words.contains(*word) && !self.nouns.contains(*word) && word.len() > 2
        };
        match term {
            [word] => self.names.contains(word) || (!is_named && own(&word)),
            words => {
                let is_wall = words.last().is_some_and(|word| word == "wall");
                is_wall || words.iter().any(|word| own(&word))
            }
        }
    }

    /// Whether a structure has its places in another one that is no part of it: the heart muscle in the left ventricle.
    pub fn shows_in(&self, structure: StructureIndex, other: StructureIndex) -> bool {
        let terms = self.parts.get(&structure).map(|terms| terms.0.values());
        let mut stated = terms.into_iter().flatten().flatten();
        stated.any(|c| matches!(c, Constraint::Part(parts) if parts.contains(&other)))
    }

    /// Whether a word names something that may lie beside an organ without being one: a mass, a node, fluid.
    pub fn is_thing(&self, word: &str) -> bool {
        self.lesions.contains(word) || self.things.contains(word)
    }

    fn parse(json: &str, catalogue: &Catalogue) -> Result<PositionTable, String> {
        let file: File = serde_json::from_str(json).map_err(|e| e.to_string())?;
        let reader = Reader {
            catalogue,
            near_sides: &file.near_sides,
        };
        let mut table = PositionTable {
            flow: HashMap::new(),
            general: Terms::default(),
            parts: HashMap::new(),
            vocabulary: HashSet::new(),
            general_words: HashSet::new(),
            names: file.names,
            nouns: file.nouns,
            lesions: file.lesions,
            things: file.things,
        };
        for (id, how) in &file.flow {
            let flow = match how.as_str() {
                "z-" => Flow::Along(Axis::Z, -1.0),
                "z+" => Flow::Along(Axis::Z, 1.0),
                "lat+" => Flow::Along(Axis::Lateral, 1.0),
                other => Flow::From(
                    reader.id(other
                        .strip_prefix("from ")
                        .ok_or_else(|| format!("flow of {id:?}: {other:?}"))?)?,
                ),
            };
            table.flow.insert(reader.id(id)?, flow);
        }
        let mut vocabulary = HashSet::new();
        let mut fill = |terms: &mut Terms, rows: &[(Vec<String>, String)]| {
            for (phrases, region) in rows {
                let constraints = reader.region(region)?;
                for phrase in phrases {
                    let words: Vec<String> = Words::new(phrase, 0..phrase.len())
                        .list
                        .into_iter()
                        .map(|w| w.lower)
                        .collect();
                    if words.is_empty() || words.len() > LONGEST {
                        return Err(format!("{phrase:?} has not 1 to {LONGEST} words"));
                    }
                    vocabulary.extend(words.iter().cloned());
                    terms.0.insert(words, constraints.clone());
                }
            }
            Ok(())
        };
        fill(&mut table.general, &file.general)?;
        let said = table.general.0.keys().flatten();
        table.general_words = said.cloned().collect();
        for (id, rows) in &file.parts {
            fill(table.parts.entry(reader.id(id)?).or_default(), rows)?;
        }
        table.vocabulary = vocabulary;
        Ok(table)
    }
}

/// Whether a phrase ends in a noun of position ("lower third", "upper pole"), so that "of the …" can follow.
pub(crate) fn ends_in_noun(phrase: &str) -> bool {
    let last = phrase.split(' ').next_back().unwrap_or("");
    PositionTable::builtin().nouns.contains(last)
}

struct Reader<'a> {
    catalogue: &'a Catalogue,
    near_sides: &'a HashMap<String, Vec<String>>,
}

impl Reader<'_> {
    fn id(&self, id: &str) -> Result<StructureIndex, String> {
        self.catalogue
            .index_of(id)
            .ok_or_else(|| format!("no structure {id:?} in the catalogue"))
    }

    /// One structure, or the two that a name with sides stands for.
    fn ids(&self, name: &str) -> Result<Vec<StructureIndex>, String> {
        match self.near_sides.get(name) {
            Some(both) => both.iter().map(|id| self.id(id)).collect(),
            None => name.split(',').map(|id| self.id(id.trim())).collect(),
        }
    }

    fn region(&self, text: &str) -> Result<Vec<Constraint>, String> {
        text.split('&')
            .map(str::trim)
            .filter(|t| !t.is_empty())
            .map(|t| self.term(t).map_err(|e| format!("{t:?}: {e}")))
            .collect()
    }

    fn term(&self, term: &str) -> Result<Constraint, String> {
        if term == "mid" {
            return Ok(Constraint::Middle);
        }
        if let Some((kind, rest)) = term.split_once(':') {
            return Ok(match kind {
                "to" => Constraint::Part(self.ids(rest)?),
                "above" => Constraint::Above(self.ids(rest)?),
                "below" => Constraint::Below(self.ids(rest)?),
                "level" => Constraint::Level(self.ids(rest)?),
                "near" => {
                    let (what, mm) = rest.split_once('<').ok_or("near what, how near?")?;
                    Constraint::Near(self.ids(what)?, number(mm)?)
                }
                "sector" => {
                    Constraint::Sectors(rest.bytes().try_fold(0u16, |bits, b| match b {
                        b'1'..=b'8' => Ok(bits | 1 << (b - b'0')),
                        _ => Err(format!("no liver segment {:?}", char::from(b))),
                    })?)
                }
                other => return Err(format!("unknown kind {other:?}")),
            });
        }
        if let Some(mm) = term
            .strip_prefix("depth<")
            .and_then(|r| r.strip_suffix("mm"))
        {
            return Ok(Constraint::Shallow(number(mm)?));
        }
        let (axis, rest) = [
            ("depth", Axis::Depth),
            ("flow", Axis::Flow),
            ("lat", Axis::Lateral),
            ("x", Axis::X),
            ("y", Axis::Y),
            ("z", Axis::Z),
        ]
        .iter()
        .find_map(|(name, axis)| Some((*axis, term.strip_prefix(name)?)))
        .ok_or("unknown axis")?;
        let rest = rest.strip_suffix('%').ok_or("no share")?;
        let (low, high) = match (rest.strip_prefix('<'), rest.strip_prefix('>')) {
            (Some(high), _) => (0.0, number(high)?),
            (_, Some(low)) => (number(low)?, 100.0),
            _ => {
                let (low, high) = rest.split_once('-').ok_or("no range")?;
                (number(low)?, number(high)?)
            }
        };
        if !(0.0..100.0).contains(&low) || high <= low || high > 100.0 {
            return Err("is no part of 0-100".to_owned());
        }
        Ok(Constraint::Span {
            axis,
            low: low / 100.0,
            high: high / 100.0,
        })
    }
}

fn number(text: &str) -> Result<f32, String> {
    text.trim()
        .parse()
        .map_err(|_| format!("{text:?} is no number"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sound() {
        let table = PositionTable::builtin();
        let c = Catalogue::builtin();
        let liver = c.index_of("liver").unwrap();
        let words = ["right", "lobe"].map(str::to_owned);
        assert_eq!(
            table.parts[&liver].get(&words),
            Some(&[Constraint::Sectors(0b1_1110_0000)][..])
        );
        assert!(table.vocabulary.contains("uncinate"));
        assert!(table.flow.len() > 40);
    }

    #[test]
    fn faults_are_named() {
        let near_sides = HashMap::new();
        let reader = Reader {
            catalogue: Catalogue::builtin(),
            near_sides: &near_sides,
        };
        for (text, says) in [
            ("z<0%", "0-100"),
            ("w<5%", "axis"),
            ("near:nowhere<5", "nowhere"),
            ("sector:9", "segment"),
            ("z<5", "share"),
        ] {
            let fault = reader.region(text).unwrap_err();
            assert!(fault.contains(says), "{text}: {fault}");
        }
    }
}
