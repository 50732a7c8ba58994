// Tensors of random numbers. Element i is a function of the key and i: the same
// bits for any number of threads.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Uniform in [min, max). T: float, double.
template <class Device, class T>
void FillUniform(const Device& device, const platform::RandomKey& key,
                 double min, double max, framework::Tensor* out);
// Normal with this mean and standard deviation.
template <class Device, class T>
void FillGaussian(const Device& device, const platform::RandomKey& key,
                  double mean, double std, framework::Tensor* out);
// The same, but no farther from the mean than two standard deviations: numbers
// outside are drawn again.
template <class Device, class T>
void FillTruncatedGaussian(const Device& device, const platform::RandomKey& key,
                           double mean, double std, framework::Tensor* out);

// The stream from which, element by element, the n-th attempt at a truncated
// number is drawn.
PADDLE_HOST_DEVICE inline platform::RandomKey AttemptKey(
    platform::RandomKey key, uint64_t n) {
  key.seed += n * 0x9E3779B97F4A7C15;  // 2^64 / golden ratio: far apart
  return key;
}

}  // namespace paddle::operators::kernels
