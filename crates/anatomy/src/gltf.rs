//! The container of glTF 2.0: the chunks of its binary form, the document, buffer views, compressed or not, and accessors.
//!
//! Read by hand rather than through a glTF library, because those trust, panic on or refuse what is checked here: every
//! index, offset and count is verified against the file before it is used.

mod packed;

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Deserialize;

pub use packed::MESHOPT;
use packed::Packed;

/// Bytes that the compressed buffer views of a file become at most.
const MAX_UNPACKED: usize = 512 << 20;

/// A component type of accessors: whole numbers of 8 bits with a sign.
pub const I8: u32 = 5120;
/// Without a sign, of 8 bits.
pub const U8: u32 = 5121;
/// Without a sign, of 16 bits.
pub const U16: u32 = 5123;
/// Without a sign, of 32 bits.
pub const U32: u32 = 5125;

/// What a file holds.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Document {
    /// The scene to be shown.
    pub scene: Option<usize>,
    /// All scenes.
    #[serde(default)]
    pub scenes: Vec<Scene>,
    /// All nodes.
    #[serde(default)]
    pub nodes: Vec<Node>,
    /// All surfaces.
    #[serde(default)]
    pub meshes: Vec<Mesh>,
    /// All accessors.
    #[serde(default)]
    pub accessors: Vec<Accessor>,
    /// All buffer views.
    #[serde(default)]
    pub buffer_views: Vec<View>,
    /// All buffers.
    #[serde(default)]
    pub buffers: Vec<Buffer>,
    /// Extensions without which the file cannot be read.
    #[serde(default)]
    pub extensions_required: Vec<String>,
}

/// What is shown together.
#[derive(Deserialize)]
pub struct Scene {
    /// Its topmost nodes.
    #[serde(default)]
    pub nodes: Vec<usize>,
}

/// A thing in space, with the nodes that move with it.
#[derive(Deserialize)]
pub struct Node {
    /// Its name; empty for none.
    #[serde(default)]
    pub name: String,
    /// The surface that it shows.
    pub mesh: Option<usize>,
    /// The nodes that move with it.
    #[serde(default)]
    pub children: Vec<usize>,
    /// Its transform, column by column.
    pub matrix: Option<[f64; 16]>,
    /// Or its parts: a shift,
    pub translation: Option<[f64; 3]>,
    /// a turn (quaternion x, y, z, w),
    pub rotation: Option<[f64; 4]>,
    /// and factors.
    pub scale: Option<[f64; 3]>,
    /// What it says beyond the standard.
    #[serde(default)]
    pub extensions: serde_json::Value,
    /// What a program added.
    #[serde(default)]
    pub extras: serde_json::Value,
}

/// A surface.
#[derive(Deserialize)]
pub struct Mesh {
    /// Its name; empty for none.
    #[serde(default)]
    pub name: String,
    /// Its pieces.
    #[serde(default)]
    pub primitives: Vec<Primitive>,
}

/// A piece of a surface.
#[derive(Deserialize)]
pub struct Primitive {
    /// Accessors of what its vertices have, by name (`POSITION`).
    pub attributes: BTreeMap<String, usize>,
    /// Accessor of the corners' vertices; without, they count up.
    pub indices: Option<usize>,
    /// How corners make up shapes; 4, the default, is triangles.
    pub mode: Option<u32>,
    /// What it says beyond the standard.
    #[serde(default)]
    pub extensions: Extensions,
}

/// What a piece of a surface says beyond the standard.
#[derive(Deserialize, Default)]
pub struct Extensions {
    /// Compressed by Draco (`KHR_draco_mesh_compression`).
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub draco: Option<DracoView>,
}

/// Where a piece lies that is compressed by Draco.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct DracoView {
    /// The buffer view with the compressed bytes.
    pub buffer_view: usize,
    /// Number there of what its vertices have, by name.
    pub attributes: BTreeMap<String, u32>,
}

/// Elements of one type in a buffer view.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Accessor {
    /// The buffer view; without, all is zero.
    pub buffer_view: Option<usize>,
    /// Where the first element is in it.
    #[serde(default)]
    pub byte_offset: usize,
    /// How a number is stored ([`U8`] and others).
    pub component_type: u32,
    /// How many elements.
    pub count: usize,
    /// Numbers of an element (`SCALAR`, `VEC3`).
    #[serde(rename = "type")]
    pub shape: String,
    /// Whether whole numbers stand for 0 to 1 or -1 to 1.
    #[serde(default)]
    pub normalized: bool,
    /// Elements that differ from the buffer view's.
    pub sparse: Option<serde_json::Value>,
}

