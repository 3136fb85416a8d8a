//! What a median section of both bodies shows: no muscle in the canal, a symphysis, an unbroken sheath of the recti.
use anatomy::{Catalogue, Sex, female_warp};
use glam::{Vec3, vec3};
use torso::model::{Body, body};

/// The structure whose voxel is at these whole millimetres; nothing outside the body.
fn at(body: &Body, p: Vec3) -> &'static str {
    let found = body.structure_at(p.round().to_array());
    found.map_or("", |s| Catalogue::builtin().get(s).id.as_str())
}

/// Places of the male body within the canal of the spine and the sacrum, below the cord, and behind the symphysis.
const FAT: [Vec3; 8] = [
    vec3(2.0, 30.0, -34.0),
    vec3(2.0, 30.0, -51.0),
    vec3(2.0, 35.0, -86.0),
    vec3(2.0, 44.0, -121.0),
    vec3(2.0, 72.0, -155.0),
    vec3(2.0, 82.0, -171.0),
    vec3(2.0, 90.0, -185.0),
    vec3(2.0, -20.0, -276.0),
];

fn holds(sex: Sex, heights: std::ops::Range<i32>) {
    let body = body::torso(Catalogue::builtin(), sex).unwrap();
    for p in FAT {
        let p = match sex {
            Sex::Male => p,
            Sex::Female => female_warp().target(p),
        };
        assert_eq!(at(&body, p), "visceral_fat", "{p}");
    }
    // The symphysis: bone in the middle plane, from the upper end to the lower one.
    let plane = (-320..-230).flat_map(|z| (-70..0).map(move |y| vec3(0.0, y as f32, z as f32)));
    let bone: Vec<Vec3> = plane
        .filter(|p| at(&body, *p).ends_with("hip_bone"))
        .collect();
    let farthest = |p: &Vec3| bone.iter().map(|q| q.distance(*p)).fold(0.0, f32::max);
    let height = bone.iter().map(farthest).fold(0.0, f32::max);
    assert!((28.0..42.0).contains(&height), "{height} mm");
    assert!(bone.len() as f32 > 6.0 * height, "{} mm2", bone.len());
    // The white line is found at each level, and never far from where it is a level higher.
    let mut last: Option<i32> = None;
    for z in heights {
        let y = (-160..-20).find(|y| at(&body, vec3(0.0, *y as f32, z as f32)) == "rectus_sheath");
        let y = y.unwrap_or_else(|| panic!("no sheath at z {z}"));
        assert!(
            last.is_none_or(|last| (y - last).abs() <= 3),
            "{last:?}, {y} at z {z}"
        );
        last = Some(y);
    }
}

#[test]
fn his_median_section_has_fat_in_the_canal_a_symphysis_and_a_white_line() {
    holds(Sex::Male, -245..120);
}

#[test]
fn her_median_section_has_fat_in_the_canal_a_symphysis_and_a_white_line() {
    holds(Sex::Female, -240..105);
}
