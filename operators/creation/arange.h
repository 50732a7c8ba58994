// Sequences of equidistant numbers.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/arithmetic.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// The type in which numbers of T are computed: double for floating types, whose
// T would round i beyond 2^24 before it multiplies.
template <typename T>
using ArangeNumber = std::conditional_t<std::is_integral_v<T>, T, double>;

// Computes out[i] = first + i * step, in double and rounded once, so that
// errors do not add up along the sequence; for integers exactly, modulo 2^bits.
// T: float, double, int32_t, int64_t. Device: CPU or CUDA.
template <class Device, class T>
void FillArange(const Device& device, ArangeNumber<T> first,
                ArangeNumber<T> step, framework::Tensor* out);

// Fills `out` with equidistant numbers from `first` to `last`, both included; a
// single element is `first`. Each is computed in double from the nearer end, so
// that both ends are exact. T: float, double.
template <class Device, class T>
void FillLinspace(const Device& device, double first, double last,
                  framework::Tensor* out);

// Returns element i of FillArange; marked for GPUs.
template <typename T>
struct StepElement {
  PADDLE_HOST_DEVICE T operator()(int64_t i) const {
    return static_cast<T>(
        Add(first, Multiply(static_cast<ArangeNumber<T>>(i), step)));
  }
  ArangeNumber<T> first;
  ArangeNumber<T> step;
};

// Returns element i of FillLinspace; `end` is the index of the last one.
template <typename T>
struct BetweenElement {
  PADDLE_HOST_DEVICE T operator()(int64_t i) const {
    // An element in the second half is counted from `last`, so that the last
    // one is exactly that; element 0 of a sequence of one is `first`.
    const double from_first = first + static_cast<double>(i) * step;
    const double from_last = last - static_cast<double>(end - i) * step;
    return static_cast<T>(i == 0 || 2 * i < end ? from_first : from_last);
  }
  double first;
  double last;
  double step;
  int64_t end;
};

// The CUDA half of both: out[i] = element(i). Declared here so that steps.cc
// needs no CUDA headers.
template <typename Element>
void FillElementsOnCUDA(const platform::CUDADeviceContext& device,
                        const Element& element, framework::Tensor* out);

}  // namespace paddle::operators::kernels
