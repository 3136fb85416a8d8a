//! What a text was found to be about: the result that is shown, stored and exported.

use anatomy::Side;
use serde::{Deserialize, Serialize};

use crate::TagSpan;

/// A text with a larger [`Grounding::outside_p`] is taken to be about nothing in this torso.
pub const OUTSIDE: f32 = 0.5;

/// A point nearer than this to a right structure counts as a hit, mm.
pub const HIT_MM: f32 = 10.0;

/// Where in the torso a text belongs, with the evidence for it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Grounding {
    /// Point of the whole text, LPS mm.
    pub point_mm: [f32; 3],
    /// Catalogue id of the structure with the best evidence; a pair ("lung") where nothing says which half is meant, or where both are.
    pub structure: String,
    /// Distance from the point to that structure in mm; 0 inside it.
    pub distance_mm: f32,
    /// Where in the structure the words say it is ("lower third of the oesophagus"), when they say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// On which side of the body it is; nothing for an organ that has no twin on the other side.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<SideReading>,
    /// Evidence for each structure, largest first.
    pub structures: Vec<Evidence>,
    /// Probability that the text is about nothing in this torso, shifted so that [`OUTSIDE`] is the limit that 95 % of the
    /// development texts about an organ of it stay below.
    pub outside_p: f32,
    /// Evidence for organs and parts of the body that this atlas has not ("brain", "limbs"), largest first: names of classes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elsewhere: Vec<Evidence>,
    /// Covariance of the places that the text may mean around `point_mm`, mm²: xx, xy, xz, yy, yz, zz. The ellipsoid of
    /// 2.5 standard deviations (square 6.25, chi-squared with three degrees of freedom) holds 90 % of them.
    #[serde(default, rename = "spread_mm2")]
    pub covariance_mm2: [f32; 6],
    /// The places of a text, the shown one first: the halves of a pair where both or either may be meant, and a place for each further
    /// subject; one alone when there is a single subject on one side.
    #[serde(default)]
    pub places: Vec<PlaceShare>,
    /// The same for each sentence.
    pub sentences: Vec<SentenceGrounding>,
    /// Catalogue ids of structures that the text names only to say that nothing is there, or that it is normal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<String>,
    /// Version of the grounding model, see [`crate::ModelInfo::version`].
    pub model: String,
    /// Name of the inference engine.
    pub engine: String,
    /// Unit vector of the text (384 numbers) by which similar texts are found; kept by the store, not part of the JSON form.
    #[serde(skip)]
    pub embedding: Vec<f32>,
}

impl Grounding {
    /// Whether the text is taken to be about nothing in this torso.
    pub fn is_outside(&self) -> bool {
        self.outside_p > OUTSIDE
    }

    /// The probability that the structure of the place is shown with.
    pub fn shown_p(&self) -> Option<f32> {
        let own = self.structures.iter().find(|e| e.id == self.structure);
        own.map(|e| e.p)
    }
}

/// The side of a paired organ, or of a part of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SideReading {
    /// Left or right; both when the words name both, or when nothing says which.
    pub side: Side,
    /// Whether the words say so. Otherwise the network took the side for likely, or, where it is `Both`, nothing says it.
    pub stated: bool,
}

/// One of the places of a text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct PlaceShare {
    /// Catalogue id.
    pub structure: String,
    /// Point in it, LPS mm.
    pub point_mm: [f32; 3],
    /// Its share of the text; the shares of a text sum to 1.
    pub weight: f32,
}

/// How strongly a text speaks of a structure.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Evidence {
    /// Catalogue id; in [`Grounding::elsewhere`] the name of a class.
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
    /// What its words stand for, in order (bytes of the text).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<TagSpan>,
}
