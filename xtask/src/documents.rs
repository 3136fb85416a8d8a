//! `cargo xtask docs`: the parts of the documents that are written from their sources.
//!
//! A section stands between two lines, `<!-- generated: NAME -->` and `<!-- end -->`; everything
//! between them is replaced. So a figure or a table is written down in one place only, and
//! `--check` tells when a document no longer says what that place says.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Output};

use anyhow::{Context, Result, bail};

use crate::cargo::root;
use crate::help::HELP;
use crate::machine::Purpose;
use crate::{install, run, steps};

/// Where the model's figures stand.
const MODEL_CARD: &str = "models/cga-2/MODEL_CARD.md";

/// Rewrites the documents, or says which ones ought to be.
pub fn documents(check: bool) -> Result<ExitCode> {
    let stale = rewrite(root(), check)?;
    for name in &stale {
        println!(
            "{name} {}",
            if check { "is stale" } else { "is written anew" }
        );
    }
    Ok(if check && !stale.is_empty() {
        println!("Run `cargo xtask docs`.");
        ExitCode::FAILURE
    } else {
        ExitCode::SUCCESS
    })
}

/// Fails when a document is stale.
pub fn check() -> Result<()> {
    let stale = rewrite(root(), true)?;
    if !stale.is_empty() {
        bail!("{} stale; run `cargo xtask docs`", stale.join(", "));
    }
    Ok(())
}

/// Goes through the documents in a folder; returns those that change, and writes them unless only
/// asked to check.
fn rewrite(root: &Path, check: bool) -> Result<Vec<String>> {
    let mut changed = Vec::new();
    for file in pages(root)? {
        let name = file.strip_prefix(root).unwrap_or(&file);
        let name = name.display().to_string();
        let old = fs::read_to_string(&file).with_context(|| format!("could not read {name}"))?;
        let new = fill(&old, &mut |section| content(root, section))
            .with_context(|| format!("in {name}"))?;
        if new != old {
            if !check {
                fs::write(&file, new).with_context(|| format!("could not write {name}"))?;
            }
            changed.push(name);
        }
    }
    Ok(changed)
}

/// The documents that may have such sections: those at the root, and all below `docs`.
fn pages(root: &Path) -> Result<Vec<PathBuf>> {
    let mut pages = Vec::new();
    let mut folders = vec![root.join("docs")];
    let is_page = |path: &Path| path.extension().is_some_and(|extension| extension == "md");
    for path in entries(root)? {
        if path.is_file() && is_page(&path) {
            pages.push(path);
        }
    }
    while let Some(folder) = folders.pop() {
        for path in entries(&folder)? {
            if path.is_dir() {
                folders.push(path);
            } else if is_page(&path) {
                pages.push(path);
            }
        }
    }
    pages.sort();
    Ok(pages)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        fs::read_dir(folder)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    };
    read().with_context(|| format!("could not read the folder {}", folder.display()))
}

/// Puts new content into every section of a page; a section without any keeps what it has.
fn fill(page: &str, content: &mut dyn FnMut(&str) -> Result<Option<String>>) -> Result<String> {
    let mut text = String::new();
    let mut lines = page.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        text += line;
        text.push('\n');
        let Some(section) = section_of(line) else {
            if line.trim() == END {
                bail!("line {}: nothing generated begins before this end", at + 1);
            }
            continue;
        };
        let mut old = String::new();
        loop {
            match lines.next() {
                Some((_, line)) if line.trim() == END => break,
                Some((within, line)) if section_of(line).is_some() => bail!(
                    "line {}: the section `{section}` of line {} has not ended",
                    within + 1,
                    at + 1
                ),
                Some((_, line)) => {
                    old += line;
                    old.push('\n');
                }
                None => bail!("line {}: the section `{section}` never ends", at + 1),
            }
        }
        match content(section).with_context(|| format!("line {}", at + 1))? {
            // A line apart, so that a table after it is read as one.
            Some(new) => text += &format!("\n{}\n\n", new.trim()),
            None => text += &old,
        }
        text += END;
        text.push('\n');
    }
    Ok(text)
}

/// The line after a generated section.
const END: &str = "<!-- end -->";

/// The name of the section that begins with a line.
fn section_of(line: &str) -> Option<&str> {
    line.trim()
        .strip_prefix("<!-- generated: ")?
        .strip_suffix(" -->")
}

