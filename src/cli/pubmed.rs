//! `corpus-atlas pubmed`: articles that PubMed finds, into a library file.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use download::pubmed::{DOIS, Found, MOST, PubMed, PubMedError};
use library::{Identifier, Library, OnRecord, ReadOptions, identifiers_in};

use super::terminal::{self, complain, say};
use super::{Console, exit_code, open_grounder};
use crate::pubmed;

/// Documents grounded and added at a time.
const GROUNDED: usize = 64;

/// Search PubMed and add what it finds to a library file, created when absent. Articles that are there already are not fetched again,
/// so a run that broke off goes on when it is repeated.
///
/// The query or the identifiers, the name of this program and, if given, your address are sent to NCBI (U.S. National Library of Medicine). Nothing else is.
#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  corpus-atlas pubmed \"portal hypertension[ti] AND 2020:2024[dp]\" --into papers.atlas --most 500\n  corpus-atlas pubmed \"hydronephrosis\" --into papers.atlas --format json\n  corpus-atlas pubmed --ids pmids.txt --into papers.atlas"
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
    /// Most articles, the newest or best first as PubMed lists them.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=MOST as i64))]
    most: u32,
    /// Your address, by which NCBI can reach you before it blocks requests; sent with each.
    #[arg(long)]
    email: Option<String>,
    /// Key of NCBI, for ten requests a second instead of three; else that of the variable NCBI_API_KEY.
    #[arg(long)]
    api_key: Option<String>,
    /// How the result is told.
    #[arg(long, value_enum, default_value_t = super::Format::Table)]
    format: super::Format,
}

/// Runs; exit 1 when a record was refused or PubMed stopped answering; what had come by then is stored.
pub fn run(arguments: &Arguments) -> anyhow::Result<ExitCode> {
    let mut client = pubmed::client(arguments.email.clone(), arguments.api_key.clone())?;
    let never = AtomicBool::new(false);
    let (asked_for, found) = match (&arguments.query, &arguments.ids) {
        (_, Some(file)) => (
            file.display().to_string(),
            listed(&mut client, file, &never)?,
        ),
        (query, None) => {
            let query = query.clone().unwrap_or_default();
            complain!("Asking {} for: {query}", client.host());
            let found = client.search(&query, arguments.most as usize, &never)?;
            (query, found)
        }
    };
    for warning in &found.warnings {
        complain!("PubMed: {warning}");
    }
    if !found.understood.is_empty() {
        complain!("PubMed understood: {}", found.understood);
    }
    let place = || arguments.into.display().to_string();
    let mut library = Library::open_or_create(&arguments.into).with_context(place)?;
    let new = pubmed::new_of(&mut library, &found.pmids).with_context(place)?;
    complain!(
        "{} articles found, {} of them asked for, {} of these here already",
        found.count,
        found.pmids.len(),
        found.pmids.len() - new.len()
    );
    let mut progress = library::Progress::default();
    let failed: Mutex<Option<PubMedError>> = Mutex::new(None);
    if !new.is_empty() {
        let (_, grounder) = open_grounder()?;
        let read = |stop: &AtomicBool, on_record: &mut OnRecord<'_>| {
            let fetched = pubmed::fetch(&mut client, &new, stop, on_record);
            *failed.lock().unwrap_or_else(PoisonError::into_inner) = fetched.err();
        };
        progress = library::ingest_from(read, GROUNDED, &grounder, &mut library, &mut Console)
            .with_context(place)?;
    }
    let failed = failed.into_inner().unwrap_or_else(PoisonError::into_inner);
    let count = library.len()?;
    match arguments.format {
        super::Format::Json => say!(
            "{}",
            terminal::json(&serde_json::json!({
                "query": asked_for, "count": found.count, "asked": found.pmids.len(),
                "known": found.pmids.len() - new.len() + progress.duplicates, "read": progress.read,
                "added": progress.added, "refused": progress.refused, "documents": count,
                "error": failed.as_ref().map(ToString::to_string),
            }).to_string())
        )?,
        super::Format::Table => say!(
            "{} read, {} added, {} known already, {} refused; {} now holds {count} documents",
            progress.read,
            progress.added,
            found.pmids.len() - new.len() + progress.duplicates,
            progress.refused,
            place(),
        )?,
    }
    if let Some(error) = failed {
        complain!("{error}; what had come is stored, and the same command goes on from there");
        return Ok(ExitCode::FAILURE);
    }
    Ok(exit_code(progress.refused))
}

/// The articles that a file lists; DOIs are looked up in PubMed.
fn listed(pubmed: &mut PubMed, file: &Path, never: &AtomicBool) -> anyhow::Result<Found> {
    let paths = [file.to_owned()];
    let (identifiers, refusals) = identifiers_in(&paths, &ReadOptions::default(), never);
    for refusal in refusals {
        complain!("corpus-atlas: {}: {}", refusal.place, refusal.reason);
    }
    anyhow::ensure!(
        !identifiers.is_empty(),
        "{}: no PubMed identifier and no DOI in it",
        file.display()
    );
    let (mut pmids, mut dois) = (Vec::new(), Vec::new());
    for identifier in identifiers {
        match identifier {
            Identifier::Pmid(pmid) => pmids.push(pmid),
            Identifier::Doi(doi) => dois.push(doi),
        }
    }
    complain!(
        "Asking {} for {} PubMed identifiers and {} DOIs",
        pubmed.host(),
        pmids.len(),
        dois.len()
    );
    let mut warnings = Vec::new();
    let asked = pmids.len() + dois.len();
    for batch in dois.chunks(DOIS) {
        let found = pubmed.search_dois(batch, never)?;
        warnings.extend(found.warnings);
        pmids.extend(found.pmids);
    }
    let mut met = HashSet::new();
    pmids.retain(|pmid| met.insert(pmid.clone()));
    if pmids.len() < asked {
        complain!(
            "{} of {asked} are in PubMed, as far as it says",
            pmids.len()
        );
    }
    Ok(Found {
        count: pmids.len(),
        pmids,
        warnings,
        ..Found::default()
    })
}
