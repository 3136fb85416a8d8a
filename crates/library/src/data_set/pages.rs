//! What the pages of a Parquet file say of themselves, before they are unpacked: a small file may claim much.
//!
//! A page that is compressed may unpack to two thousand times its size. A value that a page keeps once, in a dictionary or as the beginning of those
//! that follow, is there again for every row that is read; and a list may say in a few bytes that it has very many values.

use std::fs::File;
use std::io::{self, BufReader, Read as _, Seek as _, SeekFrom};
use std::sync::Arc;

use parquet::arrow::ProjectionMask;
use parquet::basic::Type;
use parquet::column::page::{Page, PageReader as _};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::serialized_reader::SerializedPageReader;

use super::page_header::{Compact, DELTA_BYTE_ARRAY, Header};
use super::unpacks::{Unbounded, says_too_much};

/// What may be taken of the memory, bytes.
#[derive(Clone, Copy)]
struct Most {
    /// By a page of each column with its dictionary, unpacked.
    pages: u64,
    /// By the values of a list within a page, and by as many numbers as the lists of a row group have.
    list: u64,
    /// By the texts of the rows that are read together.
    rows: u64,
}

/// Of files of others: usual are pages of 1 MiB and dictionaries of at most as much.
const MOST: Most = Most {
    pages: 1 << 30,
    // As much as the reader's own texts have room for: it counts their letters with 31 bits.
    list: 2 << 30,
    rows: 256 << 20,
};

/// How many rows of these row groups can be read together of these columns, `most` at most.
///
/// # Errors
/// The reason where the columns say that they are larger than is reasonable, or cannot be understood.
pub(crate) fn rows_together(
    file: &File,
    metadata: &ParquetMetaData,
    groups: impl Iterator<Item = usize>,
    columns: &ProjectionMask,
    most: usize,
) -> Result<usize, ParquetError> {
    within(MOST, file, metadata, groups, columns, most)
}

fn within(
    limits: Most,
    file: &File,
    metadata: &ParquetMetaData,
    groups: impl Iterator<Item = usize>,
    columns: &ProjectionMask,
    most: usize,
) -> Result<usize, ParquetError> {
    let refused = |reason: String| Err(ParquetError::General(reason));
    let mut rows = most as u64;
    for group in groups {
        let (mut pages, mut row) = (0_u64, 0_u64);
        let all = metadata.row_group(group).columns().iter().enumerate();
        for (_, column) in all.filter(|(n, _)| columns.leaf_included(*n)) {
            let name = column.column_path().string();
            let found = Pages::of(file, column, limits.pages).map_err(|error| {
                ParquetError::General(format!(
                    "a page of the column {name} cannot be read: {error}"
                ))
            })?;
            pages = found
                .dictionary
                .saturating_add(found.largest)
                .saturating_add(pages);
            if pages > limits.pages {
                return refused(format!(
                    "its columns unpack to more than {} MiB at a time",
                    limits.pages >> 20
                ));
            }
            let longest = found.longest_in_dictionary(file, column)?;
            if column.column_descr().max_rep_level() == 0 {
                row = row.saturating_add(longest.max(found.largest_of_beginnings));
            } else if found.most_values.saturating_mul(longest.max(8)) > limits.list
                || found.values.saturating_mul(4) > limits.list
            {
                return refused(format!(
                    "the lists of the column {name} unpack to more than {} MiB",
                    limits.list >> 20
                ));
            }
        }
        rows = rows.min(limits.rows / row.max(1));
    }
    Ok(usize::try_from(rows).unwrap_or(most).max(1))
}

/// What the pages of a column say of themselves within a row group.
#[derive(Debug, Default, PartialEq)]
struct Pages {
    /// Bytes of the dictionary, unpacked; nothing where there is none.
    dictionary: u64,
    /// Bytes of the largest other page, unpacked.
    largest: u64,
    /// The same of those whose values begin as the one before does.
    largest_of_beginnings: u64,
    /// Values in all pages, or places without one.
    values: u64,
    /// Values in the page that has most.
    most_values: u64,
}

