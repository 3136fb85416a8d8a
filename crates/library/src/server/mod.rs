//! A team's library in PostgreSQL: one importer writes, many windows read.
//!
//! The tables are plain ones, with the columns of a data set (docs/data-sets.md), so that anybody's SQL reads them: `corpus_atlas.documents` and
//! `corpus_atlas.about`. A window keeps the same local index of it as of a data set, takes in what is new, and asks the server for texts and words.

mod import;
mod schema;

use std::path::{Path, PathBuf};
use std::str::FromStr as _;
use std::time::Duration;

use postgres::config::SslMode;
use postgres::{Client, Config, NoTls, Row};

use crate::data_set::Record;
use crate::store::LibraryError;

/// How an address begins.
const SCHEMES: [&str; 2] = ["postgresql://", "postgres://"];
/// How long the server is waited for when it is called.
const CONNECT: Duration = Duration::from_secs(10);
/// After how long without an answer to what was sent a connection counts as lost.
const LOST: Duration = Duration::from_secs(30);
/// How long a question may take, ms; what is imported may take longer.
const PATIENCE: &str = "SET statement_timeout = 60000";
/// Rows that are read together.
const BATCH: i64 = 2048;
/// The lock of whoever imports: "CAtl" as the number of an advisory lock.
const IMPORTER: i64 = 0x4341_746C;

/// A connection to a library in PostgreSQL.
pub struct Server {
    client: Client,
    config: Config,
    /// The address without its password.
    address: PathBuf,
    /// Whether it holds the lock of whoever imports.
    imports: bool,
}

/// The state of a library on a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct State {
    /// Which library it is, and how often rows were changed or taken away: then an index begins anew.
    pub revision: String,
    /// The largest key.
    pub last: i64,
}

/// Whether this is the address of a server rather than a path.
pub(crate) fn is_address(path: &Path) -> bool {
    let words = path.to_str().unwrap_or_default();
    SCHEMES.iter().any(|scheme| words.starts_with(scheme))
}

/// A path or an address as it may be shown: without a password.
pub(crate) fn shown(path: &Path) -> PathBuf {
    let Some((scheme, rest)) = path
        .to_str()
        .filter(|_| is_address(path))
        .and_then(|address| address.split_once("://"))
    else {
        return path.to_owned();
    };
    let mut rest = rest.to_owned();
    // First of all, for there may be anything in it.
    while let Some(at) = ["?password=", "&password="]
        .iter()
        .find_map(|option| rest.find(option))
    {
        let end = rest[at + 1..].find('&').map(|end| at + 1 + end);
        let more = end.map(|end| rest[end + 1..].to_owned());
        let mark = rest[at..].chars().next().unwrap_or_default();
        rest.truncate(at);
        if let Some(more) = more {
            rest.push(mark);
            rest += &more;
        }
    }
    let place = match rest.rsplit_once('@') {
        Some((user, host)) => {
            let user = user.split(':').next().unwrap_or_default();
            format!("{user}@{host}")
        }
        None => rest,
    };
    PathBuf::from(format!("{scheme}://{place}"))
}

impl Server {
    /// Connects to the library at an address (`postgresql://USER@HOST/DATABASE`). The password stands there, or in the variable `PGPASSWORD`.
    ///
    /// # Errors
    /// [`LibraryError::Server`] when it cannot be reached, wants an encrypted connection, or has no library.
    pub fn open(address: &str) -> Result<Server, LibraryError> {
        let mut server = Server::connect(address)?;
        if !server.has_library()? {
            return Err(server.error(
                "there is no library in this database yet: `corpus-atlas import` makes one",
            ));
        }
        server.checked()
    }

    /// Whether there is a library at an address.
    ///
    /// # Errors
    /// When the server cannot be reached.
    pub fn is_there(address: &str) -> Result<bool, LibraryError> {
        Server::connect(address)?.has_library()
    }

    fn has_library(&mut self) -> Result<bool, LibraryError> {
        let found = self.client.query_opt(schema::IS_THERE, &[]);
        Ok(self.told(found)?.is_some())
    }

