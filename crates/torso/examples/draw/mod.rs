//! Orthographic pictures of surfaces, for the examples.

use anatomy::{Catalogue, StructureMesh};
use glam::{Vec2, Vec3};
use image::RgbImage;

/// A direction of sight, and what is to the right and up in the picture.
pub struct View {
    pub right: Vec3,
    pub up: Vec3,
    pub forward: Vec3,
}

impl View {
    pub fn named(name: &str) -> Option<View> {
        let (forward, up) = match name {
            "anterior" => (Vec3::Y, Vec3::Z),
            "posterior" => (-Vec3::Y, Vec3::Z),
            "left" => (-Vec3::X, Vec3::Z),
            "right" => (Vec3::X, Vec3::Z),
            "superior" => (-Vec3::Z, -Vec3::Y),
            "inferior" => (Vec3::Z, -Vec3::Y),
            _ => return None,
        };
        Some(View {
            right: forward.cross(up),
            up,
            forward,
        })
    }
}

/// A picture with the depth of every pixel.
pub struct Canvas {
    pub width: usize,
    pub height: usize,
    /// Red, green and blue, 0..1, row by row.
    pub color: Vec<Vec3>,
    depth: Vec<f32>,
}

/// A catalogue colour, 0..1.
pub fn rgb(c: [u8; 3]) -> Vec3 {
    Vec3::from_array(c.map(|v| f32::from(v) / 255.0))
}

fn shade(base: Vec3, normal: Vec3, view: &View) -> Vec3 {
    let key = (-view.forward + 0.6 * view.up - 0.5 * view.right).normalize();
    let fill = (-view.forward - 0.3 * view.up + 0.8 * view.right).normalize();
    let light = 0.3 + 0.62 * normal.dot(key).max(0.0) + 0.22 * normal.dot(fill).max(0.0);
    (base * light).min(Vec3::ONE)
}

impl Canvas {
    /// Draws surfaces, `solid` ones over what is there and `ghosts` translucent in front of them. The lower left corner of
    /// the picture lies at `lo`, mm to the right and up.
    pub fn scene(
        &mut self,
        catalogue: &Catalogue,
        (solid, ghosts): (&[&StructureMesh], &[&StructureMesh]),
        view: &View,
        lo: Vec2,
        scale: f32,
    ) {
        let height = self.height as f32;
        let to_pixel = |p: Vec3| {
            let q = (Vec2::new(p.dot(view.right), p.dot(view.up)) - lo) * scale;
            Vec3::new(q.x, height - q.y, p.dot(view.forward))
        };
        for m in solid {
            let base = rgb(catalogue.get(m.structure).color);
            self.draw(m, &to_pixel, &mut |pixel, z, normal, canvas| {
                if z < canvas.depth[pixel] {
                    canvas.depth[pixel] = z;
                    canvas.color[pixel] = shade(base, normal, view);
                }
            });
        }
        for m in ghosts {
            let base = rgb(catalogue.get(m.structure).color);
            let mut front = vec![(f32::INFINITY, Vec3::ZERO); self.width * self.height];
            self.draw(m, &to_pixel, &mut |pixel, z, normal, canvas| {
                if z < canvas.depth[pixel] && z < front[pixel].0 {
                    front[pixel] = (z, normal);
                }
            });
            for (pixel, (z, normal)) in front.iter().enumerate() {
                if z.is_finite() {
                    let facing = normal.dot(-view.forward).abs();
                    let alpha = 0.12 + 0.6 * (1.0 - facing).powi(2);
                    self.color[pixel] = self.color[pixel].lerp(shade(base, *normal, view), alpha);
                }
            }
        }
    }

    pub fn new(width: usize, height: usize) -> Canvas {
        Canvas {
            width,
            height,
            color: vec![Vec3::splat(0.97); width * height],
            depth: vec![f32::INFINITY; width * height],
        }
    }

