#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/matmul.h"

namespace paddle::operators {
namespace {

template <typename T>
class MatmulKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    const auto& y = y_(ctx);
    kernels::Matmul<T>(
        ctx.device(),
        kernels::MakeMatmulShape(x.dims(), y.dims(), trans_x_, trans_y_), x, y,
        &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
  const Attr<bool> trans_x_{this, "transpose_X"};
  const Attr<bool> trans_y_{this, "transpose_Y"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(matmul, MatmulKernel<float>, MatmulKernel<double>);

}  // namespace paddle::operators
