//! PubMed, asked by NCBI's E-utilities: `esearch` for the numbers of the articles, `efetch` for their records, 200 at a time.
//!
//! NCBI asks programs to name themselves and to send no more than three requests a second, ten with a key (A General Introduction to
//! the E-utilities, NBK25497). Nothing is asked before a function here is called.

use std::io::Read as _;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use url::Url;

use crate::address::usable;
use crate::http::{self, Failure};
use crate::options::Options;

/// Where the E-utilities are.
pub const ADDRESS: &str = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/";

/// Records of one request.
pub const BATCH: usize = 200;

/// Articles that one search gives at most; PubMed refuses to count further.
pub const MOST: usize = 10_000;

/// DOIs that are looked up in one request: its address stays below 8,000 bytes unless they are very long.
pub const DOIS: usize = 40;

/// The least time between two requests, without a key and with one.
const PACE: [Duration; 2] = [Duration::from_millis(340), Duration::from_millis(105)];

/// Size of an answer, at most: 200 long records have about 4 MiB.
const ANSWER: u64 = 64 << 20;

/// How often somebody who waits looks whether to go on.
const LOOK: Duration = Duration::from_millis(20);

/// Why PubMed gave nothing.
#[derive(Debug, thiserror::Error)]
pub enum PubMedError {
    /// The caller asked to stop.
    #[error("cancelled")]
    Cancelled,
    /// The address cannot be used.
    #[error("the address {0}")]
    Address(String),
    /// PubMed did not understand the query, or found nothing to do with it.
    #[error("PubMed says: {0}")]
    Query(String),
    /// The server answered with this status.
    #[error("PubMed answered {0}")]
    Status(u16),
    /// The connection could not be made or was cut, or the server was too busy, again and again.
    #[error("PubMed cannot be reached: {message} (after {attempts} attempts)")]
    Network {
        /// The last trouble.
        message: String,
        /// How often it was tried.
        attempts: u32,
    },
    /// The answer makes no sense.
    #[error("unexpected answer of PubMed: {0}")]
    Answer(String),
}

/// What a search found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Found {
    /// Articles in all.
    pub count: usize,
    /// PubMed identifiers of the first of them, in the order in which PubMed lists them.
    pub pmids: Vec<String>,
    /// How PubMed understood the query.
    pub understood: String,
    /// What it did not find.
    pub warnings: Vec<String>,
}

/// A client of the E-utilities.
pub struct PubMed {
    agent: ureq::Agent,
    base: Url,
    options: Options,
    email: Option<String>,
    key: Option<String>,
    last: Option<Instant>,
}

impl PubMed {
    /// At the usual address, or at another one (https, or this very machine). `email` tells NCBI whom to write to before it blocks a
    /// program; `key` allows ten requests a second.
    ///
    /// # Errors
    /// If the address cannot be used.
    pub fn new(
        address: Option<&str>,
        email: Option<String>,
        key: Option<String>,
        options: Options,
    ) -> Result<PubMed, PubMedError> {
        let base = usable(address.unwrap_or(ADDRESS), None).map_err(PubMedError::Address)?;
        Ok(PubMed {
            agent: http::agent(&options),
            base,
            options,
            email,
            key,
            last: None,
        })
    }

    /// The machine that is asked, for a message before anything is sent.
    pub fn host(&self) -> &str {
        self.base.host_str().unwrap_or_default()
    }

    /// Searches PubMed, in its own query language.
    ///
    /// # Errors
    /// [`PubMedError`] says what was wrong with the query, the answer or the connection.
    pub fn search(
        &mut self,
        query: &str,
        most: usize,
        cancel: &AtomicBool,
    ) -> Result<Found, PubMedError> {
        let most = most.min(MOST).to_string();
        let parameters = [
            ("term", query),
            ("retmode", "json"),
            ("retmax", &most),
            ("usehistory", "n"),
        ];
        let is_whole = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).is_ok();
        let bytes = self.ask("esearch.fcgi", &parameters, &is_whole, cancel)?;
        let answer: Value = serde_json::from_slice(&bytes)
            .map_err(|error| PubMedError::Answer(error.to_string()))?;
        let result = &answer["esearchresult"];
        if let Some(error) = result["ERROR"].as_str().or(answer["error"].as_str()) {
            return Err(PubMedError::Query(error.to_owned()));
        }
        let count = result["count"]
            .as_str()
            .and_then(|count| count.parse().ok());
        let count = count.ok_or_else(|| PubMedError::Answer("no count in it".to_owned()))?;
        let texts = |value: &Value| -> Vec<String> {
            let list = value.as_array().into_iter().flatten();
            list.filter_map(|text| text.as_str().map(str::to_owned))
                .collect()
        };
        let is_number = |id: &String| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
        let lists = ["errorlist", "warninglist"].into_iter();
        let said = lists.flat_map(|list| result[list].as_object().into_iter().flatten());
        Ok(Found {
            count,
            pmids: texts(&result["idlist"])
                .into_iter()
                .filter(is_number)
                .collect(),
            understood: result["querytranslation"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            warnings: said
                .flat_map(|(what, texts_of)| {
                    let what = what
                        .replace("phrase", "phrase ")
                        .replace("notfound", "not found");
                    texts(texts_of)
                        .into_iter()
                        .map(move |text| format!("{what}: {text}"))
                })
                .collect(),
        })
    }

