#include "absl/container/inlined_vector.h"

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_move.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceConcatKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    absl::InlinedVector<const framework::Tensor*, 8> inputs;
    absl::InlinedVector<kernels::Offsets, 8> offsets;
    for (int i = 0; i < x_.size(); ++i) {
      inputs.push_back(&x_(context, i));
      offsets.push_back(LastLevel(x_(context, i)));
    }
    kernels::SequenceConcat(context.device<Device>(), inputs, offsets,
                            &out_(context));
  }

 private:
  const InputList x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_concat, SequenceConcatKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
