#include <vector>

#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/sequence/given_lengths.h"
#include "paddle/operators/sequence/sequence_pad.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SequenceUnpadGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    const auto& dout = dout_(context);
    const std::vector<int64_t> offsets =
        OffsetsOf(length_(context), dx->dims()[1]);
    // Length is an input of this operator, too, and may differ from the
    // forward's.
    PADDLE_ENFORCE(dout.dims()[0] == offsets.back(), InvalidArgument,
                   "Out@GRAD of sequence_unpad_grad is ",
                   dout.dims().ToString(), ", but the lengths add up to ",
                   offsets.back());
    kernels::SequencePad<Device, T>(context.device<Device>(), dout, offsets,
                                    nullptr, dx);
  }

 private:
  const Input length_{this, "Length"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_unpad_grad, SequenceUnpadGradKernel, float, double);

}  // namespace paddle::operators
