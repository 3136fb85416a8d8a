//! What a text is about in the female body: a linear reading of its vectors.
//!
//! The network was made for the male torso and calls the organs that only a woman has "nowhere". Its vector of a text knows them nevertheless,
//! and so does that of the encoder of names, which has learnt the synonyms of diseases and procedures: one linear layer over both says how likely
//! the text is about each of them, or about none. The crate `training` learns it (`training female`).

use std::collections::HashMap;

use anatomy::{Catalogue, Sex, StructureIndex};
use safetensors::tensor::TensorView;
use safetensors::{Dtype, SafeTensors};

use crate::finding::EMBEDDING;
use crate::names::{NameEncoder, WIDTH};

/// The layer of a model folder.
pub const FEMALE_FILE: &str = "female.safetensors";

/// Numbers that are read of a text: the network's vector, and that of its names.
pub const READ: usize = EMBEDDING + WIDTH;

/// Bytes of a text whose words are read together as a name; of longer ones the mean counts.
const STRETCH: usize = 120;

/// What is read of a text: the network's vector of it, and the mean vector of its stretches by the encoder of names (zeros without one), of
/// length 1 each.
pub fn numbers(embedding: &[f32], text: &str, names: Option<&NameEncoder>) -> Vec<f32> {
    let mut sum = [0.0f32; WIDTH];
    if let Some(names) = names {
        let mut stretch = String::new();
        let mut take = |stretch: &mut String| {
            let vector = names.encode(stretch);
            sum.iter_mut().zip(vector).for_each(|(s, v)| *s += v);
            stretch.clear();
        };
        for word in text.split_whitespace() {
            if stretch.len() + word.len() > STRETCH && !stretch.is_empty() {
                take(&mut stretch);
            }
            stretch.push_str(word);
            stretch.push(' ');
        }
        if !stretch.is_empty() {
            take(&mut stretch);
        }
    }
    let length = sum.iter().map(|v| v * v).sum::<f32>().sqrt().max(1e-6);
    let own = embedding
        .iter()
        .map(|v| v * v)
        .sum::<f32>()
        .sqrt()
        .max(1e-6);
    let embedding = embedding.iter().map(|v| v / own);
    embedding.chain(sum.iter().map(|v| v / length)).collect()
}

/// A linear layer over the [`READ`] numbers of a text: an answer for each structure, and the last for none of them.
#[derive(Debug, Clone, PartialEq)]
pub struct FemaleHead {
    /// Rows of the built-in catalogue.
    structures: Vec<StructureIndex>,
    /// By answers, [`READ`] weights and a bias each.
    weights: Vec<f32>,
}

/// What the layer says of a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct HerReading {
    /// Probability that the text is about an organ that only the female body has.
    pub p: f32,
    /// How that is shared among them: probabilities that sum to `p`.
    pub structures: Vec<(StructureIndex, f32)>,
}

impl HerReading {
    /// The same with at least this probability, shared as before.
    pub fn raised(&mut self, p: f32) {
        if self.p < p {
            let factor = p / self.p.max(1e-6);
            self.structures
                .iter_mut()
                .for_each(|(_, own)| *own *= factor);
            self.p = p;
        }
    }

    /// What the evidence for other organs counts beside hers.
    pub fn others(&self) -> f32 {
        ((1.0 - self.p) / self.p.max(1e-6)).min(1.0)
    }

    /// The probability of some structures and their parts.
    pub fn within(&self, catalogue: &Catalogue, wholes: &[StructureIndex]) -> f32 {
        let answers = self.structures.iter();
        let within = answers.filter(|(s, _)| wholes.iter().any(|w| catalogue.is_part_of(*s, *w)));
        within.map(|(_, p)| p).sum()
    }
}

impl FemaleHead {
    /// From an answer for each structure and one for none, [`READ`] weights and a bias each; nothing when their number is another, or one is
    /// no number.
    pub fn new(structures: Vec<StructureIndex>, weights: Vec<f32>) -> Option<Self> {
        let fits = weights.len() == (structures.len() + 1) * (READ + 1);
        (fits && weights.iter().all(|w| w.is_finite())).then_some(Self {
            structures,
            weights,
        })
    }

