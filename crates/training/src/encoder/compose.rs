//! Texts put together while training: one that was written, beside sentences about other organs that are normal, absent, past, a relative's
//! or of no weight, made from templates (`reading-templates.tsv`). What the text is about stays, and must not be the organ that was put beside it.

use std::path::Path;

use anatomy::{Catalogue, StructureIndex};
use anyhow::{Context as _, Result, anyhow, ensure};
use serde::{Deserialize, Serialize};

use super::example::{Example, nowhere};
use super::tags::{self, Span};
use crate::corpus::hash;

/// What a template says of the organ in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Says {
    Normal,
    Excluded,
    History,
    Family,
    Uncertain,
    Incidental,
}

/// A sentence with places for organs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Template {
    says: Says,
    /// Tagged text with `{O}` and perhaps `{P}`.
    text: String,
}

/// The templates, and the organs that they are filled with.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Templates {
    all: Vec<Template>,
    /// Organs that the written texts name without meaning them, as often as they do.
    named: Vec<StructureIndex>,
}

/// A stream of numbers that is the same in every run.
struct Chance(u64);

impl Chance {
    fn new(seed: u64, epoch: usize, salt: &str, n: usize) -> Self {
        Self(hash(salt, &format!("{seed} {epoch} {n}")))
    }

    /// Below `most`.
    fn below(&mut self, most: usize) -> usize {
        // SplitMix64 (Steele, Lea & Flood 2014).
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % most.max(1) as u64) as usize
    }

    fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }
}

/// Of a hundred written texts so many stand beside such sentences.
const BESIDE: usize = 35;
/// Longer texts stand alone, bytes.
const MOST_BYTES: usize = 320;
/// Shorter ones (names, search phrases) do too, bytes.
const LEAST_BYTES: usize = 25;
/// For so many written texts there is one that only excludes, and one that only suspects.
const NOTHING_EVERY: usize = 18;
const SUSPECTED_EVERY: usize = 60;

