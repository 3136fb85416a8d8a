//! tract: an inference engine in Rust that is linked into the program and needs nothing of the machine.

use std::sync::Arc;

use tract_onnx::prelude::*;

use super::{Network, Outputs, operators, rewrite};
use crate::GroundingError;
use crate::features::Batch;
use crate::model::{INPUTS, Model, OUTPUTS};

pub(super) struct BuiltIn {
    plan: Arc<TypedRunnableModel>,
}

impl BuiltIn {
    pub(super) fn open(model: &Model) -> Result<Self, GroundingError> {
        // A graph that the rewriting does not suit is run as it is.
        let plan = load(model, true).or_else(|e| {
            tracing::warn!("{}: not rewritten: {e:#}", model.onnx_path.display());
            load(model, false)
        });
        let plan = plan.map_err(|e| {
            GroundingError::model(
                &model.onnx_path,
                format!("is refused by the built-in engine: {e:#}"),
            )
        })?;
        Ok(Self { plan })
    }
}

/// One plan with symbolic sizes serves every batch, text length and number of sentences.
fn load(model: &Model, rewritten: bool) -> TractResult<Arc<TypedRunnableModel>> {
    let mut reader = tract_onnx::onnx().with_ignore_output_shapes(true);
    operators::register(&mut reader.op_register);
    let mut proto = reader.proto_model_for_read(&mut &model.onnx[..])?;
    if let Some(graph) = proto.graph.as_mut().filter(|_| rewritten) {
        let parts = rewrite::rewrite(graph);
        tracing::debug!("{parts} parts of the graph rewritten for the built-in engine");
    }
    let mut graph = reader.model_for_proto_model(&proto)?;
    drop(proto);
    graph.select_inputs_by_name(INPUTS)?;
    graph.select_outputs_by_name(OUTPUTS)?;
    let [texts, rows, tokens] = ["B", "P", "L"].map(|name| graph.symbols.sym(name));
    let classes = model.classes.len();
    graph.set_input_fact(0, i64::fact([texts.to_dim(), tokens.to_dim()]).into())?;
    graph.set_input_fact(1, i64::fact([texts.to_dim(), tokens.to_dim()]).into())?;
    graph.set_input_fact(
        2,
        f32::fact([texts.to_dim(), rows.to_dim(), tokens.to_dim()]).into(),
    )?;
    graph.set_input_fact(
        3,
        f32::fact([texts.to_dim(), rows.to_dim(), classes.to_dim()]).into(),
    )?;
    graph.into_optimized()?.into_runnable()
}

impl Network for BuiltIn {
    fn run(&self, batch: &Batch) -> Result<Outputs, GroundingError> {
        let run = || -> TractResult<Outputs> {
            let (b, p, l, c) = (batch.texts, batch.rows, batch.tokens, batch.classes);
            let inputs = tvec![
                Tensor::from_shape(&[b, l], &batch.input_ids)?.into_tvalue(),
                Tensor::from_shape(&[b, l], &batch.attention_mask)?.into_tvalue(),
                Tensor::from_shape(&[b, p, l], &batch.spans)?.into_tvalue(),
                Tensor::from_shape(&[b, p, c], &batch.mentions)?.into_tvalue(),
            ];
            let outputs = self.plan.run(inputs)?;
            let values = |i: usize| -> TractResult<Vec<f32>> {
                Ok(outputs[i]
                    .to_plain_array_view::<f32>()?
                    .iter()
                    .copied()
                    .collect())
            };
            Ok(Outputs {
                point: values(0)?,
                logits: values(1)?,
                outside: values(2)?,
                embedding: values(3)?,
            })
        };
        run().map_err(|e| GroundingError::Inference(format!("built-in engine: {e:#}")))
    }
}
