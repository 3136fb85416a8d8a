//! Whether the lengths that a DICOM file declares are within it.
//!
//! The parser takes memory for a value before it reads it: 370 bytes that declare four gigabytes would take them. So all elements are
//! gone through once by the same parser, without their values.

use std::io::Cursor;

use dicom_parser::StatefulDecode as _;
use dicom_parser::dataset::LazyDataToken;
use dicom_parser::dataset::lazy_read::LazyDataSetReader;
use dicom_transfer_syntax_registry::entries::{
    EXPLICIT_VR_BIG_ENDIAN, EXPLICIT_VR_LITTLE_ENDIAN, IMPLICIT_VR_LITTLE_ENDIAN,
};

use super::image::{Fault, fault};

/// The element with the pixels.
const PIXEL_DATA: dicom_object::Tag = dicom_object::Tag(0x7FE0, 0x0010);
/// Elements and items of a file at most: each takes some hundred bytes when it is read.
const MAX_ELEMENTS: usize = 4_000_000;
/// Bytes of all values at most, but for those of the pixels: each of the texts in them is an object of its own.
const MAX_DETAILS: u64 = 128 << 20;

/// Compares every declared length with the bytes that are left: the parser takes memory for a value before it reads it. The data set
/// begins at `start`.
pub(super) fn check(bytes: &[u8], syntax: &str, start: usize) -> Result<(), Fault> {
    let cut = |at: u64, length: u32| -> Fault {
        let left = (bytes.len() as u64).saturating_sub(at);
        let reason = format!("{length} bytes are declared, {left} are left");
        (format!("byte {at}"), reason)
    };
    let syntax = match syntax {
        "1.2.840.10008.1.2" => IMPLICIT_VR_LITTLE_ENDIAN.erased(),
        "1.2.840.10008.1.2.2" => EXPLICIT_VR_BIG_ENDIAN.erased(),
        // Compressed pixels stand in a data set of this syntax.
        _ => EXPLICIT_VR_LITTLE_ENDIAN.erased(),
    };
    let mut source = Cursor::new(bytes);
    source.set_position(start as u64);
    let malformed = |e: &dyn std::error::Error| ("data set".to_owned(), e.to_string());
    let mut reader = LazyDataSetReader::new_with_ts(source, &syntax).map_err(|e| malformed(&e))?;
    let (mut elements, mut details) = (0, 0);
    while let Some(token) = reader.advance() {
        elements += 1;
        if elements > MAX_ELEMENTS {
            return fault("data set", format!("more than {MAX_ELEMENTS} elements"));
        }
        let (length, decoder) = match token.map_err(|e| malformed(&e))? {
            LazyDataToken::LazyValue { header, decoder } => {
                if header.tag != PIXEL_DATA {
                    details += u64::from(header.len.0);
                }
                (header.len.0, decoder)
            }
            LazyDataToken::LazyItemValue { len, decoder } => (len, decoder),
            _ => continue,
        };
        let at = decoder.position();
        if u64::from(length) > (bytes.len() as u64).saturating_sub(at) {
            return Err(cut(at, length));
        }
        if details > MAX_DETAILS {
            return fault(
                "data set",
                format!("more than {MAX_DETAILS} bytes of details"),
            );
        }
        decoder.skip_bytes(length).map_err(|e| malformed(&e))?;
    }
    Ok(())
}

/// The transfer syntax that the head of a file names, and where its data set begins.
pub(super) fn head(bytes: &[u8]) -> Result<(String, usize), Fault> {
    const MARK: &[u8] = b"DICM";
    const LONG: [&[u8]; 13] = [
        b"OB", b"OD", b"OF", b"OL", b"OV", b"OW", b"SQ", b"SV", b"UC", b"UN", b"UR", b"UT", b"UV",
    ];
    let word = |at: usize| Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?));
    let long = |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?));
    let mut at = match bytes.get(128..132) {
        Some(MARK) => 132,
        _ if bytes.starts_with(MARK) => 4,
        _ => return fault("start", "the mark of DICOM is missing"),
    };
    let mut syntax = String::new();
    while word(at) == Some(2) {
        let cut = || (format!("byte {at}"), "the head is cut off".to_owned());
        let is_long = bytes
            .get(at + 4..at + 6)
            .is_some_and(|vr| LONG.contains(&vr));
        let (length, value) = if is_long {
            (long(at + 8).map(|n| n as usize), at + 12)
        } else {
            (word(at + 6).map(usize::from), at + 8)
        };
        let end = length.and_then(|n| value.checked_add(n));
        let content = end.and_then(|end| bytes.get(value..end)).ok_or_else(cut)?;
        if word(at + 2) == Some(0x0010) {
            let text = String::from_utf8_lossy(content);
            syntax = text.trim_end_matches(['\0', ' ']).to_owned();
        }
        at = value + content.len();
    }
    Ok((syntax, at))
}
