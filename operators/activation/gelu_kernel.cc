#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/activation/activation_loops.h"
#include "paddle/operators/activation/gelu.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class GeluKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // The choice is made here, once for the tensor and not for each element.
    if (approximate_) {
      kernels::Activate<Device, T>(context.device<Device>(),
                                   ApproximateGeluFunctor(), x_(context),
                                   &out_(context));
    } else {
      kernels::Activate<Device, T>(context.device<Device>(), GeluFunctor(),
                                   x_(context), &out_(context));
    }
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<bool> approximate_{this, "approximate"};
};

}  // namespace

REGISTER_OP_KERNEL(gelu, GeluKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
