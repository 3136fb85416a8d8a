//! What an engine reaches in one large matrix product: the limit that the network is measured against.

use std::sync::Arc;

use tract_onnx::prelude::*;

use super::{Encoder, onnx_runtime};
use crate::GroundingError;
use crate::speed::{LargeProduct, PRODUCT, product_onnx};

impl Encoder {
    /// Batches that run at the same time.
    pub(crate) fn workers(&self) -> usize {
        self.workers
    }

    /// The large matrix product on the threads that the network runs on.
    ///
    /// # Errors
    /// When the engine refuses it.
    pub(crate) fn large_product(&self) -> Result<LargeProduct, GroundingError> {
        let onnx = product_onnx();
        let [rows, depth, _] = PRODUCT;
        let a: Vec<f32> = (0..rows * depth)
            .map(|i| ((i * 104_729) % 1999) as f32 / 999.0 - 1.0)
            .collect();
        if self.report.name.starts_with("ONNX Runtime") {
            let cuda = self.report.name.ends_with("CUDA");
            return onnx_runtime::large_product(&onnx, a, self.workers, cuda);
        }
        let fault = |e: TractError| GroundingError::Inference(format!("built-in engine: {e:#}"));
        let plan = (|| {
            tract_onnx::onnx()
                .model_for_read(&mut &onnx[..])?
                .into_optimized()?
                .into_runnable()
        })()
        .map_err(fault)?;
        let plan: Arc<TypedRunnableModel> = plan;
        let a = Tensor::from_shape(&[rows, depth], &a).map_err(fault)?;
        let workers = self.workers;
        let once =
            move || -> TractResult<()> { plan.run(tvec![a.clone().into_tvalue()]).map(drop) };
        Ok(LargeProduct {
            run: Box::new(move || {
                let results: Vec<TractResult<()>> = std::thread::scope(|scope| {
                    let others: Vec<_> = (1..workers).map(|_| scope.spawn(&once)).collect();
                    let mut results = vec![once()];
                    results.extend(others.into_iter().filter_map(|o| o.join().ok()));
                    results
                });
                let products = results.len();
                results
                    .into_iter()
                    .collect::<TractResult<()>>()
                    .map_err(fault)?;
                Ok(products)
            }),
        })
    }
}
