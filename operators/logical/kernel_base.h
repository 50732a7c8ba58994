// The kernel half that comparisons and logic share.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/logical/relation.h"

namespace paddle::operators {

template <class Device, class T, kernels::Relation relation>
class RelationKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Relate<Device, T, relation>(context.device<Device>(), x_(context),
                                         y_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

}  // namespace paddle::operators