impl Pages {
    /// None of them says more than it can become, and none becomes more than `most` bytes that says less.
    fn of(file: &File, column: &ColumnChunkMetaData, most: u64) -> io::Result<Pages> {
        let compression = column.compression();
        let wrong = |why: &str| io::Error::new(io::ErrorKind::InvalidData, why);
        let (start, length) = column.byte_range();
        let mut from = BufReader::new(file);
        from.seek(SeekFrom::Start(start))?;
        let mut pages = Pages::default();
        let (mut left, mut counted) = (length, 0_u64);
        while left > 0 {
            let mut reader = Compact {
                from: &mut from,
                read: 0,
            };
            let header = reader.header()?;
            let used = reader.read + header.packed;
            left = left.checked_sub(used).ok_or(io::ErrorKind::InvalidData)?;
            if says_too_much(compression, &header) {
                return Err(wrong("it says that it unpacks to more than it can"));
            }
            match Unbounded::of(compression, &header, most) {
                Some(packing) => {
                    // Counting takes time, and pages of a few bytes can be many.
                    counted = counted.saturating_add(header.unpacked);
                    if counted > most {
                        return Err(wrong("it and those before unpack to too much"));
                    }
                    if packing.is_wrong(from.by_ref().take(header.packed), &header)? {
                        return Err(wrong("it does not unpack to what it says"));
                    }
                    from.seek(SeekFrom::Start(start + (length - left)))?;
                }
                None => {
                    let packed = i64::try_from(header.packed).map_err(io::Error::other)?;
                    from.seek_relative(packed)?;
                }
            }
            pages.add(&header);
        }
        Ok(pages)
    }

    fn add(&mut self, header: &Header) {
        match header.kind {
            // An index, of which no reader knows anything.
            1 => {}
            2 => self.dictionary = self.dictionary.max(header.unpacked),
            _ => {
                self.largest = self.largest.max(header.unpacked);
                self.values = self.values.saturating_add(header.values);
                self.most_values = self.most_values.max(header.values);
                if header.encoding == DELTA_BYTE_ARRAY {
                    self.largest_of_beginnings = self.largest_of_beginnings.max(header.unpacked);
                }
            }
        }
    }

    /// Bytes of the longest value of the dictionary, which is unpacked for that.
    fn longest_in_dictionary(
        &self,
        file: &File,
        column: &ColumnChunkMetaData,
    ) -> Result<u64, ParquetError> {
        match column.column_type() {
            Type::BYTE_ARRAY if self.dictionary > 0 => {
                let file = Arc::new(file.try_clone()?);
                let mut pages = SerializedPageReader::new(file, column, 0, None)?;
                Ok(match pages.get_next_page()? {
                    Some(Page::DictionaryPage { buf, .. }) => longest_of(&buf),
                    _ => self.dictionary,
                })
            }
            Type::FIXED_LEN_BYTE_ARRAY => {
                let length = column.column_descr().type_length();
                Ok(u64::try_from(length).unwrap_or(0))
            }
            _ => Ok(0),
        }
    }
}

/// The longest of values that stand one after the other, each behind its length (little-endian, 32 bits).
fn longest_of(mut values: &[u8]) -> u64 {
    let mut longest = 0;
    while let Some((length, rest)) = values.split_first_chunk() {
        let length = u32::from_le_bytes(*length);
        longest = longest.max(u64::from(length));
        values = rest.get(length as usize..).unwrap_or_default();
    }
    longest
}

#[cfg(test)]
mod tests {
    use arrow_array::builder::{ListBuilder, StringBuilder};
    use arrow_array::{ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray};
    use parquet::arrow::ArrowWriter;
    use parquet::file::properties::{EnabledStatistics, WriterProperties};
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    use super::*;

    const LONG: usize = 256 << 10;

