// Vectors of parameters and statistics next to tensors of another type. A
// kernel of 16-bit numbers computes in float; its scales, biases and means may
// be floats or 16-bit numbers.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// Returns the elements of `x` as A: its own elements if that is their type,
// else converted ones (T to its accumulator type) in `space`, which has room
// for them.
template <typename A>
const A* ReadVector(const framework::Tensor& x, A* space);
// Returns the elements of `x` as above, or `count` times `otherwise` for a null
// tensor.
template <typename A>
const A* ReadVector(const framework::Tensor* x, int64_t count, A otherwise,
                    A* space);

// Sets out to the values, rounded to its type. Does nothing for a null tensor.
template <typename A>
void WriteVector(const A* values, framework::Tensor* out);

}  // namespace paddle::operators::kernels
