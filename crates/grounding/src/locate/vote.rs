//! Whether the sentences of a text outvote what it says as a whole.

use anatomy::{Catalogue, StructureIndex};

/// A sentence votes with this power of its evidence.
///
/// With the next constant, of 1,422 short texts of develop 16 more take an accepted structure and one fewer; a power of 2 or whole weights from
/// 0.8 to 1.5 give nearly the same (`docs/experiments/reading.md`).
const POWER: i32 = 4;

/// What the text says as a whole counts as so many sentences that are sure.
const WHOLE: f32 = 1.2;

/// The sentence (by number) whose place a text takes instead of its own: the surest of those that outvote the structure that it names as a
/// whole. Nothing when that has most votes, or there is but one sentence.
///
/// A sentence without evidence (what it says is absent, normal or past) has no vote; one that speaks of a whole speaks for each of its parts.
pub fn outvoted(
    catalogue: &Catalogue,
    whole: StructureIndex,
    sentences: &[(StructureIndex, f32)],
) -> Option<usize> {
    let votes = |structure: StructureIndex| {
        let own = sentences
            .iter()
            .filter(|(s, _)| catalogue.is_part_of(structure, *s));
        own.map(|(_, p)| p.powi(POWER)).sum::<f32>()
    };
    if sentences.len() < 2 {
        return None;
    }
    let others = sentences
        .iter()
        .enumerate()
        .filter(|(_, (s, _))| *s != whole);
    let (winner, most) = others
        .map(|(_, (s, _))| (*s, votes(*s)))
        .max_by(|a, b| a.1.total_cmp(&b.1))?;
    if most <= votes(whole) + WHOLE {
        return None;
    }
    let winners = sentences.iter().enumerate();
    let winners = winners.filter(|(_, (s, _))| *s == winner);
    let surest = winners.max_by(|a, b| a.1.1.total_cmp(&b.1.1));
    surest.map(|(number, _)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_outvote_a_whole_that_fewer_stand_for() {
        let catalogue = Catalogue::builtin();
        let row = |id: &str| catalogue.index_of(id).unwrap();
        let [liver, spleen, colon] = ["liver", "spleen", "colon"].map(row);
        let ask = |sentences: &[(StructureIndex, f32)]| outvoted(catalogue, liver, sentences);
        assert_eq!(ask(&[(liver, 0.9), (spleen, 0.9), (spleen, 0.95)]), None);
        let surest = [(liver, 0.0), (spleen, 0.9), (spleen, 0.95)];
        assert_eq!(ask(&surest), Some(2));
        assert_eq!(ask(&[(spleen, 0.99)]), None);
        assert_eq!(ask(&[(spleen, 0.7), (spleen, 0.7), (colon, 0.99)]), None);
        // What is said of a whole is said of the part that the text means.
        let [left, lung] = ["left_lung", "lung"].map(row);
        let said = [(lung, 0.95), (lung, 0.95), (lung, 0.95)];
        assert_eq!(outvoted(catalogue, left, &said), None);
    }
}
