//! Downloads from a server in the test, on this machine.
//!
//! Long because the server that plays the broken, slow and cheating ones is in it.

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;

use download::{DownloadError, Fetched, Options, PublicAtlas, Reason, RemoteFile, fetch};
use sha2::{Digest, Sha256};

/// A request as it came.
#[derive(Clone, Debug)]
struct Request {
    path: String,
    headers: HashMap<String, String>,
}

impl Request {
    /// First byte asked for.
    fn start(&self) -> Option<usize> {
        self.headers
            .get("range")?
            .strip_prefix("bytes=")?
            .strip_suffix('-')?
            .parse()
            .ok()
    }
}

/// A server that answers every connection by calling a function with the number of the request, from 0.
struct Server {
    address: String,
    requests: Arc<Mutex<Vec<Request>>>,
    stop: Arc<AtomicBool>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    fn start(answer: impl Fn(usize, &Request, &mut TcpStream) + Send + 'static) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let address = format!("http://{}", listener.local_addr().expect("bound"));
        let requests = Arc::new(Mutex::new(Vec::new()));
        let stop = Arc::new(AtomicBool::new(false));
        let serve = {
            let (requests, stop) = (requests.clone(), stop.clone());
            move || {
                for stream in listener.incoming() {
                    if stop.load(Ordering::Acquire) {
                        return;
                    }
                    let mut stream = stream.expect("a connection");
                    let Some(request) = read_request(&stream) else {
                        continue;
                    };
                    let n = {
                        let mut all = requests.lock().expect("no panic");
                        all.push(request.clone());
                        all.len() - 1
                    };
                    answer(n, &request, &mut stream);
                }
            }
        };
        let thread = std::thread::Builder::new().spawn(serve);
        let thread = thread.expect("a thread");
        Server {
            address,
            requests,
            stop,
            thread: Some(thread),
        }
    }

    fn requests(&self) -> Vec<Request> {
        self.requests.lock().expect("no panic").clone()
    }

    fn file(&self, content: &[u8]) -> RemoteFile {
        RemoteFile {
            name: "body.glb".into(),
            url: format!("{}/models/body.glb", self.address),
            bytes: content.len() as u64,
            sha256: Some(sum(content)),
            verified: true,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Release);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the server did not panic");
        }
    }
}

fn read_request(stream: &TcpStream) -> Option<Request> {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = HashMap::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim().split_once(':') else {
            return Some(Request { path, headers });
        };
        headers.insert(name.to_ascii_lowercase(), value.trim().to_owned());
    }
}

/// Writes; the client may have gone, which is its right.
fn send(stream: &mut TcpStream, head: &str, body: &[u8]) {
    let _ = stream.write_all(format!("HTTP/1.1 {head}\r\nConnection: close\r\n\r\n").as_bytes());
    let _ = stream.write_all(body);
}

/// A well-behaved server's answer, of which at most `cut` bytes of the body are sent.
fn serve(stream: &mut TcpStream, request: &Request, content: &[u8], etag: &str, cut: usize) {
    let same = request.headers.get("if-range").is_none_or(|v| v == etag);
    let (head, body) = match request.start() {
        Some(start) if same => (
            format!(
                "206 Partial Content\r\nContent-Range: bytes {start}-{}/{}",
                content.len() - 1,
                content.len()
            ),
            &content[start..],
        ),
        _ => ("200 OK".to_owned(), content),
    };
    let head = format!("{head}\r\nContent-Length: {}\r\nETag: {etag}", body.len());
    send(stream, &head, &body[..body.len().min(cut)]);
}

fn content(seed: u8, n: usize) -> Vec<u8> {
    (0..n)
        .map(|i| (i as u8).wrapping_mul(31) ^ (i >> 8) as u8 ^ seed)
        .collect()
}

fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect()
}

fn options() -> Options {
    Options {
        pause: Duration::from_millis(1),
        timeout: Duration::from_secs(5),
        ..Options::default()
    }
}

