//! What must hold for any input: readers never panic, the index agrees with a linear scan, no typed text is a syntax error.

mod common;

use common::{feed, gzip};
use grounding::Grounding;
use library::{Document, Library, Query, SpatialIndex};
use proptest::collection::vec;
use proptest::prelude::*;

/// Text that looks like one of the formats, with things going wrong.
fn almost() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        Just(b"TY  - JOUR\n".to_vec()),
        Just(b"TI  - A title\n".to_vec()),
        Just(b"ER  - \n".to_vec()),
        Just(b"PMID- 12\n".to_vec()),
        Just(b"AB  - Text\n      more\n".to_vec()),
        Just(b"{\"title\": \"x\"}\n".to_vec()),
        Just(b"{\"title\": ".to_vec()),
        Just(b"---\ntitle: x\n---\n".to_vec()),
        Just(b"# Heading\n".to_vec()),
        Just(b"\r".to_vec()),
        Just(b"\xEF\xBB\xBF".to_vec()),
        Just(b"\xFF\xFE".to_vec()),
        vec(any::<u8>(), 0..8),
        "\\PC{0,12}".prop_map(String::into_bytes),
        (1_usize..600).prop_map(|n| vec![b'x'; n]),
    ];
    vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

/// Whether there was a document or an error under some name.
fn some(counts: &[usize]) -> bool {
    counts.iter().any(|n| *n > 0)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_never_panic_a_reader(bytes in vec(any::<u8>(), 0..2048)) {
        prop_assert!(some(&feed(&bytes)), "every file gives a document or an error");
    }

    #[test]
    fn nearly_good_files_never_panic_a_reader(bytes in almost()) {
        prop_assert!(some(&feed(&bytes)));
        prop_assert!(some(&feed(&gzip(&bytes))));
        let mut cut = gzip(&bytes);
        cut.truncate(cut.len() * 2 / 3);
        prop_assert!(some(&feed(&cut)));
    }

    #[test]
    fn the_index_agrees_with_a_linear_scan(
        points in vec(prop::array::uniform3(-300.0_f32..300.0), 0..300),
        more in vec(prop::array::uniform3(-300.0_f32..300.0), 0..30),
        point in prop::array::uniform3(-400.0_f32..400.0),
        limit in 0_usize..60,
        radius in 0.0_f32..400.0,
    ) {
        let mut index = SpatialIndex::new(points.iter().copied().zip(0_i64..));
        for (point, key) in more.iter().zip(points.len() as i64..) {
            index.insert(*point, key);
        }
        let distance = |a: &[f32; 3]| a.iter().zip(point).map(|(a, b)| f64::from(a - b).powi(2)).sum::<f64>().sqrt();
        let mut all: Vec<f64> = points.iter().chain(&more).map(distance).collect();
        let inside = |slack: f64| all.iter().filter(|d| **d <= f64::from(radius) + slack).count();
        let within = index.within(point, radius);
        prop_assert!((inside(-1e-2)..=inside(1e-2)).contains(&within.len()));
        prop_assert!(within.windows(2).all(|pair| pair[0].1 <= pair[1].1));
        all.sort_by(f64::total_cmp);
        let nearest = index.nearest(point, limit);
        prop_assert_eq!(nearest.len(), limit.min(all.len()));
        for ((key, found), expected) in nearest.iter().zip(&all) {
            let own = points.iter().chain(&more).nth(*key as usize).map(distance);
            prop_assert!((f64::from(*found) - expected).abs() < 1e-2, "{found} and {expected}");
            prop_assert!(own.is_some_and(|own| (own - f64::from(*found)).abs() < 1e-2));
        }
    }

    #[test]
    fn no_typed_text_is_a_syntax_error(text in "\\PC{0,60}", syntax in "[\"*()^:+\\-{}a-cANDORNEAR ,.\0']{0,40}") {
        let mut library = Library::in_memory().expect("memory");
        let document = Document { id: "a".into(), title: text.clone(), text: syntax.clone(), ..Document::default() };
        library.add(&[(document, Grounding::default())]).expect("added");
        for text in [&text, &syntax] {
            let query = Query { text: Some(text.clone()), limit: 5, ..Query::default() };
            prop_assert!(library.search(&query, anatomy::Catalogue::builtin()).is_ok());
        }
    }
}

/// Other trees break on these: a node can only be split where its points differ.
#[test]
fn a_hundred_thousand_at_one_point_are_found_in_their_order() {
    let point = [1.0, 2.0, 3.0];
    let index = SpatialIndex::new((0..100_000_i64).rev().map(|key| (point, key)));
    let nearest = index.nearest([0.0; 3], 50);
    assert!(nearest.iter().map(|(key, _)| *key).eq(0..50));
    assert!(
        index
            .within(point, 0.0)
            .into_iter()
            .map(|(key, _)| key)
            .eq(0..100_000)
    );
}
