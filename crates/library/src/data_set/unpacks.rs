//! Whether pages of a Parquet file unpack to what they say, as far as that can be known before they take memory.
//!
//! The reader makes room for as much as a page says, and snappy, Zstandard and LZ4 fill no more than that: a page that says more than its bytes can
//! become is refused. By gzip, by Brotli and by LZ4 in frames (of which the older kind of LZ4 may be) it unpacks a page to its end and compares
//! afterwards, so that a small page that says little could take all of the memory: where that may be much it is counted first.

use std::io::{self, BufRead, Read};

use flate2::bufread::MultiGzDecoder;
use lz4_flex::frame::FrameDecoder;
use parquet::basic::Compression;

use super::page_header::Header;

/// Bytes that a page may say beyond what its bytes can become.
const SLACK: u64 = 1024;

/// Bytes that become of one byte, at most, where that is known.
fn most_of_a_byte(compression: Compression) -> Option<u64> {
    match compression {
        // 64 bytes are copied by 3.
        Compression::SNAPPY => Some(22),
        Compression::LZ4 | Compression::LZ4_RAW => Some(255),
        Compression::GZIP(_) => Some(1032),
        // 128 KiB of one byte are 4.
        Compression::ZSTD(_) => Some(32 << 10),
        _ => None,
    }
}

/// Whether a page says that it unpacks to more than its bytes can become.
pub(super) fn says_too_much(compression: Compression, page: &Header) -> bool {
    let (packed, said) = page.compressed();
    let most = most_of_a_byte(compression).map(|most| packed.saturating_mul(most));
    !page.plain && most.is_some_and(|most| said > most.saturating_add(SLACK))
}

/// The compressions of which the reader takes more than a page says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unbounded {
    Gzip,
    Brotli,
    Lz4Frames,
}

/// How a stream of Brotli begins whose window may have up to 1 GiB, which no file of records needs: the seven lowest bits.
const LARGE_WINDOW: u8 = 0x11;

impl Unbounded {
    /// The compression of a column, when it is one of them and this page, which says that it unpacks to `most` bytes at most, may become more.
    pub fn of(compression: Compression, page: &Header, most: u64) -> Option<Unbounded> {
        let packing = match compression {
            Compression::GZIP(_) => Unbounded::Gzip,
            Compression::BROTLI(_) => Unbounded::Brotli,
            Compression::LZ4 => Unbounded::Lz4Frames,
            _ => return None,
        };
        let each = most_of_a_byte(compression).unwrap_or(u64::MAX);
        let becomes = page.packed.saturating_mul(each);
        (!page.plain && page.unpacked <= most && becomes > most).then_some(packing)
    }

    /// Whether what is behind the header of a page does not unpack to what that says. It is unpacked for that, and not kept.
    pub fn is_wrong(self, mut packed: impl BufRead, page: &Header) -> io::Result<bool> {
        let (_, said) = page.compressed();
        if said == 0 {
            // Nor does the reader look at it.
            return Ok(false);
        }
        let levels = page.levels[0].saturating_add(page.levels[1]);
        io::copy(&mut packed.by_ref().take(levels), &mut io::sink())?;
        Ok(match self {
            Unbounded::Gzip => count(said, MultiGzDecoder::new(packed)) != Some(said),
            Unbounded::Brotli => {
                let first = packed.fill_buf()?.first();
                first.is_some_and(|byte| byte & 0x7f == LARGE_WINDOW)
                    || count(said, brotli::Decompressor::new(packed, 4096)) != Some(said)
            }
            // What is not in frames cannot be counted so, and is held to what the page says.
            Unbounded::Lz4Frames => {
                count(said, FrameDecoder::new(packed)).is_some_and(|bytes| bytes > said)
            }
        })
    }
}

