//! Short names to vectors, so that a name that nobody listed is near those that mean the same: "heart atack" beside "heart attack",
//! "kidney stone" beside "renal calculus".
//!
//! The small relative of the name encoder of Phan, Sun and Tay ("Robust Representation Learning of Biomedical Names", ACL 2019) and of its
//! followers: a name is the mean of learned vectors of its words and of their character n-grams (as in fastText, Bojanowski et al. 2017),
//! each found by its hash in a table of [`ROWS`] rows. No matrix is multiplied: a name takes microseconds. The crate `training` learns the
//! table (`training names`) from synonyms and from the similarities of a sentence encoder.

use std::path::Path;

use safetensors::{Dtype, SafeTensors};

use crate::GroundingError;
use crate::gazetteer::plain_name;

mod finder;
mod spelling;
mod weigh;

pub use finder::{KNOWN_FILE, KnownName, NameFinder, TABLE_FILE, Vote, Votes};
pub(crate) use spelling::Mended;
pub use spelling::sound;
pub(crate) use weigh::{is_few_words, weigh};

/// Numbers in the vector of a name.
pub const WIDTH: usize = 128;

/// Rows of the table that words and n-grams are hashed to.
pub const ROWS: usize = 1 << 17;

/// Lengths of the n-grams, in characters; a word begins with `<` and ends with `>`.
const GRAMS: std::ops::RangeInclusive<usize> = 2..=5;

/// Longer names are cut here, in characters.
const MAX_CHARS: usize = 200;

/// Rows of the table that a name is made of: its words, and the n-grams of each.
pub fn features(name: &str) -> Vec<u32> {
    let short: String = name.chars().take(MAX_CHARS).collect();
    let plain = plain_name(&short);
    let mut rows = Vec::new();
    for word in plain.split(|c: char| !c.is_alphanumeric()) {
        if word.is_empty() {
            continue;
        }
        rows.push(row(0, word.chars()));
        let letters: Vec<char> = std::iter::once('<')
            .chain(word.chars())
            .chain(std::iter::once('>'))
            .collect();
        for n in GRAMS {
            rows.extend(letters.windows(n).map(|gram| row(n, gram.iter().copied())));
        }
    }
    rows
}

/// The row of a word (`n` = 0) or of an n-gram: the upper bits of its FNV-1a hash, spread by a multiplication.
fn row(n: usize, letters: impl Iterator<Item = char>) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ n as u64;
    for letter in letters {
        hash = (hash ^ u64::from(letter)).wrapping_mul(0x0100_0000_01b3);
    }
    (hash.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - ROWS.trailing_zeros())) as u32
}

/// The encoder of names: [`ROWS`] rows of [`WIDTH`] signed bytes, with a scale for each row.
#[derive(Debug, Clone, PartialEq)]
pub struct NameEncoder {
    table: Vec<i8>,
    scales: Vec<f32>,
}

impl NameEncoder {
    /// From a table of floats, row by row; each row is kept to one part in 127 of its largest number.
    ///
    /// # Panics
    /// When there are not [`ROWS`] times [`WIDTH`] numbers.
    pub fn new(table: &[f32]) -> Self {
        assert_eq!(table.len(), ROWS * WIDTH);
        let largest = |row: &[f32]| row.iter().fold(1e-12_f32, |m, v| m.max(v.abs()));
        let scales: Vec<f32> = table
            .chunks(WIDTH)
            .map(|row| largest(row) / 127.0)
            .collect();
        let rounded = table.chunks(WIDTH).zip(&scales);
        let table = rounded
            .flat_map(|(row, scale)| row.iter().map(move |v| (v / scale).round() as i8))
            .collect();
        Self { table, scales }
    }

    /// Reads a safetensors file, see [`NameEncoder::from_bytes`].
    ///
    /// # Errors
    /// When the file cannot be read or is none of those.
    pub fn open(file: &Path) -> Result<Self, GroundingError> {
        let bytes = crate::file::read(file)?;
        Self::from_bytes(&bytes).map_err(|reason| GroundingError::model(file, reason))
    }

