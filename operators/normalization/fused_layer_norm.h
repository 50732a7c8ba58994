// Adds a residual to a tensor, of which elements may be dropped before, and
// normalizes the rows of the sum, each while it is in cache: dropout,
// elementwise_add and layer_norm in one pass over memory.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/normalization/row_shapes.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// The inputs of FusedLayerNorm: x and residual of one shape; scale and bias
// are as for NormalizeRows (norm_rows.h), and null where there is none.
struct LayerNormInputs {
  const framework::Tensor& x;
  const framework::Tensor& residual;
  const framework::Tensor* scale;
  const framework::Tensor* bias;
};

// Its results; sum and mask are null where nobody reads them. sum, or y without
// it, may be x, and y may be x beside a sum; not if x is the residual, as the
// executor gives no output the memory of an input that is read twice.
struct LayerNormOutputs {
  framework::Tensor* sum;
  framework::Tensor* y;
  framework::Tensor* mask;
  framework::Tensor* mean;
  framework::Tensor* variance;
};

// Computes sum = Dropout(x) + residual and y, mean and variance, those of the
// rows of the sum, with the bits of Dropout (dropout.h), elementwise_add and
// NormalizeRows (norm_rows.h), one after the other: 16-bit numbers are rounded
// after each. Nothing is dropped if `is_test` or with probability 0: the mask
// is all ones then, and the key is not read. T: float, double, float16,
// bfloat16. The result does not depend on the number of threads.
template <class Device, class T>
void FusedLayerNorm(const Device& device, const LayerRows& rows, bool is_test,
                    const platform::RandomKey& key, double probability,
                    double epsilon, const LayerNormInputs& in,
                    const LayerNormOutputs& out);

}  // namespace paddle::operators::kernels
