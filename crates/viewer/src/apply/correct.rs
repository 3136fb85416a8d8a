//! What a reader says of a sentence or a document instead of the model.

use anatomy::{Atlas, StructureIndex};
use grounding::Grounding;
use language::say;
use library::{Correction, Says};

use super::documents;
use crate::command::Reading;
use crate::{Effect, Opened, View};

/// In a library that is open.
pub(super) fn apply(
    view: &mut View,
    key: i64,
    sentence: Option<usize>,
    says: Option<Reading>,
) -> Vec<Effect> {
    let opened = view.documents.opened.as_deref();
    let Some(opened) = opened.filter(|opened| opened.stored.key == key) else {
        view.layout.say(say!("steps-correct-open-first"));
        return Vec::new();
    };
    let said = match correction(view, opened, sentence, says) {
        Ok(said) => said,
        Err(reason) => {
            view.layout.say(reason);
            return Vec::new();
        }
    };
    let stretch = stretch(opened, sentence);
    let words = match says {
        Some(_) => say!("steps-correct-kept"),
        None => say!("steps-correct-as-model"),
    };
    keep(view, key, stretch, said, words)
}

/// Takes the open document from where it lies: to the next best structure that its reading offers, or to none.
pub(super) fn not_here(view: &mut View) -> Vec<Effect> {
    let home = view.body.home.clone();
    let opened = view.documents.opened.clone();
    let (Some(home), Some(opened)) = (home, opened) else {
        view.layout.say(say!("steps-correct-open-first"));
        return Vec::new();
    };
    let grounding = &opened.stored.grounding;
    let was = view.name_of(&grounding.structure);
    if grounding.is_outside() {
        view.layout.say(say!("steps-not-here-already"));
        return Vec::new();
    }
    let (start, end) = Correction::WHOLE;
    let key = opened.stored.key;
    let was_in = grounding.structure.clone();
    let rejected = rejected(view, &opened);
    let (said, words) = match next_place(&home, grounding, &rejected) {
        None => (
            Correction {
                start,
                end,
                says: Says::NotAFinding,
                structure: String::new(),
                point_mm: [0.0; 3],
            },
            say!("steps-not-here-nowhere", was = was),
        ),
        Some((structure, point_mm)) => {
            let catalogue = home.catalogue();
            let now = catalogue.index_of(&grounding.structure);
            let is_twin = now.and_then(|now| catalogue.twin(now)) == Some(structure);
            let says = match is_twin {
                true => Says::OtherSide,
                false => Says::BelongsHere,
            };
            let id = catalogue.get(structure).id.clone();
            let name = view.name_of(&id);
            let words = say!("steps-not-here-moved", was = was, name = name);
            let said = Correction {
                start,
                end,
                says,
                structure: id,
                point_mm,
            };
            (said, words)
        }
    };
    let (moved, of_before) = ((was_in, said.structure.clone()), rejected.len());
    let effects = keep(view, key, (start, end), Some(said), words);
    if !effects.is_empty() {
        let moves = view.documents.moves.entry(key).or_default();
        moves.truncate(of_before);
        moves.push(moved);
    }
    effects
}

/// The structures that the reader has taken an open document from, one after the other; none once it was put elsewhere, or that was undone.
fn rejected(view: &View, opened: &Opened) -> Vec<String> {
    let key = opened.stored.key;
    let corrections = view.scene.corrected.get(&key);
    let corrections = corrections.unwrap_or(&opened.stored.corrections);
    let whole = corrections
        .iter()
        .find(|known| (known.start, known.end) == Correction::WHOLE);
    let moves = view
        .documents
        .moves
        .get(&key)
        .map_or(&[][..], Vec::as_slice);
    let last = moves
        .iter()
        .rposition(|(_, to)| whole.is_some_and(|whole| whole.structure == *to));
    let still = &moves[..last.map_or(0, |last| last + 1)];
    still.iter().map(|(from, _)| from.clone()).collect()
}

/// The next best structure that a reading offers, and a point in it in the home body (LPS mm): of its further places, else of its evidence, else of
/// its sentences. It is neither what the document lies in now nor what it was taken from, nor a part or the whole of one of these.
fn next_place(
    home: &Atlas,
    grounding: &Grounding,
    rejected: &[String],
) -> Option<(StructureIndex, [f32; 3])> {
    /// Evidence that is worth a look.
    const LEAST: f32 = 0.05;
    let catalogue = home.catalogue();
    let not_meant = rejected.iter().chain([&grounding.structure]);
    let not_meant = not_meant.filter_map(|id| catalogue.index_of(id));
    let not_meant: Vec<StructureIndex> = not_meant.collect();
    let places = grounding.places.iter().skip(1);
    let places = places.map(|place| (&place.structure, Some(place.point_mm)));
    let mut evidence: Vec<_> = grounding.structures.iter().collect();
    evidence.sort_by(|a, b| b.p.total_cmp(&a.p));
    let evidence = evidence.into_iter().filter(|known| known.p >= LEAST);
    let evidence = evidence.map(|known| (&known.id, None));
    let sentences = grounding.sentences.iter().filter(|own| own.p > 0.5);
    let sentences = sentences.map(|own| (&own.structure, Some(own.point_mm)));
    let mut offered = places.chain(evidence).chain(sentences);
    offered.find_map(|(id, point_mm)| {
        let structure = catalogue.index_of(id)?;
        let is_related = |other: &StructureIndex| {
            catalogue.is_part_of(structure, *other) || catalogue.is_part_of(*other, structure)
        };
        if not_meant.iter().any(is_related) {
            return None;
        }
        let point_mm = point_mm.filter(|point| home.contains(structure, *point));
        let middle = || home.nearest_voxel(structure, home.centroid_mm(structure)?);
        Some((structure, point_mm.or_else(middle)?))
    })
}

