#include "paddle/operators/activation/scale_clip.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "absl/types/optional.h"

#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/activation/scale_clip_functors.h"
#include "paddle/operators/math/loops/convert.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/target_device.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators::kernels {

using framework::Number;
using framework::Tensor;
using platform::Accumulator;

namespace {

// Returns scale and bias as integers if T is one, both are whole, and doubles
// would round somewhere; otherwise nothing.
template <typename T>
absl::optional<ExactScale> NeedsIntegers(const Number& scale,
                                         const Number& bias) {
  const auto factor = scale.integer(), offset = bias.integer();
  if (!std::is_integral_v<T> || !factor || !offset) return absl::nullopt;
  const ExactScale numbers{*factor, *offset};
  if (sizeof(T) <= sizeof(int32_t) && IsExactInDouble(numbers)) {
    return absl::nullopt;
  }
  return numbers;
}

// Calls visit(functor) with the functor that scales numbers of T.
template <typename T, typename Visit>
void WithScale(const Number& scale, const Number& bias, const Visit& visit) {
  // A double for integers: whole scales that a double would round have gone to
  // ExactScale, and others have no exact result anyway.
  using Work =
      std::conditional_t<std::is_integral_v<T>, double, Accumulator<T>>;
  if constexpr (std::is_integral_v<T>) {
    const auto numbers = NeedsIntegers<T>(scale, bias);
    if (numbers) return visit(*numbers);
  }
  // The attributes are rounded to Work once, before the loop.
  visit(ScaleFunctor<Work>{static_cast<Work>(scale.value()),
                           static_cast<Work>(bias.value())});
}

// Returns the number of A that is nearest to the bound. An integer is clamped
// as an integer: by way of double, 2^63 - 1 would become 2^63.
template <typename A>
A Bound(const Number& bound) {
  if constexpr (std::is_integral_v<A>) {
    using Limits = std::numeric_limits<A>;
    const auto integer = bound.integer();
    if (!integer) return Convert<A>(bound.value());
    return static_cast<A>(
        std::clamp<int64_t>(*integer, Limits::lowest(), Limits::max()));
  } else {
    return static_cast<A>(bound.value());
  }
}

}  // namespace

template <class Device, class T>
void Scale(const Device& device, const Tensor& x, const Number& scale,
           const Number& bias, Tensor* out) {
  WithScale<T>(scale, bias, [&](const auto& functor) {
    Activate<Device, T>(device, functor, x, out);
  });
}

template <class Device, class T>
void ScaleElements(int64_t size, const T* x, const Number& scale,
                   const Number& bias, T* out) {
  if constexpr (!platform::kIsCUDA<Device>) {
    WithScale<T>(scale, bias, [&](const auto& functor) {
      ActivateElements(functor, size, x, out);
    });
  }
}

template <class Device, class T>
void ScaleSum(int64_t size, const T* x, const T* y, const Number& scale,
              const Number& bias, T* out) {
  if constexpr (!platform::kIsCUDA<Device>) {
    WithScale<T>(scale, bias, [&](const auto& functor) {
      ActivateSum(functor, size, x, y, out);
    });
  }
}

template <class Device, class T>
void Clip(const Device& device, const Tensor& x, const Number& min,
          const Number& max, Tensor* out) {
  using A = Accumulator<T>;
  const ClipFunctor<A> functor{Bound<A>(min), Bound<A>(max)};
  Activate<Device, T>(device, functor, x, out);
}

template <class Device, class T>
void ClipGrad(const Device& device, const Tensor& x, const Tensor& dout,
              double min, double max, Tensor* dx) {
  using A = Accumulator<T>;
  // Gradients are of floating types, whose bounds need no care.
  const ClipFunctor<A> functor{static_cast<A>(min), static_cast<A>(max)};
  ActivateGrad<Device, T>(device, functor, x, dout, dx);
}

PADDLE_INSTANTIATE(Scale, PADDLE_TARGET_DEVICE, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ScaleElements, PADDLE_TARGET_DEVICE, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ScaleSum, PADDLE_TARGET_DEVICE, float, double);
PADDLE_INSTANTIATE(Clip, PADDLE_TARGET_DEVICE, PADDLE_NUMBERS);
PADDLE_INSTANTIATE(ClipGrad, PADDLE_TARGET_DEVICE, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators::kernels
