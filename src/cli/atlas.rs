//! `corpus-atlas atlas`: what the body holds, whether it is sound, and how two bodies agree.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anatomy::{Atlas, Sex, guest};
use anyhow::Context;
use clap::{Subcommand, ValueEnum};
use torso::StructurePair;

use super::atlas_get::{self, GetArguments};
use super::atlas_import::{self, ImportArguments, ListArguments, atlases_folder};
use super::bodies::{Told, pack_of};
use super::{Format, fit, terminal};

/// The atlas: what it holds, whether it is sound, and how far it agrees with another.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas atlas info --format json\n  corpus-atlas atlas check\n  corpus-atlas atlas check --body female\n  corpus-atlas atlas compare assets/atlas other-atlas"
)]
pub struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    Import(Box<ImportArguments>),
    List(ListArguments),
    Get(GetArguments),
    /// List the structures with volume and centroid.
    #[command(after_help = "Example:\n  corpus-atlas atlas info --format json")]
    Info {
        #[command(flatten)]
        pack: Pack,
        /// How to write the list.
        #[arg(long, value_enum, default_value = "table")]
        format: Format,
    },
    /// Measure the body: against the facts it was modelled from, its connectivity and its relations; exit 1 on a broken
    /// invariant.
    #[command(
        after_help = "Examples:\n  corpus-atlas atlas check\n  corpus-atlas atlas check --format markdown > docs/atlas/check.md"
    )]
    Check {
        #[command(flatten)]
        pack: Pack,
        /// How to write the findings.
        #[arg(long, value_enum, default_value = "table")]
        format: ReportFormat,
    },
    /// Measure how far two atlases agree, structure by structure: as they lie, centred, and by shape alone.
    #[command(
        after_help = "Examples:\n  corpus-atlas atlas compare assets/atlas other-atlas\n  corpus-atlas atlas compare a b --pairs pairs.csv --format json\n  corpus-atlas atlas compare --body female other-atlas\n\nA table of pairs has the columns name, a and b; ids joined by + count as one."
    )]
    Compare {
        /// Name, folder or zip file of the first atlas.
        a: PathBuf,
        /// Name, folder or zip file of the second; not beside --body.
        #[arg(required_unless_present = "body")]
        b: Option<PathBuf>,
        /// Compare this body that ships with the one atlas that is named.
        #[arg(long, value_enum, conflicts_with = "b")]
        body: Option<Told>,
        /// CSV file with the pairs to compare (name, a, b); every common structure if left out.
        #[arg(long, value_name = "FILE")]
        pairs: Option<PathBuf>,
        /// How to write the findings.
        #[arg(long, value_enum, default_value = "table")]
        format: ReportFormat,
    },
}

/// The pack that is meant.
#[derive(clap::Args)]
struct Pack {
    /// Name of an installed atlas, folder or zip file of a pack; a body that ships if left out.
    pack: Option<PathBuf>,
    /// Which body, where no pack is named; auto is the male one.
    #[arg(long, value_enum, default_value = "male", conflicts_with = "pack")]
    body: Told,
}

impl Pack {
    fn open(&self) -> anyhow::Result<Atlas> {
        chosen_atlas(self.pack.as_deref(), self.body.sex(&[]))
    }
}

/// How reports are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ReportFormat {
    /// One JSON object.
    Json,
    /// Columns for people.
    Table,
    /// Markdown, for documentation.
    Markdown,
}

/// Runs.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    match &arguments.action {
        Action::Import(arguments) => atlas_import::import(arguments),
        Action::List(arguments) => atlas_import::list(arguments),
        Action::Get(arguments) => atlas_get::get(arguments),
        Action::Info { pack, format } => info(&pack.open()?, *format),
        Action::Check { pack, format } => check(&pack.open()?, *format),
        Action::Compare {
            a,
            b,
            body,
            pairs,
            format,
        } => {
            let first = body.map(|body| pack_of(body.sex(&[]))).transpose()?;
            // Beside a body that is told there is one name.
            let (a, b) = match (&first, b) {
                (Some(first), _) => (first, a),
                (None, Some(b)) => (a, b),
                (None, None) => anyhow::bail!("a second atlas is needed, or --body"),
            };
            compare(a, b, pairs.as_deref(), *format)
        }
    }
}

