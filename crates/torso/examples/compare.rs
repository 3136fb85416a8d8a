//! Compares two packs: `cargo run -p torso --example compare -- A B [PAIRS.csv]`, as Markdown.

use std::path::PathBuf;

use anatomy::Atlas;
use torso::{StructurePair, compare};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let paths: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [a, b, rest @ ..] = &paths[..] else {
        return Err("which two packs?".into());
    };
    let (a, b) = (Atlas::open(a)?, Atlas::open(b)?);
    let pairs = match rest.first() {
        Some(path) => StructurePair::parse(&std::fs::read_to_string(path)?)?,
        None => StructurePair::common(&a, &b),
    };
    print!("{}", compare(&a, &b, &pairs).to_markdown());
    Ok(())
}
