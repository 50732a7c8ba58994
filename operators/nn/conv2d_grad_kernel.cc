#include "paddle/operators/nn/conv2d_kernel_base.h"

namespace paddle::operators {
namespace {

template <typename T>
class Conv2dGradKernel final : public Conv2dKernelBase {
 public:
  using Conv2dKernelBase::Conv2dKernelBase;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& input = input_(ctx);
    const auto& filter = filter_(ctx);
    const auto& d_output = d_output_(ctx);
    const auto shape = Shape(input.dims(), filter.dims(), d_output.dims());
    if (auto* d_input = d_input_.get(ctx)) {
      kernels::Conv2dBackwardInput<T>(ctx.device(), shape, filter, d_output,
                                      d_input);
    }
    if (auto* d_filter = d_filter_.get(ctx)) {
      kernels::Conv2dBackwardFilter<T>(ctx.device(), shape, input, d_output,
                                       d_filter);
    }
  }

 private:
  const Input input_{this, "Input"};
  const Input filter_{this, "Filter"};
  const Input d_output_{this, "Output@GRAD"};
  const Output d_input_{this, "Input@GRAD"};
  const Output d_filter_{this, "Filter@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(conv2d_grad, Conv2dGradKernel<float>,
                       Conv2dGradKernel<double>);

}  // namespace paddle::operators
