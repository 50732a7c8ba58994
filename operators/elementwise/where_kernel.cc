#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/elementwise/where.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class WhereKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // T only selects the kernel; the function looks at the size of an element.
    kernels::Where(context.device<Device>(), condition_(context), x_(context),
                   y_(context), &out_(context));
  }

 private:
  const Input condition_{this, "Condition"};
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(where, WhereKernel, PADDLE_ALL_TYPES);

}  // namespace paddle::operators