/// What belongs into a section; nothing when that cannot be told now.
fn content(root: &Path, section: &str) -> Result<Option<String>> {
    match section {
        "model" => {
            let card = fs::read_to_string(root.join(MODEL_CARD))
                .with_context(|| format!("could not read {MODEL_CARD}"))?;
            let sentence = model(&card).with_context(|| format!("in {MODEL_CARD}"))?;
            Ok(Some(sentence))
        }
        "tasks" => Ok(Some(format!("```\n{HELP}\n```"))),
        "ci-steps" => Ok(Some(steps::in_markdown())),
        "build-time" => Ok(Some(format!("{}.", run::FIRST_BUILD))),
        "keys" => keys().map(Some),
        other => bail!("there is no section `{other}`"),
    }
}

/// How well the model places texts, from the table of its card.
fn model(card: &str) -> Result<String> {
    let row = |name: &str| {
        let cells = card.lines().find_map(|line| {
            let rest = line.strip_prefix("| ")?.strip_prefix(name)?;
            let cells: Vec<&str> = rest
                .strip_prefix(" | ")?
                .split('|')
                .map(str::trim)
                .collect();
            (cells.len() > 3).then_some(cells)
        });
        cells.with_context(|| format!("there is no row `{name}`"))
    };
    let model = row("**cga-2**, classes of the headings")?;
    let rule = row("organ named most often")?;
    let [texts, ior, nvd, ..] = model[..] else {
        bail!("the model's row is too short");
    };
    let (of_rule, _) = rule[1].split_once(' ').unwrap_or((rule[1], ""));
    Ok(format!(
        "On {} PubMed abstracts with MeSH headings that it was neither trained on nor chosen by, \
         {ior} % land in a right organ or within 10 mm of it, {nvd} cm from it on average; the rule \
         “the organ named most often” reaches {of_rule} %.",
        with_comma(texts)?
    ))
}

/// A count with a comma between thousands.
fn with_comma(digits: &str) -> Result<String> {
    let count: u32 = digits
        .parse()
        .with_context(|| format!("`{digits}` is no count"))?;
    Ok(match count {
        0..1000 => count.to_string(),
        _ => format!("{},{:03}", count / 1000, count % 1000),
    })
}

/// The table of keys, as the program itself prints it. It is built first: one that was built before may have had other keys.
fn keys() -> Result<String> {
    install::provide(Purpose::Terminal)?;
    run::build()?;
    let words = ["keys", "--format", "markdown"].map(OsString::from);
    let output = run::program(&words)
        .output()
        .context("could not start cargo")?;
    table_of(output)
}

