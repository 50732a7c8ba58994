#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/creation/cast.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CastKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // T is the type of X; Cast finds both types itself.
    kernels::Cast(context.device<Device>(), x_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(cast, CastKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
