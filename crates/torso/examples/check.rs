//! Checks an atlas pack: `cargo run -p torso --example check -- assets/atlas > docs/atlas/check.md`, or `table` or
//! `broken` as a second argument.

use std::path::PathBuf;
use std::process::ExitCode;

use anatomy::Atlas;

fn main() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let dir = PathBuf::from(args.next().ok_or("which pack?")?);
    let check = torso::check(&Atlas::open(&dir)?)?;
    match args.next().as_deref() {
        None | Some("markdown") => print!("{}", check.to_markdown()),
        Some("table") => print!("{}", check.to_table()),
        Some("broken") => {
            for i in check.broken() {
                println!(
                    "{}: {} = {:?}, must be {:?}..{:?} {} {}",
                    i.topic,
                    i.name,
                    i.measured,
                    i.limits.low,
                    i.limits.high,
                    i.limits.unit,
                    i.offenders.join(" ")
                );
            }
        }
        Some(other) => return Err(format!("{other:?} is no format").into()),
    }
    Ok(if check.passed() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
