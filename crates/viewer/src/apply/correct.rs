//! What a reader says of a sentence or a document instead of the model.

use anatomy::{Atlas, StructureIndex};
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
    let had = &opened.stored.corrections;
    let said = match correction(view, opened, sentence, says) {
        Ok(said) => said,
        Err(reason) => {
            view.layout.say(reason);
            return Vec::new();
        }
    };
    let mut list = view
        .scene
        .corrected
        .get(&key)
        .cloned()
        .unwrap_or_else(|| had.clone());
    let before = list.clone();
    let (start, end) = stretch(opened, sentence);
    list.retain(|c| (c.start, c.end) != (start, end));
    list.extend(said);
    list.sort_by_key(|c| (c.start, c.end));
    if list == before {
        return Vec::new();
    }
    let first = had.clone();
    if !view.scene.corrected.contains_key(&key) {
        view.documents.first_corrections.insert(key, first);
    }
    view.scene.corrected.insert(key, list.clone());
    view.layout.say_done(match says {
        Some(_) => say!("steps-correct-kept"),
        None => say!("steps-correct-as-model"),
    });
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
