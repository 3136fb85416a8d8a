//! The header of NIfTI-1 and NIfTI-2 files.

use std::io::Read;

/// Fields of a header at their offsets, in either byte order.
struct Header<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl Header<'_> {
    fn take<const N: usize>(&self, at: usize) -> [u8; N] {
        let mut b = [0u8; N];
        b.copy_from_slice(&self.bytes[at..at + N]);
        if !self.little {
            b.reverse();
        }
        b
    }

    fn i16(&self, at: usize) -> i64 {
        i64::from(i16::from_le_bytes(self.take(at)))
    }

    fn i32(&self, at: usize) -> i64 {
        i64::from(i32::from_le_bytes(self.take(at)))
    }

    fn i64(&self, at: usize) -> i64 {
        i64::from_le_bytes(self.take(at))
    }

    fn f32(&self, at: usize) -> f64 {
        f64::from(f32::from_le_bytes(self.take(at)))
    }

    fn f64(&self, at: usize) -> f64 {
        f64::from_le_bytes(self.take(at))
    }
}

/// What a header says, whichever version.
pub struct Layout {
    /// Number of dimensions, then the size of each.
    pub dims: [i64; 8],
    /// Code of the type of the numbers.
    pub kind: i64,
    /// Handedness of the qform, then the size of a voxel along each dimension.
    pub size: [f64; 8],
    /// Where the numbers begin in the file.
    pub offset: i64,
    /// What a number is multiplied by to be what it stands for.
    pub slope: f64,
    /// What is added to that.
    pub shift: f64,
    /// Code of the units of space and time.
    pub units: i64,
    /// Code of the frame that the quaternion leads to; 0 for none.
    pub qform: i64,
    /// Code of the frame that the rows lead to; 0 for none.
    pub sform: i64,
    /// The turn of the qform: b, c and d of a unit quaternion.
    pub quaternion: [f64; 3],
    /// Where the first voxel lies by the qform.
    pub qoffset: [f64; 3],
    /// The sform: voxel indices to the world (RAS).
    pub rows: [[f64; 4]; 3],
    /// Bytes of the header itself.
    pub header: usize,
    /// Whether the bytes of numbers stand lowest first.
    pub little: bool,
}

/// Reads the header of a single file of either version and byte order.
///
/// # Errors
/// When this is no such header.
pub fn read(input: &mut dyn Read) -> Result<Layout, String> {
    let cut = |e: std::io::Error| format!("not a NIfTI file, or cut off: {e}");
    let mut bytes = vec![0u8; 348];
    input.read_exact(&mut bytes).map_err(cut)?;
    let first = [bytes[0], bytes[1], bytes[2], bytes[3]];
    let (little, two) = match (i32::from_le_bytes(first), i32::from_be_bytes(first)) {
        (348, _) => (true, false),
        (_, 348) => (false, false),
        (540, _) => (true, true),
        (_, 540) => (false, true),
        _ => return Err("not a NIfTI-1 or NIfTI-2 file".into()),
    };
    if two {
        bytes.resize(540, 0);
        input.read_exact(&mut bytes[348..]).map_err(cut)?;
    }
    let h = Header {
        bytes: &bytes,
        little,
    };
    let magic = if two { &bytes[4..7] } else { &bytes[344..347] };
    match magic {
        b"n+1" | b"n+2" if two => Ok(second(&h)),
        b"n+1" | b"n+2" => Ok(first_version(&h)),
        b"ni1" | b"ni2" => {
            Err("the data are in a second file (.img); only single files are read".into())
        }
        _ => Err("the mark of NIfTI, n+1 or n+2, is missing".into()),
    }
}

fn first_version(h: &Header) -> Layout {
    Layout {
        dims: std::array::from_fn(|n| h.i16(40 + 2 * n)),
        kind: h.i16(70),
        size: std::array::from_fn(|n| h.f32(76 + 4 * n)),
        offset: h.f32(108) as i64,
        slope: h.f32(112),
        shift: h.f32(116),
        units: i64::from(h.bytes[123]),
        qform: h.i16(252),
        sform: h.i16(254),
        quaternion: std::array::from_fn(|n| h.f32(256 + 4 * n)),
        qoffset: std::array::from_fn(|n| h.f32(268 + 4 * n)),
        rows: std::array::from_fn(|r| std::array::from_fn(|c| h.f32(280 + 16 * r + 4 * c))),
        header: 348,
        little: h.little,
    }
}

fn second(h: &Header) -> Layout {
    Layout {
        dims: std::array::from_fn(|n| h.i64(16 + 8 * n)),
        kind: h.i16(12),
        size: std::array::from_fn(|n| h.f64(104 + 8 * n)),
        offset: h.i64(168),
        slope: h.f64(176),
        shift: h.f64(184),
        units: h.i32(500),
        qform: h.i32(344),
        sform: h.i32(348),
        quaternion: std::array::from_fn(|n| h.f64(352 + 8 * n)),
        qoffset: std::array::from_fn(|n| h.f64(376 + 8 * n)),
        rows: std::array::from_fn(|r| std::array::from_fn(|c| h.f64(400 + 32 * r + 8 * c))),
        header: 540,
        little: h.little,
    }
}
