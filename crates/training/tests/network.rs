//! The written graph against plain arithmetic: a small encoder with random weights is written as ONNX, run by tract, and
//! computed here by hand.

mod support;

use grounding::Tag;
use grounding::features::MENTION_BLOCKS;
use support::{HEADS, HIDDEN, LAYERS, Random, Weights, weights, write_checkpoint};
use tract_onnx::prelude::*;
use training::bert::Bert;
use training::encoder::{ReadingHeads, unpack};
use training::network::{self, Heads, NAMING};

const WORDS: usize = 11;
const CLASSES: usize = 3;
const MENTIONS: usize = MENTION_BLOCKS * CLASSES;
/// Attention heads of each answer.
const LOOKS: usize = 2;

/// erf by its Taylor series; exact enough for |x| < 4.
fn erf(x: f64) -> f64 {
    let (mut term, mut sum) = (x, x);
    for n in 1..120 {
        term *= -x * x / n as f64;
        sum += term / (2 * n + 1) as f64;
    }
    if x.abs() > 4.0 {
        x.signum()
    } else {
        sum * 2.0 / std::f64::consts::PI.sqrt()
    }
}

struct Reference<'a>(&'a Weights);

impl Reference<'_> {
    fn get(&self, name: &str) -> Vec<f64> {
        self.0[name].1.iter().map(|&v| f64::from(v)).collect()
    }

    fn linear(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let weight = self.get(&format!("{name}.weight"));
        let bias = self.get(&format!("{name}.bias"));
        bias.iter()
            .zip(weight.chunks_exact(x.len()))
            .map(|(b, row)| b + row.iter().zip(x).map(|(w, x)| w * x).sum::<f64>())
            .collect()
    }

    fn norm(&self, name: &str, x: &[f64]) -> Vec<f64> {
        let n = x.len() as f64;
        let mean = x.iter().sum::<f64>() / n;
        let deviation = (x.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n + 1e-12).sqrt();
        let (gain, bias) = (
            self.get(&format!("{name}.weight")),
            self.get(&format!("{name}.bias")),
        );
        x.iter()
            .zip(gain.iter().zip(&bias))
            .map(|(v, (g, b))| (v - mean) / deviation * g + b)
            .collect()
    }

    fn states(&self, ids: &[i64]) -> Vec<Vec<f64>> {
        let (words, positions) = (
            self.get("embeddings.word_embeddings.weight"),
            self.get("embeddings.position_embeddings.weight"),
        );
        let mut x: Vec<Vec<f64>> = ids
            .iter()
            .enumerate()
            .map(|(at, &id)| {
                let sum: Vec<f64> = (0..HIDDEN)
                    .map(|i| words[id as usize * HIDDEN + i] + positions[at * HIDDEN + i])
                    .collect();
                self.norm("embeddings.LayerNorm", &sum)
            })
            .collect();
        let size = HIDDEN / HEADS;
        for layer in 0..LAYERS {
            let name = |part: &str| format!("encoder.layer.{layer}.{part}");
            let project = |part: &str| -> Vec<Vec<f64>> {
                x.iter()
                    .map(|v| self.linear(&name(&format!("attention.self.{part}")), v))
                    .collect()
            };
            let (query, key, value) = (project("query"), project("key"), project("value"));
            x = (0..x.len())
                .map(|i| {
                    let mut context = vec![0.0; HIDDEN];
                    for head in 0..HEADS {
                        let part = head * size..(head + 1) * size;
                        let scores: Vec<f64> = key
                            .iter()
                            .map(|k| {
                                query[i][part.clone()]
                                    .iter()
                                    .zip(&k[part.clone()])
                                    .map(|(a, b)| a * b)
                                    .sum::<f64>()
                                    / (size as f64).sqrt()
                            })
                            .collect();
                        let most = scores.iter().copied().fold(f64::MIN, f64::max);
                        let total: f64 = scores.iter().map(|s| (s - most).exp()).sum();
                        for (score, v) in scores.iter().zip(&value) {
                            part.clone()
                                .for_each(|d| context[d] += (score - most).exp() / total * v[d]);
                        }
                    }
                    let attended: Vec<f64> = self
                        .linear(&name("attention.output.dense"), &context)
                        .iter()
                        .zip(&x[i])
                        .map(|(a, b)| a + b)
                        .collect();
                    let attended = self.norm(&name("attention.output.LayerNorm"), &attended);
                    let inner: Vec<f64> = self
                        .linear(&name("intermediate.dense"), &attended)
                        .iter()
                        .map(|z| z * 0.5 * (1.0 + erf(z / 2f64.sqrt())))
                        .collect();
                    let out: Vec<f64> = self
                        .linear(&name("output.dense"), &inner)
                        .iter()
                        .zip(&attended)
                        .map(|(a, b)| a + b)
                        .collect();
                    self.norm(&name("output.LayerNorm"), &out)
                })
                .collect();
        }
        x
    }
}

