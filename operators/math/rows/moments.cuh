// Sums for normalization layers on GPUs: means and variances, and the sums in
// their gradients.
#pragma once

#include <cstdint>
#include <limits>

#include "paddle/operators/math/loops/loop_nest.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// A term of a sum: weight * (x - centre) * factor, or its square. A null
// pointer omits that part. One kernel serves all of these sums. T: float,
// double, float16, bfloat16.
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

// Computes sums[...] = the sum of the terms of the iterations that share the
// element. The arrays of the nest are x, weight, both centre and factor, and
// sums, which has `outputs` elements. The order of additions depends on the
// sizes only.
template <typename T>
void SumMoments(const platform::CUDADeviceContext& device,
                const LoopNest<4>& nest, const Moment<T>& term, int64_t outputs,
                platform::Accumulator<T>* sums);

// Returns the channel of element i of a tensor [outer, channels, inner] of
// `size` elements. Divisions of 32 bits are several times faster.
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
