//! What panels say in place of what is not there yet, or not at all.

use bevy_egui::egui::{RichText, Ui};
use language::say;
use viewer::{LibraryState, View};

use super::heads;
use crate::app::theme;

/// Why the library has nothing to show: it is being opened, none is open, or it holds no document. Nothing where it holds some.
pub fn library(view: &View) -> Option<String> {
    let documents = &view.documents;
    let is_empty = documents.entries.is_empty();
    match documents.state {
        LibraryState::Opening => Some(say!("side-none-opening")),
        LibraryState::Refused => Some(say!("side-none-refused")),
        LibraryState::Ready if !is_empty => None,
        LibraryState::Ready if documents.only_read().is_some() => Some(say!("side-none-empty")),
        LibraryState::Ready => Some(say!("side-none-yet")),
    }
}

/// Says that; returns whether there was anything to say.
pub fn says_library(ui: &mut Ui, view: &View) -> bool {
    let Some(words) = library(view) else {
        return false;
    };
    let words = RichText::new(words);
    match view.documents.state {
        LibraryState::Refused => heads::warning(ui, words),
        _ => {
            ui.label(words.color(theme::dim()));
        }
    }
    true
}

/// That the body is being read, or why it cannot be.
pub fn body_in_words(view: &View) -> String {
    match &view.body.failed {
        Some(reason) => say!("stage-no-body", reason = reason),
        None => say!("stage-preparing"),
    }
}

/// The same in a panel that shows something of the body.
pub fn says_body(ui: &mut Ui, view: &View) {
    if view.body.failed.is_some() {
        heads::warning(ui, RichText::new(body_in_words(view)));
        return;
    }
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label(RichText::new(say!("tree-reading")).color(theme::dim()));
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_told_why_there_is_nothing() {
        let mut view = View::default();
        let mut told = Vec::new();
        for state in [
            LibraryState::Opening,
            LibraryState::Refused,
            LibraryState::Ready,
        ] {
            view.documents.state = state;
            told.push(library(&view).expect("there is no document"));
        }
        told.dedup();
        assert_eq!(told.len(), 3, "{told:?}");

        let spot = ::library::Spot {
            key: 1,
            structure: "liver".into(),
            point_mm: [0.0; 3],
            outside_p: 0.0,
            rest: 0,
            percent: 80,
            female: false,
        };
        view.documents.entries = std::sync::Arc::new(vec![spot]);
        assert_eq!(library(&view), None);
        // What is listed may be of the library before.
        view.documents.state = LibraryState::Opening;
        assert!(library(&view).is_some());

        let reading = body_in_words(&view);
        view.body.failed = Some("no such file".to_owned());
        let failed = body_in_words(&view);
        assert!(failed.contains("no such file") && !reading.contains("no such file"));
    }
}
