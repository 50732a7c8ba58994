// Reads and writes the vectors of mixed_precision_vector.h in GPU kernels:
// elements are converted one by one, without a converted copy. Both classes are
// small values that kernels capture by copy; they point into the tensor, which
// must outlive the kernel.
#pragma once

#include <cstdint>

#include "paddle/framework/tensor/tensor.h"
#include "paddle/framework/types/data_type.h"
#include "paddle/platform/device_half.cuh"
#include "paddle/platform/half_arithmetic.h"
#include "paddle/platform/host_device.h"

namespace paddle::operators::kernels {

// Reads a vector of T or of its accumulator type as the latter. The elements of
// a null tensor are all `otherwise`.
template <typename T>
class MixedSource {
 public:
  using A = platform::Accumulator<T>;

  explicit MixedSource(const framework::Tensor* x, A otherwise = A(0))
      : otherwise_(otherwise) {
    if (x == nullptr) return;
    if (x->dtype() == framework::DataTypeOf<A>()) {
      wide_ = x->data<A>();
    } else {
      narrow_ = x->data<T>();
    }
  }

  PADDLE_HOST_DEVICE A operator[](int64_t i) const {
    if (wide_ != nullptr) return wide_[i];
    return narrow_ != nullptr ? platform::Widened(narrow_[i]) : otherwise_;
  }

 private:
  const A* wide_ = nullptr;
  const T* narrow_ = nullptr;
  A otherwise_;
};

// Writes a vector of either type, rounding once if it is of T; does nothing for
// a null tensor.
template <typename T>
class MixedTarget {
 public:
  using A = platform::Accumulator<T>;

  explicit MixedTarget(framework::Tensor* out) {
    if (out == nullptr) return;
    if (out->dtype() == framework::DataTypeOf<A>()) {
      wide_ = out->mutable_data<A>();
    } else {
      narrow_ = out->mutable_data<T>();
    }
  }

  PADDLE_HOST_DEVICE void Set(int64_t i, A value) const {
    if (wide_ != nullptr) wide_[i] = value;
    if (narrow_ != nullptr) narrow_[i] = platform::Narrowed<T>(value);
  }

 private:
  A* wide_ = nullptr;
  T* narrow_ = nullptr;
};

}  // namespace paddle::operators::kernels
