//! Small surfaces in every format, damaged ones, and bytes of no sense.
use anatomy::{Atlas, Catalogue, LabelVolume, MESHES, StructureMesh, write_pack};
use glam::DVec3;
use proptest::prelude::*;

use super::super::trimesh::TriMesh;
use super::*;

const CUBE: [[f32; 3]; 8] = [
    [0.0, 0.0, 0.0],
    [1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [1.0, 1.0, 0.0],
    [0.0, 0.0, 1.0],
    [1.0, 0.0, 1.0],
    [0.0, 1.0, 1.0],
    [1.0, 1.0, 1.0],
];
const FACES: [[u32; 4]; 6] = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
];

fn vertices(sep: &str, prefix: &str) -> String {
    CUBE.iter()
        .map(|p| format!("{prefix}{}{sep}{}{sep}{}\n", p[0], p[1], p[2]))
        .collect()
}

fn triangles() -> Vec<[u32; 3]> {
    FACES
        .iter()
        .flat_map(|f| [[f[0], f[1], f[2]], [f[0], f[2], f[3]]])
        .collect()
}

fn obj() -> Vec<u8> {
    let faces: String = FACES
        .iter()
        .map(|f| format!("f {} {} {} {}\n", f[0] + 1, f[1] + 1, f[2] + 1, f[3] + 1))
        .collect();
    format!("o liver\n{}{faces}", vertices(" ", "v ")).into_bytes()
}

fn off() -> Vec<u8> {
    let faces: String = FACES
        .iter()
        .map(|f| format!("4 {} {} {} {}\n", f[0], f[1], f[2], f[3]))
        .collect();
    format!("OFF # cube\n8 6 0\n{}{faces}", vertices(" ", "")).into_bytes()
}

fn ply_text() -> Vec<u8> {
    let faces: String = FACES
        .iter()
        .map(|f| format!("4 {} {} {} {}\n", f[0], f[1], f[2], f[3]))
        .collect();
    format!(
        "ply\nformat ascii 1.0\ncomment c\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\n\
         element face 6\nproperty list uchar int vertex_indices\nend_header\n{}{faces}",
        vertices(" ", "")
    )
    .into_bytes()
}

fn ply_binary(little: bool) -> Vec<u8> {
    let format = if little { "little" } else { "big" };
    let mut out = format!(
        "ply\nformat binary_{format}_endian 1.0\nelement vertex 8\nproperty double x\nproperty float y\nproperty float z\n\
         property uchar red\nelement face 6\nproperty list uchar uint vertex_index\nend_header\n"
    )
    .into_bytes();
    let put = |out: &mut Vec<u8>, mut b: Vec<u8>| {
        if !little {
            b.reverse();
        }
        out.extend(b);
    };
    for p in CUBE {
        put(&mut out, f64::from(p[0]).to_le_bytes().to_vec());
        put(&mut out, p[1].to_le_bytes().to_vec());
        put(&mut out, p[2].to_le_bytes().to_vec());
        out.push(200);
    }
    for f in FACES {
        out.push(4);
        for i in f {
            put(&mut out, i.to_le_bytes().to_vec());
        }
    }
    out
}

fn stl_text() -> Vec<u8> {
    let mut out = String::from("solid left kidney\n");
    for t in triangles() {
        out += "facet normal 0 0 0\nouter loop\n";
        for i in t {
            let p = CUBE[i as usize];
            out += &format!("vertex {} {} {}\n", p[0], p[1], p[2]);
        }
        out += "endloop\nendfacet\n";
    }
    (out + "endsolid left kidney\n").into_bytes()
}

fn stl_binary() -> Vec<u8> {
    // Text in the head, as some programs write it, must not make it a text file.
    let mut out = b"solid but binary".to_vec();
    out.resize(80, b' ');
    out.extend((triangles().len() as u32).to_le_bytes());
    for t in triangles() {
        out.extend([0u8; 12]);
        for i in t {
            out.extend(CUBE[i as usize].iter().flat_map(|v| v.to_le_bytes()));
        }
        out.extend([0, 0]);
    }
    out
}

fn glb(json: &str, bin: &[u8]) -> Vec<u8> {
    let mut text = json.as_bytes().to_vec();
    while !text.len().is_multiple_of(4) {
        text.push(b' ');
    }
    let mut out = b"glTF".to_vec();
    out.extend(2u32.to_le_bytes());
    out.extend((28 + text.len() as u32 + bin.len() as u32).to_le_bytes());
    out.extend((text.len() as u32).to_le_bytes());
    out.extend(b"JSON");
    out.extend(text);
    out.extend((bin.len() as u32).to_le_bytes());
    out.extend(b"BIN\0");
    out.extend(bin);
    out
}

