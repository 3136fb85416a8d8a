//! What refusals and warnings say, taken apart again: libraries keep the words in which a record was refused, and who shows them may say the same in
//! another language.

/// What a refusal says: a name for it, and what it is about by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told<'w> {
    /// A name that never changes: `empty`, `too-large`.
    pub code: &'static str,
    /// What stands where the words leave room: the limit that was met, what the parser said.
    pub parts: Vec<(&'static str, &'w str)>,
}

/// Why a file is listed whose import broke off, because the program was killed meanwhile.
pub const BROKE_OFF: &str = "its import broke off; “Try again” goes on where it stopped";

/// Names, and the words of the refusals ([`crate::Reason`], [`crate::pdf::PdfError`], [`crate::PassedOver`]) with names for what differs. The first that fits
/// counts. These words lie in libraries: where a refusal is said otherwise from now on, its old words stay here, too.
const WORDS: &[(&str, &str)] = &[
    ("denied", "cannot be read: Permission denied (os error 13)"),
    (
        "gone",
        "cannot be read: No such file or directory (os error 2)",
    ),
    ("gone", "cannot be read: entity not found"),
    ("io", "cannot be read: {detail}"),
    ("empty", "the file is empty"),
    ("too-large", "too large: {what} of more than {limit}"),
    (
        "unpacks",
        "unpacks to more than {ratio} times its size, as no text does; not read further",
    ),
    (
        "grew",
        "the file has grown since it was opened; its first {read} were read, read it again when it is complete",
    ),
    ("too-many", "more than {limit} {what}; the rest is not read"),
    (
        "wrong-ending",
        "named as {named}, but its content is {found}; rename the file or choose another",
    ),
    ("binary", "binary data, not text"),
    ("gzip", "damaged or incomplete gzip data: {detail}"),
    ("record", "not a valid record: {detail}"),
    ("xml", "not well-formed XML: {detail}"),
    ("entry", "a malformed entry: {detail}"),
    (
        "no-columns",
        "a table that cannot be read: no column is called title, text or abstract; its first row is: {row}",
    ),
    ("table", "a table that cannot be read: {detail}"),
    ("archive", "a damaged or foreign archive: {detail}"),
    (
        "encrypted",
        "its text is encrypted, and cannot be read without the key",
    ),
    ("database", "a database that cannot be read: {detail}"),
    (
        "without-entry",
        "it stands in Zotero without an entry; of such files only PDFs are read from there, add the file itself",
    ),
    (
        "without-base",
        "{file} lies relative to Zotero's base folder, which is not known; add the file itself",
    ),
    ("no-title", "no title ({detail})"),
    (
        "identifiers",
        "{count} identifiers of articles and no article; `corpus-atlas pubmed --ids` fetches them",
    ),
    ("no-text", "neither title nor text"),
    (
        "no-records",
        "no {format} record found: no line begins with \"{start}\"",
    ),
    (
        "stray-text",
        "text outside of any record, beginning with \"{text}\"",
    ),
    (
        "pdf-no-reader",
        "PDF files cannot be read here: no PDF reader is set up",
    ),
    ("pdf-not-run", "the PDF reader could not be run: {detail}"),
    (
        "pdf-time",
        "the PDF reader did not finish within {seconds} s and was stopped",
    ),
    (
        "pdf-memory",
        "the PDF reader needed more than {limit} of memory and was stopped",
    ),
    (
        "pdf-crashed",
        "the PDF reader crashed on this file ({detail})",
    ),
    ("pdf-answer", "the PDF reader gave no usable answer"),
    (
        "pdf-truncated",
        "truncated PDF: its end is missing ({detail})",
    ),
    ("pdf-damaged", "damaged PDF: {detail}"),
    ("pdf-encrypted", "encrypted PDF: it needs a password"),
    (
        "pdf-scan",
        "no text in this PDF of {pages} page(s): it is probably a scan; run text recognition (OCR) on it first",
    ),
    (
        "passed-over",
        "{count} file of a kind that cannot be read: {files}",
    ),
    (
        "passed-over",
        "{count} files of kinds that cannot be read: {files}",
    ),
    ("damaged", "it is damaged: {detail}"),
    ("added-again", "it has been added again since, as {id}"),
    ("broke-off", BROKE_OFF),
    (
        "unsupported",
        "{found} cannot be read (readable: {readable})",
    ),
];

