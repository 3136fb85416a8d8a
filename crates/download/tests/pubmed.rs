//! The client of the E-utilities against a server in the test, on this machine, that plays the busy, broken and slow ones. Its answers were written by hand after the
//! service's description, none was recorded.

mod common;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::{Request, say, server};
use download::pubmed::{Found, PART, Parts, PubMed, pmcids};
use download::{Options, ServiceError};

fn client(address: &str) -> PubMed {
    let options = Options {
        pause: Duration::from_millis(5),
        attempts: 4,
        timeout: Duration::from_millis(400),
        ..Options::default()
    };
    PubMed::new(Some(address), Some("me@example.org".into()), None, options).expect("a client")
}

/// One with a key, which may ask ten times a second.
fn keyed(address: &str, attempts: u32) -> PubMed {
    let options = Options {
        pause: Duration::from_millis(5),
        attempts,
        ..Options::default()
    };
    PubMed::new(Some(address), None, Some("secret".into()), options).expect("a client")
}

static GO: AtomicBool = AtomicBool::new(false);

const FOUND: &str = r#"{"esearchresult":{"count":"31","retmax":"2","idlist":["12","7","x"],"querytranslation":"\"liver\"[MeSH Terms]",
    "warninglist":{"phrasesignored":[],"quotedphrasesnotfound":["\"liwer\""],"outputmessages":[]}}}"#;

#[test]
fn a_search_gives_numbers_and_says_who_asks() {
    let (address, asked) = server(|_, _, stream| say(stream, "200 OK", FOUND));
    let found = client(&address)
        .search("liver & bile", 2, &GO)
        .expect("found");
    assert_eq!(
        (found.count, &found.pmids[..]),
        (31, &["12".to_owned(), "7".to_owned()][..])
    );
    assert_eq!(found.understood, "\"liver\"[MeSH Terms]");
    assert_eq!(found.warnings.len(), 1, "{:?}", found.warnings);
    let path = &asked.lock().expect("no panic")[0].path;
    for part in [
        "/rest/esearch.fcgi?db=pubmed",
        "tool=corpus-atlas",
        "term=liver+%26+bile",
        "retmax=2",
        "usehistory=y",
        "email=me%40example.org",
    ] {
        assert!(path.contains(part), "{path}");
    }
}

#[test]
fn dois_are_looked_up_together_and_none_asks_for_nothing() {
    let (address, asked) = server(|_, _, stream| say(stream, "200 OK", FOUND));
    let mut client = client(&address);
    let dois = ["10.1000/a", "10.1000/b(1)", "10.1000/c\"x"].map(str::to_owned);
    let found = client.search_dois(&dois, &GO).expect("found");
    assert_eq!(found.pmids.len(), 2);
    assert_eq!(found.warnings.len(), 1, "{:?}", found.warnings);
    let none = client.search_dois(&dois[2..], &GO).expect("nothing asked");
    assert!(none.pmids.is_empty());
    let asked = asked.lock().expect("no panic");
    assert_eq!(asked.len(), 1);
    let term = "term=%2210.1000%2Fa%22%5Bdoi%5D+OR+%2210.1000%2Fb%281%29%22%5Bdoi%5D&";
    assert!(asked[0].path.contains(term), "{}", asked[0].path);
}

#[test]
fn busy_and_broken_answers_are_asked_for_again_at_the_pace_that_is_allowed() {
    let (address, asked) = server(|n, _, stream| match n {
        0 => say(stream, "429 Too Many Requests", ""),
        1 => say(stream, "502 Bad Gateway", ""),
        2 => say(stream, "200 OK", "<PubmedArticleSet><PubmedArticle>cut"),
        _ => say(stream, "200 OK", "<PubmedArticleSet></PubmedArticleSet>\n"),
    });
    let ids: Vec<String> = (1..=300).map(|n| n.to_string()).collect();
    let xml = client(&address)
        .fetch(&ids, &GO)
        .expect("at the fourth attempt");
    assert!(xml.starts_with(b"<PubmedArticleSet>"));
    let asked = asked.lock().expect("no panic");
    assert_eq!(asked.len(), 4);
    assert!(
        asked[0].path.contains("id=1%2C2%2C") && !asked[0].path.contains("201"),
        "{}",
        asked[0].path
    );
    let gaps = asked.windows(2).map(|pair| pair[1].at - pair[0].at);
    assert!(
        gaps.min()
            .is_some_and(|gap| gap >= Duration::from_millis(300)),
        "three a second"
    );
}

