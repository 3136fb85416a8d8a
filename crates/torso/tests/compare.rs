//! Comparing atlases whose agreement can be worked out by hand.
use anatomy::{Atlas, Catalogue};
use glam::{Vec3, vec3};
use torso::model::{self, BodyBuilder, sphere};
use torso::{Agreement, StructurePair, compare};

fn balls(balls: &[(&str, Vec3, f32)]) -> Atlas {
    let mut body = BodyBuilder::new();
    for (id, at, r) in balls {
        body.add(id, 50, sphere(*at, *r));
    }
    let catalogue = Catalogue::builtin();
    let body = body.finish(catalogue).unwrap();
    Atlas::from_labels(catalogue, model::voxelise(&body))
}

fn near(a: Agreement, dice: f32, surface_mm: f32) {
    assert!(
        (a.dice - dice).abs() < 0.02,
        "Dice {} instead of {dice}",
        a.dice
    );
    assert!(
        (a.surface_mm - surface_mm).abs() < 0.4,
        "{} mm instead of {surface_mm}",
        a.surface_mm
    );
    assert!(a.surface_p95_mm >= a.surface_mm);
}

#[test]
fn an_atlas_agrees_with_itself() {
    let a = balls(&[
        ("liver", vec3(10.0, 4.0, -7.0), 40.0),
        ("spleen", vec3(90.0, 0.0, 0.0), 9.0),
    ]);
    let pairs = StructurePair::common(&a, &a);
    assert_eq!(pairs.len(), 2);
    let same = compare(&a, &a, &pairs);
    for row in &same.structures {
        for a in [row.as_it_lies, row.centred, row.shape_only.unwrap()] {
            assert_eq!((a.dice, a.surface_mm, a.surface_p95_mm), (1.0, 0.0, 0.0));
        }
        assert_eq!(row.centroid_distance_mm, 0.0);
    }
    assert_eq!(same.means.unwrap().shape_only.unwrap().dice, 1.0);
}

#[test]
fn shifted_balls_agree_as_geometry_says() {
    // Two balls of radius r, d apart: Dice = (1 - d/2r)^2 (1 + d/4r).
    let (r, d) = (30.0f32, 15.0f32);
    let a = balls(&[("liver", Vec3::ZERO, r)]);
    let b = balls(&[("liver", vec3(9.0, 12.0, 0.0), r)]);
    let row = &compare(&a, &b, &StructurePair::common(&a, &b)).structures[0];
    let dice = (1.0 - d / (2.0 * r)).powi(2) * (1.0 + d / (4.0 * r));
    // Mean over the sphere of | |p - c| - r |, by quadrature over the cosine.
    let surface = (0..1000)
        .map(|n| (n as f32 + 0.5) / 500.0 - 1.0)
        .map(|u| ((r * r + d * d - 2.0 * r * d * u).sqrt() - r).abs() / 1000.0)
        .sum::<f32>();
    near(row.as_it_lies, dice, surface);
    assert!((row.centroid_distance_mm - d).abs() < 0.05);
    near(row.centred, 1.0, 0.0);
    near(row.shape_only.unwrap(), 1.0, 0.0);
}

#[test]
fn balls_of_two_sizes_differ_until_they_are_scaled() {
    let a = balls(&[("liver", vec3(3.0, 0.0, 0.0), 32.0)]);
    let b = balls(&[("liver", vec3(-40.0, 5.0, 9.0), 24.0)]);
    let row = &compare(&a, &b, &StructurePair::common(&a, &b)).structures[0];
    let dice = 2.0 * 24f32.powi(3) / (24f32.powi(3) + 32f32.powi(3));
    near(row.centred, dice, 8.0);
    near(row.shape_only.unwrap(), 1.0, 0.0);
    assert!(row.as_it_lies.dice < row.centred.dice);
    // Beyond threefold nothing is scaled.
    let c = balls(&[("liver", Vec3::ZERO, 20.0)]);
    let row = &compare(&a, &c, &StructurePair::common(&a, &c)).structures[0];
    assert_eq!(row.shape_only, None);
    // Apart: no overlap.
    let row = &compare(
        &c,
        &balls(&[("liver", vec3(90.0, 0.0, 0.0), 20.0)]),
        &StructurePair::common(&a, &c),
    )
    .structures[0];
    assert_eq!(row.as_it_lies.dice, 0.0);
}

#[test]
fn unions_are_compared_as_one_and_absences_named() {
    // A chamber each way of the middle in one atlas, one solid in the other.
    let halves = balls(&[
        ("left_ventricle", vec3(0.0, 0.0, 0.0), 20.0),
        ("right_ventricle", vec3(60.0, 0.0, 0.0), 20.0),
    ]);
    let other = balls(&[
        ("liver", vec3(0.0, 0.0, 0.0), 20.0),
        ("spleen", vec3(60.0, 0.0, 0.0), 20.0),
    ]);
    let pairs = StructurePair::parse(
        "# hand-made\nname,a,b\nboth,heart,liver + spleen\ngone,stomach,liver\n",
    )
    .unwrap();
    let result = compare(&halves, &other, &pairs);
    assert_eq!(result.structures.len(), 1);
    assert_eq!(result.structures[0].as_it_lies.dice, 1.0);
    assert_eq!(result.left_out, ["gone"]);
    let (table, markdown) = (result.to_table(), result.to_markdown());
    assert!(table.contains("both") && table.contains("gone"), "{table}");
    assert!(
        markdown.starts_with("| structure |") && markdown.contains("| both |"),
        "{markdown}"
    );
    assert!(
        StructurePair::parse("name,a,b\nx,,liver\n")
            .unwrap_err()
            .contains("row 1")
    );
    assert!(StructurePair::parse("name,a\nx,liver\n").is_err());
    let known = StructurePair::parse(include_str!("../data/organ-pairs.csv")).unwrap();
    for id in known.iter().flat_map(|p| p.a.iter().chain(&p.b)) {
        assert!(Catalogue::builtin().index_of(id).is_some(), "{id}");
    }
}
