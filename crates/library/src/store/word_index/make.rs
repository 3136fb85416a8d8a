//! Makes an index of words of what FTS5 has, while others read and write the library.
//!
//! The library is read in short turns: whoever wants to write meanwhile waits no longer than one takes. Between them it is looked at whether the words
//! are still those with which it began.

use std::io::Write;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::fault::Fault;
use super::file::{Document, Writer};
use super::postings::Packer;
use super::source::{self, Go, State};

/// How long the library is read before whoever wants to write may.
const TURN: Duration = Duration::from_millis(200);
/// A word whose documents take longer to be read is left out: questions with it are left to FTS5.
const LONGEST: Duration = Duration::from_millis(2500);
/// Documents that are read in one turn.
const TOGETHER: usize = 50_000;
/// Words of documents after which it is looked at the clock.
const STEP: u32 = 4096;
/// How long a question may keep the work waiting, and how often it is looked whether it is over.
const PATIENCE: Duration = Duration::from_secs(2);
const NAP: Duration = Duration::from_millis(2);
/// An index is begun when nothing was written for so long.
const QUIET: Duration = Duration::from_secs(2);
/// How long those that write are left alone.
const AFTER_WRITING: Duration = Duration::from_millis(300);

/// What others tell whoever makes an index.
#[derive(Default)]
pub struct Signals {
    /// It is to end.
    pub stop: AtomicBool,
    /// A question is being answered.
    pub asked: AtomicBool,
    /// How often somebody of this process has begun to write.
    pub changes: AtomicU64,
}

impl Signals {
    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Sleeps, but not when it is to end.
    pub fn sleep(&self, time: Duration) -> Result<(), Fault> {
        let began = Instant::now();
        while began.elapsed() < time {
            if self.stops() {
                return Err(Fault::Stopped);
            }
            std::thread::sleep(NAP.max(time / 20).min(Duration::from_millis(50)));
        }
        Ok(())
    }

    /// Waits while a question is being answered. Returns how long.
    fn give_way(&self) -> Duration {
        let began = Instant::now();
        while self.asked.load(Ordering::Relaxed) && began.elapsed() < PATIENCE && !self.stops() {
            std::thread::sleep(NAP);
        }
        began.elapsed()
    }
}

/// How the turns are taken; in tests shorter ones.
#[derive(Clone, Copy)]
pub struct Turns {
    /// How long the library is read before whoever wants to write may.
    pub turn: Duration,
    /// A word whose documents take longer to be read is left out.
    pub longest: Duration,
    /// Words of documents after which it is looked at the clock.
    pub step: u32,
    /// It is begun when nothing was written for so long.
    pub quiet: Duration,
}

impl Default for Turns {
    fn default() -> Self {
        Self {
            turn: TURN,
            longest: LONGEST,
            step: STEP,
            quiet: QUIET,
        }
    }
}

/// Writes the index of a library that this connection has open, which nobody else uses. Returns what it is of; [`Fault::Changed`] where words were
/// changed meanwhile.
pub fn make<W: Write>(
    connection: &Connection,
    mut to: Writer<W>,
    id: [u8; 16],
    signals: &Signals,
    turns: Turns,
) -> Result<(State, W), Fault> {
    let state = State::of(connection)?;
    let documents = all_documents(connection, &state, signals)?;
    let mut words = Words {
        to: &mut to,
        documents: &documents,
        packer: Packer::default(),
        word: Vec::new(),
        slot: 0,
        times: 0,
        left_out: false,
    };
    let mut from = Vec::new();
    loop {
        signals.give_way();
        if signals.stops() {
            return Err(Fault::Stopped);
        }
        let changes = signals.changes.load(Ordering::Relaxed);
        let ended = turn(connection, &state, &mut words, &from, (signals, turns))?;
        match ended {
            Ended::All => break,
            Ended::At(word) => from = word,
        }
        if signals.changes.load(Ordering::Relaxed) != changes {
            signals.sleep(AFTER_WRITING)?;
        }
    }
    Ok((state, to.finish(&documents, id)?))
}

/// All documents of a library, as long as its words stay what they are.
pub fn all_documents(
    connection: &Connection,
    state: &State,
    signals: &Signals,
) -> Result<Vec<Document>, Fault> {
    let mut documents: Vec<Document> = Vec::new();
    loop {
        if signals.stops() {
            return Err(Fault::Stopped);
        }
        let from = documents
            .last()
            .map_or(i64::MIN, |last| last.key.saturating_add(1));
        let reading = connection.unchecked_transaction()?;
        if State::of(&reading)? != *state {
            return Err(Fault::Changed);
        }
        let read = source::documents(&reading, from, TOGETHER)?;
        drop(reading);
        let more = read.len() == TOGETHER;
        documents.extend(read);
        if !more {
            return Ok(documents);
        }
    }
}

