//! What the worker says of its changes.

use std::io::{self, Write as _};

use library::LibraryError;

/// Tells of each change before and after it, and ends the program after so many.
pub struct Told {
    left: Option<u64>,
}

impl Told {
    /// Ends after so many changes; without a number it goes on.
    pub fn new(most: Option<u64>) -> Self {
        Told { left: most }
    }

    /// Makes one change.
    pub fn change<T>(
        &mut self,
        what: &str,
        change: impl FnOnce() -> Result<T, LibraryError>,
    ) -> Result<T, LibraryError> {
        match &mut self.left {
            // Between two changes nothing is under way that an end could break off.
            Some(0) => std::process::exit(0),
            Some(left) => *left -= 1,
            None => {}
        }
        say(&format!("doing {what}"))?;
        let outcome = change()?;
        say("did")?;
        Ok(outcome)
    }
}

/// Says a line at once.
pub fn say(line: &str) -> Result<(), LibraryError> {
    let mut out = io::stdout().lock();
    let said = writeln!(out, "{line}").and_then(|()| out.flush());
    said.map_err(|error| LibraryError::Io {
        path: "standard output".into(),
        error,
    })
}
