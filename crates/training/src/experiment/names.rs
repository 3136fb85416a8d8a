//! Organs that no training text is about, known by their names alone.
//!
//! One small network, the same for every organ, judges how a text names an organ ([`crate::network::naming`]). What it learns
//! from the organs seen in training serves those that are not. For organs seen in training it is added to the logit of the
//! classifier; while training the classifier is silenced for organs at random, and the small network is told so, so that it
//! also learns to judge alone.

use burn::module::Module;
use burn::nn::{Linear, LinearConfig};
use burn::tensor::activation::{relu, sigmoid};
use burn::tensor::{Device, Tensor};

use crate::corpus::hash;
use crate::network::{NAMING, naming};

/// Width of its layer.
const WIDTH: usize = 24;

/// Share of the organs that the classifier is silent on in a training step, per cent.
const SILENT_PERCENT: u64 = 30;

/// Stands for "surely not" where a logit must not count.
const NEVER: f32 = -30.0;

/// The small network.
#[derive(Module, Debug)]
pub(super) struct Naming {
    layer: Linear,
    output: Linear,
}

impl Naming {
    pub(super) fn new(device: &Device) -> Self {
        Self {
            layer: LinearConfig::new(NAMING + 1, WIDTH).init(device),
            output: LinearConfig::new(WIDTH, 1).init(device),
        }
    }

    /// Logits [B, organs] for texts with the given mentions (3 numbers for each organ, in blocks); `heard` [B, organs] is 1 where
    /// the classifier is heard too.
    fn forward(&self, mentions: &[&[f32]], heard: &[f32], device: &Device) -> Tensor<2> {
        let texts = mentions.len();
        let organs = heard.len() / texts.max(1);
        let numbers: Vec<f32> = mentions
            .iter()
            .zip(heard.chunks_exact(organs.max(1)))
            .flat_map(|(m, heard)| {
                let numbers = naming(m).into_iter().zip(heard);
                numbers.flat_map(|(n, heard)| n.into_iter().chain([*heard]))
            })
            .collect();
        let numbers = Tensor::<1>::from_floats(numbers.as_slice(), device)
            .reshape([texts * organs, NAMING + 1]);
        let layer = relu(self.layer.forward(numbers));
        self.output.forward(layer).reshape([texts, organs])
    }
}

/// Which organs have a label in training, and which two share one.
#[derive(Debug, Clone, Default)]
pub(super) struct Labelled {
    /// For each organ the label that stands for it, if there is one.
    label: Vec<Option<usize>>,
}

impl Labelled {
    /// The organs that texts are labelled with; of `merged` organs the first one's label stands for both.
    pub(super) fn new<'t>(
        labels: impl Iterator<Item = &'t [usize]>,
        organs: usize,
        merged: Option<(usize, usize)>,
    ) -> Self {
        let mut label = vec![None; organs];
        for &organ in labels.flatten() {
            label[organ] = Some(organ);
        }
        if let Some((first, second)) = merged {
            debug_assert!(label[second].is_none(), "a label of its own");
            label[second] = label[first];
        }
        Self { label }
    }

    fn mask(&self, texts: usize, heard: &dyn Fn(usize, usize) -> bool) -> Vec<f32> {
        (0..texts)
            .flat_map(|t| self.label.iter().map(move |label| (t, label)))
            .map(|(t, label)| f32::from(u8::from(label.is_some_and(|l| heard(t, l)))))
            .collect()
    }

    /// Logits of the labels [B, organs] for training: `outputs` are the classifier's.
    pub(super) fn of_labels(
        &self,
        network: &Naming,
        outputs: Tensor<2>,
        mentions: &[&[f32]],
        key: u64,
        device: &Device,
    ) -> Tensor<2> {
        let organs = self.label.len();
        let silent =
            |t: usize, l: usize| hash("silent", &format!("{key} {t} {l}")) % 100 < SILENT_PERCENT;
        let heard = self.mask(mentions.len(), &|t, l| !silent(t, l));
        let mut named = network.forward(mentions, &heard, device);
        let heard =
            Tensor::<1>::from_floats(heard.as_slice(), device).reshape([mentions.len(), organs]);
        // A label for two organs is right when either is named.
        for (first, second) in self.twice() {
            let column = |o: usize| [0..mentions.len(), o..o + 1];
            let [a, b] = [first, second].map(|o| named.clone().slice(column(o)));
            named = named.slice_assign(column(first), either(a, b));
        }
        // Organs without a label of their own are not asked for.
        let asked: Vec<f32> = (0..organs)
            .map(|o| f32::from(u8::from(self.label[o] == Some(o))))
            .collect();
        let asked = Tensor::<1>::from_floats(asked.as_slice(), device).reshape([1, organs]);
        (named + outputs * heard) * asked.clone() + (asked * -1.0 + 1.0) * NEVER
    }

    /// Logits of the organs [B, organs]. Organs that share a label share its probability, in proportion to the odds that the
    /// words give each.
    pub(super) fn of_organs(
        &self,
        network: &Naming,
        outputs: Tensor<2>,
        mentions: &[&[f32]],
        device: &Device,
    ) -> Tensor<2> {
        let heard = self.mask(mentions.len(), &|_, _| true);
        let named = network.forward(mentions, &heard, device);
        let heard = Tensor::<1>::from_floats(heard.as_slice(), device).reshape(outputs.dims());
        let mut logits = named.clone() + outputs.clone() * heard;
        for (first, second) in self.twice() {
            let column = |o: usize| [0..mentions.len(), o..o + 1];
            let [a, b] = [first, second].map(|o| named.clone().slice(column(o)));
            let label = either(a.clone(), b.clone()) + outputs.clone().slice(column(first));
            let label = sigmoid(label);
            for (organ, share) in [
                (first, sigmoid(a.clone() - b.clone())),
                (second, sigmoid(b - a)),
            ] {
                let p = (label.clone() * share).clamp(1e-6, 1.0 - 1e-6);
                let odds = p.clone() / (p * -1.0 + 1.0);
                logits = logits.slice_assign(column(organ), odds.log());
            }
        }
        logits
    }

    /// Organs that share a label: the one whose label it is, and the other.
    fn twice(&self) -> impl Iterator<Item = (usize, usize)> {
        let other = |(organ, label): (usize, &Option<usize>)| {
            label.filter(|label| *label != organ).map(|l| (l, organ))
        };
        self.label.iter().enumerate().filter_map(other)
    }
}