fn heads() -> Heads {
    let mut random = Random(99);
    let hidden = 5;
    Heads {
        embedding: HIDDEN,
        classes: CLASSES,
        hidden,
        hidden_weight: random.vector((HIDDEN + CLASSES) * hidden),
        hidden_bias: random.vector(hidden),
        point_weight: random.vector(hidden * 3),
        point_bias: random.vector(3),
        answer_weight: random.vector(hidden * (CLASSES + 1)),
        answer_bias: random.vector(CLASSES + 1),
        attention_query: random.vector(HIDDEN * LOOKS * (CLASSES + 1)),
        attention_value: random.vector(HIDDEN * LOOKS * (CLASSES + 1)),
        naming: 4,
        naming_weight: random.vector(NAMING * 4),
        naming_bias: random.vector(4),
        naming_answer: random.vector(2 * 4),
    }
}

/// Structures that a text may be about, and nowhere.
const ANSWERS: usize = 5;

/// Heads of reading on the int8 grid.
fn reading() -> ReadingHeads {
    let mut random = Random(11);
    let mut grid = |columns: usize| -> Vec<f32> {
        let values = random.grid(columns, HIDDEN);
        let at = |row: usize, column: usize| values[column * HIDDEN + row];
        let rows = (0..HIDDEN).flat_map(|row| (0..columns).map(move |column| (row, column)));
        rows.map(|(row, column)| at(row, column)).collect()
    };
    ReadingHeads {
        width: HIDDEN,
        answers: ANSWERS,
        tags_weight: grid(Tag::ANSWERS),
        query: grid(ANSWERS),
        value: grid(ANSWERS),
        whole: grid(ANSWERS),
        tags_bias: random.vector(Tag::ANSWERS),
        bias: random.vector(ANSWERS),
    }
}

fn dot<'a>(state: &[f64], weights: impl Iterator<Item = &'a f32>) -> f64 {
    state
        .iter()
        .zip(weights)
        .map(|(s, w)| s * f64::from(*w))
        .sum()
}

