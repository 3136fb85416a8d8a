//! The program that changes a library, run to an end or killed.

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use super::order::Dice;

/// What a worker said until it ended.
#[derive(Debug, Default)]
pub struct Said {
    /// Whether the library was open.
    pub opened: bool,
    /// Changes that it said were stored.
    pub done: u64,
    /// The change that was under way.
    pub begun: Option<String>,
    /// What it said when it came to its own end.
    pub end: Option<String>,
    /// Why it ended by itself, in its own words.
    pub failed: String,
}

/// How long changes take, by their first word, so that a kill falls into them.
#[derive(Default)]
pub struct Paces(BTreeMap<String, Duration>);

impl Paces {
    fn of(&self, change: &str) -> Duration {
        let usual = Duration::from_millis(6);
        self.0.get(word(change)).copied().unwrap_or(usual)
    }

    fn learn(&mut self, change: &str, took: Duration) {
        let known = self.of(change);
        self.0
            .insert(word(change).to_owned(), (known * 3 + took) / 4);
    }
}

fn word(change: &str) -> &str {
    change.split(' ').next().unwrap_or(change)
}

/// A worker of a kind on a library.
#[derive(Clone)]
pub struct Work<'a> {
    pub library: &'a Path,
    pub kind: &'a str,
    pub seed: u64,
    pub files: &'a [PathBuf],
}

impl Work<'_> {
    fn start(&self, changes: Option<u64>) -> Child {
        let changes = changes.map_or("-".to_owned(), |changes| changes.to_string());
        Command::new(env!("CARGO_BIN_EXE_library-torture"))
            .arg(self.library)
            .arg(self.kind)
            .arg(self.seed.to_string())
            .arg(changes)
            .args(self.files)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the worker starts")
    }

    /// Lets it make so many changes, or as many as it will, undisturbed.
    pub fn run(&self, changes: Option<u64>) -> Said {
        let mut said = Said::default();
        let mut child = self.start(changes);
        let out = child.stdout.take().expect("its words");
        listen(out, &mut said, &mut |_, _| {});
        end(child, said)
    }

    /// Lets it make some changes, fewer than `most`, and kills it in the middle of the next one, or, now and then, at any moment at all.
    pub fn kill(&self, most: u64, dice: &mut Dice, paces: &mut Paces) -> Said {
        let (after, share, anywhere) = (dice.roll(most), dice.roll(1150), dice.roll(10) == 0);
        let mut said = Said::default();
        let mut child = self.start(None);
        let out = child.stdout.take().expect("its words");
        if anywhere {
            std::thread::sleep(Duration::from_micros(share * 40));
            child.kill().expect("killed");
        }
        let (mut begun, mut killed) = (Instant::now(), anywhere);
        listen(out, &mut said, &mut |said, line| {
            match (line.strip_prefix("doing "), &said.begun) {
                (Some(change), _) => {
                    begun = Instant::now();
                    if said.done == after && !killed {
                        std::thread::sleep(paces.of(change).mul_f64(share as f64 / 1000.0));
                        child.kill().expect("killed");
                        killed = true;
                    }
                }
                // What is read after the kill says nothing of how long it took.
                (None, Some(change)) if line == "did" && !killed => {
                    paces.learn(change, begun.elapsed());
                }
                _ => {}
            }
        });
        end(child, said)
    }
}

/// Reads what it says as it says it.
fn listen(out: ChildStdout, said: &mut Said, each: &mut dyn FnMut(&Said, &str)) {
    for line in BufReader::new(out).lines().map_while(Result::ok) {
        each(said, &line);
        match line.split_once(' ') {
            Some(("doing", change)) => said.begun = Some(change.to_owned()),
            Some(("end", words)) => said.end = Some(words.to_owned()),
            _ if line == "opened" => said.opened = true,
            _ if line == "did" => {
                said.done += 1;
                said.begun = None;
            }
            _ => panic!("the worker says {line}"),
        }
    }
}

fn end(mut child: Child, mut said: Said) -> Said {
    let mut errors = child.stderr.take().expect("its words");
    errors.read_to_string(&mut said.failed).expect("text");
    child.wait().expect("it has ended");
    said
}
