#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/matmul.h"

namespace paddle::operators {
namespace {

template <typename T>
class MulGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    const auto& y = y_(ctx);
    const auto shape =
        kernels::MakeMulShape(x.dims(), y.dims(), x_columns_, y_columns_);
    kernels::MatmulGrad<T>(ctx.device(), shape, x, y, d_out_(ctx),
                           d_x_.get(ctx), d_y_.get(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_y_{this, "Y@GRAD"};
  const Attr<int64_t> x_columns_{this, "x_num_col_dims"};
  const Attr<int64_t> y_columns_{this, "y_num_col_dims"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(mul_grad, MulGradKernel<float>, MulGradKernel<double>);

}  // namespace paddle::operators
