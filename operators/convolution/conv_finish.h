// Finishes the outputs of a convolution: adds a bias and a residual, and
// applies an activation, while they are in the cache. Scales filters before.
#pragma once

#include <cstdint>

#include "paddle/operators/math/loops/fused_activation.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// The sizes of images that are turned: [images, channels, pixels] into [images,
// pixels, channels].
struct TurnedImages {
  int64_t images = 0;
  int64_t channels = 0;
  int64_t pixels = 0;
};

// Computes out[n, p, c] = f(from[n, c, p] + bias[c] + residual[n, p, c]), where
// `bias` and `residual` may be null. `out` shares no memory with the inputs.
// Device: CPU or CUDA; T: float, double.
template <class Device, class T>
void FinishTurned(const Device& device, const TurnedImages& sizes,
                  FusedActivation f, const T* from, const T* bias,
                  const T* residual, T* out);

// Computes out[m, i] = filter[m, i] * scale[m] for `filters` filters of `size`
// elements each. `out` may be the memory of `filter`. Device: CPU or CUDA; T:
// float, double.
template <class Device, class T>
void ScaleFilters(const Device& device, int64_t filters, int64_t size,
                  const T* filter, const T* scale, T* out);

}  // namespace paddle::operators::kernels
