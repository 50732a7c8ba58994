#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/creation/cast.h"

namespace paddle::operators {
namespace {

template <typename T>
class CastGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    auto* dx = dx_.get(context);
    if (dx == nullptr) return;
    kernels::Cast(context.device(), dout_(context), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(cast_grad, CastGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(cast_grad, CastGradKernel);

}  // namespace paddle::operators
