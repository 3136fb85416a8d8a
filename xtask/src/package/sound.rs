//! Is what is packed well-formed? Looked at each time that a package is made, by the tools that are there.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use super::tree::ICON_SIZES;
use super::{Package, VERSION, output, program, read};
use crate::machine::Machine;
use crate::run::COMMANDS;

/// Looks at the tree.
pub fn check(package: &Package) -> Result<()> {
    let share = package.tree.join("share");
    if package.is_dev() {
        println!(
            "Folders of this machine in the program: not looked for, a development build names them."
        );
    } else {
        program::names_no_folder_of_this_machine(&package.program())?;
    }
    runs_from_anywhere(package)?;
    pages(&share.join("man/man1"))?;
    icons(&share.join("icons/hicolor"))?;
    entry(&read(&share.join("applications/corpus-atlas.desktop"))?)?;
    by_the_tools(&share)
}

/// Run from another folder and without a variable of this one, it finds its data.
fn runs_from_anywhere(package: &Package) -> Result<()> {
    let program = std::path::absolute(package.program())?;
    let ask = |arguments: &[&str]| {
        let mut command = Command::new(&program);
        output(command.args(arguments).current_dir("/").env_clear())
    };
    let version = ask(&["--version"])?;
    if version.trim() != format!("corpus-atlas {VERSION}") {
        bail!(
            "the program says that it is “{}”, not {VERSION}",
            version.trim()
        );
    }
    let answer = ask(&["find", "liver"])?;
    if !answer.to_lowercase().contains("liver") {
        bail!("the packed program finds no liver: “{}”", answer.trim());
    }
    Ok(())
}

/// Every command that a user knows has a page.
fn pages(folder: &Path) -> Result<()> {
    let commands = COMMANDS
        .iter()
        .filter(|command| **command != "help")
        .chain([&"render"]);
    let pages = commands.map(|command| format!("corpus-atlas-{command}.1.gz"));
    for page in pages.chain(["corpus-atlas.1.gz".to_owned()]) {
        let file = folder.join(&page);
        if !file.is_file() {
            bail!("{}: this manual page is missing", file.display());
        }
    }
    Ok(())
}

/// Every icon is as large as its folder says.
fn icons(folder: &Path) -> Result<()> {
    for size in ICON_SIZES {
        let file = folder.join(format!("{size}x{size}/apps/corpus-atlas.png"));
        let bytes =
            std::fs::read(&file).with_context(|| format!("could not read {}", file.display()))?;
        // The head of a PNG: signature, length and name of the first part, width, height.
        let expected = [size.to_be_bytes(), size.to_be_bytes()].concat();
        if !bytes.starts_with(b"\x89PNG\r\n\x1a\n") || bytes.get(16..24) != Some(&*expected) {
            bail!(
                "{}: this is no PNG of {size} x {size} pixels",
                file.display()
            );
        }
    }
    Ok(())
}

/// What a desktop entry cannot do without.
fn entry(text: &str) -> Result<()> {
    if !text.starts_with("[Desktop Entry]\n") {
        bail!("the desktop entry does not begin with its name");
    }
    for line in [
        "Type=Application",
        "Name=Corpus Atlas",
        "Exec=corpus-atlas %F",
        "Icon=corpus-atlas",
    ] {
        if !text.lines().any(|other| other == line) {
            bail!("the desktop entry lacks “{line}”");
        }
    }
    if !text.contains("\nMimeType=application/x-corpus-atlas;\n") {
        bail!("the desktop entry does not open libraries");
    }
    Ok(())
}

