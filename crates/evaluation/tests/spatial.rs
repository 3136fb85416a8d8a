//! The language of position, measured with the shipped model and atlas.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

use anatomy::{Atlas, Catalogue};
use evaluation::spatial::{Case, evaluate, parse};
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
    Grounder::open(&root().join("models/cga-2"), atlas, EngineChoice::BuiltIn).unwrap()
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
    let share =
        |test: &dyn Fn(&Case) -> bool| CASES.iter().filter(|c| test(c)).count() as f32 / n as f32;
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

/// Floors below what the set measured when they were set; `--example spatial` prints the figures.
#[test]
fn points_lie_in_the_part_that_the_words_name() {
    for (test, part, side) in [(false, 92.0, 90.0), (true, 92.0, 88.0)] {
        let report = evaluate(&GROUNDER, &CASES, test).unwrap();
        assert!(
            report.part.percent() >= part,
            "test {test}: {:.1} % of {} in the part",
            report.part.percent(),
            report.part.n
        );
        assert!(
            report.side.percent() >= side,
            "test {test}: {:.1} % of {} on the right side",
            report.side.percent(),
            report.side.n
        );
    }
}

#[test]
fn regions_are_said_and_belong_to_their_own_organ() {
    let lower = ground(None, "Carcinoma of the lower third of the oesophagus.");
    assert_eq!(lower.structure, "oesophagus");
    assert_eq!(
        lower.region.as_deref(),
        Some("lower third of the oesophagus")
    );
    let atlas = GROUNDER.atlas();
    let oesophagus = atlas.catalogue().index_of("oesophagus").unwrap();
    assert!(atlas.contains(oesophagus, lower.point_mm));
    let (low, high) = atlas.bounds_mm(oesophagus).unwrap();
    assert!(lower.point_mm[2] < low[2] + 0.4 * (high[2] - low[2]));

    let kidney = ground(
        Some("Stones of the left kidney"),
        "A stone of the left kidney was found. The upper lobe of the right lung was clear.",
    );
    assert_eq!(kidney.structure, "left_kidney");
    assert!(kidney.side.unwrap().stated);
    assert_eq!(kidney.region, None);
    // Nothing says which: the pair, on both sides.
    let either = ground(None, "pain in the kidney");
    assert_eq!(either.structure, "kidney");
    assert!(!either.side.unwrap().stated);
    let halves: BTreeSet<&str> = either.places.iter().map(|p| p.structure.as_str()).collect();
    assert!(halves.is_superset(&BTreeSet::from(["left_kidney", "right_kidney"])));
    let chest = ground(
        None,
        "Pain in the right side of my chest: the lung's lining is inflamed.",
    );
    assert!(
        chest
            .side
            .is_some_and(|side| side.side == anatomy::Side::Right && side.stated)
    );
    assert_eq!(ground(None, "The liver is large.").region, None);
}

#[test]
fn what_lies_beside_another_organ_is_the_part_nearest_to_it() {
    let atlas = GROUNDER.atlas();
    let row = |id: &str| atlas.catalogue().index_of(id).unwrap();
    let far = |found: &Grounding, id: &str| atlas.distance_mm(row(id), found.point_mm).unwrap();
    for (whole, beside, own, other) in [
        (
            "A hypodense lesion in the uncinate process.",
            "A hypodense lesion in the uncinate process abutting the SMV.",
            "head_of_pancreas",
            "superior_mesenteric_vein",
        ),
        (
            "A cyst of the left kidney.",
            "A cyst of the left kidney touching the spleen.",
            "left_kidney",
            "spleen",
        ),
    ] {
        let (whole, found) = (ground(None, whole), ground(None, beside));
        assert!(
            atlas.contains(row(own), found.point_mm),
            "{beside}: {}",
            found.structure
        );
        let (before, after) = (far(&whole, other), far(&found, other));
        assert!(
            after < before,
            "{beside}: {after} mm from {other}, {before} mm without"
        );
    }
    let vein = ground(
        None,
        "The left renal vein is pinched between the superior mesenteric artery and the aorta.",
    );
    assert_eq!(vein.structure, "left_renal_vein");
    for id in ["superior_mesenteric_artery", "abdominal_aorta"] {
        let far = far(&vein, id);
        assert!(far < 20.0, "{far} mm from {id}");
    }
}

#[test]
fn regions_that_contradict_each_other_leave_the_whole() {
    let both = ground(
        None,
        "A cyst in the upper pole of the left kidney. A cyst in the lower pole of the left kidney.",
    );
    assert_eq!(both.structure, "left_kidney");
    assert_eq!(both.region, None);
    // The title counts three times.
    let titled = ground(
        Some("Cysts of the upper pole of the left kidney"),
        "A cyst in the lower pole of the left kidney.",
    );
    assert_eq!(
        titled.region.as_deref(),
        Some("upper pole of the left kidney")
    );
}

#[test]
fn names_of_places_are_read_across_mention_and_text() {
    for (text, structure, region) in [
        // A term made of the mention and what stands beside it.
        (
            "A stone has stuck at the left vesicoureteric junction.",
            "left_ureter",
            Some("left ureter, vesicoureteric junction"),
        ),
        // A name far from any mention of the organ.
        (
            "A Morgagni hernia behind the sternum, through the diaphragm.",
            "diaphragm",
            Some("diaphragm, morgagni hernia, near the sternum"),
        ),
        (
            "A coin has stuck in the oesophagus where the left main bronchus crosses it.",
            "oesophagus",
            Some("oesophagus, at the left main bronchus"),
        ),
        (
            "Hydatid cyst in seg VI of the liver.",
            "liver",
            Some("liver, segment VI"),
        ),
        // What is said to be well, or is a place of another part, is not where it lies.
        (
            "The liver is enlarged; Morison's pouch is clear.",
            "liver",
            None,
        ),
        (
            "Dissection of the descending aorta, root spared.",
            "descending_aorta",
            None,
        ),
    ] {
        let g = ground(None, text);
        assert_eq!(
            (g.structure.as_str(), g.region.as_deref()),
            (structure, region),
            "{text}"
        );
    }
    // Said often, a place is as good as said once.
    let valve = "The mitral valve leaks in systole. ";
    let [once, often] = [1, 4].map(|times| ground(None, &valve.repeat(times)));
    assert_eq!(often.structure, once.structure);
    let off = |axis: usize| often.point_mm[axis] - once.point_mm[axis];
    let apart = off(0).hypot(off(1)).hypot(off(2));
    assert!(apart < 5.0, "{apart} mm");
    // Which of the organs that the valve is in stands before it is the model's word.
    let place = |region: Option<String>| region?.rsplit(", ").next().map(str::to_owned);
    let [once, often] = [once, often].map(|g| place(g.region));
    assert_eq!(once.as_deref(), Some("mitral valve"));
    assert_eq!(often, once);
    let atlas = GROUNDER.atlas();
    let bronchus = atlas.catalogue().index_of("left_main_bronchus").unwrap();
    let coin = ground(
        None,
        "A coin has stuck in the oesophagus where the left main bronchus crosses it.",
    );
    let off = atlas.distance_mm(bronchus, coin.point_mm).unwrap();
    assert!(off < 20.0, "{off} mm from where it is crossed");
}
