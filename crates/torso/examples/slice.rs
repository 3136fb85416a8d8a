//! Draws labelled slices of the torso's fields within seconds, for whoever shapes them.
//!
//! ```sh
//! cargo run -p torso --example slice -- --axis z --at 250,200,150 --output x.png
//! ```
//! One panel per place, side by side, each structure in a colour of its own. Axial slices have the front on top and the
//! patient's right on the left; sagittal ones the front on the left. White ticks every 50 mm at the borders.

use std::path::PathBuf;

use anatomy::{Catalogue, Sex};
use clap::Parser;
use image::{Rgb, RgbImage};
use rayon::prelude::*;
use torso::model;

#[derive(Parser)]
#[command(about = "Draw labelled slices")]
struct Args {
    /// The female body instead of the male one.
    #[arg(long)]
    female: bool,
    /// Normal of the slices: x, y or z.
    #[arg(long, default_value = "z")]
    axis: String,
    /// Places along the axis, mm.
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true)]
    at: Vec<f32>,
    /// Lowest shown place on the two axes of the slice, mm.
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true, default_values_t = [-170.0, -165.0])]
    low: Vec<f32>,
    /// Highest shown place on the two axes of the slice, mm.
    #[arg(long, value_delimiter = ',', allow_hyphen_values = true, default_values_t = [170.0, 165.0])]
    high: Vec<f32>,
    /// Pixels per millimetre.
    #[arg(long, default_value_t = 2.0)]
    scale: f32,
    /// Picture to write (PNG).
    #[arg(long)]
    output: PathBuf,
}

impl Args {
    fn sex(&self) -> Sex {
        if self.female { Sex::Female } else { Sex::Male }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    let body = model::body::torso(Catalogue::builtin(), args.sex())?;
    let ([l0, l1], [h0, h1]) = (&args.low[..], &args.high[..]) else {
        return Err("--low and --high take two numbers each".into());
    };
    let (l, h) = ([*l0, *l1], [*h0, *h1]);
    let size = [0, 1].map(|a| ((h[a] - l[a]) * args.scale).max(1.0) as u32);
    let mut picture = RgbImage::new(size[0] * args.at.len() as u32, size[1]);
    for (n, at) in args.at.iter().enumerate() {
        let rows: Vec<Vec<Rgb<u8>>> = (0..size[1])
            .into_par_iter()
            .map(|j| {
                (0..size[0])
                    .map(|i| {
                        let u = l[0] + (i as f32 + 0.5) / args.scale;
                        // rows run from the front backwards in axial slices, from the top down in the others
                        let v = (j as f32 + 0.5) / args.scale;
                        let p = match args.axis.as_str() {
                            "x" => [*at, u, h[1] - v],
                            "y" => [u, *at, h[1] - v],
                            _ => [u, l[1] + v, *at],
                        };
                        let edge = j < 6 || i < 6;
                        let along = if j < 6 { u } else { l[1] + v };
                        if edge && (along / 50.0).fract().abs() < 0.02 {
                            return Rgb([255; 3]);
                        }
                        body.structure_at(p).map_or(Rgb([0; 3]), |s| {
                            let hash = u32::from(s.0).wrapping_mul(2_654_435_761);
                            Rgb([24, 16, 8].map(|shift| 60 + ((hash >> shift) as u8 % 196)))
                        })
                    })
                    .collect()
            })
            .collect();
        for (j, row) in rows.into_iter().enumerate() {
            for (i, colour) in row.into_iter().enumerate() {
                picture.put_pixel(n as u32 * size[0] + i as u32, j as u32, colour);
            }
        }
    }
    picture.save(&args.output)?;
    Ok(())
}
