// Copies of 16-bit numbers in float, for operators that compute in float on the
// CPU: products are then rounded once at the end, not at each addition.
#pragma once

#include <cstdint>
#include <utility>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/operators/math/loops/half_runs.h"
#include "paddle/platform/parallel_for.h"

namespace paddle::operators::kernels {

namespace internal {

inline constexpr int64_t kCopyGrain = 32768;  // elements

}  // namespace internal

// Computes out[i] = x[i], exactly, for i in [0, size), in parallel. T: float16,
// bfloat16.
template <typename T>
void CopyToFloat(int64_t size, const T* x, float* out) {
  platform::ParallelFor(size, internal::kCopyGrain,
                        [=](int64_t begin, int64_t end) {
                          ToFloat(end - begin, x + begin, out + begin);
                        });
}

// Computes out[i] = x[i], rounded to nearest, ties to even, likewise.
template <typename T>
void RoundFromFloat(int64_t size, const float* x, T* out) {
  platform::ParallelFor(size, internal::kCopyGrain,
                        [=](int64_t begin, int64_t end) {
                          FromFloat(end - begin, x + begin, out + begin);
                        });
}

// Lays copies of tensors out one behind the other, in memory that has room for
// them and outlives it. T: float16, bfloat16.
template <typename T>
class FloatCopies {
 public:
  explicit FloatCopies(void* memory) : next_(static_cast<float*>(memory)) {}

  // Returns room for the elements of `tensor`, or null if that is null.
  float* Room(const framework::Tensor* tensor) {
    if (tensor == nullptr) return nullptr;
    return std::exchange(next_, next_ + tensor->numel());
  }
  const float* Copy(const framework::Tensor& tensor) {
    float* copy = Room(&tensor);
    CopyToFloat(tensor.numel(), tensor.data<T>(), copy);
    return copy;
  }
  // Rounds a copy to the elements of `tensor`, which may be null.
  void Round(const float* copy, framework::Tensor* tensor) const {
    if (tensor == nullptr) return;
    RoundFromFloat(tensor->numel(), copy, tensor->mutable_data<T>());
  }

 private:
  float* next_;
};

}  // namespace paddle::operators::kernels
