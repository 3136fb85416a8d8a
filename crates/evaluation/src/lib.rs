//! How well and how fast the program grounds texts, measured: never needed to ground one.

pub mod metrics;
pub mod negation;
pub mod reading;
pub mod spatial;
pub mod speed;
