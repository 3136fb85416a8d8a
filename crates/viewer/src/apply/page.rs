//! The page of a PDF beside its text.

use std::sync::Arc;

use language::say;
use library::pdf::FoundPage;

use super::fly;
use crate::page::{PageBeside, pdf_of, placing_sentence};
use crate::{Effect, Opened, PanelTab, View, world_from_lps};

/// How near one comes to the place of a sentence, mm.
const SENTENCE_DISTANCE_MM: f32 = 600.0;

/// Shows the page of the open document, or no longer.
pub(super) fn toggle(view: &mut View) -> Vec<Effect> {
    if view.shows_page() {
        view.documents.page = None;
        return Vec::new();
    }
    let Some(key) = view.selection.document else {
        view.layout.say(say!("shelf-open-first"));
        return Vec::new();
    };
    let opened = opened(view, key);
    if opened.is_some_and(|opened| pdf_of(&opened.stored.document).is_none()) {
        view.layout.say(say!("page-none"));
        return Vec::new();
    }
    view.layout.open(PanelTab::Document);
    view.layout.presentation = false;
    // One document is read, not two.
    view.documents.beside = None;
    view.documents.page = Some(PageBeside {
        key,
        ..PageBeside::default()
    });
    follow(view)
}

fn opened(view: &View, key: i64) -> Option<Arc<Opened>> {
    let opened = view.documents.opened.as_ref();
    opened.filter(|open| open.stored.key == key).cloned()
}

/// Shows the page of the document that has been opened, where one is to be shown; none where it did not come from a PDF.
pub(super) fn follow(view: &mut View) -> Vec<Effect> {
    let key = view.selection.document;
    let Some(opened) = key.and_then(|key| opened(view, key)) else {
        return Vec::new();
    };
    let Some(page) = &mut view.documents.page else {
        return Vec::new();
    };
    let key = opened.stored.key;
    let pdf = pdf_of(&opened.stored.document);
    if page.key == key && pdf == Some(page.path.as_path()) {
        return Vec::new();
    }
    let Some(path) = pdf else {
        view.documents.page = None;
        return Vec::new();
    };
    *page = PageBeside {
        key,
        path: path.to_owned(),
        ..PageBeside::default()
    };
    let sentence = view.selection.sentence;
    find(view, &opened, sentence.or(placing_sentence(&opened.stored)))
}

/// Looks for a sentence on the pages; without one they are counted.
fn find(view: &mut View, opened: &Opened, sentence: Option<usize>) -> Vec<Effect> {
    let Some(page) = &mut view.documents.page else {
        return Vec::new();
    };
    view.documents.pages_asked += 1;
    page.generation = view.documents.pages_asked;
    page.pending = true;
    let sentences = &opened.stored.grounding.sentences;
    let sentence = sentence.and_then(|n| sentences.get(n));
    vec![Effect::FindPage {
        generation: page.generation,
        path: page.path.clone(),
        words: sentence.map_or_else(String::new, |sentence| sentence.text.clone()),
    }]
}

/// The sentence has been looked for.
pub(super) fn found(view: &mut View, generation: u64, found: Result<FoundPage, String>) {
    let page = view.documents.page.as_mut();
    let Some(page) = page.filter(|page| page.generation == generation) else {
        return;
    };
    page.pending = false;
    match found {
        Ok(found) => {
            page.pages = found.pages;
            // What is not found leads nowhere else.
            if found.found || page.number == 0 {
                page.number = found.page;
            }
            page.found = Some(found);
            page.failed = None;
        }
        Err(reason) => page.failed = Some(reason),
    }
}

/// Turns so many pages on (1) or back (-1); at the ends nothing is done.
pub(super) fn turn(view: &mut View, by: i32) {
    if !view.shows_page() {
        return;
    }
    if let Some(page) = &mut view.documents.page {
        let to = page.number.saturating_add_signed(by);
        page.number = to.clamp(1.min(page.pages), page.pages);
    }
}

/// Turns to a page, from 1.
pub(super) fn go_to(view: &mut View, number: u32) {
    let Some(page) = &mut view.documents.page else {
        return;
    };
    let pages = page.pages;
    if (1..=pages).contains(&number) {
        page.number = number;
    } else if pages > 0 {
        let words = say!("page-none-such", page = number, count = pages);
        view.layout.say(words);
    }
}

/// Selects a sentence of the open document: its place is looked at, and the page on which it stands turned to.
pub(super) fn look_at(view: &mut View, sentence: usize) -> Vec<Effect> {
    let key = view.selection.document;
    let Some(opened) = key.and_then(|key| opened(view, key)) else {
        return Vec::new();
    };
    if sentence >= opened.stored.grounding.sentences.len() {
        return Vec::new();
    }
    view.selection.sentence = Some(sentence);
    let mut effects = Vec::new();
    let at = opened.staged.sentences.get(sentence).copied().flatten();
    if let Some(at) = at {
        let display = view.display();
        let at = display.map_or(at.mm(), |display| display.shown(at, None).mm());
        let pose = crate::Pose {
            target: world_from_lps(at),
            distance: SENTENCE_DISTANCE_MM,
            ..view.camera
        };
        effects.extend(fly(view, pose));
    }
    if view.shows_page() {
        effects.extend(find(view, &opened, Some(sentence)));
    }
    effects
}
