//! Finds the organs a text names.
//!
//! The words come from two places: the names, synonyms and Latin names of the [`Catalogue`], and the table
//! `data/classes.json`, which adds adjectives, abbreviations, diseases and procedures and sorts everything into
//! organ-level *classes* (the outputs of the network). Some classes stand for organs that this male torso does not have
//! or that lie outside it (breast, ovary, uterus, brain, limbs …). They have no structures: recognising them keeps their
//! texts from being put silently into a wrong organ.
//!
//! Matching is by Aho–Corasick over all terms at once. A match is a whole word (plural endings allowed); the longest
//! match wins, so "pulmonary artery" is a vessel and "gall bladder" is no bladder; table entries without a class
//! ("on the other hand") only block. Line ends and hyphens count as spaces.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use aho_corasick::{AhoCorasick, MatchKind};
use anatomy::{Catalogue, StructureIndex};
use serde::{Deserialize, Serialize};

/// An organ-level class: one output of the network.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct OrganClass {
    /// Plain name ("liver", "bile ducts").
    pub name: String,
    /// MeSH headings of the organ, its parts and its diseases and procedures.
    pub mesh: Vec<String>,
    /// Catalogue ids the class stands for, main structure first; a parent stands for all its parts. Empty for an organ that is not in this body.
    pub structures: Vec<String>,
    /// For a class without structures: ids of what it would lie next to; empty when it is outside the torso.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub near: Vec<String>,
}

impl OrganClass {
    /// Whether this body has the organ.
    pub fn is_present(&self) -> bool {
        !self.structures.is_empty()
    }
}

/// What a term says about an organ.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MentionKind {
    /// It names the organ or a part of it ("hepatic", "left ventricle").
    Name,
    /// A disease, procedure or test that implies the organ ("asthma", "ERCP").
    Related,
}

/// One organ named at one place of a text. A word for two organs ("colorectal") gives two mentions with the same bytes.
#[derive(Debug, Clone, PartialEq)]
pub struct Mention {
    /// First byte in the text.
    pub start: usize,
    /// Byte after the last.
    pub end: usize,
    /// Index into [`Gazetteer::classes`].
    pub class: usize,
    /// The most exact structures the term names ("jejunal": the jejunum); the structures of the class for its general
    /// terms; empty when this body has not got the organ.
    pub structures: Arc<[StructureIndex]>,
    /// Whether the organ is named or implied.
    pub kind: MentionKind,
}

impl Mention {
    /// The bytes of the text.
    pub fn range(&self) -> Range<usize> {
        self.start..self.end
    }
}

#[derive(Debug, Clone)]
struct Target {
    class: usize,
    structures: Arc<[StructureIndex]>,
    kind: MentionKind,
}

#[derive(Debug, Default)]
struct Term {
    length: usize,
    /// Any ending of the word belongs to the term.
    prefix: bool,
    /// Exact spelling, when letter case matters.
    cased: Option<String>,
    /// None: the term only blocks shorter ones.
    targets: Vec<Target>,
}

#[derive(Deserialize)]
struct Table {
    classes: Vec<TableClass>,
    parts: BTreeMap<String, Vec<String>>,
    ambiguous_names: BTreeSet<String>,
    false_friends: Vec<String>,
}

#[derive(Deserialize)]
struct TableClass {
    name: String,
    structures: Vec<String>,
    #[serde(default)]
    near: Vec<String>,
    mesh: Vec<String>,
    terms: Vec<String>,
    #[serde(default)]
    related: Vec<String>,
}

/// The organ word list with its search automaton.
pub struct Gazetteer {
    classes: Vec<OrganClass>,
    class_structures: Vec<Vec<StructureIndex>>,
    /// Class of each catalogue row.
    class_of: Vec<Option<usize>>,
    by_heading: HashMap<String, Vec<usize>>,
    terms: Vec<Term>,
    automaton: AhoCorasick,
}

