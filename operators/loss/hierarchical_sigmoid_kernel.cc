#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/hierarchical_sigmoid.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class HierarchicalSigmoidKernel final : public framework::OpKernel {
 public:
  using OpKernel::OpKernel;
  void Compute(const framework::KernelContext& context) const override {
    const auto& device = context.device<Device>();
    const auto& weight = w_(context);
    auto& nodes = nodes_(context);
    auto& signs = signs_(context);
    // Paths and logits are outputs, so that the gradient need not find them
    // again.
    kernels::TreePaths<Device, T>(
        device, classes_.value(),
        {label_.get(context), table_.get(context), code_.get(context)},
        weight.dims()[0], &nodes, &signs);
    kernels::TreeCost<Device, T>(device, x_(context),
                                 {&weight, bias_.get(context)}, nodes, signs,
                                 &logits_(context), &out_(context));
  }

 private:
  const Input x_{this, "X"};
  const Input w_{this, "W"};
  const Input label_{this, "Label"};
  const Input table_{this, "PathTable"};
  const Input code_{this, "PathCode"};
  const Input bias_{this, "Bias"};
  const Output out_{this, "Out"};
  const Output logits_{this, "PreOut"};
  const Output nodes_{this, "PathNodes"};
  const Output signs_{this, "PathSigns"};
  const Attr<int64_t> classes_{this, "num_classes"};
};

}  // namespace

REGISTER_OP_KERNEL(hierarchical_sigmoid, HierarchicalSigmoidKernel, float,
                   double);

}  // namespace paddle::operators
