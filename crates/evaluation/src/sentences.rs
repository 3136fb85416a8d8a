//! Sentences of real texts, each with where it belongs. The table holds no text, only where its sentences stand in a corpus: texts that
//! may be measured with and not be passed on stay where they are.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead as _, BufReader};
use std::path::Path;

use anatomy::{Catalogue, Side, StructureIndex};
use flate2::bufread::MultiGzDecoder;
use serde::Deserialize;

use crate::reading::{Item, Part, Right, right_of, side_of, structures_of};

/// The head line of the table.
const HEAD: &str = "source\tid\tstart\tend\taccepted\texcluded\tside";

/// One sentence, as the table has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Its line in the table, from 1.
    pub line: usize,
    /// The source: the name of the file in the corpus, without its ending.
    pub source: String,
    /// The id of the record.
    pub id: String,
    /// Where the sentence begins, in bytes (UTF-8) of the record's text.
    pub start: usize,
    /// Where it ends, in bytes.
    pub end: usize,
    /// Where it belongs.
    pub right: Right,
    /// Structures that it names without being about them.
    pub excluded: Vec<StructureIndex>,
    /// The side that it says.
    pub side: Option<Side>,
}

impl Row {
    /// The sentence, of the text of its record.
    fn cut(&self, text: &str) -> Result<String, String> {
        let reason = match text.get(self.start..self.end) {
            Some(sentence) => return Ok(sentence.to_owned()),
            None if self.end > text.len() => format!("its text has {} bytes", text.len()),
            None => "they cut a character in two".to_owned(),
        };
        Err(format!(
            "line {}: bytes {} to {} of {:?}: {reason}",
            self.line, self.start, self.end, self.id
        ))
    }
}

/// Reads the table: a head line, then source, id of the record, first byte, byte behind the last, accepted ids (or `none`, or `outside`),
/// excluded ids, side; lines that begin with `#` are notes.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse(table: &str, catalogue: &Catalogue) -> Result<Vec<Row>, String> {
    let lines = table.lines().enumerate();
    let mut lines = lines.filter(|(_, line)| !line.starts_with('#') && !line.trim().is_empty());
    match lines.next() {
        Some((_, HEAD)) => {}
        Some((n, _)) => {
            let columns = HEAD.replace('\t', ", ");
            return Err(format!("line {}: the head line is not {columns}", n + 1));
        }
        None => return Err("no head line".to_owned()),
    }
    let mut rows = Vec::new();
    for (n, line) in lines {
        let fault = |reason: String| format!("line {}: {reason}", n + 1);
        let fields: Vec<&str> = line.split('\t').collect();
        let [source, id, start, end, accepted, excluded, side] = fields[..] else {
            return Err(fault(format!("{} columns instead of 7", fields.len())));
        };
        // It becomes the name of a file.
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        if source.is_empty() || !source.chars().all(plain) {
            return Err(fault(format!("source {source:?}")));
        }
        let byte = |number: &str| {
            let parsed = number.parse::<usize>();
            parsed.map_err(|_| fault(format!("{number:?} is no count of bytes")))
        };
        let (start, end) = (byte(start)?, byte(end)?);
        if start >= end {
            return Err(fault(format!("no text from byte {start} to {end}")));
        }
        rows.push(Row {
            line: n + 1,
            source: source.to_owned(),
            id: id.to_owned(),
            start,
            end,
            right: right_of(accepted, catalogue).map_err(fault)?,
            excluded: structures_of(excluded, catalogue).map_err(fault)?,
            side: side_of(side).map_err(fault)?,
        });
    }
    Ok(rows)
}

/// What a corpus has of the sentences.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    /// The sentences in the order of the table. Their kind is their source; a sentence is for choosing or for measuring by its own
    /// hash ([`Part::half_of`]).
    pub items: Vec<Item>,
    /// How many are of records that the corpus lacks, in words; nothing where it lacks none.
    pub missing: Option<String>,
}

