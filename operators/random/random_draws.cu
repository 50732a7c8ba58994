#include "paddle/operators/random/random_draws.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_random.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {

using framework::Tensor;
using platform::RandomKey;

template <class Device, class T>
void FillIntegers(const Device& device, const RandomKey& key, int64_t low,
                  int64_t high, Tensor* out) {
  const platform::DeviceRandomStream stream = platform::SubmittedStream(key);
  const uint64_t first = static_cast<uint64_t>(low);
  const uint64_t range = static_cast<uint64_t>(high) - first;
  T* data = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const uint64_t drawn =
        ScaledBits(BitsOfHalf(stream.Block(i / 2), i), range);
    data[i] = static_cast<T>(first + drawn);
  });
}

template <class Device, class T>
void DrawBernoulli(const Device& device, const RandomKey& key, const Tensor& x,
                   Tensor* out) {
  using Numbers = platform::RandomNumbers<T>;
  const platform::DeviceRandomStream stream = platform::SubmittedStream(key);
  const T* probabilities = x.data<T>();
  T* data = out->mutable_data<T>();
  platform::ForEach(device, out->numel(), [=] PADDLE_DEVICE(int64_t i) {
    const Numbers drawn = stream.Uniform<T>(i / Numbers::kCount);
    const T number = drawn.values[i % Numbers::kCount];
    data[i] = Happens(stream, i, number, probabilities[i]) ? T(1) : T(0);
  });
}

PADDLE_INSTANTIATE(FillIntegers, platform::CUDADeviceContext, int32_t, int64_t);
PADDLE_INSTANTIATE(DrawBernoulli, platform::CUDADeviceContext, float, double);

}  // namespace paddle::operators::kernels
