//! The operators that the built-in engine gets beside its own: those that [`super::rewrite`] puts into a graph.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use tract_onnx::model::{OnnxOpRegister, ParsingContext};
use tract_onnx::pb::NodeProto;
use tract_onnx::tract_core::ops::math::add;
use tract_onnx::tract_hir::internal::*;
use tract_onnx::tract_hir::ops::logic::wire_with_rank_broadcast;

use super::product::{Product, Then};
use super::rewrite::{ADD_LAYER_NORM, ATTENTION, PRODUCT};
use super::simd;

/// Makes the operators known to a reader of ONNX files.
pub(super) fn register(known: &mut OnnxOpRegister) {
    known.insert(ATTENTION, attention);
    known.insert(ADD_LAYER_NORM, add_layer_norm);
    known.insert(PRODUCT, product);
}

type Built = TractResult<(Box<dyn InferenceOp>, Vec<String>)>;

fn attention(_: &ParsingContext, node: &NodeProto) -> Built {
    let op = Attention {
        width: node.get_attr("width")?,
        scale: node.get_attr::<f32>("scale")?.to_bits(),
    };
    Ok((expand(op), Vec::new()))
}

fn add_layer_norm(_: &ParsingContext, node: &NodeProto) -> Built {
    let op = LayerNorm {
        epsilon: node.get_attr::<f32>("epsilon")?.to_bits(),
    };
    Ok((expand(op), Vec::new()))
}

fn product(_: &ParsingContext, node: &NodeProto) -> Built {
    let op = Weighted {
        then: match node.get_attr::<i64>("gelu")? {
            0 => Then::Plain,
            _ => Then::Gelu,
        },
    };
    Ok((expand(op), Vec::new()))
}

/// Rows times weights of 8 bits, and a bias: rows `[.., K]`, weights `[K, N]`, the scale and the bias of each column `[N]`; all but the
/// rows are constants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Weighted {
    then: Then,
}

/// The same with its weights packed.
#[derive(Clone)]
struct Packed(Arc<Product>);

impl std::fmt::Debug for Packed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} x {}", self.0.inner(), self.0.columns())
    }
}

impl PartialEq for Packed {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Packed {}

impl Hash for Packed {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

impl Expansion for Weighted {
    fn name(&self) -> StaticName {
        PRODUCT.into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        s: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_input_arity(inputs, 4)?;
        check_output_arity(outputs, 1)?;
        s.equals(&inputs[0].datum_type, f32::datum_type())?;
        s.equals(&outputs[0].datum_type, f32::datum_type())?;
        s.given_2(
            &inputs[0].shape,
            &inputs[1].shape,
            move |s, rows, weights| {
                let mut shape = rows;
                if let (Some(last), Some(columns)) = (shape.last_mut(), weights.get(1)) {
                    *last = columns.clone();
                }
                s.equals(&outputs[0].shape, shape)
            },
        )
    }

    fn wire(
        &self,
        prefix: &str,
        model: &mut TypedModel,
        inputs: &[OutletId],
    ) -> TractResult<TVec<OutletId>> {
        let constant = |n: usize| -> TractResult<Arc<Tensor>> {
            let fact = model.outlet_fact(inputs[n])?;
            fact.konst.clone().context("weights that are no constant")
        };
        let (weights, scale, bias) = (constant(1)?, constant(2)?, constant(3)?);
        let product = Product::new(
            weights.try_as_plain_ram()?.as_slice::<i8>()?,
            scale.try_as_plain_ram()?.as_slice::<f32>()?,
            bias.try_as_plain_ram()?.as_slice::<f32>()?,
            self.then,
        );
        let product = product.context("weights of another size than their scales")?;
        model.wire_node(prefix, Packed(Arc::new(product)), &inputs[..1])
    }
}

impl Op for Packed {
    fn name(&self) -> StaticName {
        PRODUCT.into()
    }

    op_as_typed_op!();
}

impl TypedOp for Packed {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let [rows] = inputs else {
            bail!("{} inputs", inputs.len());
        };
        let mut shape = rows.shape.to_tvec();
        let last = shape.last_mut().context("rows without axes")?;
        ensure!(
            rows.datum_type == f32::datum_type() && *last == self.0.inner().to_dim(),
            "rows of another length: {rows:?}"
        );
        *last = self.0.columns().to_dim();
        Ok(tvec!(f32::fact(&shape)))
    }

