//! The tree that both packages hold: `bin` and `share`, as below `/usr`. The program finds its data in `share` beside its `bin`, wherever
//! that lies.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::{
    Package, VERSION, clear, copy, debian, files_below, licences, make_folder, output, read, write,
};
use crate::cargo::{root, succeed};

/// The data of the program, from the root of the tree.
const DATA: &str = "share/corpus-atlas";
/// What is to be read, from the root of the tree.
const DOCUMENTS: &str = "share/doc/corpus-atlas";
/// Pages that the guide leads to, in `docs`.
const GUIDE_LEADS_TO: [&str; 10] = [
    "atlas/check.md",
    "atlas/imports.md",
    "command-line.md",
    "compare.md",
    "experiments/retrieval.md",
    "formats.md",
    "keys.md",
    "postgresql.md",
    "reliability.md",
    "tour.md",
];
/// The sizes of the icon that are drawn; desktops take the drawing itself for others.
pub const ICON_SIZES: [u32; 6] = [16, 32, 48, 64, 128, 256];

/// Makes the tree anew, with the program that was built.
pub fn plant(package: &Package, built: &Path) -> Result<()> {
    let tree = &package.tree;
    clear(tree)?;
    copy(built, &package.program())?;
    shipped(tree)?;
    desktop(tree, &package.date)?;
    manual(package)?;
    documents(package)?;
    rights(tree)
}

/// What the list of hashes names, which `corpus-atlas doctor` compares.
fn shipped(tree: &Path) -> Result<()> {
    const LIST: &str = "assets/SHA256SUMS";
    let list = read(&root().join(LIST))?;
    let files = list.lines().filter_map(|line| line.split_once("  "));
    for file in files.map(|(_, file)| file).chain([LIST]) {
        copy(&root().join(file), &tree.join(DATA).join(file))?;
    }
    Ok(())
}

/// Desktop entry, kind of file, icons, and the words for software centres.
fn desktop(tree: &Path, date: &str) -> Result<()> {
    let from = root().join("assets/linux");
    let share = tree.join("share");
    for (file, place) in [
        ("corpus-atlas.desktop", "applications/corpus-atlas.desktop"),
        ("corpus-atlas.mime.xml", "mime/packages/corpus-atlas.xml"),
        (
            "corpus-atlas.svg",
            "icons/hicolor/scalable/apps/corpus-atlas.svg",
        ),
    ] {
        copy(&from.join(file), &share.join(place))?;
    }
    for size in ICON_SIZES {
        let place = format!("icons/hicolor/{size}x{size}/apps/corpus-atlas.png");
        copy(
            &from.join(format!("corpus-atlas-{size}.png")),
            &share.join(place),
        )?;
    }
    let day = output(
        Command::new("date")
            .args(["--utc", "+%F", "--date"])
            .arg(format!("@{date}")),
    )?;
    let words = read(&from.join("corpus-atlas.metainfo.xml"))?;
    let words = words
        .replace("@VERSION@", VERSION)
        .replace("@DATE@", day.trim());
    write(&share.join("metainfo/corpus-atlas.metainfo.xml"), words)
}

/// Manual pages and completions, which the very program that is packed writes.
fn manual(package: &Package) -> Result<()> {
    let share = package.tree.join("share");
    succeed(Command::new(package.program()).arg("__manual").arg(&share))?;
    let pages = share.join("man/man1");
    // Debian wants them packed; without name and date in them, the same page gives the same bytes.
    for page in files_below(&pages)? {
        succeed(
            Command::new("gzip")
                .args(["-9", "--no-name"])
                .arg(pages.join(page)),
        )?;
    }
    Ok(())
}

/// What is to be read: what it is, what changed, and the licences of all that is in it.
fn documents(package: &Package) -> Result<()> {
    let folder = package.tree.join(DOCUMENTS);
    make_folder(&folder)?;
    copy(&root().join("CHANGELOG.md"), &folder.join("NEWS.md"))?;
    let date = format!("@{}", package.date);
    let date = output(Command::new("date").args(["--utc", "--rfc-email", "--date", &date]))?;
    write(&folder.join("changelog"), debian::changelog(date.trim()))?;
    write(&folder.join("copyright"), licences::copyright()?)?;
    write(&folder.join("third-party"), licences::third_party()?)?;
    for file in ["NEWS.md", "changelog", "third-party"] {
        succeed(
            Command::new("gzip")
                .args(["-9", "--no-name"])
                .arg(folder.join(file)),
        )?;
    }
    guide(&folder)?;
    write(&folder.join("README"), readme())
}

/// The guide with its pictures, and the pages beside it that it leads to.
fn guide(folder: &Path) -> Result<()> {
    let docs = root().join("docs");
    for file in files_below(&docs.join("guide"))? {
        let is_read = |ending: &std::ffi::OsStr| ["md", "jpg"].iter().any(|kind| ending == *kind);
        if file.extension().is_some_and(is_read) {
            let file = Path::new("guide").join(file);
            copy(&docs.join(&file), &folder.join(&file))?;
        }
    }
    for page in GUIDE_LEADS_TO {
        copy(&docs.join(page), &folder.join(page))?;
    }
    Ok(())
}

fn readme() -> String {
    format!(
        "\
Corpus Atlas {VERSION}: medical literature on the body it is about.
A reading aid, not a medical device.

bin/corpus-atlas opens the window; `corpus-atlas help` lists its commands, and share/man has a page for each.
It finds its data in share/corpus-atlas beside its own folder, so this tree can lie anywhere. Unpacked into ~/.local or /usr/local,
desktops find its entry, its icon and its kind of file too. To draw, it needs a Vulkan driver; Mesa has one for the processor
(Debian: mesa-vulkan-drivers). Its guide and its licences are in share/doc/corpus-atlas.
"
    )
}

/// Readable by all, changeable by the owner alone, whatever the umask of the builder is; nothing in the repository is a program.
fn rights(tree: &Path) -> Result<()> {
    succeed(Command::new("chmod").args(["-R", "u=rwX,go=rX"]).arg(tree))?;
    let data: Vec<PathBuf> = files_below(&tree.join("share"))?;
    if data.is_empty() {
        bail!("{} has no share", tree.display());
    }
    for file in data {
        succeed(
            Command::new("chmod")
                .arg("0644")
                .arg(tree.join("share").join(&file)),
        )
        .with_context(|| file.display().to_string())?;
    }
    succeed(
        Command::new("chmod")
            .arg("0755")
            .arg(tree.join("bin/corpus-atlas")),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_guide_leads_to_pages_that_go_with_it() {
        let docs = root().join("docs");
        let pages = files_below(&docs.join("guide")).expect("the guide");
        let mut led_to = Vec::new();
        for page in pages
            .iter()
            .filter(|page| page.extension().is_some_and(|e| e == "md"))
        {
            let text = read(&docs.join("guide").join(page)).expect("a page");
            let links = text.split("](../").skip(1);
            let pages = links.filter_map(|link| link.split([')', '#']).next());
            // What lies outside of the documents is in the tree elsewhere.
            led_to.extend(
                pages
                    .filter(|page| !page.starts_with("../"))
                    .map(str::to_owned),
            );
        }
        led_to.sort();
        led_to.dedup();
        assert_eq!(led_to, GUIDE_LEADS_TO);
        assert!(led_to.iter().all(|page| docs.join(page).is_file()));
    }
}
