#include "paddle/operators/math/loops/half_tensor.h"

#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/device_context.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

namespace {
constexpr int64_t kGrain = 32 * 1024;
}  // namespace

template <class Device, class T>
framework::Tensor WidenedTensor(const Device&, const framework::Tensor& x,
                                memory::Allocator* allocator) {
  framework::Tensor wide;
  wide.Allocate(x.dims(), framework::DataType::kFloat32, allocator);
  const T* from = x.data<T>();
  float* to = wide.mutable_data<float>();
  platform::ParallelFor(x.numel(), kGrain, [=](int64_t begin, int64_t end) {
    ToFloat(end - begin, from + begin, to + begin);
  });
  return wide;
}

template <class Device, class T>
void RoundTensor(const Device&, const framework::Tensor& x,
                 framework::Tensor* out) {
  const float* from = x.data<float>();
  T* to = out->mutable_data<T>();
  platform::ParallelFor(x.numel(), kGrain, [=](int64_t begin, int64_t end) {
    FromFloat(end - begin, from + begin, to + begin);
  });
}

PADDLE_INSTANTIATE(WidenedTensor, platform::CPUDeviceContext, platform::float16,
                   platform::bfloat16);
PADDLE_INSTANTIATE(RoundTensor, platform::CPUDeviceContext, platform::float16,
                   platform::bfloat16);

}  // namespace paddle::operators::kernels
