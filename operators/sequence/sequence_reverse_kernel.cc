#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_move.h"

namespace paddle::operators {
namespace {

template <typename T>
class SequenceReverseKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    kernels::SequenceReverse(context.device(), x_(context), LastLevel(out),
                             &out);
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_ALL_TYPES(sequence_reverse, SequenceReverseKernel);
REGISTER_OP_CUDA_TWIN_OF_ALL_TYPES(sequence_reverse, SequenceReverseKernel);

}  // namespace paddle::operators
