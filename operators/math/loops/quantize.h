// Conversion between real numbers and the 8-bit integers that stand for them,
// as ONNX's QuantizeLinear and DequantizeLinear define it.
#pragma once

#include <cstdint>
#include <limits>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Rounds real numbers to integers of type Q in steps of `scale`.
template <typename Q, typename T>
class Quantizer {
 public:
  PADDLE_HOST_DEVICE Quantizer(T scale, Q zero_point)
      : scale_(scale),
        zero_(static_cast<T>(zero_point)),
        low_(std::numeric_limits<Q>::lowest() - zero_),
        high_(std::numeric_limits<Q>::max() - zero_) {}

  // Returns x / scale, rounded half to even, + zero_point, kept within the
  // range of Q. NaN counts as 0. Free of branches, for loops.
  PADDLE_HOST_DEVICE Q operator()(T x) const {
    T steps = x / scale_;
    steps = steps == steps ? steps : T(0);
    steps = steps < low_ ? low_ : steps;
    steps = steps > high_ ? high_ : steps;
    // Numbers of this size have no places behind the point, so that the
    // processor rounds the sum as it rounds everything: half to even.
    constexpr T kWhole =
        T(3) * (int64_t{1} << (std::numeric_limits<T>::digits - 2));
    return static_cast<Q>(
        static_cast<int32_t>((steps + kWhole) - kWhole + zero_));
  }

 private:
  T scale_, zero_, low_, high_;
};

// Computes out = x / scale, rounded, + zero_point by the rules of Quantizer.
// `scale` has one element, or one for each index of `axis` of x, which may
// count from the back; so has `zero_point`, of out's data type; null: 0. T is
// the data type of x and of `scale`: float, double. `out` has the dims of x and
// is of int8 or uint8. A scale of 0 gives the ends of the range. Device: CPU or
// CUDA. The bits do not depend on the number of threads.
template <class Device, class T>
void Quantize(const Device& device, const framework::Tensor& x,
              const framework::Tensor& scale,
              const framework::Tensor* zero_point, int64_t axis,
              framework::Tensor* out);

// Computes out = (x - zero_point) * scale. T is the data type of x and of
// `zero_point`: int8_t, uint8_t; `out` has that of `scale`, float or double.
// The rest is as above.
template <class Device, class T>
void Dequantize(const Device& device, const framework::Tensor& x,
                const framework::Tensor& scale,
                const framework::Tensor* zero_point, int64_t axis,
                framework::Tensor* out);

namespace internal {

// The index of the scale of an element: elements are [..., scales, inner].
struct ScaleIndex {
  ScaleIndex(const framework::Tensor& x, int64_t scales, int64_t axis)
      : scales(scales), inner(x.numel()) {
    if (scales == 1) return;
    const auto& dims = x.dims();
    const int from = static_cast<int>(axis < 0 ? axis + dims.rank() : axis);
    inner = dims.Slice(from + 1, dims.rank()).Numel();
  }
  PADDLE_HOST_DEVICE int64_t operator()(int64_t i) const {
    return scales == 1 ? 0 : i / inner % scales;
  }

  int64_t scales;
  int64_t inner;
};

}  // namespace internal
}  // namespace paddle::operators::kernels