fn cube_glb() -> Vec<u8> {
    let mut bin: Vec<u8> = CUBE
        .iter()
        .flatten()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    bin.extend(triangles().iter().flatten().map(|i| *i as u8));
    let json = r#"{"asset":{"version":"2.0"},"scene":0,"scenes":[{"nodes":[0]}],
        "nodes":[{"name":"organs","scale":[2,2,2],"children":[1,2]},
                 {"name":"liver","mesh":0,"translation":[1,0,0]},
                 {"name":"spleen","mesh":0,"matrix":[-1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1],"extras":{"id":"UBERON:0002106"}}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1}]}],
        "accessors":[{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"},
                     {"bufferView":1,"componentType":5121,"count":36,"type":"SCALAR"}],
        "bufferViews":[{"buffer":0,"byteLength":96},{"buffer":0,"byteOffset":96,"byteLength":36}],
        "buffers":[{"byteLength":132}]}"#;
    glb(json, &bin)
}

fn alone(_: &str) -> Result<Vec<u8>, String> {
    Err("nothing lies beside it".into())
}

fn volume(mesh: &TriMesh) -> f64 {
    let p = |i: u32| mesh.positions[i as usize];
    let six = |t: &[u32; 3]| p(t[0]).dot(p(t[1]).cross(p(t[2])));
    mesh.triangles.iter().map(six).sum::<f64>() / 6.0
}

type Read = fn(&[u8]) -> Result<Vec<MeshPart>, Fault>;

fn read_gltf(bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    gltf::read(bytes, alone)
}

fn all() -> Vec<(&'static str, Vec<u8>, Read)> {
    vec![
        ("obj", obj(), obj::read as Read),
        ("off", off(), off::read),
        ("ply text", ply_text(), ply::read),
        ("ply little", ply_binary(true), ply::read),
        ("ply big", ply_binary(false), ply::read),
        ("stl text", stl_text(), stl::read),
        ("stl binary", stl_binary(), stl::read),
        ("glb", cube_glb(), read_gltf),
    ]
}

#[test]
fn a_cube_is_a_cube_in_every_format() {
    for (name, bytes, read) in all() {
        let parts = read(&bytes).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let size = if name == "glb" { 8.0 } else { 1.0 };
        for part in &parts {
            assert_eq!(part.mesh.triangles.len(), 12, "{name}");
            assert!(
                (volume(&part.mesh) - size).abs() < 1e-6,
                "{name} {}",
                volume(&part.mesh)
            );
        }
    }
    assert_eq!(obj::read(&obj()).unwrap()[0].name, "liver");
    assert_eq!(stl::read(&stl_text()).unwrap()[0].name, "left kidney");
    let two = [stl_text(), stl_text()].concat();
    assert_eq!(stl::read(&two).unwrap().len(), 2);
    let parts = read_gltf(&cube_glb()).unwrap();
    assert_eq!(parts.len(), 2);
    assert_eq!(
        (parts[0].name.as_str(), parts[0].above.as_slice()),
        ("liver", &["organs".into()][..])
    );
    assert_eq!(parts[1].codes, ["UBERON:0002106"]);
    let (lo, hi) = parts[0].mesh.bounds().unwrap();
    assert_eq!(
        (lo, hi),
        (DVec3::new(2.0, 0.0, 0.0), DVec3::new(4.0, 2.0, 2.0))
    );
}

#[test]
fn cut_files_are_refused_with_a_reason() {
    for (name, bytes, read) in all() {
        // OBJ has no end that could be missed.
        if name == "obj" {
            continue;
        }
        for cut in [1, bytes.len() / 3, bytes.len() / 2, bytes.len() - 40] {
            let found = read(&bytes[..cut]);
            let (_, reason) = found.expect_err(&format!("{name} of {cut} bytes"));
            assert!(!reason.is_empty());
        }
    }
}

