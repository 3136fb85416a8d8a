//! How a grounding is kept: small, and without loss but for its vector.
//!
//! A grounding is some six thousand characters of JSON, nearly all of them names that every other one has too. Compressed (Zstandard) with a
//! dictionary of such names it is a sixth of that, and still JSON, to which a later version may add. The dictionary belongs to the format: it was
//! trained once on the groundings of the sample library and does not change, or nothing that was kept before could be read.
//!
//! A vector is kept as 8-bit numbers with one scale.

use std::cell::RefCell;
use std::io;

use serde::Serialize;
use serde::de::DeserializeOwned;
use zstd::bulk::{Compressor, Decompressor};

const DICTIONARY: &[u8] = include_bytes!("../../data/grounding.dict");

/// Above this level it takes more time and hardly less room (1,468 bytes of 7,216 on 400 abstracts; 1,445 at level 3).
const LEVEL: i32 = 1;

/// A longer grounding, unpacked, is neither kept nor read, bytes.
const MOST_BYTES: usize = 256 << 20;

thread_local! {
    // Taking the dictionary in costs more than packing a grounding.
    static PACKER: RefCell<Option<Compressor<'static>>> = const { RefCell::new(None) };
    static UNPACKER: RefCell<Option<Decompressor<'static>>> = const { RefCell::new(None) };
}

/// A value as packed JSON.
pub(super) fn pack(value: &impl Serialize) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(value)?;
    if json.len() > MOST_BYTES {
        return Err(io::Error::other("its grounding is too long to be kept"));
    }
    PACKER.with_borrow_mut(|packer| {
        let packer = match packer {
            Some(packer) => packer,
            None => packer.insert(Compressor::with_dictionary(LEVEL, DICTIONARY)?),
        };
        packer.compress(&json)
    })
}

/// What [`pack`] made.
pub(super) fn unpack<T: DeserializeOwned>(packed: &[u8]) -> io::Result<T> {
    let json = UNPACKER.with_borrow_mut(|unpacker| {
        let unpacker = match unpacker {
            Some(unpacker) => unpacker,
            None => unpacker.insert(Decompressor::with_dictionary(DICTIONARY)?),
        };
        unpacker.decompress(packed, MOST_BYTES)
    })?;
    Ok(serde_json::from_slice(&json)?)
}

/// A vector as the size of its largest number and each number in 127ths of that; nothing for no vector.
pub(crate) fn scaled_vector(vector: &[f32]) -> (f32, Vec<i8>) {
    let scale = vector.iter().fold(0.0_f32, |most, v| most.max(v.abs()));
    let per = if scale > 0.0 { 127.0 / scale } else { 0.0 };
    let numbers = vector.iter().map(|v| (v * per).round() as i8);
    (scale, numbers.collect())
}

/// The vector that [`scaled_vector`] made this of, each number within half a 127th of the largest.
pub(crate) fn unscaled_vector(scale: f32, numbers: &[i8]) -> Vec<f32> {
    let number = |v: &i8| f32::from(*v) * scale / 127.0;
    numbers.iter().map(number).collect()
}

/// [`scaled_vector`] as bytes: the scale as a little-endian 32-bit float, then the numbers.
pub(super) fn pack_vector(vector: &[f32]) -> Vec<u8> {
    if vector.is_empty() {
        return Vec::new();
    }
    let (scale, numbers) = scaled_vector(vector);
    let mut packed = scale.to_le_bytes().to_vec();
    packed.extend(numbers.iter().map(|v| *v as u8));
    packed
}

/// The vector that [`pack_vector`] made these bytes of.
pub(super) fn unpack_vector(packed: &[u8]) -> Vec<f32> {
    let Some((scale, numbers)) = packed.split_first_chunk() else {
        return Vec::new();
    };
    let numbers: Vec<i8> = numbers.iter().map(|v| *v as i8).collect();
    unscaled_vector(f32::from_le_bytes(*scale), &numbers)
}

/// Points (mm) as little-endian 32-bit floats.
pub(super) fn pack_points(points: impl Iterator<Item = [f32; 3]>) -> Vec<u8> {
    points.flatten().flat_map(f32::to_le_bytes).collect()
}

/// The points that [`pack_points`] made these bytes of.
pub(super) fn unpack_points(packed: &[u8]) -> impl Iterator<Item = [f32; 3]> {
    let (points, _) = packed.as_chunks::<12>();
    points.iter().map(|point| {
        let (numbers, _) = point.as_chunks::<4>();
        std::array::from_fn(|n| f32::from_le_bytes(numbers[n]))
    })
}

#[cfg(test)]
mod tests {
    use grounding::Grounding;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_is_packed_comes_back_and_is_small() {
        let catalogue = anatomy::Catalogue::builtin();
        let evidence = |(n, structure)| grounding::Evidence {
            id: catalogue.get(structure).id.clone(),
            p: 1.0 / (n + 2) as f32,
        };
        let structures = catalogue.indices().take(66).enumerate().map(evidence);
        let grounding = Grounding {
            structures: structures.collect(),
            ..Grounding::default()
        };
        let packed = pack(&grounding).expect("packed");
        let json = serde_json::to_vec(&grounding).expect("JSON");
        assert!(packed.len() * 3 < json.len(), "{}", packed.len());
        assert_eq!(unpack::<Grounding>(&packed).expect("unpacked"), grounding);
    }

    #[test]
    fn what_claims_to_be_long_is_refused() {
        let zeros = vec![b' '; MOST_BYTES + 1];
        let mut packer = Compressor::with_dictionary(1, DICTIONARY).expect("a packer");
        let packed = packer.compress(&zeros).expect("packed");
        assert!(packed.len() < 100_000);
        assert!(unpack::<Grounding>(&packed).is_err());
    }

    proptest! {
        #[test]
        fn damaged_bytes_are_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert!(unpack::<Grounding>(&bytes).is_err());
        }

        #[test]
        fn vectors_keep_their_direction(vector in proptest::collection::vec(-1.0_f32..1.0, 0..400)) {
            let packed = pack_vector(&vector);
            let back = unpack_vector(&packed);
            prop_assert_eq!(back.len(), vector.len());
            let most = vector.iter().fold(0.0_f32, |most, v| most.max(v.abs()));
            for (a, b) in vector.iter().zip(&back) {
                prop_assert!((a - b).abs() <= most / 254.0 * 1.001, "{} {}", a, b);
            }
            let again = pack_vector(&back);
            prop_assert_eq!(again.get(4..), packed.get(4..), "the same when it is packed again");
        }

        #[test]
        fn points_come_back(points in proptest::collection::vec(any::<[f32; 3]>(), 0..20)) {
            let back: Vec<_> = unpack_points(&pack_points(points.iter().copied())).collect();
            let bits = |points: &[[f32; 3]]| points.iter().flatten().map(|v| v.to_bits()).collect::<Vec<_>>();
            prop_assert_eq!(bits(&back), bits(&points));
        }
    }
}
