#include "paddle/operators/random/random_draws.h"

#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::RandomKey;
using platform::RandomStream;

constexpr int64_t kGrain = 4096;  // elements per task

// Replaces `count` uniform numbers, those of elements from `first` on, by
// whether their events happen. The loops without calls are vectorized.
template <typename T>
void Decide(const RandomStream& stream, int64_t first, int64_t count,
            const T* probabilities, T* data) {
  bool close = false;
  for (int64_t i = 0; i < count; ++i) {
    close |= (data[i] < probabilities[i]) &
             (probabilities[i] - data[i] < kUniformStep<T>);
  }
  for (int64_t i = 0; close && i < count; ++i) {
    data[i] = Happens(stream, first + i, data[i], probabilities[i]);
  }
  for (int64_t i = 0; !close && i < count; ++i) {
    data[i] = data[i] < probabilities[i] ? T(1) : T(0);
  }
}

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
    Decide(stream, begin, end - begin, probabilities + begin, data + begin);
  });
}

PADDLE_INSTANTIATE(FillIntegers, platform::CPUDeviceContext, int32_t, int64_t);
PADDLE_INSTANTIATE(DrawBernoulli, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
