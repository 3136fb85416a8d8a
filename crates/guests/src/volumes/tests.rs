//! Small label volumes in every format, damaged ones, and bytes of no sense.
//!
//! Long because the writers of the small files are in it.
use std::io::Write;

use anatomy::guest::ImportOptions;
use flate2::Compression;
use flate2::write::{GzEncoder, ZlibEncoder};
use proptest::prelude::*;

use glam::{DAffine3, DVec3};

use super::*;

const DIMS: [usize; 3] = [4, 3, 2];

/// Label 7 in one corner voxel, label 2 in the whole of the second slice.
fn labels() -> Vec<u8> {
    (0..24)
        .map(|n| match n {
            0 => 7,
            12.. => 2,
            _ => 0,
        })
        .collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = GzEncoder::new(Vec::new(), Compression::fast());
    out.write_all(bytes).unwrap();
    out.finish().unwrap()
}

/// RAS: x runs to the right (negative LPS x) with 2 mm, y to the front, z up with 3 mm.
fn nifti_1(big: bool) -> Vec<u8> {
    let mut h = vec![0u8; 352];
    let mut put = |at: usize, mut b: Vec<u8>| {
        if big {
            b.reverse();
        }
        h[at..at + b.len()].copy_from_slice(&b);
    };
    put(0, 348i32.to_le_bytes().to_vec());
    for (n, d) in [3i16, 4, 3, 2].into_iter().enumerate() {
        put(40 + 2 * n, d.to_le_bytes().to_vec());
    }
    put(70, 2i16.to_le_bytes().to_vec());
    put(72, 8i16.to_le_bytes().to_vec());
    put(108, 352f32.to_le_bytes().to_vec());
    put(254, 1i16.to_le_bytes().to_vec());
    let rows = [
        [2.0f32, 0.0, 0.0, 10.0],
        [0.0, 1.0, 0.0, 20.0],
        [0.0, 0.0, 3.0, 30.0],
    ];
    for (r, row) in rows.into_iter().enumerate() {
        for (c, v) in row.into_iter().enumerate() {
            put(280 + 16 * r + 4 * c, v.to_le_bytes().to_vec());
        }
    }
    h[344..348].copy_from_slice(b"n+1\0");
    h.extend(labels());
    h
}

/// The same with a quaternion (none: the unit), and a table of names.
fn nifti_2() -> Vec<u8> {
    let mut names =
        b"<x><Label Key=\"7\" Red=\"1\" Green=\"0\" Blue=\"0.5\"><![CDATA[liver]]></Label></x>"
            .to_vec();
    names.resize(names.len().next_multiple_of(16) + 8, 0);
    let offset = 544 + 8 + names.len();
    let mut h = vec![0u8; 544];
    let mut put = |at: usize, b: &[u8]| h[at..at + b.len()].copy_from_slice(b);
    put(0, &540i32.to_le_bytes());
    put(4, b"n+2\0\r\n\x1a\n");
    put(12, &64i16.to_le_bytes());
    for (n, d) in [3i64, 4, 3, 2].into_iter().enumerate() {
        put(16 + 8 * n, &d.to_le_bytes());
    }
    for (n, d) in [1.0f64, 2.0, 1.0, 3.0].into_iter().enumerate() {
        put(104 + 8 * n, &d.to_le_bytes());
    }
    put(168, &(offset as i64).to_le_bytes());
    put(344, &1i32.to_le_bytes());
    for (n, v) in [10.0f64, 20.0, 30.0].into_iter().enumerate() {
        put(376 + 8 * n, &v.to_le_bytes());
    }
    put(540, &[1, 0, 0, 0]);
    h.extend((names.len() as i32 + 8).to_le_bytes());
    h.extend(0i32.to_le_bytes());
    h.extend(names);
    h.extend(labels().iter().flat_map(|v| f64::from(*v).to_le_bytes()));
    h
}

fn nrrd(encoding: &str, extra: &str) -> Vec<u8> {
    let mut out = format!(
        "NRRD0004\n# c\ntype: uchar\ndimension: 3\nspace: right-anterior-superior\nsizes: 4 3 2\n\
         space directions: (2,0,0) (0,1,0) (0,0,3)\nencoding: {encoding}\nspace origin: (10,20,30)\n{extra}\n"
    )
    .into_bytes();
    out.extend(if encoding == "gzip" {
        gzip(&labels())
    } else {
        labels()
    });
    out
}

