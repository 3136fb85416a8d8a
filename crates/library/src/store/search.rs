//! Questions of more than a point: structures, words, and all of them together.
//!
//! Each part of a question ranks the documents in its own way; together they are joined by reciprocal rank fusion (Cormack,
//! Clarke and Büttcher 2009, k = 60), which needs no common scale for millimetres, evidence and bm25.

use std::collections::{HashMap, HashSet};

use anatomy::{Atlas, Catalogue, StructureIndex};
use serde::{Deserialize, Serialize};

use super::{Entry, Hit, Library, LibraryError};

/// The constant of reciprocal rank fusion.
const FUSION_K: f64 = 60.0;
/// Weight of a word in the title against one in the text.
const TITLE_WEIGHT: f64 = 4.0;
/// Words of a question that are looked at.
const MOST_WORDS: usize = 32;
/// Documents for which a distance to a structure is worked out in one question.
const MOST_DISTANCES: usize = 5_000;

/// What a question about structures must know of the body.
pub trait Body {
    /// The structures and how they are parts of each other.
    fn catalogue(&self) -> &Catalogue;
    /// Distance in mm from a point (LPS mm) to a structure or any of its parts, 0 inside; `None` if it has no shape.
    fn distance_mm(&self, structure: StructureIndex, point: [f32; 3]) -> Option<f32>;
}

impl Body for Atlas {
    fn catalogue(&self) -> &Catalogue {
        Atlas::catalogue(self)
    }

    fn distance_mm(&self, structure: StructureIndex, point: [f32; 3]) -> Option<f32> {
        Atlas::distance_mm(self, structure, point)
    }
}

/// The catalogue alone knows what is part of what, and no distances.
impl Body for Catalogue {
    fn catalogue(&self) -> &Catalogue {
        self
    }

    fn distance_mm(&self, _: StructureIndex, _: [f32; 3]) -> Option<f32> {
        None
    }
}

/// How a document belongs to the structures that were asked for; in the order in which they are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Match {
    /// Its best structure is one of them or a part of one.
    Best,
    /// It speaks of one of them, but more of another.
    Evidence,
    /// Its best structure is a larger one, of which the one asked for is a part.
    Whole,
}

/// A question. Its parts narrow the answer together and rank it together; an empty question finds every document.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Query {
    /// Words, `"phrases"` in quotes; any text is allowed.
    pub text: Option<String>,
    /// Catalogue ids; a document must belong to one of them.
    pub structures: Vec<String>,
    /// Rank by distance to this point (LPS mm).
    pub near: Option<[f32; 3]>,
    /// With `near`: only documents at most so many mm away.
    pub radius_mm: Option<f32>,
    /// Answers at most.
    pub limit: usize,
}