impl Templates {
    /// Reads the templates; `written` tells which organs texts name without meaning them.
    ///
    /// # Errors
    /// When the file cannot be read or a line of it is wrong.
    pub fn open(file: &Path, written: &[Example]) -> Result<Self> {
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("{} cannot be read", file.display()))?;
        let mut all = Vec::new();
        for (n, line) in text.lines().enumerate() {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let template = parse(line);
            all.push(template.map_err(|e| anyhow!("{}, line {}: {e}", file.display(), n + 1))?);
        }
        ensure!(!all.is_empty(), "{} has no templates", file.display());
        let rows: Vec<_> = Catalogue::builtin().indices().collect();
        let named = written.iter().flat_map(|example| &example.excluded);
        let named = named.filter_map(|row| rows.get(*row).copied()).collect();
        Ok(Self { all, named })
    }

    /// What a pass reads in place of `example`: the text itself, or with sentences of these beside it.
    pub(super) fn beside(&self, example: &Example, seed: u64, epoch: usize, n: usize) -> Example {
        let mut chance = Chance::new(seed, epoch, "beside", n);
        let bytes = example.text.len();
        if self.all.is_empty()
            || !(LEAST_BYTES..=MOST_BYTES).contains(&bytes)
            || !chance.percent(BESIDE)
        {
            return example.clone();
        }
        let about_nothing = example.accepted == [nowhere()];
        let says: &[Says] = if about_nothing {
            &[Says::Normal, Says::Excluded]
        } else {
            &[
                Says::Normal,
                Says::Normal,
                Says::Excluded,
                Says::Excluded,
                Says::History,
                Says::Family,
                Says::Incidental,
            ]
        };
        let mut whole = example.clone();
        whole.mirrored = None;
        for _ in 0..1 + usize::from(chance.percent(30)) {
            let said = says[chance.below(says.len())];
            let Some(sentence) = self.sentence(said, &example.accepted, &mut chance) else {
                continue;
            };
            whole = if chance.percent(40) {
                joined(sentence, &whole, &mut chance)
            } else {
                joined(whole, &sentence, &mut chance)
            };
        }
        whole.accepted.clone_from(&example.accepted);
        whole
    }

    /// Texts of a pass over `written` texts that only say what is normal or absent, and some that only suspect.
    pub(super) fn alone(&self, written: usize, seed: u64, epoch: usize) -> Vec<Example> {
        if self.all.is_empty() {
            return Vec::new();
        }
        let nothing = (0..written / NOTHING_EVERY).filter_map(|n| {
            let mut chance = Chance::new(seed, epoch, "nothing", n);
            let mut whole: Option<Example> = None;
            for _ in 0..1 + chance.below(4) {
                let said = [Says::Normal, Says::Excluded][chance.below(2)];
                let sentence = self.sentence(said, &[], &mut chance)?;
                whole = Some(match whole {
                    Some(before) => joined(before, &sentence, &mut chance),
                    None => sentence,
                });
            }
            let mut whole = whole?;
            whole.accepted = vec![nowhere()];
            Some(whole)
        });
        let suspected = (0..written / SUSPECTED_EVERY).filter_map(|n| {
            let mut chance = Chance::new(seed, epoch, "suspected", n);
            let mut example = self.sentence(Says::Uncertain, &[], &mut chance)?;
            example.accepted = std::mem::take(&mut example.excluded);
            Some(example)
        });
        nothing.chain(suspected).collect()
    }

    /// A sentence that says this of organs that have nothing to do with `accepted`; they are its `excluded`.
    fn sentence(&self, says: Says, accepted: &[usize], chance: &mut Chance) -> Option<Example> {
        let fitting: Vec<&Template> = self.all.iter().filter(|t| t.says == says).collect();
        if fitting.is_empty() {
            return None;
        }
        let template = fitting[chance.below(fitting.len())];
        let mut text = template.text.clone();
        let mut excluded = Vec::new();
        for slot in ["{O}", "{P}"] {
            if !text.contains(slot) {
                continue;
            }
            let taken: Vec<usize> = accepted.iter().chain(&excluded).copied().collect();
            let organ = self.organ(&taken, chance)?;
            text = text.replace(slot, name(organ, chance));
            excluded.push(organ.usize());
        }
        let (text, spans) = tags::parse(&text).ok()?;
        let text = if text.starts_with(|c: char| c.is_lowercase()) && chance.percent(70) {
            let mut letters = text.chars();
            let first = letters.next().map(|c| c.to_uppercase().to_string());
            // A letter whose capital has more bytes would move the tags.
            match first.filter(|first| first.len() == 1) {
                Some(first) => first + letters.as_str(),
                None => text,
            }
        } else {
            text
        };
        Some(Example {
            text,
            spans: Some(spans),
            excluded,
            ..Example::default()
        })
    }

    fn organ(&self, accepted: &[usize], chance: &mut Chance) -> Option<StructureIndex> {
        let catalogue = Catalogue::builtin();
        let rows: Vec<StructureIndex> = catalogue.indices().collect();
        let root = |row| catalogue.ancestors(row).last().unwrap_or(row);
        (0..20).find_map(|_| {
            let pool = if chance.percent(50) && !self.named.is_empty() {
                &self.named
            } else {
                &rows
            };
            let organ = pool[chance.below(pool.len())];
            let is_apart = accepted.iter().all(|row| match rows.get(*row) {
                Some(row) => root(*row) != root(organ) || catalogue.twin(*row) == Some(organ),
                None => true,
            });
            is_apart.then_some(organ)
        })
    }
}

fn parse(line: &str) -> Result<Template, String> {
    let (tag, text) = line.split_once('\t').ok_or("no tab")?;
    let says = match tag {
        "normal" => Says::Normal,
        "excluded" => Says::Excluded,
        "history" => Says::History,
        "family" => Says::Family,
        "uncertain" => Says::Uncertain,
        "incidental" => Says::Incidental,
        other => return Err(format!("no template says {other:?}")),
    };
    if !text.contains("{O}") {
        return Err("no place for an organ".to_owned());
    }
    tags::parse(&text.replace("{O}", "liver").replace("{P}", "spleen"))?;
    Ok(Template {
        says,
        text: text.to_owned(),
    })
}

/// A name of a structure: mostly the first, else a synonym.
fn name(organ: StructureIndex, chance: &mut Chance) -> &'static str {
    let structure = Catalogue::builtin().get(organ);
    let others = structure.synonyms.len();
    if others > 0 && chance.percent(40) {
        &structure.synonyms[chance.below(others)]
    } else {
        &structure.name
    }
}