    /// It, if this version of the program knows its format.
    fn checked(mut self) -> Result<Server, LibraryError> {
        let version = self.about("format")?;
        match version == schema::FORMAT {
            true => Ok(self),
            false => Err(self.error(format!(
                "its library is of format {version}; this version of the program knows format {}",
                schema::FORMAT
            ))),
        }
    }

    /// [`Server::open`] to import into it; makes the library where there is none. One importer at a time.
    ///
    /// # Errors
    /// As [`Server::open`]; also when another importer is at work.
    pub fn open_to_import(address: &str) -> Result<Server, LibraryError> {
        let mut server = Server::connect(address)?;
        server.imports = true;
        let free = server.client.batch_execute("SET statement_timeout = 0");
        server.told(free)?;
        server.lock()?;
        if !server.has_library()? {
            let made = server.client.batch_execute(&schema::tables());
            server.told(made)?;
            // Only where the extension may be made: without, questions of place are answered by a plain index.
            let placed = server.client.batch_execute(schema::PLACE_BY_CUBE);
            if placed.is_err() {
                let made = server.client.batch_execute(schema::PLACE);
                server.told(made)?;
            }
        }
        server.checked()
    }

    /// Takes the lock of whoever imports.
    fn lock(&mut self) -> Result<(), LibraryError> {
        let locked = self
            .client
            .query_one("SELECT pg_try_advisory_lock($1)", &[&IMPORTER]);
        match self.told(locked)?.get::<_, bool>(0) {
            true => Ok(()),
            false => Err(self
                .error("another import is writing to this library; wait for it and do it again")),
        }
    }

    fn connect(address: &str) -> Result<Server, LibraryError> {
        let place = shown(Path::new(address));
        let refused = |reason: String| LibraryError::Server {
            address: place.clone(),
            reason,
        };
        let mut config = Config::from_str(address).map_err(|error| refused(error.to_string()))?;
        if config.get_ssl_mode() == SslMode::Require {
            let reason = "this program speaks to PostgreSQL without encryption: use a tunnel, and sslmode=disable";
            return Err(refused(reason.to_owned()));
        }
        if let (None, Ok(password)) = (config.get_password(), std::env::var("PGPASSWORD")) {
            config.password(password);
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        config
            .tcp_user_timeout(LOST)
            .keepalives_idle(LOST)
            .application_name("corpus-atlas");
        let client = call(&config).map_err(|error| refused(words(&error)))?;
        Ok(Server {
            client,
            config,
            address: place,
            imports: false,
        })
    }

    /// Calls the server again over a new connection.
    fn reconnect(&mut self) -> Result<(), LibraryError> {
        let client = call(&self.config);
        self.client = self.told(client)?;
        match self.imports {
            // Another may have begun in the meantime.
            true => {
                let free = self.client.batch_execute("SET statement_timeout = 0");
                self.told(free)?;
                self.lock()
            }
            false => Ok(()),
        }
    }

    /// The address without its password.
    pub fn address(&self) -> &Path {
        &self.address
    }

    fn error(&self, reason: impl Into<String>) -> LibraryError {
        LibraryError::Server {
            address: self.address.clone(),
            reason: reason.into(),
        }
    }

    fn told<T>(&self, answer: Result<T, postgres::Error>) -> Result<T, LibraryError> {
        answer.map_err(|error| self.error(words(&error)))
    }

    /// An answer; where the connection was lost, of a second try over a new one.
    fn asked<T>(
        &mut self,
        ask: impl Fn(&mut Client) -> Result<T, postgres::Error>,
    ) -> Result<T, LibraryError> {
        let answer = ask(&mut self.client);
        if answer.is_err() && self.client.is_closed() {
            self.reconnect()?;
            let answer = ask(&mut self.client);
            return self.told(answer);
        }
        self.told(answer)
    }

    fn about(&mut self, name: &str) -> Result<String, LibraryError> {
        let row = self.asked(|client| {
            client.query_one(
                "SELECT value FROM corpus_atlas.about WHERE name = $1",
                &[&name],
            )
        });
        Ok(row?.get(0))
    }

    /// Documents of the library.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn len(&mut self) -> Result<i64, LibraryError> {
        let row = self
            .asked(|client| client.query_one("SELECT count(*) FROM corpus_atlas.documents", &[]));
        Ok(row?.get(0))
    }

