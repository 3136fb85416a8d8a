//! Folders whose new and changed files are taken in: which of their files are new, which have changed, and which documents' files are
//! gone.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};
use serde::{Deserialize, Serialize};

use super::{Library, LibraryError, Merge, keys, sums};
use crate::read::looked_through;
use crate::{Limits, PassedOver, Source};

/// Key of the folders among the library's settings.
const KEY: &str = "watched folders";
/// Key of their files whose removed documents are no longer in the trash.
const REMOVED: &str = "files removed from watched folders";
/// Endings of files that are one text each.
const ONE_TEXT: [&str; 11] = [
    "txt", "text", "md", "markdown", "pdf", "docx", "odt", "rtf", "html", "htm", "xhtml",
];

/// A folder that is watched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Watched {
    /// The folder.
    pub folder: PathBuf,
    /// When it was looked into last, seconds since 1970; what has changed since then is read again.
    #[serde(default)]
    pub looked: u64,
}

/// A document whose file is no longer there.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Gone {
    /// Its key.
    pub key: i64,
    /// Its title.
    pub title: String,
    /// Where the file was.
    pub file: PathBuf,
}

/// What has happened in a folder since it was looked into last.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FolderNews {
    /// Files that no document comes from or came from, and that were not refused before.
    pub new: Vec<PathBuf>,
    /// Files that documents come from or came from before these were removed, or that were refused, and that have changed.
    pub changed: Vec<PathBuf>,
    /// Documents whose files are no longer there, in the order of their keys.
    pub gone: Vec<Gone>,
    /// Files in it of kinds that cannot be read.
    pub passed_over: PassedOver,
    /// The folder itself cannot be read; then nothing of it is said to be gone.
    pub missing: bool,
    /// When it was looked into, seconds since 1970.
    pub at: u64,
}

