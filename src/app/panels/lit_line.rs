//! The line of a row with the sentence that answers: the words that were asked for are lit, and where the row is too narrow it begins near the first.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{FontId, Label, RichText, TextFormat, TextStyle, Ui};
use library::{Hit, Lit};
use viewer::subject_line;

use crate::app::theme;

/// Words that are left before the first one that is lit, where not all of them have room.
const WORDS_BEFORE: usize = 2;

/// Draws the line; pointing at it shows all of the sentence, and what the paper is about.
pub fn show(ui: &mut Ui, lit: &Lit, about: Option<&str>) {
    let small = TextStyle::Small.resolve(ui.style()).size;
    let body = TextStyle::Body.resolve(ui.style()).size;
    let line = words(lit, start(ui, lit, small), small);
    // Painted, and no label of its own: the row says it to a screen reader.
    let line = Label::new(line).selectable(false).truncate();
    let (place, galley, response) = line.layout_in_ui(ui);
    ui.painter().galley(place, galley, theme::dim());
    response.on_hover_ui(|ui| {
        ui.set_max_width(ui.spacing().tooltip_width);
        ui.label(words(lit, 0, body));
        if let Some(about) = about {
            ui.label(RichText::new(about).small().color(theme::dim()));
        }
    });
}

/// What a paper is about beside its place, which its row says already.
pub fn about_of(hit: &Hit) -> Option<String> {
    subject_line(None, hit.subject.as_ref()?)
}

/// What a screen reader says of a row beside its title: that its file is gone, the sentence that answers, and what the paper is about.
pub fn described(gone: Option<String>, hit: &Hit) -> Option<String> {
    let sentence = hit.sentence.as_ref().map(|own| own.text.clone());
    let more = gone.into_iter().chain(sentence).chain(about_of(hit));
    more.reduce(|said, more| match said.ends_with(['.', '?', '!', '…']) {
        true => format!("{said} {more}"),
        false => format!("{said}. {more}"),
    })
}

/// The byte of a sentence from which on it is shown, so that its first lit word is seen.
fn start(ui: &Ui, lit: &Lit, size: f32) -> usize {
    let Some(first) = lit.lit.first() else {
        return 0;
    };
    let until = lit.text.get(..first.end).unwrap_or_default().to_owned();
    let font = FontId::new(size, theme::strong());
    let wide = ui.painter().layout_no_wrap(until, font, theme::dim());
    // An ellipsis follows it.
    match wide.size().x + size < ui.available_width() {
        true => 0,
        false => near(&lit.text, first.start),
    }
}

/// The byte at which the few words before the one at this byte begin.
fn near(text: &str, word: usize) -> usize {
    let before = text.get(..word).unwrap_or_default();
    let blank = before.rmatch_indices(' ').nth(WORDS_BEFORE);
    blank.map_or(0, |(at, blank)| at + blank.len())
}

/// A sentence from this byte on, its lit words brighter and bolder than the others.
fn words(lit: &Lit, start: usize, size: f32) -> LayoutJob {
    let plain = TextFormat {
        font_id: FontId::proportional(size),
        color: theme::dim(),
        ..Default::default()
    };
    let strong = TextFormat {
        font_id: FontId::new(size, theme::strong()),
        color: theme::text(),
        ..Default::default()
    };
    let mut job = LayoutJob::default();
    let mut append = |words: Option<&str>, format: &TextFormat| {
        job.append(words.unwrap_or_default(), 0.0, format.clone());
    };
    append((start > 0).then_some("…"), &plain);
    let mut done = start;
    for at in lit.lit.iter().filter(|at| at.start >= start) {
        append(lit.text.get(done..at.start), &plain);
        append(lit.text.get(at.clone()), &strong);
        done = at.end;
    }
    append(lit.text.get(done..), &plain);
    job
}

#[cfg(test)]
mod tests {
    use library::{Design, Entry, Subject};

    use super::*;

    /// A sentence with the first of each of these words lit.
    fn lit(text: &str, words: &[&str]) -> Lit {
        let at = words.iter().map(|word| {
            let start = text.find(*word).expect("it is there");
            start..start + word.len()
        });
        Lit {
            text: text.to_owned(),
            lit: at.collect(),
        }
    }

    #[test]
    fn a_sentence_begins_a_few_words_before_the_first_lit_one() {
        let text = "Über Jahre lag ein Stein dort.";
        let stein = text.find("Stein").expect("it is there");
        assert_eq!(&text[near(text, stein)..], "lag ein Stein dort.");
        let jahre = text.find("Jahre").expect("it is there");
        assert_eq!(near(text, jahre), 0);
        assert_eq!(near(text, 0), 0);
    }

    #[test]
    fn the_words_that_were_asked_for_are_lit_and_no_others() {
        let lit = lit("Über Jahre lag ein Stein dort.", &["Jahre", "Stein"]);
        let shown = |start: usize| {
            let job = words(&lit, start, 11.5);
            let sections = job.sections.iter();
            let family = theme::strong();
            let strong = sections.filter(|section| section.format.font_id.family == family);
            let strong = strong.map(|section| {
                let range = &section.byte_range;
                job.text[range.start.0..range.end.0].to_owned()
            });
            let strong: Vec<String> = strong.collect();
            (job.text.clone(), strong.join(" | "))
        };
        let all = ("Über Jahre lag ein Stein dort.", "Jahre | Stein");
        let all = (all.0.to_owned(), all.1.to_owned());
        assert_eq!(shown(0), all);
        let part = ("…lag ein Stein dort.".to_owned(), "Stein".to_owned());
        assert_eq!(shown(near(&lit.text, lit.lit[1].start)), part);
    }

    #[test]
    fn a_row_is_described_by_its_sentence_and_by_what_the_paper_is_about() {
        let mut hit = Hit::from(Entry {
            key: 1,
            id: "a".into(),
            title: "Stones".into(),
            year: None,
            kind: None,
            point_mm: [0.0; 3],
            structure: "liver".into(),
            p: 0.9,
            outside_p: 0.1,
        });
        assert_eq!(described(None, &hit), None);
        hit.subject = Some(Subject {
            disease: Some("cholelithiasis".into()),
            design: Some(Design::Cohort),
            ..Subject::default()
        });
        let about = "cholelithiasis · cohort study";
        assert_eq!(described(None, &hit).as_deref(), Some(about));
        hit.sentence = Some(lit("A stone lay there.", &["stone"]));
        let both = format!("A stone lay there. {about}");
        assert_eq!(described(None, &hit), Some(both.clone()));
        let gone = described(Some("Its file is gone".into()), &hit);
        assert_eq!(gone, Some(format!("Its file is gone. {both}")));
    }
}
