// What the kernels of pool2d and its gradient share.
#pragma once

#include <string>
#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/pool.h"

namespace paddle::operators {

class Pool2dKernelBase : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;

 protected:
  kernels::Pool2dShape Shape(const framework::Dims& x,
                             const framework::Dims& out) const {
    kernels::Pool2dShape shape;
    shape.planes = x[0] * x[1];
    shape.in = {x[2], x[3]};
    shape.out = {out[2], out[3]};
    shape.kernel = shape.in;
    if (global_) return shape;
    shape.kernel = Pair(ksize_);
    shape.stride = Pair(strides_);
    shape.padding = Pair(paddings_);
    return shape;
  }
  bool is_max() const { return type_.value() == "max"; }
  bool exclusive() const { return exclusive_; }

 private:
  static kernels::Extent2d Pair(const std::vector<int64_t>& values) {
    return {values[0], values[1]};
  }

  const Attr<std::string> type_{this, "pooling_type"};
  const Attr<std::vector<int64_t>> ksize_{this, "ksize"};
  const Attr<bool> global_{this, "global_pooling"};
  const Attr<std::vector<int64_t>> strides_{this, "strides"};
  const Attr<std::vector<int64_t>> paddings_{this, "paddings"};
  const Attr<bool> exclusive_{this, "exclusive"};
};

}  // namespace paddle::operators
