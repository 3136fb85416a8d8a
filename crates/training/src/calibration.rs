//! What is set on the development documents once the weights are there: how far the spread reaches, when a text is about nothing in
//! this torso, and how sure a place is shown to be.

use std::path::Path;
use std::sync::Arc;

use anatomy::{Catalogue, Sex};
use anyhow::{Context as _, Result};
use evaluation::metrics;
use evaluation::reading::{self, Right};
use glam::{DMat4, DVec4};
use grounding::lean::CHI2_3_90;
use grounding::sentences::LONG_BYTES;
use grounding::{Calibration, EngineChoice, Grounder, Grounding, ModelManifest, TextInput};

use crate::corpus::{self, Item, Split};
use crate::evaluate::{self, Labelled, Sample};

/// Texts about an organ of this body that may be refused: by the limit, this share of the development texts is.
const REFUSED: f64 = 0.05;

/// Sets the calibration of a model folder on the development documents.
///
/// # Errors
/// When the model, the atlas or the corpus cannot be read, or `model.json` not be written.
pub fn calibrate(corpus: &Path, vocab: &Path, model_dir: &Path, atlas_dir: &Path) -> Result<()> {
    let file = model_dir.join("model.json");
    let mut manifest: ModelManifest = serde_json::from_slice(&std::fs::read(&file)?)
        .with_context(|| format!("{} is no model description", file.display()))?;
    manifest.calibration = Calibration::default();
    let put = |manifest: &ModelManifest| -> Result<()> {
        let mut json = serde_json::to_vec_pretty(manifest)?;
        json.push(b'\n');
        std::fs::write(&file, json).with_context(|| format!("{} cannot be written", file.display()))
    };
    put(&manifest)?;
    let sample = Sample::read(corpus, vocab, Split::Dev)?;
    let reading = evaluate::reading_texts(Split::Dev)?;
    let open = || -> Result<Grounder> {
        let atlas = Arc::new(anatomy::Atlas::open(atlas_dir)?);
        Ok(Grounder::open(model_dir, atlas, EngineChoice::Auto)?)
    };
    let kept = corpus::kept_back();
    manifest.calibration.outside = outside(&open()?, &sample, &reading, &kept)?;
    put(&manifest)?;
    let run = evaluate::run(&open()?, sample)?;
    manifest.calibration.covariance_scale =
        (evaluate::quantile(evaluate::place_distances(&run), 0.9) / CHI2_3_90) as f32;
    put(&manifest)?;
    let grounder = open()?;
    let shown = |right: bool, g: &Grounding| {
        Some(Row {
            signs: DVec4::new(
                f64::from(logit(g.shown_p()?)),
                f64::from(logit(g.outside_p)),
                0.0,
                1.0,
            ),
            target: f64::from(u8::from(right)),
            weight: 1.0,
        })
    };
    if grounder.parts().0.reads() {
        let kept = kept.iter().filter(|item| !is_hers(item));
        let items: Vec<&reading::Item> = reading.iter().chain(kept).collect();
        let texts: Vec<TextInput<'_>> = items.iter().map(|i| TextInput::new(&i.text)).collect();
        let judged = items.iter().zip(grounder.ground(&texts)?);
        let judged = judged.filter(|(_, g)| !g.is_outside());
        let short = judged.filter_map(|(item, g)| {
            let is_short = item.text.len() <= LONG_BYTES;
            let verdict = reading::judge(&run.atlas, item, &g);
            is_short.then(|| shown(verdict.right, &g)).flatten()
        });
        let long = run.about.iter().filter_map(|(document, g)| {
            let right = evaluate::right(&document.classes);
            let away = metrics::distance_mm(&run.atlas, &right, g.point_mm)?;
            shown(away < metrics::HIT_MM, g)
        });
        let fitted = [
            shown_weights(&short.collect::<Vec<_>>()),
            shown_weights(&long.collect::<Vec<_>>()),
        ];
        manifest.calibration.shown = fitted.map(|[slope, _, shift]| [slope, shift]);
        manifest.calibration.doubt = fitted.map(|[_, doubt, _]| doubt);
    }
    eprintln!("{:?}", manifest.calibration);
    put(&manifest)
}

