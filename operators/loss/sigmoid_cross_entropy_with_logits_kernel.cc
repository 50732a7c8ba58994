#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/label_scale.h"
#include "paddle/operators/loss/loss.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SigmoidCrossEntropyWithLogitsKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& label = label_(context);
    kernels::Loss<Device, T, kernels::LossOp::kSigmoidCrossEntropy>(
        context.device<Device>(), {&x_(context), &label}, ignore_index_,
        // Counted in both kernels: cheaper than a slot for one number.
        LabelScale<Device, T>(context, label, ignore_index_, normalize_),
        nullptr, &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input label_{this, "Label"};
  const Output out_{this, "Out"};
  const Attr<int64_t> ignore_index_{this, "ignore_index"};
  const Attr<bool> normalize_{this, "normalize"};
};

}  // namespace

REGISTER_OP_KERNEL(sigmoid_cross_entropy_with_logits,
                   SigmoidCrossEntropyWithLogitsKernel, float, double);

}  // namespace paddle::operators