static BUILTIN: LazyLock<Gazetteer> = LazyLock::new(|| {
    match Gazetteer::from_table(include_str!("../data/classes.json"), Catalogue::builtin()) {
        Ok(gazetteer) => gazetteer,
        // The table is part of the program and a test builds it, so this cannot be met by a user.
        Err(reason) => panic!("data/classes.json: {reason}"),
    }
});

impl Gazetteer {
    /// The list of this program over the built-in [`Catalogue`]; built once.
    pub fn builtin() -> &'static Gazetteer {
        &BUILTIN
    }

    fn from_table(json: &str, catalogue: &Catalogue) -> Result<Self, String> {
        let table: Table = serde_json::from_str(json).map_err(|e| e.to_string())?;
        let find = |id: &str| {
            catalogue
                .index_of(id)
                .ok_or_else(|| format!("no structure {id:?} in the catalogue"))
        };
        let mut class_structures = Vec::new();
        for class in &table.classes {
            class_structures.push(
                class
                    .structures
                    .iter()
                    .map(|s| find(s))
                    .collect::<Result<Vec<_>, _>>()?,
            );
            class.near.iter().try_for_each(|s| find(s).map(drop))?;
        }
        // The class that lists a structure or, failing that, its nearest container.
        let listed: HashMap<StructureIndex, usize> = class_structures
            .iter()
            .enumerate()
            .flat_map(|(c, s)| s.iter().map(move |s| (*s, c)))
            .collect();
        let class_of: Vec<Option<usize>> = catalogue
            .indices()
            .map(|i| {
                listed
                    .get(&i)
                    .copied()
                    .or_else(|| catalogue.ancestors(i).find_map(|a| listed.get(&a).copied()))
            })
            .collect();

        let mut builder = Builder::new(catalogue);
        for (class, row) in table.classes.iter().enumerate() {
            for (terms, kind) in [
                (&row.terms, MentionKind::Name),
                (&row.related, MentionKind::Related),
            ] {
                for term in terms {
                    builder.add(term, class, &class_structures[class], kind, false);
                }
            }
        }
        for (id, terms) in &table.parts {
            let structure = find(id)?;
            let class = class_of[structure.usize()]
                .ok_or_else(|| format!("part {id:?} belongs to no class"))?;
            for term in terms {
                builder.add(term, class, &[structure], MentionKind::Name, true);
            }
        }
        for (index, structure) in catalogue.indices().zip(catalogue.structures()) {
            let Some(class) = class_of[index.usize()] else {
                continue;
            };
            let part = !class_structures[class].contains(&index);
            let names = structure
                .latin
                .split(';')
                .map(str::trim)
                .chain([structure.name.as_str()])
                .chain(structure.synonyms.iter().map(String::as_str));
            for name in names.filter(|n| n.len() > 1 && !table.ambiguous_names.contains(*n)) {
                builder.add(name, class, &[index], MentionKind::Name, part);
                if let Some((head, whole)) = name
                    .split_once(" of ")
                    .filter(|(_, w)| !w.starts_with("the "))
                {
                    builder.add(
                        &format!("{head} of the {whole}"),
                        class,
                        &[index],
                        MentionKind::Name,
                        part,
                    );
                }
            }
            for term in level_terms(&structure.id) {
                builder.add(&term, class, &[index], MentionKind::Name, part);
            }
        }
        for blocked in &table.false_friends {
            builder.block(blocked);
        }
        let (terms, patterns) = builder.finish();
        let automaton = AhoCorasick::builder()
            .match_kind(MatchKind::Standard)
            .ascii_case_insensitive(true)
            .build(&patterns)
            .map_err(|e| e.to_string())?;

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
                near: c.near,
            })
            .collect();
        Ok(Self {
            classes,
            class_structures,
            class_of,
            by_heading,
            terms,
            automaton,
        })
    }

    /// The classes, in the order of the network's outputs.
    pub fn classes(&self) -> &[OrganClass] {
        &self.classes
    }

    /// Catalogue rows of a class, main structure first; empty when this body has not got the organ.
    pub fn structures_of(&self, class: usize) -> &[StructureIndex] {
        &self.class_structures[class]
    }

    /// The class a structure of the built-in catalogue belongs to.
    pub fn class_of(&self, structure: StructureIndex) -> Option<usize> {
        self.class_of.get(structure.usize()).copied().flatten()
    }

    /// The classes of a MeSH heading: those that list it, else those whose organ is named in the heading itself
    /// ("Kidney Diseases, Cystic"). Empty when the heading is about no single organ.
    pub fn classes_of_heading(&self, heading: &str) -> Vec<usize> {
        if let Some(classes) = self.by_heading.get(&heading.to_lowercase()) {
            return classes.clone();
        }
        let mut classes: Vec<usize> = self.find(heading).into_iter().map(|m| m.class).collect();
        classes.sort_unstable();
        classes.dedup();
        classes
    }

    /// All mentions in a text, in order, not overlapping (but see [`Mention`] for words of two organs).
    pub fn find(&self, text: &str) -> Vec<Mention> {
        let folded: Vec<u8> = text
            .bytes()
            .map(|b| {
                if b == b'-' || b.is_ascii_whitespace() {
                    b' '
                } else {
                    b
                }
            })
            .collect();
        // (start, end, exact, term)
        let mut hits: Vec<(usize, usize, bool, usize)> = self
            .automaton
            .find_overlapping_iter(&folded)
            .filter_map(|hit| {
                let id = hit.pattern().as_usize();
                let term = &self.terms[id];
                let end = self.accept(text, hit.start(), hit.end(), term)?;
                Some((hit.start(), end, !term.prefix, id))
            })
            .collect();
        hits.sort_unstable_by_key(|&(start, end, exact, id)| (start, usize::MAX - end, !exact, id));
        let mut mentions: Vec<Mention> = Vec::new();
        let mut taken = 0;
        for group in hits.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (start, end, ..) = group[0];
            if start < taken {
                continue;
            }
            taken = end;
            if group
                .iter()
                .any(|&(.., id)| self.terms[id].targets.is_empty())
            {
                continue;
            }
            let first = mentions.len();
            for target in group.iter().flat_map(|&(.., id)| &self.terms[id].targets) {
                if !mentions[first..].iter().any(|m| m.class == target.class) {
                    mentions.push(Mention {
                        start,
                        end,
                        class: target.class,
                        structures: Arc::clone(&target.structures),
                        kind: target.kind,
                    });
                }
            }
        }
        mentions
    }

    /// The end of the match when it is a whole word.
    fn accept(&self, text: &str, start: usize, end: usize, term: &Term) -> Option<usize> {
        debug_assert_eq!(end - start, term.length);
        // Terms are ASCII, so both ends are character boundaries.
        if text[..start]
            .chars()
            .next_back()
            .is_some_and(char::is_alphanumeric)
        {
            return None;
        }
        if term
            .cased
            .as_deref()
            .is_some_and(|exact| !same_letters(exact, &text[start..end]))
        {
            return None;
        }
        let rest = &text[end..];
        let tail = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        let plural = matches!(&rest[..tail], "" | "s" | "S")
            || (term.cased.is_none() && matches!(&rest[..tail], "es" | "ES"));
        (term.prefix || plural).then_some(end + tail)
    }

    /// Number of mentions of each class in a text; one entry for each of [`Gazetteer::classes`].
    pub fn counts(&self, text: &str) -> Vec<f32> {
        self.counts_within(&self.find(text), 0..text.len())
    }

    /// Number of those mentions that begin inside a byte range, for each class.
    pub fn counts_within(&self, mentions: &[Mention], bytes: Range<usize>) -> Vec<f32> {
        let mut counts = vec![0.0; self.classes.len()];
        for mention in mentions.iter().filter(|m| bytes.contains(&m.start)) {
            counts[mention.class] += 1.0;
        }
        counts
    }
}

