//! The data set of a DICOM file, and the pixels of its frames: as they are, or compressed without loss by run lengths, deflate, JPEG 2000
//! or JPEG-LS; by the last, fractions with a little loss, too.

use std::io::{Cursor, Read as _};

use dicom_encoding::Codec;
use dicom_encoding::adapters::{PixelDataObject as _, PixelDataReader as _};
use dicom_object::{DefaultDicomObject, FileMetaTable, InMemDicomObject, Tag};
use dicom_transfer_syntax_registry::entries::{EXPLICIT_VR_LITTLE_ENDIAN, RLE_LOSSLESS};
use flate2::read::DeflateDecoder;
use hayro_jpeg2000::{DecodeSettings, DecoderContext, Image};

use super::dicom_lengths as lengths;
use super::image::{Fault, fault};
use super::jpeg_ls;

/// Transfer syntaxes, DICOM PS3.6 A.
const IMPLICIT_LITTLE: &str = "1.2.840.10008.1.2";
const EXPLICIT_LITTLE: &str = "1.2.840.10008.1.2.1";
const EXPLICIT_BIG: &str = "1.2.840.10008.1.2.2";
const DEFLATED_SET: &str = "1.2.840.10008.1.2.1.99";
const RUN_LENGTHS: &str = "1.2.840.10008.1.2.5";
const DEFLATED_FRAMES: &str = "1.2.840.10008.1.2.8.1";
const JPEG_2000_LOSSLESS: &str = "1.2.840.10008.1.2.4.90";
const JPEG_2000: &str = "1.2.840.10008.1.2.4.91";
const JPEG_LS_LOSSLESS: &str = "1.2.840.10008.1.2.4.80";
const JPEG_LS: &str = "1.2.840.10008.1.2.4.81";

const PIXEL_DATA: Tag = Tag(0x7FE0, 0x0010);
/// Bytes of a data set that was deflated at most.
const MAX_INFLATED: u64 = 1 << 30;

/// Why frames of labels are refused that are not quite what they were.
const WITH_LOSS: &str = "it is compressed with loss, which invents labels";

/// How a codestream of JPEG 2000 begins: DICOM has it without the boxes of a JP2 file.
const CODESTREAM: &[u8] = &[0xFF, 0x4F, 0xFF, 0x51];

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

    /// Whether a picture is of this size, with no more bits.
    fn holds(self, columns: usize, rows: usize, bits: u8) -> Result<(), String> {
        if [columns, rows] == [self.columns, self.rows] && usize::from(bits) <= self.bits {
            return Ok(());
        }
        let FrameSize {
            rows: told,
            columns: wide,
            bits: deep,
        } = self;
        Err(format!(
            "{columns} x {rows} pixels of {bits} bits instead of {wide} x {told} of {deep}"
        ))
    }

    /// Puts samples as a plain frame has them.
    fn put(self, samples: impl Iterator<Item = u16>, into: &mut Vec<u8>) {
        match self.bits {
            8 => into.extend(samples.map(|sample| sample.min(255) as u8)),
            _ => into.extend(samples.flat_map(u16::to_le_bytes)),
        }
    }
}

enum Coding {
    RunLengths,
    Deflate,
    Jpeg2000,
    JpegLs,
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
    /// Whether samples are fractions, which may be a little off, rather than labels.
    fractions: bool,
    big: bool,
    /// The frame that was decompressed last.
    decoded: Vec<u8>,
}

