// The kernel that tril and triu share.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/creation/triangle.h"

namespace paddle::operators {

// Computes Out from the triangle kWhich of X, by the attribute `diagonal`; Out
// may have the memory of X. There is no T: elements are only moved, and the
// function looks at their size.
template <class Device, kernels::Triangle kWhich>
class TriangleKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::KeepTriangle(context.device<Device>(), x_(context), kWhich,
                          diagonal_, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> diagonal_{this, "diagonal"};
};

}  // namespace paddle::operators
