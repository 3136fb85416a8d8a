//! What `eval retrieval`, `eval similar` and `eval near` found, in figures.

use std::collections::{BTreeMap, HashMap};
use std::time::Instant;

use anyhow::Context as _;
use evaluation::retrieval::{Estimate, Measures, bootstrap};
use serde::Serialize;

use super::Format;
use super::terminal::{complain, say};

/// How many questions and documents there are.
pub(super) struct Counts {
    /// Questions that a document answers.
    pub n: usize,
    pub documents: usize,
    /// Questions that none does.
    pub unanswered: usize,
    /// Judgments of documents or questions that are not there.
    pub judged_elsewhere: usize,
}

/// The figures of a set.
#[derive(Serialize)]
pub(super) struct Report {
    /// Its name.
    set: String,
    /// Questions that a document of the set answers.
    n: usize,
    documents: usize,
    /// Questions that none does; they are not measured.
    unanswered: usize,
    /// Judgments of documents or questions that are not there.
    judged_elsewhere: usize,
    parts: BTreeMap<String, Row>,
    differences: Vec<Difference>,
    /// Median time in which the model reads a question, ms.
    #[serde(skip_serializing_if = "Option::is_none")]
    encode_ms: Option<f64>,
}

/// The figures of a part.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    measures: Measures,
    /// 95 % interval of nDCG@10 over the questions.
    ndcg10_95: [f64; 2],
    /// Median time of a search, ms.
    ms: f64,
    /// The time that 95 of 100 searches stay below, ms.
    ms_95: f64,
}

/// What a part has over another one: means of the differences question by question, with 95 % intervals.
#[derive(Serialize)]
struct Difference {
    part: String,
    over: String,
    ndcg10: Estimate,
    recall100: Estimate,
    map: Estimate,
    mrr10: Estimate,
}

/// What a part found.
pub(super) struct Found {
    /// Its name.
    pub part: String,
    /// Rows of the documents, best first, question by question.
    pub rankings: Vec<Vec<usize>>,
    measures: Vec<Measures>,
    /// Time of each search, ms.
    pub times_ms: Vec<f64>,
}

impl Found {
    pub fn of(part: impl Into<String>) -> Self {
        Self {
            part: part.into(),
            rankings: Vec::new(),
            measures: Vec::new(),
            times_ms: Vec::new(),
        }
    }

    /// Takes in the ranking of a question, and measures it against the grades of documents by their rows.
    ///
    /// # Errors
    /// If no document is relevant.
    pub fn put(&mut self, ranking: Vec<usize>, grades: &HashMap<usize, i64>) -> anyhow::Result<()> {
        let measures = Measures::of(&ranking, grades);
        let measures = measures.context("a question without a relevant document")?;
        self.measures.push(measures);
        self.rankings.push(ranking);
        Ok(())
    }
}

/// Milliseconds since then.
pub(super) fn ms(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}

/// The value below which this share of them is.
pub(super) fn at(values: &[f64], share: f64) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().saturating_sub(1) as f64;
    let row = (share * last).round() as usize;
    sorted.get(row).copied().unwrap_or_default()
}

impl Report {
    pub fn of(set: &str, counts: Counts, found: &[Found], encode_ms: Option<f64>) -> Self {
        let row = |one: &Found| {
            let ndcg: Vec<f64> = one.measures.iter().map(|m| m.ndcg10).collect();
            let ndcg = bootstrap(&ndcg);
            Row {
                measures: Measures::mean(&one.measures),
                ndcg10_95: [ndcg.low, ndcg.high],
                ms: at(&one.times_ms, 0.5),
                ms_95: at(&one.times_ms, 0.95),
            }
        };
        let mut differences = Vec::new();
        for (number, part) in found.iter().enumerate() {
            for over in &found[..number] {
                let pairs = || part.measures.iter().zip(&over.measures);
                let difference = |of: fn(&Measures) -> f64| {
                    let values: Vec<f64> = pairs().map(|(a, b)| of(a) - of(b)).collect();
                    bootstrap(&values)
                };
                differences.push(Difference {
                    part: part.part.clone(),
                    over: over.part.clone(),
                    ndcg10: difference(|m| m.ndcg10),
                    recall100: difference(|m| m.recall100),
                    map: difference(|m| m.map),
                    mrr10: difference(|m| m.mrr10),
                });
            }
        }
        Report {
            set: set.to_owned(),
            n: counts.n,
            documents: counts.documents,
            unanswered: counts.unanswered,
            judged_elsewhere: counts.judged_elsewhere,
            parts: found
                .iter()
                .map(|one| (one.part.clone(), row(one)))
                .collect(),
            differences,
            encode_ms,
        }
    }

    /// Writes the figures.
    pub fn tell(&self, format: Format) -> anyhow::Result<()> {
        let report = self;
        if format == Format::Json {
            return Ok(say!("{}", serde_json::to_string(report)?)?);
        }
        say!(
            "{}: {} questions, {} documents",
            super::fit(&report.set, 60),
            report.n,
            report.documents
        )?;
        if report.unanswered + report.judged_elsewhere > 0 {
            complain!(
                "{}: {} questions that no document of the set answers are left out, and {} judgments of what is not there",
                super::fit(&report.set, 60),
                report.unanswered,
                report.judged_elsewhere
            );
        }
        say!(
            "{:<10} {:>8} {:>17} {:>10} {:>7} {:>7} {:>7} {:>7} {:>9} {:>9}",
            "",
            "nDCG@10",
            "95 %",
            "Recall@100",
            "MAP",
            "MRR@10",
            "R-Prec",
            "P@10",
            "ms",
            "ms, 95 %"
        )?;
        for (part, row) in &report.parts {
            let (m, [low, high]) = (&row.measures, row.ndcg10_95);
            say!(
                "{part:<10} {:>8.4} {:>17} {:>10.4} {:>7.4} {:>7.4} {:>7.4} {:>7.4} {:>9.2} {:>9.2}",
                m.ndcg10,
                format!("{low:.4} to {high:.4}"),
                m.recall100,
                m.map,
                m.mrr10,
                m.r_prec,
                m.p10,
                row.ms,
                row.ms_95
            )?;
        }
        for difference in &report.differences {
            let shown = |e: &Estimate| format!("{:+.4} ({:+.4} to {:+.4})", e.mean, e.low, e.high);
            say!(
                "{} over {}: nDCG@10 {}, Recall@100 {}",
                difference.part,
                difference.over,
                shown(&difference.ndcg10),
                shown(&difference.recall100)
            )?;
        }
        if let Some(encode_ms) = report.encode_ms {
            say!("the model reads a question in {encode_ms:.1} ms (median)")?;
        }
        Ok(())
    }
}
