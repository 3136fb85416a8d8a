//! Label volumes as NIfTI-1 files (`.nii.gz`), read and written slab by slab so that the dense 292 MB array never exists; only for what
//! ships, which is packed once and as tightly as can be, it does.
//!
//! NIfTI's world is RAS: x and y are negated against our LPS frame, which the affine states, so that 3D Slicer and
//! others put the volume where it belongs.

pub mod header;

use std::fs::File;
use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;
use std::sync::mpsc::{channel, sync_channel};

use flate2::Compression;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use libdeflater::{CompressionLvl, Compressor};

use self::header::Layout;
use crate::AtlasError;
use crate::labels::{BRICK, LabelVolume};

/// Voxels along one axis at most. A header that asks for more is refused before anything is allocated.
pub const MAX_AXIS: usize = 1024;
/// Voxels in all at most; the torso has 146 million.
pub const MAX_VOXELS: usize = 400_000_000;
const HEADER: usize = 348;
/// Slabs unpacked ahead of the bricks at most.
const SLABS_AHEAD: usize = 4;

#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    U8,
    I16,
    U16,
}

impl Kind {
    fn code(self) -> i16 {
        match self {
            Kind::U8 => 2,
            Kind::I16 => 4,
            Kind::U16 => 512,
        }
    }
    fn bytes(self) -> usize {
        if self == Kind::U8 { 1 } else { 2 }
    }
}

/// How much time a file is worth.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Packing {
    /// Seconds.
    Quick,
    /// Some two minutes for the torso, for a tenth less.
    Tight,
}

/// Writes labels, translating each through `value_of` (label 0 included). Bytes depend on nothing but the arguments.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn write_labels(
    path: &Path,
    labels: &LabelVolume,
    value_of: impl Fn(u16) -> u16,
    packing: Packing,
) -> Result<(), AtlasError> {
    let io = || AtlasError::io(path);
    let wide = (0..=u16::MAX).map(&value_of).any(|v| v > 255);
    let kind = if wide { Kind::U16 } else { Kind::U8 };
    if packing == Packing::Tight {
        let mut whole = Vec::new();
        write_plain(&mut whole, labels, value_of, kind).map_err(io())?;
        // One member, which is what browsers unpack.
        let mut compressor = Compressor::new(CompressionLvl::best());
        let mut out = vec![0; compressor.gzip_compress_bound(whole.len())];
        let length = compressor
            .gzip_compress(&whole, &mut out)
            .map_err(|e| AtlasError::format(path, "labels", e.to_string()))?;
        return std::fs::write(path, &out[..length]).map_err(io());
    }
    let file = File::create(path).map_err(io())?;
    let mut out = GzEncoder::new(BufWriter::new(file), Compression::best());
    write_plain(&mut out, labels, value_of, kind).map_err(io())?;
    out.finish()
        .and_then(|mut inner| inner.flush())
        .map_err(io())
}

/// The file before it is packed, slice by slice.
fn write_plain(
    out: &mut impl Write,
    labels: &LabelVolume,
    value_of: impl Fn(u16) -> u16,
    kind: Kind,
) -> std::io::Result<()> {
    out.write_all(&header(labels.dims(), kind))?;
    let [nx, ny, nz] = labels.dims();
    let mut row = vec![0u16; nx];
    let mut bytes = Vec::with_capacity(nx * ny * 2);
    for k in 0..nz {
        bytes.clear();
        for j in 0..ny {
            labels.copy_row(j, k, &mut row);
            for label in &row {
                let value = value_of(*label);
                if kind == Kind::U8 {
                    bytes.push(value as u8)
                } else {
                    bytes.extend_from_slice(&value.to_le_bytes())
                }
            }
        }
        out.write_all(&bytes)?;
    }
    Ok(())
}

