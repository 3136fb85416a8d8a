//! The files that ship: are they still what they were when they were made? `assets/SHA256SUMS` knows; `sha256sum -c` reads it too.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;

use anyhow::Context;
use sha2::{Digest, Sha256};

/// The list of files with their hashes, from the folder that holds `assets/` and `models/`.
pub const LIST: &str = "assets/SHA256SUMS";

/// What is wrong with a file that ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The file, as the list names it.
    pub file: String,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.file, self.reason)
    }
}

/// Compares every file that the list names with its hash: how many there are, and what is wrong.
///
/// # Errors
/// When the list cannot be read.
pub fn check(root: &Path) -> anyhow::Result<(usize, Vec<Fault>)> {
    let list = root.join(LIST);
    let text = std::fs::read_to_string(&list).with_context(|| list.display().to_string())?;
    let (mut files, mut faults) = (0, Vec::new());
    for line in text.lines() {
        let (expected, file) = line
            .split_once("  ")
            .with_context(|| format!("{}: “{line}” is no hash with a file", list.display()))?;
        files += 1;
        let reason = match hash(&root.join(file)) {
            Ok(found) if found == expected => continue,
            Ok(_) => "it is not what was shipped (damaged or changed); install it again".to_owned(),
            Err(error) => error.to_string(),
        };
        let file = file.to_owned();
        faults.push(Fault { file, reason });
    }
    Ok((files, faults))
}

/// SHA-256 of a file in hexadecimal digits.
fn hash(path: &Path) -> io::Result<String> {
    let mut hash = Sha256::new();
    io::copy(&mut File::open(path)?, &mut hash)?;
    Ok(hash.finalize().iter().map(|b| format!("{b:02x}")).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_holds_every_file_that_ships() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut shipped = Vec::new();
        let mut folders = [
            "assets/atlas",
            "assets/atlas-female",
            "assets/sample-library",
            "models/cga-2",
        ]
        .map(str::to_owned)
        .to_vec();
        // English is compiled in.
        for entry in std::fs::read_dir(root.join("assets/languages")).unwrap() {
            let tag = entry.unwrap().file_name().into_string().unwrap();
            if tag != language::ENGLISH {
                folders.push(format!("assets/languages/{tag}"));
            }
        }
        for folder in folders {
            for entry in std::fs::read_dir(root.join(&folder)).unwrap() {
                let name = entry.unwrap().file_name().into_string().unwrap();
                shipped.push(format!("{folder}/{name}"));
            }
        }
        shipped.sort();
        let list: String = shipped
            .iter()
            .map(|file| format!("{}  {file}\n", hash(&root.join(file)).unwrap()))
            .collect();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(root.join(LIST), &list).unwrap();
        }
        let kept = std::fs::read_to_string(root.join(LIST)).unwrap();
        assert_eq!(
            kept, list,
            "run `BLESS=1 cargo test --lib shipped` after a change of what ships"
        );
        assert_eq!(check(root).unwrap(), (shipped.len(), Vec::new()));
    }

    #[test]
    fn a_flipped_bit_and_a_missing_file_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        assert!(check(root).is_err(), "there is no list");
        std::fs::create_dir_all(root.join("assets")).unwrap();
        std::fs::write(root.join("assets/a.bin"), b"abc").unwrap();
        let good = hash(&root.join("assets/a.bin")).unwrap();
        assert!(good.starts_with("ba7816bf8f01cfea"), "{good}");
        std::fs::write(root.join(LIST), format!("{good}  assets/a.bin\n")).unwrap();
        assert_eq!(check(root).unwrap(), (1, Vec::new()));
        std::fs::write(root.join("assets/a.bin"), b"abb").unwrap();
        let (_, faults) = check(root).unwrap();
        assert_eq!(faults[0].file, "assets/a.bin");
        assert!(faults[0].to_string().contains("not what was shipped"));
        std::fs::remove_file(root.join("assets/a.bin")).unwrap();
        assert_eq!(check(root).unwrap().1.len(), 1);
        std::fs::write(root.join(LIST), "rubbish\n").unwrap();
        assert!(check(root).is_err());
    }
}
