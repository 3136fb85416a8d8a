//! How fast texts are grounded, against rivals and a limit measured in the same run.
//!
//! The rival is the same network used naively: the model file as it is, on the same engine, every text padded to the token
//! limit, one at a time. The limit is what the
//! engine reaches in one large matrix product of 32-bit floats on the same threads; the share of it counts only the products
//! that the texts need, so that padding, softmax, normalisation and everything around them are losses. Rounds of all
//! measurements take turns and medians are given. Processor time is measured beside the time on the clock: other programs
//! on the machine slow the clock's figures, and hardly those of the processor.

use std::path::Path;
use std::time::Instant;

use grounding::engine::OnEveryThread;
use grounding::{Encoder, Features, Featurizer, Grounder, GroundingError, TextInput};
use serde::Serialize;
use tract_onnx::pb;
use tract_onnx::prelude::Framework;

/// Texts that the naive way is timed on in each round: all cost the same.
const NAIVE_TEXTS: usize = 8;

/// What was measured. Times in seconds, ratios as medians over the rounds.
#[derive(Debug, Clone, Serialize)]
pub struct Speed {
    /// Model name.
    pub model: String,
    /// Engine in use.
    pub engine: String,
    /// Batches that run at the same time.
    pub workers: usize,
    /// Processor cores.
    pub cores: usize,
    /// Rounds that the medians are over.
    pub rounds: usize,
    /// Number of texts.
    pub texts: usize,
    /// Their tokens, special ones included.
    pub tokens: usize,
    /// Documents per second, batched by length on all cores.
    pub documents_per_s: f64,
    /// Documents per second of the very first pass, which fills what is remembered about the structures.
    pub first_documents_per_s: f64,
    /// Documents per second of the plain model file, one at a time, padded to the token limit.
    pub naive_documents_per_s: f64,
    /// The first over the second.
    pub times_naive: f64,
    /// The same by processor time: what batching saves, without the gain of several cores. Where the system tells it.
    pub times_naive_cpu: Option<f64>,
    /// Floating point operations of the encoder's matrix products that a mean text needs, in 10⁹.
    pub gflop_per_text: f64,
    /// 10⁹ floating point operations per second that were needed.
    pub gflop_per_s: f64,
    /// The same in one large matrix product.
    pub limit_gflop_per_s: f64,
    /// The first over the second.
    pub share_of_limit: f64,
    /// The same by processor time.
    pub share_of_limit_cpu: Option<f64>,
    /// Speed of the network over that with products of 32-bit floats, where the engine has products of 8 bits.
    pub times_32_bits: Option<f64>,
    /// The same by processor time.
    pub times_32_bits_cpu: Option<f64>,
    /// How far the network's points lie from those with products of 32-bit floats, mm: the median.
    pub apart_32_bits_mm: Option<f64>,
    /// Share of the time that goes into tokens, sentences and mentions.
    pub tokenizer_share: f64,
    /// Processor time of padded texts over that of texts as they are, both on the engine in use.
    pub padding_costs_cpu: Option<f64>,
    /// Time from a single text of median length to its place, s.
    pub single_text_s: f64,
    /// Tokens of that text.
    pub single_text_tokens: usize,
    /// Time to say which words speak for that place, s.
    pub explain_s: f64,
    /// That over the time to its place.
    pub explain_over_single: f64,
    /// Largest memory of the process after the first pass, bytes; where the system tells it.
    pub peak_memory_bytes: Option<u64>,
}

/// Time on the clock and of the processor, s.
#[derive(Debug, Clone, Copy)]
struct Spent {
    wall: f64,
    cpu: Option<f64>,
}

fn time<T>(work: impl FnOnce() -> T) -> (T, Spent) {
    let (start, cpu) = (Instant::now(), cpu_seconds());
    let value = work();
    let spent = Spent {
        wall: start.elapsed().as_secs_f64(),
        cpu: cpu.zip(cpu_seconds()).map(|(a, b)| b - a),
    };
    (value, spent)
}