/// The logit of a probability, not beyond those of one in a hundred thousand.
fn logit(p: f32) -> f32 {
    let p = p.clamp(1e-5, 1.0 - 1e-5);
    (p / (1.0 - p)).ln()
}

fn documents(documents: &[Labelled]) -> Vec<TextInput<'_>> {
    documents.iter().map(evaluate::document_input).collect()
}

/// Those that are wanted; texts written to learn reading from are left out: the encoder has seen them.
fn items<'a>(items: &'a [Item], wanted: &dyn Fn(&Item) -> bool) -> Vec<TextInput<'a>> {
    let apart = items.iter().filter(|i| i.source != corpus::READING);
    let wanted = apart.filter(|i| wanted(i));
    wanted.map(evaluate::item_input).collect()
}

/// Whether a text is about what only the female body has, which is nowhere in the male one.
fn is_hers(item: &reading::Item) -> bool {
    let is_hers = |row| Catalogue::builtin().get(row).sex == Some(Sex::Female);
    match &item.right {
        Right::Structures(rows) => rows.iter().all(|row| is_hers(*row)),
        Right::Nowhere => false,
    }
}

/// The weights of [`Calibration::outside`], for short texts and for long ones.
fn outside(
    grounder: &Grounder,
    sample: &Sample,
    reading: &[reading::Item],
    kept: &[reading::Item],
) -> Result<[[f32; 4]; 2]> {
    let about = |item: &Item| !evaluate::right(&item.classes).is_empty();
    let read = |nowhere: bool| -> Vec<TextInput<'_>> {
        let items = reading
            .iter()
            .filter(|i| (i.right == Right::Nowhere) == nowhere);
        items.map(|i| TextInput::new(&i.text)).collect()
    };
    let kept = |nowhere: bool| -> Vec<TextInput<'_>> {
        let items = kept
            .iter()
            .filter(|i| !is_hers(i) && (i.right == Right::Nowhere) == nowhere);
        items.map(|i| TextInput::new(&i.text)).collect()
    };
    let groups = [
        (false, documents(&sample.about)),
        (false, items(&sample.reports, &|_| true)),
        (false, items(&sample.judged, &about)),
        (false, read(false)),
        (false, kept(false)),
        (true, documents(&sample.beyond)),
        (true, items(&sample.elsewhere, &|_| true)),
        (true, items(&sample.judged, &|item| !about(item))),
        (true, read(true)),
        (true, kept(true)),
    ];
    let mut rows = [Vec::new(), Vec::new()];
    for (group, (nowhere, inputs)) in groups.iter().enumerate() {
        for (input, signs) in inputs.iter().zip(grounder.outside_signs(inputs)?) {
            let [outside, best, about_nowhere] = signs.map(f64::from);
            let row = Row {
                signs: DVec4::new(outside, best, about_nowhere, 1.0),
                target: f64::from(u8::from(*nowhere)),
                weight: 1.0,
            };
            rows[usize::from(input.text.len() > LONG_BYTES)].push((group, row));
        }
    }
    Ok(rows.map(|rows| outside_weights(rows, groups.len())))
}

/// The weights that tell the texts about nothing in this torso from the others, with the shift by which [`REFUSED`] of the others are
/// refused. Each group of texts counts as much as the others, and both sorts as much.
fn outside_weights(rows: Vec<(usize, Row)>, groups: usize) -> [f32; 4] {
    // A group of a few texts counts no more than its texts do.
    const FEW: f64 = 20.0;
    let mut counts = vec![0.0f64; groups];
    rows.iter().for_each(|(group, _)| counts[*group] += 1.0);
    let mut rows: Vec<Row> = rows
        .into_iter()
        .map(|(group, row)| Row {
            weight: 1.0 / counts[group].max(FEW),
            ..row
        })
        .collect();
    for target in [0.0, 1.0] {
        let of_target = |row: &&Row| row.target == target;
        let all: f64 = rows.iter().filter(of_target).map(|row| row.weight).sum();
        let of_target = rows.iter_mut().filter(|row| row.target == target);
        of_target.for_each(|row| row.weight *= 1000.0 / all);
    }
    let mut weights = logistic_regression(&rows, DVec4::ZERO);
    let about = rows.iter().filter(|row| row.target == 0.0);
    let mut about: Vec<(f64, f64)> = about.map(|r| (weights.dot(r.signs), r.weight)).collect();
    about.sort_by(|a, b| b.0.total_cmp(&a.0));
    let all: f64 = about.iter().map(|(_, weight)| weight).sum();
    let mut refused = 0.0;
    let limit = about.iter().find(|(_, weight)| {
        refused += weight / all;
        refused > REFUSED
    });
    weights.w -= limit.map_or(0.0, |(odds, _)| *odds);
    weights.as_vec4().to_array()
}

