//! tract: an inference engine in Rust that is linked into the program and needs nothing of the machine.

use std::sync::Arc;

use tract_onnx::prelude::*;

use super::network::{Network, Outputs};
use super::{operators, rewrite};
use crate::GroundingError;
use crate::features::{InputTensors, MENTION_BLOCKS};
use crate::model::{INPUTS, Model};

pub(super) struct BuiltIn {
    plan: Arc<TypedRunnableModel>,
}

impl BuiltIn {
    /// With the graph rewritten for this engine; a graph that the rewriting does not suit is run as it is.
    pub(super) fn open(model: &Model) -> Result<Self, GroundingError> {
        load(model, true).map_or_else(
            |e| {
                tracing::warn!("{}: not rewritten: {e:#}", model.onnx_path.display());
                Self::open_plain(model)
            },
            |(plan, _)| Ok(Self { plan }),
        )
    }

    /// With the graph as it is in the file.
    pub(super) fn open_plain(model: &Model) -> Result<Self, GroundingError> {
        let (plan, _) = load(model, false).map_err(|e| {
            GroundingError::model(
                &model.onnx_path,
                format!("is refused by the built-in engine: {e:#}"),
            )
        })?;
        Ok(Self { plan })
    }
}

/// One plan with symbolic sizes serves every batch, text length and number of sentences; with it, how many parts of the
/// graph were rewritten.
fn load(model: &Model, rewritten: bool) -> TractResult<(Arc<TypedRunnableModel>, usize)> {
    let mut reader = tract_onnx::onnx().with_ignore_output_shapes(true);
    operators::register(&mut reader.op_register);
    let mut proto = reader.proto_model_for_read(&mut &model.onnx[..])?;
    let graph = proto.graph.as_mut().filter(|_| rewritten);
    let parts = graph.map_or(0, rewrite::rewrite);
    tracing::debug!("{parts} parts of the graph rewritten for the built-in engine");
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
        run().map_err(|e| GroundingError::Inference(format!("built-in engine: {e:#}")))
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{Featurizer, TextInput};

    #[test]
    fn the_rewritten_graph_computes_what_the_plain_one_does() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models/cga-2");
        if !folder.join("model.onnx").is_file() {
            eprintln!("skipped: models/cga-2 is not there");
            return;
        }
        let model = Model::open(&folder).unwrap();
        let (rewritten, parts) = load(&model, true).unwrap();
        // Attention of six layers; a sum is normalised twice in each, and once before them.
        assert_eq!(parts, 6 + 13);
        let rewritten = BuiltIn { plan: rewritten };
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
