#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/kernels/matmul.h"

namespace paddle::operators {
namespace {

template <typename T>
class MulKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const auto& x = x_(ctx);
    const auto& y = y_(ctx);
    kernels::Matmul<T>(
        ctx.device(),
        kernels::MakeMulShape(x.dims(), y.dims(), x_columns_, y_columns_), x, y,
        &out_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
  const Attr<int64_t> x_columns_{this, "x_num_col_dims"};
  const Attr<int64_t> y_columns_{this, "y_num_col_dims"};
};

}  // namespace

REGISTER_OP_CPU_KERNEL(mul, MulKernel<float>, MulKernel<double>);

}  // namespace paddle::operators