/// The a and b that make Σ ln p(target | logistic(a·logit + b)) largest; (1, 0) when there is nothing to learn from.
pub(crate) fn platt(pairs: &[(f32, f32)]) -> (f32, f32) {
    let positive = pairs.iter().filter(|(_, t)| *t > 0.5).count();
    if positive == 0 || positive == pairs.len() {
        return (1.0, 0.0);
    }
    let pairs = pairs.iter();
    let rows: Vec<Row> = pairs
        .map(|&(x, target)| Row {
            signs: DVec4::new(f64::from(x), 0.0, 0.0, 1.0),
            target: f64::from(target),
            weight: 1.0,
        })
        .collect();
    let found = logistic_regression(&rows, DVec4::X);
    if found.is_finite() && found.x > 0.0 {
        (found.x as f32, found.w as f32)
    } else {
        (1.0, 0.0)
    }
}

/// The a, b and c that make Σ ln p(target | logistic(a·x + b·y + c)) largest for the first two signs; (1, 0, 0) when there is nothing to learn from, and without y where
/// what is likelier about nothing would be shown as surer.
fn shown_weights(rows: &[Row]) -> [f32; 3] {
    let right = rows.iter().filter(|row| row.target > 0.5).count();
    if right == 0 || right == rows.len() {
        return [1.0, 0.0, 0.0];
    }
    let found = logistic_regression(rows, DVec4::X);
    if found.is_finite() && found.x > 0.0 && found.y <= 0.0 {
        return [found.x as f32, found.y as f32, found.w as f32];
    }
    let pairs = rows
        .iter()
        .map(|row| (row.signs.x as f32, row.target as f32));
    let (slope, shift) = platt(&pairs.collect::<Vec<_>>());
    [slope, 0.0, shift]
}

/// What is known of a text, the last of it 1; whether it is so; how much the text counts.
struct Row {
    signs: DVec4,
    target: f64,
    weight: f64,
}

