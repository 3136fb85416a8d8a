//! Levels of detail and occlusion, on modelled shapes.
use anatomy::{Catalogue, StructureMesh};
use glam::{Vec3, vec3};
use surfaces::{bake_occlusion, build_levels};
use torso::model::{self, BodyBuilder, ellipsoid, sphere};

#[test]
fn levels_are_coarser_closed_and_near_the_finest() {
    let mut body = BodyBuilder::new();
    body.add("liver", 50, ellipsoid(Vec3::ZERO, vec3(60.0, 40.0, 30.0)));
    let catalogue = Catalogue::builtin();
    let body = body.finish(catalogue).unwrap();
    let mut mesh = model::mesh_part(&body, catalogue, 0, 2.0, Default::default());
    let before = mesh.volume_ml();
    assert_eq!(mesh.level(2), mesh.indices);
    build_levels(&mut mesh);
    assert!((mesh.volume_ml() - before).abs() < 1e-3);
    assert!(mesh.is_closed());
    let count = |l: usize| mesh.level(l).len() as f32 / mesh.indices.len() as f32;
    assert!((0.25..0.4).contains(&count(1)), "{}", count(1));
    assert!((0.05..0.15).contains(&count(2)), "{}", count(2));
    assert_eq!(mesh.level(9), mesh.level(2));
    for level in &mesh.coarser {
        let coarse = StructureMesh {
            indices: level.clone(),
            ..mesh.clone()
        };
        assert!((coarse.volume_ml() / before - 1.0).abs() < 0.15);
    }
    let mut torn = mesh.clone();
    torn.coarser[1].drain(..3);
    assert!(!torn.is_closed());
}

/// Two balls that touch shade each other where they do; what wraps them or is their whole does not.
#[test]
fn occlusion_is_dark_in_the_cleft_and_open_elsewhere() {
    let catalogue = Catalogue::builtin();
    let ball = |x: f32| sphere(vec3(x, 0.0, 0.0), 20.0);
    let bake = |ids: [&str; 3]| {
        let mut body = BodyBuilder::new();
        body.add(ids[0], 50, ball(-20.5));
        body.add(ids[1], 50, ball(20.5));
        body.add(ids[2], 20, sphere(Vec3::ZERO, 60.0));
        let body = body.finish(catalogue).unwrap();
        let labels = model::voxelise(&body);
        let mut meshes = model::meshes(&body, catalogue, &labels, Default::default());
        bake_occlusion(&mut meshes, catalogue, &labels);
        let mesh = meshes
            .into_iter()
            .find(|m| Some(m.structure) == catalogue.index_of(ids[0]))
            .unwrap();
        let mean = |near: bool| {
            let all: Vec<f32> = mesh
                .positions
                .iter()
                .zip(&mesh.occlusion)
                .filter(|(p, _)| if near { p[0] > -4.0 } else { p[0] < -25.0 })
                .map(|(_, o)| f32::from(*o))
                .collect();
            assert!(all.len() > 10);
            all.iter().sum::<f32>() / all.len() as f32
        };
        (mean(true), mean(false))
    };
    let (cleft, free) = bake(["liver", "stomach", "skin"]);
    assert!(
        cleft < 215.0 && free > 250.0,
        "{cleft} in the cleft, {free} outside"
    );
    // Bones, muscles and coverings do not shade organs; organs do not shade bones.
    for ids in [
        ["liver", "sacrum", "skin"],
        ["liver", "subcutaneous_fat", "skin"],
        ["sacrum", "liver", "skin"],
        ["left_renal_medulla", "spleen", "left_kidney"],
    ] {
        let (cleft, free) = bake(ids);
        let shaded = ids[1] == "spleen";
        assert_eq!(cleft < 215.0, shaded, "{ids:?}: {cleft}");
        assert!(free > 250.0, "{ids:?}: {free}");
    }
}
