//! The vessels in the mesentery, from its root to the bowel: branches, arcades that join them, and straight vessels (vasa recta) from the
//! last arcade into the wall of the bowel. Longer than 500 lines: one way from two surfaces to the tubes on them. They are far thinner than a voxel, so no pack has them: they are laid on the surface of the
//! mesentery when it is put on the stage, and belong to the superior mesenteric artery and vein, whose branches they are.
//!
//! Where they run is read from two ways over that surface: from the trunks of the vessels, and from the bowel. Branches and straight
//! vessels take the shortest way, arcades lie where the share of the way to the bowel is the same.

use std::collections::HashMap;

use glam::{IVec3, Vec3};

use super::Edges;
use crate::{Catalogue, StructureMesh};

/// The mesentery ends where its surface is so near to that of the bowel, and begins where it is so near to its vessels, mm.
const BORDER_MM: f32 = 4.0;
const ROOT_MM: f32 = 6.0;
/// Where the arcades lie, as shares of the way from the root to the bowel.
const ARCADES: [f32; 2] = [0.55, 0.80];
/// Room between branches at the first arcade, between those at the second, and between straight vessels at the bowel, mm. (A man has
/// some fifteen branches to jejunum and ileum; straight vessels stand a few millimetres apart.)
const ROOM_MM: [f32; 3] = [30.0, 17.0, 8.0];
/// Their radii, and those of the two arcades, mm; veins are a little wider.
const RADIUS_MM: [f32; 3] = [1.1, 0.75, 0.42];
const ARCADE_RADIUS_MM: [f32; 2] = [0.8, 0.6];
const VEIN: f32 = 1.2;
/// An arcade shorter than this is a wrinkle of the surface, mm.
const SHORTEST_MM: f32 = 12.0;
/// Triangles are parted until they have so much on average, mm2, and so often at most.
const FINE_MM2: f64 = 3.0;
const MOST_PARTINGS: usize = 3;
/// Points of a vessel are so far apart, mm.
const STEP_MM: f32 = 2.5;
/// Rounds of smoothing: ways over edges are a little crooked.
const SMOOTHING: usize = 5;

/// The superior mesenteric artery and vein with their branches in the mesentery; nothing where one of the structures is missing.
pub fn with_vasa(catalogue: &Catalogue, meshes: &[StructureMesh]) -> Vec<StructureMesh> {
    let find = |id: &str| {
        let index = catalogue.index_of(id)?;
        meshes.iter().find(|mesh| mesh.structure == index)
    };
    let [
        Some(mesentery),
        Some(artery),
        Some(vein),
        Some(jejunum),
        Some(ileum),
    ] = [
        "mesentery",
        "superior_mesenteric_artery",
        "superior_mesenteric_vein",
        "jejunum",
        "ileum",
    ]
    .map(find)
    else {
        return Vec::new();
    };
    let lines = Sheet::new(&finer(mesentery), artery, &[jejunum, ileum]).lines();
    [(artery, false), (vein, true)]
        .map(|(trunk, is_vein)| with_tubes(trunk, &lines, is_vein))
        .into()
}

/// A surface each triangle of which is parted in four until it is fine enough for ways over its edges.
fn finer(mesh: &StructureMesh) -> StructureMesh {
    let mut mesh = mesh.clone();
    mesh.coarser.clear();
    for _ in 0..MOST_PARTINGS {
        let corners = mesh.indices.as_chunks::<3>().0.len();
        if mesh.area_mm2() < corners as f64 * FINE_MM2 {
            break;
        }
        mesh = parted(&mesh);
    }
    mesh
}

/// Parts every triangle in four by the middles of its edges.
fn parted(mesh: &StructureMesh) -> StructureMesh {
    let mut out = mesh.clone();
    out.indices.clear();
    let mut middles: HashMap<(u32, u32), u32> = HashMap::new();
    for corner in mesh.indices.as_chunks::<3>().0 {
        let [a, b, c] = *corner;
        let [ab, bc, ca] = [(a, b), (b, c), (c, a)].map(|(from, to)| {
            *middles
                .entry((from.min(to), from.max(to)))
                .or_insert_with(|| {
                    let [from, to] = [from, to].map(|vertex| vertex as usize);
                    let [p, q] = [from, to].map(|vertex| Vec3::from_array(mesh.positions[vertex]));
                    let [m, n] = [from, to].map(|vertex| Vec3::from_array(mesh.normals[vertex]));
                    out.positions.push(p.midpoint(q).to_array());
                    out.normals.push((m + n).normalize_or(m).to_array());
                    let open = mesh.occlusion[from].midpoint(mesh.occlusion[to]);
                    out.occlusion.push(open);
                    out.positions.len() as u32 - 1
                })
        });
        out.indices
            .extend([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca]);
    }
    out
}

