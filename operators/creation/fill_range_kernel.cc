#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/creation/steps.h"
#include "paddle/operators/math/loops/convert_number.h"

namespace paddle::operators {
namespace {

template <typename T>
class FillRangeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    using Wide = kernels::StepType<T>;
    kernels::FillSteps<T>(context.device(),
                          kernels::ConvertNumber<Wide>(start_),
                          kernels::ConvertNumber<Wide>(step_), &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const NumberAttr start_{this, "start"};
  const NumberAttr step_{this, "step"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(fill_range, FillRangeKernel<float>,
                       FillRangeKernel<double>, FillRangeKernel<int32_t>,
                       FillRangeKernel<int64_t>);
REGISTER_OP_CUDA_TWIN(fill_range, FillRangeKernel<float>,
                      FillRangeKernel<double>, FillRangeKernel<int32_t>,
                      FillRangeKernel<int64_t>);

}  // namespace paddle::operators
