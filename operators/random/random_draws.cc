#include "paddle/operators/random/random_draws.h"

#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::RandomKey;
using platform::RandomStream;

constexpr int64_t kGrain = 4096;  // elements per task

}  // namespace

template <class Device, class T>
void FillIntegers(const Device&, const RandomKey& key, int64_t low,
                  int64_t high, Tensor* out) {
  const RandomStream stream(key);
  const uint64_t range =
      static_cast<uint64_t>(high) - static_cast<uint64_t>(low);
  T* data = out->mutable_data<T>();
  platform::ParallelFor(out->numel(), kGrain, [&](int64_t begin, int64_t end) {
    for (int64_t i = begin; i < end; ++i) {
      const uint64_t drawn =
          ScaledBits(BitsOfHalf(stream.Block(i / 2), i), range);
      data[i] = static_cast<T>(static_cast<uint64_t>(low) + drawn);
    }
  });
}

template <class Device, class T>
void DrawBernoulli(const Device&, const RandomKey& key, const Tensor& x,
                   Tensor* out) {
  const RandomStream stream(key);
  const T* probabilities = x.data<T>();
  T* data = out->mutable_data<T>();
  platform::ParallelFor(out->numel(), kGrain, [&](int64_t begin, int64_t end) {
    stream.FillUniform(begin, end - begin, data + begin);
    for (int64_t i = begin; i < end; ++i) {
      data[i] = data[i] < probabilities[i] ? T(1) : T(0);
    }
  });
}

PADDLE_INSTANTIATE(FillIntegers, platform::CPUDeviceContext, int32_t, int64_t);
PADDLE_INSTANTIATE(DrawBernoulli, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
