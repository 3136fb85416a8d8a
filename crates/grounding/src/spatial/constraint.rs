//! Conditions on the points of a structure, and the axes along which they are stated.

use anatomy::StructureIndex;

/// The body's midline in the torso frame, mm: the x of the centroids of the vertebrae (catalogue).
const MIDLINE_MM: f32 = 2.0;

/// A direction along which the voxels of a structure are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axis {
    /// To the patient's left.
    X,
    /// To the back.
    Y,
    /// Upwards.
    Z,
    /// Away from the midline.
    Lateral,
    /// From proximal to distal.
    Flow,
    /// From the surface inwards.
    Depth,
}

impl Axis {
    /// The coordinate of a point; 0 for the axes that need the structure.
    pub(crate) fn of(self, p: [f32; 3]) -> f32 {
        match self {
            Axis::X => p[0],
            Axis::Y => p[1],
            Axis::Z => p[2],
            Axis::Lateral => (p[0] - MIDLINE_MM).abs(),
            Axis::Flow | Axis::Depth => 0.0,
        }
    }
}

/// One condition on the points of a structure.
#[derive(Debug, Clone, PartialEq)]
pub enum Constraint {
    /// A named part: the one of these that belongs to the structure.
    Part(Vec<StructureIndex>),
    /// A share of the voxels in their order along an axis.
    Span {
        /// The axis.
        axis: Axis,
        /// Share below it, 0 to 1.
        low: f32,
        /// Share up to its end, 0 to 1.
        high: f32,
    },
    /// The middle third along the flow, else along z.
    Middle,
    /// Within so many mm of the nearest of these structures.
    Near(Vec<StructureIndex>, f32),
    /// Above the centroid of these structures.
    Above(Vec<StructureIndex>),
    /// Below the centroid of these structures.
    Below(Vec<StructureIndex>),
    /// At the height of these structures, or as near to it as the structure comes.
    Level(Vec<StructureIndex>),
    /// Less than so many mm below the surface.
    Shallow(f32),
    /// Segments of the liver (bit n for segment n).
    Sectors(u16),
}

impl Constraint {
    /// The order in which constraints are applied, so that "posterior wall of the distal oesophagus" is the posterior wall of
    /// that part.
    pub(super) fn rank(&self) -> u8 {
        match self {
            Constraint::Part(_) => 0,
            Constraint::Sectors(_)
            | Constraint::Above(_)
            | Constraint::Below(_)
            | Constraint::Level(_)
            | Constraint::Near(..) => 1,
            Constraint::Middle
            | Constraint::Span {
                axis: Axis::Flow, ..
            } => 2,
            Constraint::Span { axis: Axis::Z, .. } => 3,
            Constraint::Span {
                axis: Axis::Depth, ..
            }
            | Constraint::Shallow(_) => 5,
            Constraint::Span { .. } => 4,
        }
    }

    /// Whether two conditions cannot both hold, or name different parts.
    pub(crate) fn contradicts(&self, other: &Constraint) -> bool {
        match (self, other) {
            (
                Constraint::Span { axis: a, low, high },
                Constraint::Span {
                    axis: b,
                    low: l,
                    high: h,
                },
            ) => a == b && (high <= l || h <= low),
            (
                Constraint::Middle,
                Constraint::Span {
                    axis: Axis::Flow | Axis::Z,
                    low,
                    high,
                },
            )
            | (
                Constraint::Span {
                    axis: Axis::Flow | Axis::Z,
                    low,
                    high,
                },
                Constraint::Middle,
            ) => *high <= 0.34 || *low >= 0.66,
            (Constraint::Above(a), Constraint::Below(b))
            | (Constraint::Below(b), Constraint::Above(a)) => a == b,
            (Constraint::Part(a), Constraint::Part(b)) => a != b,
            (Constraint::Sectors(a), Constraint::Sectors(b)) => a & b == 0,
            (Constraint::Level(a), Constraint::Level(b)) => a != b,
            _ => false,
        }
    }
}
