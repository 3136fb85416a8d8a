//! Only the logit of one class, for many rows or many like texts: what attributions compare.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::Encoder;
use crate::features::InputTensors;
use crate::{Features, GroundingError};

impl Encoder {
    /// The logit of a class in each row of one text. Probabilities would not do: near 0 and 1 they are too coarse in 32
    /// bits to tell rows apart.
    ///
    /// # Errors
    /// [`GroundingError::Inference`] when the engine fails or gives something else than numbers of the right shape.
    pub(crate) fn class_logits(
        &self,
        features: &Features,
        class: usize,
    ) -> Result<Vec<f32>, GroundingError> {
        Ok(self.batch_logits(&[features], class)?.remove(0))
    }

    /// The same for texts that each have one row, on all cores; nothing when cancelled.
    ///
    /// # Errors
    /// As for [`Encoder::class_logits`].
    pub(crate) fn class_logits_of_each(
        &self,
        texts: &[Features],
        class: usize,
        cancel: &AtomicBool,
    ) -> Result<Option<Vec<f32>>, GroundingError> {
        let texts: Vec<&Features> = texts.iter().collect();
        let batches: Vec<&[&Features]> = texts.chunks(self.batch_texts).collect();
        let done = Mutex::new(vec![Ok(Vec::new()); batches.len()]);
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some((at, batch)) = {
                let at = next.fetch_add(1, Ordering::Relaxed);
                batches.get(at).map(|batch| (at, *batch))
            } {
                if cancel.load(Ordering::Relaxed) {
                    return;
                }
                let logits = self
                    .batch_logits(batch, class)
                    .map(|texts| texts.into_iter().flatten().collect::<Vec<f32>>())
                    .map_err(|e| e.to_string());
                done.lock().unwrap_or_else(PoisonError::into_inner)[at] = logits;
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.workers.min(batches.len()) {
                scope.spawn(work);
            }
            work();
        });
        if cancel.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let mut all = Vec::with_capacity(texts.len());
        for logits in done.into_inner().unwrap_or_else(PoisonError::into_inner) {
            all.extend(logits.map_err(GroundingError::Inference)?);
        }
        Ok(Some(all))
    }

    fn batch_logits(
        &self,
        features: &[&Features],
        class: usize,
    ) -> Result<Vec<Vec<f32>>, GroundingError> {
        let batch = InputTensors::new(features, self.classes, 0);
        let logits = self.network.run(&batch)?.logits;
        if logits.len() != batch.texts * batch.rows * self.classes || class >= self.classes {
            return Err(GroundingError::Inference(format!(
                "output \"logits\" has {} values instead of {}",
                logits.len(),
                batch.texts * batch.rows * self.classes
            )));
        }
        if !logits.iter().all(|l| l.is_finite()) {
            return Err(GroundingError::Inference(
                "the network gave values that are not numbers".to_owned(),
            ));
        }
        let cell =
            |text: usize, row: usize| logits[(text * batch.rows + row) * self.classes + class];
        Ok(features
            .iter()
            .enumerate()
            .map(|(b, f)| (0..f.rows.len()).map(|p| cell(b, p)).collect())
            .collect())
    }
}
