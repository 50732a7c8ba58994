#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/convolution/im2sequence_kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class Im2SequenceKernel final : public Im2SequenceKernelBase {
 public:
  using Im2SequenceKernelBase::Im2SequenceKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kernels::ImageToSequence<T>(ctx.device(), Window(x.dims()), x, &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(im2sequence, Im2SequenceKernel<float>,
                       Im2SequenceKernel<double>);
REGISTER_OP_CUDA_TWIN(im2sequence, Im2SequenceKernel<float>,
                      Im2SequenceKernel<double>);

}  // namespace paddle::operators
