#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/all_types.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/reduction/squared_distance.h"

namespace paddle::operators {
namespace {

template <typename T>
class SquaredL2DistanceGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    kernels::SquaredDistanceGrad<T>(
        context.device(), difference_(context), dout_(context),
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

REGISTER_OP_CPU_KERNEL_OF_FLOATING_TYPES(squared_l2_distance_grad,
                                         SquaredL2DistanceGradKernel);
REGISTER_OP_CUDA_TWIN_OF_FLOATING_TYPES(squared_l2_distance_grad,
                                        SquaredL2DistanceGradKernel);

}  // namespace paddle::operators