    as_op!();
}

impl EvalOp for Packed {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let [rows] = &inputs[..] else {
            bail!("{} inputs", inputs.len());
        };
        let mut shape: TVec<usize> = rows.shape().into();
        *shape.last_mut().context("rows without axes")? = self.0.columns();
        let mut out = Tensor::zero::<f32>(&shape)?;
        let mut plain = out.try_as_plain_ram_mut()?;
        let run = self.0.run(
            rows.try_as_plain_ram()?.as_slice::<f32>()?,
            plain.as_slice_mut::<f32>()?,
        );
        run.map_err(TractError::msg)?;
        Ok(tvec!(out.into_tvalue()))
    }
}

/// Attention of heads that lie side by side: queries, keys and values `[B, L, heads * width]`, and, when there is one, a
/// mask `[B, 1, 1, L]` that is added to the scores; answers `[B, L, heads * width]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Attention {
    /// Width of a head.
    width: usize,
    /// Bits of the number that the scores are multiplied by.
    scale: u32,
}

/// Layer normalisation over the last axis of a sum: two summands, gain and bias; or one summand, gain and bias.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct LayerNorm {
    /// Bits of the number that is added to the variance.
    epsilon: u32,
}

fn outputs_like_the_first_input<'r, 'p: 'r>(
    s: &mut Solver<'r>,
    inputs: &'p [TensorProxy],
    outputs: &'p [TensorProxy],
) -> InferenceResult {
    check_output_arity(outputs, 1)?;
    s.equals(&inputs[0].datum_type, f32::datum_type())?;
    s.equals(&inputs[0].datum_type, &outputs[0].datum_type)?;
    s.equals(&inputs[0].shape, &outputs[0].shape)
}

impl Expansion for Attention {
    fn name(&self) -> StaticName {
        ATTENTION.into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        s: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        ensure!(
            inputs.len() == 3 || inputs.len() == 4,
            "{} inputs",
            inputs.len()
        );
        outputs_like_the_first_input(s, inputs, outputs)
    }

    fn wire(
        &self,
        prefix: &str,
        model: &mut TypedModel,
        inputs: &[OutletId],
    ) -> TractResult<TVec<OutletId>> {
        model.wire_node(prefix, *self, inputs)
    }
}

impl Op for Attention {
    fn name(&self) -> StaticName {
        ATTENTION.into()
    }

    op_as_typed_op!();
}

impl TypedOp for Attention {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let [queries, keys, values, mask @ ..] = inputs else {
            bail!("{} inputs", inputs.len());
        };
        let shape = &queries.shape;
        ensure!(
            shape.rank() == 3 && keys.shape == *shape && values.shape == *shape,
            "queries {shape:?}, keys {:?}, values {:?}",
            keys.shape,
            values.shape
        );
        let all = shape[2].to_usize()?;
        ensure!(
            self.width > 0
                && self.width.is_multiple_of(simd::HEAD_STEP)
                && all.is_multiple_of(self.width),
            "{all} do not divide into heads of {}",
            self.width
        );
        ensure!(
            mask.iter().all(|m| m.rank() == 4
                && m.shape[0] == shape[0]
                && m.shape[1].is_one()
                && m.shape[2].is_one()
                && m.shape[3] == shape[1]),
            "a mask of another shape: {mask:?}"
        );
        ensure!(
            inputs.iter().all(|i| i.datum_type == f32::datum_type()),
            "other numbers than f32"
        );
        Ok(tvec!(queries.without_value()))
    }

    as_op!();
}

