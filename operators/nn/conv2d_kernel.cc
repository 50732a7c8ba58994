#include "paddle/operators/nn/conv2d_kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class Conv2dKernel final : public Conv2dKernelBase {
 public:
  using Conv2dKernelBase::Conv2dKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& input = input_(ctx);
    const auto& filter = filter_(ctx);
    auto& output = output_(ctx);
    kernels::Conv2d<T>(ctx.device(),
                       Shape(input.dims(), filter.dims(), output.dims()), input,
                       filter, &output);
  }

 private:
  const Input input_{this, "Input"};
  const Input filter_{this, "Filter"};
  const Output output_{this, "Output"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(conv2d, Conv2dKernel<float>, Conv2dKernel<double>);

}  // namespace paddle::operators
