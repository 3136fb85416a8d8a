//! Another graph than the model's, on the threads that the network runs on.

use std::sync::Arc;

use tract_onnx::prelude::*;

use super::network::OnEveryThread;
use super::{Encoder, onnx_runtime};
use crate::GroundingError;

impl Encoder {
    /// Batches that run at the same time.
    pub fn workers(&self) -> usize {
        self.workers
    }

    /// A graph (the bytes of an ONNX file) with one input `a` of 32-bit floats, given with its shape, on the threads that the
    /// network runs on.
    ///
    /// # Errors
    /// When the engine refuses the graph or the input.
    pub fn on_every_thread(
        &self,
        onnx: &[u8],
        shape: [usize; 2],
        a: Vec<f32>,
    ) -> Result<OnEveryThread, GroundingError> {
        if self.report.name.starts_with("ONNX Runtime") {
            let cuda = self.report.name.ends_with("CUDA");
            return onnx_runtime::on_every_thread(onnx, shape, a, self.workers, cuda);
        }
        let fault = |e: TractError| GroundingError::Inference(format!("built-in engine: {e:#}"));
        let plan = (|| {
            tract_onnx::onnx()
                .model_for_read(&mut &*onnx)?
                .into_optimized()?
                .into_runnable()
        })()
        .map_err(fault)?;
        let plan: Arc<TypedRunnableModel> = plan;
        let a = Tensor::from_shape(&shape, &a).map_err(fault)?;
        let workers = self.workers;
        let once =
            move || -> TractResult<()> { plan.run(tvec![a.clone().into_tvalue()]).map(drop) };
        Ok(Box::new(move || {
            let results: Vec<TractResult<()>> = std::thread::scope(|scope| {
                let others: Vec<_> = (1..workers).map(|_| scope.spawn(&once)).collect();
                let mut results = vec![once()];
                results.extend(others.into_iter().filter_map(|o| o.join().ok()));
                results
            });
            let runs = results.len();
            results
                .into_iter()
                .collect::<TractResult<()>>()
                .map_err(fault)?;
            Ok(runs)
        }))
    }
}