    /// Whether there is no document.
    ///
    /// # Errors
    /// If the server does not answer.
    pub fn is_empty(&mut self) -> Result<bool, LibraryError> {
        Ok(self.len()? == 0)
    }

    pub(crate) fn state(&mut self) -> Result<State, LibraryError> {
        let row = self.asked(|client| client.query_one(schema::STATE, &[]))?;
        let revision: Option<String> = row.get(0);
        let revision = revision
            .ok_or_else(|| self.error("its table `about` does not say which library it is"))?;
        Ok(State {
            revision,
            last: row.get(1),
        })
    }

    /// What an index is made of, of the documents from a key on, `each` with its key, until it says that this is enough.
    pub(crate) fn scan(
        &mut self,
        from: i64,
        mut each: impl FnMut(i64, Result<Record, String>) -> bool,
    ) -> Result<(), LibraryError> {
        let narrow = schema::narrow_rows();
        let mut from = from;
        loop {
            let rows = self.asked(|client| client.query(&narrow, &[&from, &BATCH]))?;
            for row in &rows {
                from = row.get::<_, i64>(0) + 1;
                if !each(from - 1, record(row, 1)) {
                    return Ok(());
                }
            }
            if rows.len() < usize::try_from(BATCH).unwrap_or_default() {
                return Ok(());
            }
        }
    }

    /// What is long of a document; nothing when it is gone.
    pub(crate) fn read(&mut self, key: i64) -> Result<Option<Record>, LibraryError> {
        let row = self.asked(|client| client.query_opt(schema::DEEP, &[&key]))?;
        let record = row.map(|row| record(&row, 0)).transpose();
        record.map_err(|reason| LibraryError::Damaged { key, reason })
    }

    /// The vectors of all documents that have one, by ascending key.
    pub(crate) fn vectors(
        &mut self,
        mut each: impl FnMut(i64, Vec<f32>),
    ) -> Result<(), LibraryError> {
        let mut from = 0_i64;
        loop {
            let rows = self.asked(|client| client.query(schema::VECTORS, &[&from, &BATCH]))?;
            for row in &rows {
                let key: i64 = row.get(0);
                from = key + 1;
                if let Ok(record) = record(row, 1) {
                    each(key, record.vector());
                }
            }
            if rows.len() < usize::try_from(BATCH).unwrap_or_default() {
                return Ok(());
            }
        }
    }

    /// The documents that match words, best first: all of the words, or, if no document has them all, any of them; any at once with `any`.
    pub(crate) fn matching(
        &mut self,
        text: &str,
        any: bool,
        limit: usize,
    ) -> Result<Vec<i64>, LibraryError> {
        let limit = i64::try_from(limit).unwrap_or(i64::MAX);
        let (words, beginning) = beginning(text);
        for all in [true, false] {
            if all && any {
                continue;
            }
            let rows = self.asked(|client| {
                client.query(schema::MATCHING, &[&words, &beginning, &all, &limit])
            })?;
            if !rows.is_empty() {
                return Ok(rows.iter().map(|row| row.get(0)).collect());
            }
        }
        Ok(Vec::new())
    }
}

/// A connection.
fn call(config: &Config) -> Result<Client, postgres::Error> {
    let mut client = config.connect(NoTls)?;
    client.batch_execute(PATIENCE)?;
    Ok(client)
}

