//! What Debian is told of the package.

use std::fmt::Write as _;
use std::process::Command;

use anyhow::{Context, Result};

use super::{Package, VERSION, archives, clear, output, size_below, write};
use crate::machine;

/// Whom Debian names for the package; there is no address yet.
const MAINTAINER: &str = "The Corpus Atlas authors <authors@corpus-atlas.invalid>";

/// What changed, in Debian's form, which says no more than where it is written.
pub fn changelog(date: &str) -> String {
    format!(
        "corpus-atlas ({VERSION}) unstable; urgency=medium\n\n  * What has changed is in NEWS.md.gz.\n\n -- {MAINTAINER}  {date}\n"
    )
}

/// The control file.
pub fn control(package: &Package) -> Result<String> {
    let depends = dependencies(&linked(package)?);
    let installed = size_below(&package.tree)?.div_ceil(1024);
    Ok(text(&archives::architecture()?, installed, &depends))
}

fn text(architecture: &str, installed: u64, depends: &str) -> String {
    let mut text = String::new();
    for (name, value) in [
        ("Package", "corpus-atlas"),
        ("Version", VERSION),
        ("Architecture", architecture),
        ("Maintainer", MAINTAINER),
        ("Installed-Size", &installed.to_string()),
        ("Depends", depends),
        // Dialogs for files come from the desktop's portal.
        (
            "Recommends",
            "mesa-vulkan-drivers | vulkan-icd, xdg-desktop-portal",
        ),
        // Tours become videos by it.
        ("Suggests", "ffmpeg"),
        ("Section", "science"),
        ("Priority", "optional"),
    ] {
        // Writing to a text cannot fail.
        let _ = writeln!(text, "{name}: {value}");
    }
    text + "\
Description: medical literature on the body it is about
 Every document that you give it lands where its text belongs in a modelled
 torso; every place that you click answers with the documents that belong
 there. Reads PDF, Word, RIS, BibTeX, PubMed, tables and Zotero libraries,
 searches by place, by words and by meaning, and exports references.
 .
 A reading aid, not a medical device.
"
}

/// The packages whose libraries the program is linked with, as Debian's own tool finds them out.
fn linked(package: &Package) -> Result<String> {
    // It reads the source package's control file, of which there is none, for the name of the package only.
    let folder = package.folder.join("linked");
    clear(&folder)?;
    write(
        &folder.join("debian/control"),
        "Source: corpus-atlas\n\nPackage: corpus-atlas\nArchitecture: any\n",
    )?;
    let mut ask = Command::new("dpkg-shlibdeps");
    ask.current_dir(&folder)
        .arg("-O")
        .arg(std::path::absolute(package.program())?);
    let answer = output(&mut ask)?;
    clear(&folder)?;
    let list = answer.trim().strip_prefix("shlibs:Depends=");
    Ok(list
        .with_context(|| format!("dpkg-shlibdeps answers “{}”", answer.trim()))?
        .to_owned())
}

/// These, and those that are loaded only when the window opens.
fn dependencies(linked: &str) -> String {
    let mut all: Vec<&str> = linked.split(", ").collect();
    for package in machine::loaded_by_the_window() {
        let known = |other: &&str| other.split(' ').next() == Some(package);
        if !all.iter().any(known) {
            all.push(package);
        }
    }
    all.sort_unstable();
    all.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_window_loads_is_asked_for_with_what_is_linked() {
        let all = dependencies("libc6 (>= 2.34), libxkbcommon0 (>= 1.0)");
        assert_eq!(
            all,
            "libc6 (>= 2.34), libvulkan1, libwayland-client0, libx11-6, libx11-xcb1, libxcursor1, libxi6, \
             libxkbcommon-x11-0, libxkbcommon0 (>= 1.0)"
        );
    }

    #[test]
    fn the_control_file_is_of_fields_and_indented_lines() {
        let text = text("amd64", 12, "libc6");
        assert!(text.ends_with('\n') && text.contains("\nInstalled-Size: 12\n"));
        for line in text.lines() {
            let field = line.split_once(": ").is_some_and(|(name, value)| {
                name.chars().all(|c| c.is_ascii_alphabetic() || c == '-') && !value.is_empty()
            });
            assert!(field || line.starts_with(' '), "{line}");
            assert!(field || line.len() <= 80, "{line}");
        }
    }
}
