//! Why a document stands where it does in a list, in the language of the window.

use grounding::spatial::ends::End;
use language::say;
use library::{About, Hit, Stored};

use crate::{Landmark, Nearest, View, short};

/// What put a document where it stands, as [`Hit::parts`] says it, in the language of the window.
pub fn hit_parts(hit: &Hit) -> Option<String> {
    hit.parts()?;
    let distance = hit.distance_mm.filter(|_| hit.place_rank.is_some());
    let distance = distance.map(|mm| language::decimal(f64::from(mm), 0));
    let place = distance.map(|mm| say!("side-part-place", distance = mm));
    let parts: Vec<String> = ranks(hit).chain(place).collect();
    Some(parts.join(" · "))
}

/// The places of a document by words and by meaning, of those that it has.
fn ranks(hit: &Hit) -> impl Iterator<Item = String> {
    let words = hit.text_rank;
    let words = words.map(|rank| say!("side-part-words", rank = rank));
    let meaning = hit.meaning_rank;
    let meaning = meaning.map(|rank| say!("side-part-meaning", rank = rank));
    words.into_iter().chain(meaning)
}

/// What put a document where it stands, in one line: how likely it is about the point that was asked for, with why, or, where there are words too, with its
/// places by these and by meaning; else as [`hit_parts`].
pub fn parts_line(view: &View, hit: &Hit) -> Option<String> {
    let Some(about) = &hit.about else {
        return hit_parts(hit);
    };
    let ranks: Vec<String> = ranks(hit).collect();
    if ranks.is_empty() {
        return Some(about_in_words(view, about));
    }
    let likely = say!("side-about-likely", share = percent(about.p));
    Some(format!("{likely} · {}", ranks.join(" · ")))
}

/// A probability in whole percent. Nothing is certain, and 99.6 % is not to be read as if it were.
fn percent(p: f32) -> String {
    language::decimal(f64::from((100.0 * p).min(99.0)), 0)
}

/// Why a document is likely, or not, to be about the point that was asked for.
pub fn about_in_words(view: &View, about: &About) -> String {
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

/// Why a document lies where it does, in a few plain sentences: the structure and its evidence, what lies next to it and the words that speak
/// for it most (once both are found), how many sentences are about it, and where most of the others point. Nothing of a text that lies nowhere.
pub fn why_here(view: &View, stored: &Stored) -> Option<String> {
    /// Words named at most, and the least share of the largest weight that one has.
    const MOST_WORDS: usize = 3;
    const LEAST_SHARE: f32 = 0.3;
    let grounding = &stored.grounding;
    if grounding.is_outside() {
        return None;
    }
    let own = &grounding.structure;
    let evidence = grounding.structures.iter().find(|known| known.id == *own);
    let name = view.name_of(own);
    let mut said = vec![match evidence {
        Some(evidence) => {
            let share = percent(evidence.p);
            say!("grounding-why-placed", name = name.clone(), share = share)
        }
        None => say!("grounding-why-lies", name = name.clone()),
    }];
    let pieces = grounding.by_headings.iter();
    let pieces = pieces.filter_map(|bytes| stored.document.text.get(bytes.clone()));
    let pieces: Vec<String> = pieces.take(MOST_WORDS).map(quoted).collect();
    if !pieces.is_empty() {
        said.push(say!("grounding-why-headings", words = pieces.join(", ")));
    }
    let nearby = view.documents.nearby.as_ref();
    let nearby = nearby.filter(|nearby| nearby.of.stored == *stored);
    if let Some(landmark) = nearby.and_then(|nearby| nearby.found.as_ref()) {
        said.extend(landmark_in_words(view, landmark));
    }
    let asked = view.documents.why.found.as_ref();
    let found = asked.filter(|(key, found)| *key == stored.key && found.structure == *own);
    if let Some((_, found)) = found {
        let least = LEAST_SHARE * found.largest();
        let mut words: Vec<_> = found.words.iter().filter(|w| w.weight >= least).collect();
        words.sort_by(|a, b| b.weight.total_cmp(&a.weight));
        let document = &stored.document;
        let text = |in_title: bool| {
            if in_title {
                &document.title
            } else {
                &document.text
            }
        };
        let words = words
            .iter()
            .filter_map(|w| text(w.in_title).get(w.start..w.end));
        let mut named: Vec<String> = Vec::new();
        for word in words.map(str::to_lowercase) {
            if named.len() < MOST_WORDS && !named.contains(&word) {
                named.push(word);
            }
        }
        if !named.is_empty() {
            let words = format!("“{}”", named.join("”, “"));
            said.push(say!(
                "grounding-why-words",
                count = named.len(),
                words = words
            ));
        }
    }
    let telling = grounding
        .sentences
        .iter()
        .filter(|sentence| sentence.p > 0.0);
    let (mut here, mut others) = (0, Vec::<(&str, usize)>::new());
    for sentence in telling {
        let is_here = sentence.structure == *own;
        here += usize::from(is_here);
        match others.iter_mut().find(|(id, _)| *id == sentence.structure) {
            Some((_, count)) => *count += 1,
            None if is_here => {}
            None => others.push((&sentence.structure, 1)),
        }
    }
    if here > 0 {
        said.push(say!("grounding-why-sentences", count = here));
    }
    others.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    if let Some((id, count)) = others.first() {
        said.push(say!(
            "grounding-why-others",
            count = *count,
            name = view.name_of(id)
        ));
    }
    Some(said.join(" "))
}

/// A piece of a text in quotation marks, in one line, cut where it is long.
fn quoted(piece: &str) -> String {
    const MOST_LETTERS: usize = 80;
    let piece = piece.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("“{}”", short(&piece, MOST_LETTERS))
}

/// What lies next to a place, a sentence each.
fn landmark_in_words(view: &View, landmark: &Landmark) -> impl Iterator<Item = String> {
    let within = landmark.within.as_ref();
    let within = within.map(|id| say!("grounding-landmark-within", name = view.name_of(id)));
    let nearest = landmark.nearest.as_ref().map(|(nearest, mm)| {
        let far = language::decimal(f64::from(mm.round()), 0);
        match nearest {
            Nearest::End(end) if *mm < 0.5 => say!("grounding-landmark-at", place = called(*end)),
            Nearest::End(end) => {
                say!("grounding-landmark-from", mm = far, place = called(*end))
            }
            Nearest::Structure(id) => {
                say!(
                    "grounding-landmark-next-to",
                    mm = far,
                    name = view.name_of(id)
                )
            }
        }
    });
    within.into_iter().chain(nearest)
}

/// An end of an organ, as the sentences about it need it.
fn called(end: End) -> String {
    match end {
        End::Dome => say!("grounding-landmark-dome"),
        End::Apex => say!("grounding-landmark-apex"),
        End::Base => say!("grounding-landmark-base"),
        End::UpperPole => say!("grounding-landmark-upper-pole"),
        End::LowerPole => say!("grounding-landmark-lower-pole"),
        End::Tip => say!("grounding-landmark-tip"),
        End::Fundus => say!("grounding-landmark-fundus"),
        End::Neck => say!("grounding-landmark-neck"),
    }
}
