#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {

template <typename T>
class SelectedRowsDivideKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::DivideRows<T>(ctx.device(), x_.rows(ctx),
                           y_(ctx).template data<T>(), ctx.allocator(),
                           &out_.rows(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input y_{this, "Y"};
  const Output out_{this, "Out"};
};

REGISTER_OP_CPU_KERNEL(selected_rows_divide, SelectedRowsDivideKernel<float>,
                       SelectedRowsDivideKernel<double>);
REGISTER_OP_CUDA_TWIN(selected_rows_divide, SelectedRowsDivideKernel<float>,
                      SelectedRowsDivideKernel<double>);

}  // namespace paddle::operators
