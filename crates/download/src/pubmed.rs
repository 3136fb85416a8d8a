//! PubMed, asked by NCBI's E-utilities: `esearch` for the numbers of the articles, `efetch` for their records, 200 at a time.
//!
//! NCBI asks programs to name themselves, to send no more than three requests a second, ten with a key, and to send what is long by
//! POST (A General Introduction to the E-utilities, NBK25497). Nothing is asked before a function here is called.
//!
//! Since 2022 PubMed tells the first 9,999 articles of a query and no more, neither page by page nor by its history server. [`Parts`]
//! goes beyond as NCBI's own EDirect does: it adds a range of PubMed identifiers to the query, narrow enough that each answer is whole.
//! Ranges of dates would not do, as more articles than that have come on one day.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use serde_json::Value;
use url::{Url, form_urlencoded};

use crate::address::usable;
use crate::options::Options;
use crate::service::{Service, ServiceError, Trouble};

/// Where the E-utilities are.
pub const ADDRESS: &str = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils/";

/// Records of one request.
pub const BATCH: usize = 200;

/// Articles that one answer tells at most.
pub const PART: usize = 9_999;

/// Articles that can be asked for at most, in parts.
pub const MOST: usize = 1_000_000;

/// DOIs that are looked up in one request.
pub const DOIS: usize = 40;

/// Articles that a range of numbers is meant to have: well below [`PART`], as they do not lie evenly.
const AIM: u64 = 7_000;

/// No PubMed identifier is as high; the highest had eight digits and began with 4 in 2026.
const HIGHEST: u64 = 99_999_999;

/// The least time between two requests, without a key and with one.
const PACE: [Duration; 2] = [Duration::from_millis(340), Duration::from_millis(105)];

/// Size of an answer, at most: 200 long records have about 4 MiB.
const ANSWER: u64 = 64 << 20;

/// Bytes of parameters from which on they are sent by POST.
const LONG: usize = 2_000;

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
    /// Where NCBI keeps the same list for some hours, if it does.
    pub history: Option<History>,
}

/// A list of articles that NCBI keeps, so that its records can be asked for without naming them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    environment: String,
    key: String,
}

impl Found {
    /// Reads the answer of `esearch`, JSON; nothing where it makes no sense.
    pub fn parse(answer: &[u8]) -> Option<Found> {
        let answer: Value = serde_json::from_slice(answer).ok()?;
        found(&answer["esearchresult"])
    }
}

