// The base of the kernels of im2sequence and its gradient.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/convolution/im2sequence.h"

namespace paddle::operators {

// Reads the attributes of the window once, when the kernel is made. "paddings"
// is up, left, down, right.
class Im2SequenceKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  // Returns the windows over images of dims x, [N, C, H, W]. The count of
  // windows along an axis is (size + zeros on both sides - kernel) / stride +
  // 1, as in the schema.
  kernels::PatchWindow Window(const framework::Dims& x) const {
    const std::vector<int64_t>&kernel = kernels_, &stride = strides_,
          &padding = paddings_;
    kernels::PatchWindow window;
    for (int i = 0; i < 2; ++i) {
      window.kernel[i] = kernel[i];
      window.stride[i] = stride[i];
      window.padding[i] = padding[i];
      window.count[i] =
          (x[2 + i] + padding[i] + padding[2 + i] - kernel[i]) / stride[i] + 1;
    }
    return window;
  }

 private:
  const Attr<std::vector<int64_t>> kernels_{this, "kernels"};
  const Attr<std::vector<int64_t>> strides_{this, "strides"};
  const Attr<std::vector<int64_t>> paddings_{this, "paddings"};
};

}  // namespace paddle::operators
