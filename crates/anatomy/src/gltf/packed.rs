//! Buffer views compressed by `EXT_meshopt_compression`, which Blender add-ons, three.js, Babylon.js and `gltfpack` read and write.

use meshopt::{decode_filter_exp, decode_filter_oct, decode_filter_quat};
use serde::Deserialize;

use super::{U16, U32};

/// The extension's name.
pub const MESHOPT: &str = "EXT_meshopt_compression";
/// What one byte may become at most; a vertex that repeats for ever becomes 64 of its kind.
const MOST_OF_A_BYTE: usize = 256;

/// How a buffer view is compressed, and where it lies.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Packed {
    pub(super) buffer: usize,
    #[serde(default)]
    pub(super) byte_offset: usize,
    pub(super) byte_length: usize,
    byte_stride: usize,
    count: usize,
    mode: String,
    filter: Option<String>,
}

impl Packed {
    /// Bytes that it becomes; an error when they are more than so few can stand for.
    pub(super) fn size(&self) -> Result<usize, String> {
        let size = self.count.checked_mul(self.byte_stride);
        size.filter(|size| *size <= self.byte_length.saturating_mul(MOST_OF_A_BYTE))
            .ok_or_else(|| {
                format!(
                    "{} bytes that become {} elements of {}",
                    self.byte_length, self.count, self.byte_stride
                )
            })
    }

    /// The elements, as they would stand in an ordinary buffer view.
    pub(super) fn unpack(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let component = match self.byte_stride {
            2 => U16,
            _ => U32,
        };
        match (self.mode.as_str(), component) {
            ("ATTRIBUTES", _) => self.vertices(bytes),
            ("TRIANGLES", _) if !self.count.is_multiple_of(3) => {
                Err(format!("{} corners are no triangles", self.count))
            }
            ("TRIANGLES", U16) => plain(meshopt::decode_index_buffer::<u16>(bytes, self.count)),
            ("TRIANGLES", _) => plain(meshopt::decode_index_buffer::<u32>(bytes, self.count)),
            ("INDICES", U16) => plain(meshopt::decode_index_sequence::<u16>(bytes, self.count)),
            ("INDICES", _) => plain(meshopt::decode_index_sequence::<u32>(bytes, self.count)),
            (other, _) => Err(format!("the mode {other:?} is unknown")),
        }
    }

    fn vertices(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        match (
            self.filter.as_deref().unwrap_or("NONE"),
            self.byte_stride / 4,
        ) {
            _ if !self.byte_stride.is_multiple_of(4) => {
                Err(format!("elements of {} bytes", self.byte_stride))
            }
            ("OCTAHEDRAL", 1) => self.elements::<[i8; 4]>(bytes, decode_filter_oct),
            ("OCTAHEDRAL", 2) => self.elements::<[i16; 4]>(bytes, decode_filter_oct),
            ("QUATERNION", 2) => self.elements::<[i16; 4]>(bytes, decode_filter_quat),
            ("NONE" | "EXPONENTIAL", 1) => self.words::<1>(bytes),
            ("NONE" | "EXPONENTIAL", 2) => self.words::<2>(bytes),
            ("NONE" | "EXPONENTIAL", 3) => self.words::<3>(bytes),
            ("NONE" | "EXPONENTIAL", 4) => self.words::<4>(bytes),
            // What else lies in one view with the positions.
            ("NONE" | "EXPONENTIAL", 5) => self.words::<5>(bytes),
            ("NONE" | "EXPONENTIAL", 6) => self.words::<6>(bytes),
            ("NONE" | "EXPONENTIAL", 7) => self.words::<7>(bytes),
            ("NONE" | "EXPONENTIAL", 8) => self.words::<8>(bytes),
            (filter, _) => Err(format!(
                "the filter {filter:?} over elements of {} bytes",
                self.byte_stride
            )),
        }
    }

    fn words<const N: usize>(&self, bytes: &[u8]) -> Result<Vec<u8>, String>
    where
        [u32; N]: Default,
    {
        let exponential = self.filter.as_deref() == Some("EXPONENTIAL");
        self.elements::<[u32; N]>(bytes, |elements| {
            if exponential {
                decode_filter_exp(elements);
            }
        })
    }