/// What others can say of it: those that are not there are named.
fn by_the_tools(share: &Path) -> Result<()> {
    let machine = Machine::this();
    let checks: [(&str, &[&str], &str); 5] = [
        (
            "desktop-file-validate",
            &[],
            "applications/corpus-atlas.desktop",
        ),
        (
            "appstreamcli",
            &["validate", "--no-net", "--explain"],
            "metainfo/corpus-atlas.metainfo.xml",
        ),
        ("bash", &["-n"], "bash-completion/completions/corpus-atlas"),
        ("zsh", &["-n"], "zsh/vendor-completions/_corpus-atlas"),
        (
            "fish",
            &["--no-execute"],
            "fish/vendor_completions.d/corpus-atlas.fish",
        ),
    ];
    let mut absent = Vec::new();
    for (tool, options, file) in checks {
        if machine.program(tool).is_none() {
            absent.push(tool);
            continue;
        }
        let mut command = Command::new(tool);
        let said = (command.args(options).arg(share.join(file)).output())
            .with_context(|| format!("could not start {tool}"))?;
        let words = String::from_utf8_lossy(&said.stdout);
        // It fails for mere advice, such as a name of the internet in front of ours.
        let advice = tool == "appstreamcli" && !words.lines().any(|line| line.starts_with("E:"));
        if !said.status.success() && !advice {
            bail!(
                "{tool} refuses {file}: {words}{}",
                String::from_utf8_lossy(&said.stderr)
            );
        }
    }
    if !absent.is_empty() {
        println!("Not here, so not asked: {}.", absent.join(", "));
    }
    Ok(())
}

/// Looks at the Debian package: it can be read, and all in it lies below /usr and is root's.
pub fn check_debian(file: &Path) -> Result<()> {
    let name = output(
        Command::new("dpkg-deb")
            .arg("--field")
            .arg(file)
            .arg("Package"),
    )?;
    if name.trim() != "corpus-atlas" {
        bail!(
            "{}: the package is called “{}”",
            file.display(),
            name.trim()
        );
    }
    let contents = output(Command::new("dpkg-deb").arg("--contents").arg(file))?;
    for line in contents.lines() {
        let mut words = line.split_whitespace();
        let owner = words.nth(1);
        let path = words.nth(3).unwrap_or_default();
        if owner != Some("root/root") || !(path == "./" || path.starts_with("./usr/")) {
            bail!(
                "{}: “{line}” should be root's and below /usr",
                file.display()
            );
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cargo::root;

    #[test]
    fn the_desktop_entry_that_ships_opens_libraries() {
        let text = read(&root().join("assets/linux/corpus-atlas.desktop")).unwrap();
        entry(&text).unwrap();
        let without = text.replace("MimeType", "Mime");
        assert!(
            entry(&without)
                .unwrap_err()
                .to_string()
                .contains("libraries")
        );
    }

    #[test]
    fn the_desktop_entry_speaks_every_language_of_the_window() {
        let text = read(&root().join("assets/linux/corpus-atlas.desktop")).unwrap();
        let folders = std::fs::read_dir(root().join("assets/languages")).unwrap();
        let tags = folders.map(|folder| folder.unwrap().file_name().into_string().unwrap());
        // What stands there without a language is English.
        let tags: Vec<String> = tags.filter(|tag| tag != "en").collect();
        assert!(tags.len() > 2, "{tags:?}");
        for tag in tags {
            for key in ["GenericName", "Comment", "Keywords"] {
                let begins = format!("{key}[{tag}]=");
                let mut lines = text.lines();
                assert!(lines.any(|line| line.starts_with(&begins)), "{begins}");
            }
        }
    }

    #[test]
    fn the_icons_that_ship_are_as_large_as_they_say() {
        let folder = tempfile::tempdir().unwrap();
        for size in ICON_SIZES {
            let from = root().join(format!("assets/linux/corpus-atlas-{size}.png"));
            let place = folder
                .path()
                .join(format!("{size}x{size}/apps/corpus-atlas.png"));
            super::super::copy(&from, &place).unwrap();
        }
        icons(folder.path()).unwrap();
        let (small, large) = ("16x16/apps/corpus-atlas.png", "32x32/apps/corpus-atlas.png");
        std::fs::copy(folder.path().join(small), folder.path().join(large)).unwrap();
        assert!(
            icons(folder.path())
                .unwrap_err()
                .to_string()
                .contains("32 x 32")
        );
    }
}
