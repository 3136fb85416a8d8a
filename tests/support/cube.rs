//! A cube as another program writes it.

/// Wavefront OBJ of a cube round the origin, called Liver; `half` its side.
pub fn obj(half: f32) -> String {
    let mut text = String::from("o Liver\n");
    for z in [-half, half] {
        for (x, y) in [(-half, -half), (half, -half), (half, half), (-half, half)] {
            text += &format!("v {x} {y} {z}\n");
        }
    }
    for face in [
        "1 4 3 2", "5 6 7 8", "1 2 6 5", "2 3 7 6", "3 4 8 7", "4 1 5 8",
    ] {
        text += &format!("f {face}\n");
    }
    text
}
