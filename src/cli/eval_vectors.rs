//! What the model makes of many texts, kept in the user's cache folder: it takes a tenth of a second a text, and measurements are repeated.

use std::collections::HashMap;
use std::io::{Read as _, Seek as _, Write as _};
use std::path::Path;

use anyhow::Context as _;
use grounding::finding::EMBEDDING;
use grounding::{Grounder, TextInput};
use sha2::{Digest as _, Sha256};

use super::terminal::complain;

/// Bytes by which a text is known.
const HASH: usize = 32;
/// Numbers that are kept of a text: its vector, its point, the probability that it is about nothing in the torso.
const NUMBERS: usize = EMBEDDING + 4;
/// Bytes of a record: the hash and little-endian 32-bit floats.
const RECORD: usize = HASH + 4 * NUMBERS;
/// Texts that are read and kept together.
const TOGETHER: usize = 64;

/// What the model makes of a text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Made {
    /// Its vector.
    pub embedding: Vec<f32>,
    /// Its point, LPS mm.
    pub point_mm: [f32; 3],
    /// Probability that it is about nothing in the torso.
    pub outside_p: f32,
}

impl Made {
    fn from_numbers(numbers: &[f32]) -> Option<Self> {
        let (embedding, rest) = numbers.split_at_checked(EMBEDDING)?;
        let &[x, y, z, outside_p] = rest else {
            return None;
        };
        let finite = numbers.iter().all(|number| number.is_finite());
        finite.then(|| Self {
            embedding: embedding.to_vec(),
            point_mm: [x, y, z],
            outside_p,
        })
    }

    fn bytes(&self) -> impl Iterator<Item = u8> {
        let numbers = self.embedding.iter().chain(&self.point_mm);
        let numbers = numbers.chain(std::iter::once(&self.outside_p));
        numbers.flat_map(|number| number.to_le_bytes())
    }
}

/// A title, which may be empty, and a text.
pub(super) type Text<'t> = (&'t str, &'t str);

fn hash((title, text): Text<'_>) -> [u8; HASH] {
    let digest = Sha256::new()
        .chain_update((title.len() as u64).to_le_bytes())
        .chain_update(title)
        .chain_update(text);
    digest.finalize().into()
}

/// A name for a model that changes with any of its files but the card.
///
/// # Errors
/// If one cannot be read.
fn mark(model: &Path) -> anyhow::Result<String> {
    let entries = std::fs::read_dir(model)?.collect::<Result<Vec<_>, _>>()?;
    let mut files: Vec<_> = entries.iter().map(std::fs::DirEntry::path).collect();
    files.retain(|file| file.extension().is_none_or(|ending| ending != "md"));
    files.sort();
    let mut digest = Sha256::new();
    for file in files.iter().filter(|file| file.is_file()) {
        digest.update(file.file_name().unwrap_or_default().as_encoded_bytes());
        digest.update(std::fs::read(file)?);
    }
    Ok(format!("{:x}", digest.finalize())[..16].to_owned())
}

/// What the model makes of each text, in order: what is in the folder is taken from there, what is not is made and put there.
///
/// # Errors
/// If the folder cannot be read or written, or the model fails on a text.
pub(super) fn make(
    grounder: &Grounder,
    model: &Path,
    folder: &Path,
    texts: &[Text<'_>],
) -> anyhow::Result<Vec<Made>> {
    std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join(format!("{}.vectors", mark(model)?));
    let place = || path.display().to_string();
    let mut file = std::fs::OpenOptions::new();
    let file = file
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(&path);
    let mut file = file.with_context(place)?;
    let hashes: Vec<[u8; HASH]> = texts.iter().map(|text| hash(*text)).collect();
    let mut known = read(&mut file, &hashes).with_context(place)?;
    file.seek(std::io::SeekFrom::End(0)).with_context(place)?;
    let mut missing: Vec<usize> = (0..texts.len()).collect();
    missing.retain(|text| !known.contains_key(&hashes[*text]));
    for (chunk, members) in missing.chunks(TOGETHER).enumerate() {
        let inputs: Vec<TextInput<'_>> = members.iter().map(|text| input(texts[*text])).collect();
        let mut bytes = Vec::new();
        for (text, grounding) in members.iter().zip(grounder.ground(&inputs)?) {
            let size = grounding.embedding.len();
            anyhow::ensure!(
                size == EMBEDDING,
                "the model gives vectors of {size} numbers"
            );
            let made = Made {
                embedding: grounding.embedding,
                point_mm: grounding.point_mm,
                outside_p: grounding.outside_p,
            };
            bytes.extend(hashes[*text]);
            bytes.extend(made.bytes());
            known.insert(hashes[*text], made);
        }
        file.write_all(&bytes).with_context(place)?;
        let done = (chunk + 1) * TOGETHER;
        if done.is_multiple_of(8 * TOGETHER) {
            complain!("{done} of {} texts read by the model", missing.len());
        }
    }
    let made = hashes.iter().map(|hash| known.get(hash).cloned());
    made.collect::<Option<Vec<_>>>()
        .context("a text was left out")
}

/// A text as the model is given it.
pub(super) fn input<'t>((title, text): Text<'t>) -> TextInput<'t> {
    TextInput {
        id: None,
        title: (!title.is_empty()).then_some(title),
        text,
    }
}

/// The records that are wanted; one that was broken off at the end is cut away.
fn read(
    file: &mut std::fs::File,
    wanted: &[[u8; HASH]],
) -> anyhow::Result<HashMap<[u8; HASH], Made>> {
    let wanted: std::collections::HashSet<&[u8; HASH]> = wanted.iter().collect();
    let length = file.metadata()?.len();
    let whole = length / RECORD as u64;
    if length % RECORD as u64 != 0 {
        file.set_len(whole * RECORD as u64)?;
    }
    file.rewind()?;
    let mut records = std::io::BufReader::new(file);
    let mut known = HashMap::new();
    let mut record = [0; RECORD];
    for _ in 0..whole {
        records.read_exact(&mut record)?;
        let Some((hash, numbers)) = record.split_first_chunk::<HASH>() else {
            continue;
        };
        if wanted.contains(hash) {
            let (numbers, _) = numbers.as_chunks::<4>();
            let numbers: Vec<f32> = numbers.iter().map(|b| f32::from_le_bytes(*b)).collect();
            known.extend(Made::from_numbers(&numbers).map(|made| (*hash, made)));
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_is_read_back_and_what_was_broken_off_is_not() {
        let made = Made {
            embedding: (0..EMBEDDING).map(|n| n as f32 / 10.0).collect(),
            point_mm: [1.0, -2.0, 3.5],
            outside_p: 0.25,
        };
        let hashes = [hash(("a", "bc")), hash(("ab", "c")), hash(("", "none"))];
        let mut file = tempfile::tempfile().expect("a file");
        for hash in &hashes[..2] {
            file.write_all(hash).expect("written");
            let bytes: Vec<u8> = made.bytes().collect();
            file.write_all(&bytes).expect("written");
        }
        file.write_all(&[7; 100]).expect("written");
        let known = read(&mut file, &hashes).expect("read");
        assert_eq!(known.len(), 2, "title and text are told apart");
        assert_eq!(known.get(&hashes[1]), Some(&made));
        let length = file.metadata().expect("there").len();
        assert_eq!(length, 2 * RECORD as u64);
    }
}
