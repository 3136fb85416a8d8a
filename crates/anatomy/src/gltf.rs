//! The container of glTF 2.0: the chunks of its binary form, the document, buffer views, compressed or not, and accessors.
//!
//! Read by hand rather than through a glTF library, because those trust, panic on or refuse what is checked here: every
//! index, offset and count is verified against the file before it is used.

mod packed;

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Deserialize;

pub(crate) use packed::MESHOPT;
use packed::Packed;

/// Bytes that the compressed buffer views of a file become at most.
const MAX_UNPACKED: usize = 512 << 20;

/// Component types of accessors.
pub(crate) const I8: u32 = 5120;
/// See [`I8`].
pub(crate) const U8: u32 = 5121;
/// See [`I8`].
pub(crate) const U16: u32 = 5123;
/// See [`I8`].
pub(crate) const U32: u32 = 5125;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Document {
    pub(crate) scene: Option<usize>,
    #[serde(default)]
    pub(crate) scenes: Vec<Scene>,
    #[serde(default)]
    pub(crate) nodes: Vec<Node>,
    #[serde(default)]
    pub(crate) meshes: Vec<Mesh>,
    #[serde(default)]
    pub(crate) accessors: Vec<Accessor>,
    #[serde(default)]
    pub(crate) buffer_views: Vec<View>,
    #[serde(default)]
    pub(crate) buffers: Vec<Buffer>,
    #[serde(default)]
    pub(crate) extensions_required: Vec<String>,
}

#[derive(Deserialize)]
pub(crate) struct Scene {
    #[serde(default)]
    pub(crate) nodes: Vec<usize>,
}

#[derive(Deserialize)]
pub(crate) struct Node {
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) mesh: Option<usize>,
    #[serde(default)]
    pub(crate) children: Vec<usize>,
    pub(crate) matrix: Option<[f64; 16]>,
    pub(crate) translation: Option<[f64; 3]>,
    pub(crate) rotation: Option<[f64; 4]>,
    pub(crate) scale: Option<[f64; 3]>,
    #[serde(default)]
    pub(crate) extensions: serde_json::Value,
    #[serde(default)]
    pub(crate) extras: serde_json::Value,
}

#[derive(Deserialize)]
pub(crate) struct Mesh {
    #[serde(default)]
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) primitives: Vec<Primitive>,
}

#[derive(Deserialize)]
pub(crate) struct Primitive {
    pub(crate) attributes: BTreeMap<String, usize>,
    pub(crate) indices: Option<usize>,
    pub(crate) mode: Option<u32>,
    #[serde(default)]
    pub(crate) extensions: Extensions,
}

#[derive(Deserialize, Default)]
pub(crate) struct Extensions {
    #[serde(rename = "KHR_draco_mesh_compression")]
    pub(crate) draco: Option<DracoView>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DracoView {
    pub(crate) buffer_view: usize,
    pub(crate) attributes: BTreeMap<String, u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accessor {
    pub(crate) buffer_view: Option<usize>,
    #[serde(default)]
    pub(crate) byte_offset: usize,
    pub(crate) component_type: u32,
    pub(crate) count: usize,
    #[serde(rename = "type")]
    pub(crate) shape: String,
    #[serde(default)]
    pub(crate) normalized: bool,
    pub(crate) sparse: Option<serde_json::Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct View {
    #[serde(default)]
    pub(crate) buffer: usize,
    #[serde(default)]
    pub(crate) byte_offset: usize,
    pub(crate) byte_length: usize,
    pub(crate) byte_stride: Option<usize>,
    #[serde(default)]
    extensions: ViewExtensions,
}

#[derive(Deserialize, Default)]
struct ViewExtensions {
    #[serde(rename = "EXT_meshopt_compression")]
    packed: Option<Packed>,
}

#[derive(Deserialize)]
pub(crate) struct Buffer {
    pub(crate) uri: Option<String>,
}

/// The JSON text and the binary chunk of a binary file; nothing when it is none of version 2, or cut off.
pub(crate) fn chunks(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
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
pub(crate) struct Container<'a> {
    /// The document.
    pub(crate) document: &'a Document,
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
    pub(crate) fn new(
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
    pub(crate) fn unpacked_bytes(&self) -> usize {
        self.unpacked.iter().flatten().map(Vec::len).sum()
    }

    /// A buffer view and its bytes.
    pub(crate) fn view(&self, n: usize) -> Result<(&View, &[u8]), String> {
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

    /// The elements of an accessor as byte slices of `size`.
    pub(crate) fn elements(
        &self,
        n: usize,
        shape: &str,
        parts: usize,
    ) -> Result<Elements<'_>, String> {
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
pub(crate) struct Elements<'a> {
    bytes: &'a [u8],
    pub(crate) count: usize,
    stride: usize,
    size: usize,
    pub(crate) component_type: u32,
    normalized: bool,
}

impl Elements<'_> {
    /// Their bytes, one after another.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.count).map(|n| &self.bytes[n * self.stride..n * self.stride + self.size])
    }

    /// The number that one component stands for.
    pub(crate) fn value(&self, b: &[u8]) -> f64 {
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
    pub(crate) fn indices(&self) -> Result<Vec<u32>, String> {
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
