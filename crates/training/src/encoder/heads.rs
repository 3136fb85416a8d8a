//! What the encoder is asked while it learns to read, and what the shipped network asks it.

use burn::module::{Module, Param};
use burn::nn::{Dropout, DropoutConfig, Initializer, Linear, LinearConfig};
use burn::tensor::activation::softmax;
use burn::tensor::{Device, Tensor, TensorData};
use grounding::{Gazetteer, Tag};
use serde::{Deserialize, Serialize};

/// The two heads: tags of tokens, and what the text is about. The answers are the catalogue's rows and, last, "nowhere in this torso".
#[derive(Module, Debug)]
pub(super) struct Heads {
    tags: Linear,
    query: Linear,
    value: Linear,
    whole: Linear,
    /// The classes of a text, by its mean: asked while the encoder learns and not kept.
    classes: Linear,
    dropout: Dropout,
}

/// What is asked of a batch.
pub(super) struct Answers {
    /// [B, L, 9]
    pub(super) tags: Tensor<3>,
    /// [B, answers]
    pub(super) about: Tensor<2>,
    /// [B, classes + 1]
    pub(super) classes: Tensor<2>,
}

/// The weights of the heads as plain numbers; matrices are row-major `[inputs, outputs]`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReadingHeads {
    /// Width of the token vectors.
    pub width: usize,
    /// Answers: structures and "nowhere".
    pub answers: usize,
    /// [width, 9]
    pub tags_weight: Vec<f32>,
    /// `[9]`
    pub tags_bias: Vec<f32>,
    /// What each answer looks for among the tokens: [width, answers].
    pub query: Vec<f32>,
    /// What a token that is looked at says: [width, answers].
    pub value: Vec<f32>,
    /// What the mean of the tokens says: [width, answers].
    pub whole: Vec<f32>,
    /// `[answers]`
    pub bias: Vec<f32>,
}

impl ReadingHeads {
    /// The same without some answers, given by row.
    pub(crate) fn without(mut self, rows: &[usize]) -> Self {
        let answers = self.answers;
        let kept = |numbers: &[f32]| {
            let each = numbers.iter().enumerate();
            let each = each.filter(|(i, _)| !rows.contains(&(i % answers)));
            each.map(|(_, number)| *number).collect()
        };
        self.query = kept(&self.query);
        self.value = kept(&self.value);
        self.whole = kept(&self.whole);
        self.bias = kept(&self.bias);
        self.answers = self.bias.len();
        self
    }
}

impl Heads {
    pub(super) fn new(width: usize, answers: usize, dropout: f64, device: &Device) -> Self {
        let plain = |to, std| {
            LinearConfig::new(width, to)
                .with_bias(false)
                .with_initializer(Initializer::Normal { mean: 0.0, std })
                .init(device)
        };
        Self {
            tags: LinearConfig::new(width, Tag::ANSWERS).init(device),
            query: plain(answers, 0.02),
            value: plain(answers, 0.02),
            whole: LinearConfig::new(width, answers).init(device),
            classes: LinearConfig::new(width, Gazetteer::builtin().classes().len() + 1)
                .init(device),
            dropout: DropoutConfig::new(dropout).init(),
        }
    }

    /// Logits from states [B, L, width]; `unseen` [B, L, 1] is 0 at a token and far
    /// below at padding, `share` [B, 1, L] the share of each token in the mean.
    pub(super) fn forward(
        &self,
        states: Tensor<3>,
        unseen: Tensor<3>,
        share: Tensor<3>,
    ) -> Answers {
        let states = self.dropout.forward(states);
        let tags = self.tags.forward(states.clone());
        let looks = softmax(self.query.forward(states.clone()) + unseen, 1);
        let said = (looks * self.value.forward(states.clone())).sum_dim(1);
        let mean = share.matmul(states);
        let about = said + self.whole.forward(mean.clone());
        let flat = |t: Tensor<3>| {
            let [texts, _, count] = t.dims();
            t.reshape([texts, count])
        };
        Answers {
            tags,
            about: flat(about),
            classes: flat(self.classes.forward(mean)),
        }
    }

    /// With the weights that were learnt before.
    pub(super) fn with(mut self, known: &ReadingHeads, device: &Device) -> Self {
        let (width, answers) = (known.width, known.answers);
        let matrix = |weight: &[f32], columns| {
            let data = TensorData::new(weight.to_vec(), [width, columns]);
            Param::from_tensor(Tensor::<2>::from_data(data, device))
        };
        let vector = |bias: &[f32]| {
            let data = TensorData::new(bias.to_vec(), [bias.len()]);
            Some(Param::from_tensor(Tensor::<1>::from_data(data, device)))
        };
        self.tags.weight = matrix(&known.tags_weight, Tag::ANSWERS);
        self.tags.bias = vector(&known.tags_bias);
        self.query.weight = matrix(&known.query, answers);
        self.value.weight = matrix(&known.value, answers);
        self.whole.weight = matrix(&known.whole, answers);
        self.whole.bias = vector(&known.bias);
        self
    }

    /// The weights as plain numbers.
    pub(super) fn weights(&self) -> ReadingHeads {
        let numbers = |t: Tensor<2>| t.into_data().iter::<f32>().collect::<Vec<f32>>();
        let weight = |linear: &Linear| numbers(linear.weight.val());
        let bias = |linear: &Linear| {
            let bias = linear.bias.as_ref().map(|b| b.val().into_data());
            bias.map(|b| b.iter::<f32>().collect()).unwrap_or_default()
        };
        let [width, answers] = self.query.weight.val().dims();
        ReadingHeads {
            width,
            answers,
            tags_weight: weight(&self.tags),
            tags_bias: bias(&self.tags),
            query: weight(&self.query),
            value: weight(&self.value),
            whole: weight(&self.whole),
            bias: bias(&self.whole),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_taken_out_of_every_row() {
        let heads = ReadingHeads {
            width: 2,
            answers: 3,
            tags_weight: vec![0.5; 2 * Tag::ANSWERS],
            tags_bias: vec![0.5; Tag::ANSWERS],
            query: vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0],
            value: vec![7.0, 8.0, 9.0, 10.0, 11.0, 12.0],
            whole: vec![13.0, 14.0, 15.0, 16.0, 17.0, 18.0],
            bias: vec![19.0, 20.0, 21.0],
        };
        let fewer = heads.clone().without(&[1]);
        assert_eq!(fewer.answers, 2);
        assert_eq!(fewer.query, [1.0, 3.0, 4.0, 6.0]);
        assert_eq!(fewer.value, [7.0, 9.0, 10.0, 12.0]);
        assert_eq!(fewer.whole, [13.0, 15.0, 16.0, 18.0]);
        assert_eq!(fewer.bias, [19.0, 21.0]);
        assert_eq!(fewer.tags_weight, heads.tags_weight);
    }
}