/// A vessel that lies on the mesentery.
#[derive(Debug)]
struct Line {
    points: Vec<Vec3>,
    /// Of the surface that it lies on.
    normals: Vec<Vec3>,
    open: Vec<u8>,
    radius_mm: f32,
    /// Straight vessels are left out of coarser levels; every other is a vein.
    straight: Option<bool>,
}

/// The surface of the mesentery with the ways over it.
struct Sheet<'a> {
    mesh: &'a StructureMesh,
    /// The vertex before each on the way from the root; itself at the root.
    before: Vec<u32>,
    /// The share of the way to the bowel.
    share: Vec<f32>,
    is_border: Vec<bool>,
}

impl<'a> Sheet<'a> {
    fn new(mesh: &'a StructureMesh, artery: &StructureMesh, bowel: &[&StructureMesh]) -> Sheet<'a> {
        let edges = Edges::of(mesh);
        let near = |others: &[&StructureMesh], mm: f32| {
            let others = others.iter().flat_map(|other| &other.positions);
            let places = Places::of(others.copied(), mm);
            let is_near = |at: &[f32; 3]| places.has(Vec3::from_array(*at));
            mesh.positions.iter().map(is_near).collect::<Vec<bool>>()
        };
        let is_border = near(bowel, BORDER_MM);
        let mut before: Vec<u32> = (0..mesh.positions.len() as u32).collect();
        let mut from_root = vec![f32::INFINITY; before.len()];
        edges.spread(
            mesh,
            &chosen(&near(&[artery], ROOT_MM)),
            &mut from_root,
            |vertex, from| {
                before[vertex] = from as u32;
            },
        );
        let mut from_border = vec![f32::INFINITY; before.len()];
        edges.spread(mesh, &chosen(&is_border), &mut from_border, |_, _| {});
        let share = from_root.iter().zip(&from_border);
        let mut share: Vec<f32> = share
            .map(|(root, border)| match root + border {
                // What hangs together with neither carries no vessels.
                way if way.is_finite() => root / way.max(1e-3),
                _ => 0.0,
            })
            .collect();
        for _ in 0..SMOOTHING {
            share = edges.smooth(share);
        }
        Sheet {
            mesh,
            before,
            share,
            is_border,
        }
    }

    fn at(&self, vertex: u32) -> Vec3 {
        Vec3::from_array(self.mesh.positions[vertex as usize])
    }

    fn normal(&self, vertex: u32) -> Vec3 {
        Vec3::from_array(self.mesh.normals[vertex as usize])
    }

    /// All vessels.
    fn lines(&self) -> Vec<Line> {
        let [first, second] = ARCADES;
        let about =
            |share: f32| move |vertex: u32| (self.share[vertex as usize] - share).abs() < 0.05;
        let mut lines = Vec::new();
        for (starts, until, tier) in [
            (self.apart(about(first), ROOM_MM[0]), 0.0, 0),
            (self.apart(about(second), ROOM_MM[1]), first, 1),
            (
                self.apart(|vertex| self.is_border[vertex as usize], ROOM_MM[2]),
                second,
                2,
            ),
        ] {
            let ways = starts.into_iter().enumerate().map(|(n, start)| {
                let straight = (tier == 2).then_some(n % 2 == 1);
                self.line(&self.way(start, until), RADIUS_MM[tier], straight)
            });
            lines.extend(ways.filter(|line| line.points.len() > 2));
        }
        for (share, radius) in ARCADES.into_iter().zip(ARCADE_RADIUS_MM) {
            lines.extend(self.arcades(share, radius));
        }
        for line in &mut lines {
            line.thin();
            line.smooth();
        }
        lines
    }

    /// Vertices that are meant, none nearer to another than so much.
    fn apart(&self, is_meant: impl Fn(u32) -> bool, room_mm: f32) -> Vec<u32> {
        let mut taken = Places::of([], room_mm);
        let all = 0..self.mesh.positions.len() as u32;
        all.filter(|vertex| is_meant(*vertex) && taken.add_if_free(self.at(*vertex)))
            .collect()
    }

    /// The way from a vertex towards the root, as far as this share.
    fn way(&self, start: u32, until: f32) -> Vec<u32> {
        let mut way = vec![start];
        let mut vertex = start;
        while self.before[vertex as usize] != vertex && self.share[vertex as usize] > until {
            vertex = self.before[vertex as usize];
            way.push(vertex);
        }
        way
    }

    fn line(&self, way: &[u32], radius_mm: f32, straight: Option<bool>) -> Line {
        Line {
            points: way.iter().map(|vertex| self.at(*vertex)).collect(),
            normals: way.iter().map(|vertex| self.normal(*vertex)).collect(),
            open: way
                .iter()
                .map(|vertex| self.mesh.occlusion[*vertex as usize])
                .collect(),
            radius_mm,
            straight,
        }
    }

    /// The lines along which the share of the way is the same.
    fn arcades(&self, share: f32, radius_mm: f32) -> Vec<Line> {
        let beyond = |vertex: u32| self.share[vertex as usize] > share;
        // Each edge that is crossed joins the two triangles beside it.
        let mut next: HashMap<(u32, u32), Vec<(u32, u32)>> = HashMap::new();
        let mut order = Vec::new();
        for corner in self.mesh.indices.as_chunks::<3>().0 {
            let [a, b, c] = *corner;
            let crossed: Vec<(u32, u32)> = [(a, b), (b, c), (c, a)]
                .into_iter()
                .filter(|(from, to)| beyond(*from) != beyond(*to))
                .map(|(from, to)| (from.min(to), from.max(to)))
                .collect();
            if let [one, other] = crossed[..] {
                next.entry(one).or_default().push(other);
                next.entry(other).or_default().push(one);
                order.push(one);
            }
        }
        let mut lines = Vec::new();
        for start in order {
            let mut chain = vec![start];
            let mut edge = start;
            while let Some(further) = next.get_mut(&edge).and_then(Vec::pop) {
                if let Some(back) = next.get_mut(&further) {
                    let at = back.iter().position(|other| *other == edge);
                    at.map(|at| back.swap_remove(at));
                }
                chain.push(further);
                edge = further;
            }
            let line = self.across(&chain, share, radius_mm);
            if line.length_mm() > SHORTEST_MM {
                lines.push(line);
            }
        }
        lines
    }

    /// A line through the places of edges where the share of the way is this.
    fn across(&self, chain: &[(u32, u32)], share: f32, radius_mm: f32) -> Line {
        let part = |(a, b): (u32, u32)| {
            let [from, to] = [a, b].map(|vertex| self.share[vertex as usize]);
            ((share - from) / (to - from)).clamp(0.0, 1.0)
        };
        let all = || chain.iter().map(|edge| (*edge, part(*edge)));
        Line {
            points: all()
                .map(|((a, b), part)| self.at(a).lerp(self.at(b), part))
                .collect(),
            normals: all()
                .map(|((a, b), part)| self.normal(a).lerp(self.normal(b), part))
                .collect(),
            open: all()
                .map(|((a, _), _)| self.mesh.occlusion[a as usize])
                .collect(),
            radius_mm,
            straight: None,
        }
    }
}

impl Line {
    fn length_mm(&self) -> f32 {
        self.points
            .windows(2)
            .map(|pair| pair[0].distance(pair[1]))
            .sum()
    }

