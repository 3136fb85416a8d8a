//! Importing real files of every format. They lie in `shared/atlases` beside the repository, or where
//! `CORPUS_ATLAS_SHARED` points, and are not part of it; without them these tests say so and pass.
//!
//! Long because every format has its files.
use std::collections::HashMap;
use std::path::{Path, PathBuf};

use anatomy::guest::{self, ClassNames, Frame, ImportOptions, SourceStructure};
use guests::Import;

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
    guests::import(&[path.to_owned()], options).unwrap_or_else(|e| panic!("{e}"))
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
    let no = guests::import(&[dir.join("dcmqi/ct-3slice_01.dcm")], &plain);
    assert!(no.is_err_and(|e| e.to_string().contains("nothing to show")));
    let no = guests::import(&[dir.join("slicerio/CTChest4.nrrd")], &plain);
    assert!(no.is_err_and(|e| e.to_string().contains("image rather than labels")));
}

/// Voxels and centroid per label value, as independent readers give them (pydicom for DICOM; numbers of NRRD and MetaImage
/// by their header and plain arrays).
#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn every_label_volume_gives_its_counts_and_places() {
    let Some(dir) = fixtures() else { return };
    type Label = (i64, u64, f64, [f64; 3]);
    let volumes: &[(&str, &[Label])] = &[
        (
            "elastix/3DCT_lung_baseline_mask.mha",
            &[(1, 721_043, 3363.586, [-70.438, -34.334, -1263.624])],
        ),
        (
            "elastix/3DCT_lung_followup_segmentation.mha",
            &[(137, 94_640, 441.485, [-36.925, 25.577, -1236.346])],
        ),
        (
            "dcmqi/heart_seg.nrrd",
            &[(3, 41_449, 27.231, [69.729, 1.745, -127.767])],
        ),
        (
            "dcmqi/spine_seg.nrrd",
            &[(2, 12_439, 8.172, [-28.348, 76.998, -127.692])],
        ),
        (
            "dcmqi/liver_seg.nrrd",
            &[(1, 107_098, 70.362, [-74.057, -33.262, -127.700])],
        ),
        (
            "dcmqi/liver_spine_seg.nrrd",
            &[
                (1, 107_098, 70.362, [-74.057, -33.262, -127.700]),
                (2, 12_439, 8.172, [-28.348, 76.998, -127.692]),
            ],
        ),
        (
            "dcmqi/small_nrrd_label.nrrd",
            &[(1, 315, 0.386, [55.825, 11.846, -175.25])],
        ),
        (
            "dcmqi/partial_overlaps.dcm",
            &[
                (1, 9_602, 6.308, [-75.119, -45.922, -127.69]),
                (2, 11_888, 7.810, [-11.712, -22.117, -127.69]),
                (3, 10_743, 7.058, [-27.396, -28.094, -126.723]),
                (4, 6_693, 4.397, [28.573, 60.872, -128.69]),
                (5, 4_713, 3.096, [-99.420, 69.823, -128.69]),
            ],
        ),
        (
            "slicerio/Segmentation.seg.nrrd",
            &[
                (1, 8_487, 787.887, [9.158, 23.236, -118.134]),
                (2, 1_216, 112.887, [7.720, 55.786, -38.671]),
                (3, 2_712, 251.767, [5.779, 92.831, -151.957]),
                (4, 3_259, 302.548, [-0.617, 83.909, -289.379]),
                (5, 34_450, 3198.150, [-61.479, 17.973, -145.508]),
                (6, 33_700, 3128.524, [79.227, 25.296, -156.720]),
                (7, 154_589, 14351.197, [4.950, 13.873, -209.277]),
            ],
        ),
        (
            "highdicom/seg_image_ct_binary.dcm",
            &[(1, 638, f64::NAN, [-121.713, -124.417, 104.521])],
        ),
        (
            "highdicom/seg_image_ct_binary_fractional.dcm",
            &[(1, 638, f64::NAN, [-121.713, -124.417, 104.521])],
        ),
        (
            "highdicom/seg_image_ct_true_fractional.dcm",
            &[(1, 638, f64::NAN, [-121.713, -124.417, 104.521])],
        ),
        (
            "highdicom/seg_image_ct_binary_overlap.dcm",
            &[
                (1, 64, f64::NAN, [-122.314, -125.414, 53.332]),
                (2, 16, f64::NAN, [-121.826, -124.926, 53.332]),
            ],
        ),
        (
            "highdicom/seg_image_ct_binary_single_frame.dcm",
            &[(1, 1_832, f64::NAN, [-121.88, -148.322, -75.7])],
        ),
    ];
    for (name, labels) in volumes {
        let import = import(&dir.join(name), &ImportOptions::default());
        let mut found: Vec<&SourceStructure> = import.report.structures.iter().collect();
        found.sort_by_key(|s| s.value);
        assert_eq!(found.len(), labels.len(), "{name}");
        for (s, (value, voxels, ml, centroid)) in found.into_iter().zip(*labels) {
            assert_eq!(
                (s.value, s.source_voxels),
                (Some(*value), Some(*voxels)),
                "{name}"
            );
            let volume = s.source_volume_ml.unwrap();
            assert!(
                ml.is_nan() || (volume - ml).abs() < 1e-3,
                "{name} {value}: {volume}"
            );
            let centre = s.source_centroid_mm.unwrap();
            for a in 0..3 {
                assert!(
                    (centre[a] - centroid[a]).abs() < 2e-3,
                    "{name} {value}: {centre:?}"
                );
            }
        }
    }
}