/// How many bytes this gives, one more than was said at most; nothing where it is damaged before.
fn count(said: u64, unpacked: impl Read) -> Option<u64> {
    let mut within = unpacked.take(said.saturating_add(1));
    io::copy(&mut within, &mut io::sink()).ok()
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Seek as _, SeekFrom, Write as _};
    use std::sync::Arc;

    use arrow_array::{ArrayRef, BinaryArray, RecordBatch};
    use brotli::enc::BrotliEncoderParams;
    use parquet::arrow::{ArrowWriter, ProjectionMask};
    use parquet::file::metadata::ParquetMetaData;
    use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterVersion};
    use parquet::file::reader::{FileReader as _, SerializedFileReader};

    use super::super::pages::rows_together;
    use super::*;

    const VERSIONS: [WriterVersion; 2] = [WriterVersion::PARQUET_1_0, WriterVersion::PARQUET_2_0];
    const BYTES: usize = 2_000_000;

    /// A file of two rows, of which one has two million bytes that become three quarters of that, and the other has none.
    fn file(compression: Compression, version: WriterVersion) -> File {
        let mut state = 1_u32;
        let value = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            (state >> 26) as u8
        });
        let value: Vec<u8> = value.take(BYTES).collect();
        let column: ArrayRef = Arc::new(BinaryArray::from(vec![Some(value.as_slice()), None]));
        let batch = RecordBatch::try_from_iter([("text", column)]).expect("a column");
        let properties = WriterProperties::builder()
            .set_compression(compression)
            .set_writer_version(version)
            .set_dictionary_enabled(false)
            .set_statistics_enabled(EnabledStatistics::None)
            .build();
        let mut file = tempfile::tempfile().expect("a file");
        let writer = ArrowWriter::try_new(&mut file, batch.schema(), Some(properties));
        let mut writer = writer.expect("begun");
        writer.write(&batch).expect("written");
        writer.close().expect("finished");
        file
    }

    fn reader(file: &File) -> SerializedFileReader<File> {
        SerializedFileReader::new(file.try_clone().expect("a file")).expect("readable")
    }

    fn metadata(file: &File) -> ParquetMetaData {
        reader(file).metadata().clone()
    }

    fn asked(file: &File) -> Result<usize, String> {
        let (metadata, all) = (metadata(file), ProjectionMask::all());
        rows_together(file, &metadata, 0..1, &all, 10).map_err(|error| error.to_string())
    }

    /// Lets the first page say that it unpacks to 1,100,000 bytes.
    fn belittle(mut file: &File) {
        let (start, _) = metadata(file).row_group(0).column(0).byte_range();
        // Behind a field of two bytes, and the byte with which this field begins, are four of a number of twice the size.
        let mut head = [0; 8];
        file.seek(SeekFrom::Start(start)).expect("there");
        file.read_exact(&mut head).expect("read");
        let more = head[3..7].iter().map(|byte| byte & 0x80 != 0);
        assert!(more.eq([true, true, true, false]), "{head:x?}");
        assert_eq!([head[2], head[7]], [0x15; 2], "{head:x?}");
        file.seek(SeekFrom::Start(start + 3)).expect("there");
        file.write_all(&[0xc0, 0xa3, 0x86, 0x01]).expect("written");
    }

    #[test]
    fn every_compression_is_read_and_what_it_says_is_believed_of_none() {
        let bounded = [
            Compression::UNCOMPRESSED,
            Compression::SNAPPY,
            Compression::ZSTD(Default::default()),
            Compression::LZ4,
            Compression::LZ4_RAW,
        ];
        let unbounded = [
            Compression::GZIP(Default::default()),
            Compression::BROTLI(Default::default()),
        ];
        for version in VERSIONS {
            for compression in bounded.into_iter().chain(unbounded) {
                let file = file(compression, version);
                assert_eq!(asked(&file), Ok(10), "{compression}");
                let rows = reader(&file);
                let rows = rows.get_row_iter(None).expect("rows");
                let bytes = rows.map(|row| {
                    let row = row.expect("a row");
                    let mut fields = row.get_column_iter().map(|(_, field)| match field {
                        parquet::record::Field::Bytes(bytes) => Some(bytes.len()),
                        _ => None,
                    });
                    fields.next().expect("a column")
                });
                let bytes: Vec<Option<usize>> = bytes.collect();
                assert_eq!(bytes, [Some(BYTES), None], "{compression}");
            }
            for compression in unbounded {
                let file = file(compression, version);
                belittle(&file);
                let refused = asked(&file).expect_err("it unpacks to two million");
                assert!(refused.contains("what it says"), "{refused}");
            }
        }
    }

    #[test]
    fn what_does_not_unpack_to_what_it_says_is_noticed() {
        let zeros = vec![0_u8; 1 << 20];
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&zeros).expect("packed");
        let mut lz4 = lz4_flex::frame::FrameEncoder::new(Vec::new());
        lz4.write_all(&zeros).expect("packed");
        let mut brotli = Vec::new();
        let mut writer = brotli::CompressorWriter::new(&mut brotli, 4096, 1, 22);
        writer.write_all(&zeros).expect("packed");
        drop(writer);
        let all = [
            (Unbounded::Gzip, gzip.finish().expect("packed")),
            (Unbounded::Lz4Frames, lz4.finish().expect("packed")),
            (Unbounded::Brotli, brotli),
        ];
        for (packing, packed) in all {
            assert!(packed.len() < 50_000, "{packing:?}");
            let is_wrong = |bytes: &[u8], said: usize| {
                let page = Header {
                    packed: bytes.len() as u64,
                    unpacked: said as u64,
                    ..Header::default()
                };
                packing.is_wrong(bytes, &page).expect("read")
            };
            assert!(!is_wrong(&packed, zeros.len()), "{packing:?}");
            assert!(is_wrong(&packed, zeros.len() - 1), "{packing:?}");
            assert!(is_wrong(&packed, 1), "{packing:?}");
            assert!(!is_wrong(&packed, 0), "it is not looked at");
            let half = &packed[..packed.len() / 2];
            let may_be_no_frames = packing == Unbounded::Lz4Frames;
            assert_eq!(is_wrong(half, zeros.len()), !may_be_no_frames);
            // Levels stand before what is packed.
            let behind = [b"levels".as_slice(), &packed].concat();
            let page = Header {
                packed: behind.len() as u64,
                unpacked: zeros.len() as u64 + 6,
                levels: [4, 2],
                ..Header::default()
            };
            assert!(!packing.is_wrong(&behind[..], &page).expect("read"));
            let less = Header {
                unpacked: page.unpacked - 1,
                ..page
            };
            assert!(packing.is_wrong(&behind[..], &less).expect("read"));
        }
    }

    #[test]
    fn pages_are_counted_that_may_become_much() {
        let page = |packed: u64, unpacked: u64| Header {
            packed,
            unpacked,
            ..Header::default()
        };
        let of = |compression, page: &Header| Unbounded::of(compression, page, 100_000);
        let gzip = Compression::GZIP(Default::default());
        assert_eq!(of(gzip, &page(97, 1000)), Some(Unbounded::Gzip));
        assert_eq!(of(gzip, &page(96, 1000)), None, "it cannot become more");
        let too_large = page(97, 100_001);
        assert_eq!(of(gzip, &too_large), None, "it is refused anyway");
        let plain = Header {
            plain: true,
            ..page(97, 1000)
        };
        assert_eq!(of(gzip, &plain), None, "nothing is packed");
        let brotli = Compression::BROTLI(Default::default());
        assert_eq!(of(brotli, &page(1, 1)), Some(Unbounded::Brotli));
        let lz4 = page(400, 1000);
        assert_eq!(of(Compression::LZ4, &lz4), Some(Unbounded::Lz4Frames));
        assert_eq!(of(Compression::LZ4_RAW, &lz4), None);
    }

    #[test]
    fn no_page_says_more_than_its_bytes_can_become() {
        let page = |packed: u64, unpacked: u64, levels: u64| Header {
            packed,
            unpacked,
            levels: [levels, 0],
            ..Header::default()
        };
        for (compression, most) in [
            (Compression::SNAPPY, 22),
            (Compression::LZ4_RAW, 255),
            (Compression::ZSTD(Default::default()), 32 << 10),
        ] {
            let can = 100 * most + SLACK;
            assert!(!says_too_much(compression, &page(100, can, 0)));
            assert!(says_too_much(compression, &page(100, can + 1, 0)));
            assert!(!says_too_much(compression, &page(150, can + 50, 50)));
            assert!(says_too_much(compression, &page(150, can + 51, 50)));
        }
        assert!(!says_too_much(
            Compression::UNCOMPRESSED,
            &page(1, 1 << 40, 0)
        ));
    }

    #[test]
    fn windows_of_brotli_that_are_larger_than_is_usual_are_refused() {
        let text = b"the liver, the spleen and the liver".repeat(100);
        for large_window in [false, true] {
            let params = BrotliEncoderParams {
                quality: 5,
                lgwin: if large_window { 25 } else { 22 },
                large_window,
                ..BrotliEncoderParams::default()
            };
            let mut packed = Vec::new();
            let mut writer = brotli::CompressorWriter::with_params(&mut packed, 4096, &params);
            writer.write_all(&text).expect("packed");
            drop(writer);
            let mut whole = Vec::new();
            let mut unpacked = brotli::Decompressor::new(&packed[..], 4096);
            unpacked.read_to_end(&mut whole).expect("unpacked");
            assert!(whole == text, "a sound one");
            let page = Header {
                packed: packed.len() as u64,
                unpacked: text.len() as u64,
                ..Header::default()
            };
            let is_wrong = Unbounded::Brotli.is_wrong(&packed[..], &page);
            assert_eq!(is_wrong.expect("read"), large_window);
        }
    }
}
