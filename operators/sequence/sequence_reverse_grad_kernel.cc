#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_move.h"

namespace paddle::operators {
namespace {

template <typename T>
class SequenceReverseGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::SequenceReverse(context.device(), dout_(context), LastLevel(*dx),
                             dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(sequence_reverse_grad,
                                         SequenceReverseGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(sequence_reverse_grad,
                                        SequenceReverseGradKernel);

}  // namespace paddle::operators
