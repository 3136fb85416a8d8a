//! Measures a model on the documents of a split, through the same code that the application runs, against the simple
//! rules in the same run.

use std::collections::{BTreeSet, HashSet};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use anatomy::{Atlas, Catalogue, StructureIndex};
use anyhow::{Context as _, Result, anyhow};
use evaluation::metrics::{self, LabelledText, Score};
use evaluation::reading;
use grounding::lean::{CHI2_3_90, mahalanobis2, radius_90_mm};
use grounding::{EngineChoice, Gazetteer, Grounder, Grounding, OUTSIDE, TextInput, labels};
use serde_json::json;

use crate::corpus::{self, Headings, Record, Split, TRAINING_SOURCES};

/// Seed of the random rules.
const SEED: u64 = 1;

/// A labelled document.
pub struct Labelled {
    /// The document.
    pub record: Record,
    /// Its classes that this body has; empty when it is about none of them.
    pub classes: Vec<usize>,
    /// Whether a heading speaks of an organ that this body has not, or of a part of the body beyond the torso.
    pub elsewhere: bool,
}

/// Labelled documents of a split, each once, in order of identifier.
///
/// # Errors
/// When the corpus or the vocabulary cannot be read.
pub fn documents(corpus: &Path, vocab: &Path, split: Split) -> Result<Vec<Labelled>> {
    let gazetteer = Gazetteer::builtin();
    let headings = Headings::open(vocab)?;
    let mut seen = HashSet::new();
    let mut documents = Vec::new();
    corpus::read(corpus, &|_| true, &mut |record| {
        let Some(mesh) = record.mesh.as_ref().filter(|m| !m.is_empty()) else {
            return;
        };
        if Split::of_group(&record.group) != split
            || record.text.len() < 80
            || !seen.insert(record.id.clone())
        {
            return;
        }
        let (classes, absent): (Vec<usize>, Vec<usize>) = headings
            .classes_of(mesh)
            .into_iter()
            .partition(|&c| gazetteer.classes()[c].is_present());
        documents.push(Labelled {
            record,
            classes,
            elsewhere: !absent.is_empty(),
        });
    })?;
    documents.sort_by(|a, b| a.record.id.cmp(&b.record.id));
    Ok(documents)
}

/// Writes the test documents that are about an organ of this body as corpus lines whose `labels.structures` lists the
/// structures of their classes.
///
/// # Errors
/// When the corpus cannot be read or the file not be written.
pub fn write_split(corpus: &Path, vocab: &Path, output: &Path) -> Result<()> {
    let classes = Gazetteer::builtin().classes();
    let mut file = std::io::BufWriter::new(
        std::fs::File::create(output)
            .with_context(|| format!("{} cannot be written", output.display()))?,
    );
    let mut documents = documents(corpus, vocab, Split::Test)?;
    documents.retain(|d| !d.classes.is_empty());
    for Labelled {
        record,
        classes: labels,
        ..
    } in &documents
    {
        let structures: Vec<&String> = labels
            .iter()
            .flat_map(|&c| &classes[c].structures)
            .collect();
        let line = json!({"id": record.id, "source": record.source, "title": record.title, "text": record.text, "mesh": record.mesh,
            "labels": {"structures": structures}, "group": record.group});
        writeln!(file, "{line}")?;
    }
    file.flush()?;
    eprintln!("{} documents", documents.len());
    Ok(())
}

/// The texts of a split that a model is measured or calibrated by.
pub(crate) struct Sample {
    /// Documents about an organ of this body.
    pub about: Vec<Labelled>,
    /// Documents whose headings name a part of the body beyond this torso.
    pub beyond: Vec<Labelled>,
    /// Documents whose headings name no organ at all.
    pub without: Vec<Labelled>,
    /// Original texts about none, medical and not.
    pub elsewhere: Vec<corpus::Item>,
    /// Original reports about organs of this body.
    pub reports: Vec<corpus::Item>,
    /// Real captions, titles and cases labelled by reading.
    pub judged: Vec<corpus::Item>,
}

