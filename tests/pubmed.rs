//! `corpus-atlas pubmed` against a server on this machine that plays PubMed. Its answers were written by hand after the
//! service's description, none was recorded.

#[path = "support/eutils.rs"]
mod eutils;

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use eutils::{Asked, fetches, five, found, named, records, server, value};

fn run(address: &str, library: &Path, arguments: &[&str]) -> Output {
    run_with(address, "http://127.0.0.1:9/", library, arguments)
}

/// Runs with another Europe PMC, too.
fn run_with(address: &str, europe_pmc: &str, library: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .arg("pubmed")
        .args(arguments)
        .args(["--format", "json", "--into"])
        .arg(library)
        .env("CORPUS_ATLAS_EUTILS", address)
        .env("CORPUS_ATLAS_EUROPEPMC", europe_pmc)
        .env_remove("NCBI_API_KEY")
        .output()
        .expect("the program")
}

fn told(output: &Output) -> (Value, String) {
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let told = serde_json::from_slice(&output.stdout);
    (told.unwrap_or_else(|error| panic!("{error}: {said}")), said)
}

/// Some of the counts that were told.
fn counts<const N: usize>(told: &Value, names: [&str; N]) -> [u64; N] {
    names.map(|name| {
        told[name]
            .as_u64()
            .unwrap_or_else(|| panic!("{name}: {told}"))
    })
}

#[test]
fn what_pubmed_finds_lands_in_the_library_once() {
    let (address, asked) = five();
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("papers.atlas");
    let first = run(&address, &library, &["liver cyst"]);
    let (all, said) = told(&first);
    assert_eq!(
        counts(&all, ["count", "added", "refused", "documents"]),
        [5, 4, 1, 4],
        "{said}"
    );
    assert_eq!(first.status.code(), Some(1), "one was refused");
    assert!(said.contains("Asking 127.0.0.1 for: liver cyst"), "{said}");
    assert!(said.contains("no title"), "{said}");
    assert!(said.contains("PMID 99000004"), "{said}");
    let kept = library::Library::open(&library).and_then(|library| library.problems());
    let kept = kept.expect("readable");
    let kept: Vec<_> = kept.iter().map(|p| (p.place.as_str(), &p.file)).collect();
    assert_eq!(kept, [("PMID 99000004", &PathBuf::new())]);

    let (again, _) = told(&run(&address, &library, &["liver cyst"]));
    assert_eq!(counts(&again, ["known", "added"]), [4, 0], "{again}");
    let fetches = fetches(&asked);
    assert_eq!(fetches.len(), 2);
    assert_eq!(value(&fetches[0], "id"), None, "as NCBI keeps the list");
    let new = value(&fetches[1], "id");
    assert_eq!(new, Some("99000004"), "only what is new");
}

#[test]
fn without_a_network_it_gives_up_at_once_in_plain_words() {
    let dir = tempfile::tempdir().expect("a folder");
    let library = dir.path().join("papers.atlas");
    let begun = std::time::Instant::now();
    // Nobody listens there.
    let refused = run("http://127.0.0.1:9/", &library, &["liver"]);
    assert!(begun.elapsed() < std::time::Duration::from_secs(20));
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    let words = "PubMed cannot be reached: the connection was refused (after 3 attempts)";
    assert!(said.contains(words) && !said.contains("io:"), "{said}");
    assert!(said.contains("asked again in 1 s"), "{said}");
    assert!(!library.exists());
    let nothing = run("http://127.0.0.1:9/", &library, &["  "]);
    let said = String::from_utf8_lossy(&nothing.stderr).into_owned();
    assert_eq!(nothing.status.code(), Some(1));
    assert!(said.contains("the query is empty"), "{said}");
}

#[test]
fn a_list_that_is_no_longer_kept_is_fetched_by_its_numbers() {
    let (address, asked) = server(|request| {
        if request.contains("esearch") {
            return found(2, &[99_000_001, 99_000_002], Some("gone"));
        }
        match named(request) {
            Some(pmids) => records(pmids),
            None => {
                let error = "<eFetchResult><ERROR>Unable to obtain query #1</ERROR></eFetchResult>";
                (200, error.to_owned())
            }
        }
    });
    let folder = tempfile::tempdir().expect("a folder");
    let (all, said) = told(&run(&address, &folder.path().join("a.atlas"), &["liver"]));
    assert_eq!(counts(&all, ["added"]), [2], "{said}");
    assert_eq!(fetches(&asked).len(), 2);
}

/// Twelve thousand articles, PubMed says, of which it tells six by ranges of their numbers; `broken` is not given out.
fn many(broken: Option<&'static str>) -> (String, Asked) {
    let all = [
        99_000_008, 99_000_007, 99_000_006, 20_000_003, 20_000_002, 3,
    ];
    server(move |request| {
        if !request.contains("esearch") {
            let pmids: Vec<String> = named(request).expect("by number").collect();
            return match broken.filter(|broken| pmids.iter().any(|pmid| pmid == broken)) {
                Some(_) => (400, String::new()),
                None => records(pmids.into_iter()),
            };
        }
        let term = value(request, "term").expect("a term");
        let Some((query, range)) = term.split_once("+and+") else {
            return found(12_000, &all, None);
        };
        assert_eq!(query, "%28liver%29");
        let range = range.strip_suffix("%5buid%5d").expect("of numbers");
        let (low, high) = range.split_once("%3a").expect("a range");
        let (low, high) = (low.parse().expect("low"), high.parse().expect("high"));
        let within: Vec<u64> = all
            .into_iter()
            .filter(|n| (low..=high).contains(n))
            .collect();
        found(within.len(), &within, None)
    })
}

