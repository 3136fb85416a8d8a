//! What a text was found to be about: the result that is shown, stored and exported.

use serde::{Deserialize, Serialize};

/// Where in the torso a text belongs, with the evidence for it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Grounding {
    /// Point of the whole text, LPS mm.
    pub point_mm: [f32; 3],
    /// Catalogue id of the structure with the best evidence.
    pub structure: String,
    /// Distance from the point to that structure in mm; 0 inside it.
    pub distance_mm: f32,
    /// Where in the structure the words say it is ("lower third of the oesophagus"), when they say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// Evidence for each structure, largest first.
    pub structures: Vec<Evidence>,
    /// 1 minus the best evidence for any structure.
    pub outside_p: f32,
    /// The same for each sentence.
    pub sentences: Vec<SentenceGrounding>,
    /// Name of the grounding model.
    pub model: String,
    /// Name of the inference engine.
    pub engine: String,
    /// Unit vector of the text (384 numbers) by which similar texts are found; kept by the store, not part of the JSON form.
    #[serde(skip)]
    pub embedding: Vec<f32>,
}

/// How strongly a text speaks of a structure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Catalogue id.
    pub id: String,
    /// Probability, 0 to 1; each structure is judged by itself, so that they need not sum to 1.
    pub p: f32,
}

/// Where one sentence of a text belongs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct SentenceGrounding {
    /// The sentence.
    pub text: String,
    /// Its first byte in the text.
    pub start: usize,
    /// The byte after its last one.
    pub end: usize,
    /// Its point, LPS mm.
    pub point_mm: [f32; 3],
    /// Catalogue id of its structure with the best evidence.
    pub structure: String,
    /// That evidence.
    pub p: f32,
}