impl Library {
    /// Documents that belong to one of the structures: first those whose best structure is one of them or a part of one, by
    /// evidence and then by the distance of their point to it; then those that speak of it among others; then those of a larger
    /// structure that it is part of, by distance. Ids that the catalogue does not know match nothing.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn in_structures<S: AsRef<str>>(
        &self,
        ids: &[S],
        body: &(impl Body + ?Sized),
        limit: usize,
    ) -> Result<Vec<Hit>, LibraryError> {
        let mut hits = self.structure_hits(ids, body)?;
        hits.truncate(limit);
        Ok(hits)
    }

    fn structure_hits<S: AsRef<str>>(
        &self,
        ids: &[S],
        body: &(impl Body + ?Sized),
    ) -> Result<Vec<Hit>, LibraryError> {
        let catalogue = body.catalogue();
        let asked: Vec<StructureIndex> = ids
            .iter()
            .filter_map(|id| catalogue.index_of(id.as_ref()))
            .collect();
        let mut inside: HashSet<StructureIndex> = HashSet::new();
        let mut above: HashSet<StructureIndex> = HashSet::new();
        for &structure in &asked {
            inside.insert(structure);
            inside.extend(
                catalogue
                    .indices()
                    .filter(|part| catalogue.is_part_of(*part, structure)),
            );
            above.extend(catalogue.ancestors(structure));
        }
        let above: Vec<StructureIndex> = above
            .into_iter()
            .filter(|structure| !inside.contains(structure))
            .collect();
        let mut hits: HashMap<i64, Hit> = HashMap::new();
        let mut take = |entry: Entry, p: f32, how: Match| {
            let hit = hits.entry(entry.key).or_insert_with(|| Hit {
                p,
                structure_match: Some(how),
                ..entry.into()
            });
            if hit.structure_match == Some(how) {
                hit.p = hit.p.max(p);
            }
        };
        for structure in &inside {
            self.each(
                "SELECT d.*, d.p FROM documents d WHERE d.structure = ?1",
                catalogue,
                *structure,
                |e, p| take(e, p, Match::Best),
            )?;
        }
        for structure in &inside {
            let sql = "SELECT d.*, e.p FROM evidence e JOIN documents d USING (key) WHERE e.structure = ?1";
            self.each(sql, catalogue, *structure, |e, p| {
                take(e, p, Match::Evidence)
            })?;
        }
        for structure in &above {
            self.each(
                "SELECT d.*, d.p FROM documents d WHERE d.structure = ?1",
                catalogue,
                *structure,
                |e, p| take(e, p, Match::Whole),
            )?;
        }
        let mut hits: Vec<Hit> = hits.into_values().collect();
        // Evidence first, so that with very many documents the distances of the better ones are known.
        let by_evidence = |a: &Hit, b: &Hit| {
            a.structure_match
                .cmp(&b.structure_match)
                .then(b.p.total_cmp(&a.p))
        };
        hits.sort_by(|a, b| by_evidence(a, b).then(a.key.cmp(&b.key)));
        for hit in hits.iter_mut().take(MOST_DISTANCES) {
            let distances = asked
                .iter()
                .filter_map(|structure| body.distance_mm(*structure, hit.point_mm));
            hit.distance_mm = distances.min_by(f32::total_cmp);
        }
        hits.sort_by(|a, b| {
            let distance = |hit: &Hit| hit.distance_mm.unwrap_or(f32::MAX);
            let nearer = distance(a).total_cmp(&distance(b));
            let whole =
                a.structure_match == Some(Match::Whole) && b.structure_match == Some(Match::Whole);
            let order = if whole {
                nearer.then(b.p.total_cmp(&a.p))
            } else {
                by_evidence(a, b).then(nearer)
            };
            order.then(a.key.cmp(&b.key))
        });
        Ok(hits)
    }

    fn each(
        &self,
        sql: &str,
        catalogue: &Catalogue,
        structure: StructureIndex,
        mut take: impl FnMut(Entry, f32),
    ) -> Result<(), LibraryError> {
        let columns =
            "d.key, d.id, d.title, d.year, d.kind, d.x, d.y, d.z, d.structure, d.p, d.outside_p";
        let mut find = self
            .connection
            .prepare_cached(&sql.replace("d.*", columns))?;
        let rows = find.query_map([&catalogue.get(structure).id], |row| {
            Ok((super::entry(row)?, row.get(11)?))
        })?;
        for row in rows {
            let (entry, p) = row?;
            take(entry, p);
        }
        Ok(())
    }

    /// The documents that match words, best first (bm25, a word in the title counting four times), with their ranks.
    /// All words must occur; if no document has them all, any of them.
    ///
    /// # Errors
    /// If the file cannot be read; no text is an error.
    pub fn matching(&self, text: &str, limit: usize) -> Result<Vec<i64>, LibraryError> {
        let words = words(text);
        if words.is_empty() {
            return Ok(Vec::new());
        }
        for join in [" AND ", " OR "] {
            let mut find = self.connection.prepare_cached(
                "SELECT rowid FROM text_index WHERE text_index MATCH ?1 ORDER BY bm25(text_index, ?2, 1.0), rowid LIMIT ?3",
            )?;
            let limit = i64::try_from(limit).unwrap_or(i64::MAX);
            let rows = find.query_map((words.join(join), TITLE_WEIGHT, limit), |row| row.get(0))?;
            let keys: Vec<i64> = rows.collect::<Result<_, _>>()?;
            if !keys.is_empty() || words.len() == 1 {
                return Ok(keys);
            }
        }
        Ok(Vec::new())
    }

    /// Answers a question. Every hit states the ranks and distances that put it where it stands.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn search(
        &self,
        query: &Query,
        body: &(impl Body + ?Sized),
    ) -> Result<Vec<Hit>, LibraryError> {
        let text = query.text.as_deref().filter(|text| !text.trim().is_empty());
        let mut rankings: Vec<Vec<i64>> = Vec::new();
        let mut known: HashMap<i64, Hit> = HashMap::new();
        if !query.structures.is_empty() {
            let hits = self.structure_hits(&query.structures, body)?;
            rankings.push(hits.iter().map(|hit| hit.key).collect());
            known.extend(hits.into_iter().map(|hit| (hit.key, hit)));
        }
        let mut text_ranks: HashMap<i64, usize> = HashMap::new();
        if let Some(text) = text {
            let keys = self.matching(text, usize::MAX)?;
            text_ranks = keys.iter().copied().zip(1..).collect();
            rankings.push(keys);
        }
        let mut distances: HashMap<i64, f32> = HashMap::new();
        if let Some(point) = query.near {
            let index = self.document_index()?;
            let alone = rankings.is_empty();
            let found = match query.radius_mm {
                Some(radius) => index.within(point, radius),
                None => index.nearest(point, if alone { query.limit } else { index.len() }),
            };
            rankings.push(found.iter().map(|(key, _)| *key).collect());
            distances = found.into_iter().collect();
        }
        let ranked = match rankings.len() {
            0 => self.keys()?,
            1 => rankings.swap_remove(0),
            _ => fuse(&rankings),
        };
        let mut hits = Vec::new();
        for key in ranked.into_iter().take(query.limit) {
            let hit = match known.remove(&key) {
                Some(hit) => hit,
                None => match self.entry(key)? {
                    Some(entry) => entry.into(),
                    None => continue,
                },
            };
            let distance_mm = distances.get(&key).copied().or(hit.distance_mm);
            hits.push(Hit {
                distance_mm,
                text_rank: text_ranks.get(&key).copied(),
                ..hit
            });
        }
        Ok(hits)
    }
}