/// MetaImage is LPS already, so its axes are turned.
fn mha(compressed: bool) -> Vec<u8> {
    let mut out = format!(
        "ObjectType = Image\nNDims = 3\nBinaryData = True\nCompressedData = {}\nTransformMatrix = -1 0 0 0 -1 0 0 0 1\n\
         Offset = -10 -20 30\nElementSpacing = 2 1 3\nDimSize = 4 3 2\nElementType = MET_UCHAR\nElementDataFile = LOCAL\n",
        if compressed { "True" } else { "False" }
    )
    .into_bytes();
    if compressed {
        let mut z = ZlibEncoder::new(Vec::new(), Compression::fast());
        z.write_all(&labels()).unwrap();
        out.extend(z.finish().unwrap());
    } else {
        out.extend(labels());
    }
    out
}

/// One binary segment of two frames of 4 x 3 pixels, written element by element: implicit little endian within.
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn dicom_at(kind: &str, corners: [[i32; 3]; 2]) -> Vec<u8> {
    fn element(out: &mut Vec<u8>, group: u16, number: u16, mut value: Vec<u8>) {
        if value.len() % 2 == 1 {
            value.push(if value.last().is_some_and(u8::is_ascii_graphic) {
                b' '
            } else {
                0
            });
        }
        out.extend(group.to_le_bytes());
        out.extend(number.to_le_bytes());
        out.extend((value.len() as u32).to_le_bytes());
        out.extend(value);
    }
    fn sequence(out: &mut Vec<u8>, group: u16, number: u16, items: Vec<Vec<u8>>) {
        let mut value = Vec::new();
        for item in items {
            element(&mut value, 0xFFFE, 0xE000, item);
        }
        element(out, group, number, value);
    }
    let item = |build: &dyn Fn(&mut Vec<u8>)| {
        let mut out = Vec::new();
        build(&mut out);
        out
    };
    let mut d = Vec::new();
    element(
        &mut d,
        0x0008,
        0x0016,
        b"1.2.840.10008.5.1.4.1.1.66.4\0".to_vec(),
    );
    element(&mut d, 0x0008, 0x0060, b"SEG ".to_vec());
    element(&mut d, 0x0028, 0x0008, b"2 ".to_vec());
    element(&mut d, 0x0028, 0x0010, 3u16.to_le_bytes().to_vec());
    element(&mut d, 0x0028, 0x0011, 4u16.to_le_bytes().to_vec());
    let bits: u16 = if kind == "BINARY" { 1 } else { 8 };
    element(&mut d, 0x0028, 0x0100, bits.to_le_bytes().to_vec());
    element(&mut d, 0x0062, 0x0001, kind.as_bytes().to_vec());
    let segment = item(&|o| {
        element(o, 0x0062, 0x0004, 5u16.to_le_bytes().to_vec());
        element(o, 0x0062, 0x0005, b"Liver".to_vec());
    });
    sequence(&mut d, 0x0062, 0x0002, vec![segment]);
    if kind == "FRACTIONAL" {
        element(&mut d, 0x0062, 0x000E, 200u16.to_le_bytes().to_vec());
    }
    let shared = item(&|o| {
        let orientation = item(&|o| element(o, 0x0020, 0x0037, b"1\\0\\0\\0\\1\\0".to_vec()));
        sequence(o, 0x0020, 0x9116, vec![orientation]);
        let measures = item(&|o| {
            element(o, 0x0018, 0x0050, b"3 ".to_vec());
            element(o, 0x0028, 0x0030, b"1\\2".to_vec());
        });
        sequence(o, 0x0028, 0x9110, vec![measures]);
    });
    sequence(&mut d, 0x5200, 0x9229, vec![shared]);
    let frames = corners.map(|[x, y, z]| {
        item(&|o| {
            let place =
                item(&|o| element(o, 0x0020, 0x0032, format!("{x}\\{y}\\{z}").into_bytes()));
            sequence(o, 0x0020, 0x9113, vec![place]);
            let which = item(&|o| element(o, 0x0062, 0x000B, 5u16.to_le_bytes().to_vec()));
            sequence(o, 0x0062, 0x000A, vec![which]);
        })
    });
    sequence(&mut d, 0x5200, 0x9230, frames.to_vec());
    let pixels = if kind == "BINARY" {
        // Voxel 0 of the first frame, all of the second; bits run on over the frames.
        let mut bytes = vec![0u8; 3];
        for n in std::iter::once(0).chain(12..24) {
            bytes[n / 8] |= 1 << (n % 8);
        }
        bytes
    } else {
        labels()
            .iter()
            .map(|v| match v {
                0 => 99,
                _ => 101,
            })
            .collect()
    };
    element(&mut d, 0x7FE0, 0x0010, pixels);
    let mut meta = Vec::new();
    let mut explicit = |number: u16, vr: &[u8; 2], mut value: Vec<u8>| {
        if value.len() % 2 == 1 {
            value.push(0);
        }
        meta.extend(2u16.to_le_bytes());
        meta.extend(number.to_le_bytes());
        meta.extend(vr);
        if vr == b"OB" {
            meta.extend([0, 0]);
            meta.extend((value.len() as u32).to_le_bytes());
        } else {
            meta.extend((value.len() as u16).to_le_bytes());
        }
        meta.extend(value);
    };
    explicit(0x0001, b"OB", vec![0, 1]);
    explicit(0x0002, b"UI", b"1.2.840.10008.5.1.4.1.1.66.4".to_vec());
    explicit(0x0003, b"UI", b"1.2.3".to_vec());
    explicit(0x0010, b"UI", b"1.2.840.10008.1.2".to_vec());
    explicit(0x0012, b"UI", b"1.2.3.4".to_vec());
    let mut out = vec![0u8; 128];
    out.extend(b"DICM");
    out.extend(2u16.to_le_bytes());
    out.extend(0u16.to_le_bytes());
    out.extend(b"UL");
    out.extend(4u16.to_le_bytes());
    out.extend((meta.len() as u32).to_le_bytes());
    out.extend(meta);
    out.extend(d);
    out
}

