#include "paddle/operators/optimizer/optimizer_kernel.h"

namespace paddle::operators {

template <typename T>
class AdamKernel final : public OptimizerKernel<T> {
 public:
  using OptimizerKernel<T>::OptimizerKernel;
  void Compute(const framework::KernelContext& ctx) const override {
    kernels::AdamOptions options;
    options.beta1 = beta1_;
    options.beta2 = beta2_;
    options.epsilon = epsilon_;
    options.beta1_power = *power1_(ctx).template data<T>();
    options.beta2_power = *power2_(ctx).template data<T>();
    kernels::AdamStep<T>(ctx.device(), this->Grad(ctx, lazy_),
                         this->LearningRate(ctx), options, this->param()(ctx),
                         m_(ctx), v_(ctx), &this->param_out()(ctx),
                         &m_out_(ctx), &v_out_(ctx));
    Write(power1_out_.get(ctx), options.beta1_power * options.beta1);
    Write(power2_out_.get(ctx), options.beta2_power * options.beta2);
  }

 private:
  using Kernel = framework::OpKernel;

  static void Write(framework::Tensor* scalar, double value) {
    if (scalar == nullptr) return;
    *scalar->mutable_data<T>() = static_cast<T>(value);
  }

  const Kernel::Input m_{this, "Moment1"};
  const Kernel::Input v_{this, "Moment2"};
  const Kernel::Input power1_{this, "Beta1Pow"};
  const Kernel::Input power2_{this, "Beta2Pow"};
  const Kernel::Output m_out_{this, "Moment1Out"};
  const Kernel::Output v_out_{this, "Moment2Out"};
  const Kernel::Output power1_out_{this, "Beta1PowOut"};
  const Kernel::Output power2_out_{this, "Beta2PowOut"};
  const Kernel::Attr<double> beta1_{this, "beta1"};
  const Kernel::Attr<double> beta2_{this, "beta2"};
  const Kernel::Attr<double> epsilon_{this, "epsilon"};
  const Kernel::Attr<bool> lazy_{this, "lazy_mode"};
};

REGISTER_OP_CPU_KERNEL(adam, AdamKernel<float>, AdamKernel<double>);

}  // namespace paddle::operators