/// A client of the E-utilities.
pub struct PubMed {
    service: Service,
    base: Url,
    email: Option<String>,
    key: Option<String>,
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
    ) -> Result<PubMed, ServiceError> {
        let base = usable(address.unwrap_or(ADDRESS), None).map_err(ServiceError::Address)?;
        let pace = PACE[usize::from(key.is_some())];
        Ok(PubMed {
            service: Service::new("PubMed", pace, ANSWER, options),
            base,
            email,
            key,
        })
    }

    /// Has somebody told, in words, when there was no answer and it is asked again after a while.
    pub fn on_wait(&mut self, tell: impl FnMut(&str) + Send + 'static) {
        self.service.on_wait(tell);
    }

    /// The machine that is asked, for a message before anything is sent.
    pub fn host(&self) -> &str {
        self.base.host_str().unwrap_or_default()
    }

    /// Searches PubMed, in its own query language: the number of articles, and which are the first `most` of them, up to [`PART`].
    ///
    /// # Errors
    /// [`ServiceError`] says what was wrong with the query, the answer or the connection.
    pub fn search(
        &mut self,
        query: &str,
        most: usize,
        cancel: &AtomicBool,
    ) -> Result<Found, ServiceError> {
        let most = most.min(PART).to_string();
        let parameters = [
            ("term", query),
            ("retmode", "json"),
            ("retmax", &most),
            ("usehistory", "y"),
        ];
        // A server that is overburdened says so within a sound answer.
        let look = |bytes: &[u8]| match serde_json::from_slice::<Value>(bytes) {
            Ok(answer) => match said_wrong(&answer) {
                Some(error) if error.contains("Backend failed") => {
                    Err(Trouble::Passing(error, None))
                }
                _ => Ok(()),
            },
            Err(_) => Err(Trouble::cut_off()),
        };
        let bytes = self.ask("esearch.fcgi", &parameters, &look, cancel)?;
        let nonsense = |error: String| self.service.nonsense(error);
        let answer: Value =
            serde_json::from_slice(&bytes).map_err(|error| nonsense(error.to_string()))?;
        if let Some(message) = said_wrong(&answer) {
            return Err(ServiceError::Query {
                service: "PubMed",
                message,
            });
        }
        found(&answer["esearchresult"]).ok_or_else(|| nonsense("no count in it".to_owned()))
    }

    /// The articles with these DOIs, at most [`DOIS`]; those that PubMed does not have are among the warnings.
    ///
    /// # Errors
    /// As [`PubMed::search`].
    pub fn search_dois(
        &mut self,
        dois: &[String],
        cancel: &AtomicBool,
    ) -> Result<Found, ServiceError> {
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
    pub fn fetch(
        &mut self,
        pmids: &[String],
        cancel: &AtomicBool,
    ) -> Result<Vec<u8>, ServiceError> {
        let ids = pmids[..pmids.len().min(BATCH)].join(",");
        let parameters = [("id", ids.as_str()), ("retmode", "xml")];
        self.ask("efetch.fcgi", &parameters, &is_whole, cancel)
    }

    /// The records of `most` articles (at most [`BATCH`]) of a list that NCBI keeps, from this one on (0: the first), as PubMed XML,
    /// whole.
    ///
    /// # Errors
    /// As [`PubMed::search`]; also when the list is no longer kept.
    pub fn fetch_kept(
        &mut self,
        list: &History,
        from: usize,
        most: usize,
        cancel: &AtomicBool,
    ) -> Result<Vec<u8>, ServiceError> {
        let (from, most) = (from.to_string(), most.min(BATCH).to_string());
        let parameters = [
            ("WebEnv", list.environment.as_str()),
            ("query_key", &list.key),
            ("retstart", &from),
            ("retmax", &most),
            ("retmode", "xml"),
        ];
        self.ask("efetch.fcgi", &parameters, &is_whole, cancel)
    }

    fn ask(
        &mut self,
        program: &str,
        parameters: &[(&str, &str)],
        look: &dyn Fn(&[u8]) -> Result<(), Trouble>,
        cancel: &AtomicBool,
    ) -> Result<Vec<u8>, ServiceError> {
        let mut address = self
            .base
            .join(program)
            .map_err(|error| ServiceError::Address(error.to_string()))?;
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.append_pair("db", "pubmed")
            .append_pair("tool", "corpus-atlas")
            .extend_pairs(parameters);
        for (name, value) in [("email", &self.email), ("api_key", &self.key)] {
            if let Some(value) = value {
                form.append_pair(name, value);
            }
        }
        let form = form.finish();
        if form.len() > LONG {
            return self.service.ask(&address, Some(&form), look, cancel);
        }
        address.set_query(Some(&form));
        self.service.ask(&address, None, look, cancel)
    }
}

/// What an answer of `esearch` complains of.
fn said_wrong(answer: &Value) -> Option<String> {
    let error = answer["esearchresult"]["ERROR"].as_str();
    error.or(answer["error"].as_str()).map(str::to_owned)
}

/// What `esearch` found; nothing if it does not say how much.
fn found(result: &Value) -> Option<Found> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let texts = |value: &Value| -> Vec<String> {
        let list = value.as_array().into_iter().flatten();
        list.filter_map(text).collect()
    };
    let is_number = |id: &String| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit());
    let listed = texts(&result["idlist"]);
    let told = listed.len();
    let pmids: Vec<String> = listed.into_iter().filter(is_number).collect();
    let lists = ["errorlist", "warninglist"].into_iter();
    let said = lists.flat_map(|list| result[list].as_object().into_iter().flatten());
    let warnings = said.flat_map(|(what, texts_of)| {
        let what = what
            .replace("phrase", "phrase ")
            .replace("notfound", "not found");
        let texts = texts(texts_of).into_iter();
        texts.map(move |text| format!("{what}: {text}"))
    });
    let kept = text(&result["webenv"]).zip(text(&result["querykey"]));
    Some(Found {
        count: result["count"].as_str()?.parse().ok()?,
        understood: text(&result["querytranslation"]).unwrap_or_default(),
        warnings: warnings.collect(),
        // What was left out would shift the others.
        history: kept
            .filter(|_| pmids.len() == told)
            .map(|(environment, key)| History { environment, key }),
        pmids,
    })
}

/// Whether an answer of `efetch` came whole; one that was cut off on its way is asked for again.
fn is_whole(bytes: &[u8]) -> Result<(), Trouble> {
    let end = bytes.trim_ascii_end();
    if end.ends_with(b"</PubmedArticleSet>") || end.ends_with(b"<PubmedArticleSet/>") {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&end[..end.len().min(2_000)]);
    match text.split_once("<ERROR>") {
        Some((_, error)) => Err(Trouble::Lasting(ServiceError::Query {
            service: "PubMed",
            message: error.split('<').next().unwrap_or_default().to_owned(),
        })),
        None => Err(Trouble::cut_off()),
    }
}