#[test]
fn with_a_key_ten_requests_go_out_within_a_second_and_no_more() {
    let (address, asked) = server(|_, _, stream| say(stream, "200 OK", FOUND));
    let mut client = keyed(&address, 1);
    for _ in 0..23 {
        client.search("liver", 2, &GO).expect("found");
    }
    let asked = asked.lock().expect("no panic");
    assert_eq!(asked.len(), 23);
    let keyed = |request: &Request| request.value("api_key").as_deref() == Some("secret");
    assert!(asked.iter().all(keyed));
    let span = |n: usize| {
        asked
            .windows(n)
            .map(move |some| some[n - 1].at - some[0].at)
    };
    let eleven = span(11).min().expect("some");
    assert!(eleven >= Duration::from_secs(1), "ten a second: {eleven:?}");
    // Without a key, two would lie 340 ms apart.
    let two = span(2).min().expect("some");
    assert!(two < Duration::from_millis(200), "{two:?}");
}

#[test]
fn a_server_that_asks_for_a_rest_gets_it_and_one_that_is_cut_off_is_asked_again() {
    let (address, asked) = server(|n, _, stream| match n {
        0 => say(stream, "429 Too Many Requests\r\nRetry-After: 1", ""),
        1 => {
            let cut = "HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n{\"esearchresult\":";
            let _ = stream.write_all(cut.as_bytes());
        }
        2 => say(
            stream,
            "200 OK",
            r#"{"esearchresult":{"ERROR":"Search Backend failed: try again"}}"#,
        ),
        _ => say(stream, "200 OK", FOUND),
    });
    let found = keyed(&address, 4).search("liver", 2, &GO).expect("found");
    assert_eq!(found.count, 31);
    let asked = asked.lock().expect("no panic");
    let rest = asked[1].at - asked[0].at;
    assert!(rest >= Duration::from_secs(1), "{rest:?}");
    let all = asked[3].at - asked[0].at;
    assert!(all < Duration::from_secs(3), "one rest alone: {all:?}");
    assert_eq!(asked[3].value("api_key").as_deref(), Some("secret"));
}

#[test]
fn what_is_long_is_posted() {
    let (address, asked) = server(|n, _, stream| match n {
        0 => say(stream, "200 OK", FOUND),
        _ => say(stream, "200 OK", "<PubmedArticleSet></PubmedArticleSet>"),
    });
    let mut client = client(&address);
    let query = vec!["portal hypertension"; 150].join(" OR ");
    client.search(&query, 5, &GO).expect("found");
    let ids: Vec<String> = (0..200).map(|n| (38_000_000 + n).to_string()).collect();
    client.fetch(&ids, &GO).expect("fetched");
    client.fetch(&ids[..20], &GO).expect("fetched");
    let asked = asked.lock().expect("no panic");
    let methods: Vec<&str> = asked.iter().map(|r| r.method.as_str()).collect();
    assert_eq!(methods, ["POST", "POST", "GET"]);
    assert_eq!(asked[0].path, "/rest/esearch.fcgi");
    assert_eq!(asked[0].value("term").as_deref(), Some(query.as_str()));
    assert_eq!(asked[0].value("tool").as_deref(), Some("corpus-atlas"));
    assert_eq!(asked[1].value("id"), Some(ids.join(",")));
}

#[test]
fn what_will_not_change_is_told_at_once() {
    let (address, asked) = server(|n, _, stream| match n {
        0 => say(
            stream,
            "200 OK",
            r#"{"esearchresult":{"ERROR":"Empty term and query_key - nothing todo"}}"#,
        ),
        1 => say(
            stream,
            "200 OK",
            "<?xml version=\"1.0\"?><eFetchResult><ERROR>Unable to obtain query #1</ERROR></eFetchResult>",
        ),
        _ => say(stream, "400 Bad Request", ""),
    });
    let mut client = client(&address);
    let error = client.search("", 5, &GO).expect_err("refused");
    assert!(matches!(error, ServiceError::Query { .. }), "{error}");
    let error = client.fetch(&["1".to_owned()], &GO).expect_err("refused");
    assert_eq!(error.to_string(), "PubMed says: Unable to obtain query #1");
    let error = client.search("x", 5, &GO).expect_err("refused");
    assert_eq!(error.to_string(), "PubMed answered 400");
    assert_eq!(asked.lock().expect("no panic").len(), 3);
    assert!(PubMed::new(Some("http://example.org/"), None, None, Options::default()).is_err());
}

