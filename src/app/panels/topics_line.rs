//! What a document is about, in two lines of its card: place, disease, drug, population and design; and the headings or keywords of its record, of which a
//! click narrows the list to one.

use bevy_egui::egui::{Label, RichText, Ui};
use language::say;
use library::{Document, Facet, MOST_WITH_TOPICS};
use viewer::command::OrganiseCommand;
use viewer::{Opened, View, subject_line};

use super::Sent;
use crate::app::theme;

/// Topics that are shown at most.
const SHOWN: usize = 8;
/// Letters of one that are shown at most.
const LETTERS: usize = 60;

/// What the document is about in one line, with where it lies; nothing where its record says nothing beside that.
pub fn subject(ui: &mut Ui, view: &View, opened: &Opened) {
    let grounding = &opened.stored.grounding;
    let place = (!grounding.is_outside()).then(|| view.name_of(&grounding.structure));
    if let Some(line) = subject_line(place.as_deref(), &opened.subject) {
        let words = RichText::new(line).color(theme::text());
        ui.add(Label::new(words).wrap().selectable(true));
    }
}

/// The line of topics; nothing where the record states no topics. In a library whose topics are not counted they are told alone.
pub fn show(ui: &mut Ui, view: &View, document: &Document, sent: &mut Sent) {
    let mut topics = document.topics();
    if topics.is_empty() {
        return;
    }
    topics.truncate(SHOWN);
    let dim = |words: String| RichText::new(words).small().color(theme::dim());
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(dim(say!("document-topics")));
        if view.documents.entries.len() > MOST_WITH_TOPICS {
            ui.add(Label::new(dim(topics.join(" · "))).wrap());
            return;
        }
        for topic in topics {
            let is_wanted = view.documents.shelf.filter.wants(Facet::Topic, topic);
            let words = dim(viewer::short(topic, LETTERS));
            let row = ui.selectable_label(is_wanted, words);
            if row.on_hover_text(say!("document-topic-hint")).clicked() {
                sent.push(OrganiseCommand::Narrow {
                    facet: Facet::Topic,
                    value: topic.to_owned(),
                });
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Context, RawInput};

    use super::*;

    /// What a screen reader is told of the line of a record with these headings.
    fn told(mesh: &[String]) -> Vec<String> {
        let document = Document {
            mesh: mesh.to_vec(),
            ..Document::default()
        };
        let (view, mut sent) = (View::default(), Sent::default());
        let ctx = Context::default();
        ctx.enable_accesskit();
        let mut frame = ctx.run_ui(RawInput::default(), |ui| {
            show(ui, &view, &document, &mut sent);
        });
        frame.textures_delta.clear();
        let update = frame.platform_output.accesskit_update.expect("enabled");
        let nodes = update.nodes.iter();
        let words = nodes.filter_map(|(_, node)| node.label().or(node.value()));
        words.map(str::to_owned).collect()
    }

    #[test]
    fn the_first_topics_of_a_record_are_told_and_none_of_a_record_without() {
        assert!(told(&[]).is_empty());
        assert!(told(&["Humans".to_owned()]).is_empty());
        let many: Vec<String> = (0..10).map(|n| format!("Topic {n}")).collect();
        let line = told(&many);
        assert!(line.contains(&"Topics:".to_owned()), "{line:?}");
        let topics = line.iter().filter(|words| words.starts_with("Topic "));
        assert_eq!(topics.count(), SHOWN, "{line:?}");
    }
}