/// Keys that are in all rankings, by the sum of 1 / (60 + rank).
fn fuse(rankings: &[Vec<i64>]) -> Vec<i64> {
    let mut scores: HashMap<i64, (usize, f64)> = HashMap::new();
    for ranking in rankings {
        for (rank, key) in (1_u32..).zip(ranking) {
            let (times, score) = scores.entry(*key).or_default();
            *times += 1;
            *score += 1.0 / (FUSION_K + f64::from(rank));
        }
    }
    let mut fused: Vec<(i64, f64)> = scores
        .into_iter()
        .filter(|(_, (times, _))| *times == rankings.len())
        .map(|(key, (_, score))| (key, score))
        .collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused.into_iter().map(|(key, _)| key).collect()
}

/// What a user typed as terms of an FTS5 query, each quoted so that nothing in it is syntax. A word at the very end may be
/// unfinished and matches as a beginning.
fn words(text: &str) -> Vec<String> {
    let mut terms: Vec<String> = Vec::new();
    let mut finished = true;
    for (part, piece) in text.split('"').enumerate() {
        let in_quotes = part % 2 == 1;
        let pieces: Vec<&str> = if in_quotes {
            vec![piece]
        } else {
            piece.split_whitespace().collect()
        };
        for piece in pieces {
            let term: String = piece
                .chars()
                .map(|c| if c.is_alphanumeric() { c } else { ' ' })
                .collect();
            let term = term.split_whitespace().collect::<Vec<_>>().join(" ");
            if !term.is_empty() && terms.len() < MOST_WORDS {
                terms.push(format!("\"{term}\""));
                finished = in_quotes;
            }
        }
    }
    let ends_in_word = text.chars().next_back().is_some_and(char::is_alphanumeric);
    if let (false, true, Some(last)) = (finished, ends_in_word, terms.last_mut()) {
        last.push('*');
    }
    terms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_text_becomes_quoted_terms() {
        assert_eq!(words("liver cirrhosis"), ["\"liver\"", "\"cirrhosis\"*"]);
        assert_eq!(words("\"portal vein\" "), ["\"portal vein\""]);
        assert_eq!(
            words("NEAR(a b) OR title:x*"),
            ["\"NEAR a\"", "\"b\"", "\"OR\"", "\"title x\""]
        );
        assert_eq!(words("*** -- \"\" \0"), Vec::<String>::new());
        assert_eq!(words(&"x ".repeat(100)).len(), MOST_WORDS);
    }

    #[test]
    fn fusion_keeps_what_every_ranking_has() {
        assert_eq!(
            fuse(&[vec![1, 2, 3], vec![3, 2, 9]]),
            [2, 3].map(i64::from).into_iter().rev().collect::<Vec<_>>()
        );
    }
}