#[test]
fn a_server_that_never_answers_is_left_and_one_may_stop_waiting() {
    let (address, _) = server(|_, _, _| std::thread::sleep(Duration::from_secs(3)));
    let error = client(&address)
        .search("liver", 5, &GO)
        .expect_err("no answer");
    assert!(error.to_string().contains("after 4 attempts"), "{error}");
    let stop = AtomicBool::new(true);
    assert!(matches!(
        client(&address).search("liver", 5, &stop),
        Err(ServiceError::Cancelled)
    ));
    stop.store(false, Ordering::Relaxed);
}

#[test]
fn where_nobody_listens_it_is_tried_a_few_times_and_in_a_long_run_more_often() {
    let words = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let mut alone = client("http://127.0.0.1:9/");
    let error = alone.search("liver", 5, &GO).expect_err("nobody is there");
    assert_eq!(
        error.to_string(),
        "PubMed cannot be reached: the connection was refused (after 3 attempts)"
    );
    // One that has answered before may be back soon; that it is waited for is said.
    let (address, _) = server(|n, _, stream| match n {
        0 => say(stream, "200 OK", FOUND),
        1 => say(stream, "503 Service Unavailable", ""),
        _ => say(stream, "200 OK", FOUND),
    });
    let options = Options {
        pause: Duration::from_secs(1),
        ..Options::default()
    };
    let mut patient = PubMed::new(Some(&address), None, None, options).expect("a client");
    let kept = words.clone();
    patient.on_wait(move |words| kept.lock().expect("no panic").push(words.to_owned()));
    for _ in 0..2 {
        patient.search("liver", 5, &GO).expect("found");
    }
    let said = "PubMed gave no answer (it answered 503); it is asked again in 1 s";
    assert_eq!(*words.lock().expect("no panic"), [said]);
}

/// Numbers of articles that lie as unevenly as those of PubMed: few for long, then ever more, and ten thousand side by side.
fn articles() -> Vec<u64> {
    let sparse = (0..4_000).map(|n| 1 + n * 5_000);
    let dense = (0..30_000).map(|n| 20_000_500 + n * 600);
    let side_by_side = (0..11_000).map(|n| 39_000_001 + n);
    let all: BTreeSet<u64> = sparse.chain(dense).chain(side_by_side).collect();
    all.into_iter().rev().collect()
}

/// `esearch` as PubMed plays it: the newest come first, and no more than 9,999 of them.
fn search(all: &[u64], request: &Request, stream: &mut TcpStream) {
    let term = request.value("term").expect("a term");
    let (low, high) = match term.split_once(" AND ") {
        None => (0, u64::MAX),
        Some((query, range)) => {
            assert_eq!(query, "(cysts OR stones)");
            let range = range.strip_suffix("[uid]").expect("of numbers");
            let (low, high) = range.split_once(':').expect("a range");
            (low.parse().expect("low"), high.parse().expect("high"))
        }
    };
    let within: Vec<&u64> = all.iter().filter(|n| (low..=high).contains(n)).collect();
    let most: usize = request
        .value("retmax")
        .expect("most")
        .parse()
        .expect("most");
    let listed = within.iter().take(most.min(9_999));
    let ids: Vec<String> = listed.map(|n| format!("\"{n}\"")).collect();
    let body = format!(
        r#"{{"esearchresult":{{"count":"{}","idlist":[{}],"webenv":"MCID_1","querykey":"1"}}}}"#,
        within.len(),
        ids.join(",")
    );
    say(stream, "200 OK", &body);
}

/// All parts of a query, and what was asked for on the way.
fn parts(client: &mut PubMed, most: usize) -> (Parts, Vec<Found>) {
    let found = client.search("cysts OR stones", most, &GO).expect("found");
    let mut parts = Parts::of_query("cysts OR stones", found, most);
    let mut all = Vec::new();
    while let Some(part) = parts.next(client, &GO).expect("a part") {
        all.push(part);
    }
    (parts, all)
}

#[test]
fn more_articles_than_one_answer_tells_come_in_parts_each_once() {
    let all = articles();
    let wanted: Vec<String> = all.iter().map(u64::to_string).collect();
    let (address, asked) = server(move |_, request, stream| search(&all, request, stream));
    let (parts, found) = parts(&mut keyed(&address, 1), 1_000_000);
    assert!(found.iter().all(|part| part.pmids.len() <= PART));
    let told: Vec<String> = found.into_iter().flat_map(|part| part.pmids).collect();
    assert_eq!(told.len(), 45_000);
    assert!(told == wanted, "each once, the newest first");
    assert_eq!(parts.missed(), 0);
    let requests = asked.lock().expect("no panic").len();
    // Many of them to find the ten thousand side by side.
    assert!(requests <= 30, "{requests} requests for 45,000 articles");
}