/// Where a turn ended.
enum Ended {
    All,
    /// Before this word.
    At(Vec<u8>),
}

/// Reads words from this one on, until the turn is over.
fn turn<W: Write>(
    connection: &Connection,
    state: &State,
    words: &mut Words<'_, W>,
    from: &[u8],
    (signals, turns): (&Signals, Turns),
) -> Result<Ended, Fault> {
    let reading = connection.unchecked_transaction()?;
    if State::of(&reading)? != *state {
        return Err(Fault::Changed);
    }
    let changes = signals.changes.load(Ordering::Relaxed);
    let began = Instant::now();
    let (mut word_began, mut steps, mut first) = (began, 0_u32, true);
    let mut ended = Ended::All;
    let mut failed = None;
    words.clear();
    source::said(&reading, from, |word, key, weight| {
        steps += 1;
        if word != words.word.as_slice() {
            if let Err(error) = words.end() {
                failed = Some(error);
                return Go::End;
            }
            word_began = Instant::now();
            let over = word_began - began > turns.turn
                || signals.stops()
                || signals.changes.load(Ordering::Relaxed) != changes;
            // Each turn takes a word further at least.
            if over && !first {
                ended = Ended::At(word.to_owned());
                return Go::End;
            }
            first = false;
            words.word = word.to_owned();
        } else if steps % turns.step == 0 {
            word_began += signals.give_way();
            if signals.stops() {
                failed = Some(Fault::Stopped);
                return Go::End;
            }
            if word_began.elapsed() > turns.longest {
                words.left_out = true;
            }
            if words.left_out || signals.changes.load(Ordering::Relaxed) != changes {
                ended = Ended::At(word.to_owned());
                return Go::End;
            }
        }
        match words.put(key, weight) {
            Ok(()) => Go::On,
            Err(error) => {
                failed = Some(error);
                Go::End
            }
        }
    })?;
    if let Some(failed) = failed {
        return Err(failed);
    }
    match &mut ended {
        Ended::All => words.end()?,
        // Behind this word none comes before the same with a byte more.
        Ended::At(word) if words.left_out => {
            words.leave_out()?;
            word.push(0);
        }
        // What was read of its documents is read again.
        Ended::At(_) => words.clear(),
    }
    Ok(ended)
}

/// The words while they are written.
struct Words<'a, W> {
    to: &'a mut Writer<W>,
    documents: &'a [Document],
    packer: Packer,
    word: Vec<u8>,
    /// The document that was last told to say it, and how often.
    slot: usize,
    times: u32,
    left_out: bool,
}

impl<W: Write> Words<'_, W> {
    /// A document says the word once more.
    fn put(&mut self, key: i64, weight: u32) -> Result<(), Fault> {
        if self
            .documents
            .get(self.slot)
            .is_none_or(|document| document.key != key)
        {
            self.end_document();
            self.slot = find(self.documents, self.slot, key).ok_or(Fault::Damaged(
                "a word is said by a document that is not there",
            ))?;
        }
        self.times += weight;
        Ok(())
    }

    fn end_document(&mut self) {
        if self.times > 0 {
            self.packer.put((self.slot as u32, self.times));
            self.times = 0;
        }
    }

    /// Ends the word.
    fn end(&mut self) -> Result<(), Fault> {
        self.end_document();
        if self.packer.packed().0 > 0 {
            self.to.put(&self.word, self.packer.packed())?;
        }
        self.clear();
        Ok(())
    }

    fn leave_out(&mut self) -> Result<(), Fault> {
        self.to.put(&self.word, (0, &[]))?;
        self.clear();
        Ok(())
    }

    fn clear(&mut self) {
        self.packer.clear();
        self.word.clear();
        (self.slot, self.times, self.left_out) = (0, 0, false);
    }
}

/// The place of a document that stands behind another one, by steps that double: words that many documents have have them side by side.
fn find(documents: &[Document], behind: usize, key: i64) -> Option<usize> {
    let (mut low, mut step) = (behind, 1);
    while documents
        .get(low + step)
        .is_some_and(|document| document.key <= key)
    {
        low += step;
        step *= 2;
    }
    let end = (low + step).min(documents.len());
    let found = documents
        .get(low..end)?
        .binary_search_by_key(&key, |document| document.key);
    found.ok().map(|n| low + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_are_found_behind_others() {
        let document = |key| Document {
            key,
            words: 1,
            sum: None,
        };
        let documents: Vec<Document> = (0..100).map(|n| document(3 * n)).collect();
        for behind in [0, 1, 7, 40, 99] {
            for n in behind..100 {
                assert_eq!(find(&documents, behind, 3 * n as i64), Some(n));
                assert_eq!(find(&documents, behind, 3 * n as i64 + 1), None);
            }
        }
        assert_eq!(find(&[], 0, 5), None);
    }
}
