//! Grounds what comes down a pipe: Arrow's streaming format in, and out.

use std::cell::Cell;
use std::io::{self, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_ipc::reader::StreamReader;
use arrow_ipc::writer::StreamWriter;
use arrow_json::LineDelimitedWriter;
use arrow_schema::ArrowError;
use serde_json::{Map, Value};
use sha2::{Digest as _, Sha256};

use super::columns;
use super::writer::Batches;
use crate::read::{Reason, jsonl};
use crate::{Document, Ground};

/// Bytes of a record, at most.
const RECORD_BYTES: usize = 16 << 20;
/// The records of a batch may take so many bytes, written out …
const BATCH_BYTES: usize = 64 << 20;
/// … and so many for each byte that came in: its rows may share a text, but a few bytes do not stand for a library.
const BYTES_OF_ONE: usize = 32;
/// What a record takes at least, written out or not.
const LEAST_BYTES: usize = 512;

/// Why a stream broke off.
#[derive(Debug, thiserror::Error)]
pub enum StreamError {
    /// What comes in is no stream of Arrow columns, or a damaged one.
    #[error("standard input is not a stream in Arrow's IPC format, or breaks off: {0}")]
    Input(#[source] ArrowError),
    /// The other end has closed the pipe, or the like.
    #[error("the results cannot be written: {0}")]
    Output(#[source] ArrowError),
    /// Columns could not be made of the results.
    #[error("the results cannot be written: {0}")]
    Columns(#[source] io::Error),
}

/// Grounds the records of a stream. For each batch one comes back, with a row for each of its rows, in their order: one that cannot be read or
/// placed has the reason in the column `error`, and no place. Returns how many those are.
///
/// # Errors
/// [`StreamError`] when the stream breaks off. What was written is whole up to the last batch.
pub fn ground_stream(
    input: impl Read,
    output: impl Write,
    ground: &dyn Ground,
) -> Result<u64, StreamError> {
    let came_in = Cell::new(0);
    let input = Counted {
        inner: input,
        bytes: &came_in,
    };
    let mut reader = guarded(|| StreamReader::try_new(input, None))?;
    let mut writer =
        StreamWriter::try_new(output, &columns::schema()).map_err(StreamError::Output)?;
    let mut batches = Batches::new().map_err(StreamError::Columns)?;
    let (mut first, mut refused) = (1, 0);
    while let Some(batch) = guarded(|| reader.next().transpose())? {
        let most = BATCH_BYTES.saturating_add(came_in.take().saturating_mul(BYTES_OF_ONE));
        let rows = guarded(|| rows(&batch, first, most))?;
        first += rows.len() as u64;
        refused += place(rows, ground, &mut batches).map_err(StreamError::Columns)?;
        let placed = batches.take().map_err(StreamError::Columns)?;
        let placed = placed.unwrap_or_else(|| RecordBatch::new_empty(columns::schema()));
        writer.write(&placed).map_err(StreamError::Output)?;
        writer.flush().map_err(StreamError::Output)?;
    }
    writer.finish().map_err(StreamError::Output)?;
    Ok(refused)
}

/// What comes in; the parser may panic at figures that do not fit together.
fn guarded<T>(read: impl FnOnce() -> Result<T, ArrowError>) -> Result<T, StreamError> {
    let damaged = || ArrowError::IpcError("its figures do not fit together".to_owned());
    catch_unwind(AssertUnwindSafe(read))
        .unwrap_or_else(|_| Err(damaged()))
        .map_err(StreamError::Input)
}

/// A record, or what is known of one that cannot be read, with the reason.
type Row = Result<Document, Box<(Document, String)>>;

/// Counts what is read.
struct Counted<'a, R> {
    inner: R,
    bytes: &'a Cell<usize>,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.bytes.set(self.bytes.get().saturating_add(read));
        Ok(read)
    }
}

/// Takes no more bytes than these.
struct Bounded {
    bytes: Vec<u8>,
    most: usize,
}

impl Write for Bounded {
    fn write(&mut self, more: &[u8]) -> io::Result<usize> {
        if self.bytes.len() + more.len() > self.most {
            return Err(io::Error::other(TOO_MUCH));
        }
        self.bytes.extend_from_slice(more);
        Ok(more.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why a batch is refused whose records would fill the memory.
const TOO_MUCH: &str = "a batch stands for more text than its bytes can hold";

/// The records of a batch, which take this many bytes at most, written out; the first has this number.
fn rows(batch: &RecordBatch, first: u64, most: usize) -> Result<Vec<Row>, ArrowError> {
    if batch.num_rows() > most / LEAST_BYTES {
        return Err(ArrowError::IpcError(TOO_MUCH.to_owned()));
    }
    let bytes = Vec::new();
    let mut lines = LineDelimitedWriter::new(Bounded { bytes, most });
    lines.write(batch)?;
    lines.finish()?;
    let lines = lines.into_inner().bytes;
    let lines = lines.split(|byte| *byte == b'\n').take(batch.num_rows());
    Ok((first..)
        .zip(lines)
        .map(|(number, line)| row(number, line))
        .collect())
}

fn row(number: u64, line: &[u8]) -> Row {
    // One without an id gets the same wherever and however often its part is done.
    let hash = format!("{:x}", Sha256::digest(line));
    let fallback = format!("record {}", &hash[..16]);
    let refused = |mut document: Document, reason: Reason| {
        document.complete(&fallback);
        Box::new((document, reason.to_string()))
    };
    if line.len() > RECORD_BYTES {
        let reason = Reason::TooLarge {
            what: "record",
            limit: RECORD_BYTES as u64,
        };
        return Err(refused(Document::default(), reason));
    }
    let fields: Map<String, Value> = serde_json::from_slice(line)
        .map_err(|error| refused(Document::default(), Reason::Json(error.to_string())))?;
    let words = |name| match fields.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    };
    let known = Document {
        id: words("id"),
        title: words("title"),
        ..Document::default()
    };
    let (path, record) = (words("source_path"), words("source_record"));
    let mut document = jsonl::document(fields).map_err(|reason| refused(known, reason))?;
    document.complete(&fallback);
    document.source.path = path.into();
    document.source.record = record.parse().unwrap_or(number);
    Ok(document)
}

/// Places the records of a batch; how many have no place.
fn place(rows: Vec<Row>, ground: &dyn Ground, batches: &mut Batches) -> io::Result<u64> {
    let good: Vec<Document> = rows.iter().flatten().cloned().collect();
    let mut placed = ground.ground(good).into_iter();
    let mut refused = 0;
    for row in rows {
        let (document, grounding) = match row {
            Ok(document) => placed
                .next()
                .unwrap_or_else(|| (document, Err("it was not placed".to_owned()))),
            Err(refused) => (refused.0, Err(refused.1)),
        };
        refused += u64::from(grounding.is_err());
        batches.add(&document, grounding.as_ref().map_err(Clone::clone))?;
    }
    Ok(refused)
}
