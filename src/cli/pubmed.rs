//! `corpus-atlas pubmed`: articles that PubMed finds, into a library file.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use anyhow::Context;
use download::pubmed::{MOST, PubMed};
use library::{Library, Observer, Progress, Refusal};

use super::terminal::{self, complain, say};
use super::{Console, exit_code, open_grounder};
use crate::full_text::{self, FullTexts};
use crate::pubmed::{self, Added, Articles, Listed, Way};

/// Documents grounded and added at a time.
const GROUNDED: usize = 64;

/// How often it is said how far a run has come.
const SAID_EVERY: Duration = Duration::from_secs(10);

/// Search PubMed and add what it finds to a library file, created when absent. Articles that are there already are not fetched again,
/// so a run that broke off goes on when it is repeated.
///
/// The query or the identifiers, the name of this program and, if given, your address are sent to NCBI (U.S. National Library of Medicine). Nothing else is,
/// unless full texts are wanted.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas pubmed \"portal hypertension[ti] AND 2020:2024[dp]\" --into papers.atlas --most 500\n  corpus-atlas pubmed \"hydronephrosis\" --into papers.atlas --format json\n  corpus-atlas pubmed --ids pmids.txt --into papers.atlas\n  corpus-atlas pubmed \"hydronephrosis\" --into papers.atlas --full-text"
)]
pub struct Arguments {
    /// The query, in PubMed's own language.
    #[arg(required_unless_present = "ids")]
    query: Option<String>,
    /// Instead of a query, a file of PubMed identifiers and DOIs: one a line, or the columns `pmid` and `doi` of a table.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["query", "most"])]
    ids: Option<PathBuf>,
    /// The library file.
    #[arg(long, value_name = "LIBRARY")]
    into: PathBuf,
    /// Most articles: in the order in which PubMed lists them, and of more than 9,999 the newest first.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=MOST as i64))]
    most: u32,
    /// Your address, by which NCBI can reach you before it blocks requests; sent with each.
    #[arg(long)]
    email: Option<String>,
    /// Key of NCBI, for ten requests a second instead of three; else that of the variable NCBI_API_KEY.
    #[arg(long)]
    api_key: Option<String>,
    /// Then ask Europe PMC (EMBL-EBI) for the full texts of those that are open access, also for articles that are here already without.
    /// Their PMCIDs are sent to it.
    #[arg(long)]
    full_text: bool,
    /// How the result is told.
    #[arg(long, value_enum, default_value_t = super::Format::Table)]
    format: super::Format,
}

/// Runs; exit 1 when a record was refused or PubMed stopped answering; what had come by then is stored.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    has_a_query(arguments)?;
    let mut client = pubmed::client(arguments.email.clone(), arguments.api_key.clone())?;
    client.on_wait(|words| complain!("{words}"));
    let never = AtomicBool::new(false);
    let place = || arguments.into.display().to_string();
    let (asked_for, order, mut library) = match (&arguments.query, &arguments.ids) {
        (_, Some(file)) => {
            let listed = read_list(file, client.host(), &never)?;
            let mut library = Library::open_or_create(&arguments.into).with_context(place)?;
            let order = pubmed::look_up(
                &mut client,
                listed,
                &mut library,
                arguments.full_text,
                &never,
            )?;
            (file.display().to_string(), order, library)
        }
        (query, None) => {
            let query = query.clone().unwrap_or_default();
            complain!("Asking {} for: {query}", client.host());
            let order = pubmed::search(&mut client, &query, arguments.most as usize, &never)?;
            let library = Library::open_or_create(&arguments.into).with_context(place)?;
            (query, order, library)
        }
    };
    tell_how_it_was_taken(&order);
    let (count, asked) = (order.count, order.asked);
    complain!("{count} articles found, {asked} of them asked for");
    let mut added = Added::default();
    added.progress.duplicates = order.known;
    let mut full_texts = None;
    if asked > order.known {
        let (_, grounder) = open_grounder()?;
        let mut watch = Watch::new(asked);
        let mut way = Way {
            batch: GROUNDED,
            ground: &grounder,
            store: &mut library,
            observer: &mut watch,
            cancel: &never,
            full_text: arguments.full_text,
        };
        added = pubmed::add(&mut client, order, &mut way).with_context(place)?;
        if arguments.full_text && added.failed.is_none() {
            let articles = std::mem::take(&mut added.articles);
            full_texts = Some(fetch_full_texts(&mut client, articles, &mut way)?);
        }
        // The window lists them.
        library.keep_problems(&watch.refused).with_context(place)?;
    }
    let Added {
        progress,
        missed,
        failed,
        ..
    } = added;
    if missed > 0 {
        complain!("PubMed counted {missed} more and did not tell which; ask again later");
    }
    let documents = library.len()?;
    match arguments.format {
        super::Format::Json => {
            say!(
            "{}",
            terminal::json(&serde_json::json!({
                "query": asked_for, "count": count, "asked": asked,
                "known": progress.duplicates, "read": progress.read,
                "added": progress.added, "refused": progress.refused, "documents": documents,
                "error": failed.as_ref().map(ToString::to_string),
                "full_texts": full_texts.as_ref().map(|texts| serde_json::json!({
                    "added": texts.added, "closed": texts.closed, "refused": texts.refused,
                    "error": texts.failed.as_ref().map(ToString::to_string),
                })),
            }).to_string())
        )?
        }
        super::Format::Table => say!(
            "{} read, {} added, {} known already, {} refused; {} now holds {documents} documents",
            progress.read,
            progress.added,
            progress.duplicates,
            progress.refused,
            terminal::line(&place()),
        )?,
    }
    let (mut refused, mut failed) = (progress.refused, failed);
    if let Some(texts) = full_texts {
        if let super::Format::Table = arguments.format {
            let FullTexts { added, closed, .. } = texts;
            say!("full texts: {added} added, {closed} not open access")?;
        }
        refused += texts.refused;
        failed = failed.or(texts.failed);
    }
    if let Some(error) = failed {
        complain!("{error}; what had come is stored, and the same command goes on from there");
        return Ok(ExitCode::FAILURE);
    }
    Ok(exit_code(refused))
}

