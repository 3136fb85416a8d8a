//! JSON lines: one record a line, either of a corpus (`id, source, title, text, mesh, labels, year, url, group`) or of our own
//! export, which has more keys. Unknown keys are ignored, so that other people's files can be read as they are.

use serde_json::{Map, Value};

use super::input::{Line, Lines, reason_of};
use super::sink::Sink;
use super::{Location, Reason};
use crate::date::find_year;
use crate::{Details, Document, Marks};

/// A file whose first lines all fail is not JSON lines at all; more of its lines need not be listed.
const HOPELESS: u64 = 20;

/// Whether a text begins as a JSON object on one line does.
pub(crate) fn begins(text: &str) -> bool {
    let object = text.strip_prefix('{');
    let is_object = object.is_some_and(|object| object.trim_start().starts_with(['"', '}']));
    // The first line may be longer than what is looked at.
    let (line, whole) = text
        .split_once('\n')
        .map_or((text, false), |(line, _)| (line, true));
    is_object && (!whole || line.trim_end().ends_with('}'))
}

/// Reads all lines of a file into `sink`.
pub(crate) fn read(mut lines: Lines<'_>, sink: &mut Sink<'_>) {
    let (mut number, mut good) = (0_u64, 0_u64);
    loop {
        if sink.cancelled() || sink.full() {
            return;
        }
        let (text, foreign) = match lines.next() {
            Ok(None) => return,
            Ok(Some(Line::Text(text, _))) if text.trim().is_empty() => continue,
            Ok(Some(Line::Text(text, foreign))) => (text, foreign),
            Ok(Some(Line::TooLong)) => {
                number += 1;
                sink.error(
                    Location::Line(lines.number),
                    Reason::TooLarge {
                        what: "line",
                        limit: sink.limits.line_bytes,
                    },
                );
                continue;
            }
            Err(error) => return sink.error(Location::Line(lines.number + 1), reason_of(error)),
        };
        number += 1;
        match parse(&text) {
            Ok(document) => {
                good += 1;
                sink.document(document, number, Some(lines.number), foreign);
            }
            Err(reason) => {
                sink.error(Location::Line(lines.number), reason);
                if good == 0 && number == HOPELESS {
                    return sink.error(
                        Location::File,
                        Reason::WrongExtension {
                            named: "JSON lines",
                            found: "something else",
                        },
                    );
                }
            }
        }
    }
}

/// One record out of one line.
fn parse(line: &str) -> Result<Document, Reason> {
    match serde_json::from_str(line) {
        Ok(Value::Object(fields)) => document(fields),
        Ok(_) => Err(Reason::Json(
            "a JSON object in braces is expected".to_owned(),
        )),
        Err(error) => {
            let column = error.column();
            let full = error.to_string();
            let message = full.split(" at line ").next().unwrap_or(&full);
            Err(Reason::Json(format!("{message} (column {column})")))
        }
    }
}

/// A record out of its fields.
pub(crate) fn document(mut fields: Map<String, Value>) -> Result<Document, Reason> {
    let mut take = |key: &str| fields.remove(key).filter(|value| !value.is_null());
    let document = Document {
        id: text("id", take("id"))?,
        title: text("title", take("title"))?,
        text: text("text", take("text").or_else(|| take("abstract")))?,
        authors: list("authors", take("authors"))?,
        year: match take("year") {
            None => None,
            Some(Value::Number(year)) => year.as_i64().and_then(|year| i32::try_from(year).ok()),
            Some(Value::String(year)) => find_year(&year),
            Some(other) => return Err(wrong_type("year", "a number", &other)),
        },
        journal: optional("journal", take("journal"))?,
        doi: optional("doi", take("doi"))?,
        pmid: optional("pmid", take("pmid"))?,
        url: optional("url", take("url"))?,
        kind: optional("kind", take("kind"))?,
        mesh: list("mesh", take("mesh"))?,
        keywords: list("keywords", take("keywords"))?,
        labels: take("labels"),
        collection: match take("source") {
            Some(Value::String(name)) => Some(name).filter(|name| !name.is_empty()),
            _ => None,
        },
        group: optional("group", take("group"))?,
        details: details(&mut take),
        marks: match take("marks") {
            None => Marks::default(),
            Some(marks) => serde_json::from_value(marks)
                .map_err(|error| Reason::Json(format!("marks: {error}")))?,
        },
        ..Document::default()
    };
    if document.title.trim().is_empty() && document.text.trim().is_empty() {
        return Err(Reason::NoText);
    }
    Ok(document)
}

/// Details, as far as they are texts: other people's files may mean something else by such a name.
fn details(take: &mut dyn FnMut(&str) -> Option<Value>) -> Details {
    let mut details = Details::default();
    for (name, own) in Details::TEXTS.iter().zip(details.texts_mut()) {
        let words = texts(take(name));
        *own = Some(words.join(", ")).filter(|text| !text.is_empty());
    }
    details.editors = texts(take("editors"));
    details.files = texts(take("files"));
    details
}

/// A text, a number, or a list of them; nothing of anything else.
fn texts(value: Option<Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => vec![text],
        Some(Value::Number(number)) => vec![number.to_string()],
        Some(Value::Array(values)) => values.into_iter().flat_map(|v| texts(Some(v))).collect(),
        _ => Vec::new(),
    }
}

fn wrong_type(key: &str, expected: &str, found: &Value) -> Reason {
    let found = match found {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    };
    Reason::Json(format!("\"{key}\" must be {expected}, not {found}"))
}

fn text(key: &str, value: Option<Value>) -> Result<String, Reason> {
    match value {
        None => Ok(String::new()),
        Some(Value::String(text)) => Ok(text),
        Some(Value::Number(number)) => Ok(number.to_string()),
        Some(other) => Err(wrong_type(key, "a text", &other)),
    }
}

fn optional(key: &str, value: Option<Value>) -> Result<Option<String>, Reason> {
    Ok(Some(text(key, value)?).filter(|text| !text.trim().is_empty()))
}

fn list(key: &str, value: Option<Value>) -> Result<Vec<String>, Reason> {
    match value {
        None => Ok(Vec::new()),
        Some(Value::String(one)) if one.is_empty() => Ok(Vec::new()),
        Some(Value::String(one)) => Ok(vec![one]),
        Some(Value::Array(values)) => values
            .into_iter()
            .map(|value| text(key, Some(value)))
            .collect(),
        Some(other) => Err(wrong_type(key, "a list of texts", &other)),
    }
}
