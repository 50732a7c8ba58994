// Selects each row from one of several tensors.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/index.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out[i] = inputs[ids[i]][i]. The inputs and out are [rows, ...], of
// one shape and one data type, which may be any. `ids` has one id per row,
// already checked against the number of inputs (CheckedIndices). out must not
// share memory with the inputs.
template <class Device>
void Multiplex(const Device& device, Indices ids,
               absl::Span<const framework::Tensor* const> inputs,
               framework::Tensor* out);

// Computes, for each k, outputs[k][i] = dout[i] where ids[i] = k, else 0. Null
// outputs are skipped. Rows are copied, so the result is exact.
template <class Device>
void MultiplexGrad(const Device& device, Indices ids,
                   const framework::Tensor& dout,
                   absl::Span<framework::Tensor* const> outputs);

// Multiplex for a tensor of ids of inputs, which are checked. Throws OutOfRange
// for an id that is none of [0, inputs), naming it and its position; on a GPU
// when the device is next waited for.
template <class Device>
void MultiplexOf(const Device& device, const framework::Tensor& ids,
                 absl::Span<const framework::Tensor* const> inputs,
                 Workspace workspace, framework::Tensor* out) {
  const int64_t count = inputs.size();
  Multiplex(device, CheckedIndices(device, ids, count, workspace), inputs, out);
}

// MultiplexGrad for a tensor of ids.
template <class Device>
void MultiplexOfGrad(const Device& device, const framework::Tensor& ids,
                     const framework::Tensor& dout, Workspace workspace,
                     absl::Span<framework::Tensor* const> outputs) {
  const int64_t count = outputs.size();
  MultiplexGrad(device, CheckedIndices(device, ids, count, workspace), dout,
                outputs);
}

}  // namespace paddle::operators::kernels
