//! A server on this machine that plays PubMed.
#![allow(dead_code)] // each test program uses its own part of it

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::json;

/// What a server was asked: the path with what stands behind the question mark, or with the form that was posted.
pub type Asked = Arc<Mutex<Vec<String>>>;

/// A server that answers by a function of what it is asked: status and body.
pub fn server(answer: impl Fn(&str) -> (u16, String) + Send + 'static) -> (String, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/", listener.local_addr().expect("bound"));
    let asked = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&asked);
    let serve = move || {
        for stream in listener.incoming() {
            let mut stream = stream.expect("a connection");
            let request = read(&stream);
            let (status, body) = answer(&request);
            all.lock().expect("no panic").push(request);
            let head = format!(
                "HTTP/1.1 {status} So\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(format!("{head}{body}").as_bytes());
        }
    };
    let thread = std::thread::Builder::new().spawn(serve);
    thread.expect("a thread");
    (address, asked)
}

fn read(stream: &TcpStream) -> String {
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        line.trim_end().to_ascii_lowercase()
    };
    let first = line();
    let mut length = 0;
    loop {
        let header = line();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a number");
        }
    }
    let mut form = vec![0; length];
    reader.read_exact(&mut form).expect("the form");
    let path = first.split(' ').nth(1).unwrap_or_default();
    let form = String::from_utf8(form).expect("text");
    if form.is_empty() {
        path.to_owned()
    } else {
        format!("{path}?{form}")
    }
}

/// The value of a parameter, as it is written in an address.
pub fn value<'a>(request: &'a str, name: &str) -> Option<&'a str> {
    let query = request.split_once('?')?.1;
    let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
    pairs.find(|(key, _)| *key == name).map(|(_, value)| value)
}

/// An answer of `esearch`: of so many articles these, kept under a name if there is one.
pub fn found(count: usize, pmids: &[u64], kept: Option<&str>) -> (u16, String) {
    let ids: Vec<String> = pmids.iter().map(u64::to_string).collect();
    let mut result =
        json!({"count": count.to_string(), "idlist": ids, "querytranslation": "liver"});
    if let Some(kept) = kept {
        result["webenv"] = kept.into();
        result["querykey"] = "1".into();
    }
    (200, json!({ "esearchresult": result }).to_string())
}

/// The records of articles. That of a number that ends in 4 has no title.
pub fn records(pmids: impl Iterator<Item = String>) -> (u16, String) {
    let articles: String = pmids.map(|pmid| article(&pmid)).collect();
    let set = format!("<?xml version=\"1.0\"?><PubmedArticleSet>{articles}</PubmedArticleSet>");
    (200, set)
}

fn article(pmid: &str) -> String {
    let title = if pmid.ends_with('4') {
        String::new()
    } else {
        format!("Cysts of the liver {pmid}")
    };
    format!(
        "<PubmedArticle><MedlineCitation><PMID>{pmid}</PMID><Article><ArticleTitle>{title}</ArticleTitle>\
         <Abstract><AbstractText>The liver held a cyst of {pmid} cm, which was opened.</AbstractText></Abstract></Article></MedlineCitation>\
         <PubmedData><ArticleIdList><ArticleId IdType=\"pmc\">PMC{pmid}</ArticleId></ArticleIdList></PubmedData></PubmedArticle>"
    )
}

/// The numbers that `efetch` is asked for by name.
pub fn named(request: &str) -> Option<impl Iterator<Item = String>> {
    Some(value(request, "id")?.split("%2c").map(str::to_owned))
}

/// A server with articles 99000001 to 99000005, of which the fourth has no title.
pub fn five() -> (String, Asked) {
    server(|request| {
        if request.contains("esearch") {
            let all: Vec<u64> = (99_000_001..=99_000_005).collect();
            return found(5, &all, Some("kept"));
        }
        match named(request) {
            Some(pmids) => records(pmids),
            None => {
                assert_eq!(value(request, "webenv"), Some("kept"));
                let number = |name| value(request, name).and_then(|n| n.parse().ok());
                let (from, most): (usize, usize) =
                    number("retstart").zip(number("retmax")).expect("which");
                records((1..=5).skip(from).take(most).map(|n| format!("9900000{n}")))
            }
        }
    })
}

/// The requests for records.
pub fn fetches(asked: &Asked) -> Vec<String> {
    let asked = asked.lock().expect("no panic");
    let fetches = asked.iter().filter(|request| request.contains("efetch"));
    fetches.cloned().collect()
}
