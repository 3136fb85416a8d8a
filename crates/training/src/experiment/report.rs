//! Writes the tables as Markdown.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, Result};
use evaluation::metrics::Score;

use super::bench::Bench;
use super::wilcoxon;

/// Distances (mm) of the test documents under one method, a list for each seed.
#[derive(Debug, Clone, Default)]
pub struct Measured {
    /// Name in the table.
    pub name: String,
    /// A list for each seed, in the order of the documents.
    pub seeds: Vec<Vec<f32>>,
}

impl Measured {
    /// From points, a list for each seed.
    pub fn new(name: &str, bench: &Bench<'_>, points: &[Vec<[f32; 3]>]) -> Self {
        Self {
            name: name.to_owned(),
            seeds: points
                .iter()
                .map(|p| bench.distances(&bench.test, p))
                .collect(),
        }
    }

    /// The measures over the documents that `keep` names: mean over the seeds of values and of standard errors, and the
    /// standard deviation of IOR between seeds.
    pub fn score(&self, keep: &dyn Fn(usize) -> bool) -> (Score, f64) {
        let scores: Vec<Score> = self
            .seeds
            .iter()
            .map(|d| {
                let kept: Vec<f32> = d
                    .iter()
                    .enumerate()
                    .filter(|(i, _)| keep(*i))
                    .map(|(_, d)| *d)
                    .collect();
                Score::from_distances(&kept)
            })
            .collect();
        let mean = |of: &dyn Fn(&Score) -> f64| {
            scores.iter().map(of).sum::<f64>() / scores.len().max(1) as f64
        };
        let ior = mean(&|s| s.ior);
        let spread = if scores.len() < 2 {
            0.0
        } else {
            (scores.iter().map(|s| (s.ior - ior).powi(2)).sum::<f64>() / (scores.len() - 1) as f64)
                .sqrt()
        };
        let score = Score {
            n: scores.first().map_or(0, |s| s.n),
            ior,
            ior_se: mean(&|s| s.ior_se),
            nvd_cm: mean(&|s| s.nvd_cm),
            nvd_cm_se: mean(&|s| s.nvd_cm_se),
            nvd_o_cm: mean(&|s| s.nvd_o_cm),
            nvd_o_cm_se: mean(&|s| s.nvd_o_cm_se),
        };
        (score, spread)
    }

    /// Mean distance over the seeds for each document.
    fn per_document(&self) -> Vec<f64> {
        let n = self.seeds.first().map_or(0, Vec::len);
        (0..n)
            .map(|i| {
                self.seeds.iter().map(|s| f64::from(s[i])).sum::<f64>() / self.seeds.len() as f64
            })
            .collect()
    }
}

/// `mean ± error` with one digit after the point.
pub fn with_error(mean: f64, error: f64, digits: usize) -> String {
    format!("{mean:.digits$} ± {error:.digits$}")
}

/// A table of methods over all documents and those about exactly one organ. `paper` gives the paper's figures by name of
/// method.
pub fn methods_table(bench: &Bench<'_>, measured: &[Measured], paper: &[(&str, &str)]) -> String {
    let mut out = String::from(
        "| method | seeds | IOR % | NVD cm | NVD-O cm | one organ: IOR % | NVD cm | NVD-O cm | IOR between seeds | paper: IOR / NVD / NVD-O |\n|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for m in measured {
        let (all, spread) = m.score(&|_| true);
        let (one, _) = m.score(&|i| bench.test[i].1.len() == 1);
        let cells = |s: &Score| {
            format!(
                "{} | {} | {}",
                with_error(s.ior, s.ior_se, 1),
                with_error(s.nvd_cm, s.nvd_cm_se, 2),
                with_error(s.nvd_o_cm, s.nvd_o_cm_se, 1)
            )
        };
        let theirs = paper
            .iter()
            .find(|(n, _)| *n == m.name)
            .map_or("", |(_, f)| *f);
        let _ = writeln!(
            out,
            "| {} | {} | {} | {} | ± {spread:.1} | {theirs} |",
            m.name,
            m.seeds.len(),
            cells(&all),
            cells(&one)
        );
    }
    out
}

