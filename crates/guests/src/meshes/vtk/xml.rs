//! XML files: numbers as text, as base64, or behind the XML; packed by zlib or not.

use std::io::Read as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::read::ZlibDecoder;
use roxmltree::{Document, Node};

use super::super::super::trimesh::TriMesh;
use super::{
    Cells, Fault, MAX_NUMBERS, MeshPart, Number, add_by_offsets, fault, number, positions, values,
};

/// Bytes of one array at most.
const MAX_ARRAY: usize = 1 << 30;

pub(crate) fn read(bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    // Raw data behind an underscore are no XML.
    const DATA: &[u8] = b"<AppendedData";
    let cut = bytes.windows(DATA.len()).position(|w| w == DATA);
    let (head, tail) = bytes.split_at(cut.unwrap_or(bytes.len()));
    let mut head = String::from_utf8_lossy(head).into_owned();
    if cut.is_some() {
        head.push_str("</VTKFile>");
    }
    let document = Document::parse(&head).map_err(|e| {
        let at = e.pos();
        (format!("line {}", at.row), e.to_string())
    })?;
    let root = document.root_element();
    if !root.has_tag_name("VTKFile") || root.attribute("type") != Some("PolyData") {
        let kind = root.attribute("type").unwrap_or("");
        return fault("VTKFile", format!("{kind:?} is not read, PolyData is"));
    }
    let file = File::new(root, tail)?;
    let mut mesh = TriMesh::default();
    for piece in root.descendants().filter(|n| n.has_tag_name("Piece")) {
        let mut own = TriMesh::default();
        let points = child(piece, "Points").and_then(|p| child(p, "DataArray"));
        if let Some(points) = points {
            own.positions = positions(&file.array(points)?);
        }
        for (name, kind) in [("Polys", Cells::Polygons), ("Strips", Cells::Strips)] {
            let Some(cells) = child(piece, name) else {
                continue;
            };
            let named = |name: &str| {
                let arrays = cells.children().filter(|n| n.has_tag_name("DataArray"));
                let found = { arrays }.find(|n| n.attribute("Name") == Some(name));
                found.map(|n| file.array(n))
            };
            let (offsets, corners) = (named("offsets"), named("connectivity"));
            if let (Some(offsets), Some(corners)) = (offsets, corners) {
                add_by_offsets(&mut own, kind, &offsets?, &corners?)
                    .map_err(|e| (name.to_owned(), e))?;
            }
        }
        let first = mesh.positions.len() as u32;
        mesh.positions.extend(own.positions);
        let moved = own.triangles.iter().map(|t| t.map(|c| c + first));
        mesh.triangles.extend(moved);
    }
    super::part(mesh)
}

fn child<'a>(node: Node<'a, 'a>, name: &str) -> Option<Node<'a, 'a>> {
    node.children().find(|n| n.has_tag_name(name))
}

/// How the numbers of a file are written.
struct File<'a> {
    little: bool,
    /// Type of the lengths that stand before data.
    lengths: Number,
    packed: bool,
    /// What stands behind the XML, from the byte after the underscore, and whether it is base64.
    behind: &'a [u8],
    behind_in_text: bool,
    spent: std::cell::Cell<usize>,
}

