// Scales numbers on their way into a bucket and out of it.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"

namespace paddle::operators {

// Divides each number of a floating-point tensor of the CPU. Half floats are
// divided as float32 and rounded once. InvalidArgument for other types.
void DivideNumbers(double divisor, framework::Tensor* tensor);

// Writes factor * from to a tensor like `from`, rounded once.
void MultiplyNumbers(const framework::Tensor& from, double factor,
                     framework::Tensor* to);

// Writes factor * from to the bucket, which is of float64 if the tensor is,
// and of float32 otherwise.
void PackNumbers(const framework::Tensor& from, double factor, void* bucket);

// Writes numbers of a bucket, divided, to the tensor.
void UnpackNumbers(const void* bucket, double divisor, framework::Tensor* to);

}  // namespace paddle::operators
