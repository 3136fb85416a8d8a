//! Several files in one input: each behind a line `=== NAME`.

use std::io::{Cursor, Write};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// What stands before a file's name.
const MARK: &[u8] = b"=== ";

/// The files of an input by their names; what stands before the first of them is left out.
pub fn parts(bytes: &[u8]) -> Vec<(String, &[u8])> {
    let mut starts: Vec<usize> = Vec::new();
    for (at, window) in bytes.windows(MARK.len()).enumerate() {
        if window == MARK && (at == 0 || bytes[at - 1] == b'\n') {
            starts.push(at);
        }
    }
    let ends = starts.iter().skip(1).copied().chain([bytes.len()]);
    let parts = starts.iter().zip(ends).map(|(start, end)| {
        let part = &bytes[start + MARK.len()..end];
        let (name, content) = match part.iter().position(|b| *b == b'\n') {
            Some(line) => (&part[..line], &part[line + 1..]),
            None => (part, &[][..]),
        };
        (String::from_utf8_lossy(name).into_owned(), content)
    });
    parts.collect()
}

/// An input of several files.
pub fn joined<'a>(parts: impl IntoIterator<Item = (&'a str, &'a [u8])>) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, content) in parts {
        // A mark is told by the beginning of its line.
        if out.last().is_some_and(|last| *last != b'\n') {
            out.push(b'\n');
        }
        out.extend(MARK);
        out.extend(name.as_bytes());
        out.push(b'\n');
        out.extend(content);
    }
    out
}

/// The files of an input as a ZIP archive, not compressed. Of two of one name the first is taken.
pub fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, content) in parts(bytes) {
        // Names that no archive can have are no matter of the reader.
        if zip.start_file(name, stored).is_ok() && zip.write_all(content).is_err() {
            return Vec::new();
        }
    }
    zip.finish().map(Cursor::into_inner).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_come_back_as_they_were_joined() {
        let files: [(&str, &[u8]); 3] =
            [("a/b.xml", b"<a>\n=== \0"), ("c", b""), ("d", b"\nend\n")];
        let joined = joined([files[0], files[1], files[2]]);
        let found = parts(&joined);
        assert_eq!(found.len(), 4, "a mark in a file begins another");
        assert_eq!(found[0], ("a/b.xml".to_owned(), &b"<a>\n"[..]));
        assert_eq!(found[2], ("c".to_owned(), &b""[..]));
        assert_eq!(found[3], ("d".to_owned(), &b"\nend\n"[..]));
        assert!(parts(b"no mark").is_empty());
    }

    #[test]
    fn a_package_is_an_archive_of_the_parts() {
        let packed = packed(&joined([
            ("a", &b"one"[..]),
            ("a", b"two"),
            ("b", b"three"),
        ]));
        let mut zip = zip::ZipArchive::new(Cursor::new(packed)).unwrap();
        let names: Vec<String> = zip
            .file_names()
            .map(|name| name.unwrap().into_owned())
            .collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(
            std::io::read_to_string(zip.by_name("a").unwrap()).unwrap(),
            "one\n"
        );
    }
}
