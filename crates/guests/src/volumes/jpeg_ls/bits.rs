//! The bits of a scan, and the numbers that are written in them (T.87, A.5).

/// Bits of a scan: after a byte of ones, the first bit of the next one is left out.
pub(super) struct Bits<'a> {
    rest: &'a [u8],
    /// What was taken from it, from the highest bit on; zeros behind.
    window: u64,
    held: u32,
    stuffed: bool,
}

impl<'a> Bits<'a> {
    pub(super) fn new(rest: &'a [u8]) -> Bits<'a> {
        Bits {
            rest,
            window: 0,
            held: 0,
            stuffed: false,
        }
    }

    /// Holds as much as there is room for, up to the next marker.
    fn fill(&mut self) {
        while self.held <= u64::BITS - 8 {
            let Some((byte, rest)) = self.rest.split_first() else {
                return;
            };
            if *byte == 0xFF && rest.first().is_none_or(|next| *next > 0x7F) {
                self.rest = &[];
                return;
            }
            let bits = if self.stuffed { 7 } else { 8 };
            self.window |= u64::from(*byte) << (u64::BITS - bits - self.held);
            self.held += bits;
            self.stuffed = *byte == 0xFF;
            self.rest = rest;
        }
    }

    /// So many bits as a number; nothing when they are not there.
    pub(super) fn take(&mut self, count: u32) -> Option<i64> {
        if count == 0 {
            return Some(0);
        }
        self.fill();
        if self.held < count {
            return None;
        }
        let value = self.window >> (u64::BITS - count);
        self.window <<= count;
        self.held -= count;
        i64::try_from(value).ok()
    }

    /// Zeros up to the next one, which is taken, too; nothing when there are more than these.
    fn zeros(&mut self, most: u32) -> Option<u32> {
        let mut zeros = 0;
        loop {
            self.fill();
            let here = self.window.leading_zeros();
            if here < self.held {
                self.window = self.window << here << 1;
                self.held -= here + 1;
                zeros += here;
                return (zeros <= most).then_some(zeros);
            }
            zeros += self.held;
            self.window = 0;
            self.held = 0;
            if zeros > most || self.rest.is_empty() {
                return None;
            }
        }
    }

    /// A number by Golomb's code: a count of zeros and `bits` more, or `wide` bits after as many zeros as `limit` lets.
    pub(super) fn code(&mut self, bits: u32, limit: u32, wide: u32) -> Option<i64> {
        let most = limit - wide - 1;
        let zeros = self.zeros(most)?;
        if zeros < most {
            Some((i64::from(zeros) << bits) + self.take(bits)?)
        } else {
            Some(self.take(wide)? + 1)
        }
    }
}
