#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/last_level.h"
#include "paddle/operators/sequence/sequence_move.h"
#include "paddle/operators/sequence/slices.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceSliceGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const auto& dout = dout_(context);
    const Slices slices =
        SlicesOf(offset_(context), length_(context), LastLevel(*dx));
    PADDLE_ENFORCE(dout.dims()[0] == slices.offsets.back(), InvalidArgument,
                   "Out@GRAD of sequence_slice_grad is ",
                   dout.dims().ToString(), ", but the lengths add up to ",
                   slices.offsets.back());
    kernels::SequenceSliceGrad(context.device<Device>(), dout, slices.first,
                               slices.offsets, dx);
  }

 private:
  const Input offset_{this, "Offset"};
  const Input length_{this, "Length"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_slice_grad, SequenceSliceGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
