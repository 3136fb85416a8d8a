//! What the encoder learns to read from.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write as _};
use std::path::Path;

use anatomy::{Catalogue, StructureIndex};
use anyhow::{Context as _, Result, anyhow};
use evaluation::reading::{self, Item, Part, Right};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use grounding::Gazetteer;
use serde::{Deserialize, Serialize};

use super::compose::Templates;
use super::example::{Example, nowhere};
use super::tags::{self, Span};
use crate::corpus::{self, Kind, Limits, Split};
use crate::hers::names_hers;

/// The examples, by what they are for.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Examples {
    /// Texts written to learn reading from, names of structures, and texts about other things than this torso.
    pub reading: Vec<Example>,
    /// Titles, terms, reports and documents labelled by class: any structure of a class is right.
    pub classes: Vec<Example>,
    /// Sentences that are put beside texts.
    pub templates: Templates,
    /// Tagged texts that are kept back to see how well tags are told.
    pub tagged_apart: Vec<Example>,
    /// The texts of `reading.tsv` by which models are chosen.
    pub develop: Vec<Example>,
    /// The same of `female.tsv`.
    pub develop_hers: Vec<Example>,
}

/// The texts about the organs that only the female body has, and what could be mistaken for them.
const HERS: &str = "female-train.tsv";

/// Long documents are cut to their first bytes.
const MOST_BYTES: usize = 900;

impl Examples {
    /// Reads `reading.tsv`, `reading-train.tsv.gz`, `reading-tagged.tsv`, `pairs-tagged.tsv`, `denied-tagged.tsv`,
    /// `reading-templates.tsv`, `female-train.tsv` and `female.tsv` of the folder `data`, the names
    /// of `names.json` where there is one, and the labelled texts of the corpus.
    ///
    /// # Errors
    /// When a file cannot be read, or a line of a table is wrong.
    pub fn read(data: &Path, corpus: &Path, vocab: &Path) -> Result<Self> {
        let mut examples = Self::default();
        examples.add(&data.join("reading-train.tsv.gz"))?;
        examples.add(&data.join(HERS))?;
        let mut tagged = table(&data.join("reading-tagged.tsv"))?;
        tagged.extend(table(&data.join("denied-tagged.tsv"))?);
        tagged.extend(table(&data.join("pairs-tagged.tsv"))?);
        let kept = corpus::kept_back().into_iter().map(|item| item.text);
        let kept: HashSet<String> = kept.collect();
        for item in tagged {
            let (text, spans) = tags::parse(&item.text).map_err(|e| anyhow!(e))?;
            let example = from_item(&item, text, Some(spans));
            if kept.contains(&example.text) {
                examples.tagged_apart.push(example);
            } else {
                examples.reading.push(example);
            }
        }
        let templates = data.join("reading-templates.tsv");
        examples.templates = Templates::open(&templates, &examples.reading)?;
        let develop = |file: &str| -> Result<Vec<Example>> {
            let items = table(&data.join(file))?.into_iter();
            let items = items.filter(|item| item.part == Part::Develop);
            Ok(items
                .map(|item| from_item(&item, item.text.clone(), None))
                .collect())
        };
        examples.develop = develop("reading.tsv")?;
        examples.develop_hers = develop("female.tsv")?;
        examples.reading.extend(names());
        let chosen = corpus::select(corpus, vocab, &Limits::default())?;
        let chosen = chosen.into_iter();
        let chosen =
            chosen.filter(|item| item.split == Split::Train && item.source != corpus::READING);
        // What lies outside this torso is rare among the texts written for reading: every pass sees all of it.
        let (elsewhere, chosen): (Vec<_>, Vec<_>) =
            chosen.partition(|item| item.kind == Kind::Elsewhere);
        let elsewhere = elsewhere.iter().filter(|item| !names_hers(&item.text));
        examples.reading.extend(elsewhere.map(from_classes));
        examples.classes = chosen.iter().map(from_classes).collect();
        Ok(examples)
    }

