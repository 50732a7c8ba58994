#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/cross_entropy.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SoftmaxWithCrossEntropyGradKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    auto* d_logits = d_logits_.get(ctx);
    if (d_logits == nullptr) return;
    // From Softmax alone: Logits need not live until the gradient.
    kernels::SoftmaxWithCrossEntropyGrad<Device, T>(
        ctx.device<Device>(), softmax_(ctx), label_(ctx),
        {soft_label_, ignore_index_}, d_loss_(ctx), d_logits);
  }

 private:
  const Input label_{this, "Label"};
  const Input softmax_{this, "Softmax"};
  const Input d_loss_{this, "Loss@GRAD"};
  const Output d_logits_{this, "Logits@GRAD"};
  const Attr<bool> soft_label_{this, "soft_label"};
  const Attr<int64_t> ignore_index_{this, "ignore_index"};
};

}  // namespace

REGISTER_OP_KERNEL(softmax_with_cross_entropy_grad,
                   SoftmaxWithCrossEntropyGradKernel, PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
