#include "paddle/operators/math/loops/quantize.h"

#include <algorithm>

#include "paddle/framework/types/data_type.h"
#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"
#include "paddle/platform/transform.h"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;

// Calls row(scale, first, count) for each run of elements that share a scale.
template <typename Row>
void ForEachScale(const internal::ScaleIndex& index, int64_t size,
                  const Row& row) {
  const int64_t rows = size / std::max<int64_t>(index.inner, 1);
  const int64_t grain = 32768 / std::max<int64_t>(index.inner, 1) + 1;
  platform::ParallelFor(rows, grain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      row(i % index.scales, i * index.inner, index.inner);
    }
  });
}

// Computes out = make(scale index)(x).
template <typename From, typename To, typename Make>
void Convert(const platform::CPUDeviceContext& device, const Tensor& x,
             const internal::ScaleIndex& index, const Make& make, To* out) {
  const From* from = x.data<From>();
  if (index.scales == 1) {
    return platform::Transform(device, x.numel(), from, out, make(0));
  }
  ForEachScale(index, x.numel(), [&](int64_t s, int64_t first, int64_t count) {
    const auto functor = make(s);
    std::transform(from + first, from + first + count, out + first, functor);
  });
}

template <typename T>
T ZeroPoint(const Tensor* zero_point, int64_t i) {
  return zero_point == nullptr ? T(0) : zero_point->data<T>()[i];
}

template <typename Q, typename T>
void QuantizeTo(const platform::CPUDeviceContext& device, const Tensor& x,
                const Tensor& scale, const Tensor* zero_point, int64_t axis,
                Tensor* out) {
  Convert<T>(
      device, x, internal::ScaleIndex(x, scale.numel(), axis),
      [&](int64_t i) {
        return Quantizer<Q, T>(scale.data<T>()[i], ZeroPoint<Q>(zero_point, i));
      },
      out->mutable_data<Q>());
}

template <typename Q, typename T>
void DequantizeTo(const platform::CPUDeviceContext& device, const Tensor& x,
                  const Tensor& scale, const Tensor* zero_point, int64_t axis,
                  Tensor* out) {
  Convert<Q>(
      device, x, internal::ScaleIndex(x, scale.numel(), axis),
      [&](int64_t i) {
        const T step = scale.data<T>()[i];
        const int32_t zero = ZeroPoint<Q>(zero_point, i);
        return [=](Q value) {
          return static_cast<T>(int32_t{value} - zero) * step;
        };
      },
      out->mutable_data<T>());
}

}  // namespace

template <class Device, class T>
void Quantize(const Device& device, const Tensor& x, const Tensor& scale,
              const Tensor* zero_point, int64_t axis, Tensor* out) {
  if (x.numel() == 0) return;
  if (out->dtype() == DataType::kUInt8) {
    QuantizeTo<uint8_t, T>(device, x, scale, zero_point, axis, out);
  } else {
    QuantizeTo<int8_t, T>(device, x, scale, zero_point, axis, out);
  }
}

template <class Device, class T>
void Dequantize(const Device& device, const Tensor& x, const Tensor& scale,
                const Tensor* zero_point, int64_t axis, Tensor* out) {
  if (x.numel() == 0) return;
  if (out->dtype() == DataType::kFloat64) {
    DequantizeTo<T, double>(device, x, scale, zero_point, axis, out);
  } else {
    DequantizeTo<T, float>(device, x, scale, zero_point, axis, out);
  }
}

PADDLE_INSTANTIATE(Quantize, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(Dequantize, platform::CPUDeviceContext, int8_t, uint8_t);

}  // namespace paddle::operators::kernels
