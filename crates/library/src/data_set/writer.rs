//! Writes data sets: Parquet, a row for each document.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_json::ReaderBuilder;
use arrow_json::reader::Decoder;
use grounding::Grounding;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::schema::types::ColumnPath;

use super::columns::{self, Record, UNLIKE};
use crate::Document;
use crate::export::COORDINATES;

/// Rows of a row group, at most.
const ROWS: usize = 4096;
/// Bytes of a row group before it is packed, about.
const BYTES: usize = 64 << 20;
/// Rows of a page: what is unpacked to read one document.
const PAGE_ROWS: usize = 64;
/// Rows that are taken into columns together, at most, and their bytes, about.
const BATCH: (usize, usize) = (512, 8 << 20);

/// Rows on their way into columns.
pub(crate) struct Batches {
    decoder: Decoder,
    bytes: usize,
}

impl Batches {
    pub fn new() -> io::Result<Self> {
        let decoder = ReaderBuilder::new(columns::schema())
            .with_batch_size(BATCH.0)
            .build_decoder();
        Ok(Self {
            decoder: decoder.map_err(io::Error::other)?,
            bytes: 0,
        })
    }

    /// Adds a document with its grounding, or with the reason why it has none.
    pub fn add(
        &mut self,
        document: &Document,
        placed: Result<&Grounding, String>,
    ) -> io::Result<()> {
        let record = match placed {
            Ok(grounding) => Record::of(document, grounding)?,
            Err(reason) => Record::without_place(document, Some(reason)),
        };
        self.bytes += record.bytes();
        self.decoder.serialize(&[record]).map_err(io::Error::other)
    }

    /// Whether there is enough for a batch.
    fn is_full(&self) -> bool {
        self.decoder.len() >= BATCH.0 || self.bytes >= BATCH.1
    }

    /// What was added, as columns.
    pub fn take(&mut self) -> io::Result<Option<RecordBatch>> {
        self.bytes = 0;
        self.decoder.flush().map_err(io::Error::other)
    }
}

/// Writes documents with their groundings as Parquet, with the columns of docs/data-sets.md.
pub struct DataSetWriter<Out: Write + Send> {
    batches: Batches,
    writer: ArrowWriter<Out>,
}

impl<Out: Write + Send> DataSetWriter<Out> {
    /// To `out`, which is whole after [`DataSetWriter::finish`].
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn new(out: Out) -> io::Result<Self> {
        let meaning = KeyValue::new("coordinates".to_owned(), COORDINATES.to_owned());
        let mut properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_data_page_row_count_limit(PAGE_ROWS)
            .set_write_batch_size(PAGE_ROWS)
            .set_key_value_metadata(Some(vec![meaning]));
        for name in UNLIKE {
            let column = ColumnPath::new(vec![name.to_owned()]);
            properties = properties.set_column_dictionary_enabled(column, false);
        }
        let writer = ArrowWriter::try_new(out, columns::schema(), Some(properties.build()));
        Ok(Self {
            batches: Batches::new()?,
            writer: writer.map_err(io::Error::other)?,
        })
    }

    /// Adds a document.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn add(&mut self, document: &Document, grounding: &Grounding) -> io::Result<()> {
        self.batches.add(document, Ok(grounding))?;
        if self.batches.is_full() {
            self.write()?;
        }
        Ok(())
    }

    fn write(&mut self) -> io::Result<()> {
        if let Some(batch) = self.batches.take()? {
            self.writer.write(&batch)?;
        }
        if self.writer.in_progress_rows() >= ROWS || self.writer.in_progress_size() >= BYTES {
            self.writer.flush()?;
        }
        Ok(())
    }

    /// What was given at the beginning, with all that was added.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(mut self) -> io::Result<Out> {
        self.write()?;
        Ok(self.writer.into_inner()?)
    }
}