/// Refuses a query that asks for nothing.
fn has_a_query(arguments: &Arguments) -> anyhow::Result<()> {
    let asks_nothing = |query: &String| query.trim().is_empty();
    anyhow::ensure!(
        !arguments.query.as_ref().is_some_and(asks_nothing),
        "the query is empty: say what PubMed is to look for"
    );
    Ok(())
}

/// What PubMed says of the question itself.
fn tell_how_it_was_taken(order: &pubmed::Order) {
    for warning in &order.warnings {
        complain!("PubMed: {warning}");
    }
    if !order.understood.is_empty() {
        complain!("PubMed understood: {}", order.understood);
    }
}

/// Adds the full texts of articles that are open access.
fn fetch_full_texts(
    client: &mut PubMed,
    articles: Articles,
    way: &mut Way<'_>,
) -> anyhow::Result<FullTexts> {
    let mut europe_pmc = full_text::client()?;
    europe_pmc.on_wait(|words| complain!("{words}"));
    let wanted = full_text::wanted(client, articles, way)?;
    let host = europe_pmc.host();
    complain!(
        "Asking {host} for the full texts of {} articles",
        wanted.len()
    );
    let mut watch = Watch::new(wanted.len());
    let mut way = Way {
        observer: &mut watch,
        store: &mut *way.store,
        ..*way
    };
    Ok(full_text::add(&mut europe_pmc, &wanted, &mut way)?)
}

/// The identifiers that a file lists.
fn read_list(file: &Path, host: &str, never: &AtomicBool) -> anyhow::Result<Listed> {
    let listed = pubmed::listed(&[file.to_owned()], never);
    for refusal in &listed.refused {
        complain!("corpus-atlas: {}: {}", refusal.place, refusal.reason);
    }
    let (pmids, dois) = (listed.pmids.len(), listed.dois.len());
    anyhow::ensure!(
        !listed.is_empty(),
        "{}: no PubMed identifier and no DOI in it",
        file.display()
    );
    complain!("Asking {host} for {pmids} PubMed identifiers and {dois} DOIs");
    Ok(listed)
}

/// Says now and then how far a long run has come.
struct Watch {
    asked: usize,
    begun: Instant,
    told: Instant,
    refused: Vec<Refusal>,
}

impl Watch {
    fn new(asked: usize) -> Self {
        let now = Instant::now();
        Self {
            asked,
            begun: now,
            told: now,
            refused: Vec::new(),
        }
    }
}

impl Observer for Watch {
    fn progress(&mut self, progress: &Progress) {
        if self.told.elapsed() < SAID_EVERY {
            return;
        }
        self.told = Instant::now();
        // What is here already costs no time, and says nothing of the pace.
        let left = self.asked.saturating_sub(progress.duplicates);
        let pace = library::pace(progress.read, Some(left), self.begun.elapsed());
        let (added, known) = (progress.added, progress.duplicates);
        complain!(
            "{added} of {} added, {known} known already; {pace}",
            self.asked
        );
    }

    fn refused(&mut self, refusal: Refusal) {
        self.refused.push(refusal.clone());
        Console.refused(refusal);
    }

    fn cancelled(&self) -> bool {
        false
    }
}
