//! Asking PubMed: nothing is sent before the button is pressed, and nothing is fetched twice.

use crate::desk::{Desk, Seen};
use crate::{begin, eutils, papers};

/// The button that sends.
const SEND: &str = "Search and add";
/// Articles that PubMed has.
const ARTICLES: [u64; 3] = [99_000_001, 99_000_002, 99_000_003];

/// A server with these articles.
fn pubmed() -> (String, eutils::Asked) {
    eutils::server(|request| {
        if request.contains("esearch") {
            return eutils::found(ARTICLES.len(), &ARTICLES, Some("kept"));
        }
        match eutils::named(request) {
            Some(pmids) => eutils::records(pmids),
            None => eutils::records(ARTICLES.iter().map(u64::to_string)),
        }
    })
}

/// Opens the search by the box that runs commands.
fn open(desk: &mut Desk) {
    desk.key("ctrl+k");
    desk.types("Search PubMed");
    desk.press("Search PubMed…");
    desk.until("the search", |seen| seen.control(SEND).is_some());
}

/// How often was searched.
fn searches(asked: &eutils::Asked) -> usize {
    let asked = asked.lock().unwrap();
    let searches = asked.iter().filter(|request| request.contains("esearch"));
    searches.count()
}

#[test]
fn pubmed_is_asked_when_the_button_is_pressed_and_gives_each_article_once() {
    let Some((_display, dir, library)) = begin() else {
        return;
    };
    let (address, asked) = pubmed();
    let variables = [
        ("CORPUS_ATLAS_EUTILS", address.as_str()),
        ("NCBI_API_KEY", ""),
    ];
    let mut desk = Desk::told(dir.path(), &[&library], &variables);
    open(&mut desk);
    desk.press("What to look for");
    desk.types("liver cyst");
    desk.until("the query, and what would be sent", |seen| {
        let query = seen.control("What to look for");
        let query = query.and_then(|query| query.value);
        query.as_deref() == Some("liver cyst")
            && seen.says("nothing before you press")
            && seen.control(SEND).is_some_and(|send| send.enabled)
    });
    assert!(asked.lock().unwrap().is_empty(), "{asked:?}");

    let all = papers::PAPERS.len() + ARTICLES.len();
    let is_over = |seen: &Seen| {
        let jobs = seen["jobs"].as_array().unwrap();
        seen["documents"] == all && jobs.iter().all(|job| !job["ended"].is_null())
    };
    desk.press(SEND);
    desk.until("the articles", is_over);
    let first = asked.lock().unwrap().clone();
    assert!(first[0].contains("liver"), "{first:?}");
    assert_eq!(eutils::fetches(&asked).len(), 1, "{first:?}");

    if desk.see().control(SEND).is_none() {
        open(&mut desk);
    }
    desk.press(SEND);
    desk.until("the same search again", |seen| {
        searches(&asked) == 2 && is_over(seen)
    });
    assert_eq!(eutils::fetches(&asked).len(), 1, "nothing is fetched again");
    desk.quit();
    let kept = library::Library::open(&library).unwrap();
    assert_eq!(kept.len().unwrap(), all);
    for number in ARTICLES {
        let id = format!("PMID:{number}");
        assert!(kept.get(&id).unwrap().is_some(), "{id}");
    }
}