    /// The articles with these DOIs, at most [`DOIS`]; those that PubMed does not have are among the warnings.
    ///
    /// # Errors
    /// As [`PubMed::search`].
    pub fn search_dois(
        &mut self,
        dois: &[String],
        cancel: &AtomicBool,
    ) -> Result<Found, PubMedError> {
        // Quotes would end the term, and no DOI of an article has them.
        let quoted = dois.iter().take(DOIS).filter(|doi| !doi.contains('"'));
        let terms: Vec<String> = quoted.map(|doi| format!("\"{doi}\"[doi]")).collect();
        if terms.is_empty() {
            return Ok(Found::default());
        }
        self.search(&terms.join(" OR "), BATCH, cancel)
    }

    /// The records of these articles (at most [`BATCH`]) as PubMed XML, whole.
    ///
    /// # Errors
    /// As [`PubMed::search`].
    pub fn fetch(&mut self, pmids: &[String], cancel: &AtomicBool) -> Result<Vec<u8>, PubMedError> {
        let ids = pmids[..pmids.len().min(BATCH)].join(",");
        let parameters = [("id", ids.as_str()), ("retmode", "xml")];
        // An answer that was cut off on its way is asked for again.
        let is_whole = |bytes: &[u8]| {
            let end = bytes.trim_ascii_end();
            end.ends_with(b"</PubmedArticleSet>") || end.ends_with(b"<PubmedArticleSet/>")
        };
        self.ask("efetch.fcgi", &parameters, &is_whole, cancel)
    }

    /// One request, again after a while where that may help.
    fn ask(
        &mut self,
        program: &str,
        parameters: &[(&str, &str)],
        is_whole: &dyn Fn(&[u8]) -> bool,
        cancel: &AtomicBool,
    ) -> Result<Vec<u8>, PubMedError> {
        let mut address = self
            .base
            .join(program)
            .map_err(|error| PubMedError::Address(error.to_string()))?;
        {
            let mut query = address.query_pairs_mut();
            query
                .append_pair("db", "pubmed")
                .append_pair("tool", "corpus-atlas");
            query.extend_pairs(parameters);
            if let Some(email) = &self.email {
                query.append_pair("email", email);
            }
            if let Some(key) = &self.key {
                query.append_pair("api_key", key);
            }
        }
        let attempts = self.options.attempts.max(1);
        let mut pause = self.options.pause;
        let mut message = String::new();
        for attempt in 0..attempts {
            if attempt > 0 {
                wait(pause, cancel)?;
                pause *= 2;
            }
            self.take_turn(cancel)?;
            match self.once(&address) {
                Ok(bytes) if is_whole(&bytes) => return Ok(bytes),
                Ok(_) => message = "its answer was cut off".to_owned(),
                Err(Trouble::Passing(why)) => message = why,
                Err(Trouble::Lasting(error)) => return Err(error),
            }
        }
        Err(PubMedError::Network { message, attempts })
    }

    fn once(&self, address: &Url) -> Result<Vec<u8>, Trouble> {
        let answer =
            http::get(&self.agent, address, 0, None, &self.options).map_err(|f| match f {
                Failure::Passing(why) => Trouble::Passing(why),
                Failure::Lasting(reason) => {
                    Trouble::Lasting(PubMedError::Answer(reason.to_string()))
                }
            })?;
        match answer.status {
            200 => {}
            429 => return Err(Trouble::Passing("it asks for fewer requests".to_owned())),
            status @ 500.. => return Err(Trouble::Passing(format!("it answered {status}"))),
            status => return Err(Trouble::Lasting(PubMedError::Status(status))),
        }
        let mut bytes = Vec::new();
        let read = answer.body.take(ANSWER + 1).read_to_end(&mut bytes);
        read.map_err(|error| Trouble::Passing(error.to_string()))?;
        if bytes.len() as u64 > ANSWER {
            let error = format!("more than {} MiB", ANSWER >> 20);
            return Err(Trouble::Lasting(PubMedError::Answer(error)));
        }
        Ok(bytes)
    }

    /// Waits until the next request may be sent.
    fn take_turn(&mut self, cancel: &AtomicBool) -> Result<(), PubMedError> {
        let pace = PACE[usize::from(self.key.is_some())];
        let left = self.last.map(|last| pace.saturating_sub(last.elapsed()));
        wait(left.unwrap_or_default(), cancel)?;
        self.last = Some(Instant::now());
        Ok(())
    }
}

/// Why one request gave nothing.
enum Trouble {
    Passing(String),
    Lasting(PubMedError),
}

/// Waits, and looks whether to go on.
fn wait(time: Duration, cancel: &AtomicBool) -> Result<(), PubMedError> {
    let start = Instant::now();
    loop {
        if cancel.load(Ordering::Relaxed) {
            return Err(PubMedError::Cancelled);
        }
        match time.checked_sub(start.elapsed()) {
            Some(left) if !left.is_zero() => std::thread::sleep(left.min(LOOK)),
            _ => return Ok(()),
        }
    }
}
