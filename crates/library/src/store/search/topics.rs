//! What the documents of a library are about, read for the facet of topics.

use serde::Deserialize;

use crate::store::{Library, LibraryError};
use crate::topics::topics;

/// Documents of a library whose topics are counted, at most. They stand in the rows of the texts, which no index spares: of a million
/// documents these are gigabytes, and the first question would wait for them.
pub const MOST_WITH_TOPICS: usize = 200_000;

/// What a record states of its topics, among its other fields.
#[derive(Deserialize)]
struct Stated {
    #[serde(default)]
    mesh: Vec<String>,
    #[serde(default)]
    keywords: Vec<String>,
}

impl Library {
    /// Tells the topics of the documents of these keys, the first and the last, in the order of their keys.
    pub(super) fn topics_between(
        &self,
        keys: [i64; 2],
        mut each: impl FnMut(i64, &[&str]),
    ) -> Result<(), LibraryError> {
        let mut find = self.connection.prepare_cached(
            "SELECT key, fields FROM contents WHERE key BETWEEN ?1 AND ?2 ORDER BY key",
        )?;
        let mut found = find.query(keys)?;
        while let Some(row) = found.next()? {
            // A damaged record tells of none.
            let Ok(fields) = row.get_ref(1)?.as_str() else {
                continue;
            };
            if let Ok(stated) = serde_json::from_str::<Stated>(fields) {
                each(row.get(0)?, &topics(&stated.mesh, &stated.keywords));
            }
        }
        Ok(())
    }
}
