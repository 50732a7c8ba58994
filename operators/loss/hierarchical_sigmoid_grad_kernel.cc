#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/hierarchical_sigmoid.h"
#include "paddle/operators/loss/model_grad.h"
#include "paddle/operators/loss/nce.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class HierarchicalSigmoidGradKernel final : public ModelGradKernel<Device, T> {
  using Base = ModelGradKernel<Device, T>;
  using typename Base::Input;
  using typename Base::Output;

 public:
  using Base::Base;
  void Compute(const framework::KernelContext& context) const override {
    const auto& device = context.device<Device>();
    const auto& logits = logits_(context);
    const auto& nodes = nodes_(context);
    // The slopes serve all three gradients.
    T* slopes = static_cast<T*>(context.Workspace(logits.numel() * sizeof(T)));
    kernels::TreeSlopes<Device, T>(device, logits, signs_(context),
                                   d_out_(context), slopes);
    if (d_x_.present()) {
      kernels::NceInputGrad<Device, T>(device, nodes, slopes, w_(context),
                                       &d_x_(context));
    }
    this->ModelGrad(context, nodes, slopes, &x_(context), w_, d_w_);
    this->ModelGrad(context, nodes, slopes, nullptr, bias_, d_bias_);
  }

 private:
  const Input x_{this, "X"};
  const Input w_{this, "W"};
  const Input bias_{this, "Bias"};
  const Input logits_{this, "PreOut"};
  const Input nodes_{this, "PathNodes"};
  const Input signs_{this, "PathSigns"};
  const Input d_out_{this, "Out@GRAD"};
  const Output d_x_{this, "X@GRAD"};
  const Output d_w_{this, "W@GRAD"};
  const Output d_bias_{this, "Bias@GRAD"};
};

}  // namespace

REGISTER_OP_KERNEL(hierarchical_sigmoid_grad, HierarchicalSigmoidGradKernel,
                   float, double);

}  // namespace paddle::operators