    /// A small file of a hundred rows: all have one long title, and lists of a thousand words.
    fn hostile(properties: parquet::file::properties::WriterPropertiesBuilder) -> File {
        let long: ArrayRef = Arc::new(StringArray::from(vec!["x".repeat(LONG)]));
        let titles = DictionaryArray::try_new(Int32Array::from(vec![0; 100]), long);
        let mut words = ListBuilder::new(StringBuilder::new());
        for _ in 0..100 {
            words.append_value((0..1000).map(|_| Some("word")));
        }
        let columns: [(&str, ArrayRef); 2] = [
            ("title", Arc::new(titles.expect("a dictionary"))),
            ("words", Arc::new(words.finish())),
        ];
        let batch = RecordBatch::try_from_iter(columns).expect("columns");
        let properties = properties
            .set_statistics_enabled(EnabledStatistics::None)
            .set_compression(parquet::basic::Compression::ZSTD(Default::default()))
            .build();
        let mut file = tempfile::tempfile().expect("a file");
        let writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties));
        let mut writer = writer.expect("begun");
        writer.write(&batch).expect("written");
        writer.close().expect("finished");
        file
    }

    fn asked(file: &File, limits: Most) -> Result<usize, String> {
        let reader = SerializedFileReader::new(file.try_clone().expect("a file"));
        let metadata = reader.expect("readable").metadata().clone();
        let all = ProjectionMask::all();
        within(limits, file, &metadata, 0..1, &all, 4096).map_err(|error| error.to_string())
    }

    #[test]
    fn what_claims_much_is_refused_or_read_in_small_parts() {
        let dictionary = WriterProperties::builder().set_dictionary_page_size_limit(8 * LONG);
        let beginnings = WriterProperties::builder()
            .set_dictionary_enabled(false)
            .set_encoding(parquet::basic::Encoding::DELTA_BYTE_ARRAY);
        for properties in [dictionary, beginnings] {
            let file = hostile(properties);
            let bytes = file.metadata().expect("there").len();
            assert!(bytes < 20_000, "it is small: {bytes}");
            let long = LONG as u64;
            let rows = asked(&file, MOST).expect("within reason");
            assert!((900..=1024).contains(&rows), "{rows} rows of 256 KiB");
            let rows = asked(
                &file,
                Most {
                    rows: 10 * long + 5000,
                    ..MOST
                },
            );
            assert!(matches!(rows, Ok(9 | 10)), "{rows:?}");
            let few = Most { rows: 1, ..MOST };
            assert_eq!(asked(&file, few), Ok(1));
            let refused = asked(
                &file,
                Most {
                    pages: long - 1,
                    ..MOST
                },
            );
            let refused = refused.expect_err("a page is larger");
            assert!(refused.contains("unpack to more than"), "{refused}");
            let refused = asked(
                &file,
                Most {
                    list: 99_999 * 4,
                    ..MOST
                },
            );
            let refused = refused.expect_err("there are more words");
            assert!(
                refused.contains("the lists of the column words"),
                "{refused}"
            );
        }
    }

    #[test]
    fn one_long_word_among_many_short_ones_is_no_reason_to_refuse_a_list() {
        let mut words = ListBuilder::new(StringBuilder::new());
        for row in 0..100 {
            let long = (row == 0).then(|| "x".repeat(40));
            let short = (0..1000).map(|_| Some("word".to_owned()));
            words.append_value(long.map(Some).into_iter().chain(short));
        }
        let column: ArrayRef = Arc::new(words.finish());
        let batch = RecordBatch::try_from_iter([("words", column)]).expect("columns");
        let pages = WriterProperties::builder().set_data_page_row_count_limit(10);
        let properties = pages.set_write_batch_size(100).build();
        let file = tempfile::tempfile().expect("a file");
        let to = file.try_clone().expect("a file");
        let mut writer =
            ArrowWriter::try_new(to, batch.schema(), Some(properties)).expect("a writer");
        writer.write(&batch).expect("written");
        writer.close().expect("written");
        // A tenth of the words stands on a page.
        let list = 12_000 * 40;
        assert!(asked(&file, Most { list, ..MOST }).is_ok());
        let list = 8_000 * 40;
        assert!(asked(&file, Most { list, ..MOST }).is_err());
    }
}
