#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/loss_rows.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NllLossKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    // RowWeight is kept for the mean over rows, which layers compute, and for
    // the gradient.
    kernels::NllLoss<Device, T>(context.device<Device>(), x_(context),
                                label_(context), weight_.get(context),
                                ignore_index_, &out_(context),
                                &row_weight_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input label_{this, "Label"};
  const Input weight_{this, "Weight"};
  const Output out_{this, "Out"};
  const Output row_weight_{this, "RowWeight"};
  const Attr<int64_t> ignore_index_{this, "ignore_index"};
};

}  // namespace

REGISTER_OP_KERNEL(nll_loss, NllLossKernel, float, double);

}  // namespace paddle::operators
