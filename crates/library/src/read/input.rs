//! From a file to lines of text: limits, gzip and character encodings.

use std::cell::Cell;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::rc::Rc;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE};
use encoding_rs_io::DecodeReaderBytesBuilder;
use flate2::bufread::MultiGzDecoder;

use super::error::Reason;
use super::options::Limits;
use crate::bytes::decode;

/// How much of a file is looked at to tell what it is.
const HEAD: u64 = 16 * 1024;
/// Unpacked bytes below which the compression ratio is not judged: short, repetitive texts compress very well.
const RATIO_FROM: u64 = 16 << 20;

/// UTF-16 by its byte order mark or, without one, by every other byte of a text being zero.
pub(super) fn utf16(head: &[u8]) -> Option<&'static Encoding> {
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

/// What an archive gives of one file, under limits on its size and on the ratio of unpacked to packed bytes.
pub(crate) struct Bounded<R> {
    inner: R,
    read: u64,
    packed: u64,
    most: u64,
    ratio: u64,
}

impl<R: Read> Bounded<R> {
    pub(crate) fn new(inner: R, packed: u64, most: u64, ratio: u64) -> Self {
        Bounded {
            inner,
            read: 0,
            packed: packed.max(1),
            most,
            ratio,
        }
    }

    /// Bytes that were read.
    pub(crate) fn read_so_far(&self) -> u64 {
        self.read
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.inner.read(buf)?;
        self.read += n as u64;
        if self.read > self.most {
            let limit = self.most;
            let what = "unpacked content";
            return Err(Stop(Reason::TooLarge { what, limit }).into_io());
        }
        if self.read > RATIO_FROM && self.read / self.packed > self.ratio {
            return Err(Stop(Reason::SuspiciousCompression { ratio: self.ratio }).into_io());
        }
        Ok(n)
    }
}

/// What a parser reads that holds a record until its end: no more than a record's limit between two resets.
pub(crate) struct Metered<'a> {
    reader: &'a mut dyn BufRead,
    since: Meter,
    what: &'static str,
    limit: u64,
}

/// Counts the bytes since the last record.
#[derive(Clone, Default)]
pub(crate) struct Meter(Rc<Cell<u64>>);

impl Meter {
    /// A record was read.
    pub(crate) fn reset(&self) {
        self.0.set(0);
    }
}

impl<'a> Metered<'a> {
    pub(crate) fn new(reader: &'a mut dyn BufRead, what: &'static str, limit: u64) -> Self {
        Metered {
            reader,
            since: Meter::default(),
            what,
            limit,
        }
    }

    /// The counter, for who takes records off the parser.
    pub(crate) fn meter(&self) -> Meter {
        self.since.clone()
    }
}

impl Read for Metered<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let n = self.reader.read(buf)?;
        let since = self.since.0.get() + n as u64;
        self.since.0.set(since);
        if since > self.limit {
            let (what, limit) = (self.what, self.limit);
            return Err(Stop(Reason::TooLarge { what, limit }).into_io());
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