    /// Leaves out points that lie nearer than [`STEP_MM`] to the one before; the ends stay.
    fn thin(&mut self) {
        let last = self.points.len() - 1;
        let mut kept = vec![0];
        for n in 1..last {
            let before = self.points[kept[kept.len() - 1]];
            if before.distance(self.points[n]) >= STEP_MM {
                kept.push(n);
            }
        }
        kept.push(last);
        self.points = kept.iter().map(|n| self.points[*n]).collect();
        self.normals = kept.iter().map(|n| self.normals[*n]).collect();
        self.open = kept.iter().map(|n| self.open[*n]).collect();
    }

    fn smooth(&mut self) {
        for _ in 0..SMOOTHING {
            for places in [&mut self.points, &mut self.normals] {
                let before = places.clone();
                for n in 1..before.len().saturating_sub(1) {
                    places[n] = 0.5 * before[n] + 0.25 * (before[n - 1] + before[n + 1]);
                }
            }
        }
    }
}

/// The vertices of which something holds.
fn chosen(holds: &[bool]) -> Vec<usize> {
    (0..holds.len()).filter(|vertex| holds[*vertex]).collect()
}

/// Places in cells of a size, to ask whether one is near.
struct Places {
    size_mm: f32,
    cells: HashMap<IVec3, Vec<Vec3>>,
}

impl Places {
    fn of(places: impl IntoIterator<Item = [f32; 3]>, size_mm: f32) -> Places {
        let mut of = Places {
            size_mm,
            cells: HashMap::new(),
        };
        for at in places {
            of.add(Vec3::from_array(at));
        }
        of
    }

