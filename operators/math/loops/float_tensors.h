// Float copies of what a function reads and writes, for 16-bit types that it
// computes in float.
#pragma once

#include "paddle/framework/tensor/tensor.h"
#include "paddle/memory/allocation.h"
#include "paddle/operators/math/loops/half_tensor.h"

namespace paddle::operators::kernels {

// Copies of tensors in float, and tensors whose floats are rounded to others at
// the end. Null stays null. T: float16, bfloat16.
template <class Device, class T>
class FloatTensors {
 public:
  FloatTensors(const Device& device, memory::Allocator* allocator)
      : device_(device), allocator_(allocator) {}

  framework::Tensor Copy(const framework::Tensor& x) const {
    return WidenedTensor<Device, T>(device_, x, allocator_);
  }
  // Returns x itself if it is float.
  const framework::Tensor* CopyOrNull(const framework::Tensor* x,
                                      framework::Tensor* copy) const {
    if (x == nullptr || IsFloat(*x)) return x;
    *copy = Copy(*x);
    return copy;
  }
  framework::Tensor* Like(framework::Tensor* out,
                          framework::Tensor* result) const {
    if (out == nullptr || IsFloat(*out)) return out;
    result->Allocate(out->dims(), framework::DataType::kFloat32, allocator_);
    return result;
  }
  void Round(const framework::Tensor& result, framework::Tensor* out) const {
    if (out == nullptr || IsFloat(*out)) return;
    RoundTensor<Device, T>(device_, result, out);
  }

 private:
  static bool IsFloat(const framework::Tensor& x) {
    return x.dtype() == framework::DataType::kFloat32;
  }

  const Device& device_;
  memory::Allocator* const allocator_;
};

}  // namespace paddle::operators::kernels
