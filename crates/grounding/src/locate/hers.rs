//! Whether a text is about an organ that only the female body has.

use super::Locator;
use crate::engine::RowOutput;
use crate::female::HerReading;
use crate::passage::Passage;
use crate::types::OUTSIDE;
use crate::{Gazetteer, MentionKind};

/// A text whose words name organs that only the female body has, and no others, is about hers with this probability at least.
const NAMED_HERS: f32 = 0.8;

/// Unless the network says with more than this that it is about nothing ("the biopsy of her breast proved her wrong").
const NOWHERE: f32 = 0.8;

/// Words count as said from this weight on: what is only absent, past or a landmark weighs less.
const SAID: f32 = 0.2;

/// How far a text is about the organs that only the female body has: as the network says, or, where its words name none but hers, at least
/// four fifths (`NAMED_HERS`), unless it is sure that the text is about nothing (`NOWHERE`).
pub fn hers(locator: &Locator<'_>, row: &RowOutput, passages: &[Passage<'_>]) -> HerReading {
    let model = locator.model;
    let mut reading = HerReading::of(model.hers(), &row.about);
    let gazetteer = Gazetteer::builtin();
    let (mut hers, mut others) = (0.0, 0.0);
    for passage in passages {
        for (mention, meant) in passage.mentions_within() {
            let only = gazetteer.structures_of(mention.class).is_empty();
            match only && !gazetteer.female_structures_of(mention.class).is_empty() {
                true if mention.kind == MentionKind::Name => hers += meant,
                true => hers += 0.5 * meant,
                false => others += meant,
            }
        }
    }
    let nowhere = row.about.last().is_some_and(|p| *p > NOWHERE);
    if hers > SAID && others < hers && !nowhere {
        reading.raised(NAMED_HERS);
    }
    let length: usize = passages.iter().map(|p| p.bytes.1 - p.bytes.0).sum();
    if length > super::LONG_BYTES {
        agree(locator, row, &mut reading);
    }
    reading
}

/// Long texts are of the kind that the network learnt its classes from, hers among them: it must find more evidence for one of hers than for
/// any other, and where it does, and much, the text is hers.
fn agree(locator: &Locator<'_>, row: &RowOutput, reading: &mut HerReading) {
    let model = locator.model;
    let best = |hers: bool| {
        let classes = model
            .structures
            .iter()
            .zip(&model.in_her)
            .zip(&row.evidence);
        let these = classes.filter(|((home, her), _)| match hers {
            true => home.is_empty() && !her.is_empty(),
            false => !home.is_empty(),
        });
        these.map(|(_, p)| *p).fold(0.0, f32::max)
    };
    let (hers, others) = (best(true), best(false));
    if hers < OUTSIDE || hers < others {
        reading.lowered(OUTSIDE * 0.9);
    } else {
        reading.raised(hers);
    }
}
