//! The training run of the encoder: it can be stopped at any time and goes on where it was.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, ensure};
use burn::module::Module;
use burn::optim::grad_clipping::GradientClippingConfig;
use burn::optim::{AdamWConfig, GradientsParams, ModuleOptimizer};
use burn::tensor::activation::{log_softmax, softplus};
use burn::tensor::{Device, Int, Tensor};
use grounding::{Tag, WordPiece};
use serde::{Deserialize, Serialize};

use super::batch::{Batch, Read, means};
use super::bert::{Encoder, Words};
use super::example::{Example, is_within, nowhere};
use super::examples::Examples;
use super::hard_negatives;
use super::heads::Heads;
use crate::bert::Bert;
use crate::corpus::hash;

/// Settings of a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Passes over the texts written for reading.
    pub epochs: usize,
    /// Texts of a batch.
    pub batch: usize,
    /// Longer texts labelled by class that each pass reads beside them.
    pub classes: usize,
    /// Short texts labelled by class (titles, terms) that each pass reads besides.
    pub short: usize,
    /// Learning rate of the encoder at its highest.
    pub encoder_rate: f64,
    /// Learning rate of the heads at its highest.
    pub heads_rate: f64,
    /// First layers of the encoder that do not learn.
    pub frozen: usize,
    /// Share of values dropped while training.
    pub dropout: f64,
    /// Most texts of a pass that are not labelled by class: drawn, where there are more.
    pub most: usize,
    /// Of a hundred tagged texts so many are followed by a hard negative: subject and landmark exchanged, denied, or with the organ's name masked.
    pub hard_negatives: usize,
    /// Weight of the tags beside the answer.
    pub tags: f64,
    /// Weight of the classes of texts that are labelled by them.
    pub labels: f64,
    /// Weight of keeping what the mean vector of a text labelled by class was.
    pub anchor: f64,
    /// Most tokens of a text.
    pub tokens: usize,
    /// Seed of initialisation, order and dropping.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            epochs: 2,
            batch: 32,
            classes: 1200,
            short: 4000,
            encoder_rate: 2e-4,
            heads_rate: 1.5e-3,
            frozen: 2,
            dropout: 0.1,
            most: usize::MAX,
            hard_negatives: 0,
            tags: 1.0,
            labels: 0.3,
            anchor: 10.0,
            tokens: 192,
            seed: 1,
        }
    }
}

/// How far a run has come.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize)]
struct Progress {
    step: usize,
}

/// The files that a run goes on from.
struct Checkpoint(PathBuf);

impl Checkpoint {
    fn progress(&self) -> Progress {
        let text = std::fs::read(self.0.join("progress.json")).unwrap_or_default();
        serde_json::from_slice(&text).unwrap_or_default()
    }

    fn save(&self, run: &Run, step: usize) -> Result<()> {
        // A run that is broken off while it writes goes on from the one before.
        let aside = self.0.with_extension("part");
        let _ = std::fs::remove_dir_all(&aside);
        std::fs::create_dir_all(&aside)?;
        run.encoder.clone().save_file(aside.join("encoder"))?;
        run.heads.clone().save_file(aside.join("heads"))?;
        run.optimizers[0].save(aside.join("encoder-optimizer"))?;
        run.optimizers[1].save(aside.join("heads-optimizer"))?;
        std::fs::write(
            aside.join("progress.json"),
            serde_json::to_vec(&Progress { step })?,
        )?;
        let _ = std::fs::remove_dir_all(&self.0);
        std::fs::rename(&aside, &self.0)
            .with_context(|| format!("{} cannot be written", self.0.display()))
    }

    fn load(&self, run: Run) -> Result<Run> {
        let [encoder, heads] = run.optimizers;
        Ok(Run {
            encoder: run.encoder.load_file(self.0.join("encoder")),
            heads: run.heads.load_file(self.0.join("heads")),
            optimizers: [
                encoder.load(self.0.join("encoder-optimizer"))?,
                heads.load(self.0.join("heads-optimizer"))?,
            ],
        })
    }
}

