#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/matmul.h"

namespace paddle::operators {
namespace {

template <typename T>
class MatmulGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    const auto& y = y_(ctx);
    const auto shape =
        kernels::MakeMatmulShape(x.dims(), y.dims(), trans_x_, trans_y_);
    kernels::MatmulGrad<T>(ctx.device(), shape, x, y, d_out_(ctx),
                           d_x_.get(ctx), d_y_.get(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_y_{this, "Y@GRAD"};
  const Attr<bool> trans_x_{this, "transpose_X"};
  const Attr<bool> trans_y_{this, "transpose_Y"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(matmul_grad, MatmulGradKernel<float>,
                       MatmulGradKernel<double>);

}  // namespace paddle::operators
