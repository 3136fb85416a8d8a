//! Documents that are made up, and numbers that are the same for the same seed.

use grounding::{Evidence, Grounding, SentenceGrounding};
use library::Document;

/// Numbers that are the same for the same seed (xorshift64*, Vigna 2016).
pub struct Dice(u64);

impl Dice {
    /// Dice that roll what belongs to the seed.
    pub fn of(seed: u64) -> Self {
        let mut dice = Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        // Seeds that lie close together are soon far apart.
        for _ in 0..8 {
            dice.roll(2);
        }
        dice
    }

    /// From 0 to one less than the sides.
    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % sides
    }
}

/// A document whose title is its id, so that it is known in the trash; of every three, one has an identifier of its own.
pub fn document(number: u64, n: u64) -> (Document, Grounding) {
    let id = format!("d{number}-{n}");
    let text = format!("A text of document {id}, which says what it says. ").repeat(30);
    let document = Document {
        id: id.clone(),
        title: id,
        text,
        pmid: n
            .is_multiple_of(3)
            .then(|| format!("{}", 1_000_000 + (number * 41 + n) % 8_000_000)),
        keywords: vec![format!("word {}", number % 7)],
        ..Document::default()
    };
    let grounding = place(&document, (number % 100) as f32, n as f32);
    (document, grounding)
}

/// A place for a document.
pub fn place(document: &Document, x: f32, y: f32) -> Grounding {
    let point_mm = [x, y, 1.0];
    let sentence = |start: usize| {
        let text = document.text.get(start..start + 40)?;
        Some(SentenceGrounding {
            text: text.to_owned(),
            start,
            end: start + 40,
            point_mm,
            structure: "liver".into(),
            p: 0.8,
            ..SentenceGrounding::default()
        })
    };
    Grounding {
        point_mm,
        structure: "liver".into(),
        structures: vec![Evidence {
            id: "liver".into(),
            p: 0.8,
        }],
        sentences: (0..5).filter_map(|n| sentence(n * 50)).collect(),
        embedding: vec![x; 96],
        ..Grounding::default()
    }
}
