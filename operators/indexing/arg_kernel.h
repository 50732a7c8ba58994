// The kernel shared by argmax and argmin.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/rows/top_k.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {

// Computes Out = the index, along "axis", of the element that `kFind` searches;
// `kFind` is ArgMax or ArgMin of operators/math/rows/top_k.h.
template <class Device, auto kFind>
class ArgKernel : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kFind(context.device<Device>(), x,
          framework::NormalizeAxis(axis_, x.rank()), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace paddle::operators