/// What learns.
struct Run {
    encoder: Encoder,
    heads: Heads,
    optimizers: [ModuleOptimizer; 2],
}

impl Run {
    /// The encoder and the heads of the base; heads that know nothing where it has none.
    fn begin(
        base: &Bert,
        base_dir: &Path,
        width: usize,
        settings: &Settings,
        device: &Device,
    ) -> Result<Self> {
        let answers = nowhere() + 1;
        let optimizer = || {
            AdamWConfig::new()
                .with_weight_decay(1e-2)
                .with_grad_clipping(Some(GradientClippingConfig::Norm(1.0)))
                .init()
        };
        let mut heads = Heads::new(width, answers, settings.dropout, device);
        let known = crate::export::reading_heads(base_dir)?;
        if let Some(known) = known {
            ensure!(
                known.width == width && known.answers == answers,
                "the heads of reading in {} have {} answers, the catalogue {answers}: `training unpack` makes them anew from a model",
                base_dir.display(),
                known.answers
            );
            heads = heads.with(&known, device);
        }
        Ok(Self {
            encoder: Encoder::open(base, settings.dropout, device)?.freeze(settings.frozen),
            heads,
            optimizers: [optimizer(), optimizer()],
        })
    }
}

/// Steps between checkpoints.
const KEEP_EVERY: usize = 200;

/// Steps in which the rate rises.
const WARM_UP: usize = 200;

/// Bytes of a text that costs little: a term, a title.
const SHORT: usize = 120;

/// Texts share a batch with others of about this many tokens more or less.
const BUCKET: usize = 12;

/// The share of the highest rate at a step.
fn rate(step: usize, steps: usize) -> f64 {
    let warm = (step + 1) as f64 / WARM_UP as f64;
    let progress = step as f64 / steps.max(1) as f64;
    warm.min(0.05 + 0.475 * (1.0 + (std::f64::consts::PI * progress).cos()))
}

/// Fine-tunes the encoder of `base_dir` (and the heads beside it, where it has been tuned before) and writes its checkpoint, with `reading-heads.json` beside it, to `output`; goes on where a
/// run into the same folder was broken off.
///
/// # Errors
/// When the base, a table or the corpus cannot be read, or the folder not be written.
pub fn tune(
    base_dir: &Path,
    examples: &Examples,
    output: &Path,
    settings: &Settings,
) -> Result<()> {
    let base = Bert::open(base_dir)?;
    let tokenizer = WordPiece::open(&base_dir.join("tokenizer.json"), settings.tokens)?;
    let words = Words::open(&base)?;
    let device = crate::device().autodiff();
    // What is new in the heads begins alike in every run, so that runs can be averaged.
    device.seed(0);
    let mut run = Run::begin(&base, base_dir, words.width, settings, &device)?;
    device.seed(settings.seed);
    let original = Encoder::open(&base, 0.0, &crate::device())?;
    let checkpoint = Checkpoint(output.join("checkpoint"));
    std::fs::create_dir_all(output)
        .with_context(|| format!("{} cannot be made", output.display()))?;
    let reached = checkpoint.progress().step;
    if reached > 0 {
        run = checkpoint.load(run)?;
        eprintln!("goes on from step {reached}");
    }
    let per_epoch = draw(
        examples,
        &pass(examples, settings, 0),
        settings,
        0,
        &tokenizer,
    )?
    .len()
    .div_ceil(settings.batch);
    let steps = per_epoch * settings.epochs;
    eprintln!(
        "{} texts and names to learn reading from, {} labelled by class; {per_epoch} steps a pass",
        examples.reading.len(),
        examples.classes.len()
    );
    eprintln!("before: {}", watch(&run, examples, &tokenizer, &words)?);
    let mut step = 0;
    let began = std::time::Instant::now();
    for epoch in 0..settings.epochs {
        let written = pass(examples, settings, epoch);
        let texts = draw(examples, &written, settings, epoch, &tokenizer)?;
        let mut sums = [0.0f64; 4];
        let mut done = 0usize;
        for batch in batches(&texts, settings, epoch) {
            step += 1;
            if step <= reached {
                continue;
            }
            let losses = learn(
                &mut run,
                &original,
                &batch,
                &words,
                &device,
                settings,
                rate(step, steps),
            );
            sums.iter_mut()
                .zip(losses)
                .for_each(|(sum, loss)| *sum += loss);
            done += 1;
            if done.is_multiple_of(50) {
                let of = |n: usize| sums[n] / done as f64;
                let seconds = began.elapsed().as_secs_f64();
                let left = seconds / (step - reached) as f64 * steps.saturating_sub(step) as f64;
                eprintln!(
                    "step {step} of {steps}: answer {:.3}, tags {:.3}, classes {:.3}, anchor {:.4}; about {left:.0} s left",
                    of(0),
                    of(1),
                    of(2),
                    of(3)
                );
            }
            if step % KEEP_EVERY == 0 {
                checkpoint.save(&run, step)?;
            }
        }
        if done > 0 {
            checkpoint.save(&run, step)?;
            eprintln!(
                "epoch {}: {}",
                epoch + 1,
                watch(&run, examples, &tokenizer, &words)?
            );
        }
    }
    eprintln!("at the end: {}", watch(&run, examples, &tokenizer, &words)?);
    run.encoder.write(&base, base_dir, output)?;
    let heads = serde_json::to_vec(&run.heads.weights())?;
    std::fs::write(output.join("reading-heads.json"), heads)?;
    Ok(())
}

