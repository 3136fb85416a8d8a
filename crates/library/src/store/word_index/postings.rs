//! The documents of a word, packed: which, and how often they say it.

/// A document by its slot (its place among those of an index), and how often it says a word, in its title counting four times.
pub type Posting = (u32, u32);

/// How often a document says a word is kept beside the gap where it is less than this.
const BESIDE: u32 = 4;

/// Appends a number, 7 bits a byte, the lowest first.
pub fn put_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Takes a number from the beginning of bytes; nothing where they end before it does.
pub fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (first, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(first & 0x7f) << shift;
        if *first < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Takes so many bytes from their beginning.
pub fn take<'b>(bytes: &mut &'b [u8], length: u64) -> Option<&'b [u8]> {
    let (taken, rest) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
    *bytes = rest;
    Some(taken)
}

/// The postings of a word while they are packed, by ascending slot.
#[derive(Default)]
pub struct Packer {
    bytes: Vec<u8>,
    /// The slot after the last one.
    next: u32,
    count: u32,
}

impl Packer {
    /// Appends a document, which is behind all.
    pub fn put(&mut self, (slot, times): Posting) {
        let beside = times.clamp(1, BESIDE) - 1;
        put_number(
            &mut self.bytes,
            u64::from(slot - self.next) << 2 | u64::from(beside),
        );
        if times >= BESIDE {
            put_number(&mut self.bytes, u64::from(times - BESIDE));
        }
        self.next = slot + 1;
        self.count += 1;
    }

    /// How many documents there are, and their bytes.
    pub fn packed(&self) -> (u32, &[u8]) {
        (self.count, &self.bytes)
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.next = 0;
        self.count = 0;
    }
}

/// Calls `each` with the postings that are packed in these bytes. Nothing where they are not `count`, all with slots below `slots`.
pub fn unpack(
    mut bytes: &[u8],
    count: u32,
    slots: u32,
    mut each: impl FnMut(Posting),
) -> Option<()> {
    let mut next = 0_u64;
    for _ in 0..count {
        // Nearly all gaps of words that many documents have are of one byte.
        let packed = match bytes {
            [first, rest @ ..] if *first < 0x80 => {
                bytes = rest;
                u64::from(*first)
            }
            _ => number(&mut bytes)?,
        };
        let slot = next.checked_add(packed >> 2)?;
        if slot >= u64::from(slots) {
            return None;
        }
        let mut times = (packed & 3) as u32 + 1;
        if times == BESIDE {
            times = times.checked_add(u32::try_from(number(&mut bytes)?).ok()?)?;
        }
        each((slot as u32, times));
        next = slot + 1;
    }
    bytes.is_empty().then_some(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn what_was_packed_is_unpacked(
            postings in proptest::collection::btree_map(0_u32..2_000_000, 1_u32..3_000, 0..300),
        ) {
            let mut packer = Packer::default();
            postings.iter().for_each(|(slot, times)| packer.put((*slot, *times)));
            let (count, bytes) = packer.packed();
            let mut back = Vec::new();
            prop_assert!(unpack(bytes, count, 2_000_000, |one| back.push(one)).is_some());
            prop_assert_eq!(back, postings.into_iter().collect::<Vec<_>>());
        }

        #[test]
        fn damaged_bytes_are_refused_or_stay_within_the_slots(
            bytes in proptest::collection::vec(any::<u8>(), 0..40),
            count in 0_u32..20,
        ) {
            let mut last = None;
            let whole = unpack(&bytes, count, 1_000, |(slot, times)| {
                assert!(slot < 1_000 && times > 0 && last.is_none_or(|last| last < slot));
                last = Some(slot);
            });
            prop_assert!(whole.is_some() || !bytes.is_empty() || count > 0);
        }
    }

    #[test]
    fn numbers_of_any_size_come_back() {
        for n in [
            0,
            1,
            127,
            128,
            16_383,
            16_384,
            u64::from(u32::MAX),
            u64::MAX,
        ] {
            let mut bytes = Vec::new();
            put_number(&mut bytes, n);
            assert_eq!(number(&mut bytes.as_slice()), Some(n));
            assert_eq!(number(&mut &bytes[..bytes.len() - 1]), None);
        }
    }
}
