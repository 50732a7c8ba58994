#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_pad.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequencePadGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    // Padding does not depend on X: its part of the gradient is dropped.
    kernels::SequenceUnpad(context.device<Device>(), dout_(context),
                           LastLevel(*dx), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_pad_grad, SequencePadGradKernel, float, double);

}  // namespace paddle::operators