    fn elements<T: Clone + Default>(
        &self,
        bytes: &[u8],
        filter: impl FnOnce(&mut [T]),
    ) -> Result<Vec<u8>, String> {
        let mut elements = meshopt::decode_vertex_buffer::<T>(bytes, self.count);
        if let Ok(elements) = &mut elements {
            filter(elements);
        }
        plain(elements)
    }
}

fn plain<T>(elements: meshopt::Result<Vec<T>>) -> Result<Vec<u8>, String> {
    match elements {
        Ok(elements) => Ok(meshopt::typed_to_bytes(&elements).to_vec()),
        Err(error) => Err(format!("the compressed data is malformed ({error})")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn packed(mode: &str, filter: Option<&str>, byte_stride: usize, count: usize) -> Packed {
        Packed {
            buffer: 0,
            byte_offset: 0,
            byte_length: 1000,
            byte_stride,
            count,
            mode: mode.into(),
            filter: filter.map(str::to_owned),
        }
    }

    #[test]
    fn every_mode_and_filter_gives_back_what_was_packed() {
        let triangles: Vec<u32> = vec![0, 1, 2, 2, 1, 3, 3, 1, 4];
        let bytes = meshopt::encode_index_buffer(&triangles, 5).unwrap();
        let short = packed("TRIANGLES", None, 2, 9).unpack(&bytes).unwrap();
        assert_eq!((short.len(), short[16]), (18, 4));
        assert_eq!(
            packed("TRIANGLES", None, 4, 9).unpack(&bytes).unwrap()[32],
            4
        );
        let bytes = meshopt::encode_index_sequence(&triangles, 5).unwrap();
        let wide = packed("INDICES", None, 4, 9).unpack(&bytes).unwrap();
        let wide: Vec<u32> = wide
            .chunks(4)
            .map(|b| u32::from_le_bytes(b.try_into().unwrap()))
            .collect();
        assert_eq!(wide, triangles);

        let points = [[1.5f32, -2.0, 300.25], [0.0, 4.0, -0.5]];
        for (filter, bytes) in [
            (None, meshopt::encode_vertex_buffer(&points).unwrap()),
            (Some("EXPONENTIAL"), {
                let mode = meshopt::EncodeExpMode::Separate;
                let words = meshopt::encode_filter_exp(&points, 24, mode);
                meshopt::encode_vertex_buffer(&words).unwrap()
            }),
        ] {
            let back = packed("ATTRIBUTES", filter, 12, 2).unpack(&bytes).unwrap();
            assert_eq!(back, meshopt::typed_to_bytes(&points), "{filter:?}");
        }
        let normals = meshopt::encode_filter_oct::<i8>(&[[0.0, 0.0, -1.0, 0.0]], 8);
        let bytes = meshopt::encode_vertex_buffer(&normals).unwrap();
        let view = packed("ATTRIBUTES", Some("OCTAHEDRAL"), 4, 1);
        let back = view.unpack(&bytes).unwrap();
        assert_eq!(back[..3], [0, 0, -127i8 as u8]);
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let bytes = meshopt::encode_vertex_buffer(&[[0u32; 2]; 4]).unwrap();
        for (view, part) in [
            (packed("ATTRIBUTES", None, 8, 400), "malformed"),
            (packed("ATTRIBUTES", None, 6, 4), "6 bytes"),
            (packed("ATTRIBUTES", None, 0, 4), "0 bytes"),
            (packed("ATTRIBUTES", Some("OCTAHEDRAL"), 12, 4), "12 bytes"),
            (packed("ATTRIBUTES", Some("SPHERE"), 8, 4), "SPHERE"),
            (packed("TRIANGLES", None, 2, 4), "no triangles"),
            (packed("TRIANGLES", None, 2, 3), "malformed"),
            (packed("POINTS", None, 2, 3), "POINTS"),
        ] {
            let error = view.unpack(&bytes).unwrap_err();
            assert!(error.contains(part), "{error}");
        }
        assert!(packed("ATTRIBUTES", None, 8, 4).size().is_ok());
        assert!(packed("ATTRIBUTES", None, 8, 1 << 20).size().is_err());
        assert!(packed("ATTRIBUTES", None, 8, usize::MAX).size().is_err());
    }
}
