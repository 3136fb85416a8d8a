//! Headers of the pages of a Parquet file.

use std::io::{self, Read};

/// Structures within structures of a page's header, at most.
const DEEPEST: u32 = 8;

/// Types of the fields that the reader of files knows, from the first on: 5 is a number, 12 a structure, 1 true or false. It goes by their numbers and takes them
/// for what they should be; with other types it would read another header than is read here.
const OF_HEADER: [u8; 8] = [5, 5, 5, 5, 12, 12, 12, 12];
const OF_DICTIONARY: [u8; 3] = [5, 5, 1];
const OF_FIRST_VERSION: [u8; 4] = [5; 4];
const OF_SECOND_VERSION: [u8; 7] = [5, 5, 5, 5, 5, 5, 1];

/// Encoding by which a value says how many bytes of the one before it begins with (Parquet's `Encoding`).
pub(super) const DELTA_BYTE_ARRAY: u64 = 7;

/// The header of a page.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Header {
    /// 0 and 3: values; 1: an index; 2: a dictionary.
    pub kind: u64,
    /// Bytes behind the header.
    pub packed: u64,
    pub unpacked: u64,
    pub values: u64,
    pub encoding: u64,
    /// Bytes right behind the header that are not compressed, in two parts (pages of the second version).
    pub levels: [u64; 2],
    /// Whether nothing of it is compressed, whatever its column is.
    pub plain: bool,
}

impl Header {
    /// Bytes of what is compressed, as they are in the file and as they are said to become.
    pub fn compressed(&self) -> (u64, u64) {
        let levels = self.levels[0].saturating_add(self.levels[1]);
        let behind = |bytes: u64| bytes.saturating_sub(levels);
        (behind(self.packed), behind(self.unpacked))
    }
}

/// Reads Thrift's compact protocol, in which headers are written (`PageHeader` of parquet.thrift).
pub(super) struct Compact<R> {
    pub from: R,
    /// Bytes that have been read.
    pub read: u64,
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

