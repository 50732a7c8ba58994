#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/reduction/squared_distance.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SquaredL2DistanceKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::SquaredDistance<Device, T>(
        context.device<Device>(), x_(context), y_(context),
        [&](size_t bytes) { return context.Workspace(bytes); },
        &difference_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output difference_{this, "sub_result"};
  const Output out_{this, "Out"};
};

}  // namespace

REGISTER_OP_KERNEL(squared_l2_distance, SquaredL2DistanceKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
