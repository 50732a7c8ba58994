// Functions of single elements: kinds of numbers, with bool results, and bits.
// Plain functions: the operators' kernels call them.
#pragma once

#include <cstdint>
#include <type_traits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

// The kinds of numbers; integers are all finite.
enum class NumberKind { kFinite, kInfinite, kNaN };

// True if x, an accumulator, is of the kind. x - x is 0 for finite numbers
// only, and NaN for the others.
template <typename A>
PADDLE_HOST_DEVICE inline bool IsOfKind(NumberKind kind, A x) {
  if (kind == NumberKind::kNaN) return x != x;
  const bool finite = x - x == A(0);
  return kind == NumberKind::kFinite ? finite : x == x && !finite;
}

// Returns x with all its bits inverted; of bool its negation.
template <typename T>
PADDLE_HOST_DEVICE inline T Inverted(T x) {
  if constexpr (std::is_same_v<T, bool>) {
    return !x;
  } else {
    return static_cast<T>(~x);
  }
}

// Computes out = whether x is a number of the kind, element by element, bool of
// the dims of x. T: floating types and integers of 32 and 64 bits. Device: CPU
// or CUDA.
template <class Device, class T, NumberKind kind>
void OfKind(const Device& device, const framework::Tensor& x,
            framework::Tensor* out);

// Computes out = the bits of x inverted, of its dims. `out` may be x's memory.
// T: bool and integers.
template <class Device, class T>
void BitwiseNot(const Device& device, const framework::Tensor& x,
                framework::Tensor* out);

// Instantiates both for a device, in the source that defines them for it.
#define PADDLE_INSTANTIATE_ELEMENTS(Device)                                  \
  PADDLE_INSTANTIATE_WITH(OfKind, Device, NumberKind::kFinite,               \
                          PADDLE_NUMBERS);                                   \
  PADDLE_INSTANTIATE_WITH(OfKind, Device, NumberKind::kInfinite,             \
                          PADDLE_NUMBERS);                                   \
  PADDLE_INSTANTIATE_WITH(OfKind, Device, NumberKind::kNaN, PADDLE_NUMBERS); \
  PADDLE_INSTANTIATE(BitwiseNot, Device, bool, uint8_t, int8_t, int16_t,     \
                     int32_t, int64_t)

}  // namespace paddle::operators::kernels