/// Measures with a loaded model.
///
/// # Errors
/// When there are no texts, or the tokenizer or the network fails.
#[expect(
    clippy::too_many_lines,
    reason = "one benchmark, whose rounds interleave what is compared"
)]
pub fn measure(
    grounder: &Grounder,
    inputs: &[TextInput<'_>],
    rounds: usize,
) -> Result<Speed, GroundingError> {
    let (model, encoder) = grounder.parts();
    let featurizer = Featurizer::new(&model.tokenizer);
    let features: Vec<Features> = inputs
        .iter()
        .map(|input| featurizer.features(input))
        .collect::<Result<_, _>>()?;
    if features.is_empty() {
        return Err(GroundingError::Tokenize("no text to measure on".to_owned()));
    }
    let work = Work::of(&model.onnx, &model.onnx_path)?;
    let lengths: Vec<usize> = features.iter().map(|f| f.ids.len()).collect();
    let gflop = lengths.iter().map(|n| work.gflop(*n)).sum::<f64>();
    let mut by_length: Vec<usize> = (0..lengths.len()).collect();
    by_length.sort_by_key(|&i| lengths[i]);
    let median_text = by_length[by_length.len() / 2];
    let single = inputs[median_text];
    let naive: Vec<&Features> = features.iter().take(NAIVE_TEXTS).collect();

    // Each figure once for each round.
    let (mut ours, mut naively, mut limits) = (Vec::new(), Vec::new(), Vec::new());
    let mut padded = Vec::new();
    let (mut tokenizing, mut alone, mut explaining) = (Vec::new(), Vec::new(), Vec::new());
    let limit = LargeProduct::new(encoder)?;
    let (done, first_pass) = time(|| grounder.ground(inputs)); // also the run that warms up
    done?;
    let peak_memory_bytes = peak_memory();
    let first = grounder.ground(&[single])?.remove(0);
    let plain = encoder.open_plain(model)?;
    let slow = encoder.open_32_bits(model)?;
    let apart_32_bits_mm = match &slow {
        Some(slow) => Some(median(apart_mm(encoder, slow, &features)?)),
        None => None,
    };
    let (mut fast_runs, mut slow_runs) = (Vec::new(), Vec::new());
    let max_tokens = model.tokenizer.max_tokens();
    for _ in 0..2 {
        plain.run(&naive[..1], max_tokens)?;
    }
    for _ in 0..rounds.max(1) {
        let (done, spent) = time(|| grounder.ground(inputs));
        done?;
        ours.push(spent);
        limits.push(limit.run()?);
        if let Some(slow) = &slow {
            for (encoder, runs) in [(encoder, &mut fast_runs), (slow, &mut slow_runs)] {
                let (done, spent) = time(|| run_all(encoder, &features, &mut |_, _| {}));
                done?;
                runs.push(spent);
            }
        }
        let (done, spent) = time(|| {
            naive
                .iter()
                .try_for_each(|f| plain.run(&[f], max_tokens).map(drop))
        });
        done?;
        naively.push(spent);
        let (done, spent) = time(|| {
            naive
                .iter()
                .try_for_each(|f| encoder.run(&[f], max_tokens).map(drop))
        });
        done?;
        padded.push(spent);
        let (done, spent) = time(|| {
            inputs
                .iter()
                .try_for_each(|input| featurizer.features(input).map(drop))
        });
        done?;
        tokenizing.push(spent);
        let (done, spent) = time(|| grounder.ground(&[single]));
        done?;
        alone.push(spent.wall);
        let (done, spent) = time(|| {
            let cancel = std::sync::atomic::AtomicBool::new(false);
            grounder.explain(&single, None, Some(&first.structure), &cancel)
        });
        done?;
        explaining.push(spent.wall);
    }
    let each = |f: &dyn Fn(usize) -> f64| median((0..ours.len()).map(f).collect());
    let each_known = |f: &dyn Fn(usize) -> Option<f64>| {
        let known: Option<Vec<f64>> = (0..ours.len()).map(f).collect();
        known
            .filter(|v| v.iter().all(|x| x.is_finite()))
            .map(median)
    };
    let texts = inputs.len() as f64;
    let few = naive.len() as f64;
    let cpu_rate = |spent: &Spent, amount: f64| spent.cpu.map(|cpu| amount / cpu);
    Ok(Speed {
        model: model.info.name.clone(),
        engine: encoder.report().name.clone(),
        workers: encoder.workers(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        rounds: ours.len(),
        texts: inputs.len(),
        tokens: lengths.iter().sum(),
        documents_per_s: each(&|i| texts / ours[i].wall),
        first_documents_per_s: texts / first_pass.wall,
        naive_documents_per_s: each(&|i| few / naively[i].wall),
        times_naive: each(&|i| (texts / ours[i].wall) / (few / naively[i].wall)),
        times_naive_cpu: each_known(&|i| {
            Some(cpu_rate(&ours[i], texts)? / cpu_rate(&naively[i], few)?)
        }),
        gflop_per_text: gflop / texts,
        gflop_per_s: each(&|i| gflop / ours[i].wall),
        limit_gflop_per_s: each(&|i| limits[i].gflop / limits[i].spent.wall),
        share_of_limit: each(&|i| {
            (gflop / ours[i].wall) / (limits[i].gflop / limits[i].spent.wall)
        }),
        share_of_limit_cpu: each_known(&|i| {
            Some(cpu_rate(&ours[i], gflop)? / cpu_rate(&limits[i].spent, limits[i].gflop)?)
        }),
        times_32_bits: slow
            .is_some()
            .then(|| each(&|i| slow_runs[i].wall / fast_runs[i].wall)),
        times_32_bits_cpu: slow
            .is_some()
            .then(|| each_known(&|i| Some(slow_runs[i].cpu? / fast_runs[i].cpu?)))
            .flatten(),
        apart_32_bits_mm,
        tokenizer_share: each(&|i| tokenizing[i].wall / ours[i].wall),
        padding_costs_cpu: each_known(&|i| {
            Some(cpu_rate(&ours[i], texts)? / cpu_rate(&padded[i], few)?)
        }),
        single_text_s: median(alone.clone()),
        single_text_tokens: lengths[median_text],
        explain_s: median(explaining.clone()),
        explain_over_single: each(&|i| explaining[i] / alone[i]),
        peak_memory_bytes,
    })
}

/// Runs the network on every text.
fn run_all(
    encoder: &Encoder,
    features: &[Features],
    on_points: &mut dyn FnMut(usize, [f32; 3]),
) -> Result<(), GroundingError> {
    let mut failed = Ok(());
    encoder.run_each(features, &mut |i, rows| {
        match rows {
            Ok(rows) => on_points(i, rows[0].point_mm),
            Err(error) => failed = Err(error),
        }
        failed.is_ok()
    });
    failed
}

/// How far the points of each text lie apart on two encoders, mm.
fn apart_mm(a: &Encoder, b: &Encoder, features: &[Features]) -> Result<Vec<f64>, GroundingError> {
    let [mut of_a, mut of_b] = [(); 2].map(|()| vec![[0.0f32; 3]; features.len()]);
    run_all(a, features, &mut |i, point| of_a[i] = point)?;
    run_all(b, features, &mut |i, point| of_b[i] = point)?;
    let pairs = of_a.iter().zip(&of_b);
    let square = |a: &[f32; 3], b: &[f32; 3]| -> f64 {
        (0..3).map(|x| f64::from(a[x] - b[x]).powi(2)).sum()
    };
    Ok(pairs.map(|(a, b)| square(a, b).sqrt()).collect())
}

/// A matrix product that was timed.
#[derive(Debug, Clone, Copy)]
struct Product {
    gflop: f64,
    spent: Spent,
}

/// The large matrix product of an engine, ready to run.
struct LargeProduct(OnEveryThread);

/// Sides of the large product: [ROWS, DEPTH] times [DEPTH, COLUMNS].
const PRODUCT: [usize; 3] = [1024, 1536, 1536];

impl LargeProduct {
    /// On the threads that the network runs on.
    fn new(encoder: &Encoder) -> Result<Self, GroundingError> {
        let [rows, depth, _] = PRODUCT;
        let a = (0..rows * depth).map(|i| ((i * 104_729) % 1999) as f32 / 999.0 - 1.0);
        encoder
            .on_every_thread(&product_onnx(), [rows, depth], a.collect())
            .map(Self)
    }

    /// The best of three, after one that warms up.
    fn run(&self) -> Result<Product, GroundingError> {
        let gflop = 2e-9 * PRODUCT.iter().map(|n| *n as f64).product::<f64>();
        (self.0)()?;
        let mut best: Option<Product> = None;
        for _ in 0..3 {
            let (products, spent) = time(&self.0);
            let product = Product {
                gflop: gflop * products? as f64,
                spent,
            };
            if best.is_none_or(|b| spent.wall < b.spent.wall) {
                best = Some(product);
            }
        }
        best.ok_or_else(|| GroundingError::Inference("no product was timed".to_owned()))
    }
}

/// The bytes of an ONNX file that multiplies its input `a` by a constant, into `c`.
fn product_onnx() -> Vec<u8> {
    use prost::Message as _;
    let [rows, depth, columns] = PRODUCT;
    let float = pb::tensor_proto::DataType::Float as i32;
    let value = |name: &str, dims: [usize; 2]| {
        use pb::tensor_shape_proto::{Dimension, dimension::Value};
        let dim = dims.map(|n| Dimension {
            value: Some(Value::DimValue(n as i64)),
            ..Default::default()
        });
        pb::ValueInfoProto {
            name: name.to_owned(),
            r#type: Some(pb::TypeProto {
                value: Some(pb::type_proto::Value::TensorType(pb::type_proto::Tensor {
                    elem_type: float,
                    shape: Some(pb::TensorShapeProto { dim: dim.to_vec() }),
                })),
                ..Default::default()
            }),
            ..Default::default()
        }
    };
    // Values between -1 and 1 that are no pattern.
    let constant = (0..depth * columns).map(|i| ((i * 7919) % 2003) as f32 / 1001.0 - 1.0);
    pb::ModelProto {
        ir_version: 8,
        opset_import: vec![pb::OperatorSetIdProto {
            domain: String::new(),
            version: 17,
        }],
        graph: Some(pb::GraphProto {
            name: "product".to_owned(),
            input: vec![value("a", [rows, depth])],
            output: vec![value("c", [rows, columns])],
            initializer: vec![pb::TensorProto {
                name: "b".to_owned(),
                dims: vec![depth as i64, columns as i64],
                data_type: float,
                raw_data: constant.flat_map(f32::to_le_bytes).collect(),
                ..Default::default()
            }],
            node: vec![pb::NodeProto {
                op_type: "MatMul".to_owned(),
                name: "c".to_owned(),
                input: vec!["a".to_owned(), "b".to_owned()],
                output: vec!["c".to_owned()],
                ..Default::default()
            }],
            ..Default::default()
        }),
        ..Default::default()
    }
    .encode_to_vec()
}