/// Logarithm of the sum of two odds, from their logarithms.
fn either(a: Tensor<2>, b: Tensor<2>) -> Tensor<2> {
    let apart = (a.clone() - b.clone()).abs();
    a.max_pair(b) + (apart * -1.0).exp().log1p()
}

#[cfg(test)]
mod tests {
    use crate::embed;
    use crate::experiment::encode::Vectors;
    use crate::experiment::fit::{self, Answer, Example};
    use crate::experiment::settings::{Method, Settings};

    const ORGANS: usize = 4;

    /// Texts that name one organ often and another now and then, labelled with the first by `label`; the vectors say nothing.
    fn examples<'a>(
        vectors: &'a Vectors,
        label: &dyn Fn(usize) -> Option<usize>,
    ) -> Vec<Example<'a>> {
        (0..160)
            .filter_map(|i| {
                let (often, seldom) = (i % ORGANS, (i / ORGANS) % ORGANS);
                let mut mentions = vec![0.0f32; 3 * ORGANS];
                mentions[seldom] = 1.0;
                mentions[often] = 3.0 + (i % 3) as f32;
                mentions[2 * ORGANS + often] = 1.0;
                mentions[..ORGANS].iter_mut().for_each(|m| *m = m.ln_1p());
                Some(Example {
                    vectors: vec![vectors],
                    counts: Vec::new(),
                    mentions,
                    organs: vec![label(often)?],
                    weight: 1.0,
                })
            })
            .collect()
    }

    /// The best organ of texts that name an organ most, in order of the organs.
    fn best_of_each(
        merged: Option<(usize, usize)>,
        label: &dyn Fn(usize) -> Option<usize>,
    ) -> Vec<usize> {
        let vectors = Vectors::new(&vec![vec![0.05; embed::WIDTH]; 3]);
        let settings = Settings {
            method: Method::Names,
            merged,
            hidden: 8,
            sentences: 4,
            epochs: 60,
            batch: 40,
            rate: 1e-2,
            ..Settings::default()
        };
        let points = vec![vec![[0.0; 3]; 4]; ORGANS];
        let mut epoch = 0.0;
        let (trained, _) = fit::train(&examples(&vectors, label), &points, &settings, &mut |_| {
            epoch += 1.0;
            epoch
        });
        trained
            .answer(&examples(&vectors, &|o| Some(o))[..ORGANS])
            .into_iter()
            .map(|answer| match answer {
                Answer::Organs(e) => (0..ORGANS).max_by(|&a, &b| e[a].total_cmp(&e[b])).unwrap(),
                other => panic!("{other:?}"),
            })
            .collect()
    }

    #[test]
    fn an_organ_without_training_texts_is_found_by_its_name() {
        assert_eq!(best_of_each(None, &|o| (o != 3).then_some(o)), [0, 1, 2, 3]);
    }

    #[test]
    fn organs_that_share_a_label_are_told_apart_by_name() {
        let label = |o: usize| Some(if o == 2 { 1 } else { o });
        assert_eq!(best_of_each(Some((1, 2)), &label), [0, 1, 2, 3]);
    }
}