fn dicom_seg(kind: &str) -> Vec<u8> {
    dicom_at(kind, [[-16, -22, 30], [-16, -22, 33]])
}

fn nothing(_: &str) -> Result<Box<dyn Read>, String> {
    Err("nothing lies beside it".into())
}

type Reader = fn(&[u8]) -> Result<LabelImage, Fault>;

fn read_nifti(mut bytes: &[u8]) -> Result<LabelImage, Fault> {
    nifti::read(&mut bytes)
}

fn read_nrrd(mut bytes: &[u8]) -> Result<LabelImage, Fault> {
    nrrd::read(&mut bytes, &nothing)
}

fn read_meta(mut bytes: &[u8]) -> Result<LabelImage, Fault> {
    metaimage::read(&mut bytes, &nothing)
}

fn read_dicom(bytes: &[u8]) -> Result<LabelImage, Fault> {
    dicom::read(bytes)?.ok_or(("data set".into(), "no segmentation".into()))
}

fn all() -> Vec<(&'static str, Vec<u8>, Reader)> {
    vec![
        ("nifti-1 little", nifti_1(false), read_nifti as Reader),
        ("nifti-1 big", nifti_1(true), read_nifti),
        ("nifti-2", nifti_2(), read_nifti),
        ("nrrd raw", nrrd("raw", ""), read_nrrd),
        (
            "nrrd gzip",
            nrrd("gzip", "kinds: domain domain domain\n"),
            read_nrrd,
        ),
        ("mha", mha(false), read_meta),
        ("mha compressed", mha(true), read_meta),
        ("dicom binary", dicom_seg("BINARY"), read_dicom),
        ("dicom fractional", dicom_seg("FRACTIONAL"), read_dicom),
    ]
}

#[test]
fn every_format_says_the_same() {
    for (name, bytes, read) in all() {
        let image = read(&bytes).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        assert_eq!(image.dims, DIMS, "{name}");
        let sampled = sample(
            &image,
            &DAffine3::IDENTITY,
            base(&image, &DAffine3::IDENTITY),
        )
        .unwrap();
        let dicom = name.starts_with("dicom");
        let expected = if dicom {
            vec![(5, 13)]
        } else {
            vec![(2, 12), (7, 1)]
        };
        let mut found: Vec<(i64, u64)> = sampled
            .iter()
            .map(|s| (image.segments[s.segment].value, s.source_voxels))
            .collect();
        found.sort();
        assert_eq!(found, expected, "{name}");
        for s in &sampled {
            // Voxels of 2 x 1 x 3 mm are six of ours.
            assert_eq!(s.voxels.count(), 6 * s.source_voxels, "{name}");
            assert!((s.source_volume_ml - 0.006 * s.source_voxels as f64).abs() < 1e-9);
            if image.segments[s.segment].value == 2 {
                assert_eq!(s.source_centroid, DVec3::new(-13.0, -21.0, 33.0), "{name}");
            }
            if image.segments[s.segment].value == 7 {
                assert_eq!(s.source_centroid, DVec3::new(-10.0, -20.0, 30.0), "{name}");
            }
        }
        let named: Vec<_> = image
            .segments
            .iter()
            .filter_map(|s| s.name.as_deref())
            .collect();
        match name {
            "nifti-2" => {
                assert_eq!(named, ["liver"]);
                assert_eq!(image.segments[0].color, Some([255, 0, 128]));
            }
            n if n.starts_with("dicom") => assert_eq!(named, ["Liver"]),
            _ => assert!(named.is_empty()),
        }
    }
}