/// The PMCIDs (`PMC123`) that PubMed XML tells of its articles, by PubMed identifier; those of articles that they cite are left out.
pub fn pmcids(xml: &[u8]) -> Vec<(String, String)> {
    let text = String::from_utf8_lossy(xml);
    // The text of the first element whose tag begins so.
    let element = |text: &str, tag: &str| {
        let (_, rest) = text.split_once(tag)?;
        let (_, rest) = rest.split_once('>')?;
        Some(rest.split('<').next()?.trim().to_owned())
    };
    let of_record = |record: &str| {
        let pmid = element(record, "<PMID")?;
        let (_, data) = record.split_once("<PubmedData>")?;
        let own = data.split("<ReferenceList").next()?;
        let pmcid = element(own, "<ArticleId IdType=\"pmc\"")?;
        pmcid.starts_with("PMC").then_some((pmid, pmcid))
    };
    text.split("<PubmedArticle>")
        .filter_map(of_record)
        .collect()
}

/// The articles of a query or of a list in parts, each of which is whole.
///
/// What PubMed tells in one answer is the only part, in its own order. Of more than [`PART`] articles those with the highest numbers
/// come first, as these are the newest; each part is asked for when it is wanted, about one request for 7,000 articles. After an error
/// the same part is asked for again.
#[derive(Debug, Clone)]
pub struct Parts {
    query: String,
    /// Articles that may still be asked for.
    left: usize,
    /// Articles that PubMed has said that there are and has not told yet.
    untold: usize,
    first: Option<Found>,
    /// The range of numbers that is asked for next, both included; nothing when all have been.
    range: Option<(u64, u64)>,
    /// How wide the range after that is to be.
    width: u64,
}

impl Parts {
    /// Of a query, of which a search has found this, at most so many.
    pub fn of_query(query: &str, mut found: Found, most: usize) -> Parts {
        let highest = found.pmids.iter().filter_map(|pmid| pmid.parse().ok());
        let highest: u64 = highest.max().unwrap_or(HIGHEST).min(HIGHEST);
        let in_one = found.count <= PART || most <= PART;
        let width = highest * AIM / found.count.max(1) as u64;
        found.pmids.truncate(most);
        Parts {
            query: query.to_owned(),
            left: most,
            untold: if in_one { 0 } else { found.count },
            // Above the highest of those that were told there may be others.
            range: (!in_one).then(|| ((highest + 1).min(HIGHEST), HIGHEST)),
            width: width.max(1),
            first: in_one.then_some(found),
        }
    }

    /// Of a list of PubMed identifiers.
    pub fn of_list(pmids: Vec<String>) -> Parts {
        let found = Found {
            count: pmids.len(),
            pmids,
            ..Found::default()
        };
        Parts {
            query: String::new(),
            left: found.count,
            untold: 0,
            first: Some(found),
            range: None,
            width: 1,
        }
    }

    /// The next part; nothing when there is none.
    ///
    /// # Errors
    /// As [`PubMed::search`].
    pub fn next(
        &mut self,
        pubmed: &mut PubMed,
        cancel: &AtomicBool,
    ) -> Result<Option<Found>, ServiceError> {
        if let Some(first) = self.first.take() {
            return Ok(Some(first));
        }
        while let Some((low, high)) = self.range.filter(|_| self.left > 0) {
            let query = format!("({}) AND {low}:{high}[uid]", self.query);
            let mut found = pubmed.search(&query, PART, cancel)?;
            let (width, count) = (high - low + 1, found.count as u64);
            if found.count > PART {
                if count > width {
                    let error = "more articles than numbers that were asked for";
                    return Err(pubmed.service.nonsense(error));
                }
                let narrower = (width * AIM / count).clamp(1, width / 2);
                self.range = Some((high - narrower + 1, high));
                continue;
            }
            self.width = match count {
                0 if high == HIGHEST => self.width,
                _ => (width * AIM / count.max(1)).clamp(1, width * 4),
            };
            let high = low - 1;
            let low = high.saturating_sub(self.width - 1).max(1);
            self.range = (high > 0).then_some((low, high));
            if found.count == 0 {
                continue;
            }
            self.untold = self.untold.saturating_sub(found.pmids.len());
            if found.pmids.len() > self.left {
                let number = |pmid: &String| pmid.parse().unwrap_or(0_u64);
                found
                    .pmids
                    .sort_by_key(|pmid| std::cmp::Reverse(number(pmid)));
                found.pmids.truncate(self.left);
                found.history = None;
            }
            self.left -= found.pmids.len();
            return Ok(Some(found));
        }
        Ok(None)
    }

    /// Articles that PubMed counted and did not tell when it was asked for all parts.
    pub fn missed(&self) -> usize {
        if self.range.is_none() { self.untold } else { 0 }
    }
}
