//! Bytes in words, and bytes as text: what every reader, of files and of PDFs, does in the same way.

use std::fmt;

use encoding_rs::WINDOWS_1252;

/// A number of bytes as people read it.
pub(crate) struct Bytes(pub u64);

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const KIB: u64 = 1 << 10;
        const MIB: u64 = 1 << 20;
        const GIB: u64 = 1 << 30;
        match self.0 {
            n if n >= GIB => write!(f, "{} GiB", trimmed(n, GIB)),
            n if n >= MIB => write!(f, "{} MiB", trimmed(n, MIB)),
            n if n >= KIB => write!(f, "{} KiB", trimmed(n, KIB)),
            n => write!(f, "{n} bytes"),
        }
    }
}

fn trimmed(n: u64, unit: u64) -> String {
    if n.is_multiple_of(unit) {
        (n / unit).to_string()
    } else {
        format!("{:.1}", n as f64 / unit as f64)
    }
}

/// Decodes bytes that should be UTF-8. Bytes that are not are taken as Windows-1252 (a superset of Latin-1), so that nothing is
/// lost; the second value is how many there were.
pub(crate) fn decode(bytes: &[u8]) -> (String, usize) {
    let mut text = String::with_capacity(bytes.len());
    let mut foreign = 0;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            foreign += chunk.invalid().len();
            text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
        }
    }
    (text, foreign)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_bytes_are_kept_as_latin_1_beside_valid_utf_8() {
        let (text, foreign) = decode(b"na\xc3\xafve caf\xe9");
        assert_eq!((text.as_str(), foreign), ("naïve café", 1));
    }

    #[test]
    fn sizes_are_said_in_the_largest_unit() {
        let said = [7, 2 << 10, 3 << 19, 4 << 30].map(|n| Bytes(n).to_string());
        assert_eq!(said, ["7 bytes", "2 KiB", "1.5 MiB", "4 GiB"]);
    }
}