/// What the server says, with what lies behind it.
fn words(error: &postgres::Error) -> String {
    match error.as_db_error() {
        Some(error) => error.message().to_owned(),
        None => {
            let mut words = error.to_string();
            let mut cause = std::error::Error::source(error);
            while let Some(behind) = cause {
                let more = behind.to_string();
                if !words.contains(&more) {
                    words += &format!(": {more}");
                }
                cause = behind.source();
            }
            words
        }
    }
}

/// JSON whose strings hold a replacement character for each zero.
fn without_zeros(json: &str) -> String {
    let mut written = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        written += before;
        rest = match escape.strip_prefix("\\u0000") {
            Some(after) => {
                written.push('\u{fffd}');
                after
            }
            None => {
                let (whole, after) = escape.split_at(2.min(escape.len()));
                written += whole;
                after
            }
        };
    }
    written + rest
}

/// The word at the very end of what is being typed, which may be unfinished, as a beginning; and what stands before it.
fn beginning(text: &str) -> (&str, String) {
    let words = text.trim_end_matches(char::is_alphanumeric);
    let last = &text[words.len()..];
    let quoted = text.matches('"').count() % 2 == 1;
    // What follows "or" narrows nothing.
    let before = words.trim_end().rsplit(|c: char| c.is_whitespace()).next();
    let is_or = before.is_some_and(|word| word.eq_ignore_ascii_case("or"));
    match last.is_empty() || quoted || is_or || words.ends_with('-') {
        true => (text, String::new()),
        false => (words, format!("{last}:*")),
    }
}

/// A row as JSON, in this column.
fn record(row: &Row, column: usize) -> Result<Record, String> {
    let json: String = row.try_get(column).map_err(|error| error.to_string())?;
    serde_json::from_str(&json).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_are_taken_out_and_what_only_looks_like_one_is_left() {
        for (json, left) in [
            (r#""a\u0000b""#, "\"a\u{fffd}b\""),
            (r#""a\\u0000b""#, r#""a\\u0000b""#),
            (r#""\\\u0000\n\"""#, "\"\\\\\u{fffd}\\n\\\"\""),
            (r#""é""#, r#""é""#),
        ] {
            assert_eq!(without_zeros(json), left);
        }
    }

    #[test]
    fn what_is_being_typed_is_a_beginning() {
        let of = |text| {
            let (words, last) = beginning(text);
            (words.to_owned(), last)
        };
        assert_eq!(of("portal ve"), ("portal ".to_owned(), "ve:*".to_owned()));
        assert_eq!(
            of("portal vein "),
            ("portal vein ".to_owned(), String::new())
        );
        assert_eq!(of("\"portal ve"), ("\"portal ve".to_owned(), String::new()));
        assert_eq!(of("a) | b:*"), ("a) | b:*".to_owned(), String::new()));
        assert_eq!(of("stones -kidney").1, "");
        assert_eq!(
            of("kidney or liv"),
            ("kidney or liv".to_owned(), String::new())
        );
        assert_eq!(of("for liv").1, "liv:*");
    }

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (address, seen) in [
            (
                "postgresql://ann:secret@host:5433/team",
                "postgresql://ann@host:5433/team",
            ),
            (
                "postgres://host/team?password=secret&connect_timeout=3",
                "postgres://host/team?connect_timeout=3",
            ),
            (
                "postgresql:///team?host=/run/x&user=ann",
                "postgresql:///team?host=/run/x&user=ann",
            ),
            (
                "postgres://h/db?user=ann&password=p@ss",
                "postgres://h/db?user=ann",
            ),
            ("postgres://ann:p@ss:w@h/db", "postgres://ann@h/db"),
            ("postgres://ann:p?s/s@h/db?a=b", "postgres://ann@h/db?a=b"),
            ("postgres://h?password=a&password=b&a=b", "postgres://h?a=b"),
        ] {
            assert_eq!(shown(Path::new(address)), PathBuf::from(seen));
            assert!(is_address(Path::new(address)));
        }
        for path in ["papers.atlas", "x:y@z?password=1"] {
            assert!(!is_address(Path::new(path)));
            assert_eq!(shown(Path::new(path)), PathBuf::from(path));
        }
    }
}
