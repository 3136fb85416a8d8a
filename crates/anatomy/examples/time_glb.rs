//! Reads the surfaces of a pack, and of the same pack written anew (`time_glb OLD NEW [write]`): how long it takes, how far they differ.
use anatomy::{Atlas, write_pack};
use std::path::Path;
use std::time::Instant;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let (old, new) = (Path::new(&a[1]), Path::new(&a[2]));
    let atlas = Atlas::open(old).unwrap();
    let t = Instant::now();
    let meshes = atlas.read_meshes().unwrap();
    println!("old read once {:?}", t.elapsed());
    if a.len() > 3 {
        let t = Instant::now();
        write_pack(new, &atlas, &meshes).unwrap();
        println!("written {:?}", t.elapsed());
    }
    let fresh = Atlas::open(new).unwrap();
    let back = fresh.read_meshes().unwrap();
    assert_eq!(meshes.len(), back.len());
    let (mut off, mut dot, mut occ, mut n, mut sum) = (0f32, 1f32, 0u8, 0usize, 0f64);
    for (m, b) in meshes.iter().zip(&back) {
        assert_eq!(m.indices.len(), b.indices.len());
        for (p, q) in m.positions.iter().zip(&b.positions) {
            off = off.max((0..3).map(|a| (p[a] - q[a]).powi(2)).sum::<f32>().sqrt());
        }
        for (p, q) in m.normals.iter().zip(&b.normals) {
            let d: f32 = (0..3).map(|a| p[a] * q[a]).sum();
            dot = dot.min(d);
            sum += f64::from(d.clamp(-1.0, 1.0).acos().to_degrees());
            n += 1;
        }
        for (p, q) in m.occlusion.iter().zip(&b.occlusion) {
            occ = occ.max(p.abs_diff(*q));
        }
    }
    println!(
        "off {off} mm, normals {} deg at most, {} mean, occlusion {occ}",
        dot.acos().to_degrees(),
        sum / n as f64
    );
    let (mut r, mut old_t, mut new_t) = (vec![], vec![], vec![]);
    let (mut lo, mut ln) = (vec![], vec![]);
    for _ in 0..25 {
        let t = Instant::now();
        std::hint::black_box(atlas.read_meshes().unwrap());
        let o = t.elapsed().as_secs_f64();
        let t = Instant::now();
        std::hint::black_box(fresh.read_meshes().unwrap());
        let n = t.elapsed().as_secs_f64();
        r.push(n / o);
        old_t.push(o);
        new_t.push(n);
    }
    for _ in 0..7 {
        let t = Instant::now();
        std::hint::black_box(Atlas::open(old).unwrap());
        lo.push(t.elapsed().as_secs_f64());
        let t = Instant::now();
        std::hint::black_box(Atlas::open(new).unwrap());
        ln.push(t.elapsed().as_secs_f64());
    }
    for (n, v) in [
        ("ratio", &mut r),
        ("old", &mut old_t),
        ("new", &mut new_t),
        ("open old", &mut lo),
        ("open new", &mut ln),
    ] {
        v.sort_by(f64::total_cmp);
        println!("{n}: median {:.4}, least {:.4}", v[v.len() / 2], v[0]);
    }
}
