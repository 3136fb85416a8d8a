//! Numbers as files of volumes and of surfaces store them.

/// How numbers are stored.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Number {
    U8,
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F32,
    F64,
}

impl Number {
    /// Bytes that one takes.
    pub(crate) fn bytes(self) -> usize {
        match self {
            Number::U8 | Number::I8 => 1,
            Number::U16 | Number::I16 => 2,
            Number::U32 | Number::I32 | Number::F32 => 4,
            Number::U64 | Number::I64 | Number::F64 => 8,
        }
    }

    /// The number in so many bytes, of which the least comes first (`little`) or last.
    pub(crate) fn value(self, little: bool, b: &[u8]) -> f64 {
        let mut w = [0u8; 8];
        for (n, to) in w.iter_mut().enumerate().take(b.len()) {
            *to = if little { b[n] } else { b[b.len() - 1 - n] };
        }
        let [a, b, c, d, ..] = w;
        match self {
            Number::U8 => f64::from(a),
            Number::I8 => f64::from(a as i8),
            Number::U16 => f64::from(u16::from_le_bytes([a, b])),
            Number::I16 => f64::from(i16::from_le_bytes([a, b])),
            Number::U32 => f64::from(u32::from_le_bytes([a, b, c, d])),
            Number::I32 => f64::from(i32::from_le_bytes([a, b, c, d])),
            Number::F32 => f64::from(f32::from_le_bytes([a, b, c, d])),
            Number::U64 => u64::from_le_bytes(w) as f64,
            Number::I64 => i64::from_le_bytes(w) as f64,
            Number::F64 => f64::from_le_bytes(w),
        }
    }
}
