#include "paddle/operators/random/random_fill.h"

#include <cmath>

#include "paddle/operators/math/loops/vector_loops.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::RandomKey;
using platform::RandomStream;

// Elements per task.
constexpr int64_t kGrain = 4096;

// Draws pieces with draw(begin, size, data), then data = factor * data + shift.
template <typename T, typename Draw>
void FillScaled(double factor, double shift, const Draw& draw, Tensor* out) {
  T* data = out->mutable_data<T>();
  platform::ParallelFor(out->numel(), kGrain, [&](int64_t begin, int64_t end) {
    T* piece = data + begin;
    draw(begin, end - begin, piece);
    // Scaled while the piece is in the cache.
    const T a = static_cast<T>(factor), b = static_cast<T>(shift);
    AssignRun(end - begin, piece, [=](int64_t j) { return a * piece[j] + b; });
  });
}

// About one number in 22 is outside, and few a second time. Redrawn one by one,
// off the vectorised path.
template <typename T>
T RedrawTruncated(const RandomKey& key, int64_t i) {
  for (uint64_t n = 1;; ++n) {
    const T value = RandomStream(AttemptKey(key, n)).Normal<T>(i);
    if (std::abs(value) <= T(2)) return value;
  }
}

}  // namespace

template <class Device, class T>
void FillUniform(const Device&, const RandomKey& key, double min, double max,
                 Tensor* out) {
  const RandomStream stream(key);
  FillScaled<T>(
      max - min, min,
      [&](int64_t begin, int64_t size, T* data) {
        stream.FillUniform(begin, size, data);
      },
      out);
}

template <class Device, class T>
void FillGaussian(const Device&, const RandomKey& key, double mean, double std,
                  Tensor* out) {
  const RandomStream stream(key);
  FillScaled<T>(
      std, mean,
      [&](int64_t begin, int64_t size, T* data) {
        stream.FillNormal(begin, size, data);
      },
      out);
}

template <class Device, class T>
void FillTruncatedGaussian(const Device&, const RandomKey& key, double mean,
                           double std, Tensor* out) {
  const RandomStream stream(key);
  FillScaled<T>(
      std, mean,
      [&](int64_t begin, int64_t size, T* data) {
        stream.FillNormal(begin, size, data);
        // Drawn in full first, repaired afterwards: the draws stay a vectorised
        // loop.
        for (int64_t i = 0; i < size; ++i) {
          if (std::abs(data[i]) > T(2)) {
            data[i] = RedrawTruncated<T>(key, begin + i);
          }
        }
      },
      out);
}

PADDLE_INSTANTIATE(FillUniform, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(FillGaussian, platform::CPUDeviceContext, float, double);
PADDLE_INSTANTIATE(FillTruncatedGaussian, platform::CPUDeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
