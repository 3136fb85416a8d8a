//! The modelling language keeps its promises: distances, bounds, priorities.
use anatomy::{Catalogue, Sex, StructureMesh};
use glam::{Vec3, vec3};
use proptest::prelude::*;
use torso::model::{
    Axis, BodyBuilder, Cap, Field, Loft, ModelError, Section, Shape, Tube, capsule, ellipsoid,
    half_space, prism, rounded_box, sheet, smooth_union_all, sphere, union_all,
};

/// One of each kind of solid, all within about 80 mm of the origin.
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn shapes() -> Vec<(&'static str, Shape)> {
    let ball = sphere(vec3(5.0, -3.0, 2.0), 20.0);
    let rod = capsule(vec3(-20.0, 0.0, 0.0), vec3(25.0, 10.0, 5.0), 6.0, 9.0);
    let gut = Tube::new(&[
        [0.0, 0.0, -40.0, 12.0],
        [20.0, 5.0, -10.0, 15.0],
        [-10.0, 0.0, 20.0, 14.0],
    ]);
    let dome = vec![
        vec![
            [-30.0, -30.0, 0.0, 4.0],
            [0.0, -32.0, 10.0, 5.0],
            [30.0, -30.0, 0.0, 4.0],
        ],
        vec![
            [-35.0, 0.0, 8.0, 4.0],
            [0.0, 0.0, 25.0, 6.0],
            [35.0, 0.0, 8.0, 4.0],
        ],
        vec![
            [-30.0, 30.0, 0.0, 4.0],
            [0.0, 32.0, 10.0, 5.0],
            [30.0, 30.0, 0.0, 4.0],
        ],
    ];
    let loft = Loft::along(Axis::Z)
        .level(-30.0, Section::ellipse([0.0, 0.0], [20.0, 15.0]))
        .level(0.0, Section::superellipse([4.0, 2.0], [30.0, 18.0], 3.0))
        .level(
            35.0,
            Section::contour(
                [0.0, 0.0],
                &[[18.0, 0.0], [0.0, 14.0], [-22.0, 2.0], [-4.0, -12.0]],
            ),
        );
    vec![
        ("sphere", ball.clone()),
        ("ellipsoid", ellipsoid(Vec3::ZERO, vec3(30.0, 20.0, 12.0))),
        ("capsule", rod.clone()),
        (
            "box",
            rounded_box(vec3(0.0, 5.0, 0.0), vec3(20.0, 10.0, 30.0), 4.0),
        ),
        (
            "prism",
            prism(
                Axis::Y,
                &[[-20.0, -20.0], [25.0, -10.0], [0.0, 30.0]],
                -8.0,
                8.0,
                2.0,
            ),
        ),
        (
            "tube",
            Tube::new(&[
                [0.0, 0.0, -40.0, 5.0],
                [20.0, 5.0, 0.0, 8.0],
                [0.0, 0.0, 40.0, 4.0],
            ])
            .shape(),
        ),
        (
            "open tube",
            Tube::uniform(&[[0.0, 0.0, -40.0], [10.0, 0.0, 40.0]], 9.0)
                .cap(Cap::Flat)
                .shape(),
        ),
        (
            "oval tube",
            Tube::oval(
                &[[0.0, 0.0, -40.0, 8.0, 4.0], [15.0, 0.0, 40.0, 7.0, 4.0]],
                [0.0, 1.0, 0.0],
            )
            .shape(),
        ),
        ("gut", gut.shape()),
        ("loft", loft.clone().shape()),
        ("round loft", loft.round(8.0).shape()),
        ("sheet", sheet(&dome, 4.0)),
        ("union", ball.union(&rod)),
        ("fillet", ball.smooth_union(&rod, 8.0)),
        ("cut", ball.smooth_subtract(&rod, 4.0)),
        ("common", ball.smooth_intersect(&rod, 3.0)),
        ("shell", ball.shell(3.0)),
        ("rough", ball.roughen(1.5, 15.0, 7)),
        (
            "turned",
            rod.rotate(vec3(1.0, 1.0, 0.0), 40.0, vec3(5.0, 0.0, 0.0))
                .translate(vec3(3.0, 4.0, 5.0)),
        ),
        ("scaled", ball.scale(vec3(1.0, 0.7, 1.2), Vec3::ZERO)),
        ("half", ball.cut(Vec3::ZERO, vec3(0.0, 0.0, 1.0))),
        (
            "many",
            smooth_union_all(
                (0..30)
                    .map(|n| sphere(vec3(n as f32 * 2.0 - 30.0, (n % 5) as f32 * 6.0, 0.0), 5.0)),
                3.0,
            ),
        ),
    ]
}

