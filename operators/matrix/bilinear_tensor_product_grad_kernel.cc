#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/matrix/bilinear.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class BilinearTensorProductGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::BilinearGrad<Device, T>(
        ctx.device<Device>(), x_(ctx), y_(ctx), weight_(ctx), d_out_(ctx),
        [&](size_t bytes) { return ctx.Workspace(bytes); },
        {d_x_.get(ctx), d_y_.get(ctx), d_weight_.get(ctx), d_bias_.get(ctx)});
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input weight_{this, "Weight"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_y_{this, "Y@GRAD"};
  const Output d_weight_{this, "Weight@GRAD"};
  const Output d_bias_{this, "Bias@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(bilinear_tensor_product_grad,
                   BilinearTensorProductGradKernel, float, double);

}  // namespace paddle::operators