/// Equality in which a hyphen or line end of the text stands for a space of the term.
fn same_letters(term: &str, text: &str) -> bool {
    term.bytes().eq(text.bytes().map(|b| {
        if b == b'-' || b.is_ascii_whitespace() {
            b' '
        } else {
            b
        }
    }))
}

/// How levels of the spine are written. A bare "T4" is more often a hormone, a tumour stage or a cell than a vertebra, so it needs a word beside it.
fn level_terms(id: &str) -> Vec<String> {
    if let Some(level) = id.strip_prefix("vertebra_") {
        return [
            "{} vertebra",
            "{} vertebrae",
            "{} vertebral",
            "at {} level",
            "the {} level",
            "{} fracture",
            "{} burst",
            "{} compression",
            "{} pedicle",
            "{} lamina",
            "vertebra {}",
            "level of {}",
            "body of {}",
            "vertebral body {}",
        ]
        .iter()
        .map(|form| form.replace("{}", level))
        .collect();
    }
    let Some((upper, lower)) = id.strip_prefix("disc_").and_then(|d| d.split_once('_')) else {
        return Vec::new();
    };
    let mut forms = vec![format!("{upper}/{lower}"), format!("{upper} {lower}")];
    if upper[..1] == lower[..1] {
        forms.extend([
            format!("{upper}/{}", &lower[1..]),
            format!("{upper} {}", &lower[1..]),
        ]);
    }
    // "T3/T4" is a hormone ratio: thoracic discs need the word.
    if upper.starts_with('T') {
        forms = forms
            .iter()
            .flat_map(|f| [format!("{f} disc"), format!("{f} disk")])
            .collect();
    }
    forms
}

