//! Places carried to another body and back: between the two that ship, and to guests made of real surfaces and voxels, which lie
//! in `shared/atlases` beside the repository, or where `CORPUS_ATLAS_SHARED` points; without them that test says so.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anatomy::guest::{ClassNames, ImportOptions};
use anatomy::{Atlas, StructureIndex, Transfer, Transferred};

/// Points tried in each structure.
const POINTS: usize = 60;
/// How far points may come back from where they were, in the median, mm.
const MEDIAN_MM: f32 = 5.0;

fn shipped(name: &str) -> Arc<Atlas> {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../assets")
        .join(name);
    Arc::new(Atlas::open(&dir).expect("an atlas that ships"))
}

/// How far the points of one structure come back from where they were, mm, in order; nothing when the other body lacks it.
fn off(there: &Transfer, back: &Transfer, from: &Atlas, s: StructureIndex) -> Option<Vec<f32>> {
    let id = from.catalogue().get(s).id.clone();
    let mut off = Vec::with_capacity(POINTS);
    for p in from.sample_points(s, POINTS, 11) {
        let Transferred::Exact { point_mm, .. } = there.place(s, p) else {
            return None;
        };
        let home = back.place(there.counterpart(s)?, point_mm).point_mm();
        let home = home.unwrap_or_else(|| panic!("{id} is carried over, but not back"));
        off.push((0..3).map(|a| (home[a] - p[a]).powi(2)).sum::<f32>().sqrt());
    }
    off.sort_by(f32::total_cmp);
    (!off.is_empty()).then_some(off)
}

/// Carries points of all structures that both have, at least so many, to `to` and back: the median over all points holds its limit, and that of
/// `share` of the structures does. What the other body has only a part of, as the cut lungs of a scan, cannot come back.
fn round_trip(name: &str, (from, to): (&Arc<Atlas>, &Arc<Atlas>), structures: usize, share: f32) {
    let there = Transfer::new(from.clone(), to.clone());
    let back = Transfer::new(to.clone(), from.clone());
    let mut all = Vec::new();
    let mut medians = Vec::new();
    for s in from.catalogue().indices().filter(|s| from.has_voxels(*s)) {
        if let Some(off) = off(&there, &back, from, s) {
            medians.push((off[off.len() / 2], from.catalogue().get(s).id.clone()));
            all.extend(off);
        }
    }
    all.sort_by(f32::total_cmp);
    medians.sort_by(|a, b| b.0.total_cmp(&a.0));
    let at = |q: usize| all[(all.len() - 1) * q / 100];
    println!(
        "{name}: {} structures, {} points, median {:.2} mm, 95 of 100 within {:.2} mm; farthest {:?}",
        medians.len(),
        all.len(),
        at(50),
        at(95),
        &medians[..medians.len().min(5)]
    );
    assert!(medians.len() >= structures, "{name}: {}", medians.len());
    assert!(at(50) < MEDIAN_MM, "{name}: {}", at(50));
    let near = medians.iter().filter(|m| m.0 < MEDIAN_MM).count();
    assert!(
        near as f32 >= share * medians.len() as f32,
        "{name}: {near} of {}",
        medians.len()
    );
}

#[test]
fn between_the_two_bodies() {
    let (male, female) = (shipped("atlas"), shipped("atlas-female"));
    round_trip("male, female and back", (&male, &female), 200, 0.95);
    round_trip("female, male and back", (&female, &male), 200, 0.95);
}

#[test]
fn between_the_bodies_and_guests() {
    let shared = std::env::var_os("CORPUS_ATLAS_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let atlases = shared.join("atlases");
    if !atlases.is_dir() {
        eprintln!("skipped: there is no {}", atlases.display());
        return;
    }
    let scan = ImportOptions {
        names: Some(ClassNames::load("totalsegmentator").expect("its names are built in")),
        ..ImportOptions::default()
    };
    let guests = [
        (
            "a scan",
            "totalsegmentator-example/example_seg.nii.gz",
            scan,
            15,
        ),
        ("HRA male", "hra-vh-male", ImportOptions::default(), 60),
        ("HRA female", "hra-vh-female", ImportOptions::default(), 60),
    ];
    for (name, path, options, structures) in guests {
        let import = guests::import(&[atlases.join(path)], &options);
        let guest = Arc::new(import.unwrap_or_else(|e| panic!("{name}: {e}")).atlas);
        for body in ["atlas", "atlas-female"] {
            let body_atlas = shipped(body);
            let (to, back) = (
                format!("{body}, {name} and back"),
                format!("{name}, {body} and back"),
            );
            round_trip(&to, (&body_atlas, &guest), structures, 0.5);
            round_trip(&back, (&guest, &body_atlas), structures, 0.5);
        }
    }
}
