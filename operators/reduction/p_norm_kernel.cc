#include "paddle/operators/reduction/kernel_base.h"
#include "paddle/operators/reduction/vector_norm.h"

namespace paddle::operators {
namespace {

template <typename T>
class PNormKernel final : public ReduceKernelBase {
 public:
  using ReduceKernelBase::ReduceKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    const auto& x = x_(context);
    kernels::VectorNorm<T>(
        context.device(), x, p_, AxesOf(x),
        [&](size_t bytes) { return context.Workspace(bytes); }, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> p_{this, "p"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(p_norm, PNormKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(p_norm, PNormKernel);

}  // namespace paddle::operators
