//! Which words speak for an organ, and whether the quick answer is the true one.

mod support;
#[path = "support/texts.rs"]
mod texts;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use grounding::attribution::Explainer;
use grounding::{Attribution, EngineChoice, Grounder, TextInput};
use support::{ATLAS, TINY, root};

static GO: AtomicBool = AtomicBool::new(false);

fn explain(input: &TextInput<'_>, sentence: Option<usize>, structure: &str) -> Attribution {
    TINY.explain(input, sentence, Some(structure), &GO)
        .unwrap()
        .unwrap()
}

/// The words that weigh anything, with their weights.
fn heavy<'a>(input: &TextInput<'a>, attribution: &Attribution) -> Vec<(&'a str, f32)> {
    let passage = |in_title: bool| {
        if in_title {
            input.title.unwrap()
        } else {
            input.text
        }
    };
    let words = attribution.words.iter().filter(|w| w.weight.abs() > 1e-4);
    words
        .map(|w| (&passage(w.in_title)[w.start..w.end], w.weight))
        .collect()
}

#[test]
fn words_of_a_mention_carry_it() {
    let text = TextInput::new("The kidney is large. The Über-large bile duct is biliary.");
    let ducts = explain(&text, None, "bile_duct");
    assert_eq!(ducts.structure, "bile_duct");
    assert_eq!(ducts.class, "bile ducts");
    let found = heavy(&text, &ducts);
    let words: Vec<&str> = found.iter().map(|w| w.0).collect();
    assert_eq!(words, ["bile", "duct", "biliary"], "{found:?}");
    // Two mentions: one fewer leaves ln 2 of ln 3, eightfold in this network.
    let fall = 8.0 * (3f32.ln() - 2f32.ln());
    assert!(
        found.iter().all(|(_, w)| (w - fall).abs() < 1e-3),
        "{found:?}"
    );
    assert!((ducts.largest() - fall).abs() < 1e-3);
    assert_eq!(
        heavy(&text, &explain(&text, None, "left_kidney"))[0].0,
        "kidney"
    );
}

#[test]
fn a_word_that_hides_another_organ_speaks_against_it() {
    // Without "artery" the rest names the lungs, so that the artery speaks against the lungs.
    let text = TextInput::new("The pulmonary artery.");
    let found = heavy(&text, &explain(&text, None, "lung"));
    assert!(
        found
            .iter()
            .any(|(word, weight)| *word == "artery" && *weight < -1.0),
        "{found:?}"
    );
}

#[test]
fn bytes_are_those_of_the_title_and_text_as_handed_over() {
    let input = TextInput {
        id: None,
        title: Some("  Spleen, large\n"),
        text: "It is the spleen.",
    };
    let all = explain(&input, None, "spleen");
    assert_eq!(
        heavy(&input, &all).iter().map(|w| w.0).collect::<Vec<_>>(),
        ["Spleen", "spleen"]
    );
    assert_eq!(all.words.iter().filter(|w| w.in_title).count(), 2);
    assert_eq!(all.words.len(), 6, "every word has its weight: {all:?}");
    // A sentence has no title.
    let one = explain(&input, Some(0), "spleen");
    assert_eq!(one.words.len(), 4);
    let found = heavy(&input, &one);
    assert!((found[0].1 - 8.0 * 2f32.ln()).abs() < 1e-3, "{found:?}");
    // A title that opens the text is read there.
    let twice = TextInput {
        title: Some("The liver."),
        text: "The liver. Large.",
        ..input
    };
    assert!(
        explain(&twice, None, "liver")
            .words
            .iter()
            .all(|w| !w.in_title)
    );
}

#[test]
fn a_note_lies_where_its_diagnosis_is_and_the_words_of_that_speak_for_it() {
    let past = "Past medical history: liver abscess, spleen removed, liver biopsy.\n";
    let note = format!("{past}Diagnosis: Cyst of the kidney.\n{}", past.repeat(8));
    let text = TextInput {
        title: Some(past.trim()),
        ..TextInput::new(&note)
    };
    let found = TINY.ground(&[text]).unwrap().remove(0);
    assert!(found.structure.ends_with("kidney"), "{}", found.structure);
    assert!(note.starts_with(&found.sentences[0].text));
    let pieces = found.by_headings.iter().map(|bytes| &note[bytes.clone()]);
    assert_eq!(pieces.collect::<Vec<_>>(), ["Cyst of the kidney"]);
    let why = explain(&text, None, "left_kidney");
    let words: Vec<&str> = heavy(&text, &why).iter().map(|w| w.0).collect();
    assert_eq!(words, ["kidney"]);
    assert_eq!(why.words[0].start, past.len() + "Diagnosis: ".len());
}