/// The weights w that make Σ weight · ln p(target | logistic(w · signs)) largest, by Newton's method, with a little damping towards those
/// that it begins with.
fn logistic_regression(rows: &[Row], begin: DVec4) -> DVec4 {
    const DAMPING: f64 = 5e-4;
    let loss = |w: DVec4| -> f64 {
        // ln(1 + exp(z)) - t z, which is -ln p.
        let of = |row: &Row| {
            let z = w.dot(row.signs);
            row.weight * (z.max(0.0) + (-z.abs()).exp().ln_1p() - row.target * z)
        };
        rows.iter().map(of).sum::<f64>() + DAMPING * (w - begin).length_squared()
    };
    let mut w = begin;
    for _ in 0..50 {
        let mut gradient = (w - begin) * (2.0 * DAMPING);
        let mut curve = DMat4::IDENTITY * (2.0 * DAMPING);
        for row in rows {
            let p = 1.0 / (1.0 + (-w.dot(row.signs)).exp());
            gradient += row.signs * (row.weight * (p - row.target));
            let bend = row.signs * (row.weight * p * (1.0 - p));
            curve += DMat4::from_cols(
                row.signs * bend.x,
                row.signs * bend.y,
                row.signs * bend.z,
                row.signs * bend.w,
            );
        }
        let step = curve.inverse() * gradient;
        // Newton's step may go too far where the curve is flat: it is halved until it helps.
        let now = loss(w);
        let halved = (0..40).map(|n| step * 0.5f64.powi(n));
        let Some(step) = halved.into_iter().find(|step| loss(w - *step) < now) else {
            break;
        };
        w -= step;
    }
    w
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calibration_finds_the_slope_and_the_shift() {
        // Targets drawn from logistic(0.5 x - 1) in exact proportions.
        let mut pairs = Vec::new();
        for step in -40..=40 {
            let x = step as f32 / 8.0;
            let p = 1.0 / (1.0 + (-(0.5 * f64::from(x) - 1.0)).exp());
            let ones = (p * 400.0).round() as usize;
            pairs.extend((0..400).map(|i| (x, f32::from(u8::from(i < ones)))));
        }
        let (a, b) = platt(&pairs);
        assert!((a - 0.5).abs() < 0.02 && (b + 1.0).abs() < 0.03, "{a} {b}");
        // Far too sure, as logits of a network are: the full step from (1, 0) would go astray.
        let sure: Vec<(f32, f32)> = pairs.iter().map(|(x, t)| (x * 40.0, *t)).collect();
        let (a, b) = platt(&sure);
        assert!(
            (a - 0.0125).abs() < 1e-3 && (b + 1.0).abs() < 0.03,
            "{a} {b}"
        );
        assert_eq!(platt(&[(1.0, 1.0)]), (1.0, 0.0));
    }

    #[test]
    fn what_may_be_about_nothing_is_shown_as_less_sure_and_never_as_surer() {
        let rows = |sign: f64| -> Vec<Row> {
            let each = (0..2000).map(|n| {
                let (x, y) = (f64::from(n % 20) / 5.0, f64::from(n / 20 % 10) - 5.0);
                let p = 1.0 / (1.0 + (-(0.5 * x + sign * 0.4 * y)).exp());
                Row {
                    signs: DVec4::new(x, y, 0.0, 1.0),
                    target: f64::from(u8::from((f64::from(n) * 0.618_034).fract() < p)),
                    weight: 1.0,
                }
            });
            each.collect()
        };
        let [slope, doubt, _] = shown_weights(&rows(-1.0));
        assert!(
            (slope - 0.5).abs() < 0.15 && (doubt + 0.4).abs() < 0.1,
            "{slope} {doubt}"
        );
        let [slope, doubt, _] = shown_weights(&rows(1.0));
        assert!(slope > 0.0 && doubt == 0.0, "{slope} {doubt}");
        assert_eq!(shown_weights(&rows(-1.0)[..0]), [1.0, 0.0, 0.0]);
    }

    #[test]
    fn the_limit_refuses_few_of_those_that_belong_here_and_most_of_the_others() {
        // The first sign tells, the second says nothing; one group of each sort is ten times as large as the other.
        let row = |group: usize, n: usize, target: f64| {
            let spread = (n as f64 * 0.618_034).fract() - 0.5;
            let noise = (n as f64 * 0.414_214).fract() - 0.5;
            let signs = DVec4::new(4.0 * (target - 0.5) + 3.0 * spread, noise, 0.0, 1.0);
            let weight = 1.0;
            (
                group,
                Row {
                    signs,
                    target,
                    weight,
                },
            )
        };
        let mut rows: Vec<(usize, Row)> = (0..1000).map(|n| row(0, n, 0.0)).collect();
        rows.extend((0..100).map(|n| row(1, n, 0.0)));
        rows.extend((0..1000).map(|n| row(2, n, 1.0)));
        let judged: Vec<(DVec4, f64)> = rows.iter().map(|(_, r)| (r.signs, r.target)).collect();
        let weights = outside_weights(rows, 3).map(f64::from);
        let weights = DVec4::from_array(weights);
        let share = |target: f64| {
            let of_target = judged.iter().filter(|(_, t)| *t == target);
            let refused = of_target.clone().filter(|(s, _)| weights.dot(*s) > 0.0);
            refused.count() as f64 / of_target.count() as f64
        };
        assert!(weights.x > 5.0 * weights.y.abs(), "{weights}");
        assert!((share(0.0) - REFUSED).abs() < 0.02, "{}", share(0.0));
        assert!(share(1.0) > 0.99, "{}", share(1.0));
    }
}
