//! The numbers of a volume, as files store them.

use std::collections::HashMap;
use std::io::Read;

use super::super::number::Number;
use super::image::{Fault, MAX_VALUES, MAX_VOXELS, check_dims, fault};

/// Opens a file by its name beside another.
pub(crate) type Beside<'a> = dyn Fn(&str) -> Result<Box<dyn Read>, String> + 'a;

/// Numbers side by side in a voxel at most.
const MAX_LAYERS: usize = 1024;

/// Gives label values small numbers in the order in which they are met.
#[derive(Default)]
pub(crate) struct Values {
    index: HashMap<i64, u16>,
    pub(crate) values: Vec<i64>,
}

impl Values {
    pub(crate) fn number(&mut self, value: i64) -> Result<u16, String> {
        if value == 0 {
            return Ok(0);
        }
        if let Some(n) = self.index.get(&value) {
            return Ok(*n);
        }
        if self.values.len() >= MAX_VALUES {
            return Err(format!(
                "more than {MAX_VALUES} different values: an image rather than labels"
            ));
        }
        self.values.push(value);
        let n = self.values.len() as u16;
        self.index.insert(value, n);
        Ok(n)
    }
}

/// Where and how the numbers of a volume lie in a stream.
pub(crate) struct Storage {
    pub(crate) number: Number,
    pub(crate) little: bool,
    /// Stored numbers are multiplied by this and the shift added.
    pub(crate) slope: f64,
    pub(crate) shift: f64,
    /// Numbers per voxel, side by side.
    pub(crate) layers: usize,
}

/// Reads a volume's numbers into layers.
pub(crate) fn read_layers(
    input: &mut dyn Read,
    dims: [usize; 3],
    storage: &Storage,
) -> Result<(Vec<Vec<u16>>, Vec<i64>), Fault> {
    let count = check_dims(dims).map_err(|e| ("header".to_owned(), e))?;
    if !(1..=MAX_LAYERS).contains(&storage.layers) || storage.layers * count > MAX_VOXELS {
        return fault(
            "header",
            format!("{} layers, not within 1..={MAX_LAYERS}", storage.layers),
        );
    }
    let mut values = Values::default();
    // Grows with what is really there: a header alone takes no memory.
    let mut layers: Vec<Vec<u16>> = vec![Vec::new(); storage.layers];
    let size = storage.number.bytes();
    let row = dims[0] * storage.layers * size;
    let mut raw = Vec::new();
    let (mut last, mut last_number) = (f64::NAN, 0u16);
    for r in 0..dims[1] * dims[2] {
        let place = || format!("row {}, slice {}", r % dims[1], r / dims[1]);
        raw.clear();
        let read = Read::take(&mut *input, row as u64).read_to_end(&mut raw);
        read.map_err(|e| (place(), format!("the data end here: {e}")))?;
        if raw.len() < row {
            return fault(
                place(),
                format!("the data end here: {} of {row} bytes", raw.len()),
            );
        }
        for (n, bytes) in raw.chunks_exact(size).enumerate() {
            let stored = storage.number.value(storage.little, bytes);
            if stored.to_bits() != last.to_bits() {
                let value = stored * storage.slope + storage.shift;
                let whole = value.round();
                if (value - whole).abs() > 1e-3 || !(-9e15..=9e15).contains(&whole) {
                    return fault(
                        format!("voxel {}, {}", n / storage.layers, place()),
                        format!("{value} is not a whole number, so this is no label"),
                    );
                }
                last = stored;
                last_number = values.number(whole as i64).map_err(|e| (place(), e))?;
            }
            layers[n % storage.layers].push(last_number);
        }
    }
    Ok((layers, values.values))
}
