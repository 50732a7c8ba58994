#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/convolution/conv_shift.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ConvShiftKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::ConvShift<Device, T>(ctx.device<Device>(), x_(ctx), y_(ctx),
                                  &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(conv_shift, ConvShiftKernel, float, double);

}  // namespace paddle::operators
