#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/creation/arange.h"
#include "paddle/operators/math/loops/convert_number.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class FillRangeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // int32 ranges wrap around in int32, as sums of int32 do.
    using Wide = kernels::ArangeNumber<T>;
    // The attributes are converted to the type to compute in, not to T: 0.1 as
    // a float is not 0.1, and the difference would grow along the range.
    kernels::FillArange<Device, T>(
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