fn get(file: &RemoteFile, dir: &Path) -> Result<Fetched, DownloadError> {
    fetch(file, dir, &options(), &AtomicBool::new(false), &mut |_| {})
}

/// Names of what lies in a folder.
fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(dir)
        .expect("a folder")
        .map(|e| {
            e.expect("an entry")
                .file_name()
                .to_string_lossy()
                .into_owned()
        })
        .collect();
    names.sort();
    names
}

const ALL: usize = usize::MAX;

#[test]
fn a_file_comes_whole_and_is_not_fetched_twice() {
    let body = content(1, 300_000);
    let served = body.clone();
    let server = Server::start(move |_, r, s| serve(s, r, &served, "\"a\"", ALL));
    let dir = tempfile::tempdir().expect("a folder");
    let file = server.file(&body);
    let mut seen = Vec::new();
    let fetched = fetch(
        &file,
        &dir.path().join("downloads/hra"),
        &options(),
        &AtomicBool::new(false),
        &mut |n| seen.push(n),
    )
    .expect("it comes");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    assert_eq!(fetched.received, 300_000);
    assert_eq!(seen.first(), Some(&0));
    assert_eq!(seen.last(), Some(&300_000));
    assert!(seen.is_sorted());
    let folder = fetched.path.parent().expect("a folder");
    assert_eq!(names(folder), ["body.glb"]);
    let request = &server.requests()[0];
    assert_eq!(request.path, "/models/body.glb");
    assert_eq!(
        request.headers.get("accept-encoding").map(String::as_str),
        Some("identity")
    );
    let again = get(&file, folder).expect("it is there");
    assert_eq!(again.received, 0);
    assert_eq!(server.requests().len(), 1);
    // A file of that name that is not right is replaced.
    fs::write(&fetched.path, "something else").expect("writable");
    get(&file, folder).expect("it comes again");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
}

#[test]
fn a_cut_connection_goes_on_where_it_stopped() {
    let body = content(2, 200_000);
    let served = body.clone();
    let server = Server::start(move |_, r, s| serve(s, r, &served, "\"a\"", 70_000));
    let dir = tempfile::tempdir().expect("a folder");
    let fetched = get(&server.file(&body), dir.path()).expect("it comes in three parts");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    assert_eq!(fetched.received, 200_000, "no byte came twice");
    let starts: Vec<_> = server.requests().iter().map(Request::start).collect();
    assert_eq!(starts, [None, Some(70_000), Some(140_000)]);
    assert_eq!(
        server.requests()[1].headers.get("if-range"),
        Some(&"\"a\"".to_owned())
    );
    assert_eq!(names(dir.path()), ["body.glb"]);
}

#[test]
fn a_later_call_goes_on_and_a_failed_one_leaves_nothing_under_the_final_name() {
    let body = content(3, 100_000);
    let served = body.clone();
    let server = Server::start(move |n, r, s| {
        serve(s, r, &served, "\"a\"", if n == 0 { 60_000 } else { ALL });
    });
    let dir = tempfile::tempdir().expect("a folder");
    let file = server.file(&body);
    let once = Options {
        attempts: 1,
        ..options()
    };
    let error = fetch(
        &file,
        dir.path(),
        &once,
        &AtomicBool::new(false),
        &mut |_| {},
    )
    .expect_err("cut");
    assert!(matches!(error.reason, Reason::Network { attempts: 1, .. }));
    let message = error.to_string();
    for part in [&file.url, "body.glb", "60000 of 100000"] {
        assert!(message.contains(part), "{message}");
    }
    assert_eq!(names(dir.path()), ["body.glb.part", "body.glb.part.json"]);
    let fetched = get(&file, dir.path()).expect("the rest comes");
    assert_eq!(fetched.received, 40_000);
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    assert_eq!(names(dir.path()), ["body.glb"]);
}

