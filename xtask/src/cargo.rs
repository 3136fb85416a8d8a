//! Calling cargo from within cargo.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;

use anyhow::{Context, Result, bail};

/// The root of the repository.
///
/// `cargo run` and `cargo test` say where this package lies. What was known when it was compiled may
/// be another checkout that shares the build cache.
pub fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let package = std::env::var_os("CARGO_MANIFEST_DIR")
            .unwrap_or_else(|| OsString::from(env!("CARGO_MANIFEST_DIR")));
        // The manifest of this crate lies one folder below the root.
        let root = Path::new(&package).parent();
        root.unwrap_or(Path::new(".")).to_path_buf()
    });
    &ROOT
}

/// A call of cargo on this workspace, from the caller's working directory.
///
/// `cargo run` tells its program which package it belongs to. Passed on, those variables would make
/// build scripts that watch them run again, and dependencies be compiled again.
pub fn cargo<S: AsRef<std::ffi::OsStr>>(arguments: impl IntoIterator<Item = S>) -> Command {
    let mut command =
        Command::new(std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo")));
    for (name, _) in std::env::vars_os() {
        let about_this_package = name.to_str().is_some_and(|name| {
            name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_MANIFEST_")
        });
        if about_this_package {
            command.env_remove(name);
        }
    }
    command.args(arguments);
    command
}

/// The option that names this workspace, for cargo commands run from any folder.
pub fn manifest() -> [OsString; 2] {
    ["--manifest-path".into(), root().join("Cargo.toml").into()]
}

/// Where cargo puts what it builds.
pub fn target_folder() -> PathBuf {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) if !folder.is_empty() => PathBuf::from(folder),
        _ => root().join("target"),
    }
}

/// Runs a command, showing its output, and fails when it does.
pub fn succeed(command: &mut Command) -> Result<()> {
    let status = command
        .status()
        .with_context(|| format!("could not start {}", command.get_program().display()))?;
    if !status.success() {
        bail!("{} failed ({status})", in_words(command));
    }
    Ok(())
}

/// A command as one would type it.
pub fn in_words(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut line = program
        .file_name()
        .unwrap_or(command.get_program())
        .display()
        .to_string();
    for argument in command.get_args() {
        line.push(' ');
        line.push_str(&argument.display().to_string());
    }
    line
}
