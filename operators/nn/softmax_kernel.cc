#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/softmax.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <typename T>
class SoftmaxKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    kernels::Softmax<T>(ctx.device(), x,
                        framework::NormalizeAxis(axis_, x.rank()), &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(softmax, SoftmaxKernel<float>, SoftmaxKernel<double>,
                       SoftmaxKernel<platform::float16>,
                       SoftmaxKernel<platform::bfloat16>);

}  // namespace paddle::operators
