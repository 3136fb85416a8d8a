//! Plain text and Markdown: one file, one document.

use pulldown_cmark::{Event, HeadingLevel, MetadataBlockKind, Options, Parser, Tag, TagEnd};

use crate::date::find_year;
use crate::{Details, Document};

/// Longest first line that is taken for a title, in characters.
const LONGEST_TITLE: usize = 200;

/// A document from plain text: a short first line that is followed by a blank line and more text is its title.
pub(crate) fn plain(text: &str) -> Document {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let trimmed = text.trim();
    if let Some((first, rest)) = trimmed.split_once('\n') {
        let (first, body) = (first.trim(), rest.trim());
        let set_apart = rest
            .lines()
            .next()
            .is_some_and(|line| line.trim().is_empty());
        let reads_as_title = first.chars().count() <= LONGEST_TITLE && !first.ends_with([',', ';']);
        if set_apart && reads_as_title && !body.is_empty() {
            return Document {
                title: first.to_owned(),
                text: body.to_owned(),
                ..Document::default()
            };
        }
    }
    Document {
        text: trimmed.to_owned(),
        ..Document::default()
    }
}

/// A document from Markdown: its title is that of the front matter, else the first heading. The text is what a reader would
/// see: without markup, with paragraphs set apart by blank lines.
pub(crate) fn markdown(source: &str) -> Document {
    let mut document = Document::default();
    let mut text = String::new();
    let mut heading: Option<String> = None;
    let mut first_heading: Option<String> = None;
    let mut in_metadata = false;
    let mut metadata = String::new();
    let normalised = source
        .trim_start()
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let options = Options::ENABLE_YAML_STYLE_METADATA_BLOCKS | Options::ENABLE_TABLES;
    for event in Parser::new_ext(&normalised, options) {
        match event {
            Event::Start(Tag::MetadataBlock(MetadataBlockKind::YamlStyle)) => in_metadata = true,
            Event::End(TagEnd::MetadataBlock(_)) => in_metadata = false,
            Event::Text(part) if in_metadata => metadata.push_str(&part),
            Event::Start(Tag::Heading { level, .. })
                if first_heading.is_none()
                    && (level <= HeadingLevel::H2 || text.trim().is_empty()) =>
            {
                heading = Some(String::new());
            }
            Event::End(TagEnd::Heading(_)) => match heading.take() {
                Some(done) => first_heading = Some(done),
                None => text.push_str("\n\n"),
            },
            Event::Text(part) | Event::Code(part) => match &mut heading {
                Some(heading) => heading.push_str(&part),
                None => text.push_str(&part),
            },
            Event::SoftBreak | Event::HardBreak => match &mut heading {
                Some(heading) => heading.push(' '),
                None => text.push(if matches!(event, Event::HardBreak) {
                    '\n'
                } else {
                    ' '
                }),
            },
            Event::End(
                TagEnd::Paragraph
                | TagEnd::CodeBlock
                | TagEnd::BlockQuote(_)
                | TagEnd::List(_)
                | TagEnd::Table,
            ) => {
                text.push_str("\n\n");
            }
            Event::End(TagEnd::Item | TagEnd::TableRow | TagEnd::TableHead) => text.push('\n'),
            Event::End(TagEnd::TableCell) => text.push(' '),
            _ => {}
        }
    }
    front_matter(&metadata, &mut document);
    match first_heading
        .map(|heading| heading.trim().to_owned())
        .filter(|heading| !heading.is_empty())
    {
        Some(heading) if document.title.is_empty() => document.title = heading,
        Some(heading) if heading != document.title => text.insert_str(0, &format!("{heading}\n\n")),
        _ => {}
    }
    while text.contains("\n\n\n") {
        text = text.replace("\n\n\n", "\n\n");
    }
    document.text = text.trim().to_owned();
    document
}

/// The lines `key: value` of a front matter, and lists as `[a, b]` or as lines `- a`. Not all of YAML: what papers' notes use.
fn front_matter(metadata: &str, document: &mut Document) {
    let mut key = String::new();
    for line in metadata.lines() {
        if let Some(item) = line.trim_start().strip_prefix("- ") {
            set(document, &key, item);
        } else if let Some((name, value)) = line
            .split_once(':')
            .filter(|_| !line.starts_with([' ', '\t', '#']))
        {
            key = name.trim().to_lowercase();
            let value = value.trim();
            match value
                .strip_prefix('[')
                .and_then(|list| list.strip_suffix(']'))
            {
                Some(list) => list.split(',').for_each(|item| set(document, &key, item)),
                None => set(document, &key, value),
            }
        }
    }
}

fn set(document: &mut Document, key: &str, value: &str) {
    let value = value.trim();
    let unquoted = ['"', '\'']
        .iter()
        .find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote))
        .unwrap_or(value);
    if unquoted.is_empty() {
        return;
    }
    let value = unquoted.to_owned();
    match key {
        "id" => document.id = value,
        "title" => document.title = value,
        "author" | "authors" => document.authors.push(value),
        "year" => document.year = find_year(&value).or(document.year),
        "date" => {
            document.year = find_year(&value).or(document.year);
            document.details.date = Some(value);
        }
        "journal" => document.journal = Some(value),
        "doi" => document.doi = Some(value),
        "pmid" => document.pmid = Some(value),
        "url" => document.url = Some(value),
        "kind" | "type" => document.kind = Some(value),
        "mesh" => document.mesh.push(value),
        "keywords" | "tags" => document.keywords.push(value),
        "editor" | "editors" => document.details.editors.push(value),
        _ => {
            let names = Details::TEXTS.iter().zip(document.details.texts_mut());
            for (_, own) in names.filter(|(name, _)| **name == key) {
                *own = Some(value.clone());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_line_set_apart_is_the_title() {
        let document = plain("On the liver\r\n\r\nIt is large.\r\nIt is soft.");
        assert_eq!(
            (document.title.as_str(), document.text.as_str()),
            ("On the liver", "It is large.\nIt is soft.")
        );
        let document = plain("It is large.\nIt is soft.");
        assert_eq!(
            (document.title.as_str(), document.text.as_str()),
            ("", "It is large.\nIt is soft.")
        );
    }

    #[test]
    fn markdown_gives_title_and_plain_text() {
        let document = markdown(
            "# The *left* lung\n\nTwo **lobes**, see [a paper](x).\nAnd more.\n\n## Size\n\n- small\n- light\n",
        );
        assert_eq!(document.title, "The left lung");
        assert_eq!(
            document.text,
            "Two lobes, see a paper. And more.\n\nSize\n\nsmall\nlight"
        );
    }

    #[test]
    fn front_matter_is_used_and_is_not_text() {
        let document = markdown(
            "---\ntitle: \"Spleen: a note\"\nauthors: [Ann Lee, Bo Ek]\ndate: 2020-03-01\nmesh:\n- Spleen\ndoi: 10.1000/x\n---\n\n# Heading\n\nBody.\n",
        );
        assert_eq!(document.title, "Spleen: a note");
        assert_eq!(document.authors, ["Ann Lee", "Bo Ek"]);
        assert_eq!(
            (document.year, document.doi.as_deref()),
            (Some(2020), Some("10.1000/x"))
        );
        assert_eq!(document.mesh, ["Spleen"]);
        assert_eq!(document.text, "Heading\n\nBody.");
    }
}
