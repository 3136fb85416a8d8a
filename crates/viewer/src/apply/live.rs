//! The live text: where it lands, which words speak for that, and its variants.

use anatomy::Catalogue;
use language::say;

use super::documents;
use crate::command::TextCommand;
use crate::live::Keep;
use crate::{Effect, Message, StagedGrounding, View};

pub(super) fn apply(view: &mut View, command: TextCommand) -> Vec<Effect> {
    match command {
        TextCommand::LiveText(text) => {
            if view.live.keeping && text != view.live.text {
                view.live.keeping = false;
                view.layout.say(say!("notice-variant-changed"));
            }
            view.live.text = text;
            return ground(view);
        }
        TextCommand::ToggleWhy => {
            view.documents.why.on = !view.documents.why.on;
            let mut effects = documents::ask_why_anew(view);
            effects.extend(ask_why(view));
            return effects;
        }
        TextCommand::ExplainStructure(structure) => {
            view.documents.why.structure = Some(structure);
            return documents::ask_why_anew(view);
        }
        TextCommand::ExplainInText(structure) => {
            view.live.why.structure = Some(structure);
            return ask_why(view);
        }
        TextCommand::KeepVariant => keep(view),
        TextCommand::TakeVariant(variant) => {
            if view.live.take_back(variant) {
                view.live.why.structure = None;
                return ask_why(view);
            }
        }
        TextCommand::DropVariant(variant) => {
            if variant < view.live.variants.len() {
                view.live.variants.remove(variant);
            }
        }
        TextCommand::DropVariants => view.live.variants.clear(),
    }
    Vec::new()
}

/// Sends the live text to the model.
pub(super) fn ground(view: &mut View) -> Vec<Effect> {
    let live = &mut view.live;
    live.generation += 1;
    // What was weighed are the words of an older text.
    live.why.structure = None;
    let asked = live.why.forget();
    let mut effects = Vec::from_iter(asked.then_some(Effect::StopExplainingText));
    if live.text.trim().is_empty() {
        live.pending = false;
        live.keeping = false;
        live.grounding = None;
        return effects;
    }
    live.pending = true;
    effects.push(Effect::Ground {
        generation: live.generation,
        text: live.text.clone(),
        staging: view.body.staging.clone(),
    });
    effects
}

/// Takes in what was asked about it.
pub(super) fn take(view: &mut View, message: Message) -> Vec<Effect> {
    match message {
        Message::Live {
            generation,
            grounding,
        } => return placed(view, generation, grounding),
        Message::TextWhy { generation, found } => view.live.why.take(generation, found),
        Message::VariantsPlaced { atlas, staged } => restaged(view, atlas.as_deref(), &staged),
        _ => {}
    }
    Vec::new()
}

/// Takes in where it lands, unless it is another text by now.
fn placed(
    view: &mut View,
    generation: u64,
    grounding: Option<Box<StagedGrounding>>,
) -> Vec<Effect> {
    if view.live.generation != generation {
        return Vec::new();
    }
    view.live.pending = false;
    view.live.grounding = grounding.map(|grounding| *grounding);
    let nowhere = view.live.grounding.as_ref().filter(|g| g.point.is_none());
    if let Some(structure) = nowhere.map(|grounding| grounding.home.structure.clone()) {
        let name = view.name_of(&structure);
        let words = match view.other_body(&structure) {
            Some(Some(_)) => say!("notice-in-female-torso", structure = name),
            Some(None) => say!("notice-in-male-torso", structure = name),
            None => say!("notice-not-in-atlas"),
        };
        view.layout.say(words);
    }
    if view.live.keeping {
        keep(view);
    }
    ask_why(view)
}

/// Asks which words of it speak for its place, or for the structure that was chosen, when that is wanted.
fn ask_why(view: &mut View) -> Vec<Effect> {
    let on = view.documents.why.on;
    let live = &mut view.live;
    let asked = live.why.forget();
    let placed = live.grounding.as_ref().filter(|_| on && !live.pending);
    let Some(grounding) = placed else {
        return Vec::from_iter(asked.then_some(Effect::StopExplainingText));
    };
    let structure = live.why.structure.as_ref();
    let structure = structure.unwrap_or(&grounding.home.structure);
    // A structure of a guest's own is unknown to the model: it then asks for the place itself.
    let known = Catalogue::builtin().index_of(structure).is_some();
    let effect = Effect::ExplainText {
        generation: live.why.generation,
        text: live.text.clone(),
        structure: known.then(|| structure.clone()),
    };
    live.why.pending = true;
    vec![effect]
}

/// Keeps it as a variant, and says what has become of that.
fn keep(view: &mut View) {
    let outcome = view.live.keep();
    let letter = |variant| view.live.letter_of(variant).to_string();
    let words = match outcome {
        Keep::As(variant) => say!("notice-variant-kept", letter = letter(variant)),
        Keep::Already(variant) => say!("notice-variant-known", letter = letter(variant)),
        Keep::Full => say!("notice-variants-full"),
        Keep::Follows => return,
        Keep::NoText => say!("shelf-type-first"),
        Keep::NoPlace => say!("notice-variant-no-place"),
    };
    view.layout.say(words);
}

/// Gives the variants their places on a stage that is another one now.
pub(super) fn restage(view: &mut View) -> Vec<Effect> {
    let variants = &mut view.live.variants;
    if variants.is_empty() {
        return Vec::new();
    }
    let homes = variants.iter_mut();
    let homes = homes.map(|kept| std::mem::take(&mut kept.grounding.home));
    let homes: Vec<_> = homes.collect();
    let Some(staging) = view.body.staging.clone() else {
        for (kept, home) in variants.iter_mut().zip(homes) {
            kept.grounding = StagedGrounding::new(home, None);
        }
        return Vec::new();
    };
    for (kept, home) in variants.iter_mut().zip(&homes) {
        let home = home.clone();
        // None has a place until that has been looked for.
        kept.grounding = StagedGrounding {
            home,
            ..Default::default()
        };
    }
    vec![Effect::PlaceVariants {
        atlas: view.scene.atlas.clone(),
        homes,
        staging,
    }]
}

/// Takes in the places of variants on the stage of an atlas, if that is still there.
fn restaged(view: &mut View, atlas: Option<&str>, staged: &[StagedGrounding]) {
    if view.scene.atlas.as_deref() != atlas {
        return;
    }
    let live = &mut view.live;
    let kept = live.variants.iter_mut().map(|kept| &mut kept.grounding);
    // One that was taken back meanwhile is the live text's, too.
    for grounding in kept.chain(&mut live.grounding) {
        if let Some(found) = staged.iter().find(|found| found.home == grounding.home) {
            *grounding = found.clone();
        }
    }
}
