//! `corpus-atlas atlas get`: public atlases, fetched when asked for and never otherwise.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use download::{Options, Progress, PublicAtlas};

use super::terminal::complain;

/// Fetch a public atlas. Size, licence and source are shown first, and nothing is fetched without a yes. A download that
/// was stopped goes on where it was; every file is checked against its known size and SHA-256.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas atlas get\n  corpus-atlas atlas get hra-vh-male\n  corpus-atlas atlas get hra-vh-male --yes --base-url https://mirror.example.org/hra"
)]
pub struct GetArguments {
    /// The atlas to fetch; without one, what there is is listed.
    id: Option<String>,
    /// List what there is, and fetch nothing.
    #[arg(long, conflicts_with_all = ["yes", "base_url"])]
    list: bool,
    /// Fetch without asking.
    #[arg(long, requires = "id")]
    yes: bool,
    /// Fetch the files from below this address instead of from their publisher.
    #[arg(long, value_name = "URL", requires = "id")]
    base_url: Option<String>,
}

/// The folder that an atlas's files are fetched into, in the user's data folder.
///
/// # Errors
/// When the system names no data folder.
pub fn download_folder(atlas: &PublicAtlas) -> anyhow::Result<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "corpus-atlas")
        .ok_or_else(|| anyhow::anyhow!("the system names no home folder for this user"))?;
    Ok(folders.data_dir().join("downloads").join(&atlas.id))
}

/// Lists, or shows one atlas, asks and fetches; exits 1 when the answer is no.
pub fn get(arguments: &GetArguments) -> anyhow::Result<ExitCode> {
    let mut out = std::io::stdout().lock();
    let Some(id) = arguments.id.as_deref().filter(|_| !arguments.list) else {
        for atlas in download::catalogue() {
            describe(&mut out, atlas)?;
            writeln!(out, "  fetch    corpus-atlas atlas get {}\n", atlas.id)?;
        }
        return Ok(ExitCode::SUCCESS);
    };
    let atlas = download::find(id).ok_or_else(|| {
        anyhow::anyhow!(
            "no public atlas is called “{id}”; `corpus-atlas atlas get --list` shows what there is"
        )
    })?;
    let folder = download_folder(atlas)?;
    describe(&mut out, atlas)?;
    if let Some(mirror) = &arguments.base_url {
        writeln!(out, "  from     {mirror}")?;
    }
    writeln!(out, "  to       {}", folder.display())?;
    if !arguments.yes && !agreed(&mut out)? {
        writeln!(out, "Nothing was fetched.")?;
        return Ok(ExitCode::FAILURE);
    }
    let mut shown = None;
    let show = std::io::stderr().is_terminal();
    let fetched = atlas.download(
        &folder,
        arguments.base_url.as_deref(),
        &Options::default(),
        // Ctrl-C ends the program; what has come is kept, and the next call goes on from there.
        &AtomicBool::new(false),
        &mut |progress| {
            let percent = progress.bytes.saturating_mul(100) / progress.total.max(1);
            if show && shown.replace((progress.file, percent)) != Some((progress.file, percent)) {
                show_progress(progress, percent);
            }
        },
    );
    if show {
        complain!("");
    }
    let fetched = fetched?;
    let received = fetched.iter().map(|file| file.received).sum();
    writeln!(
        out,
        "{} files are there and checked; {} came over the network.",
        fetched.len(),
        megabytes(received)
    )?;
    writeln!(out, "Next: {}", import_command(atlas, &folder))?;
    Ok(ExitCode::SUCCESS)
}

/// What one wants to know before fetching.
fn describe(out: &mut impl Write, atlas: &PublicAtlas) -> std::io::Result<()> {
    writeln!(out, "{} - {}", atlas.id, atlas.title)?;
    writeln!(out, "  {}", atlas.description)?;
    writeln!(
        out,
        "  size     {} in {} files",
        megabytes(atlas.total_bytes()),
        atlas.files.len()
    )?;
    writeln!(out, "  licence  {} ({})", atlas.license, atlas.license_url)?;
    writeln!(out, "  source   {}", atlas.source)?;
    writeln!(out, "  cite     {}", atlas.citation)?;
    let unproven = atlas.files.iter().filter(|file| !file.verified).count();
    if unproven > 0 {
        writeln!(
            out,
            "  note     {unproven} of the addresses are not on record as working; what comes is checked all the same"
        )?;
    }
    Ok(())
}

/// Asks; no answer is a no.
fn agreed(out: &mut impl Write) -> anyhow::Result<bool> {
    if !std::io::stdin().is_terminal() {
        anyhow::bail!("there is nobody to ask; --yes fetches without asking");
    }
    write!(out, "Fetch it? [y/N] ")?;
    out.flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(
        answer.trim().to_ascii_lowercase().as_str(),
        "y" | "yes"
    ))
}

fn show_progress(progress: Progress<'_>, percent: u64) {
    eprint!(
        "\r{percent:>3} %  {} of {}  file {} of {}  {:<40}",
        megabytes(progress.bytes),
        megabytes(progress.total),
        progress.file,
        progress.files,
        progress.name
    );
}

/// How to make an atlas of what was fetched.
fn import_command(atlas: &PublicAtlas, folder: &std::path::Path) -> String {
    let frame = match &atlas.import.frame {
        Some(frame) => format!(" --frame {frame}"),
        None => String::new(),
    };
    format!(
        "corpus-atlas atlas import \"{}\"{frame} --name \"{}\" --license {}",
        folder.display(),
        atlas.title,
        atlas.license
    )
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_known_is_shown_before_anything_is_fetched() {
        let atlas = download::find("hra-vh-male").expect("listed");
        let mut out = Vec::new();
        describe(&mut out, atlas).expect("written to memory");
        let text = String::from_utf8(out).expect("text");
        for part in ["27.4 MB in 28 files", "CC-BY-4.0", &atlas.source] {
            assert!(text.contains(part), "{text}");
        }
    }

    #[test]
    fn the_next_step_is_a_command_that_names_frame_and_licence() {
        let atlas = download::find("hra-vh-male").expect("listed");
        let command = import_command(atlas, std::path::Path::new("data/hra"));
        assert!(command.contains("--frame hra-vh-male"), "{command}");
        assert!(command.contains("--license CC-BY-4.0"), "{command}");
    }
}
