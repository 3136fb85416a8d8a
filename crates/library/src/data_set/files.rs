//! The files of a data set, read in place: columns of all rows, or one row whole.

use std::collections::BTreeSet;
use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use arrow_array::RecordBatch;
use arrow_json::LineDelimitedWriter;
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReaderBuilder, RowSelection,
    RowSelector,
};
use parquet::errors::ParquetError;
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData};
use parquet::schema::types::SchemaDescriptor;
use sha2::{Digest as _, Sha256};

use super::columns::{DEEP, PLACED, Record};
use super::pages::rows_together;

/// Files of a data set, at most.
const FILES: usize = 200_000;
/// Rows of a data set, at most.
const MOST_ROWS: i64 = 1 << 40;
/// Files that are looked at again while a data set is open.
const LOOKED_AT: usize = 256;
/// Rows that are read together.
const BATCH: usize = 4096;
/// The same with all their columns.
const WHOLE_BATCH: usize = 256;
/// Bytes of a column within a row group, at most: it may be unpacked as a whole.
const COLUMN_BYTES: i64 = 1 << 30;
/// Files whose metadata is kept at hand.
const AT_HAND: usize = 16;

/// A data set: Parquet files whose rows are documents with their places. Row `n` of all of them, in the order of their names, is the document
/// with the key `n`, from 1.
pub(crate) struct DataSet {
    path: PathBuf,
    parts: Vec<Part>,
    whole: bool,
    /// The metadata of the files that were read last, with their numbers.
    at_hand: Vec<(usize, ArrowReaderMetadata)>,
    /// Files and row groups by their numbers whose rows are not larger than is reasonable.
    looked_at: BTreeSet<(usize, usize)>,
}

/// A file of it.
struct Part {
    path: PathBuf,
    /// The key of its first row.
    first: i64,
    rows: i64,
    /// What it is known again by.
    seen: Seen,
}

/// Size and time of a file.
#[derive(PartialEq, Eq)]
struct Seen(u64, Option<SystemTime>);

impl Seen {
    fn of(path: &Path) -> Option<Seen> {
        let there = path.metadata().ok()?;
        Some(Seen(there.len(), there.modified().ok()))
    }
}

/// Whether a path leads to what [`DataSet::open`] opens, as far as can be seen without reading much: a Parquet file, or a folder with one.
pub(crate) fn looks_like_one(path: &Path) -> bool {
    if path.is_file() {
        return is_parquet(path);
    }
    let entries = std::fs::read_dir(path).into_iter().flatten();
    entries
        .flatten()
        .take(FILES)
        .any(|entry| is_part(&entry.path()))
}

/// Whether a file is called Parquet, and begins so.
fn is_parquet(path: &Path) -> bool {
    // Before it is opened: closing the file of a library would take away the locks that SQLite has on it.
    if path.extension().is_none_or(|ending| ending != "parquet") {
        return false;
    }
    let mut head = [0; 4];
    let read = File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut head));
    read.is_ok() && head == *b"PAR1"
}

/// A file that belongs to a data set: not one that an engine has not finished, whose names begin so.
fn is_part(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    !name.starts_with(['_', '.']) && path.is_file() && is_parquet(path)
}

impl Part {
    fn has_changed(&self) -> bool {
        Seen::of(&self.path).is_none_or(|now| now != self.seen)
    }
}

impl DataSet {
    /// Opens a file, or all of a folder.
    ///
    /// # Errors
    /// The reason when there is none, one cannot be read, or one has no places.
    pub fn open(path: &Path) -> Result<DataSet, String> {
        let mut files = Vec::new();
        if path.is_dir() {
            let entries = std::fs::read_dir(path).map_err(|error| error.to_string())?;
            for entry in entries {
                let file = entry.map_err(|error| error.to_string())?.path();
                if is_part(&file) {
                    files.push(file);
                }
                if files.len() > FILES {
                    return Err(format!("it has more than {FILES} files"));
                }
            }
            files.sort();
        } else {
            files.push(path.to_owned());
        }
        let mut set = DataSet {
            path: path.to_owned(),
            parts: Vec::new(),
            whole: true,
            at_hand: Vec::new(),
            looked_at: BTreeSet::new(),
        };
        let mut first = 1;
        for path in files {
            let metadata = guarded(&path, || metadata(&path, PageIndexPolicy::Skip))?;
            let schema = metadata.metadata().file_metadata().schema_descr();
            if let Some(missing) = PLACED.iter().find(|name| !has(schema, name)) {
                return Err(format!(
                    "{}: it has no column {missing}, so that its texts have no places; import it instead",
                    path.display()
                ));
            }
            set.whole &= has(schema, "grounding");
            let rows = metadata.metadata().file_metadata().num_rows();
            if !(0..=MOST_ROWS - first).contains(&rows) {
                return Err(format!(
                    "{}: it says that it has {rows} rows",
                    path.display()
                ));
            }
            let seen = Seen::of(&path).unwrap_or(Seen(0, None));
            set.parts.push(Part {
                path,
                first,
                rows,
                seen,
            });
            first += rows;
        }
        match set.parts.is_empty() {
            true => Err("it has no Parquet files".to_owned()),
            false => Ok(set),
        }
    }

