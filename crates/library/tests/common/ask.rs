//! Every way to ask a library, and documents of all kinds to ask for.

use anatomy::{Catalogue, StructureIndex};
use grounding::Grounding;
use library::{Document, Library, Marks, Query, StructureSpace};

use super::documents::full;

/// The catalogue with every structure a ball of 10 mm around the origin.
pub struct Ball;

impl StructureSpace for Ball {
    fn catalogue(&self) -> &Catalogue {
        Catalogue::builtin()
    }

    fn distance_mm(&self, _: StructureIndex, point: [f32; 3]) -> Option<f32> {
        Some((point.iter().map(|v| v * v).sum::<f32>().sqrt() - 10.0).max(0.0))
    }
}

/// Documents of all kinds, numbered from `first`.
pub fn documents(first: usize, count: usize) -> Vec<(Document, Grounding)> {
    let structures = ["liver", "spleen", "pancreas", "stomach"];
    (first..first + count)
        .map(|n| {
            let (mut document, mut place) = full();
            document.id = format!("d{n}");
            document.title = format!("On lobes, part {n}");
            document.year = (n % 3 > 0).then_some(1990 + n as i32 % 30);
            document.journal = (n % 2 > 0).then(|| format!("Journal {}", n % 5));
            (document.doi, document.pmid) = (None, Some((100 + n).to_string()));
            if n % 4 == 0 {
                document.marks = Marks {
                    tags: vec!["to read".into()],
                    stars: 3,
                    ..Marks::default()
                };
            }
            place.point_mm = [n as f32, -(n as f32), 7.5];
            place.structure = structures[n % 4].into();
            place.structures = [(n % 4, 0.9), ((n + 1) % 4, 0.25)]
                .map(|(at, p)| grounding::Evidence {
                    id: structures[at].into(),
                    p,
                })
                .to_vec();
            (document, place)
        })
        .collect()
}

pub fn index(id: &str) -> StructureIndex {
    Catalogue::builtin().index_of(id).expect("a structure")
}

/// Every way to ask, of a library.
pub fn answers(library: &Library) -> String {
    let texts = ["lobes", "part 7", "nothing of the kind", "large liver"];
    answers_with(library, &texts)
}

/// The same with these words.
pub fn answers_with(library: &Library, texts: &[&str]) -> String {
    let ask = |query: Query| {
        let answer = library.search(&query, &Ball).expect("readable");
        let hits = answer.hits.into_iter().map(|mut hit| {
            hit.key = 0; // each library has its own
            hit
        });
        format!("{:?} {}\n", hits.collect::<Vec<_>>(), answer.total)
    };
    let plain = Query {
        limit: 20,
        ..Query::default()
    };
    let mut all = String::new();
    for structure in ["liver", "spleen", "thymus"] {
        all += &ask(Query {
            structures: vec![index(structure)],
            ..plain.clone()
        });
    }
    for text in texts {
        all += &ask(Query {
            text: Some((*text).into()),
            ..plain.clone()
        });
    }
    all += &ask(Query {
        near: Some([5.0, -5.0, 7.0]),
        ..plain.clone()
    });
    let entries = library.entries().expect("readable").into_iter();
    let entries = entries.map(|mut entry| {
        entry.key = 0;
        entry
    });
    all += &format!("{:?}\n", entries.collect::<Vec<_>>());
    all += &format!("{:?}\n", library.tags().expect("readable"));
    let counted = Query {
        count: true,
        ..plain
    };
    let answer = library.search(&counted, &Ball).expect("readable");
    all + &format!("{:?}", answer.facets)
}