/// What the atlas packs hold is compressed; so may be what others make.
#[test]
fn compressed_buffer_views_are_read() {
    let catalogue = Catalogue::builtin();
    let liver = catalogue.index_of("liver").unwrap();
    let corners = triangles().into_iter().flatten().collect();
    let positions: Vec<[f32; 3]> = CUBE.map(|p| p.map(|v| v * 200.0 + 40.0)).to_vec();
    let normals = vec![[0.0, 0.0, 1.0]; 8];
    let mesh = StructureMesh::new(liver, positions.clone(), normals, corners);
    let folder = tempfile::tempdir().unwrap();
    let labels = LabelVolume::from_bricks([1; 3], |_, _| {});
    let atlas = Atlas::from_labels(catalogue, labels);
    write_pack(folder.path(), &atlas, &[mesh]).unwrap();
    let path = folder.path().join(MESHES);
    let mut bytes = std::fs::read(&path).unwrap();
    let parts = read_gltf(&bytes).unwrap();
    assert_eq!((parts.len(), parts[0].name.as_str()), (1, "liver"));
    assert_eq!(parts[0].mesh.triangles.len(), 12);
    for (p, q) in parts[0].mesh.positions.iter().zip(positions) {
        let lps = DVec3::new(p.x, -p.z, p.y) * 1000.0;
        let from = DVec3::from_array(q.map(f64::from));
        assert!(lps.distance(from) < 0.02, "{lps} was {from}");
    }
    // The first byte of a view says how it is coded; the views lie behind both headers and the JSON.
    let json = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
    bytes[12 + 8 + json + 8] = 0xff;
    let (place, reason) = read_gltf(&bytes).unwrap_err();
    assert_eq!(place, "buffer view 0");
    assert!(reason.contains("malformed"), "{reason}");
}

/// A binary glTF file of nodes that all show the cube, each in the one before it.
fn many_cubes(nodes: usize, triangles: usize) -> Vec<u8> {
    let mut bin: Vec<u8> = CUBE
        .iter()
        .flatten()
        .flat_map(|v| v.to_le_bytes())
        .collect();
    bin.resize(96 + 3 * triangles, 0);
    let all: Vec<String> = (1..=nodes)
        .map(|n| match n {
            _ if n == nodes => r#"{"mesh":0}"#.to_owned(),
            n => format!(r#"{{"name":"node {n}","mesh":0,"children":[{n}]}}"#),
        })
        .collect();
    let json = format!(
        r#"{{"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"indices":1}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":8,"type":"VEC3"}},
                     {{"bufferView":1,"componentType":5121,"count":{},"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteLength":96}},{{"buffer":0,"byteOffset":96,"byteLength":{}}}],
        "buffers":[{{"byteLength":{}}}]}}"#,
        all.join(","),
        3 * triangles,
        3 * triangles,
        bin.len(),
    );
    glb(&json, &bin)
}

#[test]
fn a_face_that_counts_back_beyond_the_first_normal_is_refused() {
    let corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvn 0 0 1\n";
    let good = format!("{corners}f -3//-1 -2//-1 -1//-1\n");
    assert_eq!(
        obj::read(good.as_bytes()).unwrap()[0].mesh.triangles,
        [[0, 1, 2]]
    );
    let beyond = format!("{corners}f -3//-61 -2//-1 -1//-1\n");
    assert!(obj::read(beyond.as_bytes()).is_err());
}

#[test]
fn one_mesh_that_many_nodes_show_does_not_become_gigabytes() {
    let parts = read_gltf(&many_cubes(100, 12)).unwrap();
    assert_eq!(parts.len(), 100);
    // The names above the innermost node, of which there are 99, are kept as far as they may help.
    assert_eq!(parts[99].above.len(), 32);
    assert_eq!(&*parts[99].above[0], "node 99");
    // 40 KiB that claim ten million triangles.
    let (place, reason) = read_gltf(&many_cubes(1000, 10_000)).unwrap_err();
    assert!(
        place.starts_with("node") && reason.contains("triangles"),
        "{place}: {reason}"
    );
}

#[test]
fn lying_counts_are_refused_before_memory_is_taken() {
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let huge = text(off()).replace("8 6 0", "4000000000 6 0");
    assert!(off::read(huge.as_bytes()).is_err());
    let huge = text(ply_text()).replace("element vertex 8", "element vertex 4000000000");
    assert!(ply::read(huge.as_bytes()).is_err());
    let huge = text(ply_text()).replace("\n4 0 2", "\n400000 0 2");
    assert!(ply::read(huge.as_bytes()).is_err());
    let mut huge = stl_binary();
    huge[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    assert!(stl::read(&huge).is_err());
    let swap = |from: &str, to: &str| {
        let bytes = cube_glb();
        let length = u32::from_le_bytes(bytes[12..16].try_into().unwrap()) as usize;
        let json = text(bytes[20..20 + length].to_vec());
        assert!(json.contains(from));
        read_gltf(&glb(&json.replace(from, to), &bytes[28 + length..]))
    };
    for (from, to) in [
        ("\"count\":36", "\"count\":4000000000"),
        ("\"count\":8", "\"count\":7"),
        ("\"byteLength\":96", "\"byteLength\":18446744073709551615"),
        ("\"byteOffset\":96", "\"byteOffset\":18446744073709551600"),
        ("\"componentType\":5126", "\"componentType\":1"),
        ("\"children\":[1,2]", "\"children\":[1,2,0]"),
        ("\"children\":[1,2]", "\"children\":[1,9]"),
        ("\"mesh\":0,\"trans", "\"mesh\":7,\"trans"),
        (
            "\"buffer\":0,\"byteLength\":96",
            "\"buffer\":3,\"byteLength\":96",
        ),
        (
            "{\"byteLength\":132}",
            "{\"byteLength\":132,\"uri\":\"../secret.bin\"}",
        ),
        (
            "\"indices\":1}",
            "\"indices\":1,\"extensions\":{\"KHR_draco_mesh_compression\":{\"bufferView\":0,\"attributes\":{\"POSITION\":0}}}}",
        ),
    ] {
        assert!(swap(from, to).is_err(), "{to}");
    }
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for (_, _, read) in all() {
            let _ = read(&bytes);
        }
    }

    #[test]
    fn no_damage_makes_a_reader_panic(
        which in 0usize..8,
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..6),
    ) {
        let (_, mut bytes, read) = all().swap_remove(which);
        for (at, to) in damage {
            let at = at.index(bytes.len());
            bytes[at] = to;
        }
        let _ = read(&bytes);
    }
}

