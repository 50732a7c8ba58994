#include "paddle/framework/executor/testing/test_math.h"

#include "paddle/platform/enforce.h"
#include "paddle/platform/instantiate.h"

namespace paddle::framework::testing {

template <class Device, class T>
void AddNumber(const Device&, const Tensor& x, T amount, Tensor* out) {
  for (int64_t i = 0; i < out->numel(); ++i) {
    out->mutable_data<T>()[i] = x.data<T>()[i] + amount;
  }
}

template <class Device, class T>
void AddScaled(const Device&, const Tensor& x, T factor, const Tensor& y,
               Tensor* out) {
  for (int64_t i = 0; i < out->numel(); ++i) {
    out->mutable_data<T>()[i] = x.data<T>()[i] + factor * y.data<T>()[i];
  }
}

template <class Device, class T>
void Follow(const Device&, const Tensor& x, Tensor* out) {
  for (int64_t i = 0; i < out->numel(); ++i) {
    const auto index = static_cast<int64_t>(x.data<T>()[i]);
    PADDLE_ENFORCE(index >= 0 && index < x.numel(), OutOfRange,
                   "test_follow: X: index ", index, " is outside of [0, ",
                   x.numel(), ")");
    out->mutable_data<T>()[i] = x.data<T>()[index];
  }
}

template <class Device, class T>
void Draw(const Device&, const platform::RandomKey& key, Tensor* out) {
  const platform::RandomStream random(key);
  for (int64_t i = 0; i < out->numel(); ++i) {
    out->mutable_data<T>()[i] = random.template Uniform<T>(i);
  }
}

PADDLE_INSTANTIATE(AddNumber, platform::CPUDeviceContext, float);
PADDLE_INSTANTIATE(AddScaled, platform::CPUDeviceContext, float);
PADDLE_INSTANTIATE(Follow, platform::CPUDeviceContext, float);
PADDLE_INSTANTIATE(Draw, platform::CPUDeviceContext, float);

}  // namespace paddle::framework::testing