/// Takes the sentences from a corpus: a folder with a file `SOURCE.jsonl.gz` for each source that occurs, a record on each line (`id`, `text`). Of
/// records with one id the first counts.
///
/// # Errors
/// A file that cannot be read, a line of it that is no record, the line of the table whose bytes are not in the text of the record, and when
/// more than a tenth of the sentences are of records that the corpus lacks.
pub fn read(rows: &[Row], corpus: &Path) -> Result<Found, String> {
    let mut sources: BTreeMap<&str, HashMap<&str, Vec<usize>>> = BTreeMap::new();
    for (n, row) in rows.iter().enumerate() {
        let records = sources.entry(row.source.as_str()).or_default();
        records.entry(row.id.as_str()).or_default().push(n);
    }
    let mut texts: Vec<Option<String>> = vec![None; rows.len()];
    for (source, records) in sources {
        let file = corpus.join(format!("{source}.jsonl.gz"));
        take(&file, records, rows, &mut texts)?;
    }
    let lacking: Vec<&Row> = rows
        .iter()
        .zip(&texts)
        .filter_map(|(row, text)| text.is_none().then_some(row))
        .collect();
    let missing = lacking.first().map(|first| {
        format!(
            "{} of {} sentences are of records that the corpus lacks, the first on line {}: {:?} of {}",
            lacking.len(),
            rows.len(),
            first.line,
            first.id,
            first.source
        )
    });
    if let Some(missing) = &missing
        && lacking.len() * 10 > rows.len()
    {
        return Err(missing.clone());
    }
    let found = rows.iter().zip(texts);
    let items = found.filter_map(|(row, text)| {
        text.map(|text| Item {
            part: Part::half_of(&text),
            kind: row.source.clone(),
            voice: row.id.clone(),
            text,
            right: row.right.clone(),
            excluded: row.excluded.clone(),
            side: row.side,
        })
    });
    Ok(Found {
        items: items.collect(),
        missing,
    })
}

/// A line of a corpus.
#[derive(Deserialize)]
struct Record {
    id: String,
    #[serde(default)]
    text: String,
}

