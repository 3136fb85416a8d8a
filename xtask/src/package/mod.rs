//! `cargo xtask package`: what is handed out to those who build nothing, a Debian package and an archive that is unpacked anywhere.
//!
//! Both hold one and the same tree (`bin`, `share`), which is made once. The archives are written by the system's own programs
//! (`dpkg-deb`, `tar`, `zstd`): they are on every Debian machine, Debian itself keeps them, and this runner stays small.

mod archives;
mod clean_root;
mod debian;
mod licences;
mod measure;
mod program;
mod sound;
mod tree;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};

use crate::cargo::{in_words, root, target_folder};
use crate::help::HELP;
use crate::install;
use crate::machine::Purpose;
use crate::outcome::Outcome;

/// What of it is asked for.
#[derive(Debug, Default, PartialEq)]
pub struct Plan {
    /// Of the build for developing: quick to make, to try the packing itself.
    pub dev: bool,
    /// Install the package in a clean Debian and use it there.
    pub check: bool,
    /// Compare it with the build for developing.
    pub measure: bool,
}

impl Plan {
    /// Reads one option of the command line.
    ///
    /// # Errors
    /// Names what is no option.
    pub fn read(
        &mut self,
        word: &str,
        words: &mut dyn Iterator<Item = Result<String>>,
    ) -> Result<()> {
        match word {
            "--check" => self.check = true,
            "--measure" => self.measure = true,
            // Not in the help: of no use but to try the packing itself.
            "--profile" => match words.next().transpose()?.as_deref() {
                Some("dev") => self.dev = true,
                Some("dist") => self.dev = false,
                _ => bail!("--profile is dev or dist"),
            },
            other => bail!("`package` does not know `{other}`\n\n{HELP}"),
        }
        Ok(())
    }
}

/// What is being packed.
struct Package {
    /// The profile that the program is built with.
    profile: &'static str,
    /// Where all of it is made.
    folder: PathBuf,
    /// The tree that both packages hold, as it is below `/usr`.
    tree: PathBuf,
    /// Seconds since 1970 that every file is dated with, so that one commit gives one package.
    date: String,
}

impl Package {
    fn new(dev: bool) -> Result<Package> {
        // Apart, so that trying the packing replaces no package that is handed out.
        let folder = target_folder().join(if dev { "package-dev" } else { "package" });
        let date =
            output(
                Command::new("git")
                    .arg("-C")
                    .arg(root())
                    .args(["log", "-1", "--format=%ct"]),
            )
            .context("the packages are dated as the commit that they are made of")?;
        Ok(Package {
            profile: if dev { "dev" } else { "dist" },
            tree: folder.join("tree"),
            folder,
            date: date.trim().to_owned(),
        })
    }

    fn is_dev(&self) -> bool {
        self.profile == "dev"
    }

    fn program(&self) -> PathBuf {
        self.tree.join("bin/corpus-atlas")
    }
}

/// The version of all that is in this workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Makes the packages, and does with them what is asked for.
pub fn package(plan: &Plan) -> Result<ExitCode> {
    if !cfg!(target_os = "linux") {
        bail!("packages are made on Linux; for Windows and macOS see docs/packages.md");
    }
    install::provide(Purpose::Packages)?;
    let package = Package::new(plan.dev)?;
    let (debian, portable) = make(&package)?;
    for file in [&debian, &portable] {
        println!("{} ({})", file.display(), megabytes(size(file)?));
    }
    if plan.measure {
        measure::measure(&package, &debian, &portable)?;
    }
    if plan.check {
        clean_root::check(&package, &debian)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A package of the build for developing is made and looked at, as a step of the continuous integration.
pub fn step() -> Result<Outcome> {
    if !cfg!(target_os = "linux") {
        return Ok(Outcome::NotChecked("packages are made on Linux".to_owned()));
    }
    install::provide(Purpose::Packages)?;
    make(&Package::new(true)?)?;
    Ok(Outcome::Passed)
}

/// Builds, makes the tree, looks at it, and writes both packages.
fn make(package: &Package) -> Result<(PathBuf, PathBuf)> {
    let built = program::build(package)?;
    tree::plant(package, &built)?;
    sound::check(package)?;
    let debian = archives::debian(package, &debian::control(package)?)?;
    sound::check_debian(&debian)?;
    let portable = archives::portable(package)?;
    Ok((debian, portable))
}

/// What a command prints, as text.
fn output(command: &mut Command) -> Result<String> {
    let output = (command.output())
        .with_context(|| format!("could not start {}", command.get_program().display()))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("{} failed: {}", in_words(command), errors.trim());
    }
    String::from_utf8(output.stdout)
        .with_context(|| format!("{} printed no text", in_words(command)))
}

/// Makes a folder and those above it.
fn make_folder(folder: &Path) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("could not make the folder {}", folder.display()))
}

/// Removes a folder with all in it, if it is there.
fn clear(folder: &Path) -> Result<()> {
    if folder.exists() {
        std::fs::remove_dir_all(folder)
            .with_context(|| format!("could not remove {}", folder.display()))?;
    }
    Ok(())
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("could not read {}", file.display()))
}

fn write(file: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    make_folder(file.parent().unwrap_or(file))?;
    std::fs::write(file, content).with_context(|| format!("could not write {}", file.display()))
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    make_folder(to.parent().unwrap_or(to))?;
    std::fs::copy(from, to)
        .with_context(|| format!("could not copy {} to {}", from.display(), to.display()))?;
    Ok(())
}

/// Bytes of a file.
fn size(file: &Path) -> Result<u64> {
    let about = std::fs::metadata(file);
    Ok(about
        .with_context(|| format!("could not look at {}", file.display()))?
        .len())
}

/// Bytes of all files below a folder.
fn size_below(folder: &Path) -> Result<u64> {
    files_below(folder)?
        .iter()
        .map(|file| size(&folder.join(file)))
        .sum()
}

/// Every file below a folder, relative to it, in order.
fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(here) = open.pop() {
        let entries = std::fs::read_dir(&here)
            .with_context(|| format!("could not list the folder {}", here.display()))?;
        for entry in entries {
            let path = entry?.path();
            if path.is_dir() {
                open.push(path);
            } else if let Ok(relative) = path.strip_prefix(folder) {
                files.push(relative.to_owned());
            }
        }
    }
    files.sort();
    Ok(files)
}

fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