/// The same of warnings ([`crate::Document::warnings`]), which no library keeps.
const WARNINGS: &[(&str, &str)] = &[
    ("read-as", "named as {named}, read as {found}"),
    (
        "encoding",
        "{count} byte(s) are not valid UTF-8 and were read as Windows-1252 (Latin-1); check accented letters",
    ),
    ("page", "page {page} could not be read and is left out"),
    ("rebuilt", crate::read::pdf_file::REBUILT),
    (
        "lacks",
        "“{key}”, which it takes fields from, is not in the file",
    ),
    ("being-written", crate::read::zotero_open::BEING_WRITTEN),
    (
        "base",
        "{file} lies relative to Zotero's base folder, which is not known, and is not read",
    ),
    (
        "outside",
        "{file} lies outside of the folder of its list and is not read",
    ),
    ("not-there", "{file} is not there"),
    (
        "alone",
        "{file} was read by itself before and is not read again",
    ),
    (
        "earlier",
        "{file} belongs to an earlier record and is not read again",
    ),
];

/// What words say in which a record was refused; nothing where they are no refusal's that is known.
pub fn told(words: &str) -> Option<Told<'_>> {
    first_that_fits(WORDS, words)
}

/// What the words of a warning say; nothing where they are none that is known.
pub fn told_warning(words: &str) -> Option<Told<'_>> {
    first_that_fits(WARNINGS, words)
}

fn first_that_fits<'w>(
    templates: &[(&'static str, &'static str)],
    words: &'w str,
) -> Option<Told<'w>> {
    templates.iter().find_map(|&(code, template)| {
        let mut parts = Vec::new();
        fits(template, words, &mut parts).then_some(Told { code, parts })
    })
}

/// A part of the list of files that were passed over ([`crate::PassedOver`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PassedPart<'w> {
    /// Names of files, as they stand there.
    Names(&'w str),
    /// How many more there are with this ending, which is empty where they have none; behind the name of the first.
    More(usize, &'w str),
    /// How many there are of kinds that are not named.
    Others(usize),
}

/// What is said of files that were passed over in one line, and their names where it does not have them all ([`crate::PassedOver::in_full`]). Other words stay as
/// they are.
pub fn passed_names(words: &str) -> (&str, Vec<&str>) {
    let is_passed = || told(words).is_some_and(|told| told.code == "passed-over");
    match words.split_once('\n') {
        Some((line, names)) if is_passed() => (line, names.lines().collect()),
        _ => (words, Vec::new()),
    }
}

/// The list of files that were passed over, taken apart: `scan.jpg (and 1 more .jpg), prog.exe` are names, one more `.jpg`, and names.
pub fn told_passed(files: &str) -> Vec<PassedPart<'_>> {
    // The names of all of them follow line by line.
    let files = files.split('\n').next().unwrap_or_default();
    let others = files.rsplit_once(", and ").and_then(|(named, rest)| {
        let count = rest.strip_suffix(" of other kinds")?.parse().ok()?;
        Some((named, count))
    });
    let (named, others) = match others {
        Some((named, count)) => (named, Some(PassedPart::Others(count))),
        None => (files, None),
    };
    let mut parts = Vec::new();
    let (mut from, mut at) = (0, 0);
    while let Some(found) = named[at..].find(" (and ") {
        let begins = at + found;
        let Some((part, ends)) = more(named, begins) else {
            at = begins + 1;
            continue;
        };
        parts.push(PassedPart::Names(&named[from..begins]));
        parts.push(part);
        (from, at) = (ends, ends);
    }
    if from < named.len() {
        parts.push(PassedPart::Names(&named[from..]));
    }
    parts.extend(others);
    parts
}

/// `(and 3 more .jpg)` from there on, with where it ends, unless it is a part of a name.
fn more(named: &str, begins: usize) -> Option<(PassedPart<'_>, usize)> {
    let (within, rest) = named[begins..].strip_prefix(" (and ")?.split_once(')')?;
    if !rest.is_empty() && !rest.starts_with(", ") {
        return None;
    }
    let (count, ending) = within.split_once(" more ")?;
    let ending = match ending {
        "without an ending" => "",
        ending => ending.strip_prefix('.')?,
    };
    let part = PassedPart::More(count.parse().ok()?, ending);
    Some((part, named.len() - rest.len()))
}