/// One-sided Wilcoxon tests of the distance of `ours` being below that of each of the others.
pub fn wilcoxon_lines(measured: &[Measured], ours: &str, rivals: &[&str]) -> String {
    let mut out = String::new();
    let Some(own) = measured.iter().find(|m| m.name == ours) else {
        return out;
    };
    let own = own.per_document();
    for rival in rivals {
        if let Some(other) = measured.iter().find(|m| m.name == *rival) {
            let other = other.per_document();
            let _ = writeln!(
                out,
                "* {ours} below {rival}: p = {}; {rival} below {ours}: p = {}",
                p_value(wilcoxon::less(&own, &other)),
                p_value(wilcoxon::less(&other, &own))
            );
        }
    }
    out
}

/// A probability in words that fit its size.
pub fn p_value(p: f64) -> String {
    if p < 1e-4 {
        format!("{p:.0e}")
    } else {
        format!("{p:.4}")
    }
}

/// What a table says of its encoder.
const FROZEN: &str = "The encoder (all-MiniLM-L6-v2, 22.7 million weights) is **frozen**; only a small network on its vectors is trained. The paper fine-tuned the whole of BERT-base (110 million) on 17,886 abstracts. So these are figures of the method under a far smaller budget, not of the same network. ";

/// The same of an encoder that was tuned before.
const TUNED: &str = "The encoder (all-MiniLM-L6-v2, 22.7 million weights) was **fine-tuned for reading** before, as models/cga-2/MODEL_CARD.md tells, and is not trained further: only a small network on its vectors is. In that tuning it has read short texts labelled with the structure that they are about, of every organ, and 1,200 training documents with their headings; so organs that are held out, and texts without headings, are unseen by the small network alone. The paper fine-tuned the whole of BERT-base (110 million) on 17,886 abstracts. ";

/// The same for all tables.
const METHOD: &str = "Texts are read up to 512 word pieces. The network reads the mean vector of the text, that of its title, and those of its sentences (one shared layer, maximum over the sentences); then a hidden layer (ReLU) and the output of the method. No glossary counts unless a row says so. AdamW, weight decay 0.01, gradient norm 2, cosine rate. The epoch is kept that is best on the development documents (IOR in per cent less 10 times NVD in cm, the same for all methods). Where the point is the mean of learned places, their weights are (but for tables 3 and 5) then raised to the power (1 to 16) that is best on the development documents by the same measure. Distances are to the exact voxels of `assets/atlas`; values are means over the seeds, ± is the standard error over the texts (mean over the seeds); \"between seeds\" is a standard deviation.";

/// What every table says about how it was made; `tuned`: the encoder was fine-tuned before.
pub fn method(tuned: bool) -> String {
    format!("{}{METHOD}", if tuned { TUNED } else { FROZEN })
}

/// Writes a table's page.
///
/// # Errors
/// When it cannot be written.
pub fn write(
    output: &Path,
    name: &str,
    title: &str,
    commit: &str,
    command: &str,
    body: &str,
) -> Result<()> {
    std::fs::create_dir_all(output)
        .with_context(|| format!("{} cannot be made", output.display()))?;
    let file = output.join(format!("{name}.md"));
    let text = format!(
        "# {title}\n\nWritten by `{command}` at commit `{commit}`.\n\n{}\n",
        body.trim_end()
    );
    std::fs::write(&file, text).with_context(|| format!("{} cannot be written", file.display()))?;
    eprintln!("{} written", file.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_averaged() {
        let m = Measured {
            name: "x".into(),
            seeds: vec![vec![0.0, 0.0, 50.0, 50.0], vec![0.0, 0.0, 0.0, 90.0]],
        };
        let (score, spread) = m.score(&|_| true);
        assert_eq!((score.n, score.ior), (4, 62.5));
        assert!((score.nvd_cm - 2.375).abs() < 1e-9, "{score:?}");
        assert!((spread - 17.677_669_529_663_69).abs() < 1e-9);
        assert_eq!(m.per_document(), [0.0, 0.0, 25.0, 70.0]);
        assert_eq!(m.score(&|i| i < 2).0.ior, 100.0);
    }
}
