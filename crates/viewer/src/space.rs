//! Three frames, a type each. All are LPS millimetres (x to the patient's left, y to posterior, z to superior) with the origin
//! at the centre of the atlas volume; what differs is the body. Points change their type at two borders only: [`crate::Staging`]
//! carries them between the home body and the one on the stage, [`crate::Display`] between that and where it is drawn.

use serde::{Deserialize, Serialize};

macro_rules! frame {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub [f32; 3]);

        impl $name {
            /// LPS mm.
            pub fn mm(self) -> [f32; 3] {
                self.0
            }

            /// Whether all three figures are finite (a kept point may come from a damaged file).
            pub fn is_finite(self) -> bool {
                self.0.iter().all(|v| v.is_finite())
            }
        }
    };
}

frame! {
    /// A place in the home body: the modelled torso in which documents are placed and searched.
    HomePoint
}
frame! {
    /// A place in the body on the stage, which may be another atlas.
    StagePoint
}
frame! {
    /// Where something is drawn: a place of the stage's body, moved with its structure while the body is taken apart.
    ShownPoint
}

impl StagePoint {
    /// Distance to another place of the same body, mm.
    pub fn distance_mm(self, other: StagePoint) -> f32 {
        glam::Vec3::from_array(self.0).distance(glam::Vec3::from_array(other.0))
    }
}