#[test]
fn a_remote_file_that_changed_is_fetched_anew() {
    for ignores_if_range in [false, true] {
        let (old, new) = (content(4, 90_000), content(5, 90_000));
        let served = new.clone();
        let first = old.clone();
        let server = Server::start(move |n, r, s| {
            let mut request = r.clone();
            if ignores_if_range {
                request.headers.remove("if-range");
            }
            if n == 0 {
                serve(s, &request, &first, "\"old\"", 50_000);
            } else {
                serve(s, &request, &served, "\"new\"", ALL);
            }
        });
        let dir = tempfile::tempdir().expect("a folder");
        let mut file = server.file(&new);
        // No checksum: only what the server says can tell.
        file.sha256 = None;
        let fetched = get(&file, dir.path()).expect("the new one comes");
        assert_eq!(fs::read(&fetched.path).expect("there"), new);
        assert_eq!(names(dir.path()), ["body.glb"]);
    }
}

#[test]
fn a_foreign_part_is_thrown_away_when_the_checksum_says_so() {
    let body = content(6, 50_000);
    let served = body.clone();
    let server = Server::start(move |_, r, s| serve(s, r, &served, "\"a\"", ALL));
    let dir = tempfile::tempdir().expect("a folder");
    fs::write(dir.path().join("body.glb.part"), content(7, 20_000)).expect("writable");
    let fetched = get(&server.file(&body), dir.path()).expect("it comes");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    let starts: Vec<_> = server.requests().iter().map(Request::start).collect();
    assert_eq!(starts, [Some(20_000), None]);
    // Without a checksum nothing could tell, so such a part is not continued at all.
    let mut file = server.file(&body);
    (file.name, file.sha256) = ("other.glb".into(), None);
    fs::write(dir.path().join("other.glb.part"), content(7, 20_000)).expect("writable");
    let fetched = get(&file, dir.path()).expect("it comes");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    // One that is longer than the whole is none.
    fs::remove_file(&fetched.path).expect("there");
    fs::write(dir.path().join("other.glb.part"), content(7, 60_000)).expect("writable");
    let fetched = get(&file, dir.path()).expect("it comes");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
}

#[test]
fn a_wrong_checksum_leaves_nothing() {
    let body = content(8, 40_000);
    let served = content(9, 40_000);
    let server = Server::start(move |_, r, s| serve(s, r, &served, "\"a\"", ALL));
    let dir = tempfile::tempdir().expect("a folder");
    let error = get(&server.file(&body), dir.path()).expect_err("other bytes");
    let Reason::Checksum { expected, found } = error.reason else {
        panic!("{error}");
    };
    assert_eq!(expected, sum(&body));
    assert_eq!(found, sum(&content(9, 40_000)));
    assert_eq!(
        server.requests().len(),
        1,
        "the same bytes would come again"
    );
    assert!(names(dir.path()).is_empty());
}

#[test]
fn a_wrong_size_is_refused_before_anything_is_read() {
    for n in [39_999, 40_001] {
        let served = content(10, n);
        let server = Server::start(move |_, r, s| serve(s, r, &served, "\"a\"", ALL));
        let dir = tempfile::tempdir().expect("a folder");
        let error = get(&server.file(&content(10, 40_000)), dir.path()).expect_err("wrong size");
        assert!(
            matches!(error.reason, Reason::Size { expected: 40_000, found } if found == n as u64),
            "{error}"
        );
        assert!(names(dir.path()).is_empty());
    }
    // Chunked, the size shows at the marked end only.
    let server = Server::start(|_, _, s| {
        send(
            s,
            "200 OK\r\nTransfer-Encoding: chunked",
            b"3\r\nabc\r\n0\r\n\r\n",
        );
    });
    let dir = tempfile::tempdir().expect("a folder");
    let error = get(&server.file(b"abcdef"), dir.path()).expect_err("too short");
    assert!(
        matches!(
            error.reason,
            Reason::Size {
                expected: 6,
                found: 3
            }
        ),
        "{error}"
    );
    assert!(names(dir.path()).is_empty());
}