#[test]
fn a_plane_of_pixels_is_one_slice() {
    let Some(dir) = fixtures() else { return };
    let import = import(&dir.join("elastix/fixed.mhd"), &ImportOptions::default());
    let raw = std::fs::read(dir.join("elastix/fixed.raw")).unwrap();
    let mut count: HashMap<i64, u64> = HashMap::new();
    for pixel in raw.chunks_exact(2) {
        *count
            .entry(i64::from(i16::from_le_bytes([pixel[0], pixel[1]])))
            .or_default() += 1;
    }
    count.remove(&0);
    let found: HashMap<i64, u64> = import
        .report
        .structures
        .iter()
        .map(|s| (s.value.unwrap(), s.source_voxels.unwrap()))
        .collect();
    assert_eq!(found, count);
    assert!(found.len() > 200);
    let problems = import.report.problems.join("; ");
    assert!(problems.contains("its labels have no names"), "{problems}");
}

#[test]
fn pictures_and_what_no_reader_knows_are_refused_with_a_reason() {
    let Some(dir) = fixtures() else { return };
    for (name, reason) in [
        (
            "elastix/3DCT_lung_baseline_small.mha",
            "image rather than labels",
        ),
        ("niivue/mha.mha", "image rather than labels"),
        ("slicerio/CTChest4.nrrd", "image rather than labels"),
        (
            "highdicom/seg_image_sm_control_labelmap.dcm",
            "smaller than the voxels of 1 mm",
        ),
        ("highdicom/ct_image.dcm", "nothing to show"),
        ("dcmqi/ct-3slice_02.dcm", "nothing to show"),
        ("dcmqi/small_image_IMG0001.dcm", "nothing to show"),
        ("dcmqi/small_multiframe_mf.dcm", "nothing to show"),
        ("niivue/cortex_5124.mz3", "nothing to show"),
        ("niivue/tract.FAT_R.vtk", "it holds no polygons"),
    ] {
        let refused = guests::import(&[dir.join(name)], &ImportOptions::default());
        let said = refused.err().map(|e| e.to_string()).unwrap_or_default();
        assert!(said.contains(reason), "{name}: {said}");
    }
}

