// Tensors repeated along axes, and the sums that are the gradients of it.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The elements of a large tensor, and where each comes from in a small one.
struct Repetition {
  framework::Dims space;
  Walk small;
  Walk large;
};

// `x` spread over `out` by NumPy's rule. Internal error if it does not
// broadcast.
Repetition BroadcastOf(const framework::Dims& x, const framework::Dims& out);
// `x` times[i] times along each axis i. Unimplemented if x has more than nine
// axes, those along which it is repeated counted twice (sizes of 1, once).
Repetition TilesOf(const framework::Dims& x, absl::Span<const int64_t> times);

// out = x repeated. Any data type.
template <class Device>
void Repeat(const Device& device, const Repetition& how,
            const framework::Tensor& x, framework::Tensor* out) {
  CopyStrided(device, how.space, x, how.small, how.large, out);
}

// dx = for each element the sum of dout over its copies; 0 without copies. The
// same bits for any number of threads. T is float or double.
template <class Device, class T>
void RepeatGrad(const Device& device, const Repetition& how,
                const framework::Tensor& dout, Workspace workspace,
                framework::Tensor* dx);

}  // namespace paddle::operators::kernels
