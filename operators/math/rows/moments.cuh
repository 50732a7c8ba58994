// Computes the sums that normalization layers need on GPUs, for means and
// variances and in their gradients.
#pragma once

#include <cstdint>
#include <limits>

#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The terms of a sum: weight * (x - centre) * factor, or its square. A null
// pointer leaves that part out, so one kernel serves all of these sums.
// Pointers are to GPU memory. T: float, double, float16, bfloat16.
template <typename T>
struct Moment {
  using A = platform::Accumulator<T>;

  // The fields of the formula above; `squared` squares the whole term.
  const T* x;
  const T* weight = nullptr;
  const A* centre = nullptr;
  const A* factor = nullptr;
  bool squared = false;
};

// Computes sums[...] = the sum of the terms of all iterations with the same
// element of sums. The arrays of the nest are, in this order, x, weight, centre
// and factor (which share their strides), and sums, which has `outputs`
// elements. The order of additions depends on the sizes only.
template <typename T>
void SumMoments(const platform::CUDADeviceContext& device,
                const LoopNest<4>& nest, const Moment<T>& term, int64_t outputs,
                platform::Accumulator<T>* sums);

// Returns the channel of element i of a tensor [outer, channels, inner] with
// `size` elements. Indices that fit are divided in 32 bits, which is several
// times faster than in 64.
struct ChannelOf {
  PADDLE_HOST_DEVICE int64_t operator()(int64_t i) const {
    if (size <= std::numeric_limits<int32_t>::max()) {
      return static_cast<uint32_t>(i) / static_cast<uint32_t>(inner) %
             static_cast<uint32_t>(channels);
    }
    return i / inner % channels;
  }

  int64_t size;
  int64_t channels;
  int64_t inner;
};

}  // namespace paddle::operators::kernels
