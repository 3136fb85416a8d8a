//! Words that are shown: cut to a length, or as they were read: what it excludes is struck through, what is normal is set back, past or somebody else's too, a landmark is underlined.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Stroke, TextFormat};
use grounding::{Tag, TagSpan};

use crate::app::theme;

/// Words cut to so many letters.
pub fn short(words: &str, most: usize) -> String {
    if words.chars().count() <= most {
        words.to_owned()
    } else {
        words.chars().take(most - 1).chain(['…']).collect()
    }
}

/// Appends a passage that begins at byte `start` of its text.
pub fn append(
    job: &mut LayoutJob,
    passage: &str,
    start: usize,
    tags: &[TagSpan],
    format: &TextFormat,
) {
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