/// The texts written for reading as a pass reads them: each on one of its sides, some beside sentences about other organs, texts of such sentences alone, and hard
/// negatives of some.
pub(super) fn pass(examples: &Examples, settings: &Settings, epoch: usize) -> Vec<Example> {
    let (templates, seed) = (&examples.templates, settings.seed);
    let written = examples.reading.iter().enumerate().map(|(n, example)| {
        let key = hash("side", &format!("{seed} {epoch} {n}"));
        let other = example.mirrored.as_deref();
        let other = other.filter(|_| key.is_multiple_of(2));
        templates.beside(other.unwrap_or(example), seed, epoch, n)
    });
    let alone = templates.alone(examples.reading.len(), seed, epoch);
    let hard = examples.reading.iter().enumerate();
    let hard = hard.filter_map(|(n, example)| {
        let key = hash("hard negatives", &format!("{seed} {epoch} {n}"));
        let is_drawn = key % 100 < settings.hard_negatives as u64;
        is_drawn
            .then(|| hard_negatives::hard_negative(example, key / 100))
            .flatten()
    });
    let mut all: Vec<Example> = written.chain(alone).chain(hard).collect();
    if all.len() > settings.most {
        let mut keyed: Vec<(u64, Example)> = all
            .into_iter()
            .enumerate()
            .map(|(n, example)| (hash("drawn", &format!("{seed} {epoch} {n}")), example))
            .collect();
        keyed.sort_by_key(|(key, _)| *key);
        keyed.truncate(settings.most);
        all = keyed.into_iter().map(|(_, example)| example).collect();
    }
    all
}

/// A pass: the texts written for reading, and some of those labelled by class, short and long.
pub(super) fn draw<'a>(
    examples: &'a Examples,
    written: &'a [Example],
    settings: &Settings,
    epoch: usize,
    tokenizer: &WordPiece,
) -> Result<Vec<Read<'a>>> {
    let key = |salt: &str, n: usize| hash(salt, &format!("{} {epoch} {n}", settings.seed));
    let mut texts = Vec::new();
    for example in written {
        texts.push(Read::new(example, tokenizer, false)?);
    }
    let mut order: Vec<usize> = (0..examples.classes.len()).collect();
    order.sort_by_key(|n| key("classes", *n));
    let is_short = |n: &usize| examples.classes[*n].text.len() <= SHORT;
    let (short, long): (Vec<usize>, Vec<usize>) = order.into_iter().partition(is_short);
    let drawn = long.into_iter().take(settings.classes);
    for n in drawn.chain(short.into_iter().take(settings.short)) {
        texts.push(Read::new(&examples.classes[n], tokenizer, true)?);
    }
    Ok(texts)
}

