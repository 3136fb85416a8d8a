//! Why a document stands where it does in a list, in the language of the window.

use language::say;
use library::{About, Hit};

use crate::View;

/// What put a document where it stands, as [`Hit::parts`] says it, in the language of the window.
pub fn hit_parts(hit: &Hit) -> Option<String> {
    hit.parts()?;
    let words = hit
        .text_rank
        .map(|rank| say!("side-part-words", rank = rank));
    let meaning = hit.meaning_rank;
    let meaning = meaning.map(|rank| say!("side-part-meaning", rank = rank));
    let distance = hit.distance_mm.filter(|_| hit.place_rank.is_some());
    let distance = distance.map(|mm| language::decimal(f64::from(mm), 0));
    let place = distance.map(|mm| say!("side-part-place", distance = mm));
    let parts: Vec<String> = words.into_iter().chain(meaning).chain(place).collect();
    Some(parts.join(" · "))
}

/// Why a document is likely, or not, to be about the point that was asked for.
pub fn about_in_words(view: &View, about: &About) -> String {
    // Nothing is certain, and 99.6 % is not to be read as if it were.
    let percent = |p: f32| language::decimal(f64::from((100.0 * p).min(99.0)), 0);
    let share = percent(about.p);
    match &about.says {
        Some(said) => say!(
            "side-about-says",
            share = share,
            structure = view.name_of(&said.id),
            evidence = percent(said.p)
        ),
        None if about.by_distance => say!("side-about-distance", share = share),
        None => say!("side-about-silent", share = share),
    }
}
