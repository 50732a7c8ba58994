#include "paddle/operators/convolution/conv_finish.h"

#include <algorithm>

#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

// Outputs that are worth a thread.
constexpr int64_t kGrain = 32 * 1024;

// The sums of one pixel.
template <typename T>
void AddPixel(const TurnedImages& s, const T* from, const T* bias,
              const T* residual, T* out) {
  for (int64_t c = 0; c < s.channels; ++c) {
    T sum = from[c * s.pixels];
    if (bias != nullptr) sum += bias[c];
    if (residual != nullptr) sum += residual[c];
    out[c] = sum;
  }
}

}  // namespace

template <class Device, class T>
void FinishTurned(const Device&, const TurnedImages& s, FusedActivation f,
                  const T* from, const T* bias, const T* residual, T* out) {
  const int64_t grain = kGrain / (s.channels + 1) + 1;
  platform::ParallelFor(
      s.images * s.pixels, grain, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          const int64_t n = i / s.pixels, at = i * s.channels;
          AddPixel(s, from + n * s.channels * s.pixels + i % s.pixels, bias,
                   residual == nullptr ? nullptr : residual + at, out + at);
        }
        FinishRun<T>(f, (end - begin) * s.channels, nullptr,
                     out + begin * s.channels);
      });
}

template <class Device, class T>
void ScaleFilters(const Device&, int64_t filters, int64_t size, const T* filter,
                  const T* scale, T* out) {
  const int64_t grain = kGrain / (size + 1) + 1;
  platform::ParallelFor(filters, grain, [&](int64_t begin, int64_t end) {
    for (int64_t m = begin; m < end; ++m) {
      const T factor = scale[m];
      std::transform(filter + m * size, filter + (m + 1) * size, out + m * size,
                     [factor](T x) { return x * factor; });
    }
  });
}

PADDLE_INSTANTIATE(FinishTurned, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(ScaleFilters, platform::CPUDeviceContext, float, double);

}  // namespace paddle::operators::kernels