    /// From a safetensors file with `table` (I8, [`ROWS`] x [`WIDTH`]) and `scales` (F32, [`ROWS`]).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let tensors = SafeTensors::deserialize(bytes).map_err(|e| e.to_string())?;
        let tensor = |name: &str, dtype: Dtype, shape: &[usize]| {
            let tensor = tensors.tensor(name).map_err(|e| e.to_string())?;
            if tensor.dtype() != dtype || tensor.shape() != shape {
                let (found, dims) = (tensor.dtype(), tensor.shape());
                return Err(format!(
                    "{name} is {found:?} {dims:?}, not {dtype:?} {shape:?}"
                ));
            }
            Ok(tensor)
        };
        let table = tensor("table", Dtype::I8, &[ROWS, WIDTH])?;
        let scales = tensor("scales", Dtype::F32, &[ROWS])?;
        let scales: Vec<f32> = scales
            .data()
            .as_chunks::<4>()
            .0
            .iter()
            .map(|bytes| f32::from_le_bytes(*bytes))
            .collect();
        if !scales.iter().all(|scale| scale.is_finite()) {
            return Err("a scale is no number".to_owned());
        }
        Ok(Self {
            table: table.data().iter().map(|byte| *byte as i8).collect(),
            scales,
        })
    }

    /// The bytes of the file that [`NameEncoder::open`] reads.
    ///
    /// # Errors
    /// When the format cannot hold it.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let table: Vec<u8> = self.table.iter().map(|v| *v as u8).collect();
        let scales: Vec<u8> = self.scales.iter().flat_map(|s| s.to_le_bytes()).collect();
        let view = |dtype, shape, data| safetensors::tensor::TensorView::new(dtype, shape, data);
        let table = view(Dtype::I8, vec![ROWS, WIDTH], &table[..]).map_err(|e| e.to_string())?;
        let scales = view(Dtype::F32, vec![ROWS], &scales[..]).map_err(|e| e.to_string())?;
        safetensors::serialize([("table", table), ("scales", scales)], None)
            .map_err(|e| e.to_string())
    }

    /// The unit vector of a name; zeros where it has no letter and no digit.
    pub fn encode(&self, name: &str) -> [f32; WIDTH] {
        let mut sum = [0.0; WIDTH];
        for row in features(name) {
            let row = row as usize;
            let scale = self.scales[row];
            let bytes = &self.table[row * WIDTH..(row + 1) * WIDTH];
            for (s, byte) in sum.iter_mut().zip(bytes) {
                *s += scale * f32::from(*byte);
            }
        }
        let length = dot(&sum, &sum).sqrt();
        if length > 0.0 {
            sum.iter_mut().for_each(|s| *s /= length);
        }
        sum
    }
}

/// The sum of products; of unit vectors, the cosine of the angle between them.
pub(crate) fn dot(a: &[f32; WIDTH], b: &[f32; WIDTH]) -> f32 {
    // Eight sums beside each other, so that the processor can do them at once.
    let mut sums = [0.0; 8];
    for (a, b) in a.as_chunks::<8>().0.iter().zip(b.as_chunks::<8>().0) {
        for ((s, a), b) in sums.iter_mut().zip(a).zip(b) {
            *s += a * b;
        }
    }
    sums.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_its_words_and_their_ngrams_however_it_is_written() {
        assert_eq!(features("Œsophagus"), features("oesophagus"));
        assert_eq!(features("oesophagus"), features("ESOPHAGUS"));
        assert_eq!(features("left-kidney"), features("left  kidney"));
        assert!(features(" - ").is_empty());
        // <a>: the word, two pairs, one triple.
        assert_eq!(features("a").len(), 4);
        assert!(features(&"kidney ".repeat(1000)).len() < 1000);
        assert!(features("left kidney").iter().all(|r| (*r as usize) < ROWS));
    }

    #[test]
    fn a_written_encoder_is_read_back_and_a_broken_file_is_named() {
        let table: Vec<f32> = (0..ROWS * WIDTH)
            .map(|n| ((n * 2_654_435_761) % 1009) as f32 / 504.0 - 1.0)
            .collect();
        let encoder = NameEncoder::new(&table);
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("names.safetensors");
        let bytes = encoder.to_bytes().unwrap();
        std::fs::write(&file, &bytes).unwrap();
        assert_eq!(NameEncoder::open(&file).unwrap(), encoder);
        let vector = encoder.encode("kidney stone");
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5);
        assert_eq!(encoder.encode("?"), [0.0; WIDTH]);
        std::fs::write(&file, &bytes[..bytes.len() / 2]).unwrap();
        let error = NameEncoder::open(&file).unwrap_err().to_string();
        assert!(error.contains("names.safetensors"), "{error}");
        assert!(NameEncoder::open(&dir.path().join("nothing")).is_err());
    }
}
