//! The file of an index of words: lists of documents in blocks of neighbouring words, the documents themselves, and where each block lies.
//!
//! Every part has a sum (CRC-32), so that a bit that flipped is noticed by whoever reads it: a word that is not in the block in which it would stand
//! is in no document. What is read is never larger than the file.
//!
//! ```text
//! blocks       for each word: letters shared with the one before, the others, its documents (0: it was left out), bytes, postings
//! documents    for each: the step from the key before, its words
//! sums         for each: the sum of what the library stores of it, 8 bytes
//! directory    for each block: its first word, where it begins, its bytes
//! tail         `TAIL` bytes: where the parts lie, how many documents, the index's number, the version
//! ```

use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};

use flate2::Crc;

use super::fault::Fault;
use super::postings::{Posting, number, put_number, take, unpack};

/// Changes when what is kept does.
const VERSION: u32 = 1;
/// Marks such a file, at its end.
const MAGIC: &[u8; 8] = b"CAtlWord";
/// Bytes of the tail: three parts by place and length, documents, the number of the index, version, its sum, the mark.
const TAIL: usize = 3 * 16 + 8 + 16 + 4 + 4 + MAGIC.len();
/// A block is ended when it has so many bytes.
const BLOCK: usize = 32 << 10;
/// A word whose documents take so many bytes has a block of its own.
const LONG: usize = 8 << 10;

/// A document of an index.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document {
    /// Its key in the library.
    pub key: i64,
    /// Words of its title and text.
    pub words: u32,
    /// The sum of what the library stores of it, where it has one.
    pub sum: Option<i64>,
}

/// A part of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Part {
    at: u64,
    length: u64,
}

/// Writes an index, word after word.
pub struct Writer<W> {
    to: W,
    at: u64,
    block: Vec<u8>,
    first: Vec<u8>,
    last: Vec<u8>,
    directory: Vec<u8>,
}

impl<W: Write> Writer<W> {
    pub fn new(to: W) -> Self {
        Self {
            to,
            at: 0,
            block: Vec::new(),
            first: Vec::new(),
            last: Vec::new(),
            directory: Vec::new(),
        }
    }

    /// Appends a word, which stands behind all in the order of their bytes, with its packed documents; none where it is left out.
    pub fn put(&mut self, word: &[u8], (count, postings): (u32, &[u8])) -> io::Result<()> {
        if postings.len() >= LONG || self.block.len() >= BLOCK {
            self.end_block()?;
        }
        let mut shared = 0;
        if self.block.is_empty() {
            self.first = word.to_owned();
        } else {
            let same = self.last.iter().zip(word).take_while(|(a, b)| a == b);
            shared = same.count();
        }
        put_number(&mut self.block, shared as u64);
        put_number(&mut self.block, (word.len() - shared) as u64);
        self.block.extend_from_slice(&word[shared..]);
        put_number(&mut self.block, u64::from(count));
        put_number(&mut self.block, postings.len() as u64);
        self.block.extend_from_slice(postings);
        self.last = word.to_owned();
        if postings.len() >= LONG {
            self.end_block()?;
        }
        Ok(())
    }

    fn end_block(&mut self) -> io::Result<()> {
        if self.block.is_empty() {
            return Ok(());
        }
        let block = std::mem::take(&mut self.block);
        let part = self.part(&block)?;
        put_number(&mut self.directory, self.first.len() as u64);
        self.directory.extend_from_slice(&self.first);
        put_number(&mut self.directory, part.at);
        put_number(&mut self.directory, part.length);
        self.block = block;
        self.block.clear();
        Ok(())
    }

    /// Writes bytes with their sum.
    fn part(&mut self, bytes: &[u8]) -> io::Result<Part> {
        self.to.write_all(bytes)?;
        self.to.write_all(&sum(bytes).to_le_bytes())?;
        let part = Part {
            at: self.at,
            length: bytes.len() as u64,
        };
        self.at += part.length + 4;
        Ok(part)
    }

