//! Adding to a library on a server.

use std::collections::HashMap;

use grounding::Grounding;
use postgres::types::ToSql;
use postgres::{Client, Row};

use super::{Server, schema, without_zeros};
use crate::Document;
use crate::data_set::Record;
use crate::ingest::Store;
use crate::store::{
    AddReport, Duplicate, DuplicateBy, Found, Identity, LibraryError, Look, Refused,
    find_duplicate, free_id, unusable,
};

/// Documents of one title that are looked at; beyond, those of the same text.
const MOST_OF_A_TITLE: i64 = 50;
/// Bytes of an id, at most: an index holds no longer ones.
const MOST_OF_AN_ID: usize = 2000;
/// Bytes of rows that are sent together.
const TOGETHER: usize = 16 << 20;

/// The documents that one of a batch might be a duplicate of, those of the batch itself among them.
struct Candidates<'a> {
    server: &'a mut Server,
    found: Vec<Found>,
    by_name: HashMap<(u8, String), Vec<usize>>,
    /// Texts of those of the batch, whose keys are below zero.
    texts: Vec<String>,
}

fn name(what: DuplicateBy, value: &str) -> (u8, String) {
    (what as u8, value.to_owned())
}

impl Candidates<'_> {
    fn of<'a>(
        server: &'a mut Server,
        documents: &[&Document],
    ) -> Result<Candidates<'a>, LibraryError> {
        let identities: Vec<Identity> = documents
            .iter()
            .map(|document| Identity::of(document))
            .collect();
        let ids: Vec<String> = documents
            .iter()
            .map(|document| plain(&document.id))
            .collect();
        let dois: Vec<&str> = identities
            .iter()
            .filter_map(|own| own.doi.as_deref())
            .collect();
        let pmids: Vec<&str> = identities
            .iter()
            .filter_map(|own| own.pmid.as_deref())
            .collect();
        let titles = identities.iter().map(|own| own.title.as_str());
        let mut titles: Vec<&str> = titles.filter(|title| !title.is_empty()).collect();
        titles.sort_unstable();
        titles.dedup();
        let rows = server.asked(|client| {
            let asked: [&(dyn ToSql + Sync); 5] = [&ids, &dois, &pmids, &titles, &MOST_OF_A_TITLE];
            client.query(schema::CANDIDATES, &asked)
        })?;
        let mut candidates = Candidates {
            server,
            found: Vec::new(),
            by_name: HashMap::new(),
            texts: Vec::new(),
        };
        rows.iter().for_each(|row| candidates.put(found(row)));
        Ok(candidates)
    }

    fn put(&mut self, found: Found) {
        let number = self.found.len();
        let names = [
            (DuplicateBy::Id, Some(&found.id)),
            (DuplicateBy::Doi, found.doi.as_ref()),
            (DuplicateBy::Pmid, found.pmid.as_ref()),
            (DuplicateBy::Title, Some(&found.title_key)),
        ];
        for (what, value) in names {
            if let Some(value) = value.filter(|value| !value.is_empty()) {
                self.by_name
                    .entry(name(what, value))
                    .or_default()
                    .push(number);
            }
        }
        self.found.push(found);
    }

    /// One that is to be added: what comes after it in the batch may be a duplicate of it.
    fn put_new(&mut self, document: &Document, id: &str, identity: &Identity) {
        self.texts.push(document.text.clone());
        let key = -i64::try_from(self.texts.len()).unwrap_or(i64::MAX);
        self.put(Found {
            key,
            id: id.to_owned(),
            title: document.title.clone(),
            year: document.year,
            doi: identity.doi.clone(),
            pmid: identity.pmid.clone(),
            title_key: identity.title.clone(),
        });
    }
}

impl Look for Candidates<'_> {
    fn having(
        &mut self,
        what: DuplicateBy,
        value: &str,
        text: &str,
    ) -> Result<Vec<Found>, LibraryError> {
        let numbers = self.by_name.get(&name(what, &plain(value)));
        let numbers = numbers.into_iter().flatten();
        let mut all: Vec<Found> = numbers.map(|number| self.found[*number].clone()).collect();
        let stored = all.iter().filter(|found| found.key > 0).count();
        if what == DuplicateBy::Title && stored as i64 >= MOST_OF_A_TITLE {
            let text = plain(text);
            let rows = self.server.asked(|client| {
                client.query(schema::WITH_TEXT, &[&value, &text, &MOST_OF_A_TITLE])
            })?;
            all.extend(rows.iter().map(found));
        }
        Ok(all)
    }

    fn text(&mut self, key: i64) -> Result<String, LibraryError> {
        match usize::try_from(-key - 1)
            .ok()
            .and_then(|number| self.texts.get(number))
        {
            Some(text) => Ok(text.clone()),
            None => Ok(self
                .server
                .read(key)?
                .map(|record| record.text)
                .unwrap_or_default()),
        }
    }
}