/// What a span is about, by the definition.
fn read(reading: &ReadingHeads, states: &[&[f64]]) -> Vec<f64> {
    let of = |weights: &[f32], state: &[f64], answer: usize| {
        dot(state, weights.iter().skip(answer).step_by(ANSWERS))
    };
    (0..ANSWERS)
        .map(|answer| {
            let looks = states.iter().map(|s| of(&reading.query, s, answer).exp());
            let looks: Vec<f64> = looks.collect();
            let total: f64 = looks.iter().sum();
            let said = states.iter().zip(&looks);
            let said = said.map(|(s, look)| look / total * of(&reading.value, s, answer));
            let whole = states.iter().map(|s| of(&reading.whole, s, answer));
            let count = states.len() as f64;
            said.sum::<f64>() + whole.sum::<f64>() / count + f64::from(reading.bias[answer])
        })
        .collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn the_graph_computes_what_it_says() {
    let dir = tempfile::tempdir().unwrap();
    let weights = weights(WORDS);
    write_checkpoint(dir.path(), &weights);
    let (heads, reading) = (heads(), reading());
    let onnx = network::write(
        &Bert::open(dir.path()).unwrap(),
        &heads,
        Some(&reading),
        "test",
    )
    .unwrap();

    let mut graph = tract_onnx::onnx()
        .with_ignore_output_shapes(true)
        .model_for_read(&mut &onnx[..])
        .unwrap();
    graph
        .select_inputs_by_name(["input_ids", "attention_mask", "spans", "mentions"])
        .unwrap();
    graph
        .select_outputs_by_name(["point", "logits", "embedding", "outside", "about", "tags"])
        .unwrap();
    let plan = graph.into_optimized().unwrap().into_runnable().unwrap();

    // Two texts of 6 and 4 tokens, padded to 6; three rows each: the whole, a span, and padding.
    let texts: [&[i64]; 2] = [&[1, 5, 9, 3, 10, 2], &[1, 7, 7, 2]];
    let spans: [&[usize]; 2] = [&[2, 3], &[1]];
    let (length, rows) = (6, 3);
    let (mut ids, mut mask, mut pooling) = (
        vec![0i64; 12],
        vec![0i64; 12],
        vec![0f32; 2 * rows * length],
    );
    for (b, text) in texts.iter().enumerate() {
        for (i, id) in text.iter().enumerate() {
            (ids[b * length + i], mask[b * length + i]) = (*id, 1);
            pooling[b * rows * length + i] = 1.0 / text.len() as f32;
        }
        spans[b]
            .iter()
            .for_each(|&i| pooling[(b * rows + 1) * length + i] = 1.0 / spans[b].len() as f32);
    }
    let mentions: Vec<f32> = (0..2 * rows * MENTIONS)
        .map(|i| (i % 4) as f32 * 0.3)
        .collect();
    let outputs = plan
        .run(tvec![
            Tensor::from_shape(&[2, length], &ids)
                .unwrap()
                .into_tvalue(),
            Tensor::from_shape(&[2, length], &mask)
                .unwrap()
                .into_tvalue(),
            Tensor::from_shape(&[2, rows, length], &pooling)
                .unwrap()
                .into_tvalue(),
            Tensor::from_shape(&[2, rows, MENTIONS], &mentions)
                .unwrap()
                .into_tvalue(),
        ])
        .unwrap();
    let values = |i: usize| -> Vec<f32> {
        outputs[i]
            .to_plain_array_view::<f32>()
            .unwrap()
            .iter()
            .copied()
            .collect()
    };
    let (points, logits, embeddings, outside) = (values(0), values(1), values(2), values(3));
    let (about, tags) = (values(4), values(5));
    let quantized = heads.quantized();
    assert!(
        points
            .iter()
            .chain(&logits)
            .chain(&embeddings)
            .chain(&about)
            .all(|v| v.is_finite()),
        "padding rows must stay finite"
    );

    for (b, text) in texts.iter().enumerate() {
        let states = Reference(&weights).states(text);
        let everything: Vec<usize> = (0..text.len()).collect();
        for (p, tokens) in [everything.as_slice(), spans[b]].into_iter().enumerate() {
            let row = b * rows + p;
            let pooled: Vec<f64> = (0..HIDDEN)
                .map(|d| tokens.iter().map(|&t| states[t][d]).sum::<f64>() / tokens.len() as f64)
                .collect();
            let norm = pooled.iter().map(|v| v * v).sum::<f64>().sqrt();
            let unit: Vec<f32> = pooled.iter().map(|v| (v / norm) as f32).collect();
            for d in 0..HIDDEN {
                let got = embeddings[row * HIDDEN + d];
                assert!(
                    (got - unit[d]).abs() < 1e-4,
                    "text {b}, row {p}: embedding {d} is {got}, not {}",
                    unit[d]
                );
            }
            let units: Vec<f32> = tokens
                .iter()
                .flat_map(|&t| {
                    let norm = states[t].iter().map(|v| v * v).sum::<f64>().sqrt();
                    states[t].iter().map(move |v| (v / norm) as f32)
                })
                .collect();
            let expected = quantized.apply(
                &unit,
                &units,
                &mentions[row * MENTIONS..(row + 1) * MENTIONS],
            );
            let point = expected.point_mm;
            for axis in 0..3 {
                assert!(
                    (points[row * 3 + axis] - point[axis]).abs() < 0.05,
                    "text {b}, row {p}: {:?} is not {point:?}",
                    &points[row * 3..row * 3 + 3]
                );
            }
            for c in 0..CLASSES {
                assert!(
                    (logits[row * CLASSES + c] - expected.logits[c]).abs() < 1e-3,
                    "text {b}, row {p}, class {c}"
                );
            }
            assert!(
                (outside[row] - expected.outside).abs() < 1e-3,
                "text {b}, row {p}"
            );
            let own: Vec<&[f64]> = tokens.iter().map(|&t| states[t].as_slice()).collect();
            for (answer, expected) in read(&reading, &own).into_iter().enumerate() {
                let got = about[row * ANSWERS + answer];
                assert!(
                    (f64::from(got) - expected).abs() < 2e-3,
                    "text {b}, row {p}, answer {answer}: {got} is not {expected}"
                );
            }
        }
        for (t, state) in states.iter().enumerate() {
            for tag in 0..Tag::ANSWERS {
                let weight = reading.tags_weight.iter().skip(tag).step_by(Tag::ANSWERS);
                let expected = dot(state, weight) + f64::from(reading.tags_bias[tag]);
                let got = tags[(b * length + t) * Tag::ANSWERS + tag];
                assert!(
                    (f64::from(got) - expected).abs() < 1e-3,
                    "text {b}, token {t}"
                );
            }
        }
        let ids: Vec<u32> = text.iter().map(|id| *id as u32).collect();
        let learning = training::encoder::states(dir.path(), &ids).unwrap();
        for (state, expected) in learning.iter().zip(&states) {
            for (got, expected) in state.iter().zip(expected) {
                assert!(
                    (f64::from(*got) - expected).abs() < 1e-3,
                    "the layers that learn compute what the graph does: {got} is not {expected}"
                );
            }
        }
        assert!(
            embeddings[(b * rows + 2) * HIDDEN..(b * rows + 3) * HIDDEN]
                .iter()
                .all(|v| *v == 0.0),
            "a padding row has no direction"
        );
    }
}

#[test]
fn a_model_is_unpacked_into_what_it_was_written_from() {
    let dir = tempfile::tempdir().unwrap();
    let names = ["base", "tuned", "model", "output"];
    let [base, tuned, model, output] = names.map(|name| dir.path().join(name));
    for folder in [&base, &tuned, &model, &output] {
        std::fs::create_dir_all(folder).unwrap();
    }
    let weights = weights(WORDS);
    write_checkpoint(&tuned, &weights);
    let mut other = weights.clone();
    for (name, (_, values)) in &mut other {
        if name.starts_with("encoder.") || name.contains("position") {
            values.fill(0.5);
        }
    }
    write_checkpoint(&base, &other);
    std::fs::write(base.join("tokenizer.json"), "{}").unwrap();
    let bert = Bert::open(&tuned).unwrap();
    let onnx = network::write(&bert, &heads(), Some(&reading()), "test").unwrap();
    std::fs::write(model.join("model.onnx"), onnx).unwrap();
    let ids = anatomy::Catalogue::builtin().structures().iter();
    let ids: Vec<&str> = ids.map(|s| &s.id[..]).collect();
    let manifest = serde_json::json!({"name": "test", "max_tokens": 8, "classes": [], "structures": ids[..ANSWERS - 1]});
    std::fs::write(model.join("model.json"), manifest.to_string()).unwrap();
    unpack(&base, &model, &output).unwrap();

    let bytes = std::fs::read(output.join("model.safetensors")).unwrap();
    let unpacked = safetensors::SafeTensors::deserialize(&bytes).unwrap();
    assert_eq!(unpacked.len(), weights.len());
    let near = |a: &[f32], b: &[f32]| {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6)
    };
    for (name, (shape, values)) in &weights {
        let view = unpacked.tensor(name).unwrap();
        assert_eq!(view.shape(), &shape[..], "{name}");
        let known = view.data().chunks_exact(4);
        let known: Vec<f32> = known
            .map(|b| f32::from_le_bytes([b[0], b[1], b[2], b[3]]))
            .collect();
        if name.contains("position") {
            // Together with the segment they are rounded to 8 bits.
            let off = known.iter().zip(values).map(|(a, b)| (a - b).abs());
            let off = off.fold(0.0, f32::max);
            let most = values.iter().fold(0.0, |most: f32, v| most.max(v.abs()));
            assert!(off < most / 50.0, "{name}: {off} of {most}");
            continue;
        }
        assert!(near(&known, values), "{name}");
    }
    let known = std::fs::read(output.join("reading-heads.json")).unwrap();
    let known: ReadingHeads = serde_json::from_slice(&known).unwrap();
    let wanted = reading();
    let same = |known: &[f32], wanted: &[f32]| {
        let lines = known.chunks_exact(ids.len() + 1);
        let learnt = lines.map(|line| [&line[..ANSWERS - 1], &line[ids.len()..]].concat());
        near(&learnt.collect::<Vec<_>>().concat(), wanted)
    };
    assert!(same(&known.query, &wanted.query) && same(&known.value, &wanted.value));
    assert!(same(&known.whole, &wanted.whole) && same(&known.bias, &wanted.bias));
    assert!(near(&known.tags_weight, &wanted.tags_weight));
    assert!(near(&known.tags_bias, &wanted.tags_bias));

    std::fs::write(model.join("model.onnx"), b"not a model").unwrap();
    let error = format!("{:#}", unpack(&base, &model, &output).unwrap_err());
    assert!(error.contains("model.onnx"), "{error}");
}