impl Library {
    /// The folders that are watched.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub fn watched(&self) -> Result<Vec<Watched>, LibraryError> {
        kept(&self.connection, KEY)
    }

    /// Watches a folder from now on; what is in it is new.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn watch(&mut self, folder: &Path) -> Result<(), LibraryError> {
        self.set_looked(folder, 0)
    }

    /// Notes when a folder was looked into: what came of it is stored, or was refused.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn set_looked(&mut self, folder: &Path, at: u64) -> Result<(), LibraryError> {
        let mut watched = self.watched()?;
        match watched.iter_mut().find(|known| known.folder == folder) {
            Some(known) => known.looked = known.looked.max(at),
            None => watched.push(Watched {
                folder: folder.to_owned(),
                looked: at,
            }),
        }
        self.keep_watched(&watched)
    }

    /// Watches a folder no longer; its documents stay.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn unwatch(&mut self, folder: &Path) -> Result<(), LibraryError> {
        let mut watched = self.watched()?;
        watched.retain(|known| known.folder != folder);
        self.keep_watched(&watched)
    }

    fn keep_watched(&mut self, watched: &[Watched]) -> Result<(), LibraryError> {
        let kept = serde_json::to_string(watched).map_err(|error| LibraryError::Damaged {
            key: 0,
            reason: error.to_string(),
        })?;
        self.set_setting(KEY, (!watched.is_empty()).then_some(kept.as_str()))
    }

    /// Looks what has happened in a watched folder. Nothing is changed.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn look_into(&self, watched: &Watched) -> Result<FolderNews, LibraryError> {
        let folder = &watched.folder;
        let mut news = FolderNews {
            at: seconds(SystemTime::now()),
            ..FolderNews::default()
        };
        let files = match looked_through(folder, &Limits::default()) {
            Ok((files, passed)) => {
                news.passed_over = passed;
                files
            }
            Err(_) => {
                news.missing = true;
                return Ok(news);
            }
        };
        let known = self.sources_within(folder)?;
        let named = self.named_within(folder)?;
        let refused: Vec<PathBuf> = self.problems()?.into_iter().map(|p| p.file).collect();
        let removed = self.removed_within(folder)?;
        for file in files {
            // A file in an archive has a path through it.
            let of_archive = |source: &PathBuf| source.starts_with(&file);
            let next = known.range(file.clone()..).next();
            let is_known = next.is_some_and(|(source, _)| of_archive(source));
            let next = removed.range(file.clone()..).next();
            // What was removed does not come back by itself, unless it is another text by now.
            if !is_known && next.is_some_and(of_archive) {
                if changed_at(&file) > watched.looked {
                    news.changed.push(file);
                }
                continue;
            }
            // One that a record of a list here names belongs to that, and is no document by itself.
            if !is_known && named.contains(&file) {
                continue;
            }
            if !is_known && !refused.contains(&file) {
                news.new.push(file);
            } else if changed_at(&file) >= watched.looked {
                news.changed.push(file);
            }
        }
        for (source, documents) in known {
            let mut places = source.ancestors().take_while(|place| *place != folder);
            if !places.any(Path::is_file) {
                let gone = documents.into_iter().map(|(key, title)| Gone {
                    key,
                    title,
                    file: source.clone(),
                });
                news.gone.extend(gone);
            }
        }
        news.gone.sort_unstable();
        Ok(news)
    }

    /// Whether a document that was met again in a file comes from that one from now on: the file that it came from is no longer there, and this one is of
    /// the same kind (it was renamed or moved).
    ///
    /// # Errors
    /// If the library cannot be read.
    pub(super) fn is_moved(&self, key: i64, source: &Source) -> Result<bool, LibraryError> {
        if self.read_only.is_some() || self.in_place.is_some() {
            return Ok(false);
        }
        let kept: String = self
            .connection
            .prepare_cached("SELECT source_path FROM contents WHERE key = ?1")?
            .query_row([key], |row| row.get(0))?;
        let kept = PathBuf::from(kept);
        let moved = kept.is_absolute()
            && kept != source.path
            && ending(&kept) == ending(&source.path)
            && !is_file_or_in_one(&kept)
            && is_file_or_in_one(&source.path);
        // A sum made anew would hide what is damaged.
        Ok(moved && sums::changed(&self.connection, key)?.is_none())
    }

    /// The files within a folder that documents come from, with keys and titles of these.
    fn sources_within(
        &self,
        folder: &Path,
    ) -> Result<BTreeMap<PathBuf, Vec<(i64, String)>>, LibraryError> {
        let mut sources: BTreeMap<PathBuf, Vec<(i64, String)>> = BTreeMap::new();
        let start = folder.display().to_string();
        let mut find = self.connection.prepare(
            "SELECT c.source_path, d.key, d.title FROM contents c JOIN documents d USING (key) WHERE c.source_path >= ?1 AND c.source_path < ?2",
        )?;
        let end = format!("{start}\u{10FFFF}");
        let mut rows = find.query([&start, &end])?;
        while let Some(row) = rows.next()? {
            let source = PathBuf::from(row.get::<_, String>(0)?);
            if source.starts_with(folder) {
                let document = (row.get(1)?, row.get(2)?);
                sources.entry(source).or_default().push(document);
            }
        }
        Ok(sources)
    }

    /// The files within a folder from which removed documents came.
    fn removed_within(&self, folder: &Path) -> Result<BTreeSet<PathBuf>, LibraryError> {
        let mut removed = removed_for_good(&self.connection)?;
        if keys::has_trash(&self.connection)? {
            let start = folder.display().to_string();
            let end = format!("{start}\u{10FFFF}");
            let mut find = self.connection.prepare(
                "SELECT source_path FROM trash_contents WHERE source_path >= ?1 AND source_path < ?2",
            )?;
            let mut rows = find.query([&start, &end])?;
            while let Some(row) = rows.next()? {
                removed.insert(PathBuf::from(row.get::<_, String>(0)?));
            }
        }
        removed.retain(|file| file.starts_with(folder));
        Ok(removed)
    }

    /// The files that the documents of a folder's lists name.
    fn named_within(&self, folder: &Path) -> Result<BTreeSet<PathBuf>, LibraryError> {
        let start = folder.display().to_string();
        let end = format!("{start}\u{10FFFF}");
        let mut find = self.connection.prepare(
            "SELECT f.value FROM contents c JOIN documents d USING (key), json_each(CASE WHEN json_valid(c.fields) THEN c.fields ELSE '{}' END, \
             '$.details.files') f WHERE c.source_path >= ?1 AND c.source_path < ?2 AND f.type = 'text'",
        )?;
        let mut rows = find.query([&start, &end])?;
        let mut named = BTreeSet::new();
        while let Some(row) = rows.next()? {
            named.insert(PathBuf::from(row.get::<_, String>(0)?));
        }
        Ok(named)
    }

    /// Documents of files that were read again because they had changed, and whose older version is still there: each older version
    /// goes into the newer one. Only of files that are one text each; in a file of records a number says nothing.
    ///
    /// # Errors
    /// If the library cannot be read.
    pub fn superseded(&self, files: &[PathBuf]) -> Result<Vec<Merge>, LibraryError> {
        let mut find = self.connection.prepare(
            "SELECT key, source_record FROM contents WHERE source_path = ?1 ORDER BY key DESC",
        )?;
        let mut merges = Vec::new();
        let is_one_text = |file: &&PathBuf| {
            let ending = file.extension().unwrap_or_default().to_string_lossy();
            ONE_TEXT.contains(&ending.to_lowercase().as_str())
        };
        for file in files.iter().filter(is_one_text) {
            let read = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
            let rows = find.query_map([file.display().to_string()], read)?;
            let rows: Vec<(i64, i64)> = rows.collect::<Result<_, _>>()?;
            // References are saved as .txt, too.
            let records = rows.iter().any(|(_, record)| *record > 1);
            let keys: Vec<i64> = rows.into_iter().map(|(key, _)| key).collect();
            if let [keep, others @ ..] = keys.as_slice()
                && !others.is_empty()
                && !records
            {
                merges.push(Merge {
                    keep: *keep,
                    others: others.to_vec(),
                });
            }
        }
        Ok(merges)
    }
}

