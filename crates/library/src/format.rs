//! The kinds of files that this crate knows, in one table.
//!
//! What is read and under which name, what a dialog offers, what a help text lists, what an error calls a file, and what an
//! export can be are all made from [`FORMATS`]. To add a format that is read:
//!
//! 1. its row here,
//! 2. its reader: a file in `read/` with a function of one of the shapes of [`Reader`], and the line `mod` for it in `read/mod.rs`,
//! 3. a sample in `tests/samples`, with a broken record in it.
//!
//! To add one that is written: its row here, its variant of [`ExportFormat`], and its exporter, a file in `export/` with its arm in `export/mod.rs`.

use std::io::BufRead;
use std::path::{Path, PathBuf};

use crate::Document;
use crate::cite::CitationStyle;
use crate::read::input::Lines;
use crate::read::options::ReadOptions;
use crate::read::sink::Sink;
use crate::read::{
    Archive, begins_tar, bib, csl, delimited, epub, html, jats, jsonl, office, parquet_file,
    pdf_file, rtf, sheet, tagged, text, xml, zotero,
};

/// Ending of a compressed file, after that of its format.
pub(crate) const GZIP_ENDING: &str = "gz";

/// An export format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportFormat {
    /// Comma-separated values with a head line, UTF-8; lists within a cell are separated by "; ".
    Csv,
    /// One JSON object a line.
    JsonLines,
    /// Tagged references, as reference managers take them.
    Ris,
    /// Tagged references, as PubMed writes them (MEDLINE).
    Nbib,
    /// BibTeX that BibLaTeX takes as well.
    BibTex,
    /// The items of the Citation Style Language as a JSON array.
    CslJson,
    /// A reading list for people: references under the structures that they are about.
    Markdown,
    /// Places: a GeoJSON feature collection in millimetres of the body.
    Points,
    /// Places: a plain table, a row for each document, in millimetres of the body.
    PointTable,
    /// A table for data frames.
    Parquet,
    /// A reference a line, in a style. No ending stands for it.
    Citations(CitationStyle),
}

/// How a format is told by its content. The kinds are tried in the order in which they are listed here, and the rows of a kind in
/// that of the table.
pub(crate) enum Signature {
    /// The file begins with one of these.
    Magic(&'static [&'static [u8]]),
    /// The first bytes pass this test.
    Bytes(fn(&[u8]) -> bool),
    /// The first bytes, those of a ZIP archive of parts, pass this test.
    Package(fn(&[u8]) -> bool),
    /// The text begins with one of these, in upper or lower case; they are written in lower case.
    Start(&'static [&'static str]),
    /// One of the first lines passes this test.
    Line(fn(&str) -> bool),
    /// The text, from its first visible character, passes this test.
    Text(fn(&str) -> bool),
    /// It is text, and nothing more special.
    AnyText,
    /// The content does not tell; only the name does.
    NameOnly,
}