#[test]
fn surfaces_of_a_cube_and_of_a_brain_are_read() {
    let Some(dir) = fixtures() else { return };
    let frame = |text: &str| ImportOptions {
        frame: Some(text.parse().unwrap()),
        ..ImportOptions::default()
    };
    let at = |import: &Import| {
        let s = &import.report.structures[0];
        let id = s.matched.as_ref().or(s.own.as_ref()).unwrap();
        let index = import.atlas.catalogue().index_of(id).unwrap();
        let (lo, hi) = import.atlas.bounds_mm(index).unwrap();
        let origin = import.report.source_origin_mm;
        let moved =
            |p: [f32; 3]| -> [f64; 3] { std::array::from_fn(|a| f64::from(p[a]) + origin[a]) };
        (moved(lo), moved(hi), import.atlas.volume_ml(index))
    };
    // The unit cube, 30 mm wide: five squares and two triangles.
    let cube = import(&dir.join("niivue/cube.ply"), &frame("x=30x; y=30y; z=30z"));
    assert_eq!(cube.report.structures[0].triangles, Some(12));
    let (lo, hi, ml) = at(&cube);
    // Voxel centres lie on its faces: 29 to 31 voxels a side.
    assert!((24.3..29.9).contains(&ml), "{ml}");
    let brain = import(&dir.join("niivue/simplify_brain.obj"), &frame("lps-mm"));
    assert_eq!(brain.report.structures[0].triangles, Some(9064));
    let (brain_lo, brain_hi, _) = at(&brain);
    for a in 0..3 {
        assert!(
            lo[a].abs() < 1.2 && (hi[a] - 30.0).abs() < 1.2,
            "{lo:?} {hi:?}"
        );
        let (low, high) = ([-73.2, -97.1, -53.0][a], [64.8, 75.3, 78.4][a]);
        assert!(
            (brain_lo[a] - low).abs() < 1.2 && (brain_hi[a] - high).abs() < 1.2,
            "{brain_lo:?} {brain_hi:?}"
        );
    }
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
        "gallbladder_mm_ascii.vtk",
        "gallbladder_mm_binary.vtk",
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

#[test]
fn an_atlas_is_made_again_from_its_recipe_with_a_name_mapped_by_hand() {
    let dir = tempfile::tempdir().unwrap();
    let cube = "o blorb\nv 0 0 0\nv 40 0 0\nv 40 40 0\nv 0 40 0\nv 0 0 40\nv 40 0 40\nv 40 40 40\nv 0 40 40\n\
        f 1 4 3 2\nf 5 6 7 8\nf 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n";
    let file = dir.path().join("thing.obj");
    std::fs::write(&file, cube).unwrap();
    let told = std::sync::Mutex::new(Vec::new());
    let options = ImportOptions {
        frame: Some("ras-mm".parse().unwrap()),
        ..ImportOptions::default()
    };
    let first = guests::import_with(std::slice::from_ref(&file), &options, &|progress| {
        told.lock().unwrap().push(progress.to_string())
    })
    .unwrap();
    let told = told.into_inner().unwrap();
    assert!(
        told.contains(&"filling unmatched surfaces, 1 of 1".to_owned()),
        "{told:?}"
    );
    let row = &first.report.structures[0];
    assert_eq!(
        (row.source.as_str(), row.own.as_deref()),
        ("blorb", Some("blorb"))
    );
    let pack = dir.path().join("pack");
    first.write(&pack).unwrap();

    let mut recipe = guest::Recipe::read(&pack).unwrap();
    assert_eq!(recipe.paths, std::slice::from_ref(&file));
    assert_eq!(recipe.options.frame, options.frame);
    assert!(recipe.missing().is_empty());
    recipe.options.decide("Blorb", Some("liver"));
    recipe.options.decide("blorb", Some("spleen"));
    assert_eq!(
        recipe.options.map,
        [("blorb".to_owned(), "spleen".to_owned())]
    );
    guests::import(&recipe.paths, &recipe.options)
        .unwrap()
        .write(&pack)
        .unwrap();

    let atlas = anatomy::Atlas::open(&pack).unwrap();
    let spleen = atlas.catalogue().index_of("spleen").unwrap();
    assert_eq!(atlas.present(), [spleen]);
    assert!((atlas.volume_ml(spleen) - 64.0).abs() < 8.0);
    assert_eq!(atlas.read_meshes().unwrap()[0].structure, spleen);
    let report = guest::ImportReport::read(&pack).unwrap();
    assert_eq!(report.structures[0].by, Some(guest::MatchedBy::Map));
    let mut again = guest::Recipe::read(&pack).unwrap();
    assert_eq!(again.options.by_hand("BLORB "), Some("spleen"));
    again.options.decide("blorb", None);
    assert!(again.options.map.is_empty());
    std::fs::remove_file(&file).unwrap();
    assert_eq!(again.missing(), [file.as_path()]);
}

fn own_data(name: &str) -> PathBuf {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    data.join(name)
}

/// A zip archive of some files under a folder.
fn zipped(path: &Path, folder: &str, files: &[PathBuf]) {
    let mut archive = zip::ZipWriter::new(std::fs::File::create(path).unwrap());
    let options = zip::write::SimpleFileOptions::default();
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap();
        let name = format!("{folder}{name}");
        archive.start_file(name, options).unwrap();
        std::io::Write::write_all(&mut archive, &std::fs::read(file).unwrap()).unwrap();
    }
    archive.finish().unwrap();
}

