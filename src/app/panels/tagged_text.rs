//! Words that are shown: cut to a length, tinted by what they weigh, or as they were read: what it excludes is struck through, what is normal is set back, past or somebody else's too, a landmark is underlined.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Align, FontId, Response, Stroke, TextFormat};
use grounding::{Attribution, SentenceGrounding, Tag, TagSpan, WordWeight};
use viewer::View;

use crate::app::theme;

/// From this evidence on a sentence is said to be about its structure.
const CLEAR: f32 = 0.5;

/// What the words of a text weigh; nothing while that is not shown.
#[derive(Clone, Copy, Default)]
pub struct Weighed<'a> {
    /// Those of the title, too.
    pub words: &'a [WordWeight],
    /// The largest weight.
    pub largest: f32,
}

impl<'a> Weighed<'a> {
    /// What was found.
    pub fn of(found: &'a Attribution) -> Self {
        Self {
            words: &found.words,
            largest: found.largest(),
        }
    }

    /// Those of the text.
    pub fn of_text(self) -> impl Iterator<Item = &'a WordWeight> {
        self.words.iter().filter(|word| !word.in_title)
    }
}

/// How the words of a text are written.
pub fn words(strong: bool) -> TextFormat {
    TextFormat {
        font_id: FontId::proportional(13.5),
        color: if strong { theme::text() } else { theme::dim() },
        ..Default::default()
    }
}

/// Whether a sentence is about a place.
pub fn is_about(sentence: &SentenceGrounding) -> bool {
    sentence.p > CLEAR
}

/// A sentence as it was read, with the name of its place behind it where it is about one; while it is shown what words weigh, they are tinted instead.
pub fn sentence(view: &View, sentence: &SentenceGrounding, weighed: Weighed) -> LayoutJob {
    let small = FontId::proportional(11.0);
    sized(view, sentence, weighed, &words(is_about(sentence)), small)
}

/// The same in small letters.
pub fn small_sentence(
    view: &View,
    sentence: &SentenceGrounding,
    weighed: Weighed,
    small: FontId,
) -> LayoutJob {
    let format = TextFormat {
        font_id: small.clone(),
        ..words(is_about(sentence))
    };
    sized(view, sentence, weighed, &format, small)
}

fn sized(
    view: &View,
    sentence: &SentenceGrounding,
    weighed: Weighed,
    format: &TextFormat,
    of_place: FontId,
) -> LayoutJob {
    let mut job = LayoutJob::default();
    let text = sentence.text.trim();
    let indent = sentence.text.len() - sentence.text.trim_start().len();
    let start = sentence.start.saturating_add(indent);
    if weighed.words.is_empty() {
        append(&mut job, text, start, &sentence.spans(), format);
    } else {
        let words = weighed.of_text();
        tinted(&mut job, text, start, words, weighed.largest, format);
    }
    if is_about(sentence) {
        let place = TextFormat {
            font_id: of_place,
            color: theme::marker_ui(),
            valign: Align::Center,
            ..Default::default()
        };
        let name = view.name_of(&sentence.structure);
        job.append(&format!("  {name}"), 0.0, place);
    }
    job
}

/// Who reads by keys goes on from sentence to sentence.
pub fn follow_focus(sentence: &Response) {
    if sentence.gained_focus() {
        sentence.scroll_to_me(None);
    }
}

/// Appends a passage that begins at byte `start` of its text.
fn append(job: &mut LayoutJob, passage: &str, start: usize, tags: &[TagSpan], format: &TextFormat) {
    let mut done = 0;
    for tag in tags {
        let (Some(from), Some(to)) = (tag.start.checked_sub(start), tag.end.checked_sub(start))
        else {
            continue;
        };
        let (Some(before), Some(words)) = (passage.get(done..from), passage.get(from..to)) else {
            continue;
        };
        job.append(before, 0.0, format.clone());
        job.append(words, 0.0, styled(tag.tag, format));
        done = to;
    }
    job.append(passage.get(done..).unwrap_or_default(), 0.0, format.clone());
}

