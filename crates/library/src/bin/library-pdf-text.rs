//! The child process of the PDF reader by itself, so that this crate's tests go the way that the application goes.

use std::path::Path;
use std::process::ExitCode;

use library::pdf::{
    FIND_SUBCOMMAND, PAGE_SUBCOMMAND, child_main, find_child_main, page_child_main,
};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        [PAGE_SUBCOMMAND, page, width, file] => {
            let number = |words: &str| words.parse().unwrap_or(0);
            page_child_main(number(page), number(width), Path::new(file))
        }
        [FIND_SUBCOMMAND, letters, file] => find_child_main(letters, Path::new(file)),
        [.., file] => child_main(Path::new(file)),
        [] => ExitCode::FAILURE,
    }
}
