// Numbers at even distances.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// What numbers of T are computed in.
template <typename T>
using StepType = std::conditional_t<std::is_integral_v<T>, T, double>;

// out[i] = first + i * step, computed in double and rounded once; in integers
// exactly, modulo 2^bits. T: float, double, int32_t, int64_t.
template <class Device, class T>
void FillSteps(const Device& device, StepType<T> first, StepType<T> step,
               framework::Tensor* out);

// out[i] goes evenly from `first` to `last`, both included; a single element is
// `first`. Computed in double from the nearer end. T: float, double.
template <class Device, class T>
void FillBetween(const Device& device, double first, double last,
                 framework::Tensor* out);

// Element i of what FillSteps makes.
template <typename T>
struct StepElement {
  PADDLE_HOST_DEVICE T operator()(int64_t i) const {
    return static_cast<T>(
        Add(first, Multiply(static_cast<StepType<T>>(i), step)));
  }
  StepType<T> first;
  StepType<T> step;
};

// Element i of what FillBetween makes; `end` is the number of the last one.
template <typename T>
struct BetweenElement {
  PADDLE_HOST_DEVICE T operator()(int64_t i) const {
    const double from_first = first + static_cast<double>(i) * step;
    const double from_last = last - static_cast<double>(end - i) * step;
    return static_cast<T>(i == 0 || 2 * i < end ? from_first : from_last);
  }
  double first;
  double last;
  double step;
  int64_t end;
};

// What both are made of on GPUs.
template <typename Element>
void FillElementsOnCUDA(const platform::CUDADeviceContext& device,
                        const Element& element, framework::Tensor* out);

}  // namespace paddle::operators::kernels
