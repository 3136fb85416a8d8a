//! The data set of a DICOM file, and the pixels of its frames: as they are, or compressed without loss by run lengths or deflate.

use std::io::{Cursor, Read as _};

use dicom_encoding::Codec;
use dicom_encoding::adapters::{PixelDataObject as _, PixelDataReader as _};
use dicom_object::{DefaultDicomObject, FileMetaTable, InMemDicomObject, Tag};
use dicom_transfer_syntax_registry::entries::{EXPLICIT_VR_LITTLE_ENDIAN, RLE_LOSSLESS};
use flate2::read::DeflateDecoder;

use super::dicom_lengths as lengths;
use super::image::{Fault, fault};

/// Transfer syntaxes, DICOM PS3.6 A.
const IMPLICIT_LITTLE: &str = "1.2.840.10008.1.2";
const EXPLICIT_LITTLE: &str = "1.2.840.10008.1.2.1";
const EXPLICIT_BIG: &str = "1.2.840.10008.1.2.2";
const DEFLATED_SET: &str = "1.2.840.10008.1.2.1.99";
const RUN_LENGTHS: &str = "1.2.840.10008.1.2.5";
const DEFLATED_FRAMES: &str = "1.2.840.10008.1.2.8.1";

const PIXEL_DATA: Tag = Tag(0x7FE0, 0x0010);
/// Bytes of a data set that was deflated at most.
const MAX_INFLATED: u64 = 1 << 30;

/// Reads the data set of a file, whose lengths are looked at first.
pub(super) fn open(bytes: &[u8]) -> Result<DefaultDicomObject, Fault> {
    let malformed = |e: &dyn std::error::Error| ("data set".to_owned(), e.to_string());
    let (syntax, start) = lengths::head(bytes)?;
    if syntax != DEFLATED_SET {
        lengths::check(bytes, &syntax, start)?;
        return dicom_object::from_reader(Cursor::new(bytes)).map_err(|e| malformed(&e));
    }
    let mut set = Vec::new();
    let inflating = DeflateDecoder::new(&bytes[start..]).take(MAX_INFLATED + 1);
    { inflating }
        .read_to_end(&mut set)
        .map_err(|e| malformed(&e))?;
    if set.len() as u64 > MAX_INFLATED {
        return fault("data set", format!("more than {MAX_INFLATED} bytes"));
    }
    lengths::check(&set, EXPLICIT_LITTLE, 0)?;
    let head = match bytes.get(128..132) {
        Some(b"DICM") => &bytes[128..],
        _ => bytes,
    };
    let meta = FileMetaTable::from_reader(Cursor::new(head)).map_err(|e| malformed(&e))?;
    let explicit = EXPLICIT_VR_LITTLE_ENDIAN.erased();
    let object = InMemDicomObject::read_dataset_with_ts(Cursor::new(&set[..]), &explicit);
    Ok(object.map_err(|e| malformed(&e))?.with_exact_meta(meta))
}

/// Size of a frame, in pixels and bits of each.
#[derive(Clone, Copy)]
pub(super) struct FrameSize {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// 1, 8 or 16.
    pub(super) bits: usize,
}

impl FrameSize {
    fn pixels(self) -> usize {
        self.rows * self.columns
    }

    /// Bytes of a frame that begins at a byte.
    fn bytes(self) -> usize {
        (self.pixels() * self.bits).div_ceil(8)
    }
}

enum Coding {
    RunLengths,
    Deflate,
}

enum Source<'a> {
    /// All frames, one behind the other; those of single bits begin anywhere in a byte.
    Plain(std::borrow::Cow<'a, [u8]>),
    /// A fragment for each.
    Fragments(Coding, &'a [Vec<u8>]),
}

/// The pixels of a file.
pub(super) struct Pixels<'a> {
    file: &'a DefaultDicomObject,
    size: FrameSize,
    source: Source<'a>,
    big: bool,
    /// The frame that was decompressed last.
    decoded: Vec<u8>,
}

