//! The client of Europe PMC against a server in the test, on this machine. Its answers were written by hand after the
//! service's description, none was recorded.

mod common;

use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use common::{say, server};
use download::europe_pmc::EuropePmc;
use download::{Options, ServiceError};

static GO: AtomicBool = AtomicBool::new(false);

fn client(address: &str) -> EuropePmc {
    let options = Options {
        pause: Duration::from_millis(5),
        attempts: 3,
        timeout: Duration::from_millis(400),
        ..Options::default()
    };
    EuropePmc::new(Some(address), options).expect("a client")
}

#[test]
fn open_articles_come_and_closed_ones_are_no_error() {
    let (address, asked) = server(|_, request, stream| match request.path.as_str() {
        "/rest/PMC1/fullTextXML" => say(stream, "200 OK", "<article><body/></article>\n"),
        "/rest/PMC2/fullTextXML" => say(stream, "404 Not Found", "{\"error\":\"no\"}"),
        "/rest/PMC3/fullTextXML" => say(stream, "200 OK", ""),
        _ => say(stream, "400 Bad Request", ""),
    });
    let mut client = client(&address);
    let xml = client.full_text("PMC1", &GO).expect("it is open");
    assert_eq!(xml.as_deref(), Some(&b"<article><body/></article>\n"[..]));
    for closed in ["PMC2", "PMC3"] {
        assert_eq!(client.full_text(closed, &GO).expect("closed"), None);
    }
    for none in ["", "PMC", "7", "PMC1/../../x", "PMC1234567890123"] {
        assert_eq!(client.full_text(none, &GO).expect("no PMCID"), None);
    }
    let error = client.full_text("PMC4", &GO).expect_err("refused");
    assert_eq!(error.to_string(), "Europe PMC answered 400");
    let asked = asked.lock().expect("no panic");
    assert_eq!(asked.len(), 4);
    for request in asked.iter() {
        assert_eq!(
            (request.method.as_str(), request.form.as_str()),
            ("GET", "")
        );
        assert_eq!(
            request.value("email"),
            None,
            "nothing but the number is sent"
        );
    }
    let gaps = asked.windows(2).map(|two| two[1].at - two[0].at);
    let least = gaps.min().expect("gaps");
    assert!(
        least >= Duration::from_millis(400),
        "two a second: {least:?}"
    );
}

#[test]
fn busy_slow_and_truncated_answers_are_asked_for_again_and_not_for_ever() {
    let (address, asked) = server(|n, _, stream| match n {
        0 => say(stream, "429 Too Many Requests\r\nRetry-After: 1", ""),
        1 => {
            let cut = "HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n<article><body>";
            let _ = stream.write_all(cut.as_bytes());
        }
        2 => say(stream, "200 OK", "<article><body></body></article>"),
        3..=4 => say(stream, "200 OK", "<article><body>"),
        _ => std::thread::sleep(Duration::from_secs(1)),
    });
    let mut client = client(&address);
    assert!(client.full_text("PMC1", &GO).expect("at last").is_some());
    let error = client.full_text("PMC1", &GO).expect_err("no end");
    assert!(
        matches!(error, ServiceError::Network { attempts: 3, .. }),
        "{error}"
    );
    assert_eq!(asked.lock().expect("no panic").len(), 6);
    let stop = AtomicBool::new(true);
    let error = client.full_text("PMC1", &stop).expect_err("stopped");
    assert!(matches!(error, ServiceError::Cancelled), "{error}");
}