fn point() -> impl Strategy<Value = Vec3> {
    (-70.0f32..70.0, -70.0f32..70.0, -70.0f32..70.0).prop_map(|(x, y, z)| vec3(x, y, z))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Voxelising skips blocks by the distance at their centre; that is right only if distances do not overshoot.
    #[test]
    fn the_sign_never_changes_within_the_distance(p in point(), towards in point(), part in 0.0f32..1.0) {
        for (name, shape) in shapes() {
            let d = shape.distance(p);
            let q = p + (towards - p).normalize_or(Vec3::X) * (d.abs() / 1.25 * part - 0.05).max(0.0);
            let e = shape.distance(q);
            prop_assert!(d.signum() == e.signum() || e.abs() < 0.2, "{name}: {d} at {p}, {e} at {q}");
        }
    }

    #[test]
    fn bounds_hold_the_solid(p in point()) {
        for (name, shape) in shapes() {
            let outside = shape.bounds().distance(p);
            prop_assert!(outside <= 0.01 || shape.distance(p) > 0.0, "{name} at {p}");
        }
    }

    #[test]
    fn mirrored_shapes_are_mirror_images(p in point(), at in -20.0f32..20.0) {
        for (name, shape) in shapes() {
            let image = vec3(2.0 * at - p.x, p.y, p.z);
            prop_assert!((shape.mirror_x(at).distance(p) - shape.distance(image)).abs() < 1e-3, "{name}");
        }
    }

    /// The tree over the parts gives what asking every part gives.
    #[test]
    fn unions_agree_with_their_parts(p in point(), centres in prop::collection::vec(point(), 1..40)) {
        let balls: Vec<Shape> = centres.iter().map(|c| sphere(*c, 9.0)).collect();
        let least = balls.iter().map(|b| b.distance(p)).fold(f32::INFINITY, f32::min);
        let all = union_all(balls).distance(p);
        prop_assert!((all - least).abs() < 1e-4 || (all < 0.0 && least < 0.0), "{all} against {least}");
    }
}

#[test]
fn simple_distances_are_exact() {
    let close = |a: f32, b: f32| assert!((a - b).abs() < 1e-3, "{a} is not {b}");
    close(
        sphere(vec3(1.0, 0.0, 0.0), 2.0).distance(vec3(6.0, 0.0, 0.0)),
        3.0,
    );
    close(
        capsule(Vec3::ZERO, vec3(0.0, 0.0, 10.0), 2.0, 2.0).distance(vec3(5.0, 0.0, 5.0)),
        3.0,
    );
    close(
        rounded_box(Vec3::ZERO, Vec3::splat(5.0), 1.0).distance(vec3(9.0, 0.0, 0.0)),
        4.0,
    );
    close(
        half_space(Vec3::ZERO, Vec3::Z).distance(vec3(3.0, 2.0, 1.0)),
        1.0,
    );
    close(
        sphere(Vec3::ZERO, 10.0).shell(2.0).distance(Vec3::ZERO),
        8.0,
    );
    let straight = Tube::uniform(&[[0.0, 0.0, 0.0], [0.0, 0.0, 50.0]], 4.0);
    close(straight.shape().distance(vec3(10.0, 0.0, 20.0)), 6.0);
    close(straight.length(), 50.0);
    close(straight.point_at(0.5)[2], 25.0);
    assert!(
        straight
            .clone()
            .cap(Cap::Flat)
            .shape()
            .distance(vec3(0.0, 0.0, -1.0))
            > 0.9
    );
    assert!(straight.shape().distance(vec3(0.0, 0.0, -1.0)) < -2.9);
}

#[test]
fn a_tube_passes_through_its_points_with_their_radii() {
    let points = [
        [0.0, 0.0, 0.0, 3.0],
        [12.0, 4.0, 15.0, 5.0],
        [10.0, -8.0, 40.0, 2.0],
    ];
    let tube = Tube::new(&points).step(1.0).shape();
    for [x, y, z, r] in points {
        let d = tube.distance(vec3(x, y, z));
        assert!((d + r).abs() < 0.3, "{d} for radius {r}");
    }
}

#[test]
fn problems_of_a_body_are_named() {
    let catalogue = Catalogue::builtin();
    let ball = || sphere(Vec3::ZERO, 10.0);
    let mut body = BodyBuilder::new();
    body.add("left_kidny", 50, ball());
    assert_eq!(
        body.finish(catalogue).err(),
        Some(ModelError::UnknownId("left_kidny".into()))
    );
    let mut body = BodyBuilder::new();
    body.add("kidney", 50, ball());
    assert_eq!(
        body.finish(catalogue).err(),
        Some(ModelError::Group("kidney".into()))
    );
    let mut body = BodyBuilder::new();
    body.add("liver", 50, ball());
    body.add("liver", 51, ball());
    assert_eq!(
        body.finish(catalogue).err(),
        Some(ModelError::Twice("liver".into()))
    );
    let mut body = BodyBuilder::new();
    body.add("caudate_lobe_of_liver", 51, ball())
        .contained_in("liver");
    assert!(matches!(
        body.finish(catalogue).err(),
        Some(ModelError::NoContainer(..))
    ));
}

