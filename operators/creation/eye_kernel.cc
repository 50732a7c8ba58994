#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/creation/triangle.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class EyeKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // T only selects the kernel: FillEye looks at the type of Out.
    kernels::FillEye(context.device<Device>(), &out_(context));
  }

 private:
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(eye, EyeKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
