//! The two files that are handed out, written by the system's own programs.

use std::path::PathBuf;
use std::process::Command;

use anyhow::Result;

use super::{Package, VERSION, clear, files_below, make_folder, output, write};
use crate::cargo::succeed;

/// The Debian package.
pub fn debian(package: &Package, control: &str) -> Result<PathBuf> {
    let folder = package.folder.join("debian");
    clear(&folder)?;
    make_folder(&folder)?;
    // Hard links where they can be had: the tree is some hundred megabytes for a moment only.
    succeed(
        Command::new("cp")
            .args(["-al", "--"])
            .arg(&package.tree)
            .arg(folder.join("usr")),
    )?;
    let mut sums = Command::new("md5sum");
    let files = files_below(&folder)?;
    let sums = output(sums.current_dir(&folder).arg("--").args(&files))?;
    write(&folder.join("DEBIAN/md5sums"), sums)?;
    write(&folder.join("DEBIAN/control"), control)?;
    succeed(
        Command::new("chmod")
            .args(["-R", "u=rwX,go=rX"])
            .arg(folder.join("DEBIAN")),
    )?;

    let file = package
        .folder
        .join(format!("corpus-atlas_{VERSION}_{}.deb", architecture()?));
    let mut build = Command::new("dpkg-deb");
    // What only tries the packing is packed fast.
    let pack: &[&str] = if package.is_dev() {
        &["-Zgzip", "-z1"]
    } else {
        &["-Zxz"]
    };
    build
        .args(["--root-owner-group"])
        .args(pack)
        .arg("--build")
        .arg(&folder)
        .arg(&file);
    output(build.env("SOURCE_DATE_EPOCH", &package.date))?;
    clear(&folder)?;
    Ok(file)
}

/// The archive that is unpacked anywhere.
pub fn portable(package: &Package) -> Result<PathBuf> {
    let name = format!("corpus-atlas-{VERSION}-{}-linux", std::env::consts::ARCH);
    let file = package.folder.join(format!("{name}.tar.zst"));
    let mut tar = Command::new("tar");
    tar.arg("--create").arg("--file").arg(&file);
    tar.args([
        "--sort=name",
        "--owner=0",
        "--group=0",
        "--numeric-owner",
        "--format=gnu",
    ]);
    tar.arg(format!("--mtime=@{}", package.date));
    tar.arg(if package.is_dev() {
        "--use-compress-program=zstd -T0 -1"
    } else {
        "--use-compress-program=zstd -T0 -19"
    });
    tar.arg(format!("--transform=s,^tree,{name},"));
    tar.arg("--directory").arg(&package.folder).arg("tree");
    succeed(&mut tar)?;
    Ok(file)
}

/// This machine's kind, as Debian names it.
pub fn architecture() -> Result<String> {
    Ok(output(Command::new("dpkg").arg("--print-architecture"))?
        .trim()
        .to_owned())
}
