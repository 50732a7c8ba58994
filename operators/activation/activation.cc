#include "paddle/operators/activation/activation.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "absl/types/optional.h"

#include "paddle/operators/math/loops/convert.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"
#include "paddle/platform/on_cuda.h"

namespace paddle::operators::kernels {

using framework::Number;
using framework::Tensor;
using platform::Accumulator;

namespace {

// Scale and bias as integers, if doubles would not do for them and T.
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

template <typename T>
void ScaleExactly(const platform::DeviceContext& device, const Tensor& x,
                  const ExactScale& numbers, Tensor* out) {
  PADDLE_ON_CUDA(device, ScaleExactlyOnCUDA<T>(device, x, numbers, out));
  TransformWide(
      device, x.numel(), [=](T v) { return numbers.Value(v); },
      out->mutable_data<T>(), x.data<T>());
}

// The nearest number of A.
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

template <typename T>
void Scale(const platform::DeviceContext& device, const Tensor& x,
           const Number& scale, const Number& bias, Tensor* out) {
  using A = Accumulator<T>;
  using Work = std::conditional_t<std::is_integral_v<T>, double, A>;
  if constexpr (std::is_integral_v<T>) {
    const auto numbers = NeedsIntegers<T>(scale, bias);
    if (numbers) return ScaleExactly<T>(device, x, *numbers, out);
  }
  const Work factor = static_cast<Work>(scale.value());
  const Work offset = static_cast<Work>(bias.value());
  PADDLE_ON_CUDA(device, ScaleOnCUDA<T>(device, x, factor, offset, out));
  TransformWide(
      device, x.numel(),
      [=](A v) { return Convert<A>(factor * static_cast<Work>(v) + offset); },
      out->mutable_data<T>(), x.data<T>());
}

template <typename T>
void Clip(const platform::DeviceContext& device, const Tensor& x,
          const Number& min, const Number& max, Tensor* out) {
  using A = Accumulator<T>;
  const A low = Bound<A>(min);
  const A high = Bound<A>(max);
  PADDLE_ON_CUDA(device, ClipOnCUDA<T>(device, x, low, high, out));
  TransformWide(
      device, x.numel(),
      [=](A v) {
        const A raised = v < low ? low : v;
        return raised > high ? high : raised;
      },
      out->mutable_data<T>(), x.data<T>());
}

template <typename T>
void ClipGrad(const platform::DeviceContext& device, const Tensor& x,
              const Tensor& dout, double min, double max, Tensor* dx) {
  using A = Accumulator<T>;
  const A low = static_cast<A>(min);
  const A high = static_cast<A>(max);
  PADDLE_ON_CUDA(device, ClipGradOnCUDA<T>(device, x, dout, low, high, dx));
  TransformWide(
      device, x.numel(),
      [=](A v, A g) { return ((v >= low) & (v <= high)) ? g : A(0); },
      dx->mutable_data<T>(), x.data<T>(), dout.data<T>());
}

#define INSTANTIATE(T)                                                  \
  template void Scale<T>(const platform::DeviceContext&, const Tensor&, \
                         const Number&, const Number&, Tensor*);        \
  template void Clip<T>(const platform::DeviceContext&, const Tensor&,  \
                        const Number&, const Number&, Tensor*);
#define INSTANTIATE_FLOATING(T)                                            \
  INSTANTIATE(T)                                                           \
  template void ClipGrad<T>(const platform::DeviceContext&, const Tensor&, \
                            const Tensor&, double, double, Tensor*);
INSTANTIATE(int32_t)
INSTANTIATE(int64_t)
INSTANTIATE_FLOATING(platform::float16)
INSTANTIATE_FLOATING(platform::bfloat16)
INSTANTIATE_FLOATING(float)
INSTANTIATE_FLOATING(double)

}  // namespace paddle::operators::kernels