fn header(dims: [usize; 3], kind: Kind) -> [u8; HEADER + 4] {
    let mut h = [0u8; HEADER + 4];
    let mut put = |at: usize, bytes: &[u8]| h[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &(HEADER as i32).to_le_bytes());
    for (n, d) in [
        3,
        dims[0] as i16,
        dims[1] as i16,
        dims[2] as i16,
        1,
        1,
        1,
        1,
    ]
    .into_iter()
    .enumerate()
    {
        put(40 + 2 * n, &d.to_le_bytes());
    }
    put(68, &1002i16.to_le_bytes()); // NIFTI_INTENT_LABEL
    put(70, &kind.code().to_le_bytes());
    put(72, &(8 * kind.bytes() as i16).to_le_bytes());
    // pixdim[0] is the handedness of the qform; x and y run against RAS, so the turn is about z and proper.
    for (n, d) in [1.0f32, 1.0, 1.0, 1.0].into_iter().enumerate() {
        put(76 + 4 * n, &d.to_le_bytes());
    }
    put(108, &((HEADER + 4) as f32).to_le_bytes());
    put(112, &1.0f32.to_le_bytes()); // scl_slope
    put(123, &[2]); // millimetres
    let text = b"Torso atlas labels, LPS mm";
    put(148, text);
    put(252, &1i16.to_le_bytes()); // qform: scanner
    put(254, &1i16.to_le_bytes()); // sform: scanner
    let half = dims.map(|n| (n as f32 - 1.0) * 0.5);
    // Half a turn about z as a quaternion: b = c = 0, d = 1.
    for (n, v) in [0.0f32, 0.0, 1.0, half[0], half[1], -half[2]]
        .into_iter()
        .enumerate()
    {
        put(256 + 4 * n, &v.to_le_bytes());
    }
    for (r, row) in affine(dims).into_iter().enumerate() {
        for (c, v) in row.into_iter().enumerate() {
            put(280 + 16 * r + 4 * c, &v.to_le_bytes());
        }
    }
    put(344, b"n+1\0");
    h
}

/// Voxel index to RAS millimetres.
fn affine(dims: [usize; 3]) -> [[f32; 4]; 3] {
    let half = dims.map(|n| (n as f32 - 1.0) * 0.5);
    [
        [-1.0, 0.0, 0.0, half[0]],
        [0.0, -1.0, 0.0, half[1]],
        [0.0, 0.0, 1.0, -half[2]],
    ]
}

