#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/log_softmax.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogSoftmaxGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    const auto& out = out_(ctx);
    kernels::LogSoftmaxGrad<T>(ctx.device(), out, d_out_(ctx),
                               framework::NormalizeAxis(axis_, out.rank()),
                               d_x);
  }

 private:
  const Input out_{this, "Out"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(log_softmax_grad, LogSoftmaxGradKernel<float>,
                       LogSoftmaxGradKernel<double>,
                       LogSoftmaxGradKernel<platform::float16>,
                       LogSoftmaxGradKernel<platform::bfloat16>);

}  // namespace paddle::operators
