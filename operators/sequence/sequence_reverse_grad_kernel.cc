#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_move.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceReverseGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    // A reversal is a permutation that is its own inverse.
    kernels::SequenceReverse(context.device<Device>(), dout_(context),
                             LastLevel(*dx), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_reverse_grad, SequenceReverseGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