#[test]
fn layers_names_and_data_beside_the_header_are_read() {
    let header = "NRRD0005\ntype: uchar\ndimension: 4\nsizes: 2 4 3 2\nspace: LPS\nkinds: list domain domain domain\n\
        space directions: none (1,0,0) (0,1,0) (0,0,1)\nencoding: raw\ndata file: voxels.raw\nbyte skip: 3\n\
        Segment0_Name:=liver\nSegment0_LabelValue:=1\nSegment0_Layer:=0\nSegment0_Color:=1 0 0\n\
        Segment1_Name:=gallbladder\nSegment1_LabelValue:=1\nSegment1_Layer:=1\n\n";
    let mut data = vec![9, 9, 9];
    for n in 0..24 {
        data.extend([1, u8::from(n == 5)]);
    }
    let beside = |name: &str| -> Result<Box<dyn Read>, String> {
        assert_eq!(name, "voxels.raw");
        Ok(Box::new(std::io::Cursor::new(data.clone())))
    };
    let image = nrrd::read(&mut header.as_bytes(), &beside).unwrap();
    assert_eq!(image.layers.len(), 2);
    assert_eq!(resample::overlaps(&image.layers), 1);
    let names: Vec<_> = image
        .segments
        .iter()
        .filter_map(|s| s.name.as_deref())
        .collect();
    assert_eq!(names, ["liver", "gallbladder"]);
    let sampled = sample(&image, &DAffine3::IDENTITY, DVec3::ZERO).unwrap();
    let counts: Vec<u64> = sampled.iter().map(|s| s.voxels.count()).collect();
    assert_eq!(counts, [24, 1]);
    assert!(sampled[1].voxels.get([1, 1, 0]));
}

#[test]
fn slices_with_a_class_list_are_a_volume() {
    let dir = tempfile::tempdir().unwrap();
    let labels = dir.path().join("labels");
    std::fs::create_dir(&labels).unwrap();
    for k in 0..12u16 {
        // Slice 9 and after are a spleen, told by their numbers and not their letters.
        let value = if k < 9 { 300u16 } else { 7 };
        let mut file = std::fs::File::create(labels.join(format!("s{k}.tif"))).unwrap();
        let mut tiff = tiff::encoder::TiffEncoder::new(&mut file).unwrap();
        tiff.write_image::<tiff::encoder::colortype::Gray16>(5, 4, &[value; 20])
            .unwrap();
    }
    std::fs::write(dir.path().join("classes.txt"), "7 spleen\n300 liver\n").unwrap();
    let options = ImportOptions {
        spacing_mm: Some([2.0, 2.0, 3.0]),
        ..Default::default()
    };
    let import = crate::import(&[dir.path().to_owned()], &options).unwrap();
    let volume = |id: &str| {
        let index = import.atlas.catalogue().index_of(id).unwrap();
        (
            import.atlas.volume_ml(index),
            import.atlas.centroid_mm(index).unwrap()[2],
        )
    };
    assert!((volume("liver").0 - 9.0 * 20.0 * 0.012).abs() < 1e-3);
    assert!((volume("spleen").0 - 3.0 * 20.0 * 0.012).abs() < 1e-3);
    // The first slice is the highest.
    assert!(volume("liver").1 > volume("spleen").1);

    let bits = dir.path().join("p.png");
    let mut png = png::Encoder::new(std::fs::File::create(&bits).unwrap(), 3, 2);
    png.set_color(png::ColorType::Indexed);
    png.set_depth(png::BitDepth::Four);
    png.set_palette(vec![0; 48]);
    let mut writer = png.write_header().unwrap();
    writer.write_image_data(&[0x1F, 0x20, 0x03, 0x40]).unwrap();
    writer.finish().unwrap();
    let image = stack::read(&[bits], None, [1.0; 3]).unwrap();
    let values: Vec<i64> = image.layers[0]
        .iter()
        .map(|n| {
            if *n == 0 {
                0
            } else {
                image.segments[usize::from(*n) - 1].value
            }
        })
        .collect();
    assert_eq!(values, [1, 15, 2, 0, 3, 4]);
}