impl Sample {
    /// # Errors
    /// When the corpus or the vocabulary cannot be read.
    pub fn read(corpus: &Path, vocab: &Path, split: Split) -> Result<Self> {
        let documents = documents(corpus, vocab, split)?;
        let (about, mut none): (Vec<Labelled>, Vec<Labelled>) =
            documents.into_iter().partition(|d| !d.classes.is_empty());
        // One in four of those about no organ is enough to judge `outside_p`.
        none.retain(|d| corpus::hash("without", &d.record.id).is_multiple_of(4));
        let (beyond, without) = none.into_iter().partition(|d| d.elsewhere);
        let of = |mut items: Vec<corpus::Item>| {
            items.retain(|i| i.split == split);
            items
        };
        Ok(Self {
            about,
            beyond,
            without,
            elsewhere: of(corpus::elsewhere()),
            reports: of(corpus::reports()),
            judged: of(corpus::judged(corpus)?),
        })
    }
}

/// A document as the program is given it.
pub(crate) fn document_input(document: &Labelled) -> TextInput<'_> {
    TextInput {
        id: Some(&document.record.id),
        title: Some(&document.record.title),
        text: &document.record.text,
    }
}

/// A labelled text as the program is given it.
pub(crate) fn item_input(item: &corpus::Item) -> TextInput<'_> {
    TextInput {
        id: None,
        title: (!item.title.is_empty()).then_some(item.title.as_str()),
        text: &item.text,
    }
}

/// What the texts of a split are grounded to.
pub(crate) struct Run {
    pub atlas: Arc<Atlas>,
    model: grounding::ModelInfo,
    engine: String,
    /// [`Sample::about`], and what was found.
    pub about: Vec<(Labelled, Grounding)>,
    /// `outside_p` of the texts about none: [`Sample::beyond`], [`Sample::without`] and [`Sample::elsewhere`].
    none: [Vec<f32>; 3],
    reports: Vec<(corpus::Item, Grounding)>,
    judged: Vec<(corpus::Item, Grounding)>,
}

/// Names of the parts of [`Run::none`].
const NONE: [&str; 3] = [
    "other_parts_of_the_body",
    "no_organ_in_the_headings",
    "original_texts",
];

/// Right structures: all those of some classes that this body has.
pub(crate) fn right(classes: &[usize]) -> Vec<StructureIndex> {
    let gazetteer = Gazetteer::builtin();
    classes
        .iter()
        .flat_map(|&c| gazetteer.structures_of(c))
        .copied()
        .collect()
}

/// Grounds a sample.
///
/// # Errors
/// When a text cannot be read by the network.
pub(crate) fn run(grounder: &Grounder, sample: Sample) -> Result<Run> {
    let documents = |documents: &[Labelled]| -> Result<Vec<Grounding>> {
        let inputs: Vec<TextInput<'_>> = documents.iter().map(document_input).collect();
        Ok(grounder.ground(&inputs)?)
    };
    let items = |items: Vec<corpus::Item>| -> Result<Vec<(corpus::Item, Grounding)>> {
        let inputs: Vec<TextInput<'_>> = items.iter().map(item_input).collect();
        let found = grounder.ground(&inputs)?;
        Ok(items.into_iter().zip(found).collect())
    };
    let outside = |groundings: Vec<Grounding>| groundings.iter().map(|g| g.outside_p).collect();
    let elsewhere = items(sample.elsewhere)?;
    let groundings = documents(&sample.about)?;
    Ok(Run {
        atlas: Arc::clone(grounder.atlas()),
        model: grounder.model().clone(),
        engine: grounder.engine().name.clone(),
        about: sample.about.into_iter().zip(groundings).collect(),
        none: [
            outside(documents(&sample.beyond)?),
            outside(documents(&sample.without)?),
            outside(elsewhere.into_iter().map(|(_, g)| g).collect()),
        ],
        reports: items(sample.reports)?,
        judged: items(sample.judged)?,
    })
}