    /// Adds the names of a file as `training names` writes it (`names.json`) that no text has.
    ///
    /// # Errors
    /// When it cannot be read, or names a structure that the catalogue has not.
    pub fn add_names(&mut self, file: &Path) -> Result<()> {
        #[derive(Deserialize)]
        struct Known {
            name: String,
            structures: Vec<String>,
        }
        let text =
            std::fs::read(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let known: Vec<Known> = serde_json::from_slice(&text)
            .with_context(|| format!("{} has no names", file.display()))?;
        let catalogue = Catalogue::builtin();
        let had: HashSet<String> = self.reading.iter().map(|e| e.text.clone()).collect();
        for Known { name, structures } in known {
            if had.contains(&name) || (structures.is_empty() && names_hers(&name)) {
                continue;
            }
            let rows = structures.iter().map(|id| {
                let row = catalogue.index_of(id).map(StructureIndex::usize);
                row.with_context(|| format!("{}: no structure {id:?}", file.display()))
            });
            let mut accepted = rows.collect::<Result<Vec<_>>>()?;
            if accepted.is_empty() {
                accepted.push(nowhere());
            }
            let mut example = Example {
                text: name,
                accepted,
                ..Example::default()
            };
            example.mirrored = mirrored(&example).map(Box::new);
            self.reading.push(example);
        }
        Ok(())
    }

    /// Reads what [`Examples::write`] wrote.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn open(file: &Path) -> Result<Self> {
        let opened =
            File::open(file).with_context(|| format!("{} cannot be read", file.display()))?;
        let examples = serde_json::from_reader(BufReader::new(GzDecoder::new(opened)));
        examples.with_context(|| format!("{} has no examples", file.display()))
    }

    /// Writes the examples (JSON, gzip), for a machine on which the corpus is not.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, file: &Path) -> Result<()> {
        let place = || format!("{} cannot be written", file.display());
        let made = File::create(file).with_context(place)?;
        let mut packed = BufWriter::new(GzEncoder::new(made, Compression::best()));
        serde_json::to_writer(&mut packed, self)?;
        let packed = packed.into_inner().map_err(|e| e.into_error());
        packed
            .and_then(GzEncoder::finish)
            .and_then(|mut file| file.flush())
            .with_context(place)
    }

    /// Adds the texts of a table in the columns of `reading-train.tsv.gz` to those that reading is learnt from.
    ///
    /// # Errors
    /// When it cannot be read, or a line of it is wrong.
    pub fn add(&mut self, file: &Path) -> Result<()> {
        let items = table(file)?.into_iter();
        // The older texts were written for the male torso, in which hers are nowhere.
        let about_her = |item: &Item| item.right == Right::Nowhere && names_hers(&item.text);
        let is_hers = file.ends_with(HERS);
        let items = items.filter(|item| is_hers || !about_her(item));
        let added = items.map(|item| from_item(&item, item.text.clone(), None));
        self.reading.extend(added);
        Ok(())
    }
}

/// Reads a table of texts, packed with gzip where its name ends so.
fn table(file: &Path) -> Result<Vec<Item>> {
    let text = match file.extension() {
        Some(end) if end == "gz" => std::fs::read(file).and_then(|packed| reading::unpack(&packed)),
        _ => std::fs::read_to_string(file),
    };
    let text = text.with_context(|| format!("{} cannot be read", file.display()))?;
    reading::parse(&text, Catalogue::builtin())
        .map_err(|reason| anyhow!("{}, {reason}", file.display()))
}

fn from_item(item: &Item, text: String, spans: Option<Vec<Span>>) -> Example {
    let accepted: Vec<usize> = match &item.right {
        Right::Nowhere => vec![nowhere()],
        Right::Structures(rows) => rows.iter().map(|row| row.usize()).collect(),
    };
    let excluded = item.excluded.iter().map(|row| row.usize());
    let excluded = excluded.filter(|row| !accepted.contains(row)).collect();
    let mut example = Example {
        text,
        spans,
        accepted,
        excluded,
        ..Example::default()
    };
    // Mirrored, the relation to a landmark that has no twin would be wrong.
    if item.kind != "relation" {
        example.mirrored = mirrored(&example).map(Box::new);
    }
    example
}