/// Whether words follow a template; what stands for its names is put into `parts`. A name takes as little as it can, and at the end all that is left.
fn fits<'w>(
    template: &'static str,
    words: &'w str,
    parts: &mut Vec<(&'static str, &'w str)>,
) -> bool {
    let Some((before, rest)) = template.split_once('{') else {
        return template == words;
    };
    let Some((name, behind)) = rest.split_once('}') else {
        return false;
    };
    let Some(words) = words.strip_prefix(before) else {
        return false;
    };
    let literal = behind.split('{').next().unwrap_or_default();
    let is_last = literal.len() == behind.len();
    let end = match is_last {
        true => words.strip_suffix(literal).map(str::len),
        false => words.find(literal),
    };
    let Some(end) = end.filter(|end| *end > 0) else {
        return false;
    };
    parts.push((name, &words[..end]));
    is_last || fits(behind, &words[end..], parts)
}

/// A place in words, as refusals name it, without its number: `notes.ris, record 3 (line 45)` is `notes.ris` with record 3 and line 45, what stands behind
/// it (a title) stays where it was.
pub fn told_place(place: &str) -> Option<(&str, Option<u64>, u64, &str)> {
    let (head, title) = match place.find(", “") {
        Some(at) => place.split_at(at),
        None => (place, ""),
    };
    let (file, numbers) = head.rsplit_once(", ")?;
    let digits = |text: &str| text.parse::<u64>().ok();
    if let Some(line) = numbers.strip_prefix("line ") {
        return Some((file, None, digits(line)?, title));
    }
    let rest = numbers.strip_prefix("record ")?.strip_suffix(')')?;
    let (record, line) = rest.split_once(" (line ")?;
    Some((file, Some(digits(record)?), digits(line)?, title))
}

#[cfg(test)]
mod tests {
    use std::io;
    use std::time::Duration;

    use super::*;
    use crate::pdf::PdfError;
    use crate::{Location, PassedOver, ReadError, Reason};

