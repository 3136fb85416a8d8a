//! What `bench library` asks of a point by likelihood, and of what is like a document.

use std::hint::black_box;
use std::time::Instant;

use anatomy::{Catalogue, StructureIndex};
use anyhow::ensure;
use library::{Library, Query, Spot, StructureSpace};

use super::bench_questions::{Bench, PAGE, QUESTIONS, at, ms, scanned};
use super::open_grounder;
use super::search::meaning;
use super::terminal::complain;

/// Questions that the model reads.
const READ: usize = 50;
/// Documents of the thesis' collection, and what a question takes there by its own words, ms: "0.33 seconds" to encode a text, "less than 0.13 seconds" to
/// retrieve.
const THESIS: (usize, f64) = (379_000, 330.0 + 130.0);

/// A body that has this structure everywhere.
struct At(Option<StructureIndex>);

impl StructureSpace for At {
    fn catalogue(&self) -> &Catalogue {
        Catalogue::builtin()
    }

    fn distance_mm(&self, _: StructureIndex, _: [f32; 3]) -> Option<f32> {
        None
    }

    fn structure_at(&self, _: [f32; 3]) -> Option<StructureIndex> {
        self.0
    }
}

impl Bench<'_> {
    /// What the window asks for at a point: the first page by how likely a document is about it.
    pub fn about(&mut self, library: &Library, spots: &[Spot]) -> anyhow::Result<()> {
        let (mut ours, mut scan) = (Vec::new(), Vec::new());
        for _ in 0..QUESTIONS {
            let spot = &spots[self.chance.below(spots.len())];
            let query = Query {
                near: Some(spot.point_mm),
                count: true,
                limit: PAGE,
                ..Query::default()
            };
            let space = At(Catalogue::builtin().index_of(&spot.structure));
            let began = Instant::now();
            let found = library.search(&query, &space)?;
            ours.push(ms(began));
            ensure!(
                found.hits.len() == PAGE.min(spots.len()),
                "documents are missing"
            );
            let began = Instant::now();
            black_box(scanned(spots, spot.point_mm).count());
            scan.push(ms(began));
        }
        let what = [
            "about a point, first page, all counted, median",
            "the same, of 100 the slowest",
        ];
        let rival = "linear scan in memory, distance alone";
        self.times(what, &mut ours, &mut scan, rival);
        Ok(())
    }

    /// What is like a document, as the window lists it, against one look at every vector.
    pub fn alike(&mut self, library: &Library, spots: &[Spot]) -> anyhow::Result<()> {
        let vectors = library.embeddings()?;
        let (mut ours, mut scan) = (Vec::new(), Vec::new());
        for _ in 0..QUESTIONS / 4 {
            let key = spots[self.chance.below(spots.len())].key;
            let Some(like) = library.like(key)? else {
                continue;
            };
            let Some(asked) = like.meaning.clone() else {
                continue;
            };
            let query = Query {
                like: Some(like),
                limit: 2 * PAGE,
                ..Query::default()
            };
            let began = Instant::now();
            black_box(library.search(&query, Catalogue::builtin())?);
            ours.push(ms(began));
            let began = Instant::now();
            let products = vectors.iter().map(|(_, vector)| {
                let both = vector.iter().zip(&asked.vector);
                both.map(|(a, b)| a * b).sum::<f32>()
            });
            black_box(products.fold(f32::MIN, f32::max));
            scan.push(ms(began));
        }
        let what = [
            "like a document, first hundred, median",
            "the same, of 100 the slowest",
        ];
        let rival = "one linear scan of all vectors";
        self.times(what, &mut ours, &mut scan, rival);
        Ok(())
    }

    /// The first page of a question, from its letters on: the model reads it, words, meaning and a place rank, and the rows are read. Titles ask, at the
    /// places of their documents.
    pub fn first_page(&mut self, library: &Library, spots: &[Spot]) -> anyhow::Result<()> {
        let grounder = match open_grounder() {
            Ok((_, grounder)) => grounder,
            Err(error) => {
                complain!("no first page of a question is measured: {error:#}");
                return Ok(());
            }
        };
        let (mut ours, mut reading) = (Vec::new(), Vec::new());
        for n in 0..=READ {
            let spot = &spots[self.chance.below(spots.len())];
            let Some(stored) = library.get_by_key(spot.key)? else {
                continue;
            };
            let space = At(Catalogue::builtin().index_of(&spot.structure));
            let title = stored.document.title;
            let began = Instant::now();
            let meaning = meaning(&grounder, &title)?;
            let read = ms(began);
            if meaning.model != stored.grounding.model {
                complain!(
                    "no first page of a question is measured: the documents were placed by another model"
                );
                return Ok(());
            }
            let query = Query {
                text: Some(title),
                any_word: true,
                meaning: Some(meaning),
                near: Some(spot.point_mm),
                limit: PAGE,
                ..Query::default()
            };
            black_box(library.search(&query, &space)?);
            // The first one reads what is kept in memory from then on.
            if n > 0 {
                ours.push(ms(began));
                reading.push(read);
            }
        }
        if ours.is_empty() {
            return Ok(());
        }
        for (what, share) in [
            ("first page of a question and a point, read, median", 0.5),
            ("the same, one in twenty is slower", 0.95),
        ] {
            let times = (at(&mut ours, share), at(&mut reading, share));
            self.row(what, times, "reading the question alone", "ms");
        }
        if self.documents == THESIS.0 {
            let times = (at(&mut ours, 0.5), THESIS.1);
            let rival = "the thesis at 379,000, quoted: 0.33 s + 0.13 s";
            self.row("the same as the first, median", times, rival, "ms");
        }
        Ok(())
    }
}