/// Lower-case text, whether any ending belongs to it, exact spelling when letter case matters.
type TermKey = (String, bool, Option<String>);

/// What a term means for one class while the list is built.
struct Meaning {
    class: usize,
    structures: BTreeSet<StructureIndex>,
    kind: MentionKind,
    /// The term names a part, not the organ at large.
    part: bool,
}

struct Builder<'c> {
    catalogue: &'c Catalogue,
    terms: BTreeMap<TermKey, Vec<Meaning>>,
}

impl<'c> Builder<'c> {
    fn new(catalogue: &'c Catalogue) -> Self {
        Self {
            catalogue,
            terms: BTreeMap::new(),
        }
    }

    fn key(term: &str) -> TermKey {
        let (stem, prefix) = term.strip_suffix('*').map_or((term, false), |s| (s, true));
        let text = stem.replace(['-', '\n'], " ");
        let cased = !text.chars().any(char::is_lowercase) && text.len() <= 8;
        (text.to_lowercase(), prefix, cased.then_some(text))
    }

    fn add(
        &mut self,
        term: &str,
        class: usize,
        structures: &[StructureIndex],
        kind: MentionKind,
        part: bool,
    ) {
        if !term.is_ascii() || term.trim().len() < 2 {
            return;
        }
        let mut forms = vec![term.to_owned()];
        if let Some(stem) = term.strip_suffix('y').filter(|s| s.len() > 3) {
            forms.push(format!("{stem}ies"));
        }
        for form in forms {
            let targets = self.terms.entry(Self::key(&form)).or_default();
            match targets.iter_mut().find(|t| t.class == class) {
                None => targets.push(Meaning {
                    class,
                    structures: structures.iter().copied().collect(),
                    kind,
                    part,
                }),
                Some(known) => {
                    // A part is more exact than the organ; two parts of one name ("vas deferens") are both meant.
                    if part && !known.part {
                        known.structures = structures.iter().copied().collect();
                    } else if part == known.part {
                        known.structures.extend(structures);
                    }
                    known.part |= part;
                }
            }
        }
    }

    fn block(&mut self, term: &str) {
        self.terms.insert(Self::key(term), Vec::new());
    }

