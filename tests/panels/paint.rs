//! What egui hands over to be painted, as a picture: triangles with a texture, one after the other, on the processor and so the same on every machine.
//! Colours are added up as the shader of the window adds them: texture and vertex in gamma space, what lies over each other in linear light.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use bevy_egui::egui::epaint::{ImageData, Primitive, Vertex};
use bevy_egui::egui::{ClippedPrimitive, ColorImage, Rect, TextureId, TexturesDelta};
use egui_kittest::TestRenderer;
use image::{Rgb, RgbImage};

/// The textures that egui has made so far, the letters above all.
#[derive(Clone, Default)]
pub struct Textures(Rc<RefCell<HashMap<TextureId, ColorImage>>>);

impl TestRenderer for Textures {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut textures = self.0.borrow_mut();
        for (id, changes) in delta.set.drain() {
            for change in changes {
                let ImageData::Color(image) = change.image;
                let Some([left, top]) = change.pos else {
                    textures.insert(id, ColorImage::clone(&image));
                    continue;
                };
                let whole = textures.get_mut(&id).expect("a part of what is there");
                let [wide, _] = image.size;
                for (row, pixels) in image.pixels.chunks(wide).enumerate() {
                    let first = (top + row) * whole.size[0] + left;
                    whole.pixels[first..first + wide].copy_from_slice(pixels);
                }
            }
        }
        for id in delta.free.drain() {
            textures.remove(&id);
        }
    }
}

/// Light of a channel of a colour, 0 to 1.
static LIGHT: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|byte| {
        let gamma = byte as f32 / 255.0;
        match gamma < 0.04045 {
            true => gamma / 12.92,
            false => ((gamma + 0.055) / 1.055).powf(2.4),
        }
    })
});

/// The channel of a colour that gives a light.
fn channel(light: f32) -> u8 {
    let gamma = match light < 0.003_130_8 {
        true => light * 12.92,
        false => 1.055 * light.powf(1.0 / 2.4) - 0.055,
    };
    (gamma * 255.0).round().clamp(0.0, 255.0) as u8
}

/// A part of the window being painted.
struct Canvas {
    /// The pixel of the window at its upper left corner.
    origin: [i32; 2],
    size: [i32; 2],
    light: Vec<[f32; 3]>,
}

/// Paints a part of the window (points) on black.
pub fn paint(
    textures: &Textures,
    painted: &[ClippedPrimitive],
    part: Rect,
    scale: f32,
) -> RgbImage {
    let pixel = |points: f32| (points * scale).round() as i32;
    let origin = [pixel(part.min.x), pixel(part.min.y)];
    let size = [pixel(part.max.x) - origin[0], pixel(part.max.y) - origin[1]];
    let mut canvas = Canvas {
        origin,
        size,
        light: vec![[0.0; 3]; (size[0] * size[1]) as usize],
    };
    let textures = textures.0.borrow();
    for primitive in painted {
        let Primitive::Mesh(mesh) = &primitive.primitive else {
            continue;
        };
        // The texture of the stage is the renderer's own.
        let Some(texture) = textures.get(&mesh.texture_id) else {
            continue;
        };
        let clip = primitive.clip_rect.intersect(part);
        let clip = [clip.min.x, clip.min.y, clip.max.x, clip.max.y].map(pixel);
        for corners in mesh.indices.chunks_exact(3) {
            let corners = [0, 1, 2].map(|at| &mesh.vertices[corners[at] as usize]);
            canvas.triangle(corners, clip, texture, scale);
        }
    }
    RgbImage::from_fn(size[0] as u32, size[1] as u32, |x, y| {
        Rgb(canvas.light[(y as i32 * size[0] + x as i32) as usize].map(channel))
    })
}

