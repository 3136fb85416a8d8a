//! What an engine is: something that runs the network, or another graph.

use serde::{Deserialize, Serialize};

use crate::GroundingError;
use crate::features::InputTensors;

/// The engine in use and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineReport {
    /// "ONNX Runtime 1.31, CPU", "ONNX Runtime 1.31, CUDA", "built-in (tract)" or "built-in (tract, 8 bits)".
    pub name: String,
    /// Why this one: the library used, or the places where none was found and what failed.
    pub reason: String,
}

/// Raw outputs for a batch, row-major: `point` `[B, P, 3]`, `logits` `[B, P, C]`, `outside` `[B, P, 1]`, `embedding`
/// `[B, P, 384]`, `about` `[B, P, A]`, `tags` `[B, L, 9]`; the last two are empty for a model without them.
#[derive(Debug, Clone)]
pub(crate) struct Outputs {
    pub(crate) point: Vec<f32>,
    pub(crate) logits: Vec<f32>,
    pub(crate) outside: Vec<f32>,
    pub(crate) embedding: Vec<f32>,
    pub(crate) about: Vec<f32>,
    pub(crate) tags: Vec<f32>,
}

/// A loaded network.
pub(super) trait Network: Send + Sync {
    fn run(&self, batch: &InputTensors) -> Result<Outputs, GroundingError>;
}

/// A graph that is ready to run; a call runs it once on every thread of the engine and gives the number of runs.
pub type OnEveryThread = Box<dyn Fn() -> Result<usize, GroundingError>>;
