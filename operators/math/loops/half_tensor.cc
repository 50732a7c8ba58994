#include "paddle/operators/math/loops/half_tensor.h"

#include "paddle/operators/math/loops/float_copies.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/instantiate.h"

namespace paddle::operators::kernels {

template <class Device, class T>
framework::Tensor WidenedTensor(const Device&, const framework::Tensor& x,
                                memory::Allocator* allocator) {
  framework::Tensor wide;
  wide.Allocate(x.dims(), framework::DataType::kFloat32, allocator);
  CopyToFloat(x.numel(), x.data<T>(), wide.mutable_data<float>());
  return wide;
}

template <class Device, class T>
void RoundTensor(const Device&, const framework::Tensor& x,
                 framework::Tensor* out) {
  RoundFromFloat(x.numel(), x.data<float>(), out->mutable_data<T>());
}

PADDLE_INSTANTIATE(WidenedTensor, platform::CPUDeviceContext, platform::float16,
                   platform::bfloat16);
PADDLE_INSTANTIATE(RoundTensor, platform::CPUDeviceContext, platform::float16,
                   platform::bfloat16);

}  // namespace paddle::operators::kernels