    /// Whether its rows carry whole groundings, as `corpus-atlas ground` writes them.
    pub fn has_groundings(&self) -> bool {
        self.whole
    }

    /// The file or folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Rows of all files.
    pub fn rows(&self) -> i64 {
        self.parts
            .last()
            .map_or(0, |part| part.first + part.rows - 1)
    }

    /// What the data set is known again by: names, sizes and times of its files.
    pub fn mark(&self) -> String {
        let parts = self.parts.iter().map(|part| {
            let Seen(bytes, time) = &part.seen;
            let time = time.and_then(|time| time.duration_since(SystemTime::UNIX_EPOCH).ok());
            format!(
                "{}:{}:{}:{}\n",
                part.path.display(),
                part.rows,
                bytes,
                time.map_or(0, |time| time.as_nanos())
            )
        });
        let mut mark = Sha256::new();
        parts.for_each(|part| mark.update(part));
        format!("{:x}", mark.finalize())
    }

    /// Whether a file is another one than when it was opened; of very many, one of the first.
    pub fn has_changed(&self) -> bool {
        let mut looked_at = self.parts.iter().take(LOOKED_AT);
        looked_at.any(Part::has_changed)
    }

    /// Where a row lies, for messages.
    pub fn place_of(&self, key: i64) -> (String, &Path) {
        match self.part_of(key) {
            Some(part) => {
                let part = &self.parts[part];
                let name = part.path.file_name().unwrap_or_default().to_string_lossy();
                (format!("{name}, row {}", key - part.first + 1), &part.path)
            }
            None => (format!("row {key}"), &self.path),
        }
    }

    fn part_of(&self, key: i64) -> Option<usize> {
        let after = self.parts.partition_point(|part| part.first <= key);
        let part = after.checked_sub(1)?;
        (key < self.parts[part].first + self.parts[part].rows).then_some(part)
    }

    /// These columns, or all, of all rows, `each` with its key, until it says that this is enough.
    ///
    /// # Errors
    /// The file and the reason where one cannot be read.
    pub fn scan(
        &self,
        columns: Option<&[&str]>,
        mut each: impl FnMut(i64, Result<Record, String>) -> bool,
    ) -> Result<(), String> {
        for part in &self.parts {
            let more = guarded(&part.path, || {
                let metadata = metadata(&part.path, PageIndexPolicy::Skip)?;
                let schema = metadata.metadata().file_metadata().schema_descr();
                let mask =
                    columns.map_or_else(ProjectionMask::all, |columns| mask(schema, columns));
                let file = File::open(&part.path)?;
                let most = match columns {
                    Some(_) => BATCH,
                    None => WHOLE_BATCH,
                };
                let groups = 0..metadata.metadata().num_row_groups();
                let rows = rows_together(&file, metadata.metadata(), groups, &mask, most)?;
                let reader = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata)
                    .with_projection(mask)
                    .with_batch_size(rows)
                    .build()?;
                let mut key = part.first;
                for batch in reader {
                    for record in records(&batch.map_err(ParquetError::from)?)? {
                        if key - part.first >= part.rows {
                            let more = "it has more rows than it says";
                            return Err(ParquetError::General(more.to_owned()));
                        }
                        if !each(key, record) {
                            return Ok(false);
                        }
                        key += 1;
                    }
                }
                Ok(true)
            })?;
            if !more {
                break;
            }
        }
        Ok(())
    }

    /// What is long of a row, see [`DEEP`]; nothing when there is no such row.
    ///
    /// # Errors
    /// The file and the reason if it cannot be read.
    pub fn read(&mut self, key: i64) -> Result<Option<Record>, String> {
        let Some(number) = self.part_of(key) else {
            return Ok(None);
        };
        let path = self.parts[number].path.clone();
        let before = usize::try_from(key - self.parts[number].first).unwrap_or_default();
        if self.parts[number].has_changed() {
            let place = self.place_of(key).0;
            return Err(format!(
                "{place}: the file is another one than when it was opened; open the data set again"
            ));
        }
        let record = guarded(&path, || {
            let metadata = self.at_hand(number)?;
            let mut before = before;
            let mut group = 0;
            for (n, rows) in metadata.metadata().row_groups().iter().enumerate() {
                let rows = usize::try_from(rows.num_rows()).unwrap_or_default();
                group = n;
                if before < rows {
                    break;
                }
                before -= rows;
            }
            let mask = deep(metadata.metadata().file_metadata().schema_descr());
            let file = File::open(&path)?;
            if !self.looked_at.contains(&(number, group)) {
                let metadata = metadata.metadata();
                rows_together(&file, metadata, std::iter::once(group), &mask, 1)?;
                self.looked_at.insert((number, group));
            }
            let selection = vec![RowSelector::skip(before), RowSelector::select(1)];
            let mut reader = ParquetRecordBatchReaderBuilder::new_with_metadata(file, metadata)
                .with_projection(mask)
                .with_row_groups(vec![group])
                .with_row_selection(RowSelection::from(selection))
                .with_batch_size(1)
                .build()?;
            let batch = reader.next().transpose().map_err(ParquetError::from)?;
            Ok(batch
                .map(|batch| records(&batch))
                .transpose()?
                .and_then(|mut one| one.pop()))
        })?;
        record
            .transpose()
            .map_err(|reason| format!("{}: {reason}", self.place_of(key).0))
    }

    /// The metadata of a file, with where its pages lie.
    fn at_hand(&mut self, number: usize) -> Result<ArrowReaderMetadata, ParquetError> {
        if let Some((_, metadata)) = self.at_hand.iter().find(|(n, _)| *n == number) {
            return Ok(metadata.clone());
        }
        let metadata = metadata(&self.parts[number].path, PageIndexPolicy::Optional)?;
        self.at_hand.insert(0, (number, metadata.clone()));
        self.at_hand.truncate(AT_HAND);
        Ok(metadata)
    }
}

