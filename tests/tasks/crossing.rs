//! The crossing of the slices, which list, slices and stage share.

use crate::desk::Seen;
use crate::sit_down;

/// Millimetres that the body in the slices is wide and deep.
const BODY: [f64; 2] = [573.0, 330.0];

fn crossing(seen: &Seen) -> [f64; 3] {
    serde_json::from_value(seen["crosshair_mm"].clone()).unwrap()
}

#[test]
fn a_list_about_a_point_follows_the_crossing_through_a_slice() {
    let Some((_display, _dir, mut desk)) = sit_down() else {
        return;
    };
    desk.key("ctrl+k");
    desk.types("spleen");
    desk.until("the spleen on offer", |seen| {
        seen.control("Spleen").is_some()
    });
    desk.key("Return");
    desk.until("its documents", |seen| {
        seen["heading"] == "Spleen" && seen.focused().is_none()
    });
    desk.key("s");
    desk.until("the slices", |seen| seen["slices"] == true);
    desk.press("About this point");
    let before = desk.until("the list about the point", |seen| {
        seen["heading"] == "About this point" && !seen.listed().is_empty()
    });
    let at = crossing(&before);
    assert!(at[0] > 20.0, "the spleen is on the left: {at:?}");

    // To the same place on the other side of the body, in the liver; a slice is seen from the feet.
    let slice = desk.control("Picture of the slice: Axial");
    let [left, top, right, bottom] = slice.rect;
    let scale = ((right - left) / BODY[0]).min((bottom - top) / BODY[1]);
    let pixel = |x: f64| {
        let [across, down] = slice.middle();
        [across + x * scale, down + at[1] * scale]
    };
    desk.drag(pixel(at[0]), pixel(-at[0]));
    let after = desk.until("the list about the other point", |seen| {
        seen["selected_structure"] != "spleen" && seen.listed() != before.listed()
    });
    let there = crossing(&after);
    assert!((there[0] + at[0]).abs() < 8.0, "{there:?}, not {at:?}");
    assert!((there[1] - at[1]).abs() < 8.0, "{there:?}, not {at:?}");
    assert_eq!(there[2], at[2], "it stays in the slice");
    assert_eq!(after["heading"], "About this point");
    assert_ne!(after.listed()[0], before.listed()[0]);
    desk.quit();
}
