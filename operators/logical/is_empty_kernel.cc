#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/math/loops/fill.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class IsEmptyKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // The answer is known to the host, but Out is in memory of the device.
    kernels::Fill(context.device<Device>(), x_(context).numel() == 0,
                  &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(is_empty, IsEmptyKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
