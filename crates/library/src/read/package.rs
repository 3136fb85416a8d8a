//! Files that are ZIP archives of parts: what kind they are, and one part after the other, under limits.

use std::io::{Cursor, Read};

use roxmltree::{Document as Tree, ParsingOptions};
use zip::ZipArchive;

use super::Reason;
use super::input::{Bounded, reason_of};
use super::options::Limits;
use super::tags;

/// Size of one part, unpacked, at most.
const PART: u64 = 64 << 20;
/// Elements and texts of a part, at most …
const NODES: u32 = 4 << 20;
/// … and of a short one so many, with one more for each so many bytes: what is read takes ten times the memory of its shortest form.
const FREE_NODES: usize = 64 << 10;
const BYTES_PER_NODE: usize = 8;

/// A package whose parts can be asked for by name.
pub(crate) struct Package<'a> {
    zip: ZipArchive<Cursor<&'a [u8]>>,
    /// What may still be unpacked.
    left: u64,
    /// Size of the whole package: no part is packed into more, whatever is said of it.
    size: u64,
    /// Unpacked bytes per packed byte, at most.
    ratio: u64,
}

impl<'a> Package<'a> {
    /// Opens a package.
    pub(crate) fn open(bytes: &'a [u8], limits: &Limits) -> Result<Self, Reason> {
        let zip = ZipArchive::new(Cursor::new(bytes))
            .map_err(|error| Reason::Archive(error.to_string()))?;
        Ok(Package {
            zip,
            left: limits.package_bytes,
            size: bytes.len() as u64,
            ratio: limits.gzip_ratio,
        })
    }

    /// The bytes of a part; `None` if there is none of this name.
    pub(crate) fn bytes(&mut self, name: &str) -> Result<Option<Vec<u8>>, Reason> {
        let Some(index) = self.zip.index_for_name(name) else {
            return Ok(None);
        };
        let part = self
            .zip
            .by_index(index)
            .map_err(|error| Reason::Archive(format!("{name}: {error}")))?;
        let limit = PART.min(self.left);
        let mut bytes = Vec::new();
        let packed = part.compressed_size().min(self.size);
        let mut part = Bounded::new(part.take(limit + 1), packed, u64::MAX, self.ratio);
        let read = part.read_to_end(&mut bytes);
        read.map_err(|error| match reason_of(error) {
            Reason::Io(error) => Reason::Archive(format!("{name}: {error}")),
            reason => reason,
        })?;
        if bytes.len() as u64 > limit {
            return Err(Reason::TooLarge {
                what: "part of the file",
                limit,
            });
        }
        self.left -= bytes.len() as u64;
        Ok(Some(bytes))
    }

    /// A part as text; bytes that are no UTF-8 are replaced.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Reason> {
        let Some(bytes) = self.bytes(name)? else {
            return Ok(None);
        };
        let text = match super::input::utf16(&bytes) {
            Some(encoding) => encoding.decode(&bytes).0.into_owned(),
            None => String::from_utf8_lossy(&bytes).into_owned(),
        };
        Ok(Some(text))
    }
}

/// An XML part as a tree.
pub(crate) fn tree<'t>(name: &str, text: &'t str) -> Result<Tree<'t>, Reason> {
    tags::check(text)?;
    let options = ParsingOptions {
        allow_dtd: true,
        nodes_limit: u32::try_from(FREE_NODES + text.len() / BYTES_PER_NODE)
            .unwrap_or(NODES)
            .min(NODES),
        ..ParsingOptions::default()
    };
    Tree::parse_with_options(text, options).map_err(|error| Reason::Xml(format!("{name}: {error}")))
}
