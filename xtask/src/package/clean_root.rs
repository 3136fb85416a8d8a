//! A clean Debian, in which the package is installed and used as by somebody who has nothing else of ours.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{Package, clear, make_folder, output, read, write};
use crate::cargo::{succeed, target_folder};
use crate::install;
use crate::machine::Purpose;

/// What is done there.
const STEPS: &str = include_str!("clean-root.sh");

/// Installs the package in a clean root of this machine's own release, and uses it as an ordinary user.
pub fn check(package: &Package, debian: &Path) -> Result<()> {
    if output(Command::new("id").arg("-u"))?.trim() != "0" {
        bail!("NOT CHECKED: a clean root is made and entered by root alone; run this as root");
    }
    install::provide(Purpose::CleanRoot)?;
    let release = release(&read(Path::new("/etc/os-release"))?)?;
    let base = base(&target_folder(), &release)?;
    let work = package.folder.join("clean-root-work");
    clear(&work)?;
    make_folder(&work)?;
    let steps = work.join("steps.sh");
    write(&steps, STEPS)?;
    let mut run = Command::new("unshare");
    run.args(["--mount", "--pid", "--fork", "--kill-child", "sh"])
        .arg(&steps);
    for path in [&base, &work, debian] {
        run.arg(std::path::absolute(path)?);
    }
    succeed(&mut run)?;
    let (from, to) = (work.join("window.png"), package.folder.join("window.png"));
    super::copy(&from, &to)?;
    println!("The window there, as it was: {}", to.display());
    clear(&work)
}

/// The name of the release, such as `bookworm`.
fn release(about: &str) -> Result<String> {
    let name = about
        .lines()
        .find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    let name = name.context("/etc/os-release names no release (VERSION_CODENAME)")?;
    Ok(name.trim_matches('"').to_owned())
}

/// A clean root of a release, made once.
fn base(folder: &Path, release: &str) -> Result<PathBuf> {
    let base = folder.join(format!("clean-root-{release}"));
    if base.is_dir() {
        return Ok(base);
    }
    let new = folder.join("clean-root.new");
    clear(&new)?;
    make_folder(&new)?;
    let server = server(release)?;
    let mut make = Command::new("debootstrap");
    succeed(
        make.args(["--variant=minbase", release])
            .arg(&new)
            .arg(server),
    )?;
    std::fs::rename(&new, &base)
        .with_context(|| format!("could not rename {} to {}", new.display(), base.display()))?;
    Ok(base)
}

/// The server that this machine takes the release from.
fn server(release: &str) -> Result<String> {
    let mut ask = Command::new("apt-get");
    ask.args([
        "indextargets",
        "--format",
        "$(CODENAME) $(COMPONENT) $(SITE)",
        "Created-By: Packages",
    ]);
    let answer = output(&mut ask)?;
    let start = format!("{release} main ");
    let server = answer.lines().find_map(|line| line.strip_prefix(&start));
    Ok(server
        .with_context(|| format!("apt has no lists of {release}; `apt-get update` fetches them"))?
        .to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_release_is_read_with_and_without_quotation_marks() {
        assert_eq!(
            release("ID=debian\nVERSION_CODENAME=bookworm\n").unwrap(),
            "bookworm"
        );
        assert_eq!(release("VERSION_CODENAME=\"trixie\"\n").unwrap(), "trixie");
        assert!(release("ID=arch\n").is_err());
    }
}
