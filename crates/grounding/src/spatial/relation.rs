//! Where an organ lies from others: above, below, beside one, where they meet, between two.

use anatomy::{Catalogue, StructureIndex};

use super::constraint::Constraint;
use super::is_spine;
use super::reader::{CONNECTORS, Cue, Surroundings};
use super::table::PositionTable;
use super::words::Gap;

/// What lies near something is within this of it, or the nearest part, mm.
const NEAR_MM: f32 = 15.0;

/// What touches something is within this of it, or the nearest part, mm.
const TOUCHING_MM: f32 = 5.0;

/// Words that say where two organs meet.
const MEETINGS: [&str; 13] = [
    "cross", "crosses", "crossed", "crossing", "meets", "meet", "joins", "join", "enters", "enter",
    "entered", "leaves", "pierces",
];

/// Words between an organ and what it lies beside, two at most: "lies just behind", "is pinched between".
const LEADING: [&str; 19] = [
    "is",
    "was",
    "are",
    "were",
    "lies",
    "lay",
    "lying",
    "runs",
    "passes",
    "crosses",
    "just",
    "immediately",
    "directly",
    "situated",
    "located",
    "seen",
    "found",
    "compressed",
    "pinched",
];

#[derive(Debug, Clone, Copy)]
pub(super) enum Relation {
    Above,
    Below,
    Near,
    Touching,
}

/// A relation that begins at a word, and how many words it has.
pub(super) fn relation_at(words: [&str; 3]) -> Option<(Relation, usize)> {
    Some(match words {
        // What lies under something touches it, whatever its height.
        ["beneath" | "under", ..] => (Relation::Near, 1),
        ["below", ..] => (Relation::Below, 1),
        ["above", ..] => (Relation::Above, 1),
        ["inferior" | "caudal" | "distal", "to", _] => (Relation::Below, 2),
        ["superior" | "cranial" | "proximal", "to", _] => (Relation::Above, 2),
        [
            "next" | "adjacent" | "close" | "anterior" | "posterior",
            "to",
            _,
        ] => (Relation::Near, 2),
        ["near" | "beside" | "alongside" | "behind", ..] => (Relation::Near, 1),
        ["in", "front", "of"] => (Relation::Near, 3),
        ["in", "contact", "with"] => (Relation::Touching, 3),
        ["contiguous", "with", _] => (Relation::Touching, 2),
        [
            "abutting" | "abuts" | "abutted" | "touching" | "touches" | "adjoining" | "adjoins"
            | "encasing" | "encases" | "encased",
            ..,
        ] => (Relation::Touching, 1),
        _ => return None,
    })
}

