#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/pooling/interpolate.h"

namespace paddle::operators {
namespace {

template <typename T>
class BilinearInterpGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* dx = dx_.get(ctx);
    if (dx == nullptr) return;
    kernels::ResizeBilinearGrad<T>(ctx.device(), {align_corners_, scale_},
                                   dout_(ctx), dx);
  }

 private:
  const Input dout_{this, "Out@GRAD"};
  const Output dx_{this, "X@GRAD"};
  const Attr<double> scale_{this, "scale"};
  const Attr<bool> align_corners_{this, "align_corners"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(bilinear_interp_grad, BilinearInterpGradKernel<float>,
                       BilinearInterpGradKernel<double>);
REGISTER_OP_CUDA_TWIN(bilinear_interp_grad, BilinearInterpGradKernel<float>,
                      BilinearInterpGradKernel<double>);

}  // namespace paddle::operators
