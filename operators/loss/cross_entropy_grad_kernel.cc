#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/cross_entropy.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CrossEntropyGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_x = d_x_.get(ctx);
    if (d_x == nullptr) return;
    // Reads X, not Y: the slope of a row depends on its probabilities.
    kernels::CrossEntropyGrad<Device, T>(
        ctx.device<Device>(), x_(ctx), label_(ctx),
        {soft_label_, ignore_index_}, d_y_(ctx), d_x);
  }

 private:
  const Input x_{this, "X"};
  const Input label_{this, "Label"};
  const Input d_y_{this, "Y@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Attr<bool> soft_label_{this, "soft_label"};
  const Attr<int64_t> ignore_index_{this, "ignore_index"};
};

}  // namespace

REGISTER_OP_KERNEL(cross_entropy_grad, CrossEntropyGradKernel, float, double);

}  // namespace paddle::operators
