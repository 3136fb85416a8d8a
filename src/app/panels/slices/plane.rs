//! How a slice lies: the axis that it is taken across, and where it is on the screen.

use bevy_egui::egui::{Pos2, Rect};

use language::say;
use viewer::SectionPreset;

/// The axis a slice is taken across.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Across {
    X,
    Y,
    Z,
}

impl Across {
    /// In the order they are shown.
    pub const ALL: [Across; 3] = [Self::Z, Self::Y, Self::X];

    pub fn axis(self) -> usize {
        self as usize
    }

    pub fn label(self) -> String {
        match self {
            Self::X => say!("cut-sagittal"),
            Self::Y => say!("cut-coronal"),
            Self::Z => say!("cut-axial"),
        }
    }

    /// (axis, sign) of the picture's right and of its downward direction, LPS. Axial slices are seen from the feet, sagittal ones
    /// from the patient's left.
    pub fn picture_axes(self) -> ((usize, f32), (usize, f32)) {
        match self {
            Self::X => ((1, 1.0), (2, -1.0)),
            Self::Y => ((0, 1.0), (2, -1.0)),
            Self::Z => ((0, 1.0), (1, 1.0)),
        }
    }

    /// Letters at the left, right, upper and lower border.
    pub fn letters(self) -> [&'static str; 4] {
        match self {
            Self::X => ["A", "P", "S", "I"],
            Self::Y => ["R", "L", "S", "I"],
            Self::Z => ["R", "L", "A", "P"],
        }
    }

    pub fn preset(self) -> SectionPreset {
        match self {
            Self::X => SectionPreset::Sagittal,
            Self::Y => SectionPreset::Coronal,
            Self::Z => SectionPreset::Axial,
        }
    }
}

/// Where a slice lies on the screen.
pub struct Frame {
    pub rect: Rect,
    /// (axis, sign) of the picture's right and of its downward direction.
    pub axes: ((usize, f32), (usize, f32)),
    /// Points on the screen per mm.
    pub scale: f32,
    /// What is shown in the middle, mm along the picture's right and down.
    pub middle: [f32; 2],
}

impl Frame {
    pub fn to_screen(&self, p: [f32; 3]) -> Pos2 {
        let ((right, right_sign), (down, down_sign)) = self.axes;
        Pos2::new(
            self.rect.center().x + (p[right] * right_sign - self.middle[0]) * self.scale,
            self.rect.center().y + (p[down] * down_sign - self.middle[1]) * self.scale,
        )
    }

    /// Millimetres along the picture's right and down.
    pub fn to_picture(&self, at: Pos2) -> [f32; 2] {
        let from = (at - self.rect.center()) / self.scale;
        [from.x + self.middle[0], from.y + self.middle[1]]
    }

    /// The point of the body under a point of the screen, in the slice through `cross`, within an atlas of these half extents.
    pub fn to_body(&self, at: Pos2, cross: [f32; 3], half: [f32; 3]) -> [f32; 3] {
        let ((right, right_sign), (down, down_sign)) = self.axes;
        let [along, below] = self.to_picture(at);
        let mut p = cross;
        p[right] = along * right_sign;
        p[down] = below * down_sign;
        std::array::from_fn(|a| p[a].clamp(-half[a] + 0.5, half[a] - 0.5))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_shows_the_two_other_axes_with_the_letters_of_their_ends() {
        let ends = [("R", "L"), ("A", "P"), ("I", "S")];
        for across in Across::ALL {
            let ((right, right_sign), (down, down_sign)) = across.picture_axes();
            let mut axes = [across.axis(), right, down];
            axes.sort_unstable();
            assert_eq!(axes, [0, 1, 2]);
            let pair = |axis: usize, sign: f32| {
                let (low, high) = ends[axis];
                if sign > 0.0 { (low, high) } else { (high, low) }
            };
            let [l, r, t, b] = across.letters();
            assert_eq!((l, r), pair(right, right_sign));
            assert_eq!((t, b), pair(down, down_sign));
        }
    }
}
