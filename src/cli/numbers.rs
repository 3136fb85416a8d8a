//! Numbers among the arguments: those that are none, and absurd ones, are refused with the range that is meant.

/// Farther than this from the middle of the torso is no place in or near a body, in mm.
const FARTHEST_MM: f32 = 10_000.0;

/// Most things that can be asked for at a time.
const MOST: usize = 1_000_000;

/// `x,y,z` in mm.
pub fn parse_point(text: &str) -> Result<[f32; 3], String> {
    let parts: Vec<f32> = text
        .split(',')
        .map(|part| {
            part.trim()
                .parse::<f32>()
                .map_err(|_| format!("“{part}” is not a number"))
        })
        .collect::<Result<_, _>>()?;
    let point: [f32; 3] = parts.try_into().map_err(|_| {
        "a point is x,y,z in mm (left, posterior, superior), for example -70,-10,110".to_owned()
    })?;
    // Not a number is in no range.
    if point
        .iter()
        .all(|mm| (-FARTHEST_MM..=FARTHEST_MM).contains(mm))
    {
        Ok(point)
    } else {
        Err(format!(
            "a point has three numbers from -{FARTHEST_MM} to {FARTHEST_MM}"
        ))
    }
}

/// A distance in mm.
pub fn parse_distance(text: &str) -> Result<f32, String> {
    let distance = text.trim().parse().ok();
    distance
        .filter(|mm| (0.0..=FARTHEST_MM).contains(mm))
        .ok_or_else(|| format!("a distance is a number of mm from 0 to {FARTHEST_MM}"))
}

/// How many of something are wanted.
pub fn parse_count(text: &str) -> Result<usize, String> {
    let count = text.trim().parse().ok();
    count
        .filter(|count| (1..=MOST).contains(count))
        .ok_or_else(|| format!("a number from 1 to {MOST}"))
}

/// A share of a whole.
pub fn parse_share(text: &str) -> Result<f32, String> {
    let share = text.trim().parse().ok();
    share
        .filter(|share| (0.0..=1.0).contains(share))
        .ok_or_else(|| "a number from 0 to 1".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_parsed_or_refused_with_a_reason() {
        assert_eq!(parse_point("-70, -10,110"), Ok([-70.0, -10.0, 110.0]));
        assert!(parse_point("1,2").unwrap_err().contains("x,y,z"));
        assert!(parse_point("1,2,left").unwrap_err().contains("left"));
        for wrong in ["1,2,NaN", "inf,0,0", "1,2,3,4", "1e9,0,0", ""] {
            assert!(parse_point(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_refused_with_the_range() {
        assert_eq!(parse_distance("40"), Ok(40.0));
        for wrong in ["-1", "NaN", "inf", "1e30", "", "4 mm"] {
            let reason = parse_distance(wrong).expect_err(wrong);
            assert!(reason.contains("10000"), "{reason}");
        }
        assert_eq!(parse_count("20"), Ok(20));
        for wrong in ["0", "-1", "1000000000000", "99999999999999999999", "1.5"] {
            let reason = parse_count(wrong).expect_err(wrong);
            assert!(reason.contains("1000000"), "{reason}");
        }
        assert_eq!(parse_share("0.5"), Ok(0.5));
        for wrong in ["NaN", "-0.1", "2", "inf"] {
            assert!(parse_share(wrong).is_err(), "{wrong}");
        }
    }
}
