#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/top_k.h"

namespace paddle::operators {
namespace {

template <typename T>
class ArgmaxKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::ArgMax<T>(context.device(), x,
                       framework::NormalizeAxis(axis_, x.rank()),
                       &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<int64_t> axis_{this, "axis"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(argmax, ArgmaxKernel<float>, ArgmaxKernel<double>);

}  // namespace paddle::operators