/// Appends a passage that begins at byte `start` of its text, with a background behind each word that weighs something.
pub fn tinted<'a>(
    job: &mut LayoutJob,
    passage: &str,
    start: usize,
    words: impl Iterator<Item = &'a WordWeight>,
    largest: f32,
    format: &TextFormat,
) {
    let mut done = 0;
    for word in words {
        let share = word.weight / largest.max(f32::MIN_POSITIVE);
        let (Some(from), Some(to)) = (word.start.checked_sub(start), word.end.checked_sub(start))
        else {
            continue;
        };
        // A faint tint on every word would only make the text harder to read.
        if share.abs() < 0.04 || from < done {
            continue;
        }
        let (Some(before), Some(letters)) = (passage.get(done..from), passage.get(from..to)) else {
            continue;
        };
        job.append(before, 0.0, format.clone());
        let format = TextFormat {
            background: theme::word_tint(share),
            color: theme::text(),
            underline: against(share),
            ..format.clone()
        };
        job.append(letters, 0.0, format);
        done = to;
    }
    job.append(passage.get(done..).unwrap_or_default(), 0.0, format.clone());
}

/// What tells a word that speaks against a structure from one that speaks for it, for whoever does not tell the colours: a line below it.
pub fn against(share: f32) -> Stroke {
    if share < 0.0 {
        Stroke::new(1.5, theme::text())
    } else {
        Stroke::NONE
    }
}

fn styled(tag: Tag, format: &TextFormat) -> TextFormat {
    let line = |color| Stroke::new(1.0, color);
    let mut styled = format.clone();
    match tag {
        Tag::Finding | Tag::Side => {}
        Tag::Excluded => {
            styled.color = theme::dim();
            styled.strikethrough = line(theme::dim());
        }
        Tag::Normal => styled.color = theme::dim(),
        Tag::History | Tag::Family => {
            styled.color = theme::dim();
            styled.italics = true;
        }
        Tag::Uncertain => styled.italics = true,
        Tag::Landmark => styled.underline = line(theme::line()),
    }
    styled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_speak_against_differ_by_more_than_their_colour() {
        let weighs = |start: usize, end: usize, weight: f32| WordWeight {
            in_title: false,
            start,
            end,
            weight,
        };
        let weighed = [weighs(0, 5, 1.0), weighs(6, 12, -0.8)];
        let mut job = LayoutJob::default();
        let format = words(true);
        tinted(
            &mut job,
            "liver spleen here",
            0,
            weighed.iter(),
            1.0,
            &format,
        );
        let lined = |section: &bevy_egui::egui::text::LayoutSection| {
            section.format.underline != Stroke::NONE
        };
        let sections = job.sections.iter().filter(|s| !s.byte_range.is_empty());
        let lined: Vec<bool> = sections.map(lined).collect();
        // The two words, the space between them, the rest.
        assert_eq!(lined, [false, false, true, false]);
    }

    #[test]
    fn words_look_like_what_they_were_read_as() {
        let text = "no cyst, old scar by the aorta, mass";
        let span = |said: &str, tag| {
            let start = 7 + text.find(said).unwrap();
            TagSpan {
                start,
                end: start + said.len(),
                tag,
            }
        };
        let tags = [
            span("cyst", Tag::Excluded),
            span("old scar", Tag::History),
            span("aorta", Tag::Landmark),
            span("mass", Tag::Finding),
        ];
        let mut job = LayoutJob::default();
        append(&mut job, text, 7, &tags, &words(true));
        assert_eq!(job.text, text);
        let looks: Vec<(&str, bool, bool, bool)> = job
            .sections
            .iter()
            .map(|s| {
                let format = &s.format;
                let (struck, lined) = (format.strikethrough, format.underline);
                let none = Stroke::NONE;
                let said = &job.text[s.byte_range.start.0..s.byte_range.end.0];
                (said, struck != none, format.italics, lined != none)
            })
            .filter(|(said, ..)| !said.is_empty())
            .collect();
        let wanted = [
            ("no ", false, false, false),
            ("cyst", true, false, false),
            (", ", false, false, false),
            ("old scar", false, true, false),
            (" by the ", false, false, false),
            ("aorta", false, false, true),
            (", mass", false, false, false),
        ];
        assert_eq!(looks, wanted);
    }
}
