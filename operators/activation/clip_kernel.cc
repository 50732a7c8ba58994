#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/platform/bfloat16.h"
#include "paddle/platform/float16.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class ClipKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Clip<Device, T>(context.device<Device>(), x_(context), min_, max_,
                             &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  // Numbers, not doubles: a bound of an int64 tensor may have 63 bits.
  const NumberAttr min_{this, "min"};
  const NumberAttr max_{this, "max"};
};

}  // namespace

REGISTER_OP_KERNEL(clip, ClipKernel, int32_t, int64_t, platform::float16,
                   platform::bfloat16, float, double);

}  // namespace paddle::operators
