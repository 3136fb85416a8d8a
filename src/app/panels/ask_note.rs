//! Notes in the box for places, documents and commands: long texts, which are taken as a whole.

use bevy_egui::egui::{Event, Ui};

/// Letters from which on a text is longer than a name or a sentence that is searched for.
const LONG: usize = 240;

/// Whether a text is longer than any name: none is looked for.
pub fn is_long(typed: &str) -> bool {
    typed.chars().nth(LONG).is_some()
}

/// Whether a text is a note: a long one, and no question with operators or fields.
pub fn is_note(typed: &str) -> bool {
    is_long(typed) && !library::has_operators(typed)
}

/// What was pasted into the box last, with the line breaks that the box has no room for.
#[derive(Default)]
pub struct Pasted(String);

impl Pasted {
    /// Looks whether something is being pasted, before the box takes it.
    pub fn look(&mut self, ui: &Ui) {
        let pasted = |event: &Event| match event {
            Event::Paste(text) => Some(text.clone()),
            _ => None,
        };
        if let Some(text) = ui.input(|input| input.events.iter().find_map(pasted)) {
            self.0 = text;
        }
    }

    /// What the box holds, as it was pasted where that is all of it.
    pub fn whole<'t>(&'t self, typed: &'t str) -> &'t str {
        let in_one_line = self.0.replace(['\r', '\n'], " ");
        match in_one_line.trim() == typed.trim() {
            true => self.0.trim(),
            false => typed.trim(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_keeps_its_lines_unless_it_was_changed() {
        let pasted = Pasted("History: fall.\n\nSpleen torn.\n".to_owned());
        let typed = "History: fall.  Spleen torn. ";
        assert_eq!(pasted.whole(typed), "History: fall.\n\nSpleen torn.");
        assert_eq!(pasted.whole("History: fall"), "History: fall");
        assert_eq!(Pasted::default().whole(" liver "), "liver");
    }

    #[test]
    fn a_note_is_long_and_no_question() {
        let note = "Blunt trauma tore the spleen, the left kidney was whole. ".repeat(5);
        assert!(is_note(&note));
        assert!(is_note(&format!("“Worst pain ever”, \"stabbing\". {note}")));
        assert!(!is_note("Blunt trauma tore the spleen"));
        let question = format!(
            "(spleen[ti] OR kidney[ti]) AND ({})",
            note.replace(['.', ','], "")
        );
        assert!(is_long(&question) && !is_note(&question));
        // One that cannot be read is none of a note: where it is wrong is told.
        let broken = format!("({question}");
        assert!(!is_note(&broken));
    }
}