impl<'a> Pixels<'a> {
    /// Compares sizes with the bytes that are there.
    pub(super) fn new(
        file: &'a DefaultDicomObject,
        size: FrameSize,
        frames: usize,
    ) -> Result<Pixels<'a>, Fault> {
        let syntax = file.meta().transfer_syntax();
        let syntax = syntax.trim_end_matches(['\0', ' ']);
        let element = file.element(PIXEL_DATA);
        let element = element.map_err(|_| ("pixel data".to_owned(), "missing".to_owned()))?;
        let unfit = |bytes: usize| {
            let FrameSize {
                rows,
                columns,
                bits,
            } = size;
            let reason = format!(
                "{frames} frames of {columns} x {rows} pixels of {bits} bits do not fit in {bytes} bytes"
            );
            ("pixel data".to_owned(), reason)
        };
        let coding = match syntax {
            IMPLICIT_LITTLE | EXPLICIT_LITTLE | EXPLICIT_BIG | DEFLATED_SET => None,
            RUN_LENGTHS => Some(Coding::RunLengths),
            DEFLATED_FRAMES => Some(Coding::Deflate),
            _ => {
                let reason = format!("compressed pixels of transfer syntax {syntax} are not read");
                return fault("pixel data", reason);
            }
        };
        let source = match coding {
            None => {
                let bytes = element.to_bytes();
                let bytes = bytes.map_err(|_| ("pixel data".to_owned(), "missing".to_owned()))?;
                let needed = size
                    .pixels()
                    .checked_mul(frames)
                    .and_then(|n| n.checked_mul(size.bits))
                    .map(|n| n.div_ceil(8));
                if ![1, 8, 16].contains(&size.bits) || needed.is_none_or(|n| n > bytes.len()) {
                    return Err(unfit(bytes.len()));
                }
                Source::Plain(bytes)
            }
            Some(coding) => {
                // Run lengths are of bytes; deflate makes at most 1032 of one.
                let (known, most): (&[usize], usize) = match coding {
                    Coding::RunLengths => (&[8, 16], 128),
                    Coding::Deflate => (&[1, 8, 16], 1032),
                };
                let fragments = element.fragments().unwrap_or(&[]);
                let short = |f: &Vec<u8>| f.len().saturating_mul(most) < size.bytes();
                // What reads run lengths makes room for as many samples of a pixel, and segments of a frame, as it is told of.
                let samples = file.samples_per_pixel().unwrap_or(1);
                let segments = |f: &Vec<u8>| f.first_chunk().map(|n| u32::from_le_bytes(*n));
                let told = |f: &Vec<u8>| segments(f) == u32::try_from(size.bits / 8).ok();
                let runs = matches!(coding, Coding::RunLengths);
                if runs && (samples != 1 || !fragments.iter().all(told)) {
                    let reason = "run lengths are read of one sample for each pixel";
                    return fault("pixel data", reason.to_owned());
                }
                let total = fragments.iter().map(Vec::len).sum();
                if !known.contains(&size.bits)
                    || fragments.len() != frames
                    || fragments.iter().any(short)
                {
                    return Err(unfit(total));
                }
                Source::Fragments(coding, fragments)
            }
        };
        Ok(Pixels {
            file,
            size,
            source,
            big: syntax == EXPLICIT_BIG,
            decoded: Vec::new(),
        })
    }

    /// The pixels of a frame, by their places in it.
    pub(super) fn frame(&mut self, frame: usize) -> Result<impl Fn(usize) -> i64, Fault> {
        if let Source::Fragments(coding, fragments) = &self.source {
            let broken = |e: String| (format!("frame {frame}"), e);
            self.decoded.clear();
            match coding {
                Coding::RunLengths => {
                    let Codec::EncapsulatedPixelData(Some(reader), _) = RLE_LOSSLESS.codec() else {
                        return Err(broken("run lengths are not read".into()));
                    };
                    reader
                        .decode_frame(self.file, frame as u32, &mut self.decoded)
                        .map_err(|e| broken(e.to_string()))?;
                }
                Coding::Deflate => {
                    let inflating = DeflateDecoder::new(&fragments[frame][..]);
                    let mut inflating = inflating.take(self.size.bytes() as u64);
                    inflating
                        .read_to_end(&mut self.decoded)
                        .map_err(|e| broken(e.to_string()))?;
                }
            }
            if self.decoded.len() < self.size.bytes() {
                return Err(broken(format!("only {} bytes of it", self.decoded.len())));
            }
        }
        let (bytes, first) = match &self.source {
            Source::Plain(bytes) => (&bytes[..], frame * self.size.pixels()),
            Source::Fragments(..) => (&self.decoded[..], 0),
        };
        let (bits, big) = (self.size.bits, self.big);
        Ok(move |n: usize| {
            let n = first + n;
            match bits {
                1 => i64::from(bytes[n / 8] >> (n % 8) & 1),
                8 => i64::from(bytes[n]),
                _ if big => i64::from(u16::from_be_bytes([bytes[2 * n], bytes[2 * n + 1]])),
                _ => i64::from(u16::from_le_bytes([bytes[2 * n], bytes[2 * n + 1]])),
            }
        })
    }
}
