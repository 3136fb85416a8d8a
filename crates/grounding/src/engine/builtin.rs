//! tract: an inference engine in Rust that is linked into the program and needs nothing of the machine.

use std::sync::{Arc, Mutex, PoisonError};

use tract_onnx::prelude::*;

use super::network::{Network, Outputs};
use super::{operators, product, rewrite};
use crate::GroundingError;
use crate::features::{InputTensors, MENTION_BLOCKS};
use crate::model::{INPUTS, Model};

pub(super) struct BuiltIn {
    plan: Arc<TypedRunnableModel>,
    /// Pools of one thread that are not in use: products of 8 bits would spread over all cores otherwise, which have batches of their own.
    pools: Mutex<Vec<rayon::ThreadPool>>,
    /// Whether products are made of whole numbers of 8 bits.
    whole_numbers: bool,
}

impl BuiltIn {
    /// With the graph rewritten for this engine, with products of 8 bits when they are wanted and this processor is fast at them; a graph that the rewriting does not suit is run as it is.
    pub(super) fn open(model: &Model, whole_numbers: bool) -> Result<Self, GroundingError> {
        let whole_numbers = whole_numbers && product::is_fast();
        load(model, Some(whole_numbers)).map_or_else(
            |e| {
                tracing::warn!("{}: not rewritten: {e:#}", model.onnx_path.display());
                Self::open_plain(model)
            },
            |(plan, [_, products])| Ok(Self::of(plan, products > 0)),
        )
    }

    /// With the graph as it is in the file.
    pub(super) fn open_plain(model: &Model) -> Result<Self, GroundingError> {
        let (plan, _) = load(model, None).map_err(|e| {
            GroundingError::model(
                &model.onnx_path,
                format!("is refused by the built-in engine: {e:#}"),
            )
        })?;
        Ok(Self::of(plan, false))
    }

    /// Whether products are made of whole numbers of 8 bits.
    pub(super) fn has_whole_numbers(&self) -> bool {
        self.whole_numbers
    }

    fn of(plan: Arc<TypedRunnableModel>, whole_numbers: bool) -> Self {
        Self {
            plan,
            pools: Mutex::default(),
            whole_numbers,
        }
    }

    /// Runs on a pool of one thread, where there are products that would spread.
    fn on_one_thread<T: Send>(&self, run: impl FnOnce() -> T + Send) -> T {
        let lock = || self.pools.lock().unwrap_or_else(PoisonError::into_inner);
        let free = lock().pop();
        let pool = free.or_else(|| {
            let one = rayon::ThreadPoolBuilder::new().num_threads(1);
            one.build().ok().filter(|_| self.whole_numbers)
        });
        // Without a thread more, the products spread: slower and no less right.
        let Some(pool) = pool else { return run() };
        let done = pool.install(run);
        lock().push(pool);
        done
    }
}

/// One plan with symbolic sizes serves every batch, text length and number of sentences; with it, how many parts of the
/// graph were rewritten: none, those that compute the same faster, or also the products of 8 bits.
fn load(
    model: &Model,
    rewritten: Option<bool>,
) -> TractResult<(Arc<TypedRunnableModel>, [usize; 2])> {
    let mut reader = tract_onnx::onnx().with_ignore_output_shapes(true);
    operators::register(&mut reader.op_register);
    let mut proto = reader.proto_model_for_read(&mut &model.onnx[..])?;
    let parts = match (proto.graph.as_mut(), rewritten) {
        (Some(graph), Some(whole_numbers)) => rewrite::rewrite(graph, whole_numbers),
        _ => [0, 0],
    };
    tracing::debug!("{parts:?} parts of the graph rewritten for the built-in engine");
    let mut graph = reader.model_for_proto_model(&proto)?;
    drop(proto);
    graph.select_inputs_by_name(INPUTS)?;
    graph.select_outputs_by_name(model.outputs())?;
    let [texts, rows, tokens] = ["B", "P", "L"].map(|name| graph.symbols.sym(name));
    let mentions = MENTION_BLOCKS * model.classes.len();
    graph.set_input_fact(0, i64::fact([texts.to_dim(), tokens.to_dim()]).into())?;
    graph.set_input_fact(1, i64::fact([texts.to_dim(), tokens.to_dim()]).into())?;
    graph.set_input_fact(
        2,
        f32::fact([texts.to_dim(), rows.to_dim(), tokens.to_dim()]).into(),
    )?;
    graph.set_input_fact(
        3,
        f32::fact([texts.to_dim(), rows.to_dim(), mentions.to_dim()]).into(),
    )?;
    Ok((graph.into_optimized()?.into_runnable()?, parts))
}

