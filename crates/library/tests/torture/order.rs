//! How many rounds of which kind, their seeds, and what came of them.

use std::path::PathBuf;

use super::common::mounts::is_inside;

/// Kills in every test run.
const KILLS: u64 = 50;
const SEED: u64 = 20_261_124;

/// Numbers that are the same for the same seed.
pub struct Dice(u64);

impl Dice {
    pub fn of(seed: u64) -> Dice {
        Dice(seed)
    }

    pub fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }
}

/// Says a line, on the stream that reaches whoever started the test.
pub fn say(line: &str) {
    match is_inside() {
        true => eprintln!("{line}"),
        false => println!("{line}"),
    }
}

/// What came of the rounds of one kind.
pub struct Tally {
    kind: &'static str,
    seed: u64,
    pub dice: Dice,
    /// Rounds that are to be gone.
    pub rounds: u64,
    /// Rounds that have been gone.
    gone: u64,
    /// Rounds that hit a change under way.
    pub within: u64,
    /// Of these, the ones that left something half written.
    pub half: u64,
    /// Changes that were stored before.
    pub stored: u64,
    losses: Vec<String>,
}

impl Tally {
    /// For a kind that takes so many of a hundred kills, and `least` rounds at least.
    pub fn of(kind: &'static str, share: u64, least: u64) -> Tally {
        let order = std::env::var("CORPUS_ATLAS_TORTURE").unwrap_or_default();
        let mut parts = order.split(',').map(|part| part.trim().parse().ok());
        let kills: u64 = parts.next().flatten().unwrap_or(KILLS);
        let seed: u64 = parts.next().flatten().unwrap_or(SEED);
        let own = kind.bytes().fold(seed, |seed, letter| {
            seed.wrapping_mul(31) + u64::from(letter)
        });
        Tally {
            kind,
            seed,
            dice: Dice::of(own),
            rounds: (kills * share).div_ceil(100).max(least),
            gone: 0,
            within: 0,
            half: 0,
            stored: 0,
            losses: Vec::new(),
        }
    }

    /// Whether there is another round to go.
    pub fn goes_on(&self) -> bool {
        self.gone < self.rounds
    }

    /// Notes how a round ended. The files of a loss are kept, to be looked at.
    pub fn note(&mut self, outcome: Result<(), String>, folder: &mut tempfile::TempDir) -> bool {
        self.gone += 1;
        let Err(what) = outcome else { return true };
        folder.disable_cleanup(true);
        let kept: PathBuf = folder.path().to_owned();
        self.losses.push(format!(
            "{}, round {} of seed {}: {what} ({} is kept)",
            self.kind,
            self.gone,
            self.seed,
            kept.display()
        ));
        false
    }

    /// Says what came of it.
    ///
    /// # Panics
    /// If anything was lost.
    pub fn end(self) {
        let Tally {
            kind,
            gone,
            within,
            half,
            stored,
            losses,
            ..
        } = self;
        say(&format!(
            "torture: {kind}; {gone}; {within}; {half}; {stored}; {}",
            losses.len()
        ));
        assert!(losses.is_empty(), "{}", losses.join("\n"));
    }
}
