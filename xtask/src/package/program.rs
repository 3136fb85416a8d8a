//! The program that is packed, which knows no folder of the machine that built it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{Package, output};
use crate::cargo::{cargo, manifest, root, succeed, target_folder};

/// What separates the options in `CARGO_ENCODED_RUSTFLAGS`.
const UNIT: &str = "\u{1f}";

/// Builds the program and says where it is.
pub fn build(package: &Package) -> Result<PathBuf> {
    let mut command = cargo([
        "build",
        "--locked",
        "-p",
        "corpus-atlas",
        "--bin",
        "corpus-atlas",
    ]);
    command
        .args(manifest())
        .args(["--profile", package.profile]);
    if !package.is_dev() {
        // Another folder than the one for developing, so these options make nothing there compile anew.
        let renamed = renamed()?;
        command.env("CARGO_ENCODED_RUSTFLAGS", rust_options(&renamed)?);
        for variable in ["CFLAGS", "CXXFLAGS"] {
            command.env(variable, c_options(variable, &renamed));
        }
    }
    succeed(&mut command)?;
    let folder = if package.is_dev() {
        "debug"
    } else {
        package.profile
    };
    Ok(target_folder().join(folder).join("corpus-atlas"))
}

/// The folders of this machine, outer ones first, and the names that take their place in messages of the program.
fn renamed() -> Result<Vec<(PathBuf, &'static str)>> {
    let home = std::env::home_dir().filter(|home| home.parent().is_some());
    let cargo_home = match std::env::var_os("CARGO_HOME").filter(|folder| !folder.is_empty()) {
        Some(folder) => Some(PathBuf::from(folder)),
        None => home.as_ref().map(|home| home.join(".cargo")),
    };
    let sysroot = output(Command::new("rustc").args(["--print", "sysroot"]))?;
    // Below the home folder, the name of that is enough.
    let sysroot = Some(PathBuf::from(sysroot.trim()));
    let sysroot =
        sysroot.filter(|folder| !home.as_ref().is_some_and(|home| folder.starts_with(home)));
    let folders = [
        (home, "/home"),
        (sysroot, "/rust"),
        (cargo_home, "/cargo"),
        (Some(std::path::absolute(target_folder())?), "/target"),
        (Some(std::path::absolute(root())?), "/corpus-atlas"),
    ];
    let folders = folders
        .into_iter()
        .filter_map(|(folder, name)| Some((folder?, name)));
    Ok(folders.collect())
}

/// The options of the compiler: those of the user, and the names. Of several that fit, the last one counts.
fn rust_options(renamed: &[(PathBuf, &str)]) -> Result<String> {
    let mut options: Vec<String> = match std::env::var("CARGO_ENCODED_RUSTFLAGS") {
        Ok(options) if !options.is_empty() => options.split(UNIT).map(str::to_owned).collect(),
        _ => {
            let options = std::env::var("RUSTFLAGS").unwrap_or_default();
            options.split_whitespace().map(str::to_owned).collect()
        }
    };
    for (folder, name) in renamed {
        let folder = folder
            .to_str()
            .with_context(|| format!("{} is not Unicode", folder.display()))?;
        options.push(format!("--remap-path-prefix={folder}={name}"));
    }
    Ok(options.join(UNIT))
}

/// The same for the parts that are in C and C++; the options are separated by spaces, so a folder with one in its name stays.
fn c_options(variable: &str, renamed: &[(PathBuf, &str)]) -> OsString {
    let mut options = std::env::var_os(variable).unwrap_or_default();
    for (folder, name) in renamed {
        if folder.to_string_lossy().contains(' ') {
            continue;
        }
        if !options.is_empty() {
            options.push(" ");
        }
        options.push("-ffile-prefix-map=");
        options.push(folder);
        options.push("=");
        options.push(name);
    }
    options
}

/// Fails when the program names a folder of this machine.
pub fn names_no_folder_of_this_machine(program: &Path) -> Result<()> {
    let bytes =
        std::fs::read(program).with_context(|| format!("could not read {}", program.display()))?;
    let folders: Vec<PathBuf> = renamed()?.into_iter().map(|(folder, _)| folder).collect();
    let found = foreign(&bytes, &folders);
    if found.is_empty() {
        return Ok(());
    }
    bail!(
        "{} names folders of the machine that built it:\n  {}",
        program.display(),
        found.join("\n  ")
    )
}

/// The texts in a program that begin with one of these folders, the first twenty.
fn foreign(bytes: &[u8], folders: &[PathBuf]) -> Vec<String> {
    let starts: Vec<Vec<u8>> = (folders.iter())
        .map(|folder| format!("{}/", folder.display()).into_bytes())
        .collect();
    let mut found: Vec<String> = Vec::new();
    for at in (0..bytes.len()).filter(|&at| bytes[at] == b'/') {
        if !starts.iter().any(|start| bytes[at..].starts_with(start)) {
            continue;
        }
        let text = bytes[at..]
            .iter()
            .take(160)
            .take_while(|byte| byte.is_ascii_graphic());
        let text = String::from_utf8_lossy(&text.copied().collect::<Vec<u8>>()).into_owned();
        if !found.contains(&text) {
            found.push(text);
        }
        if found.len() == 20 {
            break;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_the_builder_is_found_in_the_bytes() {
        let folders = ["/home/ann", "/srv/build"].map(PathBuf::from);
        let bytes = b"\0/usr/share/x\0at /home/ann/src/lib.rs:7\0/home/anna/y\0/srv/build/a b/home/ann/src/lib.rs:7";
        let found = foreign(bytes, &folders);
        assert_eq!(found, ["/home/ann/src/lib.rs:7", "/srv/build/a"]);
        assert!(foreign(b"/home/annex /usr/bin", &folders).is_empty());
    }

    #[test]
    fn every_folder_gets_its_name_in_both_languages() {
        let renamed = [
            (PathBuf::from("/home/ann"), "/home"),
            (PathBuf::from("/a b"), "/target"),
        ];
        let rust = rust_options(&renamed).unwrap();
        assert!(rust.ends_with(
            "--remap-path-prefix=/home/ann=/home\u{1f}--remap-path-prefix=/a b=/target"
        ));
        let c = c_options("NO_SUCH_OPTIONS", &renamed);
        assert_eq!(c, "-ffile-prefix-map=/home/ann=/home");
    }
}