#[test]
fn of_a_note_in_another_language_only_the_diagnosis_is_about_a_place() {
    let past = "Vorerkrankungen: liver abscess, liver biopsy.\n";
    let note = format!(
        "{past}Diagnosen: kidney.\nBefund: liver.\n{}",
        past.repeat(10)
    );
    let found = TINY.ground(&[TextInput::new(&note)]).unwrap().remove(0);
    assert!(found.structure.ends_with("kidney"), "{}", found.structure);
    assert!(found.excluded.is_empty());
    let telling: Vec<_> = found.sentences.iter().filter(|s| s.p > 0.0).collect();
    assert_eq!(telling.len(), 1, "{telling:?}");
    assert!(telling[0].text.contains("kidney"));
    assert_eq!(telling[0].structure, found.structure);
    assert!(found.sentences.iter().all(|s| s.spans().is_empty()));
}

#[test]
fn a_sentence_is_explained_by_its_own_words() {
    let text = TextInput::new("The liver is large. The liver and the spleen. The heart.");
    let second = explain(&text, Some(1), "liver");
    assert_eq!(
        second
            .words
            .iter()
            .map(|w| &text.text[w.start..w.end])
            .collect::<Vec<_>>(),
        ["The", "liver", "and", "the", "spleen"]
    );
    assert_eq!(heavy(&text, &second)[0].0, "liver");
    // Without a name, the structure that the sentence was put into.
    let third = TINY.explain(&text, Some(2), None, &GO).unwrap().unwrap();
    assert_eq!(third.structure, "heart");
    let whole = TINY.explain(&text, None, None, &GO).unwrap().unwrap();
    assert_eq!(whole.structure, "liver");
}

#[test]
fn wrong_questions_are_refused_and_long_texts_answered() {
    let text = TextInput::new("The liver.");
    let refused = |sentence, structure| {
        TINY.explain(&text, sentence, structure, &GO)
            .unwrap_err()
            .to_string()
    };
    assert!(refused(None, Some("third_lung")).contains("third_lung"));
    assert!(refused(Some(1), Some("liver")).contains("no sentence 2"));
    assert!(refused(Some(7), None).contains("no sentence 8"));
    let empty = TextInput::new("");
    assert!(explain(&empty, None, "liver").words.is_empty());
    let long = "The liver is large. ".repeat(5000);
    let input = TextInput::new(&long);
    let words = explain(&input, None, "liver").words;
    assert!(words.len() < 64 && words.iter().all(|w| w.weight.is_finite()));
}

#[test]
fn explaining_can_be_cancelled() {
    let cancel = AtomicBool::new(true);
    let text = TextInput::new("The liver is large.");
    let answer = TINY.explain(&text, None, Some("liver"), &cancel).unwrap();
    assert_eq!(answer, None);
}

/// Spearman's rank correlation.
fn rank_correlation(a: &[f32], b: &[f32]) -> f64 {
    let ranks = |values: &[f32]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|i, j| values[*i].total_cmp(&values[*j]));
        let mut ranks = vec![0.0f64; values.len()];
        order
            .into_iter()
            .enumerate()
            .for_each(|(rank, i)| ranks[i] = rank as f64);
        ranks
    };
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let cov: f64 = a.iter().zip(&b).map(|(x, y)| (x - mean) * (y - mean)).sum();
    let spread: f64 = a.iter().map(|x| (x - mean).powi(2)).sum();
    cov / spread
}

#[test]
fn rank_correlation_is_that_of_the_books() {
    let a = [1.0, 2.0, 3.0, 4.0, 5.0];
    assert_eq!(rank_correlation(&a, &[10.0, 20.0, 30.0, 40.0, 50.0]), 1.0);
    assert_eq!(rank_correlation(&a, &[5.0, 4.0, 3.0, 2.0, 1.0]), -1.0);
    // 1 - 6 sum(d^2) / (n (n^2 - 1)) with d = 0, 0, 1, -1, 0.
    assert!((rank_correlation(&a, &[1.0, 2.0, 4.0, 3.0, 5.0]) - 0.9).abs() < 1e-12);
}

/// A small generator, so that the measure is the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }

    fn some(&mut self, from: usize, count: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..from).collect();
        for i in 0..count.min(from) {
            let j = i + self.below(from - i);
            all.swap(i, j);
        }
        all.truncate(count);
        all
    }
}