/// Every name, synonym and Latin name of every structure.
fn names() -> impl Iterator<Item = Example> {
    let catalogue = Catalogue::builtin();
    catalogue.indices().flat_map(move |row| {
        let structure = catalogue.get(row);
        let mut names = vec![structure.name.clone(), structure.latin.clone()];
        names.extend(structure.synonyms.iter().cloned());
        names.sort();
        names.dedup();
        let names = names.into_iter().filter(|name| !name.is_empty());
        names.map(move |text| Example {
            text,
            accepted: vec![row.usize()],
            ..Example::default()
        })
    })
}

fn from_classes(item: &corpus::Item) -> Example {
    let (gazetteer, catalogue) = (Gazetteer::builtin(), Catalogue::builtin());
    let classes = item.classes.iter();
    let rows = classes.flat_map(|class| {
        let both = gazetteer.structures_of(*class).iter();
        both.chain(gazetteer.female_structures_of(*class))
    });
    let mut accepted: Vec<usize> = rows
        .flat_map(|row| catalogue.parts(*row))
        .map(StructureIndex::usize)
        .collect();
    accepted.sort_unstable();
    accepted.dedup();
    if accepted.is_empty() {
        accepted.push(nowhere());
    }
    let mut classes = item.classes.clone();
    if classes.is_empty() {
        classes.push(gazetteer.classes().len());
    }
    let text = match item.kind {
        Kind::Document | Kind::Judged if !item.title.is_empty() => {
            format!("{}\n\n{}", item.title, item.text)
        }
        _ if item.text.is_empty() => item.title.clone(),
        _ => item.text.clone(),
    };
    Example {
        text: text[..text.floor_char_boundary(MOST_BYTES)].to_owned(),
        accepted,
        classes,
        ..Example::default()
    }
}

/// Words of one side and of the other.
const SIDES: [(&str, &str); 5] = [
    ("left", "right"),
    ("Left", "Right"),
    ("LEFT", "RIGHT"),
    ("Lt", "Rt"),
    ("lt", "rt"),
];

/// Shorthand in which the side is a letter within a word: such texts are not mirrored.
const LETTERS: [&str; 22] = [
    "L", "R", "l", "r", "LLQ", "RLQ", "LUQ", "RUQ", "LUL", "LLL", "RUL", "RML", "RLL", "LIF",
    "RIF", "LVF", "LV", "RV", "LA", "RA", "LAD", "RCA",
];

/// The example of the other side; nothing where no side is said, or where something that it means has no twin.
fn mirrored(example: &Example) -> Option<Example> {
    let catalogue = Catalogue::builtin();
    let twin = |answer: &usize| -> Option<usize> {
        let row = catalogue.indices().nth(*answer)?;
        let is_pair = catalogue.halves(row).is_some();
        let twin = catalogue.twin(row).or(is_pair.then_some(row))?;
        Some(twin.usize())
    };
    let accepted: Vec<usize> = example.accepted.iter().map(twin).collect::<Option<_>>()?;
    let excluded = example.excluded.iter();
    let excluded = excluded.map(|answer| twin(answer).unwrap_or(*answer));
    let excluded: Vec<usize> = excluded
        .filter(|answer| !accepted.contains(answer))
        .collect();
    let (mut text, mut shifts, mut sides) = (String::new(), Vec::new(), 0);
    let mut rest = example.text.as_str();
    while !rest.is_empty() {
        let end = rest
            .find(|c: char| !c.is_ascii_alphabetic())
            .unwrap_or(rest.len());
        let (word, tail) = rest.split_at(end);
        if LETTERS.contains(&word) {
            return None;
        }
        let other = SIDES.iter().find_map(|(left, right)| match word {
            w if w == *left => Some(*right),
            w if w == *right => Some(*left),
            _ => None,
        });
        sides += usize::from(other.is_some());
        text.push_str(other.unwrap_or(word));
        // From here on the text is longer or shorter by so many bytes.
        let read = example.text.len() - tail.len();
        shifts.push((read, text.len() as isize - read as isize));
        let between = tail
            .find(|c: char| c.is_ascii_alphabetic())
            .unwrap_or(tail.len());
        text.push_str(&tail[..between]);
        rest = &tail[between..];
    }
    if sides == 0 {
        return None;
    }
    let moved = |at: usize| -> usize {
        let shift = shifts.iter().rev().find(|(from, _)| *from <= at);
        at.saturating_add_signed(shift.map_or(0, |(_, by)| *by))
    };
    let spans = example.spans.as_ref().map(|spans| {
        let spans = spans.iter().map(|span| Span {
            bytes: moved(span.bytes.start)..moved(span.bytes.end),
            tag: span.tag,
        });
        spans.collect()
    });
    Some(Example {
        text,
        spans,
        accepted,
        excluded,
        ..Example::default()
    })
}