/// Texts of like length share a batch, so that little is padded; the batches come in random order.
fn batches<'t, 'a>(
    texts: &'t [Read<'a>],
    settings: &Settings,
    epoch: usize,
) -> Vec<Vec<&'t Read<'a>>> {
    let mut order: Vec<(u64, &Read<'_>)> = texts
        .iter()
        .enumerate()
        .map(|(n, text)| {
            (
                hash("order", &format!("{} {epoch} {n}", settings.seed)),
                text,
            )
        })
        .collect();
    order.sort_by_key(|(key, text)| (text.ids.len().div_ceil(BUCKET), *key));
    let mut batches: Vec<(u64, Vec<&Read<'_>>)> = order
        .chunks(settings.batch)
        .map(|chunk| {
            let texts = chunk.iter().map(|(_, text)| *text).collect();
            (chunk[0].0.rotate_left(17), texts)
        })
        .collect();
    batches.sort_by_key(|(key, _)| *key);
    batches.into_iter().map(|(_, texts)| texts).collect()
}

/// One step; the losses of answer, tags, classes and anchor.
fn learn(
    run: &mut Run,
    original: &Encoder,
    texts: &[&Read<'_>],
    words: &Words,
    device: &Device,
    settings: &Settings,
    rate: f64,
) -> [f64; 4] {
    let answers = nowhere() + 1;
    let batch = Batch::new(texts, words, answers, device);
    let states = run.encoder.forward(batch.words, &batch.unseen.0);
    let mean = means(states.clone(), batch.share.clone());
    let said = run.heads.forward(states, batch.unseen.1, batch.share);
    let logp = log_softmax(said.about, 1);
    let p = logp.exp();
    let right = (p.clone() * batch.accepted).sum_dim(1);
    let wrong = (p * batch.excluded).sum_dim(1);
    let answer = (right + 1e-9).log().mean().neg() + (wrong.neg() + 1.0 + 1e-6).log().mean().neg();
    let tagged = (log_softmax(said.tags, 2) * batch.tags).sum().neg();
    // Binary cross-entropy of each class, summed over the classes of a text.
    let crossed = softplus(said.classes.clone(), 1.0) - said.classes * batch.classes;
    let labels = (crossed.sum_dim(1) * batch.labelled).sum();
    let mut loss =
        answer.clone() + tagged.clone() * settings.tags + labels.clone() * settings.labels;
    let mut anchor = 0.0;
    let kept: Vec<usize> = (0..texts.len()).filter(|i| texts[*i].anchored).collect();
    if settings.anchor > 0.0 && !kept.is_empty() {
        let own: Vec<&Read<'_>> = kept.iter().map(|i| texts[*i]).collect();
        let plain = Batch::new(&own, words, answers, &crate::device());
        let was = means(original.forward(plain.words, &plain.unseen.0), plain.share);
        let was = Tensor::<2>::from_data(was.into_data(), device);
        let rows: Vec<i32> = kept.iter().map(|i| *i as i32).collect();
        let now = mean.select(0, Tensor::<1, Int>::from_ints(rows.as_slice(), device));
        let apart = ((now * was).sum_dim(1).neg() + 1.0).mean();
        anchor = f64::from(apart.clone().into_scalar::<f32>());
        loss = loss + apart * (settings.anchor * kept.len() as f64 / texts.len() as f64);
    }
    let losses = [
        f64::from(answer.into_scalar::<f32>()),
        f64::from(tagged.into_scalar::<f32>()),
        f64::from(labels.into_scalar::<f32>()),
        anchor,
    ];
    let mut gradients = loss.backward();
    let encoder = GradientsParams::from_module(&mut gradients, &run.encoder);
    let heads = GradientsParams::from_module(&mut gradients, &run.heads);
    let [encoder_optimizer, heads_optimizer] = &mut run.optimizers;
    run.encoder =
        encoder_optimizer.step(settings.encoder_rate * rate, run.encoder.clone(), encoder);
    run.heads = heads_optimizer.step(settings.heads_rate * rate, run.heads.clone(), heads);
    losses
}

/// What of a set is counted.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Watched {
    Develop,
    Hers,
    Tags,
    /// Hard negatives of one kind.
    HardNegatives(usize),
}

/// What the run reaches on texts that it does not learn from.
fn watch(run: &Run, examples: &Examples, tokenizer: &WordPiece, words: &Words) -> Result<String> {
    let (encoder, heads) = (run.encoder.valid(), run.heads.valid());
    let device = crate::device();
    let answers = nowhere() + 1;
    let (mut right, mut wins, mut excluding, mut hers) = (0usize, 0usize, 0usize, 0usize);
    let mut apart = [[0usize; 3]; Tag::ANSWERS];
    let made = hard_negatives::of_each(&examples.tagged_apart);
    let mut of_hard = [0usize; 3];
    for (set, watched) in [
        (&examples.develop, Watched::Develop),
        (&examples.develop_hers, Watched::Hers),
        (&examples.tagged_apart, Watched::Tags),
        (&made[0], Watched::HardNegatives(0)),
        (&made[1], Watched::HardNegatives(1)),
        (&made[2], Watched::HardNegatives(2)),
    ] {
        let texts: Vec<Read<'_>> = set
            .iter()
            .map(|example| Read::new(example, tokenizer, false))
            .collect::<Result<_>>()?;
        let texts: Vec<&Read<'_>> = texts.iter().collect();
        for chunk in texts.chunks(32) {
            let batch = Batch::new(chunk, words, answers, &device);
            let states = encoder.forward(batch.words, &batch.unseen.0);
            let said = heads.forward(states, batch.unseen.1, batch.share);
            let longest = said.tags.dims()[1];
            let best = |values: &[f32]| {
                let all = values.iter().enumerate();
                all.max_by(|a, b| a.1.total_cmp(b.1)).map_or(0, |(n, _)| n)
            };
            let logits: Vec<f32> = said.about.into_data().iter::<f32>().collect();
            let tags: Vec<f32> = said.tags.into_data().iter::<f32>().collect();
            for (i, text) in chunk.iter().enumerate() {
                if watched == Watched::Tags {
                    for (at, wanted) in text.tags.iter().enumerate() {
                        let Some(wanted) = *wanted else { continue };
                        let token = (i * longest + at) * Tag::ANSWERS;
                        let found = best(&tags[token..token + Tag::ANSWERS]);
                        apart[wanted][0] += usize::from(found == wanted);
                        apart[wanted][1] += 1;
                        apart[found][2] += 1;
                    }
                    continue;
                }
                let found = best(&logits[i * answers..(i + 1) * answers]);
                let within = |answers: &[usize]| is_within(answers, found);
                let is_right = within(&text.example.accepted);
                match watched {
                    Watched::Hers => hers += usize::from(is_right),
                    Watched::HardNegatives(kind) => of_hard[kind] += usize::from(is_right),
                    Watched::Develop | Watched::Tags => right += usize::from(is_right),
                }
                if watched != Watched::Develop {
                    continue;
                }
                if !text.example.excluded.is_empty() {
                    excluding += 1;
                    wins += usize::from(!is_right && within(&text.example.excluded));
                }
            }
        }
    }
    let percent = |a: usize, b: usize| 100.0 * a as f64 / b.max(1) as f64;
    let tags: Vec<String> = Tag::ALL
        .iter()
        .zip(&apart)
        .map(|(tag, [hit, is, said])| {
            format!("{} {:.0}", tag.name(), 2.0 * percent(*hit, is + said))
        })
        .collect();
    let of_hard = hard_negatives::KINDS.iter().zip(&of_hard).zip(&made);
    let of_hard: Vec<String> = of_hard
        .map(|((kind, right), made)| {
            let share = percent(*right, made.len());
            format!("{kind} {share:.1} % of {}", made.len())
        })
        .collect();
    Ok(format!(
        "develop: right structure {:.1} %, of the female body's {:.1} %, excluded wins {:.1} %; F of tags: {}; hard negatives right: {}",
        percent(right, examples.develop.len()),
        percent(hers, examples.develop_hers.len()),
        percent(wins, excluding),
        tags.join(", "),
        of_hard.join(", ")
    ))
}
