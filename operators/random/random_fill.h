// Fills tensors with random numbers. Element i is a function of the key and i
// alone, so the result does not depend on the number of threads. `out` is
// allocated and has type T; T: float, double. On the CPU the functions do not
// throw.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Fills `out` with u * (max - min) + min, u uniform in [0, 1). If the range is
// narrow relative to `min`, rounding may give `max` itself.
template <class Device, class T>
void FillUniform(const Device& device, const platform::RandomKey& key,
                 double min, double max, framework::Tensor* out);
// Fills `out` with normally distributed numbers; `std` is the standard
// deviation. A `std` of 0 gives `mean` everywhere.
template <class Device, class T>
void FillGaussian(const Device& device, const platform::RandomKey& key,
                  double mean, double std, framework::Tensor* out);
// Fills `out` with normally distributed numbers, truncated to two standard
// deviations on both sides of the mean: numbers outside are drawn again. On a
// GPU this cannot be recorded in a graph: throws Unavailable while the thread
// records one. The truncation is to [mean - 2 std, mean + 2 std], but for
// rounding; `std` is that of the normal distribution, so that of the result is
// about .88 std.
template <class Device, class T>
void FillTruncatedGaussian(const Device& device, const platform::RandomKey& key,
                           double mean, double std, framework::Tensor* out);

// Calls kFloat or kDouble, such as FillUniform<Device, float>, whichever is for
// the type of out: for operators whose kernel is chosen by another tensor. `a`
// and `b` are the numbers that the function takes: min and max, or mean and
// std. Any type but float64 counts as float32.
template <class Device, auto kFloat, auto kDouble>
void FillAsTyped(const Device& device, const platform::RandomKey& key, double a,
                 double b, framework::Tensor* out) {
  const bool is_double = out->dtype() == framework::DataType::kFloat64;
  (is_double ? kDouble : kFloat)(device, key, a, b, out);
}

// Returns the key of the stream for attempt n at a truncated number, n > 0:
// element i of that stream replaces element i of `key`. Each attempt has a
// stream of its own because the next numbers of the same stream belong to other
// elements.
PADDLE_HOST_DEVICE inline platform::RandomKey AttemptKey(
    platform::RandomKey key, uint64_t n) {
  key.seed += n * 0x9E3779B97F4A7C15;  // 2^64 / golden ratio: far apart
  return key;
}

}  // namespace paddle::operators::kernels
