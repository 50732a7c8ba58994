#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/cross_entropy.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class CrossEntropyKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::CrossEntropy<Device, T>(ctx.device<Device>(), x_(ctx), label_(ctx),
                                     // One kernel for both kinds of labels: an
                                     // attribute picks, not the type of Label.
                                     {soft_label_, ignore_index_}, &y_(ctx));
  }

 private:
  const Input x_{this, "X"};
  const Input label_{this, "Label"};
  const Output y_{this, "Y"};
  const Attr<bool> soft_label_{this, "soft_label"};
  const Attr<int64_t> ignore_index_{this, "ignore_index"};
};

}  // namespace

REGISTER_OP_KERNEL(cross_entropy, CrossEntropyKernel, float, double);

}  // namespace paddle::operators