#[test]
fn cut_files_are_refused_with_a_reason() {
    for (name, bytes, read) in all() {
        for cut in [0, 1, bytes.len() / 3, bytes.len() - 24] {
            let found = read(&bytes[..cut]);
            let (_, reason) = found.expect_err(&format!("{name} of {cut} bytes"));
            assert!(!reason.is_empty());
        }
    }
}

#[test]
fn lies_and_bombs_are_refused_before_memory_is_taken() {
    // 377 bytes that claim 18 GB.
    let mut nifti = nifti_1(false);
    for (n, d) in [3i16, 3000, 3000, 2000].into_iter().enumerate() {
        nifti[40 + 2 * n..42 + 2 * n].copy_from_slice(&d.to_le_bytes());
    }
    nifti.truncate(377);
    let (place, reason) = read_nifti(&nifti).unwrap_err();
    assert_eq!(place, "header");
    assert!(reason.contains("more than"), "{reason}");
    // Within the limits, but not there: ends at once, at the place where the data do.
    for (n, d) in [3i16, 700, 700, 700].into_iter().enumerate() {
        nifti[40 + 2 * n..42 + 2 * n].copy_from_slice(&d.to_le_bytes());
    }
    let (place, _) = read_nifti(&nifti).unwrap_err();
    assert!(place.starts_with("row 0"), "{place}");
    // A gigabyte of zeros packed into a megabyte is read as far as the header says, no further.
    let mut bomb = nifti_1(false);
    bomb.extend(vec![0u8; 100 << 20]);
    let packed = gzip(&bomb);
    assert!(packed.len() < 1 << 20);
    let mut input = flate2::bufread::MultiGzDecoder::new(packed.as_slice());
    assert_eq!(nifti::read(&mut input).unwrap().dims, DIMS);
    for (from, to) in [
        ("sizes: 4 3 2", "sizes: 4000 4000 4000"),
        ("sizes: 4 3 2", "sizes: 4 3"),
        ("type: uchar", "type: block"),
        ("encoding: raw", "encoding: bzip2"),
        ("(2,0,0) (0,1,0)", "(2,0,0) (2,0,0)"),
        ("(2,0,0)", "(nan,0,0)"),
        ("space: right-anterior-superior", "space: scanner"),
        ("encoding: raw", "encoding: raw\ndata file: ../secret"),
    ] {
        let text = String::from_utf8(nrrd("raw", ""))
            .unwrap()
            .replace(from, to);
        assert!(read_nrrd(text.as_bytes()).is_err(), "{to}");
    }
    for (from, to) in [
        ("DimSize = 4 3 2", "DimSize = 4 3 -2"),
        ("DimSize = 4 3 2", "DimSize = 4000 4000 4000"),
        ("MET_UCHAR", "MET_STRING"),
        ("ElementSpacing = 2 1 3", "ElementSpacing = 0 1 3"),
        ("NDims = 3", "NDims = 4"),
        ("LOCAL", "a/../b.raw"),
    ] {
        let text = String::from_utf8(mha(false)).unwrap().replace(from, to);
        assert!(read_meta(text.as_bytes()).is_err(), "{to}");
    }
    // An image is not labels: too many values, or broken ones.
    let mut many = nifti_1(false);
    many[70..72].copy_from_slice(&512i16.to_le_bytes());
    many[42..44].copy_from_slice(&2000i16.to_le_bytes());
    many.truncate(352);
    many.extend((0..12_000u16).flat_map(|v| v.to_le_bytes()));
    assert!(
        read_nifti(&many)
            .unwrap_err()
            .1
            .contains("image rather than labels")
    );
    let mut half = nifti_2();
    let at = half.len() - 8;
    half[at..].copy_from_slice(&1.5f64.to_le_bytes());
    assert!(
        read_nifti(&half)
            .unwrap_err()
            .1
            .contains("not a whole number")
    );
}