impl EvalOp for Attention {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, mut inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let mut queries = inputs.remove(0).into_tensor();
        let [texts, tokens, stride] = *queries.shape() else {
            bail!("queries of shape {:?}", queries.shape());
        };
        let size = tokens * stride;
        let others: Vec<&[f32]> = inputs
            .iter()
            .map(|i| i.try_as_plain_ram()?.as_slice::<f32>())
            .collect::<TractResult<_>>()?;
        let [keys, values, mask @ ..] = &others[..] else {
            bail!("{} inputs", inputs.len() + 1);
        };
        let mask = mask.first();
        ensure!(
            keys.len() == texts * size
                && values.len() == texts * size
                && mask.is_none_or(|m| m.len() == texts * tokens),
            "inputs of different sizes"
        );
        let mut plain = queries.try_as_plain_ram_mut()?;
        for (text, queries) in plain
            .as_slice_mut::<f32>()?
            .chunks_exact_mut(size.max(1))
            .enumerate()
        {
            simd::Attention {
                queries,
                keys: &keys[text * size..][..size],
                values: &values[text * size..][..size],
                mask: mask.map(|m| &m[text * tokens..][..tokens]),
                width: self.width,
                stride,
                scale: f32::from_bits(self.scale),
            }
            .run();
        }
        Ok(tvec!(queries.into_tvalue()))
    }
}

impl Expansion for LayerNorm {
    fn name(&self) -> StaticName {
        ADD_LAYER_NORM.into()
    }

    fn rules<'r, 'p: 'r, 's: 'r>(
        &'s self,
        s: &mut Solver<'r>,
        inputs: &'p [TensorProxy],
        outputs: &'p [TensorProxy],
    ) -> InferenceResult {
        check_input_arity(inputs, 4)?;
        outputs_like_the_first_input(s, inputs, outputs)
    }

    /// Summands of different shapes are added by tract.
    fn wire(
        &self,
        prefix: &str,
        model: &mut TypedModel,
        inputs: &[OutletId],
    ) -> TractResult<TVec<OutletId>> {
        let [x, skip, gain, bias] = *inputs else {
            bail!("{} inputs", inputs.len());
        };
        if model.outlet_fact(x)?.shape == model.outlet_fact(skip)?.shape {
            return model.wire_node(prefix, *self, inputs);
        }
        let sum = wire_with_rank_broadcast(format!("{prefix}.sum"), model, add(), &[x, skip])?;
        model.wire_node(prefix, *self, &[sum[0], gain, bias])
    }
}

impl Op for LayerNorm {
    fn name(&self) -> StaticName {
        ADD_LAYER_NORM.into()
    }

    op_as_typed_op!();
}

impl TypedOp for LayerNorm {
    fn output_facts(&self, inputs: &[&TypedFact]) -> TractResult<TVec<TypedFact>> {
        let (x, skip, gain, bias) = match inputs {
            [x, gain, bias] => (x, None, gain, bias),
            [x, skip, gain, bias] => (x, Some(skip), gain, bias),
            _ => bail!("{} inputs", inputs.len()),
        };
        let width = x.shape.last().context("a sum without axes")?;
        ensure!(
            skip.is_none_or(|s| s.shape == x.shape)
                && [gain, bias].iter().all(|v| v.shape.volume() == *width),
            "inputs of different shapes: {inputs:?}"
        );
        ensure!(
            inputs.iter().all(|i| i.datum_type == f32::datum_type()),
            "other numbers than f32"
        );
        Ok(tvec!(x.without_value()))
    }

    as_op!();
}

impl EvalOp for LayerNorm {
    op_out_of_plan!();

    fn eval(&self, _: &EvalContext, mut inputs: TVec<TValue>) -> TractResult<TVec<TValue>> {
        let mut x = inputs.remove(0).into_tensor();
        let others: Vec<&[f32]> = inputs
            .iter()
            .map(|i| i.try_as_plain_ram()?.as_slice::<f32>())
            .collect::<TractResult<_>>()?;
        let (skip, gain, bias) = match others[..] {
            [gain, bias] => (None, gain, bias),
            [skip, gain, bias] => (Some(skip), gain, bias),
            _ => bail!("{} inputs", inputs.len() + 1),
        };
        let mut plain = x.try_as_plain_ram_mut()?;
        let sum = plain.as_slice_mut::<f32>()?;
        ensure!(
            !gain.is_empty()
                && bias.len() == gain.len()
                && sum.len().is_multiple_of(gain.len())
                && skip.is_none_or(|s| s.len() == sum.len()),
            "inputs of different sizes"
        );
        simd::LayerNorm {
            x: sum,
            skip,
            gain,
            bias,
            epsilon: f32::from_bits(self.epsilon),
        }
        .run();
        Ok(tvec!(x.into_tvalue()))
    }
}
