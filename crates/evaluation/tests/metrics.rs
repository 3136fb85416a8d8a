//! The measures and the baselines against the shipped atlas.

use std::path::Path;
use std::sync::LazyLock;

use anatomy::{Atlas, Catalogue};
use evaluation::metrics::{LabelledText, evaluate};

static ATLAS: LazyLock<Atlas> = LazyLock::new(|| {
    Atlas::open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/atlas")).unwrap()
});

fn row(id: &str) -> anatomy::StructureIndex {
    Catalogue::builtin().index_of(id).unwrap()
}

#[test]
fn baselines_and_points_are_measured_on_exact_voxels() {
    let (liver, kidney) = ([row("liver")], [row("kidney")]);
    let texts: Vec<LabelledText<'_>> = (0..40)
        .map(|i| match i % 2 {
            0 => LabelledText {
                title: "",
                text: "The liver and the hepatic hilum; a kidney.",
                right: &liver,
            },
            _ => LabelledText {
                title: "Renal failure",
                text: "Nothing more.",
                right: &kidney,
            },
        })
        .collect();
    let centre = |id: &str| {
        ATLAS
            .nearest_voxel(row(id), ATLAS.centroid_mm(row(id)).unwrap())
            .unwrap()
    };
    let points: Vec<[f32; 3]> = (0..40)
        .map(|i| centre(if i % 2 == 0 { "liver" } else { "left_kidney" }))
        .collect();
    let e = evaluate(&ATLAS, &texts, &points, 7);
    assert_eq!((e.score.n, e.score.ior, e.score.nvd_cm), (40, 100.0, 0.0));
    assert_eq!(e.by_structure["liver"].n, 20);
    assert_eq!(e.baselines["most_mentioned"].ior, 100.0);
    assert!(
        e.baselines["occ"].ior < 100.0 && e.baselines["occ"].ior > 50.0,
        "occ takes the kidney in half of the liver texts: {:?}",
        e.baselines["occ"]
    );
    assert!(e.baselines["freq"].ior >= 50.0);
    assert!(e.baselines["random"].ior < 40.0 && e.baselines["random"].nvd_cm > 5.0);
    assert!(e.baselines["center"].ior < 100.0);
    assert_eq!(
        evaluate(&ATLAS, &texts, &points, 7),
        e,
        "the seed fixes the baselines"
    );
}
