//! The client of the E-utilities against a server in the test, on this machine, that plays the busy, broken and slow ones.

use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use download::Options;
use download::pubmed::{PubMed, PubMedError};

/// What was asked for, and when.
type Asked = Arc<Mutex<Vec<(Instant, String)>>>;

/// A server that answers every request by a function of its number, from 0, and its path; the paths asked for.
fn server(answer: impl Fn(usize, &str, &mut TcpStream) + Send + 'static) -> (String, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/eutils/", listener.local_addr().expect("bound"));
    let asked = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&asked);
    let serve = move || {
        for (n, stream) in listener.incoming().enumerate() {
            let mut stream = stream.expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a copy")).lines();
            let first = lines.next().expect("a line").expect("text");
            for line in lines.by_ref() {
                if line.expect("text").is_empty() {
                    break;
                }
            }
            let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
            all.lock()
                .expect("no panic")
                .push((Instant::now(), path.clone()));
            answer(n, &path, &mut stream);
        }
    };
    let thread = std::thread::Builder::new().spawn(serve);
    thread.expect("a thread");
    (address, asked)
}

fn say(stream: &mut TcpStream, status: &str, body: &str) {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // Whoever was cut off no longer listens.
    let _ = stream.write_all(format!("{head}{body}").as_bytes());
}

fn client(address: &str) -> PubMed {
    let options = Options {
        pause: Duration::from_millis(5),
        attempts: 4,
        timeout: Duration::from_millis(400),
        ..Options::default()
    };
    PubMed::new(Some(address), Some("me@example.org".into()), None, options).expect("a client")
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
    let (_, path) = &asked.lock().expect("no panic")[0];
    for part in [
        "/eutils/esearch.fcgi?db=pubmed",
        "tool=corpus-atlas",
        "term=liver+%26+bile",
        "retmax=2",
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
    assert!(asked[0].1.contains(term), "{}", asked[0].1);
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
        asked[0].1.contains("id=1%2C2%2C") && !asked[0].1.contains("201"),
        "{}",
        asked[0].1
    );
    let gaps = asked.windows(2).map(|pair| pair[1].0 - pair[0].0);
    assert!(
        gaps.min()
            .is_some_and(|gap| gap >= Duration::from_millis(300)),
        "three a second"
    );
}

#[test]
fn what_will_not_change_is_told_at_once() {
    let (address, asked) = server(|_, _, stream| {
        say(
            stream,
            "200 OK",
            r#"{"esearchresult":{"ERROR":"Empty term and query_key - nothing todo"}}"#,
        );
    });
    let error = client(&address).search("", 5, &GO).expect_err("refused");
    assert!(matches!(error, PubMedError::Query(_)), "{error}");
    assert_eq!(asked.lock().expect("no panic").len(), 1);
    let (address, asked) = server(|_, _, stream| say(stream, "400 Bad Request", ""));
    let error = client(&address).search("x", 5, &GO).expect_err("refused");
    assert_eq!(error.to_string(), "PubMed answered 400");
    assert_eq!(asked.lock().expect("no panic").len(), 1);
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
        Err(PubMedError::Cancelled)
    ));
    stop.store(false, Ordering::Relaxed);
}