    /// Ends the file: its documents by ascending key, and the number by which this index is known.
    pub fn finish(mut self, documents: &[Document], id: [u8; 16]) -> io::Result<W> {
        self.end_block()?;
        let (mut packed, mut before) = (Vec::new(), 0);
        for document in documents {
            put_number(&mut packed, document.key.wrapping_sub(before) as u64);
            put_number(&mut packed, u64::from(document.words));
            before = document.key;
        }
        let packed = self.part(&packed)?;
        let sums = documents.iter().flat_map(|document| {
            // None is never taken for the same.
            document.sum.unwrap_or_default().to_le_bytes()
        });
        let sums: Vec<u8> = sums.collect();
        let sums = self.part(&sums)?;
        let directory = std::mem::take(&mut self.directory);
        let directory = self.part(&directory)?;
        let mut tail = Vec::with_capacity(TAIL);
        for part in [packed, sums, directory] {
            tail.extend_from_slice(&part.at.to_le_bytes());
            tail.extend_from_slice(&part.length.to_le_bytes());
        }
        tail.extend_from_slice(&(documents.len() as u64).to_le_bytes());
        tail.extend_from_slice(&id);
        tail.extend_from_slice(&VERSION.to_le_bytes());
        tail.extend_from_slice(&sum(&tail).to_le_bytes());
        tail.extend_from_slice(MAGIC);
        self.to.write_all(&tail)?;
        self.to.flush()?;
        Ok(self.to)
    }
}

/// An index that is there.
pub struct Reader {
    file: File,
    /// The number by which this index is known.
    pub id: [u8; 16],
    /// First words and places of the blocks, in the order of their words.
    blocks: Vec<(Box<[u8]>, Part)>,
    sums: Part,
    documents: u32,
}

