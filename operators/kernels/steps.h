// Numbers at even distances.
#pragma once

#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"

namespace paddle::operators::kernels {

// What numbers of T are computed in.
template <typename T>
using StepType = std::conditional_t<std::is_integral_v<T>, T, double>;

// out[i] = first + i * step, computed in double and rounded once; in integers
// exactly, modulo 2^bits. T: float, double, int32_t, int64_t.
template <typename T>
void FillSteps(const platform::DeviceContext& device, StepType<T> first,
               StepType<T> step, framework::Tensor* out);

// out[i] goes evenly from `first` to `last`, both included; a single element is
// `first`. Computed in double from the nearer end. T: float, double.
template <typename T>
void FillBetween(const platform::DeviceContext& device, double first,
                 double last, framework::Tensor* out);

}  // namespace paddle::operators::kernels
