//! Pictures by CharLS: tests/data/README.md.

use std::path::Path;

use super::Head;

const COLUMNS: usize = 16;
const ROWS: usize = 12;

fn stream(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/jpeg-ls");
    std::fs::read(folder.join(name)).unwrap()
}

fn decoded(stream: &[u8]) -> Result<Vec<u16>, String> {
    let head = Head::read(stream)?;
    assert_eq!((head.columns, head.rows), (COLUMNS, ROWS));
    head.decode()
}

/// What the pictures were made of.
fn made(pixel: impl Fn(usize, usize) -> usize) -> Vec<u16> {
    (0..COLUMNS * ROWS)
        .map(|n| pixel(n % COLUMNS, n / COLUMNS) as u16)
        .collect()
}

fn labels(x: usize, y: usize) -> usize {
    (x / 5 + 3 * (y / 4)) % 4 * 20 + usize::from(x == 9) * (y % 3)
}

/// Where a segment of this marker begins.
fn segment(stream: &[u8], marker: u8) -> usize {
    let found = stream.windows(2).position(|two| two == [0xFF, marker]);
    found.unwrap() + 2
}

/// A restart interval or another segment, put in before the pixels.
fn with(stream: &[u8], more: &[u8]) -> Vec<u8> {
    let at = segment(stream, 0xDA) - 2;
    [&stream[..at], more, &stream[at..]].concat()
}

#[test]
fn pixels_come_back_as_they_were() {
    assert_eq!(decoded(&stream("labels.jls")).unwrap(), made(labels));
    // 16 bits, hardly a run, and thresholds of the file's own.
    let wide = made(|x, y| (x * x * 4001 + y * 911) % 65536);
    assert_eq!(decoded(&stream("wide.jls")).unwrap(), wide);
    assert_eq!(Head::read(&stream("wide.jls")).unwrap().bits, 16);
}

#[test]
fn a_loss_is_told_and_kept_to() {
    assert_eq!(Head::read(&stream("labels.jls")).unwrap().near(), 0);
    let bytes = stream("near.jls");
    assert_eq!(Head::read(&bytes).unwrap().near(), 3);
    let pixels = decoded(&bytes).unwrap();
    let was = made(|x, y| x * 9 + y * 7 + x * y % 5);
    let off = pixels.iter().zip(&was).map(|(is, was)| is.abs_diff(*was));
    assert_eq!(off.max(), Some(3));
    // As CharLS reads it.
    assert_eq!(pixels.iter().map(|p| u32::from(*p)).sum::<u32>(), 20647);
}

#[test]
fn what_is_not_read_is_told() {
    let bytes = stream("labels.jls");
    let told = |bytes: &[u8]| Head::read(bytes).map(|_| ()).unwrap_err();
    assert!(told(&[0xFF, 0x4F, 0xFF, 0x51]).contains("no picture of JPEG-LS"));
    let restarts = told(&with(&bytes, &[0xFF, 0xDD, 0, 4, 0, 8]));
    assert!(restarts.contains("restart"), "{restarts}");
    let none = with(&bytes, &[0xFF, 0xDD, 0, 4, 0, 0]);
    assert_eq!(decoded(&none).unwrap(), made(labels));
    let table = told(&with(&bytes, &[0xFF, 0xF8, 0, 5, 2, 1, 1]));
    assert!(table.contains("tables"), "{table}");
    let of_jpeg = told(&with(&bytes, &[0xFF, 0xC0, 0, 2]));
    assert!(of_jpeg.contains("FFC0"), "{of_jpeg}");
    // Three components, no bits, a loss greater than half of all values, thresholds in disorder.
    let size = segment(&bytes, 0xF7);
    for (at, value, word) in [
        (size + 7, 3, "component"),
        (size + 2, 0, "0 bits"),
        (segment(&bytes, 0xDA) + 5, 200, "loss"),
    ] {
        let mut changed = bytes.clone();
        changed[at] = value;
        assert!(told(&changed).contains(word), "{}", told(&changed));
    }
    let disorder = [0xFF, 0xF8, 0, 13, 1, 0, 0, 0, 9, 0, 8, 0, 0, 0, 0];
    assert!(told(&with(&bytes, &disorder)).contains("thresholds"));
}

/// Whatever is cut off or changed, it ends, and with as many pixels as were told.
#[test]
fn damage_does_no_harm() {
    for name in ["labels.jls", "wide.jls", "near.jls"] {
        let bytes = stream(name);
        // The marker of the end is not asked for; the bytes before it are.
        for cut in 0..bytes.len() - 4 {
            let head = Head::read(&bytes[..cut]);
            assert!(
                head.and_then(|head| head.decode()).is_err(),
                "{name} to {cut}"
            );
        }
        for at in segment(&bytes, 0xDA) + 8..bytes.len() {
            for value in [0, 1, 0x7F, 0x80, 0xFF] {
                let mut changed = bytes.clone();
                changed[at] = value;
                if let Ok(pixels) = decoded(&changed) {
                    assert_eq!(pixels.len(), COLUMNS * ROWS);
                }
            }
        }
    }
}