#[test]
fn a_large_search_goes_part_by_part_and_after_a_failure_where_it_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("many.atlas");
    let arguments = ["liver", "--most", "1000000"];
    let (address, _) = many(Some("20000003"));
    let output = run(&address, &library, &arguments);
    let (first, said) = told(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        counts(&first, ["count", "asked", "added"]),
        [12_000, 12_000, 3],
        "{said}"
    );
    assert_eq!(first["error"], "PubMed answered 400");
    assert!(said.contains("goes on from there"), "{said}");

    let (address, asked) = many(None);
    let (second, said) = told(&run(&address, &library, &arguments));
    assert_eq!(
        counts(&second, ["known", "added", "documents"]),
        [3, 3, 6],
        "{said}"
    );
    assert!(said.contains("counted 11994 more"), "{said}");
    let fetched: Vec<String> = fetches(&asked)
        .iter()
        .flat_map(|request| named(request).expect("by number").collect::<Vec<_>>())
        .collect();
    assert_eq!(fetched, ["20000003", "20000002", "3"], "only what is new");
}

#[test]
fn of_a_list_of_identifiers_those_that_are_here_are_not_asked_for() {
    let (address, asked) = server(|request| {
        if request.contains("esearch") {
            assert!(request.contains("liver.3"), "{request}");
            return found(1, &[99_000_003], Some("kept"));
        }
        records(named(request).expect("by number"))
    });
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("ids.txt"), "99000001\ndoi:10.1000/liver.3\n99000002\n").expect("a list");
    let list = at("ids.txt").display().to_string();
    let (all, said) = told(&run(&address, &at("a.atlas"), &["--ids", &list]));
    assert_eq!(counts(&all, ["asked", "added"]), [3, 3], "{said}");
    assert!(said.contains("2 PubMed identifiers and 1 DOIs"), "{said}");
    let before = fetches(&asked).len();
    let (again, said) = told(&run(&address, &at("a.atlas"), &["--ids", &list]));
    assert_eq!(counts(&again, ["known", "added"]), [3, 0], "{said}");
    assert_eq!(fetches(&asked).len(), before, "nothing is fetched again");
}

/// Europe PMC with the full text of one of the five: of the second there is none, the third is broken, the fifth is another's.
fn europe_pmc() -> (String, Asked) {
    server(|request| {
        let article = |pmid: &str, body: &str| {
            format!(
                "<!DOCTYPE article><article><front><article-meta><article-id pub-id-type=\"pmid\">{pmid}</article-id></article-meta></front>\
                 <body>{body}</body></article>"
            )
        };
        match request {
            "/pmc99000001/fulltextxml" => {
                let body = "<sec><title>Results</title><p>The spleen was not enlarged [<xref ref-type=\"bibr\">1</xref>].</p></sec>";
                (200, article("99000001", body))
            }
            "/pmc99000003/fulltextxml" => (200, article("99000003", "<p>The liver</b>")),
            "/pmc99000005/fulltextxml" => (200, article("7", "<p>The heart.</p>")),
            _ => (404, String::new()),
        }
    })
}

#[test]
fn full_texts_of_open_articles_follow_when_they_are_wanted() {
    let (pubmed, asked) = five();
    let (europe_pmc, asked_there) = europe_pmc();
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("papers.atlas");
    let arguments = ["liver", "--full-text"];
    run_with(&pubmed, &europe_pmc, &library, &arguments[..1]);
    assert!(asked_there.lock().expect("no panic").is_empty());

    let output = run_with(&pubmed, &europe_pmc, &library, &arguments);
    let (told_first, said) = told(&output);
    let texts = &told_first["full_texts"];
    assert_eq!(
        counts(texts, ["added", "closed", "refused"]),
        [1, 1, 2],
        "{said}"
    );
    assert_eq!(output.status.code(), Some(1), "some were refused");
    for words in ["PMC99000003", "not well-formed", "another article, PMID 7"] {
        assert!(said.contains(words), "{words}: {said}");
    }
    let open = library::Library::open(&library).expect("a library");
    let stored = open.get("PMID:99000001").expect("readable").expect("there");
    let text = "The liver held a cyst of 99000001 cm, which was opened.\n\nResults.\n\nThe spleen was not enlarged.";
    assert_eq!(stored.document.text, text);
    let address = "https://europepmc.org/article/PMC/PMC99000001";
    assert_eq!(stored.document.source.address().as_deref(), Some(address));
    let last = stored.grounding.sentences.last().expect("sentences");
    assert_eq!(last.text, "The spleen was not enlarged.");
    drop(open);

    let before = fetches(&asked).len();
    run_with(&pubmed, &europe_pmc, &library, &arguments);
    assert_eq!(
        fetches(&asked).len(),
        before + 2,
        "the one without a title, and the numbers of three"
    );
    let asked = asked_there.lock().expect("no panic");
    let first = asked.iter().filter(|path| path.contains("99000001"));
    assert_eq!(first.count(), 1, "what is there is not asked for again");
    assert_eq!(asked.len(), 4 + 3);
}
