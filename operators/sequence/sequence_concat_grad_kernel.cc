#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_move.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceConcatGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // Offsets of unwanted gradients are needed too: they locate the other
    // pieces.
    absl::InlinedVector<kernels::Offsets, 8> offsets;
    absl::InlinedVector<framework::Tensor*, 8> pieces;
    for (int i = 0; i < x_.size(); ++i) {
      const bool wanted = i < dx_.size() && dx_.present(i);
      offsets.push_back(LastLevel(x_(context, i)));
      pieces.push_back(wanted ? &dx_(context, i) : nullptr);
    }
    kernels::SequenceSplit(context.device<Device>(), dout_(context), offsets,
                           absl::MakeSpan(pieces));
  }

 private:
  const InputList x_{this, "X"};
  const Input dout_{this, "Out@GRAD"};
  const OutputList dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_concat_grad, SequenceConcatGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
