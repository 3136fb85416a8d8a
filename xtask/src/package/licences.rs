//! The licences of what is packed: ours, and those of the crates that are linked into the program.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::{output, read};
use crate::cargo::{cargo, manifest, root};

/// Debian's file on who may do what (its format is machine-readable), with the licences that Debian itself does not have.
pub fn copyright() -> Result<String> {
    let mit = indented(&read(&root().join("LICENSE-MIT"))?);
    let font = indented(&read(&root().join("assets/fonts/LICENSE"))?);
    let atlas = indented(&read(&root().join("assets/atlas/LICENSE"))?);
    let sample = indented(&read(&root().join("assets/sample-library/README.md"))?);
    Ok(format!(
        "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Corpus Atlas

Files: *
Copyright: The Corpus Atlas authors
License: MIT or Apache-2.0
Comment: The crates that are linked into the program are named in third-party.gz, with their licences.

Files: share/corpus-atlas/assets/atlas/*
Copyright: The Corpus Atlas authors
License: CC-BY-4.0
{atlas}
Files: share/corpus-atlas/assets/sample-library/*
Copyright: The Corpus Atlas authors
License: sample-library
{sample}
Files: fonts
Copyright: 2016-2022 The Inter Project Authors
License: OFL-1.1
{font}
Files: icons
Copyright: 2020-2021 Phosphor Icons
License: MIT
Comment: A font of the crate egui-phosphor, linked into the program.

License: MIT
{mit}
License: Apache-2.0
 On Debian systems the text is in /usr/share/common-licenses/Apache-2.0; elsewhere see
 https://www.apache.org/licenses/LICENSE-2.0
"
    ))
}

/// A text as the value of a field.
fn indented(text: &str) -> String {
    let line = |line: &str| match line.trim_end() {
        "" => " .\n".to_owned(),
        line => format!(" {line}\n"),
    };
    text.trim().lines().map(line).collect()
}

/// A crate that is linked into the program.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Crate {
    name: String,
    version: String,
    licence: String,
    source: String,
}

/// The crates with their licences, and every text of a licence once, with the crates that it comes with.
pub fn third_party() -> Result<String> {
    let crates = crates()?;
    let mut text =
        "The crates that are linked into corpus-atlas, with their licences.\n\n".to_owned();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let sources = sources()?;
    for Crate {
        name,
        version,
        licence,
        source,
    } in &crates
    {
        let called = format!("{name} {version}");
        text += &format!("{called}: {licence}  {source}\n");
        for file in licence_files(&sources, &format!("{name}-{version}"))? {
            let words = String::from_utf8_lossy(
                &std::fs::read(&file)
                    .with_context(|| format!("could not read {}", file.display()))?,
            )
            .trim()
            .replace("\r\n", "\n");
            texts.entry(words).or_default().insert(called.clone());
        }
    }
    if texts.is_empty() {
        bail!("no crate has a licence in {sources:?}");
    }
    for (words, crates) in texts {
        let crates: Vec<String> = crates.into_iter().collect();
        text += &format!("\n{}\n{}\n\n{words}\n", "-".repeat(80), crates.join(", "));
    }
    Ok(text)
}

/// What is linked into the program, but for our own.
fn crates() -> Result<BTreeSet<Crate>> {
    let mut command = cargo([
        "tree",
        "--locked",
        "-p",
        "corpus-atlas",
        "--edges",
        "normal",
        "--prefix",
        "none",
    ]);
    command.args(["--format", "{p}|{l}|{r}"]).args(manifest());
    let mut crates = BTreeSet::new();
    for line in output(&mut command)?.lines() {
        let mut parts = line.trim_end_matches(" (*)").split('|');
        let (Some(package), Some(licence), Some(source)) =
            (parts.next(), parts.next(), parts.next())
        else {
            bail!("cargo tree prints “{line}”");
        };
        // Ours are followed by their folder, macros of others by what they are.
        if package.contains("(/") || package.contains("(proc-macro)") {
            continue;
        }
        if let Some((name, version)) = package.split_once(" v") {
            let [name, version, licence, source] =
                [name, version, licence, source].map(str::to_owned);
            crates.insert(Crate {
                name,
                version,
                licence,
                source,
            });
        }
    }
    Ok(crates)
}

/// The folders that cargo unpacks crates into.
fn sources() -> Result<Vec<PathBuf>> {
    let home = match std::env::var_os("CARGO_HOME").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => std::env::home_dir()
            .context("no home folder to find the crates in")?
            .join(".cargo"),
    };
    let folder = home.join("registry/src");
    let registries = std::fs::read_dir(&folder)
        .with_context(|| format!("could not list the folder {}", folder.display()))?;
    registries.map(|entry| Ok(entry?.path())).collect()
}

/// The files of a crate that are called after licences, those of its assets (fonts, tables) too.
fn licence_files(sources: &[PathBuf], name: &str) -> Result<Vec<PathBuf>> {
    let Some(folder) = sources
        .iter()
        .map(|source| source.join(name))
        .find(|folder| folder.is_dir())
    else {
        bail!("the source of {name} is not there; `cargo fetch` brings it");
    };
    let mut files = Vec::new();
    for folder in [folder.join("assets"), folder] {
        if !folder.is_dir() {
            continue;
        }
        let entries = std::fs::read_dir(&folder)
            .with_context(|| format!("could not list the folder {}", folder.display()))?;
        for entry in entries {
            let path = entry?.path();
            if is_licence(&path) && path.is_file() {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

fn is_licence(path: &Path) -> bool {
    let name = path
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .to_lowercase();
    let source = [".rs", ".toml", ".json", ".py", ".sh"]
        .iter()
        .any(|ending| name.ends_with(ending));
    !source
        && ["licen", "copying", "copyright", "notice", "unlicense"]
            .iter()
            .any(|start| name.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_of_licences_are_known_by_their_names() {
        for name in [
            "LICENSE",
            "LICENSE-MIT",
            "licence.md",
            "COPYING",
            "NOTICE.txt",
            "UNLICENSE",
        ] {
            assert!(is_licence(Path::new(name)), "{name}");
        }
        for name in ["README.md", "license.rs", "src"] {
            assert!(!is_licence(Path::new(name)), "{name}");
        }
    }

    #[test]
    fn a_text_becomes_the_value_of_a_field() {
        assert_eq!(indented("One\n\n two  \n"), " One\n .\n  two\n");
    }

    #[test]
    fn every_licence_of_ours_is_in_the_copyright_file() {
        let text = copyright().unwrap();
        for part in [
            "OFL-1.1",
            "CC BY 4.0",
            "Phosphor Icons",
            "Permission is hereby granted",
            "common-licenses/Apache-2.0",
        ] {
            assert!(text.contains(part), "{part}");
        }
    }
}
