//! From a source's coordinates to LPS millimetres.
//!
//! Mesh formats say nothing about axes, and glTF alone about units. A frame is therefore given by whoever imports, by
//! name or as three linear expressions, or guessed from the format and the size of everything, and the guess is reported.

use std::fmt;
use std::str::FromStr;

use glam::{DAffine3, DMat3, DVec3};
use serde::{Deserialize, Serialize};

/// A linear change of coordinates to LPS mm.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Frame {
    /// Maps a point of the source to LPS mm.
    pub to_lps: DAffine3,
    /// Whether the result is the torso frame, so that the guest lies where the modelled torso lies.
    pub torso: bool,
}

/// Frames by name. The last two lead into the torso frame: the HRA formula is the one by which the torso facts were
/// measured; the Z-Anatomy one is a least-squares fit of each axis on pelvis, spine, sternum and ribs.
const NAMED: [(&str, &str, bool); 6] = [
    ("lps-mm", "x=x; y=y; z=z", false),
    ("ras-mm", "x=-x; y=-y; z=z", false),
    ("y-up-m", "x=1000x; y=-1000z; z=1000y", false),
    ("y-up-mm", "x=x; y=-z; z=y", false),
    ("hra-vh-male", "x=1000x; y=-1000z; z=1000y-280", true),
    (
        "z-anatomy",
        "x=1012.4x+2; y=-1143.9z+0.4; z=1033.4y-1134.8",
        true,
    ),
];

impl Frame {
    /// Names that [`Frame::from_str`] understands.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMED.iter().map(|n| n.0)
    }

    /// LPS mm as they are.
    pub fn lps() -> Frame {
        Frame {
            to_lps: DAffine3::IDENTITY,
            torso: false,
        }
    }

    /// A frame of the list above.
    pub fn named(name: &str) -> Option<Frame> {
        let (_, text, torso) = NAMED.iter().find(|n| n.0.eq_ignore_ascii_case(name))?;
        let to_lps = expressions(text).ok()?;
        Some(Frame {
            to_lps,
            torso: *torso,
        })
    }
}

impl FromStr for Frame {
    type Err = String;

    /// A name ("hra-vh-male"), three expressions ("x=1000x; y=-1000z; z=1000y-280") or the twelve numbers of a matrix
    /// of three rows and four columns.
    fn from_str(text: &str) -> Result<Frame, String> {
        let text = text.trim();
        if let Some(frame) = Frame::named(text) {
            return Ok(frame);
        }
        let to_lps = if text.contains('=') {
            expressions(text)?
        } else {
            matrix(text)?
        };
        let scale = to_lps.matrix3.determinant().abs();
        if !scale.is_finite() || !to_lps.translation.is_finite() || scale < 1e-9 {
            return Err("the frame flattens space, or is not finite".into());
        }
        Ok(Frame {
            to_lps,
            torso: false,
        })
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (r, axis) in ["x", "y", "z"].into_iter().enumerate() {
            if r > 0 {
                write!(f, "; ")?;
            }
            write!(f, "{axis}=")?;
            let mut first = true;
            for (c, name) in ["x", "y", "z", ""].into_iter().enumerate() {
                let v = if c < 3 {
                    self.to_lps.matrix3.col(c)[r]
                } else {
                    self.to_lps.translation[r]
                };
                if v == 0.0 {
                    continue;
                }
                let sign = if v < 0.0 {
                    "-"
                } else if first {
                    ""
                } else {
                    "+"
                };
                let size = v.abs();
                if size == 1.0 && c < 3 {
                    write!(f, "{sign}{name}")?;
                } else {
                    write!(f, "{sign}{}{name}", (size * 1e6).round() / 1e6)?;
                }
                first = false;
            }
            if first {
                write!(f, "0")?;
            }
        }
        Ok(())
    }
}

fn matrix(text: &str) -> Result<DAffine3, String> {
    let numbers: Result<Vec<f64>, _> = text
        .split([' ', ',', ';'])
        .filter(|t| !t.is_empty())
        .map(str::parse)
        .collect();
    let names = || Frame::names().collect::<Vec<_>>().join(", ");
    let m = numbers.map_err(|_| {
        format!(
            "{text:?} is neither a frame's name ({}), nor expressions, nor twelve numbers",
            names()
        )
    })?;
    if m.len() != 12 {
        return Err(format!("{} numbers instead of twelve", m.len()));
    }
    let row = |r: usize| DVec3::new(m[4 * r], m[4 * r + 1], m[4 * r + 2]);
    Ok(DAffine3::from_mat3_translation(
        DMat3::from_cols(row(0), row(1), row(2)).transpose(),
        DVec3::new(m[3], m[7], m[11]),
    ))
}

