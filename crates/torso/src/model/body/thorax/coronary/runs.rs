//! Where the vessels of the heart run: their table.

/// What is laid on the heart.
pub(in crate::model::body) const CORONARY: [&str; 4] = [
    "right_coronary_artery",
    "left_coronary_artery",
    "coronary_sinus",
    "cardiac_veins",
];

pub(super) const RIGHT: &str = CORONARY[0];
pub(super) const LEFT: &str = CORONARY[1];
pub(super) const SINUS: &str = CORONARY[2];
pub(super) const VEINS: &str = CORONARY[3];

/// A groove: where a vessel is further from the first chamber than from the second by so much, mm.
pub(super) type Groove = (Chamber, Chamber, f32);

/// The chambers, in the order of `heart::CHAMBERS`.
#[derive(Clone, Copy)]
pub(super) enum Chamber {
    LeftVentricle,
    RightVentricle,
    LeftAtrium,
    RightAtrium,
}

use Chamber::{LeftAtrium, LeftVentricle, RightAtrium, RightVentricle};

/// A stretch of a vessel.
pub(super) struct Run {
    pub(super) of: &'static str,
    /// Points before the course that stay where they are, mm.
    pub(super) stem: &'static [[f32; 3]],
    /// Out of whose vessels it comes, at the point nearest to its first one; none: its stem begins within what it comes from.
    pub(super) from: Option<&'static str>,
    /// Points near the course, mm.
    pub(super) guides: &'static [[f32; 3]],
    /// Free on the surface without one.
    pub(super) groove: Option<Groove>,
    /// At the beginning and at the end, mm.
    pub(super) radius: [f32; 2],
    /// Whether its end grows thin and sinks into the muscle; otherwise others go on from there.
    pub(super) fades: bool,
}

/// A branch that runs free.
const fn branch(of: &'static str, guides: &'static [[f32; 3]], radius: [f32; 2]) -> Run {
    Run {
        of,
        stem: &[],
        from: Some(of),
        guides,
        groove: None,
        radius,
        fades: true,
    }
}

