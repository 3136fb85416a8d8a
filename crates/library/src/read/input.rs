//! From a file to lines of text: limits, gzip, character encodings, and a look at the content before its name is believed.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use encoding_rs_io::DecodeReaderBytesBuilder;
use flate2::bufread::MultiGzDecoder;

use super::{Limits, Reason};

/// How much of a file is looked at to tell what it is.
const HEAD: u64 = 16 * 1024;
/// Unpacked bytes below which the compression ratio is not judged: short, repetitive texts compress very well.
const RATIO_FROM: u64 = 16 << 20;

/// What the first bytes of a file look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Content {
    Empty,
    Pdf,
    Gzip,
    Ris,
    Nbib,
    JsonLines,
    /// Text of no more special kind.
    Text,
    /// A known kind of file that is not read, by its name.
    Other(&'static str),
    Binary,
}

impl Content {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Content::Empty => "empty",
            Content::Pdf => "a PDF",
            Content::Gzip => "gzip data",
            Content::Ris => "RIS records",
            Content::Nbib => "NBIB (MEDLINE) records",
            Content::JsonLines => "JSON lines",
            Content::Text => "plain text",
            Content::Other(name) => name,
            Content::Binary => "binary data",
        }
    }
}

/// Bytes with which kinds of files that are not read begin.
const MAGIC: &[(&[u8], &str)] = &[
    (b"PK\x03\x04", "a ZIP archive (DOCX, XLSX, EPUB …)"),
    (b"\xD0\xCF\x11\xE0", "an old Microsoft Office file"),
    (
        b"SQLite format 3\0",
        "an SQLite database (a library is opened, not imported)",
    ),
    (b"{\\rtf", "rich text (RTF)"),
    (b"\x89PNG", "a PNG picture"),
    (b"\xFF\xD8\xFF", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"II*\0", "a TIFF picture"),
    (b"MM\0*", "a TIFF picture"),
    (b"\x7FELF", "a program"),
    (b"MZ\x90", "a program"),
    (b"BZh", "bzip2 data"),
    (b"\xFD7zXZ", "xz data"),
    (b"\x28\xB5\x2F\xFD", "Zstandard data"),
    (b"7z\xBC\xAF", "a 7-Zip archive"),
];

/// Tells what `head`, the first bytes of a file, look like.
pub(crate) fn sniff(head: &[u8]) -> Content {
    if head.is_empty() {
        return Content::Empty;
    }
    if head.starts_with(b"\x1F\x8B") {
        return Content::Gzip;
    }
    // A PDF header may stand a little way into the file.
    if head[..head.len().min(1024)]
        .windows(5)
        .any(|window| window == b"%PDF-")
        && !looks_like_prose_before_pdf(head)
    {
        return Content::Pdf;
    }
    if let Some((_, name)) = MAGIC.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Content::Other(name);
    }
    let wide = utf16(head);
    let text = match wide {
        Some(encoding) => encoding.decode(&head[..head.len() & !1]).0,
        None => String::from_utf8_lossy(head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head)),
    };
    let controls = match wide {
        Some(_) => text
            .chars()
            .filter(|c| c.is_control() && !matches!(c, '\t' | '\n' | '\r' | '\x0C'))
            .count(),
        None => head
            .iter()
            .filter(|b| **b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C))
            .count(),
    };
    let holds_nul = wide.is_none() && head.contains(&0);
    if holds_nul || controls * 50 > head.len() {
        return Content::Binary;
    }
    let start = text.trim_start();
    if start.is_empty() {
        return Content::Empty;
    }
    let lower: String = start
        .chars()
        .take(64)
        .collect::<String>()
        .to_ascii_lowercase();
    if lower.starts_with("<!doctype html") || lower.starts_with("<html") {
        return Content::Other("HTML");
    }
    if lower.starts_with("<?xml") {
        return Content::Other("XML");
    }
    let mut lines = text
        .lines()
        .map(str::trim_end)
        .filter(|line| !line.trim().is_empty())
        .take(20);
    if lines
        .clone()
        .any(|line| super::tagged::ris_tag(line).is_some_and(|(tag, _)| tag == "TY"))
    {
        return Content::Ris;
    }
    if lines.any(|line| {
        super::tagged::nbib_tag(line).is_some_and(|(tag, value)| tag == "PMID" && is_number(value))
    }) {
        return Content::Nbib;
    }
    if start.starts_with('{') && start[1..].trim_start().starts_with(['"', '}']) {
        return Content::JsonLines;
    }
    Content::Text
}

fn is_number(value: &str) -> bool {
    !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit())
}

/// Whether `%PDF-` merely occurs in a text: then it does not stand at the beginning of a line near the start.
fn looks_like_prose_before_pdf(head: &[u8]) -> bool {
    let at = head
        .windows(5)
        .position(|window| window == b"%PDF-")
        .unwrap_or(0);
    at > 0
        && !matches!(head[at - 1], b'\n' | b'\r')
        && std::str::from_utf8(&head[..at]).is_ok_and(|text| text.contains(' '))
}

