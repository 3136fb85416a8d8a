//! What is kept of the documents of a batch, packed on another processor while those before them are written: a fifth of the time of storing.

use std::sync::mpsc::channel;
use std::thread;

use grounding::Grounding;

use super::documents::Kept;
use super::identity::Identity;
use super::packed;
use crate::Document;

/// Fewer documents are packed before a thread has begun.
const WORTH_A_THREAD: usize = 32;

/// A document as its columns hold it.
pub(super) struct Packed {
    pub identity: Identity,
    /// The grounding, or why it cannot be kept.
    pub grounding: Result<Vec<u8>, String>,
    pub embedding: Vec<u8>,
    /// The points of its sentences.
    pub points: Vec<u8>,
}

impl Packed {
    pub fn of(document: &Document, grounding: &Grounding) -> Self {
        let kept = Kept::of(&document.text, grounding);
        Self {
            identity: Identity::of(document),
            grounding: packed::pack(&kept).map_err(|error| error.to_string()),
            embedding: packed::pack_vector(&grounding.embedding),
            points: packed::pack_points(grounding.sentences.iter().map(|s| s.point_mm)),
        }
    }
}

/// Gives the documents of a batch in turn, packed, to what stores them, until it fails.
pub(super) fn each_packed<E>(
    batch: &[(Document, Grounding)],
    mut store: impl FnMut(usize, Packed) -> Result<(), E>,
) -> Result<(), E> {
    thread::scope(|scope| {
        let (give, packed) = channel();
        if batch.len() >= WORTH_A_THREAD {
            let pack = move || {
                for (document, placed) in batch {
                    // Until nobody asks any more.
                    if give.send(Packed::of(document, placed)).is_err() {
                        break;
                    }
                }
            };
            // Where there is no thread to be had, it is done here.
            let _ = thread::Builder::new().spawn_scoped(scope, pack);
        } else {
            drop(give);
        }
        for (index, (document, placed)) in batch.iter().enumerate() {
            let one = packed.recv();
            store(index, one.unwrap_or_else(|_| Packed::of(document, placed)))?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(count: usize) -> Vec<(Document, Grounding)> {
        let one = |n: usize| {
            let document = Document {
                id: format!("d{n}"),
                title: format!("Title {n}"),
                text: format!("Text {n}"),
                ..Document::default()
            };
            let grounding = Grounding {
                structure: format!("structure {n}"),
                embedding: vec![n as f32, 1.0],
                ..Grounding::default()
            };
            (document, grounding)
        };
        (0..count).map(one).collect()
    }

    #[test]
    fn every_document_is_packed_in_turn_as_it_is_alone() {
        for count in [0, 1, WORTH_A_THREAD - 1, WORTH_A_THREAD, 300] {
            let batch = batch(count);
            let mut next = 0;
            let done: Result<(), ()> = each_packed(&batch, |index, packed| {
                assert_eq!(index, next);
                next += 1;
                let alone = Packed::of(&batch[index].0, &batch[index].1);
                assert_eq!(packed.grounding, alone.grounding);
                assert_eq!(packed.embedding, alone.embedding);
                assert_eq!(packed.identity.title, alone.identity.title);
                Ok(())
            });
            assert_eq!((done, next), (Ok(()), count));
        }
    }

    #[test]
    fn where_one_cannot_be_stored_no_other_is_waited_for() {
        let batch = batch(300);
        let mut asked = 0;
        let done = each_packed(&batch, |index, _| {
            asked += 1;
            if index == 3 { Err("full") } else { Ok(()) }
        });
        assert_eq!((done, asked), (Err("full"), 4));
    }
}
