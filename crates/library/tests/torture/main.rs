//! A program that changes a library is killed, again and again, most of all in the middle of a change: what it said was stored is there,
//! what it had begun is there as a whole or not at all, row by row as in a library that nobody disturbed, and the file is sound. And the
//! same library on a disk that is full or protected, locked by another program, damaged, or written by a version to come.
//!
//! `CORPUS_ATLAS_TORTURE=KILLS[,SEED]` makes it longer. Each kind says in a line that begins with `torture:` what came of it, which
//! `cargo xtask torture` makes a table of.

#[path = "../common/mod.rs"]
mod common;
mod dump;
mod files;
mod flips;
mod imports;
mod journals;
mod kills;
mod locks;
mod migrations;
mod newer;
mod order;
mod small_disks;
mod worker;