    /// From a safetensors file with `weights` (F32, answers x ([`READ`] + 1)) whose remark `structures` names the answers but the last.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, String> {
        let (_, metadata) = SafeTensors::read_metadata(bytes).map_err(|e| e.to_string())?;
        let remarks = metadata.metadata().clone().unwrap_or_default();
        let names = remarks.get("structures").ok_or("it names no structures")?;
        let catalogue = Catalogue::builtin();
        let structures = names.split_whitespace().map(|id| {
            let row = catalogue.index_of(id);
            row.ok_or_else(|| format!("it names {id:?}, which the catalogue has not"))
        });
        let structures = structures.collect::<Result<Vec<_>, _>>()?;
        let tensors = SafeTensors::deserialize(bytes).map_err(|e| e.to_string())?;
        let weights = tensors.tensor("weights").map_err(|e| e.to_string())?;
        let shape = [structures.len() + 1, READ + 1];
        if weights.dtype() != Dtype::F32 || weights.shape() != shape {
            let (found, dims) = (weights.dtype(), weights.shape());
            return Err(format!("weights is {found:?} {dims:?}, not F32 {shape:?}"));
        }
        let numbers = weights.data().as_chunks::<4>().0.iter();
        let weights = numbers.map(|bytes| f32::from_le_bytes(*bytes)).collect();
        Self::new(structures, weights).ok_or_else(|| "weights has what is no number".to_owned())
    }

    /// The bytes of the file that [`FemaleHead::from_bytes`] reads.
    ///
    /// # Errors
    /// When the format cannot hold it.
    pub fn to_bytes(&self) -> Result<Vec<u8>, String> {
        let catalogue = Catalogue::builtin();
        let names = self
            .structures
            .iter()
            .map(|s| catalogue.get(*s).id.as_str());
        let names = names.collect::<Vec<_>>().join(" ");
        let bytes: Vec<u8> = self.weights.iter().flat_map(|w| w.to_le_bytes()).collect();
        let shape = vec![self.structures.len() + 1, READ + 1];
        let weights = TensorView::new(Dtype::F32, shape, &bytes).map_err(|e| e.to_string())?;
        let remarks = HashMap::from([("structures".to_owned(), names)]);
        safetensors::serialize([("weights", weights)], Some(remarks)).map_err(|e| e.to_string())
    }

    /// The structures that it tells apart: those of the catalogue that only the female body has.
    pub fn answers(catalogue: &Catalogue) -> Vec<StructureIndex> {
        let rows = catalogue.indices();
        rows.filter(|row| catalogue.get(*row).sex == Some(Sex::Female))
            .collect()
    }

    /// Reads a text's vector; of one of another size nothing.
    pub fn read(&self, vector: &[f32]) -> HerReading {
        if vector.len() != READ {
            return HerReading::default();
        }
        let logits = self.weights.chunks(READ + 1).map(|row| {
            let (weights, bias) = row.split_at(READ);
            weights.iter().zip(vector).map(|(w, v)| w * v).sum::<f32>() + bias[0]
        });
        let logits: Vec<f32> = logits.collect();
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let shares: Vec<f32> = logits.iter().map(|l| (l - most).exp()).collect();
        let sum: f32 = shares.iter().sum();
        let structures = self.structures.iter().zip(&shares);
        let structures: Vec<_> = structures.map(|(s, share)| (*s, share / sum)).collect();
        HerReading {
            p: structures.iter().map(|(_, p)| p).sum(),
            structures,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> FemaleHead {
        let row = |id: &str| Catalogue::builtin().index_of(id).unwrap();
        let mut weights = vec![0.0; 3 * (READ + 1)];
        // The uterus by the first number, the ovary by the second; none by its bias.
        weights[0] = 10.0;
        weights[READ + 1 + 1] = 10.0;
        weights[2 * (READ + 1) + READ] = 2.0;
        FemaleHead::new(vec![row("uterus"), row("ovary")], weights).unwrap()
    }

    #[test]
    fn a_vector_is_read_and_what_is_about_neither_is_told() {
        let mut vector = vec![0.0; READ];
        let none = head().read(&vector);
        assert!(none.p < 0.5, "{none:?}");
        vector[1] = 1.0;
        let ovary = head().read(&vector);
        assert!(ovary.p > 0.9 && ovary.structures[1].1 > ovary.structures[0].1);
        assert_eq!(head().read(&[1.0]), HerReading::default());
    }

    #[test]
    fn a_written_layer_is_read_back_and_others_are_refused() {
        let bytes = head().to_bytes().unwrap();
        assert_eq!(FemaleHead::from_bytes(&bytes), Ok(head()));
        assert!(FemaleHead::from_bytes(&bytes[..90]).is_err());
        assert!(FemaleHead::new(Vec::new(), vec![0.0; 3]).is_none());
        let hers = FemaleHead::answers(Catalogue::builtin());
        assert!(hers.len() > 100);
    }
}
