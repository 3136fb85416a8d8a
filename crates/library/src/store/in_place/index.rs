//! The index of a data set, or of a server's library.

use std::fs::{File, OpenOptions};
use std::io::ErrorKind::AlreadyExists;
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use flate2::Crc;
use rusqlite::{
    Connection, ErrorCode, OptionalExtension as _, Transaction, TransactionBehavior, params,
};
use sha2::{Digest as _, Sha256};

use super::origin::Origin;
use crate::data_set::Record;
use crate::normalise_title;
use crate::server::State;
use crate::store::connection::{connect, set_up};
use crate::store::documents::{Fields, Kept};
use crate::store::evidence::Gathered;
use crate::store::{LibraryError, best_p, file_beside, organise, packed, schema};

/// Changes when what is kept in an index does.
const VERSION: u32 = 1;
/// Documents whose evidence is put into the index together.
const GATHERED: i64 = 8192;
/// Indexes up to this size are compared with their sums whenever they are opened, bytes: it takes a fraction of a second.
const SUMMED: u64 = 1 << 30;
/// Where a file of SQLite has its user version, a big-endian number of 32 bits ("Database File Format", 1.3), of which SQLite makes no use.
const USER_VERSION: u64 = 60;
/// Records without a place that are told one by one.
const TOLD: usize = 100;
/// The name under which an index says what it is of.
const OF: &str = "data set";
/// The name under which it says up to which key it goes.
const LAST: &str = "last";

/// The files that are kept of a data set, or of a server's library.
#[derive(Clone)]
pub(super) struct Files {
    pub index: PathBuf,
    pub words: PathBuf,
    /// What a data set is known again by.
    pub mark: String,
    /// How the names of its files begin, in whatever state it was.
    earlier: String,
}

impl Files {
    pub fn of(origin: &mut Origin, indexes: &Path) -> Result<Files, LibraryError> {
        let io = |error| LibraryError::Io {
            path: indexes.to_owned(),
            error,
        };
        std::fs::create_dir_all(indexes).map_err(io)?;
        let mark = mark(&origin.state()?);
        let place = origin.path().canonicalize();
        let place = place.unwrap_or_else(|_| origin.path().to_owned());
        let name = Sha256::digest(place.as_os_str().as_encoded_bytes());
        let name = format!("{name:x}")[..24].to_owned();
        // Files of their own for each state of a data set: two windows that see different ones do not meet. A server has one state for all.
        let state = match origin {
            Origin::Files(_) => mark.clone(),
            Origin::Server(_) => format!("{VERSION}:{}", schema::SCHEMA_VERSION),
        };
        let state = format!("{:x}", Sha256::digest(&state))[..16].to_owned();
        Ok(Files {
            index: indexes.join(format!("{name}-{state}.index")),
            words: indexes.join(format!("{name}-{state}.words")),
            earlier: name,
            mark,
        })
    }

    /// Makes the index, unless it is there, and takes in what a server has that is new.
    pub fn bring_up(&self, origin: &mut Origin) -> Result<(), LibraryError> {
        let is_there = match origin {
            Origin::Files(_) => is_whole(&self.index, &self.mark),
            Origin::Server(_) => self.index.is_file() && self.is_up(origin)?,
        };
        if is_there {
            return Ok(());
        }
        // What two windows make of a server's library at the same time is the same: the first has it.
        let first = matches!(origin, Origin::Server(_));
        let made = write(&self.index, &self.mark, first, |connection| {
            schema::make(connection)?;
            // The words have a file of their own, and nothing is asked by these.
            connection.execute_batch(
                "DROP TABLE text_index; DROP INDEX documents_doi; DROP INDEX documents_pmid; DROP INDEX documents_title",
            )?;
            let transaction = connection.transaction()?;
            fill(&transaction, origin, 1)?;
            Ok(transaction.commit()?)
        });
        match made {
            Err(LibraryError::Io { error, .. }) if first && error.kind() == AlreadyExists => {}
            made => made?,
        }
        self.drop_earlier();
        Ok(())
    }

