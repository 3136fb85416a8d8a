//! `corpus-atlas pubmed` against a server on this machine that plays PubMed.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::process::{Command, Output};
use std::sync::{Arc, Mutex};

/// A server with articles 99000001 to 99000005, of which the fourth has no title; what it was asked.
fn pubmed() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/", listener.local_addr().expect("bound"));
    let asked = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&asked);
    let serve = move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a copy")).lines();
            let path = lines.next().expect("a line").expect("text");
            while lines
                .next()
                .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
            {}
            let body = if path.contains("esearch") {
                let ids: Vec<String> = (1..=5).map(|n| format!("\"9900000{n}\"")).collect();
                format!(
                    r#"{{"esearchresult":{{"count":"5","idlist":[{}],"querytranslation":"liver"}}}}"#,
                    ids.join(",")
                )
            } else {
                let asked = path
                    .split("id=")
                    .nth(1)
                    .unwrap_or_default()
                    .split('&')
                    .next()
                    .unwrap_or_default();
                let articles: String = asked.split("%2C").map(article).collect();
                format!("<?xml version=\"1.0\"?><PubmedArticleSet>{articles}</PubmedArticleSet>")
            };
            all.lock().expect("no panic").push(path);
            let head = format!(
                "HTTP/1.1 200 OK\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    };
    let thread = std::thread::Builder::new().spawn(serve);
    thread.expect("a thread");
    (address, asked)
}

fn article(pmid: &str) -> String {
    let title = if pmid.ends_with('4') {
        ""
    } else {
        "Cysts of the liver"
    };
    format!(
        "<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article><ArticleTitle>{title} {0}</ArticleTitle>\
         <Abstract><AbstractText>The liver held a cyst of {0} cm, which was opened.</AbstractText></Abstract></Article></MedlineCitation></PubmedArticle>",
        if title.is_empty() { "" } else { pmid }
    )
}

fn run(address: &str, library: &std::path::Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_corpus-atlas"))
        .args(["pubmed", "liver cyst", "--format", "json", "--into"])
        .arg(library)
        .env("CORPUS_ATLAS_EUTILS", address)
        .output()
        .expect("the program")
}

#[test]
fn what_pubmed_finds_lands_in_the_library_once() {
    let (address, asked) = pubmed();
    let folder = tempfile::tempdir().expect("a folder");
    let library = folder.path().join("papers.atlas");
    let first = run(&address, &library);
    let told: serde_json::Value = serde_json::from_slice(&first.stdout).expect("JSON");
    assert_eq!(
        (
            &told["count"],
            &told["added"],
            &told["refused"],
            &told["documents"]
        ),
        (&5.into(), &4.into(), &1.into(), &4.into()),
        "{told} {}",
        String::from_utf8_lossy(&first.stderr)
    );
    assert_eq!(first.status.code(), Some(1), "one was refused");
    let said = String::from_utf8_lossy(&first.stderr);
    assert!(said.contains("Asking 127.0.0.1 for: liver cyst"), "{said}");
    assert!(said.contains("no title"), "{said}");

    let again = run(&address, &library);
    let told: serde_json::Value = serde_json::from_slice(&again.stdout).expect("JSON");
    assert_eq!(
        (&told["known"], &told["added"]),
        (&4.into(), &0.into()),
        "{told}"
    );
    let asked = asked.lock().expect("no panic");
    let fetches: Vec<&String> = asked
        .iter()
        .filter(|path| path.contains("efetch"))
        .collect();
    assert_eq!(fetches.len(), 2);
    assert!(
        fetches[1].contains("id=99000004&"),
        "only what is new: {}",
        fetches[1]
    );
}
