#include "paddle/framework/executor/testing/test_math.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/on_cuda.h"

namespace paddle::framework::testing {

template <typename T>
void AddNumber(const platform::DeviceContext& device, const Tensor& x, T amount,
               Tensor* out) {
  PADDLE_ON_CUDA(device, AddNumberOnCUDA<T>(device, x, amount, out));
  for (int64_t i = 0; i < out->numel(); ++i) {
    out->mutable_data<T>()[i] = x.data<T>()[i] + amount;
  }
}

template <typename T>
void AddScaled(const platform::DeviceContext& device, const Tensor& x, T factor,
               const Tensor& y, Tensor* out) {
  PADDLE_ON_CUDA(device, AddScaledOnCUDA<T>(device, x, factor, y, out));
  for (int64_t i = 0; i < out->numel(); ++i) {
    out->mutable_data<T>()[i] = x.data<T>()[i] + factor * y.data<T>()[i];
  }
}

template <typename T>
void Follow(const platform::DeviceContext& device, const Tensor& x,
            Tensor* out) {
  PADDLE_ON_CUDA(device, FollowOnCUDA<T>(device, x, out));
  for (int64_t i = 0; i < out->numel(); ++i) {
    const auto index = static_cast<int64_t>(x.data<T>()[i]);
    PADDLE_ENFORCE(index >= 0 && index < x.numel(), OutOfRange,
                   "test_follow: X: index ", index, " is outside of [0, ",
                   x.numel(), ")");
    out->mutable_data<T>()[i] = x.data<T>()[index];
  }
}

template <typename T>
void Draw(const platform::DeviceContext& device, const platform::RandomKey& key,
          Tensor* out) {
  PADDLE_ON_CUDA(device, DrawOnCUDA<T>(device, key, out));
  const platform::RandomStream random(key);
  for (int64_t i = 0; i < out->numel(); ++i) {
    out->mutable_data<T>()[i] = random.template Uniform<T>(i);
  }
}

template void AddNumber(const platform::DeviceContext&, const Tensor&, float,
                        Tensor*);
template void AddScaled(const platform::DeviceContext&, const Tensor&, float,
                        const Tensor&, Tensor*);
template void Follow<float>(const platform::DeviceContext&, const Tensor&,
                            Tensor*);
template void Draw<float>(const platform::DeviceContext&,
                          const platform::RandomKey&, Tensor*);

}  // namespace paddle::framework::testing
