#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/number_attr.h"
#include "paddle/operators/shape/pad_base.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class PadKernel final : public PadKernelBase {
 public:
  using PadKernelBase::PadKernelBase;
  void Compute(const framework::KernelContext& context) const override {
    kernels::Pad(context.device<Device>(), x_(context), before(), mode(),
                 value_, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const NumberAttr value_{this, "pad_value"};
};

}  // namespace

REGISTER_OP_KERNEL(pad, PadKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