/// Reads a source until the last wanted record is found. `wanted`: rows by the ids of their records.
fn take(
    file: &Path,
    mut wanted: HashMap<&str, Vec<usize>>,
    rows: &[Row],
    texts: &mut [Option<String>],
) -> Result<(), String> {
    let packed = File::open(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let lines = BufReader::new(MultiGzDecoder::new(BufReader::new(packed))).lines();
    for (n, line) in lines.enumerate() {
        if wanted.is_empty() {
            break;
        }
        let fault = |reason: String| format!("{}: line {}: {reason}", file.display(), n + 1);
        let line = line.map_err(|error| fault(error.to_string()))?;
        let record: Record =
            serde_json::from_str(&line).map_err(|error| fault(error.to_string()))?;
        for row in wanted.remove(record.id.as_str()).unwrap_or_default() {
            texts[row] = Some(rows[row].cut(&record.text)?);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn pack(folder: &Path, source: &str, lines: &str) {
        let file = File::create(folder.join(format!("{source}.jsonl.gz"))).unwrap();
        let mut packed = GzEncoder::new(file, Compression::fast());
        packed.write_all(lines.as_bytes()).unwrap();
        packed.finish().unwrap();
    }

    /// "µ" and "ß" have two bytes each. Behind the last record stands a line that is none.
    const NOTES: &str = concat!(
        r#"{"id":"n1","source":"notes","title":"","text":"5 µm in the liver. No renal stone."}"#,
        "\n",
        r#"{"id":"n2","text":"Großer Stein. Left kidney."}"#,
        "\nno record\n"
    );

    fn table(rows: &[&str]) -> Vec<Row> {
        let table = format!("# a note\n{HEAD}\n{}\n", rows.join("\n"));
        parse(&table, Catalogue::builtin()).unwrap()
    }

    #[test]
    fn sentences_are_cut_from_their_records_by_bytes() {
        let folder = tempfile::tempdir().unwrap();
        pack(folder.path(), "notes", NOTES);
        pack(
            folder.path(),
            "other",
            r#"{"id":"n1","text":"The spleen."}"#,
        );
        // Not looked at: no row is of it.
        std::fs::write(folder.path().join("third.jsonl.gz"), "damaged").unwrap();
        let rows = table(&[
            "notes\tn2\t15\t27\tleft_kidney\t\tleft",
            "notes\tn1\t20\t35\tnone\tleft_kidney,right_kidney\t",
            "other\tn1\t0\t11\tspleen\t\t",
            "notes\tn1\t0\t19\tliver,spleen\t\t",
        ]);
        assert_eq!(rows[0].line, 3);
        let found = read(&rows, folder.path()).unwrap();
        assert_eq!(found.missing, None);
        let told = found.items.iter();
        let told: Vec<_> = told
            .map(|item| (item.kind.as_str(), item.voice.as_str(), item.text.as_str()))
            .collect();
        assert_eq!(
            told,
            [
                ("notes", "n2", "Left kidney."),
                ("notes", "n1", "No renal stone."),
                ("other", "n1", "The spleen."),
                ("notes", "n1", "5 µm in the liver."),
            ]
        );
        let [stone, none, _, liver] = &found.items[..] else {
            panic!("{found:?}");
        };
        assert_eq!(stone.side, Some(Side::Left));
        assert_eq!((&none.right, none.excluded.len()), (&Right::Nowhere, 2));
        assert!(matches!(&liver.right, Right::Structures(rows) if rows.len() == 2));
        for item in &found.items {
            assert_eq!(item.part, Part::half_of(&item.text));
        }
    }

    #[test]
    fn records_that_are_not_there_are_counted_up_to_a_tenth() {
        let folder = tempfile::tempdir().unwrap();
        pack(
            folder.path(),
            "notes",
            NOTES.trim_end_matches("no record\n"),
        );
        let there = "notes\tn1\t0\t19\tliver\t\t";
        let mut rows = vec!["notes\tn9\t0\t19\tliver\t\t"];
        rows.extend([there; 9]);
        let found = read(&table(&rows), folder.path()).unwrap();
        assert_eq!(found.items.len(), 9);
        let words = "1 of 10 sentences are of records that the corpus lacks, the first on line 3: \"n9\" of notes";
        assert_eq!(found.missing.as_deref(), Some(words));
        rows.pop();
        let refused = read(&table(&rows), folder.path()).unwrap_err();
        assert!(refused.starts_with("1 of 9 sentences"), "{refused}");
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        let folder = tempfile::tempdir().unwrap();
        pack(folder.path(), "notes", NOTES);
        std::fs::write(folder.path().join("third.jsonl.gz"), "damaged").unwrap();
        for (row, beginning, words) in [
            ("notes\tn1\t0\t99\tliver\t\t", "line 3: ", "has 35 bytes"),
            ("notes\tn1\t0\t3\tliver\t\t", "line 3: ", "in two"),
            ("notes\tn1\t3\t9\tliver\t\t", "line 3: ", "in two"),
            ("notes\tn9\t0\t9\tliver\t\t", "", "notes.jsonl.gz: line 3: "),
            ("third\tn1\t0\t9\tliver\t\t", "", "third.jsonl.gz: line 1: "),
            ("fourth\tn1\t0\t9\tliver\t\t", "", "fourth.jsonl.gz: "),
        ] {
            let reason = read(&table(&[row]), folder.path()).unwrap_err();
            assert!(
                reason.starts_with(beginning) && reason.contains(words),
                "{reason}"
            );
        }
    }

    #[test]
    fn a_wrong_line_is_named() {
        for (row, words) in [
            ("notes\tn1\t0\t9\tliver\t", "6 columns"),
            ("../notes\tn1\t0\t9\tliver\t\t", "source"),
            ("\tn1\t0\t9\tliver\t\t", "source"),
            ("notes\tn1\t-1\t9\tliver\t\t", "\"-1\""),
            ("notes\tn1\t9\t9\tliver\t\t", "no text"),
            ("notes\tn1\t0\t9\t\t\t", "no accepted"),
            ("notes\tn1\t0\t9\ttail\t\t", "tail"),
            ("notes\tn1\t0\t9\tliver\ttail\t", "tail"),
            ("notes\tn1\t0\t9\tliver\t\tup", "side"),
        ] {
            let table = format!("{HEAD}\n{row}\n");
            let reason = parse(&table, Catalogue::builtin()).unwrap_err();
            assert!(
                reason.starts_with("line 2: ") && reason.contains(words),
                "{reason}"
            );
        }
        let headless = parse("notes\tn1\t0\t9\tliver\t\t\n", Catalogue::builtin()).unwrap_err();
        assert!(
            headless.starts_with("line 1: the head line is not source, id"),
            "{headless}"
        );
        assert_eq!(parse("", Catalogue::builtin()), Err("no head line".into()));
    }
}