#[test]
fn sizes_that_no_number_holds_are_refused() {
    let header = "NRRD0004\ntype: uchar\ndimension: 4\nsizes: 3 9223372036854775807 4 2\nencoding: raw\n\
        kinds: list domain domain domain\n\n";
    let (place, reason) = read_nrrd(header.as_bytes()).unwrap_err();
    assert!(
        place == "sizes" && reason.contains("not within"),
        "{place}: {reason}"
    );
}

/// A TIFF file of many pictures, all of which stand at the same place of it.
fn pictures_at_one_place(count: usize, side: u32) -> Vec<u8> {
    let mut z = ZlibEncoder::new(Vec::new(), Compression::best());
    z.write_all(&vec![1; (side * side) as usize]).unwrap();
    let data = z.finish().unwrap();
    let start = (8 + data.len()).next_multiple_of(2);
    let mut out = b"II*\0".to_vec();
    out.extend((start as u32).to_le_bytes());
    out.extend(&data);
    out.resize(start, 0);
    let fields = [
        (256, side),
        (257, side),
        (258, 8),
        (259, 8),
        (262, 1),
        (273, 8),
        (277, 1),
        (278, side),
        (279, data.len() as u32),
    ];
    for n in 1..=count {
        out.extend((fields.len() as u16).to_le_bytes());
        for (tag, value) in fields {
            out.extend((tag as u16).to_le_bytes());
            out.extend(4u16.to_le_bytes());
            out.extend(1u32.to_le_bytes());
            out.extend(value.to_le_bytes());
        }
        let next = if n < count { out.len() as u32 + 4 } else { 0 };
        out.extend(next.to_le_bytes());
    }
    out
}

#[test]
fn slices_that_stand_at_one_place_do_not_become_gigabytes() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("1.tif");
    std::fs::write(&path, pictures_at_one_place(3, 64)).unwrap();
    let image = stack::read(std::slice::from_ref(&path), None, [1.0; 3]).unwrap();
    assert_eq!(image.dims, [64, 64, 3]);
    assert_eq!(image.layers[0].len(), 64 * 64 * 3);
    let bomb = pictures_at_one_place(30, 2048);
    assert!(bomb.len() < 20_000);
    std::fs::write(&path, bomb).unwrap();
    let error = stack::read(&[path], None, [1.0; 3])
        .unwrap_err()
        .to_string();
    assert!(error.contains("pixels in"), "{error}");
}

/// Places of a file at which it says how long the element of this tag (implicit little endian) is.
fn length_of(bytes: &[u8], group: u16, number: u16) -> usize {
    let tag = [group.to_le_bytes(), number.to_le_bytes()].concat();
    bytes.windows(4).position(|w| w == tag).unwrap() + 4
}

#[test]
fn a_length_of_gigabytes_in_a_small_dicom_file_is_not_believed() {
    let whole = dicom_seg("BINARY");
    assert!(whole.len() < 1500 && read_dicom(&whole).is_ok());
    for (group, number) in [
        (0x0008, 0x0060), // a text
        (0x0028, 0x0010), // a number
        (0x0062, 0x0005), // a text within an item
        (0x7FE0, 0x0010), // the pixels
    ] {
        for length in [0xFFFF_FFF0u32, 0x7FFF_FFFE, 0x0100_0000] {
            let mut lie = whole.clone();
            let at = length_of(&lie, group, number);
            lie[at..at + 4].copy_from_slice(&length.to_le_bytes());
            let (place, reason) = read_dicom(&lie).unwrap_err();
            assert!(place.starts_with("byte "), "{place}: {reason}");
            assert!(reason.contains(&length.to_string()), "{reason}");
        }
    }
    // The head, in which a length of four bytes can be claimed for any element.
    let mut lie = whole[..132 + 12].to_vec();
    lie.extend([2, 0, 2, 0]);
    lie.extend(b"OB\0\0");
    lie.extend(0xFFFF_FFF0u32.to_le_bytes());
    lie.resize(370, 0);
    let (_, reason) = read_dicom(&lie).unwrap_err();
    assert!(reason.contains("cut off"), "{reason}");
}

#[test]
fn frames_far_from_each_other_do_not_make_a_grid_of_gigabytes() {
    let apart = |corner| read_dicom(&dicom_at("BINARY", [[-16, -22, 30], corner]));
    assert_eq!(apart([984, 978, 33]).unwrap().dims, [504, 1003, 2]);
    let (place, reason) = apart([7984, 3978, 33]).unwrap_err();
    assert_eq!(place, "frames");
    assert!(reason.contains("24 pixels"), "{reason}");
}

