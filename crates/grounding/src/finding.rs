//! Vectors made for finding: a text's vector, mapped so that two texts about one thing are near to each other.
//!
//! What the network gives as the mean of a text is trained to read places. Where a title and its abstract differ most, the map shrinks
//! (within-class covariance normalisation, Hatch, Kajarekar and Stolcke, Interspeech 2006). The crate `training` learns it (`training finding`).

use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

/// Numbers of a text's vector.
pub const EMBEDDING: usize = 384;

/// The map of a model folder.
pub const FINDING_FILE: &str = "finding.safetensors";

/// A linear map of vectors of [`EMBEDDING`] numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct FindingMap {
    /// By rows, one for each number of the answer.
    weights: Vec<f32>,
}

impl FindingMap {
    /// From [`EMBEDDING`] rows of as many numbers; nothing when there are others, or one is no number.
    pub fn new(weights: Vec<f32>) -> Option<Self> {
        let fits = weights.len() == EMBEDDING * EMBEDDING;
        (fits && weights.iter().all(|w| w.is_finite())).then_some(Self { weights })
    }

    /// From a safetensors file with `map` (F32, [`EMBEDDING`] x [`EMBEDDING`]).
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let tensors = SafeTensors::deserialize(bytes).map_err(|e| e.to_string())?;
        let map = tensors.tensor("map").map_err(|e| e.to_string())?;
        if map.dtype() != Dtype::F32 || map.shape() != [EMBEDDING, EMBEDDING] {
            let (found, dims) = (map.dtype(), map.shape());
            return Err(format!("map is {found:?} {dims:?}"));
        }
        let numbers = map.data().as_chunks::<4>().0.iter();
        let weights = numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect();
        Self::new(weights).ok_or_else(|| "map has what is no number".to_owned())
    }

    /// The bytes of the file that [`FindingMap::from_bytes`] reads.
    ///
    /// # Errors
    /// When the format cannot hold it.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let bytes: Vec<u8> = self.weights.iter().flat_map(|w| w.to_le_bytes()).collect();
        let shape = vec![EMBEDDING, EMBEDDING];
        let map = TensorView::new(Dtype::F32, shape, &bytes).map_err(|e| e.to_string())?;
        safetensors::serialize([("map", map)], None).map_err(|e| e.to_string())
    }

    /// The mapped vector, of length 1; the vector itself when it is of another size or is mapped to nothing.
    pub fn apply(&self, vector: &[f32]) -> Vec<f32> {
        if vector.len() != EMBEDDING {
            return vector.to_vec();
        }
        let rows = self.weights.chunks(EMBEDDING);
        let dot = |row: &[f32]| row.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>();
        let mut mapped: Vec<f32> = rows.map(dot).collect();
        let length = mapped.iter().map(|x| x * x).sum::<f32>().sqrt();
        if length <= 0.0 || !length.is_finite() {
            return vector.to_vec();
        }
        mapped.iter_mut().for_each(|x| *x /= length);
        mapped
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Twice every number, and the first one four times.
    fn map() -> FindingMap {
        let mut weights = vec![0.0; EMBEDDING * EMBEDDING];
        for n in 0..EMBEDDING {
            weights[n * EMBEDDING + n] = if n == 0 { 4.0 } else { 2.0 };
        }
        FindingMap::new(weights).unwrap()
    }

    #[test]
    fn vectors_are_mapped_to_length_one() {
        let mut vector = vec![0.0; EMBEDDING];
        (vector[0], vector[1]) = (3.0, 8.0);
        let mapped = map().apply(&vector);
        assert!((mapped[0] - 0.6).abs() < 1e-6 && (mapped[1] - 0.8).abs() < 1e-6);
        let nothing = vec![0.0; EMBEDDING];
        assert_eq!(map().apply(&nothing), nothing);
        assert_eq!(map().apply(&[1.0, 2.0]), [1.0, 2.0]);
    }

    #[test]
    fn a_written_map_is_read_back_and_others_are_refused() {
        let bytes = map().to_bytes().unwrap();
        assert_eq!(FindingMap::from_bytes(&bytes), Ok(map()));
        assert!(FindingMap::from_bytes(&bytes[..100]).is_err());
        assert!(FindingMap::new(vec![0.0; 3]).is_none());
        assert!(FindingMap::new(vec![f32::NAN; EMBEDDING * EMBEDDING]).is_none());
    }
}