impl Network for BuiltIn {
    fn run(&self, batch: &InputTensors) -> Result<Outputs, GroundingError> {
        let run = || -> TractResult<Outputs> {
            let (b, p, l) = (batch.texts, batch.rows, batch.tokens);
            let m = MENTION_BLOCKS * batch.classes;
            let inputs = tvec![
                Tensor::from_shape(&[b, l], &batch.input_ids)?.into_tvalue(),
                Tensor::from_shape(&[b, l], &batch.attention_mask)?.into_tvalue(),
                Tensor::from_shape(&[b, p, l], &batch.spans)?.into_tvalue(),
                Tensor::from_shape(&[b, p, m], &batch.mentions)?.into_tvalue(),
            ];
            let outputs = self.plan.run(inputs)?;
            let values = |i: usize| -> TractResult<Vec<f32>> {
                Ok(outputs[i]
                    .to_plain_array_view::<f32>()?
                    .iter()
                    .copied()
                    .collect())
            };
            let further = |i: usize| -> TractResult<Vec<f32>> {
                let is_there = i < outputs.len();
                if is_there { values(i) } else { Ok(Vec::new()) }
            };
            Ok(Outputs {
                point: values(0)?,
                logits: values(1)?,
                outside: values(2)?,
                embedding: values(3)?,
                about: further(4)?,
                tags: further(5)?,
            })
        };
        self.on_one_thread(run)
            .map_err(|e| GroundingError::Inference(format!("built-in engine: {e:#}")))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Featurizer, TextInput};

    #[test]
    fn products_of_8_bits_put_texts_where_32_bits_do() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/cga-2");
        if !folder.join("model.onnx").is_file() || !product::is_fast() {
            eprintln!("skipped: models/cga-2 is not there, or no such products on this processor");
            return;
        }
        let model = Model::open(&folder).unwrap();
        let [fast, exact] = [true, false].map(|bits| BuiltIn::open(&model, bits).unwrap());
        assert!(fast.has_whole_numbers() && !exact.has_whole_numbers());
        let featurizer = Featurizer::new(&model.tokenizer);
        let mut apart: Vec<f32> = [
            "Fracture of the clavicle.",
            "A stone in the left ureter; the liver is normal.",
            "Laparoscopic cholecystectomy for gallstones in the elderly.",
            "Long-term outcome after valve replacement in severe aortic stenosis.",
            "Proximal tubule transport and diuretics.",
            "Barrett's oesophagus with high grade dysplasia, treated by ablation.",
            "She cannot lift her right arm since the fall; the shoulder looks flat.",
        ]
        .iter()
        .map(|text| {
            let features = featurizer.features(&TextInput::new(text)).unwrap();
            let batch = InputTensors::new(&[&features], model.classes.len(), 0);
            let (a, b) = (fast.run(&batch).unwrap(), exact.run(&batch).unwrap());
            let alike: f32 = a
                .embedding
                .iter()
                .zip(&b.embedding)
                .map(|(a, b)| a * b)
                .sum();
            assert!(
                alike > 0.995 * (a.embedding.len() / 384) as f32,
                "{text}: {alike}"
            );
            let apart = (0..3).map(|x| (a.point[x] - b.point[x]).powi(2));
            apart.sum::<f32>().sqrt()
        })
        .collect();
        apart.sort_by(f32::total_cmp);
        // Rows of 7 bits are rounded twice as roughly as those of 8.
        let most = if product::top() < u8::MAX { 4.0 } else { 2.0 };
        assert!(apart[3] < most, "{apart:?} mm");
    }

    #[test]
    fn the_rewritten_graph_computes_what_the_plain_one_does() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/cga-2");
        if !folder.join("model.onnx").is_file() {
            eprintln!("skipped: models/cga-2 is not there");
            return;
        }
        let model = Model::open(&folder).unwrap();
        let (rewritten, parts) = load(&model, Some(false)).unwrap();
        // Attention of six layers; a sum is normalised twice in each, and once before them.
        assert_eq!(parts, [6 + 13, 0]);
        let rewritten = BuiltIn::of(rewritten, false);
        let plain = BuiltIn::open_plain(&model).unwrap();
        let featurizer = Featurizer::new(&model.tokenizer);
        let features = |text: &str| featurizer.features(&TextInput::new(text)).unwrap();
        let long = "A cyst in the left lobe of the liver. No stone in the gallbladder. ".repeat(20);
        let texts = [
            features("Fracture of the clavicle."),
            features(&long),
            features(""),
        ];
        let alone: Vec<Vec<&crate::Features>> = texts.iter().map(|t| vec![t]).collect();
        for (texts, min_tokens) in alone
            .into_iter()
            .map(|t| (t, 0))
            .chain([(texts.iter().collect(), 0), (texts.iter().collect(), 400)])
        {
            let batch = InputTensors::new(&texts, model.classes.len(), min_tokens);
            let (a, b) = (rewritten.run(&batch).unwrap(), plain.run(&batch).unwrap());
            for (name, a, b, most) in [
                ("point", &a.point, &b.point, 0.02),
                ("logits", &a.logits, &b.logits, 1e-3),
                ("outside", &a.outside, &b.outside, 1e-3),
                ("embedding", &a.embedding, &b.embedding, 1e-5),
            ] {
                assert_eq!(a.len(), b.len());
                let apart = a.iter().zip(b).map(|(a, b)| (a - b).abs());
                let apart = apart.fold(0.0, f32::max);
                assert!(apart <= most, "{name}: {apart} apart");
            }
        }
    }
}
