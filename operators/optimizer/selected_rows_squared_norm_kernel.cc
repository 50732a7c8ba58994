#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {

template <class Device, class T>
class SelectedRowsSquaredNormKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const framework::SelectedRows& x = x_.rows(ctx);
    kernels::SquaredNormOfRows<Device, T>(
        // The norm is that of the dense gradient, so equal rows are merged
        // first.
        ctx.device<Device>(), x, ctx.Workspace(kernels::MergeBytes<T>(x)),
        out_(ctx).template mutable_data<T>());
  }

 private:
  const Input x_{this, "X"};
  const Output out_{this, "Out"};
};

REGISTER_OP_KERNEL(selected_rows_squared_norm, SelectedRowsSquaredNormKernel,
                   float, double);

}  // namespace paddle::operators