fn expressions(text: &str) -> Result<DAffine3, String> {
    let mut rows: [Option<[f64; 4]>; 3] = [None; 3];
    for part in text.split(';').map(str::trim).filter(|p| !p.is_empty()) {
        let (axis, sum) = part
            .split_once('=')
            .ok_or_else(|| format!("{part:?} has no '='"))?;
        let n = axis_index(axis.trim()).ok_or_else(|| format!("{axis:?} is not x, y or z"))?;
        if rows[n].replace(terms(sum)?).is_some() {
            return Err(format!("{} is given twice", axis.trim()));
        }
    }
    let mut m = DMat3::ZERO;
    let mut t = DVec3::ZERO;
    for (r, row) in rows.into_iter().enumerate() {
        let row = row.ok_or_else(|| format!("{} is not given", ["x", "y", "z"][r]))?;
        for (c, v) in row[..3].iter().enumerate() {
            m.col_mut(c)[r] = *v;
        }
        t[r] = row[3];
    }
    Ok(DAffine3::from_mat3_translation(m, t))
}

fn axis_index(name: &str) -> Option<usize> {
    ["x", "y", "z"]
        .iter()
        .position(|a| a.eq_ignore_ascii_case(name))
}

/// A sum like "1000x - 2.5 z + 3": factors of x, y, z and the constant.
fn terms(sum: &str) -> Result<[f64; 4], String> {
    let compact: String = sum
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '*')
        .collect();
    let mut out = [0.0; 4];
    let mut rest = compact.as_str();
    if rest.is_empty() {
        return Err("an empty expression".into());
    }
    while !rest.is_empty() {
        // A sign after an exponent's e belongs to the number.
        let end = rest
            .char_indices()
            .skip(1)
            .find(|(n, c)| matches!(c, '+' | '-') && !matches!(rest.as_bytes()[n - 1], b'e' | b'E'))
            .map_or(rest.len(), |(n, _)| n);
        let (term, after) = rest.split_at(end);
        rest = after;
        let last = term.chars().last().map(String::from).unwrap_or_default();
        let (n, number) = match axis_index(&last) {
            Some(n) => (n, &term[..term.len() - 1]),
            None => (3, term),
        };
        let value = match number {
            "" | "+" if n < 3 => 1.0,
            "-" if n < 3 => -1.0,
            _ => number
                .parse()
                .map_err(|_| format!("{term:?} is not a number times x, y or z"))?,
        };
        out[n] += value;
    }
    Ok(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_read_and_written() {
        let at = |f: &Frame| f.to_lps.transform_point3(DVec3::new(0.1, 1.0, 0.2));
        let hra: Frame = "hra-vh-male".parse().unwrap();
        assert!(hra.torso);
        assert!((at(&hra) - DVec3::new(100.0, -200.0, 720.0)).length() < 1e-9);
        let same: Frame = hra.to_string().parse().unwrap();
        assert_eq!((same.to_lps, same.torso), (hra.to_lps, false));
        let matrix: Frame = "1000 0 0 0  0 0 -1000 0  0 1000 0 -280".parse().unwrap();
        assert_eq!(matrix.to_lps, hra.to_lps);
        let odd: Frame = "z = 2*x + 1e-3y -4; X=-y;y=z".parse().unwrap();
        assert!((at(&odd) - DVec3::new(-1.0, 0.2, -3.799)).length() < 1e-9);
        for bad in [
            "",
            "x=1",
            "x=x;y=y;z=0",
            "x=x;x=y;z=z",
            "x=q;y=y;z=z",
            "1 2 3",
            "x=;y=y;z=z",
            "é=1",
            "x=é;y=y;z=z",
            "x=nanx;y=y;z=z",
        ] {
            assert!(bad.parse::<Frame>().is_err(), "{bad:?}");
        }
    }
}