impl Canvas {
    /// Fills the pixels whose middle lies in a triangle; of an edge that two triangles share one of them has the pixels on it.
    fn triangle(
        &mut self,
        corners: [&Vertex; 3],
        clip: [i32; 4],
        texture: &ColorImage,
        scale: f32,
    ) {
        let [a, mut b, mut c] = corners;
        let at = |v: &Vertex| [v.pos.x * scale, v.pos.y * scale];
        let cross = |p: [f32; 2], q: [f32; 2], r: [f32; 2]| {
            (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
        };
        let mut whole = cross(at(a), at(b), at(c));
        if whole < 0.0 {
            std::mem::swap(&mut b, &mut c);
            whole = -whole;
        }
        if whole <= f32::EPSILON {
            return;
        }
        let places = [at(a), at(b), at(c)];
        let least = |axis: usize| places.map(|p| p[axis]).into_iter().fold(f32::MAX, f32::min);
        let most = |axis: usize| places.map(|p| p[axis]).into_iter().fold(f32::MIN, f32::max);
        let rows = (least(1).floor() as i32).max(clip[1])..(most(1).ceil() as i32).min(clip[3]);
        let columns = (least(0).floor() as i32).max(clip[0])..(most(0).ceil() as i32).min(clip[2]);
        // An edge that goes up, or level to the right, has its own pixels.
        let has_edge = |p: [f32; 2], q: [f32; 2]| q[1] < p[1] || (q[1] == p[1] && q[0] > p[0]);
        let edges = [(1, 2), (2, 0), (0, 1)];
        for y in rows {
            for x in columns.clone() {
                let middle = [x as f32 + 0.5, y as f32 + 0.5];
                let shares = edges.map(|(from, to)| cross(places[from], places[to], middle));
                let inside = edges.iter().zip(shares).all(|(&(from, to), share)| {
                    share > 0.0 || (share == 0.0 && has_edge(places[from], places[to]))
                });
                if inside {
                    let shares = shares.map(|share| share / whole);
                    self.add([x, y], &sample([a, b, c], shares, texture));
                }
            }
        }
    }

    fn add(&mut self, [x, y]: [i32; 2], color: &[f32; 4]) {
        let (x, y) = (x - self.origin[0], y - self.origin[1]);
        if !(0..self.size[0]).contains(&x) || !(0..self.size[1]).contains(&y) {
            return;
        }
        let below = &mut self.light[(y * self.size[0] + x) as usize];
        for (below, channel) in below.iter_mut().zip(color) {
            let own = LIGHT[(channel * 255.0).round().clamp(0.0, 255.0) as usize];
            *below = own + *below * (1.0 - color[3]);
        }
    }
}

/// The colour of a point of a triangle, premultiplied and in gamma space, 0 to 1: that of its corners times that of the texture there.
fn sample(corners: [&Vertex; 3], shares: [f32; 3], texture: &ColorImage) -> [f32; 4] {
    let mix = |of: fn(&Vertex) -> f32| -> f32 {
        corners
            .iter()
            .zip(shares)
            .map(|(v, share)| of(v) * share)
            .sum()
    };
    let [wide, high] = texture.size;
    let place =
        |share: f32, count: usize| (share * count as f32 - 0.5).clamp(0.0, count as f32 - 1.0);
    let (u, v) = (place(mix(|v| v.uv.x), wide), place(mix(|v| v.uv.y), high));
    let (left, top) = (u as usize, v as usize);
    let (right, bottom) = ((left + 1).min(wide - 1), (top + 1).min(high - 1));
    let (across, down) = (u.fract(), v.fract());
    let texel = |x: usize, y: usize, part: usize| {
        f32::from(texture.pixels[y * wide + x].to_array()[part]) / 255.0
    };
    std::array::from_fn(|part| {
        let upper = texel(left, top, part) * (1.0 - across) + texel(right, top, part) * across;
        let lower =
            texel(left, bottom, part) * (1.0 - across) + texel(right, bottom, part) * across;
        let own: f32 = corners
            .iter()
            .zip(shares)
            .map(|(v, share)| f32::from(v.color.to_array()[part]) / 255.0 * share)
            .sum();
        own * (upper * (1.0 - down) + lower * down)
    })
}
