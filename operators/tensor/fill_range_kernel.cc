#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/steps.h"
#include "paddle/operators/tensor/cuda_twin.h"

namespace paddle::operators {
namespace {

template <typename T>
class FillRangeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    using Wide = kernels::StepType<T>;
    kernels::FillSteps<T>(context.device(), static_cast<Wide>(start_.value()),
                          static_cast<Wide>(step_.value()), &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const Attr<double> start_{this, "start"};
  const Attr<double> step_{this, "step"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(fill_range, FillRangeKernel<float>,
                       FillRangeKernel<double>, FillRangeKernel<int32_t>,
                       FillRangeKernel<int64_t>);
REGISTER_OP_CUDA_TWIN(fill_range, FillRangeKernel<float>,
                      FillRangeKernel<double>, FillRangeKernel<int32_t>,
                      FillRangeKernel<int64_t>);

}  // namespace paddle::operators
