//! What the library says in English words, in the language of the window: why a record was refused, what a reader warns of, what tells that documents are
//! copies, and which of them is kept for which reason.

use language::say;
use library::{PassedPart, told, told_passed, told_place, told_warning};

/// Words as a message tells them apart: "a TIFF picture" is `a-tiff-picture`.
fn key(words: &str) -> String {
    let words = words.to_lowercase();
    let words = words.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

/// What a kind of file is called in a sentence, by its English words.
fn kind_of_file(words: &str) -> String {
    let ending = words
        .strip_prefix("a .")
        .and_then(|w| w.strip_suffix(" file"));
    match ending {
        Some(ending) => say!("reasons-kind-of-ending", ending = ending),
        None => say!("reasons-kind", kind = key(words), what = words),
    }
}

/// A format as lists and dialogs call it, by its English label ([`library::FilePreview::format`]).
pub fn format_in_words(label: &str) -> String {
    say!("preview-format", kind = key(label), what = label)
}

/// What tells that documents are copies of one work ([`library::DuplicateGroup::told_by`], [`library::Likely::by`]).
pub fn copies_told_by(words: &str) -> String {
    say!("duplicates-told-by", kind = key(words), what = words)
}

/// Why one of several copies is kept ([`library::DuplicateGroup::because`]).
pub fn kept_because(words: &str) -> String {
    say!("duplicates-because", kind = key(words), what = words)
}

/// What a reader warns of ([`library::FilePreview::warnings`]).
pub fn warning_in_words(warning: &str) -> String {
    let Some(told) = told_warning(warning) else {
        return warning.to_owned();
    };
    let part = told.parts.first().map_or("", |(_, words)| *words);
    let count: usize = part.parse().unwrap_or_default();
    match told.code {
        "read-as" => {
            let found = told.parts.last().map_or("", |(_, words)| *words);
            say!(
                "reasons-read-as",
                named = kind_of_file(part),
                found = kind_of_file(found)
            )
        }
        "encoding" => say!("reasons-encoding", count = count),
        "page" => say!("reasons-page-left-out", page = part),
        "rebuilt" => say!("reasons-rebuilt"),
        "lacks" => say!("reasons-lacks", key = part),
        "being-written" => say!("reasons-being-written"),
        "base" => say!("reasons-file-base", file = part),
        "outside" => say!("reasons-file-outside", file = part),
        "not-there" => say!("reasons-file-not-there", file = part),
        "alone" => say!("reasons-file-alone", file = part),
        "earlier" => say!("reasons-file-earlier", file = part),
        _ => warning.to_owned(),
    }
}

/// Why a record was refused, in the language of the window: of the words in which it was, where they are known, else these words themselves.
pub fn refusal_in_words(reason: &str) -> String {
    let Some(told) = told(reason) else {
        return reason.to_owned();
    };
    let part = |name: &str| {
        let found = told.parts.iter().find(|(known, _)| *known == name);
        found.map_or("", |(_, words)| *words)
    };
    let kind = |name: &str| key(part(name));
    let detail = part("detail");
    match told.code {
        "denied" => say!("reasons-denied"),
        "broke-off" => say!("reasons-broke-off"),
        "gone" => say!("reasons-gone"),
        "io" => say!("reasons-io", detail = detail),
        "empty" => say!("reasons-empty"),
        "too-large" => say!(
            "reasons-too-large",
            kind = kind("what"),
            what = part("what"),
            limit = part("limit")
        ),
        "unpacks" => say!("reasons-unpacks", ratio = part("ratio")),
        "grew" => say!("reasons-grew", read = part("read")),
        "too-many" => say!(
            "reasons-too-many",
            kind = kind("what"),
            what = part("what"),
            limit = part("limit")
        ),
        "wrong-ending" => say!(
            "reasons-wrong-ending",
            named = kind_of_file(part("named")),
            found = kind_of_file(part("found"))
        ),
        "binary" => say!("reasons-binary"),
        "gzip" => say!("reasons-gzip", detail = detail),
        "record" | "entry" => say!("reasons-record", detail = detail),
        "xml" => say!("reasons-xml", detail = detail),
        "no-columns" => say!("reasons-no-columns", row = part("row")),
        "table" => say!("reasons-table", detail = detail),
        "archive" => say!("reasons-archive", detail = detail),
        "encrypted" => say!("reasons-encrypted"),
        "database" => say!("reasons-database", detail = detail),
        "without-entry" => say!("reasons-without-entry"),
        "without-base" => say!("reasons-without-base", file = part("file")),
        "no-title" => say!("reasons-no-title", detail = detail),
        "identifiers" => {
            let count: usize = part("count").parse().unwrap_or_default();
            say!("reasons-identifiers", count = count)
        }
        "no-text" => say!("reasons-no-text"),
        "no-records" => say!(
            "reasons-no-records",
            format = part("format"),
            start = part("start")
        ),
        "stray-text" => say!("reasons-stray-text", text = part("text")),
        "damaged" => say!("reasons-damaged", detail = detail),
        "added-again" => say!("reasons-added-again", id = part("id")),
        "unsupported" => say!(
            "reasons-unsupported",
            found = kind_of_file(part("found")),
            readable = part("readable")
        ),
        "passed-over" => {
            let count = part("count").parse().unwrap_or(1_usize);
            say!(
                "reasons-passed-over",
                count = count,
                files = passed_over(part("files"))
            )
        }
        pdf => of_pdf(pdf, detail, part).unwrap_or_else(|| reason.to_owned()),
    }
}

/// The same of PDFs.
fn of_pdf<'p>(code: &str, detail: &str, part: impl Fn(&str) -> &'p str) -> Option<String> {
    Some(match code {
        "pdf-no-reader" => say!("reasons-pdf-no-reader"),
        "pdf-time" => say!("reasons-pdf-time", seconds = part("seconds")),
        "pdf-memory" => say!("reasons-pdf-memory", limit = part("limit")),
        "pdf-not-run" => say!("reasons-pdf-not-run", detail = detail),
        "pdf-answer" => say!("reasons-pdf-answer"),
        "pdf-crashed" => say!("reasons-pdf-crashed", detail = detail),
        "pdf-truncated" => say!("reasons-pdf-truncated", detail = detail),
        "pdf-damaged" => say!("reasons-pdf-damaged", detail = detail),
        "pdf-encrypted" => say!("reasons-pdf-encrypted"),
        "pdf-scan" => {
            let pages: usize = part("pages").parse().unwrap_or_default();
            say!("reasons-pdf-scan", count = pages)
        }
        _ => return None,
    })
}

/// A list of files of kinds that cannot be read: `scan.jpg (and 1 more .jpg), prog.exe`.
fn passed_over(files: &str) -> String {
    let mut list = String::new();
    for part in told_passed(files) {
        match part {
            PassedPart::Names(names) => list += names,
            PassedPart::More(count, "") => {
                list += " ";
                list += &say!("reasons-more-without-ending", count = count);
            }
            PassedPart::More(count, ending) => {
                list += " ";
                list += &say!("reasons-more-of-ending", count = count, ending = ending);
            }
            PassedPart::Others(count) => {
                list = say!("reasons-others", files = list, count = count);
            }
        }
    }
    list
}

/// Where a record was refused, in the language of the window.
pub fn place_of_refusal(place: &str) -> String {
    let Some((file, record, line, rest)) = told_place(place) else {
        return place.to_owned();
    };
    let numbers = match record {
        None => say!("reasons-line", line = line.to_string()),
        Some(record) => say!(
            "reasons-record-line",
            record = record.to_string(),
            line = line.to_string()
        ),
    };
    format!("{file}, {numbers}{rest}")
}