#[test]
fn a_broken_checkpoint_is_named() {
    let dir = tempfile::tempdir().unwrap();
    assert!(format!("{:#}", Bert::open(dir.path()).err().unwrap()).contains("config.json"));
    let refused = |heads: &Heads, reading: &ReadingHeads| {
        let bert = Bert::open(dir.path()).unwrap();
        let written = network::write(&bert, heads, Some(reading), "test");
        format!("{:#}", written.err().unwrap())
    };
    let mut weights = weights(WORDS);
    let lost = "encoder.layer.1.output.dense.bias";
    weights.remove(lost);
    write_checkpoint(dir.path(), &weights);
    let error = refused(&heads(), &reading());
    assert!(error.contains(lost), "{error}");
    std::fs::write(dir.path().join("model.safetensors"), b"not a checkpoint").unwrap();
    let error = refused(&heads(), &reading());
    assert!(error.contains("model.safetensors"), "{error}");
    let (mut narrow_heads, mut narrow_reading) = (heads(), reading());
    narrow_heads.embedding = HIDDEN - 1;
    narrow_reading.width = HIDDEN - 1;
    for error in [
        refused(&narrow_heads, &reading()),
        refused(&heads(), &narrow_reading),
    ] {
        assert!(error.contains("7") && error.contains("8"), "{error}");
    }
}

