//! A new cross-reference table for a PDF whose own is damaged or cut off, as other readers make one: by looking for the objects.

use std::collections::BTreeMap;
use std::io::Read as _;

/// Objects, at most.
const MOST_OBJECTS: usize = 1_000_000;
/// Bytes that the object streams of a file unpack to, at most.
const UNPACKED: u64 = 128 << 20;
/// How far a dictionary is looked into.
const DICTIONARY: usize = 4096;

/// The file with a new table behind it; nothing if there are no objects or no catalogue among them, or if it is encrypted (objects
/// within streams cannot be told then).
pub(super) fn rebuilt(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut offsets = objects(bytes);
    if offsets.is_empty() {
        return None;
    }
    let mut out = bytes.to_vec();
    out.push(b'\n');
    let mut left = UNPACKED;
    for at in offsets.values().copied().collect::<Vec<_>>() {
        let Some((number_of, stream)) = object_stream(bytes, at, &mut left) else {
            continue;
        };
        for (number, content) in contents(number_of, &stream) {
            // What stands in the file itself is newer.
            offsets.entry(number).or_insert_with(|| {
                let at = out.len();
                out.extend(format!("{number} 0 obj\n").into_bytes());
                out.extend(content);
                out.extend(b"\nendobj\n");
                at
            });
        }
    }
    let (root, info) = catalogue(&out, &offsets)?;
    let table = out.len();
    out.extend(b"xref\n0 1\n0000000000 65535 f \n");
    for (number, at) in &offsets {
        out.extend(format!("{number} 1\n{at:010} 00000 n \n").into_bytes());
    }
    let size = offsets.keys().last()? + 1;
    let info = info
        .map(|info| format!(" /Info {info} 0 R"))
        .unwrap_or_default();
    let trailer =
        format!("trailer\n<< /Size {size} /Root {root} 0 R{info} >>\nstartxref\n{table}\n%%EOF\n");
    out.extend(trailer.into_bytes());
    Some(out)
}

/// Where the objects of a file begin, by their numbers; the last of a number counts.
fn objects(bytes: &[u8]) -> BTreeMap<u32, usize> {
    let mut found = BTreeMap::new();
    let mut from = 0;
    while let Some(at) = find(bytes, from, b"obj") {
        from = at + 3;
        let before = bytes[..at].trim_ascii_end();
        if let Some((before, generation)) = number_at_end(before)
            && let (before, Some(number)) = match number_at_end(before.trim_ascii_end()) {
                Some((rest, number)) if before.len() > before.trim_ascii_end().len() => {
                    (rest, Some(number))
                }
                _ => (before, None),
            }
            && generation < 65_536
            && number < MOST_OBJECTS as u64
            && found.len() < MOST_OBJECTS
        {
            found.insert(number as u32, before.len());
        }
    }
    found
}

/// The number that bytes end with, and what stands before it.
fn number_at_end(bytes: &[u8]) -> Option<(&[u8], u64)> {
    let digits = bytes
        .iter()
        .rev()
        .take(10)
        .take_while(|b| b.is_ascii_digit())
        .count();
    let (before, digits) = bytes.split_at(bytes.len() - digits);
    Some((before, std::str::from_utf8(digits).ok()?.parse().ok()?))
}

fn find(bytes: &[u8], from: usize, wanted: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    let at = rest
        .windows(wanted.len())
        .position(|window| window == wanted)?;
    Some(from + at)
}

/// The dictionary of the object at this place, as far as it is looked into.
fn dictionary(bytes: &[u8], at: usize) -> &[u8] {
    let rest = &bytes[at.min(bytes.len())..];
    let rest = &rest[..rest.len().min(DICTIONARY)];
    let ends = [find(rest, 0, b"stream"), find(rest, 0, b"endobj")];
    let end = ends.into_iter().flatten().min();
    &rest[..end.unwrap_or(rest.len())]
}

/// Whether a dictionary says that it is of this type.
fn is_of_type(dictionary: &[u8], name: &[u8]) -> bool {
    let mut from = 0;
    while let Some(at) = find(dictionary, from, b"/Type") {
        from = at + 5;
        let rest = dictionary[from..].trim_ascii_start();
        let rest = rest.strip_prefix(name);
        if rest.is_some_and(|rest| !rest.first().is_some_and(u8::is_ascii_alphanumeric)) {
            return true;
        }
    }
    false
}

/// The number behind a key.
fn number_of(dictionary: &[u8], key: &[u8]) -> Option<u64> {
    let mut from = 0;
    while let Some(at) = find(dictionary, from, key) {
        from = at + key.len();
        let rest = &dictionary[from..];
        let value = rest.trim_ascii_start();
        let digits = value
            .iter()
            .take(10)
            .take_while(|b| b.is_ascii_digit())
            .count();
        if digits > 0 {
            return std::str::from_utf8(&value[..digits]).ok()?.parse().ok();
        }
    }
    None
}

