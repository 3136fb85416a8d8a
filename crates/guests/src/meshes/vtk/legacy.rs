//! Legacy files, versions 1 to 5.1: text, or binary of big-endian numbers.

use super::super::super::trimesh::TriMesh;
use super::{
    Cells, Fault, MAX_NUMBERS, MeshPart, Number, add, add_by_offsets, fault, number, positions,
    values,
};

pub(crate) fn read(bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    let mut file = Scanner {
        bytes,
        at: 0,
        binary: false,
        numbers: 0,
    };
    if !file.line().is_some_and(|l| l.starts_with("# vtk DataFile")) {
        return fault("line 1", "a VTK file starts with # vtk DataFile");
    }
    file.line();
    file.binary = match file.line().as_deref().map(str::trim) {
        Some("ASCII") => false,
        Some("BINARY") => true,
        _ => return fault("line 3", "neither ASCII nor BINARY"),
    };
    let mut mesh = TriMesh::default();
    while let Some(line) = file.line() {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some(first) = words.first() else { continue };
        let place = || (*first).to_owned();
        match first.to_ascii_uppercase().as_str() {
            "DATASET" if words.get(1) == Some(&"POLYDATA") => {}
            "DATASET" => {
                let kind = words.get(1).unwrap_or(&"");
                return fault(place(), format!("{kind} is not read, POLYDATA is"));
            }
            "POINTS" => {
                let count = count(words.get(1)).map_err(|e| (place(), e))?;
                let of = words.get(2).and_then(|name| number(name));
                let of = of.ok_or_else(|| (place(), "an unknown type".to_owned()))?;
                let numbers = file.numbers(count.saturating_mul(3), of);
                mesh.positions = positions(&numbers.map_err(|e| (place(), e))?);
            }
            "POLYGONS" => file.cells(&words, Cells::Polygons, &mut mesh)?,
            "TRIANGLE_STRIPS" => file.cells(&words, Cells::Strips, &mut mesh)?,
            "VERTICES" | "LINES" => file.cells(&words, Cells::Others, &mut mesh)?,
            // It ends with an empty line.
            "METADATA" => while file.line().is_some_and(|line| !line.trim().is_empty()) {},
            // What belongs to points and cells comes last.
            "POINT_DATA" | "CELL_DATA" => break,
            _ => return fault(place(), format!("{line:?} is not a line of POLYDATA")),
        }
    }
    super::part(mesh)
}

fn count(word: Option<&&str>) -> Result<usize, String> {
    let word = word.copied().unwrap_or("");
    word.parse().map_err(|_| format!("{word:?} is not a count"))
}

struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
    binary: bool,
    /// Numbers read so far.
    numbers: usize,
}

impl Scanner<'_> {
    /// The next line, if one begins here; what is no text is replaced.
    fn line(&mut self) -> Option<String> {
        let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty())?;
        let end = rest.iter().position(|b| *b == b'\n');
        self.at += end.map_or(rest.len(), |end| end + 1);
        // A line of words is short; of one that is none only the beginning is shown.
        let words = &rest[..end.unwrap_or(rest.len()).min(256)];
        let text = String::from_utf8_lossy(words);
        Some(text.trim_end_matches('\r').to_owned())
    }

    /// So many numbers of a type.
    fn numbers(&mut self, count: usize, of: Number) -> Result<Vec<f64>, String> {
        let rest = &self.bytes[self.at..];
        let most = match self.binary {
            true => rest.len() / of.bytes(),
            // The shortest number is a digit with a space, and behind the last there need be none.
            false => rest.len().div_ceil(2),
        };
        self.numbers = self.numbers.saturating_add(count);
        if count > most || self.numbers > MAX_NUMBERS {
            return Err(format!("{count} numbers do not fit in the file"));
        }
        if self.binary {
            let taken = count * of.bytes();
            self.at += taken;
            // The line ends behind them.
            self.at += usize::from(self.bytes.get(self.at) == Some(&b'\n'));
            return Ok(values(of, false, &rest[..taken]));
        }
        let mut values = Vec::with_capacity(count);
        let mut at = 0;
        while values.len() < count {
            let space = |b: &u8| b.is_ascii_whitespace();
            at += rest[at..].iter().take_while(|b| space(b)).count();
            let length = rest[at..].iter().take_while(|b| !space(b)).count();
            let word = String::from_utf8_lossy(&rest[at..at + length.min(64)]);
            let Ok(value) = word.parse() else {
                return Err(format!("{word:?} is not a number"));
            };
            values.push(value);
            at += length;
        }
        self.at += at;
        // The rest of the line.
        self.line();
        Ok(values)
    }

    /// Cells as `n size` and then the number of corners and the corners of each; since version 5.1 as the ends of all cells and then all
    /// corners.
    fn cells(&mut self, words: &[&str], kind: Cells, mesh: &mut TriMesh) -> Result<(), Fault> {
        let place = |reason: String| (words[0].to_owned(), reason);
        let (first, second) = (count(words.get(1)), count(words.get(2)));
        let (first, second) = (first.map_err(place)?, second.map_err(place)?);
        let start = self.at;
        let next = self.line().unwrap_or_default();
        let Some(of) = next.strip_prefix("OFFSETS ") else {
            self.at = start;
            let numbers = self.numbers(second, Number::I32).map_err(place)?;
            let mut rest = &numbers[..];
            for _ in 0..first {
                let corners = rest.split_first().and_then(|(corners, after)| {
                    let length = usize::try_from(*corners as i64).ok()?;
                    after.split_at_checked(length)
                });
                let Some((corners, after)) = corners else {
                    let reason = format!("{first} of them do not fit in {second} numbers");
                    return Err(place(reason));
                };
                add(mesh, kind, corners).map_err(place)?;
                rest = after;
            }
            return Ok(());
        };
        let unknown = || place("an unknown type".to_owned());
        let of = number(of.trim()).ok_or_else(unknown)?;
        let offsets = self.numbers(first, of).map_err(place)?;
        let next = self.line().unwrap_or_default();
        let of = next.strip_prefix("CONNECTIVITY ").map(str::trim);
        let of = of.and_then(number).ok_or_else(unknown)?;
        let corners = self.numbers(second, of).map_err(place)?;
        add_by_offsets(mesh, kind, &offsets, &corners).map_err(place)
    }
}