/// Squares of the Mahalanobis distances of true places: for each document a random voxel of a right organ. Headings know
/// organs; where the words of the document name a part or a side of the one that is drawn, the place is in that.
pub(crate) fn place_distances(run: &Run) -> Vec<f64> {
    let catalogue = run.atlas.catalogue();
    run.about
        .iter()
        .enumerate()
        .filter_map(|(i, (document, grounding))| {
            let right = right(&document.classes);
            let pick = corpus::hash("place", &document.record.id) as usize % right.len().max(1);
            let organ = *right.get(pick)?;
            let named = catalogue
                .index_of(&grounding.structure)
                .filter(|s| catalogue.is_part_of(*s, organ))
                .filter(|_| grounding.side.is_none_or(|side| side.stated));
            let place = run.atlas.sample_points(named.unwrap_or(organ), 1, i as u64);
            let offset: [f32; 3] = std::array::from_fn(|a| {
                place.first().map_or(0.0, |p| p[a] - grounding.point_mm[a])
            });
            (!place.is_empty()).then(|| mahalanobis2(grounding.covariance_mm2, offset))
        })
        .collect()
}

/// The value that a share of some numbers stays below.
pub(crate) fn quantile(mut values: Vec<f64>, share: f64) -> f64 {
    values.sort_by(f64::total_cmp);
    let at = (share * values.len() as f64) as usize;
    values
        .get(at.min(values.len().saturating_sub(1)))
        .copied()
        .unwrap_or(f64::NAN)
}

/// The short texts by which reading is measured, of a side of the split.
pub(crate) fn reading_texts(split: Split) -> Result<Vec<reading::Item>> {
    let table = include_str!("../data/reading.tsv");
    let mut items =
        reading::parse(table, Catalogue::builtin()).map_err(|e| anyhow!("reading.tsv, {e}"))?;
    let wanted = match split {
        Split::Train => reading::Part::Train,
        Split::Dev => reading::Part::Develop,
        Split::Test => reading::Part::Test,
    };
    items.retain(|item| item.part == wanted);
    Ok(items)
}

