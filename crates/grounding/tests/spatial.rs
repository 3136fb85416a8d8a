//! The language of position, measured with the shipped model and atlas.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use anatomy::{Atlas, Catalogue};
use grounding::spatial::evaluate::{Case, evaluate, parse};
use grounding::{EngineChoice, Grounder, Grounding, TextInput};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
    let table = include_str!("../data/spatial-sentences.tsv");
    parse(table, Catalogue::builtin()).unwrap()
});

static GROUNDER: LazyLock<Grounder> = LazyLock::new(|| {
    let atlas = Arc::new(Atlas::open(&root().join("assets/atlas")).unwrap());
    Grounder::open(&root().join("models/cga-0"), atlas, EngineChoice::BuiltIn).unwrap()
});

fn ground(title: Option<&str>, text: &str) -> Grounding {
    let input = TextInput {
        id: None,
        title,
        text,
    };
    GROUNDER.ground(&[input]).unwrap().remove(0)
}

#[test]
fn the_set_is_large_and_split_evenly() {
    let n = CASES.len();
    let share = |test: &dyn Fn(&Case) -> bool| CASES.iter().filter(|c| test(c)).count() as f32 / n as f32;
    assert!(n >= 420);
    assert!((0.4..0.6).contains(&share(&|c| c.test)));
    assert!(share(&|c| c.phenomenon == "trap") >= 0.15);
    let of = |test: bool| -> BTreeSet<&str> {
        let half = CASES.iter().filter(|c| c.test == test);
        half.map(|c| c.phenomenon.as_str()).collect()
    };
    assert!(of(true) == of(false) && of(true).len() >= 10);
    let different: BTreeSet<&str> = CASES.iter().map(|c| c.sentence.as_str()).collect();
    assert_eq!(different.len(), n);
}
