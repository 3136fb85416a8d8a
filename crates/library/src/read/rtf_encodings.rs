//! The encodings of rich text: code pages of Windows, and characters of two bytes.

use encoding_rs::{Encoding, SHIFT_JIS, UTF_8};

/// The encoding of a code page of Windows; nothing where it is not known.
pub(super) fn of_code_page(number: i64) -> Option<&'static Encoding> {
    let named = format!("windows-{number}");
    let label = match number {
        932 => "shift_jis",
        936 => "gbk",
        949 => "euc-kr",
        950 => "big5",
        866 => "ibm866",
        10_000 => "macintosh",
        65_001 => "utf-8",
        _ => named.as_str(),
    };
    Encoding::for_label(label.as_bytes())
}

/// The code page of a font's characters (`\fcharset`); nothing where that is the one of the file.
pub(super) fn code_page_of(charset: i64) -> Option<i64> {
    Some(match charset {
        77 => 10_000,
        128 => 932,
        129 => 949,
        134 => 936,
        136 => 950,
        161 => 1253,
        162 => 1254,
        163 => 1258,
        177 => 1255,
        178 => 1256,
        186 => 1257,
        204 => 1251,
        222 => 874,
        238 => 1250,
        _ => return None,
    })
}

/// Whether the last of some bytes is the first half of a character of two.
pub(super) fn is_half(bytes: &[u8], encoding: &'static Encoding) -> bool {
    if encoding.is_single_byte() || encoding == UTF_8 {
        return false;
    }
    let is_first = |byte: u8| {
        let is_kana = encoding == SHIFT_JIS && (0xA1..=0xDF).contains(&byte);
        byte > 0x80 && !is_kana
    };
    let mut half = false;
    for byte in bytes {
        half = !half && is_first(*byte);
    }
    half
}
