// Repeats tensors along axes, and sums gradients over the copies.
#pragma once

#include "absl/types/span.h"

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/dims.h"
#include "paddle/operators/math/loops/strided_copy.h"
#include "paddle/operators/math/loops/workspace.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// Maps each element of a large tensor to its source in a small one: both walks
// go through `space`; `small` has stride 0 along repeated axes. `space` counts
// every element of the large tensor once; it may have more axes than either.
struct Repetition {
  framework::Dims space;
  Walk small;
  Walk large;
};

// Returns `x` broadcast to `out` by NumPy's rule. Throws Internal if it does
// not broadcast: schemas have checked that.
Repetition BroadcastOf(const framework::Dims& x, const framework::Dims& out);
// Returns `x` repeated times[i] times along axis i. A repeated axis takes two
// axes of the space, its copies and its elements (none for a size of 1). Throws
// Unimplemented if that makes more than nine. For example, [3] with times {2}
// gives the space [2, 3], the strides {0, 1} in the small tensor and {3, 1} in
// the large one.
Repetition TilesOf(const framework::Dims& x, absl::Span<const int64_t> times);

// Computes out = x repeated. Supports every data type. Must not share memory.
template <class Device>
void Repeat(const Device& device, const Repetition& how,
            const framework::Tensor& x, framework::Tensor* out) {
  CopyStrided(device, how.space, x, how.small, how.large, out);
}

// Computes dx = the sum of dout over the copies of each element, 0 if it has no
// copies. Deterministic: the result does not depend on the number of threads.
// T: float, double. dx has the shape of x and is overwritten. `workspace` is
// asked at most once, for partial sums.
template <class Device, class T>
void RepeatGrad(const Device& device, const Repetition& how,
                const framework::Tensor& dout, Workspace workspace,
                framework::Tensor* dx);

}  // namespace paddle::operators::kernels
