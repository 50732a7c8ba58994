#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/cross_entropy.h"
#include "paddle/platform/type_lists.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class SoftmaxWithCrossEntropyKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    // In one pass: a softmax of its own would read and write the rows once
    // more.
    kernels::SoftmaxWithCrossEntropy<Device, T>(
        ctx.device<Device>(), logits_(ctx), label_(ctx),
        {soft_label_, ignore_index_}, &softmax_(ctx), &loss_(ctx));
  }

 private:
  const Input logits_{this, "Logits"};
  const Input label_{this, "Label"};
  const Output softmax_{this, "Softmax"};
  const Output loss_{this, "Loss"};
  const Attr<bool> soft_label_{this, "soft_label"};
  const Attr<int64_t> ignore_index_{this, "ignore_index"};
};

}  // namespace

REGISTER_OP_KERNEL(softmax_with_cross_entropy, SoftmaxWithCrossEntropyKernel,
                   PADDLE_FLOATING_TYPES);

}  // namespace paddle::operators