impl<'a> File<'a> {
    fn new(root: Node<'_, '_>, tail: &'a [u8]) -> Result<File<'a>, Fault> {
        let compressor = root.attribute("compressor").unwrap_or("");
        if !["", "vtkZLibDataCompressor"].contains(&compressor) {
            return fault("VTKFile", format!("{compressor} is not read, zlib is"));
        }
        let tag_ends = tail.iter().position(|b| *b == b'>').unwrap_or(tail.len());
        let (tag, rest) = tail.split_at(tag_ends);
        let begins = rest
            .iter()
            .position(|b| *b == b'_')
            .map_or(rest.len(), |n| n + 1);
        Ok(File {
            little: root.attribute("byte_order") != Some("BigEndian"),
            lengths: match root.attribute("header_type") {
                Some("UInt64") => Number::U64,
                _ => Number::U32,
            },
            packed: !compressor.is_empty(),
            behind: &rest[begins..],
            behind_in_text: String::from_utf8_lossy(tag).contains("base64"),
            spent: std::cell::Cell::new(0),
        })
    }

    fn spend(&self, numbers: usize) -> Result<(), Fault> {
        self.spent.set(self.spent.get().saturating_add(numbers));
        match self.spent.get() > MAX_NUMBERS {
            true => fault("DataArray", format!("more than {MAX_NUMBERS} numbers")),
            false => Ok(()),
        }
    }

    /// The numbers of an array.
    fn array(&self, node: Node<'_, '_>) -> Result<Vec<f64>, Fault> {
        let name = node.attribute("Name").unwrap_or("DataArray").to_owned();
        let place = |reason: String| (name.clone(), reason);
        let of = node.attribute("type").and_then(number);
        let of = of.ok_or_else(|| place("an unknown type".to_owned()))?;
        let text = node.text().unwrap_or("");
        let bytes = match node.attribute("format") {
            Some("ascii") => {
                let numbers: Result<Vec<f64>, String> = { text.split_ascii_whitespace() }
                    .map(|w| w.parse().map_err(|_| format!("{w:?} is not a number")))
                    .collect();
                let numbers = numbers.map_err(place)?;
                self.spend(numbers.len())?;
                return Ok(numbers);
            }
            Some("binary") => self.data(&mut Base64::new(text.as_bytes())),
            Some("appended") => {
                let offset = node.attribute("offset").and_then(|o| o.trim().parse().ok());
                let data = offset.and_then(|at: usize| self.behind.get(at..));
                let data = data.ok_or_else(|| place("its offset is past the end".to_owned()))?;
                if self.behind_in_text {
                    self.data(&mut Base64::new(data))
                } else {
                    self.data(&mut { data })
                }
            }
            other => Err(format!("format {other:?} is unknown")),
        };
        let bytes = bytes.map_err(place)?;
        self.spend(bytes.len() / of.bytes())?;
        Ok(values(of, self.little, &bytes))
    }

    /// What a block of data holds: its length and it; or the number of its parts, their lengths (all but the last; the last; packed), and
    /// they.
    fn data(&self, data: &mut dyn std::io::Read) -> Result<Vec<u8>, String> {
        let length = |data: &mut dyn std::io::Read| -> Result<usize, String> {
            let bytes = taken(data, self.lengths.bytes())?;
            let length = self.lengths.value(self.little, &bytes);
            match (0.0..=MAX_ARRAY as f64).contains(&length) {
                true => Ok(length as usize),
                false => Err(format!("a length of {length}")),
            }
        };
        let first = length(data)?;
        if !self.packed {
            return taken(data, first);
        }
        let (whole, last) = (length(data)?, length(data)?);
        // Each part has a length, which is in the file.
        let mut packed = Vec::new();
        for _ in 0..first {
            packed.push(length(data)?);
        }
        let mut all = Vec::new();
        for (n, packed_length) in packed.iter().enumerate() {
            let unpacked = if n + 1 == first && last > 0 {
                last
            } else {
                whole
            };
            if all.len() + unpacked > MAX_ARRAY {
                return Err(format!("more than {MAX_ARRAY} bytes"));
            }
            let part = taken(data, *packed_length)?;
            let before = all.len();
            let mut unpacking = ZlibDecoder::new(&part[..]).take(unpacked as u64);
            let read = unpacking.read_to_end(&mut all).map_err(|e| e.to_string())?;
            if read != unpacked {
                let read = all.len() - before;
                return Err(format!("{read} bytes are packed, {unpacked} are declared"));
            }
        }
        Ok(all)
    }
}

/// So many bytes.
fn taken(data: &mut dyn std::io::Read, length: usize) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let read = data.take(length as u64).read_to_end(&mut bytes);
    match read.map_err(|e| e.to_string())? == length {
        true => Ok(bytes),
        false => Err(format!(
            "{length} bytes are declared, {} are left",
            bytes.len()
        )),
    }
}

/// Base64 in groups of four letters: what is written apart, lengths and data, may each end with padding.
struct Base64<'a> {
    text: &'a [u8],
    ready: Vec<u8>,
}

impl<'a> Base64<'a> {
    fn new(text: &'a [u8]) -> Base64<'a> {
        Base64 {
            text: text.trim_ascii_start(),
            ready: Vec::new(),
        }
    }
}

impl std::io::Read for Base64<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        if self.ready.is_empty() {
            // Up to the next padding, or some thousand letters.
            let letters = self.text.len().min(4 * 3072);
            let until = self.text[..letters].iter().position(|b| *b == b'=');
            let length = until.map_or(letters, |at| at.next_multiple_of(4).min(self.text.len()));
            let text = self.text[..length].trim_ascii_end();
            let is_letter = |b: &u8| b.is_ascii_alphanumeric() || b"+/=".contains(b);
            let whole = text.iter().take_while(|b| is_letter(b)).count() / 4 * 4;
            self.ready = STANDARD
                .decode(&text[..whole])
                .map_err(|e| std::io::Error::other(e.to_string()))?;
            self.text = &self.text[whole..];
            if whole == 0 {
                return Ok(0);
            }
        }
        let length = to.len().min(self.ready.len());
        to[..length].copy_from_slice(&self.ready[..length]);
        self.ready.drain(..length);
        Ok(length)
    }
}
