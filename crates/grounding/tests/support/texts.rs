//! Texts to measure on: the reference corpus beside the checkout where there is one, else the sample library.
#![allow(dead_code)]

use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;

/// A title and a text.
pub struct Text {
    pub title: String,
    pub text: String,
}

fn read(reader: impl BufRead, keep: &mut dyn FnMut(Text) -> bool) {
    for line in reader.lines() {
        let record: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let field = |name: &str| record[name].as_str().unwrap_or("").to_owned();
        let text = Text {
            title: field("title"),
            text: field("text"),
        };
        if !keep(text) {
            return;
        }
    }
}

/// The sample library of this repository.
pub fn sample_library(root: &Path) -> Vec<Text> {
    let path = root.join("assets/sample-library/sample-library.jsonl");
    let file = std::fs::File::open(path).unwrap();
    let mut texts = Vec::new();
    read(BufReader::new(file), &mut |text| {
        texts.push(text);
        true
    });
    texts
}

/// Every `step`-th text of some files of the reference corpus; none, with a line that says so, when it is not there.
pub fn corpus(root: &Path, files: &[&str], step: usize) -> Vec<Text> {
    let mut texts = Vec::new();
    for name in files {
        let path = root.join("../shared/corpus").join(name);
        let Ok(file) = std::fs::File::open(&path) else {
            eprintln!("skipped: the reference corpus has no {name} here");
            continue;
        };
        let mut at = 0;
        read(BufReader::new(GzDecoder::new(file)), &mut |text| {
            if at % step == 0 && !text.text.is_empty() {
                texts.push(text);
            }
            at += 1;
            true
        });
    }
    texts
}