#[test]
fn an_axis_of_layers_takes_no_memory_before_there_are_any() {
    for sizes in ["500000000 1 1 1", "90000000 2 2 1", "1025 4 3 2"] {
        let header = format!(
            "NRRD0005\ntype: uint64\ndimension: 4\nsizes: {sizes}\nkinds: list domain domain domain\nencoding: raw\n\n"
        );
        let (_, reason) = read_nrrd(header.as_bytes()).unwrap_err();
        assert!(reason.contains("layers"), "{sizes}: {reason}");
    }
    let header = "NRRD0005\ntype: uint64\ndimension: 4\nsizes: 1024 4000 3 2\nkinds: list domain domain domain\nencoding: raw\n\n";
    let (place, reason) = read_nrrd(header.as_bytes()).unwrap_err();
    assert!(
        place.starts_with("row 0") && reason.contains("0 of 32768000"),
        "{place}: {reason}"
    );
}

#[test]
fn a_few_voxels_of_a_metre_do_not_fill_the_memory() {
    let text = String::from_utf8(nrrd("raw", "")).unwrap();
    let wide = text.replace("(2,0,0) (0,1,0) (0,0,3)", "(800,0,0) (0,800,0) (0,0,800)");
    let image = read_nrrd(wide.as_bytes()).unwrap();
    let sampled = sample(
        &image,
        &DAffine3::IDENTITY,
        base(&image, &DAffine3::IDENTITY),
    );
    let reason = sampled.err().unwrap();
    assert!(reason.contains("bytes"), "{reason}");
    // Voxels as large as those of a coarse scan are read.
    let coarse = text.replace("(2,0,0) (0,1,0) (0,0,3)", "(10,0,0) (0,10,0) (0,0,10)");
    let image = read_nrrd(coarse.as_bytes()).unwrap();
    let sampled = sample(
        &image,
        &DAffine3::IDENTITY,
        base(&image, &DAffine3::IDENTITY),
    )
    .unwrap();
    assert_eq!(
        sampled.iter().map(|s| s.voxels.count()).sum::<u64>(),
        13_000
    );
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..700)) {
        for (_, _, read) in all() {
            let _ = read(&bytes);
        }
    }

    #[test]
    fn no_damage_makes_a_reader_panic(
        which in 0usize..9,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let (_, mut bytes, read) = all().swap_remove(which);
        for (at, to) in damage {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        if let Ok(image) = read(&bytes) {
            prop_assert!(image.layers.iter().all(|l| l.len() == image.dims.iter().product::<usize>()));
        }
    }
}

/// A slide of 25 micrometres, cut into tiles: figures by an independent reader (pydicom).
#[test]
fn the_tiles_of_a_slide_lie_where_the_slide_says() {
    let shared = std::env::var_os("CORPUS_ATLAS_SHARED").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        std::path::PathBuf::from,
    );
    let path = shared.join("atlases/format-fixtures/highdicom/seg_image_sm_control_labelmap.dcm");
    let Ok(bytes) = std::fs::read(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return;
    };
    let image = read_dicom(&bytes).unwrap();
    assert_eq!((image.dims, image.layers.len()), ([50, 50, 1], 1));
    assert_eq!(image.segments.len(), 19);
    assert_eq!(image.layers[0].iter().filter(|v| **v > 0).count(), 523);
    for (value, count, x, y) in [
        (1, 14, 23.42806, 25.66980),
        (5, 30, 23.43317, 25.67472),
        (19, 44, 23.43311, 25.67479),
    ] {
        let place = image.segments.iter().position(|s| s.value == value);
        let number = place.unwrap() as u16 + 1;
        let at = |n: usize| DVec3::new((n % 50) as f64, (n / 50) as f64, 0.0);
        let voxels = image.layers[0].iter().enumerate();
        let own: Vec<DVec3> = voxels.filter(|v| *v.1 == number).map(|v| at(v.0)).collect();
        assert_eq!(own.len(), count, "segment {value}");
        let middle = own.iter().sum::<DVec3>() / count as f64;
        let middle = image.to_lps.transform_point3(middle);
        assert!(
            (middle - DVec3::new(x, y, 0.0)).length() < 2e-5,
            "{value}: {middle}"
        );
    }
    assert!(
        image
            .segments
            .iter()
            .all(|s| s.name.as_ref().is_some_and(|n| n.starts_with("RGB")))
    );
}