/// Remembers which files of watched folders have documents in the trash that were removed before `limit`, seconds since 1970, and are about to be gone for
/// good.
pub(super) fn remember_removed(connection: &Connection, limit: i64) -> Result<(), LibraryError> {
    let folders: Vec<Watched> = kept(connection, KEY)?;
    let before = removed_for_good(connection)?;
    let mut removed = before.clone();
    if !folders.is_empty() {
        let mut find = connection.prepare(
            "SELECT c.source_path FROM trash_contents c JOIN trash_documents d USING (key) JOIN trash_removals r ON r.id = d.removal \
             WHERE r.at_unix_s < ?1",
        )?;
        let mut rows = find.query([limit])?;
        while let Some(row) = rows.next()? {
            removed.insert(PathBuf::from(row.get::<_, String>(0)?));
        }
    }
    removed.retain(|file| folders.iter().any(|known| file.starts_with(&known.folder)));
    if removed == before {
        return Ok(());
    }
    let words = serde_json::to_string(&removed).map_err(|error| LibraryError::Damaged {
        key: 0,
        reason: error.to_string(),
    })?;
    connection.execute(
        "INSERT OR REPLACE INTO settings (name, value) VALUES (?1, ?2)",
        params![REMOVED, words],
    )?;
    Ok(())
}

fn removed_for_good(connection: &Connection) -> Result<BTreeSet<PathBuf>, LibraryError> {
    kept(connection, REMOVED)
}

/// A list among the settings; what another version of the program has kept otherwise is none.
fn kept<T: Default + for<'a> Deserialize<'a>>(
    connection: &Connection,
    name: &str,
) -> Result<T, LibraryError> {
    let mut find = connection.prepare_cached("SELECT value FROM settings WHERE name = ?1")?;
    let kept: Option<String> = find.query_row([name], |row| row.get(0)).optional()?;
    Ok(kept
        .and_then(|kept| serde_json::from_str(&kept).ok())
        .unwrap_or_default())
}

fn ending(path: &Path) -> Option<OsString> {
    path.extension().map(OsStr::to_ascii_lowercase)
}

/// Whether this is a file, or the path of one within an archive that is.
fn is_file_or_in_one(path: &Path) -> bool {
    path.ancestors().any(Path::is_file)
}

fn seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// When a file came to be as it is, seconds since 1970: it was written, or (where the system tells) put where it is.
fn changed_at(file: &Path) -> u64 {
    let Ok(metadata) = std::fs::metadata(file) else {
        return 0;
    };
    let written = metadata.modified().map_or(0, seconds);
    #[cfg(unix)]
    let written = {
        use std::os::unix::fs::MetadataExt as _;
        written.max(u64::try_from(metadata.ctime()).unwrap_or(0))
    };
    written
}