/// A stretch of a buffer.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The buffer.
    #[serde(default)]
    pub buffer: usize,
    /// Where it begins there.
    #[serde(default)]
    pub byte_offset: usize,
    /// Its length.
    pub byte_length: usize,
    /// From one element to the next; without, they are packed.
    pub byte_stride: Option<usize>,
    #[serde(default)]
    extensions: ViewExtensions,
}

#[derive(Deserialize, Default)]
struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression")]
    packed: Option<Packed>,
}

/// Bytes in a file.
#[derive(Deserialize)]
pub struct Buffer {
    /// Where they are; without, in this file's own chunk.
    pub uri: Option<String>,
}

/// The JSON text and the binary chunk of a binary file; nothing when it is none of version 2, or cut off.
pub fn chunks(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let word =
        |at: usize| Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?) as usize);
    if bytes.get(..4)? != b"glTF" || word(4)? != 2 || bytes.get(16..20)? != b"JSON" {
        return None;
    }
    let end = 20usize.checked_add(word(12)?)?;
    let text = bytes.get(20..end)?;
    if bytes.len() < end + 8 {
        return Some((text, &[]));
    }
    let length = word(end)?;
    if bytes.get(end + 4..end + 8)? != b"BIN\0" {
        return None;
    }
    Some((text, bytes.get(end + 8..(end + 8).checked_add(length)?)?))
}

/// The bytes that a document speaks of.
pub struct Container<'a> {
    /// The document.
    pub document: &'a Document,
    /// The binary chunk.
    bin: &'a [u8],
    /// The contents of the buffers that have an address of their own, by their numbers; empty for the others.
    beside: Vec<Vec<u8>>,
    /// The bytes of compressed buffer views, by their numbers; nothing for the others.
    unpacked: Vec<Option<Vec<u8>>>,
}

