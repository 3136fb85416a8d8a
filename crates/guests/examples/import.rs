//! Imports an atlas from the files of others and writes it as a pack.

use std::path::PathBuf;

use anatomy::guest::{self, ClassNames, Frame, ImportOptions};
use clap::Parser;

/// Import an atlas.
#[derive(Parser)]
struct Args {
    /// Files and folders.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Folder to write the pack to.
    #[arg(long)]
    output: PathBuf,
    /// Axes and units: a name, "x=..;y=..;z=.." or twelve numbers.
    #[arg(long)]
    frame: Option<Frame>,
    /// Table of source names and catalogue ids.
    #[arg(long)]
    map: Option<PathBuf>,
    /// Name of the atlas.
    #[arg(long, default_value = "")]
    name: String,
    /// Its licence.
    #[arg(long, default_value = "")]
    license: String,
    /// What label values stand for: a file, totalsegmentator or totalsegmentator-mr.
    #[arg(long)]
    names: Option<String>,
    /// Voxel size of a stack of slices, mm: columns, rows, slices.
    #[arg(long, value_delimiter = ',', num_args = 3)]
    spacing: Vec<f64>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let args = Args::parse();
    let options = ImportOptions {
        name: args.name,
        license: args.license,
        frame: args.frame,
        map: args
            .map
            .map_or(Ok(Vec::new()), |path| guest::read_map(&path))?,
        names: args.names.as_deref().map(ClassNames::load).transpose()?,
        spacing_mm: args.spacing.try_into().ok(),
        ..ImportOptions::default()
    };
    let import = guests::import(&args.paths, &options)?;
    import.write(&args.output)?;
    print!("{}", import.report.to_text());
    Ok(())
}
