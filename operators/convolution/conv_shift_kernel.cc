#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/convolution/conv_shift.h"

namespace paddle::operators {
namespace {

template <typename T>
class ConvShiftKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::ConvShift<T>(ctx.device(), x_(ctx), y_(ctx), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(conv_shift, ConvShiftKernel<float>,
                       ConvShiftKernel<double>);
REGISTER_OP_CUDA_TWIN(conv_shift, ConvShiftKernel<float>,
                      ConvShiftKernel<double>);

}  // namespace paddle::operators
