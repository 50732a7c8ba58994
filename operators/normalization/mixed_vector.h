// Vectors of parameters and statistics beside tensors of another type: a
// kernel of 16-bit numbers computes in float, and takes and gives what it has
// a few of (scales, biases, means) as floats or as 16-bit numbers.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// The elements of `x` as A: its own if that is their type; else, converted
// (T to its accumulator), in `space`, which has room for them.
template <typename A>
const A* ReadVector(const framework::Tensor& x, A* space);
// The same, but `count` times `otherwise` for a null tensor.
template <typename A>
const A* ReadVector(const framework::Tensor* x, int64_t count, A otherwise,
                    A* space);

// out = values, rounded to out's type. Does nothing for a null tensor.
template <typename A>
void WriteVector(const A* values, framework::Tensor* out);

}  // namespace paddle::operators::kernels
