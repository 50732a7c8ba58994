// Scales numbers on their way into a bucket and out of it.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators {

// Tensors and buckets are in memory of the device; on a GPU the work is
// submitted to its stream. Throw Unavailable for a GPU in a build without code
// for them.

// Divides each number of a floating-point tensor. Half floats are divided as
// float32 and rounded once. InvalidArgument for other types.
void DivideNumbers(const platform::DeviceContext& device, double divisor,
                   framework::Tensor* tensor);

// Writes factor * from to a tensor like `from`, rounded once.
void MultiplyNumbers(const platform::DeviceContext& device,
                     const framework::Tensor& from, double factor,
                     framework::Tensor* to);

// Writes factor * from to the bucket, which is of float64 if the tensor is,
// and of float32 otherwise.
void PackNumbers(const platform::DeviceContext& device,
                 const framework::Tensor& from, double factor, void* bucket);

// Writes numbers of a bucket, divided, to the tensor.
void UnpackNumbers(const platform::DeviceContext& device, const void* bucket,
                   double divisor, framework::Tensor* to);

}  // namespace paddle::operators
