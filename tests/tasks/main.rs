//! Twelve things that people come to do, done in the real window with real keys, clicks and drops (the table of docs/compare.md).
//! `cargo xtask test` provides the display; without it these tests say that they are skipped.
#![cfg(target_os = "linux")]

mod around;
mod beside;
mod body;
mod body_by_keys;
mod by_keys;
mod crossing;
mod desk;
mod desktop;
mod docks;
#[path = "../support/eutils.rs"]
mod eutils;
mod filming;
mod finding;
mod keeping;
mod looks;
mod names;
mod other_program;
mod page;
mod papers;
mod pubmed;
mod pulling;
mod rows;
mod screen;
mod sets;
#[path = "../support/mod.rs"]
mod support;
mod variants;

use std::path::PathBuf;
use std::sync::MutexGuard;

use tempfile::TempDir;

/// The display for one test, a folder, and in it a library of papers; nothing where there is no display.
pub fn begin() -> Option<(MutexGuard<'static, ()>, TempDir, PathBuf)> {
    let display = support::display()?;
    let dir = tempfile::tempdir().unwrap();
    let library = papers::library(dir.path());
    Some((display, dir, library))
}

/// The same with the window open on that library, and a person at it. Of what is told the window is the last: it is closed before its folder goes.
pub fn sit_down() -> Option<(MutexGuard<'static, ()>, TempDir, desk::Desk)> {
    let (display, dir, library) = begin()?;
    let desk = desk::Desk::open(dir.path(), &[&library]);
    Some((display, dir, desk))
}
