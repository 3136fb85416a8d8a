//! Lists the English messages, which are compiled in: a new file of them needs no line of code.

use std::fmt::Write as _;
use std::path::Path;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("../../assets/languages/en");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = Vec::new();
    for entry in std::fs::read_dir(&folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "ftl") {
            files.push(path);
        }
    }
    files.sort();
    let mut list = String::from("&[\n");
    for path in files {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        writeln!(list, "({name:?}, include_str!({path:?})),")?;
    }
    list += "]\n";
    let out = std::env::var("OUT_DIR")?;
    std::fs::write(Path::new(&out).join("english.rs"), list)?;
    Ok(())
}