#[test]
fn an_endless_body_is_cut_off_at_the_declared_size() {
    let server = Server::start(|_, _, s| {
        let _ = s.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
        while s.write_all(&[7; 4096]).is_ok() {}
    });
    let dir = tempfile::tempdir().expect("a folder");
    let error = get(&server.file(&[7; 100_000]), dir.path()).expect_err("endless");
    assert!(matches!(error.reason, Reason::Endless(100_000)), "{error}");
    assert!(names(dir.path()).is_empty());
}

#[test]
fn a_server_without_ranges_sends_everything_again() {
    let body = content(11, 120_000);
    let served = body.clone();
    let server = Server::start(move |n, _, s| {
        let head = format!("200 OK\r\nContent-Length: {}", served.len());
        send(
            s,
            &head,
            &served[..if n == 0 { 80_000 } else { served.len() }],
        );
    });
    let dir = tempfile::tempdir().expect("a folder");
    let fetched = get(&server.file(&body), dir.path()).expect("it comes");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    assert_eq!(fetched.received, 200_000);
    assert_eq!(server.requests()[1].start(), Some(80_000));
}

#[test]
fn a_wrong_part_is_not_glued_on() {
    let body = content(12, 60_000);
    let served = body.clone();
    let server = Server::start(move |n, r, s| match n {
        0 => serve(s, r, &served, "\"a\"", 30_000),
        // Another place than asked for.
        1 => send(
            s,
            "206 Partial Content\r\nContent-Range: bytes 0-59999/60000\r\nContent-Length: 60000",
            &served,
        ),
        _ => serve(s, r, &served, "\"a\"", ALL),
    });
    let dir = tempfile::tempdir().expect("a folder");
    let mut file = server.file(&body);
    file.sha256 = None;
    let fetched = get(&file, dir.path()).expect("it comes");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    assert_eq!(server.requests()[2].start(), None, "from the start");
}

#[test]
fn cancelling_keeps_what_has_come_for_later() {
    let body = content(13, 400_000);
    let served = body.clone();
    let server = Server::start(move |_, r, s| serve(s, r, &served, "\"a\"", ALL));
    let dir = tempfile::tempdir().expect("a folder");
    let file = server.file(&body);
    let cancel = AtomicBool::new(false);
    let error = fetch(&file, dir.path(), &options(), &cancel, &mut |n| {
        if n > 100_000 {
            cancel.store(true, Ordering::Release);
        }
    })
    .expect_err("cancelled");
    assert!(matches!(error.reason, Reason::Cancelled), "{error}");
    let kept = fs::metadata(dir.path().join("body.glb.part"))
        .expect("kept")
        .len();
    assert!((100_000..400_000).contains(&kept), "{kept}");
    let fetched = get(&file, dir.path()).expect("the rest comes");
    assert_eq!(fetched.received, 400_000 - kept);
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    // Cancelled before it began, nothing is asked and nothing left.
    let before = server.requests().len();
    let other = RemoteFile {
        name: "other.glb".into(),
        ..file
    };
    let error = fetch(
        &other,
        dir.path(),
        &options(),
        &AtomicBool::new(true),
        &mut |_| {},
    )
    .expect_err("cancelled");
    assert!(matches!(error.reason, Reason::Cancelled), "{error}");
    assert_eq!(server.requests().len(), before);
    assert_eq!(names(dir.path()), ["body.glb"]);
}

