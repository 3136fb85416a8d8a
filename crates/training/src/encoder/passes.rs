//! What the encoder reads, pass by pass, in one file: for training with another program on another machine (`docs/experiments/tune.py`).

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;
use grounding::WordPiece;

use super::batch::Read;
use super::example::{Example, is_within, nowhere};
use super::examples::Examples;
use super::tune::{Settings, draw, pass};

/// No tag is known of a token.
const UNKNOWN: u8 = 255;

/// Writes the passes of a run (gzip, little-endian): the number of sets; each set as the number of its texts and the texts. The first three
/// sets are those by which models are chosen: the develop texts, those of the female body, and the tagged texts that are kept back; then the passes.
/// A text is: the number of tokens (u16), their ids (u16) and tags (u8, 255: not known); how many answers are right (u16) and which (u16); how many
/// are excluded and which, likewise; whether its mean vector is kept (u8); how many classes it has (u8) and which (u8).
///
/// # Errors
/// When the tokenizer cannot be read or the file not be written.
pub fn passes(
    examples: &Examples,
    tokenizer: &Path,
    settings: &Settings,
    output: &Path,
) -> Result<()> {
    let tokenizer = WordPiece::open(tokenizer, settings.tokens)?;
    let place = || format!("{} cannot be written", output.display());
    let made = File::create(output).with_context(place)?;
    let mut file = BufWriter::new(GzEncoder::new(made, Compression::best()));
    number(&mut file, 3 + settings.epochs)?;
    for set in [
        &examples.develop,
        &examples.develop_hers,
        &examples.tagged_apart,
    ] {
        let set: Vec<Example> = set.iter().map(with_parts).collect();
        let reads = set.iter().map(|e| Read::new(e, &tokenizer, false));
        write(&mut file, &reads.collect::<Result<Vec<_>>>()?)?;
    }
    for epoch in 0..settings.epochs {
        let written = pass(examples, settings, epoch);
        write(
            &mut file,
            &draw(examples, &written, settings, epoch, &tokenizer)?,
        )?;
    }
    let packed = file.into_inner().map_err(|e| e.into_error());
    let packed = packed.and_then(GzEncoder::finish).with_context(place)?;
    packed.sync_all().with_context(place)
}

/// The example with every part of its answers: which is as right when a model is chosen.
fn with_parts(example: &Example) -> Example {
    let parts = |answers: &[usize]| -> Vec<usize> {
        let within = (0..=nowhere()).filter(|n| is_within(answers, *n));
        within.collect()
    };
    Example {
        accepted: parts(&example.accepted),
        excluded: parts(&example.excluded),
        ..example.clone()
    }
}

pub(super) fn number(file: &mut impl Write, number: usize) -> Result<()> {
    Ok(file.write_all(&u32::try_from(number)?.to_le_bytes())?)
}

pub(super) fn short(file: &mut impl Write, number: usize) -> Result<()> {
    Ok(file.write_all(&u16::try_from(number)?.to_le_bytes())?)
}

fn write(file: &mut impl Write, texts: &[Read<'_>]) -> Result<()> {
    number(file, texts.len())?;
    for text in texts {
        short(file, text.ids.len())?;
        for id in &text.ids {
            short(file, *id as usize)?;
        }
        let tags = text.tags.iter().map(|tag| match tag {
            Some(tag) => u8::try_from(*tag).unwrap_or(UNKNOWN),
            None => UNKNOWN,
        });
        file.write_all(&tags.collect::<Vec<u8>>())?;
        for answers in [&text.example.accepted, &text.example.excluded] {
            short(file, answers.len())?;
            for answer in answers {
                short(file, *answer)?;
            }
        }
        let classes = &text.example.classes;
        ensure!(
            classes.iter().all(|class| *class < 255),
            "too many classes for a byte"
        );
        let classes = classes.iter().map(|class| *class as u8);
        let classes: Vec<u8> = classes.collect();
        file.write_all(&[u8::from(text.anchored), u8::try_from(classes.len())?])?;
        file.write_all(&classes)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use anatomy::Catalogue;
    use flate2::read::GzDecoder;

    use super::*;
    use crate::encoder::Span;

    #[test]
    fn passes_hold_what_a_text_says_and_develop_texts_the_parts_of_their_answers() {
        let dir = tempfile::tempdir().unwrap();
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let row = |id: &str| Catalogue::builtin().index_of(id).unwrap().usize();
        let example = Example {
            text: "No stone in the kidney".to_owned(),
            spans: Some(vec![Span {
                bytes: 3..8,
                tag: grounding::Tag::Excluded,
            }]),
            accepted: vec![row("kidney")],
            ..Example::default()
        };
        let examples = Examples {
            reading: vec![example.clone()],
            develop: vec![example],
            ..Examples::default()
        };
        let file = dir.path().join("passes.gz");
        let settings = Settings {
            epochs: 2,
            ..Settings::default()
        };
        let tokenizer = root.join("models/cga-2/tokenizer.json");
        passes(&examples, &tokenizer, &settings, &file).unwrap();
        let mut bytes = Vec::new();
        let packed = File::open(&file).unwrap();
        GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
        let word = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
        assert_eq!(
            (bytes[0], bytes[4]),
            (5, 1),
            "five sets, the first of one text"
        );
        // [CLS] no stone in the kidney [SEP]
        assert_eq!(word(8), 7);
        let tags = &bytes[10 + 14..10 + 21];
        let [excluded, nothing] = [
            grounding::Tag::Excluded as u8,
            grounding::Tag::ALL.len() as u8,
        ];
        assert_eq!(
            tags,
            [
                UNKNOWN, nothing, excluded, nothing, nothing, nothing, UNKNOWN
            ]
        );
        // The pair, both halves and what else is part of them.
        assert!(word(31) >= 3, "{}", word(31));
        // In a pass the pair alone.
        let passes = &bytes[bytes.len() - 31..];
        assert_eq!(passes[..2], [7, 0]);
        let kidney = u16::try_from(row("kidney")).unwrap().to_le_bytes();
        assert_eq!(passes[23..27], [1, 0, kidney[0], kidney[1]]);
    }
}