    /// A number with a sign, of 32 bits, which must not be below zero: of a longer one the reader of files takes the end.
    fn size(&mut self) -> io::Result<u64> {
        let number = self.number()?;
        let size = number >> 1;
        match number & 1 == 0 && i32::try_from(size).is_ok() {
            true => Ok(size),
            false => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// The next field of a structure, of which those that are known have these types: its number and its type; nothing at the end.
    fn field(&mut self, last: u64, known: &[u8]) -> io::Result<Option<(u64, u8)>> {
        let byte = self.byte()?;
        let (number, kind) = match (byte >> 4, byte & 0x0f) {
            (_, 0) => return Ok(None),
            (0, kind) => (self.size()?, kind),
            (step, kind) => (last + u64::from(step), kind),
        };
        // A longer number would be another one to the reader of files.
        let short = i16::try_from(number).map_err(|_| io::ErrorKind::InvalidData)?;
        let place = usize::try_from(short).ok().and_then(|n| n.checked_sub(1));
        let fits = match place.and_then(|place| known.get(place)) {
            Some(1) => matches!(kind, 1 | 2),
            Some(known) => kind == *known,
            None => true,
        };
        match fits {
            true => Ok(Some((number, kind))),
            false => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// The header that begins here.
    pub fn header(&mut self) -> io::Result<Header> {
        let mut header = Header::default();
        let mut number = 0;
        let (mut sized, mut described) = (0, 0);
        while let Some((field, kind)) = self.field(number, &OF_HEADER)? {
            number = field;
            match (field, kind) {
                (1, 5) => header.kind = self.size()?,
                (2, 5) => (header.unpacked, sized) = (self.size()?, sized + 1),
                (3, 5) => (header.packed, sized) = (self.size()?, sized + 1),
                (5 | 8, 12) => {
                    described += 1;
                    self.values(&mut header, field == 8)?;
                }
                (7, 12) => self.structure(&OF_DICTIONARY, DEEPEST)?,
                (_, kind) => self.skip(kind, DEEPEST)?,
            }
        }
        match (sized, described) {
            (2, 0 | 1) => Ok(header),
            _ => Err(io::ErrorKind::InvalidData.into()),
        }
    }

    /// The header of a page of values. How they are encoded says the second field in pages of the first version, the fourth in those of the second.
    fn values(&mut self, header: &mut Header, second: bool) -> io::Result<()> {
        let (encoding, known) = match second {
            true => (4, OF_SECOND_VERSION.as_slice()),
            false => (2, OF_FIRST_VERSION.as_slice()),
        };
        let mut number = 0;
        while let Some((field, kind)) = self.field(number, known)? {
            number = field;
            match (field, kind) {
                (1, 5) => header.values = self.size()?,
                (field, 5) if field == encoding => header.encoding = self.size()?,
                (5, 5) if second => header.levels[0] = self.size()?,
                (6, 5) if second => header.levels[1] = self.size()?,
                (7, 1 | 2) if second => header.plain = kind == 2,
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
            12 => self.structure(&[], deeper()?)?,
            _ => return Err(io::ErrorKind::InvalidData.into()),
        }
        Ok(())
    }

    /// Passes over a structure of which the fields that are known have these types.
    fn structure(&mut self, known: &[u8], deepest: u32) -> io::Result<()> {
        let mut number = 0;
        while let Some((field, kind)) = self.field(number, known)? {
            number = field;
            self.skip(kind, deepest)?;
        }
        Ok(())
    }

    /// Passes over a value of a list. True and false, which are a byte there, are in no header, and the reader of files passes over none.
    fn element(&mut self, kind: u8, deepest: u32) -> io::Result<()> {
        match kind {
            1 | 2 => Err(io::ErrorKind::InvalidData.into()),
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
    use super::*;

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
            levels: [0; 2],
            plain: false,
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

    #[test]
    fn no_header_is_read_otherwise_than_the_reader_of_files_does() {
        let said = |more: &[u8]| {
            // Type and sizes.
            let head = [0x15, 0x00, 0x15, 0x90, 0x03, 0x15, 0x14];
            let header = [&head[..], more, &[0]].concat();
            Compact {
                from: &header[..],
                read: 0,
            }
            .header()
        };
        for sound in [
            [].as_slice(),
            // A dictionary of 1 value, plain, in order.
            &[0x4c, 0x15, 0x02, 0x15, 0x00, 0x11, 0x00],
            // No values, by the first version or the second.
            &[0x2c, 0x00],
            &[0x5c, 0x00],
            // A list of two numbers in a field that no one knows.
            &[0x69, 0x25, 0x02, 0x04],
        ] {
            assert!(said(sound).is_ok(), "{sound:x?}");
        }
        for other in [
            // The size once more, as 64 bits and as field 65,538.
            [0x06, 0x04, 0x02].as_slice(),
            &[0x05, 0x84, 0x80, 0x08, 0x02],
            // A dictionary that is a number, and one in which a number is a text.
            &[0x45, 0x02],
            &[0x4c, 0x18, 0x01, b'x', 0x00],
            // Levels of 2^32 bytes, which are none in 32 bits.
            &[0x5c, 0x55, 0x80, 0x80, 0x80, 0x80, 0x20, 0x00],
            // Values by both versions.
            &[0x2c, 0x00, 0x3c, 0x00],
            // A list of one that is true.
            &[0x69, 0x11, 0x01],
        ] {
            assert!(said(other).is_err(), "{other:x?}");
        }
    }

    #[test]
    fn pages_of_the_second_version_say_what_of_them_is_not_compressed() {
        let said = |compressed: u8| {
            // Type, sizes, then 3 values, 1 of them none, of 3 rows, plain, with 6 and 2 bytes of levels.
            let header = [
                0x15, 0x06, 0x15, 0x90, 0x03, 0x15, 0x14, 0x5c, 0x15, 0x06, 0x15, 0x02, 0x15, 0x06,
                0x15, 0x00, 0x15, 0x0c, 0x15, 0x04, compressed, 0x00, 0x00,
            ];
            let mut reader = Compact {
                from: &header[..],
                read: 0,
            };
            let found = reader.header().expect("a header");
            assert_eq!(reader.read, header.len() as u64);
            found
        };
        let expected = Header {
            kind: 3,
            packed: 10,
            unpacked: 200,
            values: 3,
            encoding: 0,
            levels: [6, 2],
            plain: true,
        };
        assert_eq!(said(0x12), expected);
        assert!(!said(0x11).plain);
    }
}