#[test]
fn no_more_articles_than_wanted_are_told_and_a_short_list_is_one_part() {
    let all = articles();
    let newest: Vec<String> = all.iter().map(u64::to_string).take(12_000).collect();
    let (address, asked) = server(move |_, request, stream| search(&all, request, stream));
    let mut client = keyed(&address, 1);
    let (walked, found) = parts(&mut client, 12_000);
    let last = found.last().expect("two parts");
    assert!(last.history.is_none(), "it was cut");
    let told: Vec<String> = found.into_iter().flat_map(|part| part.pmids).collect();
    assert!(told == newest);
    assert_eq!(walked.missed(), 0);

    let before = asked.lock().expect("no panic").len();
    let (_, found) = parts(&mut client, 300);
    assert_eq!(asked.lock().expect("no panic").len(), before + 1);
    assert_eq!((found.len(), found[0].pmids.len()), (1, 300));
    assert!(found[0].history.is_some());
}

#[test]
fn a_part_that_fails_is_asked_for_again_and_what_pubmed_kept_back_is_counted() {
    let all = articles();
    let (address, _) = server(move |n, request, stream| match n {
        2..=3 => say(stream, "500 Internal Server Error", ""),
        // Of the lowest numbers nothing is told.
        _ if request
            .value("term")
            .is_some_and(|term| term.contains(" 1:")) =>
        {
            say(
                stream,
                "200 OK",
                r#"{"esearchresult":{"count":"0","idlist":[]}}"#,
            );
        }
        _ => search(&all, request, stream),
    });
    let mut client = keyed(&address, 2);
    let found = client.search("cysts OR stones", PART, &GO).expect("found");
    let mut parts = Parts::of_query("cysts OR stones", found, 1_000_000);
    let (mut told, mut errors) = (0, 0);
    loop {
        match parts.next(&mut client, &GO) {
            Ok(Some(part)) => told += part.pmids.len(),
            Ok(None) => break,
            Err(error) => {
                errors += 1;
                assert!(error.to_string().contains("answered 500"), "{error}");
            }
        }
    }
    assert_eq!(errors, 1);
    assert!(parts.missed() > 0);
    assert_eq!(told + parts.missed(), 45_000);
}

#[test]
fn a_list_that_is_kept_is_fetched_without_its_numbers() {
    let (address, asked) = server(|n, _, stream| match n {
        0 => say(
            stream,
            "200 OK",
            r#"{"esearchresult":{"count":"2","idlist":["9","8"],"webenv":"MCID_7","querykey":"3"}}"#,
        ),
        _ => say(stream, "200 OK", "<PubmedArticleSet></PubmedArticleSet>"),
    });
    let mut client = keyed(&address, 1);
    let found = client.search("liver", 5, &GO).expect("found");
    let list = found.history.expect("it is kept");
    client.fetch_kept(&list, 200, 7, &GO).expect("fetched");
    let asked = asked.lock().expect("no panic");
    for (name, value) in [
        ("WebEnv", "MCID_7"),
        ("query_key", "3"),
        ("retstart", "200"),
        ("retmax", "7"),
    ] {
        assert_eq!(asked[1].value(name).as_deref(), Some(value), "{name}");
    }
    assert_eq!(asked[1].value("id"), None);
}

#[test]
fn pmcids_are_those_of_the_articles_and_not_of_what_they_cite() {
    let article = |pmid: &str, data: &str| {
        format!(
            "<PubmedArticle><MedlineCitation><PMID Version=\"1\">{pmid}</PMID></MedlineCitation><PubmedData>{data}</PubmedData></PubmedArticle>"
        )
    };
    let id = |kind: &str, id: &str| format!("<ArticleId IdType=\"{kind}\">{id}</ArticleId>");
    let cites = |id: String| format!("<ReferenceList><Reference>{id}</Reference></ReferenceList>");
    let xml = [
        "<PubmedArticleSet>".to_owned(),
        article(
            "1",
            &(id("pubmed", "1") + &id("pmc", " PMC11 ") + &cites(id("pmc", "PMC99"))),
        ),
        article("2", &(id("pubmed", "2") + &cites(id("pmc", "PMC98")))),
        article("3", &id("pmc", "13")),
        article("4", &(id("pmcid", "pmcid: PMC97;") + &id("pmc", "PMC14"))),
        "</PubmedArticleSet>".to_owned(),
    ]
    .concat();
    let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
    assert_eq!(
        pmcids(xml.as_bytes()),
        [pair("1", "PMC11"), pair("4", "PMC14")]
    );
    assert_eq!(pmcids(b""), []);
}
