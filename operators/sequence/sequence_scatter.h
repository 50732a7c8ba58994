// Adds the numbers of each sequence to elements of a row.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/operators/math/rows/sequence_rows.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Computes out = x, and out[i, ids[r]] += updates[r] for each row r of sequence
// i, in order. x and out are [sequences, columns], ids int32 or int64 and
// updates have a number for each row. Throws OutOfRange, naming id, position
// and bound, for an id outside [0, columns); on a GPU when the device is next
// waited for. `out` may be x. T: float, double, int32_t, int64_t. Device: CPU
// or CUDA.
template <class Device, class T>
void SequenceScatter(const Device& device, const framework::Tensor& x,
                     const framework::Tensor& ids, Offsets offsets,
                     const framework::Tensor& updates, Workspace workspace,
                     framework::Tensor* out);

// Computes dx = dout and d_updates[r] = dout[i, ids[r]]; either may be null. T:
// float, double.
template <class Device, class T>
void SequenceScatterGrad(const Device& device, const framework::Tensor& ids,
                         Offsets offsets, const framework::Tensor& dout,
                         Workspace workspace, framework::Tensor* dx,
                         framework::Tensor* d_updates);

}  // namespace paddle::operators::kernels
