//! What each picture of the documents was made of: its script, and what it shows, as sums.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// What each picture was made of: its name, its script, and sums of the script, the stage and the panels.
pub const LIST: &str = "made-of.txt";
/// What is drawn on the stage, which every picture shows.
const STAGE: [&str; 4] = [
    "assets/atlas/meshes.glb",
    "assets/atlas-female/meshes.glb",
    "src/app/theme/stage.rs",
    "shaders",
];
/// What stands around it. Most changes there are not seen in any picture.
const PANELS: [&str; 3] = ["src/app/panels", "src/app/theme.rs", "assets/languages/en"];

/// Sums of what is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// Of the bodies, their colours and their light.
    pub stage: String,
    /// Of the panels around them and the English words.
    pub panels: String,
}

impl Drawn {
    /// As the files of the project are now.
    pub fn now(root: &Path) -> Result<Drawn> {
        let sum = |of: &[&str]| -> Result<String> {
            let mut sum = Sum::new();
            for path in of.iter().map(|path| root.join(path)) {
                let within = match path.is_dir() {
                    true => files(&path)?,
                    false => vec![path],
                };
                for file in within {
                    sum.add(&read(&file)?);
                }
            }
            Ok(sum.told())
        };
        Ok(Drawn {
            stage: sum(&STAGE)?,
            panels: sum(&PANELS)?,
        })
    }
}

/// What a picture was made of.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The name of the script.
    pub script: String,
    /// Of the script and what it adds to the library.
    pub sum: String,
    /// What was drawn then.
    pub drawn: Drawn,
}

/// The pictures of a list that are older than something.
pub fn older(made: &BTreeMap<String, Made>, than: impl Fn(&Made) -> bool) -> String {
    let found = made.iter().filter(|(_, made)| than(made));
    let names: Vec<String> = found.map(|(name, _)| format!("{name}.jpg")).collect();
    names.join(", ")
}

/// What each picture was made of.
pub fn read_list(folder: &Path) -> Result<BTreeMap<String, Made>> {
    let path = folder.join(LIST);
    if !path.exists() {
        return Ok(BTreeMap::new());
    }
    let text = fs::read_to_string(&path).with_context(|| format!("could not read {LIST}"))?;
    let line = |line: &str| {
        let mut words = line.split(' ').map(str::to_owned);
        let picture = words.next()?;
        let made = Made {
            script: words.next()?,
            sum: words.next()?,
            drawn: Drawn {
                stage: words.next()?,
                panels: words.next()?,
            },
        };
        Some((picture, made))
    };
    Ok(text.lines().filter_map(line).collect())
}

/// A sum of 64 bits (FNV-1a): it is to notice changes, not forgeries.
pub struct Sum(u64);

impl Sum {
    /// Of nothing.
    pub fn new() -> Sum {
        Sum(0xcbf2_9ce4_8422_2325)
    }

    /// Of what was before and this.
    pub fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// As it is written down.
    pub fn told(&self) -> String {
        format!("{:016x}", self.0)
    }
}

/// Reads a file whole.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("could not read {}", path.display()))
}

/// The files of a folder, by name; none where there is no such folder.
pub fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let list = || -> std::io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    };
    let mut files =
        list().with_context(|| format!("could not read the folder {}", folder.display()))?;
    files.retain(|path| path.is_file());
    files.sort();
    Ok(files)
}
