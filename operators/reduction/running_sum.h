// The type in which running sums are accumulated.
#pragma once

#include <type_traits>

#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// double for float: a running sum cannot be split into lanes that are combined
// in the end, so the rounding errors of float would grow with the number of
// terms. 16-bit types use float, which has bits to spare for them; integers
// wrap around as they are.
template <typename T>
using RunningSum = std::conditional_t<std::is_same_v<T, float>, double,
                                      platform::Accumulator<T>>;

}  // namespace paddle::operators::kernels
