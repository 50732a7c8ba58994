#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/optimizer/selected_rows.h"

namespace paddle::operators {

template <class Device, class T>
class SelectedRowsClipKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    const framework::SelectedRows& x = x_.rows(ctx);
    kernels::ClipRows<Device, T>(ctx.device<Device>(), x, min_, max_,
                                 // Asked for in each run: how many rows there
                                 // are depends on the batch.
                                 ctx.Workspace(kernels::MergeBytes<T>(x)),
                                 ctx.allocator(), &out_.rows(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Attr<double> min_{this, "min"};
  const Attr<double> max_{this, "max"};
  const Output out_{this, "Out"};
};

REGISTER_OP_KERNEL(selected_rows_clip, SelectedRowsClipKernel, float, double);

}  // namespace paddle::operators