    /// Whether the index of a server's library can be used, with what is new; one that is damaged is taken away.
    fn is_up(&self, origin: &mut Origin) -> Result<bool, LibraryError> {
        match self.add_new(origin) {
            Ok(()) => Ok(true),
            Err(error @ LibraryError::Server { .. }) => Err(error),
            // Another window is taking in what is new: until then it is as it was.
            Err(error) if error.is_busy() => Ok(true),
            Err(error) if is_damaged(&error) => {
                let _ = std::fs::remove_file(&self.index);
                Ok(false)
            }
            Err(error) => Err(error),
        }
    }

    /// Takes away what was kept of earlier states of the data set; whoever has that open still has it.
    fn drop_earlier(&self) {
        let folder = self.index.parent().map(std::fs::read_dir);
        for entry in folder.into_iter().flatten().flatten().flatten() {
            let name = entry.file_name();
            let is_earlier = name.to_string_lossy().starts_with(&self.earlier);
            if is_earlier && ![&self.index, &self.words].contains(&&entry.path()) {
                let _ = std::fs::remove_file(entry.path());
            }
        }
    }

    /// Takes in the documents that came after those of the index, or, where others were changed, all anew.
    pub fn add_new(&self, origin: &mut Origin) -> Result<(), LibraryError> {
        let mut connection = connect(&self.index)?;
        set_up(&connection)?;
        let state = origin.state()?;
        if goes_to(&connection, &state)? == Some(state.last) {
            return Ok(());
        }
        // Else what is taken in is written before it is whole, and the others cannot read meanwhile.
        connection.pragma_update(None, "cache_size", -262_144)?;
        // Two windows do not take in the same.
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let state = origin.state()?;
        // More than there are: a copy of earlier days was put in the library's place.
        let last = goes_to(&transaction, &state)?.filter(|last| *last <= state.last);
        let same = last.is_some();
        let last = last.unwrap_or_default();
        if same && last == state.last {
            return Ok(());
        }
        if !same {
            transaction.execute_batch(
                "DELETE FROM documents; DELETE FROM contents; DELETE FROM sentences; DELETE FROM evidence; DELETE FROM evidence_new; \
                 DELETE FROM marks; DELETE FROM tags; DELETE FROM collected; DELETE FROM collections; DELETE FROM problems",
            )?;
            transaction.execute(
                "UPDATE about SET value = ?2 WHERE name = ?1",
                [OF, &mark(&state)],
            )?;
        }
        fill(&transaction, origin, last + 1)?;
        Ok(transaction.commit()?)
    }
}

/// Whether a file is no index, or no longer.
fn is_damaged(error: &LibraryError) -> bool {
    // The last where a table is missing.
    let codes = [
        ErrorCode::DatabaseCorrupt,
        ErrorCode::NotADatabase,
        ErrorCode::Unknown,
    ];
    matches!(error, LibraryError::Database(error) if error.sqlite_error_code().is_some_and(|code| codes.contains(&code)))
}

/// Up to which key an index goes, if it is of this state.
fn goes_to(connection: &Connection, state: &State) -> rusqlite::Result<Option<i64>> {
    let about = |name: &str| {
        let mut find = connection.prepare_cached("SELECT value FROM about WHERE name = ?1")?;
        find.query_row([name], |row| row.get::<_, String>(0))
            .optional()
    };
    if about(OF)?.is_none_or(|kept| kept != mark(state)) {
        return Ok(None);
    }
    let last = about(LAST)?.and_then(|last| last.parse().ok());
    Ok(Some(last.unwrap_or_default()))
}

/// What an index says that it is of.
fn mark(state: &State) -> String {
    format!("{VERSION}:{}:{}", schema::SCHEMA_VERSION, state.revision)
}

/// Whether the file is what was made of a data set of this mark.
pub(super) fn is_of(file: &Path, mark: &str) -> bool {
    let kept = || -> Result<Option<String>, LibraryError> {
        let connection = connect(file)?;
        let mut find = connection.prepare("SELECT value FROM about WHERE name = ?1")?;
        Ok(find.query_row([OF], |row| row.get(0)).optional()?)
    };
    file.is_file() && kept().is_ok_and(|kept| kept.is_some_and(|kept| kept == mark))
}