/// UTF-16 by its byte order mark or, without one, by every other byte of a text being zero.
fn utf16(head: &[u8]) -> Option<&'static Encoding> {
    if head.starts_with(b"\xFF\xFE") {
        return Some(UTF_16LE);
    }
    if head.starts_with(b"\xFE\xFF") {
        return Some(UTF_16BE);
    }
    let sample = &head[..head.len().min(512) & !1];
    if sample.len() < 8 {
        return None;
    }
    let zeros = |offset: usize| {
        sample
            .iter()
            .skip(offset)
            .step_by(2)
            .filter(|b| **b == 0)
            .count()
    };
    let (even, odd, half) = (zeros(0), zeros(1), sample.len() / 2);
    match () {
        () if even == 0 && odd * 10 >= half * 9 => Some(UTF_16LE),
        () if odd == 0 && even * 10 >= half * 9 => Some(UTF_16BE),
        () => None,
    }
}

/// The first bytes of a reader, and the reader with them in front again.
pub(crate) type Peeked<R> = (Vec<u8>, io::Chain<Cursor<Vec<u8>>, R>);

/// Takes the first bytes off a reader and puts them back in front.
pub(crate) fn peek<R: Read>(mut reader: R) -> io::Result<Peeked<R>> {
    let mut head = Vec::new();
    reader.by_ref().take(HEAD).read_to_end(&mut head)?;
    Ok((head.clone(), Cursor::new(head).chain(reader)))
}

/// Unpacks gzip under limits on the total and on the ratio of unpacked to packed bytes.
pub(crate) fn gunzip<R: Read>(packed: R, limits: &Limits) -> GzipGuard<R> {
    GzipGuard {
        inner: MultiGzDecoder::new(BufReader::new(Counted {
            inner: packed,
            read: 0,
        })),
        unpacked: 0,
        most: limits.unpacked_bytes,
        ratio: limits.gzip_ratio,
    }
}

pub(crate) struct Counted<R> {
    inner: R,
    read: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        self.read += n as u64;
        Ok(n)
    }
}

/// See [`gunzip`].
pub(crate) struct GzipGuard<R> {
    inner: MultiGzDecoder<BufReader<Counted<R>>>,
    unpacked: u64,
    most: u64,
    ratio: u64,
}

impl<R: Read> Read for GzipGuard<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self
            .inner
            .read(buf)
            .map_err(|error| Stop(Reason::Gzip(error.to_string())).into_io())?;
        self.unpacked += n as u64;
        if self.unpacked > self.most {
            return Err(Stop(Reason::TooLarge {
                what: "unpacked content",
                limit: self.most,
            })
            .into_io());
        }
        let packed = self.inner.get_ref().get_ref().read.max(1);
        if self.unpacked > RATIO_FROM && self.unpacked / packed > self.ratio {
            return Err(Stop(Reason::SuspiciousCompression { ratio: self.ratio }).into_io());
        }
        Ok(n)
    }
}

/// A reason on its way through `std::io::Error`, for readers inside of readers.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Stop(Reason);

impl Stop {
    fn into_io(self) -> io::Error {
        io::Error::other(self)
    }
}

/// The reason behind an I/O error, taken out again if one of our own readers put it in.
pub(crate) fn reason_of(error: io::Error) -> Reason {
    match error.downcast::<Stop>() {
        Ok(stop) => stop.0,
        Err(error) => Reason::Io(error),
    }
}

/// Turns UTF-16 (as seen in `head`) into UTF-8 and drops a byte order mark; other bytes pass unchanged.
pub(crate) fn to_utf8<'a>(head: &[u8], reader: impl Read + 'a) -> Box<dyn BufRead + 'a> {
    let mut decoder = DecodeReaderBytesBuilder::new();
    decoder
        .bom_sniffing(true)
        .strip_bom(true)
        .utf8_passthru(true);
    if let Some(encoding) = utf16(head) {
        decoder.encoding(Some(encoding));
    }
    Box::new(BufReader::with_capacity(64 * 1024, decoder.build(reader)))
}

/// Decodes bytes that should be UTF-8. Bytes that are not are taken as Windows-1252 (a superset of Latin-1), so that nothing is
/// lost; the second value is how many there were.
pub(crate) fn decode(bytes: &[u8]) -> (String, usize) {
    let mut text = String::with_capacity(bytes.len());
    let mut foreign = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            foreign += chunk.invalid().len();
            text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
        }
    }
    (text, foreign)
}

/// The sentence that tells a user about bytes that were not UTF-8.
pub(crate) fn encoding_warning(foreign: usize) -> String {
    format!(
        "{foreign} byte(s) are not valid UTF-8 and were read as Windows-1252 (Latin-1); check accented letters"
    )
}

