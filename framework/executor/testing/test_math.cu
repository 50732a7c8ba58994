#include "paddle/framework/executor/testing/test_math.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_random.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::framework::testing {

template <class Device, class T>
void AddNumber(const Device& device, const Tensor& x, T amount, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(),
                    [=] PADDLE_DEVICE(int64_t i) { to[i] = from[i] + amount; });
}

template <class Device, class T>
void AddScaled(const Device& device, const Tensor& x, T factor, const Tensor& y,
               Tensor* out) {
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = a[i] + factor * b[i];
  });
}

template <class Device, class T>
void Follow(const Device& device, const Tensor& x, Tensor* out) {
  const platform::DeviceErrors errors =
      platform::ErrorsOf(device, "test_follow: X");
  const int64_t size = x.numel();
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) {
    to[i] = from[errors.Checked(static_cast<int64_t>(from[i]), size)];
  });
}

template <class Device, class T>
void Draw(const Device& device, const platform::RandomKey& key, Tensor* out) {
  constexpr int kCount = platform::RandomNumbers<T>::kCount;
  const platform::DeviceRandomStream random = platform::SubmittedStream(key);
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = random.template Uniform<T>(i / kCount).values[i % kCount];
  });
}

PADDLE_INSTANTIATE(AddNumber, platform::CUDADeviceContext, float);
PADDLE_INSTANTIATE(AddScaled, platform::CUDADeviceContext, float);
PADDLE_INSTANTIATE(Follow, platform::CUDADeviceContext, float);
PADDLE_INSTANTIATE(Draw, platform::CUDADeviceContext, float);

}  // namespace paddle::framework::testing
