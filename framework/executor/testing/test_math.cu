#include "paddle/framework/executor/testing/test_math.h"
#include "paddle/platform/device_random.h"
#include "paddle/platform/launch.cuh"

namespace paddle::framework::testing {

template <typename T>
void AddNumberOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                     T amount, Tensor* out) {
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(),
                    [=] PADDLE_DEVICE(int64_t i) { to[i] = from[i] + amount; });
}

template <typename T>
void AddScaledOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                     T factor, const Tensor& y, Tensor* out) {
  const T* a = x.data<T>();
  const T* b = y.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = a[i] + factor * b[i];
  });
}

template <typename T>
void FollowOnCUDA(const platform::DeviceContext& device, const Tensor& x,
                  Tensor* out) {
  const platform::DeviceErrors errors =
      platform::ErrorsOf(device, "test_follow: X");
  const int64_t size = x.numel();
  const T* from = x.data<T>();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, size, [=] PADDLE_DEVICE(int64_t i) {
    to[i] = from[errors.Checked(static_cast<int64_t>(from[i]), size)];
  });
}

template <typename T>
void DrawOnCUDA(const platform::DeviceContext& device,
                const platform::RandomKey& key, Tensor* out) {
  constexpr int kCount = platform::RandomNumbers<T>::kCount;
  const platform::DeviceRandomStream random = platform::SubmittedStream(key);
  T* to = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    to[i] = random.template Uniform<T>(i / kCount).values[i % kCount];
  });
}

template void AddNumberOnCUDA(const platform::DeviceContext&, const Tensor&,
                              float, Tensor*);
template void AddScaledOnCUDA(const platform::DeviceContext&, const Tensor&,
                              float, const Tensor&, Tensor*);
template void FollowOnCUDA<float>(const platform::DeviceContext&, const Tensor&,
                                  Tensor*);
template void DrawOnCUDA<float>(const platform::DeviceContext&,
                                const platform::RandomKey&, Tensor*);

}  // namespace paddle::framework::testing