/// In the order in which they hang on each other.
pub(super) const RUNS: &[Run] = &[
    // From the right aortic sinus between auricle and cone into the right groove, to the crux.
    Run {
        from: None,
        stem: &[[-3.0, -40.0, 218.0], [-7.0, -46.0, 217.0]],
        groove: Some((RightAtrium, RightVentricle, 0.0)),
        fades: false,
        ..branch(
            RIGHT,
            &[
                [-12.0, -52.0, 212.0],
                [-20.0, -57.0, 203.0],
                [-25.0, -60.0, 190.0],
                [-24.0, -58.0, 178.0],
                [-21.0, -54.0, 166.0],
                [-15.0, -46.0, 158.0],
                [-9.0, -38.0, 160.0],
                [-4.0, -33.0, 164.0],
            ],
            [1.95, 1.6],
        )
    },
    // Posterior interventricular branch.
    Run {
        stem: &[[3.0, -30.0, 165.0]],
        groove: Some((RightVentricle, LeftVentricle, -0.5)),
        ..branch(
            RIGHT,
            &[
                [12.0, -33.5, 159.0],
                [26.0, -42.0, 150.0],
                [39.0, -52.0, 143.0],
                [47.0, -61.0, 141.0],
            ],
            [1.6, 1.0],
        )
    },
    // Right marginal branch, along the lower border.
    branch(
        RIGHT,
        &[
            [-17.0, -62.0, 160.0],
            [-8.0, -68.0, 151.0],
            [5.0, -74.0, 144.0],
            [20.0, -80.0, 140.0],
            [33.0, -84.0, 139.0],
        ],
        [1.25, 1.0],
    ),
    // Left main and anterior interventricular (LAD), round the apex.
    Run {
        from: None,
        stem: &[
            [11.0, -30.0, 220.0],
            [17.0, -33.0, 223.0],
            [25.0, -37.0, 224.5],
        ],
        groove: Some((RightVentricle, LeftVentricle, -0.5)),
        ..branch(
            LEFT,
            &[
                [33.0, -44.0, 221.0],
                [41.0, -59.0, 212.0],
                [48.0, -70.0, 203.0],
                [53.0, -80.0, 190.0],
                [55.0, -87.0, 175.0],
                [58.0, -90.0, 160.0],
                [60.0, -88.0, 149.0],
                [58.0, -80.0, 142.0],
                [54.0, -72.0, 140.0],
            ],
            [2.25, 1.0],
        )
    },
    // Circumflex.
    Run {
        groove: Some((LeftAtrium, LeftVentricle, 2.0)),
        ..branch(
            LEFT,
            &[
                [35.0, -31.0, 224.0],
                [41.0, -19.0, 222.0],
                [41.0, -7.0, 216.0],
                [37.0, 1.0, 209.0],
                [31.0, 4.0, 205.0],
            ],
            [1.7, 1.1],
        )
    },
    // Diagonal, two left marginal branches.
    branch(
        LEFT,
        &[
            [51.0, -62.0, 209.0],
            [60.0, -65.0, 200.0],
            [70.0, -69.0, 187.0],
            [77.0, -73.0, 172.0],
        ],
        [1.2, 1.0],
    ),
    branch(
        LEFT,
        &[
            [50.0, -17.0, 215.0],
            [60.0, -23.0, 206.0],
            [70.0, -33.0, 195.0],
            [78.0, -46.0, 181.0],
            [82.0, -56.0, 170.0],
        ],
        [1.25, 1.0],
    ),
    branch(
        LEFT,
        &[
            [44.0, 3.0, 200.0],
            [54.0, -2.0, 190.0],
            [64.0, -13.0, 178.0],
            [71.0, -26.0, 168.0],
        ],
        [1.1, 1.0],
    ),
    // The sinus, from the right atrium to the left below the left atrium.
    Run {
        from: None,
        stem: &[
            [-16.0, -25.0, 182.0],
            [-11.0, -18.0, 185.0],
            [-5.0, -10.5, 188.5],
        ],
        groove: Some((LeftAtrium, LeftVentricle, -1.5)),
        fades: false,
        ..branch(
            SINUS,
            &[
                [3.0, -3.0, 191.5],
                [10.0, 2.5, 194.5],
                [18.0, 6.0, 198.0],
                [27.0, 7.0, 202.0],
                [34.0, 5.0, 207.0],
            ],
            [4.5, 2.6],
        )
    },
    // Great cardiac vein: on along the left groove, then down beside the LAD.
    Run {
        from: Some(SINUS),
        groove: Some((LeftAtrium, LeftVentricle, -3.0)),
        fades: false,
        ..branch(
            VEINS,
            &[
                [39.0, 1.0, 212.0],
                [43.0, -8.0, 219.0],
                [43.0, -19.0, 224.0],
                [40.0, -30.0, 225.0],
            ],
            [2.3, 2.0],
        )
    },
    Run {
        groove: Some((RightVentricle, LeftVentricle, 3.5)),
        ..branch(
            VEINS,
            &[
                [39.0, -45.0, 221.0],
                [44.0, -59.0, 213.0],
                [51.0, -70.0, 204.0],
                [57.0, -80.0, 190.0],
                [60.0, -86.0, 175.0],
                [63.0, -89.0, 161.0],
            ],
            [2.0, 1.0],
        )
    },
    // Middle cardiac vein, beside the posterior interventricular branch.
    Run {
        from: Some(SINUS),
        stem: &[
            [2.5, -10.0, 184.5],
            [4.0, -18.0, 177.0],
            [6.5, -25.0, 169.0],
        ],
        groove: Some((RightVentricle, LeftVentricle, 3.5)),
        ..branch(
            VEINS,
            &[
                [13.0, -31.0, 161.0],
                [20.0, -35.0, 156.0],
                [28.0, -40.0, 150.0],
                [41.0, -50.0, 143.0],
                [50.0, -61.0, 140.0],
            ],
            [2.0, 1.0],
        )
    },
];