impl<'a> Container<'a> {
    /// A document with its binary chunk and the contents of the buffers that have an address of their own.
    ///
    /// # Errors
    /// When a compressed buffer view is malformed: which one, and why.
    pub fn new(
        document: &'a Document,
        bin: &'a [u8],
        beside: Vec<Vec<u8>>,
    ) -> Result<Container<'a>, (String, String)> {
        let mut container = Container {
            document,
            bin,
            beside,
            unpacked: Vec::new(),
        };
        let views = || document.buffer_views.iter().map(|v| &v.extensions.packed);
        let place = |n: usize| move |reason: String| (format!("buffer view {n}"), reason);
        let mut sum = 0usize;
        for (n, packed) in views().enumerate() {
            sum += packed
                .as_ref()
                .map_or(Ok(0), Packed::size)
                .map_err(place(n))?;
            if sum > MAX_UNPACKED {
                return Err(place(n)(format!("more than {MAX_UNPACKED} bytes unpacked")));
            }
        }
        if views().any(Option::is_some) {
            let views: Vec<&Option<Packed>> = views().collect();
            let unpack = |(n, packed): (usize, &&Option<Packed>)| {
                let Some(packed) = packed else {
                    return Ok(None);
                };
                let bytes = container.bytes(packed.buffer, packed.byte_offset, packed.byte_length);
                let bytes = bytes.and_then(|bytes| packed.unpack(bytes));
                bytes.map(Some).map_err(place(n))
            };
            container.unpacked = views
                .par_iter()
                .enumerate()
                .map(unpack)
                .collect::<Result<_, _>>()?;
        }
        Ok(container)
    }

    /// Bytes of all buffer views that were compressed.
    pub fn unpacked_bytes(&self) -> usize {
        self.unpacked.iter().flatten().map(Vec::len).sum()
    }

    /// A buffer view and its bytes.
    ///
    /// # Errors
    /// When there is none of this number, or it reaches past its buffer.
    pub fn view(&self, n: usize) -> Result<(&View, &[u8]), String> {
        let view = self
            .document
            .buffer_views
            .get(n)
            .ok_or("there is no such buffer view")?;
        let bytes = match self.unpacked.get(n) {
            Some(Some(bytes)) => bytes,
            _ => self.bytes(view.buffer, view.byte_offset, view.byte_length)?,
        };
        Ok((view, bytes))
    }

    /// A stretch of a buffer.
    fn bytes(&self, buffer: usize, start: usize, length: usize) -> Result<&[u8], String> {
        let own = self
            .document
            .buffers
            .get(buffer)
            .is_none_or(|b| b.uri.is_none());
        let bytes = match self.beside.get(buffer) {
            Some(bytes) if !own => bytes.as_slice(),
            _ if buffer == 0 => self.bin,
            _ => return Err(format!("there is no buffer {buffer}")),
        };
        let end = start.checked_add(length).ok_or("sizes overflow")?;
        Ok(bytes
            .get(start..end)
            .ok_or("a buffer view reaches past the buffer")?)
    }

    /// The elements of an accessor of so many numbers (`parts`) as byte slices.
    ///
    /// # Errors
    /// When there is none of this number, it has another shape, or it reaches past its buffer view.
    pub fn elements(&self, n: usize, shape: &str, parts: usize) -> Result<Elements<'_>, String> {
        let accessor = self
            .document
            .accessors
            .get(n)
            .ok_or("there is no such accessor")?;
        if accessor.shape != shape || accessor.sparse.is_some() {
            return Err(format!(
                "an accessor of {}{}, not a plain {shape}",
                accessor.shape,
                if accessor.sparse.is_some() {
                    ", sparse"
                } else {
                    ""
                }
            ));
        }
        let component = match accessor.component_type {
            5120 | 5121 => 1,
            5122 | 5123 => 2,
            5125 | 5126 => 4,
            other => return Err(format!("component type {other} is unknown")),
        };
        let size = component * parts;
        let (view, bytes) = self.view(accessor.buffer_view.ok_or("no buffer view")?)?;
        let stride = view.byte_stride.unwrap_or(size).max(size);
        let needed = accessor
            .count
            .checked_sub(1)
            .and_then(|n| n.checked_mul(stride))
            .and_then(|n| n.checked_add(size)?.checked_add(accessor.byte_offset));
        if accessor.count > 0 && needed.is_none_or(|n| n > bytes.len()) {
            return Err(format!(
                "{} elements do not fit in {} bytes",
                accessor.count,
                bytes.len()
            ));
        }
        Ok(Elements {
            bytes: bytes.get(accessor.byte_offset..).unwrap_or(&[]),
            count: accessor.count,
            stride,
            size,
            component_type: accessor.component_type,
            normalized: accessor.normalized,
        })
    }
}

/// The elements of an accessor.
pub struct Elements<'a> {
    bytes: &'a [u8],
    /// How many.
    pub count: usize,
    stride: usize,
    size: usize,
    /// How a number is stored ([`U8`] and others).
    pub component_type: u32,
    normalized: bool,
}

impl Elements<'_> {
    /// Their bytes, one after another.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.count).map(|n| &self.bytes[n * self.stride..n * self.stride + self.size])
    }

    /// The number that one component stands for.
    pub fn value(&self, b: &[u8]) -> f64 {
        let over = |top: f64| if self.normalized { top } else { 1.0 };
        match (self.component_type, b) {
            (5120, [a]) => f64::from(*a as i8) / over(127.0),
            (5121, [a]) => f64::from(*a) / over(255.0),
            (5122, [a, b]) => f64::from(i16::from_le_bytes([*a, *b])) / over(32767.0),
            (5123, [a, b]) => f64::from(u16::from_le_bytes([*a, *b])) / over(65535.0),
            (5125, [a, b, c, d]) => f64::from(u32::from_le_bytes([*a, *b, *c, *d])),
            (_, [a, b, c, d]) => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
            _ => f64::NAN,
        }
    }

    /// The elements as indices.
    ///
    /// # Errors
    /// When they are no whole numbers without a sign.
    pub fn indices(&self) -> Result<Vec<u32>, String> {
        if ![U8, U16, U32].contains(&self.component_type) {
            return Err(format!(
                "index type {} is not unsigned",
                self.component_type
            ));
        }
        let word = |bytes: &[u8]| {
            let high_first = bytes.iter().rev();
            high_first.fold(0u32, |word, b| word << 8 | u32::from(*b))
        };
        Ok(self.iter().map(word).collect())
    }
}
