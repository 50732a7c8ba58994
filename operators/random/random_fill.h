// Fills tensors with random numbers. Element i is a function of the key and i:
// the bits are the same for any number of threads. The functions throw nothing
// on the CPU; `out` is allocated, of type T. T: float, double.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Fills `out` with numbers uniform in [min, max).
template <class Device, class T>
void FillUniform(const Device& device, const platform::RandomKey& key,
                 double min, double max, framework::Tensor* out);
// Fills `out` with normal numbers of this mean and standard deviation.
template <class Device, class T>
void FillGaussian(const Device& device, const platform::RandomKey& key,
                  double mean, double std, framework::Tensor* out);
// Fills `out` with normal numbers no farther from the mean than two standard
// deviations: numbers outside are drawn again. On a GPU this cannot be recorded
// in a graph, and throws what RefuseWhileRecording throws.
template <class Device, class T>
void FillTruncatedGaussian(const Device& device, const platform::RandomKey& key,
                           double mean, double std, framework::Tensor* out);

// Returns the key of the stream from which, element by element, the n-th
// attempt at a truncated number is drawn. Redrawing from the element's own
// stream would use up numbers of its neighbours.
PADDLE_HOST_DEVICE inline platform::RandomKey AttemptKey(
    platform::RandomKey key, uint64_t n) {
  key.seed += n * 0x9E3779B97F4A7C15;  // 2^64 / golden ratio: far apart
  return key;
}

}  // namespace paddle::operators::kernels
