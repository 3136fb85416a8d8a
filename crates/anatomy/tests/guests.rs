//! Importing real files of every format. They lie in `shared/atlases` beside the repository, or where
//! `CORPUS_ATLAS_SHARED` points, and are not part of it; without them these tests say so and pass.
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anatomy::guest::{self, ClassNames, Frame, Import, ImportOptions, SourceStructure};

fn fixtures() -> Option<PathBuf> {
    let shared = std::env::var_os("CORPUS_ATLAS_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let found = shared.join("atlases/format-fixtures");
    if found.is_dir() {
        return Some(found);
    }
    eprintln!("skipped: there is no {}", found.display());
    None
}

fn import(path: &Path, options: &ImportOptions) -> Import {
    guest::import(&[path.to_owned()], options).unwrap_or_else(|e| panic!("{e}"))
}

fn by_source(import: &Import) -> HashMap<&str, &SourceStructure> {
    let all = import.report.structures.iter();
    all.map(|s| (s.source.as_str(), s)).collect()
}

#[test]
fn every_kind_of_label_volume_gives_the_same_counts_and_places() {
    let Some(dir) = fixtures() else { return };
    let dir = dir.join("converted-from-totalsegmentator");
    let options = ImportOptions {
        names: Some(ClassNames::load("totalsegmentator").unwrap()),
        ..ImportOptions::default()
    };
    let mut reader = csv::Reader::from_path(dir.join("expected_labels.csv")).unwrap();
    type Row = (i64, String, u64, f64, f64, f64, f64);
    let expected: Vec<Row> = reader.deserialize().map(Result::unwrap).collect();
    assert_eq!(expected.len(), 33);
    for name in [
        "seg_crop.nii",
        "seg_crop.nii.gz",
        "seg_crop_float32.nii.gz",
        "seg_crop_itk_RAS.nii.gz",
        "seg_crop_itk_LPS.nii.gz",
        "seg_crop_itk_PIR.nii.gz",
        "seg_crop_itk_ASL.nii.gz",
        "seg_crop_oblique.nii.gz",
        "seg_crop.nrrd",
        "seg_crop_int16.nrrd",
        "seg_crop.mha",
        "seg_crop.mhd",
    ] {
        let oblique = name.contains("oblique");
        let import = import(&dir.join(name), &options);
        let found = by_source(&import);
        assert_eq!(found.len(), expected.len(), "{name}");
        let origin = import.report.source_origin_mm;
        for (value, label, voxels, ml, x, y, z) in &expected {
            let s = found[label.as_str()];
            assert_eq!(
                (s.value, s.source_voxels),
                (Some(*value), Some(*voxels)),
                "{name} {label}"
            );
            assert!(
                (s.source_volume_ml.unwrap() - ml).abs() < 2e-3,
                "{name} {label}"
            );
            let id = s.matched.as_ref().or(s.own.as_ref()).unwrap();
            // S1 is counted to the sacrum.
            let pieces = found.values().filter(|o| o.matched.as_ref() == Some(id));
            if pieces.count() > 1 {
                continue;
            }
            let index = import.atlas.catalogue().index_of(id).unwrap();
            let made = f64::from(import.atlas.volume_ml(index));
            let centre = s.source_centroid_mm.unwrap();
            let there = import.atlas.centroid_mm(index).unwrap();
            for (a, want) in [x, y, z].into_iter().enumerate() {
                if !oblique {
                    assert!(
                        (centre[a] - want).abs() < 0.01,
                        "{name} {label}: {centre:?}"
                    );
                }
                // The pack's frame is the source's, moved by what the report says. One structure is a part of another
                // only in our catalogue, and counts there too.
                let moved = f64::from(there[a]) + origin[a];
                assert!(
                    (moved - centre[a]).abs() < 0.2,
                    "{name} {label} {there:?} {centre:?}"
                );
            }
            let tolerance = if oblique { 0.01 * ml + 0.1 } else { 0.01 };
            assert!(
                (made - ml).abs() < tolerance,
                "{name} {label}: {made} for {ml}"
            );
        }
        assert!(
            import.report.problems.is_empty(),
            "{:?}",
            import.report.problems
        );
    }
}

#[test]
fn segmentations_with_names_layers_and_dicom_are_read() {
    let Some(dir) = fixtures() else { return };
    let plain = ImportOptions::default();
    let one = import(&dir.join("slicerio/Segmentation.seg.nrrd"), &plain);
    let two = import(
        &dir.join("slicerio/SegmentationOverlapping.seg.nrrd"),
        &plain,
    );
    assert!(
        two.report.files[0]
            .notes
            .iter()
            .any(|n| n.contains("2 layers"))
    );
    for import in [&one, &two] {
        let found = by_source(import);
        assert_eq!(found["right lung"].matched.as_deref(), Some("right_lung"));
        assert_eq!(found["left lung"].matched.as_deref(), Some("left_lung"));
        assert_eq!(found["ribs"].matched.as_deref(), Some("ribs"));
        // The right lung lies at the patient's right: at lower x.
        let x = |n: &str| found[n].source_centroid_mm.unwrap()[0];
        assert!(x("right lung") + 50.0 < x("left lung"));
    }
    // The same segmentation as DICOM and as NRRD.
    let count = |i: &Import| {
        let mut all: Vec<u64> = i
            .report
            .structures
            .iter()
            .filter_map(|s| s.source_voxels)
            .collect();
        all.sort();
        all
    };
    let dicom = import(&dir.join("dcmqi/liver.dcm"), &plain);
    let nrrd = import(&dir.join("dcmqi/liver_seg.nrrd"), &plain);
    assert_eq!(dicom.report.structures[0].matched.as_deref(), Some("liver"));
    assert_eq!(count(&dicom), count(&nrrd));
    let centre = |i: &Import| i.report.structures[0].source_centroid_mm.unwrap();
    for a in 0..3 {
        assert!((centre(&dicom)[a] - centre(&nrrd)[a]).abs() < 0.01);
    }
    let overlapping = import(&dir.join("dcmqi/partial_overlaps.dcm"), &plain);
    let layers: Vec<u64> = (1..=3)
        .flat_map(|n| {
            count(&import(
                &dir.join(format!("dcmqi/partial_overlaps-{n}.nrrd")),
                &plain,
            ))
        })
        .collect();
    let mut layers = layers;
    layers.sort();
    assert_eq!(count(&overlapping), layers);
    assert!(
        overlapping.report.files[0]
            .notes
            .iter()
            .any(|n| n.contains("several segments"))
    );
    for (name, segments) in [
        ("seg_image_ct_binary.dcm", 1),
        ("seg_image_ct_binary_fractional.dcm", 1),
        ("seg_image_ct_binary_overlap.dcm", 2),
        ("seg_image_ct_binary_single_frame.dcm", 1),
        ("seg_image_ct_true_fractional.dcm", 1),
    ] {
        let import = import(&dir.join("highdicom").join(name), &plain);
        assert_eq!(import.report.structures.len(), segments, "{name}");
    }
    // Whole and fraction of the same slices agree where the fraction is all or nothing.
    let binary = import(&dir.join("highdicom/seg_image_ct_binary.dcm"), &plain);
    let fraction = import(
        &dir.join("highdicom/seg_image_ct_binary_fractional.dcm"),
        &plain,
    );
    assert_eq!(count(&binary), count(&fraction));
    // A picture is no segmentation, and says so.
    let no = guest::import(&[dir.join("dcmqi/ct-3slice_01.dcm")], &plain);
    assert!(no.is_err_and(|e| e.to_string().contains("nothing to show")));
    let no = guest::import(&[dir.join("slicerio/CTChest4.nrrd")], &plain);
    assert!(no.is_err_and(|e| e.to_string().contains("image rather than labels")));
}

#[test]
fn one_surface_in_every_format_is_the_same_solid() {
    let Some(dir) = fixtures() else { return };
    let dir = dir.join("converted-from-hra");
    let options = ImportOptions {
        frame: Some("x=x; y=-z; z=y".parse::<Frame>().unwrap()),
        ..ImportOptions::default()
    };
    for name in [
        "gallbladder_mm.glb",
        "gallbladder_mm.obj",
        "gallbladder_mm.off",
        "gallbladder_mm.ply",
        "gallbladder_mm.stl",
        "gallbladder_mm_ascii.stl",
    ] {
        let import = import(&dir.join(name), &options);
        let s = &import.report.structures[0];
        assert_eq!(s.triangles, Some(1990), "{name}");
        let index = import
            .atlas
            .catalogue()
            .index_of(s.matched.as_ref().or(s.own.as_ref()).unwrap());
        let (lo, hi) = import.atlas.bounds_mm(index.unwrap()).unwrap();
        let origin = import.report.source_origin_mm;
        for (a, want) in [(-97.1, -54.7), (-94.2, -21.4), (331.0, 372.7)]
            .iter()
            .enumerate()
        {
            assert!(
                (f64::from(lo[a]) + origin[a] - want.0).abs() < 1.2,
                "{name} {lo:?}"
            );
            assert!(
                (f64::from(hi[a]) + origin[a] - want.1).abs() < 1.2,
                "{name} {hi:?}"
            );
        }
    }
    for name in ["kidney_capsules_mm.glb", "kidney_capsules_mm_groups.obj"] {
        let import = import(&dir.join(name), &options);
        let ids: Vec<_> = import
            .report
            .structures
            .iter()
            .map(|s| s.matched.as_deref())
            .collect();
        assert_eq!(ids, [Some("left_kidney"), Some("right_kidney")], "{name}");
    }
}

#[test]
fn draco_and_plain_skeletons_agree() {
    let Some(dir) = fixtures() else { return };
    let dir = dir.join("../open3dmodel-skeleton");
    let plain = ImportOptions::default();
    let packed = import(&dir.join("overview-skeleton.glb"), &plain);
    let decoded = import(&dir.join("torso-skeleton-decoded.glb"), &plain);
    assert_eq!(packed.report.structures.len(), 144);
    assert_eq!(decoded.report.structures.len(), 82);
    for name in ["Sacrum", "Lumbar vertebrae (L3)", "Rib (7th).r"] {
        let volume = |i: &Import| by_source(i)[name].volume_ml.unwrap();
        let (a, b) = (volume(&packed), volume(&decoded));
        assert!(a > 1.0 && (a - b).abs() < 0.02 * b, "{name}: {a} {b}");
    }
}
