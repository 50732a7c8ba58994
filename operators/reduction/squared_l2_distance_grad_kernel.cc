#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/reduction/squared_distance.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SquaredL2DistanceGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // Reads the difference that the forward operator has kept.
    kernels::SquaredDistanceGrad<Device, T>(
        context.device<Device>(), difference_(context), dout_(context),
        [&](size_t bytes) { return context.Workspace(bytes); },
        dx_.get(context), dy_.get(context));
  }

 private:
  const Input difference_{this, "sub_result"};
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Output dy_{this, "Y@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(squared_l2_distance_grad, SquaredL2DistanceGradKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
