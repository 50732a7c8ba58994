#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/label_scale.h"
#include "paddle/operators/loss/loss.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SigmoidCrossEntropyWithLogitsGradKernel final
    : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& label = label_(context);
    kernels::LossGrad<Device, T, kernels::LossOp::kSigmoidCrossEntropy>(
        context.device<Device>(), {&x_(context), &label}, ignore_index_,
        // Counted again: the labels have not changed since the forward kernel.
        LabelScale<Device, T>(context, label, ignore_index_, normalize_),
        d_out_(context), d_x_.get(context), d_label_.get(context));
  }

 private:
  const Input x_{this, "X"};
  const Input label_{this, "Label"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_label_{this, "Label@GRAD"};
  const Attr<int64_t> ignore_index_{this, "ignore_index"};
  const Attr<bool> normalize_{this, "normalize"};
};

}  // namespace

REGISTER_OP_KERNEL(sigmoid_cross_entropy_with_logits_grad,
                   SigmoidCrossEntropyWithLogitsGradKernel, float, double);

}  // namespace paddle::operators
