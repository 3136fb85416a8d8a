//! Installing what is missing, with the system's own package manager, never behind the user's back.

use std::io::{IsTerminal, Write};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::cargo::{in_words, succeed};
use crate::machine::{Machine, Need, Purpose};

/// Makes sure that the machine has what a purpose needs.
///
/// As root it installs; otherwise it shows the command and asks on a terminal. Systems without
/// `apt-get` get the list in words.
///
/// # Errors
/// Says what is missing and how to get it.
pub fn provide(purpose: Purpose) -> Result<()> {
    if !cfg!(target_os = "linux") {
        return Ok(()); // Windows and macOS bring all of it along.
    }
    let machine = Machine::this();
    let missing = machine.missing(purpose);
    if missing.is_empty() {
        return Ok(());
    }
    println!("Missing on this machine:\n{}", list(&missing));

    if machine.program("apt-get").is_none() {
        bail!(
            "please install what is listed above with this system's package manager \
             (the names in brackets are Debian's) and run this again"
        );
    }
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    if is_root()? {
        apt(&machine, &[], &packages)?;
    } else {
        let update = if machine.has_package_lists() {
            ""
        } else {
            "sudo apt-get update && "
        };
        let line = format!(
            "{update}sudo {}",
            in_words(&install_command(&[], &packages))
        );
        println!("Installing it needs root:\n\n    {line}\n");
        if machine.program("sudo").is_none() {
            bail!(
                "there is no sudo here: run the command above as root, without its `sudo`, then this again"
            );
        }
        if !confirmed()? {
            bail!("run the command above, then this again");
        }
        apt(&machine, &["sudo"], &packages)?;
    }

    let still = Machine::this().missing(purpose);
    if !still.is_empty() {
        bail!("still missing after the installation:\n{}", list(&still));
    }
    Ok(())
}

/// One line for each need.
fn list(missing: &[Need]) -> String {
    let lines: Vec<String> = missing
        .iter()
        .map(|need| format!("  {} [{}]: {}", need.what, need.package, need.why))
        .collect();
    lines.join("\n")
}

/// Installs packages; refreshes the package lists where there are none, or where they are too old
/// to be of use.
fn apt(machine: &Machine, before: &[&str], packages: &[&str]) -> Result<()> {
    let update = || succeed(&mut command(before, &["apt-get", "update"]));
    let install = || succeed(&mut install_command(before, packages));
    let fresh = !machine.has_package_lists();
    if fresh {
        update()?;
    }
    match install() {
        Err(_) if !fresh => {
            println!("Trying once more with fresh package lists.");
            update()?;
            install()
        }
        outcome => outcome,
    }
    .context("the packages could not be installed")
}

fn install_command(before: &[&str], packages: &[&str]) -> Command {
    let words = ["apt-get", "install", "--yes", "--no-install-recommends"];
    let mut command = command(before, &words);
    // Another package manager may be at work on a machine that has just been started.
    command
        .args(["-o", "DPkg::Lock::Timeout=300"])
        .args(packages);
    command
}

fn command(before: &[&str], words: &[&str]) -> Command {
    let mut all = before.iter().chain(words);
    let mut command = Command::new(all.next().unwrap_or(&"apt-get"));
    command.args(all).env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn is_root() -> Result<bool> {
    let output = Command::new("id")
        .arg("-u")
        .output()
        .context("could not ask `id -u` who runs this")?;
    Ok(output.stdout.trim_ascii() == b"0")
}

/// Asks on a terminal; without one the answer is no.
fn confirmed() -> Result<bool> {
    if !std::io::stdin().is_terminal() {
        return Ok(false);
    }
    print!("Run it now? [y/N] ");
    std::io::stdout().flush()?;
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}
