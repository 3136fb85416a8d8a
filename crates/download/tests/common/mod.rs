//! A server in the test, on this machine, that plays services on the web.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Instant;

/// A request.
#[derive(Clone)]
pub struct Request {
    /// When it came.
    pub at: Instant,
    /// `GET` or `POST`.
    pub method: String,
    /// The path, with what stands behind the question mark.
    pub path: String,
    /// The form of a `POST`.
    pub form: String,
}

impl Request {
    /// The value of a parameter, from the path or the form.
    pub fn value(&self, name: &str) -> Option<String> {
        let query = self.path.split_once('?').map_or("", |(_, query)| query);
        let pairs = [query, &self.form]
            .into_iter()
            .flat_map(|text| url::form_urlencoded::parse(text.as_bytes()));
        let mut values = pairs.filter(|(key, _)| key == name);
        values.next().map(|(_, value)| value.into_owned())
    }
}

/// What was asked for.
pub type Asked = Arc<Mutex<Vec<Request>>>;

/// A server that answers every request by a function of its number, from 0.
pub fn server(
    answer: impl Fn(usize, &Request, &mut TcpStream) + Send + 'static,
) -> (String, Asked) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    let address = format!("http://{}/rest/", listener.local_addr().expect("bound"));
    let asked = Arc::new(Mutex::new(Vec::new()));
    let all = Arc::clone(&asked);
    let serve = move || {
        for (n, stream) in listener.incoming().enumerate() {
            let mut stream = stream.expect("a connection");
            let request = read(&stream);
            all.lock().expect("no panic").push(request.clone());
            answer(n, &request, &mut stream);
        }
    };
    let thread = std::thread::Builder::new().spawn(serve);
    thread.expect("a thread");
    (address, asked)
}

fn read(stream: &TcpStream) -> Request {
    let mut reader = BufReader::new(stream);
    let mut line = || {
        let mut line = String::new();
        reader.read_line(&mut line).expect("a line");
        line.trim_end().to_owned()
    };
    let first = line();
    let mut length = 0;
    loop {
        let header = line().to_ascii_lowercase();
        if header.is_empty() {
            break;
        }
        if let Some(value) = header.strip_prefix("content-length:") {
            length = value.trim().parse().expect("a number");
        }
    }
    let mut form = vec![0; length];
    reader.read_exact(&mut form).expect("the form");
    let mut words = first.split(' ').map(str::to_owned);
    Request {
        at: Instant::now(),
        method: words.next().unwrap_or_default(),
        path: words.next().unwrap_or_default(),
        form: String::from_utf8(form).expect("text"),
    }
}

/// Answers whole; `status` may go on with headers.
pub fn say(stream: &mut TcpStream, status: &str, body: &str) {
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    // Whoever was cut off no longer listens.
    let _ = stream.write_all(format!("{head}{body}").as_bytes());
}
