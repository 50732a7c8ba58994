// The kernels of operators that cut a strided part out of a tensor. Cutting
// copies from a walk through the input to a contiguous Out, and its gradient
// copies the other way: one description of the part serves both.
#pragma once

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/operators/math/loops/strided_copy.h"

namespace paddle::operators {

// Computes Out = a part of the input. `Part` is a base of kernels that names
// the input (kInput, kInputGrad) and has
//   kernels::Walk WalkOfPart(const framework::Dims& whole) const;
// which returns the offsets and strides that visit the elements of Out within a
// tensor of shape `whole`, in the order of Out. The part may skip elements or
// go backwards, but visits none twice.
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

// Computes the gradient of the input: Out@GRAD at the part that was taken,
// zeros elsewhere. Does nothing if the gradient is not wanted.
template <class Device, typename Part>
class CutGradKernel : public Part {
 public:
  using Part::Part;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const auto& dout = dout_(context);
    // The part may have gaps (strides), so zeros go everywhere first.
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
