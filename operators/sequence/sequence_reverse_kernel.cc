#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_move.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceReverseKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto& out = out_(context);
    kernels::SequenceReverse(context.device<Device>(), x_(context),
                             LastLevel(out), &out);
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_reverse, SequenceReverseKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