    fn cell(&self, at: Vec3) -> IVec3 {
        (at / self.size_mm).floor().as_ivec3()
    }

    fn add(&mut self, at: Vec3) {
        self.cells.entry(self.cell(at)).or_default().push(at);
    }

    /// Whether a place lies nearer than the size.
    fn has(&self, at: Vec3) -> bool {
        let cell = self.cell(at);
        let sides = || -1..=1;
        let beside = sides()
            .flat_map(|x| sides().flat_map(move |y| sides().map(move |z| IVec3::new(x, y, z))));
        beside
            .filter_map(|step| self.cells.get(&(cell + step)))
            .flatten()
            .any(|other| other.distance_squared(at) < self.size_mm * self.size_mm)
    }

    fn add_if_free(&mut self, at: Vec3) -> bool {
        let is_free = !self.has(at);
        if is_free {
            self.add(at);
        }
        is_free
    }
}

/// A trunk with its branches: arteries, or veins beside them.
fn with_tubes(trunk: &StructureMesh, lines: &[Line], is_vein: bool) -> StructureMesh {
    let mut mesh = trunk.clone();
    for line in lines {
        let indices = match line.straight {
            Some(vein) if vein != is_vein => continue,
            _ => tube(&mut mesh, line, is_vein),
        };
        mesh.indices.extend(&indices);
        if line.straight.is_none() {
            for level in &mut mesh.coarser {
                level.extend(&indices);
            }
        }
    }
    mesh
}

/// Adds the vertices of a vessel; its triangles. It is open at its ends, which lie within other vessels or the bowel.
fn tube(mesh: &mut StructureMesh, line: &Line, is_vein: bool) -> Vec<u32> {
    let sides = match line.straight {
        Some(_) => 3u32,
        None => 5,
    };
    let radius = line.radius_mm * if is_vein { VEIN } else { 1.0 };
    // Veins run beside arteries, and all half within the fat.
    let beside = match (is_vein, line.straight) {
        (true, None) => 2.4 * line.radius_mm,
        _ => 0.0,
    };
    let first = mesh.positions.len() as u32;
    let last = line.points.len() - 1;
    for (n, at) in line.points.iter().enumerate() {
        let along = line.points[(n + 1).min(last)] - line.points[n.saturating_sub(1)];
        let along = along.normalize_or(Vec3::Z);
        let up = line.normals[n] - along * along.dot(line.normals[n]);
        let up = up.normalize_or(along.any_orthonormal_vector());
        let across = along.cross(up);
        let middle = *at + up * (0.45 * radius) + across * beside;
        for side in 0..sides {
            let turn = side as f32 / sides as f32 * std::f32::consts::TAU;
            let out = up * turn.cos() + across * turn.sin();
            mesh.positions.push((middle + out * radius).to_array());
            mesh.normals.push(out.to_array());
            mesh.occlusion.push(line.open[n]);
        }
    }
    let ring = |n: u32, side: u32| first + n * sides + side % sides;
    (0..last as u32)
        .flat_map(|n| (0..sides).map(move |side| (n, side)))
        .flat_map(|(n, side)| {
            let [a, b] = [ring(n, side), ring(n, side + 1)];
            let [c, d] = [ring(n + 1, side), ring(n + 1, side + 1)];
            [a, b, c, b, d, c]
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StructureIndex;

    const ROOT_TO_BOWEL_MM: f32 = 80.0;

    fn index(id: &str) -> StructureIndex {
        Catalogue::builtin().index_of(id).unwrap()
    }

    /// A strip of points along x at a height: what stands for a trunk, or for the bowel.
    fn strip(id: &str, z: f32) -> StructureMesh {
        let positions: Vec<[f32; 3]> = (0..=100).map(|n| [2.0 * n as f32, 0.0, z]).collect();
        let normals = vec![[0.0, -1.0, 0.0]; positions.len()];
        StructureMesh::new(index(id), positions, normals, vec![0, 1, 2])
    }

    /// A sheet from z 0 to 80, 200 mm wide, with its folds.
    fn meshes() -> Vec<StructureMesh> {
        let (wide, high) = (101u32, 41u32);
        let (mut positions, mut normals, mut indices) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..high {
            for column in 0..wide {
                let x = column as f32 * 2.0;
                positions.push([x, 1.5 * (x / 9.0).sin(), row as f32 * 2.0]);
                normals.push([0.0, -1.0, 0.0]);
                if row + 1 < high && column + 1 < wide {
                    let a = row * wide + column;
                    indices.extend([a, a + 1, a + wide, a + 1, a + wide + 1, a + wide]);
                }
            }
        }
        let sheet = StructureMesh::new(index("mesentery"), positions, normals, indices);
        vec![
            sheet,
            strip("superior_mesenteric_artery", 0.0),
            strip("superior_mesenteric_vein", -1.0),
            strip("jejunum", ROOT_TO_BOWEL_MM),
            strip("ileum", ROOT_TO_BOWEL_MM + 1.0),
        ]
    }

    #[test]
    fn vessels_lead_from_the_root_to_the_bowel_and_arcades_run_along_it() {
        let meshes = meshes();
        let [mesentery, artery, _, jejunum, ileum] = &meshes[..] else {
            panic!("five structures");
        };
        let lines = Sheet::new(mesentery, artery, &[jejunum, ileum]).lines();
        let ends = |line: &Line| [line.points[0], line.points[line.points.len() - 1]];
        let straight: Vec<&Line> = lines
            .iter()
            .filter(|line| line.straight.is_some())
            .collect();
        assert!((15..40).contains(&straight.len()), "{}", straight.len());
        for line in &straight {
            let [bowel, arcade] = ends(line);
            assert!(
                bowel.z > ROOT_TO_BOWEL_MM - BORDER_MM && arcade.z < 68.0,
                "{line:?}"
            );
            assert!((bowel.x - arcade.x).abs() < 8.0, "{line:?}");
        }
        let branches = lines.iter().filter(|line| line.radius_mm == RADIUS_MM[0]);
        let branches: Vec<[Vec3; 2]> = branches.map(ends).collect();
        assert!((4..12).contains(&branches.len()), "{branches:?}");
        assert!(branches.iter().all(|[_, root]| root.z <= ROOT_MM));
        for (share, radius) in ARCADES.into_iter().zip(ARCADE_RADIUS_MM) {
            let along = lines.iter().filter(|line| line.radius_mm == radius);
            let along: Vec<&Line> = along.collect();
            assert!(along.iter().map(|line| line.length_mm()).sum::<f32>() > 190.0);
            let level = |at: &Vec3| (at.z - share * ROOT_TO_BOWEL_MM).abs() < 6.0;
            assert!(along.iter().all(|line| line.points.iter().all(level)));
        }
    }

    #[test]
    fn a_surface_is_parted_in_its_own_plane() {
        let [sheet, ..] = &meshes()[..] else {
            panic!("a sheet");
        };
        let fine = parted(sheet);
        assert_eq!(fine.triangles(), 4 * sheet.triangles());
        assert!((fine.area_mm2() - sheet.area_mm2()).abs() < 1.0);
        assert_eq!(fine.occlusion.len(), fine.positions.len());
        let coarse = StructureMesh::new(
            index("mesentery"),
            vec![[0.0; 3], [10.0, 0.0, 0.0], [0.0, 0.0, 10.0]],
            vec![[0.0, -1.0, 0.0]; 3],
            vec![0, 1, 2],
        );
        assert_eq!(
            finer(&coarse).triangles(),
            64,
            "three times, as 50 mm2 ask for"
        );
    }

    #[test]
    fn the_trunks_carry_them_and_without_a_mesentery_there_are_none() {
        let catalogue = Catalogue::builtin();
        let mut meshes = meshes();
        for mesh in &mut meshes {
            mesh.coarser = vec![mesh.indices.clone()];
        }
        let grown = with_vasa(catalogue, &meshes);
        let ids: Vec<StructureIndex> = grown.iter().map(|mesh| mesh.structure).collect();
        assert_eq!(
            ids,
            ["superior_mesenteric_artery", "superior_mesenteric_vein"].map(index)
        );
        for (mesh, trunk) in grown.iter().zip(&meshes[1..]) {
            assert_eq!(mesh.positions[..101], trunk.positions);
            assert_eq!(mesh.normals.len(), mesh.positions.len());
            assert_eq!(mesh.occlusion.len(), mesh.positions.len());
            let most = mesh.positions.len() as u32;
            assert!(mesh.indices.iter().all(|index| *index < most));
            assert!(
                mesh.indices.len() > mesh.coarser[0].len(),
                "straight ones are fine"
            );
            assert!(mesh.coarser[0].len() > trunk.coarser[0].len());
        }
        meshes.remove(0);
        assert!(with_vasa(catalogue, &meshes).is_empty());
    }
}
