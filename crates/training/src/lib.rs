//! Models, losses, data sets and experiments; writes `models/`; never linked into the app.
//!
//! The first grounding model keeps a published sentence encoder frozen and trains only a hidden layer with two heads
//! on top of it, so that the whole corpus is embedded once and training takes minutes on a laptop processor.
//! The shipped ONNX graph is written from the weights directly (see [`network`]): what is trained and what is shipped
//! are the same few lines of arithmetic, without a converter in between.

pub mod bert;
pub mod calibration;
pub mod corpus;
mod device;
pub mod embed;
pub mod encoder;
pub mod evaluate;
pub mod experiment;
pub mod export;
pub mod finding;
pub mod graph;
mod hers;
pub mod loss;
pub mod names;
pub mod network;
mod proto;
pub mod quantize;
pub mod train;

pub use device::device;
