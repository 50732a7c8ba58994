#include "paddle/framework/types/data_type.h"
#include "paddle/operators/math/loops/quantize.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::DataType;
using framework::Tensor;
using platform::CUDADeviceContext;

// The scales, which are in memory of the device. Z is the zero point's type.
template <typename T, typename Z>
struct Scales {
  Scales(const Tensor& x, const Tensor& scale, const Tensor* zero_point,
         int64_t axis)
      : index(x, scale.numel(), axis),
        scale(scale.data<T>()),
        zero(zero_point == nullptr ? nullptr : zero_point->data<Z>()) {}
  PADDLE_HOST_DEVICE Z Zero(int64_t i) const {
    return zero == nullptr ? Z(0) : zero[i];
  }

  internal::ScaleIndex index;
  const T* scale;
  const Z* zero;
};

template <typename Q, typename T>
void QuantizeTo(const CUDADeviceContext& device, const Tensor& x,
                const Scales<T, Q>& scales, Tensor* out) {
  const T* from = x.data<T>();
  Q* to = out->mutable_data<Q>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t s = scales.index(i);
    to[i] = Quantizer<Q, T>(scales.scale[s], scales.Zero(s))(from[i]);
  });
}

template <typename Q, typename T>
void DequantizeTo(const CUDADeviceContext& device, const Tensor& x,
                  const Scales<T, Q>& scales, Tensor* out) {
  const Q* from = x.data<Q>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, x.numel(), [=] PADDLE_DEVICE(int64_t i) {
    const int64_t s = scales.index(i);
    const int32_t steps = int32_t{from[i]} - int32_t{scales.Zero(s)};
    to[i] = static_cast<T>(steps) * scales.scale[s];
  });
}

}  // namespace

template <class Device, class T>
void Quantize(const Device& device, const Tensor& x, const Tensor& scale,
              const Tensor* zero_point, int64_t axis, Tensor* out) {
  if (out->dtype() == DataType::kUInt8) {
    QuantizeTo<uint8_t, T>(device, x, {x, scale, zero_point, axis}, out);
  } else {
    QuantizeTo<int8_t, T>(device, x, {x, scale, zero_point, axis}, out);
  }
}

template <class Device, class T>
void Dequantize(const Device& device, const Tensor& x, const Tensor& scale,
                const Tensor* zero_point, int64_t axis, Tensor* out) {
  if (out->dtype() == DataType::kFloat64) {
    DequantizeTo<T, double>(device, x, {x, scale, zero_point, axis}, out);
  } else {
    DequantizeTo<T, float>(device, x, {x, scale, zero_point, axis}, out);
  }
}

PADDLE_INSTANTIATE(Quantize, CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(Dequantize, CUDADeviceContext, int8_t, uint8_t);

}  // namespace paddle::operators::kernels