/// The matrix products of an encoder: operations for each token, and for each pair of tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Work {
    per_token: f64,
    per_pair: f64,
}

impl Work {
    /// Counted in the graph, up to the node that pools the tokens: products with a constant are done for each token, the
    /// others are those of the attention, for each pair.
    fn of(onnx: &[u8], path: &Path) -> Result<Self, GroundingError> {
        let proto = tract_onnx::onnx()
            .proto_model_for_read(&mut &onnx[..])
            .map_err(|e| GroundingError::model(path, e.to_string()))?;
        let graph = proto.graph.unwrap_or_default();
        let constant = |name: &str| {
            let dequantized = graph
                .node
                .iter()
                .find(|n| n.op_type == "DequantizeLinear" && n.output.iter().any(|o| o == name));
            let name = dequantized.map_or(name, |n| n.input[0].as_str());
            let tensor = graph.initializer.iter().find(|t| t.name == name)?;
            match tensor.dims[..] {
                [k, n] => Some((k as f64, n as f64)),
                _ => None,
            }
        };
        let (mut work, mut width, mut attention) = (0.0, 0.0, 0.0);
        for node in &graph.node {
            if node.input.iter().any(|i| i == "spans") {
                break;
            }
            let [_, right] = &node.input[..] else {
                continue;
            };
            if node.op_type != "MatMul" {
                continue;
            }
            match constant(right) {
                Some((k, n)) => {
                    work += 2.0 * k * n;
                    if width == 0.0 {
                        width = k;
                    }
                }
                // All heads of it together are as wide as the states.
                None => attention += 1.0,
            }
        }
        Ok(Self {
            per_token: work,
            per_pair: 2.0 * attention * width,
        })
    }

