#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/convolution/im2sequence_kernel_base.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class Im2SequenceKernel final : public Im2SequenceKernelBase {
 public:
  using Im2SequenceKernelBase::Im2SequenceKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kernels::ImageToSequence<Device, T>(ctx.device<Device>(), Window(x.dims()),
                                        x, &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(im2sequence, Im2SequenceKernel, float, double);

}  // namespace paddle::operators
