//! What a text is about in the female body: the organs that only she has, of which the network tells beside all others.

use anatomy::StructureIndex;

/// What the network says of the organs that only the female body has.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HerReading {
    /// Probability that the text is about one of them.
    pub p: f32,
    /// How that is shared among them: probabilities that sum to `p`.
    pub structures: Vec<(StructureIndex, f32)>,
}

impl HerReading {
    /// What the network says (`about`: a probability for each answer) of its answers that are hers, given by number.
    pub fn of(hers: impl Iterator<Item = (usize, StructureIndex)>, about: &[f32]) -> Self {
        let structures = hers.filter_map(|(n, row)| Some((row, *about.get(n)?)));
        let structures: Vec<_> = structures.collect();
        Self {
            p: structures.iter().map(|(_, p)| p).sum(),
            structures,
        }
    }

    /// The same with at least this probability, shared as before.
    pub fn raised(&mut self, p: f32) {
        if self.p < p {
            let factor = p / self.p.max(1e-6);
            self.structures
                .iter_mut()
                .for_each(|(_, own)| *own *= factor);
            self.p = p;
        }
    }

    /// The same with at most this probability.
    pub fn lowered(&mut self, p: f32) {
        if self.p > p {
            let factor = p / self.p;
            self.structures
                .iter_mut()
                .for_each(|(_, own)| *own *= factor);
            self.p = p;
        }
    }

    /// What the evidence for other organs counts beside hers.
    pub fn others(&self) -> f32 {
        ((1.0 - self.p) / self.p.max(1e-6)).min(1.0)
    }
}

#[cfg(test)]
mod tests {
    use anatomy::Catalogue;

    use super::*;

    #[test]
    fn what_is_hers_is_taken_from_the_answers_and_shared_as_it_was() {
        let row = |id: &str| Catalogue::builtin().index_of(id).unwrap();
        let hers = [(1, row("uterus")), (3, row("cervix_of_uterus"))];
        let mut reading = HerReading::of(hers.into_iter(), &[0.1, 0.3, 0.5, 0.1]);
        assert!((reading.p - 0.4).abs() < 1e-6);
        assert_eq!(reading.structures[1], (row("cervix_of_uterus"), 0.1));
        reading.raised(0.8);
        assert!((reading.structures[0].1 - 0.6).abs() < 1e-5, "{reading:?}");
        assert!((reading.others() - 0.25).abs() < 1e-5);
        reading.lowered(0.2);
        assert!((reading.structures[1].1 - 0.05).abs() < 1e-5, "{reading:?}");
        assert_eq!(reading.others(), 1.0);
    }
}