    fn gflop(self, tokens: usize) -> f64 {
        let n = tokens as f64;
        1e-9 * (self.per_token * n + self.per_pair * n * n)
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => f64::NAN,
        n if n % 2 == 1 => values[middle],
        _ => (values[middle - 1] + values[middle]) / 2.0,
    }
}

/// Processor time of this process with all its threads, s; Linux tells it, in steps of a hundredth.
pub fn cpu_seconds() -> Option<f64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second field is the name in parentheses and may have spaces; times are fields 14 and 15, in 1/100 s.
    let mut fields = stat.rsplit_once(')')?.1.split_ascii_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) / 100.0)
}

/// Largest resident memory of this process, bytes; Linux tells it.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib << 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(Vec::new()).is_nan());
    }

    #[test]
    fn linux_tells_processor_time_and_memory() {
        if !Path::new("/proc/self/stat").exists() {
            eprintln!("skipped: this system has no /proc");
            return;
        }
        let before = cpu_seconds().unwrap();
        let start = Instant::now();
        let mut x = 1u64;
        while cpu_seconds().unwrap() < before + 0.05 {
            (0..1_000_000).for_each(|i| x = x.wrapping_mul(31).wrapping_add(i));
            assert!(start.elapsed().as_secs() < 60, "no time passes {x}");
        }
        assert!(peak_memory().unwrap() > 1 << 20);
    }

    #[test]
    fn work_is_counted_in_the_graph() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/cga-2/model.onnx");
        let Ok(onnx) = std::fs::read(&path) else {
            eprintln!("skipped: models/cga-2 is not there");
            return;
        };
        // MiniLM-L6: six layers of width 384 with four square products, two to and from 1536, and two of the attention.
        let work = Work::of(&onnx, &path).unwrap();
        let layer = 2.0 * (4.0 * 384.0 * 384.0 + 2.0 * 384.0 * 1536.0);
        assert_eq!(
            work,
            Work {
                per_token: 6.0 * layer,
                per_pair: 6.0 * 2.0 * 2.0 * 384.0
            }
        );
        assert!((work.gflop(1000) - 1e-9 * (6e3 * layer + 6e6 * 4.0 * 384.0)).abs() < 1e-9);
    }
}
