#include "paddle/framework/executor/op_kernel.h"
#include "paddle/operators/loss/model_grad.h"
#include "paddle/operators/loss/nce.h"
#include "paddle/operators/loss/nce_noise.h"

namespace paddle::operators {
namespace {

template <class Device, class T>
class NceGradKernel final : public ModelGradKernel<Device, T> {
  using Base = ModelGradKernel<Device, T>;
  using typename Base::Input;
  using typename Base::Output;

 public:
  using Base::Base;
  void Compute(const framework::KernelContext& context) const override {
    const auto& logits = logits_(context);
    // The slopes serve all three gradients.
    T* slopes = static_cast<T*>(context.Workspace(logits.numel() * sizeof(T)));
    kernels::NceSlopes<Device, T>(context.device<Device>(), noise_, logits,
                                  row_weight_.get(context), d_cost_(context),
                                  slopes);
    if (d_input_.present()) {
      kernels::NceInputGrad<Device, T>(context.device<Device>(),
                                       labels_(context), slopes,
                                       weight_(context), &d_input_(context));
    }
    this->ModelGrad(context, labels_(context), slopes, &input_(context),
                    weight_, d_weight_);
    // A bias is a weight of an input that is always 1.
    this->ModelGrad(context, labels_(context), slopes, nullptr, bias_, d_bias_);
  }

 private:
  const Input input_{this, "Input"};
  const Input weight_{this, "Weight"};
  const Input bias_{this, "Bias"};
  const Input row_weight_{this, "SampleWeight"};
  const Input logits_{this, "SampleLogits"};
  const Input labels_{this, "SampleLabels"};
  const Input d_cost_{this, "Cost@GRAD"};
  const Output d_input_{this, "Input@GRAD"};
  const Output d_weight_{this, "Weight@GRAD"};
  const Output d_bias_{this, "Bias@GRAD"};
  const kernels::NceNoise noise_ = NoiseOf(this->arguments());
};

}  // namespace

REGISTER_OP_KERNEL(nce_grad, NceGradKernel, float, double);

}  // namespace paddle::operators