    /// What is told of a refusal; this does not compile when a reason is new, until it is decided here.
    fn code(reason: &Reason) -> &'static str {
        match reason {
            Reason::Io(error) if error.raw_os_error() == Some(13) => "denied",
            Reason::Io(error) if error.kind() == io::ErrorKind::NotFound => "gone",
            Reason::Io(_) => "io",
            Reason::Empty => "empty",
            Reason::TooLarge { .. } | Reason::Pdf(PdfError::TooLarge(_)) => "too-large",
            Reason::SuspiciousCompression { .. } => "unpacks",
            Reason::Grew { .. } => "grew",
            Reason::TooMany { .. } => "too-many",
            Reason::WrongExtension { .. } => "wrong-ending",
            Reason::Unsupported { .. } => "unsupported",
            Reason::Binary => "binary",
            Reason::Gzip(_) => "gzip",
            Reason::Json(_) => "record",
            Reason::Xml(_) => "xml",
            Reason::BibTex(_) => "entry",
            Reason::NoColumns(_) => "no-columns",
            Reason::Table(_) => "table",
            Reason::Archive(_) => "archive",
            Reason::Encrypted => "encrypted",
            Reason::Database(_) => "database",
            Reason::WithoutEntry => "without-entry",
            Reason::WithoutBase(_) => "without-base",
            Reason::NoTitle { .. } => "no-title",
            Reason::Identifiers(_) => "identifiers",
            Reason::NoText => "no-text",
            Reason::NoRecords { .. } => "no-records",
            Reason::StrayText(_) => "stray-text",
            Reason::Pdf(error) => match error {
                PdfError::NoExtractor => "pdf-no-reader",
                PdfError::Process(_) => "pdf-not-run",
                PdfError::TooLarge(_) => "too-large",
                PdfError::Time(_) => "pdf-time",
                PdfError::Memory(_) => "pdf-memory",
                PdfError::Crashed(_) => "pdf-crashed",
                PdfError::Answer => "pdf-answer",
                PdfError::Truncated(_) => "pdf-truncated",
                PdfError::Damaged(_) => "pdf-damaged",
                PdfError::Encrypted => "pdf-encrypted",
                PdfError::NoText { .. } => "pdf-scan",
                // No file is refused so.
                PdfError::Nested | PdfError::NoPage { .. } | PdfError::Cancelled => "",
            },
        }
    }

    #[test]
    fn every_reason_is_known_by_its_words() {
        let detail = || "Odd: (things) of more than 3, in it".to_owned();
        let reasons = [
            Reason::Io(io::Error::from_raw_os_error(13)),
            Reason::Io(io::Error::from_raw_os_error(2)),
            Reason::Io(io::ErrorKind::NotFound.into()),
            Reason::Io(io::Error::other("the disk is tired")),
            Reason::Empty,
            Reason::TooLarge {
                what: "text file",
                limit: 256 << 20,
            },
            Reason::SuspiciousCompression { ratio: 200 },
            Reason::Grew { read: 12 },
            Reason::TooMany {
                what: "folders inside each other",
                limit: 64,
            },
            Reason::WrongExtension {
                named: "gzip data",
                found: "binary data",
            },
            Reason::Unsupported {
                found: "a TIFF picture".into(),
                readable: "bib, csv".into(),
            },
            Reason::Binary,
            Reason::Gzip(detail()),
            Reason::Json(detail()),
            Reason::Xml(detail()),
            Reason::BibTex(detail()),
            Reason::NoColumns("Foo, Bar: (things) of more than 3".to_owned()),
            Reason::Table(detail()),
            Reason::Archive(detail()),
            Reason::Encrypted,
            Reason::Database(detail()),
            Reason::WithoutEntry,
            Reason::WithoutBase("livers/Ek (2001).pdf".into()),
            Reason::NoTitle {
                tags: "no title element has a text",
            },
            Reason::Identifiers(118),
            Reason::NoText,
            Reason::NoRecords {
                format: "RIS",
                start: "TY  - ",
            },
            Reason::StrayText("Not \"a record\"".into()),
            Reason::Pdf(PdfError::NoExtractor),
            Reason::Pdf(PdfError::Process(io::Error::other("no room"))),
            Reason::Pdf(PdfError::TooLarge(256 << 20)),
            Reason::Pdf(PdfError::Time(Duration::from_secs(60))),
            Reason::Pdf(PdfError::Memory(512 << 20)),
            Reason::Pdf(PdfError::Crashed("signal: 6".into())),
            Reason::Pdf(PdfError::Answer),
            Reason::Pdf(PdfError::Truncated(detail())),
            Reason::Pdf(PdfError::Damaged(detail())),
            Reason::Pdf(PdfError::Encrypted),
            Reason::Pdf(PdfError::NoText { pages: 3 }),
        ];
        let mut met = std::collections::BTreeSet::new();
        for reason in &reasons {
            let words = reason.to_string();
            let told = told(&words).unwrap_or_else(|| panic!("{words}"));
            assert_eq!(told.code, code(reason), "{words}");
            met.insert(told.code);
        }
        // What is no reason of a reader.
        met.extend(["passed-over", "damaged", "added-again"]);
        met.extend(told(BROKE_OFF).map(|told| told.code));
        let all: std::collections::BTreeSet<&str> = WORDS.iter().map(|(code, _)| *code).collect();
        assert_eq!(met, all, "each is asked for");
    }

    #[test]
    fn what_differs_is_told_by_name() {
        let parts = |words| told(words).expect("known").parts;
        let large = "too large: PDF of more than 256 MiB";
        assert_eq!(parts(large), [("what", "PDF"), ("limit", "256 MiB")]);
        let start = "no RIS record found: no line begins with \"TY  - \"";
        assert_eq!(parts(start), [("format", "RIS"), ("start", "TY  - ")]);
        let passed = |files| PassedOver {
            files,
            ..PassedOver::default()
        };
        let one = format!("{}scan.jpg", passed(1));
        assert!(told(&one).is_some());
        let passed = passed(12);
        let words = format!("{passed}scan.jpg").replace(", and 12 of other kinds", "");
        let parts = told(&words).expect("known");
        assert_eq!(parts.code, "passed-over");
        assert_eq!(parts.parts, [("count", "12"), ("files", "scan.jpg")]);
        for other in ["", "it failed", "the file is empty.", "cannot be read: "] {
            assert_eq!(told(other), None, "{other}");
        }
    }

    #[test]
    fn places_are_told_as_they_are_written() {
        let within = |place| {
            let (file, reason) = ("a, b.ris".into(), Reason::NoText);
            ReadError {
                file,
                place,
                reason,
            }
            .within()
        };
        let record = Location::Record {
            number: 3,
            line: 45,
        };
        for (place, numbers) in [(Location::Line(5), (None, 5)), (record, (Some(3), 45))] {
            let place = within(place);
            let (file, record, line, rest) = told_place(&place).expect("known");
            assert_eq!((file, rest, (record, line)), ("a, b.ris", "", numbers));
            let titled = format!("{place}, “On lines, line 3”");
            let (file, record, line, rest) = told_place(&titled).expect("known");
            assert_eq!((file, (record, line)), ("a, b.ris", numbers));
            assert_eq!(rest, ", “On lines, line 3”");
        }
        assert_eq!(told_place(&within(Location::File)), None);
    }
}