#[test]
fn redirects_are_followed_but_not_for_ever_nor_out_of_https() {
    let body = content(14, 1000);
    let served = body.clone();
    let server = Server::start(move |_, r, s| match r.path.as_str() {
        "/models/body.glb" => send(
            s,
            "302 Found\r\nLocation: ../elsewhere\r\nContent-Length: 0",
            b"",
        ),
        "/elsewhere" => serve(s, r, &served, "\"a\"", ALL),
        "/out" => send(
            s,
            "301 Moved\r\nLocation: http://example.invalid/\r\nContent-Length: 0",
            b"",
        ),
        "/nowhere" => send(s, "302 Found\r\nContent-Length: 0", b""),
        _ => send(
            s,
            "307 Temporary Redirect\r\nLocation: /loop\r\nContent-Length: 0",
            b"",
        ),
    });
    let dir = tempfile::tempdir().expect("a folder");
    let file = server.file(&body);
    let fetched = get(&file, dir.path()).expect("it is elsewhere");
    assert_eq!(fs::read(&fetched.path).expect("there"), body);
    let at = |path: &str| RemoteFile {
        name: "x.glb".into(),
        url: format!("{}{path}", server.address),
        ..file.clone()
    };
    let before = server.requests().len();
    let error = get(&at("/loop"), dir.path()).expect_err("a loop");
    assert!(matches!(error.reason, Reason::Redirects(5)), "{error}");
    assert_eq!(
        server.requests().len() - before,
        6,
        "and not tried over again"
    );
    let error = get(&at("/out"), dir.path()).expect_err("not https");
    assert!(matches!(&error.reason, Reason::Address(why) if why.contains("https")));
    let error = get(&at("/nowhere"), dir.path()).expect_err("no place");
    assert!(matches!(error.reason, Reason::Protocol(_)), "{error}");
    assert_eq!(names(dir.path()), ["body.glb"]);
}

#[test]
fn refusals_are_told_at_once_and_troubles_of_the_server_tried_again() {
    let body = content(15, 1000);
    let served = body.clone();
    let server = Server::start(move |n, r, s| match r.path.as_str() {
        "/gone" => send(s, "404 Not Found\r\nContent-Length: 4", b"gone"),
        "/packed" => send(
            s,
            "200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1000",
            &served,
        ),
        "/broken" => send(s, "500 Internal Server Error\r\nContent-Length: 0", b""),
        _ if n == 0 => send(s, "503 Service Unavailable\r\nContent-Length: 0", b""),
        _ => serve(s, r, &served, "\"a\"", ALL),
    });
    let dir = tempfile::tempdir().expect("a folder");
    let file = server.file(&body);
    get(&file, dir.path()).expect("the second time");
    assert_eq!(server.requests().len(), 2);
    let at = |path: &str| RemoteFile {
        name: "x.glb".into(),
        url: format!("{}{path}", server.address),
        ..file.clone()
    };
    let error = get(&at("/gone"), dir.path()).expect_err("gone");
    assert!(matches!(error.reason, Reason::Status(404)), "{error}");
    assert_eq!(server.requests().len(), 3);
    let error = get(&at("/packed"), dir.path()).expect_err("packed");
    assert!(matches!(error.reason, Reason::Protocol(_)), "{error}");
    let error = get(&at("/broken"), dir.path()).expect_err("broken");
    assert!(
        matches!(&error.reason, Reason::Network { message, attempts: 6 } if message.contains("500")),
        "{error}"
    );
    assert_eq!(server.requests().len(), 10);
    assert_eq!(names(dir.path()), ["body.glb"]);
}

#[test]
fn a_server_that_falls_silent_is_given_up() {
    let (tell, told) = std::sync::mpsc::channel();
    let server = Server::start(move |_, _, s| {
        let _ = s.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nabc");
        let _ = s.set_read_timeout(Some(Duration::from_secs(60)));
        // Until the client goes.
        let waited = std::io::Read::read(s, &mut [0; 1]);
        let _ = tell.send(waited.map_err(|error| error.kind()));
    });
    let dir = tempfile::tempdir().expect("a folder");
    let brief = Options {
        timeout: Duration::from_millis(200),
        attempts: 1,
        ..options()
    };
    let error = fetch(
        &server.file(&[0; 1000]),
        dir.path(),
        &brief,
        &AtomicBool::new(false),
        &mut |_| {},
    )
    .expect_err("silent");
    assert!(
        matches!(&error.reason, Reason::Network { message, .. } if message.contains("3 of 1000")),
        "{error}"
    );
    let waited = told.recv().expect("the server's word");
    assert_ne!(
        waited,
        Err(std::io::ErrorKind::WouldBlock),
        "the client went"
    );
}

