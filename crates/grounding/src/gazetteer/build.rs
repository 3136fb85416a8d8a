//! Builds the word list from its tables.

use std::collections::HashMap;

use aho_corasick::{AhoCorasick, MatchKind};
use anatomy::{Catalogue, StructureIndex};

use super::search::{NameIndex, Rank};
use super::spelling::Spelling;
use super::table::{ClassTable, Context, SpellingTable};
use super::terms::{Builder, Owner, Term};
use super::{Gazetteer, MentionKind, OrganClass, levels, variants};

impl Gazetteer {
    /// Reads `classes.json`, `text-terms.json` when it is given, and `spelling.json`.
    pub(super) fn from_tables(
        classes: &str,
        text_terms: Option<&str>,
        words: &str,
        catalogue: &Catalogue,
    ) -> Result<Self, String> {
        let mut table: ClassTable =
            serde_json::from_str(classes).map_err(|e| format!("data/classes.json: {e}"))?;
        if let Some(text) = text_terms {
            let fault = |e: String| format!("data/text-terms.json: {e}");
            let more = serde_json::from_str(text).map_err(|e| fault(e.to_string()))?;
            table.extend(more).map_err(fault)?;
        }
        let words: SpellingTable =
            serde_json::from_str(words).map_err(|e| format!("data/spelling.json: {e}"))?;
        let find = |id: &str| {
            catalogue
                .index_of(id)
                .ok_or_else(|| format!("no structure {id:?} in the catalogue"))
        };
        let (mut class_structures, mut hers) = (Vec::new(), Vec::new());
        for class in &table.classes {
            let rows = |ids: &[String]| ids.iter().map(|s| find(s)).collect::<Result<Vec<_>, _>>();
            class_structures.push(rows(&class.structures)?);
            hers.push(rows(&class.female)?);
            class.near.iter().try_for_each(|s| find(s).map(drop))?;
        }
        let class_of = classes_of_rows(catalogue, &class_structures, &hers);
        let rows = Rows {
            catalogue,
            class_structures: &class_structures,
            hers: &hers,
            class_of: &class_of,
        };

        let mut builder = Builder::new(catalogue);
        let mut names = NameIndex::default();
        add_classes(&table, &rows, &mut builder, &mut names);
        for (id, terms) in &table.parts {
            let structure = find(id)?;
            let class = class_of[structure.usize()]
                .ok_or_else(|| format!("part {id:?} belongs to no class"))?;
            for term in terms {
                names.add(term, Rank::Term, structure);
                builder.add(
                    term,
                    Owner {
                        class,
                        structures: &[structure],
                        kind: MentionKind::Name,
                        part: true,
                    },
                );
            }
        }
        add_catalogue(&table, &rows, &mut builder, &mut names);
        let evidence = add_abbreviations(&table, &rows, &mut builder, &mut names)?;
        for blocked in &table.false_friends {
            builder.block(blocked);
        }
        let (terms, patterns) = builder.finish();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .ascii_case_insensitive(true)
            .build(&patterns)
            .map_err(|e| e.to_string())?;
        let spelling = spelling(&terms, &patterns, words);

        let mut by_heading: HashMap<String, Vec<usize>> = HashMap::new();
        for (class, row) in table.classes.iter().enumerate() {
            for heading in &row.mesh {
                let classes = by_heading.entry(heading.to_lowercase()).or_default();
                if !classes.contains(&class) {
                    classes.push(class);
                }
            }
        }
        let classes = table
            .classes
            .into_iter()
            .map(|c| OrganClass {
                name: c.name,
                mesh: c.mesh,
                structures: c.structures,
                female: c.female,
                near: c.near,
            })
            .collect();
        Ok(Self {
            classes,
            class_structures,
            hers,
            class_of,
            halves: catalogue.indices().map(|i| catalogue.halves(i)).collect(),
            by_heading,
            terms,
            evidence,
            automaton,
            spelling,
            names,
        })
    }
}

/// The catalogue with the classes of its rows.
struct Rows<'a> {
    catalogue: &'a Catalogue,
    class_structures: &'a [Vec<StructureIndex>],
    hers: &'a [Vec<StructureIndex>],
    class_of: &'a [Option<usize>],
}

impl Rows<'_> {
    /// Whether a class lists a structure itself, for either body.
    fn is_listed(&self, class: usize, structure: StructureIndex) -> bool {
        self.class_structures[class].contains(&structure) || self.hers[class].contains(&structure)
    }
}

/// The class that lists a structure, for either body, or, failing that, its nearest container.
fn classes_of_rows(
    catalogue: &Catalogue,
    class_structures: &[Vec<StructureIndex>],
    hers: &[Vec<StructureIndex>],
) -> Vec<Option<usize>> {
    let listed: HashMap<StructureIndex, usize> = class_structures
        .iter()
        .enumerate()
        .chain(hers.iter().enumerate())
        .flat_map(|(c, s)| s.iter().map(move |s| (*s, c)))
        .collect();
    catalogue
        .indices()
        .map(|i| {
            listed
                .get(&i)
                .copied()
                .or_else(|| catalogue.ancestors(i).find_map(|a| listed.get(&a).copied()))
        })
        .collect()
}

