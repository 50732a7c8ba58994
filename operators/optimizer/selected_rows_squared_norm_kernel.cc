#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {

template <typename T>
class SelectedRowsSquaredNormKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const framework::SelectedRows& x = x_.rows(ctx);
    kernels::SquaredNormOfRows<T>(ctx.device(), x,
                                  ctx.Workspace(kernels::MergeBytes<T>(x)),
                                  out_(ctx).template mutable_data<T>());
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

REGISTER_OP_CPU_KERNEL(selected_rows_squared_norm,
                       SelectedRowsSquaredNormKernel<float>,
                       SelectedRowsSquaredNormKernel<double>);
REGISTER_OP_CUDA_TWIN(selected_rows_squared_norm,
                      SelectedRowsSquaredNormKernel<float>,
                      SelectedRowsSquaredNormKernel<double>);

}  // namespace paddle::operators