/// What is said of a file that cannot be read; the parser may panic at a hostile one.
fn guarded<T>(path: &Path, read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, String> {
    let said = |reason: &dyn std::fmt::Display| format!("{}: {reason}", path.display());
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(read) => read.map_err(|error| said(&error)),
        Err(_) => Err(said(&"it could not be understood")),
    }
}

/// What stands at the end of a file.
fn metadata(path: &Path, pages: PageIndexPolicy) -> Result<ArrowReaderMetadata, ParquetError> {
    let options = ArrowReaderOptions::new()
        .with_skip_arrow_metadata(true)
        .with_offset_index_policy(pages);
    let metadata = ArrowReaderMetadata::load(&File::open(path)?, options)?;
    limited(metadata.metadata())?;
    Ok(metadata)
}

/// That nothing in it unpacks to more than is reasonable.
fn limited(metadata: &ParquetMetaData) -> Result<(), ParquetError> {
    let columns = metadata
        .row_groups()
        .iter()
        .flat_map(|group| group.columns());
    let good = columns
        .map(|column| column.uncompressed_size())
        .all(|size| (0..=COLUMN_BYTES).contains(&size));
    match good {
        true => Ok(()),
        false => Err(ParquetError::General(format!(
            "a column of a row group is larger than {} MiB",
            COLUMN_BYTES >> 20
        ))),
    }
}

fn has(schema: &SchemaDescriptor, name: &str) -> bool {
    let fields = schema.root_schema().get_fields();
    fields.iter().any(|field| field.name() == name)
}

/// These columns; of sentences their points alone, where the whole grounding says the rest.
fn mask(schema: &SchemaDescriptor, columns: &[&str]) -> ProjectionMask {
    let points = has(schema, "grounding");
    let wanted = |leaf: &[String]| match leaf {
        [name, .., last] if points && name == "sentences" => {
            columns.contains(&"sentences") && last.ends_with("_mm")
        }
        [name, ..] => columns.contains(&name.as_str()),
        [] => false,
    };
    let leaves = schema.columns().iter().enumerate();
    let leaves = leaves.filter(|(_, leaf)| wanted(leaf.path().parts()));
    ProjectionMask::leaves(schema, leaves.map(|(n, _)| n).collect::<Vec<_>>())
}

/// [`DEEP`], as far as they are no lists.
fn deep(schema: &SchemaDescriptor) -> ProjectionMask {
    let leaves = schema.columns().iter().enumerate();
    let leaves = leaves.filter(|(_, leaf)| match leaf.path().parts() {
        [name] => DEEP.contains(&name.as_str()) && leaf.max_rep_level() == 0,
        _ => false,
    });
    ProjectionMask::leaves(schema, leaves.map(|(n, _)| n).collect::<Vec<_>>())
}

/// The rows of a batch; the reason instead of one that is of another form.
fn records(batch: &RecordBatch) -> Result<Vec<Result<Record, String>>, ParquetError> {
    let mut lines = LineDelimitedWriter::new(Vec::new());
    lines.write(batch).map_err(ParquetError::from)?;
    lines.finish().map_err(ParquetError::from)?;
    let lines = lines.into_inner();
    let lines = lines.split(|byte| *byte == b'\n').take(batch.num_rows());
    let records = lines.map(Record::of_line);
    Ok(records.collect())
}
