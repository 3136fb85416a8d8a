//! What is printed for people: nothing in it that a terminal would obey, nothing said twice, and no complaint when nobody reads on.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};

use download::ServiceError;
use library::LibraryError;

/// A line on standard output; gives an error to be passed on, where `println!` panics when nobody reads.
macro_rules! say {
    ($($words:tt)*) => {
        $crate::cli::terminal::say_line(format_args!($($words)*))
    };
}

/// A line on standard error.
macro_rules! complain {
    ($($words:tt)*) => {
        $crate::cli::terminal::complain_line(format_args!($($words)*))
    };
}

pub(super) use {complain, say};

/// Whether a character turns the direction of what follows or stands beside it, so that a name can pose as another.
fn turns(letter: char) -> bool {
    matches!(letter, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{200E}' | '\u{200F}' | '\u{61C}')
}

/// A text from outside (a title, the name of a file) as it is safe to print: characters that a terminal would obey are replaced, those
/// that turn the direction of writing are left out. Line ends and tabs stay.
pub fn plain(text: &str) -> Cow<'_, str> {
    let obeyed = |c: char| c.is_control() && c != '\n' && c != '\t';
    if !text.contains(|c| obeyed(c) || turns(c)) {
        return Cow::Borrowed(text);
    }
    let kept = text.chars().filter(|c| !turns(*c));
    let plain = kept.map(|c| if obeyed(c) { '\u{FFFD}' } else { c });
    Cow::Owned(plain.collect())
}

/// [`plain`] on one line.
pub fn line(text: &str) -> String {
    plain(text).replace(['\n', '\t', '\u{2028}', '\u{2029}'], " ")
}

/// A line of JSON in which what a terminal would obey is written by its number: the texts in it stay what they are.
pub fn json(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for letter in line.chars() {
        if letter.is_control() || turns(letter) {
            // All of them are below 0x10000.
            out += &format!("\\u{:04x}", u32::from(letter));
        } else {
            out.push(letter);
        }
    }
    out
}

/// Writes text in its [`plain`] form.
pub struct Plain<W: Write>(pub W);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // What is formatted comes in whole characters.
        self.0
            .write_all(plain(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Standard output for people.
pub fn out() -> Plain<io::StdoutLock<'static>> {
    Plain(io::stdout().lock())
}

/// See [`say!`].
///
/// # Errors
/// When standard output cannot be written, be it that nobody reads on.
pub fn say_line(words: fmt::Arguments<'_>) -> io::Result<()> {
    writeln!(out(), "{words}")
}

/// See [`complain!`]; where there is no standard error, there is nobody to tell.
pub fn complain_line(words: fmt::Arguments<'_>) {
    let _ = writeln!(Plain(io::stderr().lock()), "{words}");
}

/// An error with its causes on one line, each said once: causes that the error itself names, and a file that its cause names, are not
/// said again. What a library or a service says has its causes in it, in words of its own.
pub fn words(error: &anyhow::Error) -> String {
    let mut causes: Vec<String> = Vec::new();
    for cause in error.chain() {
        causes.push(line(&cause.to_string()));
        if cause.is::<LibraryError>() || cause.is::<ServiceError>() {
            break;
        }
    }
    let mut said = causes.pop().unwrap_or_default();
    while let Some(outer) = causes.pop() {
        if outer.contains(&said) {
            said = outer;
        } else {
            said = joined(&outer, &said);
        }
    }
    said
}

/// Place and reason; the reason alone where it begins with the place.
pub fn joined(place: &str, reason: &str) -> String {
    let rest = reason.strip_prefix(place);
    if rest.is_some_and(|rest| rest.starts_with([':', ','])) {
        return reason.to_owned();
    }
    format!("{place}: {reason}")
}

/// A reader such as `head` that has seen enough is no failure.
pub fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let system = cause.downcast_ref::<io::Error>();
        let json = cause.downcast_ref::<serde_json::Error>();
        system.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
            || json.is_some_and(|error| error.io_error_kind() == Some(io::ErrorKind::BrokenPipe))
            // Some writers (of CSV) keep the system's words and not its number.
            || (cfg!(unix) && cause.to_string().ends_with("(os error 32)"))
    })
}