/// The table that the program has printed.
fn table_of(output: Output) -> Result<String> {
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        bail!("`corpus-atlas keys` failed: {}", errors.trim());
    }
    let table = String::from_utf8(output.stdout).context("the table of keys is no text")?;
    if table.trim().is_empty() {
        bail!("`corpus-atlas keys` printed nothing");
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    #[test]
    fn a_section_is_replaced_and_the_rest_is_left_alone() {
        let page = "# A page\n\nSay `<!-- generated: x -->` here.\n<!-- generated: x -->\nold\n<!-- end -->\nafter\n";
        let mut new = |name: &str| Ok(Some(format!("| {name} |\n")));
        let filled = fill(page, &mut new).unwrap();
        assert_eq!(
            filled,
            "# A page\n\nSay `<!-- generated: x -->` here.\n<!-- generated: x -->\n\n| x |\n\n<!-- end -->\nafter\n"
        );
        assert_eq!(fill(&filled, &mut new).unwrap(), filled);
        assert_eq!(fill(page, &mut |_| Ok(None)).unwrap(), page);
    }

    #[test]
    fn sections_that_do_not_end_or_begin_are_named_with_their_line() {
        let error = |page: &str| {
            let error = fill(page, &mut |_| Ok(Some("new".into()))).unwrap_err();
            error.to_string()
        };
        assert_eq!(
            error("\n<!-- generated: a -->\n"),
            "line 2: the section `a` never ends"
        );
        assert_eq!(
            error("<!-- generated: a -->\n<!-- generated: b -->\n<!-- end -->\n"),
            "line 2: the section `a` of line 1 has not ended"
        );
        assert_eq!(
            error("text\n<!-- end -->\n"),
            "line 2: nothing generated begins before this end"
        );
    }

    #[test]
    fn the_models_sentence_has_the_figures_of_its_card() {
        let card = "\
| | texts | IOR % | NVD cm | NVD-O cm |
|---|---|---|---|---|
| **cga-2**, classes of the headings | 2345 | 91.2 ± 0.6 | 0.45 ± 0.08 | 8.2 ± 1.2 |
| organ named most often | 2345 | 65.4 ± 1.4 | 2.38 ± 0.16 | 8.0 ± 0.4 |
";
        let sentence = model(card).unwrap();
        for part in ["On 2,345 ", "91.2 ± 0.6 %", "0.45 ± 0.08 cm", "65.4 %."] {
            assert!(sentence.contains(part), "{sentence}");
        }
        let error = model(&card.replace("organ named", "word named")).unwrap_err();
        assert!(error.to_string().contains("organ named most often"));
    }

    #[test]
    fn a_stale_page_is_found_and_written() {
        let folder = tempfile::tempdir().unwrap();
        let page = folder.path().join("docs/deep/page.md");
        fs::create_dir_all(page.parent().unwrap()).unwrap();
        fs::write(&page, "<!-- generated: tasks -->\nold\n<!-- end -->\n").unwrap();
        fs::write(folder.path().join("README.md"), "nothing generated\n").unwrap();
        let name = Path::new("docs/deep/page.md").display().to_string();
        assert_eq!(rewrite(folder.path(), true).unwrap(), [&*name]);
        assert!(fs::read_to_string(&page).unwrap().contains("old"));
        assert_eq!(rewrite(folder.path(), false).unwrap(), [&*name]);
        assert!(fs::read_to_string(&page).unwrap().contains(HELP));
        assert_eq!(rewrite(folder.path(), true).unwrap(), [""; 0]);

        fs::write(&page, "<!-- generated: fate -->\n<!-- end -->\n").unwrap();
        let error = format!("{:#}", rewrite(folder.path(), true).unwrap_err());
        assert!(
            error.contains("page.md") && error.contains("`fate`"),
            "{error}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn keys_come_from_the_program_or_not_at_all() {
        let answer = |script: &str| {
            let output = Command::new("sh").args(["-c", script]).output();
            table_of(output.unwrap())
        };
        let table = answer("echo '| Esc | clear |'").unwrap();
        assert_eq!(table, "| Esc | clear |\n");
        for status in [1, 2] {
            let error = answer(&format!("echo why >&2; exit {status}")).unwrap_err();
            assert!(error.to_string().contains("why"), "{error}");
        }
        assert!(answer("exit 0").is_err());
    }

    /// The figures of the card are typed by hand from what `training evaluate` measured.
    #[test]
    fn the_card_says_what_was_measured() {
        let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
        let measured: serde_json::Value =
            serde_json::from_str(&read("docs/experiments/cga-2.json")).unwrap();
        let card = read(MODEL_CARD);
        let given = &measured["given"];
        for (row, figures) in [
            ("**cga-2**, classes of the headings", given),
            (
                "cga-2, texts about exactly one organ",
                &measured["given_one_organ"],
            ),
            (
                "cga-2, sources trained on",
                &measured["given_training_sources"],
            ),
            ("cga-2, other sources", &measured["given_other_sources"]),
            (
                "organ named most often",
                &given["baselines"]["most_mentioned"],
            ),
        ] {
            let figure = |name: &str, digits: usize| {
                let value = |name: &str| figures[name].as_f64().unwrap();
                format!(
                    "{:.digits$} ± {:.digits$}",
                    value(name),
                    value(&format!("{name}_se"))
                )
            };
            let line = format!(
                "| {row} | {} | {} | {} | {} |",
                figures["n"],
                figure("ior", 1),
                figure("nvd_cm", 2),
                figure("nvd_o_cm", 1)
            );
            assert!(card.lines().any(|known| known == line), "not there: {line}");
        }
    }

    /// The diagram of short texts, and the row above it that it belongs to.
    #[test]
    fn the_card_says_how_reliable_its_probabilities_are() {
        let read = |name: &str| fs::read_to_string(root().join(name)).unwrap();
        let measured: serde_json::Value =
            serde_json::from_str(&read("docs/experiments/reading-cga-2.json")).unwrap();
        let card = read(MODEL_CARD);
        let bins = measured["reliability"].as_array().unwrap();
        assert!(!bins.is_empty());
        for bin in bins {
            let share = |name: &str| bin[name].as_f64().unwrap();
            let line = format!(
                "| {:.1} | {} | {:.1} |",
                share("shown"),
                bin["n"],
                share("right")
            );
            assert!(card.lines().any(|known| known == line), "not there: {line}");
        }
        let all = &measured["all"];
        let share = |name: &str| all[name].as_f64().unwrap();
        let texts = with_comma(&all["n"].to_string()).unwrap();
        let begins = format!("| `cga-2`, test half ({texts} texts");
        let right = format!("| {:.1} |", share("right"));
        let ends = format!(
            "| {:.1} | {:.1} | {:.1} | {:.1} |",
            share("excluded_wins"),
            share("refused"),
            share("side_kept"),
            share("calibration_error")
        );
        let says = |line: &str| {
            line.starts_with(&begins) && line.contains(&right) && line.ends_with(&ends)
        };
        assert!(card.lines().any(says), "not there: {begins} {right} {ends}");
    }
}