fn add_classes(
    table: &ClassTable,
    rows: &Rows<'_>,
    builder: &mut Builder<'_>,
    names: &mut NameIndex,
) {
    for (class, row) in table.classes.iter().enumerate() {
        // What the male body has not is the female one's.
        let structures = match &rows.class_structures[class][..] {
            [] => rows.hers[class].get(..1).unwrap_or_default(),
            present => present,
        };
        for (terms, kind, rank) in [
            (&row.terms, MentionKind::Name, Rank::ClassTerm),
            (&row.related, MentionKind::Related, Rank::Related),
        ] {
            for term in terms {
                builder.add(
                    term,
                    Owner {
                        class,
                        structures,
                        kind,
                        part: false,
                    },
                );
                structures.iter().for_each(|s| names.add(term, rank, *s));
            }
        }
    }
}

fn add_catalogue(
    table: &ClassTable,
    rows: &Rows<'_>,
    builder: &mut Builder<'_>,
    names: &mut NameIndex,
) {
    let catalogue = rows.catalogue;
    for (index, structure) in catalogue.indices().zip(catalogue.structures()) {
        names.add(&structure.name, Rank::Name, index);
        names.add(&structure.id, Rank::Latin, index);
        let latin: Vec<&str> = structure.latin.split(';').map(str::trim).collect();
        let synonyms = structure.synonyms.iter().map(String::as_str);
        synonyms
            .clone()
            .for_each(|n| names.add(n, Rank::Synonym, index));
        latin.iter().for_each(|n| names.add(n, Rank::Latin, index));
        let Some(class) = rows.class_of[index.usize()] else {
            continue;
        };
        let owner = Owner {
            class,
            structures: &[index],
            kind: MentionKind::Name,
            part: !rows.is_listed(class, index),
        };
        // "femur (upper end)" is written without the remark.
        let plain = structure.name.split(" (").next().unwrap_or_default();
        for name in latin
            .into_iter()
            .chain([plain])
            .chain(synonyms)
            .filter(|n| n.len() > 1 && !table.ambiguous_names.contains(*n))
        {
            builder.add(name, owner);
            if let Some(short) = variants::latin_abbreviation(name) {
                builder.add(&short, owner);
            }
            for short in variants::notes(name) {
                builder.add(&short, owner);
            }
            if let Some((head, whole)) = name
                .split_once(" of ")
                .filter(|(_, w)| !w.starts_with("the "))
            {
                builder.add(&format!("{head} of the {whole}"), owner);
            }
        }
        for term in levels::terms(&structure.id) {
            builder.add(&term, owner);
            names.add(&term, Rank::Term, index);
        }
    }
}

fn add_abbreviations(
    table: &ClassTable,
    rows: &Rows<'_>,
    builder: &mut Builder<'_>,
    names: &mut NameIndex,
) -> Result<Vec<Context>, String> {
    let catalogue = rows.catalogue;
    let mut evidence = Vec::new();
    for row in &table.abbreviations {
        let number = evidence.len();
        evidence.push(row.evidence.clone());
        // First, so that a disease that has its place in one structure stays a disease.
        for name in &row.classes {
            let class = table
                .classes
                .iter()
                .position(|c| c.name == *name)
                .ok_or_else(|| format!("no class {name:?}"))?;
            builder.add_abbreviation(
                &row.short,
                number,
                Owner {
                    class,
                    structures: &rows.class_structures[class],
                    kind: MentionKind::Related,
                    part: false,
                },
            );
        }
        for id in &row.structures {
            let structure = catalogue
                .index_of(id)
                .ok_or_else(|| format!("no structure {id:?} in the catalogue"))?;
            let class = rows.class_of[structure.usize()]
                .ok_or_else(|| format!("{id:?} belongs to no class"))?;
            names.add(&row.short, Rank::Synonym, structure);
            builder.add_abbreviation(
                &row.short,
                number,
                Owner {
                    class,
                    structures: &[structure],
                    kind: MentionKind::Name,
                    part: !rows.is_listed(class, structure),
                },
            );
        }
    }
    // Bare levels of the spine.
    for (index, structure) in catalogue.indices().zip(catalogue.structures()) {
        let (Some(level), Some(class)) = (
            structure.id.strip_prefix("vertebra_"),
            rows.class_of[index.usize()],
        ) else {
            continue;
        };
        let number = evidence.len();
        evidence.push(Context {
            near: levels::near(level),
            unless: levels::unless(level),
            ..Context::default()
        });
        builder.add_abbreviation(
            level,
            number,
            Owner {
                class,
                structures: &[index],
                kind: MentionKind::Name,
                part: true,
            },
        );
    }
    Ok(evidence)
}

/// What misspelt words are read as: the long words of all terms that are given whole.
fn spelling(terms: &[Term], patterns: &[String], words: SpellingTable) -> Spelling {
    let long = |meant: bool| {
        terms
            .iter()
            .zip(patterns)
            .filter(move |(t, _)| !t.prefix && t.cased.is_none() && t.targets.is_empty() != meant)
            .flat_map(|(_, p)| p.split(' '))
            .map(str::to_owned)
    };
    Spelling::new(
        long(true).chain(words.whole),
        long(false).chain(words.ordinary),
    )
}
