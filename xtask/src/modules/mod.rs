//! `cargo xtask modules`: which file needs which, and whether that still makes layers.
//!
//! A file that two others both need and that needs them back cannot be read, tested or changed
//! without them. So no files of a crate may need each other in a circle; between the parts of the
//! window, where circles would be longest, arrows are counted as well.

mod layers;
mod resolve;
mod tree;
mod uses;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use petgraph::algo::tarjan_scc;
use petgraph::graph::DiGraph;

use crate::cargo::root;
use crate::outcome::Outcome;

/// The folder of the window, from the root of the repository.
const WINDOW: &str = "src/app/";

/// The module that the window must not use: the command line and the window are two shells around
/// the same crates, and one that reaches into the other carries it wherever it goes.
const COMMAND_LINE: &str = "cli";

/// So many arrows between the files and folders directly below [`WINDOW`], and no more. A part that
/// uses commands, state and one more is well placed, and there are some ten of them; beyond that the
/// parts are parts by name alone.
const MOST_ARROWS: usize = 30;

/// So many names are shown of those that tie one file to another.
const NAMES_SHOWN: usize = 6;

/// Shows circles and layers; fails where they break the rules.
pub fn modules() -> Result<ExitCode> {
    let findings = examine(root())?;
    print!("{}", findings.text);
    for broken in &findings.broken {
        println!("{broken}");
    }
    Ok(if findings.broken.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The same as a step of the continuous integration.
pub fn step() -> Result<Outcome> {
    let findings = examine(root())?;
    print!("{}", findings.text);
    Ok(if findings.broken.is_empty() {
        Outcome::Passed
    } else {
        Outcome::Failed(findings.broken.join("\n"))
    })
}

/// What is there, and what is wrong with it.
struct Findings {
    text: String,
    broken: Vec<String>,
}

/// Reads the workspace in a folder.
fn examine(root: &Path) -> Result<Findings> {
    let mut findings = Findings {
        text: String::new(),
        broken: Vec::new(),
    };
    for package in packages(root)? {
        let tree = tree::read(root, &package)?;
        let uses = uses::uses(&tree);
        report_circles(&tree, &uses, &mut findings)?;
        report_window(&tree, &uses, &mut findings)?;
    }
    Ok(findings)
}

/// The folders of the workspace's packages: the root, if it is one, and the members.
fn packages(root: &Path) -> Result<Vec<PathBuf>> {
    let manifest = root.join("Cargo.toml");
    let text = fs::read_to_string(&manifest)
        .with_context(|| format!("could not read {}", manifest.display()))?;
    let members = text
        .split_once("members = [")
        .and_then(|(_, rest)| rest.split_once(']'))
        .with_context(|| format!("{} lists no members", manifest.display()))?
        .0;
    let members = members.split('"').skip(1).step_by(2);
    let mut folders: Vec<PathBuf> = members.map(|member| root.join(member)).collect();
    if text.lines().any(|line| line == "[package]") {
        folders.insert(0, root.to_owned());
    }
    Ok(folders)
}

/// Shows each circle of files with what ties them.
fn report_circles(tree: &tree::Tree, uses: &uses::Uses, findings: &mut Findings) -> Result<()> {
    let counted = uses.arrows.keys().copied();
    let counted = counted.filter(|(from, to)| !gathers(&tree.files[*from], &tree.files[*to]));
    let circles = circles(tree.files.len(), counted);
    let (files, arrows) = (tree.files.len(), uses.arrows.len());
    writeln!(
        findings.text,
        "{}: {files} files, {arrows} arrows, circles: {}",
        tree.name,
        circles.len()
    )?;
    for circle in &circles {
        let names: Vec<&str> = circle.iter().map(|file| &*tree.files[*file]).collect();
        writeln!(findings.text, "  a circle of {}:", names.len())?;
        for ((from, to), ties) in &uses.arrows {
            if circle.contains(from) && circle.contains(to) {
                let (from, to) = (&tree.files[*from], &tree.files[*to]);
                writeln!(findings.text, "    {from} → {to}: {}", list(ties))?;
            }
        }
        findings.broken.push(format!(
            "These files need each other in a circle: {}",
            names.join(", ")
        ));
    }
    Ok(())
}

/// Whether a file is the head of the folder that another lies in: putting its own files together (a plugin of each panel, an arm of
/// a match for each subject) is what it is for, and no step up for them to take from it what they share.
fn gathers(head: &str, file: &str) -> bool {
    let folder = ["/mod.rs", "/lib.rs", "/main.rs"]
        .iter()
        .find_map(|name| head.strip_suffix(name))
        .or_else(|| head.strip_suffix(".rs"));
    folder.is_some_and(|folder| {
        file.strip_prefix(folder)
            .is_some_and(|below| below.starts_with('/'))
    })
}

/// The sets of files that need each other in circles.
fn circles(files: usize, arrows: impl Iterator<Item = (usize, usize)>) -> Vec<BTreeSet<usize>> {
    let mut graph = DiGraph::<(), ()>::new();
    let nodes: Vec<_> = (0..files).map(|_| graph.add_node(())).collect();
    for (from, to) in arrows {
        graph.add_edge(nodes[from], nodes[to], ());
    }
    let mut circles: Vec<BTreeSet<usize>> = tarjan_scc(&graph)
        .into_iter()
        .filter(|together| together.len() > 1)
        .map(|together| together.into_iter().map(|node| node.index()).collect())
        .collect();
    circles.sort();
    circles
}

/// Shows the layers of the window, where a package has one, and what it uses of the command line.
fn report_window(tree: &tree::Tree, uses: &uses::Uses, findings: &mut Findings) -> Result<()> {
    let part_of = |file: usize| {
        let rest = tree.files[file].strip_prefix(WINDOW)?;
        let part = rest.split('/').next().unwrap_or(rest);
        Some(part.strip_suffix(".rs").unwrap_or(part).to_owned())
    };
    for &(file, module) in &uses.named {
        let path = &tree.modules[module].path;
        if part_of(file).is_some() && path.first().is_some_and(|first| first == COMMAND_LINE) {
            findings.broken.push(format!(
                "{} uses crate::{}: what both need belongs outside of both",
                tree.files[file],
                path.join("::")
            ));
        }
    }

    let parts: BTreeSet<String> = (0..tree.files.len()).filter_map(part_of).collect();
    if parts.is_empty() {
        return Ok(());
    }
    let parts: Vec<String> = parts.into_iter().collect();
    let index = |file| {
        parts
            .iter()
            .position(|part| part_of(file).as_ref() == Some(part))
    };
    let mut ties: BTreeMap<(usize, usize), BTreeSet<String>> = BTreeMap::new();
    for ((from, to), names) in &uses.arrows {
        if let (Some(from), Some(to)) = (index(*from), index(*to))
            && from != to
        {
            let all = ties.entry((from, to)).or_default();
            all.extend(names.iter().cloned());
        }
    }
    let order = layers::order(parts.len(), &ties.keys().copied().collect());
    writeln!(
        findings.text,
        "{WINDOW}: {} parts, {} arrows between them (at most {MOST_ARROWS}), {} upwards{}",
        parts.len(),
        ties.len(),
        order.upwards.len(),
        if order.fewest { "" } else { " at most" }
    )?;
    for &part in &order.parts {
        let to = ties.keys().filter(|(from, _)| *from == part);
        let to: Vec<&str> = to.map(|(_, to)| &*parts[*to]).collect();
        writeln!(findings.text, "  {} → {}", parts[part], to.join(", "))?;
    }
    for arrow in &order.upwards {
        let (from, to) = (&parts[arrow.0], &parts[arrow.1]);
        let names = list(&ties[arrow]);
        writeln!(findings.text, "  upwards: {from} → {to}: {names}")?;
    }
    if ties.len() > MOST_ARROWS {
        findings.broken.push(format!(
            "There are {} arrows between the parts of {WINDOW}, more than {MOST_ARROWS}.",
            ties.len()
        ));
    }
    Ok(())
}

/// Some of the names, and how many more there are.
fn list(names: &BTreeSet<String>) -> String {
    let shown: Vec<&str> = names.iter().take(NAMES_SHOWN).map(String::as_str).collect();
    let more = match names.len().saturating_sub(NAMES_SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    shown.join(", ") + &more
}

#[cfg(test)]
mod tests;
