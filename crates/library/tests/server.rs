//! Libraries in PostgreSQL, where it is installed: filled by one importer, read by others. Elsewhere these tests say that they are skipped.
#![cfg(unix)]

mod common;

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::ask::{Ball, answers_with, documents, index};
use common::documents::{document, grounding};
use library::{
    AddReport, Document, DuplicateBy, ExportFormat, Library, LibraryError, Outside, Query,
    ReadOnly, Server, Store as _,
};

/// A server of its own, that is stopped and removed with this.
struct Postgres {
    folder: tempfile::TempDir,
    programs: PathBuf,
    /// Whom it runs as when the tests run as root, as whom it does not run.
    user: Option<(u32, u32)>,
}

/// Where Debian puts the programs of the newest version.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").ok()?;
    let folders = versions.flatten().map(|entry| entry.path().join("bin"));
    let mut folders: Vec<PathBuf> = folders
        .filter(|folder| folder.join("initdb").is_file())
        .collect();
    folders.sort();
    folders.pop()
}

/// The account that Debian's package makes.
fn account() -> Option<(u32, u32)> {
    let accounts = fs::read_to_string("/etc/passwd").ok()?;
    let line = accounts
        .lines()
        .find(|line| line.starts_with("postgres:"))?;
    let mut parts = line.split(':').skip(2);
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

impl Postgres {
    /// One that runs; nothing, with a word, where there is none.
    fn start() -> Option<Postgres> {
        let Some(programs) = programs() else {
            println!("skipped: PostgreSQL is not installed");
            return None;
        };
        let folder = tempfile::Builder::new().prefix("pg").tempdir_in("/tmp");
        let folder = folder.expect("a folder");
        let is_root = fs::metadata(folder.path()).expect("there").uid() == 0;
        let user = match (is_root, account()) {
            (true, None) => {
                println!("skipped: PostgreSQL does not run as root, and has no account here");
                return None;
            }
            (true, account) => account,
            (false, _) => None,
        };
        if let Some((uid, gid)) = user {
            std::os::unix::fs::chown(folder.path(), Some(uid), Some(gid)).expect("given");
        }
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("readable");
        let server = Postgres {
            folder,
            programs,
            user,
        };
        let data = server.data();
        server.does(
            "initdb",
            &[
                "-D",
                &data,
                "-U",
                "team",
                "-A",
                "trust",
                "--no-sync",
                "-E",
                "UTF8",
                "--locale",
                "C",
            ],
        );
        server.up();
        Some(server)
    }

    fn data(&self) -> String {
        self.folder
            .path()
            .join("data")
            .to_string_lossy()
            .into_owned()
    }

    fn program(&self, name: &str, arguments: &[&str]) -> (Command, PathBuf) {
        use std::os::unix::process::CommandExt as _;
        let mut command = Command::new(self.programs.join(name));
        if let Some((uid, gid)) = self.user {
            command.uid(uid).gid(gid);
        }
        let told = self.folder.path().join(format!("{name}.log"));
        let log = fs::File::create(&told).expect("a log");
        command
            .args(arguments)
            .current_dir(self.folder.path())
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("a log"))
            .stderr(log);
        (command, told)
    }

    fn does(&self, name: &str, arguments: &[&str]) {
        let (mut command, told) = self.program(name, arguments);
        let ended = command.status().expect("started");
        let told = fs::read_to_string(told).unwrap_or_default();
        assert!(ended.success(), "{name}: {told}");
    }

    fn up(&self) {
        let socket = self.folder.path().to_string_lossy().into_owned();
        let options =
            format!("-c listen_addresses='' -c unix_socket_directories={socket} -c fsync=off");
        let log = self.folder.path().join("server.log");
        self.does(
            "pg_ctl",
            &[
                "-D",
                &self.data(),
                "-w",
                "-l",
                &log.to_string_lossy(),
                "-o",
                &options,
                "start",
            ],
        );
    }

    fn down(&self) {
        self.does(
            "pg_ctl",
            &["-D", &self.data(), "-w", "-m", "immediate", "stop"],
        );
    }

    /// Where its library is.
    fn address(&self) -> String {
        format!(
            "postgresql:///postgres?host={}&user=team&password=secret",
            self.folder.path().display()
        )
    }

    fn sql(&self, statements: &str) {
        let socket = self.folder.path().to_string_lossy().into_owned();
        self.does(
            "psql",
            &[
                "-h",
                &socket,
                "-U",
                "team",
                "-d",
                "postgres",
                "-v",
                "ON_ERROR_STOP=1",
                "-c",
                statements,
            ],
        );
    }

    fn open(&self, indexes: &Path) -> Result<Library, LibraryError> {
        Library::open_in_place(self.address(), indexes)
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let arguments = ["-D", &self.data(), "-m", "immediate", "stop"];
        let _ = self.program("pg_ctl", &arguments).0.status();
    }
}