#[cfg(test)]
mod tests {
    use grounding::Tag;

    use super::*;

    fn row(id: &str) -> usize {
        Catalogue::builtin().index_of(id).unwrap().usize()
    }

    #[test]
    fn pairs_stand_below_each_other_and_have_different_answers() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        for (file, least) in [("pairs-tagged.tsv", 1700), ("pairs.tsv", 300)] {
            let items = table(&data.join(file)).unwrap();
            assert!(
                items.len() >= least && items.len().is_multiple_of(2),
                "{file}"
            );
            for pair in items.chunks(2) {
                assert_eq!(pair[0].voice, pair[1].voice, "{pair:?}");
                assert_ne!(pair[0].right, pair[1].right, "{pair:?}");
                for item in pair {
                    tags::parse(&item.text).unwrap();
                }
            }
        }
    }

    #[test]
    fn what_is_denied_has_no_finding_and_what_sounds_so_has_one() {
        let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("data");
        let items = table(&data.join("denied-tagged.tsv")).unwrap();
        assert!(items.len() >= 1200);
        for item in items {
            let (_, spans) = tags::parse(&item.text).unwrap();
            let finds = |span: &Span| matches!(span.tag, Tag::Finding | Tag::Uncertain);
            let found = spans.iter().any(finds);
            assert_eq!(found, item.right != Right::Nowhere, "{}", item.text);
        }
    }

    #[test]
    fn a_text_is_mirrored_with_its_tags_and_answers() {
        let (text, spans) =
            tags::parse("A {f:stone} in the {s:left} {f:ureter}, {s:right} {x:kidney} normal")
                .unwrap();
        let example = Example {
            text,
            spans: Some(spans),
            accepted: vec![row("left_ureter")],
            excluded: vec![row("right_kidney")],
            ..Example::default()
        };
        let other = mirrored(&example).unwrap();
        assert_eq!(
            other.text,
            "A stone in the right ureter, left kidney normal"
        );
        assert_eq!(
            (other.accepted, other.excluded),
            (vec![row("right_ureter")], vec![row("left_kidney")])
        );
        let spans = other.spans.unwrap();
        let words: Vec<&str> = spans.iter().map(|s| &other.text[s.bytes.clone()]).collect();
        assert_eq!(words, ["stone", "right", "ureter", "left", "kidney"]);
    }

    #[test]
    fn what_has_no_twin_or_names_its_side_by_a_letter_is_not_mirrored() {
        let of = |text: &str, id: &str| {
            mirrored(&Example {
                text: text.to_owned(),
                accepted: vec![row(id)],
                ..Example::default()
            })
        };
        assert!(of("the left lobe of it", "liver").is_none());
        assert!(of("L kidney on the left", "left_kidney").is_none());
        assert!(of("the kidney", "kidney").is_none());
        assert!(of("the left kidney", "left_kidney").is_some());
    }
}