fn found(row: &Row) -> Found {
    Found {
        key: row.get(0),
        id: row.get(1),
        title: row.get(2),
        year: row.get(3),
        doi: row.get(4),
        pmid: row.get(5),
        title_key: row.get(6),
    }
}

/// Text as a database can hold it.
fn plain(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

impl Store for Server {
    fn known(&mut self, documents: &[Document]) -> Result<Vec<bool>, LibraryError> {
        let mut candidates = Candidates::of(self, &documents.iter().collect::<Vec<_>>())?;
        let known = documents.iter().map(|document| {
            let found = find_duplicate(&mut candidates, document, &Identity::of(document))?;
            Ok(found.is_some())
        });
        known.collect()
    }

    fn add(&mut self, grounded: &[(Document, Grounding)]) -> Result<AddReport, LibraryError> {
        let mut report = AddReport::default();
        let documents: Vec<&Document> = grounded.iter().map(|(document, _)| document).collect();
        let mut candidates = Candidates::of(self, &documents)?;
        let (mut rows, mut ids) = (Vec::new(), Vec::new());
        for (index, (document, grounding)) in grounded.iter().enumerate() {
            let identity = Identity::of(document);
            if let Some((found, by)) = find_duplicate(&mut candidates, document, &identity)? {
                report
                    .duplicates
                    .push(Duplicate::of(index, document, found, by));
                continue;
            }
            let id = free_id(&plain(&document.id), |id| is_taken(&mut candidates, id))?;
            match row(document, grounding, &id, &identity) {
                Ok(row) => {
                    candidates.put_new(document, &id, &identity);
                    rows.push(row);
                    ids.push(id);
                }
                Err(reason) => report.refused.push(Refused {
                    index,
                    id: document.id.clone(),
                    reason,
                }),
            }
        }
        let keys = self.insert(&rows)?;
        report.keys = ids.iter().filter_map(|id| keys.get(id).copied()).collect();
        report.added = report.keys.len();
        for duplicate in &mut report.duplicates {
            if let (true, Some(key)) = (duplicate.of_key < 0, keys.get(&duplicate.of_id)) {
                duplicate.of_key = *key;
            }
        }
        Ok(report)
    }
}

/// A row as JSON; the reason when the table cannot hold it.
fn row(
    document: &Document,
    grounding: &Grounding,
    id: &str,
    identity: &Identity,
) -> Result<String, String> {
    if let Some(reason) = unusable(grounding) {
        return Err(reason);
    }
    if id.len() > MOST_OF_AN_ID {
        return Err(format!("its id is longer than {MOST_OF_AN_ID} bytes"));
    }
    let json = || -> serde_json::Result<String> {
        let mut record = Record::of(document, grounding)?;
        record.id = id.to_owned();
        record.doi.clone_from(&identity.doi);
        record.pmid.clone_from(&identity.pmid);
        let mut row = serde_json::to_value(&record)?;
        row["title_key"] = identity.title.clone().into();
        serde_json::to_string(&row)
    };
    json()
        .map(|json| without_zeros(&json))
        .map_err(|error| error.to_string())
}

fn is_taken(candidates: &mut Candidates<'_>, id: &str) -> Result<bool, LibraryError> {
    if candidates.by_name.contains_key(&name(DuplicateBy::Id, id)) {
        return Ok(true);
    }
    let there = candidates
        .server
        .asked(|client| client.query_opt(schema::HAS_ID, &[&id]))?;
    Ok(there.is_some())
}

impl Server {
    /// The document that one is a duplicate of.
    pub(crate) fn known_as(
        &mut self,
        document: &Document,
    ) -> Result<Option<(Found, DuplicateBy)>, LibraryError> {
        let mut candidates = Candidates::of(self, &[document])?;
        find_duplicate(&mut candidates, document, &Identity::of(document))
    }

    /// Adds rows, all or none; returns their keys by their ids. It is not tried again: it may have been done before the connection was lost.
    fn insert(&mut self, rows: &[String]) -> Result<HashMap<String, i64>, LibraryError> {
        let insert = schema::insert();
        let add = |client: &mut Client| {
            let mut transaction = client.transaction()?;
            let mut keys = HashMap::new();
            let mut rest = rows;
            while !rest.is_empty() {
                let mut bytes = 0;
                let fit = rest.iter().take_while(|row| {
                    bytes += row.len();
                    bytes <= TOGETHER
                });
                let (these, others) = rest.split_at(fit.count().max(1));
                let these = format!("[{}]", these.join(","));
                let added = transaction.query(&insert, &[&these])?;
                keys.extend(added.iter().map(|row| (row.get(1), row.get(0))));
                rest = others;
            }
            transaction.commit()?;
            Ok(keys)
        };
        let added = add(&mut self.client);
        self.told(added)
    }
}