/// The shapes of readers.
#[derive(Clone, Copy)]
pub(crate) enum Reader {
    /// A text as a whole becomes one document.
    Text(fn(&str) -> Document),
    /// Lines become documents, each handed over as soon as it is read.
    Records(fn(Lines<'_>, &mut Sink<'_>)),
    /// UTF-8 as it comes, whose records are handed over as soon as they are read.
    Stream(fn(&mut dyn BufRead, &mut Sink<'_>)),
    /// All bytes of a file at once.
    Bytes(fn(&[u8], &mut Sink<'_>)),
    /// A file that is read where it lies; a stream is copied to the disk first.
    File(fn(&ReadOptions, &mut Sink<'_>)),
    /// An archive, whose files are read each by its own reader.
    Archive(Archive),
}

/// A row of the table.
pub(crate) struct Format {
    /// What a file of this kind is called in a sentence; no two rows have the same.
    pub(crate) name: &'static str,
    /// What a dialog or a list calls the format.
    pub(crate) label: &'static str,
    /// Endings of file names in lower case, without the dot, the usual one first.
    pub(crate) endings: &'static [&'static str],
    /// What becomes of such a file, for a help text.
    pub(crate) help: &'static str,
    /// How its content is told.
    pub(crate) signature: Signature,
    /// Endings of other formats under which programs save this one too; the content then decides, with a warning.
    pub(crate) also_named: &'static [&'static str],
    /// Endings that it shares with another format: the content decides, without a word.
    pub(crate) shares: &'static [&'static str],
    /// Who reads it; nobody when it is only known.
    pub(crate) reader: Option<Reader>,
    /// What writes it.
    pub(crate) exporter: Option<ExportFormat>,
    /// People keep their documents in it and would miss one that is passed over in a folder without a word.
    pub(crate) missed: bool,
}

impl PartialEq for Format {
    fn eq(&self, other: &Format) -> bool {
        self.name == other.name
    }
}

/// A format that is known by its name or its content, but neither read nor written.
const fn known(
    name: &'static str,
    endings: &'static [&'static str],
    signature: Signature,
    missed: bool,
) -> Format {
    Format {
        name,
        label: name,
        endings,
        help: "",
        signature,
        also_named: &[],
        shares: &[],
        reader: None,
        exporter: None,
        missed,
    }
}

/// The table. Lists for people keep its order.
static FORMATS: &[Format] = &[
    Format {
        label: "Plain text",
        help: "one document; a short first line that is set apart is its title",
        reader: Some(Reader::Text(text::plain)),
        ..known("plain text", &["txt", "text"], Signature::AnyText, false)
    },
    Format {
        label: "Markdown",
        help: "one document; title and details from its front matter or first heading",
        reader: Some(Reader::Text(text::markdown)),
        exporter: Some(ExportFormat::Markdown),
        ..known("Markdown", &["md", "markdown"], Signature::NameOnly, false)
    },
    Format {
        label: "PDF",
        help: "one document; the text of its pages, unless they are scans",
        reader: Some(Reader::File(pdf_file::read)),
        ..known("a PDF", &["pdf"], Signature::Bytes(pdf_file::begins), false)
    },
    Format {
        label: "RIS references",
        help: "a document for each record, as reference managers and databases save them",
        // Databases save references as .txt, and either kind under the name of the other.
        also_named: &["txt", "nbib", "enw"],
        reader: Some(Reader::Records(tagged::read_ris)),
        exporter: Some(ExportFormat::Ris),
        ..known(
            "RIS references",
            &["ris"],
            Signature::Line(tagged::begins_ris),
            false,
        )
    },
    Format {
        label: "NBIB references",
        help: "a document for each record, as PubMed saves them",
        also_named: &["txt", "ris"],
        reader: Some(Reader::Records(tagged::read_nbib)),
        exporter: Some(ExportFormat::Nbib),
        ..known(
            "NBIB references",
            &["nbib", "medline"],
            Signature::Line(tagged::begins_nbib),
            false,
        )
    },
    Format {
        label: "EndNote references",
        help: "a document for each record, as EndNote's own tagged format has them",
        also_named: &["txt"],
        reader: Some(Reader::Records(tagged::read_enw)),
        ..known(
            "EndNote references",
            &["enw"],
            Signature::Line(tagged::begins_enw),
            false,
        )
    },
    Format {
        label: "BibTeX and BibLaTeX references",
        help: "a document for each entry",
        also_named: &["txt"],
        reader: Some(Reader::Stream(bib::read)),
        exporter: Some(ExportFormat::BibTex),
        ..known(
            "BibTeX references",
            &["bib"],
            Signature::Line(bib::begins),
            false,
        )
    },
    Format {
        label: "XML of PubMed or EndNote",
        help: "a document for each record, also of PubMed's baseline files",
        reader: Some(Reader::Stream(xml::read)),
        ..known(
            "XML references",
            &["xml"],
            Signature::Bytes(xml::begins),
            false,
        )
    },
    Format {
        label: "JATS XML of journals and PubMed Central",
        help: "a document for each article with its full text, also named .xml",
        shares: &["xml"],
        reader: Some(Reader::Stream(jats::read)),
        ..known("JATS XML", &["nxml"], Signature::Bytes(jats::begins), false)
    },
    Format {
        label: "CSV and other separated values",
        help: "a document for each row; columns are told by their headings",
        reader: Some(Reader::Stream(delimited::read)),
        exporter: Some(ExportFormat::Csv),
        ..known(
            "a CSV table",
            &["csv", "tsv", "tab"],
            // Others are told by their names alone; a text in a cell may look like anything.
            Signature::Bytes(delimited::begins_export),
            false,
        )
    },
    Format {
        label: "Spreadsheet of Excel",
        help: "a document for each row of the first sheet whose headings are known",
        reader: Some(Reader::Bytes(sheet::read)),
        ..known(
            "a spreadsheet (XLSX)",
            &["xlsx", "xlsm"],
            Signature::Package(sheet::begins),
            false,
        )
    },
    Format {
        label: "OpenDocument spreadsheet",
        help: "as spreadsheets of Excel are",
        reader: Some(Reader::Bytes(sheet::read_ods)),
        ..known(
            "an OpenDocument spreadsheet",
            &["ods"],
            Signature::Package(sheet::begins_ods),
            false,
        )
    },
    Format {
        label: "Word document",
        help: "one document; deleted text, comments and the list of references are left out",
        reader: Some(Reader::Bytes(office::read_docx)),
        ..known(
            "a Word document",
            &["docx", "docm"],
            Signature::Package(office::begins_docx),
            false,
        )
    },
    Format {
        label: "OpenDocument text",
        help: "one document, as Word documents are",
        reader: Some(Reader::Bytes(office::read_odt)),
        ..known(
            "an OpenDocument text",
            &["odt", "ott"],
            Signature::Package(office::begins_odt),
            false,
        )
    },
    Format {
        label: "Rich text",
        help: "one document",
        reader: Some(Reader::Bytes(rtf::read)),
        ..known(
            "rich text (RTF)",
            &["rtf"],
            Signature::Magic(&[b"{\\rtf"]),
            false,
        )
    },
    Format {
        label: "Web page",
        help: "one document: the article without what stands around it, with what the page tells of it",
        reader: Some(Reader::Bytes(html::read)),
        ..known(
            "HTML",
            &["html", "htm", "xhtml"],
            Signature::Bytes(html::begins),
            false,
        )
    },
    Format {
        label: "Electronic book (EPUB)",
        help: "a document for each chapter of a book, one for a short text",
        reader: Some(Reader::Bytes(epub::read)),
        ..known(
            "an electronic book (EPUB)",
            &["epub"],
            Signature::Package(epub::begins),
            false,
        )
    },
    Format {
        label: "JSON lines",
        help: "a document for each line: an object with id, title, text and more; an export comes back",
        also_named: &["json"],
        reader: Some(Reader::Records(jsonl::read)),
        exporter: Some(ExportFormat::JsonLines),
        ..known(
            "JSON lines",
            &["jsonl", "ndjson"],
            Signature::Text(jsonl::begins),
            false,
        )
    },
    Format {
        label: "JSON and CSL-JSON",
        help: "a document for each object of the list, as reference managers export them",
        reader: Some(Reader::Stream(csl::read)),
        exporter: Some(ExportFormat::CslJson),
        ..known(
            "a JSON file",
            &["json"],
            Signature::Text(csl::begins),
            false,
        )
    },
    Format {
        label: "ZIP archive",
        help: "the files in it, each by its own format",
        reader: Some(Reader::Archive(Archive::Zip)),
        ..known(
            "a ZIP archive",
            &["zip"],
            Signature::Magic(&[b"PK\x03\x04"]),
            false,
        )
    },
    Format {
        label: "TAR archive",
        help: "the files in it, each by its own format",
        reader: Some(Reader::Archive(Archive::Tar)),
        ..known(
            "a TAR archive",
            &["tar", "tgz"],
            Signature::Bytes(begins_tar),
            false,
        )
    },
    known(
        "an old Microsoft Office file",
        &["doc", "xls", "ppt"],
        Signature::Magic(&[b"\xD0\xCF\x11\xE0"]),
        true,
    ),
    known(
        "XML that is neither PubMed's nor EndNote's nor JATS",
        &[],
        Signature::Start(&["<?xml"]),
        false,
    ),
    Format {
        label: "Parquet table",
        help: "a document for each row; columns are told by their names",
        reader: Some(Reader::File(parquet_file::read)),
        exporter: Some(ExportFormat::Parquet),
        ..known(
            "a Parquet table",
            &["parquet"],
            Signature::Magic(&[b"PAR1"]),
            false,
        )
    },
    Format {
        label: "Points (GeoJSON in millimetres)",
        help: "written only: a point for each document, in millimetres of the body",
        exporter: Some(ExportFormat::Points),
        ..known("points (GeoJSON)", &["geojson"], Signature::NameOnly, false)
    },
    Format {
        label: "Points (CSV in millimetres)",
        help: "written only: the place of each document as a row, in millimetres of the body",
        exporter: Some(ExportFormat::PointTable),
        ..known("points (CSV)", &["points.csv"], Signature::NameOnly, false)
    },
    known(
        "a presentation",
        &["pptx", "odp"],
        Signature::Package(office::begins_presentation),
        true,
    ),
    Format {
        label: "Zotero",
        help: "a document for each item, each note and each PDF of a Zotero library that stands alone, with tags and collections; the text of its PDF where it has no abstract",
        reader: Some(Reader::File(zotero::read)),
        ..known(
            "an SQLite database",
            &["sqlite"],
            Signature::Bytes(zotero::begins),
            false,
        )
    },
    known(
        "a PNG picture",
        &["png"],
        Signature::Magic(&[b"\x89PNG"]),
        false,
    ),
    known(
        "a JPEG picture",
        &["jpg", "jpeg"],
        Signature::Magic(&[b"\xFF\xD8\xFF"]),
        false,
    ),
    known(
        "a GIF picture",
        &["gif"],
        Signature::Magic(&[b"GIF8"]),
        false,
    ),
    known(
        "a TIFF picture",
        &["tif", "tiff"],
        Signature::Magic(&[b"II*\0", b"MM\0*"]),
        false,
    ),
    known(
        "a program",
        &["exe"],
        Signature::Magic(&[b"\x7FELF", b"MZ\x90"]),
        false,
    ),
    known("bzip2 data", &["bz2"], Signature::Magic(&[b"BZh"]), false),
    known("xz data", &["xz"], Signature::Magic(&[b"\xFD7zXZ"]), false),
    known(
        "Zstandard data",
        &["zst"],
        Signature::Magic(&[b"\x28\xB5\x2F\xFD"]),
        false,
    ),
    known(
        "a 7-Zip archive",
        &["7z"],
        Signature::Magic(&[b"7z\xBC\xAF"]),
        false,
    ),
];

/// The whole table.
pub(crate) fn all() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter()
}

/// The formats that are read.
fn readable() -> impl Iterator<Item = &'static Format> {
    all().filter(|format| format.reader.is_some())
}