/// The atlas of a name or a folder; a body that ships where none is given.
///
/// # Errors
/// When there is no such pack, or it cannot be read.
pub fn chosen_atlas(given: Option<&Path>, sex: Sex) -> anyhow::Result<Atlas> {
    match given {
        Some(given) => open_pack(given),
        None => open_pack(&pack_of(sex)?),
    }
}

/// Opens a pack by its folder or by the name under which it is installed.
fn open_pack(given: &Path) -> anyhow::Result<Atlas> {
    let named = || -> Option<PathBuf> {
        let slug = guest::install_slug(given.to_str()?);
        let (installed, _) = guest::installed(&atlases_folder().ok()?);
        let found = installed
            .into_iter()
            .find(|a| a.slug == slug || Some(a.name.as_str()) == given.to_str());
        found.map(|a| a.folder)
    };
    let dir = if given.is_dir() { None } else { named() };
    let dir = dir.as_deref().unwrap_or(given);
    Atlas::open(dir).with_context(|| format!("atlas {}", dir.display()))
}

/// A structure's id from its id or any of its names.
pub fn structure_id(atlas: &Atlas, name: &str) -> anyhow::Result<String> {
    let catalogue = atlas.catalogue();
    let index = catalogue
        .index_of(name)
        .or_else(|| catalogue.find_by_name(name));
    index
        .map(|index| catalogue.get(index).id.clone())
        .ok_or_else(|| {
            anyhow::anyhow!(
                "the atlas has no structure “{name}”; `corpus-atlas atlas info` lists them"
            )
        })
}

fn info(atlas: &Atlas, format: Format) -> anyhow::Result<ExitCode> {
    let info = atlas.info();
    let mut out = std::io::stdout().lock();
    match format {
        Format::Json => writeln!(out, "{}", serde_json::to_string(&info)?)?,
        Format::Table => {
            writeln!(
                out,
                "{:<30} {:<36} {:>10} {:>24}",
                "id", "name", "mL", "centroid (mm)"
            )?;
            for structure in &info.structures {
                let [x, y, z] = structure.centroid_mm;
                writeln!(
                    out,
                    "{:<30} {:<36} {:>10.1} {:>24}",
                    terminal::line(&structure.id),
                    fit(&structure.name, 36),
                    structure.volume_ml,
                    format!("{x:.0}, {y:.0}, {z:.0}")
                )?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn check(atlas: &Atlas, format: ReportFormat) -> anyhow::Result<ExitCode> {
    let check = torso::check(atlas)?;
    let mut out = std::io::stdout().lock();
    match format {
        ReportFormat::Json => writeln!(out, "{}", serde_json::to_string(&check)?)?,
        ReportFormat::Table => write!(out, "{}", terminal::plain(&check.to_table()))?,
        ReportFormat::Markdown => write!(out, "{}", terminal::plain(&check.to_markdown()))?,
    }
    Ok(if check.passed() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

fn compare(
    a: &Path,
    b: &Path,
    pairs: Option<&Path>,
    format: ReportFormat,
) -> anyhow::Result<ExitCode> {
    let (a, b) = (open_pack(a)?, open_pack(b)?);
    let pairs = match pairs {
        Some(path) => {
            let text = super::read_table(path).context("pairs")?;
            StructurePair::parse(&text)
                .map_err(|reason| anyhow::anyhow!("pairs {}: {reason}", path.display()))?
        }
        None => StructurePair::common(&a, &b),
    };
    let comparison = torso::compare(&a, &b, &pairs);
    let mut out = std::io::stdout().lock();
    match format {
        ReportFormat::Json => writeln!(out, "{}", serde_json::to_string(&comparison)?)?,
        ReportFormat::Table => write!(out, "{}", terminal::plain(&comparison.to_table()))?,
        ReportFormat::Markdown => write!(out, "{}", terminal::plain(&comparison.to_markdown()))?,
    }
    Ok(ExitCode::SUCCESS)
}
