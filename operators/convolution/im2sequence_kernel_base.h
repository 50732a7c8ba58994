// What the kernels of im2sequence and its gradient share.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/convolution/im2sequence.h"

namespace paddle::operators {

class Im2SequenceKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
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