impl<'a> Pixels<'a> {
    /// Compares sizes with the bytes that are there. Samples are `fractions` or labels.
    pub(super) fn new(
        file: &'a DefaultDicomObject,
        size: FrameSize,
        frames: usize,
        fractions: bool,
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
            JPEG_2000_LOSSLESS | JPEG_2000 => Some(Coding::Jpeg2000),
            JPEG_LS_LOSSLESS | JPEG_LS => Some(Coding::JpegLs),
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
                // Run lengths are of bytes; deflate makes at most 1032 of one. An empty frame of JPEG 2000 is some hundred bytes,
                // however large it is; a bit of JPEG-LS is no more than a row of a frame.
                let (known, most): (&[usize], usize) = match coding {
                    Coding::RunLengths => (&[8, 16], 128),
                    Coding::Deflate => (&[1, 8, 16], 1032),
                    Coding::Jpeg2000 => (&[8, 16], 1 << 16),
                    Coding::JpegLs => (&[8, 16], size.columns.saturating_mul(size.bits)),
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
            fractions,
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
                Coding::Jpeg2000 => {
                    jpeg_2000(&fragments[frame], self.size, &mut self.decoded).map_err(broken)?;
                }
                Coding::JpegLs => {
                    let head = jpeg_ls::Head::read(&fragments[frame]).map_err(broken)?;
                    if head.near() > 0 && !self.fractions {
                        return Err(broken(WITH_LOSS.into()));
                    }
                    of_jpeg_ls(&head, self.size, &mut self.decoded).map_err(broken)?;
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

/// Unpacks a frame of JPEG 2000 into samples as a plain frame has them. It must have the size that the data set tells, which is looked at
/// before room is made for it, and one component.
fn jpeg_2000(stream: &[u8], size: FrameSize, into: &mut Vec<u8>) -> Result<(), String> {
    if !stream.starts_with(CODESTREAM) {
        return Err("it is no codestream of JPEG 2000".into());
    }
    if !is_reversible(stream) {
        return Err(WITH_LOSS.into());
    }
    let settings = DecodeSettings {
        strict: true,
        ..DecodeSettings::default()
    };
    let image = Image::new(stream, &settings).map_err(|e| e.to_string())?;
    let (columns, rows) = (image.width() as usize, image.height() as usize);
    size.holds(columns, rows, image.original_bit_depth())?;
    if image.color_space().num_channels() != 1 || image.has_alpha() {
        return Err("it has more than one component".into());
    }
    let mut context = DecoderContext::default();
    let decoded = image.decode(&mut context).map_err(|e| e.to_string())?;
    let [component] = decoded.components() else {
        return Err("it has more than one component".into());
    };
    // Without loss the samples are whole numbers; those that were rounded away from them are put back.
    let samples = component.samples().iter();
    size.put(samples.map(|sample| sample.round() as u16), into);
    Ok(())
}

/// Unpacks a frame of JPEG-LS as one of JPEG 2000.
fn of_jpeg_ls(head: &jpeg_ls::Head<'_>, size: FrameSize, into: &mut Vec<u8>) -> Result<(), String> {
    size.holds(head.columns, head.rows, head.bits)?;
    size.put(head.decode()?.into_iter(), into);
    Ok(())
}

/// Whether the wavelet of a codestream is the reversible one (5-3), by its coding style, which stands in the main header
/// (ISO/IEC 15444-1, A.6.1).
fn is_reversible(stream: &[u8]) -> bool {
    const CODING_STYLE: [u8; 2] = [0xff, 0x52];
    const TILE: [u8; 2] = [0xff, 0x90];
    /// From the marker to the wavelet: marker, length, style, order, layers, colours, levels, two sides of a block, its style.
    const WAVELET: usize = 2 + 2 + 1 + 1 + 2 + 1 + 1 + 1 + 1 + 1;
    let mut rest = stream.get(2..).unwrap_or(&[]);
    while let Some(marker) = rest.first_chunk::<2>() {
        if *marker == CODING_STYLE {
            return rest.get(WAVELET) == Some(&1);
        }
        let length = rest.get(2..4).map(|n| u16::from_be_bytes([n[0], n[1]]));
        let (Some(length), false) = (length, *marker == TILE) else {
            break;
        };
        rest = rest.get(2 + usize::from(length)..).unwrap_or(&[]);
    }
    false
}