/// Files that VTK 9 itself has written: tests/data/README.md.
fn by_vtk() -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/vtk");
    let files = std::fs::read_dir(folder).unwrap();
    files
        .map(|file| {
            let path = file.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(&path).unwrap())
        })
        .collect()
}

fn read_vtk(name: &str, bytes: &[u8]) -> Result<Vec<MeshPart>, Fault> {
    match name.ends_with(".vtp") {
        true => vtk::read_xml(bytes),
        false => vtk::read_legacy(bytes),
    }
}

#[test]
fn files_by_vtk_are_a_box_and_a_ball() {
    let files = by_vtk();
    assert_eq!(files.len(), 13);
    for (name, bytes) in files {
        let parts = read_vtk(&name, &bytes).unwrap_or_else(|e| panic!("{name}: {e:?}"));
        let [part] = &parts[..] else { panic!("{name}") };
        let found = volume(&part.mesh);
        if name.starts_with("strips") {
            // A ball of 10 mm, of 8 x 6 corners: less than 4.19 mL.
            assert!((2800.0..4189.0).contains(&found), "{name}: {found}");
            continue;
        }
        assert!((found - 24_000.0).abs() < 1e-3, "{name}: {found}");
        let (low, high) = part.mesh.bounds().unwrap();
        assert_eq!(low, DVec3::new(-9.0, -13.0, -17.0), "{name}");
        assert_eq!(high, DVec3::new(11.0, 17.0, 23.0), "{name}");
    }
}

#[test]
fn damaged_files_of_vtk_are_refused_and_take_no_memory() {
    for (name, bytes) in by_vtk() {
        for cut in [1, bytes.len() / 3, bytes.len() / 2] {
            assert!(read_vtk(&name, &bytes[..cut]).is_err(), "{name} to {cut}");
        }
    }
    let head = "# vtk DataFile Version 5.1\n\nBINARY\nDATASET POLYDATA\n";
    for (lines, reason) in [
        ("POINTS 4000000000 float\n", "do not fit"),
        (
            "POINTS 1 float\nabcdabcdabcd\nPOLYGONS 9 18446744073709551615\n",
            "do not fit",
        ),
        ("POINTS 1 quad\n", "unknown type"),
        ("POINTS x float\n", "not a count"),
    ] {
        let (_, said) = vtk::read_legacy(format!("{head}{lines}").as_bytes()).unwrap_err();
        assert!(said.contains(reason), "{lines}: {said}");
    }
    let grid = "# vtk DataFile Version 3.0\n\nASCII\nDATASET STRUCTURED_POINTS\n";
    let (_, said) = vtk::read_legacy(grid.as_bytes()).unwrap_err();
    assert!(said.contains("POLYDATA is"), "{said}");
    // Gigabytes that zlib would make of little.
    let bomb = "<VTKFile type=\"PolyData\" compressor=\"vtkZLibDataCompressor\"><PolyData><Piece><Points>\
        <DataArray type=\"Float32\" format=\"binary\">/////////////////////w==</DataArray>\
        </Points></Piece></PolyData></VTKFile>";
    let (_, said) = vtk::read_xml(bomb.as_bytes()).unwrap_err();
    assert!(said.contains("length of"), "{said}");
}

proptest! {
    #[test]
    fn changed_files_of_vtk_do_no_harm(at in 0usize..3000, byte: u8, file in 0usize..13) {
        let (name, mut bytes) = by_vtk().swap_remove(file);
        let at = at % bytes.len();
        bytes[at] = byte;
        let _ = read_vtk(&name, &bytes);
    }
}
