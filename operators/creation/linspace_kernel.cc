#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/creation/steps.h"

namespace paddle::operators {
namespace {

template <typename T>
class LinspaceKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::FillBetween<T>(context.device(), start_, stop_, &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<double> start_{this, "start"};
  const Attr<double> stop_{this, "stop"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(linspace, LinspaceKernel<float>, LinspaceKernel<double>);
REGISTER_OP_CUDA_TWIN(linspace, LinspaceKernel<float>, LinspaceKernel<double>);

}  // namespace paddle::operators
