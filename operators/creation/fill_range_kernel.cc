#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/creation/steps.h"
#include "paddle/operators/math/loops/convert_number.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class FillRangeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    using Wide = kernels::StepType<T>;
    kernels::FillSteps<Device, T>(
        context.device<Device>(), kernels::ConvertNumber<Wide>(start_),
        kernels::ConvertNumber<Wide>(step_), &out_(context));
  }

 private:
  const Output out_{this, "Out"};
  const NumberAttr start_{this, "start"};
  const NumberAttr step_{this, "step"};
};

}  // namespace

REGISTER_OP_KERNEL(fill_range, FillRangeKernel, float, double, int32_t,
                   int64_t);

}  // namespace paddle::operators