#[cfg(test)]
mod tests {
    use anyhow::Context as _;

    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_not_printed() {
        assert_eq!(
            plain("Leber und Milz — 肝臓\n\t"),
            "Leber und Milz — 肝臓\n\t"
        );
        assert_eq!(
            plain("\u{1b}]0;owned\u{7}\u{1b}[31mred\u{9b}2J"),
            "\u{FFFD}]0;owned\u{FFFD}\u{FFFD}[31mred\u{FFFD}2J"
        );
        assert_eq!(plain("report\u{202E}fdp.exe"), "reportfdp.exe");
        assert_eq!(plain("\u{2066}a\u{2069}\r"), "a\u{FFFD}");
        assert_eq!(line("a\nb\u{2028}c"), "a b c");
        assert_eq!(plain("a\u{200F}b\u{61C}"), "ab");
        let value = serde_json::json!({ "a": "\u{1b}[2J \u{9b}\u{202E}x" });
        let shown = json(&value.to_string());
        assert_eq!(plain(&shown), shown);
        assert_eq!(
            serde_json::from_str::<serde_json::Value>(&shown).unwrap(),
            value
        );
        let mut out = Plain(Vec::new());
        let (word, obeyed) = ("ü", "\u{1b}[2J");
        writeln!(out, "{word:>4} {obeyed}").unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "   ü \u{FFFD}[2J\n");
    }

    #[test]
    fn an_error_says_everything_once() {
        let system = || io::Error::from(io::ErrorKind::NotFound);
        let said = |error: anyhow::Error| words(&error);
        let library = library::LibraryError::Io {
            path: "a.atlas".into(),
            error: system(),
        };
        assert_eq!(
            said(anyhow::Error::from(library).context("a.atlas")),
            format!("a.atlas: {}", system())
        );
        let missing = library::LibraryError::NotFound("a.atlas".into());
        assert_eq!(
            said(anyhow::Error::from(missing).context("a.atlas")),
            "a.atlas: there is no such library"
        );
        assert_eq!(
            said(Err::<(), _>(system()).context("b\u{1b}.txt").unwrap_err()),
            format!("b\u{FFFD}.txt: {}", system())
        );
        assert_eq!(
            said(anyhow::anyhow!("what is in a.atlas2").context("a.atlas")),
            "a.atlas: what is in a.atlas2"
        );
        assert_eq!(
            joined("x.ris", "x.ris, line 3: no title"),
            "x.ris, line 3: no title"
        );
        let full = library::LibraryError::Interrupted {
            stored: 3,
            read: 12,
            total: None,
            error: Box::new(full_disk()),
        };
        assert_eq!(
            said(anyhow::Error::from(full).context("a.atlas")),
            "a.atlas: 3 are stored of 12 read so far; the disk is full: make room and do it again"
        );
        assert_eq!(
            joined("x.ris", "x.ris2: no title"),
            "x.ris: x.ris2: no title"
        );
    }

    /// What SQLite says of a file that must not grow: the same as of a full disk.
    fn full_disk() -> library::LibraryError {
        let connection = rusqlite::Connection::open_in_memory().unwrap();
        let grow = "CREATE TABLE t (a); PRAGMA max_page_count = 2; INSERT INTO t VALUES (zeroblob(100000));";
        connection.execute_batch(grow).unwrap_err().into()
    }

    #[test]
    fn a_pipe_that_is_closed_is_no_failure() {
        let pipe = || io::Error::from(io::ErrorKind::BrokenPipe);
        assert!(is_broken_pipe(&anyhow::Error::from(pipe()).context("out")));
        let export = library::LibraryError::Export(pipe());
        assert!(is_broken_pipe(&export.into()));
        let json = serde_json::to_writer(Closed, &[1]).unwrap_err();
        assert!(is_broken_pipe(&json.into()));
        assert!(!is_broken_pipe(&anyhow::anyhow!(
            "a broken pipe of the bile"
        )));
    }

    struct Closed;

    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
}
