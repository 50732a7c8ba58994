#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/common/cuda_twin.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {

template <typename T>
class SelectedRowsClipKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const framework::SelectedRows& x = x_.rows(ctx);
    kernels::ClipRows<T>(ctx.device(), x, min_, max_,
                         ctx.Workspace(kernels::MergeBytes<T>(x)),
                         ctx.allocator(), &out_.rows(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Attr<double> min_{this, "min"};
  const Attr<double> max_{this, "max"};
  const Output out_{this, "Out"};
};

REGISTER_OP_CPU_KERNEL(selected_rows_clip, SelectedRowsClipKernel<float>,
                       SelectedRowsClipKernel<double>);
REGISTER_OP_CUDA_TWIN(selected_rows_clip, SelectedRowsClipKernel<float>,
                      SelectedRowsClipKernel<double>);

}  // namespace paddle::operators