    fn draw(
        &mut self,
        mesh: &StructureMesh,
        to_pixel: &dyn Fn(Vec3) -> Vec3,
        put: &mut dyn FnMut(usize, f32, Vec3, &mut Canvas),
    ) {
        let points: Vec<Vec3> = mesh
            .positions
            .iter()
            .map(|p| to_pixel(Vec3::from_array(*p)))
            .collect();
        for t in mesh.indices.chunks_exact(3) {
            let [a, b, c] = [t[0], t[1], t[2]].map(|i| points[i as usize]);
            let normals = [t[0], t[1], t[2]].map(|i| Vec3::from_array(mesh.normals[i as usize]));
            let area = (b - a).truncate().perp_dot((c - a).truncate());
            // Pixel rows run downwards, so triangles facing the viewer have a negative area.
            if area >= 0.0 {
                continue;
            }
            let lo = a.min(b).min(c).floor().max(Vec3::ZERO);
            let hi = a.max(b).max(c).ceil();
            for y in lo.y as usize..=(hi.y.max(0.0) as usize).min(self.height - 1) {
                for x in lo.x as usize..=(hi.x.max(0.0) as usize).min(self.width - 1) {
                    let p = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
                    let wa = (b.truncate() - p).perp_dot(c.truncate() - p) / area;
                    let wb = (c.truncate() - p).perp_dot(a.truncate() - p) / area;
                    let wc = 1.0 - wa - wb;
                    if wa < 0.0 || wb < 0.0 || wc < 0.0 {
                        continue;
                    }
                    let z = a.z * wa + b.z * wb + c.z * wc;
                    let normal =
                        (normals[0] * wa + normals[1] * wb + normals[2] * wc).normalize_or_zero();
                    put(y * self.width + x, z, normal, self);
                }
            }
        }
    }

    /// Torso millimetres along the lower and left borders, every 50 mm (projected right and up axes).
    pub fn ticks(&mut self, lo: Vec2, scale: f32) {
        for axis in 0..2 {
            let length = [self.width, self.height][axis];
            let start = (lo[axis] / 50.0).ceil() as i32;
            let end = ((lo[axis] + length as f32 / scale) / 50.0).floor() as i32;
            for tick in start..=end {
                let at = ((tick as f32 * 50.0 - lo[axis]) * scale) as usize;
                for n in 0..8 {
                    if axis == 0 {
                        self.dot(at, self.height - 1 - n)
                    } else {
                        self.dot(n, self.height - 1 - at.min(self.height - 1))
                    }
                }
                let (x, y) = if axis == 0 {
                    (at + 2, self.height - 16)
                } else {
                    (10, (self.height - at.min(self.height)).saturating_sub(3))
                };
                self.number(tick * 50, x, y);
            }
        }
    }

    fn dot(&mut self, x: usize, y: usize) {
        if x < self.width && y < self.height {
            self.color[y * self.width + x] = Vec3::splat(0.45);
        }
    }

    fn number(&mut self, value: i32, x: usize, y: usize) {
        // 3 x 5 pixel digits, rows from the top, most significant bit left.
        const DIGITS: [u16; 10] = [
            0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71111, 0o75757,
            0o75717,
        ];
        for (n, ch) in value.to_string().chars().enumerate() {
            let glyph = ch.to_digit(10).map_or(0o00700, |d| DIGITS[d as usize]);
            for bit in 0..15 {
                if glyph >> (14 - bit) & 1 == 1 {
                    self.dot(x + n * 4 + bit % 3, y + bit / 3);
                }
            }
        }
    }

    /// The picture, eight bits a channel.
    pub fn to_image(&self) -> RgbImage {
        let mut image = RgbImage::new(self.width as u32, self.height as u32);
        for (pixel, color) in image.pixels_mut().zip(&self.color) {
            let bytes = color
                .to_array()
                .map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8);
            *pixel = image::Rgb(bytes);
        }
        image
    }
}
