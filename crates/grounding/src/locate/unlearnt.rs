//! Structures that came to the catalogue after the network had learnt: it cannot answer them, so that words which name them are heard. So are walls of
//! the heart muscle ("a lateral MI"), of which it knows the abbreviations little.

use anatomy::StructureIndex;

use super::{SUBJECT_EVIDENCE, Weighing};
use crate::spatial;

/// A short text is about such a structure when this share of all that its words name is of it.
const NAMED_SHARE: f32 = 0.8;

/// Its class then has more evidence than the likeliest other by this much, up to a probability of 0.99.
const AHEAD: f32 = 0.001;

impl Weighing<'_> {
    /// The structure of a class that the words name and that the network cannot answer, for it came to the catalogue after it had learnt.
    pub(super) fn unlearnt(&self, class: usize) -> Option<StructureIndex> {
        // A model that only knows classes answers no structure.
        if self.answers.is_empty() {
            return None;
        }
        let catalogue = self.locator.atlas.catalogue();
        let is_learnt = |s| {
            let mut answers = self.answers.iter();
            answers.any(|a| catalogue.is_part_of(a.structure, s))
        };
        let excluded = self.locator.excluded;
        let may = |s| !is_learnt(s) && !excluded.contains(&s);
        self.votes[class].most_named(catalogue, &may)
    }

    /// The wall of the heart muscle that words of a class name.
    fn wall(&self, class: usize) -> Option<StructureIndex> {
        let catalogue = self.locator.atlas.catalogue();
        let class = self.locator.model.gazetteer_class[class];
        let heart = catalogue.index_of("heart")?;
        spatial::walled(catalogue, class, heart, &self.readings)
    }

    /// Whether words of a class say more of a structure than that it is absent, normal, past or another's.
    fn is_subject(&self, class: usize, structure: StructureIndex) -> bool {
        let catalogue = self.locator.atlas.catalogue();
        let class = self.locator.model.gazetteer_class[class];
        self.readings.iter().any(|reading| {
            reading.mentions(class).any(|mention| {
                let mut named = mention.structures.iter();
                named.any(|s| catalogue.is_part_of(*s, structure)) && reading.is_subject(mention)
            })
        })
    }

    /// Gives the class of a structure that the network cannot answer, or knows little, and that a short text names almost alone, the evidence of what
    /// the network took it to be about; that and all others are no more than possible.
    pub(super) fn hear_the_unlearnt(&mut self) {
        let all = self.votes.iter().flat_map(|v| v.by_structure.values());
        let all: f32 = all.sum();
        let is_it = |class: &usize| {
            let named = self.unlearnt(*class).or_else(|| self.wall(*class));
            let said = |s| self.votes[*class].within(self.locator.atlas.catalogue(), s);
            named.is_some_and(|s| said(s) >= NAMED_SHARE * all && self.is_subject(*class, s))
        };
        let mut classes = (0..self.votes.len()).filter(|_| !self.is_long);
        let Some(class) = classes.find(is_it) else {
            return;
        };
        let likeliest = self.evidence.iter().copied().fold(0.0, f32::max);
        for other in &mut self.evidence {
            *other = other.min(SUBJECT_EVIDENCE * 0.9);
        }
        self.evidence[class] = (likeliest + AHEAD).min(0.99);
        self.heard = Some(class);
    }
}
