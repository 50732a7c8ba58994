#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/log_softmax.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class LogSoftmaxKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kernels::LogSoftmax<T>(
        ctx.device(), x, framework::NormalizeAxis(axis_, x.rank()), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(log_softmax, LogSoftmaxKernel<float>,
                       LogSoftmaxKernel<double>,
                       LogSoftmaxKernel<platform::float16>,
                       LogSoftmaxKernel<platform::bfloat16>);

}  // namespace paddle::operators
