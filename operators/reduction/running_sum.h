// The type that running sums are added up in.
#pragma once

#include <type_traits>

#include "paddle/platform/half_arithmetic.h"

namespace paddle::operators::kernels {

// There may be many terms.
template <typename T>
using RunningSum = std::conditional_t<std::is_same_v<T, float>, double,
                                      platform::Accumulator<T>>;

}  // namespace paddle::operators::kernels
