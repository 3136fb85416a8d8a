//! What the pages of a Parquet file say of themselves, before they are unpacked: a small file may claim much.
//!
//! A page that is compressed may unpack to two thousand times its size. A value that a page keeps once, in a dictionary or as the beginning of those
//! that follow, is there again for every row that is read; and a list may say in a few bytes that it has very many values.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek as _, SeekFrom};
use std::sync::Arc;

use parquet::arrow::ProjectionMask;
use parquet::basic::Type;
use parquet::column::page::{Page, PageReader as _};
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use parquet::file::serialized_reader::SerializedPageReader;

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

/// Structures within structures of a page's header, at most.
const DEEPEST: u32 = 8;

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
            let found = Pages::of(file, column).map_err(|error| {
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
    fn of(file: &File, column: &ColumnChunkMetaData) -> io::Result<Pages> {
        let (start, length) = column.byte_range();
        let mut from = BufReader::new(file);
        from.seek(SeekFrom::Start(start))?;
        let mut pages = Pages::default();
        let mut left = length;
        while left > 0 {
            let mut reader = Compact {
                from: &mut from,
                read: 0,
            };
            let header = reader.header()?;
            let used = reader.read + header.packed;
            left = left.checked_sub(used).ok_or(io::ErrorKind::InvalidData)?;
            let packed = i64::try_from(header.packed).map_err(io::Error::other)?;
            from.seek_relative(packed)?;
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

/// Encoding by which a value says how many bytes of the one before it begins with (Parquet's `Encoding`).
const DELTA_BYTE_ARRAY: u64 = 7;

/// The header of a page.
#[derive(Debug, Default, PartialEq)]
struct Header {
    /// 0 and 3: values; 1: an index; 2: a dictionary.
    kind: u64,
    /// Bytes behind the header.
    packed: u64,
    unpacked: u64,
    values: u64,
    encoding: u64,
}

/// Reads Thrift's compact protocol, in which headers are written (`PageHeader` of parquet.thrift).
struct Compact<R> {
    from: R,
    /// Bytes that have been read.
    read: u64,
}

impl<R: Read> Compact<R> {
    fn byte(&mut self) -> io::Result<u8> {
        let mut byte = [0];
        self.from.read_exact(&mut byte)?;
        self.read += 1;
        Ok(byte[0])
    }

    fn number(&mut self) -> io::Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(io::ErrorKind::InvalidData.into())
    }

    /// A number with a sign, which must not be below zero.
    fn size(&mut self) -> io::Result<u64> {
        let number = self.number()?;
        match number & 1 {
            0 => Ok(number >> 1),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// The next field of a structure: its number and its type; nothing at the end.
    fn field(&mut self, last: u64) -> io::Result<Option<(u64, u8)>> {
        let byte = self.byte()?;
        let kind = byte & 0x0f;
        Ok(match (byte >> 4, kind) {
            (_, 0) => None,
            (0, kind) => Some((self.size()?, kind)),
            (step, kind) => Some((last + u64::from(step), kind)),
        })
    }

    fn header(&mut self) -> io::Result<Header> {
        let mut header = Header::default();
        let mut number = 0;
        let mut sized = 0;
        while let Some((field, kind)) = self.field(number)? {
            number = field;
            match (field, kind) {
                (1, 5) => header.kind = self.size()?,
                (2, 5) => (header.unpacked, sized) = (self.size()?, sized + 1),
                (3, 5) => (header.packed, sized) = (self.size()?, sized + 1),
                (5, 12) => self.values(&mut header, 2)?,
                (8, 12) => self.values(&mut header, 4)?,
                (_, kind) => self.skip(kind, DEEPEST)?,
            }
        }
        match sized {
            2 => Ok(header),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// The header of a page of values, in which this field says how they are encoded.
    fn values(&mut self, header: &mut Header, encoding: u64) -> io::Result<()> {
        let mut number = 0;
        while let Some((field, kind)) = self.field(number)? {
            number = field;
            match (field, kind) {
                (1, 5) => header.values = self.size()?,
                (field, 5) if field == encoding => header.encoding = self.size()?,
                (_, kind) => self.skip(kind, DEEPEST)?,
            }
        }
        Ok(())
    }

    /// Passes over a value of this type.
    fn skip(&mut self, kind: u8, deepest: u32) -> io::Result<()> {
        let deeper = || deepest.checked_sub(1).ok_or(io::ErrorKind::InvalidData);
        match kind {
            // True and false, within a structure.
            1 | 2 => {}
            3 => drop(self.byte()?),
            4..=6 => drop(self.number()?),
            7 => self.pass(8)?,
            8 => {
                let length = self.number()?;
                self.pass(length)?;
            }
            9 | 10 => {
                let head = self.byte()?;
                let count = match head >> 4 {
                    15 => self.number()?,
                    count => u64::from(count),
                };
                for _ in 0..count {
                    self.element(head & 0x0f, deeper()?)?;
                }
            }
            11 => {
                let count = self.number()?;
                let kinds = if count > 0 { self.byte()? } else { 0 };
                for _ in 0..count {
                    self.element(kinds >> 4, deeper()?)?;
                    self.element(kinds & 0x0f, deeper()?)?;
                }
            }
            12 => {
                let mut number = 0;
                while let Some((field, kind)) = self.field(number)? {
                    number = field;
                    self.skip(kind, deeper()?)?;
                }
            }
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
        Ok(())
    }

    /// Passes over a value of a list, where also true and false are a byte.
    fn element(&mut self, kind: u8, deepest: u32) -> io::Result<()> {
        match kind {
            1 | 2 => self.pass(1),
            kind => self.skip(kind, deepest),
        }
    }

    fn pass(&mut self, bytes: u64) -> io::Result<()> {
        let passed = io::copy(&mut (&mut self.from).take(bytes), &mut io::sink())?;
        self.read += passed;
        match passed == bytes {
            true => Ok(()),
            false => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
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

    #[test]
    fn headers_are_read_with_whatever_else_is_in_them() {
        let said = |bytes: &[u8]| {
            Compact {
                from: bytes,
                read: 0,
            }
            .header()
        };
        // Type, sizes, a sum, then 100 values in another encoding, with statistics of texts.
        let header = [
            0x15, 0x00, 0x15, 0x90, 0x03, 0x15, 0x14, 0x15, 0x07, 0x1c, 0x15, 0xc8, 0x01, 0x15,
            0x0e, 0x15, 0x06, 0x15, 0x06, 0x1c, 0x18, 0x02, b'a', b'b', 0x16, 0x00, 0x11, 0x00,
            0x00, 0x00,
        ];
        let expected = Header {
            kind: 0,
            packed: 10,
            unpacked: 200,
            values: 100,
            encoding: DELTA_BYTE_ARRAY,
        };
        assert_eq!(said(&header).expect("a header"), expected);
        for cut in 0..header.len() {
            assert!(said(&header[..cut]).is_err(), "{cut}");
        }
        // A size below zero, no size, and structures without end.
        assert!(said(&[0x15, 0x00, 0x15, 0x01, 0x15, 0x14, 0x00]).is_err());
        assert!(said(&[0x15, 0x00, 0x15, 0x14, 0x00]).is_err());
        assert!(said(&[0x9c; 10_000]).is_err());
    }
}