/// Prints the figures of a model and of the rules as JSON: by the classes of the headings (`given`), by the headings as the
/// application reads them (`mesh`), for texts about exactly one organ, for original reports, for real texts labelled by
/// reading, how many true places the 90 % ellipsoid holds, and how well `outside_p` tells texts about no organ of this body
/// from the others. With `misses`, every missed text is named on standard error.
///
/// # Errors
/// When the model, the atlas or the corpus cannot be read.
#[expect(
    clippy::too_many_lines,
    reason = "one run, from its data to its report"
)]
pub fn print(
    corpus: &Path,
    vocab: &Path,
    model_dir: &Path,
    atlas_dir: &Path,
    split: Split,
    misses: bool,
) -> Result<()> {
    let atlas = Arc::new(Atlas::open(atlas_dir)?);
    let grounder = Grounder::open(model_dir, atlas, EngineChoice::Auto)?;
    let run = run(&grounder, Sample::read(corpus, vocab, split)?)?;
    let atlas = &run.atlas;
    let given: Vec<Vec<StructureIndex>> =
        run.about.iter().map(|(d, _)| right(&d.classes)).collect();
    let mesh: Vec<Vec<StructureIndex>> = run
        .about
        .iter()
        .map(|(d, _)| {
            labels::mesh(
                d.record.mesh.as_deref().unwrap_or_default(),
                atlas.catalogue(),
            )
        })
        .collect();
    let points: Vec<[f32; 3]> = run.about.iter().map(|(_, g)| g.point_mm).collect();
    let mut report = serde_json::Map::new();
    report.insert("model".to_owned(), json!(run.model));
    report.insert("engine".to_owned(), json!(run.engine));
    for (name, right) in [("given", &given), ("mesh", &mesh)] {
        let texts: Vec<LabelledText<'_>> = run
            .about
            .iter()
            .zip(right)
            .map(|((d, _), right)| LabelledText {
                title: &d.record.title,
                text: &d.record.text,
                right,
            })
            .collect();
        report.insert(
            name.to_owned(),
            serde_json::to_value(metrics::evaluate(atlas, &texts, &points, SEED))?,
        );
    }
    // Texts about exactly one organ; and the sources that were trained on and the others, which are new in every respect.
    let trained = |d: &Labelled| TRAINING_SOURCES.contains(&d.record.source.as_str());
    type Which<'w> = &'w dyn Fn(&Labelled) -> bool;
    let parts: [(&str, Which<'_>); 3] = [
        ("given_one_organ", &|d| d.classes.len() == 1 && !d.elsewhere),
        ("given_training_sources", &trained),
        ("given_other_sources", &|d| !trained(d)),
    ];
    for (name, wanted) in parts {
        let distances: Vec<f32> = run
            .about
            .iter()
            .zip(&given)
            .filter(|((d, _), _)| wanted(d))
            .filter_map(|((_, g), right)| metrics::distance_mm(atlas, right, g.point_mm))
            .collect();
        report.insert(
            name.to_owned(),
            serde_json::to_value(Score::from_distances(&distances))?,
        );
    }
    report.insert(
        "original_reports".to_owned(),
        serde_json::to_value(score(atlas, run.reports.iter()))?,
    );
    let mut judged = serde_json::Map::new();
    judged.insert("all".to_owned(), of_judged(atlas, &run.judged, |_| true)?);
    let sources: BTreeSet<&str> = run.judged.iter().map(|(i, _)| i.source.as_str()).collect();
    for source in sources {
        let figures = of_judged(atlas, &run.judged, |i| i.source == source)?;
        judged.insert(source.to_owned(), figures);
    }
    report.insert("judged".to_owned(), judged.into());
    let places = place_distances(&run);
    let held = places.iter().filter(|d| **d <= CHI2_3_90).count() as f64;
    report.insert(
        "held_by_the_90_percent_ellipsoid".to_owned(),
        json!(held / places.len() as f64),
    );
    let radii = run
        .about
        .iter()
        .map(|(_, g)| radius_90_mm(g.covariance_mm2) / 10.0);
    report.insert(
        "median_radius_of_the_90_percent_ellipsoid_cm".to_owned(),
        json!(quantile(radii.collect(), 0.5)),
    );
    let inside: Vec<f32> = run.about.iter().map(|(_, g)| g.outside_p).collect();
    let mut outside = serde_json::Map::new();
    outside.insert(
        "about_an_organ".to_owned(),
        json!({"n": inside.len(), "refused": refused(&inside)}),
    );
    let reports: Vec<f32> = run.reports.iter().map(|(_, g)| g.outside_p).collect();
    outside.insert(
        "original_reports".to_owned(),
        json!({"n": reports.len(), "refused": refused(&reports)}),
    );
    let beyond = [run.none[0].clone(), run.none[2].clone()].concat();
    let all = run.none.concat();
    let groups = NONE
        .into_iter()
        .zip(&run.none)
        .chain([("beyond", &beyond), ("all", &all)]);
    for (name, values) in groups {
        outside.insert(
            name.to_owned(),
            json!({"n": values.len(), "refused": refused(values), "auc": auc(values, &inside)}),
        );
    }
    report.insert("outside".to_owned(), outside.into());
    let reading = reading_texts(split)?;
    let reading: Vec<&reading::Item> = reading.iter().collect();
    let reading = reading::evaluate(&grounder, atlas, &reading)?;
    report.insert("reading".to_owned(), serde_json::to_value(reading)?);
    println!("{}", serde_json::to_string_pretty(&report)?);
    if misses {
        print_misses(&run, &given);
    }
    Ok(())
}

/// Share of some `outside_p` that are past the limit.
fn refused(p: &[f32]) -> f64 {
    p.iter().filter(|p| **p > OUTSIDE).count() as f64 / p.len() as f64
}

/// How near texts labelled by themselves came to a right organ; those about no organ of this body are passed over.
fn score<'a>(atlas: &Atlas, items: impl Iterator<Item = &'a (corpus::Item, Grounding)>) -> Score {
    let distances: Vec<f32> = items
        .filter_map(|(item, g)| metrics::distance_mm(atlas, &right(&item.classes), g.point_mm))
        .collect();
    Score::from_distances(&distances)
}

