#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_softmax.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceSoftmaxGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::SequenceSoftmaxGrad<Device, T>(context.device<Device>(),
                                            out_(context), dout_(context),
                                            LastLevel(*dx), dx);
  }

 private:
  const Input out_{this, "Out"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_softmax_grad, SequenceSoftmaxGradKernel, float,
                   double);

}  // namespace paddle::operators