/// [`is_of`], and as it was made, as far as a file that is not too large is looked through at every opening.
pub(super) fn is_whole(file: &Path, mark: &str) -> bool {
    let is_small = || file.metadata().is_ok_and(|there| there.len() <= SUMMED);
    is_of(file, mark) && (!is_small() || is_as_made(file))
}

/// Whether a file that [`write`] made for a data set is still that, byte for byte.
pub(super) fn is_as_made(file: &Path) -> bool {
    let kept_and_now = || -> io::Result<(u32, u32)> {
        let mut file = File::open(file)?;
        let now = sum(&mut file)?;
        let mut kept = [0; 4];
        file.seek(SeekFrom::Start(USER_VERSION))?;
        file.read_exact(&mut kept)?;
        Ok((u32::from_be_bytes(kept), now))
    };
    kept_and_now().is_ok_and(|(kept, now)| kept == now)
}

/// The sum (CRC-32) of a file of SQLite without its user version, in which the sum is kept.
fn sum(file: &mut File) -> io::Result<u32> {
    let mut crc = Crc::new();
    file.seek(SeekFrom::Start(0))?;
    let mut head = [0; 100];
    file.read_exact(&mut head)?;
    let at = USER_VERSION as usize;
    head[at..at + 4].fill(0);
    crc.update(&head);
    let mut bytes = vec![0; 1 << 20];
    loop {
        match file.read(&mut bytes)? {
            0 => return Ok(crc.sum()),
            read => crc.update(&bytes[..read]),
        }
    }
}

/// Keeps the sum of a file of SQLite in it.
fn keep_sum(file: &Path) -> io::Result<()> {
    let mut file = OpenOptions::new().read(true).write(true).open(file)?;
    let sum = sum(&mut file)?;
    file.seek(SeekFrom::Start(USER_VERSION))?;
    file.write_all(&sum.to_be_bytes())
}