/// One line of a file.
pub(crate) enum Line {
    /// A line without its line end; how many bytes were not UTF-8.
    Text(String, usize),
    /// A line longer than the limit, skipped to its end.
    TooLong,
}

/// Lines with their numbers, at most `limit` bytes each; a longer line is skipped, never held.
pub(crate) struct Lines<'a> {
    reader: Box<dyn BufRead + 'a>,
    limit: u64,
    /// Number of the line given last, from 1.
    pub(crate) number: u64,
    buffer: Vec<u8>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(reader: Box<dyn BufRead + 'a>, limit: u64) -> Self {
        Lines {
            reader,
            limit,
            number: 0,
            buffer: Vec::new(),
        }
    }

    /// The next line, or `None` at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
        self.buffer.clear();
        let read = self
            .reader
            .by_ref()
            .take(self.limit + 1)
            .read_until(b'\n', &mut self.buffer)?;
        if read == 0 {
            return Ok(None);
        }
        self.number += 1;
        if self.buffer.last() != Some(&b'\n') && read as u64 > self.limit {
            self.skip_to_line_end()?;
            return Ok(Some(Line::TooLong));
        }
        while matches!(self.buffer.last(), Some(b'\n' | b'\r')) {
            self.buffer.pop();
        }
        let (text, foreign) = decode(&self.buffer);
        Ok(Some(Line::Text(text, foreign)))
    }

    fn skip_to_line_end(&mut self) -> io::Result<()> {
        loop {
            let chunk = self.reader.fill_buf()?;
            if chunk.is_empty() {
                return Ok(());
            }
            match chunk.iter().position(|b| *b == b'\n') {
                Some(at) => {
                    self.reader.consume(at + 1);
                    return Ok(());
                }
                None => {
                    let all = chunk.len();
                    self.reader.consume(all);
                }
            }
        }
    }
}

/// Reads a whole text of at most `limit` bytes.
pub(crate) fn read_whole(
    reader: Box<dyn BufRead + '_>,
    what: &'static str,
    limit: u64,
) -> Result<(String, usize), Reason> {
    let mut bytes = Vec::new();
    reader
        .take(limit + 1)
        .read_to_end(&mut bytes)
        .map_err(reason_of)?;
    if bytes.len() as u64 > limit {
        return Err(Reason::TooLarge { what, limit });
    }
    if is_binary(&bytes) {
        return Err(Reason::Binary);
    }
    Ok(decode(&bytes))
}

/// Whether bytes beyond the head, already looked at, show that this is no text.
fn is_binary(bytes: &[u8]) -> bool {
    let controls = bytes
        .iter()
        .filter(|b| **b < 0x20 && !matches!(b, b'\t' | b'\n' | b'\r' | 0x0C))
        .count();
    controls * 50 > bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_is_told_from_its_first_bytes() {
        assert_eq!(sniff(b""), Content::Empty);
        assert_eq!(sniff(b" \n\t"), Content::Empty);
        assert_eq!(sniff(b"%PDF-1.7\n"), Content::Pdf);
        assert_eq!(sniff(b"The header %PDF-1.7 begins a file"), Content::Text);
        assert_eq!(sniff(b"TY  - JOUR\r\nTI  - x\r\n"), Content::Ris);
        assert_eq!(sniff(b"\xEF\xBB\xBFTY  - JOUR\n"), Content::Ris);
        assert_eq!(sniff(b"\nPMID- 123\nOWN - NLM\n"), Content::Nbib);
        assert_eq!(sniff(b"{\"id\": 1}\n"), Content::JsonLines);
        assert_eq!(sniff(b"{not json}"), Content::Text);
        assert_eq!(sniff(b"\x1f\x8b\x08"), Content::Gzip);
        assert_eq!(sniff(b"a\0b"), Content::Binary);
        assert!(matches!(sniff(b"PK\x03\x04rest"), Content::Other(_)));
        let wide: Vec<u8> = "TY  - JOUR\n"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        assert_eq!(sniff(&wide), Content::Ris);
    }

    #[test]
    fn foreign_bytes_are_kept_as_latin_1_beside_valid_utf_8() {
        let (text, foreign) = decode(b"na\xc3\xafve caf\xe9");
        assert_eq!((text.as_str(), foreign), ("naïve café", 1));
    }

    #[test]
    fn a_long_line_is_skipped_and_the_next_one_read() -> io::Result<()> {
        let data = [b"ab\n".as_slice(), &[b'x'; 500], b"\nlast"].concat();
        let mut lines = Lines::new(
            Box::new(BufReader::with_capacity(16, Cursor::new(data))),
            10,
        );
        assert!(matches!(lines.next()?, Some(Line::Text(text, 0)) if text == "ab"));
        assert!(matches!(lines.next()?, Some(Line::TooLong)));
        assert!(matches!(lines.next()?, Some(Line::Text(text, 0)) if text == "last"));
        assert_eq!(lines.number, 3);
        assert!(lines.next()?.is_none());
        Ok(())
    }
}