/// Reads labels, translating each value through `label_of`; a value it does not know is an error.
///
/// # Errors
/// When the file cannot be read, is not a label volume in the torso frame's layout (1 mm voxels, centred), asks for
/// more than the limits, ends early, or holds an unknown value.
pub(crate) fn read_labels(
    path: &Path,
    label_of: impl Fn(u16) -> Option<u16> + Sync,
) -> Result<LabelVolume, AtlasError> {
    let io = || AtlasError::io(path);
    let fault = |place: &str, reason: String| AtlasError::format(path, place, reason);
    let mut file = BufReader::with_capacity(1 << 18, File::open(path).map_err(io())?);
    let compressed = std::io::BufRead::fill_buf(&mut file)
        .map_err(io())?
        .starts_with(&[0x1F, 0x8B]);
    let mut input: Box<dyn Read + Send> = if compressed {
        Box::new(MultiGzDecoder::new(file))
    } else {
        Box::new(file)
    };
    let layout = header::read(&mut input).map_err(|reason| fault("header", reason))?;
    let (dims, kind, skip) = check(&layout).map_err(|reason| fault("header", reason))?;
    std::io::copy(&mut input.by_ref().take(skip as u64), &mut std::io::sink()).map_err(io())?;

    let translate: Vec<Option<u16>> = (0..=u16::MAX).map(label_of).collect();
    let [nx, ny, nz] = dims;
    let slices = |k: usize| format!("slices {k} to {}", k + BRICK.min(nz - k) - 1);
    // One thread unpacks, which cannot be shared out, while the others make bricks of what it has unpacked.
    std::thread::scope(|scope| {
        let (unpacked, slabs) = sync_channel::<std::io::Result<Vec<u8>>>(SLABS_AHEAD);
        let (used, free) = channel::<Vec<u8>>();
        scope.spawn(move || {
            for k in (0..nz).step_by(BRICK) {
                let mut slab = free.try_recv().unwrap_or_default();
                slab.resize(nx * ny * BRICK.min(nz - k) * kind.bytes(), 0);
                let read = input.read_exact(&mut slab).map(|()| slab);
                let failed = read.is_err();
                // Nobody listens any more once a value is unknown.
                if unpacked.send(read).is_err() || failed {
                    return;
                }
            }
        });
        let mut volume = LabelVolume::growing(dims);
        for k in (0..nz).step_by(BRICK) {
            let slab = slabs
                .recv()
                .map_err(|e| fault(&slices(k), e.to_string()))?
                .map_err(|e| fault(&slices(k), e.to_string()))?;
            let pushed = match kind {
                Kind::U8 => volume.push_slab::<1>(&slab, &translate),
                Kind::I16 | Kind::U16 => volume.push_slab::<2>(&slab, &translate),
            };
            pushed.map_err(|n| {
                let place = format!("voxel ({}, {}, {})", n % nx, n / nx % ny, k + n / nx / ny);
                let value = match kind {
                    Kind::U8 => u16::from(slab[n]),
                    _ => u16::from_le_bytes([slab[2 * n], slab[2 * n + 1]]),
                };
                fault(&place, format!("value {value} stands for no structure"))
            })?;
            // The thread may have read its last slab already.
            let _ = used.send(slab);
        }
        Ok(volume)
    })
}

/// Size of the grid, type of its values, and bytes between the header and them; when the volume is a pack's.
fn check(layout: &Layout) -> Result<([usize; 3], Kind, usize), String> {
    if !layout.little || layout.header != HEADER {
        return Err("not a little-endian NIfTI-1 volume".into());
    }
    let rank = layout.dims[0];
    if !(3..=7).contains(&rank) || layout.dims[4..=rank as usize].iter().any(|n| *n > 1) {
        return Err(format!("needs three dimensions, has {rank}"));
    }
    let mut dims = [0usize; 3];
    for (a, dim) in dims.iter_mut().enumerate() {
        let n = layout.dims[a + 1];
        *dim = usize::try_from(n)
            .ok()
            .filter(|n| (1..=MAX_AXIS).contains(n))
            .ok_or_else(|| format!("dimension {} is {n}, not within 1..={MAX_AXIS}", a + 1))?;
    }
    if dims.iter().product::<usize>() > MAX_VOXELS {
        return Err(format!("{dims:?} voxels are more than {MAX_VOXELS}"));
    }
    let kind = match layout.kind {
        2 => Kind::U8,
        4 => Kind::I16,
        512 => Kind::U16,
        other => {
            return Err(format!(
                "data type {other} is not one of u8 (2), i16 (4), u16 (512)"
            ));
        }
    };
    if !(layout.slope == 0.0 || layout.slope == 1.0) || layout.shift != 0.0 {
        return Err("scaled values are not labels".into());
    }
    let want = affine(dims).map(|row| row.map(f64::from));
    let off = |r: usize, c: usize| (layout.rows[r][c] - want[r][c]).abs();
    let placed = (0..3).all(|r| (0..4).all(|c| off(r, c) < 1e-3));
    if layout.sform <= 0 || !placed {
        return Err(
            "the affine is not that of 1 mm LPS voxels about the centre of the grid".into(),
        );
    }
    let skip = usize::try_from(layout.offset)
        .ok()
        .filter(|offset| *offset <= 1_000_000)
        .and_then(|offset| offset.checked_sub(HEADER))
        .ok_or_else(|| format!("the data offset {} is out of range", layout.offset))?;
    Ok((dims, kind, skip))
}
