#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/indexing/lookup_table.h"

namespace paddle::operators {

template <class Device, class T>
class LookupTableGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    if (!d_w_.present()) return;
    // The program chose the form of the gradient ("is_sparse") when it was
    // built.
    if (d_w_.is_selected_rows()) {
      kernels::LookUpRowsSparseGrad<T>(ctx.device<Device>(), ids_(ctx),
                                       d_out_(ctx), padding_, ctx.allocator(),
                                       &d_w_.rows(ctx));
    } else {
      kernels::LookUpRowsGrad<Device, T>(ctx.device<Device>(), ids_(ctx),
                                         d_out_(ctx), padding_, &d_w_(ctx));
    }
  }

 private:
  const Input ids_{this, "Ids"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_w_{this, "W@GRAD"};
  const Attr<int64_t> padding_{this, "padding_idx"};
};

REGISTER_OP_KERNEL(lookup_table_grad, LookupTableGradKernel, float, double);

}  // namespace paddle::operators