fn fill(server: &mut Server, first: usize, count: usize) {
    let report = server.add(&documents(first, count)).expect("added");
    assert_eq!(report.added, count, "{report:?}");
}

#[test]
fn a_library_on_a_server_answers_as_one_in_a_file() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let missing = postgres.open(folder.path()).err().expect("no library yet");
    assert!(
        missing
            .to_string()
            .contains("no library in this database yet"),
        "{missing}"
    );
    let mut server = Server::open_to_import(&postgres.address()).expect("made");
    fill(&mut server, 0, 300);
    let mut plain = Library::create(folder.path().join("a.atlas")).expect("a library");
    plain.add(&documents(0, 300)).expect("added");

    let library = postgres.open(folder.path()).expect("opened");
    assert_eq!(library.read_only(), Some(ReadOnly::Server));
    assert_eq!(answers_with(&library, &[]), answers_with(&plain, &[]));
    // Words are found by the server, by its own rule.
    for (text, all) in [
        ("lobes", 300),
        ("\"part 7\" ", 1),
        ("part 29", 11),
        ("lob", 300),
        ("spinach", 0),
    ] {
        let found = library.matching(text, 1000).expect("asked").len();
        assert_eq!(found, all, "{text}");
    }
    let both = Query {
        structures: vec![index("liver")],
        text: Some("\"part 8\"".into()),
        limit: 5,
        ..Query::default()
    };
    let answer = library.search(&both, &Ball).expect("asked");
    assert_eq!(answer.hits[0].id, "d8");

    // A document is whole, and an export is the same.
    let of_server = library.get("d17").expect("readable").expect("there");
    let of_file = plain.get("d17").expect("readable").expect("there");
    assert_eq!(
        (of_server.document, of_server.grounding),
        (of_file.document, of_file.grounding)
    );
    let export = |library: &Library| {
        let mut out = Vec::new();
        library
            .export(ExportFormat::JsonLines, None, &mut out)
            .expect("exported");
        String::from_utf8(out).expect("text")
    };
    assert_eq!(export(&library), export(&plain));
}

#[test]
fn readers_see_what_the_importer_adds_and_others_change() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::open_to_import(&postgres.address()).expect("made");
    fill(&mut server, 0, 40);
    let mut first = postgres.open(&folder.path().join("first")).expect("opened");
    let mut second = postgres
        .open(&folder.path().join("second"))
        .expect("opened");
    assert_eq!(first.outside().expect("asked"), Outside::Untouched);
    fill(&mut server, 40, 25);
    for library in [&mut first, &mut second] {
        assert_eq!(library.outside().expect("asked"), Outside::Written);
        assert_eq!(library.outside().expect("asked"), Outside::Untouched);
        assert_eq!(library.len().expect("readable"), 65);
    }
    // Rows that were changed or taken away by others.
    postgres.sql("UPDATE corpus_atlas.documents SET title = 'On something else' WHERE id = 'd3'; DELETE FROM corpus_atlas.documents WHERE id = 'd64'");
    assert_eq!(first.outside().expect("asked"), Outside::Written);
    let entries = first.entries().expect("readable");
    assert_eq!(entries.len(), 64);
    let changed = entries
        .iter()
        .find(|entry| entry.id == "d3")
        .expect("there");
    assert_eq!(changed.title, "On something else");
    // Opened again it takes in what is new, and nothing twice.
    drop(second);
    fill(&mut server, 100, 5);
    let second = postgres
        .open(&folder.path().join("second"))
        .expect("opened");
    assert_eq!(second.len().expect("readable"), 69);
    // The server was gone for a while.
    postgres.down();
    let Err(failed) = first.get_by_key(entries[0].key) else {
        panic!("answered without a server");
    };
    let told = failed.to_string();
    assert!(
        told.contains("user=team") && !told.contains("secret"),
        "{told}"
    );
    assert!(first.outside().is_err());
    postgres.up();
    let again = first.get_by_key(entries[0].key).expect("asked again");
    assert!(again.is_some_and(|there| !there.document.text.is_empty()));
}