#[test]
fn an_archive_is_imported_as_its_files_are() {
    let folder = tempfile::tempdir().unwrap();
    let (liver, spleen) = (
        folder.path().join("liver.vtp"),
        folder.path().join("spleen.vtk"),
    );
    std::fs::copy(own_data("vtk/raw-zlib.vtp"), &liver).unwrap();
    std::fs::copy(own_data("vtk/strips-5.1.vtk"), &spleen).unwrap();
    let archive = folder.path().join("organs.zip");
    zipped(&archive, "data/", &[liver, spleen]);
    let made = import(&archive, &ImportOptions::default());
    assert_eq!(made.report.name, "organs");
    let found: Vec<_> = { made.report.structures.iter() }
        .map(|s| s.matched.as_deref())
        .collect();
    assert_eq!(found, [Some("liver"), Some("spleen")]);
    // 20 x 30 x 40 mm.
    let volume = by_source(&made)["liver"].volume_ml.unwrap();
    assert!((volume - 24.0).abs() < 1.5, "{volume}");
    // A damaged one is told of, and does not stop the others.
    let damaged = folder.path().join("damaged.zip");
    let bytes = std::fs::read(&archive).unwrap();
    std::fs::write(&damaged, &bytes[..bytes.len() / 2]).unwrap();
    let both = guests::import(&[damaged, archive], &ImportOptions::default()).unwrap();
    assert_eq!(both.report.structures.len(), 2);
    let told = both.report.problems.join("; ");
    assert!(told.contains("damaged.zip"), "{told}");
}

#[test]
fn an_import_that_cannot_be_written_leaves_the_older_pack() {
    let folder = tempfile::tempdir().unwrap();
    let pack = folder.path().join("pack");
    let made = import(&own_data("dicom/plain.dcm"), &ImportOptions::default());
    made.write(&pack).unwrap();
    let files = || -> HashMap<PathBuf, Option<Vec<u8>>> {
        let entries = std::fs::read_dir(&pack).unwrap();
        let paths = entries.map(|entry| entry.unwrap().path());
        paths
            .map(|path| (path.clone(), std::fs::read(path).ok()))
            .collect()
    };
    let before = files();
    assert!(before.len() >= 5, "{:?}", before.keys());
    let liver = folder.path().join("liver.vtp");
    std::fs::copy(own_data("vtk/raw-zlib.vtp"), &liver).unwrap();
    let other = import(&liver, &ImportOptions::default());
    // Each file of the new pack in turn cannot be written: something stands in its place. What was made of it is taken away.
    for name in before.keys().filter_map(|path| path.file_name()) {
        let in_the_way = pack.join(".part").join(name).join("full");
        std::fs::create_dir_all(&in_the_way).unwrap();
        other
            .write(&pack)
            .map(|()| panic!("{name:?} was written"))
            .unwrap_err();
        assert_eq!(files(), before, "{name:?}");
    }
    anatomy::Atlas::open(&pack).unwrap();
    other.write(&pack).unwrap();
    assert_ne!(files(), before);
}

#[test]
fn a_zipped_pack_is_opened_and_installed() {
    let folder = tempfile::tempdir().unwrap();
    let made = import(&own_data("dicom/plain.dcm"), &ImportOptions::default());
    let pack = folder.path().join("pack");
    made.write(&pack).unwrap();
    let files: Vec<PathBuf> = { std::fs::read_dir(&pack).unwrap() }
        .map(|file| file.unwrap().path())
        .collect();
    for (name, within) in [("flat.zip", ""), ("deep.zip", "my atlas/")] {
        let archive = folder.path().join(name);
        zipped(&archive, within, &files);
        let opened = anatomy::Atlas::open(&archive).unwrap();
        assert_eq!(opened.present(), made.atlas.present());
        assert_eq!(opened.read_meshes().unwrap().len(), made.meshes.len());
        // Installed, it is the same atlas under the same name.
        let taken = import(&archive, &ImportOptions::default());
        assert_eq!(taken.report.name, made.report.name);
        assert_eq!(taken.report.structures, made.report.structures);
        let again = folder.path().join("again");
        taken.write(&again).unwrap();
        let again = anatomy::Atlas::open(&again).unwrap();
        assert_eq!(again.present(), made.atlas.present());
        for s in again.present() {
            assert_eq!(again.bounds_mm(*s), made.atlas.bounds_mm(*s));
        }
        assert_eq!(again.pack_info().license, made.atlas.pack_info().license);
    }
    // What holds no pack says so.
    let other = folder.path().join("other.zip");
    zipped(&other, "", &[own_data("vtk/text.vtp")]);
    let refused = anatomy::Atlas::open(&other).unwrap_err().to_string();
    assert!(refused.contains("no structures.json"), "{refused}");
}