/// Where the open document would go from where it lies ([`LibraryCommand::NotHere`](crate::command::LibraryCommand::NotHere)), by name; nothing where that is no
/// place at all.
pub fn next_best(view: &View) -> Option<String> {
    let home = view.body.home.as_deref()?;
    let opened = view.documents.opened.as_deref()?;
    let rejected = rejected(view, opened);
    let (structure, _) = next_place(home, &opened.stored.grounding, &rejected)?;
    Some(view.name_of(&home.catalogue().get(structure).id))
}

/// Keeps what is said of a stretch of the open document, or that nothing is.
fn keep(
    view: &mut View,
    key: i64,
    (start, end): (usize, usize),
    said: Option<Correction>,
    words: String,
) -> Vec<Effect> {
    let opened = view.documents.opened.as_deref();
    let had = opened.map(|opened| opened.stored.corrections.clone());
    let had = had.unwrap_or_default();
    let known = view.scene.corrected.get(&key);
    let mut list = known.cloned().unwrap_or_else(|| had.clone());
    // Copies that became part of it may have brought more since.
    let has_taken = view.scene.merged.values().any(|keep| *keep == key);
    let at = |c: &Correction| (c.start, c.end);
    let is_new = |c: &&Correction| has_taken && !list.iter().any(|own| at(own) == at(c));
    let brought: Vec<Correction> = had.iter().filter(is_new).cloned().collect();
    list.extend(brought);
    let before = list.clone();
    list.retain(|c| (c.start, c.end) != (start, end));
    list.extend(said);
    list.sort_by_key(|c| (c.start, c.end));
    if list == before {
        return Vec::new();
    }
    if !view.scene.corrected.contains_key(&key) {
        view.documents.first_corrections.insert(key, had);
    }
    view.scene.corrected.insert(key, list.clone());
    view.layout.say_done(words);
    let mut effects = vec![Effect::Correct(key, list)];
    effects.extend(documents::ask_again(view));
    effects
}

/// The structure on the other side of what a sentence of the opened document is about, or the document.
fn other_side(home: &Atlas, opened: &Opened, sentence: Option<usize>) -> Option<StructureIndex> {
    let grounding = &opened.stored.grounding;
    let now = sentence
        .and_then(|n| grounding.sentences.get(n))
        .map_or(&grounding.structure, |sentence| &sentence.structure);
    let catalogue = home.catalogue();
    catalogue.twin(catalogue.index_of(now)?)
}

/// Whether what a sentence of the opened document is about, or the document, has a twin on the other side of the body.
pub fn has_other_side(view: &View, sentence: Option<usize>) -> bool {
    let opened = view.documents.opened.as_deref();
    let place = view.body.home.as_deref().zip(opened);
    place.is_some_and(|(home, opened)| other_side(home, opened, sentence).is_some())
}

/// The bytes that a sentence of the document is kept by; those of the document as a whole.
fn stretch(opened: &Opened, sentence: Option<usize>) -> (usize, usize) {
    let sentences = &opened.stored.grounding.sentences;
    let own = sentence.and_then(|n| sentences.get(n));
    own.map_or(Correction::WHOLE, |own| (own.start, own.end))
}

fn correction(
    view: &View,
    opened: &Opened,
    sentence: Option<usize>,
    says: Option<Reading>,
) -> Result<Option<Correction>, String> {
    let Some(says) = says else { return Ok(None) };
    let (start, end) = stretch(opened, sentence);
    let home = view
        .body
        .home
        .as_deref()
        .ok_or_else(|| say!("steps-correct-no-body"))?;
    let at = |says, structure: StructureIndex| {
        let point_mm =
            point_in(view, home, structure).ok_or_else(|| say!("steps-correct-no-structure"))?;
        Ok(Correction {
            start,
            end,
            says,
            structure: home.catalogue().get(structure).id.clone(),
            point_mm,
        })
    };
    match says {
        Reading::NotAFinding => Ok(Correction {
            start,
            end,
            says: Says::NotAFinding,
            structure: String::new(),
            point_mm: [0.0; 3],
        }),
        Reading::OtherSide => {
            let other = other_side(home, opened, sentence);
            at(
                Says::OtherSide,
                other.ok_or_else(|| say!("steps-correct-no-side"))?,
            )
        }
        Reading::BelongsHere => {
            let selected = view.selection.structure;
            let selected = selected.ok_or_else(|| say!("steps-correct-click-first"))?;
            let structure = match &view.body.staging {
                None => Some(selected),
                Some(staging) => staging.home(Some(selected), None).0,
            };
            at(
                Says::BelongsHere,
                structure.ok_or_else(|| say!("steps-correct-no-structure"))?,
            )
        }
    }
    .map(Some)
}

/// The point that was clicked in a structure, or its middle.
fn point_in(view: &View, home: &Atlas, structure: StructureIndex) -> Option<[f32; 3]> {
    let clicked = match &view.body.staging {
        None => view.selection.point_mm.map(|point| point.mm()),
        Some(staging) => {
            let (_, point) = staging.home(view.selection.structure, view.selection.point_mm);
            point.map(|point| point.mm())
        }
    };
    let clicked = clicked.filter(|point| home.contains(structure, *point));
    clicked.or_else(|| home.nearest_voxel(structure, home.centroid_mm(structure)?))
}