    /// All parts of one container become the container.
    fn gather(&self, mut structures: BTreeSet<StructureIndex>) -> Arc<[StructureIndex]> {
        loop {
            let whole = structures
                .iter()
                .filter_map(|s| self.catalogue.get(*s).parent)
                .find(|p| {
                    self.catalogue
                        .children(*p)
                        .iter()
                        .all(|c| structures.contains(c))
                });
            let Some(whole) = whole else { break };
            structures.retain(|s| !self.catalogue.is_part_of(*s, whole));
            structures.insert(whole);
        }
        structures.into_iter().collect()
    }

    fn finish(mut self) -> (Vec<Term>, Vec<String>) {
        let terms = std::mem::take(&mut self.terms);
        terms
            .into_iter()
            .map(|((text, prefix, cased), targets)| {
                let targets = targets
                    .into_iter()
                    .map(|meaning| Target {
                        class: meaning.class,
                        structures: if meaning.part {
                            self.gather(meaning.structures)
                        } else {
                            meaning.structures.into_iter().collect()
                        },
                        kind: meaning.kind,
                    })
                    .collect();
                (
                    Term {
                        length: text.len(),
                        prefix,
                        cased,
                        targets,
                    },
                    text,
                )
            })
            .unzip()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// "text[class]" of every mention.
    fn found(text: &str) -> Vec<String> {
        let g = Gazetteer::builtin();
        g.find(text)
            .iter()
            .map(|m| format!("{}[{}]", &text[m.range()], g.classes()[m.class].name))
            .collect()
    }

    fn structures(text: &str) -> Vec<String> {
        let c = Catalogue::builtin();
        Gazetteer::builtin()
            .find(text)
            .iter()
            .flat_map(|m| {
                m.structures
                    .iter()
                    .map(|s| c.get(*s).id.clone())
                    .collect::<Vec<_>>()
            })
            .collect()
    }

    #[test]
    fn names_adjectives_plurals_and_abbreviations() {
        assert_eq!(
            found("Both kidneys, the hepatic hilum; LIVERS"),
            ["kidneys[kidney]", "hepatic[liver]", "LIVERS[liver]"]
        );
        assert_eq!(
            found("GERD, an IVC filter and the LAD."),
            [
                "GERD[oesophagus]",
                "IVC filter[inferior vena cava]",
                "LAD[heart]"
            ]
        );
        assert_eq!(
            found("myocardial and pulmonary and gastric"),
            ["myocardial[heart]", "pulmonary[lung]", "gastric[stomach]"]
        );
        assert_eq!(
            found("cholecystectomies; hepatocellular"),
            ["cholecystectomies[gallbladder]", "hepatocellular[liver]"]
        );
        assert!(
            found("a lad sat; nice livery, renally, cloned, delivered").is_empty(),
            "{:?}",
            found("a lad sat; nice livery, renally, cloned, delivered")
        );
    }

    #[test]
    fn longest_match_wins() {
        assert_eq!(
            found("pulmonary artery"),
            ["pulmonary artery[pulmonary vessels]"]
        );
        assert_eq!(
            found("gall bladder and bladder"),
            ["gall bladder[gallbladder]", "bladder[urinary bladder]"]
        );
        assert_eq!(found("splenic flexure"), ["splenic flexure[colon]"]);
        assert_eq!(
            found("the cardia of the stomach"),
            ["cardia of the stomach[stomach]"]
        );
        assert_eq!(structures("right\nupper lobe"), ["right_lung_upper_lobe"]);
    }

    #[test]
    fn a_word_for_two_organs_counts_for_both() {
        assert_eq!(
            found("colorectal"),
            ["colorectal[colon]", "colorectal[rectum]"]
        );
        assert_eq!(found("gastro-oesophageal reflux").len(), 2);
    }

    #[test]
    fn parts_are_named_exactly() {
        assert_eq!(structures("tail of the pancreas"), ["tail_of_pancreas"]);
        assert_eq!(structures("jejunal"), ["jejunum"]);
        assert_eq!(structures("the L4/5 disc"), ["disc_L4_L5"]);
        assert_eq!(structures("fracture of the T12 vertebra"), ["vertebra_T12"]);
        assert_eq!(
            structures("vas deferens"),
            ["vas_deferens"],
            "both sides of one name are the pair"
        );
        assert_eq!(structures("adrenal mass"), ["adrenal"]);
        assert_eq!(structures("left kidney"), ["left_kidney"]);
        assert_eq!(structures("lung"), ["lung"]);
    }

    #[test]
    fn false_friends_are_left_alone() {
        for text in [
            "The aims were: semicolon use",
            "On the other hand, cardiovascular risk",
            "at the heart of the debate",
            "kidney beans",
            "T4 and T3 levels fell",
            "T1-weighted",
            "the gastrointestinal tract",
            "chest",
            "see Appendix B",
            "Escherichia coli",
            "stroke volume",
            "word of mouth",
            "LA, 2004",
            "umbilical cord",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }

    #[test]
    fn organs_that_this_body_lacks_have_their_own_class() {
        let g = Gazetteer::builtin();
        for (text, class) in [
            ("breast cancer", "breast"),
            ("ovarian cysts", "ovary"),
            ("uterine cervix", "uterus"),
            ("the brain", "brain"),
            ("knee", "limbs"),
            ("retinal", "eye and ear"),
        ] {
            let mentions = g.find(text);
            assert!(!mentions.is_empty(), "{text}");
            for m in mentions {
                assert_eq!(g.classes()[m.class].name, class);
                assert!(m.structures.is_empty() && !g.classes()[m.class].is_present());
            }
        }
    }

    #[test]
    fn every_structure_has_a_class_and_every_class_finds_its_own_name() {
        let (g, c) = (Gazetteer::builtin(), Catalogue::builtin());
        let orphans: Vec<_> = c
            .indices()
            .filter(|i| g.class_of(*i).is_none())
            .map(|i| c.get(i).id.as_str())
            // What is left between the named structures is nothing that a text is about.
            .filter(|id| *id != "other_muscles")
            .collect();
        assert!(orphans.is_empty(), "{orphans:?}");
        for (i, class) in g.classes().iter().enumerate() {
            for id in &class.structures {
                let name = &c.get(c.index_of(id).unwrap()).name;
                let name = name.split(" (").next().unwrap();
                assert!(
                    g.find(name).iter().any(|m| m.class == i),
                    "{name} is not found as {}",
                    class.name
                );
            }
        }
    }

    #[test]
    fn counts_are_per_class_and_range() {
        let g = Gazetteer::builtin();
        let liver = g.classes().iter().position(|c| c.name == "liver").unwrap();
        let text = "Liver and hepatic veins. The liver.";
        let counts = g.counts(text);
        assert_eq!(counts.len(), g.classes().len());
        assert_eq!(counts[liver], 2.0, "the hepatic veins are vessels");
        assert_eq!(g.counts_within(&g.find(text), 25..text.len())[liver], 1.0);
    }

    #[test]
    fn headings_find_their_classes() {
        let g = Gazetteer::builtin();
        let names = |h: &str| {
            g.classes_of_heading(h)
                .into_iter()
                .map(|c| g.classes()[c].name.as_str())
                .collect::<Vec<_>>()
        };
        assert_eq!(names("Lung Neoplasms"), ["lung"]);
        assert_eq!(names("Carcinoma, Hepatocellular"), ["liver"]);
        assert_eq!(names("Kidney Diseases, Cystic"), ["kidney"]);
        assert_eq!(
            names("Esophageal and Gastric Varices"),
            ["oesophagus", "stomach"]
        );
        assert_eq!(names("Humans"), Vec::<&str>::new());
    }

    #[test]
    fn byte_ranges_survive_other_scripts() {
        let text = "Über die Leber – «liver» 肝臓 liver’s";
        assert_eq!(found(text), ["liver[liver]", "liver[liver]"]);
    }
}
