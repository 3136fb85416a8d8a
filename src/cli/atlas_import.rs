//! `corpus-atlas atlas import` and `atlas list`: atlases of others.

use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anatomy::guest::{self, ClassNames, Frame, ImportOptions};
use anyhow::Context;

use super::terminal::{self, complain};
use super::{Format, fit};

/// Make an atlas of label volumes or surfaces: NIfTI, NRRD, MetaImage, DICOM segmentations, TIFF or PNG slices, glTF,
/// OBJ, STL, PLY, OFF, VTK, also in zip archives. An atlas pack is taken as it is. Names are matched to the catalogue; what matches nothing is shown under its own name.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas atlas import organs/ --frame hra-vh-male --name \"Visible Human Male\" --license CC-BY-4.0\n  corpus-atlas atlas import labels.nii.gz --names totalsegmentator --output my-atlas"
)]
pub struct ImportArguments {
    /// Files, folders and zip archives to read.
    #[arg(required = true)]
    paths: Vec<PathBuf>,
    /// Folder to write the pack to, instead of installing it.
    #[arg(long)]
    output: Option<PathBuf>,
    /// Table of two columns: name (or label value) in the source, id in the catalogue; an empty id keeps a structure under
    /// its own name, "-" leaves it out.
    #[arg(long)]
    map: Option<PathBuf>,
    /// Axes and units: lps-mm, ras-mm, y-up-m, y-up-mm, hra-vh-male, z-anatomy, "x=1000x; y=-1000z; z=1000y" or twelve
    /// numbers; guessed when not given.
    #[arg(long, allow_hyphen_values = true)]
    frame: Option<Frame>,
    /// The frame given leads into the torso frame, so that places can be compared with the modelled torso's.
    #[arg(long, requires = "frame")]
    torso: bool,
    /// What label values stand for: totalsegmentator, totalsegmentator-mr, or a file (CSV, JSON or text).
    #[arg(long)]
    names: Option<String>,
    /// Voxel size of a stack of slices in mm: columns,rows,slices.
    #[arg(long, value_parser = parse_spacing)]
    spacing: Option<Spacing>,
    /// Name of the atlas.
    #[arg(long, default_value = "")]
    name: String,
    /// Licence of the atlas, kept with it.
    #[arg(long, default_value = "")]
    license: String,
    /// How to write the report.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// List the atlases that are installed.
#[derive(clap::Args)]
#[command(after_help = "Example:\n  corpus-atlas atlas list --format json")]
pub struct ListArguments {
    /// How to write the list.
    #[arg(long, value_enum, default_value = "table")]
    format: Format,
}

/// Millimetres along columns, rows and slices.
#[derive(Clone, Copy)]
struct Spacing([f64; 3]);

fn parse_spacing(text: &str) -> Result<Spacing, String> {
    guest::parse_spacing(text).map(Spacing)
}

/// The folder of installed atlases, in the user's data folder.
///
/// # Errors
/// When the system names no data folder.
pub fn atlases_folder() -> anyhow::Result<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "corpus-atlas").ok_or_else(|| {
        anyhow::anyhow!("the system names no home folder for this user; name one with --output")
    })?;
    Ok(folders.data_dir().join("atlases"))
}

/// Imports; exits 1 when nothing could be read.
pub fn import(arguments: &ImportArguments) -> anyhow::Result<ExitCode> {
    let names = arguments
        .names
        .as_deref()
        .map(ClassNames::load)
        .transpose()?;
    let map = match &arguments.map {
        Some(path) => guest::read_map(path)?,
        None => Vec::new(),
    };
    let options = ImportOptions {
        name: arguments.name.clone(),
        license: arguments.license.clone(),
        frame: arguments.frame,
        torso_frame: arguments.torso,
        map,
        names,
        spacing_mm: arguments.spacing.map(|s| s.0),
    };
    let import = guests::import(&arguments.paths, &options)?;
    let folder = match &arguments.output {
        Some(folder) => folder.clone(),
        None => atlases_folder()?.join(guest::install_slug(&import.report.name)),
    };
    import
        .write(&folder)
        .with_context(|| format!("atlas pack {}", folder.display()))?;
    let mut out = std::io::stdout().lock();
    match arguments.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string(&import.report)?)?,
        Format::Table => {
            write!(out, "{}", terminal::plain(&import.report.to_text()))?;
            let folder = folder.display().to_string();
            writeln!(out, "\nwritten to {}", terminal::line(&folder))?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Lists the installed atlases; exits 1 when a pack among them cannot be read.
pub fn list(arguments: &ListArguments) -> anyhow::Result<ExitCode> {
    let (atlases, errors) = guest::installed(&atlases_folder()?);
    let mut out = std::io::stdout().lock();
    match arguments.format {
        Format::Json => {
            for atlas in &atlases {
                writeln!(out, "{}", serde_json::to_string(atlas)?)?;
            }
        }
        Format::Table => {
            writeln!(
                out,
                "{:<28} {:<40} {:<16} files",
                "atlas", "name", "licence"
            )?;
            for atlas in &atlases {
                writeln!(
                    out,
                    "{:<28} {:<40} {:<16} {}",
                    fit(&atlas.slug, 28),
                    fit(&atlas.name, 40),
                    fit(&atlas.license, 16),
                    atlas.files.len()
                )?;
            }
        }
    }
    for error in &errors {
        complain!("corpus-atlas: {error}");
    }
    Ok(if errors.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
