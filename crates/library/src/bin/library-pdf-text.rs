//! The child process of the PDF reader by itself, so that this crate's tests go the way that the application goes.

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match std::env::args_os().next_back().map(PathBuf::from) {
        Some(file) => library::pdf::child_main(&file),
        None => ExitCode::FAILURE,
    }
}