/// One text behind another, with the tags of both.
fn joined(first: Example, second: &Example, chance: &mut Chance) -> Example {
    let is_ended = first.text.ends_with(['.', '!', '?', ';', ':']);
    let between = match (is_ended, chance.below(100)) {
        (true, 0..=84) => " ",
        (true, _) => "\n",
        (false, 0..=59) => ". ",
        (false, 60..=74) => "; ",
        (false, 75..=84) => ", ",
        (false, _) => "\n",
    };
    let Example {
        mut text,
        spans,
        mut untagged,
        excluded,
        ..
    } = first;
    // Where only one of the two is tagged, nothing is known of the other's words.
    let length = text.len();
    if spans.is_none() {
        untagged.push(0..length);
    }
    text.push_str(between);
    let from = text.len();
    text.push_str(&second.text);
    if second.spans.is_none() {
        untagged.push(from..text.len());
    }
    untagged.extend(second.untagged.iter().map(|r| r.start + from..r.end + from));
    let moved = second.spans.iter().flatten().map(|span| Span {
        bytes: span.bytes.start + from..span.bytes.end + from,
        tag: span.tag,
    });
    let spans = spans.into_iter().flatten().chain(moved).collect();
    let mut excluded = excluded;
    excluded.extend(second.excluded.iter().copied());
    Example {
        text,
        spans: Some(spans),
        untagged,
        excluded,
        ..Example::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(id: &str) -> usize {
        Catalogue::builtin().index_of(id).unwrap().usize()
    }

    fn templates(lines: &[&str]) -> Templates {
        Templates {
            all: lines.iter().map(|line| parse(line).unwrap()).collect(),
            named: Vec::new(),
        }
    }

    #[test]
    fn a_sentence_stands_beside_a_text_and_changes_nothing_of_what_it_is_about() {
        let templates = templates(&["normal\tThe {n:{O}} {n:is normal}."]);
        let example = Example {
            text: "A stone in the lower end of the left ureter".to_owned(),
            accepted: vec![row("left_ureter")],
            ..Example::default()
        };
        let made: Vec<Example> = (0..200)
            .map(|n| templates.beside(&example, 1, 0, n))
            .collect();
        let beside: Vec<&Example> = made.iter().filter(|e| e.text != example.text).collect();
        // A third of the texts, and of these the two sevenths that are to stand beside something normal, of which alone there is a template.
        assert!((10..50).contains(&beside.len()), "{}", beside.len());
        for made in beside {
            assert_eq!(made.accepted, example.accepted);
            assert!(!made.excluded.is_empty() && !made.excluded.contains(&row("left_ureter")));
            let at = made.text.find(&example.text).unwrap();
            assert!(
                made.untagged
                    .iter()
                    .any(|r| *r == (at..at + example.text.len())),
                "{made:?}"
            );
            for span in made.spans.as_ref().unwrap() {
                let words = &made.text[span.bytes.clone()];
                assert!(!example.text.contains(words), "{words}");
            }
        }
    }

    #[test]
    fn what_only_excludes_is_about_nothing_and_what_suspects_is_about_its_organ() {
        let templates = templates(&[
            "excluded\tNo {x:mass in the {O}} or {x:{P}}",
            "uncertain\t?{u:{O} lesion}",
        ]);
        let alone = templates.alone(NOTHING_EVERY * SUSPECTED_EVERY, 1, 0);
        let nothing: Vec<&Example> = alone.iter().filter(|e| e.accepted == [nowhere()]).collect();
        assert!(!nothing.is_empty() && nothing.len() < alone.len());
        assert!(nothing.iter().all(|e| e.excluded.len() >= 2));
        let suspected = alone.iter().find(|e| e.text.starts_with('?')).unwrap();
        assert_ne!(suspected.accepted, [nowhere()]);
    }

    #[test]
    fn a_template_that_says_nothing_known_is_told() {
        assert!(parse("normal\tfine").is_err());
        assert!(parse("perhaps\tThe {O}").is_err());
        assert!(parse("normal\tThe {n:{O}").is_err());
    }
}
