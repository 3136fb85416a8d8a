//! How well and how fast the program grounds and finds texts, measured: never needed to do either.

pub mod classes;
pub mod metrics;
pub mod negation;
pub mod reading;
pub mod retrieval;
pub mod sentences;
pub mod spatial;
pub mod speed;
pub mod within;
