#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/sequence/sequence_pad.h"

namespace paddle::operators {
namespace {

// T is the type of the lengths; the type of the mask is an attribute, which the
// function reads off its output.
template <class Device, class T>
class SequenceMaskKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::SequenceMask<Device, T>(context.device<Device>(), x_(context),
                                     &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(sequence_mask, SequenceMaskKernel, int32_t, int64_t);

}  // namespace paddle::operators