/// One segmentation by highdicom in several transfer syntaxes: tests/data/README.md.
#[test]
fn compressed_segmentations_are_as_the_plain_one() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/dicom");
    let read = |name: &str| {
        let bytes = std::fs::read(folder.join(name)).unwrap();
        let image = dicom::read(&bytes).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        (bytes, image.unwrap())
    };
    let voxels = |image: &LabelImage| {
        let mut found = std::collections::BTreeSet::new();
        for layer in &image.layers {
            for (cell, label) in layer.iter().enumerate().filter(|(_, l)| **l > 0) {
                let segment = &image.segments[usize::from(*label) - 1];
                let [x, y, _] = image.dims;
                let at = glam::DVec3::new(
                    (cell % x) as f64,
                    (cell / x % y) as f64,
                    (cell / x / y) as f64,
                );
                let at = image.to_lps.transform_point3(at).round().as_ivec3();
                found.insert((segment.name.clone(), at.to_array()));
            }
        }
        found
    };
    let (_, plain) = read("plain.dcm");
    let plain = voxels(&plain);
    // 4 x 8 x 6 of the liver, 4 x 6 x 5 of the spleen.
    assert_eq!(plain.len(), 192 + 120);
    for name in [
        "deflated.dcm",
        "frames.dcm",
        "rle-fractional.dcm",
        "rle-labelmap.dcm",
        "jpeg2000-fractional.dcm",
        "jpeg2000-labelmap.dcm",
        "jpegls-fractional.dcm",
        "jpegls-labelmap.dcm",
    ] {
        let (bytes, image) = read(name);
        assert_eq!(voxels(&image), plain, "{name}");
        for cut in [200, bytes.len() / 2, bytes.len() - 30] {
            assert!(
                !matches!(dicom::read(&bytes[..cut]), Ok(Some(_))),
                "{name} to {cut}"
            );
        }
    }
    // The wavelet that loses something.
    let (mut lossy, _) = read("jpeg2000-labelmap.dcm");
    let styles: Vec<usize> = (0..lossy.len() - 14)
        .filter(|&n| lossy[n..n + 4] == [0xff, 0x52, 0x00, 0x0c])
        .collect();
    assert!(!styles.is_empty());
    for n in styles {
        assert_eq!(lossy[n + 13], 1);
        lossy[n + 13] = 0;
    }
    let (_, told) = dicom::read(&lossy).map(|_| ()).unwrap_err();
    assert!(told.contains("with loss"), "{told}");
    // Fractions may be a little off, as they are in that file; labels may not.
    let (mut lossy, _) = read("jpegls-labelmap.dcm");
    let scans: Vec<usize> = (0..lossy.len() - 8)
        .filter(|&n| lossy[n..n + 7] == [0xff, 0xda, 0, 8, 1, 1, 0])
        .collect();
    assert!(!scans.is_empty());
    for n in scans {
        assert_eq!(lossy[n + 7], 0);
        lossy[n + 7] = 1;
    }
    let (_, told) = dicom::read(&lossy).map(|_| ()).unwrap_err();
    assert!(told.contains("with loss"), "{told}");
    // Another size than the data set tells.
    let (mut other, _) = read("jpegls-labelmap.dcm");
    let size: [u8; 9] = [0xff, 0xf7, 0, 11, 8, 0, 12, 0, 16];
    let at = other.windows(size.len()).position(|bytes| bytes == size);
    other[at.unwrap() + 6] = 11;
    let (_, told) = dicom::read(&other).map(|_| ()).unwrap_err();
    assert!(told.contains("16 x 11 pixels of 8 bits"), "{told}");
}

proptest! {
    #[test]
    fn changed_compressed_segmentations_do_no_harm(at in 132usize..9000, byte: u8, file in 0usize..8) {
        let names = ["deflated.dcm", "frames.dcm", "rle-fractional.dcm", "rle-labelmap.dcm", "jpeg2000-fractional.dcm", "jpeg2000-labelmap.dcm", "jpegls-fractional.dcm", "jpegls-labelmap.dcm"];
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/dicom");
        let mut bytes = std::fs::read(folder.join(names[file])).unwrap();
        let at = at % bytes.len();
        bytes[at] = byte;
        let _ = dicom::read(&bytes);
    }
}
