#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {

template <class Device, class T>
class SelectedRowsDivideKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // Unmerged: dividing equal rows apart and adding them later gives the same
    // sum up to rounding, and merging costs more than dividing.
    kernels::DivideRows<Device, T>(ctx.device<Device>(), x_.rows(ctx),
                                   y_(ctx).template data<T>(), ctx.allocator(),
                                   &out_.rows(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

REGISTER_OP_KERNEL(selected_rows_divide, SelectedRowsDivideKernel, float,
                   double);

}  // namespace paddle::operators
