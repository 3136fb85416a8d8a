//! The picture of a slice, made beside the frame.

use std::sync::Arc;

use anatomy::{Atlas, PlaneGrid, StructureIndex};
use bevy_egui::egui::{Color32, ColorImage, Context, TextureHandle, TextureId, TextureOptions};

use viewer::{Display, Heat, Palette};

use super::plane::Across;
use crate::app::jobs::{Beside, Reporter};
use crate::app::theme;

/// A slice in the colours of its labels.
#[derive(Default)]
pub struct Picture {
    texture: Option<TextureHandle>,
    drawn: Option<Drawn>,
    making: Beside<Drawn, ColorImage>,
}

/// What a picture was made of.
#[derive(Clone, PartialEq)]
struct Drawn {
    atlas: usize,
    voxel: usize,
    palette: Palette,
    heat: Heat,
    selected: Vec<StructureIndex>,
    light: bool,
}

impl Picture {
    /// What is drawn, once it has been made.
    pub fn texture(&self) -> Option<TextureId> {
        self.texture.as_ref().map(TextureHandle::id)
    }

    /// Whether it is being made.
    pub fn is_busy(&self) -> bool {
        self.making.is_busy()
    }

    /// Has it made anew, beside the frame, when the slice passes elsewhere or the colours have changed. The slices cross in `cross`, mm (LPS).
    pub fn refresh(
        &mut self,
        ctx: &Context,
        cross: [f32; 3],
        display: &Display,
        across: Across,
        report: &Reporter,
    ) {
        self.take(ctx);
        let (atlas, axis) = (&display.atlas, across.axis());
        let dims = atlas.labels().dims();
        let voxel = (cross[axis] + dims[axis] as f32 * 0.5)
            .floor()
            .clamp(0.0, dims[axis] as f32 - 1.0) as usize;
        let now = Drawn {
            atlas: Arc::as_ptr(atlas) as usize,
            voxel,
            palette: display.scene.palette,
            heat: display.heat.clone(),
            selected: display.selected.clone(),
            light: theme::is_light(),
        };
        if self.drawn.as_ref() == Some(&now) || !self.making.is_free_for(&now) {
            return;
        }
        let grid = grid(atlas, across, voxel);
        let colours = colours(display, now.palette);
        let atlas = atlas.clone();
        self.making.begin(now, "a slice", report, move || {
            picture(&atlas, &grid, &colours)
        });
    }

    /// Shows what has been made since.
    fn take(&mut self, ctx: &Context) {
        let Some((drawn, image)) = self.making.take() else {
            return;
        };
        match self.texture.as_mut() {
            Some(texture) => texture.set(image, TextureOptions::LINEAR),
            None => {
                let made = ctx.load_texture("slice", image, TextureOptions::LINEAR);
                self.texture = Some(made);
            }
        }
        self.drawn = Some(drawn);
        ctx.request_repaint();
    }
}

/// The voxels' centres in the slice that lies at a voxel of its axis.
fn grid(atlas: &Atlas, across: Across, voxel: usize) -> PlaneGrid {
    let (labels, axis) = (atlas.labels(), across.axis());
    let dims = labels.dims();
    let ((right, right_sign), (down, down_sign)) = across.picture_axes();
    let mut first = [0usize; 3];
    first[axis] = voxel;
    if right_sign < 0.0 {
        first[right] = dims[right] - 1;
    }
    if down_sign < 0.0 {
        first[down] = dims[down] - 1;
    }
    let step = |along: usize, sign: f32| {
        let mut step = [0.0; 3];
        step[along] = sign;
        step
    };
    PlaneGrid {
        corner_mm: labels.centre_mm(first),
        right_mm: step(right, right_sign),
        down_mm: step(down, down_sign),
        width: dims[right],
        height: dims[down],
    }
}

/// The colour of each label; the first is that of no structure.
fn colours(display: &Display, palette: Palette) -> Vec<Color32> {
    let catalogue = display.atlas.catalogue();
    let mut colours = vec![Color32::TRANSPARENT];
    colours.extend(catalogue.indices().map(|index| {
        let [r, g, b] = theme::cut_color(catalogue.get(index), palette, display.heat.at(index));
        let light = if display.of(index).behind { 0.5 } else { 0.95 };
        let [r, g, b] = [r, g, b].map(|channel| (f32::from(channel) * light) as u8);
        Color32::from_rgb(r, g, b)
    }));
    colours
}

/// A slice in the colours of its labels (the first is that of no structure).
fn picture(atlas: &Atlas, grid: &PlaneGrid, colours: &[Color32]) -> ColorImage {
    let (width, sampled) = (grid.width, atlas.labels().sample_plane(grid));
    let color = |(n, label): (usize, &u16)| {
        let color = colours.get(usize::from(*label));
        let color = color.copied().unwrap_or_default();
        // A fine darker line where two tissues meet, so that neighbours of one colour part.
        let borders = (n % width > 0 && sampled[n - 1] != *label)
            || (n >= width && sampled[n - width] != *label);
        if borders && *label != 0 {
            let [r, g, b, _] = color.to_array();
            let [r, g, b] = [r, g, b].map(|channel| (f32::from(channel) * 0.72) as u8);
            Color32::from_rgb(r, g, b)
        } else {
            color
        }
    };
    let pixels = sampled.iter().enumerate().map(color).collect();
    ColorImage::new([grid.width, grid.height], pixels)
}