/// Figures of judged texts: the points of those about an organ of this body, and how many are refused of those, of the
/// texts about organs and parts that it has not, and of the texts that say no place.
fn of_judged(
    atlas: &Atlas,
    judged: &[(corpus::Item, Grounding)],
    wanted: impl Fn(&corpus::Item) -> bool,
) -> Result<serde_json::Value> {
    let texts = || judged.iter().filter(|(item, _)| wanted(item));
    let sort = |item: &corpus::Item| match &item.classes[..] {
        [] => 2,
        classes if right(classes).is_empty() => 1,
        _ => 0,
    };
    let outside: [Vec<f32>; 3] = std::array::from_fn(|s| {
        let of_sort = texts().filter(|(item, _)| sort(item) == s);
        of_sort.map(|(_, g)| g.outside_p).collect()
    });
    let beyond =
        |p: &[f32]| json!({"n": p.len(), "refused": refused(p), "auc": auc(p, &outside[0])});
    Ok(json!({
        "about_an_organ": serde_json::to_value(score(atlas, texts()))?,
        "about_an_organ_refused": refused(&outside[0]),
        "other_parts_of_the_body": beyond(&outside[1]),
        "no_place": beyond(&outside[2]),
    }))
}

/// Prints a line on standard error for each text whose point is 10 mm or more from every right organ.
fn print_misses(run: &Run, given: &[Vec<StructureIndex>]) {
    for ((document, grounding), right) in run.about.iter().zip(given) {
        let away = metrics::distance_mm(&run.atlas, right, grounding.point_mm);
        if let Some(away) = away.filter(|d| *d >= metrics::HIT_MM) {
            let names: Vec<&str> = right
                .iter()
                .map(|s| run.atlas.catalogue().get(*s).id.as_str())
                .collect();
            let evidence: Vec<String> = grounding
                .structures
                .iter()
                .take(4)
                .map(|e| format!("{} {:.2}", e.id, e.p))
                .collect();
            eprintln!(
                "{}: {away:.0} mm from {names:?}: {} ({}), outside {:.2}: {}",
                document.record.id,
                grounding.structure,
                evidence.join(", "),
                grounding.outside_p,
                document.record.title
            );
        }
    }
}

/// Area under the ROC curve: how often a value of `high` is above one of `low`, ties counting half.
pub fn auc(high: &[f32], low: &[f32]) -> f64 {
    if high.is_empty() || low.is_empty() {
        return f64::NAN;
    }
    let mut sorted = low.to_vec();
    sorted.sort_by(f32::total_cmp);
    let wins: f64 = high
        .iter()
        .map(|h| {
            (sorted.partition_point(|l| l < h) + sorted.partition_point(|l| l <= h)) as f64 / 2.0
        })
        .sum();
    wins / (high.len() as f64 * low.len() as f64)
}

#[cfg(test)]
mod tests {
    use super::auc;

    #[test]
    fn area_under_the_curve() {
        assert_eq!(auc(&[0.9, 0.8], &[0.1, 0.2, 0.3]), 1.0);
        assert_eq!(auc(&[0.1], &[0.9]), 0.0);
        assert_eq!(auc(&[0.5, 0.5], &[0.5]), 0.5);
        assert!((auc(&[0.4, 0.9], &[0.1, 0.6]) - 0.75).abs() < 1e-12);
    }
}