#[test]
fn two_downloads_of_one_file_do_not_write_into_each_other() {
    let body = content(16, 1000);
    let served = body.clone();
    let server = Server::start(move |_, r, s| serve(s, r, &served, "\"a\"", ALL));
    let dir = tempfile::tempdir().expect("a folder");
    let other = fs::File::create(dir.path().join("body.glb.part")).expect("writable");
    other.try_lock().expect("free");
    let error = get(&server.file(&body), dir.path()).expect_err("locked");
    assert!(matches!(error.reason, Reason::Busy), "{error}");
    assert!(server.requests().is_empty());
    drop(other);
    get(&server.file(&body), dir.path()).expect("free now");
}

#[test]
fn nothing_is_asked_when_name_address_or_size_will_not_do() {
    let server = Server::start(|_, _, s| send(s, "200 OK\r\nContent-Length: 3", b"abc"));
    let dir = tempfile::tempdir().expect("a folder");
    let file = server.file(b"abc");
    let upwards = RemoteFile {
        name: "../x".into(),
        ..file.clone()
    };
    let plain_http = RemoteFile {
        url: "http://example.invalid/x".into(),
        ..file.clone()
    };
    let huge = RemoteFile {
        bytes: 1 << 60,
        ..file
    };
    for (file, reason) in [
        (upwards, "plain file name"),
        (plain_http, "not https"),
        (huge, "allowed"),
    ] {
        let error = get(&file, dir.path()).expect_err(reason);
        assert!(error.to_string().contains(reason), "{error}");
    }
    assert!(server.requests().is_empty());
    assert!(names(dir.path()).is_empty());
}

#[test]
fn an_atlas_comes_from_a_mirror_file_by_file() {
    let bodies = HashMap::from([
        ("/m/a.glb".to_owned(), content(17, 5000)),
        ("/m/b.glb".to_owned(), content(18, 7000)),
    ]);
    let served = bodies.clone();
    let server = Server::start(move |_, r, s| match served.get(&r.path) {
        Some(body) => serve(s, r, body, "\"a\"", ALL),
        None => send(s, "404 Not Found\r\nContent-Length: 0", b""),
    });
    let remote = |name: &str| RemoteFile {
        name: name.into(),
        url: format!("https://example.invalid/{name}"),
        bytes: bodies[&format!("/m/{name}")].len() as u64,
        sha256: Some(sum(&bodies[&format!("/m/{name}")])),
        verified: false,
    };
    let atlas = PublicAtlas {
        files: vec![remote("a.glb"), remote("b.glb")],
        ..download::catalogue()[0].clone()
    };
    assert_eq!(atlas.total_bytes(), 12_000);
    let dir = tempfile::tempdir().expect("a folder");
    let mirror = format!("{}/m", server.address);
    let mut seen = Vec::new();
    let mut run = |options: &Options| {
        atlas.download(
            dir.path(),
            Some(&mirror),
            options,
            &AtomicBool::new(false),
            &mut |p| seen.push((p.name.to_owned(), p.file, p.files, p.bytes, p.total)),
        )
    };
    let small = Options {
        max_bytes: 11_999,
        ..options()
    };
    let error = run(&small).expect_err("over the limit");
    assert!(
        matches!(error.reason, Reason::TooLarge { bytes: 12_000, .. }),
        "{error}"
    );
    assert!(names(dir.path()).is_empty());
    let fetched = run(&options()).expect("both come");
    assert_eq!(fetched.len(), 2);
    assert_eq!(names(dir.path()), ["a.glb", "b.glb"]);
    assert_eq!(
        seen.last(),
        Some(&("b.glb".to_owned(), 2, 2, 12_000, 12_000))
    );
    assert!(seen.is_sorted_by_key(|s| s.3));
}
