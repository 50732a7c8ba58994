// The kernel that comparisons and logical operators with two operands share;
// logical_not and is_empty have their own.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/logical/relation.h"

namespace paddle::operators {

// Computes Out = X `relation` Y, of bool. T is the data type of X and Y. The
// relation is a template argument, so that the loop has no switch in it.
// Operators derive their kernel from this: a registered kernel is a template of
// Device and T alone.
template <class Device, class T, kernels::Relation relation>
class RelationKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Relate<Device, T, relation>(context.device<Device>(), x_(context),
                                         y_(context), &out_(context));
  }

 private:
  // The shapes broadcast as the schema has checked; Relate finds the strides.
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

}  // namespace paddle::operators