/// The format that has this ending (lower case, without the dot).
pub(crate) fn with_ending(ending: &str) -> Option<&'static Format> {
    all().find(|format| format.endings.contains(&ending))
}

/// The usual endings of these formats: `.txt .md`.
fn listed(formats: impl Iterator<Item = &'static Format>) -> String {
    let endings = formats.filter_map(|format| Some(format!(".{}", format.endings.first()?)));
    endings.collect::<Vec<_>>().join(" ")
}

/// What can be read, for an error.
pub(crate) fn readable_in_words() -> String {
    format!("{}, each also as .{GZIP_ENDING}", listed(readable()))
}

/// What can be imported, in a few words: `.txt .md .pdf .ris .nbib .jsonl, also .gz`.
pub fn import_help() -> String {
    format!("{}, also .{GZIP_ENDING}", listed(readable()))
}

/// The formats that are imported: what a list calls it, its endings without the dot, the usual one first, and what becomes of it.
pub fn import_formats() -> Vec<(&'static str, &'static [&'static str], &'static str)> {
    let formats = readable().map(|format| (format.label, format.endings, format.help));
    formats.collect()
}

/// What can be imported, one format a line, with what becomes of it.
pub fn import_help_long() -> String {
    let lines = import_formats().into_iter().map(|(label, endings, help)| {
        let endings = endings.iter().map(|ending| format!(".{ending}"));
        let endings = endings.collect::<Vec<_>>().join(" ");
        format!("{endings}: {label}, {help}")
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Endings of the files that can be imported, without the dot, for the filter of a dialog.
pub fn import_endings() -> Vec<&'static str> {
    let endings = readable().flat_map(|format| format.endings);
    endings.copied().chain([GZIP_ENDING]).collect()
}

/// What kinds of files are called in a sentence (`a PDF`), also those that are only known.
pub fn file_kinds() -> impl Iterator<Item = &'static str> {
    all().map(|format| format.name)
}

/// The export formats: what a dialog calls it, its usual ending without the dot, and the format.
pub fn export_formats() -> Vec<(&'static str, &'static str, ExportFormat)> {
    let formats =
        all().filter_map(|format| Some((format.label, *format.endings.first()?, format.exporter?)));
    formats.collect()
}

/// A file whose name does not say in which format it is to be written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{}: the name of an export ends in {endings}", path.display())]
pub struct UnknownExport {
    /// The file.
    pub path: PathBuf,
    /// The endings there are: `.csv, .jsonl or .ris`.
    pub endings: String,
}

impl ExportFormat {
    /// The format in which a file of this name is written.
    ///
    /// # Errors
    /// If its ending is not that of an export format; the error names those that there are.
    pub fn for_path(path: &Path) -> Result<ExportFormat, UnknownExport> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = name.to_lowercase();
        // What stands behind a dot, the longest first: "points.csv" before "csv".
        let dots = name.match_indices('.').filter(|(at, _)| *at > 0);
        let mut endings = dots.map(|(at, _)| &name[at + 1..]);
        let format = endings.find_map(|ending| with_ending(ending)?.exporter);
        format.ok_or_else(|| {
            let formats = export_formats().into_iter();
            let mut endings: Vec<String> =
                formats.map(|(_, ending, _)| format!(".{ending}")).collect();
            let last = endings.pop().unwrap_or_default();
            UnknownExport {
                path: path.to_owned(),
                endings: format!("{} or {last}", endings.join(", ")),
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_and_endings_are_one_formats_alone() {
        let names: HashSet<_> = all().map(|format| format.name).collect();
        assert_eq!(names.len(), FORMATS.len());
        let endings: Vec<_> = all().flat_map(|format| format.endings).collect();
        assert_eq!(
            endings.iter().collect::<HashSet<_>>().len(),
            endings.len(),
            "{endings:?}"
        );
        for format in all() {
            let lower = format.endings.iter().all(|e| *e == e.to_lowercase());
            assert!(lower, "{}", format.name);
            let used = format.reader.is_some() || format.exporter.is_some();
            assert_eq!(used, !format.help.is_empty(), "{}", format.name);
            let others = format.also_named.iter().chain(format.shares);
            let others = others.map(|ending| with_ending(ending));
            for other in others {
                assert!(
                    other.is_some_and(|other| other != format && other.reader.is_some()),
                    "{}",
                    format.name
                );
            }
        }
    }

    #[test]
    fn lists_for_people_are_made_from_the_table() {
        assert!(
            import_help().starts_with(".txt .md .pdf .ris "),
            "{}",
            import_help()
        );
        assert!(import_help().ends_with(", also .gz"));
        assert!(readable_in_words().ends_with(", each also as .gz"));
        assert!(import_help_long().contains(".ris: RIS references, a document for each record"));
        let endings = import_endings();
        for ending in [
            "txt", "markdown", "pdf", "medline", "jsonl", "csv", "docx", "gz",
        ] {
            assert!(endings.contains(&ending), "{ending}");
        }
        assert!(!endings.contains(&"doc") && !endings.contains(&"png"));
        let exports = export_formats();
        let endings: Vec<&str> = exports.iter().map(|(_, ending, _)| *ending).collect();
        assert_eq!(
            endings,
            [
                "md",
                "ris",
                "nbib",
                "bib",
                "csv",
                "jsonl",
                "json",
                "parquet",
                "geojson",
                "points.csv"
            ]
        );
        assert!(!import_endings().contains(&"geojson"));
        assert!(!import_endings().contains(&"points.csv"));
    }

    #[test]
    fn the_ending_chooses_the_export_format_and_an_unknown_one_is_an_error() {
        let format = |name: &str| ExportFormat::for_path(Path::new(name));
        assert_eq!(format("a/b.CSV"), Ok(ExportFormat::Csv));
        assert_eq!(format("b.jsonl"), Ok(ExportFormat::JsonLines));
        assert_eq!(format("b.ndjson"), Ok(ExportFormat::JsonLines));
        assert_eq!(format("b.Points.csv"), Ok(ExportFormat::PointTable));
        assert_eq!(format("points.csv"), Ok(ExportFormat::Csv));
        assert_eq!(format("b.md.csv"), Ok(ExportFormat::Csv));
        for name in ["b.txt", "b.xlsx", "b", "csv", ".csv", "b.csv.gz"] {
            let error = format(name).expect_err(name).to_string();
            let endings =
                ".md, .ris, .nbib, .bib, .csv, .jsonl, .json, .parquet, .geojson or .points.csv";
            assert_eq!(
                error,
                format!("{name}: the name of an export ends in {endings}")
            );
        }
    }
}
