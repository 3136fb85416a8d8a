//! Measures modelled structures against the facts within seconds, for whoever shapes them.
//!
//! ```sh
//! cargo run -p torso --example measure -- --only aorta,liver
//! ```
//! One row per structure, parts after their parents. `drawn` is the volume before neighbours take their share; a row whose
//! volume differs from its facts by more than 15 % ends with `V`, one whose centroid lies over 20 mm off with `C`.

use std::collections::HashMap;

use anatomy::{Catalogue, Sex, StructureIndex};
use clap::Parser;
use glam::Vec3;
use torso::model::{self, Measured};

#[derive(Parser)]
#[command(about = "Measure modelled structures against the facts")]
struct Args {
    /// The female body instead of the male one.
    #[arg(long)]
    female: bool,
    /// Structures to measure, by id, with their parts; all if left out.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// Grid points inside each structure, about.
    #[arg(long, default_value_t = 4000)]
    points: usize,
    /// Only rows that are off.
    #[arg(long)]
    off: bool,
    /// Who takes how much of each structure's own solid.
    #[arg(long)]
    lost: bool,
}

impl Args {
    fn sex(&self) -> Sex {
        if self.female { Sex::Female } else { Sex::Male }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    let catalogue = Catalogue::builtin();
    let body = model::body::torso(catalogue, args.sex())?;
    let mut wanted: Vec<StructureIndex> = Vec::new();
    for id in &args.only {
        let index = catalogue
            .index_of(id)
            .ok_or_else(|| format!("no structure has the id {id:?}"))?;
        wanted.extend(catalogue.parts(index));
    }
    if wanted.is_empty() {
        wanted.extend(catalogue.indices());
    }
    let own: HashMap<StructureIndex, Measured> = model::measure(&body, &wanted, args.points)
        .into_iter()
        .map(|m| (m.structure, m))
        .collect();
    println!(
        "{:<30} {:>8} {:>8} {:>8} {:>6}  {:<18} {:<18} {:>5}",
        "id", "drawn", "mL", "facts", "factor", "centroid", "facts", "off"
    );
    for index in catalogue.indices().filter(|i| wanted.contains(i)) {
        let parts: Vec<&Measured> = catalogue
            .parts(index)
            .iter()
            .filter_map(|p| own.get(p))
            .collect();
        if parts.is_empty() {
            println!("{:<30} -", catalogue.get(index).id);
            continue;
        }
        let volume: f32 = parts.iter().map(|m| m.volume_ml).sum();
        let drawn: f32 = parts.iter().map(|m| m.drawn_ml).sum();
        let centroid = parts
            .iter()
            .map(|m| Vec3::from_array(m.centroid_mm) * m.volume_ml)
            .sum::<Vec3>()
            / volume.max(1e-6);
        let facts = &catalogue.get(index).facts;
        let factor = facts.volume_ml.map(|expected| volume / expected);
        let off = facts
            .centroid_mm
            .map(|c| centroid.distance(Vec3::from_array(c)));
        let mut flags = String::new();
        if factor.is_some_and(|f| (f - 1.0).abs() > 0.15) {
            flags.push('V');
        }
        if off.is_some_and(|d| d > 20.0) {
            flags.push('C');
        }
        if args.off && flags.is_empty() {
            continue;
        }
        let place = |c: Vec3| format!("{:.0},{:.0},{:.0}", c.x, c.y, c.z);
        println!(
            "{:<30} {:>8.1} {:>8.1} {:>8} {:>6}  {:<18} {:<18} {:>5} {} {flags}",
            catalogue.get(index).id,
            drawn,
            volume,
            facts.volume_ml.map_or("-".into(), |v| format!("{v:.1}")),
            factor.map_or("-".into(), |f| format!("{f:.2}")),
            place(centroid),
            facts
                .centroid_mm
                .map_or("-".into(), |c| place(Vec3::from_array(c))),
            off.map_or("-".into(), |d| format!("{d:.0}")),
            facts
                .volume_confidence
                .map_or(String::new(), |c| format!("{c:?}").to_lowercase()),
        );
        if args.lost
            && let Some(m) = own.get(&index)
        {
            for (winner, ml) in m.lost_ml.iter().take(6) {
                let name = winner.map_or("outside", |w| catalogue.get(w).id.as_str());
                println!("    {ml:>8.2} lost to {name}");
            }
        }
    }
    Ok(())
}