/// An object stream unpacked: how many objects it has, where the first one begins, and its bytes.
fn object_stream(bytes: &[u8], at: usize, left: &mut u64) -> Option<((u64, u64), Vec<u8>)> {
    let dictionary = dictionary(bytes, at);
    if !is_of_type(dictionary, b"/ObjStm") {
        return None;
    }
    let (count, first) = (
        number_of(dictionary, b"/N")?,
        number_of(dictionary, b"/First")?,
    );
    let start = find(bytes, at + dictionary.len(), b"stream")? + 6;
    let start = start
        + bytes
            .get(start..)?
            .iter()
            .take(2)
            .take_while(|b| matches!(b, b'\r' | b'\n'))
            .count();
    let packed = &bytes[start..];
    let mut unpacked = Vec::new();
    let limit = *left;
    if find(dictionary, 0, b"/FlateDecode").is_some() {
        // What was unpacked before a fault is kept.
        let _ = flate2::read::ZlibDecoder::new(packed)
            .take(limit)
            .read_to_end(&mut unpacked);
    } else if find(dictionary, 0, b"/Filter").is_none() {
        let end = find(packed, 0, b"endstream")?;
        unpacked.extend(&packed[..end]);
    }
    *left = limit.saturating_sub(unpacked.len() as u64);
    Some(((count, first), unpacked))
}

/// The objects of an object stream with their numbers.
fn contents((count, first): (u64, u64), stream: &[u8]) -> Vec<(u32, Vec<u8>)> {
    let first = usize::try_from(first).unwrap_or(usize::MAX);
    let Some(head) = stream.get(..first) else {
        return Vec::new();
    };
    let numbers = String::from_utf8_lossy(head);
    let numbers: Vec<usize> = numbers
        .split_whitespace()
        .map_while(|n| n.parse().ok())
        .collect();
    let (pairs, _) = numbers.as_chunks::<2>();
    let count = usize::try_from(count)
        .unwrap_or(usize::MAX)
        .min(pairs.len());
    let pairs = &pairs[..count];
    let ends = pairs
        .iter()
        .skip(1)
        .map(|[_, at]| first.saturating_add(*at))
        .chain([stream.len()]);
    let objects = pairs.iter().zip(ends).filter_map(|([number, at], end)| {
        let content = stream.get(first.saturating_add(*at)..end)?;
        Some((
            u32::try_from(*number)
                .ok()
                .filter(|n| (*n as usize) < MOST_OBJECTS)?,
            content.to_vec(),
        ))
    });
    objects.collect()
}

/// The number of the catalogue, and of the details of the file.
fn catalogue(bytes: &[u8], offsets: &BTreeMap<u32, usize>) -> Option<(u32, Option<u64>)> {
    let mut info = None;
    let mut from = 0;
    while let Some(at) = find(bytes, from, b"trailer") {
        from = at + 7;
        let trailer = dictionary(bytes, at);
        if find(trailer, 0, b"/Encrypt").is_some() {
            return None;
        }
        info = number_of(trailer, b"/Info").or(info);
    }
    let mut root = None;
    for (number, at) in offsets {
        let dictionary = dictionary(bytes, *at);
        if is_of_type(dictionary, b"/XRef") {
            if find(dictionary, 0, b"/Encrypt").is_some() {
                return None;
            }
            info = number_of(dictionary, b"/Info").or(info);
        }
        if is_of_type(dictionary, b"/Catalog") {
            root = Some(*number);
        }
    }
    Some((root?, info))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_are_found_by_their_heads() {
        let file = b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj <<>> endobj 12 0 obj\n<<>>\nendobj 12 0 obj new endobj no obj";
        let found = objects(file);
        assert_eq!(found.keys().copied().collect::<Vec<_>>(), [1, 2, 12]);
        assert!(file[found[&12]..].starts_with(b"12 0 obj new"));
        let whole = rebuilt(file).unwrap();
        let text = String::from_utf8_lossy(&whole);
        assert!(
            text.contains("/Root 1 0 R") && text.ends_with("%%EOF\n"),
            "{text}"
        );
        assert_eq!(rebuilt(b"%PDF-1.4 nothing"), None);
    }

    #[test]
    fn damage_does_no_harm() {
        for file in [
            &b"obj"[..],
            b"9 obj",
            b"99999999999 0 obj",
            b"1 0 obj << /Type /ObjStm /N 9 /First 99999 >> stream\nabc",
            b"1 0 obj << /Type /ObjStm /N 2 /First 4 /Filter /FlateDecode >> stream\n\x78",
        ] {
            rebuilt(file);
        }
    }
}