/// What masking shows about the words that the quick weights point at.
struct Faithfulness {
    /// Mean rank correlation of the quick weights with the fall of the logit when the word alone is masked, and of how many texts.
    correlation: f64,
    /// Falls of the masked words over their quick weights, least squares over all of them: whether the two have one scale.
    scale: f64,
    /// Mean fall of the logit when the five words of most weight are masked together.
    top: f64,
    /// The same for five words taken at random.
    random: f64,
    /// Share of the texts in which the five words of most weight make the larger fall.
    wins: f64,
    texts: usize,
}

/// Masks words of texts that were put into the torso with some confidence.
fn faithfulness(
    grounder: &Grounder,
    texts: &[texts::Text],
    most: usize,
    words: usize,
) -> Faithfulness {
    let mut random = Random(20);
    let (mut correlation, mut top, mut by_chance, mut wins) = (0.0, 0.0, 0.0, 0.0);
    let (mut n, mut products, mut squares) = (0, 0.0f64, 0.0f64);
    for text in texts {
        if n == most {
            break;
        }
        let input = TextInput {
            id: None,
            title: Some(&text.title),
            text: &text.text,
        };
        let grounding = grounder.ground(&[input]).unwrap().remove(0);
        if grounding.outside_p > 0.5 {
            continue;
        }
        let explainer = Explainer::new(grounder, &input, None, &grounding.structure).unwrap();
        if explainer.words() < 10 {
            continue;
        }
        let (logit, quick) = explainer.pooled().unwrap();
        let sample = random.some(explainer.words(), words);
        let mut order: Vec<usize> = (0..quick.len()).collect();
        order.sort_by(|a, b| quick[*b].total_cmp(&quick[*a]));
        let mut sets: Vec<Vec<usize>> = sample.iter().map(|w| vec![*w]).collect();
        sets.push(order[..5].to_vec());
        sets.push(random.some(explainer.words(), 5));
        let masked = explainer.masked(&sets, &GO).unwrap().unwrap();
        let falls: Vec<f32> = masked.iter().map(|m| logit - m).collect();
        let of_sample: Vec<f32> = sample.iter().map(|w| quick[*w]).collect();
        correlation += rank_correlation(&of_sample, &falls[..sample.len()]);
        for (quick, fall) in of_sample.iter().zip(&falls) {
            products += f64::from(quick * fall);
            squares += f64::from(quick * quick);
        }
        let (t, r) = (falls[sample.len()], falls[sample.len() + 1]);
        top += f64::from(t);
        by_chance += f64::from(r);
        wins += f64::from(u8::from(t > r));
        n += 1;
    }
    assert!(n > 0, "no text belongs into the torso");
    let mean = |sum: f64| sum / n as f64;
    let f = Faithfulness {
        correlation: mean(correlation),
        scale: products / squares,
        top: mean(top),
        random: mean(by_chance),
        wins: mean(wins),
        texts: n,
    };
    eprintln!(
        "{} texts on {}: rank correlation {:.3}, scale {:.2}; five top words {:.2}, five random {:.2} of the logit; more in {:.0} %",
        f.texts,
        grounder.engine().name,
        f.correlation,
        f.scale,
        f.top,
        f.random,
        f.wins * 100.0
    );
    f
}

fn shipped() -> Option<Grounder> {
    let dir = root().join("models/cga-2");
    if !dir.join("model.onnx").is_file() {
        eprintln!("skipped: models/cga-2 is not there");
        return None;
    }
    Some(Grounder::open(&dir, Arc::clone(&ATLAS), EngineChoice::Auto).unwrap())
}

#[test]
fn the_words_of_most_weight_matter_to_the_shipped_model() {
    let Some(grounder) = shipped() else { return };
    let texts = texts::sample_library(&root());
    let f = faithfulness(&grounder, &texts, 3, 4);
    assert!(
        f.top > f.random + 0.5 && f.wins > 0.5,
        "{} {}",
        f.top,
        f.random
    );
}

/// Fifty abstracts: `cargo test -p grounding --test attribution -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
fn faithfulness_over_fifty_abstracts() {
    let Some(grounder) = shipped() else { return };
    let mut texts = texts::corpus(&root(), &["ohsumed_single_23.jsonl.gz"], 61);
    texts.retain(|t| (100..350).contains(&t.text.split_whitespace().count()));
    if texts.is_empty() {
        texts = texts::sample_library(&root());
    }
    // Fewer texts for a quick look.
    let most = std::env::var("TEXTS").ok().and_then(|n| n.parse().ok());
    let f = faithfulness(&grounder, &texts, most.unwrap_or(50), 30);
    // The order among the many words that hardly matter is close to chance; the words that do matter are found.
    let found = f.top > 2.0 * f.random && f.wins > 0.8;
    assert!(found && f.correlation > 0.0, "{}", f.correlation);
}
