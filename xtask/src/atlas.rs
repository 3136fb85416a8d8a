//! `cargo xtask atlas`: the modelled torso, built again from its description.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use crate::cargo::{cargo, manifest, root, succeed, target_folder};
use crate::install;
use crate::machine::Purpose;

/// Where the two bodies lie, from the root, and whose they are.
const ATLASES: [(&str, &str); 2] = [("assets/atlas", "male"), ("assets/atlas-female", "female")];

/// Builds both bodies in their places, or elsewhere to compare.
pub fn atlas(check: bool) -> Result<ExitCode> {
    install::provide(Purpose::Terminal)?;
    if check {
        let mut same = true;
        for (place, sex) in ATLASES {
            same &= is_rebuilt(place, sex)?;
        }
        return Ok(if same {
            ExitCode::SUCCESS
        } else {
            ExitCode::FAILURE
        });
    }
    for (place, sex) in ATLASES {
        build(&root().join(place), sex)?;
        println!("The {sex} atlas is in {place}.");
    }
    println!("`BLESS=1 cargo test --lib shipped` writes their hashes to assets/SHA256SUMS.");
    Ok(ExitCode::SUCCESS)
}

/// Whether a body is bit for bit what its description gives. One that has not been built yet is left out.
fn is_rebuilt(place: &str, sex: &str) -> Result<bool> {
    let committed = root().join(place);
    if !committed.exists() {
        println!("{place} is not there and not compared.");
        return Ok(true);
    }
    let rebuilt = target_folder().join(format!("atlas-check-{sex}"));
    if rebuilt.exists() {
        remove(&rebuilt)?;
    }
    build(&rebuilt, sex)?;
    let differences = differences(&committed, &rebuilt)?;
    if differences.is_empty() {
        remove(&rebuilt)?;
        println!("{place} is what its description gives, bit for bit.");
        return Ok(true);
    }
    for difference in &differences {
        println!("{difference}");
    }
    println!(
        "{place} is not what its description gives; the new one is in {}.",
        rebuilt.display()
    );
    Ok(false)
}

fn build(folder: &Path, sex: &str) -> Result<()> {
    std::fs::create_dir_all(folder)
        .with_context(|| format!("could not make the folder {}", folder.display()))?;
    let program = ["--locked", "-p", "torso", "--bin", "build-atlas", "--"];
    let whose = ["--sex", sex];
    succeed(
        cargo(["run"])
            .args(manifest())
            .args(program)
            .args(whose)
            .arg(folder),
    )
}

fn remove(folder: &Path) -> Result<()> {
    std::fs::remove_dir_all(folder)
        .with_context(|| format!("could not remove {}", folder.display()))
}

/// What differs between two folders, a line for each file.
fn differences(committed: &Path, rebuilt: &Path) -> Result<Vec<String>> {
    let mut files: BTreeMap<PathBuf, [bool; 2]> = BTreeMap::new();
    for (which, folder) in [committed, rebuilt].into_iter().enumerate() {
        for path in files_below(folder)? {
            files.entry(path).or_default()[which] = true;
        }
    }
    if files.is_empty() {
        bail!(
            "neither {} nor the new build has any file",
            committed.display()
        );
    }
    let mut lines = Vec::new();
    for (path, found) in files {
        let name = path.display();
        match found {
            [true, false] => lines.push(format!("{name}: no longer built")),
            [false, _] => lines.push(format!("{name}: built, but not committed")),
            [true, true] => {
                let read = |folder: &Path| {
                    std::fs::read(folder.join(&path))
                        .with_context(|| format!("could not read {name} in {}", folder.display()))
                };
                let (old, new) = (read(committed)?, read(rebuilt)?);
                if let Some(at) = first_difference(&old, &new) {
                    let (old, new) = (old.len(), new.len());
                    lines.push(format!(
                        "{name}: differs from byte {at} on ({old} bytes here, {new} built)"
                    ));
                }
            }
        }
    }
    Ok(lines)
}

fn first_difference(old: &[u8], new: &[u8]) -> Option<usize> {
    let different = old.iter().zip(new).position(|(old, new)| old != new);
    different.or_else(|| (old.len() != new.len()).then(|| old.len().min(new.len())))
}

/// Every file below a folder, relative to it.
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
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_difference_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let (old, new) = (folder.path().join("old"), folder.path().join("new"));
        for (place, name, bytes) in [
            (&old, "same", "abc"),
            (&new, "same", "abc"),
            (&old, "meshes/changed", "abcdef"),
            (&new, "meshes/changed", "abXdef"),
            (&old, "longer", "abc"),
            (&new, "longer", "abcd"),
            (&old, "gone", ""),
            (&new, "added", ""),
        ] {
            let path = place.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        assert_eq!(
            differences(&old, &new).unwrap(),
            [
                "added: built, but not committed",
                "gone: no longer built",
                "longer: differs from byte 3 on (3 bytes here, 4 built)",
                "meshes/changed: differs from byte 2 on (6 bytes here, 6 built)",
            ]
        );
        assert!(differences(&old, &old).unwrap().is_empty());
    }

    #[test]
    fn nothing_at_all_is_not_a_match() {
        let folder = tempfile::tempdir().unwrap();
        assert!(differences(folder.path(), folder.path()).is_err());
    }
}
