// Rows chosen from several tensors.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// out[i] = inputs[ids[i]][i]. All are [rows, ...] of one shape and data type,
// any; `ids`, one a row, have been checked against the number of inputs.
template <class Device>
void Multiplex(const Device& device, Indices ids,
               absl::Span<const framework::Tensor* const> inputs,
               framework::Tensor* out);

// For each k: outputs[k][i] = dout[i] where ids[i] is k, else 0. Those that are
// null are left out.
template <class Device>
void MultiplexGrad(const Device& device, Indices ids,
                   const framework::Tensor& dout,
                   absl::Span<framework::Tensor* const> outputs);

}  // namespace paddle::operators::kernels