#[test]
fn the_higher_priority_wins_and_meshes_do_not_interpenetrate() {
    let catalogue = Catalogue::builtin();
    let id = |s: &str| catalogue.index_of(s).unwrap();
    let mut body = BodyBuilder::new();
    body.add("liver", 50, sphere(vec3(-10.0, 0.0, 0.0), 30.0));
    body.add("stomach", 60, sphere(vec3(25.0, 0.0, 0.0), 25.0));
    body.add("spleen", 40, sphere(vec3(250.0, 0.0, 0.0), 80.0));
    let body = body.finish(catalogue).unwrap();
    assert_eq!(body.structure_at([10.0, 0.0, 0.0]), Some(id("stomach")));
    assert_eq!(body.structure_at([-10.0, 0.0, 0.0]), Some(id("liver")));
    assert_eq!(body.structure_at([0.0, 100.0, 0.0]), None);
    // What sticks out of the torso box is cut off.
    assert_eq!(body.structure_at([300.0, 0.0, 0.0]), None);

    let labels = torso::model::voxelise(&body);
    let at = |p: [f32; 3]| labels.structure(labels.voxel_at(p).unwrap());
    for p in [
        [10.0, 0.0, 0.0],
        [-10.0, 0.0, 0.0],
        [0.5, 0.0, 20.5],
        [0.0, 100.0, 0.0],
        [200.0, 30.0, -20.0],
    ] {
        let voxel = labels.centre_mm(labels.voxel_at(p).unwrap());
        assert_eq!(at(p), body.structure_at(voxel), "{p:?}");
    }
    let meshes = torso::model::meshes(&body, catalogue, &labels, Default::default());
    assert_eq!(meshes.len(), 3);
    for mesh in &meshes {
        let name = &catalogue.get(mesh.structure).id;
        assert!(mesh.is_closed(), "{name}");
        assert_eq!(mesh.non_manifold_edges(), 0, "{name}");
        assert_eq!(mesh.positions.len(), mesh.normals.len());
        let voxels = count(&labels, mesh) as f64 / 1000.0;
        assert!(
            (mesh.volume_ml() / voxels - 1.0).abs() < 0.03,
            "{name}: {} mL, {voxels} mL",
            mesh.volume_ml()
        );
    }
    let liver = meshes.iter().find(|m| m.structure == id("liver")).unwrap();
    let deepest = liver
        .positions
        .iter()
        .map(|p| 25.0 - vec3(25.0, 0.0, 0.0).distance(Vec3::from_array(*p)));
    assert!(
        deepest.fold(f32::NEG_INFINITY, f32::max) < 0.5,
        "the liver's surface reaches into the stomach"
    );
    for (p, n) in liver.positions.iter().zip(&liver.normals) {
        let (p, n) = (Vec3::from_array(*p), Vec3::from_array(*n));
        assert!((n.length() - 1.0).abs() < 1e-3);
        if p.x < -15.0 {
            assert!(
                n.dot((p - vec3(-10.0, 0.0, 0.0)).normalize()) > 0.95,
                "normal at {p} is {n}"
            );
        }
    }
}

fn count(labels: &anatomy::LabelVolume, mesh: &StructureMesh) -> usize {
    let [nx, ny, nz] = labels.dims();
    let mut row = vec![0u16; nx];
    let mut n = 0;
    for k in 0..nz {
        for j in 0..ny {
            labels.copy_row(j, k, &mut row);
            n += row.iter().filter(|l| **l == mesh.structure.0 + 1).count();
        }
    }
    n
}

/// The real torso, asked directly at a few landmarks.
#[test]
fn the_torso_is_described_without_faults_and_sides_are_right() {
    let catalogue = Catalogue::builtin();
    let body = torso::model::body::torso(catalogue, Sex::Male).unwrap();
    assert!(body.structures().count() >= 150);
    // Landmarks of the typical adult: the liver lies right, stomach and spleen left, the apex of the heart left.
    let at = |p| body.structure_at(p).map(|s| catalogue.get(s).id.as_str());
    let within = |p, whole: &str| {
        body.structure_at(p)
            .is_some_and(|s| catalogue.is_part_of(s, catalogue.index_of(whole).unwrap()))
    };
    assert!(
        within([-80.0, 0.0, 120.0], "liver"),
        "{:?}",
        at([-80.0, 0.0, 120.0])
    );
    assert!(
        within([95.0, 48.0, 95.0], "spleen"),
        "{:?}",
        at([95.0, 48.0, 95.0])
    );
    assert!(
        within([-75.0, 20.0, 240.0], "right_lung"),
        "{:?}",
        at([-75.0, 20.0, 240.0])
    );
    assert!(
        within([80.0, 20.0, 240.0], "left_lung"),
        "{:?}",
        at([80.0, 20.0, 240.0])
    );
    assert!(
        within([5.0, -17.0, -228.0], "urinary_bladder"),
        "{:?}",
        at([5.0, -17.0, -228.0])
    );
}
