#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/pooling/interpolate.h"

namespace paddle::operators {
namespace {

template <typename T>
class NearestInterpKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::ResizeNearest<T>(ctx.device(), {false, scale_}, x_(ctx),
                              &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
  const Attr<double> scale_{this, "scale"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(nearest_interp, NearestInterpKernel<float>,
                       NearestInterpKernel<double>);
REGISTER_OP_CUDA_TWIN(nearest_interp, NearestInterpKernel<float>,
                      NearestInterpKernel<double>);

}  // namespace paddle::operators
