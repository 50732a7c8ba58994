// Tensors of random numbers. Element i is a function of the key and i: the same
// bits for any number of threads.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/random.h"

namespace paddle::operators::kernels {

// Uniform in [min, max). T: float, double.
template <typename T>
void FillUniform(const platform::DeviceContext& device,
                 const platform::RandomKey& key, double min, double max,
                 framework::Tensor* out);
// Normal with this mean and standard deviation.
template <typename T>
void FillGaussian(const platform::DeviceContext& device,
                  const platform::RandomKey& key, double mean, double std,
                  framework::Tensor* out);
// The same, but no farther from the mean than two standard deviations: numbers
// outside are drawn again.
template <typename T>
void FillTruncatedGaussian(const platform::DeviceContext& device,
                           const platform::RandomKey& key, double mean,
                           double std, framework::Tensor* out);

}  // namespace paddle::operators::kernels