impl Surroundings<'_> {
    /// What the words say of where `structure` lies from others: of the part of it that is meant, never of another organ.
    pub(super) fn relations(&self, catalogue: &Catalogue, structure: StructureIndex) -> Vec<Cue> {
        if let Some(cue) = self.meeting(catalogue) {
            return vec![cue];
        }
        // Between two vertebrae lies a third, or a disc.
        let between = self
            .between(catalogue)
            .filter(|_| !is_spine(catalogue, structure));
        between.unwrap_or_else(|| self.relation(catalogue).into_iter().collect())
    }

    /// "… where the left main bronchus crosses it", "… as it enters the bladder".
    fn meeting(&self, catalogue: &Catalogue) -> Option<Cue> {
        let words = self.words;
        let first = self.own.end;
        let joint = (first..first + 3)
            .take_while(|i| words.gap(*i) < Gap::Bracket)
            .find(|i| matches!(words.lower(*i), "where" | "as"))?;
        let clause = joint + 1..(joint + 9).min(words.list.len());
        let clause = clause.take_while(|i| words.gap(*i) < Gap::Comma);
        let clause: Vec<usize> = clause.collect();
        let meets = |i: &usize| MEETINGS.contains(&words.lower(*i));
        clause.iter().find(|i| meets(i))?;
        let other = |i: &usize| (self.other)(*i).filter(|s| !s.is_empty());
        let structures = clause.iter().find_map(other)?;
        let name = &catalogue.get(*structures.first()?).name;
        Some(Cue {
            words: format!("at the {name}"),
            constraint: Constraint::Near(structures, NEAR_MM),
        })
    }

    /// Where a relation may begin behind the mention.
    fn starts(&self) -> impl Iterator<Item = usize> {
        let words = self.words;
        let lesions = &PositionTable::builtin().lesions;
        let leads = |i: &usize| {
            let word = words.lower(*i);
            LEADING.contains(&word) || lesions.contains(word)
        };
        let first = self.own.end;
        let leading = (first..first + 2).take_while(leads).count();
        (first..=first + leading).take_while(move |i| words.gap(*i) < Gap::Stop)
    }

    /// The first other organ within four words from one on, and the word at which it stands.
    fn target(&self, from: usize) -> Option<(usize, Vec<StructureIndex>)> {
        let words = self.words;
        (from..(from + 4).min(words.list.len()))
            .take_while(|i| words.gap(*i) < Gap::Comma || *i == from)
            .find_map(|i| (self.other)(i).filter(|s| !s.is_empty()).map(|s| (i, s)))
    }

    /// "… between the aorta and the vena cava": what lies there is near both, and each of them is meant where the other is near.
    fn between(&self, catalogue: &Catalogue) -> Option<Vec<Cue>> {
        let words = self.words;
        let open = |i: &usize| words.gap(*i) < Gap::Comma;
        // What is named there; empty for this mention itself.
        let end = |from: usize, to: usize| {
            (from..to).take_while(open).find_map(|i| {
                if self.own.contains(&i) {
                    return Some(Vec::new());
                }
                (self.other)(i).filter(|s| !s.is_empty())
            })
        };
        let ends = |at: usize| {
            let mut behind = (at + 2..at + 8).take_while(open);
            let and = behind.find(|i| words.lower(*i) == "and")?;
            Some([end(at + 1, and)?, end(and + 1, and + 5)?])
        };
        let is_between = |i: &usize| words.lower(*i) == "between";
        let is_own = |ends: &[Vec<StructureIndex>; 2]| ends.iter().any(Vec::is_empty);
        let mut before = (self.own.start.saturating_sub(8)..self.own.start).filter(is_between);
        let of_own = before.find_map(|at| ends(at).filter(is_own));
        let found = of_own.or_else(|| ends(self.starts().find(is_between)?))?;
        let found: Vec<Vec<StructureIndex>> =
            found.into_iter().filter(|end| !end.is_empty()).collect();
        let name = |end: &Vec<StructureIndex>| catalogue.get(end[0]).name.as_str();
        let names: Vec<&str> = found.iter().map(name).collect();
        let said = match names[..] {
            [one] => format!("near the {one}"),
            _ => format!("between the {}", names.join(" and the ")),
        };
        let near = |end| Cue {
            constraint: Constraint::Near(end, NEAR_MM),
            words: said.clone(),
        };
        Some(found.into_iter().map(near).collect())
    }

    /// "… below the renal arteries", "… next to the heart", "… abutting the vein".
    fn relation(&self, catalogue: &Catalogue) -> Option<Cue> {
        let words = self.words;
        let at = |i: usize| relation_at([words.lower(i), words.lower(i + 1), words.lower(i + 2)]);
        let behind = self.starts().find_map(|i| {
            let (kind, skip) = at(i)?;
            let is_height = matches!(kind, Relation::Above | Relation::Below);
            (i == self.own.end || !is_height).then_some((kind, i + skip))
        });
        let (kind, from) = behind.or_else(|| {
            // "Above the renal arteries the abdominal aorta".
            (0..self.own.start).rev().take(5).find_map(|i| {
                let (kind, skip) = at(i)?;
                let (there, _) = self.target(i + skip)?;
                let joined = (there + 1..self.own.start).all(|j| {
                    CONNECTORS.contains(&words.lower(j))
                        || (self.other)(j).is_some()
                        || j < there + 2
                });
                joined.then_some((kind, i + skip))
            })
        })?;
        let (_, structures) = self.target(from)?;
        let name = &catalogue.get(*structures.first()?).name;
        let (constraint, word) = match kind {
            Relation::Above => (Constraint::Above(structures), "above"),
            Relation::Below => (Constraint::Below(structures), "below"),
            Relation::Near => (Constraint::Near(structures, NEAR_MM), "near"),
            Relation::Touching => (Constraint::Near(structures, TOUCHING_MM), "at"),
        };
        Some(Cue {
            constraint,
            words: format!("{word} the {name}"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::words::Words;
    use super::*;

    /// What is said of a structure at the word that names it, where other words name others.
    fn read(text: &str, own: (&str, &str), others: &[(&str, &str)]) -> Vec<String> {
        let catalogue = Catalogue::builtin();
        let row = |id: &str| catalogue.index_of(id).unwrap();
        let words = Words::new(text, 0..text.len());
        let start = text.find(own.0).unwrap();
        let other = |i: usize| {
            let named = others.iter().find(|(word, _)| words.lower(i) == *word);
            named.map(|(_, id)| vec![row(id)])
        };
        let around = Surroundings {
            words: &words,
            own: words.within(&(start..start + own.0.len())),
            other: &other,
        };
        let cues = around.relations(catalogue, row(own.1));
        let mut said: Vec<String> = cues.into_iter().map(|cue| cue.words).collect();
        said.dedup();
        said
    }

    const NONE: [&str; 0] = [];

    #[test]
    fn where_another_organ_crosses_is_near_it() {
        let read = |text: &str| {
            let own = ("Oesophagus", "oesophagus");
            read(text, own, &[("bronchus", "left_main_bronchus")])
        };
        assert_eq!(
            read("Oesophagus where the left bronchus crosses it"),
            ["at the left main bronchus"]
        );
        assert_eq!(
            read("Oesophagus, as the bronchus meets it"),
            ["at the left main bronchus"]
        );
        assert_eq!(read("Oesophagus where the bronchus is clear"), NONE);
        assert_eq!(
            read("Oesophagus beneath the bronchus"),
            ["near the left main bronchus"]
        );
    }

    #[test]
    fn what_lies_beside_another_organ_is_near_it() {
        let read = |text: &str| {
            let own = ("uncinate process", "head_of_pancreas");
            read(text, own, &[("smv", "superior_mesenteric_vein")])
        };
        let at = ["at the superior mesenteric vein"];
        for text in [
            "lesion in the uncinate process abutting the SMV",
            "lesion in the uncinate process, touching the SMV",
            "the uncinate process is in contact with the SMV",
            "an uncinate process mass contiguous with the SMV",
            "an uncinate process mass encasing the SMV",
        ] {
            assert_eq!(read(text), at, "{text}");
        }
        let near = ["near the superior mesenteric vein"];
        for text in [
            "the uncinate process beside the SMV",
            "the uncinate process runs alongside the SMV",
            "the uncinate process lies just behind the SMV",
            "the uncinate process in front of the SMV",
            "the uncinate process anterior to the SMV",
            "the uncinate process, posterior to the SMV",
            "behind the SMV the uncinate process is swollen",
        ] {
            assert_eq!(read(text), near, "{text}");
        }
        for text in [
            "the uncinate process not abutting the SMV",
            "the uncinate process. Behind the SMV is fat",
            "the uncinate process in the SMV",
            "the uncinate process behind it all lies fat and then the SMV",
        ] {
            assert_eq!(read(text), NONE, "{text}");
        }
    }

    #[test]
    fn what_lies_between_two_organs_is_near_both() {
        let others = [
            ("aorta", "abdominal_aorta"),
            ("cava", "inferior_vena_cava"),
            ("sma", "superior_mesenteric_artery"),
        ];
        let of = |text: &str, word: &str, id: &str| {
            let others: Vec<_> = others.iter().filter(|o| o.0 != word).copied().collect();
            read(text, (word, id), &others)
        };
        let name = |id: &str| {
            let catalogue = Catalogue::builtin();
            let row = catalogue.index_of(id).unwrap();
            catalogue.get(row).name.clone()
        };
        let (aorta, cava) = (name("abdominal_aorta"), name("inferior_vena_cava"));
        let node = "a node between the aorta and the cava";
        assert_eq!(
            of(node, "aorta", "abdominal_aorta"),
            [format!("near the {cava}")]
        );
        assert_eq!(
            of(node, "cava", "inferior_vena_cava"),
            [format!("near the {aorta}")]
        );
        let vein = "the renal vein is pinched between the sma and the aorta";
        let sma = name("superior_mesenteric_artery");
        assert_eq!(
            of(vein, "renal vein", "left_renal_vein"),
            [format!("between the {sma} and the {aorta}")]
        );
        for text in [
            "the renal vein is wide between the sma and the aorta",
            "the renal vein between the aorta and what else",
            "the renal vein between the aorta, the sma and the cava",
        ] {
            assert_eq!(of(text, "renal vein", "left_renal_vein"), NONE, "{text}");
        }
        // Of the spine the levels say it.
        assert_eq!(
            read(
                "between the upper and the lower",
                ("upper", "vertebra_L3"),
                &[("lower", "vertebra_L4")]
            ),
            NONE
        );
    }
}
