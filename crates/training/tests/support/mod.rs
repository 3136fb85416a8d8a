//! An encoder small enough to be written, run and trained in a test.
#![allow(dead_code)]

use std::collections::HashMap;
use std::path::Path;

use safetensors::Dtype;
use safetensors::tensor::TensorView;

pub const HIDDEN: usize = 8;
pub const HEADS: usize = 2;
pub const INNER: usize = 12;
pub const POSITIONS: usize = 16;
pub const LAYERS: usize = 2;

/// A small deterministic generator: numbers in -1..1.
pub struct Random(pub u64);

impl Random {
    fn next(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as f32 / (1u64 << 30) as f32) - 1.0
    }

    /// A matrix on the int8 grid: multiples of 1/127 with a 1 in every row, so that quantisation loses nothing.
    pub fn grid(&mut self, rows: usize, columns: usize) -> Vec<f32> {
        (0..rows * columns)
            .map(|at| {
                if at % columns == at / columns % columns {
                    1.0
                } else {
                    (self.next() * 127.0).round() / 127.0
                }
            })
            .collect()
    }

    pub fn vector(&mut self, length: usize) -> Vec<f32> {
        (0..length).map(|_| self.next()).collect()
    }
}

/// The weights of an encoder by their names, with their shapes.
pub type Weights = HashMap<String, (Vec<usize>, Vec<f32>)>;

/// Random weights over so many words.
pub fn weights(words: usize) -> Weights {
    let mut random = Random(7);
    let mut weights = Weights::new();
    let mut put = |name: String, shape: &[usize], values: Vec<f32>| {
        weights.insert(name, (shape.to_vec(), values))
    };
    put(
        "embeddings.word_embeddings.weight".into(),
        &[words, HIDDEN],
        random.grid(words, HIDDEN),
    );
    put(
        "embeddings.position_embeddings.weight".into(),
        &[POSITIONS, HIDDEN],
        random.grid(POSITIONS, HIDDEN),
    );
    put(
        "embeddings.token_type_embeddings.weight".into(),
        &[2, HIDDEN],
        vec![0.0; 2 * HIDDEN],
    );
    let mut norms = vec!["embeddings.LayerNorm".to_owned()];
    for layer in 0..LAYERS {
        let name = |part: &str| format!("encoder.layer.{layer}.{part}");
        for (part, outputs, inputs) in [
            ("attention.self.query", HIDDEN, HIDDEN),
            ("attention.self.key", HIDDEN, HIDDEN),
            ("attention.self.value", HIDDEN, HIDDEN),
            ("attention.output.dense", HIDDEN, HIDDEN),
            ("intermediate.dense", INNER, HIDDEN),
            ("output.dense", HIDDEN, INNER),
        ] {
            put(
                name(&format!("{part}.weight")),
                &[outputs, inputs],
                random.grid(outputs, inputs),
            );
            put(
                name(&format!("{part}.bias")),
                &[outputs],
                random.vector(outputs),
            );
        }
        norms.extend([name("attention.output.LayerNorm"), name("output.LayerNorm")]);
    }
    for norm in norms {
        put(format!("{norm}.weight"), &[HIDDEN], random.vector(HIDDEN));
        put(format!("{norm}.bias"), &[HIDDEN], random.vector(HIDDEN));
    }
    weights
}

/// Writes the encoder as it is kept.
pub fn write_checkpoint(dir: &Path, weights: &Weights) {
    let words = weights["embeddings.word_embeddings.weight"].0[0];
    let config = serde_json::json!({"hidden_size": HIDDEN, "num_attention_heads": HEADS, "num_hidden_layers": LAYERS, "intermediate_size": INNER,
        "vocab_size": words, "max_position_embeddings": POSITIONS, "layer_norm_eps": 1e-12, "hidden_act": "gelu"});
    std::fs::write(dir.join("config.json"), config.to_string()).unwrap();
    let bytes: HashMap<&String, Vec<u8>> = weights
        .iter()
        .map(|(n, (_, v))| (n, v.iter().flat_map(|x| x.to_le_bytes()).collect()))
        .collect();
    let views = weights.iter().map(|(name, (shape, _))| {
        (
            name.clone(),
            TensorView::new(Dtype::F32, shape.clone(), &bytes[name]).unwrap(),
        )
    });
    std::fs::write(
        dir.join("model.safetensors"),
        safetensors::serialize(views, None).unwrap(),
    )
    .unwrap();
}