impl Reader {
    /// Opens an index. Returns keys and words of its documents with it, by ascending key.
    pub fn open(mut file: File) -> Result<(Self, Vec<i64>, Vec<u32>), Fault> {
        let size = file.seek(SeekFrom::End(0))?;
        let Some(at) = size.checked_sub(TAIL as u64) else {
            return Err(Fault::Damaged("it is too short"));
        };
        let mut tail = [0; TAIL];
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(&mut tail)?;
        let summed = TAIL - MAGIC.len() - 4;
        if tail[summed + 4..] != *MAGIC
            || tail[summed..summed + 4] != sum(&tail[..summed]).to_le_bytes()
        {
            return Err(Fault::Damaged("its end is not that of an index of words"));
        }
        let number_at = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&tail[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        let part = |n: usize| Part {
            at: number_at(16 * n),
            length: number_at(16 * n + 8),
        };
        if tail[summed - 4..summed] != VERSION.to_le_bytes() {
            return Err(Fault::Damaged("it is of another version"));
        }
        let mut id = [0; 16];
        id.copy_from_slice(&tail[56..72]);
        let documents = u32::try_from(number_at(48));
        let documents = documents.map_err(|_| Fault::Damaged("it has too many documents"))?;
        let (keys, words) = keys_and_words(&read(&mut file, size, part(0))?, documents)
            .ok_or(Fault::Damaged("its list of documents cannot be read"))?;
        let blocks = directory(&read(&mut file, size, part(2))?)
            .ok_or(Fault::Damaged("its list of words cannot be read"))?;
        let reader = Self {
            file,
            id,
            blocks,
            sums: part(1),
            documents,
        };
        Ok((reader, keys, words))
    }

    /// The sums of what the library stores of the documents, by ascending key.
    pub fn sums(&mut self) -> Result<Vec<i64>, Fault> {
        let bytes = self.read(self.sums)?;
        let (sums, _) = bytes.as_chunks::<8>();
        if sums.len() != self.documents as usize {
            return Err(Fault::Damaged("sums of documents are missing"));
        }
        Ok(sums.iter().map(|sum| i64::from_le_bytes(*sum)).collect())
    }

    /// Calls `each` with the postings of every word that begins so, or of this word alone: of the first, the next and so on.
    pub fn postings(
        &mut self,
        word: &[u8],
        begins: bool,
        mut each: impl FnMut(Posting),
    ) -> Result<(), Fault> {
        // Words of the block before may come behind the first word of this one only if they are that word.
        let behind = self.blocks.partition_point(|(first, _)| **first <= *word);
        for n in behind.saturating_sub(1)..self.blocks.len() {
            let (first, part) = &self.blocks[n];
            let is_past = **first > *word && !(begins && first.starts_with(word));
            if is_past {
                break;
            }
            let bytes = self.read(*part)?;
            let unreadable = Fault::Damaged("a list of documents cannot be read");
            match block(&bytes, word, begins, self.documents, &mut each) {
                Some(true) => {}
                Some(false) => return Err(Fault::LeftOut),
                None => return Err(unreadable),
            }
        }
        Ok(())
    }

    /// Reads the whole file, so that whatever is damaged in it is noticed.
    pub fn check(&mut self) -> Result<(), Fault> {
        for n in 0..self.blocks.len() {
            self.read(self.blocks[n].1)?;
        }
        self.sums().map(drop)
    }

    /// Bytes of the file.
    pub fn size(&self) -> io::Result<u64> {
        self.file.metadata().map(|file| file.len())
    }

    fn read(&mut self, part: Part) -> Result<Vec<u8>, Fault> {
        let size = self.size()?;
        read(&mut self.file, size, part)
    }
}

/// Reads a part of a file of this size, which must have its sum.
fn read(file: &mut File, size: u64, part: Part) -> Result<Vec<u8>, Fault> {
    let whole = part.length.checked_add(4);
    let end = whole.and_then(|length| part.at.checked_add(length));
    if end.is_none_or(|end| end > size) {
        return Err(Fault::Damaged("a part of it is missing"));
    }
    let mut bytes = vec![0; part.length as usize + 4];
    file.seek(SeekFrom::Start(part.at))?;
    file.read_exact(&mut bytes)?;
    let kept = bytes.split_off(part.length as usize);
    if kept != sum(&bytes).to_le_bytes() {
        return Err(Fault::Damaged("bits in it have flipped"));
    }
    Ok(bytes)
}

/// Calls `each` with the postings of the words of a block that are asked for. False where one of them was left out; nothing if it is damaged.
fn block(
    mut bytes: &[u8],
    asked: &[u8],
    begins: bool,
    slots: u32,
    each: &mut impl FnMut(Posting),
) -> Option<bool> {
    let mut word: Vec<u8> = Vec::new();
    while !bytes.is_empty() {
        let shared = usize::try_from(number(&mut bytes)?).ok()?;
        if shared > word.len() {
            return None;
        }
        word.truncate(shared);
        let length = number(&mut bytes)?;
        word.extend_from_slice(take(&mut bytes, length)?);
        let count = u32::try_from(number(&mut bytes)?).ok()?;
        let length = number(&mut bytes)?;
        let packed = take(&mut bytes, length)?;
        let is_asked = word == asked || begins && word.starts_with(asked);
        if is_asked && count == 0 {
            return Some(false);
        }
        if is_asked {
            unpack(packed, count, slots, &mut *each)?;
        } else if word.as_slice() > asked {
            break;
        }
    }
    Some(true)
}

fn keys_and_words(mut bytes: &[u8], documents: u32) -> Option<(Vec<i64>, Vec<u32>)> {
    // Each takes two bytes at least.
    let room = (documents as usize).min(bytes.len() / 2);
    let (mut keys, mut words) = (Vec::with_capacity(room), Vec::with_capacity(room));
    let mut key = 0_i64;
    for n in 0..documents {
        let step = number(&mut bytes)?;
        if n > 0 && (step == 0 || step > i64::MAX as u64) {
            return None;
        }
        key = key.wrapping_add(step as i64);
        keys.push(key);
        words.push(u32::try_from(number(&mut bytes)?).ok()?);
    }
    (bytes.is_empty() && keys.is_sorted()).then_some((keys, words))
}

fn directory(mut bytes: &[u8]) -> Option<Vec<(Box<[u8]>, Part)>> {
    let mut blocks = Vec::new();
    while !bytes.is_empty() {
        let length = number(&mut bytes)?;
        let first = take(&mut bytes, length)?.into();
        let at = number(&mut bytes)?;
        let length = number(&mut bytes)?;
        blocks.push((first, Part { at, length }));
    }
    blocks.is_sorted_by(|a, b| a.0 < b.0).then_some(blocks)
}

/// The sum of bytes (CRC-32).
fn sum(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}