/// Makes a file aside, and puts it in its place when it is whole; with `first`, if there is none yet.
pub(super) fn write(
    file: &Path,
    mark: &str,
    first: bool,
    fill: impl FnOnce(&mut Connection) -> Result<(), LibraryError>,
) -> Result<(), LibraryError> {
    let io = |error| LibraryError::Io {
        path: file.to_owned(),
        error,
    };
    let making = file_beside(file).map_err(io)?;
    let mut connection = connect(making.path())?;
    set_up(&connection)?;
    // Nothing is lost with it.
    connection.pragma_update(None, "journal_mode", "OFF")?;
    connection.pragma_update(None, "synchronous", "OFF")?;
    connection.pragma_update(None, "cache_size", -262_144)?;
    fill(&mut connection)?;
    connection.execute_batch(
        "CREATE TABLE IF NOT EXISTS about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    )?;
    connection.execute(
        "INSERT OR REPLACE INTO about (name, value) VALUES (?1, ?2)",
        [OF, mark],
    )?;
    drop(connection);
    keep_sum(making.path()).map_err(io)?;
    making.as_file().sync_all().map_err(io)?;
    let kept = match first {
        true => making.persist_noclobber(file),
        false => making.persist(file),
    };
    kept.map_err(|failed| io(failed.error))?;
    Ok(())
}

/// Takes in what the map and the lists need of the documents from a key on.
fn fill(transaction: &Transaction<'_>, origin: &mut Origin, from: i64) -> Result<(), LibraryError> {
    let mut gathered = Gathered::default();
    let (mut refused, mut failure) = (Vec::new(), None);
    let (mut last, mut more) = (from - 1, 0);
    let whole = origin.has_groundings();
    origin.scan(from, |key, record| {
        last = key;
        let kept = record.and_then(|record| keep(transaction, key, &record, whole, &mut gathered));
        let kept = match kept {
            Ok(kept) => kept,
            Err(reason) if refused.len() < TOLD => {
                refused.push((key, reason));
                Ok(())
            }
            Err(_) => {
                more += 1;
                Ok(())
            }
        };
        let kept = match key % GATHERED {
            0 => kept.and_then(|()| std::mem::take(&mut gathered).keep(transaction)),
            _ => kept,
        };
        failure = kept.err();
        failure.is_none()
    })?;
    if let Some(failure) = failure {
        return Err(failure);
    }
    gathered.keep(transaction)?;
    for (key, reason) in refused {
        let (place, file) = origin.place_of(key);
        tell(transaction, &place, file, &reason)?;
    }
    if more > 0 {
        let place = origin.path();
        let reason = format!("{more} further records have no place");
        tell(transaction, &place.to_string_lossy(), place, &reason)?;
    }
    transaction.execute(
        "INSERT OR REPLACE INTO about (name, value) VALUES (?1, ?2)",
        params![LAST, last.to_string()],
    )?;
    Ok(())
}

/// Takes in a row; the reason, for its reader, when it cannot be.
fn keep(
    transaction: &Transaction<'_>,
    key: i64,
    record: &Record,
    whole: bool,
    gathered: &mut Gathered,
) -> Result<Result<(), LibraryError>, String> {
    if let Some(reason) = &record.error {
        return Err(reason.clone());
    }
    let Some(place) = record.place() else {
        return Err("it has no place".to_owned());
    };
    if let Some(reason) = crate::store::unusable(&place) {
        return Err(reason);
    }
    let [x, y, z] = place.point_mm;
    let inserted = transaction
        .prepare_cached(
            "INSERT OR IGNORE INTO documents (key, id, title, year, kind, doi, pmid, title_key, x, y, z, structure, p, outside_p) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        )
        .and_then(|mut insert| {
            insert.execute(params![
                key,
                record.id,
                record.title,
                record.year,
                record.kind,
                record.doi,
                record.pmid,
                normalise_title(&record.title),
                x,
                y,
                z,
                place.structure,
                record.best_p().unwrap_or_else(|| best_p(&place)),
                place.outside_p
            ])
        });
    match inserted {
        Ok(0) => return Err(format!("its id, {}, is that of an earlier row", record.id)),
        Ok(_) => {}
        Err(error) => return Ok(Err(error.into())),
    }
    gathered.put(key, &place);
    let points = place.sentences.iter().map(|sentence| sentence.point_mm);
    let document = record.document();
    let kept = || -> Result<(), LibraryError> {
        let fields = Fields::of(&document).json(key)?;
        let kept = match whole {
            true => Vec::new(),
            false => Kept::of("", &place).packed(key)?,
        };
        transaction
            .prepare_cached(
                "INSERT INTO contents (key, text, fields, source_path, source_record, source_line, grounding, embedding, model) \
                 VALUES (?1, '', ?2, ?3, ?4, ?5, ?6, x'', ?7)",
            )?
            .execute(params![
                key,
                fields,
                document.source.path.to_string_lossy(),
                i64::try_from(document.source.record).unwrap_or(i64::MAX),
                document.source.line.map(|line| i64::try_from(line).unwrap_or(i64::MAX)),
                kept,
                place.model
            ])?;
        transaction
            .prepare_cached("INSERT INTO sentences (key, points) VALUES (?1, ?2)")?
            .execute(params![key, packed::pack_points(points)])?;
        match document.marks.is_empty() {
            true => Ok(()),
            false => organise::set(transaction, key, &document.marks),
        }
    };
    Ok(kept())
}

/// Keeps why a row is not among the documents.
fn tell(
    transaction: &Transaction<'_>,
    place: &str,
    file: &Path,
    reason: &str,
) -> Result<(), LibraryError> {
    transaction
        .prepare_cached("INSERT OR IGNORE INTO problems (place, reason, file) VALUES (?1, ?2, ?3)")?
        .execute(params![place, reason, file.to_string_lossy()])?;
    Ok(())
}
