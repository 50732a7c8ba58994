// What the kernels of conv2d and its gradient share.
#pragma once

#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/conv.h"

namespace paddle::operators {

class Conv2dKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  kernels::Conv2dShape Shape(const framework::Dims& input,
                             const framework::Dims& filter,
                             const framework::Dims& output) const {
    return kernels::MakeConv2dShape(input, filter, output, Pair(strides_),
                                    Pair(paddings_), Pair(dilations_), groups_);
  }

 private:
  static kernels::Extent2d Pair(const std::vector<int64_t>& values) {
    return {values[0], values[1]};
  }

  const Attr<std::vector<int64_t>> strides_{this, "strides"};
  const Attr<std::vector<int64_t>> paddings_{this, "paddings"};
  const Attr<std::vector<int64_t>> dilations_{this, "dilations"};
  const Attr<int64_t> groups_{this, "groups"};
};

}  // namespace paddle::operators
