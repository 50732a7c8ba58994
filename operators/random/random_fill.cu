#include <cmath>

#include "paddle/operators/random/random_fill.h"
#include "paddle/platform/cuda_device_context.h"
#include "paddle/platform/device_graph.h"
#include "paddle/platform/device_random.h"
#include "paddle/platform/instantiate.h"
#include "paddle/platform/launch.cuh"

namespace paddle::operators::kernels {
namespace {

using framework::Tensor;
using platform::DeviceRandomStream;
using platform::RandomKey;
using platform::RandomNumbers;
using platform::SubmittedStream;

// Computes out = factor * number + shift; block(b) returns the numbers of block
// b. A thread writes all numbers of a block, since they are drawn together.
template <typename T, typename Block>
void FillScaled(const platform::CUDADeviceContext& device, double factor,
                double shift, const Block& block, Tensor* out) {
  constexpr int kCount = RandomNumbers<T>::kCount;
  const T a = static_cast<T>(factor), b = static_cast<T>(shift);
  const int64_t size = out->numel();
  T* to = out->mutable_data<T>();
  platform::ForEach(device, (size + kCount - 1) / kCount,
                    [=] PADDLE_DEVICE(int64_t index) {
                      const RandomNumbers<T> numbers = block(index);
                      const int64_t first = index * kCount;
                      for (int j = 0; j < kCount && first + j < size; ++j) {
                        to[first + j] = a * numbers.values[j] + b;
                      }
                    });
}

template <typename T>
struct UniformBlock {
  PADDLE_HOST_DEVICE RandomNumbers<T> operator()(int64_t index) const {
    return stream.Uniform<T>(index);
  }
  DeviceRandomStream stream;
};

template <typename T>
struct NormalBlock {
  PADDLE_HOST_DEVICE RandomNumbers<T> operator()(int64_t index) const {
    return stream.Normal<T>(index);
  }
  DeviceRandomStream stream;
};

// Redraws in place: threads of a warp wait for the unluckiest, a few attempts.
template <typename T>
struct TruncatedBlock {
  PADDLE_HOST_DEVICE RandomNumbers<T> operator()(int64_t index) const {
    RandomNumbers<T> numbers = DeviceRandomStream(key).Normal<T>(index);
    for (int j = 0; j < numbers.kCount; ++j) {
      for (uint64_t n = 1; std::abs(numbers.values[j]) > T(2); ++n) {
        const DeviceRandomStream again(AttemptKey(key, n));
        numbers.values[j] = again.Normal<T>(index).values[j];
      }
    }
    return numbers;
  }
  RandomKey key;
};

}  // namespace

template <class Device, class T>
void FillUniform(const Device& device, const RandomKey& key, double min,
                 double max, Tensor* out) {
  FillScaled<T>(device, max - min, min, UniformBlock<T>{SubmittedStream(key)},
                out);
}

template <class Device, class T>
void FillGaussian(const Device& device, const RandomKey& key, double mean,
                  double std, Tensor* out) {
  FillScaled<T>(device, std, mean, NormalBlock<T>{SubmittedStream(key)}, out);
}

template <class Device, class T>
void FillTruncatedGaussian(const Device& device, const RandomKey& key,
                           double mean, double std, Tensor* out) {
  // A replay takes its key from memory through SubmittedStream; the attempts
  // derive their keys from `key` itself, which a replay would not renew.
  platform::RefuseWhileRecording("redrawn random numbers");
  FillScaled<T>(device, std, mean, TruncatedBlock<T>{key}, out);
}

PADDLE_INSTANTIATE(FillUniform, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(FillGaussian, platform::CUDADeviceContext, float, double);
PADDLE_INSTANTIATE(FillTruncatedGaussian, platform::CUDADeviceContext, float,
                   double);

}  // namespace paddle::operators::kernels