#[test]
fn the_mean_of_heads_gives_the_mean_of_their_answers() {
    let (a, mut b) = (heads(), heads());
    let mut random = Random(3);
    b.hidden_weight = random.vector(b.hidden_weight.len());
    b.attention_query = random.vector(b.attention_query.len());
    b.attention_value = random.vector(b.attention_value.len());
    b.naming_weight = random.vector(b.naming_weight.len());
    b.naming_answer = random.vector(b.naming_answer.len());
    b.answer_weight = random.vector(b.answer_weight.len());
    b.answer_bias = random.vector(b.answer_bias.len());
    let mean = Heads::mean(&[a.clone(), b.clone()]).unwrap();
    let (x, t) = (random.vector(HIDDEN), random.vector(5 * HIDDEN));
    let m: Vec<f32> = random.vector(MENTIONS).iter().map(|v| v.abs()).collect();
    let [a, b, mean] = [a, b, mean].map(|h| h.apply(&x, &t, &m));
    for c in 0..CLASSES {
        assert!((mean.logits[c] - (a.logits[c] + b.logits[c]) / 2.0).abs() < 1e-5);
    }
    assert!((mean.outside - (a.outside + b.outside) / 2.0).abs() < 1e-5);
    assert!(Heads::mean(&[]).is_none());
}
