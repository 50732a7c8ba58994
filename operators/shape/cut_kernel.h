// Kernels of operators that cut a part out of a tensor.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/strided_copy.h"

namespace paddle::operators {

// Out = the part of the input. `Part` is a base of kernels that names the input
// (kInput, kInputGrad) and has
//   kernels::Walk WalkOfPart(const framework::Dims& whole) const;
// which goes through a tensor of `whole` over the elements of Out.
template <class Device, typename Part>
class CutKernel : public Part {
 public:
  using Part::Part;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    auto& out = out_(context);
    kernels::CopyStrided(context.device<Device>(), out.dims(), x,
                         this->WalkOfPart(x.dims()),
                         kernels::WalkOf(out.dims()), &out);
  }

 private:
  const typename Part::Input x_{this, Part::kInput};
  const typename Part::Output out_{this, "Out"};
};

// The gradient of the input, if it is wanted: zeros around Out@GRAD.
template <class Device, typename Part>
class CutGradKernel : public Part {
 public:
  using Part::Part;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const auto& dout = dout_(context);
    kernels::Fill(context.device<Device>(), 0, dx);
    kernels::CopyStrided(context.device<Device>(), dout.dims(), dout,
                         kernels::WalkOf(dout.dims()),
                         this->WalkOfPart(dx->dims()), dx);
  }

 private:
  const typename Part::Input dout_{this, "Out@GRAD"};
  const typename Part::Output dx_{this, Part::kInputGrad};
};

}  // namespace paddle::operators
