#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/gather.h"

namespace paddle::operators {
namespace {

template <typename T>
class GatherGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::GatherRowsGrad<T>(context.device(), index_(context),
                               dout_(context), dx);
  }

 private:
  const Input index_{this, "Index"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(gather_grad, GatherGradKernel<float>,
                       GatherGradKernel<double>);

}  // namespace paddle::operators