#[test]
fn one_importer_writes_and_stores_each_document_once() {
    let Some(postgres) = Postgres::start() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Server::open_to_import(&postgres.address()).expect("made");
    let Err(refused) = Server::open_to_import(&postgres.address()) else {
        panic!("two importers");
    };
    assert!(refused.to_string().contains("another import"), "{refused}");
    fill(&mut server, 0, 10);
    let of = |id: &str, doi: Option<&str>, pmid: Option<&str>| {
        let document = Document {
            doi: doi.map(str::to_owned),
            pmid: pmid.map(str::to_owned),
            ..document(id, "The same by another name")
        };
        (document, grounding([1.0, 2.0, 3.0], &[("liver", 0.9)]))
    };
    // What is the same as what there is, or as another of its batch, and what only has the same id: as a library file tells it.
    let mut plain = Library::create(folder.path().join("a.atlas")).expect("a library");
    plain.add(&documents(0, 10)).expect("added");
    let copy = documents(4, 1).remove(0);
    let titled = |id: &str, year: Option<i32>, text: &str| {
        let (mut document, place) = of(id, None, None);
        document.title = "A title that is long enough to be of one work alone".to_owned();
        (document.year, document.text) = (year, text.to_owned());
        (document, place)
    };
    let batch = [
        copy,
        of("d3", None, None),
        of("d3", None, None),
        of("x", None, Some("104")),
        of("y", Some("10.1000/new"), None),
        of("z", Some("https://doi.org/10.1000/NEW"), None),
        titled("t1", Some(2001), "one"),
        titled("t2", None, "two"),
        titled("t3", Some(2003), "one"),
    ];
    let told = |report: AddReport| {
        let twice = report.duplicates.into_iter();
        let twice = twice.map(|twice| (twice.index, twice.of_id, twice.by));
        (report.added, report.keys.len(), twice.collect::<Vec<_>>())
    };
    let (of_server, of_file) = (server.add(&batch), plain.add(&batch));
    let of_server = of_server.expect("added");
    assert!(
        of_server.duplicates.iter().all(|twice| twice.of_key > 0),
        "{of_server:?}"
    );
    let of_server = told(of_server);
    assert_eq!(of_server, told(of_file.expect("added")));
    assert!(
        of_server.2.contains(&(5, "y".to_owned(), DuplicateBy::Doi)),
        "{of_server:?}"
    );
    assert_eq!(
        server.len().expect("counted") as usize,
        plain.len().expect("counted")
    );
    let known = batch.map(|(document, _)| document);
    assert_eq!(server.known(&known).expect("asked"), [true; 9]);
    // What a database cannot hold, and what it could take for something else.
    let odd = "a\0b \\u0000 'quoted' $1 %s \u{1F480} \"json\"";
    let (mut document, place) = of("odd", None, None);
    document.title = odd.to_owned();
    document.text = odd.repeat(3);
    assert_eq!(server.add(&[(document, place)]).expect("added").added, 1);
    let library = postgres.open(folder.path()).expect("opened");
    let entries = library.entries().expect("readable");
    let kept = entries
        .iter()
        .find(|entry| entry.id == "odd")
        .expect("there");
    assert_eq!(kept.title, odd.replace('\0', "\u{fffd}"));
    drop(server);
    // The database takes a moment to notice that the other one has left.
    let free = (0..50).any(|_| {
        let opened = Server::open_to_import(&postgres.address());
        std::thread::sleep(std::time::Duration::from_millis(if opened.is_ok() {
            0
        } else {
            100
        }));
        opened.is_ok()
    });
    assert!(free, "free again");
    // A format to come is refused.
    postgres.sql("UPDATE corpus_atlas.about SET value = '99' WHERE name = 'format'");
    let newer = postgres.open(folder.path()).err().expect("newer");
    assert!(newer.to_string().contains("format 99"), "{newer}");
}

#[test]
fn a_server_that_is_not_there_is_named_without_its_password() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = format!(
        "postgresql:///team?host={}&user=ann&password=secret",
        folder.path().display()
    );
    let failed = Library::open_in_place(address, folder.path())
        .err()
        .expect("nothing there");
    let told = failed.to_string();
    assert!(
        told.contains("user=ann") && !told.contains("secret"),
        "{told}"
    );
    let encrypted = "postgresql://ann@localhost/team?sslmode=require";
    let failed = Library::open_in_place(encrypted, folder.path())
        .err()
        .expect("not offered");
    assert!(
        failed.to_string().contains("without encryption"),
        "{failed}"
    );
}
