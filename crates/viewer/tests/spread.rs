//! The outline of how far the places of a text are spread, as it is seen.

use std::f32::consts::TAU;

use glam::{Quat, Vec2, Vec3};
use grounding::lean::CHI2_3_90;
use viewer::{FIELD_OF_VIEW_DEGREES, Lens, Pose, world_from_lps};

const SIZE: Vec2 = Vec2::new(900.0, 600.0);

#[test]
fn a_ball_before_the_eye_is_a_circle() {
    let pose = Pose {
        target: Vec3::ZERO,
        distance: 500.0,
        ..Pose::default()
    };
    let lens = Lens::of(&pose, SIZE);
    // A ball of 40 mm.
    let variance = (1600.0 / CHI2_3_90) as f32;
    let ball = [variance, 0.0, 0.0, variance, 0.0, variance];
    let seen = lens.outline(Vec3::ZERO, ball).expect("it is seen");
    let focal = 300.0 / (FIELD_OF_VIEW_DEGREES.to_radians() * 0.5).tan();
    let radius = focal * 40.0 / (500.0_f32 * 500.0 - 1600.0).sqrt();
    assert!(seen.middle.distance(SIZE * 0.5) < 0.05, "{seen:?}");
    for angle in [0.0, 0.9, 2.0, 4.4] {
        let from_middle = seen.at(angle).distance(seen.middle);
        assert!((from_middle - radius).abs() < 0.05, "{seen:?}, {radius}");
    }
}

#[test]
fn the_outline_goes_round_the_ellipsoid_and_touches_it() {
    // Standard deviations along turned axes, mm.
    let turn = Quat::from_euler(glam::EulerRot::XYZ, 0.4, -0.8, 1.1);
    let deviations = Vec3::new(22.0, 9.0, 3.0);
    let axes = [0, 1, 2].map(|axis| turn * (Vec3::AXES[axis] * deviations[axis]));
    let entry = |a: usize, b: usize| axes.iter().map(|axis| axis[a] * axis[b]).sum::<f32>();
    let covariance = [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)].map(|(a, b)| entry(a, b));
    let middle_mm = Vec3::new(60.0, -20.0, 110.0);
    let pose = Pose {
        distance: 330.0,
        target: world_from_lps([0.0; 3]),
        ..Pose::default()
    };
    let lens = Lens::of(&pose, SIZE);
    let seen = lens
        .outline(world_from_lps(middle_mm.to_array()), covariance)
        .expect("it is seen");
    // How far out a point lies, 1 on the ellipse.
    let out = |at: Vec2| {
        let from = at - seen.middle;
        let [along, down] = seen.halves;
        let cos = from.x / along.x;
        let sin = (from.y - along.y * cos) / down.y;
        (cos * cos + sin * sin).sqrt()
    };
    let mut farthest = 0.0_f32;
    let by_turn: &mut [f32; 12] = &mut [0.0; 12];
    for i in 0..200 {
        for j in 0..=100 {
            let (round, up) = (i as f32 / 200.0 * TAU, j as f32 / 100.0 * TAU * 0.5);
            let ball = Vec3::new(up.sin() * round.cos(), up.sin() * round.sin(), up.cos());
            let offset = axes[0] * ball.x + axes[1] * ball.y + axes[2] * ball.z;
            let place = middle_mm + offset * (CHI2_3_90 as f32).sqrt();
            let at = lens.on_screen(world_from_lps(place.to_array()));
            let far = out(at);
            farthest = farthest.max(far);
            let angle = (at - seen.middle).to_angle() / TAU + 0.5;
            let slot = &mut by_turn[((angle * 12.0) as usize).min(11)];
            *slot = slot.max(far);
        }
    }
    assert!(farthest < 1.002, "{farthest}");
    assert!(by_turn.iter().all(|far| *far > 0.98), "{by_turn:?}");
}

#[test]
fn what_has_no_extent_or_lies_behind_the_eye_has_no_outline() {
    let lens = Lens::of(&Pose::default(), SIZE);
    let ball = [100.0, 0.0, 0.0, 100.0, 0.0, 100.0];
    let pose = Pose::default();
    assert_eq!(lens.outline(pose.target, [0.0; 6]), None);
    let eye = pose.eye();
    assert_eq!(lens.outline(eye, ball), None);
    assert_eq!(lens.outline(eye + (eye - pose.target), ball), None);
    assert!(lens.outline(pose.target, ball).is_some());
}
